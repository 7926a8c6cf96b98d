"""What a study can show, before it runs."""

from dataclasses import dataclass

from core.domain.evidence import Ending

USUAL = 0.10  # the share of rows on which two models are expected to disagree


@dataclass(frozen=True, slots=True)
class PrecisionForecast:
    """Half-width of the range (per 100) if two models disagree on a share of the rows.

    `half_width` holds if rows are independent, `by_groups` if only groups count (None: there are none).
    """

    disagreement: float
    half_width: float
    by_groups: float | None

    @property
    def worst(self) -> float:
        return self.half_width if self.by_groups is None else self.by_groups


@dataclass(frozen=True, slots=True)
class AucForecast:
    """Rows of each class that find a difference of `margin` from an AUC of `area` in 80 of 100 studies.

    Both models are tested on the same rows; `correlation` is that of their areas. `smallest` is the difference that
    the rows there are would find (None: none). `decides` is False where the AUC is the second measure, `in_groups` is
    True where rows are kept together, so that fewer count.
    """

    area: float
    margin: float
    correlation: float
    cases: int
    positives: int
    negatives: int
    smallest: float | None
    decides: bool
    in_groups: bool


@dataclass(frozen=True, slots=True)
class Forecast:
    """`lines` is empty where nothing can be forecast; `has_claim` is False where the design only describes.

    `is_narrow`: the usual difference would exceed the margin, so that "unclear" is likely. `times_needed` is how many
    times the rows would show differences of the margin (0: those there are do), `group_times_needed` the same if only
    groups count.
    """

    lines: tuple[PrecisionForecast, ...]
    comparisons: int
    has_claim: bool
    is_narrow: bool = False
    times_needed: float = 0.0
    group_times_needed: float = 0.0
    auc: AucForecast | None = None

    @property
    def usual(self) -> PrecisionForecast | None:
        return next((line for line in self.lines if line.disagreement == USUAL), None)


@dataclass(frozen=True, slots=True)
class Width:
    """With so many rows, from so many groups where there are any, the range is about this much to each side."""

    rows: float
    groups: float | None
    half: float
    is_enough: bool


@dataclass(frozen=True, slots=True)
class FitTiming:
    """Seconds one fit of a candidate takes, tuning included; `message` says why it could not be timed."""

    candidate: str
    seconds: float
    ending: Ending = Ending.OK
    message: str = ""
