"""Short routes are saved like studies: from the first answer on, in Documents, in Recent, and shown again the same."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from core.domain.conclusion import Answer
from core.domain.short_study import ShortKind
from core.judge.obstacles import TRAINED_ON
from core.store.short_study_file import ShortStudyFile, read_kind, read_summary
from core.support import paths
from core.support.errors import NoPlaceError
from gui.routes.claim import ClaimPage
from gui.routes.predictions import PredictionsPage
from gui.routes.scores import SAME, ScoresPage
from gui.routes.short_study_page import ShortStudyPage
from gui.settings import Settings
from gui.strings import short_studies as words
from gui.window import Window
from tests.application.test_compare_fold_scores import text


def start(window: Window, qtbot: QtBot, key: str, path: Path) -> ShortStudyPage:
    window.shell.start_route(key)
    page = window.shell.page(key)
    assert isinstance(page, ShortStudyPage)
    page.open(path)
    qtbot.waitUntil(lambda: page.table is not None, timeout=20_000)
    return page


def answer_predictions(window: Window, qtbot: QtBot, path: Path) -> PredictionsPage:
    page = start(window, qtbot, "predictions", path)
    assert isinstance(page, PredictionsPage)
    qtbot.waitUntil(lambda: page._looked is not None, timeout=20_000)
    window.shell.act()
    page.margin.lineEdit().setText("3")
    page.margin.interpretText()
    window.shell.act()
    page.findChild(QAbstractButton, f"fix_{TRAINED_ON}_0").click()
    window.shell.act()
    qtbot.waitUntil(lambda: page.is_answered, timeout=20_000)
    return page


def answer_claim(window: Window, qtbot: QtBot, path: Path) -> ClaimPage:
    page = start(window, qtbot, "claim", path)
    assert isinstance(page, ClaimPage)
    window.shell.act()
    page.claimed.setText("99.9 % accurate, 30 % better")
    box = page._choices[1]
    box.setCurrentIndex(1)
    box.activated.emit(1)
    page.findChild(QAbstractButton, f"fix_{TRAINED_ON}_0").click()
    window.shell.act()
    qtbot.waitUntil(lambda: page.is_answered, timeout=20_000)
    return page


def answer_scores(window: Window, qtbot: QtBot, path: Path) -> ScoresPage:
    scores = path.with_name("scores.csv")
    scores.write_text(text(5, 10))
    page = start(window, qtbot, "scores", scores)
    assert isinstance(page, ScoresPage)
    window.shell.act()
    page.kind_box.setCurrentIndex(page.kind_box.findData("error"))
    page.kind_box.activated.emit(page.kind_box.currentIndex())
    page.findChild(QAbstractButton, f"fix_{SAME}_0").click()
    window.shell.act()
    qtbot.waitUntil(lambda: page.is_answered, timeout=20_000)
    return page


Answered = Callable[[Window, QtBot, Path], ShortStudyPage]
ROUTES: tuple[Answered, ...] = (answer_predictions, answer_claim, answer_scores)


def test_that_nothing_is_kept_before_the_first_answer(window: Window, qtbot: QtBot, predictions: Path) -> None:
    page = start(window, qtbot, "claim", predictions)
    assert page.path is None
    assert window.shell.header.saved.text() == words.NOT_SAVED_YET
    assert window.settings.recent == ()


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.__name__)
def test_that_an_answer_is_in_documents_and_in_recent(
    window: Window, qtbot: QtBot, predictions: Path, route: Answered
) -> None:
    page = route(window, qtbot, predictions)
    assert page.path is not None
    assert page.path.is_relative_to(paths.documents() / "Evenfold")
    assert window.settings.recent == (str(page.path),)
    assert read_kind(page.path) is page.kind
    kept = read_summary(page.path)
    assert (kept.answer, kept.headline) == page.answer_facts()
    assert kept.headline


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.__name__)
def test_that_it_is_shown_again_with_the_same_answer_after_a_restart(
    window: Window, qtbot: QtBot, predictions: Path, route: Answered
) -> None:
    page = route(window, qtbot, predictions)
    path, facts, sentence, form = page.path, page.answer_facts(), page.sentence(), page.form_values()
    assert path is not None
    window.close()
    again = Window(Settings())
    qtbot.addWidget(again)
    again.show()
    again.shell.open_path(path)
    found = again.shell.page(page.key)
    assert isinstance(found, ShortStudyPage)
    qtbot.waitUntil(lambda: found.step == "result", timeout=20_000)
    assert found.answer_facts() == facts
    assert found.sentence() == sentence
    assert found.form_values() == form
    assert found.path == path
    again.close()


def test_that_a_comparison_counted_later_does_not_change_a_saved_answer(
    window: Window, qtbot: QtBot, predictions: Path
) -> None:
    page = answer_predictions(window, qtbot, predictions)
    first, count = page.path, page.comparisons()
    page.start_copy()
    qtbot.waitUntil(lambda: page._looked is not None, timeout=20_000)
    page.models.ticks["third"].click()
    qtbot.waitUntil(lambda: page._looked is not None, timeout=20_000)
    for _ in range(3):
        window.shell.act()
    qtbot.waitUntil(lambda: page.is_answered, timeout=20_000)
    assert page.comparisons() > count
    assert first is not None
    assert page.path != first
    window.shell.open_path(first)
    qtbot.waitUntil(lambda: page.path == first and page.step == "result", timeout=20_000)
    assert page.comparisons() == count


def test_that_closing_never_asks_and_what_was_filled_in_is_there_again(
    window: Window, qtbot: QtBot, predictions: Path
) -> None:
    page = start(window, qtbot, "claim", predictions)
    assert isinstance(page, ClaimPage)
    window.shell.act()
    page.claimed.setText("98 % right")
    page.findChild(QAbstractButton, f"fix_{TRAINED_ON}_2").click()
    path = page.path
    assert path is not None
    assert window.close()
    again = Window(Settings())
    qtbot.addWidget(again)
    again.show()
    again.shell.open_path(path)
    found = again.shell.page("claim")
    assert isinstance(found, ClaimPage)
    qtbot.waitUntil(lambda: found.path == path, timeout=20_000)
    assert (found.step, found.claimed.text(), found.answers) == ("claim", "98 % right", {TRAINED_ON: "not sure"})
    assert not found.is_answered
    again.close()


KILLED = """
import sys, time
from pathlib import Path
from PySide6.QtWidgets import QAbstractButton, QApplication
app = QApplication([])
from gui.settings import Settings
from gui.window import Window
settings = Settings()
settings.start_early = False
window = Window(settings)
window.show()
window.shell.start_route("claim")
page = window.shell.page("claim")
page.open(Path(sys.argv[1]))
while page.table is None:
    app.processEvents()
