"""What a study concludes, as facts: answers, reasons, differences and their ranges. No sentence, no display name.

Models are named by their keys, outputs by the names of their columns; figures are in the measure's own unit (fractions
for error-like measures). `core/wording` turns these facts into sentences.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from core.domain.study import QuestionKind, TieBreak


class Answer(StrEnum):
    """The five answers to the question asked; NONE where nothing was asked that could be answered."""

    YES = "yes"
    NO = "no"
    SAME = "same"
    UNCLEAR = "unclear"
    BLOCKED = "blocked"
    NONE = "none"


class Reason(StrEnum):
    """Why the answer is what it is."""

    WIN = "win"  # better by more than the margin
    BETTER = "better"  # better, possibly by less than the margin
    SAME = "same"  # the whole range lies within the margin
    NOT_WORSE = "not-worse"  # at most the margin worse, not shown better
    NOT_BETTER = "not-better"  # at most the margin better, not shown worse
    WORSE = "worse"  # worse, possibly by less than the margin
    LOSS = "loss"  # worse by more than the margin
    CANNOT_TELL = "cannot-tell"
    NOT_CONFIRMED = "not-confirmed"  # models trained on half the rows do not show the difference
    REPEATS = "repeats"  # single repeats contradict the average
    GUESS = "guess"  # no model is shown to beat the constant guess
    LIMIT_MET = "limit-met"
    LIMIT_MISSED = "limit-missed"
    LIMIT_OPEN = "limit-open"
    LEADER = "leader"  # which: the best estimate, and no other model is unclear
    MIXED_OUTPUTS = "mixed-outputs"  # better for some outputs, worse for others
    JOINT = "joint"  # the outputs together show no difference
    IDENTICAL = "identical"
    DESCRIPTIVE = "descriptive"  # the design supports no claim
    ALONE = "alone"  # one model and no limit: nothing to compare
    FEW_ROWS = "few-rows"
    UNDEFINED = "undefined"  # the range has no value
    FAILURES = "failures"
    LEAK = "leak"
    IN_SAMPLE = "in-sample"
    ROW_ORDER = "row-order"  # imported columns are not in the same order


class Scope(StrEnum):
    """What the sentences are about."""

    ALGORITHMS = "algorithms"  # trained as here on about so many rows of this kind
    IMPORTED = "imported"  # these trained models, whose predictions were made elsewhere
    NEW_ROWS = "new-rows"  # models trained on the old rows and tested on new ones


class Confirmation(StrEnum):
    """Whether models trained on half the rows show the difference too."""

    CONFIRMED = "confirmed"
    NOT_CONFIRMED = "not-confirmed"
    NOT_POSSIBLE = "not-possible"  # no halves were run: too few groups, one partition, repeated holdout
    NOT_NEEDED = "not-needed"  # one test set: nothing is trained again


@dataclass(frozen=True, slots=True)
class DifferenceInterval:
    """The range of a true difference; positive means that the first model is better.

    `low` and `high` decide: they are stretched to hold 0 where the half-size check does not confirm the difference,
    `raw_low` and `raw_high` are the range by variance alone. `method` is the key of the formula. The variances are
    those behind a cross-validated difference (None elsewhere): over splits, over test rows, over training rows.
    """

    low: float
    high: float
    level: float
    method: str
    raw_low: float
    raw_high: float
    df: float | None = None
    standard_error: float | None = None
    confirmation: Confirmation = Confirmation.NOT_NEEDED
    corrected_variance: float | None = None
    row_variance: float | None = None
    training_variance: float | None = None
    half_mean: float | None = None
    half_standard_error: float | None = None

    @property
    def is_stretched(self) -> bool:
        return (self.low, self.high) != (self.raw_low, self.raw_high)


@dataclass(frozen=True, slots=True)
class RepeatResults:
    """What each repeat says taken alone: `clear` is +1 for the first model, -1 for the second, 0 neither."""

    clear: tuple[int, ...] = ()
    means: tuple[float, ...] = ()

    @property
    def total(self) -> int:
        return len(self.clear)

    @property
    def for_first(self) -> int:
        return self.clear.count(1)

    @property
    def for_second(self) -> int:
        return self.clear.count(-1)


@dataclass(frozen=True, slots=True)
class RepeatAgreement:
    """How many repeats give the conclusion of all of them, and how many the opposite."""

    total: int = 0
    agreeing: int = 0
    opposite: int = 0

    @property
    def is_steady(self) -> bool:
        return self.total < 2 or self.agreeing >= 0.8 * self.total

    @property
    def contradicts(self) -> bool:
        """Whether the answer changes with the repeat: some show the opposite, or fewer than half agree."""
        return self.total >= 2 and (self.opposite > 0 or self.agreeing < 0.5 * self.total)


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better the first model is than the second on one output under one measure.

    `mean` is the unweighted mean over splits (one test set: over its rows). Without an `interval`, `undefined` is the
    key of the reason.
    """

    first: str
    second: str
    measure: str
    output: str
    mean: float | None
    interval: DifferenceInterval | None
    repeats: RepeatResults = RepeatResults()
    undefined: str = ""

    def reverse(self) -> "Difference":
        """Return the same difference seen from the second model: what was better is worse."""
        interval, repeats = self.interval, self.repeats
        turned = None
        if interval is not None:
            turned = replace(
                interval,
                low=-interval.high,
                high=-interval.low,
                raw_low=-interval.raw_high,
                raw_high=-interval.raw_low,
                half_mean=None if interval.half_mean is None else -interval.half_mean,
            )
        return replace(
            self,
            first=self.second,
            second=self.first,
            mean=None if self.mean is None else -self.mean,
            interval=turned,
            repeats=RepeatResults(tuple(-one for one in repeats.clear), tuple(-one for one in repeats.means)),
        )


