"""The count in the bar and on Review, and the screen of the ledger, with real widgets."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QTableWidget
from pytestqt.qtbot import QtBot

from core.data.prepare import prepare_dataset
from core.data.read import read_table
from core.domain.conclusion import Answer, Reason
from core.domain.study import Columns
from core.engine.run import Options
from core.history.history import History, history_path
from core.support import paths
from core.wording.history_text import word_change
from gui.ledger import record
from gui.strings import ledger as strings
from gui.strings import review
from gui.widgets.parts import as_tip
from gui.window import Window
from gui.wizard.ledger_dialog import LedgerDialog
from gui.wizard.pages.review import ReviewPage
from gui.wizard.pages.run import RunPage
from gui.wizard.pages.ways_on import WaysOn
from tests.gui.finished import locked_state, parts_study
from tests.gui.routes.studies import finished_file


@pytest.fixture
def looked_at(window: Window, machines: Path) -> Path:
    """Two comparisons on the rows of the machines were seen before."""
    table = read_table(machines)
    columns = Columns(target=("fault",), ignore=("serial_no",), group="machine")
    study = replace(parts_study(), title="Last year", source=str(machines), columns=columns)
    assert record(study, prepare_dataset(table, columns), "b" * 64, None, window.settings.studies) == ""
    return machines


def open_table(window: Window, qtbot: QtBot, path: Path) -> None:
    window.shell.open_path(path)
    qtbot.waitUntil(lambda: window.shell.current == "data" and window.shell.state.data is not None, timeout=60_000)


def shown(window: Window, qtbot: QtBot) -> LedgerDialog:
    window.actions_by_name["ledger"].trigger()
    dialog = window.findChild(LedgerDialog)
    assert isinstance(dialog, LedgerDialog)
    qtbot.waitUntil(lambda: dialog.intro.text() != strings.READING)
    return dialog


def test_that_earlier_comparisons_are_counted_when_the_table_is_opened(
    window: Window, qtbot: QtBot, looked_at: Path
) -> None:
    open_table(window, qtbot, looked_at)
    assert window.shell.state.study.earlier_comparisons == 2
    new = len(window.shell.state.study.challengers)
    assert window.shell.header.chip.text() == f"{new + 2} comparisons on this data"


def test_that_review_tells_the_parts_of_the_count(window: Window, qtbot: QtBot, looked_at: Path) -> None:
    open_table(window, qtbot, looked_at)
    window.shell.go("review")
    page = window.shell.page("review")
    assert isinstance(page, ReviewPage)
    new = len(window.shell.state.study.challengers)
    assert page.comparisons.text() == review.COMPARISONS_TEXT.format(new=new, before=2)
    page.looks.stepBy(3)
    assert page.comparisons.text() == review.COMPARISONS_TEXT.format(new=new, before=5)
    qtbot.waitUntil(lambda: window.shell.state.is_counted)
    assert window.shell.state.study.earlier_comparisons == 5


def test_that_the_screen_lists_filters_and_exports(
    window: Window, qtbot: QtBot, looked_at: Path, tmp_path: Path
) -> None:
    open_table(window, qtbot, looked_at)
    dialog = shown(window, qtbot)
    table = dialog.findChild(QTableWidget, "ledgerTable")
    assert table.rowCount() == 2
    assert "2 questions" in dialog.intro.text()
    assert [table.item(0, column).text() for column in (1, 3, 4)] == ["Last year", "stopped", "Stopped before the end"]
    dialog.search.setText("nearest")
    assert table.rowCount() == 1
    dialog.write(tmp_path / "out.csv")
    assert len((tmp_path / "out.csv").read_text("utf-8-sig").splitlines()) == 2
    assert str(tmp_path / "out.csv") in dialog.said.text()
    dialog.search.setText("nobody asked this")
    assert table.rowCount() == 0
    dialog.close()


def test_that_the_bar_of_a_locked_study_is_that_of_today(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    window.shell.open_path(finished_file(tmp_path))
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=60_000)
    state, folder = window.shell.state, window.settings.studies
    assert state.data is not None
    assert state.file is not None
    record(state.study, state.data, state.file.plan_hash, state.findings, folder)
    record(replace(state.study, seed=99), state.data, "later", state.findings, folder)
    assert "0.05 ÷ 4" in shown(window, qtbot).intro.text()


def test_that_a_lost_ledger_is_built_again_from_studies_kept_elsewhere(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    window.shell.open_path(finished_file(tmp_path))
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=60_000)
    paths.history().unlink(missing_ok=True)
    assert "2 comparisons were found again in 1 study file" in shown(window, qtbot).notes.text()


def test_that_a_reason_takes_the_earlier_ones_off_the_count(window: Window, qtbot: QtBot, looked_at: Path) -> None:
    open_table(window, qtbot, looked_at)
    dialog = shown(window, qtbot)
    assert dialog.reason.isVisible()
    qtbot.keyClicks(dialog.reason, "measured anew")
    dialog.close()
    assert window.shell.state.study.earlier_comparisons == 0
    assert window.shell.state.study.answers["LEDGER"] == "measured anew"
    window.shell.go("review")
    page = window.shell.page("review")
    assert isinstance(page, ReviewPage)
    new = len(window.shell.state.study.challengers)
    assert page.comparisons.text() == review.COMPARISONS_TEXT.format(new=new, before=0)


def test_that_an_empty_ledger_can_be_looked_at_from_home(window: Window, qtbot: QtBot) -> None:
    dialog = shown(window, qtbot)
    assert dialog.intro.text() == strings.NONE_AT_ALL
    assert not dialog.reason.isVisible()
    dialog.close()


def test_that_a_damaged_ledger_is_said_and_set_aside(window: Window, qtbot: QtBot, machines: Path) -> None:
    paths.history().write_bytes(b"no database at all" * 50)
    open_table(window, qtbot, machines)
    assert "set aside" in " ".join(window.shell.state.seen.notes)  # type: ignore[union-attr]
    assert "set aside" in window.shell.footer.said.text()


def test_that_a_stopped_run_is_in_the_ledger(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WaysOn, "options", lambda _ways: Options(executor="inline"))
    state = locked_state(tmp_path, parts_study(400))
    window.shell.replace_state(state)
    window.shell.go("run")
    page = window.shell.page("run")
    assert isinstance(page, RunPage)
    wait(qtbot, lambda: page._live.folds > 0)
    page.stop()
    wait(qtbot, lambda: not page._is_running)
    assert [entry.seen for entry in History.open(history_path(state.study)).entries()] == ["stopped", "stopped"]


def test_that_a_run_goes_on_without_a_ledger_and_says_so(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WaysOn, "options", lambda _ways: Options(executor="inline"))
    said: list[str] = []
    monkeypatch.setattr(window.shell, "announce", lambda text, shown=True: said.append(text))
    paths.history().mkdir(parents=True)
    window.shell.replace_state(locked_state(tmp_path))
    window.shell.go("run")
    wait(qtbot, lambda: window.shell.current == "verdict")
    assert any("This study could not be counted in the history" in text for text in said)


def test_that_the_card_on_review_leads_to_the_ledger(window: Window, qtbot: QtBot, looked_at: Path) -> None:
    open_table(window, qtbot, looked_at)
    window.shell.go("review")
    window.shell.page("review").findChild(QAbstractButton, "showLedger").click()
    dialog = window.findChild(LedgerDialog)
    assert dialog is not None
    dialog.close()


def wait(qtbot: QtBot, until: Callable[[], bool]) -> None:
    qtbot.waitUntil(until, timeout=20_000)


def test_that_a_name_out_of_a_file_is_never_taken_for_markup(window: Window, qtbot: QtBot, looked_at: Path) -> None:
    window.shell.go("data")
    dialog = shown(window, qtbot)
    for shows in (dialog.notes, dialog.intro, dialog.said, window.shell.subtitle):
        assert shows.textFormat() is Qt.TextFormat.PlainText
    assert as_tip("a <b>bold</b> name") == "<span>a &lt;b&gt;bold&lt;/b&gt; name</span>"
    assert as_tip("R&D") == "R&D"
    dialog.close()


def test_that_a_cut_cell_tells_all_its_words_and_only_the_verdict_why_it_changed(
    window: Window, qtbot: QtBot, looked_at: Path
) -> None:
    open_table(window, qtbot, looked_at)
    dialog = shown(window, qtbot)
    told = tuple(
        replace(row, count=row.count + 1, answer=Answer.UNCLEAR.value, reason=Reason.CANNOT_TELL.value)
        for row in dialog._these.rows
    )
    dialog._these = replace(dialog._these, rows=told)
    dialog._show()
    asked, now = dialog.table.item(0, 2), dialog.table.item(0, 5)
    assert asked.toolTip() == as_tip(asked.text())
    first = told[0]
    change = word_change(first.entry, first.count, first.answer, first.reason)
    assert change
    assert now.toolTip() == as_tip(change)
    dialog.close()
