"""A claim about a model: the figures it states, and what was found when they were checked on one's own rows."""

from dataclasses import dataclass
from enum import StrEnum

from core.domain.conclusion import Answer
from core.domain.findings import Caution, Interval


class ClaimKind(StrEnum):
    """About one model alone, or about a second one beside it."""

    RIGHT = "right"  # share of right answers
    ERRORS = "errors"  # share of wrong answers
    AUC = "auc"
    MISS = "miss"  # typical miss, in the unit of the output
    FEWER_ERRORS = "fewer-errors"  # this share fewer errors than the other model
    POINTS = "points"  # this many more right answers per 100 than the other model

    @property
    def is_relative(self) -> bool:
        return self in (ClaimKind.FEWER_ERRORS, ClaimKind.POINTS)

    @property
    def per_hundred(self) -> bool:
        return self not in (ClaimKind.AUC, ClaimKind.MISS)


@dataclass(frozen=True, slots=True)
class Claim:
    """`figure` as a share (0.98) or in the unit of the output; `half` is half of its last digit: 98 % may be 97.6 %.

    `rows` are the rows the claim was measured on, if that is known.
    """

    kind: ClaimKind
    figure: float
    half: float = 0.0
    rows: int | None = None

    @property
    def text(self) -> str:
        """ "98 % right", "AUC 0.97", "30 % fewer errors"."""
        shown = f"{100 * self.figure:.6g}" if self.kind.per_hundred else f"{self.figure:.6g}"
        return _TEXTS[self.kind].format(shown)


@dataclass(frozen=True, slots=True)
class Ask:
    """A claim that can mean several things, and which; `figure` is the number as typed where nothing is clear."""

    question: str
    choices: tuple[Claim, ...]
    figure: str = ""


_TEXTS = {
    ClaimKind.RIGHT: "{} % right",
    ClaimKind.ERRORS: "{} % errors",
    ClaimKind.AUC: "AUC {}",
    ClaimKind.MISS: "a mean absolute error of {}",
    ClaimKind.FEWER_ERRORS: "{} % fewer errors",
    ClaimKind.POINTS: "{} more right answers per 100",
}


class ClaimReason(StrEnum):
    """Why a claimed figure fits, does not, or cannot be held against these rows."""

    FITS = "fits"
    WIDE = "wide"  # the figure lies in the range, but so do figures that would matter
    WORSE = "worse"  # these rows show less than claimed
    BETTER = "better"  # these rows show more than claimed
    IN_SAMPLE = "in-sample"
    UNDEFINED = "undefined"


@dataclass(frozen=True, slots=True)
class ClaimPart:
    """One claimed figure; `seen` and `interval` in the unit of the claim (shares, AUC, or that of the output)."""

    claim: Claim
    answer: Answer
    reason: ClaimReason
    seen: float | None = None
    interval: Interval | None = None


@dataclass(frozen=True, slots=True)
class ClaimCheck:
    """Every part of a claim, and the answer over all of them: the worst decides.

    `model` is the one the claim is about, `other` the one it is compared with. `is_sure`: the person said that the
    rows were not used for training.
    """

    parts: tuple[ClaimPart, ...]
    answer: Answer
    model: str
    other: str
    rows: int
    is_sure: bool
    cautions: tuple[Caution, ...] = ()
