"""How well each model performs: the pooled estimate, its spread over splits, and a range that is not too narrow."""

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats
from core.domain.evidence import TRIVIAL
from core.domain.findings import Estimate, Interval
from core.domain.study import SchemeKind
from core.judge.context import has_one_test_set
from core.judge.influence_ranges import find_influence_interval
from core.judge.pairings import first_repeat
from core.judge.row_values import build_row_losses, has_row_losses
from core.judge.scores import ScoreTable, joined_outcomes, measures_of
from core.statistics.auc_intervals import delong
from core.statistics.bootstrap_intervals import (
    bootstrap_632,
    bootstrap_632_plus,
    bootstrap_optimism,
    no_information_error,
)
from core.statistics.difference_rule import (
    estimate_cross_validated_mean,
    grouped_auc_difference,
    grouped_difference_on_test_set,
)
from core.statistics.measures import Measure
from core.statistics.share_intervals import wilson
from core.statistics.t_tests import corrected_resampled_t, one_sample_t
from core.statistics.undefined import Undefined

MISLEADING = 0.5  # relative overfitting from which the .632 point is too optimistic and .632+ is reported
LOSS_OF = {"error": "zero-one", "mae": "absolute", "mse": "squared"}
UNSEEN = 0.632
AUC_OF_GUESSING = 0.5
SHARES_OF_ROWS = ("error", "within-tolerance")  # each row is right or wrong, so Wilson's range holds


def estimate_models(
    main: ScoreTable, halves: ScoreTable, resubstitution: ScoreTable, scheme: str
) -> tuple[Estimate, ...]:
    """One estimate per model (the constant guess too), measure and output."""
    keys = [candidate.key for candidate in main.study.candidates]
    return tuple(
        estimate_model(main, halves, resubstitution, key, row, output, scheme)
        for key in (*keys, TRIVIAL)
        if main.outcomes(key)
        for row in measures_of(main.study)
        for output in range(len(main.data.outputs))
    )


def estimate_model(
    main: ScoreTable,
    halves: ScoreTable,
    resubstitution: ScoreTable,
    key: str,
    row: Measure,
    output: int,
    scheme: str,
) -> Estimate:
    """Estimate any measure of one model on one output; without a range where the design or the rows support none."""
    values = main.values(key, row, output)
    known = np.array([value for value in values if value is not None])
    mean, point, weight, optimism = main.pooled(key, row, output), "pooled", 1.0, None
    if scheme == SchemeKind.BOOTSTRAP:
        mean, point, weight = _estimate_bootstrap(main, resubstitution, key, row, output, known)
        optimism = _remove_optimism(main, key, row, output, resubstitution.pooled(key, row, output))
    spread = weight * float(np.std(known, ddof=1)) if len(known) > 1 else None
    failed = main.failed(key)
    return Estimate(
        algorithm=key,
        measure=row.key,
        output=main.data.outputs[output],
        mean=mean,
        spread=spread,
        interval=None if mean is None else _find_range(main, halves, key, row, output, known, mean, weight, scheme),
        values=values,
        scheme=scheme,
        point=point,
        failed=failed,
        undefined=sum(value is None for value in values) - failed,
        without_optimism=optimism,
        is_in_sample=scheme == SchemeKind.RESUBSTITUTION,
    )


# --- bootstrap points ---


def _estimate_bootstrap(
    main: ScoreTable, resubstitution: ScoreTable, key: str, row: Measure, output: int, unseen: Floats
) -> tuple[float | None, str, float]:
    """.632 (Reich & Barai eq. 10), or .632+ where the model fits its training rows far better than others.

    Returns the point, its key and the weight of the unseen rows in it: spread and range shrink by that weight.
    """
    seen = resubstitution.pooled(key, row, output)
    if seen is None or not len(unseen):
        return None, "632", UNSEEN
    mixed = bootstrap_632(unseen, seen)
    if isinstance(mixed, Undefined):
        return None, "632", UNSEEN
    plain = mixed.estimate
    guess = _estimate_no_information(resubstitution, key, row, output)
    e0 = float(np.mean(unseen))
    if guess is not None:
        plus = bootstrap_632_plus(e0, seen, guess)
        if plus.relative_overfitting >= MISLEADING:
            return plus.estimate, "632-plus", plus.weight
        return plain, "632", UNSEEN
    if row.key == "auc":  # as a loss: 1 - AUC, which is one half where scores say nothing
        plus = bootstrap_632_plus(1 - e0, 1 - seen, AUC_OF_GUESSING)
        if plus.relative_overfitting >= MISLEADING:
            return 1 - plus.estimate, "632-plus", plus.weight
    is_memorized = seen == (0.0 if row.lower_is_better else 1.0)
    return (e0, "unseen", 1.0) if is_memorized else (plain, "632", UNSEEN)


