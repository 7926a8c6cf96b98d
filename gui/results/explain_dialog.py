"""The answer to "explain this number": what each figure of a text is, how it was computed, and where to look."""

from collections.abc import Callable
from functools import partial
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QScrollArea, QVBoxLayout, QWidget

from core.wording.explanation import Explained
from gui import strings
from gui.widgets.parts import Card, button, label, row


class ExplainDialog(QDialog):
    """`tab_wanted`, `step_wanted` and `help_wanted` lead on; the dialog closes itself then."""

    tab_wanted = Signal(str)
    step_wanted = Signal(str)
    help_wanted = Signal(str)

    def __init__(self, text: str, entries: tuple[Explained, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("explainDialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(strings.verdict.EXPLAIN_TITLE)
        self.resize(620, 460)
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.addWidget(label(f"<i>{escape(text)}</i>", "secondary", "explainedText"))
        for place, entry in enumerate(entries):
            layout.addWidget(self._card(place, entry))
        if not entries:
            layout.addWidget(label(strings.verdict.EXPLAIN_NONE, "", "explainNone"))
        layout.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(body)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        outer = QVBoxLayout(self)
        outer.addWidget(area)
        outer.addWidget(buttons)

    def _card(self, place: int, entry: Explained) -> Card:
        figures = ", ".join(entry.figures)
        card = Card(f"{figures}: {entry.title}", f"explained{place}")
        lines = [escape(entry.how, quote=False)]
        words = strings.verdict
        for title, said in ((words.EXPLAIN_FORMULA, entry.formula), (words.EXPLAIN_FROM, entry.stored)):
            if said != "none":
                lines.append(f"<b>{title}</b> {escape(said, quote=False)}")
        card.add(label("<br>".join(lines), "", f"explainedHow{place}"))
        card.add(row(*self._doors(place, entry), 0))
        return card

    def _doors(self, place: int, entry: Explained) -> list[QWidget]:
        words = strings.verdict
        tab = words.EXPLAIN_TAB.format(tab=words.EXPLAIN_TABS.get(entry.tab, ""))
        ways = (
            (entry.tab, tab, self.tab_wanted.emit, "Tab"),
            (entry.step, words.EXPLAIN_STEP.format(step=entry.step.capitalize()), self.step_wanted.emit, "Step"),
            (entry.help, words.EXPLAIN_HELP, self.help_wanted.emit, "Help"),
        )
        return [
            button(text, partial(self._lead, way, key), f"explain{name}{place}", "link")
            for key, text, way, name in ways
            if key
        ]

    def _lead(self, way: Callable[[str], None], key: str) -> None:
        way(key)
        self.close()
