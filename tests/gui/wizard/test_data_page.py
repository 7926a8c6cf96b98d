"""The Data page: every offered change is pressed, files are read another way, rows are left out, work is stopped."""

from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np
import openpyxl
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QSpinBox, QTableView, QTableWidget, QWidget
from pytestqt.qtbot import QtBot

from core.data.read import StoppedError
from core.domain.problem import PICK, SHOW, Severity
from core.plans.plan_file import read_plan
from gui.strings import data as strings
from gui.widgets.exclude_dialog import ExcludeDialog
from gui.widgets.progress import Progress
from gui.widgets.reading_dialog import ReadingDialog
from gui.widgets.rows_dialog import StraysDialog
from gui.window import Window
from gui.wizard import opening
from gui.wizard.pages.data import DataPage
from gui.wizard.pages.run import RunPage
from gui.wizard.twins import write_twins

Part = TypeVar("Part", bound=QWidget)
RANDOM = np.random.default_rng(5)
NOISE = RANDOM.normal(size=(400, 4)).round(4)


def part(dialog: QWidget, kind: type[Part], name: str) -> Part:
    found = dialog.findChild(kind, name)
    assert isinstance(found, kind), name
    return found


def _names(window: Window) -> tuple[str, ...]:
    table = window.shell.state.table
    return table.names if table is not None else ()


def _size(window: Window) -> int:
    return 0 if window.shell.state.data is None else window.shell.state.data.size


def _page(window: Window) -> DataPage:
    page = window.shell.page("data")
    assert isinstance(page, DataPage)
    return page


def _idle(window: Window) -> bool:
    return window.shell.current == "data" and window.shell.state.table is not None and not window.shell.background.busy


def _open(window: Window, qtbot: QtBot, path: Path) -> None:
    window.shell.open_path(path)
    qtbot.waitUntil(lambda: _idle(window), timeout=60_000)


def _csv(path: Path, head: str, rows: list[str]) -> Path:
    target = path / "table.csv"
    target.write_text("\n".join([head, *rows]) + "\n", "utf-8")
    return target


def _press(window: Window, qtbot: QtBot, name: str) -> None:
    control = _page(window).card.findChild(QAbstractButton, name)
    assert control is not None, name
    control.click()
    qtbot.waitUntil(lambda: _idle(window), timeout=60_000)


def _k(row: int) -> str:
    return "ab"[int(NOISE[row, 3] > 0)]


def _plain(row: int, *more: object) -> str:
    return ",".join(str(part) for part in (NOISE[row, 0], NOISE[row, 1], *more, _k(row)))


