"""The figures behind the coded checks after a run: is a fold unlike the others, a grid too short, a row an outlier?

Each check gives a statistic and mostly a p; the p of all checks of a study form one family (Holm at 5 %).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats, Integers
from core.statistics.distributions import upper_tail_p
from core.statistics.multiplicity import adjust_p
from core.statistics.t_tests import compute_corrected_variance, rounding_of
from core.statistics.undefined import Undefined

ALPHA = 0.05
FEWEST_SPLITS = 10
ENOUGH_AS_LARGE = 100  # a p above a tenth, known to a tenth of itself
FEWEST_ROWS_FOR_OUTLIERS = 40
# The tail of the corrected t is liberal: equal learners reach p <= .00625 in up to .0225 of studies.
CORRECTED_T_FACTOR = 4.0
TAIL_SHARE, TAIL_SHAPE = 0.25, 0.1  # the largest quarter of errors follows a Pareto tail of this shape


@dataclass(frozen=True, slots=True)
class UnlikeFold:
    """Hold the fold whose mean loss lies farthest from its repeat's, in standard errors, with its permutation p."""

    statistic: float
    p: float
    repeat: int
    fold: int


@dataclass(frozen=True, slots=True)
class OneSidedTest:
    t: float
    p: float


@dataclass(frozen=True, slots=True)
class GridEdge:
    """Hold what the setting at the end of a grid gains over its neighbor; `rings` if a longer grid may gain more."""

    gain: float
    p: float
    rings: bool


@dataclass(frozen=True, slots=True)
class OutlyingRows:
    """Hold rows that every model misses by far more than its other rows, and the smallest p of a row."""

    rows: tuple[int, ...]
    p: float


@dataclass(frozen=True, slots=True)
class CheckFamily:
    """Hold adjusted p of all checks in the given order (None stays None), and which of them ring."""

    adjusted: tuple[float | None, ...]
    rings: tuple[bool, ...]


def find_unlike_fold(
    losses: Floats, fold_ids: Integers, groups: Integers | None = None, permutations: int = 999, seed: int = 0
) -> UnlikeFold | Undefined:
    """Ask whether one fold is harder or easier than chance makes it; losses of rows (groups) are dealt anew.

    Dealing ends before its time once `ENOUGH_AS_LARGE` were as large: p is then their share, which is as valid as after
    all of them (Besag and Clifford 1991) and far from small.

    Undefined: `too_few_rows` (fewer than ten folds in all), `identical_scores` (all losses equal in a repeat).
    """
    if sum(len(np.unique(folds)) for folds in fold_ids) < FEWEST_SPLITS:
        return Undefined("too_few_rows")
    if np.any(np.std(losses, axis=1) <= rounding_of(None, losses)):
        return Undefined("identical_scores")
    designs = [_FoldDesign.build(folds, row) for folds, row in zip(fold_ids, losses, strict=True)]
    seen = [design.standardize(row) for design, row in zip(designs, losses, strict=True)]
    repeat = int(np.argmax([np.max(values) for values in seen]))
    statistic, fold = float(np.max(seen[repeat])), int(np.argmax(seen[repeat]))
    rng, as_large, blocks = np.random.default_rng(seed), 0, _list_blocks(groups)
    for number in range(1, permutations + 1):
        dealt = [
            np.max(design.standardize(_deal_losses(row, blocks, rng)))
            for design, row in zip(designs, losses, strict=True)
        ]
        as_large += int(max(dealt) >= statistic - 1e-12)
        if as_large == ENOUGH_AS_LARGE:
            return UnlikeFold(statistic, as_large / number, repeat, int(designs[repeat].ids[fold]))
    return UnlikeFold(statistic, (1 + as_large) / (permutations + 1), repeat, int(designs[repeat].ids[fold]))


def compute_one_sided_p(differences: Floats, folds: int, margin: float = 0.0) -> OneSidedTest | Undefined:
    """p of "the mean difference is at most `margin`" by the corrected t over splits.

    Undefined: `too_few_rows` (fewer than ten splits), `identical_scores` (no spread).
    """
    if differences.size < FEWEST_SPLITS:
        return Undefined("too_few_rows")
    if float(np.std(differences, ddof=1)) <= rounding_of(None, differences):
        return Undefined("identical_scores")
    error = math.sqrt(compute_corrected_variance(differences, 1.0 / (folds - 1)))
    t = (float(np.mean(differences)) - margin) / error
    return OneSidedTest(t, upper_tail_p(t, differences.size - 1))


