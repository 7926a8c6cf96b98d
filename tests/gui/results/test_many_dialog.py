"""Many data sets from the first screen: files and models are chosen, no study is needed."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPushButton

from core.engine.run import Options
from core.history.history import History
from core.support import paths
from gui.results.many_dialog import ManyDialog
from gui.results.running_tab import RunningTab
from gui.window import Window
from tests.gui.results.test_exhibits import settle, table
from tests.gui.waiting import wait_until


@pytest.fixture
def dialog(window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ManyDialog:
    monkeypatch.setattr(RunningTab, "options", Options(executor="inline"))
    files = [str(table(tmp_path / f"{rows}.csv", rows)) for rows in (60, 80)]
    chosen = ([*files, str(tmp_path / "nowhere.csv")], "")
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_arguments: chosen)
    window.actions_by_name["many"].trigger()
    made = window.findChild(ManyDialog)
    assert isinstance(made, ManyDialog)
    wait_until(lambda: not made.background.busy)
    return made


def test_that_files_are_compared_without_a_study_and_counted(dialog: ManyDialog) -> None:
    assert "nowhere.csv" in dialog.said.text()
    assert dialog.tab.files.count() == 2
    dialog.tab.repeats.choose("1")
    for place in range(dialog.models.count()):
        item = dialog.models.item(place)
        wanted = item.text() in ("Naive Bayes", "Logistic regression")
        item.setCheckState(Qt.CheckState.Checked if wanted else Qt.CheckState.Unchecked)
    dialog.tab.start()
    settle(dialog.tab)
    assert "2 models (with standard settings), 2 data sets" in dialog.tab.sentence.text()
    assert dialog.tab.model.rowCount() == 2
    assert len(History.open(paths.history()).entries()) == 2


def test_that_the_last_comparison_is_there_when_it_is_opened_again(
    window: Window, dialog: ManyDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog.tab.repeats.choose("1")
    dialog.models.item(2).setCheckState(Qt.CheckState.Checked)
    dialog.tab.start()
    settle(dialog.tab)
    told = dialog.tab.sentence.text()
    assert "data sets. Mean ranks, first and last" in told
    dialog.close()
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_arguments: ([], ""))
    window.actions_by_name["many"].trigger()
    again = next(one for one in window.findChildren(ManyDialog) if one.isVisible())
    wait_until(lambda: not again.background.busy)
    assert again.tab.sentence.text() == told
    assert again.models.item(2).checkState() is Qt.CheckState.Checked
    again.findChild(QPushButton, "manyOthers").click()  # type: ignore[union-attr]
    assert again.isVisible()
    other = str(table(tmp_path / "other.csv", 70))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_arguments: ([other], ""))
    again.findChild(QPushButton, "manyOthers").click()  # type: ignore[union-attr]
    wait_until(lambda: not again.background.busy)
    assert again.tab.files.count() == 1
    assert again.tab.sentence.text() == again.tab.intro


def test_that_what_is_refused_is_no_look(dialog: ManyDialog, tmp_path: Path) -> None:
    numbers = tmp_path / "numbers.csv"
    rows = (f"{(place * 7) % 11 + 0.5},{(place * 5) % 13 + 0.25},{(place * 37) % 59 + 0.125}" for place in range(60))
    numbers.write_text("\n".join(("force,speed,wear", *rows)), "utf-8")
    dialog.tab.add([numbers])
    settle(dialog.tab)
    assert dialog.tab.files.count() == 3, dialog.tab.sentence.text()
    dialog.tab.start()
    settle(dialog.tab)
    assert "does not predict" in dialog.tab.sentence.text()
    assert not paths.history().exists() or not History.open(paths.history()).entries()


def test_that_one_model_is_refused_and_none_hides_the_rest(dialog: ManyDialog) -> None:
    items = [dialog.models.item(place) for place in range(dialog.models.count())]
    ticked = [item for item in items if item.checkState() is Qt.CheckState.Checked]
    assert len(ticked) > 1
    assert not {"formula", "given"} & {item.data(Qt.ItemDataRole.UserRole) for item in items}
    for item in ticked[:-1]:
        assert "two models" not in dialog.tab.sentence.text()
        item.setCheckState(Qt.CheckState.Unchecked)
    assert "two models" in dialog.tab.sentence.text()
    ticked[-1].setCheckState(Qt.CheckState.Unchecked)
    assert not dialog.tab.isVisible()


def test_that_closing_the_window_ends_what_is_under_way(window: Window, dialog: ManyDialog) -> None:
    dialog.tab.start()
    window.close()
    assert not dialog.tab.is_running


def test_that_choosing_no_file_closes_it(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_arguments: ([], ""))
    window.actions_by_name["many"].trigger()
    assert not any(dialog.isVisible() for dialog in window.findChildren(ManyDialog))
