"""The page Predict: the newest model is there, rows get value, range and place, files repeat own columns."""

import csv
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from core.application.predict_rows import save_model_of_study
from core.domain.prediction import Place
from core.store.study_file import StudyFile
from gui.routes.predict import PredictPage
from gui.routes.predictions_model import OWN, PLACE
from gui.strings import predict as words
from gui.window import Window
from tests.gui.routes.studies import finished_file, new_rows


@pytest.fixture
def page(window: Window, qtbot: QtBot) -> PredictPage:
    folder = window.settings.studies / "Parts"
    folder.mkdir(parents=True)
    with StudyFile.open(finished_file(folder)) as file:
        save_model_of_study(file, folder / "parts.evenfold-model")
    window.shell.go("predict")
    made = window.shell.page("predict")
    assert isinstance(made, PredictPage)
    qtbot.waitUntil(lambda: made.model is not None)
    return made


def predict(page: PredictPage, qtbot: QtBot, path: Path) -> None:
    page.open_rows(path)
    qtbot.waitUntil(lambda: page.found is not None and page.found.table.source == str(path))


def test_that_the_model_saved_last_is_chosen_beforehand(page: PredictPage) -> None:
    assert page.model is not None
    assert page.model_row.shown.text().startswith("Parts · ")


def test_that_every_row_has_a_value_a_place_and_a_count(page: PredictPage, qtbot: QtBot, tmp_path: Path) -> None:
    predict(page, qtbot, new_rows(tmp_path / "new.csv", 30, strange=True))
    found, model = page.found, page.rows_model
    assert found is not None
    assert model.rowCount() == 30
    place = next(column for column in range(model.columnCount()) if model.kind(column) == PLACE)
    assert model.index(0, place).data() == words.PLACES["outside"]
    assert page.keys.values["rows"].text() == "30"
    assert page.keys.values["outside"].text() == str(sum(one is Place.OUTSIDE for one in found.places))
    page.view.selectRow(0)
    assert page.use_title.text() == words.USE_HERE_ROW.format(row=1)
    assert "Do not rely" in page.use_words.text()


def test_that_choosing_the_rows_moves_nothing(page: PredictPage, qtbot: QtBot, tmp_path: Path) -> None:
    before = (page.rows_row.geometry(), page.model_row.geometry(), page.keys.geometry())
    predict(page, qtbot, new_rows(tmp_path / "new.csv"))
    assert (page.rows_row.geometry(), page.model_row.geometry(), page.keys.geometry()) == before


def test_that_another_level_gives_other_sets(page: PredictPage, qtbot: QtBot, tmp_path: Path) -> None:
    predict(page, qtbot, new_rows(tmp_path / "new.csv"))
    page.level.buttons["0.8"].click()
    qtbot.waitUntil(lambda: page.found is not None and page.found.level == 0.8)


def test_that_a_missing_input_is_asked_for_and_found_under_another_name(
    page: PredictPage, qtbot: QtBot, tmp_path: Path
) -> None:
    path = new_rows(tmp_path / "new.csv")
    path.write_text(path.read_text().replace("force,", "push,", 1))
    page.open_rows(path)
    qtbot.waitUntil(lambda: "force" in page._columns)
    assert page.found is None
    box = page._columns["force"]
    box.setCurrentIndex(box.findData("push"))
    page.use_columns.click()
    qtbot.waitUntil(lambda: page.found is not None)


def test_that_the_file_repeats_the_persons_columns(
    page: PredictPage, qtbot: QtBot, tmp_path: Path, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = window.findChild(QPushButton, "secondary2")
    assert not save.isEnabled()
    predict(page, qtbot, new_rows(tmp_path / "new.csv"))
    target = tmp_path / "out.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(target), ""))
    assert save.isEnabled()
    save.click()
    qtbot.waitUntil(target.exists)
    qtbot.waitUntil(lambda: "out.csv" in window.shell.footer.said.text())
    with target.open(encoding="utf-8-sig") as file:
        heads = next(csv.reader(file))
    assert heads[:2] == ["force", "noise"]
    assert {"predicted", "place", "remark"} <= set(heads)


def test_that_a_file_that_is_no_model_is_told(page: PredictPage, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "x.evenfold-model"
    path.write_text("nothing")
    before = page.model
    page.open_model(path)
    qtbot.waitUntil(lambda: page.findChild(QMessageBox, "errorBox") is not None)
    page.findChild(QMessageBox, "errorBox").close()
    assert page.model is before


def test_that_a_slow_prediction_says_before_how_long_it_takes(
    page: PredictPage, qtbot: QtBot, tmp_path: Path, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr("gui.routes.predict.foresee_time", lambda _model, rows: f"{rows} rows take an hour.")
    monkeypatch.setattr(window.shell, "announce", lambda text, _shown=True: said.append(text))
    predict(page, qtbot, new_rows(tmp_path / "new.csv"))
    assert "80 rows take an hour." in said


def test_that_what_is_predicted_is_seen_without_scrolling(page: PredictPage, qtbot: QtBot, tmp_path: Path) -> None:
    predict(page, qtbot, new_rows(tmp_path / "new.csv"))
    for place in range(page.rows_model.columnCount()):  # as if there were too many inputs for the table
        if page.rows_model.kind(place) == OWN:
            page.view.setColumnWidth(place, page.view.viewport().width())
    page._bring_forward()
    header = page.view.horizontalHeader()
    place = next(at for at in range(page.rows_model.columnCount()) if page.rows_model.kind(at) == PLACE)
    assert header.sectionViewportPosition(place) + header.sectionSize(place) <= page.view.viewport().width()
    assert header.logicalIndex(0) == 0
