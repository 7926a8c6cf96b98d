"""How well scores rank the classes: AUC of two classes, and its forms for more classes."""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from core.domain.dataset import Floats, Integers
from core.statistics.undefined import Undefined


def pair_share(above: Floats, below: Floats) -> float:
    """Share of pairs ranked right, ties counting one half (Mann-Whitney); both parts must have members."""
    ordered = np.sort(below)
    doubled = np.searchsorted(ordered, above, "left").sum() + np.searchsorted(ordered, above, "right").sum()
    return float(doubled / (2 * len(above) * len(below)))


def pair_shares(positives: NDArray[np.bool_], ranking: Floats, parts: Integers, count: int | None = None) -> Floats:
    """The same for each of several parts, by one sort for all; NaN where a part lacks one of the two.

    `parts` says to which part a row belongs, rising; `count` is their number (default: up to the last one that occurs).
    """
    order = _by_part(ranking, parts)
    parts, ranking, positives = parts[order], ranking[order], positives[order]
    number = count if count is not None else int(parts[-1]) + 1
    found = np.bincount(parts, positives, number).astype(np.int64)
    others = np.bincount(parts, ~positives, number).astype(np.int64)
    begins = np.ones(len(parts), dtype=np.bool_)
    begins[1:] = (parts[1:] != parts[:-1]) | (ranking[1:] != ranking[:-1])
    tie = np.cumsum(begins) - 1
    tied_others = np.bincount(tie, ~positives).astype(np.int64)
    below = (np.cumsum(tied_others) - tied_others)[tie] - (np.cumsum(others) - others)[parts]
    doubled = np.bincount(parts, np.where(positives, 2 * below + tied_others[tie], 0), number)
    with np.errstate(invalid="ignore"):
        return np.asarray(doubled / (2 * found * others))


def _by_part(ranking: Floats, parts: Integers) -> Integers:
    """Rising parts, and rising ranks in each; sorting whole numbers that fit in two bytes needs no comparing."""
    order = np.argsort(ranking)
    short = np.uint16 if parts.max(initial=0) < 2**16 else np.int64
    return order[np.argsort(parts[order].astype(short, copy=False), kind="stable")]


def auc_of(positives: NDArray[np.bool_], ranking: Floats) -> float | None:
    """AUC by pair counting; None when a class is absent. An AUC below one half is not flipped."""
    if not positives.any() or positives.all() or np.isnan(ranking).any():
        return None
    return pair_share(ranking[positives], ranking[~positives])


def auc(truth: Integers, ranking: Floats) -> float | Undefined:
    """AUC of two classes; `truth` holds 1 for positives and 0 for negatives (Aslan II.B)."""
    if truth.shape != ranking.shape:
        return Undefined("unequal_lengths")
    value = auc_of(truth == 1, ranking)
    if value is None:
        return Undefined("missing_score" if 0 < int((truth == 1).sum()) < truth.size else "single_class")
    return value


def average_precision(positives: NDArray[np.bool_], ranking: Floats, weights: Floats | None = None) -> float | None:
    """Area below precision over recall, in steps; equal scores are one step. None without positives or with gaps."""
    if not positives.any() or np.isnan(ranking).any():
        return None
    order = np.argsort(-ranking, kind="stable")
    counted = np.ones(len(ranking)) if weights is None else weights[order]
    last_of_ties = np.append(np.diff(ranking[order]) != 0, True)
    hits = np.cumsum(positives[order] * counted)[last_of_ties]
    alarms = np.cumsum(counted)[last_of_ties]
    return float(np.sum(np.diff(hits, prepend=0) * hits / alarms) / hits[-1])


def leave_rows_out_of_average_precision(positives: NDArray[np.bool_], ranking: Floats) -> Floats:
    """Average precision without each row in turn, for all rows by one sort; NaN without the only positive row.

    Leaving out a row lowers the flagged rows of its step and of all later ones by one, and for a positive row their
    hits too; sums up to a step and from a step on give every case.
    """
    order = np.argsort(-ranking, kind="stable")
    last_of_ties = np.append(np.diff(ranking[order]) != 0, True)
    step = np.cumsum(np.concatenate([[0], last_of_ties[:-1]])).astype(np.int64)
    hits = np.cumsum(positives[order])[last_of_ties].astype(np.float64)
    alarms = (np.flatnonzero(last_of_ties) + 1).astype(np.float64)
    found = np.diff(hits, prepend=0.0)
    fewer = np.maximum(alarms - 1, 1.0)  # a step of one row has nothing left to divide, and nothing to add
    before = np.cumsum(found * hits / alarms) - found * hits / alarms
    without_other, without_hit = found * hits / fewer, found * (hits - 1) / fewer
    after_other = np.cumsum(without_other[::-1])[::-1]  # this step and all later ones
    after_hit = np.cumsum(without_hit[::-1])[::-1] - without_hit  # later ones only: in its own step a hit is missing
    own_step = (found - 1) * (hits - 1) / fewer
    total = float(positives.sum())
    with np.errstate(all="ignore"):
        by_other = (before + after_other) / total
        by_hit = (before + own_step + after_hit) / (total - 1) if total > 1 else np.full(len(hits), np.nan)
    left_out = np.empty(len(ranking))
    left_out[order] = np.where(positives[order], by_hit[step], by_other[step])
    return left_out


def auc_multiclass(truth: Integers, scores: Floats, method: str = "hand-till") -> float | Undefined:
    """AUC of several classes: "hand-till", "ovr-macro" or "ovr-weighted"; None when a class is absent."""
    if method not in FORMS:
        return Undefined("unknown_method")
    if scores.ndim != 2 or len(scores) != len(truth):
        return Undefined("unequal_lengths")
    if scores.shape[1] < 2 or ((truth < 0) | (truth >= scores.shape[1])).any():
        return Undefined("unknown_class")
    counts = np.bincount(truth, minlength=scores.shape[1])
    if (counts == 0).any():
        return Undefined("missing_class")
    if np.isnan(scores).any():
        return Undefined("missing_score")
    return FORMS[method](truth, scores)


def hand_till(truth: Integers, scores: Floats) -> float:
    """Mean over pairs of classes of the two one-against-one areas (Hand & Till 2001)."""
    members = [scores[truth == position] for position in range(scores.shape[1])]
    areas = [
        (pair_share(members[i][:, i], members[j][:, i]) + pair_share(members[j][:, j], members[i][:, j])) / 2
        for i, j in combinations(range(len(members)), 2)
    ]
    return float(np.mean(areas))


def ovr_macro(truth: Integers, scores: Floats) -> float:
    return float(np.mean(_one_against_rest(truth, scores)))


def ovr_weighted(truth: Integers, scores: Floats) -> float:
    """One class against the rest, weighted by how common the class is."""
    return float(np.average(_one_against_rest(truth, scores), weights=np.bincount(truth, minlength=scores.shape[1])))


def _one_against_rest(truth: Integers, scores: Floats) -> list[float]:
    return [
        pair_share(scores[truth == position, position], scores[truth != position, position])
        for position in range(scores.shape[1])
    ]


FORMS = {"hand-till": hand_till, "ovr-macro": ovr_macro, "ovr-weighted": ovr_weighted}
