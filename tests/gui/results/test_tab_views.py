"""The views inside the exhibits: every one has its table twin, and choices change what is shown."""

import pytest
from PySide6.QtCore import QRect, Qt
from pytestqt.qtbot import QtBot

from core.domain.conclusion import Reason
from core.laboratory.answer_sensitivity import VERDICTS
from core.support.errors import DataError
from gui import strings
from gui.results.errors_tab import ErrorsTab
from gui.results.outputs_tab import OutputsTab, axis
from gui.results.roc_tab import RocTab
from gui.results.sensitivity_tab import SensitivityTab, margin_at, shown_margin
from gui.results.tuning_tab import TuningTab
from gui.routes.laboratory import LaboratoryPage
from gui.strings import explore as words
from gui.window import Window
from tests.gui.finished import choose
from tests.gui.results.test_tab_kinds import opened
from tests.wording.checks import BANNED


def errors(qtbot: QtBot, window: Window, kind: str) -> ErrorsTab:
    tab = opened(qtbot, window, kind, "errors")
    assert isinstance(tab, ErrorsTab)
    return tab


def settled(qtbot: QtBot, tab: ErrorsTab | SensitivityTab) -> None:
    qtbot.waitUntil(lambda: not tab.background.busy, timeout=20_000)


@pytest.mark.parametrize(
    ("kind", "views"),
    [
        ("two classes", ["confusion", "rows"]),
        ("groups", ["confusion", "rows", "groups"]),
        ("one number", ["truth", "rows"]),
        ("one model", ["confusion", "rows"]),
    ],
)
def test_that_errors_offer_what_the_study_has(qtbot: QtBot, window: Window, kind: str, views: list[str]) -> None:
    tab = errors(qtbot, window, kind)
    assert [tab.shown.box.itemData(place) for place in range(tab.shown.box.count())] == views
    for view in views:
        tab.shown.choose(view)
        settled(qtbot, tab)
        assert tab.model.rowCount() > 0
        assert tab.switch.isVisible()
        assert tab.stack.currentWidget() is tab.picture
        if view in ("rows", "groups"):
            assert "Circles: " in tab.caption.text()
            assert ("triangles: " in tab.caption.text()) == (kind != "one model")


def test_that_choices_beside_a_picture_begin_at_the_same_place(qtbot: QtBot, window: Window) -> None:
    tab = errors(qtbot, window, "two classes")
    assert tab.shown.box.x() == tab.model_choice.box.x()


def test_that_the_threshold_changes_the_confusions(qtbot: QtBot, window: Window) -> None:
    tab = errors(qtbot, window, "two classes")
    assert tab.slider.bar.value() == 50
    before = tab.model.rows
    tab.slider.bar.setValue(5)
    settled(qtbot, tab)
    assert tab.model.rows != before
    assert "above 0.05" in tab.caption.text()


def test_that_misses_can_be_seen_against_every_input(qtbot: QtBot, window: Window) -> None:
    tab = errors(qtbot, window, "one number")
    assert tab.across.box.count() == 3
    tab.across.choose("1")
    settled(qtbot, tab)
    assert tab.sentence.text().startswith("Against speed")
    tab.model_choice.choose("linear")
    settled(qtbot, tab)
    assert "linear" in tab.sentence.text().lower()


def test_that_a_table_stays_a_table_after_looking_at_a_list(qtbot: QtBot, window: Window) -> None:
    tab = errors(qtbot, window, "two classes")
    tab.toggle_table()
    tab.shown.choose("rows")
    settled(qtbot, tab)
    tab.shown.choose("confusion")
    settled(qtbot, tab)
    assert tab.stack.currentWidget() is tab.table
    assert tab.switch.text() == strings.EXPLORE_AS_PICTURE


@pytest.mark.parametrize("view", list(words.SENSITIVITY_VIEWS))
def test_that_every_view_of_sensitivity_speaks_and_lists(qtbot: QtBot, window: Window, view: str) -> None:
    tab = opened(qtbot, window, "groups", "sensitivity")
    assert isinstance(tab, SensitivityTab)
    page = window.shell.page("laboratory")
    assert isinstance(page, LaboratoryPage)
    choose(page.model, 1)  # the first one predicts as the baseline does and has no range
    tab.shown.choose(view)
    settled(qtbot, tab)
    assert tab.model.rowCount() > 0
    assert any(reading in tab.sentence.text() for reading in VERDICTS.values())
    assert not BANNED.search(tab.sentence.text())
    assert tab.slider.isVisible() == (view == "margin")


def test_that_the_margin_moves_the_verdict_and_not_the_study(qtbot: QtBot, window: Window) -> None:
    tab = opened(qtbot, window, "two classes", "sensitivity")
    assert isinstance(tab, SensitivityTab)
    before, began = window.shell.state.study.question.margin, tab.sentence.text()
    tab.slider.bar.setValue(tab.slider.bar.maximum())
    assert f"“{VERDICTS[Reason.SAME]}”." in tab.sentence.text()
    assert tab.sentence.text() != began
    assert window.shell.state.study.question.margin == before


