"""The table of error estimates of the laboratory, and the records it fills (Reich & Barai 1999, table 1)."""

from dataclasses import dataclass

from core.statistics.measures import find_measure
from core.statistics.t_tests import SampleSummary, one_sample_t_from_summary
from core.statistics.undefined import Undefined
from core.support.text import pluralize
from core.wording.method_tables import MEASURE_ENTRIES


@dataclass(frozen=True, slots=True)
class EstimateMethod:
    """One way to estimate an error from the data at hand; `symbol` is that of the papers."""

    key: str
    symbol: str
    title: str
    note: str
    source: str


METHODS: tuple[EstimateMethod, ...] = (
    EstimateMethod(
        "R",
        "R",
        "Tested on the training rows",
        "Flatters every model, and one that memorises most.",
        "Reich & Barai 1999, 2.2.1",
    ),
    EstimateMethod(
        "optimism",
        "B opt",
        "Bootstrap, optimism taken off",
        "The error on the training rows plus what bootstrap models lose between their own rows and all rows.",
        "Reich & Barai 1999, 2.2.4; Efron 1983",
    ),
    EstimateMethod(
        "632",
        ".632",
        "Bootstrap .632",
        "Mixes rows a model has seen and has not; too good for models that memorise.",
        "Reich & Barai 1999, eq. 10; Kohavi 1995, eq. 5",
    ),
    EstimateMethod(
        "632+",
        ".632+",
        "Bootstrap .632+",
        "The same with more weight on unseen rows the more a model overfits.",
        "Efron & Tibshirani 1997",
    ),
    EstimateMethod(
        "K",
        "K",
        "Cross-validation, one repeat",
        "Nearly unbiased; the repeat matters.",
        "Reich & Barai 1999, 2.2.3",
    ),
    EstimateMethod(
        "KI", "Kᴵ", "Cross-validation, several repeats", "The same with less luck.", "Reich & Barai 1999, 2.2.3"
    ),
    EstimateMethod("L", "L", "Leave-one-out", "One row, or one group, is tested at a time.", "Kohavi 1995, 2.2"),
    EstimateMethod("leave2", "L2", "Leave two out", "As many folds as two rows each make.", "Kohavi 1995, figure 1"),
    EstimateMethod("leave", "L5", "Leave five out", "As many folds as five rows each make.", "Kohavi 1995, figure 1"),
    EstimateMethod(
        "complete",
        "Kᶜ",
        "Complete cross-validation",
        "Every choice of the test rows of one fold; only where there are few.",
        "Reich & Barai 1999, 2.2.3; Kohavi 1995, 2.2",
    ),
    EstimateMethod(
        "e0",
        "e0",
        "Bootstrap, unseen rows only",
        "Trained on 63 in 100 rows: too pessimistic.",
        "Kohavi 1995, 2.3",
    ),
    EstimateMethod(
        "H", "H", "One holdout", "Two thirds train, one third tests; much luck.", "Reich & Barai 1999, 2.2.2"
    ),
    EstimateMethod("HI", "Hᴵ", "Several holdouts", "The same with less luck.", "Reich & Barai 1999, 2.2.2"),
    EstimateMethod(
        "TTV",
        "TTV",
        "Train, tune, test",
        "A holdout whose settings are chosen by folds inside its training part.",
        "Reich & Barai 1999, figure 6",
    ),
)


def find_method(key: str) -> EstimateMethod:
    return next(row for row in METHODS if row.key == key)


@dataclass(frozen=True, slots=True)
class ErrorEstimate:
    """One estimate on one output in the measure's own unit; None where it could not be had.

    `error` is the standard error that the tested rows give, `spread` the standard deviation over repetitions.
    """

    method: str
    output: str
    estimate: float | None
    error: float | None
    spread: float | None
    trainings: int
    failed: int
    iterations: int = 0
    least: float | None = None
    most: float | None = None
    useless: int = 0  # trainings that err more on their own training rows than the constant does

    @property
    def iterated(self) -> tuple[float, float] | None:
        """The interval of eq. 8 over the iterations, t with I - 1 degrees; it takes them for independent.

        None with one iteration or where all are alike.
        """
        if self.estimate is None or not self.spread or self.iterations < 2:
            return None
        mean = self.estimate
        found = one_sample_t_from_summary(SampleSummary(mean, self.spread, self.iterations), 0.95)
        return None if isinstance(found, Undefined) else (found.low, found.high)

    @property
    def low(self) -> float | None:
        return None if self.estimate is None or self.error is None else max(0.0, self.estimate - 1.96 * self.error)

    @property
    def high(self) -> float | None:
        return None if self.estimate is None or self.error is None else self.estimate + 1.96 * self.error


