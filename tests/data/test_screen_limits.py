"""From where on data are warned about, and the words for one and for several."""

from dataclasses import replace

import numpy as np
import pytest

from core.data.prepare import prepare_dataset
from core.data.roles import EQUAL_INPUTS
from core.data.screen import merge_classes, screen_table
from core.data.screen_cells import list_cell_problems, list_total_problems
from core.data.screen_columns import (
    add_missing_code,
    find_missing_codes,
    list_column_problems,
    list_stray_problems,
    list_unanswered,
)
from core.data.screen_rows import list_row_problems, remove_duplicates
from core.domain.dataset import Column, Kind, Table
from core.domain.problem import Problem, Severity
from core.domain.study import Columns
from tests.data.tables import measured, names, numbers, table

FAULT = Columns(target=("fault",))
RANDOM = np.random.default_rng(6)


def of_rows(rows: Table, columns: Columns = FAULT) -> dict[str, Problem]:
    return {problem.id: problem for problem in list_row_problems(rows, columns, prepare_dataset(rows, columns))}


def copied(rows: Table, *places: int) -> Table:
    """With these rows once more at its end."""
    order = [*range(rows.rows), *places]
    return replace(rows, columns=tuple(replace(column, values=column.values[order]) for column in rows.columns))


def with_counts(**counts: int) -> Table:
    labels = [name for name, count in counts.items() for _ in range(count)]
    return table(numbers("x", RANDOM.normal(size=len(labels))), names("fault", labels))


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ({"a": 30, "b": 30, "c": 10}, []),
        ({"a": 30, "b": 30, "c": 9}, ["'c' has only 9 rows: too few to be in training and test of every fold."]),
        ({"a": 30, "b": 30, "c": 1}, ["'c' has only 1 row: too few to be in training and test of every fold."]),
        ({"a": 30, "b": 9}, []),
    ],
)
def test_that_a_class_is_rare_below_ten_rows_where_there_are_others(counts: dict[str, int], told: list[str]) -> None:
    found = [problem.text for problem in screen_table(with_counts(**counts), FAULT) if problem.id == "RARE"]
    assert found == told


def test_that_rare_classes_are_taken_together_where_two_classes_are_left() -> None:
    def offers(**counts: int) -> list[str]:
        found = [problem for problem in screen_table(with_counts(**counts), FAULT) if problem.id == "RARE"]
        return [fix.label for fix in found[0].fixes[1:]]

    assert offers(a=30, b=9, c=8) == ["Take 'b' and 'c' together"]
    assert offers(a=30, b=9, c=8, d=7) == ["Take the 3 rare classes together"]
    assert offers(a=30, b=30, c=8) == []
    assert offers(a=9, b=8, c=9) == []
    known = replace(FAULT, reading={"merged": {"fault": ["x"], "other": ["y"]}, "header": 1})
    assert merge_classes(known, "fault", ["b", "c"]).value == {
        "merged": {"fault": ["x", "b", "c"], "other": ["y"]},
        "header": 1,
    }


def test_that_exact_duplicates_are_counted_beyond_the_first_of_each() -> None:
    rows = measured()
    assert "DUP" not in of_rows(rows)
    for places, count in (((0,), 1), ((0, 1, 1), 3), ((0, 0), 2)):
        assert of_rows(copied(rows, *places))["DUP"].facts == {"duplicates": count, "together": True}


def test_that_duplicates_are_asked_about_unless_somebody_said_what_to_keep_whole() -> None:
    many = copied(measured(), *range(50), *range(50))
    asked = of_rows(many)["DUP"]
    assert asked.severity is Severity.ASKS
    assert [fix.value for fix in asked.fixes][:3] == [EQUAL_INPUTS, remove_duplicates(FAULT).value, "separate"]
    kept = of_rows(many, replace(FAULT, group=EQUAL_INPUTS))["DUP"]
    assert (kept.severity, kept.facts["together"]) == (Severity.NOTE, True)
    machines = names("machine", [f"m{place % 8}" for place in range(160)])
    grouped = of_rows(replace(many, columns=(*many.columns, machines)), replace(FAULT, group="machine"))
    assert (grouped["DUP"].severity, grouped["DUP"].facts["together"]) == (Severity.NOTE, False)
    only_names = table(names("color", ["red", "blue"] * 30), names("fault", ["no", "yes", "yes"] * 20))
    natural = of_rows(only_names)["DUP"]
    assert (natural.severity, natural.fixes) == (Severity.NOTE, ())