TABLES: dict[str, tuple[str, list[str]]] = {
    "STRAY": ("x,z,w,k", [_plain(row, "3a" if row == 9 else NOISE[row, 2]) for row in range(80)]),
    "CODE": ("x,z,w,k", [_plain(row, -999 if row % 9 == 0 else abs(NOISE[row, 2])) for row in range(80)]),
    "ID": ("x,z,w,k", [_plain(row, int(RANDOM.integers(10**6))) for row in range(80)]),
    "RARE": ("x,z,k", [f"{NOISE[row, 0]},{NOISE[row, 1]},{'cdab'[min(row // 4, 2 + row % 2)]}" for row in range(80)]),
    "LEAK": ("x,z,w,k", [_plain(row, {"a": 1.5, "b": 9.5}[_k(row)] + NOISE[row, 2] / 99) for row in range(80)]),
    "DUP": ("x,z,k", [_plain(row % 60) for row in range(80)]),
    "NEAR-DUP": ("s,t,u,run,k", [
        f"{np.sin(row / 40):.5f},{np.cos(row / 50):.5f},{np.sin(row / 30 + 1):.5f},{row % 7},{_k(row)}"
        for row in range(300)
    ]),
    "GROUP": ("x,z,place,k", [
        f"{row % 8 + NOISE[row, 0] / 20:.4f},{(row % 8) ** 2 + NOISE[row, 1] / 20:.4f},P{row % 8},{_k(row)}"
        for row in range(160)
    ]),
    "TIME": ("x,z,when,k", [_plain(row, f"2024-{1 + row % 12:02d}-{1 + row % 28:02d}") for row in range(80)]),
    "PREP": ("x,z,k", [_plain(row) for row in range(80)]),
    "SMALL": ("x,z,k", [_plain(row) for row in range(15)]),
    "CLASS-MISS": ("x,z,machine,k", [
        f"{row % 20 + NOISE[row, 0] / 20:.4f},{NOISE[row, 1]},M{row % 20},{'b' if row % 20 < 2 else 'a'}"
        for row in range(200)
    ]),
    "DECIMAL": ("x;z;k", [f"1.{row:03d};{row};{_k(row)}" for row in range(80)]),
    "DATES": ("x,z,when,k", [_plain(row, f"{1 + row % 12:02d}/{1 + row % 5:02d}/2024") for row in range(80)]),
    "SPELLING": ("x,z,w,k", [_plain(row, ("new", "New", "old")[row % 3]) for row in range(80)]),
    "TOTAL": ("x,z,part,k", [_plain(row, f"P{row}") for row in range(80)] + ["9,9,Total,a"]),
    "HEADER": ("1.5,2.5,a", [_plain(row) for row in range(80)]),
}  # fmt: skip


@pytest.mark.parametrize("wanted", TABLES)
def test_that_every_offered_change_is_a_working_button(
    window: Window, qtbot: QtBot, tmp_path: Path, wanted: str
) -> None:
    path = _csv(tmp_path, *TABLES[wanted])
    _open(window, qtbot, path)
    asked = next(problem for problem in _page(window).problems() if problem.id == wanted)
    assert asked.fixes
    for place, fix in enumerate(asked.fixes):
        _open(window, qtbot, path)
        state = window.shell.state
        before = state.study
        if fix.value in (PICK, SHOW):
            continue
        _press(window, qtbot, f"fix_{wanted}_{place}")
        state = window.shell.state
        assert state.study != before, fix.label
        left = [problem for problem in _page(window).problems() if (problem.id, problem.text) == (wanted, asked.text)]
        still = [problem for problem in left if problem.severity is not Severity.NOTE and state.is_open(problem)]
        assert not still, fix.label
        assert asked not in left or asked.severity is Severity.ASKS, fix.label
        assert state.data is not None


def _stray_rows(count: int) -> list[str]:
    random = np.random.default_rng(count)
    return [f"{'3a' if row == 70 else f'{random.normal():.4f}'},{'ab'[row % 2]}" for row in range(count)]


@pytest.mark.parametrize("count", [80, 3300])
def test_that_stray_cells_can_be_seen_also_where_a_third_is_in_the_vault(
    window: Window, qtbot: QtBot, tmp_path: Path, count: int
) -> None:
    _open(window, qtbot, _csv(tmp_path, "w,k", _stray_rows(count)))
    state = window.shell.state
    assert (state.form.sealed is not None) == (count > 3000)
    asked = next(problem for problem in _page(window).problems() if problem.id == "STRAY")
    assert asked.text == "'w': 1 cell reads '3a' (first in row 71). Treat as missing?"
    before = state.study
    _press(window, qtbot, "fix_STRAY_2")
    dialog = window.findChild(StraysDialog)
    assert dialog is not None
    view = dialog.findChild(QTableView)
    assert view is not None
    assert [view.model().index(0, place).data() for place in range(2)] == ["71", "3a"]
    dialog.close()
    assert state.study == before
    assert state.is_open(asked)
    _press(window, qtbot, "fix_STRAY_0")
    assert not state.is_open(asked)