@dataclass(frozen=True, slots=True)
class Deviation:
    """An estimate that is larger than one it usually stays below; `is_large`: by more than both standard errors."""

    output: str
    sooner: str
    later: str
    difference: float
    is_large: bool
    text: str


@dataclass(frozen=True, slots=True)
class ErrorEstimates:
    """All estimates of one model; `hints` are remarks that are no deviation from the usual order."""

    candidate: str
    measure: str
    reckoned: tuple[ErrorEstimate, ...]
    deviations: tuple[Deviation, ...]
    hints: tuple[str, ...]

    def of(self, output: str) -> tuple[ErrorEstimate, ...]:
        """In the order of the table."""
        return tuple(one for one in self.reckoned if one.output == output)

    def deviations_of(self, output: str) -> tuple[Deviation, ...]:
        return tuple(one for one in self.deviations if one.output == output)

    @property
    def failed(self) -> int:
        """Trainings that ended badly, each counted once: K and H are parts of KI and HI, the bootstrap is one."""
        return sum(one.failed for one in self.of_first if one.method in COUNTED)

    @property
    def useless(self) -> int:
        """Trainings that ended worse on their own rows than the constant, each counted once."""
        return sum(one.useless for one in self.of_first if one.method in COUNTED)

    @property
    def of_first(self) -> tuple[ErrorEstimate, ...]:
        return self.of(self.reckoned[0].output) if self.reckoned else ()

    def sentence(self, name: str, output: str) -> str:
        row = find_measure(self.measure)
        known = {one.method: one.estimate for one in self.of(output) if one.estimate is not None}
        order = [key for key in ("R", "632", "KI", "HI") if key in known]
        said = ", ".join(
            f"{find_method(key).symbol} {row.shown(known[key]) if known[key] > ROUNDING else 0:.3g}" for key in order
        )
        large = sum(one.is_large for one in self.deviations_of(output))
        small = len(self.deviations_of(output)) - large
        failed = (
            f" {pluralize(self.failed, 'training failed and is', 'trainings failed and are')} left out."
            if self.failed
            else " No training failed."
        )
        if self.useless:
            kind = (
                "is worse on its own training rows than the constant",
                "are worse on their own training rows than the constant",
            )
            failed += f" {pluralize(self.useless, f'training {kind[0]}', f'trainings {kind[1]}')}."
        measure = MEASURE_ENTRIES[row.key].title.lower()
        return f"{name}, {measure} of {output}: {said}. {_order_words(large, small)}{failed}"

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """One line per output and estimate, in the unit shown to people."""
        scale = find_measure(self.measure).scale
        return tuple(
            (
                one.output,
                find_method(one.method).symbol,
                find_method(one.method).title,
                *(_cell(value, scale) for value in (one.estimate, one.error, one.low, one.high)),
                str(one.iterations),
                *(_cell(value, scale) for value in (one.least, one.most, one.spread)),
                *(_cell(value, scale) for value in one.iterated or (None, None)),
                str(one.trainings),
                str(one.failed),
                str(one.useless),
                "; ".join(d.text for d in self.deviations_of(one.output) if d.sooner == one.method),
            )
            for one in self.reckoned
        )


ROUNDING = 1e-9  # below this an error is one of arithmetic
COUNTED = ("R", "e0", "KI", "L", "leave2", "leave", "complete", "HI", "TTV")  # methods with trainings of their own
HEADINGS = (
    "Output", "Sign", "Estimate", "Value", "Standard error", "From", "To", "Iterations", "Least", "Most", "Spread",
    "Eq. 8 from", "Eq. 8 to", "Trainings", "Failed", "Useless", "Deviation",
)  # fmt: skip


def _cell(value: float | None, scale: float) -> str:
    return "–" if value is None else f"{scale * _whole(value):.4g}".replace("-", "−")


def _whole(value: float) -> float:
    return 0.0 if abs(value) < ROUNDING else value


def _order_words(large: int, small: int) -> str:
    if not large and not small:
        return "They stand in the usual order."
    within = f", {small} within them" if small else ""
    return f"Deviations from the usual order: {large or 'none'} beyond both standard errors{within}."
