"""What Kohavi's study finds: a point per way of estimating, and the learning curve."""

from dataclasses import dataclass

from core.statistics.measures import find_measure
from core.support.text import pluralize
from core.wording.method_tables import MEASURE_ENTRIES


@dataclass(frozen=True, slots=True)
class Series:
    """A way of estimating that is varied: by the number of folds or of bootstrap samples."""

    key: str
    title: str
    note: str
    source: str
    is_bootstrap: bool


SERIES: tuple[Series, ...] = (
    Series("folds", "Cross-validation", "rows dealt by chance alone", "Kohavi 1995, figures 1 and 3", False),
    Series("stratified", "Stratified", "classes in proportion in every fold", "Kohavi 1995, section 5", False),
    Series("632", ".632 bootstrap", "seen and unseen rows mixed", "Kohavi 1995, figures 2 and 4", True),
    Series("e0", "e0 bootstrap", "unseen rows only", "Kohavi 1995, section 2.3", True),
)
HEADINGS = ("Estimate", "Folds or samples", "Mean", "Bias", "± of the bias", "Spread")
CURVE_HEADINGS = ("Rows trained on", "Mean error", "Spread")


@dataclass(frozen=True, slots=True)
class Point:
    """Mean and standard deviation of an estimate over samples; a positive bias is pessimistic."""

    series: str
    x: int
    mean: float
    spread: float
    bias: float
    bias_error: float


@dataclass(frozen=True, slots=True)
class KohaviResult:
    """All points in the measure's own unit; the truth is the mean error on the rows outside the samples."""

    data: str
    measure: str
    size: int
    rows: int
    draws: int
    truth: float | None
    truth_spread: float | None
    points: tuple[Point, ...]
    failed: int
    truths: int = 0  # samples the truth was measured with

    def of(self, series: str) -> tuple[Point, ...]:
        return tuple(point for point in self.points if point.series == series)

    def point(self, series: str, x: int) -> Point | None:
        return next((point for point in self.of(series) if point.x == x), None)

    def sentence(self, name: str) -> str:
        """The bias with two standard errors and the spread, of ten folds and of the most bootstrap samples."""
        row = find_measure(self.measure)
        if self.truth is None:
            return f"{name}: no training on {self.size} rows ended well."
        most = max((point.x for point in self.of("632")), default=0)
        shown = (("folds", 10, "10 folds"), ("stratified", 10, "stratified"), ("632", most, f".632 of {most} samples"))
        said = "; ".join(words for words in (self._words(*entry) for entry in shown) if words)
        failed = f" {pluralize(self.failed, 'training')} failed." if self.failed else ""
        return (
            f"{name} on {self.size} rows of {self.data}: true value {row.shown(self.truth):.3g}, from {self.truths} "
            f"holdouts. Bias (spread): {said}.{failed}"
        )

    def _words(self, series: str, x: int, title: str) -> str:
        point, scale = self.point(series, x), find_measure(self.measure).scale
        if point is None:
            return ""
        bias = f"{scale * point.bias:+.2g} ± {2 * scale * point.bias_error:.2g}".replace("-", "−")
        return f"{title} {bias} ({scale * point.spread:.2g})"

    def table(self) -> tuple[tuple[str, ...], ...]:
        scale = find_measure(self.measure).scale
        titles = {series.key: series.title for series in SERIES}
        return tuple(
            (
                titles[point.series],
                str(point.x),
                *(
                    f"{scale * value:.4g}".replace("-", "−")
                    for value in (point.mean, point.bias, 2 * point.bias_error, point.spread)
                ),
            )
            for point in self.points
        )


@dataclass(frozen=True, slots=True)
class CurvePoint:
    size: int
    mean: float | None
    spread: float | None


@dataclass(frozen=True, slots=True)
class Curve:
    """The learning curve of one model."""

    measure: str
    points: tuple[CurvePoint, ...]

    @property
    def known(self) -> tuple[tuple[int, float, float], ...]:
        return tuple((p.size, p.mean, p.spread) for p in self.points if p.mean is not None and p.spread is not None)

    def sentence(self, name: str) -> str:
        row = find_measure(self.measure)
        if len(self.known) < 2:
            return f"{name}: there are too few sizes for a learning curve."
        (few, first, _), (many, last, _) = self.known[0], self.known[-1]
        measure = MEASURE_ENTRIES[row.key].title.lower()
        return (
            f"{name}: {measure} {row.shown(first):.3g} with {few} rows, {row.shown(last):.3g} with {many}. "
            "Where the curve still falls, two or five folds judge models trained on too few rows."
        )

    def table(self) -> tuple[tuple[str, ...], ...]:
        scale = find_measure(self.measure).scale
        return tuple((str(size), f"{scale * mean:.4g}", f"{scale * spread:.4g}") for size, mean, spread in self.known)
