"""What is concluded from a run: intervals, estimates, comparisons, cautions and the verdict."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Status(StrEnum):
    """Whether a test had its usual answer; degenerate: a special case, for the reason given beside it."""

    OK = "ok"
    DEGENERATE = "degenerate"


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
class SplitDetails:
    """What the corrected t was computed from: splits with and without a value, and their spread."""

    splits: int
    undefined_splits: int
    test_train_ratio: float
    sd: float
    se: float


@dataclass(frozen=True, slots=True)
class SplitCountDetails:
    """How many splits a plain t took for independent."""

    splits: int


@dataclass(frozen=True, slots=True)
class SignFlipDetails:
    """How many of the sign patterns of the folds of one repeat are as extreme as the one seen."""

    patterns: int
    as_extreme: int
    folds: int


@dataclass(frozen=True, slots=True)
class EquivalenceDetails:
    """Two one-sided tests against the margin (None: none was named), and the smallest margin they would support."""

    margin: float | None
    smallest_margin: float | None
    t_lower: float | None = None
    p_lower: float | None = None
    t_upper: float | None = None
    p_upper: float | None = None


@dataclass(frozen=True, slots=True)
class ChanceDetails:
    """How probable it is that the first is better, that both are the same for the purpose, that the second is."""

    first_better: float
    same: float
    second_better: float
    margin: float


@dataclass(frozen=True, slots=True)
class CountDetails:
    """Rows that both, one or none got right; share and odds of the first among those only one got right.

    Share and odds are None where there are no such rows, an end of the odds where it is infinite.
    """

    both_right: int
    first_only: int
    second_only: int
    both_wrong: int
    p_first_better: float | None = None
    share: float | None = None
    share_low: float | None = None
    share_high: float | None = None
    odds: float | None = None
    odds_low: float | None = None
    odds_high: float | None = None


@dataclass(frozen=True, slots=True)
class RepeatDetails:
    """What each repeat says alone: its t, its p and its mean difference (None: it has none).

    `enough_shuffles` is the key of the decision whether more repeats could change the answer ("": not asked).
    """

    t_values: tuple[float | None, ...]
    means: tuple[float | None, ...]
    p_values: tuple[float | None, ...] = ()
    rank_curve: tuple[float, ...] = ()
    p_one_sided: float | None = None
    enough_shuffles: str = ""
    enough_statistic: float | None = None
    enough_threshold: float | None = None


@dataclass(frozen=True, slots=True)
class SignedRankDetails:
    positive_ranks: float
    moved: int
    shuffles: int


@dataclass(frozen=True, slots=True)
class CombinedDetails:
    """One-sided p of all repeats combined, for either algorithm."""

    p_first_better: float
    p_second_better: float


@dataclass(frozen=True, slots=True)
class AreaDetails:
    first_auc: float
    second_auc: float
    first_variance: float
    second_variance: float
    covariance: float


@dataclass(frozen=True, slots=True)
class JointDetails:
    """The F form of a test of all outputs together, and the mean difference of each output."""

    f: float
    means: tuple[float, ...]
    level: float


ComparisonDetails = (
    SplitDetails
    | SplitCountDetails
    | SignFlipDetails
    | EquivalenceDetails
    | ChanceDetails
    | CountDetails
    | RepeatDetails
    | SignedRankDetails
    | CombinedDetails
    | AreaDetails
    | JointDetails
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One statistical test between two algorithms. `effect` > 0 means `first` (the candidate) is better.

    `reason` is the key of why there is no usual answer ("": there is one); `details` are what this test knows besides.
    """

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
    reason: str = ""
    note: str = ""
    p_required: float | None = None
    output: str = ""
    details: ComparisonDetails | None = None


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
