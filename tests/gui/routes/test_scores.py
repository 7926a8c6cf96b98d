"""Fold scores made elsewhere, in the window: the design is asked, the answer shows what was refused."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from core.application.write_report import write_document
from core.domain.conclusion import Reason
from core.wording.fold_scores_text import word_headline
from gui.pdf import QtPainter
from gui.routes.scores import SAME, ScoresPage
from gui.strings import honesty as strings
from gui.window import Window
from tests.application.test_compare_fold_scores import text


@pytest.fixture
def page(window: Window, qtbot: QtBot, tmp_path: Path) -> ScoresPage:
    window.actions_by_name["scores"].trigger()
    found = window.shell.page("scores")
    assert isinstance(found, ScoresPage)
    path = tmp_path / "scores.csv"
    path.write_text(text(5, 10))
    found.open(path)
    qtbot.waitUntil(lambda: found.table is not None, timeout=20_000)
    window.shell.act()
    assert found.step == "design"
    say_kind(found, "error")
    return found


def say_kind(page: ScoresPage, kind: str) -> None:
    page.kind_box.setCurrentIndex(page.kind_box.findData(kind))
    page.kind_box.activated.emit(page.kind_box.currentIndex())


def mean_of(page: ScoresPage, model: str) -> float:
    """How much better the model is than the reference."""
    assert page._found is not None
    difference = next(row.difference for row in page._found.rows if row.model == model)
    assert difference is not None
    assert difference.mean is not None
    return difference.mean


def compare(window: Window, page: ScoresPage, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.findChild(QWidget, "primary"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.is_answered, timeout=20_000)


def test_that_the_design_is_guessed_and_must_be_answered(window: Window, page: ScoresPage, qtbot: QtBot) -> None:
    assert (page.folds.value(), page.repeats.value()) == (10, 5)
    assert page.roles().models == ("old", "new", "third")
    qtbot.mouseClick(window.findChild(QWidget, "primary"), Qt.MouseButton.LeftButton)
    assert not page.is_answered
    assert "open" in window.shell.footer.said.text()


def test_that_nobody_guesses_whether_more_is_better(window: Window, page: ScoresPage, qtbot: QtBot) -> None:
    page.kind_box.setCurrentIndex(-1)
    page.findChild(QAbstractButton, f"fix_{SAME}_0").click()
    qtbot.mouseClick(window.findChild(QWidget, "primary"), Qt.MouseButton.LeftButton)
    assert not page.is_answered
    assert window.shell.footer.said.text() == strings.SCORES_NO_KIND
    say_kind(page, "right")
    compare(window, page, qtbot)
    assert mean_of(page, "new") < 0  # fewer errors, taken as fewer right answers


def test_that_another_file_is_asked_again_what_its_numbers_are(page: ScoresPage, qtbot: QtBot, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text(text(2, 5))
    page.open(other)
    qtbot.waitUntil(lambda: page.folds.value() == 5, timeout=20_000)
    assert page.kind_box.currentIndex() == -1


def test_that_the_answer_shows_what_was_run_and_refused(
    window: Window, page: ScoresPage, qtbot: QtBot, tmp_path: Path
) -> None:
    page.findChild(QAbstractButton, f"fix_{SAME}_0").click()
    compare(window, page, qtbot)
    assert mean_of(page, "new") > 0
    assert page._found is not None
    assert page.banner.headline.words == word_headline(page._found.top)
    assert page.strip.isVisible()
    assert "Corrected t over all splits" in page.run.text()
    assert "McNemar" in page.refused.text()
    assert page.banner.headline.words in page.sentence()
    assert page._found.design.text in page.sentence()
    made = page.document()
    assert made is not None
    write_document(tmp_path / "r.html", made, QtPainter())
    assert "Tests that were refused" in (tmp_path / "r.html").read_text("utf-8")


def test_that_other_folds_are_described_only(window: Window, page: ScoresPage, qtbot: QtBot) -> None:
    page.findChild(QAbstractButton, f"fix_{SAME}_1").click()
    page.models.ticks["third"].click()
    assert page.roles().models == ("old", "new")
    compare(window, page, qtbot)
    assert page._found is not None
    assert page._found.top.reason is Reason.DESCRIPTIVE
    assert page.strip.isHidden()
    assert page.run.text() == "–"


def test_that_a_wrong_design_is_said(
    window: Window, page: ScoresPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr("gui.messages.show_error", lambda _parent, error: said.append(str(error)))
    page.findChild(QAbstractButton, f"fix_{SAME}_0").click()
    page.repeats.setValue(3)
    qtbot.mouseClick(window.findChild(QWidget, "primary"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)
    assert "make 30 scores" in said[0]
