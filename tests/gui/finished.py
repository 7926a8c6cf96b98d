"""Small studies for the result pages: locked in a file, run in this process, with their verdict."""

import threading
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from PySide6.QtWidgets import QComboBox

from core.application.run_study import run_study
from core.data.prepare import prepare_dataset
from core.domain.dataset import Column, Dataset, Kind, Table
from core.domain.events import Ended
from core.domain.study import Candidate, Columns, Question, SchemeChoice, Study, Tuning, TuningKind
from core.engine.run import Options
from core.store.study_file import StudyFile
from gui.results.tab import Tab
from gui.routes.laboratory import LaboratoryPage
from gui.window import Window
from gui.wizard.state import Form, State
from tests.gui.waiting import wait_until

INLINE = Options(executor="inline")
ANSWERED = {"unseen": "yes", "alone": "yes"}


def parts_data(rows: int = 90) -> Dataset:
    """Two classes that one input tells apart most of the time."""
    random = np.random.default_rng(1)
    truth = (np.arange(rows) % 2).astype(np.int32)
    columns = (
        Column("force", Kind.NUMBER, truth + random.normal(0, 0.8, rows)),
        Column("noise", Kind.NUMBER, random.normal(0, 1, rows)),
        Column("quality", Kind.YES_NO, truth, ("no", "yes")),
    )
    return prepare_dataset(Table("parts", "here", columns), Columns(target=("quality",)))


def parts_study(repeats: int = 3) -> Study:
    return Study(
        title="Parts",
        source="here",
        columns=Columns(target=("quality",)),
        question=Question(cross_check="auc"),
        candidates=tuple(Candidate(key, key) for key in ("lda", "naive-bayes", "knn")),
        baseline="lda",
        scheme=SchemeChoice(folds=5, repeats=repeats, max_repeats=repeats),
        tuning=Tuning(TuningKind.NONE),
        row_meaning="one part",
        use="parts of line 2",
        answers=ANSWERED,
    )


def outputs_data() -> Dataset:
    """Two outputs, both nearly linear in the first input."""
    random = np.random.default_rng(2)
    inputs = random.normal(0, 1, (60, 2))
    columns = (
        Column("load", Kind.NUMBER, inputs[:, 0]),
        Column("speed", Kind.NUMBER, inputs[:, 1]),
        Column("wear (mm)", Kind.NUMBER, 2 * inputs[:, 0] + random.normal(0, 0.3, 60)),
        Column("heat (K)", Kind.NUMBER, -inputs[:, 0] + random.normal(0, 0.5, 60)),
    )
    return prepare_dataset(Table("bench", "here", columns), Columns(target=("wear (mm)", "heat (K)")))


def outputs_study() -> Study:
    question = Question(measure="mae", cross_check="rmse", margin=0.1)
    return replace(
        parts_study(2),
        columns=Columns(target=("wear (mm)", "heat (K)")),
        question=question,
        candidates=tuple(Candidate(key, key) for key in ("linear", "knn")),
        baseline="linear",
    )


@lru_cache(maxsize=4)
def ended(several_outputs: bool = False) -> Ended:
    study, data = (outputs_study(), outputs_data()) if several_outputs else (parts_study(), parts_data())
    *_, last = run_study(study, data, threading.Event(), threading.Event(), INLINE, None)
    assert isinstance(last, Ended)
    return last


def finished_state(several_outputs: bool = False) -> State:
    """As the window has it when a run has ended."""
    study, data = (outputs_study(), outputs_data()) if several_outputs else (parts_study(), parts_data())
    last = ended(several_outputs)
    return State(form=Form(study, data), locked_at="12:00", run=last.run, findings=last.findings, visited={"run"})


def locked_state(folder: Path, study: Study | None = None) -> State:
    """Locked in a file, nothing scored yet."""
    study, data = study or parts_study(), parts_data()
    file = StudyFile.create(folder / "parts.evenfold", study, data)
    file.lock(study)
    return State(form=Form(study, data), file=file, locked_at="12:00")


def laboratory(window: Window, several_outputs: bool = False) -> LaboratoryPage:
    return show_in_laboratory(window, finished_state(several_outputs))


def show_in_laboratory(window: Window, state: State) -> LaboratoryPage:
    window.shell.replace_state(state)
    window.shell.go("laboratory")
    page = window.shell.page("laboratory")
    assert isinstance(page, LaboratoryPage)
    return page


def open_exhibit(page: LaboratoryPage, key: str) -> Tab:
    """The exhibit as soon as nothing is computed for it any more."""
    page.open_exhibit(key)
    tab = page.tab
    assert tab is not None
    wait_until(lambda: not tab.background.busy)
    return tab


def choose(box: QComboBox, place: int) -> None:
    """As a person does with the mouse."""
    box.setCurrentIndex(place)
    box.activated.emit(place)
