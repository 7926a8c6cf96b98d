"""After the verdict: the model is saved and used, the vault opens once, the answer is confirmed on new rows."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core.domain.conclusion import Scope
from core.history.history import History, history_path
from core.prediction.file import SUFFIX, load_model
from core.store.study_file import StudyFile
from core.wording.conclusion_text import word_conclusion
from gui.routes.confirm import ConfirmPage
from gui.routes.predict import PredictPage
from gui.strings import honesty as strings
from gui.window import Window
from gui.wizard.pages.verdict import VerdictPage
from tests.gui.routes.studies import finished_file, new_rows


def press_primary(window: Window, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.findChild(QWidget, "primary"), Qt.MouseButton.LeftButton)


def opened(window: Window, qtbot: QtBot, path: Path) -> VerdictPage:
    window.shell.open_path(path)
    qtbot.waitUntil(lambda: window.shell.current == "verdict", timeout=20_000)
    page = window.shell.page("verdict")
    assert isinstance(page, VerdictPage)
    return page


def test_that_the_final_model_is_saved_and_answers_a_file(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    page = opened(window, qtbot, finished_file(tmp_path))
    target, out = tmp_path / f"model{SUFFIX}", tmp_path / "out.csv"
    assert page.findChild(QComboBox, "modelChoice").count() == 3
    page.after.write(target)
    qtbot.waitUntil(lambda: str(target) in window.shell.footer.said.text(), timeout=20_000)
    assert load_model(target).model.rows == 120
    window.actions_by_name["predict"].trigger()
    route = window.shell.page("predict")
    assert isinstance(route, PredictPage)
    press_primary(window, qtbot)
    assert window.shell.footer.said.text() == strings.PREDICT_NO_MODEL
    route.open_model(target)
    qtbot.waitUntil(lambda: route.kept is not None, timeout=20_000)
    assert "Expect about" in route.model.text()
    route.open(new_rows(tmp_path / "new.csv", strange=True))
    qtbot.waitUntil(lambda: route.table is not None, timeout=20_000)
    route.write_answers(out)
    qtbot.waitUntil(lambda: route.is_answered, timeout=20_000)
    assert route.headline.text() == "80 rows answered"
    assert "outside" in route.notes.text()
    assert len(out.read_text("utf-8-sig").splitlines()) == 81


def test_that_the_verdict_names_the_hash_of_its_plan(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    page = opened(window, qtbot, finished_file(tmp_path))
    assert window.shell.state.file is not None
    assert page.plan.text().endswith(window.shell.state.file.plan_hash)
    assert page.plan.isVisible()


def test_that_the_choice_of_a_model_is_wide_enough_for_the_longest_name(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    box = opened(window, qtbot, finished_file(tmp_path)).after.which
    before = box.sizeHint().width()
    box.clear()
    box.addItem("A model with a name that is longer than all those shown before")
    assert box.sizeHint().width() > before


def test_that_the_vault_opens_once_after_the_verdict(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = finished_file(tmp_path, vault=True)
    page = opened(window, qtbot, path)
    text = page.findChild(QLabel, "vaultText")
    assert "40 rows are still sealed" in text.text()
    button = page.findChild(QPushButton, "openVault")
    button.click()
    box = page.findChild(QMessageBox, "vaultBox")
    assert "once" in box.informativeText()
    box.findChild(QPushButton, "openIt").click()
    qtbot.waitUntil(lambda: "on 40 final test rows" in text.text(), timeout=20_000)
    assert button.isHidden()
    window.shell.go("home")
    assert "on 40 final test rows" in opened(window, qtbot, path).findChild(QLabel, "vaultText").text()
    file = window.shell.state.file
    assert file is not None
    assert [line for _, line in file.log_lines() if "vault" in line] == ["vault of 40 rows opened"]
    assert History.open(history_path(file.study)).vaults()[0].rows == 40


def test_that_a_vault_stays_sealed_when_the_person_thinks_again(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    page = opened(window, qtbot, finished_file(tmp_path, vault=True))
    page.findChild(QPushButton, "openVault").click()
    page.findChild(QMessageBox, "vaultBox").reject()
    file = window.shell.state.file
    assert file is not None
    assert file.vault_opened_at is None


def test_that_the_answer_is_confirmed_on_new_rows(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    page = opened(window, qtbot, finished_file(tmp_path))
    page.findChild(QPushButton, "confirmNew").click()
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


def test_that_all_actions_can_be_reached_by_keyboard(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    page = opened(window, qtbot, finished_file(tmp_path, vault=True))
    for name in ("saveModel", "confirmNew", "openVault"):
        button = page.findChild(QAbstractButton, name)
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert button.toolTip()
