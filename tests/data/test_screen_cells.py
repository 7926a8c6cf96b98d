"""Cells that mean something else than they say: spellings, sums below the table, numbers that were read as text."""

from dataclasses import replace

import pytest

from core.data.prepare import prepare_dataset
from core.data.read import parse_pasted
from core.data.screen import screen_table
from core.data.suggest import suggest_roles
from core.domain.dataset import Table
from core.domain.problem import Problem, Severity
from core.domain.study import Columns
from core.support.errors import DataError


def _asked(table: Table, known_as: str, columns: Columns | None = None) -> list[Problem]:
    used = suggest_roles(table).columns if columns is None else columns
    return [problem for problem in screen_table(table, used) if problem.id == known_as]


def _after(table: Table, problem: Problem) -> Columns:
    field, value = problem.fixes[0].change.removeprefix("columns."), problem.fixes[0].value
    return replace(suggest_roles(table).columns, **{field: value})  # type: ignore[arg-type]


def test_that_spellings_of_one_name_are_asked_about_and_can_be_taken_as_one() -> None:
    table = parse_pasted(
        "x,state\n" + "\n".join(f"{row}.5,{('OK', 'ok', 'bad', 'Bad ', 'OK')[row % 5]}" for row in range(60))
    )
    (problem,) = _asked(table, "SPELLING")
    assert problem.severity is Severity.ASKS
    assert problem.text == "'state' holds 'OK' and 'ok', which differ only in how they are written. Are they the same?"
    columns = _after(table, problem)
    assert not _asked(table, "SPELLING", columns)
    data = prepare_dataset(table, columns)
    assert (data.classes, data.class_counts.tolist()) == (("OK", "bad"), [36, 24])


def test_that_one_spelling_is_not_asked_about() -> None:
    table = parse_pasted("x,state\n" + "\n".join(f"{row}.5,{('OK', 'bad')[row % 2]}" for row in range(60)))
    assert not _asked(table, "SPELLING")


@pytest.mark.parametrize("word", ["Total", "Summe", "grand total", "Mean:", "Mittelwert"])
def test_that_a_last_row_that_sums_up_can_be_left_out(word: str) -> None:
    rows = [f"P{row},{row * 7 % 11}.5,{row % 4}.25" for row in range(30)]
    table = parse_pasted("\n".join(["part,x,y", *rows, f"{word},165,45"]))
    (problem,) = _asked(table, "TOTAL")
    assert word in problem.text
    columns = _after(table, problem)
    assert not _asked(table, "TOTAL", columns)
    assert prepare_dataset(table, columns).size == 30


def test_that_a_name_that_stands_elsewhere_too_is_no_sum() -> None:
    rows = [f"{'max' if row % 2 else 'min'},{row * 7 % 11}.5,{row % 4}.25" for row in range(30)]
    assert not _asked(parse_pasted("\n".join(["mode,x,y", *rows])), "TOTAL")


@pytest.mark.parametrize("cell", ["({row}.5)", "{row}.5 ± 0.1", "00:{row}:07", "{row} 3/8", "~{row}.5"])
def test_that_numbers_read_as_text_are_told_with_a_cell(cell: str) -> None:
    lines = [f"{cell.format(row=row)},{row * 7 % 11}.5,{row % 4}.25" for row in range(10, 50)]
    (problem,) = _asked(parse_pasted("\n".join(["length,x,y", *lines])), "TEXT")
    assert problem.text.startswith("'length' was read as text because of cells like '")


def test_that_serial_numbers_are_not_taken_for_spoilt_numbers() -> None:
    lines = [f"{row}AB{row},{row * 7 % 11}.5,{row % 4}.25" for row in range(10, 50)]
    assert not _asked(parse_pasted("\n".join(["part,x,y", *lines])), "TEXT")


def test_that_a_file_of_one_column_is_refused_with_a_way_on() -> None:
    table = parse_pasted("a:b:c\n" + "\n".join(f"{row}:x:y" for row in range(20)))
    with pytest.raises(DataError, match="read as one column") as caught:
        prepare_dataset(table, suggest_roles(table).columns)
    assert "separator" in caught.value.hint


def test_that_a_single_code_of_nines_far_away_is_asked_about() -> None:
    values = [999.0 if row == 7 else row * 7 % 29 / 29 for row in range(60)]
    (problem,) = _asked(
        parse_pasted("x,y\n" + "\n".join(f"{value},{row % 9}.5" for row, value in enumerate(values))), "CODE"
    )
    assert "the value 999 stands in 1 cell," in problem.text
