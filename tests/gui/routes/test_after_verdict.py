"""After the verdict: the model is saved and used, the vault opens once, the answer is confirmed on new rows."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core.domain.conclusion import Scope
from core.history.history import History, history_path
from core.prediction.file import SUFFIX, load_model
from core.store.study_file import StudyFile
from core.wording.conclusion_text import word_conclusion
from gui.results.save_model_dialog import SaveChoice
from gui.routes.confirm import ConfirmPage
from gui.routes.predict import PredictPage
from gui.strings import honesty as strings
from gui.window import Window
from gui.wizard.pages.result import ResultPage
from gui.wizard.pages.result_actions import can_test_finally, list_trained
from tests.gui.routes.studies import finished_file, new_rows


def press_primary(window: Window, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.findChild(QWidget, "primary"), Qt.MouseButton.LeftButton)


def opened(window: Window, qtbot: QtBot, path: Path) -> ResultPage:
    window.shell.open_path(path)
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=20_000)
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    return page


def test_that_the_final_model_is_saved_and_answers_a_file(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    page = opened(window, qtbot, finished_file(tmp_path))
    target, out = tmp_path / f"model{SUFFIX}", tmp_path / "out.csv"
    assert len(list_trained(window.shell.state)) == 3
    page.actions_of_result.write(SaveChoice(list_trained(window.shell.state)[0][0].key), target)
    qtbot.waitUntil(lambda: str(target) in window.shell.footer.said.text(), timeout=20_000)
    assert load_model(target).model.rows == 120
    window.actions_by_name["predict"].trigger()
    route = window.shell.page("predict")
    assert isinstance(route, PredictPage)
    qtbot.waitUntil(lambda: route.model is not None, timeout=20_000)  # the one just saved is chosen beforehand
    route.open_rows(new_rows(tmp_path / "new.csv", strange=True))
    qtbot.waitUntil(lambda: route.found is not None, timeout=20_000)
    assert route.keys.values["rows"].text() == "80"
    route.write(out)
    qtbot.waitUntil(lambda: "out.csv" in window.shell.footer.said.text(), timeout=20_000)
    assert len(out.read_text("utf-8-sig").splitlines()) == 81


def test_that_final_test_rows_are_used_once_after_the_result(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = finished_file(tmp_path, final_test=True)
    page = opened(window, qtbot, path)
    assert "40 rows, not used yet" in page.panel.banner.note
    page.actions_of_result.ask_to_open()
    box = page.findChild(QMessageBox, "vaultBox")
    assert "once" in box.informativeText()
    box.findChild(QPushButton, "openIt").click()
    qtbot.waitUntil(lambda: "on 40 final test rows" in page.panel.banner.note, timeout=20_000)
    assert not can_test_finally(window.shell.state.file)
    window.shell.go("home")
    assert "on 40 final test rows" in opened(window, qtbot, path).panel.banner.note
    file = window.shell.state.file
    assert file is not None
    assert [line for _, line in file.log_lines() if "final test" in line] == ["40 final test rows opened"]
    assert History.open(history_path(file.study)).final_tests()[0].rows == 40


def test_that_final_test_rows_stay_unused_when_the_person_thinks_again(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    page = opened(window, qtbot, finished_file(tmp_path, final_test=True))
    page.actions_of_result.ask_to_open()
    page.findChild(QMessageBox, "vaultBox").reject()
    file = window.shell.state.file
    assert file is not None
    assert file.final_test_opened_at is None


def test_that_the_answer_is_confirmed_on_new_rows(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    page = opened(window, qtbot, finished_file(tmp_path))
    page.actions_of_result.confirm()
    route = window.shell.page("confirm")
    assert isinstance(route, ConfirmPage)
    assert window.shell.current == "confirm"
    assert route.finished is not None
    route.open(new_rows(tmp_path / "new.csv"))
    qtbot.waitUntil(lambda: route.table is not None, timeout=20_000)
    press_primary(window, qtbot)
    qtbot.waitUntil(lambda: route.is_answered, timeout=20_000)
    assert route._compared is not None
    assert route._compared.findings.conclusion.scope is Scope.NEW_ROWS
    scope = word_conclusion(route._compared.study, route._compared.data, route._compared.findings).scope.text
    assert "80 new rows" in scope
    assert scope in route.verdict.text.text()
    assert "0 comparison" not in route.sentence()
    assert "1 comparison on this data" in route.sentence()
    file = window.shell.state.file
    assert file is not None
    assert any("confirmed on 80 new rows" in line for _, line in file.log_lines())
    made = route.document()
    assert made is not None
    route.write_to(tmp_path / "report.html", made)
    assert scope in (tmp_path / "report.html").read_text("utf-8")


def test_that_old_rows_cannot_confirm(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr("gui.messages.show_error", lambda _parent, error: said.append(str(error)))
    path = finished_file(tmp_path)
    with StudyFile.open(path) as file:
        data = file.data
    lines = ["force,noise,quality"]
    for place in range(40):
        cells = [repr(float(value)) for value in data.inputs[place]]
        lines.append(f"{','.join(cells)},{data.classes[int(data.targets[place, 0])]}")
    (tmp_path / "old.csv").write_text("\n".join(lines) + "\n")
    window.shell.go("confirm")
    route = window.shell.page("confirm")
    assert isinstance(route, ConfirmPage)
    press_primary(window, qtbot)
    assert window.shell.footer.said.text() == strings.CONFIRM_NO_STUDY
    route.open_study(path)
    qtbot.waitUntil(lambda: route.finished is not None, timeout=20_000)
    route.open(tmp_path / "old.csv")
    qtbot.waitUntil(lambda: route.table is not None, timeout=20_000)
    press_primary(window, qtbot)
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)
    assert "are in the old data" in said[0]
    assert not route.is_answered


def test_that_the_buttons_of_the_banner_are_reached_by_keyboard(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    page = opened(window, qtbot, finished_file(tmp_path, final_test=True))
    for made in page.panel.banner.buttons:
        assert made.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert made.text()
    assert {key for key, _, _ in page.actions_of_result.list_ways_to_find_out()} >= {"confirm", "final-test"}
