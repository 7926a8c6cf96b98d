"""Every picture of a finished study has a name, a sentence and a table; every figure in a text can be explained."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot

from gui.plots.spoken import Spoken
from gui.results.numbers_dialog import NumbersDialog, pictures_on
from gui.results.tab import Tab
from gui.routes.laboratory import EXHIBITS
from gui.strings import explore as words
from gui.strings import laboratory
from gui.window import Window
from gui.wizard.pages.result import ResultPage
from gui.wizard.state import State
from tests.gui.finished import finished_state, open_exhibit, show_in_laboratory
from tests.wording.checks import BANNED

PICTURES = ("run", "verdict")
ALL = {"two classes": finished_state, "several outputs": lambda: finished_state(True)}


def numbers(window: Window) -> NumbersDialog:
    found = window.findChild(NumbersDialog)
    assert found is not None
    return found


def settle(qtbot: QtBot, tab: Tab) -> None:
    qtbot.waitUntil(lambda: not tab.background.busy, timeout=20_000)


def shown(window: Window, state: State, key: str) -> None:
    window.shell.replace_state(replace(state))
    window.shell.go(key)


def is_seen(picture: Spoken) -> bool:
    return picture.isVisible() and picture.height() > 0


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("key", PICTURES)
def test_that_every_picture_of_a_page_speaks_and_has_values(window: Window, key: str, kind: str) -> None:
    shown(window, ALL[kind](), key)
    page = window.shell.page(key)
    seen = [picture for picture in page.findChildren(Spoken) if is_seen(picture)]
    assert seen
    for picture in seen:
        assert picture.accessibleName()
        assert len(picture.accessibleDescription()) > 20
        assert picture.values
        assert not BANNED.search(picture.accessibleDescription())
        assert " p " not in picture.accessibleDescription()


@pytest.mark.parametrize("kind", ALL)
def test_that_the_key_lists_the_numbers_of_the_pictures_of_run(qtbot: QtBot, window: Window, kind: str) -> None:
    shown(window, ALL[kind](), "run")
    seen = [picture for picture in window.shell.page("run").findChildren(Spoken) if is_seen(picture)]
    qtbot.keyClick(window, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: window.findChild(NumbersDialog) is not None)
    dialog = numbers(window)
    named = {row[0] for row in dialog.model.rows}
    assert named == {picture.accessibleName() for picture in seen}
    assert dialog.model.rowCount() == sum(len(picture.values) for picture in seen)
    assert dialog.findChild(QTableView, "numbersTable") is not None
    dialog.close()


@pytest.mark.parametrize("kind", ALL)
def test_that_the_key_shows_the_plot_of_the_result_as_table_and_back(qtbot: QtBot, window: Window, kind: str) -> None:
    shown(window, ALL[kind](), "verdict")
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    card = page.panel.card
    assert card.stack.currentWidget() is card.plot
    qtbot.keyClick(window, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: card.stack.currentWidget() is card.table)
    assert card.chart is not None
    assert card.model.rows == card.chart.rows
    assert card.model.rowCount() > 0
    assert card.table.accessibleName() == card.plot.accessibleName()
    qtbot.keyClick(window, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: card.stack.currentWidget() is card.plot)


def test_that_pictures_of_one_page_are_told_apart(window: Window) -> None:
    shown(window, finished_state(several_outputs=True), "verdict")
    names = [picture.accessibleName() for picture in pictures_on(window.shell.page("verdict"))]
    assert len(set(names)) == len(names)


def test_that_the_numbers_behind_pictures_are_copied_with_their_sentences(window: Window) -> None:
    shown(window, finished_state(), "run")
    window.picture_as_table()
    dialog = numbers(window)
    dialog.copy()
    text = QGuiApplication.clipboard().text()
    told = [picture.accessibleDescription() for picture in pictures_on(window.shell.page("run"))]
    assert told
    assert all(sentence in text for sentence in told)
    assert "\t".join(words.NUMBERS_HEADINGS) in text
    dialog.close()


def test_that_a_page_without_a_picture_says_so(window: Window) -> None:
    window.picture_as_table()
    assert window.shell.footer.spoken == words.NUMBERS_NONE


@pytest.mark.parametrize("kind", ALL)
def test_that_every_picture_of_the_laboratory_speaks_and_has_its_table(qtbot: QtBot, window: Window, kind: str) -> None:
    page = show_in_laboratory(window, ALL[kind]())
    for exhibit in EXHIBITS:
        tab = open_exhibit(page, exhibit.key)
        assert_complete(tab)


def assert_complete(tab: Tab) -> None:
    """Where there is nothing to show, or it is computed on request, the sentence says so instead."""
    assert tab.sentence.text() or tab.caption.text(), tab.key
    for picture in tab.findChildren(Spoken):
        if is_seen(picture) and tab.model.rows:
            assert picture.accessibleName(), tab.key
            assert len(picture.accessibleDescription()) > 20, tab.key
    assert tab.table.accessibleName() == laboratory.TITLES[tab.key]
