"""Explain this number on the verdict page: by mouse, by key and by menu, and the ways on from there."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from gui.help.browser import HelpBrowser
from gui.results.explain_dialog import ExplainDialog
from gui.results.shelf import Shelf
from gui.widgets.figure_label import FigureLabel
from gui.window import Window
from gui.wizard.pages.verdict import VerdictPage
from tests.gui.finished import finished_state


@pytest.fixture
def verdict(window: Window) -> Window:
    window.shell.replace_state(finished_state())
    window.shell.go("verdict")
    return window


def asked(window: Window) -> ExplainDialog:
    found = window.findChild(ExplainDialog, "explainDialog")
    assert found is not None
    return found


def test_that_a_headline_without_a_figure_explains_those_of_its_sentence(verdict: Window, qtbot: QtBot) -> None:
    page = verdict.shell.page("verdict")
    assert isinstance(page, VerdictPage)
    page.answer.headline.setText("Cannot tell them apart.")
    page.answer.headline.asked.emit()
    assert asked(verdict).findChild(QLabel, "explainedHow0").text()


def test_that_a_click_on_the_sentence_explains_its_figures(verdict: Window, qtbot: QtBot) -> None:
    text = verdict.findChild(FigureLabel, "verdictBody")
    qtbot.mouseClick(text, Qt.MouseButton.LeftButton)
    dialog = asked(verdict)
    assert text.words in dialog.findChild(QLabel, "explainedText").text().replace("&#x27;", "'")
    assert dialog.findChild(QLabel, "explainedHow0").text()


def test_that_every_text_with_figures_answers_to_enter_and_its_menu(verdict: Window, qtbot: QtBot) -> None:
    texts = [
        text for text in verdict.findChildren(FigureLabel) if text.isVisible() and any(map(str.isdigit, text.words))
    ]
    assert len(texts) >= 4
    for text in texts:
        assert text.focusPolicy() & Qt.FocusPolicy.TabFocus
        with qtbot.waitSignal(text.asked):
            qtbot.keyClick(text, Qt.Key.Key_Return)
        with qtbot.waitSignal(text.asked):
            text.menu().actions()[0].trigger()


def test_that_the_explanation_leads_to_the_tab_in_explore(verdict: Window, qtbot: QtBot) -> None:
    verdict.findChild(FigureLabel, "card_repeats").asked.emit()
    asked(verdict).findChild(QPushButton, "explainTab0").click()
    assert verdict.shell.current == "explore"
    assert verdict.findChild(Shelf).current.key == "shuffles"


def test_that_the_explanation_leads_to_the_help(verdict: Window) -> None:
    verdict.findChild(FigureLabel, "card_expected").asked.emit()
    asked(verdict).findChild(QPushButton, "explainHelp0").click()
    assert "Errors per 100" in verdict.findChild(HelpBrowser, "help").page.toPlainText()
