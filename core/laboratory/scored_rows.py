"""The test rows of a run with one class against the rest: what curves, thresholds and reliability are drawn from."""

import numpy as np

from core.domain.dataset import Dataset, Task
from core.domain.evidence import FitResult
from core.figures.roc import Fold
from core.judge.pairings import first_repeat
from core.judge.scores import ScoreTable
from core.support.errors import DataError


def collect_scored_folds(main: ScoreTable, candidate: str, name: str, positive: int) -> tuple[Fold, ...]:
    """Every successful fold of every repeat; an error says why a model has no scores."""
    return tuple(_fold(outcome, main.data, name, positive) for outcome in main.outcomes(candidate) if outcome.ok)


def collect_scored_rows(main: ScoreTable, candidate: str, name: str, positive: int) -> Fold | None:
    """All rows of the first repeat, each once; None when every training failed."""
    outcome = first_repeat(main, candidate)
    return None if outcome is None else _fold(outcome, main.data, name, positive)


def are_probabilities(folds: tuple[Fold, ...]) -> bool:
    return all(len(fold.ranking) and fold.ranking.min() >= 0 and fold.ranking.max() <= 1 for fold in folds)


def require_classes(data: Dataset) -> None:
    if data.task is not Task.CLASSES:
        raise DataError(
            "This needs classes to find, and this study predicts numbers.",
            hint="“Errors” shows the misses of numbers.",
        )


def _fold(outcome: FitResult, data: Dataset, name: str, positive: int) -> Fold:
    require_classes(data)
    if outcome.scores is None or np.isnan(outcome.scores).any():
        raise DataError(
            f"No curve for {name}: it names classes without saying how likely they are.",
            hint="Choose another candidate.",
        )
    truth = (data.labels[outcome.rows] == positive).astype(np.int64)
    return Fold(truth, outcome.scores[:, positive].astype(np.float64))
