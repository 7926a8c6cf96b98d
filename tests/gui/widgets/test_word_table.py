"""A table of words: every row shows all its words, however narrow it is and whichever cell has the focus."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QTableWidget, QTableWidgetItem
from pytestqt.qtbot import QtBot

from gui import theme
from gui.widgets.word_table import AROUND, RING, word_table

WORDS = "10 shuffles and 10 folds, each machine kept whole"


def narrow(qtbot: QtBot, width: int) -> QTableWidget:
    theme.apply("light")
    table = word_table("words", "Words", ("What", "Bar"), (1,))
    qtbot.addWidget(table)
    table.setRowCount(1)
    table.setItem(0, 0, QTableWidgetItem(WORDS))
    table.setItem(0, 1, QTableWidgetItem("0.05"))
    table.resize(width, 200)
    table.show()
    qtbot.waitExposed(table)
    return table


@pytest.mark.parametrize("width", range(280, 420, 10))
def test_that_a_row_is_high_enough_for_the_words_inside_padding_and_ring(qtbot: QtBot, width: int) -> None:
    table = narrow(qtbot, width)
    inside = QRect(0, 0, table.columnWidth(0) - AROUND, 1000)
    needed = table.fontMetrics().boundingRect(inside, Qt.TextFlag.TextWordWrap, WORDS).height()
    assert table.rowHeight(0) >= needed + RING


def test_that_columns_as_wide_as_their_words_stay_on_one_line(qtbot: QtBot) -> None:
    table = narrow(qtbot, 900)
    table.setItem(0, 1, QTableWidgetItem("not counted"))
    assert table.rowHeight(0) < 2 * table.fontMetrics().lineSpacing() + RING
