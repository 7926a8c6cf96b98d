"""How the records of core become the plain answers of the reference cases: status, reason and named values."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from core.domain.dataset import Floats, Integers
from core.statistics.undefined import Undefined

Plain = dict[str, Any]
# What the caller did wrong; every other reason is a special case of sound input.
ERRORS = frozenset(
    {
        "impossible_auc", "impossible_counts", "impossible_level", "impossible_power", "impossible_ratio",
        "impossible_shares", "infinite_ratio", "k_greater_than_n", "k_less_than_2", "empty_training_set",
        "empty_test_set", "loss_out_of_bounds", "negative_count", "negative_margin", "negative_ratio",
        "negative_spread", "no_confusion_table", "not_divisible", "out_of_range", "promise_out_of_bounds",
        "unequal_lengths", "unknown_class", "unknown_kind", "unknown_loss", "unknown_method", "wrong_shape",
    }
)  # fmt: skip


def status_of(reason: str) -> str:
    return "ok" if not reason else "error" if reason in ERRORS else "degenerate"


def plain(found: object, names: Mapping[str, str], **without: Any) -> Plain:
    """`names` are golden name -> field; `without` are values of a result that is undefined (else None)."""
    if isinstance(found, Undefined):
        values = {**dict.fromkeys(names), **without}
        return {**values, "status": status_of(found.reason), "reason": found.reason}
    return {**{name: getattr(found, field) for name, field in names.items()}, "status": "ok", "reason": ""}


def single(found: object, name: str, **without: Any) -> Plain:
    """A result that is one value."""
    if isinstance(found, Undefined):
        return plain(found, {name: ""}, **without)
    return {name: found, "status": "ok", "reason": ""}


def special(answer: Plain, reason: str) -> Plain:
    """An answer of core that the reference counts as a special case."""
    return {**answer, "status": status_of(reason), "reason": reason} if answer["status"] == "ok" else answer


def floats(values: Any) -> Floats:
    return np.asarray([np.nan if value is None else value for value in values], dtype=np.float64)


def labels(values: Any) -> Integers:
    return np.asarray(values, dtype=np.int64)


def table(rows: Any) -> Floats:
    """Rows of numbers; a row that is too short is filled up with undefined values."""
    parts = [floats(row) for row in rows]
    width = max((part.size for part in parts), default=0)
    filled = [np.pad(part, (0, width - part.size), constant_values=np.nan) for part in parts]
    return np.asarray(filled, dtype=np.float64).reshape(len(parts), width)
