"""Every training of a study done again: the same plan and rows must give the same predictions."""

import threading
from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.domain.evidence import FitResult
from core.engine.run import Options, run_remaining_fits
from core.store.study_file import StudyFile

CLOSE = 1e-9
ROUNDING = 1e-6  # of the largest value: more than sums in another order give, less than another model does
# Their iterations stop, or their pieces are chosen, by comparing computed numbers: on another processor, whose linear
# algebra rounds otherwise, such a comparison may fall the other way, and then the answer is another one.
FLIP_BY_ROUNDING = frozenset(
    {"additive", "elastic-net", "gaussian-process", "lasso", "mars", "mlp", "monotone-boosting", "pls", "svm"}
)


@dataclass(frozen=True, slots=True)
class Retraining:
    """How the trainings done again compare: the same, the same but for rounding, flipped by rounding, different.

    `flipped` holds candidates whose answers may flip on another processor and did; it is empty on the same one.
    """

    total: int
    same: int
    rounded: int
    flipped: tuple[str, ...]
    differences: tuple[str, ...]


def retrain_study(
    file: StudyFile, options: Options, stop: threading.Event | None = None, is_other_processor: bool = False
) -> Retraining:
    """Do every training of the study again."""
    kept = {outcome.job: outcome for outcome in file.outcomes()}
    may_flip = {one.key for one in file.study.candidates if one.algorithm in FLIP_BY_ROUNDING or one.grid}
    total = same = rounded = 0
    flipped, wrong = [], []
    for batch in run_remaining_fits(
        file.study, file.data, frozenset(), options, stop or threading.Event(), threading.Event()
    ):
        for made in batch.outcomes:
            total += 1
            there = kept.get(made.job)
            told = _difference(there, made, CLOSE)
            if not told:
                same += 1
            elif there is not None and not _difference(there, made, ROUNDING):
                rounded += 1
            elif is_other_processor and there is not None and made.job.candidate in may_flip:
                flipped.append(made.job.candidate)
            else:
                wrong.append(f"{made.job.candidate} ({_place(made)}): {told}.")
    return Retraining(total, same, rounded, tuple(sorted(flipped)), tuple(sorted(wrong)))


def _place(made: FitResult) -> str:
    return f"{made.job.part}, repeat {made.job.repeat + 1}, fold {made.job.fold + 1}"


def _difference(kept: FitResult | None, made: FitResult, close: float) -> str:
    """In words; nothing when both are that close."""
    if kept is None:
        return "it is missing in the file"
    if kept.ok != made.ok:
        return f"it ended with “{made.ending.value}” here and “{kept.ending.value}” there"
    in_scores = _told("scores", kept.scores, made.scores, close)
    if close > CLOSE and not in_scores and _are_ties(kept, made):
        return ""
    return _told("predictions", kept.predicted, made.predicted, close) or in_scores


def _are_ties(kept: FitResult, made: FitResult) -> bool:
    """Whether every class that differs had as good a score as the other: rounding decides which of them is first."""
    if kept.scores is None or kept.predicted is None or made.predicted is None:
        return False
    if kept.predicted.shape != made.predicted.shape or kept.predicted.shape[1] != 1:
        return False
    rows = np.flatnonzero(kept.predicted[:, 0] != made.predicted[:, 0])
    pairs = np.column_stack((kept.predicted[rows, 0], made.predicted[rows, 0])).astype(int)
    if not len(rows) or not ((pairs >= 0) & (pairs < kept.scores.shape[1])).all():
        return False
    scores = np.take_along_axis(kept.scores[rows], pairs, axis=1)
    return bool((np.abs(scores[:, 0] - scores[:, 1]) <= ROUNDING).all())


def _told(what: str, kept: Floats | None, made: Floats | None, close: float) -> str:
    if kept is None or made is None:
        return "" if kept is made else f"only one of the two has {what}"
    if kept.shape != made.shape:
        return f"its {what} are of other rows or columns"
    apart = int(_apart(kept, made, close).sum())
    return f"{apart} of {len(made)} {what} differ" if apart else ""


def _apart(kept: Floats, made: Floats, close: float) -> Floats:
    """Which rows differ."""
    least = 1e-12 if close <= CLOSE else close * float(np.nanmax(np.abs(kept), initial=0.0))
    return np.asarray(~np.isclose(kept, made, rtol=close, atol=least, equal_nan=True).all(axis=1))