def _estimate_no_information(table: ScoreTable, key: str, row: Measure, output: int) -> float | None:
    """The error that is left when inputs say nothing; None for measures it is not defined for."""
    joined = joined_outcomes(table.outcomes(key))
    if row.key not in LOSS_OF or joined is None or joined.predicted is None:
        return None
    truth = table.data.targets[joined.rows, output]
    gamma = no_information_error(truth, joined.predicted[:, output], LOSS_OF[row.key])
    return None if isinstance(gamma, Undefined) else gamma


def _remove_optimism(main: ScoreTable, key: str, row: Measure, output: int, on_training: float | None) -> float | None:
    """The bootstrap's other point: the error on the training rows with its mean optimism taken off."""
    samples = [outcome.seen[2 * output : 2 * output + 2] for outcome in main.outcomes(key) if outcome.seen]
    if on_training is None or not samples or row.key != main.study.question.measure:
        return None
    on_all, on_drawn = np.array(samples).T
    found = bootstrap_optimism(on_training, on_all, on_drawn)
    return None if isinstance(found, Undefined) else found.estimate


# --- ranges ---


def _find_range(
    main: ScoreTable,
    halves: ScoreTable,
    key: str,
    row: Measure,
    output: int,
    known: Floats,
    mean: float,
    weight: float,
    scheme: str,
) -> Interval | None:
    """The widest of what the design supports, never narrower than Wilson's with every row counted once.

    The level is 1 - alpha over the number of models. The method is that of the range that decided an end.
    """
    if scheme == SchemeKind.RESUBSTITUTION:
        return None  # a range around the error on training rows would promise something about new ones
    level = 1 - main.study.alpha / max(1, len(main.study.candidates))
    is_own = scheme == main.study.scheme.kind
    if is_own and has_one_test_set(main.study):
        return find_test_set_range(main, key, row, output, mean, level)
    if not has_row_losses(row.key):
        return find_influence_interval(main, key, row, output, level) if is_own else None
    found = _range_over_splits(main, halves, key, row, output, known, mean, weight, level, scheme)
    return _widen(found, main, row, mean, level)


def find_test_set_range(
    main: ScoreTable, key: str, row: Measure, output: int, mean: float, level: float
) -> Interval | None:
    """The range of one model's performance on one test set, at `level`."""
    if not has_row_losses(row.key):
        return find_influence_interval(main, key, row, output, level)
    return _widen(_range_of_one_test_set(main, key, row, output, level), main, row, mean, level)


def _widen(found: Interval | None, main: ScoreTable, row: Measure, mean: float, level: float) -> Interval | None:
    """Never narrower than Wilson's range with every row counted once."""
    wide = [interval for interval in (found, _find_wilson(main, row, mean, level)) if interval is not None]
    if not wide:
        return None
    widest = max(wide, key=lambda interval: interval.high - interval.low)
    low, high = min(interval.low for interval in wide), max(interval.high for interval in wide)
    return Interval(_clip(low, row), _clip(high, row), level, widest.method)


def _range_over_splits(
    main: ScoreTable,
    halves: ScoreTable,
    key: str,
    row: Measure,
    output: int,
    known: Floats,
    mean: float,
    weight: float,
    level: float,
    scheme: str,
) -> Interval | None:
    losses = build_row_losses(main, key, row.key, output) if scheme == SchemeKind.KFOLD else None
    if losses is None:
        return _correct_over_splits(main, key, known, mean, weight, level)
    half = build_row_losses(halves, key, row.key, output)
    found = estimate_cross_validated_mean(
        losses.losses,
        losses.folds,
        None if half is None else half.losses,
        None if half is None else half.folds,
        level,
        main.data.groups if main.study.scheme.grouped and main.data.group_count else None,
    )
    if isinstance(found, Undefined):
        return None
    reach = (found.high - found.low) / 2
    return Interval(mean - reach, mean + reach, level, "cross-validated")


