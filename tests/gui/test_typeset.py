"""Quotation marks in the window are of one kind."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel, QTableView
from pytestqt.qtbot import QtBot

from core.support.typography import typeset
from gui.widgets.parts import label
from gui.window import Window


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("'serial_no' looks like a label.", "“serial_no” looks like a label."),
        ("All values of 'fault' are 'OK': nothing.", "All values of “fault” are “OK”: nothing."),
        ("'Young's modulus' has gaps.", "“Young's modulus” has gaps."),
        ('Write rules like "wear > 90" or "rows 3".', "Write rules like “wear > 90” or “rows 3”."),
        ("share that is really ‘yes’", "share that is really “yes”"),
        ("<i>Bolt &#x27;M8&#x27;</i> ran", "<i>Bolt “M8”</i> ran"),
        ("'<b>yes</b>' is rare", "“<b>yes</b>” is rare"),
    ],
)
def test_that_what_is_quoted_stands_in_curly_marks(written: str, shown: str) -> None:
    assert typeset(written) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Can't tell the vendor's rows' order",
        "<a href=\"term:auc\" style='x'>AUC</a> and no more",
        'a 3" pipe and a 4" pipe',
        "“already” curly",
        "R&D <b>plain</b>",
    ],
)
def test_that_everything_else_stays(text: str) -> None:
    assert typeset(text) == text


def shown_texts(window: Window) -> Iterator[str]:
    """Everything that stands on the page, as it is painted."""
    for words in window.findChildren(QLabel):
        yield QLabel.text(words)
    for button in window.findChildren(QAbstractButton):
        yield button.text()
    for table in window.findChildren(QTableView):
        model = table.model()
        for row in range(model.rowCount()):
            yield from (str(model.index(row, column).data() or "") for column in range(model.columnCount()))


def test_that_no_page_shows_straight_quotation_marks(window: Window, qtbot: QtBot, machines: Path) -> None:
    shell = window.shell
    shell.open_path(machines)
    qtbot.waitUntil(lambda: shell.state.data is not None, timeout=20_000)
    for page in ("home", "data", "question", "candidates", "plan", "review"):
        shell.go(page)
        wrong = [text for text in shown_texts(window) if typeset(text) != text and "</" not in text]
        assert wrong == []
    assert any("“rms”" in text for text in shown_texts(window))


def test_that_a_label_gives_back_what_it_was_given(qtbot: QtBot) -> None:
    words = label("'a' or 'b'")
    qtbot.addWidget(words)
    assert QLabel.text(words) == "“a” or “b”"
    assert words.text() == "'a' or 'b'"
    words.clear()
    assert not words.text()
