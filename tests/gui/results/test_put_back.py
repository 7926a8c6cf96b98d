"""From the verdict to the same with the rows in that rules leave out, and back."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.engine.run import Options
from gui.results.parameters_tab import ParametersTab
from gui.results.running_tab import RunningTab
from gui.window import Window
from gui.wizard.opening import open_study
from gui.wizard.pages.report import ReportPage
from gui.wizard.pages.result import ResultPage
from tests.gui.test_result_page import result_page, ways
from tests.laboratory.test_include_excluded_rows import finished_file


def finished_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of a finished study; what is asked of it later is computed in this process."""
    monkeypatch.setattr(RunningTab, "options", Options(executor="inline"))
    with finished_file(folder) as file:
        return file.path


def test_that_the_verdict_page_leads_to_both_and_tells_them(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = finished_path(tmp_path, monkeypatch)
    window.shell.take_over(open_study(path))
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    page.actions_of_result.train_rows_in()
    tab = window.shell.page("laboratory").findChild(ParametersTab)
    assert tab is not None
    qtbot.waitUntil(lambda: not tab.is_running, timeout=60_000)
    assert [row[0] for row in tab.model.rows] == ["70 rows, as locked", "90 rows, none left out by a rule"]
    window.shell.go("verdict")
    assert "With them in (90 rows" in page.panel.below.text()


def test_that_nothing_is_offered_where_no_rows_were_left_out(window: Window) -> None:
    page = result_page(window)
    assert "rows-in" not in ways(page, "find-out")
    assert not page.actions_of_result.list_later_results()


def test_that_the_report_of_the_window_tells_both_and_names_a_changed_file(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = finished_path(tmp_path, monkeypatch)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE log SET line = line || '!' WHERE id = 1")
    window.shell.take_over(open_study(path))
    window.shell.go("report")
    report = window.shell.page("report")
    assert isinstance(report, ReportPage)
    preview, changed = report.preview, "Not all in the study file is as it was saved"
    qtbot.waitUntil(lambda: changed in preview.toPlainText(), timeout=20_000)
    report.full.setChecked(True)
    qtbot.waitUntil(lambda: "Checklists" in preview.toPlainText(), timeout=20_000)
    assert "none left out by a rule" not in preview.toPlainText()
    assert changed in preview.toPlainText()
    window.shell.go("verdict")
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    page.actions_of_result.train_rows_in()
    tab = window.shell.page("laboratory").findChild(ParametersTab)
    assert tab is not None
    qtbot.waitUntil(lambda: not tab.is_running, timeout=60_000)
    window.shell.go("report")
    qtbot.waitUntil(lambda: "none left out by a rule" in preview.toPlainText(), timeout=20_000)
