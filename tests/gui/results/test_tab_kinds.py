"""Every exhibit on every kind of study: it shows or refuses in words, and can be saved."""

from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from gui.plots.save import FINER
from gui.results.tab import Tab
from gui.strings import explore as words
from gui.window import Window
from tests.gui.finished import open_exhibit, show_in_laboratory
from tests.gui.kinds import KINDS, state_of
from tests.gui.waiting import settle

TABS = ("gaps", "histograms", "outputs", "agreement", "roc", "errors", "stability", "sensitivity")
REFUSED = {
    ("roc", "several outputs"),
    ("roc", "one number"),
    ("agreement", "several outputs"),
    ("agreement", "one number"),
    ("agreement", "one model"),
    ("sensitivity", "one model"),
    ("gaps", "one model"),
    ("stability", "one test set"),
    ("sensitivity", "groups"),  # the first candidate and the baseline predict the same there: no range
    *(("outputs", kind) for kind in KINDS if kind != "several outputs"),
}


def opened(qtbot: QtBot, window: Window, kind: str, key: str) -> Tab:
    return open_exhibit(show_in_laboratory(window, state_of(kind)), key)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", TABS)
def test_that_every_kind_of_study_is_shown_or_refused_in_words(
    qtbot: QtBot, window: Window, kind: str, key: str
) -> None:
    tab = opened(qtbot, window, kind, key)
    assert len(tab.sentence.text()) > 20
    assert not tab.sentence.text()[0].islower()
    assert (tab.model.rowCount() == 0) == ((key, kind) in REFUSED), tab.sentence.text()
    assert tab.stack.isVisible() == (tab.model.rowCount() > 0)
    assert all(len(row) == len(tab.model.headings) for row in tab.model.rows)
    assert not any("nan" in cell.split() for row in tab.model.rows for cell in row)


@pytest.mark.parametrize("key", TABS)
def test_that_pictures_are_saved_three_times_as_fine_and_numbers_as_text(
    qtbot: QtBot, window: Window, tmp_path: Path, key: str
) -> None:
    tab = opened(qtbot, window, "several outputs" if key == "outputs" else "two classes", key)
    tab.save(tmp_path / "numbers.csv")
    assert len((tmp_path / "numbers.csv").read_text("utf-8").splitlines()) >= 1 + tab.model.rowCount()
    if tab.picture is None:
        return
    tab.save(tmp_path / "picture.svg")
    tab.save(tmp_path / "picture.png")
    assert tab.picture.accessibleDescription() == tab.sentence.text()
    assert (tmp_path / "picture.svg").stat().st_size > 1000
    image = QImage(str(tmp_path / "picture.png"))
    assert image.width() == FINER * tab.picture.width()
    assert round(image.dotsPerMeterX() * 0.0254) == 300


@pytest.mark.parametrize("kind", KINDS)
def test_that_tabs_fit_the_smallest_window(qtbot: QtBot, window: Window, kind: str) -> None:
    window.resize(1024, 600)
    for key in TABS:
        tab = opened(qtbot, window, kind, key)
        settle(window)
        page = window.shell.page("laboratory")
        assert page.width() <= window.shell.stack.currentWidget().width(), key
        assert page.height() <= window.shell.stack.currentWidget().height(), key
        assert tab.width() <= page.width()


def test_that_agreement_says_at_which_threshold_it_counts(qtbot: QtBot, window: Window) -> None:
    assert words.AGREEMENT_AT_HALF.strip() in opened(qtbot, window, "costs", "agreement").caption.text()
    assert "one half" not in opened(qtbot, window, "two classes", "agreement").caption.text()
