"""Every stored answer by row and repeat, and what rows are called in lists."""

import numpy as np

from core.domain.dataset import Dataset, Floats, Task
from core.domain.evidence import FitResult
from core.judge.scores import ScoreTable
from core.statistics.class_measures import decided_positive


def collect_predictions(main: ScoreTable, candidate: str, output: int) -> Floats:
    """Rows x repeats: what was answered when the row was tested; NaN where it was not.

    Where costs count, the answer is the one at the threshold they set.
    """
    outcomes = [outcome for outcome in main.outcomes(candidate) if outcome.predicted is not None]
    repeats = 1 + max((outcome.job.repeat for outcome in outcomes), default=0)
    filled = np.full((main.data.size, repeats), np.nan)
    for outcome in outcomes:
        filled[outcome.rows, outcome.job.repeat] = _decided(main, outcome, output)
    return filled


def _decided(main: ScoreTable, outcome: FitResult, output: int) -> Floats:
    assert outcome.predicted is not None
    given, positive = outcome.predicted[:, output], main.context.positive
    if not uses_costs(main):
        return given
    return np.where(decided_positive(given, outcome.scores, main.context), positive, 1 - positive)


def uses_costs(main: ScoreTable) -> bool:
    return main.study.question.measure == "cost" and len(main.data.classes) == 2


def collect_losses(main: ScoreTable, candidate: str, output: int) -> Floats:
    """Rows x repeats: 1 for a wrong class, or what it costs where costs count; the size of the miss for numbers."""
    given, truth = collect_predictions(main, candidate, output), main.data.targets[:, [output]]
    if main.data.task is Task.NUMBERS:
        return np.abs(given - truth)
    dear = main.context.cost_ratio if uses_costs(main) else 1.0
    wrong = (given != truth) * np.where(truth == main.context.positive, dear, 1.0)
    return np.where(np.isnan(given), np.nan, wrong)


def name_row(data: Dataset, row: int) -> str:
    """The number of the row in the table, counted from 1."""
    return f"{1 + int(row if data.rows is None else data.rows[row]):,}"


def name_group(data: Dataset, row: int) -> str:
    """The name of the group a row belongs to, else its number; a dash where every row stands alone."""
    if data.groups is None:
        return "–"
    place = int(data.groups[row])
    named = data.group_names[place] if place < len(data.group_names) else str(place + 1)
    return f"{data.group_name} {named}".strip()


def format_truth(data: Dataset, row: int, output: int) -> str:
    return format_prediction(data, float(data.targets[row, output]))


def format_prediction(data: Dataset, answer: float) -> str:
    return data.classes[int(answer)] if data.task is Task.CLASSES else f"{answer:.5g}".replace("-", "−")
