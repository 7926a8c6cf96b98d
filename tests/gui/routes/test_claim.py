"""The route Check a claim, with real widgets."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from core.data.samples import find_sample
from core.domain.conclusion import Answer
from core.judge.obstacles import TRAINED_ON
from core.routes.claim_text import ClaimKind
from gui import theme
from gui.results.words import tag_words
from gui.routes.boxes import CAPTION_WIDTH, Fields
from gui.routes.claim import ClaimPage
from gui.routes.given import claimed_first, guess
from gui.strings import routes as strings
from gui.window import Window


@pytest.fixture
def page(window: Window, qtbot: QtBot, predictions: Path) -> ClaimPage:
    qtbot.mouseClick(window.findChild(QAbstractButton, "doorClaim"), Qt.MouseButton.LeftButton)
    found = window.shell.page("claim")
    assert isinstance(found, ClaimPage)
    found.open(predictions)
    qtbot.waitUntil(lambda: found.table is not None, timeout=20_000)
    choose(found.vendor.answers, "new")
    return found


def choose(box: QComboBox, column: str) -> None:
    box.setCurrentIndex(box.findData(column))
    box.activated.emit(box.currentIndex())


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
    assert not page.own.isVisible()


def test_that_a_claim_that_is_too_good_is_not_compatible(window: Window, page: ClaimPage, qtbot: QtBot) -> None:
    page.claimed.setText("99 % right")
    check(window, page, qtbot)
    assert page.tag.text() == tag_words(Answer.NO)
    window.shell.act()
    assert QGuiApplication.clipboard().text().startswith(page.headline.text())


def test_that_a_fair_claim_is_compatible(window: Window, page: ClaimPage, qtbot: QtBot) -> None:
    page.claimed.setText("93 %")
    check(window, page, qtbot)
    assert page.tag.text() == tag_words(Answer.YES)


def test_that_thirty_percent_better_is_asked_back(window: Window, page: ClaimPage, qtbot: QtBot) -> None:
    page.claimed.setText("30 % better")
    window.shell.act()
    assert "30 % fewer errors, or 30 points?" in window.shell.footer.said.text()
    assert page.own.isVisible()
    page.findChild(QAbstractButton, "meant0").click()
    choose(page.own, "old")
    check(window, page, qtbot)
    assert page._checked is not None
    (part,) = page._checked.parts
    assert part.claim.kind is ClaimKind.FEWER_ERRORS
    assert "30 % fewer errors" in page.text.text()


def test_that_rows_used_for_training_give_no_answer(window: Window, page: ClaimPage, qtbot: QtBot) -> None:
    page.claimed.setText("98 %")
    check(window, page, qtbot, place=1)
    assert page.tag.text() == tag_words(Answer.BLOCKED)


def test_that_the_question_must_be_answered(window: Window, page: ClaimPage) -> None:
    page.claimed.setText("98 %")
    window.shell.act()
    assert "1 thing to settle" in window.shell.footer.said.text()


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
