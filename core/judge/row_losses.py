"""What each test row costs under a measure, for comparisons and ranges on one test set."""

from core.domain.dataset import Dataset, Floats
from core.domain.evidence import FitResult
from core.statistics.measure import Context
from core.statistics.measures import find_measure


def row_losses(outcome: FitResult, measure: str, data: Dataset, output: int, context: Context) -> Floats | None:
    """Losses whose mean is the measure; None for measures that are no mean over rows (AUC, R²)."""
    losses = find_measure(measure).losses
    if outcome.predicted is None or losses is None:
        return None
    return losses(data.targets[outcome.rows, output], outcome.predicted[:, output], outcome.scores, context)
