"""What is concluded from a run: intervals, estimates, comparisons, cautions and the verdict."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Status(StrEnum):
    """Whether a formula had an answer: ok, degenerate (defined special case) or error (input that makes no sense)."""

    OK = "ok"
    DEGENERATE = "degenerate"
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Interval:
    low: float
    high: float
    level: float
    method: str


@dataclass(frozen=True, slots=True)
class Estimate:
    """How good one algorithm is on one output: pooled mean, spread over splits, its range, and one value per split.

    Values of error-like measures are fractions, lower is better; a value is None where the measure is undefined.
    """

    algorithm: str
    measure: str
    output: str
    mean: float | None
    spread: float | None
    interval: Interval | None
    values: tuple[float | None, ...]
    scheme: str = "kfold"
    note: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One statistical test between two algorithms. `effect` > 0 means `first` (the candidate) is better."""

    comparer: str
    measure: str
    first: str
    second: str
    statistic: float | None
    df: float | tuple[float, float] | None
    p: float | None
    effect: float | None
    interval: Interval | None
    status: Status = Status.OK
    note: str = ""
    p_required: float | None = None
    output: str = ""
    details: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Caution:
    """Something the reader must know beside the verdict, with the id of the warnings catalogue."""

    id: str
    text: str


class VerdictKind(StrEnum):
    """Outcome keys in the order of the decision table."""

    BLOCKED = "blocked"
    NOTHING_BEATS_GUESSING = "nothing-beats-guessing"
    WIN = "win"
    LOSS = "loss"
    SAME = "same"
    BETTER = "better"
    WORSE = "worse"
    NOT_WORSE = "not-worse"
    NOT_BETTER = "not-better"
    CANNOT_TELL = "cannot-tell"
    SAME_MODEL = "same-model"
    DESCRIPTIVE = "descriptive"
    NO_VERDICT = "no-verdict"


class Tag(StrEnum):
    SETTLED = "settled"
    SAME = "same for your purpose"
    NOT_SETTLED = "not settled"
    BLOCKED = "blocked"


class Modifier(StrEnum):
    DEPENDS_ON_SHUFFLE = "depends on the shuffle"
    MEASURES_DISAGREE = "measures disagree"
    EXPLORATORY = "exploratory"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer in words, decided by one interval and one margin; `interval` is in the measure's own unit."""

    outcome: VerdictKind
    tag: Tag
    modifiers: tuple[Modifier, ...]
    headline: str
    body: str
    action: str
    interval: Interval | None
    first: str = ""
    second: str = ""
    output: str = ""


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything concluded. `verdict` is the headline; `verdicts` one per candidate and output.

    `cards` are the worded answers beside the headline: key -> text ("how-good", "shuffle", "agree", "generalisation").
    """

    estimates: tuple[Estimate, ...]
    comparisons: tuple[Comparison, ...]
    cautions: tuple[Caution, ...]
    verdict: Verdict
    verdicts: tuple[Verdict, ...] = ()
    cards: Mapping[str, str] = field(default_factory=dict)
    failures: Mapping[str, int] = field(default_factory=dict)
