"""A study: the question, the candidates and the plan, as the wizard or a plan file fills them in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

WHO = "WHO"  # key in Study.answers: who asks, as free text
REASON = "LEDGER"  # key in Study.answers: why earlier comparisons of rows these look like do not count
Settings = Mapping[str, object]
Grid = Mapping[str, tuple[object, ...]]


class QuestionKind(StrEnum):
    BETTER = "better"
    WHICH = "which"
    GOOD_ENOUGH = "good-enough"
    REPLACE = "replace"


class SchemeKind(StrEnum):
    RESUBSTITUTION = "resubstitution"
    HOLDOUT = "holdout"
    REPEATED_HOLDOUT = "repeated-holdout"
    KFOLD = "kfold"
    LEAVE_ONE_OUT = "leave-one-out"
    BOOTSTRAP = "bootstrap"
    TTV = "ttv"
    TIME = "time"


class TuningKind(StrEnum):
    HOLDOUT = "holdout"
    KFOLD = "kfold"
    NONE = "none"


class TieBreak(StrEnum):
    INCUMBENT = "incumbent"
    SIMPLEST = "simplest"
    FASTEST = "fastest"

    @property
    def words(self) -> str:
        """As it is said to people; plans keep the name."""
        return "what we use now" if self is TieBreak.INCUMBENT else self.value


class Reply(StrEnum):
    """An answer of the person to a question Evenfold must ask; "not sure" is always allowed."""

    YES = "yes"
    NO = "no"
    NOT_SURE = "not sure"


@dataclass(frozen=True, slots=True)
class Candidate:
    """An algorithm entered in a study under a unique `key`; a non-empty grid is tuned inside each training set."""

    key: str
    algorithm: str
    settings: Settings = field(default_factory=dict)
    grid: Grid = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column is what, by name; everything not named is an input. `reading` is how the file was read."""

    target: tuple[str, ...] = ()
    positive: str | None = None
    group: str | None = None
    time: str | None = None
    ignore: tuple[str, ...] = ()
    nominal: tuple[str, ...] = ()
    numeric: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    excluded: tuple[tuple[str, str], ...] = ()  # (rule, reason)
    weight: str | None = None  # how much each row counts
    uncertainty: str | None = None  # standard uncertainty u of the target: each row counts as 1/u²
    units: Mapping[str, str] = field(default_factory=dict)  # of outputs, as typed: they go before that of the name
    reading: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """What would make the person change model. `margin` and `good_enough` are in the unit shown to people.

    `margins` are the smallest gaps that matter by output, where several outputs are predicted, and `limits` what has to
    be reached by output; an output without one has `good_enough`, if there is any. `tolerance` is the error
    of a number that is still good enough, `over_cost` how many times as much too high costs as too low. `noise` is the
    standard uncertainty of a measured value, by output, where the person states it.
    """

    kind: QuestionKind = QuestionKind.BETTER
    measure: str = "error"
    cost_ratio: float = 1.0
    cross_check: str | None = None
    margin: float = 2.0
    margins: Mapping[str, float] = field(default_factory=dict)
    good_enough: float | None = None
    tie_break: tuple[TieBreak, ...] = (TieBreak.INCUMBENT, TieBreak.SIMPLEST, TieBreak.FASTEST)
    tolerance: float | None = None
    over_cost: float = 1.0
    noise: Mapping[str, float] = field(default_factory=dict)
    limits: Mapping[str, float] = field(default_factory=dict)

    @property
    def has_limit(self) -> bool:
        """Whether some output has a value that a model has to reach."""
        return self.good_enough is not None or bool(self.limits)


@dataclass(frozen=True, slots=True)
class SchemeChoice:
    """A way of making splits. The window may extend `repeats` to `max_repeats` while borderline."""

    kind: SchemeKind = SchemeKind.KFOLD
    folds: int = 10
    repeats: int = 10
    max_repeats: int = 10
    share: float = 2 / 3
    samples: int = 200
    stratified: bool = True
    grouped: bool = True


@dataclass(frozen=True, slots=True)
class Tuning:
    """How settings are chosen inside each training set T: on a part T2 of it, by inner folds, or not at all."""

    kind: TuningKind = TuningKind.HOLDOUT
    share: float = 0.25
    folds: int = 5


@dataclass(frozen=True, slots=True)
class Study:
    """Everything fixed by the lock. `answers`: question id -> answer; `assumed` names values nobody confirmed.

    `earlier_comparisons` were seen before; once the history was asked, `comparisons_elsewhere` of them were stated by
    the person (None: the history was not asked, all of them were). `importance` and `strong_default` ask for work after
    the folds: what the inputs do, and boosting as it comes where nobody entered it; neither is part of the comparison.
    `input_groups` are inputs, by name, whose importance is measured together (empty: those that move together).
    """

    title: str
    source: str
    columns: Columns
    question: Question
    candidates: tuple[Candidate, ...]
    baseline: str
    scheme: SchemeChoice = SchemeChoice()
    tuning: Tuning = Tuning()
    alpha: float = 0.05
    earlier_comparisons: int = 0
    seed: int = 1
    row_meaning: str = "row"
    use: str = ""
    final_test: bool = False
    extra: tuple[SchemeKind, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    assumed: tuple[str, ...] = ()
    version: str = ""
    comparisons_elsewhere: int | None = None
    importance: bool = True
    strong_default: bool = True
    input_groups: tuple[tuple[str, ...], ...] = ()

    def margin(self, output: str) -> float:
        """The smallest difference that matters on an output, in the unit shown to people."""
        return self.question.margins.get(output, self.question.margin)

    def limit(self, output: str) -> float | None:
        """What a model has to reach on an output, in the unit shown to people; None where nothing is asked of it."""
        return self.question.limits.get(output, self.question.good_enough)

    def candidate(self, key: str) -> Candidate:
        return next(candidate for candidate in self.candidates if candidate.key == key)

    @property
    def challengers(self) -> tuple[Candidate, ...]:
        """The candidates that are compared with the baseline."""
        return tuple(candidate for candidate in self.candidates if candidate.key != self.baseline)


def make_single_test_scheme(study: Study) -> SchemeChoice:
    """Return the scheme of one set of rows to be judged on, with groups heeded as in the study."""
    return SchemeChoice(SchemeKind.HOLDOUT, repeats=1, max_repeats=1, grouped=study.scheme.grouped)
