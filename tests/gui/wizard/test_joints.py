"""Where things meet: a saved plan, large text, an old verdict opened again, a copy of a locked study."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from core.plans.plan_file import read_plan
from core.store.study_file import StudyFile
from gui import strings, theme
from gui.ledger import Today, record
from gui.routes.claim import ClaimPage
from gui.widgets.side_by_side import SideBySide
from gui.window import Window
from gui.wizard.opening import open_text
from gui.wizard.pages.result import ResultPage
from gui.wizard.saving import write_plan
from tests.gui.finished import ended, parts_data, parts_study


def open_table(window: Window, qtbot: QtBot, path: Path) -> None:
    window.shell.open_path(path)
    qtbot.waitUntil(lambda: window.shell.current == "data" and window.shell.state.data is not None, timeout=60_000)


def save_as(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(path), ""))


# --- The plan -----------------------------------------------------------------------------------------------------


def test_that_a_saved_plan_is_the_study_on_the_screen(
    window: Window, qtbot: QtBot, machines: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_table(window, qtbot, machines)
    state = window.shell.state
    state.change("row_meaning", "one window")
    state.change("scheme.folds", 4)
    state.change("question.margin", 3.5)
    save_as(monkeypatch, tmp_path / "my plan")
    window.actions_by_name["savePlan"].trigger()
    path = tmp_path / "my plan.toml"
    assert window.shell.footer.said.text() == strings.PLAN_SAVED.format(path=path)
    planned = read_plan(path)
    same = replace(state.study, comparisons_elsewhere=None, source=planned.study.source, columns=planned.study.columns)
    assert planned.study == replace(same, candidates=planned.study.candidates)
    assert planned.study.challengers == state.study.challengers
    assert planned.study.columns.target == state.study.columns.target
    assert planned.data.size == 60


def test_that_a_plan_that_cannot_be_written_says_so(
    window: Window, qtbot: QtBot, machines: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_table(window, qtbot, machines)
    save_as(monkeypatch, Path("/nowhere/at/all.toml"))
    window.shell.save_plan()
    box = window.shell.findChild(QWidget, "errorBox")
    assert box is not None
    box.close()


def test_that_a_pasted_table_has_no_plan_to_run(tmp_path: Path) -> None:
    rows = "\n".join(f"{place}\t{place % 3}\t{'ab'[place % 2]}" for place in range(40))
    opened = open_text(f"load\tspeed\tgrade\n{rows}\n")
    with pytest.raises(Exception, match="pasted table"):
        write_plan(tmp_path / "plan.toml", opened.state)


# --- Large text ---------------------------------------------------------------------------------------------------


@pytest.fixture
def large(window: Window) -> Window:
    theme.apply("light", 2.0)
    window.resize(1024, 600)
    return window


def test_that_question_and_review_do_not_scroll_sideways_with_large_text(large: Window, qtbot: QtBot) -> None:
    large.shell.open_sample("bearing")
    qtbot.waitUntil(lambda: large.shell.current == "review", timeout=60_000)
    for key in ("question", "review"):
        large.shell.go(key)
        area = large.findChild(QScrollArea, f"page_{key}")
        qtbot.waitUntil(lambda area=area: area.horizontalScrollBar().maximum() == 0, timeout=3_000)  # type: ignore[misc]
    theme.apply("light", 1.0)


def test_that_an_open_question_below_the_edge_is_scrolled_to(large: Window, qtbot: QtBot, machines: Path) -> None:
    large.shell.start_route("claim")
    page = large.shell.page("claim")
    assert isinstance(page, ClaimPage)
    page.open(machines)
    qtbot.waitUntil(lambda: page.table is not None, timeout=10_000)
    page.vendor.setCurrentIndex(1)
    large.shell.act()
    page.claimed.setText("98 %")
    area = large.findChild(QScrollArea, "page_claim")
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    area.verticalScrollBar().setValue(0)
    large.shell.act()
    qtbot.waitUntil(lambda: area.verticalScrollBar().value() > 0)
    theme.apply("light", 1.0)


@pytest.mark.parametrize("key", ["predictions", "claim"])
def test_that_the_short_routes_do_not_scroll_sideways_with_large_text(large: Window, qtbot: QtBot, key: str) -> None:
    large.shell.go(key)
    area = large.findChild(QScrollArea, f"page_{key}")
    qtbot.waitUntil(lambda: area.horizontalScrollBar().maximum() == 0, timeout=3_000)
    theme.apply("light", 1.0)


def test_that_parts_stack_in_a_small_window_and_stand_beside_each_other_in_a_large_one(
    window: Window, qtbot: QtBot
) -> None:
    parts = SideBySide((QWidget(), 1), (QWidget(), 1))
    qtbot.addWidget(parts)
    parts.resize(1200, 100)
    parts.show()
    assert not parts.is_stacked
    parts.resize(500, 100)
    qtbot.waitUntil(lambda: parts.is_stacked)
    parts.close()


def test_that_parts_that_cannot_be_narrower_stack_before_they_are_cut(qtbot: QtBot) -> None:
    left, right, area = QWidget(), QWidget(), QScrollArea()
    parts = SideBySide((left, 1), (right, 1))
    for part in (left, right):
        part.setMinimumWidth(400)
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    area.setWidget(parts)
    area.resize(1200, 300)
    area.show()
    assert not parts.is_stacked
    area.resize(780, 300)
    qtbot.waitUntil(lambda: parts.is_stacked)
    area.resize(1200, 300)
    qtbot.waitUntil(lambda: not parts.is_stacked)


# --- Studies and the ledger ---------------------------------------------------------------------------------------


def finished_file(folder: Path) -> Path:
    """A finished study in a file, and in the ledger."""
    path = folder / "parts.evenfold"
    last = ended()
    assert last.findings is not None
    with StudyFile.create(path, parts_study(), parts_data()) as file:
        file.lock(parts_study())
        file.append(last.run.outcomes)
        file.save_findings(last.findings)
        record(parts_study(), parts_data(), file.plan_hash, last.findings, folder)
    return path


def test_that_an_old_verdict_says_what_it_reads_now(window: Window, qtbot: QtBot) -> None:
    folder = window.settings.studies
    path = finished_file(folder)
    window.shell.open_path(path)
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=20_000)
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    window.shell.state.today = Today(9, "On 2026-05-12 this read <b>otherwise</b>.")
    page.enter(window.shell.state)
    window.shell.refresh()
    assert "On 2026-05-12 this read <b>otherwise</b>." in page.panel.banner.note
    assert "9 comparisons" in window.shell.header.chip.text()


def test_that_a_copy_of_a_locked_study_asks_the_ledger_again(window: Window, qtbot: QtBot) -> None:
    window.shell.open_path(finished_file(window.settings.studies))
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=20_000)
    window.shell.new_from_this()
    qtbot.waitUntil(lambda: window.shell.state.is_counted, timeout=10_000)
    assert window.shell.state.study.earlier_comparisons == 0
    window.shell.state.change("seed", 2)
    window.shell.go("review")
    qtbot.waitUntil(lambda: window.shell.state.is_counted, timeout=10_000)
    assert window.shell.state.study.earlier_comparisons == 2
    assert "4 comparisons" in window.shell.header.chip.text()


def test_that_every_door_leads_somewhere(window: Window, qtbot: QtBot) -> None:
    for door, page in (("doorPredictions", "predictions"), ("doorClaim", "claim"), ("doorCompare", "data")):
        window.shell.go("home")
        qtbot.mouseClick(window.findChild(QWidget, door), Qt.MouseButton.LeftButton)
        assert window.shell.current == page
