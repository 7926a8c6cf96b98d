"""The golden names of the second set of reference cases over the functions of core."""

from typing import Any

import numpy as np

from core.domain.dataset import Floats, Integers
from core.insight import coded_checks as checks
from core.insight import guaranteed_threshold as thresholds
from core.insight import more_rows_forecast as more_rows
from core.insight.guaranteed_threshold import choose_threshold_over_repeats as choose
from core.prediction import domain_of_use as domain
from core.prediction import error_limits as limits
from core.prediction import population_drift as drift
from core.prediction import row_distance as distance
from core.prediction import watching
from core.statistics import difference_rule as rule
from core.statistics import error_quantiles as quantiles
from core.statistics import ratio_measures as ratios
from core.statistics.undefined import Undefined
from tests.reference.plain_answers import Plain, status_of
from tests.reference.plain_answers import plain as plain_record


def plain(found: object, names: dict[str, str], **without: Any) -> Plain:
    """As in the first set, but a reason of None for an answer."""
    answer = plain_record(found, names, **without)
    return {**answer, "reason": answer["reason"] or None}


def answer(**values: Any) -> Plain:
    return {**values, "status": "ok", "reason": None}


def numbers(values: Any) -> Floats:
    return np.asarray(values, dtype=np.float64)


def whole(values: Any) -> Integers:
    return np.asarray(values, dtype=np.int64)


def whole_or_none(values: Any) -> Integers | None:
    return None if values is None else whole(values)


def gap_rule(full: Any, folds: Any, halves: Any, half_of: Any, level: float, groups: Any = None) -> Plain:
    found = rule.estimate_cross_validated_difference(
        numbers(full), whole(folds), numbers(halves), whole(half_of), level, whole_or_none(groups)
    )
    if isinstance(found, Undefined):
        return {"mean": found.estimate, "reason": found.reason}
    return {
        "mean": found.mean,
        "v_corrected": found.corrected_variance,
        "v_rows": found.row_variance,
        "v_training": found.training_variance,
        "se": found.standard_error,
        "df": found.df,
        "half_mean": found.half_mean,
        "half_se": found.half_standard_error,
        "confirmed": found.confirmed,
        "low": found.low,
        "high": found.high,
    }


def training_spread(halves: Any, half_of: Any) -> Plain:
    return {"v": rule.compute_training_variance(numbers(halves), whole(half_of))}


def grouped_auc_difference(truth: Any, first: Any, second: Any, groups: Any, level: float) -> Plain:
    found = rule.grouped_auc_difference(whole(truth), numbers(first), numbers(second), whole(groups), level)
    if isinstance(found, Undefined):
        return {"diff": found.estimate, "se": None, "reason": found.reason}
    return {
        "auc_first": found.first_auc,
        "auc_second": found.second_auc,
        "diff": found.difference,
        "groups": found.groups,
        "se_obuchowski": found.obuchowski_error,
        "se": found.standard_error,
        "df": found.df,
        "low": found.low,
        "high": found.high,
        "p": found.p,
    }


def miss_limit(misses: Any, level: float) -> Plain:
    found = limits.compute_error_limit(numbers(misses), level)
    return {"limit": None if isinstance(found, Undefined) else found}


def miss_limit_groups(misses: Any, groups: Any, level: float) -> Plain:
    found = limits.compute_grouped_error_limit(numbers(misses), whole(groups), level)
    return {"limit": None if isinstance(found, Undefined) else found}


def scaled_miss_limit(misses: Any, sizes: Any, level: float, center: float, new_size: float) -> Plain:
    found = limits.compute_scaled_error_limit(numbers(misses), numbers(sizes), level)
    if isinstance(found, Undefined):
        return {"limit": None, "low": None, "high": None}
    return {"limit": found, "low": center - found * new_size, "high": center + found * new_size}


def expected_coverage(n: int, level: float, spread: float = 0.9) -> Plain:
    found = limits.compute_expected_coverage(n, level, spread)
    return plain(found, {"k": "rank", "mean": "mean", "low": "low", "high": "high"})


