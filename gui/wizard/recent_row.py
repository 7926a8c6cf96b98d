"""One row of Recent: glyph of the answer, name, headline, kind, date; a button where something is to be done."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QSizePolicy, QWidget

from core.domain.conclusion import Answer
from gui import theme
from gui.dressing import Dressed
from gui.strings import short_studies
from gui.widgets.answer_chip import answer_color, paint_glyph
from gui.widgets.parts import OneLine, as_tip, button, plain, row
from gui.widgets.tag import Tag
from gui.wizard.known import Known

HEIGHT = 34
NAME, TAG, WHEN = 166, 92, 96  # pixels of normal text
GLYPH = 11.0
SIGN = 16
MenuEntry = tuple[str, str, Callable[[], None], bool]
"""Key, words, action, and whether it can be used."""


class Glyph(Dressed, QWidget):
    """The sign of an answer, or an icon where there is none."""

    def __init__(self, known: Known) -> None:
        super().__init__()
        self._known = known
        self.redress()

    def redress(self) -> None:
        self.setFixedSize(theme.scaled(18), theme.scaled(18))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, known = QPainter(self), self._known
        if known.answer is not Answer.NONE:
            middle = QPointF(self.width() / 2, self.height() / 2)
            paint_glyph(painter, known.answer, middle, GLYPH * theme.scale(), QColor(answer_color(known.answer)))
            return
        name = "time" if known.unfinished or known.in_use else "predict" if known.kind is not None else "note"
        side = theme.scaled(SIGN)
        icon = theme.icon(name, theme.current().text2, side)
        icon.paint(painter, (self.width() - side) // 2, (self.height() - side) // 2, side, side)


class RecentRow(Dressed, QPushButton):
    """Pressed, it opens the study. Its menu comes by right click or the menu key; arrows go from row to row."""

    def __init__(
        self,
        place: int,
        known: Known,
        status: str,
        opened: Callable[[], None],
        helped: tuple[str, str, Callable[[], None]] | None,
        entries: Callable[[], Sequence[MenuEntry]],
    ) -> None:
        """`helped` is name, words and action of the button in place of the date."""
        super().__init__()
        self.known, self._entries = known, entries
        self.setObjectName(f"recent{place}")
        self.setProperty("look", "recent")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._name, self._status = OneLine("strong" if not known.missing else "secondary"), OneLine("secondary")
        self._name.setText(known.title)
        self._status.setText(status)
        self._status.setToolTip(as_tip(status))
        self._name.setToolTip(as_tip(str(known.path)))
        kind = short_studies.KINDS[known.kind.value if known.kind is not None else ""]
        self._tag = Tag()
        self._tag.say("" if known.missing else kind)
        self._tag_room = QWidget()
        self._tag_room.setLayout(row(self._tag, 0))
        self._when = plain(known.when, "caption")
        self._when.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setAccessibleName(known.title)
        self.setAccessibleDescription(f"{status}. {kind}. {known.when}")
        self._when.setVisible(helped is None)
        self._name.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        for part in (self._name, self._status, self._tag_room, self._tag, self._when):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        glyph = Glyph(known)
        glyph.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(8, 0, 8, 0)
        self._layout.setSpacing(theme.GRID)
        self._layout.addWidget(glyph)
        self._layout.addWidget(self._name)
        self._layout.addWidget(self._status, 1)
        self._layout.addWidget(self._tag_room)
        self.helper: QPushButton | None = None
        self._end = QWidget()
        if helped is not None:
            self.helper = button(helped[1], helped[2], helped[0], "small")
        self._end.setLayout(row(0, self.helper or self._when))
        self._layout.addWidget(self._end)
        self.setToolTip(as_tip(f"{status}\n{known.path}"))
        self.clicked.connect(lambda: opened())
        self.menu_shown: QMenu | None = None
        self.redress()

    def redress(self) -> None:
        self.setFixedHeight(theme.scaled(HEIGHT))
        self._name.setFixedWidth(theme.scaled(NAME))
        self._tag_room.setFixedWidth(theme.scaled(TAG))
        self._end.setFixedWidth(theme.scaled(WHEN))

    def sizeHint(self) -> QSize:
        return QSize(400, theme.scaled(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, theme.scaled(HEIGHT))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setObjectName("recentMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for key, text, act, is_possible in self._entries():
            action = menu.addAction(text)
            action.setObjectName(f"recent_{key}")
            action.setEnabled(is_possible)
            action.triggered.connect(lambda _on=False, act=act: act())
        self.menu_shown = menu
        menu.popup(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        parent = self.parentWidget()
        if event.key() in steps and parent is not None:
            rows = [one for one in parent.findChildren(RecentRow) if one.isVisible() or one is self]
            place = rows.index(self) + steps[Qt.Key(event.key())]
            if 0 <= place < len(rows):
                rows[place].setFocus(Qt.FocusReason.TabFocusReason)
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)
