"""Several outputs at once: one ellipse against separate ranges (Reich & Barai 1999, section 5.2 and figure 7)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Dataset, Floats
from core.domain.evidence import Run
from core.domain.laboratory_results import JointTest, OutputDifference
from core.domain.study import Study
from core.judge.conclude import build_context
from core.statistics.multivariate_tests import HotellingTest, ManovaTest, corrected_t2, hotelling_one_sample, manova
from core.statistics.undefined import Undefined
from core.support.errors import DataError
from core.support.lazy_import import import_lazily
from core.wording.undefined_text import describe_reason
from core.wording.units import Unit, unit_of

special = import_lazily("scipy.special")

POINTS = 181
ROUND: Floats = np.linspace(0.0, 2 * math.pi, POINTS)


@dataclass(frozen=True, slots=True, eq=False)
class OutputDifferences:
    """Gaps per split (rows) and output (columns), positive for the candidate, in the units shown to people.

    `first`, `second` are the scores behind them; `ratio` is test rows per training row.
    """

    outputs: tuple[str, ...]
    units: tuple[Unit, ...]
    first: Floats
    second: Floats
    ratio: float
    level: float

    @property
    def differences(self) -> Floats:
        return self.first - self.second

    @property
    def spread(self) -> Floats:
        """Covariance of the mean gaps, allowing for training sets that share rows (Nadeau & Bengio 2003)."""
        differences = self.differences
        return np.atleast_2d(np.cov(differences, rowvar=False)) * (1 / len(differences) + self.ratio)


@dataclass(frozen=True, slots=True, eq=False)
class Ellipse:
    """Where the true pair of gaps lies, drawn as a closed line, and the box of both ranges taken one by one."""

    middle: tuple[float, float]
    x: Floats
    y: Floats
    box: tuple[float, float, float, float]
    outside: bool
    box_outside: bool

    def sentence(self, first: str, second: str) -> str:
        """The four cases of Reich's figure 7."""
        together = "show a difference" if self.outside else "show no difference"
        alone = "at least one of them does" if self.box_outside else "neither does"
        link = "and" if self.outside == self.box_outside else "but"
        return f"Taken together, {first} and {second} {together}; {link} one by one {alone}."


def collect_output_differences(study: Study, data: Dataset, run: Run, candidate: str) -> OutputDifferences:
    if len(data.outputs) < 2:
        raise DataError(
            "This study predicts one output, so there is nothing to judge together.",
            hint="Name several columns to predict to see this.",
        )
    evidence = build_context(study, data, run)
    pair = evidence.pair(candidate, evidence.measure, 0)
    assert pair.outputs_first is not None
    assert pair.outputs_second is not None
    units = tuple(unit_of(study.question.measure, study, data, output) for output in data.outputs)
    scale = np.array([unit.scale for unit in units])
    first, second = (scores.reshape(-1, len(units)) for scores in (pair.outputs_first, pair.outputs_second))
    known = np.isfinite(first).all(axis=1) & np.isfinite(second).all(axis=1)
    if known.sum() < 3:
        raise DataError("Fewer than three splits have a value for every output.", hint="Use more folds or repeats.")
    ratio = float(np.nansum(pair.test_sizes) / np.nansum(pair.train_sizes))
    return OutputDifferences(data.outputs, units, first[known] * scale, second[known] * scale, ratio, 1 - study.alpha)


def compare_each_output(found: OutputDifferences) -> tuple[OutputDifference, ...]:
    """The corrected t of every output by itself."""
    reach = float(special.stdtrit(len(found.differences) - 1, (1 + found.level) / 2))
    halves = reach * np.sqrt(np.diag(found.spread))
    return tuple(
        OutputDifference(
            output,
            unit.short,
            float(difference),
            *((difference - half, difference + half) if half > 0 else (None, None)),
        )
        for output, unit, difference, half in zip(
            found.outputs, found.units, found.differences.mean(axis=0).tolist(), halves.tolist(), strict=True
        )
    )


def run_joint_tests(found: OutputDifferences) -> tuple[JointTest, ...]:
    """The corrected T² first; the plain forms of the paper beside it."""
    corrected, plain = corrected_t2(found.differences, found.ratio), hotelling_one_sample(found.differences)
    separate = manova((found.first, found.second))
    return (
        _joint("T² that allows for shared training rows", "the one to look at", corrected, decides=True),
        _joint("T² of the paper", "takes splits for independent", plain),
        _joint("MANOVA of the paper", "takes the two for separate samples too", separate),
    )


def _joint(title: str, note: str, found: HotellingTest | ManovaTest | Undefined, decides: bool = False) -> JointTest:
    if isinstance(found, Undefined):
        return JointTest(title, note, None, found.p, describe_reason(found.reason), decides)
    statistic = found.t2 if isinstance(found, HotellingTest) else found.statistic
    return JointTest(title, note, statistic, found.p, "", decides)


def compute_ellipse(found: OutputDifferences, across: int, upward: int) -> Ellipse:
    """The region of the corrected T² for two outputs: (m - d)' V^-1 (m - d) <= p(J-1)/(J-p) F (Reich 5.2)."""
    chosen = [across, upward]
    middle, spread = found.differences.mean(axis=0)[chosen], found.spread[np.ix_(chosen, chosen)]
    if np.linalg.det(spread) <= 1e-12 * float(np.prod(np.diag(spread))) or (np.diag(spread) <= 0).any():
        raise DataError(
            f"{found.outputs[across]} and {found.outputs[upward]} move together too closely for an ellipse.",
            hint="Choose two other outputs.",
        )
    count = len(found.differences)
    limit = 2 * (count - 1) / (count - 2) * float(special.fdtri(2, count - 2, found.level))
    edge = np.linalg.cholesky(spread) @ np.array([np.cos(ROUND), np.sin(ROUND)]) * math.sqrt(limit)
    reach = float(special.stdtrit(count - 1, (1 + found.level) / 2)) * np.sqrt(np.diag(spread))
    low, high = middle - reach, middle + reach
    return Ellipse(
        middle=(float(middle[0]), float(middle[1])),
        x=middle[0] + edge[0],
        y=middle[1] + edge[1],
        box=(float(low[0]), float(high[0]), float(low[1]), float(high[1])),
        outside=float(middle @ np.linalg.solve(spread, middle)) > limit,
        box_outside=bool(((low > 0) | (high < 0)).any()),
    )


def compute_axis_limits(points: Sequence[Floats]) -> tuple[float, float]:
    """Ends of an axis that hold all of these and zero, with a little air."""
    values = np.concatenate([np.ravel(one) for one in (*points, np.zeros(1))])
    low, high = float(values.min()), float(values.max())
    air = 0.06 * (high - low) or 1.0
    return low - air, high + air
