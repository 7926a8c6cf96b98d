"""The golden names of the second set of reference cases over the functions of core."""

from typing import Any

import numpy as np

from core.domain.dataset import Floats, Integers
from core.statistics import difference_rule as rule
from core.statistics.undefined import Undefined

Plain = dict[str, Any]


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
