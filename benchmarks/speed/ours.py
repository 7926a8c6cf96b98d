"""Evenfold's side of a load: a study through the front door, journal, findings and all."""

import tempfile
import threading
from collections import deque
from pathlib import Path

import numpy as np

from benchmarks.speed.row import Answer
from core.application.run_study import run_study
from core.domain.dataset import Dataset, Floats
from core.domain.events import Ended
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study, Tuning, TuningKind
from core.engine.run import Options
from core.store.study_file import StudyFile

SEED = 1
NOT_TUNED = Tuning(TuningKind.NONE)


def study_of(
    candidate: Candidate, scheme: SchemeChoice, measure: str, check: str | None = None, tuning: Tuning = NOT_TUNED
) -> Study:
    """One algorithm alone: how good it is, without a comparison that the others do not make."""
    question = Question(measure=measure, cross_check=check)
    return Study("speed", "", Columns(), question, (candidate,), candidate.key, scheme, tuning, seed=SEED)


def with_journal(study: Study, data: Dataset) -> Ended:
    """The study in a new study file, as the window keeps it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        StudyFile.create(Path(folder) / "speed.evenfold", study, data) as file,
    ):
        return carried_out(study, data, file)


def carried_out(study: Study, data: Dataset, file: StudyFile | None = None) -> Ended:
    """The last event; those before are let go, as by the terminal."""
    options = Options(executor="inline")
    last = deque(run_study(study, data, threading.Event(), threading.Event(), options, file), maxlen=1).pop()
    assert isinstance(last, Ended)
    if last.findings is None:
        raise RuntimeError(last.failure)
    return last


def values(ended: Ended, key: str) -> Answer:
    """The values of every split by measure, averaged over outputs."""
    assert ended.findings is not None
    found: dict[str, list[Floats]] = {}
    for estimate in ended.findings.estimates:
        if estimate.algorithm == key:
            known = np.array([np.nan if value is None else value for value in estimate.values])
            found.setdefault(estimate.measure, []).append(known)
    return {measure: np.mean(rows, axis=0).tolist() for measure, rows in found.items()}


def evenfold(study: Study, data: Dataset) -> Answer:
    return values(with_journal(study, data), study.reference)
