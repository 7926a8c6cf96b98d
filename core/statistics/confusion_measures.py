"""Measures of a table of confusions: one value per table, for two classes of the positive one, for more the macro mean.

A table is true classes x predicted classes. Functions take many tables at once (tables x classes x classes) and give
NaN where a measure is undefined.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats

TableMeasure = Callable[[Floats, int], Floats]


def compute_recall(tables: Floats, positive: int) -> Floats:
    """Share of the rows of a class that are found; a class without rows makes it undefined."""
    return _of_class_or_mean(_recalls(tables), positive)


def compute_precision(tables: Floats, positive: int) -> Floats:
    """Share of the answers of a class that are right; a class never answered makes it undefined."""
    found, answered = _hits(tables), tables.sum(axis=1)
    return _of_class_or_mean(_divide(found, answered), positive)


def compute_specificity(tables: Floats, positive: int) -> Floats:
    """Share of the rows of other classes that are not taken for the class."""
    rows = tables.sum(axis=(1, 2))[:, np.newaxis]
    others = rows - tables.sum(axis=2)
    quiet = rows - tables.sum(axis=2) - tables.sum(axis=1) + _hits(tables)
    return _of_class_or_mean(_divide(quiet, others), positive)


def compute_f1(tables: Floats, positive: int) -> Floats:
    """Harmonic mean of precision and recall, 2 TP / (2 TP + FP + FN); undefined without both rows and answers."""
    return _of_class_or_mean(_divide(2.0 * _hits(tables), tables.sum(axis=2) + tables.sum(axis=1)), positive)


def compute_balanced_accuracy(tables: Floats, positive: int) -> Floats:
    """Mean recall of all classes that have rows."""
    with np.errstate(all="ignore"):
        recalls = _recalls(tables)
        known = np.isfinite(recalls)
        return np.asarray(np.where(known, recalls, 0.0).sum(axis=1) / known.sum(axis=1))


def compute_mcc(tables: Floats, positive: int) -> Floats:
    """Matthews correlation for any number of classes (Gorodkin 2004); 0 where one class is all that is answered."""
    rows, right = tables.sum(axis=(1, 2)), _hits(tables).sum(axis=1)
    true, answered = tables.sum(axis=2), tables.sum(axis=1)
    shared = right * rows - np.sum(true * answered, axis=1)
    spread = (rows**2 - np.sum(true**2, axis=1)) * (rows**2 - np.sum(answered**2, axis=1))
    with np.errstate(all="ignore"):
        return np.asarray(np.where(spread > 0, shared / np.sqrt(np.where(spread > 0, spread, 1.0)), 0.0))


def compute_kappa(tables: Floats, positive: int) -> Floats:
    """Cohen's kappa: agreement beyond that of answering at random with the same shares; undefined for one class."""
    rows, right = tables.sum(axis=(1, 2)), _hits(tables).sum(axis=1)
    by_chance = np.sum(tables.sum(axis=2) * tables.sum(axis=1), axis=1)
    return _divide(right * rows - by_chance, rows**2 - by_chance)


@dataclass(frozen=True, slots=True)
class ClassRates:
    """Hold the rates of one class against all others; None where they are undefined for lack of rows or answers."""

    rows: int
    recall: float | None
    precision: float | None
    specificity: float | None
    f1: float | None


def compute_class_rates(table: Floats) -> tuple[ClassRates, ...]:
    """The rates of every class of one table of confusions."""
    rates = []
    for place in range(len(table)):
        hits, rows, answered = table[place, place], table[place].sum(), table[:, place].sum()
        others = table.sum() - rows
        rates.append(
            ClassRates(
                rows=int(rows),
                recall=_share(hits, rows),
                precision=_share(hits, answered),
                specificity=_share(others - (answered - hits), others),
                f1=_share(2 * hits, rows + answered),
            )
        )
    return tuple(rates)


def _share(part: float, whole: float) -> float | None:
    return float(part / whole) if whole else None


CONFUSION_MEASURES: dict[str, TableMeasure] = {
    "balanced-accuracy": compute_balanced_accuracy,
    "f1": compute_f1,
    "mcc": compute_mcc,
    "kappa": compute_kappa,
    "precision": compute_precision,
    "recall": compute_recall,
    "specificity": compute_specificity,
}


def _hits(tables: Floats) -> Floats:
    return np.asarray(np.diagonal(tables, axis1=1, axis2=2))


def _recalls(tables: Floats) -> Floats:
    return _divide(_hits(tables), tables.sum(axis=2))


def _divide(part: Floats, whole: Floats) -> Floats:
    with np.errstate(all="ignore"):
        return np.asarray(np.where(whole > 0, part / np.where(whole > 0, whole, 1.0), np.nan))


def _of_class_or_mean(by_class: Floats, positive: int) -> Floats:
    """The positive class of two, the mean over classes of more; a class beyond the table is undefined."""
    if by_class.shape[1] > 2:
        return np.asarray(by_class.mean(axis=1))
    return np.asarray(by_class[:, positive]) if positive < by_class.shape[1] else np.full(len(by_class), np.nan)