def check_grid_edge(edge_losses: Floats, neighbor_losses: Floats, folds: int, margin: float) -> GridEdge | Undefined:
    """Ask whether the setting at the end of a grid still gains over its neighbor, by inner losses of the splits."""
    test = compute_one_sided_p(neighbor_losses - edge_losses, folds)
    if isinstance(test, Undefined):
        return test
    gain = float(np.mean(neighbor_losses - edge_losses))
    return GridEdge(gain, test.p, gain >= margin / 4 and test.p <= ALPHA)


def find_outlying_rows(errors: Floats) -> OutlyingRows | Undefined:
    """Find rows whose error is far out for every model; `errors` is models x rows, each the mean over repeats.

    Undefined: `too_few_rows` (under 40), `identical_scores` (no spread above the upper quarter).
    """
    rows = errors.shape[1]
    if rows < FEWEST_ROWS_FOR_OUTLIERS:
        return Undefined("too_few_rows")
    smallest = np.min(errors, axis=0)
    start = float(np.percentile(smallest, 100 * (1 - TAIL_SHARE)))
    excess = np.sort(smallest[smallest > start] - start)[:-1]
    scale = float(np.mean(excess)) if excess.size else 0.0
    if scale <= rounding_of(None, smallest):
        return Undefined("identical_scores")
    beyond = np.maximum((smallest - start) / scale, 0.0)
    p = np.minimum(1.0, rows * TAIL_SHARE * (1 + TAIL_SHAPE * beyond / (1 - TAIL_SHAPE)) ** (-1 / TAIL_SHAPE))
    return OutlyingRows(tuple(np.flatnonzero(p <= ALPHA).tolist()), float(np.min(p)))


def compute_disagreement(labels: Integers) -> float | Undefined:
    """Share of rows answered differently by two repeats, averaged over all pairs; `labels` is repeats x rows."""
    repeats = len(labels)
    if repeats < 2:
        return Undefined("too_few_partitions")
    pairs = [np.mean(labels[i] != labels[j]) for i in range(repeats) for j in range(i + 1, repeats)]
    return float(np.mean(pairs))


def judge_checks(p_values: Sequence[float | None], corrected_t_p_values: Sequence[float | None]) -> CheckFamily:
    """Adjust the p of all checks and models of a study together (Holm); those of the corrected t enter four times."""
    raised = [None if p is None else min(1.0, CORRECTED_T_FACTOR * p) for p in corrected_t_p_values]
    found = adjust_p([*p_values, *raised], "holm")
    if isinstance(found, Undefined):
        raise ValueError(f"p values must lie between 0 and 1: {found.reason}")
    return CheckFamily(found.adjusted, tuple(p is not None and p <= ALPHA for p in found.adjusted))


@dataclass(frozen=True, slots=True, eq=False)
class _FoldDesign:
    """The folds of one repeat; mean and errors stay the same whichever rows the losses are dealt to."""

    ids: Integers
    member: Integers
    sizes: Floats
    mean: float
    errors: Floats  # of a fold mean, drawing without replacement

    @classmethod
    def build(cls, folds: Integers, losses: Floats) -> "_FoldDesign":
        ids, member = np.unique(folds, return_inverse=True)
        sizes = np.bincount(member).astype(np.float64)
        errors = float(np.std(losses, ddof=1)) * np.sqrt(1.0 / sizes - 1.0 / losses.size)
        return cls(ids, member, sizes, float(np.mean(losses)), errors)

    def standardize(self, losses: Floats) -> Floats:
        """Distance of every fold's mean from the mean of all, in standard errors."""
        return np.asarray(np.abs(np.bincount(self.member, losses) / self.sizes - self.mean) / self.errors)


def _list_blocks(groups: Integers | None) -> list[Integers] | None:
    """Rows of the groups of each size, groups x rows; None where rows stand alone."""
    if groups is None:
        return None
    _, member, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    order = np.argsort(member, kind="stable")
    starts = np.cumsum(sizes) - sizes
    return [order[starts[sizes == size][:, None] + np.arange(size)] for size in np.unique(sizes)]


def _deal_losses(losses: Floats, blocks: list[Integers] | None, rng: np.random.Generator) -> Floats:
    """The same losses on other rows; groups of equal size swap theirs whole, rows of one group stay together."""
    if blocks is None:
        return rng.permutation(losses)
    dealt = np.empty_like(losses)
    for block in blocks:
        dealt[block] = losses[block[rng.permutation(len(block))]]
    return dealt
