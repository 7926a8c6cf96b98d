"""A table of words shows every word, whatever the width of its columns."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QTableWidgetItem
from pytestqt.qtbot import QtBot

from gui import theme
from gui.widgets.word_table import BESIDE_TEXT, word_table

LONG = "For your purpose logistic regression and linear discriminant analysis are the same."
BESIDE_SECTION = 16  # pixels of the style sheet left and right of a heading


@pytest.mark.parametrize("width", [500, 640, 984])
def test_that_rows_are_as_high_as_their_longest_text(qtbot: QtBot, width: int) -> None:
    table = word_table("words", "Words", ("Date", "Asked", "Verdict"), (0,))
    qtbot.addWidget(table)
    table.resize(1200, 400)
    table.show()
    table.setRowCount(1)
    for column, text in enumerate(("2026-11-17", "Forest against tree", LONG)):
        table.setItem(0, column, QTableWidgetItem(text))
    table.resize(width, 400)
    room = QRect(0, 0, table.columnWidth(2) - BESIDE_TEXT, 1000)
    needed = table.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, LONG).height()
    qtbot.waitUntil(lambda: table.rowHeight(0) >= needed, timeout=5_000)
    assert table.columnWidth(1) >= table.horizontalHeader().minimumSectionSize()


def test_that_every_heading_can_be_read_with_large_text(qtbot: QtBot) -> None:
    theme.apply("light", 2.0)
    table = word_table("words", "Words", ("Date", "Verdict then"), ())
    qtbot.addWidget(table)
    table.resize(100, 400)
    table.show()
    letters = QFont(table.horizontalHeader().font())
    letters.setBold(True)
    assert table.columnWidth(1) >= QFontMetrics(letters).horizontalAdvance("Verdict then") + BESIDE_SECTION
    theme.apply("light")
