"""What each test row says about a model under a measure: the losses behind every range."""

from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers
from core.domain.evidence import FitResult
from core.judge.scores import ScoreTable
from core.statistics.auc_row_values import compute_auc_row_values, compute_pairwise_auc_row_values
from core.statistics.measure import Context
from core.statistics.measure_losses import take_root_apart
from core.statistics.measures import find_measure


@dataclass(frozen=True, slots=True, eq=False)
class RowLosses:
    """`losses` and `folds` are repeats x rows: NaN and -1 where a row was not tested or has no value."""

    losses: Floats
    folds: Integers


def build_row_losses(table: ScoreTable, candidate: str, measure: str, output: int) -> RowLosses | None:
    """Lay out the losses of all test rows; None where no row has a loss of its own under this measure."""
    outcomes = [outcome for outcome in table.outcomes(candidate) if outcome.predicted is not None]
    if not outcomes:
        return None
    repeats = 1 + max(outcome.job.repeat for outcome in table.outcomes(candidate))
    losses = np.full((repeats, table.data.size), np.nan)
    folds = np.full((repeats, table.data.size), -1, dtype=np.int64)
    for outcome in table.outcomes(candidate):
        folds[outcome.job.repeat, outcome.rows] = outcome.job.fold
    weights = _scale_weights(table.data, folds)
    is_known = False
    for outcome in outcomes:
        found = compute_row_losses(outcome, measure, table.data, output, table.context, weights)
        if found is not None:
            losses[outcome.job.repeat, outcome.rows] = found
            is_known = True
    return RowLosses(losses, folds) if is_known else None


def _scale_weights(data: Dataset, folds: Integers) -> Floats | None:
    """The weights of all rows, with mean 1 over those that are tested in any repeat."""
    if data.weights is None:
        return None
    return np.asarray(data.weights / data.weights[np.any(folds >= 0, axis=0)].mean())


def compute_row_losses(
    outcome: FitResult, measure: str, data: Dataset, output: int, context: Context, weights: Floats | None = None
) -> Floats | None:
    """Return values, lower is better, whose mean over the test rows says what the measure says.

    None for measures that have no such values, and for test parts on which the measure is undefined. RMSE and AUC are
    no means of losses; their values have the right mean (for AUC: 1 - AUC) and, to first order, the right spread.
    `weights` are those of all rows of the data, with mean 1: losses are multiplied by them.
    """
    if outcome.predicted is None:
        return None
    truth, predicted = data.targets[outcome.rows, output], outcome.predicted[:, output]
    counted = None if weights is None else weights[outcome.rows]
    if measure == "auc":
        return _compute_auc_losses(truth, outcome.scores, context, counted)
    if measure == "rmse" and counted is not None:
        return counted * take_root_apart(truth, predicted, counted)
    losses = find_measure(measure).losses
    found = None if losses is None else losses(truth, predicted, outcome.scores, context)
    return found if counted is None or found is None else counted * found


def is_mean_over_rows(measure: str) -> bool:
    """Whether a measure is a plain mean; the others enter by values that are means to first order."""
    return measure != "rmse" and find_measure(measure).losses is not None


def has_row_losses(measure: str) -> bool:
    """Whether each row has a value of its own under a measure; ratios, average precision and quantiles have none."""
    return measure == "auc" or find_measure(measure).losses is not None


def _compute_auc_losses(
    truth: Floats, scores: Floats | None, context: Context, weights: Floats | None
) -> Floats | None:
    if scores is None:
        return None
    if context.classes == 2:
        positives = (truth == context.positive).astype(np.int64)
        values = compute_auc_row_values(positives, scores[:, context.positive], weights)
    else:
        values = compute_pairwise_auc_row_values(truth.astype(np.int64), scores, weights)
    return None if values is None else 1.0 - values
