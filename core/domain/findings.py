"""What is found from a run: estimates, comparisons, cautions and the conclusion."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.domain.conclusion import Conclusion


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
    `point` is the key of how the mean was made (pooled, 632, 632-plus, unseen); `failed` and `undefined` count splits
    without a value; `without_optimism` is the bootstrap's other point. `is_in_sample`: measured on training rows, so
    that it says nothing about new ones.
    """

    algorithm: str
    measure: str
    output: str
    mean: float | None
    spread: float | None
    interval: Interval | None
    values: tuple[float | None, ...]
    scheme: str = "kfold"
    point: str = "pooled"
    failed: int = 0
    undefined: int = 0
    without_optimism: float | None = None
    is_in_sample: bool = False


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """One measure of one model on one output, with the range of its true value; in the measure's own unit.

    `class_name` names the class that is counted against all others ("": the positive one of two, or the mean over
    all). `low` or `high` is None where the rows are too few to know that end; `undefined` is then the key of the
    reason, as it is where the measure has no value at all. `level` is that of the range.
    """

    model: str
    measure: str
    output: str
    class_name: str
    value: float | None
    low: float | None
    high: float | None
    level: float
    undefined: str = ""


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
    enough_repeats: str = ""
    enough_statistic: float | None = None
    enough_threshold: float | None = None


@dataclass(frozen=True, slots=True)
class SignedRankDetails:
    positive_ranks: float
    moved: int
    repeats: int


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


class ComparisonRole(StrEnum):
    """What a comparison is to the answer; only the range that decides is ever called so."""

    DECIDES = "decides"  # the range that the answer of its row was read from
    SECOND_MEASURE = "second-measure"  # the same pair on the second measure, by the method that decides on that measure
    BESIDE = "beside"


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
    p_required: float | None = None
    output: str = ""
    details: ComparisonDetails | None = None
    role: ComparisonRole = ComparisonRole.BESIDE


class CautionKind(StrEnum):
    """What the reader must know beside the answer."""

    FAILED = "failed"  # count of total training runs failed; message: what the library said
    WARNED = "warned"  # count of total training runs gave a warning
    PERFECT = "perfect"  # no error in any fold
    UNSTABLE = "unstable"  # share of rows whose predicted class changes from one repeat to the next
    TRAINING_DOMINATES = "training-dominates"  # which rows were drawn matters more than which were tested
    WORSE_THAN_GUESS = "worse-than-guess"  # a model is shown worse than the constant guess
    UNDEFINED_SPLITS = "undefined-splits"  # the measure has no value on count of total splits
    MIXED_TIMES = "mixed-times"  # the design tests on rows older than some of its training rows
    NO_CLAIM = "no-claim"
    LESS_TESTED = "less-tested"  # the range of this measure is less tested than that of a mean over rows
    FEW_GROUPS = "few-groups"
    REVERSED_SCORES = "reversed-scores"  # scores are lower for the positive class
    EXCLUDED_ROWS = "excluded-rows"  # count rows without an actual value
    UNKNOWN_CLASSES = "unknown-classes"  # predictions name classes that the target never has
    SCORES_OF = "scores-of"  # higher scores are taken to mean the class `name`, as in the column `message`
    REPEATED_IDS = "repeated-ids"  # total rows are count cases: the id `name` repeats
    UNSEEN_VALUES = "unseen-values"  # the column `message` has values the study never saw, such as `name`
    ROW_ORDER_ASSUMED = "row-order-assumed"  # no column numbers the repeats: rows are taken in order, count each
    WRONG_KIND = "wrong-kind"  # scores say that every model is wrong more often than right; name: what they may be
    SEEN_ROWS = "seen-rows"  # count new rows equal old ones
    BOOTSTRAP_POINT = "bootstrap-point"  # the .632 estimate misleads for this model, so .632+ or e0 is reported
    WEIGHTED = "weighted"  # rows count by the column `name`; they say as much as `count` rows of equal weight
    UNWEIGHTED_TRAINING = "unweighted-training"  # this model is trained as if all rows counted the same
    NOTE = "note"  # message: a remark of the reader of a file


@dataclass(frozen=True, slots=True)
class Caution:
    """One thing the reader must know, as facts; `model` is a key, `name` a column, class or group."""

    kind: CautionKind
    model: str = ""
    count: int = 0
    total: int = 0
    value: float | None = None
    name: str = ""
    measure: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything concluded from a run; sentences are made from it when it is shown."""

    estimates: tuple[Estimate, ...]
    comparisons: tuple[Comparison, ...]
    cautions: tuple[Caution, ...]
    conclusion: Conclusion
    failures: Mapping[str, int] = field(default_factory=dict)
