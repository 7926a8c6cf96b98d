"""Finished studies of every kind for the Laboratory: two and more classes, groups, numbers, outputs, one model."""

import threading
from dataclasses import replace
from functools import lru_cache

import numpy as np

from core.application.run_study import run_study
from core.data.prepare import prepare_dataset
from core.domain.dataset import Column, Dataset, Kind, Table
from core.domain.events import Ended
from core.domain.study import Candidate, Columns, Question, SchemeChoice, SchemeKind, Study
from gui.wizard.state import Form, State
from tests.gui.finished import INLINE, finished_state, parts_data, parts_study


def three_classes() -> tuple[Study, Dataset]:
    random = np.random.default_rng(4)
    truth = (np.arange(90) % 3).astype(np.int32)
    columns = (
        Column("force", Kind.NUMBER, truth + random.normal(0, 0.6, 90)),
        Column("noise", Kind.NUMBER, random.normal(0, 1, 90)),
        Column("quality", Kind.NAMES, truth, ("low", "mid", "high")),
    )
    return parts_study(2), prepare_dataset(Table("parts", "here", columns), Columns(target=("quality",)))


def grouped() -> tuple[Study, Dataset]:
    random = np.random.default_rng(5)
    truth = (np.arange(120) % 2).astype(np.int32)
    columns = (
        Column("force", Kind.NUMBER, truth + random.normal(0, 0.8, 120)),
        Column("machine", Kind.NAMES, (np.arange(120) // 10).astype(np.int32), tuple(f"M{i:02d}" for i in range(12))),
        Column("quality", Kind.YES_NO, truth, ("no", "yes")),
    )
    chosen = Columns(target=("quality",), group="machine")
    return replace(parts_study(2), columns=chosen), prepare_dataset(Table("parts", "here", columns), chosen)


def one_number() -> tuple[Study, Dataset]:
    random = np.random.default_rng(6)
    inputs = random.normal(0, 1, (80, 2))
    columns = (
        Column("load", Kind.NUMBER, inputs[:, 0]),
        Column("speed", Kind.NUMBER, inputs[:, 1]),
        Column("wear (mm)", Kind.NUMBER, 2 * inputs[:, 0] + random.normal(0, 0.3, 80)),
    )
    question = Question(measure="mae", cross_check="rmse", margin=0.1)
    candidates = tuple(Candidate(key, key) for key in ("linear", "knn"))
    study = replace(
        parts_study(2),
        columns=Columns(target=("wear (mm)",)),
        question=question,
        candidates=candidates,
        baseline="linear",
    )
    return study, prepare_dataset(Table("bench", "here", columns), Columns(target=("wear (mm)",)))


def one_model() -> tuple[Study, Dataset]:
    return replace(parts_study(2), candidates=(Candidate("lda", "lda"),)), parts_data()


def one_test_set() -> tuple[Study, Dataset]:
    return replace(parts_study(), scheme=SchemeChoice(SchemeKind.HOLDOUT, repeats=1, max_repeats=1)), parts_data(120)


def costs() -> tuple[Study, Dataset]:
    """Three panels of histograms, and decisions away from one half."""
    return replace(parts_study(2), question=Question(measure="cost", cost_ratio=2.0, cross_check="auc")), parts_data()


MADE = {
    "costs": costs,
    "three classes": three_classes,
    "groups": grouped,
    "one number": one_number,
    "one model": one_model,
    "one test set": one_test_set,
}
KINDS = ("two classes", "several outputs", *MADE)


@lru_cache(maxsize=8)
def state_of(kind: str) -> State:
    """A finished study of this kind, as the window has it."""
    if kind not in MADE:
        return finished_state(kind == "several outputs")
    study, data = MADE[kind]()
    *_, last = run_study(study, data, threading.Event(), threading.Event(), INLINE, None)
    assert isinstance(last, Ended)
    return State(form=Form(study, data), locked_at="12:00", run=last.run, findings=last.findings, visited={"run"})
