"""Text of a file that would steer a terminal, break a line, or be no finite number."""

from pathlib import Path

import numpy as np
import pytest

from core.data.prepare import prepare_dataset
from core.data.read import read_table
from core.data.screen import screen_table
from core.data.suggest import suggest_roles
from core.domain.study import Columns
from core.support.errors import DataError
from core.support.text import to_one_line
from tests.data.read.hostile_files import write_workbook
from tests.data.tables import numbers, pasted, table, written

RED, TITLE, BACKWARDS = "\x1b[31m", "\x1b]0;x\x07", "\u202e"


def _lines(cell: str) -> str:
    return "".join(f"{row / 7:.3f},{cell if row in (3, 5) else 'y'}\n" for row in range(80))


def _is_safe(text: str) -> bool:
    return text == to_one_line(text) and text.isprintable()


@pytest.mark.parametrize("name", [f"a{RED}", "a\x07", f"{BACKWARDS}a", "a\x9b31m", "a\u2028b"])
def test_that_names_and_categories_hold_no_control_characters(tmp_path: Path, name: str) -> None:
    csv = f"{name},k\n" + _lines(f"x{TITLE}")
    arff = f"@relation r\n@attribute '{name}' numeric\n@attribute k {{'x{TITLE}', y}}\n@data\n" + _lines(f"'x{TITLE}'")
    for path in (written(tmp_path, csv), written(tmp_path, arff, "t.arff"), written(tmp_path, csv, f"t{RED}.csv")):
        found = read_table(path)
        assert all(map(_is_safe, (found.name, *found.names)))
        assert all(map(_is_safe, found.columns[1].levels))
        assert len(found.columns[1].levels) == 2


def test_that_escaped_control_characters_of_a_workbook_are_dropped(tmp_path: Path) -> None:
    rows = "".join(f'<row><c><v>{row}.5</v></c><c t="str"><v>{"xy"[row % 2]}</v></c></row>' for row in range(30))
    head = '<row><c t="str"><v>a_x001B_[31m</v></c><c t="str"><v>b_x000D__x000A_c</v></c></row>'
    write_workbook(tmp_path / "t.xlsx", [f"<sheetData>{head}{rows}</sheetData>"])
    assert read_table(tmp_path / "t.xlsx").names == ("a[31m", "b c")


def test_that_a_name_over_two_lines_stays_on_one() -> None:
    rows = pasted('"wear\nrate",k\n' + _lines('"two\nlines"'))
    assert rows.names == ("wear rate", "k")
    assert set(rows.column("k").levels) == {"two lines", "y"}


def test_that_an_error_stays_on_one_line_whatever_a_file_is_called() -> None:
    error = DataError(f"t{TITLE}\nx.csv is empty.", hint=f"Use {RED}another.")
    assert _is_safe(str(error))


def test_that_infinite_cells_are_named_as_such() -> None:
    cells = ["inf", "-Infinity", "1e400", *[f"{place}.5" for place in range(40)]]
    rows = pasted("a,b,y\n" + "".join(f"{cell},{place},{place / 3}\n" for place, cell in enumerate(cells)))
    found = next(problem for problem in screen_table(rows, suggest_roles(rows).columns) if problem.id == "STRAY")
    assert found.facts == {"cells": 3, "infinite": 3, "row": 1}
    mixed = pasted("a,b,y\n" + "".join(f"{cell},{place},1.{place}\n" for place, cell in enumerate(["3a", *cells])))
    found = next(problem for problem in screen_table(mixed, suggest_roles(mixed).columns) if problem.id == "STRAY")
    assert (found.facts["cells"], found.facts["infinite"]) == (4, 3)


@pytest.mark.parametrize("size", [1e-320, 1e-200])
def test_that_targets_too_small_to_compute_with_are_refused_in_a_sentence(size: float) -> None:
    rows = table(numbers("x", np.arange(40)), numbers("y", np.arange(40) * size))
    with pytest.raises(DataError, match="differ by less than"):
        prepare_dataset(rows, Columns(target=("y",)))
