"""From a verdict blocked by a possible leak to what is left without it, and back; the report prints it."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.domain.conclusion import Reason
from core.engine.run import Options
from gui.results.parameters_tab import ParametersTab
from gui.results.running_tab import RunningTab
from gui.window import Window
from gui.wizard.opening import open_study
from gui.wizard.pages.report import ReportPage
from gui.wizard.pages.result import ResultPage
from tests.gui.test_result_page import result_page, ways
from tests.laboratory.test_without_leaking_inputs import finished_leak


def shown(window: Window, folder: Path, monkeypatch: pytest.MonkeyPatch, several_outputs: bool = False) -> ResultPage:
    """A study that is blocked; what is asked of it is computed in this process."""
    monkeypatch.setattr(RunningTab, "options", Options(executor="inline"))
    with finished_leak(folder, several_outputs) as file:
        path = file.path
    window.shell.take_over(open_study(path))
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    return page


def train(qtbot: QtBot, window: Window, page: ResultPage) -> ParametersTab:
    ways(page, "fix")["without-it"]()  # type: ignore[operator]
    tab = window.shell.page("laboratory").findChild(ParametersTab)
    assert tab is not None
    qtbot.waitUntil(lambda: not tab.is_running, timeout=60_000)
    return tab


def test_that_the_blocked_page_tells_what_it_costs_and_then_both_figures(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = shown(window, tmp_path, monkeypatch)
    findings = window.shell.state.findings
    assert findings is not None
    with_it = next(one.mean for one in findings.estimates if (one.algorithm, one.measure) == ("tree", "error"))
    assert with_it is not None
    told = f"{100 * with_it:.0f} errors per 100 parts"
    assert f"With it decision tree (CART) makes {told}" in page.panel.banner.body.words
    tab = train(qtbot, window, page)
    assert [row[0] for row in tab.model.rows] == ["with repair_code, as locked", "without repair_code"]
    window.shell.go("verdict")
    assert "without-it" not in ways(page, "fix")
    assert "Without it, decision tree (CART) gives about " in page.panel.below.text()
    assert tab.sentence.text().startswith(f"With it, decision tree (CART) gives about {told}")


def test_that_of_several_outputs_one_is_told_with_and_without(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = shown(window, tmp_path, monkeypatch, several_outputs=True)
    findings = window.shell.state.findings
    assert findings is not None
    reasons = {row.output: row.reason for row in findings.conclusion.rows}
    assert reasons == {"wear (mm)": Reason.LEAK, "heat (K)": Reason.LEAK}
    train(qtbot, window, page)
    window.shell.go("verdict")
    told = page.panel.below.text()
    assert "With it, " in told
    assert told.endswith(" for wear.")
    assert "Without it, " in told


def test_that_it_counts_as_a_look_and_stands_in_the_report_of_the_window(
    qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = shown(window, tmp_path, monkeypatch)
    train(qtbot, window, page)
    file = window.shell.state.file
    assert file is not None
    assert any("Inputs that may contain the answer" in line for line in map(str, file.log_lines()))
    window.shell.go("report")
    report = window.shell.page("report")
    assert isinstance(report, ReportPage)
    report.full.setChecked(True)  # the short report has the answer only
    qtbot.waitUntil(lambda: "without repair_code" in report.preview.toPlainText(), timeout=20_000)


def test_that_nothing_is_offered_where_no_input_is_in_doubt(window: Window) -> None:
    page = result_page(window)
    assert "without-it" not in ways(page, "fix")