def answer_limits(scores: Any, truth: Any, classes: Any, level: float) -> Plain:
    """The sets belong to equal chances, and to 95 in 100 for the first answer."""
    places = np.array([list(classes).index(label) for label in truth])
    found = limits.compute_class_limits(numbers(scores), places, len(classes), level)
    rest = 0.05 / (len(classes) - 1)
    sets = [
        [str(classes[place]) for place in np.flatnonzero(limits.flag_possible_classes(numbers(chances), found))]
        for chances in ([1 / len(classes)] * len(classes), [0.95] + [rest] * (len(classes) - 1))
    ]
    named = {str(label): limit for label, limit in zip(classes, found, strict=True)}
    return {"limits": named, "set_a": sets[0], "set_b": sets[1]}


def kappa(n: int, target: float) -> Plain:
    return {"slow": more_rows.compute_reach(n, target, 0.5), "fast": more_rows.compute_reach(n, target, 1.0)}


def forecast(full: Any, halves: Any, half_of: Any, target: int, level: float) -> Plain:
    names = {"training": "training_variance", "level_low": "level_low", "level_high": "level_high"}
    found = more_rows.forecast_more_rows(numbers(full), numbers(halves), whole(half_of), target, level)
    return plain(found, {**names, "gain_low": "gain_low", "gain_high": "gain_high"})


def encode(rows: Any, kinds: Any, levels: list[dict[Any, int]]) -> Floats:
    """Names by their place in the training rows, new ones behind; gaps as NaN."""
    coded = [
        [
            np.nan if cell is None else cell if kind == "number" else seen.setdefault(cell, len(seen))
            for cell, kind, seen in zip(row, kinds, levels, strict=True)
        ]
        for row in rows
    ]
    return numbers(coded)


def are_names(kinds: Any) -> Any:
    return np.array([kind != "number" for kind in kinds])


def domain_scale(values: Any) -> Plain:
    known = numbers([np.nan if value is None else value for value in values])
    return answer(scale=distance.compute_column_scale(known))


def mixed_distance(train: Any, new: Any, kinds: Any) -> Plain:
    levels: list[dict[Any, int]] = [{} for _ in kinds]
    rows = encode(train, kinds, levels), encode(new, kinds, levels)
    return answer(distance=distance.compute_near_distance(*rows, are_names(kinds)).tolist())


def whitened_distance(train: Any, new: Any, kinds: Any) -> Plain:
    levels: list[dict[Any, int]] = [{} for _ in kinds]
    rows = encode(train, kinds, levels), encode(new, kinds, levels)
    return answer(distance=distance.compute_whitened_distance(*rows, are_names(kinds)).tolist())


def domain_place(held_out: Any, held_out_white: Any, new: Any, new_white: Any, groups: Any = None) -> Plain:
    white = [None if values is None else numbers(values) for values in (held_out_white, new_white)]
    found = domain.place_rows(numbers(held_out), white[0], numbers(new), white[1], whole_or_none(groups))
    if isinstance(found, Undefined):
        return plain(found, {"place": "", "p": "", "limit": ""})
    return answer(place=[str(place) for place in found.places], p=found.p.tolist(), limit=found.limit)


def miss_by_distance(distance: Any, miss: Any) -> Plain:
    found = domain.describe_error_by_distance(numbers(distance), numbers(miss))
    if isinstance(found, Undefined):
        return plain(found, {"steps": ""})
    steps = [[step.distance, step.mean, step.low, step.high, step.rows] for step in found.steps]
    return answer(steps=steps, rho=found.correlation, p=found.p)


def drift_test(old: Any, new: Any, kinds: Any, permutations: int = 999, seed: int = 0, groups: Any = None) -> Plain:
    levels: list[dict[Any, int]] = [{} for _ in kinds]
    rows = encode(old, kinds, levels), encode(new, kinds, levels)
    found = drift.find_drift(*rows, are_names(kinds), whole_or_none(groups), permutations, seed)
    return plain(found, {"auc": "auc", "p": "p"})


ALARM = {"log_wealth": "log_capital", "e_value": "evidence", "alarm_at": "alarm_at", "p_any_time": "p_any_time"}


def watch_alarm(losses: Any, promised: float, alpha: float = 0.05) -> Plain:
    return plain(watching.watch_promise(numbers(losses), promised, alpha), ALARM)


