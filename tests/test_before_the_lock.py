"""Before the lock nothing is scored and no sealed answer is read: every path is watched while it is walked."""

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import FrameType

import numpy as np
import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox
from pytestqt.qtbot import QtBot

from core.advice.fold_drawing import folds
from core.advice.plan_problems import problems
from core.advice.precision_forecast import forecast_precision
from core.algorithms.learner import Prediction
from core.data.final_test_rows import split_final_test
from core.data.prepare import prepare_dataset
from core.data.read import parse_pasted
from core.domain.dataset import Floats, Table
from core.domain.evidence import Job
from core.domain.study import Candidate, Columns, Tuning, TuningKind
from core.engine.fit_context import FitJob, make_fit_context
from core.engine.training import run_fit, time_fit
from core.store import dataset_columns
from core.store.plan_record import plan_hash
from core.store.study_file import StudyFile
from core.terminal import main
from gui import tasks, theme
from gui.settings import Settings
from gui.window import Window
from gui.wizard import opening
from gui.wizard.state import Form
from tests.gui.finished import parts_data, parts_study

CORE = str(Path(__file__).resolve().parent.parent / "core")
SCORING_FILES = (
    "statistics/class_measures.py",
    "statistics/number_measures.py",
    "statistics/ranking_measures.py",
    "judge/conclude.py",
)
SCORING = {
    "judge/scores.py": ("value_of", "live_values", "build_score_table"),
    "engine/training.py": ("run_fit", "_train_and_predict"),
    "engine/fitting.py": ("predict_rows", "measure_predictions"),
    "engine/tuning.py": ("tune",),
    "store/journal.py": ("write",),
}


