"""The tab Parameters: nothing starts by itself, each kind of study has its picture and table, looks are counted."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.engine.run import Options
from core.laboratory.generated_data import HARDNESS
from gui.results import parameters_tab
from gui.results.parameters_tab import MADE, NUMBER_OF_FOLDS, ParametersTab
from gui.results.running_tab import RunningTab
from gui.strings import explore as words
from gui.window import Window
from tests.gui.results.test_tab_kinds import opened


@pytest.fixture(autouse=True)
def _inline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RunningTab, "options", Options(executor="inline"))


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(parameters_tab, "count_variant", lambda _view, variant, _say: found.append(variant))
    return found


def parameters(qtbot: QtBot, window: Window, kind: str = "two classes") -> ParametersTab:
    tab = opened(qtbot, window, kind, "parameters")
    assert isinstance(tab, ParametersTab)
    return tab


def started(qtbot: QtBot, tab: ParametersTab, key: str) -> None:
    tab.varied.choose(key)
    tab.start()
    qtbot.waitUntil(lambda: not tab.is_running, timeout=60_000)


def test_that_nothing_starts_by_itself(qtbot: QtBot, window: Window, counted: list[str]) -> None:
    tab = parameters(qtbot, window)
    assert not tab.is_running
    assert tab.sentence.text() == words.PARAMETERS_INTRO
    assert tab.model.rowCount() == 0
    assert counted == []


def test_that_folds_are_varied_and_counted_as_a_look(
    qtbot: QtBot, window: Window, counted: list[str], tmp_path: Path
) -> None:
    tab = parameters(qtbot, window)
    started(qtbot, tab, NUMBER_OF_FOLDS)
    assert [row[0] for row in tab.model.rows][:2] == ["5 folds", "2 folds"]
    assert "variants" in tab.sentence.text()
    assert counted == [words.PARAMETERS_FOLDS]
    tab.save(tmp_path / "folds.png")
    assert (tmp_path / "folds.png").stat().st_size > 1000


def test_that_generated_data_is_no_look_and_results_are_kept(qtbot: QtBot, window: Window, counted: list[str]) -> None:
    tab = parameters(qtbot, window)
    started(qtbot, tab, f"{MADE}noise")
    assert len(tab.model.rows) == len(HARDNESS[0].steps)
    assert "generated data" in tab.sentence.text()
    assert counted == []
    tab.varied.choose(NUMBER_OF_FOLDS)
    assert tab.model.rowCount() == 0
    tab.varied.choose(f"{MADE}noise")
    assert len(tab.model.rows) == len(HARDNESS[0].steps)


def test_that_one_model_is_refused_in_words(qtbot: QtBot, window: Window) -> None:
    assert parameters(qtbot, window, "one model").sentence.text() == words.ONE_MODEL
