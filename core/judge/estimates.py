"""How good each candidate is: the pooled estimate, its spread over splits, and a range that is not too narrow."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats
from core.domain.evidence import TRIVIAL
from core.domain.findings import Estimate, Interval
from core.domain.study import SchemeKind
from core.judge.row_losses import row_losses
from core.judge.scores import ScoreTable, joined_outcomes, measures_of
from core.statistics.auc_intervals import AucInterval, delong
from core.statistics.bootstrap_intervals import bootstrap_632, bootstrap_optimism
from core.statistics.measures import Measure
from core.statistics.share_intervals import wilson
from core.statistics.t_tests import TTest, corrected_resampled_t, one_sample_t
from core.statistics.undefined import Undefined


def estimates(main: ScoreTable, resubstitution: ScoreTable, scheme: str) -> tuple[Estimate, ...]:
    """One per candidate (the trivial model too), measure and output."""
    keys = [candidate.key for candidate in main.study.candidates]
    return tuple(
        estimate(main, resubstitution, key, row, output, scheme)
        for key in (*keys, TRIVIAL)
        if main.outcomes(key)
        for row in measures_of(main.study)
        for output in range(len(main.data.outputs))
    )


def estimate(
    main: ScoreTable, resubstitution: ScoreTable, key: str, row: Measure, output: int, scheme: str
) -> Estimate:
    values = main.values(key, row, output)
    known = np.array([value for value in values if value is not None])
    mean, note = main.pooled(key, row, output), ""
    if scheme == SchemeKind.BOOTSTRAP:
        on_training_rows = resubstitution.pooled(key, row, output)
        mean, note = _point_632(known, on_training_rows)
        note += _without_optimism(main, key, row, output, on_training_rows)
    return Estimate(
        algorithm=key,
        measure=row.key,
        output=main.data.outputs[output],
        mean=mean,
        spread=float(np.std(known, ddof=1)) if len(known) > 1 else None,
        interval=_range(main, key, row, output, known, mean),
        values=values,
        scheme=scheme,
        note=note or _note(main, key, values),
    )


def _point_632(unseen: Floats, resubstitution: float | None) -> tuple[float | None, str]:
    """.632 of the error on rows not drawn plus .368 of the error on the training rows (Reich & Barai eq. 10)."""
    if resubstitution is None or not len(unseen):
        return None, "The .632 estimate needs the error on the training rows."
    found = bootstrap_632(unseen, resubstitution)
    return (None if isinstance(found, Undefined) else found.estimate), ".632 bootstrap"


def _without_optimism(main: ScoreTable, key: str, row: Measure, output: int, on_training_rows: float | None) -> str:
    """The other two points of the bootstrap in words: the rows not drawn, and the optimism taken off."""
    samples = [outcome.seen[2 * output : 2 * output + 2] for outcome in main.outcomes(key) if outcome.seen]
    if on_training_rows is None or not samples or row.key != main.study.question.measure:
        return ""
    on_all, on_drawn = np.array(samples).T
    found = bootstrap_optimism(on_training_rows, on_all, on_drawn)
    return "" if isinstance(found, Undefined) else f"; with the optimism taken off {row.shown(found.estimate):.3g}"


def _note(main: ScoreTable, key: str, values: tuple[float | None, ...]) -> str:
    failed = main.failed(key)
    undefined = sum(value is None for value in values) - failed
    parts = [f"{failed} of {len(values)} trainings failed"] if failed else []
    if undefined > 0:
        parts.append(f"undefined on {undefined} of {len(values)} splits")
    return "; ".join(parts)


def _range(main: ScoreTable, key: str, row: Measure, output: int, known: Floats, mean: float | None) -> Interval | None:
    """Corrected t over splits, never narrower than Wilson with every row counted once, at 1 - alpha / candidates."""
    if mean is None:
        return None
    level = 1 - main.study.alpha / max(1, len(main.study.candidates))
    over_splits = _over_splits(main, key, known, mean, level)
    over_rows = _over_rows(main, key, row, output, level) if len(known) == 1 else None
    wide = [interval for interval in (over_splits, _wilson(main, row, mean, level), over_rows) if interval]
    if not wide:
        return None
    low, high = min(interval.low for interval in wide), max(interval.high for interval in wide)
    return Interval(_within(low, row), _within(high, row), level, wide[0].method)


def is_held_by_wilson(made: Iterable[Estimate]) -> bool:
    """Whether a range of errors that carries another name was kept from being narrower than Wilson's."""
    return any(e.measure == "error" and e.interval is not None and e.interval.method != "wilson" for e in made)


def _over_splits(main: ScoreTable, key: str, known: Floats, mean: float, level: float) -> Interval | None:
    """No range where the values do not vary at all: a width of zero would claim certainty."""
    test, train = main.sizes(key)
    used = np.isfinite(train) & (train > 0)
    found = corrected_resampled_t(known, float(np.mean(test[used] / train[used])) if used.any() else 0.0, level)
    if isinstance(found, Undefined):
        return None
    half = (found.high - found.low) / 2
    return Interval(mean - half, mean + half, level, "corrected-resampled")


def _wilson(main: ScoreTable, row: Measure, mean: float, level: float) -> Interval | None:
    if row.key != "error":
        return None
    rows = rows_tested(main)
    found = wilson(mean * rows, rows, level)
    return None if isinstance(found, Undefined) else Interval(found.low, found.high, level, "wilson")


def rows_tested(main: ScoreTable) -> int:
    """How many different rows were tested."""
    tested: NDArray[np.bool_] = np.zeros(main.data.size, dtype=np.bool_)
    outcomes = next(iter(main.by_candidate.values()), ())
    tested[np.concatenate([np.empty(0, dtype=np.int64), *(outcome.rows for outcome in outcomes)])] = True
    return int(tested.sum())


def _over_rows(main: ScoreTable, key: str, row: Measure, output: int, level: float) -> Interval | None:
    """One test set: the range of the mean loss over its rows, or DeLong's for an AUC of two classes."""
    joined = joined_outcomes(main.outcomes(key))
    if joined is None:
        return None
    if row.key == "auc" and joined.scores is not None and len(main.data.classes) == 2:
        positive = main.context.positive
        truth = (main.data.labels[joined.rows] == positive).astype(np.int64)
        return _read(delong(truth, joined.scores[:, positive], level), level, "delong")
    losses = row_losses(joined, row.key, main.data, output, main.context)
    return None if losses is None else _read(one_sample_t(losses, level), level, "t-mean")


def _read(found: TTest | AucInterval | Undefined, level: float, method: str) -> Interval | None:
    return None if isinstance(found, Undefined) else Interval(found.low, found.high, level, method)


def _within(value: float, row: Measure) -> float:
    """No share below 0 or above 1, no miss below 0."""
    low, high = (0.0, 1.0) if row.key in ("error", "auc") else (0.0, np.inf) if row.lower_is_better else (-np.inf, 1.0)
    return float(min(max(value, low), high))