class Watcher:
    """Notes every function that scores, on whatever thread it is called."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(CORE):
            return
        place = code.co_filename[len(CORE) + 1 :].replace("\\", "/")
        if place in SCORING_FILES and not code.co_name.startswith("<"):
            self.seen.add(f"{place}:{code.co_name}")
        if code.co_name in SCORING.get(place, ()):
            self.seen.add(f"{place}:{code.co_name}")


@pytest.fixture
def watcher(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watcher]:
    made = Watcher()
    run: Callable[[tasks.Task[object]], None] = tasks.Task.run

    def watched(work: "tasks.Task[object]") -> None:
        sys.setprofile(made)
        run(work)

    monkeypatch.setattr(tasks.Task, "run", watched)
    sys.setprofile(made)
    yield made
    sys.setprofile(None)


def settle(window: Window, qtbot: QtBot, key: str) -> None:
    """Answer what the page asks, then go on."""
    page = window.shell.page(key)
    for button in page.findChildren(QAbstractButton):
        if button.objectName().startswith("fix_") and button.objectName().endswith("_0") and button.isEnabled():
            button.click()
    qtbot.waitUntil(lambda: not page_is_busy(window), timeout=20_000)


def page_is_busy(window: Window) -> bool:
    workers = [child for child in window.findChildren(tasks.Background) if child.busy]
    return bool(workers)


def test_that_the_window_scores_nothing_before_the_lock(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, watcher: Watcher
) -> None:
    """From the table through every page to Review & lock, with the vault on, the forecast and the timing probe."""
    monkeypatch.setenv("EVENFOLD_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("gui.wizard.study_clock.PATIENCE", 0)
    theme.apply("light")
    window = Window(Settings())
    qtbot.addWidget(window)
    window.resize(1280, 640)
    window.show()
    window.shell.open_path(written(tmp_path / "table.csv", 80))
    qtbot.waitUntil(lambda: window.shell.current == "data" and window.shell.state.data is not None, timeout=30_000)
    for key in ("data", "question", "candidates", "plan"):
        window.shell.go(key)
        settle(window, qtbot, key)
    window.shell.go("plan")
    final_test = window.shell.page("plan").findChild(QComboBox, "final_test")
    final_test.setCurrentIndex(1)
    final_test.activated.emit(1)
    qtbot.waitUntil(lambda: window.shell.state.form.sealed is not None, timeout=20_000)
    window.shell.go("review")
    qtbot.waitUntil(lambda: window.shell.clock.seconds() is not None, timeout=120_000)
    assert watcher.seen == set()
    assert not window.shell.state.locked
    window.close()
    for starter in [thread for thread in threading.enumerate() if thread.name.endswith("(_start)")]:
        starter.join()  # a process that is still being started on a busy computer


def test_that_the_terminal_scores_nothing_before_the_lock(
    tmp_path: Path, watcher: Watcher, capsys: pytest.CaptureFixture[str]
) -> None:
    table = written(tmp_path / "table.csv", 80)
    assert main(["look", str(table)]) == 0
    assert main(["new-plan", str(table), "--out", str(tmp_path / "plan.toml")]) == 0
    assert watcher.seen == set()


def test_that_the_watcher_would_see_scoring(watcher: Watcher) -> None:
    study, data = parts_study(1), parts_data()
    bench = make_fit_context(study, data)
    rows = np.arange(data.size)
    run_fit(FitJob(Job("main", 0, 0, "lda"), study.candidates[0], rows[:60], rows[60:], study.tuning), bench)
    assert "engine/training.py:run_fit" in watcher.seen


class Sealed:
    """A learner that trains and refuses to be asked."""

    def fit(self, inputs: Floats, targets: Floats, schema: object) -> None:
        assert len(inputs) == len(targets)

    def predict(self, inputs: Floats) -> Prediction:
        raise AssertionError("the probe asked for predictions")


def test_that_the_timing_probe_trains_and_never_predicts(monkeypatch: pytest.MonkeyPatch, watcher: Watcher) -> None:
    study, data = parts_study(1), parts_data()
    bench = make_fit_context(study, data)
    monkeypatch.setattr(type(bench), "build_learner", lambda *_: Sealed())
    train, test = np.arange(60), np.arange(60, data.size)
    poisoned = data.targets.copy()
    poisoned[test] = np.nan
    blind = replace(bench, data=replace(bench.data, targets=poisoned))
    tuning = Tuning(TuningKind.NONE)
    made = time_fit(FitJob(Job("main", 0, 0, "lda"), Candidate("lda", "lda"), train, test, tuning), blind)
    assert made.ok
    assert made.predicted is None
    assert watcher.seen == set()


# --- the vault: whatever its answers are, nothing before the lock can tell ---


def written(path: Path, rows: int) -> Path:
    path.write_text(text(rows))
    return path


def text(rows: int, flip_from: int | None = None) -> str:
    random = np.random.default_rng(3)
    lines = ["hour,force,color,quality"]
    for row in range(rows):
        truth = row % 2
        force, color = truth + random.normal(0, 0.7), ("red", "green", "blue")[int(random.integers(0, 3))]
        shown = 1 - truth if flip_from is not None and row >= flip_from else truth
        lines.append(f"{row},{force:.4f},{color},{('good', 'bad')[shown]}")
    return "\n".join(lines) + "\n"


COLUMNS = Columns(target=("quality",), time="hour")


def looked_at(table: Table) -> Form:
    blank = opening.look(table, COLUMNS, Form())
    return opening.with_vault(table, blank, True)


def test_that_no_answer_in_the_final_test_rows_changes_anything_before_the_lock() -> None:
    """The latest third is sealed; all its answers turned round, and every suggestion, question, forecast and hash."""
    first, second = (looked_at(parse_pasted(text(240, flip))) for flip in (None, 160))
    assert first.sealed is not None
    assert second.sealed is not None
    assert not np.array_equal(first.sealed.targets, second.sealed.targets)
    assert first.data is not None
    assert second.data is not None
    assert np.array_equal(first.data.targets, second.data.targets)
    again = opening.with_vault(None, replace(first, screened=None), True), opening.with_vault(None, second, True)
    assert again[0].study == again[1].study
    assert first.screened == second.screened
    assert plan_hash(first.study) == plan_hash(second.study)
    one, other = first.data, second.data
    assert problems(first.study, one) == problems(second.study, other)
    assert forecast_precision(first.study, one) == forecast_precision(second.study, other)
    assert str(folds(first.study, one)) == str(folds(second.study, other))


def test_that_the_final_test_rows_are_read_once_and_only_after_the_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[str] = []
    real = dataset_columns.read_dataset

    def spied(connection: object, description: str, before: str = "") -> object:
        reads.append(before)
        return real(connection, description, before)  # type: ignore[arg-type]

    monkeypatch.setattr(dataset_columns, "read_dataset", spied)
    data = prepare_dataset(parse_pasted(text(240)), Columns(target=("quality",)))
    found = split_final_test(data)
    study = replace(parts_study(1), final_test=True, columns=Columns(target=("quality",)))
    with StudyFile.create(tmp_path / "s.evenfold", study, found.data, found.final_rows) as file:
        file.lock(study)
        assert file.data.size == found.data.size
        assert file.final_test_size == found.final_rows.size
        with pytest.raises(Exception, match="after the result"):
            file.open_final_test()
        with pytest.raises(Exception, match="are unopened"):
            file.opened_rows()
    assert reads
    assert dataset_columns.FINAL_TEST not in reads
