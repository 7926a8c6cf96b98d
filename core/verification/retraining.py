"""Every training of a study done again: the same plan and rows must give the same predictions."""

import threading

import numpy as np

from core.domain.dataset import Floats
from core.domain.evidence import FitResult
from core.engine.run import Options, run_remaining_fits
from core.store.study_file import StudyFile

CLOSE = 1e-9


def retrain_study(
    file: StudyFile, options: Options, stop: threading.Event | None = None
) -> tuple[int, int, tuple[str, ...]]:
    """How many trainings gave the same, how many were done, and in words which did not."""
    kept = {outcome.job: outcome for outcome in file.outcomes()}
    same, total, wrong = 0, 0, []
    for batch in run_remaining_fits(
        file.study, file.data, frozenset(), options, stop or threading.Event(), threading.Event()
    ):
        for made in batch.outcomes:
            total += 1
            told = _difference(kept.get(made.job), made)
            same += not told
            wrong += [f"{made.job.candidate} ({_place(made)}): {told}."] if told else []
    return same, total, tuple(sorted(wrong))


def _place(made: FitResult) -> str:
    return f"{made.job.part}, repeat {made.job.repeat + 1}, fold {made.job.fold + 1}"


def _difference(kept: FitResult | None, made: FitResult) -> str:
    """In words; nothing when both are the same to nine digits."""
    if kept is None:
        return "it is missing in the file"
    if kept.ok != made.ok:
        return f"it ended with “{made.ending.value}” here and “{kept.ending.value}” there"
    return _told("predictions", kept.predicted, made.predicted) or _told("scores", kept.scores, made.scores)


def _told(what: str, kept: Floats | None, made: Floats | None) -> str:
    if kept is None or made is None:
        return "" if kept is made else f"only one of the two has {what}"
    if kept.shape != made.shape:
        return f"its {what} are of other rows or columns"
    apart = int(_apart(kept, made).sum())
    return f"{apart} of {len(made)} {what} differ" if apart else ""


def _apart(kept: Floats, made: Floats) -> Floats:
    """Which rows differ."""
    return np.asarray(~np.isclose(kept, made, rtol=CLOSE, atol=1e-12, equal_nan=True).all(axis=1))