class MeasureConflict(StrEnum):
    """How the second measure differs from the main one (the four cases of Aslan et al. 2009)."""

    AGREE = "agree"
    OPPOSITE = "opposite"  # each shows another model ahead
    MAIN_ONLY = "main-only"  # only the main measure shows a difference
    SECOND_ONLY = "second-only"
    UNDEFINED = "undefined"


@dataclass(frozen=True, slots=True)
class SecondMeasure:
    """The same pair on the second measure. `ahead` is the model it favors ("": none).

    `threshold` is where scores are cut; `crossing` is the false-positive rate at which the ROC curves cross and the
    model that is better to the left of it.
    """

    difference: Difference
    conflict: MeasureConflict
    ahead: str = ""
    threshold: float | None = None
    crossing: tuple[float, str] | None = None


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """One row of the result: the answer for one model, on one output or ("") over all of them.

    `comparator` is what the model is held against: the baseline, the leader (which), or "" for a limit. The difference
    has this model first, except for "which", where the leader is first and the range says how far it is ahead.
    """

    model: str
    comparator: str
    output: str
    answer: Answer
    reason: Reason
    difference: Difference | None = None
    agreement: RepeatAgreement = RepeatAgreement()
    second: SecondMeasure | None = None
    margin: float = 0.0
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class JointTest:
    """All outputs of one candidate together: whether the joint test claims a difference, and its p."""

    model: str
    claims: bool
    p: float | None
    is_descriptive: bool = False  # some output is not confirmed by the half-size check


@dataclass(frozen=True, slots=True)
class ConstantGuess:
    """Whether any model is shown to beat the constant guess on one output, and the model that comes closest."""

    output: str
    is_beaten: bool
    closest: str = ""
    is_useless: bool = False  # every model's gain over the guess is at most the margin, with its whole range


@dataclass(frozen=True, slots=True)
class NoClaim:
    """Why a design or a table supports no claim. `count` rows are there and `needed` would do; `name` is a class."""

    reason: Reason
    design: str = ""
    count: int = 0
    needed: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """Everything a result says, decided once; every screen, report and file is worded from it.

    `model` is the one the headline speaks about, `comparator` the other one, `output` the output it is about ("": all).
    `use` is the model to use or keep, and `rule` the tie-break rule that picked it where the data did not. `rows` are
    the answers by model and output, `models` those over all outputs. `level` is that of a difference, adjusted for
    `comparisons`, of which `earlier` were made before this study. `columns` are inputs that may reveal the target.
    `open_checks` are questions the person could not answer, `exploratory` statements the person could not make.
    """

    question: QuestionKind
    answer: Answer
    reason: Reason
    scope: Scope
    measure: str
    level: float
    comparisons: int
    earlier: int
    model: str = ""
    comparator: str = ""
    output: str = ""
    use: str = ""
    rule: TieBreak | None = None
    rows: tuple[ModelAnswer, ...] = ()
    models: tuple[ModelAnswer, ...] = ()
    guesses: tuple[ConstantGuess, ...] = ()
    joint: tuple[JointTest, ...] = ()
    no_claim: NoClaim | None = None
    columns: tuple[str, ...] = ()
    failed: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # model -> failed, all; only where too many
    open_checks: tuple[str, ...] = ()
    exploratory: tuple[str, ...] = ()

    def row(self, model: str, output: str) -> ModelAnswer | None:
        return next((row for row in self.rows if (row.model, row.output) == (model, output)), None)

    @property
    def is_descriptive(self) -> bool:
        """Whether the design supports no claim, whatever the numbers are."""
        return self.no_claim is not None or self.reason is Reason.ALONE

    @property
    def main_row(self) -> ModelAnswer | None:
        """The row behind the headline: of the model and output it names, else the first of that model, else any."""
        mine = [row for row in self.rows if row.model == self.model]
        return next((row for row in mine if row.output == self.output), next(iter(mine or self.rows), None))
