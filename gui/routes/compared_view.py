"""The verdict of a short route: the answer, every further model, what is beside it, and what to keep in mind."""

from dataclasses import replace
from functools import partial
from html import escape

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from core.version import VERSION
from core.wording.explanation import explain_sentence
from core.wording.result_text import word_result
from gui import strings as frame
from gui.results.contests import contests, leading
from gui.results.explain_dialog import ExplainDialog
from gui.results.words import emphasized
from gui.routes.answer_cards import Answer, Further
from gui.routes.given import Compared
from gui.strings import routes as strings
from gui.widgets.figure_label import FigureLabel
from gui.widgets.parts import Card, as_is, column, empty, label
from gui.widgets.side_by_side import SideBySide

LETTERS_TOGETHER = 16


class ComparedView(QWidget):
    """Shows what was compared on one set of rows; `help_wanted` names a page of the help."""

    help_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._found: Compared | None = None
        self.verdict, self.cautions = Answer(), label("", "", "routeCautions")
        for text in self.verdict.figures:
            text.asked.connect(partial(self._explain, text))
        self._further = QVBoxLayout()
        self.texts: dict[str, QLabel] = {key: label("", "", f"route_{key}") for key in strings.CARDS}
        self._cards = {key: Card(title).add(self.texts[key], 0) for key, title in strings.CARDS.items()}
        left, right = column(self.verdict, self._further), column(*self._cards.values(), 0)
        top = SideBySide((left, 5), (right, 4))
        self.stamp = as_is("", "secondary", "routeStamp")
        self.setLayout(column(top, self.cautions, self.stamp, 0))

    def show_compared(self, found: Compared) -> None:
        self._found, every = found, contests(found.study, found.data, found.findings)
        words = word_result(found.study, found.data, found.findings)
        chosen = leading(every, found.findings.conclusion)
        self.verdict.show_result(found.findings, words, chosen, found.data)
        for key, text in self.texts.items():
            text.setText(emphasized(words.notes.get(key, ())))
            self._cards[key].setVisible(key in words.notes)
        empty(self._further)
        count = found.findings.conclusion.comparisons
        for place, contest in enumerate(contest for contest in every if contest is not chosen):
            card = Further(contest, len(found.data.outputs) > 1, count, f"further{place}")
            card.text.asked.connect(partial(self._explain, card.text))
            self._further.addWidget(card)
        kept = (*(note.text for note in (*words.doubts, *words.cautions)), *found.notes)
        told = [escape(text, quote=False) for text in kept]
        self.cautions.setText(frame.verdict.CAUTIONS.format(text="<br>".join(told)))
        self.cautions.setVisible(bool(told))
        self.stamp.setText(strings.LOCKED.format(stamp=stamp_of(found, _foldable(found.plan_hash))))

    def _explain(self, text: FigureLabel) -> None:
        """Where figures come from; there are no other pages to lead to but the help."""
        found = self._found
        if found is None:
            return
        entries = explain_sentence(self.verdict.find_sentence(text), found.study, found.data, found.findings)
        dialog = ExplainDialog(text.words, tuple(replace(entry, tab="", step="") for entry in entries), self)
        dialog.help_wanted.connect(self.help_wanted)
        dialog.open()


def _foldable(plan_hash: str) -> str:
    """With places where a line may end: a word that is wider than the window would make the page scroll sideways."""
    return "\u200b".join(
        plan_hash[start : start + LETTERS_TOGETHER] for start in range(0, len(plan_hash), LETTERS_TOGETHER)
    )


def stamp_of(found: Compared, plan_hash: str) -> str:
    """ "10,000 rows, 1 comparison on this data, Evenfold 0.1, plan 3f2a..."."""
    count = found.findings.conclusion.comparisons
    plural = "" if count == 1 else "s"
    return strings.STAMP.format(rows=found.data.size, count=count, s=plural, version=VERSION, hash=plan_hash)
