"""Check a study: an untouched one is as sealed, a changed one is named; on request everything is trained again."""

import sqlite3
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gui.routes.check import CheckPage
from gui.strings import honesty as strings
from gui.window import Window
from tests.gui.routes.studies import finished_file


@pytest.fixture
def page(window: Window) -> CheckPage:
    window.actions_by_name["check"].trigger()
    found = window.shell.page("check")
    assert isinstance(found, CheckPage)
    return found


def check(window: Window, page: CheckPage, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.findChild(QWidget, "primary"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.card.isVisible, timeout=60_000)


def test_that_a_file_must_be_chosen(window: Window, page: CheckPage, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.findChild(QWidget, "primary"), Qt.MouseButton.LeftButton)
    assert window.shell.footer.said.text() == strings.CHECK_NO_FILE


def test_that_an_untouched_study_is_as_it_was_sealed(
    window: Window, page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    path = finished_file(tmp_path, final_test=True)
    before = path.read_bytes()
    page.take(path)
    check(window, page, qtbot)
    assert page.tag.text() == strings.CHECK_OK
    assert "numbers reproduced" in page.headline.text()
    titles = [page.table.item(row, 0).text() for row in range(page.table.rowCount())]
    assert titles == ["checksums", "plan", "data", "splits", "numbers", "final test"]
    assert path.read_bytes() == before


def test_that_training_again_is_part_of_it_on_request(
    window: Window, page: CheckPage, qtbot: QtBot, tmp_path: Path
) -> None:
    page.take(finished_file(tmp_path))
    page.retrain.setChecked(True)
    window.settings.workers = 1
    check(window, page, qtbot)
    assert "gave the same predictions" in page.table.item(page.table.rowCount() - 1, 2).text()
    assert page.tag.text() == strings.CHECK_OK


def test_that_one_changed_figure_is_named(window: Window, page: CheckPage, qtbot: QtBot, tmp_path: Path) -> None:
    path = finished_file(tmp_path)
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE fact SET value = replace(value, '\"margin\":2.0', '\"margin\":1.0')")
    connection.close()
    page.take(path)
    check(window, page, qtbot)
    assert page.tag.text() == strings.CHECK_DIFFERS
    assert "plan" in page.headline.text()
    assert "The plan was changed after it was saved." in page.table.item(0, 2).text()
    assert "was locked" in page.table.item(1, 2).text()
