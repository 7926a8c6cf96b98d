"""Whether halves that share exactly a quarter of the rows pairwise (Li & Wang) serve better than random ones.

    OMP_NUM_THREADS=1 python -m benchmarks.balanced_halves [STUDIES]

The same studies are judged twice by the rule of the difference, with five random halvings and with five of the seven
halvings of eight blocks of rows in which any two training halves share a quarter of the rows. Prints markdown.
"""

import sys
import threading

import numpy as np

from benchmarks.truthfulness import OPTIONS
from benchmarks.truthfulness_settings import world
from benchmarks.worlds import LIBRARY, World, study_of
from core.application.run_study import run_study
from core.domain.dataset import Dataset, Floats, Integers
from core.domain.events import Ended
from core.domain.evidence import HALVES, Job
from core.engine.fit_context import FitJob, make_fit_context
from core.engine.training import run_fit
from core.judge.row_values import build_row_losses
from core.judge.scores import build_score_table
from core.statistics.difference_rule import CrossValidatedDifference, estimate_cross_validated_difference

SETTINGS = ("equal-bayes-100", "equal-knn5-100", "equal-hidden-100", "power-bayes-100", "power-knn5-100")
SIGNS = np.array([[bin(place & mask).count("1") % 2 for place in range(8)] for mask in (1, 2, 4, 7, 3)])


def deal_balanced_halves(data: Dataset, random: np.random.Generator) -> Integers:
    """Repeats x rows of 0 and 1: eight blocks with the classes spread evenly, halved in five orthogonal ways."""
    order = random.permutation(data.size)
    order = order[np.argsort(data.targets[order, 0], kind="stable")]
    blocks = np.empty(data.size, dtype=np.int64)
    start = random.integers(8)
    blocks[order] = (np.arange(data.size) + start) % 8
    return np.asarray(SIGNS[:, blocks])


def train_halves(row: World, data: Dataset, halves: Integers, seed: int) -> Floats:
    """How much less each row costs with the second model, trained on the half the row is not in."""
    study = study_of(row, seed)
    context = make_fit_context(study, data, LIBRARY)
    gaps = np.empty(halves.shape)
    for repeat, member in enumerate(halves):
        for half in (0, 1):
            train, test = np.flatnonzero(member != half), np.flatnonzero(member == half)
            wrong = []
            for candidate in row.candidates:
                job = FitJob(Job(HALVES, repeat, half, candidate.key), candidate, train, test, study.tuning)
                fitted = run_fit(job, context)
                assert fitted.predicted is not None
                wrong.append(fitted.predicted[:, 0] != data.targets[test, 0])
            gaps[repeat, test] = wrong[0].astype(np.float64) - wrong[1]
    return gaps


def judge_both_ways(row: World, number: int) -> tuple[CrossValidatedDifference, CrossValidatedDifference] | None:
    random = np.random.default_rng([31, number])
    data, study = row.draw(row.rows, random), study_of(row, number + 1)
    *_, ended = run_study(study, data, threading.Event(), threading.Event(), OPTIONS)
    assert isinstance(ended, Ended)
    laid = [
        [
            build_row_losses(build_score_table(study, data, ended.run, part), one.key, "error", 0)
            for one in row.candidates
        ]
        for part in ("main", HALVES)
    ]
    (first, second), (half_first, half_second) = laid
    assert first is not None
    assert second is not None
    assert half_first is not None
    assert half_second is not None
    gaps, dealt = first.losses - second.losses, deal_balanced_halves(data, random)
    found = [
        estimate_cross_validated_difference(gaps, first.folds, halves, ids, 0.95)
        for halves, ids in (
            (half_first.losses - half_second.losses, half_first.folds),
            (train_halves(row, data, dealt, number + 1), dealt),
        )
    ]
    both = [one for one in found if isinstance(one, CrossValidatedDifference)]
    return (both[0], both[1]) if len(both) == 2 else None


def main(studies: int = 80) -> None:
    print("| setting | halves | studies | training variance x 10⁴, mean (sd) | half-width | winners of 100 |")
    print("|---|---|---|---|---|---|")
    for key in SETTINGS:
        row = world(key)
        found = [one for number in range(studies) if (one := judge_both_ways(row, number)) is not None]
        for place, name in enumerate(("random", "balanced")):
            mine = [one[place] for one in found]
            spread = np.array([1e4 * (one.training_variance or 0.0) for one in mine])
            width = np.mean([(one.raw_high - one.raw_low) / 2 for one in mine])
            winners = 100 * np.mean([one.low > 0 or one.high < 0 for one in mine])
            cells = (
                row.title,
                name,
                len(mine),
                f"{spread.mean():.1f} ({spread.std():.1f})",
                f"{width:.3f}",
                f"{winners:.1f}",
            )
            print("| " + " | ".join(map(str, cells)) + " |", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
