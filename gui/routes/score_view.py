"""The verdict on scores of folds: tag, headline, strip and what to do, for every model against the reference."""

from html import escape

from PySide6.QtWidgets import QVBoxLayout

from core.domain.findings import Verdict
from core.figures.gap_picture import Gap, strip_of
from core.wording.units import sentences
from core.routes.fold_design import ScoreKind, score_kind
from core.routes.fold_scores import HEADLINE, ScoreFindings
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
        verdict, kind = found.verdict, score_kind(found.design.kind)
        self.tag.setText(tag_words(verdict))
        restyle(self.tag, look=tag_look(verdict))
        self.headline.setText(escape(verdict.headline, quote=False))
        self.text.setText(escape(verdict.body, quote=False))
        self.action.setText(frame.verdict.DO.format(action=escape(verdict.action, quote=False)))
        self.strip.show_gap(_gap(found, verdict, kind), verdict.body)
        empty(self._further)
        for one in found.verdicts:
            if one is not verdict:
                name, said = (
                    escape(text, quote=False) for text in (sentences(one.first), f"{one.headline} {one.body}")
                )
                self._further.addWidget(label(f"<b>{name}:</b> {said}"))


def _gap(found: ScoreFindings, verdict: Verdict, kind: ScoreKind) -> Gap | None:
    wanted = (HEADLINE, verdict.first)
    deciding = next((c for c in found.comparisons if (c.comparer, c.first) == wanted), None)
    drawn = strip_of(verdict, deciding, found.design.margin / kind.unit.scale)
    return None if drawn is None else Gap(drawn, kind.unit.scale, kind.unit.short, verdict.first, verdict.second)
