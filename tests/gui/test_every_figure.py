"""Every picture of a finished study has a name, a sentence and a table; every figure in a text can be explained."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot

from core.wording.explanation import explain_sentence
from core.wording.sentence import NAMES
from gui import strings
from gui.plots.spoken import Spoken
from gui.results.numbers_dialog import NumbersDialog, pictures_on
from gui.results.tab import Tab
from gui.strings import explore as words
from gui.widgets.figure_label import FigureLabel
from gui.window import Window
from gui.wizard.pages.explore import ExplorePage
from gui.wizard.pages.verdict import VerdictPage
from gui.wizard.state import State
from tests.gui.finished import finished_state
from tests.gui.verdicts import VERDICTS
from tests.wording.checks import BANNED

PICTURES = ("run", "verdict")
LEVELS = "card_expected"
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
def test_that_every_picture_of_a_page_speaks_and_has_a_table(qtbot: QtBot, window: Window, key: str, kind: str) -> None:
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
    qtbot.keyClick(window, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: window.findChild(NumbersDialog) is not None)
    dialog = numbers(window)
    named = {row[0] for row in dialog.model.rows}
    assert named == {picture.accessibleName() for picture in seen}
    assert dialog.model.rowCount() == sum(len(picture.values) for picture in seen)
    assert dialog.findChild(QTableView, "numbersTable") is not None
    dialog.close()


def test_that_pictures_of_one_page_are_told_apart(window: Window) -> None:
    shown(window, finished_state(several_outputs=True), "verdict")
    names = [picture.accessibleName() for picture in pictures_on(window.shell.page("verdict"))]
    assert len(set(names)) == len(names)


def test_that_the_numbers_behind_pictures_are_copied_with_their_sentences(window: Window) -> None:
    shown(window, finished_state(), "verdict")
    window.picture_as_table()
    dialog = numbers(window)
    dialog.copy()
    text = QGuiApplication.clipboard().text()
    assert "equally plausible values" in text
    assert "\t".join(words.NUMBERS_HEADINGS) in text
    dialog.close()


def test_that_a_page_without_a_picture_says_so(window: Window) -> None:
    window.picture_as_table()
    assert window.shell.footer.spoken == words.NUMBERS_NONE


@pytest.mark.parametrize("kind", ALL)
def test_that_every_picture_of_explore_speaks_and_has_its_table(qtbot: QtBot, window: Window, kind: str) -> None:
    shown(window, ALL[kind](), "explore")
    page = window.shell.page("explore")
    assert isinstance(page, ExplorePage)
    for key in page.tabs.keys:
        tab = page.tabs.open_tab(key)
        settle(qtbot, tab)
        assert_complete(tab)


def assert_complete(tab: Tab) -> None:
    """Where there is nothing to show, or it is computed on request, the sentence says so instead."""
    assert tab.sentence.text() or tab.caption.text(), tab.key
    for picture in tab.findChildren(Spoken):
        if is_seen(picture) and tab.model.rows:
            assert picture.accessibleName(), tab.key
            assert len(picture.accessibleDescription()) > 20, tab.key
    assert tab.table.accessibleName() == strings.EXPLORE_TABS[tab.key]


@pytest.mark.parametrize("name", VERDICTS)
def test_that_every_figure_beside_a_verdict_is_explained(window: Window, name: str) -> None:
    """Each is asked about by click, by key and by menu, and every number of its text has its entry."""
    state = VERDICTS[name]()
    shown(window, state, "verdict")
    page = window.shell.page("verdict")
    assert isinstance(page, VerdictPage)
    assert state.findings is not None
    assert state.data is not None
    for text in (*page.answer.figures, *page.cards.figures):
        if not text.isVisibleTo(page):
            continue
        plain = "".join(span.text for span in text.sentence.spans if span.meaning is None)
        assert not any(letter.isdigit() for letter in plain), (name, text.objectName(), plain)
        entries = explain_sentence(text.sentence, state.study, state.data, state.findings)
        figures = {span.text for span in text.sentence.figures if span.meaning not in NAMES}
        assert figures <= {figure for entry in entries for figure in entry.figures}, (name, text.objectName())
        assert all(entry.title and entry.how and entry.formula for entry in entries)


@pytest.mark.parametrize("name", VERDICTS)
@pytest.mark.parametrize("size", [(1280, 640), (1024, 600)])
def test_that_no_text_of_any_verdict_is_cut(qtbot: QtBot, window: Window, name: str, size: tuple[int, int]) -> None:
    window.resize(*size)
    shown(window, VERDICTS[name](), "verdict")
    page = window.shell.page("verdict")
    area = window.shell._areas["verdict"]

    def is_whole() -> bool:
        texts = [text for text in page.findChildren(FigureLabel) if text.isVisible()]
        return all(text.height() >= text.heightForWidth(text.width()) for text in texts if text.objectName() != LEVELS)

    qtbot.waitUntil(is_whole, timeout=10_000)
    assert area.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("name", VERDICTS)
def test_that_no_verdict_shows_an_empty_card_or_a_claim_it_does_not_make(window: Window, name: str) -> None:
    state = VERDICTS[name]()
    shown(window, state, "verdict")
    page = window.shell.page("verdict")
    assert isinstance(page, VerdictPage)
    assert state.findings is not None
    for key, card in page.cards._cards.items():
        assert card.isVisibleTo(page) == bool(page.cards.texts[key].text())
    leading = page._leading
    is_joint = state.data is None or len(state.data.outputs) > 1
    assert page.answer.strip.isVisibleTo(page) == (leading is not None and leading.strip is not None and not is_joint)