def watch_restart(losses: Any, promised: float, alpha: float = 0.05, every: int = 20) -> Plain:
    return plain(watching.watch_promise_with_restarts(numbers(losses), promised, alpha, every), ALARM)


def watch_range(losses: Any, step: float = 0.001, alpha: float = 0.05) -> Plain:
    return plain(watching.estimate_watched_mean(numbers(losses), step, alpha), {"lo": "low", "hi": "high"})


def watch_difference(loss_a: Any, loss_b: Any, step: float = 0.001, alpha: float = 0.05) -> Plain:
    found = watching.estimate_watched_difference(numbers(loss_a), numbers(loss_b), step, alpha)
    return plain(found, {"lo": "low", "hi": "high"})


def hb_pvalue(mean_loss: float, n: int, limit: float) -> Plain:
    return answer(p=thresholds.compute_hoeffding_bentkus_p(mean_loss, n, limit))


def guaranteed_threshold(fault_scores: Any, limit: float, groups: Any = None, alpha: float = 0.05) -> Plain:
    names = {"threshold": "threshold", "missed": "missed", "needed": "needed", "p": "p"}
    found = thresholds.find_guaranteed_threshold(numbers(fault_scores), limit, whole_or_none(groups), alpha)
    return plain(found, names, needed=thresholds.count_needed_faults(limit, alpha))


def threshold_over_shuffles(thresholds: Any) -> Plain:
    return answer(threshold=choose(list(thresholds)))


def measure_range(
    name: str, y: Any, predictions: Any, k: int, second: Any = None, groups: Any = None, level: float = 0.95
) -> Plain:
    names = {"estimate": "estimate", "lo": "low", "hi": "high", "se": "standard_error", "df": "df"}
    found = ratios.estimate_ratio_measure(
        name.replace("_", "-"),
        numbers(y),
        numbers(predictions),
        k,
        level,
        second=None if second is None else numbers(second),
        groups=whole_or_none(groups),
    )
    return plain(found, names)


def quantile_range(misses: Any, q: float, k: int, level: float = 0.95) -> Plain:
    found = quantiles.estimate_error_quantile(numbers(misses), q, k, level)
    given = plain(found, {"estimate": "estimate", "lo": "low", "hi": "high"})
    if isinstance(found, Undefined) or found.high is not None:
        return given
    return {**given, "status": status_of("upper_end_unknown"), "reason": "upper_end_unknown"}


def quantile_difference(misses_a: Any, misses_b: Any, q: float, k: int, level: float = 0.95) -> Plain:
    names = {"estimate": "estimate", "lo": "low", "hi": "high", "se": "standard_error"}
    return plain(quantiles.estimate_quantile_difference(numbers(misses_a), numbers(misses_b), q, k, level), names)


def fold_unlike(losses: Any, folds: Any, permutations: int = 999, seed: int = 0, groups: Any = None) -> Plain:
    found = checks.find_unlike_fold(numbers(losses), whole(folds), whole_or_none(groups), permutations, seed)
    return plain(found, {"statistic": "statistic", "p": "p", "shuffle": "repeat", "fold": "fold"})


def corrected_one_sided(d: Any, k: int, margin: float = 0.0) -> Plain:
    return plain(checks.compute_one_sided_p(numbers(d), k, margin), {"t": "t", "p": "p"})


def outlying_rows(misses: Any) -> Plain:
    return plain(checks.find_outlying_rows(numbers(misses)), {"rows": "rows", "p": "p"})


def unstable_rows(labels: Any) -> Plain:
    found = checks.compute_disagreement(whole(labels))
    if isinstance(found, Undefined):
        return plain(found, {"disagreement": ""})
    return answer(disagreement=found)


def check_family(p_rows: Any, p_corrected_t: Any) -> Plain:
    return plain(checks.judge_checks(p_rows, p_corrected_t), {"adjusted": "adjusted", "alarm": "rings"})


def edge_of_grid(edge_losses: Any, neighbour_losses: Any, k: int, margin: float) -> Plain:
    found = checks.check_grid_edge(numbers(edge_losses), numbers(neighbour_losses), k, margin)
    return plain(found, {"gain": "gain", "p": "p", "alarm": "rings"})