def test_that_two_rare_classes_stay_two_lines(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    _open(window, qtbot, _csv(tmp_path, *TABLES["RARE"]))
    _press(window, qtbot, "fix_PREP_0")
    window.shell.state.change("row_meaning", "one part")
    _page(window).enter(window.shell.state)
    shown = {entry.problem.text for entry in _page(window).card._rows if entry.problem.id == "RARE"}
    assert len(shown) == 2
    assert len({id(entry) for entry in _page(window).card._rows}) == len(_page(window).problems())


@pytest.mark.parametrize("page", ["data", "plan"])
def test_that_classes_missing_from_a_fold_can_be_taken_together(
    window: Window, qtbot: QtBot, tmp_path: Path, page: str
) -> None:
    rows = [
        f"{NOISE[row, 0]},{NOISE[row, 1]},{'c' if row % 40 == 0 else 'b' if row % 40 == 1 else 'a'}"
        for row in range(240)
    ]
    _open(window, qtbot, _csv(tmp_path, "x,z,k", rows))
    window.shell.state.change("question.cross_check", "auc")
    window.shell.state.change("scheme.folds", 10)
    window.shell.go(page)
    asked = next(problem for problem in window.shell.state.problems() if problem.id == "CLASS-MISS")
    place = [fix.label for fix in asked.fixes].index("Take 'c' and 'b' together")
    control = window.shell.page(page).findChild(QAbstractButton, f"fix_CLASS-MISS_{place}")
    assert control is not None
    control.click()
    qtbot.waitUntil(lambda: _idle(window), timeout=60_000)
    data = window.shell.state.data
    assert data is not None
    assert data.classes == ("c or b", "a")
    assert "CLASS-MISS" not in [problem.id for problem in window.shell.state.problems()]


def test_that_few_groups_can_be_left_out_one_by_one(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    rows = [f"{row % 6 + NOISE[row, 0] / 20:.4f},{NOISE[row, 1]},M{row % 6},{_k(row)}" for row in range(120)]
    _open(window, qtbot, _csv(tmp_path, "x,z,machine,k", rows))
    window.shell.state.change("scheme.folds", 3)
    _page(window).enter(window.shell.state)
    _press(window, qtbot, "fix_GROUP-FEW_0")
    assert window.shell.state.study.scheme.folds == 6
    told = next(problem for problem in _page(window).problems() if problem.id == "GROUP-FEW")
    assert told.text == "Only 6 machines: the range will mainly reflect six machines, however many rows there are."
    assert not told.fixes


def test_that_the_row_of_names_can_be_picked(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    _open(window, qtbot, _csv(tmp_path, *TABLES["HEADER"]))
    _press(window, qtbot, "fix_HEADER_1")
    dialog = window.findChild(ReadingDialog)
    assert dialog is not None
    box = part(dialog, QSpinBox, "header")
    assert box.text() == "none: the columns have no names"
    box.setValue(1)
    part(dialog, QAbstractButton, "readAgain").click()
    qtbot.waitUntil(lambda: _idle(window) and _names(window)[0] == "1.5", timeout=60_000)
    assert window.shell.state.study.columns.reading["header"] == 1


def _book(path: Path) -> Path:
    book = openpyxl.Workbook()
    first, second = book.active, book.create_sheet("Night")
    assert first is not None
    small = [["load", "wear"], *[[float(NOISE[row, 0]), float(NOISE[row, 1])] for row in range(40)]]
    large = [["temp", "rpm", "k"], *[[float(NOISE[row, 0]), float(NOISE[row, 1]), _k(row)] for row in range(60)]]
    for line in [*small, [], *large]:
        first.append(line)
    for line in [["hour", "noise", "k"], *[[row + 0.5, float(NOISE[row, 2]), _k(row)] for row in range(50)]]:
        second.append(line)
    book.save(path / "two.xlsx")
    return path / "two.xlsx"


def test_that_stacked_tables_block_until_one_is_chosen(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    _open(window, qtbot, _book(tmp_path))
    first = next(problem for problem in _page(window).problems() if problem.id == "TABLE")
    assert window.shell.state.is_blocking(first)
    _press(window, qtbot, "fix_TABLE_1")
    assert window.shell.state.table is not None
    assert window.shell.state.table.names == ("load", "wear")
    assert window.shell.state.study.columns.reading["table"] == 1
    assert "TABLE" not in [problem.id for problem in _page(window).problems()]


def test_that_sheet_table_and_lines_of_a_workbook_can_be_chosen(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    _open(window, qtbot, _book(tmp_path))
    _page(window).reading.click()
    dialog = window.findChild(ReadingDialog)
    assert dialog is not None
    tables = part(dialog, QComboBox, "table")
    assert [tables.itemText(place) for place in range(tables.count())] == [
        "find out", "Rows 1 to 41: load, wear", "Rows 43 to 103: temp, rpm, k",
    ]  # fmt: skip
    sheet = part(dialog, QComboBox, "sheet")
    sheet.setCurrentIndex(sheet.findData("Night"))
    part(dialog, QAbstractButton, "readAgain").click()
    qtbot.waitUntil(lambda: _idle(window) and _names(window)[0] == "hour", timeout=60_000)
    reading = window.shell.state.study.columns.reading
    assert (reading["sheet"], reading["header"], "table" in reading) == ("Night", 1, False)


def test_that_reading_again_can_be_undone_and_redone(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    _open(window, qtbot, _csv(tmp_path, *TABLES["DECIMAL"]))
    window.shell.state.change("row_meaning", "one part")
    before = window.shell.state.form
    _press(window, qtbot, "fix_DECIMAL_1")
    state = window.shell.state
    read_again, table = state.form, state.table
    assert table is not None
    assert table.columns[0].values[1] == 1001.0
    window.shell.undo()
    assert state.form is before
    assert state.table is not None
    assert state.table.columns[0].values[1] == 1.001
    window.shell.undo()
    assert not state.study.row_meaning
    window.shell.redo()
    window.shell.redo()
    assert (state.form, state.table) == (read_again, table)
    assert _page(window)._grid_model.table is table


@pytest.mark.parametrize("suffix", ["arff", "tab", "tsv"])
def test_that_every_kind_of_text_file_can_be_read_another_way(
    window: Window, qtbot: QtBot, tmp_path: Path, suffix: str
) -> None:
    arff = "@relation r\n@attribute x numeric\n@attribute ä {a,b}\n@data\n"
    heads = {"arff": arff, "tab": "x\tä\nc\td\n\tclass\n", "tsv": "x\tä\n"}
    mark = "," if suffix == "arff" else "\t"
    path = tmp_path / f"table.{suffix}"
    rows = "".join(f"{NOISE[row, 0]}{mark}{_k(row)}\n" for row in range(60))
    path.write_bytes((heads[suffix] + rows).encode())
    _open(window, qtbot, path)
    _page(window).reading.click()
    dialog = window.findChild(ReadingDialog)
    assert dialog is not None
    box = part(dialog, QComboBox, "encoding")
    box.setCurrentIndex(box.findData("cp1252"))
    part(dialog, QAbstractButton, "readAgain").click()
    qtbot.waitUntil(lambda: _idle(window) and _names(window)[1] == "Ã¤", timeout=60_000)
    assert window.shell.state.study.columns.reading["encoding"] == "cp1252"


def test_that_a_pasted_table_can_be_read_another_way(window: Window, qtbot: QtBot) -> None:
    window.shell.start_new()
    rows = "".join(f"1.{row:03d}\t{row}\t{_k(row)}\n" for row in range(60))
    QGuiApplication.clipboard().setText("x\tz\tk\n" + rows)
    window.shell.paste()
    qtbot.waitUntil(lambda: _idle(window), timeout=60_000)
    _press(window, qtbot, "fix_DECIMAL_1")
    table = window.shell.state.table
    assert table is not None
    assert (table.source, table.columns[0].values[1]) == ("clipboard", 1001.0)


def test_that_rows_are_left_out_only_with_a_reason(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    _open(window, qtbot, _csv(tmp_path, *TABLES["PREP"]))
    _page(window).exclude.click()
    dialog = window.findChild(ExcludeDialog)
    assert dialog is not None
    rule, reason = part(dialog, QLineEdit, "rule"), part(dialog, QLineEdit, "reason")
    add = part(dialog, QAbstractButton, "addRule")
    for text, why, said in (
        ("rows 3, 8-12", "", strings.EXCLUDE_NEEDS_REASON),
        ("x > 1000", "far off", strings.EXCLUDE_NO_ROWS),
        ("no such rule", "?", 'The rule "no such rule" cannot be understood.'),
    ):
        rule.setText(text)
        reason.setText(why)
        add.click()
        assert dialog.message.text().startswith(said)
        assert not dialog.rules
    for text, why in (("rows 3, 8-12", "set-up"), ("k = a", "other product"), ("rows 1", "mistake")):
        rule.setText(text)
        reason.setText(why)
        add.click()
    shown = part(dialog, QTableWidget, "rules")
    first = shown.item(0, 2)
    assert first is not None
    assert (shown.rowCount(), first.text()) == (3, "6")
    shown.setCurrentCell(1, 0)
    part(dialog, QAbstractButton, "removeRule").click()
    assert dialog.total.text() == "7 of 80 rows are left out; 73 stay."
    part(dialog, QAbstractButton, "useRules").click()
    qtbot.waitUntil(lambda: _idle(window) and _size(window) == 73, timeout=60_000)
    assert window.shell.state.study.columns.excluded == (("rows 3, 8-12", "set-up"), ("rows 1", "mistake"))
    window.shell.undo()
    assert window.shell.state.data is not None
    assert window.shell.state.data.size == 80


def test_that_a_study_run_both_ways_writes_the_plan_of_its_twin(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RunPage, "start", lambda page: None)
    _open(window, qtbot, _csv(tmp_path, *TABLES["LEAK"]))
    _press(window, qtbot, "fix_LEAK_2")
    state = window.shell.state
    assert state.study.columns.ignore == ("w",)
    assert "LEAK-BOTH" in [problem.id for problem in _page(window).problems()]
    path = state.lock(window.settings.studies)
    said = write_twins(state, path)
    plan = path.parent / f"{state.study.title} with w.toml"
    assert str(plan) in said
    twin = read_plan(plan)
    assert "w" in twin.data.features
    assert replace(twin.study.columns, ignore=("w",)).target == state.study.columns.target


def test_that_ctrl_f_finds_a_column(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    _open(window, qtbot, _csv(tmp_path, *TABLES["PREP"]))
    window.activateWindow()
    _page(window).meaning.box.setFocus()
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is _page(window).search


def test_that_reading_can_be_stopped_and_changes_nothing(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = _csv(tmp_path, *TABLES["PREP"])
    _open(window, qtbot, path)
    table = window.shell.state.table
    progress = Progress("Reading", window)
    progress.canceled.emit()
    assert not progress.watch(0.3)
    with pytest.raises(StoppedError):
        opening.open_path(path, progress.watch)
    window.shell._failed(StoppedError("Reading was stopped."))
    assert window.shell.footer.said.text() == strings.READING_STOPPED
    assert window.shell.state.table is table
    progress.end()


def test_that_a_stopped_look_at_the_columns_keeps_the_roles(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    _open(window, qtbot, _csv(tmp_path, *TABLES["PREP"]))
    page, columns = _page(window), window.shell.state.study.columns
    page._not_looked(StoppedError("Reading was stopped."))
    assert window.shell.state.study.columns == columns
    assert page.findChild(QWidget, "readingProgress") is None


def test_that_what_is_predicted_stands_under_the_question(window: Window, qtbot: QtBot) -> None:
    window.shell.open_sample("corrosion")
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=60_000)
    window.shell.go("data")
    assert "predicts crack_length, tensile_strength" in window.shell.subtitle.text()
