"""The Laboratory: every exhibit can be opened on a finished study, and what does not suit it says why."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.engine.run import Options
from core.store.study_file import StudyFile
from core.support.errors import StudyError
from gui.results.running_tab import RunningTab
from gui.results.wrong_tab import WrongTab
from gui.routes.laboratory import EXHIBITS, KEY, LaboratoryPage, open_finished
from gui.strings import laboratory as words
from gui.window import Window
from tests.gui.finished import finished_state, parts_data, parts_study
from tests.gui.routes.studies import finished_file


@pytest.fixture
def page(window: Window) -> LaboratoryPage:
    window.actions_by_name["laboratory"].trigger()
    made = window.shell.page("laboratory")
    assert isinstance(made, LaboratoryPage)
    return made


def test_that_without_a_study_there_is_a_way_to_open_one(page: LaboratoryPage) -> None:
    assert page.tab is None
    assert page.told.text() == words.NO_STUDY
    assert not page.secondary()[0].enabled  # type: ignore[union-attr]


def test_that_every_exhibit_opens_on_the_study_of_the_window(window: Window, page: LaboratoryPage) -> None:
    window.shell.replace_state(finished_state())
    window.shell.go("laboratory")
    for exhibit in EXHIBITS:
        page.open_exhibit(exhibit.key)
        assert page.tab is not None, exhibit.key
        assert page.exhibit_title.text() == words.TITLES[exhibit.key]


def test_that_an_exhibit_that_does_not_suit_the_study_says_why(window: Window, page: LaboratoryPage) -> None:
    window.shell.replace_state(finished_state(several_outputs=True))
    window.shell.go("laboratory")
    items = {item.data(KEY): item for item in page._items()}
    assert items["third"].toolTip() == words.NEEDS_TWO_CLASSES
    assert not items["third"].flags() & Qt.ItemFlag.ItemIsEnabled
    assert items["outputs"].flags() & Qt.ItemFlag.ItemIsEnabled


def test_that_another_study_is_opened_from_its_file(page: LaboratoryPage, qtbot: QtBot, tmp_path: Path) -> None:
    page.open_study(finished_file(tmp_path))
    qtbot.waitUntil(lambda: page._shown is not None)
    page.open_exhibit("tests")
    assert page.tab is not None
    assert page.tab.model.rows


def test_that_a_study_without_a_result_is_refused(tmp_path: Path) -> None:
    study = parts_study()
    with StudyFile.create(tmp_path / "open.evenfold", study, parts_data()) as file:
        file.lock(study)
    with pytest.raises(StudyError):
        open_finished(tmp_path / "open.evenfold")


def test_that_halves_of_small_studies_are_refused_with_the_reason(window: Window, page: LaboratoryPage) -> None:
    window.shell.replace_state(finished_state())
    window.shell.go("laboratory")
    item = next(item for item in page._items() if item.data(KEY) == "wrong")
    assert item.toolTip() == "This needs at least 200 rows; there are 90."
    page.open_exhibit("wrong")
    assert page.tab is not None
    assert page.tab.sentence.text() == item.toolTip()


def test_that_studies_on_halves_are_drawn_and_told(
    window: Window, page: LaboratoryPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RunningTab, "options", Options(executor="inline"))
    state = finished_state()
    data = parts_data(200)
    window.shell.replace_state(replace(state, form=replace(state.form, data=data)))
    window.shell.go("laboratory")
    page.open_exhibit("wrong")
    tab = page.tab
    assert isinstance(tab, WrongTab)
    assert tab.sentence.text() == tab.intro
    tab.start()
    qtbot.waitUntil(lambda: not tab.is_running, timeout=300_000)
    assert "studies on random halves (100 rows each)" in tab.sentence.text()
    assert tab.caption.text().startswith("Approximate.")
    assert "few are no proof" in tab.caption.text()
    assert tab.model.rowCount() == 30
