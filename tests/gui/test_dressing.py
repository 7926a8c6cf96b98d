"""A change of look reaches what is seen once and afterwards, and what is hidden when it is shown."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from gui import theme
from gui.dressing import Dressed


class Noting(Dressed, QLabel):
    """Counts how often it fitted itself, and to which look."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("words", parent)
        self.fitted: list[str] = []
        self.style_changes = 0

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.style_changes += event.type() is QEvent.Type.StyleChange

    def redress(self) -> None:
        self.fitted.append(theme.current().key)


def shown(qtbot: QtBot) -> Noting:
    theme.apply("light")
    made = Noting()
    qtbot.addWidget(made)
    made.show()
    QApplication.processEvents()
    made.fitted.clear()
    return made


def test_that_a_widget_fits_itself_once_and_after_every_widget_is_dressed(qapp: QApplication, qtbot: QtBot) -> None:
    widget = shown(qtbot)
    theme.apply("dark", 2.0)
    assert not widget.fitted
    QApplication.processEvents()
    assert widget.fitted == ["dark"]
    theme.apply("light")


def test_that_a_hidden_widget_fits_itself_when_it_is_shown(qapp: QApplication, qtbot: QtBot) -> None:
    widget = shown(qtbot)
    widget.hide()
    for key in ("dark", "high-contrast", "light"):
        theme.apply(key)
        QApplication.processEvents()
    assert not widget.fitted
    widget.show()
    assert widget.fitted == ["light"]


def test_that_a_widget_thrown_away_before_its_turn_is_forgotten(qapp: QApplication, qtbot: QtBot) -> None:
    above = QWidget()
    qtbot.addWidget(above)
    layout = QVBoxLayout(above)
    widgets = [Noting(above) for _number in range(20)]
    for widget in widgets:
        layout.addWidget(widget)
    above.show()
    theme.apply("dark")
    for widget in widgets:
        widget.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QApplication.processEvents()
    theme.apply("light")


def test_that_a_widget_deep_inside_others_is_dressed_no_more_often_than_one_at_the_top(
    qapp: QApplication, qtbot: QtBot
) -> None:
    theme.apply("light")
    top, deep = QWidget(), QWidget()
    qtbot.addWidget(top)
    QVBoxLayout(top).addWidget(deep)
    for _level in range(8):
        inner = QWidget()
        QVBoxLayout(deep).addWidget(inner)
        deep = inner
    label, above = Noting(), Noting()
    QVBoxLayout(deep).addWidget(label)
    qtbot.addWidget(above)
    top.show()
    above.show()
    label.style_changes = above.style_changes = 0
    theme.apply("dark")
    assert 0 < label.style_changes <= above.style_changes
    theme.apply("light")
