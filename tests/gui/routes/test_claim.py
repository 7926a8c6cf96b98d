"""The route Check a claim, with real widgets."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from core.data.samples import find_sample
from core.domain.claim import ClaimKind
from core.domain.conclusion import Answer
from core.judge.obstacles import TRAINED_ON
from core.wording.claim_text import word_headline
from gui import theme
from gui.routes.boxes import CAPTION_WIDTH, Fields
from gui.routes.claim import ClaimPage
from gui.routes.given import claimed_first, guess
from gui.strings import routes as strings
from gui.strings import short_studies as words
from gui.widgets.answer_chip import AnswerChip
from gui.window import Window


@pytest.fixture
def page(window: Window, qtbot: QtBot, predictions: Path) -> ClaimPage:
    qtbot.mouseClick(window.findChild(QAbstractButton, "doorClaim"), Qt.MouseButton.LeftButton)
    found = window.shell.page("claim")
    assert isinstance(found, ClaimPage)
    found.open(predictions)
    qtbot.waitUntil(lambda: found.table is not None, timeout=20_000)
    choose(found.vendor, "new")
    choose(found.own, "old")
    window.shell.act()
    assert found.step == "claim"
    return found


def choose(box: QComboBox, column: str) -> None:
    box.setCurrentIndex(box.findData(column))
    box.activated.emit(box.currentIndex())


def mean(page: ClaimPage, place: int, choice: int) -> None:
    box = page._choices[place]
    box.setCurrentIndex(choice)
    box.activated.emit(choice)


def check(window: Window, page: ClaimPage, qtbot: QtBot, place: int = 0) -> None:
    page.findChild(QAbstractButton, f"fix_{TRAINED_ON}_{place}").click()
    window.shell.act()
    qtbot.waitUntil(lambda: page.is_answered, timeout=20_000)


def test_that_a_claim_is_asked_for_first(window: Window, page: ClaimPage) -> None:
    window.shell.act()
    assert strings.CLAIM_EXAMPLE in window.shell.footer.said.text()
    page.claimed.setText("very good")
    assert "no claim that can be checked" in page.read_as.text()


def test_that_a_claim_is_read_back_with_its_rows(page: ClaimPage) -> None:
    page.claimed.setText("98 % right on 500 parts")
    assert page.read_as.text() == "Read as: 98 % right, measured on 500 rows."
    assert not page._compares


def test_that_a_claim_that_is_too_good_is_not_compatible(window: Window, page: ClaimPage, qtbot: QtBot) -> None:
    page.claimed.setText("99 % right")
    check(window, page, qtbot)
    assert page._checked is not None
    assert page._checked.answer is Answer.NO
    page.copy()
    assert QGuiApplication.clipboard().text().startswith(word_headline(page._checked).text)


def test_that_a_fair_claim_is_compatible(window: Window, page: ClaimPage, qtbot: QtBot) -> None:
    page.claimed.setText("93 %")
    check(window, page, qtbot)
    assert page._checked is not None
    assert page._checked.answer is Answer.YES


def test_that_thirty_percent_better_is_asked_back(window: Window, page: ClaimPage, qtbot: QtBot) -> None:
    page.claimed.setText("30 % better")
    window.shell.act()
    assert "30 % fewer errors, or 30 points?" in window.shell.footer.said.text()
    mean(page, 0, 1)
    assert page._compares
    check(window, page, qtbot)
    assert page._checked is not None
    (part,) = page._checked.parts
    assert part.claim.kind is ClaimKind.FEWER_ERRORS
    assert page.parts.item(0, 1).text() == "30 % fewer errors"


def test_that_every_figure_of_a_claim_is_a_row_of_both_tables(window: Window, page: ClaimPage, qtbot: QtBot) -> None:
    page.claimed.setText("99.9 % accurate, 30 % better than yours")
    assert page.figures.rowCount() == 2
    before = page.figures.geometry()
    mean(page, 1, 1)
    assert page.figures.geometry() == before
    check(window, page, qtbot)
    assert page._checked is not None
    assert page._checked.answer is Answer.NO  # the first figure does not fit, whatever the second does
    assert [page.parts.item(row, 0).text() for row in range(page.parts.rowCount())] == ["99.9 %", "30 %"]
    chips = [page.parts.cellWidget(row, 3) for row in range(2)]
    assert [chip.answer for chip in chips if isinstance(chip, AnswerChip)] == [
        part.answer for part in page._checked.parts
    ]


def test_that_rows_used_for_training_give_no_answer(window: Window, page: ClaimPage, qtbot: QtBot) -> None:
    page.claimed.setText("98 %")
    check(window, page, qtbot, place=1)
    assert page._checked is not None
    assert page._checked.answer is Answer.BLOCKED


def test_that_the_question_must_be_answered(window: Window, page: ClaimPage) -> None:
    page.claimed.setText("98 %")
    window.shell.act()
    assert "1 thing is open" in window.shell.footer.said.text()


def test_that_the_labels_of_the_fields_need_one_line_and_are_as_wide_after_larger_text(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    fields = Fields()
    holder.setLayout(fields)
    titles = (strings.VENDOR, strings.OWN, strings.GROUP, strings.MARGIN)
    captions = [fields.add(title, "", QComboBox()) for title in titles]
    for text in (2.0, 1.0):
        theme.apply("light", text)
        assert {caption.minimumWidth() for caption in captions} == {CAPTION_WIDTH}
    holder.show()
    assert all(caption.fontMetrics().horizontalAdvance(caption.text()) <= CAPTION_WIDTH for caption in captions)


def test_that_the_claim_is_taken_to_be_about_the_vendor() -> None:
    assert claimed_first(guess(find_sample("vendor").make()).models) == ["vendor", "ours"]
    assert claimed_first(("old", "new")) == ["old", "new"]
    assert claimed_first(()) == []


def test_that_a_figure_nobody_understands_is_asked_back_or_struck_out(
    window: Window, page: ClaimPage, qtbot: QtBot
) -> None:
    page.claimed.setText("93 % accurate at 20 degrees")
    assert page.figures.item(1, 0).text() == "20"
    window.shell.act()
    assert "What does 20 claim?" in window.shell.footer.said.text()
    mean(page, 1, page._choices[1].count() - 1)
    check(window, page, qtbot)
    assert page._checked is not None
    assert [part.claim.text for part in page._checked.parts] == ["93 % right"]


def test_that_a_claim_struck_out_whole_is_not_checked(window: Window, page: ClaimPage) -> None:
    page.claimed.setText("30 % better")
    mean(page, 0, page._choices[0].count() - 1)
    window.shell.act()
    assert window.shell.footer.said.text() == words.NO_CLAIM_LEFT
