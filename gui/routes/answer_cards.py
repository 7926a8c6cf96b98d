"""The answer of a short route as cards: tag, sentences and strip of the headline, and of every further model."""

from html import escape

from PySide6.QtCore import Qt

from core.domain.dataset import Dataset
from core.domain.findings import Findings
from core.figures.difference_picture import DifferencePicture
from core.wording.result_text import ResultText
from core.wording.sentence import EMPTY, NAMES, Sentence
from core.wording.strip_text import word_strip_caption
from core.wording.units import sentences, strip_unit
from gui import strings
from gui.plots.strip import DifferenceStrip
from gui.results.contests import Contest
from gui.results.words import tag_look, tag_words
from gui.widgets.figure_label import FigureLabel, inset, make_room
from gui.widgets.parts import Card, column, label, restyle
from gui.widgets.side_by_side import SideBySide

BESIDE = 930  # width of a page in whose column a sentence and its strip stand beside each other


class Answer(Card):
    """Tag, headline, two sentences, the strip and one thing to do."""

    def __init__(self) -> None:
        super().__init__("", "answer")
        self.tag, self.headline = label("", "", "verdictTag"), FigureLabel("instruction", "headline")
        self.text, self.action = FigureLabel("", "verdictBody"), FigureLabel("", "verdictAction")
        self.strip, self.caption = DifferenceStrip(), FigureLabel("caption", "stripCaption")
        self.figures = (self.headline, self.text, self.action, self.caption)
        self.headline.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        make_room(self)
        inset(self.tag)
        self.add(self.tag, self.headline, self.text, 2, self.strip, self.caption, self.action, 0)
        self.body.setStretchFactor(self.strip, 20)
        self.body.setSpacing(5)

    def show_result(self, findings: Findings, text: ResultText, contest: Contest | None, data: Dataset) -> None:
        conclusion, said = findings.conclusion, text.conclusion
        self.tag.setText(tag_words(conclusion.answer))
        self.tag.setVisible(bool(self.tag.text()))
        restyle(self.tag, look=tag_look(conclusion.answer))
        self.headline.show_sentences(said.headline)
        self.text.show_sentences(said.overline, said.body, said.scope)
        self.action.show_sentences(
            said.action, markup=strings.verdict.DO.format(action=escape(said.action.text, quote=False))
        )
        self.action.setVisible(bool(said.action))
        self._show_strip(contest if len(data.outputs) == 1 else None, conclusion.comparisons)

    def find_sentence(self, text: FigureLabel) -> Sentence:
        """Return the sentence whose figures a text asks about: a headline without one stands for those of the body."""
        is_bare = text is self.headline and not any(span.meaning not in NAMES for span in text.sentence.figures)
        return self.text.sentence if is_bare else text.sentence

    def _show_strip(self, contest: Contest | None, count: int) -> None:
        gap = None if contest is None else gap_of(contest)
        words = EMPTY if gap is None else word_strip_caption(gap, count)
        self.caption.show_sentences(words)
        self.caption.setVisible(bool(words))
        self.strip.show_gap(gap, words.text)


class Further(Card):
    """One more candidate or output: tag, sentence and strip in one row."""

    def __init__(self, contest: Contest, name_output: bool, count: int, name: str) -> None:
        super().__init__("", name)
        said, answer = contest.text, contest.row.answer
        tag = label(tag_words(answer), tag_look(answer))
        of = f", {strip_unit(contest.output)}" if name_output else ""
        title = label(escape(sentences(f"{contest.first}{of}"), quote=False), "strong")
        headline, rest = (escape(one, quote=False) for one in (said.headline.text, f"{said.body} {said.action}"))
        self.text = FigureLabel("", f"{name}Text")
        self.text.show_sentences(said.headline, said.body, said.action, markup=f"<b>{headline}</b> {rest}")
        drawn = DifferenceStrip()
        drawn.setAccessibleName(f"{strings.verdict.STRIP}: {contest.first}{of}")
        gap = gap_of(contest)
        drawn.show_gap(gap, "" if gap is None else word_strip_caption(gap, count).text)
        make_room(self)
        inset(title, tag)
        told = column(title, tag, self.text, 0, spacing=4)
        self.add(SideBySide((told, 3), (drawn, 2), least=BESIDE))


def gap_of(contest: Contest) -> DifferencePicture | None:
    if contest.strip is None:
        return None
    return DifferencePicture(contest.strip, contest.unit.scale, contest.unit.short, contest.first, contest.second)