def test_that_equal_inputs_with_another_class_say_how_many_errors_remain() -> None:
    rows = copied(measured(), 0, 1, 2)
    fault = rows.columns[-1]
    flipped = fault.values.copy()
    for count, place in enumerate((-1, -2), 1):
        flipped[place] = 1 - flipped[place]
        mixed = replace(rows, columns=(*rows.columns[:-1], replace(fault, values=flipped.copy())))
        facts = of_rows(mixed)["REPLICATES"].facts
        assert (facts["replicates"], facts["rows"], facts["unavoidable_errors"]) == (count, 6, count)
        assert of_rows(mixed)["DUP"].facts["duplicates"] == 3 - count
    assert "REPLICATES" not in of_rows(rows)


@pytest.mark.parametrize(
    ("added", "codes"),
    [
        ([-9.0] * 3, [-9.0]),
        ([-9.0] * 2, []),
        ([-8.0] * 3, []),
        ([-9.5] * 3, []),
        ([99.0] * 2, [99.0]),
        ([99.0], [99.0]),
        ([9.0] * 3, []),
        ([25.0] * 3, [25.0]),
        ([25.0] * 2, []),
        ([18.0] * 3, []),
    ],
)
def test_that_only_whole_numbers_far_away_or_alone_below_nought_are_codes(
    added: list[float], codes: list[float]
) -> None:
    assert find_missing_codes(np.array([*np.linspace(0, 10, 60), *added])) == codes


def test_that_a_code_is_asked_about_in_all_its_columns_and_added_to_those_known() -> None:
    columns = [numbers(f"x{place}", [*RANDOM.normal(5, 1, 57), -999, -999, -999]) for place in range(5)]
    rows = table(*columns, names("fault", ["no", "yes"] * 30))
    (problem,) = [found for found in list_column_problems(rows, FAULT) if found.id == "CODE"]
    assert problem.text.startswith("'x0', 'x1', 'x2' and 2 more: the value -999 stands in 15 cells")
    three = table(*columns[:3], names("fault", ["no", "yes"] * 30))
    (fewer,) = [found for found in list_column_problems(three, FAULT) if found.id == "CODE"]
    assert fewer.text.startswith("'x0', 'x1', 'x2': the value")
    known = replace(FAULT, reading={"codes": {"x0": ["-1"], "z": ["0"]}, "header": 2})
    assert add_missing_code(known, ["x0", "x1"], -999.0) == {
        "codes": {"x0": ["-1", "-999"], "x1": ["-999"], "z": ["0"]},
        "header": 2,
    }


def test_that_rows_without_an_answer_are_counted_unless_all_or_none_are() -> None:
    def told(*missing: int) -> list[str]:
        values = np.arange(4.0)
        values[list(missing)] = np.nan
        return [problem.text for problem in list_unanswered([numbers("wear", values)])]

    assert told() == told(0, 1, 2, 3) == []
    assert told(1) == ["1 row has no answer in *wear*; it will be left out and counted."]
    assert told(1, 2) == ["2 rows have no answer in *wear*; they will be left out and counted."]


def test_that_spellings_are_asked_about_in_columns_that_are_used() -> None:
    rows = table(
        numbers("x", RANDOM.normal(size=6)), names("place", ["Ulm", "ulm", "Ulm", "Bonn", "bonn ", "Kiel"]),
        names("fault", ["no", "yes"] * 3),
    )  # fmt: skip
    (problem,) = list_cell_problems(rows, FAULT)
    assert problem.text.startswith("'place' holds 'Ulm' and 'ulm', which differ only in how they are written.")
    assert problem.fixes[0].value == {"spellings": {"place": ["Ulm", "Bonn"]}}
    assert list(list_cell_problems(rows, replace(FAULT, ignore=("place",)))) == []
    known = replace(FAULT, reading={"spellings": {"other": ["A"]}})
    (again,) = list_cell_problems(rows, known)
    assert again.fixes[0].value == {"spellings": {"other": ["A"], "place": ["Ulm", "Bonn"]}}


