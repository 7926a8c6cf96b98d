"""What is found from a run: estimates, comparisons, cautions and the conclusion."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.domain.conclusion import Conclusion


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