window.shell.act()
page.claimed.setText("98 % right")
page.findChild(QAbstractButton, "fix_TRAINED-ON_0").click()
print(page.path, flush=True)
sys.stdin.read()
"""


def test_that_a_killed_window_loses_nothing_that_was_answered(
    settings: Settings, predictions: Path, window: Window, qtbot: QtBot
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(predictions)], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        path = Path(process.stdout.readline().strip())
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    window.shell.open_path(path)
    page = window.shell.page("claim")
    assert isinstance(page, ClaimPage)
    qtbot.waitUntil(lambda: page.path == path, timeout=20_000)
    assert (page.claimed.text(), page.answers) == ("98 % right", {TRAINED_ON: "no"})
    window.shell.act()
    qtbot.waitUntil(lambda: page.is_answered, timeout=20_000)
    assert page.answer_facts()[0] in (Answer.NO, Answer.YES, Answer.UNCLEAR)


def test_that_a_full_disk_is_said_and_another_place_offered(
    window: Window, qtbot: QtBot, predictions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = start(window, qtbot, "claim", predictions)

    def full(*_args: object) -> None:
        raise NoPlaceError("The disk is full.", hint="Make room.")

    monkeypatch.setattr(ShortStudyFile, "create", full)
    window.shell.act()
    page.findChild(QAbstractButton, f"fix_{TRAINED_ON}_0").click()
    assert "Not saved: The disk is full." in window.shell.header.saved.text()
    assert window.shell.footer.link.text() == words.SAVE_ELSEWHERE
    monkeypatch.undo()
    page.keep()
    assert page.path is not None
    assert read_kind(page.path) is ShortKind.CLAIM