def text_of(cells: list[str]) -> list[Problem]:
    column = Column("speed", Kind.TEXT, np.array(cells, dtype=object))
    return list(list_cell_problems(table(column, names("fault", ["no", "yes"] * (len(cells) // 2))), FAULT))


def test_that_text_is_told_to_hold_numbers_where_more_than_half_of_it_does() -> None:
    assert text_of(["12 ± 3", "1.5*", "fast", "slow"]) == []
    (problem,) = text_of(["12", "1.5*", "7.1", "slow"])
    assert "because of cells like '1.5*'." in problem.text
    assert text_of(["12", "13", "14", "slow"]) == []
    assert list(list_cell_problems(table(names("fault", ["no", "yes"])), FAULT)) == []


def test_that_a_last_row_that_sums_up_is_asked_about_once() -> None:
    rows = table(
        numbers("x", [1, 2, 3, 6]), names("part", ["a", "b", "c", "Total:"]), names("fault", ["no", "yes", "no", "no"])
    )
    (problem,) = list_total_problems(rows, FAULT)
    rule = ("rows 4", "no case: it reads 'Total:'")
    assert problem.fixes[0].value == (rule,)
    assert list(list_total_problems(rows, replace(FAULT, excluded=(rule,)))) == []
    twice = replace(rows, columns=(rows.columns[0], names("part", ["a", "b", "Total:", "Total:"]), rows.columns[2]))
    assert list(list_total_problems(twice, FAULT)) == []
    alone = table(numbers("x", [1]), names("part", ["Total"]), names("fault", ["no"]))
    assert list(list_total_problems(alone, FAULT)) == []


def test_that_more_than_ten_inputs_for_each_row_are_noted() -> None:
    def told(inputs: int) -> list[str]:
        columns = [numbers(f"x{place}", RANDOM.normal(size=4)) for place in range(inputs)]
        found = list_column_problems(table(*columns, names("fault", ["no", "yes"] * 2)), FAULT)
        return [problem.text[:22] for problem in found if problem.id == "WIDE"]

    assert (told(40), told(41)) == ([], ["41 inputs for 4 rows: "])


def strayed(*strays: tuple[int, str]) -> list[Problem]:
    speed = replace(numbers("speed", np.arange(6.0)), strays=strays)
    rows = table(speed, numbers("x", RANDOM.normal(size=6)), names("fault", ["no", "yes"] * 3))
    return list(list_stray_problems(rows, FAULT))


def test_that_one_stray_cell_in_the_last_row_may_be_no_case() -> None:
    (last,) = strayed((5, "mean of all"))
    assert [fix.label for fix in last.fixes][2] == "Leave row 6 out, it is no case"
    assert last.fixes[2].value == (("rows 6", "no case: it reads 'mean of all'"),)
    assert "first in row 6" in last.text
    for other in (strayed((4, "?")), strayed((4, "?"), (5, "mean"))):
        assert not [fix for fix in other[0].fixes if fix.label.startswith("Leave row")]
    assert strayed() == []


def test_that_stray_cells_of_columns_read_as_names_or_ignored_are_not_asked_about() -> None:
    speed = replace(numbers("speed", np.arange(6.0)), strays=((4, "?"),))
    rows = table(speed, numbers("x", RANDOM.normal(size=6)), names("fault", ["no", "yes"] * 3))
    assert [problem.id for problem in list_stray_problems(rows, FAULT)] == ["STRAY"]
    assert list(list_stray_problems(rows, replace(FAULT, nominal=("speed",)))) == []
    assert list(list_stray_problems(rows, replace(FAULT, ignore=("speed",)))) == []


def test_that_columns_left_out_have_no_codes_and_constants_are_told() -> None:
    code = numbers("x", [*RANDOM.normal(5, 1, 57), -999, -999, -999])
    rows = table(code, numbers("flat", [3.0] * 60), names("fault", ["no", "yes"] * 30))
    ids = [problem.id for problem in list_column_problems(rows, FAULT)]
    assert sorted(ids) == ["CODE", "CONST"]
    assert [problem.id for problem in list_column_problems(rows, replace(FAULT, ignore=("x", "flat")))] == []
    as_names = replace(FAULT, nominal=("x",), ignore=("flat",))
    assert "CODE" not in [problem.id for problem in list_column_problems(rows, as_names)]
