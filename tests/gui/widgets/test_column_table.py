"""The list of columns: only those looked for are shown, and a choice holds for those that are selected."""

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.domain.dataset import Column, Kind, Table
from core.domain.study import Columns
from gui.widgets.column_table import ColumnTable
from gui.widgets.columns_model import FINDING, NAME, ColumnsModel, Index
from gui.wizard.roles import kind_of, kinds_for


@pytest.fixture
def view(qtbot: QtBot) -> ColumnTable:
    model = ColumnsModel(kind_of, kinds_for)
    columns = tuple(
        Column(f"{name}{place}", Kind.NUMBER, np.arange(3.0)) for place in range(20) for name in ("Gap", "rms")
    )
    model.show_table(Table("t", "t", columns), Columns(target=("rms19",)), {"Gap3": "odd"}, False)
    made = ColumnTable(model)
    qtbot.addWidget(made)
    made.show()
    return made


def _names(view: ColumnTable) -> list[str]:
    model = view.model()
    return [model.index(row, NAME).data() for row in range(model.rowCount())]


def test_that_only_columns_with_the_text_are_shown(view: ColumnTable) -> None:
    view.show_named(" gap1 ")
    assert _names(view) == ["Gap1", *(f"Gap{place}" for place in range(10, 20))]
    view.show_named("nothing like it")
    assert _names(view) == []
    view.show_named("")
    assert len(_names(view)) == 40


def test_that_a_choice_among_found_columns_is_for_those_selected(view: ColumnTable) -> None:
    view.show_named("rms1")
    view.selectAll()
    assert view.names_with("rms1") == ("rms19", "rms1", *(f"rms{place}" for place in range(10, 19)))
    assert view.names_with("Gap0") == ("Gap0",)


def test_that_what_is_predicted_stands_first_and_stays_there_when_roles_change(view: ColumnTable) -> None:
    model = view.model()
    assert isinstance(model, ColumnsModel)
    assert _names(view)[:3] == ["rms19", "Gap0", "rms0"]
    model.show_table(model.table, Columns(target=("rms3",)), {}, False)
    assert _names(view)[:3] == ["rms19", "Gap0", "rms0"]


@pytest.mark.parametrize("width", [500, 800, 1100])
def test_that_a_finding_has_room_for_all_its_words(view: ColumnTable, width: int) -> None:
    model = view.model()
    assert isinstance(model, ColumnsModel)
    finding = "Rows of one 'machine' belong together: they are kept on one side of every split."
    model.show_table(model.table, model.columns, {"Gap0": finding}, False)
    view.resize(width, 400)
    view.fit()
    wanted = view.sizeHintForIndex(model.index(1, FINDING))
    room = view.visualRect(model.index(1, FINDING))
    assert room.width() >= 150
    lines = -(-(wanted.width() - 8) // (room.width() - 20))
    assert room.height() >= lines * view.fontMetrics().lineSpacing()


def test_that_the_words_of_a_finding_are_measured_as_they_are_shown(view: ColumnTable) -> None:
    model = view.model()
    assert isinstance(model, ColumnsModel)
    heights = set()
    for written in ("'serial_no' looks like a label for the row.", "“serial_no” looks like a label for the row."):
        model.show_table(model.table, model.columns, {"Gap0": written}, False)
        shown = view.fontMetrics().horizontalAdvance(model.index(1, FINDING).data())
        view.setColumnWidth(FINDING, shown - 1 + 20)  # a pixel too narrow for one line
        view.fit_findings()
        heights.add(view.rowHeight(1))
    (height,) = heights
    assert height >= 2 * view.fontMetrics().lineSpacing()


def test_that_another_table_is_searched_for_the_same_text(view: ColumnTable) -> None:
    view.show_named("b")
    model = view.model()
    assert isinstance(model, ColumnsModel)
    columns = tuple(Column(name, Kind.NUMBER, np.arange(3.0)) for name in ("a", "b"))
    model.show_table(Table("u", "u", columns), Columns(target=("a",)), {}, False)
    assert _names(view) == ["b"]


@pytest.fixture
def wide(view: ColumnTable) -> ColumnTable:
    model = view.model()
    assert isinstance(model, ColumnsModel)
    columns = tuple(Column(f"g{place}", Kind.NUMBER, np.arange(3.0)) for place in range(20_001))
    model.show_table(Table("w", "w", columns), Columns(target=("g0",)), {}, False)
    return view


def test_that_thousands_of_columns_are_selected_at_once(wide: ColumnTable) -> None:
    wide.selectAll()
    assert len(wide.names_with("g7")) == 20_001


def test_that_few_of_thousands_of_columns_are_measured(wide: ColumnTable, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[int] = set()
    real = ColumnsModel.column

    def noting(model: ColumnsModel, index: Index) -> Column:
        asked.add(index.row())
        return real(model, index)

    monkeypatch.setattr(ColumnsModel, "column", noting)
    wide.fit()
    assert 0 < len(asked) < 200
