"""Every sample from its card on Home to its verdict: the one without training always, all six on demand."""

import pytest
from pytestqt.qtbot import QtBot

from core.data.samples import SAMPLES
from core.domain.conclusion import Answer, Reason
from core.wording.result_text import word_result
from gui.window import Window
from tests.journeys.steps import press, texts, to_verdict

PATIENCE = 900


def play(qtbot: QtBot, window: Window, key: str) -> tuple[Answer, Reason]:
    press(qtbot, window, f"sample_{key}")
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=60_000)
    press(qtbot, window, "primary")
    to_verdict(qtbot, window, PATIENCE)
    state = window.shell.state
    assert state.findings is not None
    assert state.data is not None
    said = word_result(state.study, state.data, state.findings).conclusion
    assert said.headline.text in texts(window)
    assert said.action.text
    return state.findings.conclusion.answer, state.findings.conclusion.reason


def test_that_the_sample_without_training_ends_in_a_verdict(qtbot: QtBot, window: Window) -> None:
    assert play(qtbot, window, "vendor") == (Answer.UNCLEAR, Reason.NOT_WORSE)


@pytest.mark.on_demand
@pytest.mark.parametrize("key", [row.key for row in SAMPLES])
def test_that_every_sample_ends_in_a_verdict(qtbot: QtBot, window: Window, key: str) -> None:
    play(qtbot, window, key)
