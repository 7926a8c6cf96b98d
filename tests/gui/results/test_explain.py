"""Explain this number on the result page: by mouse, by key and by menu, and the ways on from there."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from gui.help.browser import HelpBrowser
from gui.results.explain_dialog import ExplainDialog
from gui.widgets.figure_label import FigureLabel
from gui.window import Window
from gui.wizard.pages.result import ResultPage
from tests.gui.finished import finished_state
from tests.gui.test_result_page import result_page


@pytest.fixture
def page(window: Window) -> ResultPage:
    return result_page(window, finished_state())


def asked(page: ResultPage) -> ExplainDialog:
    found = page.findChild(ExplainDialog, "explainDialog")
    assert found is not None
    return found


def test_that_a_headline_without_a_figure_explains_those_of_its_sentence(page: ResultPage) -> None:
    page.panel.banner.headline.asked.emit()
    assert asked(page).findChild(QLabel, "explainedHow0").text()


def test_that_every_text_with_figures_answers_to_enter_and_its_menu(page: ResultPage, qtbot: QtBot) -> None:
    texts = [text for text in page.findChildren(FigureLabel) if any(map(str.isdigit, text.words))]
    assert texts
    for text in texts:
        with qtbot.waitSignal(text.asked):
            qtbot.keyClick(text, Qt.Key.Key_Return)
        with qtbot.waitSignal(text.asked):
            text.menu().actions()[0].trigger()


def test_that_the_explanation_leads_to_the_plot(page: ResultPage) -> None:
    page.panel.banner.body.asked.emit()
    made = [one for one in asked(page).findChildren(QPushButton) if one.objectName().startswith("explainTab")]
    assert made
    made[0].click()
    assert page.shell.current == "verdict"  # type: ignore[attr-defined]
    assert page.panel.card.current == "compare"


def test_that_the_explanation_leads_to_the_help(page: ResultPage, window: Window) -> None:
    page.panel.banner.body.asked.emit()
    made = [one for one in asked(page).findChildren(QPushButton) if one.objectName().startswith("explainHelp")]
    made[0].click()
    assert window.findChild(HelpBrowser, "help").page.toPlainText()
