"""The route Compare predictions from its door to the report, with real widgets."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QComboBox, QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from core.data.read import read_table
from core.data.samples import find_sample
from core.domain.conclusion import Answer, Scope
from core.domain.study import QuestionKind
from core.history.history import History
from core.judge.obstacles import ROW_ORDER, TRAINED_ON
from core.support import paths
from core.wording.conclusion_text import word_conclusion
from gui.routes.given import guess
from gui.routes.predictions import PredictionsPage
from gui.strings import short_studies as words
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


def press_primary(window: Window, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.findChild(QWidget, "primary"), Qt.MouseButton.LeftButton)


def compare(window: Window, page: PredictionsPage, qtbot: QtBot, trained_on: int = 0) -> None:
    press_primary(window, qtbot)
    press_primary(window, qtbot)
    assert page.step == "review"
    answer(page, TRAINED_ON, trained_on)
    press_primary(window, qtbot)
    qtbot.waitUntil(lambda: page.is_answered, timeout=20_000)


def test_that_the_columns_are_guessed(predictions: Path) -> None:
    roles = guess(read_table(predictions))
    assert (roles.truth, roles.models) == ("truth", ("old", "new"))
    assert roles.scores == {"old": "old_score", "new": "new_score"}


@pytest.mark.parametrize(("heading", "found"), [("part_id", True), ("part", False)])
def test_that_a_column_named_like_an_id_is_proposed_as_row_id(tmp_path: Path, heading: str, found: bool) -> None:
    file = tmp_path / "t.csv"
    rows = [f"{i},{('a', 'b')[i % 2]},a,b" for i in range(40)]
    file.write_text("\n".join([f"{heading},truth,old,new", *rows]), "utf-8")
    assert (guess(read_table(file)).row_id == heading) is found


def test_that_the_door_leads_to_the_steps_of_this_route(window: Window, page: PredictionsPage) -> None:
    assert window.shell.current == "predictions"
    assert window.shell.rail.isVisible()
    assert list(window.shell.rail.buttons) == ["data", "question", "review", "result", "report"]
    assert window.shell.instruction.text() == words.P_DATA_HEADING
    assert page.margin.value() == 2.0
    assert page.margin.suffix() == " per 100"
    window.shell.start_new()
    assert list(window.shell.rail.buttons)[-1] == "report"
    assert "candidates" in window.shell.rail.buttons


def test_that_columns_of_one_file_are_never_asked_for_their_order(page: PredictionsPage) -> None:
    assert [problem.id for problem in page.asked()] == [TRAINED_ON]
    planned = page.planned()
    assert planned is not None
    assert ROW_ORDER not in planned.answers


def test_that_nothing_is_compared_before_the_question_is_answered(
    window: Window, qtbot: QtBot, page: PredictionsPage
) -> None:
    for _ in range(3):
        press_primary(window, qtbot)
    assert page.step == "review"
    assert "1 thing is open" in window.shell.footer.said.text()
    assert not page.is_answered


def test_that_a_step_of_the_rail_opens_only_when_those_before_it_are_settled(
    window: Window, qtbot: QtBot, page: PredictionsPage
) -> None:
    window.shell.rail.buttons["result"].click()
    assert page.step == "data"
    assert window.shell.footer.said.text() == words.NEEDS_ANSWER
    page.models.ticks["old"].click()
    window.shell.rail.buttons["review"].click()
    assert page.step == "data"
    assert window.shell.footer.said.text() == words.NEED_TWO
    page.models.ticks["old"].click()
    qtbot.waitUntil(lambda: page._looked is not None, timeout=20_000)
    window.shell.rail.buttons["review"].click()
    assert page.step == "review"


def test_that_two_models_are_compared_and_the_answer_can_be_copied(
    window: Window, qtbot: QtBot, page: PredictionsPage
) -> None:
    compare(window, page, qtbot)
    assert page.step == "result"
    assert "new" in page.panel.banner.headline.words.lower()
    assert page._compared is not None
    assert page._compared.findings.conclusion.scope is Scope.IMPORTED
    page.copy()
    copied = QGuiApplication.clipboard().text()
    said = word_conclusion(page._compared.study, page._compared.data, page._compared.findings)
    assert copied.startswith(said.headline.text)
    assert said.scope.text in copied
    assert "400 rows, 1 comparison on this data" in copied
    assert len(History.open(paths.history()).entries()) == 1


def test_that_nobody_is_quoted_for_what_they_did_not_set(window: Window, qtbot: QtBot, page: PredictionsPage) -> None:
    compare(window, page, qtbot)
    assert page._compared is not None
    assert {"question.margin", "question.kind", "baseline"} <= set(page._compared.study.assumed)
    assert "assumed" in page.panel.banner.body.words


def test_that_what_is_set_is_the_persons_own(window: Window, qtbot: QtBot, page: PredictionsPage) -> None:
    press_primary(window, qtbot)
    page.findChild(QAbstractButton, "kind_replace").click()
    page.use.buttons["in-use"].click()
    page.margin.lineEdit().setText("3")
    page.margin.interpretText()
    planned = page.planned()
    assert planned is not None
    assert planned.question.kind is QuestionKind.REPLACE
    assert planned.question.margin == 3.0
    assert not {"question.margin", "question.kind", "baseline"} & set(planned.assumed)


def test_that_good_enough_needs_a_limit(window: Window, qtbot: QtBot, page: PredictionsPage) -> None:
    press_primary(window, qtbot)
    page.findChild(QAbstractButton, "kind_good-enough").click()
    press_primary(window, qtbot)
    assert page.step == "question"
    assert window.shell.footer.said.text() == words.LIMIT_NEEDED
    page.limit.setValue(10.0)
    press_primary(window, qtbot)
    answer(page, TRAINED_ON, 0)
    press_primary(window, qtbot)
    qtbot.waitUntil(lambda: page.is_answered, timeout=20_000)
    assert page.answer_facts()[0] is Answer.YES


def test_that_back_leads_step_by_step_and_then_home(window: Window, qtbot: QtBot, page: PredictionsPage) -> None:
    compare(window, page, qtbot)
    for step in ("review", "question", "data"):
        window.shell.back()
        assert page.step == step
        assert not page.truth.isEnabled()  # locked
    window.shell.back()
    assert window.shell.current == "home"


def test_that_rows_used_for_training_give_no_answer(window: Window, qtbot: QtBot, page: PredictionsPage) -> None:
    compare(window, page, qtbot, trained_on=1)
    assert page.answer_facts()[0] is Answer.BLOCKED


def test_that_a_column_with_two_roles_blocks(window: Window, qtbot: QtBot, page: PredictionsPage) -> None:
    choose(page.row_id, "old")
    qtbot.waitUntil(lambda: bool(page.trouble), timeout=20_000)
    press_primary(window, qtbot)
    assert page.step == "data"
    assert "two roles" in window.shell.footer.said.text()
    choose(page.row_id, None)
    qtbot.waitUntil(lambda: not page.trouble, timeout=20_000)


def test_that_a_third_model_and_groups_take_part(window: Window, qtbot: QtBot, page: PredictionsPage) -> None:
    page.models.ticks["third"].click()
    choose(page.group, "machine")
    qtbot.waitUntil(lambda: page._looked is not None, timeout=20_000)
    compare(window, page, qtbot)
    assert {row.model for row in page.panel.shown.table.rows} >= {"old", "new", "third"}
    assert "2 comparisons" in page.sentence()


def test_that_a_file_that_is_no_table_is_said_in_words(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    window.shell.start_route("predictions")
    page = window.shell.page("predictions")
    assert isinstance(page, PredictionsPage)
    window.shell.act()
    assert window.shell.footer.said.text() == words.NEEDS_TABLE
    page.open(tmp_path / "nothing.csv")
    qtbot.waitUntil(lambda: page.findChild(QWidget, "errorBox") is not None, timeout=20_000)
    page.findChild(QWidget, "errorBox").close()
    assert page.table is None
    assert page.file_row.shown.text() == ""


def test_that_the_truth_is_found_by_what_the_columns_answer() -> None:
    roles = guess(find_sample("vendor").make())
    assert (roles.truth, roles.models) == ("state", ("ours", "vendor"))


def test_that_the_numbers_of_the_answer_are_explained_without_trainings_that_never_were(
    window: Window, qtbot: QtBot, page: PredictionsPage
) -> None:
    compare(window, page, qtbot)
    page.panel.explain_wanted.emit()
    told = [label.text() for label in page.findChildren(QLabel) if label.objectName().startswith("explainedHow")]
    assert told
    told = [text.replace("Evenfold", "") for text in told]
    assert not any("fold" in text or "training" in text or "study file" in text for text in told)
    assert not [door for door in page.findChildren(QAbstractButton) if door.objectName().startswith("explainTab")]


def test_that_the_copied_sentence_says_which_rows_are_one_case(
    window: Window, qtbot: QtBot, page: PredictionsPage, tmp_path: Path
) -> None:
    file, states = tmp_path / "shuffles.csv", ("good", "faulty")
    rows = [f"{i % 40},{states[i % 2]},{states[(i + (i % 7 == 0)) % 2]},{states[i % 2]}" for i in range(400)]
    file.write_text("\n".join(["id,truth,old,new", *rows]), "utf-8")
    page.open(file)
    qtbot.waitUntil(lambda: page.file_row.shown.text() == "shuffles.csv", timeout=20_000)
    choose(page.row_id, "id")
    qtbot.waitUntil(lambda: page._looked is not None, timeout=20_000)
    compare(window, page, qtbot)
    assert "the 400 rows are 40 cases" in page.sentence()


def test_that_a_report_of_each_kind_is_written_beside_the_study(
    window: Window, qtbot: QtBot, page: PredictionsPage
) -> None:
    compare(window, page, qtbot)
    press_primary(window, qtbot)
    assert page.step == "report"
    nothing: Path | None = None
    for name, suffix in (("writePDF", ".pdf"), ("writeWord", ".docx"), ("writeHTML", ".html")):
        page.report_step.made = nothing
        page.findChild(QAbstractButton, name).click()
        qtbot.waitUntil(lambda: page.report_step.made is not None, timeout=20_000)
        made: Path | None = page.report_step.made
        assert made is not None
        assert page.path is not None
        assert (made.suffix, made.parent) == (suffix, page.path.parent)
        assert made.stat().st_size > 1000
    assert "Written: Documents › Evenfold" in window.shell.footer.said.text()


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
