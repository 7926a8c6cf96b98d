"""Scores of folds made elsewhere: how they came about, and what was concluded from them."""

from dataclasses import dataclass

from core.domain.conclusion import ModelAnswer
from core.domain.findings import Caution, Comparison
from core.domain.study import Reply

ALPHA = 0.05  # scores made elsewhere come without a plan that could say another


@dataclass(frozen=True, slots=True)
class Design:
    """What must be asked: folds, repeats, whether all models met the same folds; rows of the data if known."""

    folds: int
    repeats: int
    same_folds: Reply
    kind: str
    margin: float
    rows: int = 0
    earlier_comparisons: int = 0

    @property
    def text(self) -> str:
        repeats = "1 repeat" if self.repeats == 1 else f"{self.repeats} repeats"
        return f"{repeats} of {self.folds} folds"


@dataclass(frozen=True, slots=True)
class Refused:
    """A test that this design does not support, and why."""

    title: str
    reason: str


@dataclass(frozen=True, slots=True)
class ScoreRoles:
    """Columns of scores, the first is the baseline; columns that number the repeat and the fold, if there are any."""

    models: tuple[str, ...]
    repeat: str | None = None
    fold: str | None = None


@dataclass(frozen=True, slots=True)
class Level:
    """One model: mean and spread over the folds, in the unit of the file."""

    model: str
    mean: float
    spread: float
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class ScoreFindings:
    """`top` is the row the headline is about, `rows` one per model against the first, `refused` unsupported tests."""

    design: Design
    top: ModelAnswer
    rows: tuple[ModelAnswer, ...]
    levels: tuple[Level, ...]
    comparisons: tuple[Comparison, ...]
    refused: tuple[Refused, ...]
    cautions: tuple[Caution, ...]
    count: int
