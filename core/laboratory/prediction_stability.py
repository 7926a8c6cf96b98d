"""How much the answers depend on the rows a model was trained on, and which rows make repeats disagree.

Cross-validation is trustworthy for models that are stable under leaving out the rows of a fold (Kohavi 1995,
Proposition 1); rows whose answers come and go move the difference between repeats (Bradford & Brodley 2001, section 5).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats, Task
from core.domain.laboratory_results import Share, UnstableRow
from core.judge.scores import ScoreTable
from core.laboratory.row_predictions import collect_losses, collect_predictions, format_truth, name_group, name_row
from core.support.errors import DataError

MOST_ROWS = 200
SAME_UNIT = ("mae", "rmse")
OF_SPREAD = 0.1


@dataclass(frozen=True, slots=True)
class Stability:
    """`step` is the change of a number that counts (None for classes); `torn` rows are sorted, the worst first."""

    repeats: int
    shares: tuple[Share, ...]
    torn: tuple[UnstableRow, ...]
    restless: int
    step: float | None

    def sentence(self, pair: Sequence[str]) -> str:
        """The two that are looked at, and the one of the others that changes most, if it changes more."""
        looked_at = [one for one in self.shares if one.key in pair]
        most = max(self.shares, key=lambda one: one.share)
        named = [*looked_at, *(() if most in looked_at else (most,))]
        what = "" if self.step is None else f" by more than {self.step:.3g}"
        parts = ", ".join(_of_rows(one) for one in named)
        return f"Rows whose prediction changes{what} at least once in {self.repeats} repeats: {parts}."

    def torn_sentence(self) -> str:
        half = _fewest_for_half([one.part for one in self.torn])
        if half is None:
            return ""
        return f"{half:,} of {self.restless:,} changing rows cause half of the variation between repeats."


def _of_rows(one: Share) -> str:
    per_100 = 100 * one.share
    return f"{one.name} {one.changed:,} of {one.rows:,} ({per_100:{'.0f' if per_100 >= 10 else '.2g'}} of 100)"


def _fewest_for_half(parts: list[float]) -> int | None:
    reached = np.flatnonzero(np.cumsum(parts) >= 0.5)
    return int(reached[0]) + 1 if len(reached) else None


def measure_stability(main: ScoreTable, names: Mapping[str, str], candidate: str | None, output: int) -> Stability:
    """All candidates of the study; the rows are those that move the difference of this candidate to the baseline."""
    keys = [one.key for one in main.study.candidates]
    given = {key: collect_predictions(main, key, output) for key in keys}
    repeats = min(found.shape[1] for found in given.values())
    if repeats < 2:
        raise DataError(
            "Stability compares repeats, and this study has one.", hint="Choose two or more repeats on the Plan page."
        )
    step = _step(main, output)
    shares = tuple(_share(key, names[key], given[key], step) for key in keys)
    moved = _movement(main, candidate, output)
    order = np.argsort(-moved, kind="stable")
    restless = int((moved > 0).sum())
    means = _means(main, candidate, output)
    torn = tuple(
        UnstableRow(
            name_row(main.data, int(row)),
            name_group(main.data, int(row)),
            format_truth(main.data, int(row), output),
            float(means[0][row]),
            float(means[1][row]) if len(means) > 1 else None,
            float(moved[row]),
        )
        for row in order[: min(MOST_ROWS, restless)]
    )
    return Stability(repeats, shares, torn, restless, step)


def _step(main: ScoreTable, output: int) -> float | None:
    """For numbers the margin, where it is in the unit of the output; else a tenth of the spread of the true values."""
    if main.data.task is Task.CLASSES:
        return None
    if main.study.question.measure in SAME_UNIT:
        return main.study.margin(main.data.outputs[output])
    return OF_SPREAD * float(np.std(main.data.targets[:, output]))


def _share(key: str, name: str, given: Floats, step: float | None) -> Share:
    """Rows tested at least twice."""
    often = given[np.isfinite(given).sum(axis=1) >= 2]
    apart = np.nanmax(often, axis=1) - np.nanmin(often, axis=1) if len(often) else np.zeros(0)
    return Share(key, name, int((apart > (step or 0.0)).sum()), len(often))


def _movement(main: ScoreTable, candidate: str | None, output: int) -> Floats:
    """Each row's share of the variance over repeats of the difference (of the loss, for one model), row by row."""
    differences = collect_losses(main, main.study.baseline, output)
    if candidate is not None:
        ours = collect_losses(main, candidate, output)
        shared = min(ours.shape[1], differences.shape[1])
        differences = differences[:, :shared] - ours[:, :shared]
    spread = _variances(differences)
    total = float(spread.sum())
    return spread / total if total > 0 else spread


def _variances(values: Floats) -> Floats:
    known = np.isfinite(values)
    count = np.maximum(known.sum(axis=1), 1)
    filled = np.where(known, values, 0.0)
    mean = filled.sum(axis=1) / count
    return np.asarray(np.where(known, (values - mean[:, None]) ** 2, 0.0).sum(axis=1) / count)


def _means(main: ScoreTable, candidate: str | None, output: int) -> list[Floats]:
    found = []
    for key in (main.study.baseline, candidate):
        if key is not None:
            values = collect_losses(main, key, output)
            known = np.isfinite(values)
            found.append(np.where(known, values, 0.0).sum(axis=1) / np.maximum(known.sum(axis=1), 1))
    return found
