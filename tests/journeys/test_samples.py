"""Every sample from its card on Home to its verdict: the one without training always, all six on demand."""

import pytest
from pytestqt.qtbot import QtBot

from core.data.samples import SAMPLES
from core.domain.findings import VerdictKind
from gui.window import Window
from tests.journeys.steps import press, texts, to_verdict

PATIENCE = 900


def play(qtbot: QtBot, window: Window, key: str) -> VerdictKind:
    press(qtbot, window, f"sample_{key}")
    qtbot.waitUntil(lambda: window.shell.current == "review", timeout=60_000)
    press(qtbot, window, "primary")
    to_verdict(qtbot, window, PATIENCE)
    findings = window.shell.state.findings
    assert findings is not None
    assert findings.verdict.headline in texts(window)
    assert findings.verdict.action
    return findings.verdict.outcome


def test_that_the_sample_without_training_ends_in_a_verdict(qtbot: QtBot, window: Window) -> None:
    assert play(qtbot, window, "vendor") is VerdictKind.NOT_WORSE


@pytest.mark.on_demand
@pytest.mark.parametrize("key", [row.key for row in SAMPLES])
def test_that_every_sample_ends_in_a_verdict(qtbot: QtBot, window: Window, key: str) -> None:
    play(qtbot, window, key)
