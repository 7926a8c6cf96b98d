"""Predict > Watch: rows are added to the model file, charts and history follow, and nothing moves."""

import csv
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from core.application.watch_model import watch_model
from core.prediction.file import save_model
from gui.routes.predict import PredictPage
from gui.routes.watch_view import WatchView
from gui.strings import watch as words
from gui.window import Window
from tests.prediction.generated_studies import build_generated_model, make_dataset, make_numbers

HEAD = "x0,x1,x2,y [MPa]\n"


def write_rows(path: Path, rows: int, seed: int, worse: float = 1.0) -> Path:
    inputs, targets = make_numbers(rows, seed)
    truth = 3 * inputs[:, 0] + worse * (targets - 3 * inputs[:, 0])
    lines = (",".join(f"{cell:.9f}" for cell in row) for row in np.column_stack([inputs, truth]))
    path.write_text(HEAD + "\n".join(lines) + "\n", "utf-8")
    return path


@pytest.fixture
def model(window: Window) -> Path:
    folder = window.settings.studies / "Made"
    folder.mkdir(parents=True)
    path = folder / "made.evenfold-model"
    save_model(path, build_generated_model(make_dataset(*make_numbers(150, 1)), "linear"))
    return path


@pytest.fixture
def page(window: Window, qtbot: QtBot, model: Path) -> PredictPage:
    window.shell.go("predict")
    made = window.shell.page("predict")
    assert isinstance(made, PredictPage)
    qtbot.waitUntil(lambda: made.model is not None)
    made.mode.buttons["watch"].click()
    qtbot.waitUntil(lambda: made.watch.found is not None)
    return made


def add(view: WatchView, qtbot: QtBot, path: Path) -> None:
    assert view.found is not None
    before = len(view.found.batches)
    view.add_rows(path)
    qtbot.waitUntil(lambda: view.found is not None and len(view.found.batches) == before + 1)


def test_that_the_promise_is_shown_before_anything_was_added(page: PredictPage) -> None:
    view = page.watch
    assert view.keys.values["rows"].text() == "–"
    assert view.keys.values["promise"].text().endswith("MPa")
    assert view.nothing.text() == words.EMPTY
    assert page.heading() == "Watch a model in use"


def test_that_added_rows_are_told_drawn_and_kept(
    page: PredictPage, qtbot: QtBot, tmp_path: Path, model: Path, window: Window
) -> None:
    view = page.watch
    add(view, qtbot, write_rows(tmp_path / "week 1.csv", 30, 5))
    add(view, qtbot, write_rows(tmp_path / "week 2.csv", 30, 6))
    assert view.keys.values["rows"].text() == "60"
    assert view.keys.values["state"].text() == words.STANDS
    assert "The promise stands" in view.sentence.text()
    assert [view.history.item(row, 1).text() for row in range(2)] == ["week 2.csv", "week 1.csv"]
    assert len(watch_model(model).batches) == 2
    window.shell.go("home")
    window.shell.go("predict")
    assert page.is_watching
    assert view.keys.values["rows"].text() == "60"


def test_that_a_broken_promise_rings_and_says_from_where(page: PredictPage, qtbot: QtBot, tmp_path: Path) -> None:
    view = page.watch
    add(view, qtbot, write_rows(tmp_path / "bad.csv", 200, 7, worse=4.0))
    assert view.keys.values["state"].text() == words.ALARM
    assert view.sentence.text().startswith("Alarm at row")
    view.chart.buttons["evidence"].click()
    assert view.evidence_chart.isVisible()


def test_that_few_rows_are_too_early(page: PredictPage, qtbot: QtBot, tmp_path: Path) -> None:
    add(page.watch, qtbot, write_rows(tmp_path / "few.csv", 5, 8))
    assert page.watch.keys.values["state"].text() == words.EARLY


def test_that_the_same_rows_are_refused_and_what_is_shown_stays(
    page: PredictPage, qtbot: QtBot, tmp_path: Path
) -> None:
    path = write_rows(tmp_path / "week.csv", 30, 5)
    add(page.watch, qtbot, path)
    page.watch.add_rows(path)
    qtbot.waitUntil(lambda: page.findChild(QMessageBox, "errorBox") is not None)
    page.findChild(QMessageBox, "errorBox").close()
    assert page.watch.keys.values["rows"].text() == "30"


def test_that_neither_watching_nor_adding_moves_what_can_be_used(
    page: PredictPage, qtbot: QtBot, tmp_path: Path
) -> None:
    def places() -> tuple[object, ...]:
        own = (page.mode, page.model_row.choose, page.watch.rows_row.choose, page.watch.chart)
        return tuple((one.mapTo(page.window(), one.rect().topLeft()), one.size()) for one in own)

    before = places()
    add(page.watch, qtbot, write_rows(tmp_path / "week.csv", 30, 5))
    assert places() == before
    mode, choose = before[0], before[1]
    page.mode.buttons["predict"].click()
    assert places()[:2] == (mode, choose)


def test_that_the_history_is_copied_and_saved(
    page: PredictPage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(page.watch, qtbot, write_rows(tmp_path / "week.csv", 30, 5))
    page.copy()
    assert QApplication.clipboard().text().splitlines()[1].split("\t")[1:3] == ["week.csv", "30"]
    target = tmp_path / "out.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(target), ""))
    page.watch.save_history()
    qtbot.waitUntil(target.exists)
    with target.open(encoding="utf-8-sig", newline="") as file:
        assert next(csv.DictReader(file))["rows"] == "30"