def test_that_the_margin_begins_exactly_where_it_was_locked(qtbot: QtBot, window: Window) -> None:
    tab = opened(qtbot, window, "two classes", "sensitivity")
    assert isinstance(tab, SensitivityTab)
    assert tab._view is not None
    assert tab._view.contest is not None
    locked = shown_margin(tab._view.contest)
    step = tab.slider.bar.value()
    assert margin_at(tab._view.contest, step) == locked
    assert margin_at(tab._view.contest, step + 1) > locked > margin_at(tab._view.contest, step - 1)


def test_that_no_word_of_agreement_is_cut_off(qtbot: QtBot, window: Window) -> None:
    tab = opened(qtbot, window, "two classes", "agreement")
    qtbot.waitUntil(lambda: not tab._later.isActive())  # type: ignore[attr-defined]
    table, metrics = tab.table, tab.fontMetrics()
    for line, row in enumerate(tab.model.rows):
        for place, text in enumerate(row):
            room = QRect(0, 0, table.columnWidth(place) - metrics.height(), 10_000)
            needed = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, text)
            assert needed.height() <= table.rowHeight(line), text
            assert needed.width() <= room.width(), text


def test_that_two_outputs_are_chosen_and_the_same_twice_is_refused(qtbot: QtBot, window: Window) -> None:
    tab = opened(qtbot, window, "several outputs", "outputs")
    assert isinstance(tab, OutputsTab)
    before = tab.sentence.text()
    tab.across.choose("1")
    assert tab.sentence.text() == words.OUTPUTS_TWICE
    tab.upward.choose("0")
    assert "heat (K) and wear (mm)" in tab.sentence.text()
    assert tab.sentence.text() != before


@pytest.mark.parametrize(
    ("output", "unit", "said"),
    [("KT", "%", "gap in KT, %"), ("heat (K)", "K", "gap in heat (K)"), ("KT", "", "gap in KT")],
)
def test_that_gaps_of_outputs_have_their_unit(output: str, unit: str, said: str) -> None:
    assert axis(output, unit) == said


def test_that_of_many_variants_the_first_are_drawn_and_all_are_in_the_table(
    qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gui.results.sensitivity_tab.DRAWN", 5)
    tab = opened(qtbot, window, "groups", "sensitivity")
    assert isinstance(tab, SensitivityTab)
    tab.shown.choose("groups")
    settled(qtbot, tab)
    assert len(tab.plot._names) <= 5
    assert tab.model.rowCount() == 13
    assert "first 5 of 13" in tab.caption.text()


def test_that_a_view_that_cannot_be_shown_leaves_the_choice_of_another(
    qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_case: object) -> None:
        raise DataError("There are no groups here.")

    monkeypatch.setattr("gui.results.sensitivity_tab.judge_without_groups", refuse)
    tab = opened(qtbot, window, "groups", "sensitivity")
    assert isinstance(tab, SensitivityTab)
    tab.shown.choose("groups")
    settled(qtbot, tab)
    assert tab.sentence.text().startswith("There are no groups")
    assert not tab.stack.isVisible()
    assert tab.shown.isVisible()
    tab.shown.choose("rows")
    settled(qtbot, tab)
    assert tab.stack.isVisible()


def test_that_names_are_shown_as_they_are(qtbot: QtBot, window: Window) -> None:
    tab = errors(qtbot, window, "groups")
    tab.tell("<b>&x</b> is hardest", "<i>so</i>")
    assert tab.sentence.textFormat() is tab.caption.textFormat() is Qt.TextFormat.PlainText


def test_that_a_threshold_is_told_once_where_cost_sets_the_same(qtbot: QtBot, window: Window) -> None:
    tab = opened(qtbot, window, "two classes", "roc")
    assert isinstance(tab, RocTab)
    tab.shown.choose("thresholds")
    assert tab.sentence.text().count(" at 0.5") == 2
    tab.slider.bar.setValue(tab.slider.bar.maximum())
    assert tab.sentence.text().count(" at ") == 4


def test_that_one_test_set_is_not_called_folds(qtbot: QtBot, window: Window) -> None:
    tab = opened(qtbot, window, "one test set", "histograms")
    assert tab.sentence.text().startswith("One test set. ")


def test_that_each_fold_tells_what_it_chose(qtbot: QtBot, window: Window) -> None:
    tab = opened(qtbot, window, "two classes", "tuning")
    assert isinstance(tab, TuningTab)
    assert tab.sentence.text() == words.TUNING_NONE
    tab.shown.choose("folds")
    assert len(tab.model.rows) == 45
    assert tab.model.headings == words.TUNING_FOLD_HEADINGS


def test_that_each_fold_is_listed_for_the_model_that_is_chosen(qtbot: QtBot, window: Window) -> None:
    tab = opened(qtbot, window, "two classes", "tuning")
    assert isinstance(tab, TuningTab)
    tab.model_choice.fill({"knn": "K nearest neighbors"})
    tab.shown.choose("folds")
    assert {row[0] for row in tab.model.rows} == {"K nearest neighbors"}
    assert len(tab.model.rows) == 15