def _correct_over_splits(
    main: ScoreTable, key: str, known: Floats, mean: float, weight: float, level: float
) -> Interval | None:
    test, train = main.sizes(key)
    used = np.isfinite(train) & (train > 0)
    ratio = float(np.mean(test[used] / train[used])) if used.any() else 0.0
    found = corrected_resampled_t(known, ratio, level)
    if isinstance(found, Undefined):
        return None
    reach = weight * (found.high - found.low) / 2
    return Interval(mean - reach, mean + reach, level, "corrected-resampled")


def _range_of_one_test_set(main: ScoreTable, key: str, row: Measure, output: int, level: float) -> Interval | None:
    """Means over rows by a t range, AUC by DeLong's; where groups are kept together, groups and not rows count."""
    losses = build_row_losses(main, key, row.key, output)
    joined = first_repeat(main, key)  # every row counts once, however often imported predictions were looked up
    if losses is None or joined is None:
        return None
    tested = np.flatnonzero(losses.folds[0] >= 0)
    values: Floats = losses.losses[0, tested]
    groups = main.data.groups[tested] if _keeps_groups(main) and main.data.groups is not None else None
    if row.key == "auc" and main.context.classes == 2 and main.data.weights is None:
        positive = main.context.positive
        truth = (main.data.labels[joined.rows] == positive).astype(np.int64)
        if joined.scores is None:
            return None
        scores = joined.scores[:, positive]
        if groups is not None:
            # Held against constant scores, whose area is one half, the difference is the area itself less one half.
            areas = grouped_auc_difference(truth, scores, np.zeros(len(scores)), groups, level)
            return (
                None
                if isinstance(areas, Undefined)
                else Interval(areas.low + 0.5, areas.high + 0.5, level, "grouped-auc")
            )
        area = delong(truth, scores, level)
        return None if isinstance(area, Undefined) else Interval(area.low, area.high, level, "delong")
    if row.key == "error" and groups is None and main.data.weights is None:
        return None  # a share of independent rows: Wilson's range, which every range of errors is widened to
    found = one_sample_t(values, level) if groups is None else grouped_difference_on_test_set(values, groups, level)
    if isinstance(found, Undefined):
        return None
    if row.key == "auc":
        low, high = 1 - found.high, 1 - found.low
    else:
        low, high = (found.low, found.high) if row.lower_is_better else (-found.high, -found.low)
    return Interval(low, high, level, "t-mean" if groups is None else "paired-groups")


def _keeps_groups(main: ScoreTable) -> bool:
    return main.study.scheme.grouped and main.data.group_count > 0


def _find_wilson(main: ScoreTable, row: Measure, mean: float, level: float) -> Interval | None:
    if row.key not in SHARES_OF_ROWS:
        return None
    rows = count_effective_rows(main)
    found = wilson(mean * rows, rows, level)
    return None if isinstance(found, Undefined) else Interval(found.low, found.high, level, "wilson")


def count_effective_rows(main: ScoreTable) -> float:
    """How many rows of equal weight say as much as the tested ones: (sum of weights)² / sum of squares (Kish 1965)."""
    tested = _find_tested_rows(main)
    if main.data.weights is None:
        return int(tested.sum())
    weights: Floats = main.data.weights[tested]
    return float(weights.sum() ** 2 / np.sum(weights**2))


def _find_tested_rows(main: ScoreTable) -> NDArray[np.bool_]:
    tested: NDArray[np.bool_] = np.zeros(main.data.size, dtype=np.bool_)
    outcomes = next(iter(main.by_candidate.values()), ())
    tested[np.concatenate([np.empty(0, dtype=np.int64), *(outcome.rows for outcome in outcomes)])] = True
    return tested


def _clip(value: float, row: Measure) -> float:
    """No end of a range lies outside the scale of its measure."""
    return float(min(max(value, row.low), row.high))
