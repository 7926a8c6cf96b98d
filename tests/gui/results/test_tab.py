"""Every exhibit says in words, draws and lists the same numbers, and nothing changes the answer."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from core.application.charts.tests_table import CLT_RANGE, NESTED_RANGE
from core.report.sections.decider import title_of
from core.statistics.comparison_test import Standing
from gui import theme
from gui.results.rows_model import RowsModel, is_number
from gui.results.tab import figure, with_ending
from gui.results.table_tabs import LogTab
from gui.strings import explore as explore_words
from gui.strings import laboratory as words
from gui.window import Window
from tests.gui.finished import choose, ended, laboratory, locked_state, open_exhibit, show_in_laboratory
from tests.gui.waiting import settle

PICTURES = ("histograms", "shuffles")
READ = (
    "histograms", "gaps", "agreement", "roc", "errors", "stability", "sensitivity", "outputs", "shuffles", "halves",
    "tests", "tuning", "log",
)  # fmt: skip
"""Exhibits that read what is stored; the others compute when asked."""


@pytest.mark.parametrize("key", READ)
def test_that_every_tab_speaks_and_lists(window: Window, key: str) -> None:
    tab = open_exhibit(laboratory(window, several_outputs=key == "outputs"), key)
    assert len(tab.sentence.text()) > 20
    assert tab.model.rowCount() > 0
    assert all(len(row) == len(tab.model.headings) for row in tab.model.rows)
    assert tab.table.accessibleName() == words.TITLES[tab.key]


@pytest.mark.parametrize("key", PICTURES)
def test_that_every_picture_has_a_sentence_and_a_table_twin(qtbot: QtBot, window: Window, key: str) -> None:
    tab = open_exhibit(laboratory(window), key)
    assert tab.picture is not None
    assert tab.picture.accessibleDescription() == tab.sentence.text()
    assert tab.stack.currentWidget() is tab.picture
    qtbot.keyClick(window, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: tab.stack.currentWidget() is tab.table)
    tab.switch.click()
    assert tab.stack.currentWidget() is tab.picture


def test_that_all_tests_of_every_candidate_are_listed(window: Window) -> None:
    findings = ended().findings
    assert findings is not None
    tab = open_exhibit(laboratory(window), "tests")
    titles = [title_of(found) for found in findings.comparisons]
    assert sorted(row[0] for row in tab.model.rows) == sorted([*titles, CLT_RANGE, NESTED_RANGE])


def test_that_one_range_of_each_candidate_decides_and_stands_before_its_tests(window: Window) -> None:
    page = laboratory(window)
    rows = open_exhibit(page, "tests").model.rows
    deciding = [row for row in rows if row[1] == Standing.HEADLINE.value]
    assert len(deciding) == len({row[2] for row in deciding}) == page.model.count()
    assert rows[0] in deciding


def test_that_the_log_has_every_training_the_main_scheme_first(window: Window) -> None:
    tab = open_exhibit(laboratory(window), "log")
    assert len(tab.model.rows) == len(ended().run.outcomes)
    parts = [row[0] for row in tab.model.rows]
    assert parts == sorted(parts, key=lambda part: part != "main")


def test_that_counts_of_chosen_settings_add_up_to_the_folds(window: Window) -> None:
    tab = open_exhibit(laboratory(window), "tuning")
    assert sum(int(row[1]) for row in tab.model.rows) == 3 * 15


def test_that_another_candidate_changes_what_is_shown(window: Window) -> None:
    page = laboratory(window)
    tab = open_exhibit(page, "histograms")
    before = tab.sentence.text()
    choose(page.model, 1 - page.model.currentIndex())
    assert tab.sentence.text() != before


def test_that_looking_never_changes_the_verdict(window: Window) -> None:
    page = laboratory(window)
    before = window.shell.state.findings
    for key in words.TITLES:
        open_exhibit(page, key)
    choose(page.model, 1)
    assert window.shell.state.findings is before


@pytest.mark.parametrize("ending", ["svg", "png", "csv"])
def test_that_a_tab_is_saved_as_picture_or_numbers(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    tab = open_exhibit(laboratory(window), "histograms")
    chosen = (str(tmp_path / "histograms"), f"Something (*.{ending})")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: chosen)
    button = tab.findChild(QPushButton, "save_histograms")
    button.click()
    path = tmp_path / f"histograms.{ending}"
    assert path.stat().st_size > 200
    assert str(path) in window.shell.footer.said.text()
    if ending == "csv":
        with path.open(newline="", encoding="utf-8") as file:
            assert len(list(csv.reader(file))) == 1 + tab.model.rowCount()


def test_that_a_place_that_cannot_be_written_is_told(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    tab = open_exhibit(laboratory(window), "log")
    tab.save(tmp_path / "nowhere" / "log.csv")
    box = tab.findChild(QMessageBox, "errorBox")
    assert "could not be written" in box.text()
    box.close()


def test_that_the_page_fits_small_windows_without_scrolling(qtbot: QtBot, window: Window) -> None:
    page = laboratory(window)
    window.resize(1024, 600)
    for key in words.TITLES:
        open_exhibit(page, key)
        settle(window)
        assert page.height() <= window.shell.stack.currentWidget().height()
        assert page.width() <= window.shell.stack.currentWidget().width()


def test_that_tabs_out_of_sight_do_not_widen_the_page_after_large_text(qtbot: QtBot, window: Window) -> None:
    page = laboratory(window)
    theme.apply("light", 2.0)
    for key in words.TITLES:
        open_exhibit(page, key)
        settle(window)
    theme.apply("light")
    open_exhibit(page, "histograms")
    window.resize(1024, 600)
    settle(window)
    assert page.width() <= window.shell.stack.currentWidget().width()


def test_that_only_numbers_that_are_there_are_offered(window: Window) -> None:
    page = laboratory(window)
    for key, are_there in (("histograms", True), ("outputs", False), ("gallery", False)):
        tab = open_exhibit(page, key)
        assert tab.switch.isEnabled() == are_there
        assert tab.findChild(QPushButton, f"save_{key}").isEnabled() == are_there


def test_that_the_model_of_a_table_is_sound(qtmodeltester: object) -> None:
    model = RowsModel()
    model.show_rows(("a", "b"), (("1", "x"), ("2", "y")))
    qtmodeltester.check(model)  # type: ignore[attr-defined]


def test_that_quoted_words_of_a_table_stand_in_the_marks_of_the_window() -> None:
    model = RowsModel()
    model.show_rows(("a",), (("Always answering 'yes'",),))
    assert model.data(model.index(0, 0)) == "Always answering “yes”"
    assert model.rows == (("Always answering 'yes'",),)


def test_that_numbers_are_told_from_texts() -> None:
    assert is_number("−1.25")
    assert is_number("1,300")
    assert is_number("[36]")
    assert not is_number("main")


def test_that_names_get_the_ending_of_the_chosen_kind() -> None:
    assert with_ending(Path("a"), "Picture (*.png)") == Path("a.png")
    assert with_ending(Path("a.svg"), "Picture (*.png)") == Path("a.svg")
    assert figure(None) == "–"
    assert figure(-0.5) == "−0.5"


def test_that_the_log_has_the_events_of_the_study_file(window: Window, tmp_path: Path) -> None:
    state = locked_state(tmp_path)
    last = ended()
    page = show_in_laboratory(window, replace(state, run=last.run, findings=last.findings, visited={"run"}))
    tab = open_exhibit(page, "log")
    assert isinstance(tab, LogTab)
    tab.shown.choose("events")
    assert state.file is not None
    assert [row[1] for row in tab.model.rows] == [line for _, line in state.file.log_lines()]
    assert state.file.plan_hash[:16] in tab.sentence.text()
    assert tab.model.rowCount() > 0


def test_that_a_study_without_a_file_has_no_events(window: Window) -> None:
    tab = open_exhibit(laboratory(window), "log")
    assert isinstance(tab, LogTab)
    tab.shown.choose("events")
    assert tab.sentence.text() == explore_words.LOG_NO_FILE
    assert tab.model.rowCount() == 0


def test_that_tests_of_the_chosen_candidate_stand_first(window: Window) -> None:
    page = laboratory(window)
    for place in range(page.model.count()):
        choose(page.model, place)
        named = [row[2] for row in open_exhibit(page, "tests").model.rows]
        mine = named.count(page.model.currentText())
        assert 0 < mine < len(named)
        assert set(named[:mine]) == {page.model.currentText()}


def test_that_a_tab_is_saved_in_words_with_its_numbers(window: Window, tmp_path: Path) -> None:
    tab = open_exhibit(laboratory(window), "histograms")
    tab.save(tmp_path / "histograms.txt")
    lines = (tmp_path / "histograms.txt").read_text("utf-8").splitlines()
    assert lines[:3] == [words.TITLES["histograms"], tab.sentence.text(), tab.caption.text()]
    assert tuple(lines[4].split("\t")) == tab.model.headings
    assert [tuple(line.split("\t")) for line in lines[5:]] == list(tab.model.rows)


def test_that_copying_takes_the_picture_that_is_seen_and_the_numbers(window: Window) -> None:
    tab, clipboard = open_exhibit(laboratory(window), "histograms"), QGuiApplication.clipboard()
    tab.copy()
    assert clipboard.mimeData().hasImage()
    assert tab.sentence.text() in clipboard.text()
    tab.toggle_table()
    tab.copy()
    assert not clipboard.mimeData().hasImage()
    assert "\t".join(tab.model.headings) in clipboard.text()


def test_that_gaps_are_listed_fold_by_fold(window: Window) -> None:
    tab = open_exhibit(laboratory(window), "gaps")
    assert len(tab.model.rows) == 15
    assert tab.model.rows[0][:2] == ("1", "1")
    assert tab.model.rows[-1][:2] == ("3", "5")


def test_that_agreement_counts_every_row_once(window: Window) -> None:
    tab = open_exhibit(laboratory(window), "agreement")
    counts = [int(cell.split("\n")[0]) for row in tab.model.rows[:2] for cell in row[1:]]
    assert sum(counts) == 90
    said = [row[0] for row in tab.model.rows[2:]]
    assert list(explore_words.AGREEMENT_TESTS.values()) == said[:3]
    assert all(row[1].startswith("p = ") for row in tab.model.rows[2:5])
    assert "of 90 rows" in tab.sentence.text()
