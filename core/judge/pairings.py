"""Two candidates side by side, taken from the board, for every comparer to look at."""

from dataclasses import replace

import numpy as np

from core.domain.dataset import Floats, Integers, Task
from core.domain.evidence import FitResult
from core.domain.pairing import Pairing
from core.judge.scores import ScoreTable, joined_outcomes
from core.statistics.measures import Measure


def pairing(
    boards: ScoreTable,
    halves: ScoreTable,
    first: str,
    second: str,
    row: Measure,
    output: int = 0,
    with_rows: bool = True,
) -> Pairing:
    """Scores with "higher is better", the rows of the first repeat, and the five two-fold repeats if run.

    Rows may be left out by those who only look at scores: there may be millions of them.
    """
    test_sizes, train_sizes = boards.sizes(first)
    pair = Pairing(
        first=first,
        second=second,
        measure=row.key,
        first_scores=_scores(boards, first, row, output),
        second_scores=_scores(boards, second, row, output),
        test_sizes=test_sizes,
        train_sizes=train_sizes,
        halves=_halves(halves, first, second, row, output),
        output=boards.data.outputs[output],
    )
    pair = _with_outputs(pair, boards, row)
    return _with_rows(pair, boards) if with_rows else pair


def _scores(boards: ScoreTable, candidate: str, row: Measure, output: int) -> Floats:
    return (-1.0 if row.lower_is_better else 1.0) * boards.grid(candidate, row, output)


def _halves(halves: ScoreTable, first: str, second: str, row: Measure, output: int) -> Floats | None:
    ours, theirs = _scores(halves, first, row, output), _scores(halves, second, row, output)
    if ours.shape != (5, 2) or theirs.shape != (5, 2):
        return None
    differences = ours - theirs
    return differences if np.isfinite(differences).all() else None


def _with_outputs(pair: Pairing, boards: ScoreTable, row: Measure) -> Pairing:
    outputs = range(len(boards.data.outputs))
    if len(outputs) < 2:
        return pair
    return replace(
        pair,
        outputs_first=np.stack([_scores(boards, pair.first, row, i) for i in outputs], axis=-1),
        outputs_second=np.stack([_scores(boards, pair.second, row, i) for i in outputs], axis=-1),
    )


def _with_rows(pair: Pairing, boards: ScoreTable) -> Pairing:
    first, second = first_repeat(boards, pair.first), first_repeat(boards, pair.second)
    if boards.data.task is not Task.CLASSES or first is None or second is None:
        return pair
    if not np.array_equal(first.rows, second.rows):
        return pair
    truth = boards.data.labels[first.rows]
    pair = replace(pair, correct_first=_correct(first, truth), correct_second=_correct(second, truth))
    if len(boards.data.classes) != 2 or first.scores is None or second.scores is None:
        return pair
    positive = boards.context.positive
    return replace(
        pair,
        truth=(truth == positive).astype(np.int64),
        first_ranking=first.scores[:, positive],
        second_ranking=second.scores[:, positive],
    )


def first_repeat(boards: ScoreTable, candidate: str) -> FitResult | None:
    """All test rows of the first repeat as one outcome."""
    repeats = boards.repeats(candidate)
    return joined_outcomes(repeats[0]) if repeats else None


def _correct(outcome: FitResult, truth: Integers) -> Integers:
    right: Integers = np.equal(np.asarray(outcome.predicted)[:, 0], truth).astype(np.int64)
    return right
