"""What bootstrap models say about the rows they have and have not seen, from their predictions of all rows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Dataset, Floats, Integers
from core.domain.evidence import FitResult
from core.judge.row_values import compute_row_losses
from core.judge.scores import value_of
from core.statistics.bootstrap_intervals import bootstrap_632_plus
from core.statistics.measure import Context
from core.statistics.measures import Measure

MOST_PAIRED = 700  # rows whose answers are paired with all predictions, to see what is left without information


@dataclass(frozen=True, slots=True, eq=False)
class BootstrapEstimates:
    """Values per sample on unseen, all and drawn rows; losses per row of the model of all rows, and of the samples.

    `optimism_rows` are the rows' shares in the optimism estimate, `unseen_rows` their mean losses where not drawn.
    """

    resubstitution: float
    unseen: Floats
    on_all: Floats
    on_sample: Floats
    plus: float
    plus_weight: float
    seen_rows: Floats
    unseen_rows: Floats
    optimism_rows: Floats

    def mixed_rows(self, weight: float) -> Floats:
        """The rows' shares in an estimate that gives unseen rows this weight."""
        known = np.isfinite(self.unseen_rows)
        return np.asarray(weight * self.unseen_rows[known] + (1 - weight) * self.seen_rows[known])


def estimate_by_bootstrap(
    whole: FitResult,
    samples: Sequence[FitResult],
    drawn: Sequence[Integers],
    data: Dataset,
    row: Measure,
    output: int,
    context: Context,
) -> BootstrapEstimates | None:
    """None where the model of all rows, or every sample's, failed, or the measure is undefined."""
    seen = value_of(whole, row, data, output, context)
    seen_rows = compute_row_losses(whole, row.key, data, output, context)
    parts = [_parts(outcome, rows, data, row, output, context) for outcome, rows in zip(samples, drawn, strict=True)]
    known = np.array([part for part in parts if None not in part], dtype=np.float64).reshape(-1, 3)
    if seen is None or seen_rows is None or not len(known):
        return None
    unseen_rows, optimism_rows = _by_row(samples, drawn, data, row, output, context)
    gamma = compute_no_information_value(whole, data, row, output, context)
    mean = float(known[:, 0].mean())
    plus = bootstrap_632_plus(mean, seen, mean if gamma is None else gamma)
    return BootstrapEstimates(
        resubstitution=seen,
        unseen=known[:, 0],
        on_all=known[:, 1],
        on_sample=known[:, 2],
        plus=plus.estimate,
        plus_weight=plus.weight,
        seen_rows=seen_rows,
        unseen_rows=unseen_rows,
        optimism_rows=seen_rows + optimism_rows,
    )


def _parts(
    outcome: FitResult, drawn: Integers, data: Dataset, row: Measure, output: int, context: Context
) -> tuple[float | None, float | None, float | None]:
    """The measure on the rows that were not drawn, on all, and on the drawn ones as often as they were."""
    unseen = np.setdiff1d(np.arange(data.size), drawn)
    everything = np.arange(data.size)
    values = [_on(outcome, rows, data, row, output, context) for rows in (unseen, everything, drawn)]
    return values[0], values[1], values[2]


def _on(outcome: FitResult, rows: Integers, data: Dataset, row: Measure, output: int, context: Context) -> float | None:
    """The measure on some of all rows that were predicted."""
    assert outcome.predicted is not None
    scores = None if outcome.scores is None else outcome.scores[rows]
    return row.value(data.targets[rows, output], outcome.predicted[rows, output], scores, context)


def _by_row(
    samples: Sequence[FitResult], drawn: Sequence[Integers], data: Dataset, row: Measure, output: int, context: Context
) -> tuple[Floats, Floats]:
    """Mean loss of every row over the samples without it (NaN: always drawn), and its share in the optimism."""
    total, times, shares = np.zeros(data.size), np.zeros(data.size), np.zeros(data.size)
    for outcome, rows in zip(samples, drawn, strict=True):
        losses = compute_row_losses(outcome, row.key, data, output, context)
        if losses is not None:
            often = np.bincount(rows, minlength=data.size)
            total += losses * (often == 0)
            times += often == 0
            shares += losses * (1 - often)
    means = np.divide(total, times, out=np.full(data.size, np.nan), where=times > 0)
    return means, np.asarray(shares / len(samples))


def compute_no_information_value(
    whole: FitResult, data: Dataset, row: Measure, output: int, context: Context
) -> float | None:
    """The measure when every answer is paired with every prediction (Efron & Tibshirani 1997, section 4).

    Of many rows evenly spaced ones are taken.
    """
    assert whole.predicted is not None
    some = np.unique(np.linspace(0, data.size - 1, min(data.size, MOST_PAIRED)).astype(np.int64))
    truth, predicted = data.targets[some, output], whole.predicted[some, output]
    scores = None if whole.scores is None else np.tile(whole.scores[some], (len(some), 1))
    return row.value(np.repeat(truth, len(some)), np.tile(predicted, len(some)), scores, context)
