"""Save this model: one dialog for every model and every kind of file, without and with the rows of the study."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from core.application.predict_rows import SUFFIX, open_model
from gui.results.save_model_dialog import SaveModelDialog
from gui.window import Window
from gui.wizard.opening import open_study
from gui.wizard.pages.result import ResultPage
from tests.gui.test_result_page import stored_study


@pytest.fixture
def dialog(window: Window, tmp_path: Path) -> SaveModelDialog:
    window.shell.take_over(open_study(stored_study(tmp_path)))
    page = window.shell.page("verdict")
    assert isinstance(page, ResultPage)
    page.actions_of_result.offer_models()
    found = page.findChild(SaveModelDialog)
    assert found is not None
    return found


def test_that_what_does_not_apply_to_a_kind_of_file_cannot_be_used(dialog: SaveModelDialog) -> None:
    assert "(recommended)" in dialog.models.itemText(0)
    assert (dialog.rows.isEnabled(), dialog.scores.isEnabled(), dialog.level.isEnabled()) == (True, True, False)
    dialog.kinds[".py"].setChecked(True)
    assert (dialog.rows.isEnabled(), dialog.scores.isEnabled(), dialog.level.isEnabled()) == (False, False, True)


@pytest.mark.parametrize("ending", [SUFFIX, ".py", ".c"])
def test_that_one_dialog_writes_every_kind_of_file(
    dialog: SaveModelDialog, ending: str, qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out" / f"model{ending}"
    target.parent.mkdir()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(target.with_suffix("")), ""))
    dialog.models.setCurrentIndex(dialog.models.findData("lda"))
    dialog.kinds[ending].setChecked(True)
    dialog.rows.setChecked(False)
    dialog.findChild(QPushButton, "saveModelSave").click()
    qtbot.waitUntil(target.exists, timeout=60_000)
    qtbot.waitUntil(lambda: target.name in window.shell.footer.said.text(), timeout=60_000)
    if ending == SUFFIX:
        assert open_model(target).tested is None
