"""The route Compare predictions from its door to the copied sentence, with real widgets."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QComboBox, QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from core.data.read import read_table
from core.data.samples import find_sample
from core.domain.conclusion import Scope
from core.history.history import History
from core.support import paths
from core.wording.conclusion_text import word_conclusion
from gui.routes.given import guess
from gui.routes.predictions import PredictionsPage
from gui.strings import routes as strings
from gui.window import Window


@pytest.fixture
def page(window: Window, qtbot: QtBot, predictions: Path) -> PredictionsPage:
    door = window.findChild(QAbstractButton, "doorPredictions")
    qtbot.mouseClick(door, Qt.MouseButton.LeftButton)
    found = window.shell.page("predictions")
    assert isinstance(found, PredictionsPage)
    found.open(predictions)
    qtbot.waitUntil(lambda: found._looked is not None, timeout=20_000)
    return found


def choose(box: QComboBox, column: str | None) -> None:
    box.setCurrentIndex(box.findData(column) if column is not None else 0)
    box.activated.emit(box.currentIndex())


def answer(page: PredictionsPage, question: str, place: int) -> None:
    page.findChild(QAbstractButton, f"fix_{question}_{place}").click()


def compare(window: Window, page: PredictionsPage, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.findChild(QWidget, "primary"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.is_answered, timeout=20_000)


def settle_and_compare(window: Window, page: PredictionsPage, qtbot: QtBot) -> None:
    for problem, place in zip(page.asked(), (0, 1), strict=True):
        answer(page, problem.id, place)
    compare(window, page, qtbot)


def test_that_the_columns_are_guessed(predictions: Path) -> None:
    roles = guess(read_table(predictions))
    assert (roles.truth, roles.models) == ("truth", ("old", "new"))
    assert roles.scores == {"old": "old_score", "new": "new_score"}


def test_that_the_door_leads_to_a_page_without_steps(window: Window, page: PredictionsPage) -> None:
    assert window.shell.current == "predictions"
    assert not window.shell.rail.isVisible()
    assert window.shell.instruction.text() == strings.PREDICTIONS_INSTRUCTION
    assert page.margin.value() == 2.0
    assert page.margin.suffix() == " per 100"


def test_that_nothing_is_compared_before_the_questions_are_answered(
    window: Window, qtbot: QtBot, page: PredictionsPage
) -> None:
    window.shell.act()
    assert "2 things are open" in window.shell.footer.said.text()
    answer(page, page.asked()[0].id, 0)
    window.shell.act()
    assert "1 thing is open" in window.shell.footer.said.text()
    assert not page.is_answered


def test_that_two_models_are_compared_and_the_sentence_can_be_copied(
    window: Window, qtbot: QtBot, page: PredictionsPage
) -> None:
    settle_and_compare(window, page, qtbot)
    assert "new" in page.verdict.headline.text().lower()
    assert page.verdict.strip.isVisible()
    assert page._compared is not None
    assert page._compared.findings.conclusion.scope is Scope.IMPORTED
    said = word_conclusion(page._compared.study, page._compared.data, page._compared.findings)
    assert said.scope.text in page.verdict.text.text()
    assert page.texts["second-measure"].isVisible()
    qtbot.mouseClick(window.findChild(QWidget, "primary"), Qt.MouseButton.LeftButton)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith(page.verdict.headline.text())
    assert "400 rows, 1 comparison on this data" in copied
    assert len(History.open(paths.history()).entries()) == 1


def test_that_back_leads_from_the_answer_to_the_columns_and_then_home(
    window: Window, qtbot: QtBot, page: PredictionsPage
) -> None:
    settle_and_compare(window, page, qtbot)
    window.shell.back()
    assert not page.is_answered
    assert window.shell.current == "predictions"
    window.shell.back()
    assert window.shell.current == "home"


def test_that_rows_used_for_training_give_no_verdict(window: Window, qtbot: QtBot, page: PredictionsPage) -> None:
    for problem in page.asked():
        answer(page, problem.id, 1)
    compare(window, page, qtbot)
    assert "Blocked" in page.verdict.tag.text()
    assert not page.verdict.strip.isVisible()


def test_that_a_row_id_makes_the_question_of_order_needless(
    window: Window, qtbot: QtBot, page: PredictionsPage
) -> None:
    choose(page.row_id, "part")
    assert len(page.asked()) == 1


def test_that_a_column_with_two_roles_blocks(window: Window, qtbot: QtBot, page: PredictionsPage) -> None:
    choose(page.models[1].answers, "old")
    qtbot.waitUntil(lambda: bool(page.trouble))
    window.shell.act()
    assert "two roles" in page.trouble
    assert "open" in window.shell.footer.said.text()
    choose(page.models[1].answers, "new")
    qtbot.waitUntil(lambda: not page.trouble)


def test_that_a_third_model_and_groups_take_part(window: Window, qtbot: QtBot, page: PredictionsPage) -> None:
    page.add_model()
    choose(page.models[2].answers, "third")
    choose(page.group, "machine")
    qtbot.waitUntil(lambda: page._looked is not None)
    settle_and_compare(window, page, qtbot)
    assert page.findChild(QWidget, "further0") is not None
    assert "2 comparisons" in page.sentence()


def test_that_a_file_that_is_no_table_is_said_in_words(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    window.shell.go("predictions")
    page = window.shell.page("predictions")
    assert isinstance(page, PredictionsPage)
    window.shell.act()
    assert window.shell.footer.said.text() == strings.NO_FILE
    page.open(tmp_path / "nothing.csv")
    qtbot.waitUntil(lambda: page.findChild(QWidget, "errorBox") is not None)
    page.findChild(QWidget, "errorBox").close()
    assert page.table is None
    assert page.findChild(QLabel, "routeFile").text() == strings.FILE_NONE


def test_that_the_truth_is_found_by_what_the_columns_answer() -> None:
    roles = guess(find_sample("vendor").make())
    assert (roles.truth, roles.models) == ("state", ("ours", "vendor"))


def test_that_the_answer_is_shown_from_its_headline(window: Window, qtbot: QtBot, page: PredictionsPage) -> None:
    """Also where the form was scrolled down to its questions."""
    window.setMinimumSize(400, 300)
    window.resize(700, 320)
    for problem in page.asked():
        answer(page, problem.id, 0)
    bar = window.shell._areas["predictions"].verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    compare(window, page, qtbot)
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == 0)


def test_that_the_hash_of_the_plan_stands_under_the_answer_and_folds(
    window: Window, qtbot: QtBot, page: PredictionsPage
) -> None:
    for problem in page.asked():
        answer(page, problem.id, 0)
    compare(window, page, qtbot)
    stamp = window.findChild(QLabel, "routeStamp")
    assert page._compared is not None
    assert page._compared.plan_hash in stamp.text().replace("\u200b", "")
    assert stamp.minimumSizeHint().width() < 300


def test_that_the_numbers_of_the_answer_are_explained_without_trainings_that_never_were(
    window: Window, qtbot: QtBot, page: PredictionsPage
) -> None:
    settle_and_compare(window, page, qtbot)
    for text in page.verdict.figures:
        text.asked.emit()
    told = [label.text() for label in page.findChildren(QLabel) if label.objectName().startswith("explainedHow")]
    assert told
    assert not any("fold" in text or "training" in text or "study file" in text for text in told)
    assert not [door for door in page.findChildren(QAbstractButton) if door.objectName().startswith("explainTab")]


def test_that_the_copied_sentence_says_which_rows_are_one_case(
    window: Window, qtbot: QtBot, page: PredictionsPage, tmp_path: Path
) -> None:
    file, states = tmp_path / "shuffles.csv", ("good", "faulty")
    rows = [f"{i % 40},{states[i % 2]},{states[(i + (i % 7 == 0)) % 2]},{states[i % 2]}" for i in range(400)]
    file.write_text("\n".join(["id,truth,old,new", *rows]), "utf-8")
    page.open(file)
    qtbot.waitUntil(lambda: page._looked is not None and page._looked.given.data.size == 400, timeout=20_000)
    qtbot.waitUntil(lambda: "shuffles.csv" in page.file.text())
    settle_and_compare(window, page, qtbot)
    assert "the 400 rows are 40 cases" in page.sentence()


@pytest.mark.parametrize(
    ("route", "press", "title"),
    [
        ("confirm", "choose_file", "new rows"),
        ("predict", "choose_model", "Choose a model"),
        ("predict", "choose_rows", "Choose new rows"),
    ],
)
def test_that_the_file_is_asked_for_by_what_it_is(
    window: Window, monkeypatch: pytest.MonkeyPatch, route: str, press: str, title: str
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda _parent, text, *_: (asked.append(text), ("", ""))[1])  # type: ignore[func-returns-value]
    getattr(window.shell.page(route), press)()
    assert title in asked[0]
