"""The verdict on scores of folds: tag, headline, strip and what to do, for every model against the reference."""

from html import escape

from PySide6.QtWidgets import QVBoxLayout

from core.domain.conclusion import ModelAnswer
from core.domain.fold_scores import ScoreFindings
from core.figures.difference_picture import DifferencePicture, strip_of
from core.wording.fold_scores_text import word_action, word_body, word_headline
from core.wording.score_kinds import ScoreKind, score_kind
from gui import strings as frame
from gui.plots.strip import DifferenceStrip
from gui.results.words import tag_look, tag_words
from gui.widgets.parts import Card, empty, label, restyle


class ScoreVerdict(Card):
    """The leading answer with its strip, then the others in a sentence each."""

    def __init__(self) -> None:
        super().__init__("", "scoreVerdict")
        self.tag, self.headline = label("", "", "scoreTag"), label("", "instruction", "scoreHeadline")
        self.text, self.action = label("", "", "scoreBody"), label("", "", "scoreAction")
        self.strip = DifferenceStrip()
        self._further = QVBoxLayout()
        self.add(self.tag, self.headline, self.text, self.strip, self.action, self._further, 0)

    def show_scores(self, found: ScoreFindings) -> None:
        top, body = found.top, word_body(found.top, found.design)
        self.tag.setText(tag_words(top.answer))
        restyle(self.tag, look=tag_look(top.answer))
        self.headline.setText(escape(word_headline(top), quote=False))
        self.text.setText(escape(body, quote=False))
        self.action.setText(frame.verdict.DO.format(action=escape(word_action(top), quote=False)))
        self.strip.show_gap(_gap(top, score_kind(found.design.kind)), body)
        empty(self._further)
        for row in found.rows:
            if row is not top:
                said = f"{word_headline(row)} {word_body(row, found.design)}"
                self._further.addWidget(label(f"<b>{escape(row.model)}:</b> {escape(said, quote=False)}"))


def _gap(row: ModelAnswer, kind: ScoreKind) -> DifferencePicture | None:
    drawn = strip_of(row)
    return (
        None if drawn is None else DifferencePicture(drawn, kind.unit.scale, kind.unit.short, row.model, row.comparator)
    )
