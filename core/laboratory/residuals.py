"""Where a model goes wrong: confusions at a threshold, misses against truth and inputs, worst rows, by group."""

from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats, Task
from core.domain.laboratory_results import GroupLoss, WorstRow
from core.judge.scores import ScoreTable
from core.laboratory.row_predictions import (
    collect_losses,
    collect_predictions,
    format_prediction,
    format_truth,
    name_group,
    name_row,
)
from core.support.errors import DataError

MOST_ROWS = 50
MOST_POINTS = 5000
"""Dots beyond which no more can be told apart: every so-many-th row is drawn."""


@dataclass(frozen=True, slots=True)
class Confusion:
    """Per 100 test rows, over all repeats: true classes (rows) x answers (columns), and the counts behind it."""

    classes: tuple[str, ...]
    per_100: tuple[tuple[float, ...], ...]
    counts: tuple[tuple[int, ...], ...]
    threshold: float | None

    @property
    def right(self) -> float:
        return sum(line[place] for place, line in enumerate(self.per_100))

    def sentence(self, name: str) -> str:
        wrong = [
            (self.per_100[i][j], self.classes[i], self.classes[j])
            for i in range(len(self.classes))
            for j in range(len(self.classes))
            if i != j
        ]
        most, truth, answer = max(wrong)
        worst = f"most often “{truth}” is taken for “{answer}” ({most:.1f})" if most > 0 else "none is wrong"
        return f"Of 100 rows {name} gets {self.right:.1f} right; {worst}."


def count_confusions(main: ScoreTable, candidate: str, threshold: float | None) -> Confusion:
    """At a threshold of the positive class (two classes with probabilities), else by the answers as given."""
    size, positive = len(main.data.classes), main.context.positive
    counts = np.zeros((size, size), dtype=np.int64)
    for outcome in main.outcomes(candidate):
        if outcome.predicted is None:
            continue
        given = outcome.predicted[:, 0].astype(np.int64)
        if threshold is not None and outcome.scores is not None:
            given = np.where(outcome.scores[:, positive] > threshold, positive, 1 - positive)
        np.add.at(counts, (main.data.labels[outcome.rows], given), 1)
    shares = 100 * counts / max(1, int(counts.sum()))
    return Confusion(
        main.data.classes,
        tuple(tuple(map(float, line)) for line in shares),
        tuple(tuple(map(int, line)) for line in counts),
        threshold,
    )


def has_threshold(main: ScoreTable, candidate: str) -> bool:
    """Whether a threshold between 0 and 1 has a meaning: two classes, and scores that are probabilities."""
    scores = [outcome.scores for outcome in main.outcomes(candidate) if outcome.ok]
    return len(main.data.classes) == 2 and all(
        one is not None and bool(((one >= 0) & (one <= 1)).all()) for one in scores
    )


@dataclass(frozen=True, slots=True, eq=False)
class Residuals:
    """One dot per row: a quantity across, the mean miss (answer minus truth) of all repeats upward."""

    across: str
    x: Floats
    y: Floats
    left_out: int

    def sentence(self, name: str) -> str:
        over, wide = float(np.mean(self.y)), float(np.std(self.y))
        way = "too high" if over > 0 else "too low"
        link = float(np.corrcoef(self.x, np.abs(self.y))[0, 1]) if np.std(self.x) > 0 and wide > 0 else 0.0
        grows = " Misses grow with it." if link > NOTED else " Misses shrink with it." if link < -NOTED else ""
        lean = f"{name} is {abs(over):.3g} {way} on average" if abs(over) > 0 else f"{name} is right on average"
        return f"Against {self.across}: {lean}, spread {wide:.3g}.{grows}"


NOTED = 0.3
"""Correlation of size with place from which a trend of the misses is pointed out."""


def collect_residuals(main: ScoreTable, candidate: str, output: int, feature: int | None) -> Residuals:
    """Misses against the true value, or against an input that is a number."""
    require_numbers(main)
    missed = average_known(collect_predictions(main, candidate, output)) - main.data.targets[:, output]
    across = main.data.targets[:, output] if feature is None else main.data.inputs[:, feature]
    name = "the true value" if feature is None else main.data.features[feature]
    known = np.flatnonzero(np.isfinite(missed) & np.isfinite(across))
    if not len(known):
        raise DataError(f"No row has both a miss and a value of {name}.", hint="Choose another input.")
    kept = known[:: -(-len(known) // MOST_POINTS)]
    return Residuals(name, across[kept], missed[kept], len(known) - len(kept))


def require_numbers(main: ScoreTable) -> None:
    if main.data.task is not Task.NUMBERS:
        raise DataError("Classes are right or wrong, they are not missed by a distance.", hint="Look at confusions.")


def average_known(values: Floats) -> Floats:
    """Mean over repeats of each row; NaN for rows that were never tested."""
    known = np.isfinite(values)
    count = known.sum(axis=1)
    total = np.where(known, values, 0.0).sum(axis=1)
    return np.asarray(np.where(count > 0, total / np.maximum(count, 1), np.nan))


def find_worst_rows(main: ScoreTable, candidates: tuple[str, ...], output: int) -> tuple[WorstRow, ...]:
    """Where the last of the candidates loses most, first what the other does not; its usual (numbers: mean) answer."""
    means = [average_known(collect_losses(main, key, output)) for key in candidates]
    given = collect_predictions(main, candidates[-1], output)
    order = np.lexsort((np.nan_to_num(means[0]), -np.nan_to_num(means[-1], nan=-1.0)))[:MOST_ROWS]
    return tuple(
        WorstRow(
            name_row(main.data, int(row)),
            name_group(main.data, int(row)),
            format_truth(main.data, int(row), output),
            _usual(main, given[row]),
            tuple(float(mean[row]) for mean in means),
        )
        for row in order
        if means[-1][row] > 0
    )


def _usual(main: ScoreTable, given: Floats) -> str:
    known = given[np.isfinite(given)]
    if main.data.task is Task.NUMBERS:
        return format_prediction(main.data, float(known.mean()))
    return format_prediction(main.data, float(np.bincount(known.astype(np.int64)).argmax()))


def compute_loss_by_group(main: ScoreTable, candidates: tuple[str, ...], output: int) -> tuple[GroupLoss, ...]:
    """One entry per group, in the order of the last candidate's loss."""
    groups = main.data.groups
    if groups is None or not main.data.group_name:
        raise DataError("No column keeps rows together in this study, so there are no groups.", hint="")
    means = [average_known(collect_losses(main, key, output)) for key in candidates]
    found = []
    for group in np.unique(groups):
        rows = np.flatnonzero((groups == group) & np.isfinite(means[0]))
        if len(rows):
            found.append(
                GroupLoss(
                    name_group(main.data, int(rows[0])), len(rows), tuple(float(np.nanmean(m[rows])) for m in means)
                )
            )
    return tuple(sorted(found, key=lambda one: one.losses[-1]))
