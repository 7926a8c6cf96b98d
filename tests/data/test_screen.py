"""Every warning about data: when it comes, what it says, what it offers."""

import dataclasses

import numpy as np
import pytest

from core.data.prepare import prepare_dataset
from core.data.public_tables import recognize_public_table
from core.data.roles import BLOCKS, EQUAL_INPUTS, ROW_ORDER
from core.data.sample.literature_tables import make_monk
from core.data.screen import screen_table
from core.data.screen_columns import find_missing_codes
from core.domain.dataset import Column, Kind, Table
from core.domain.problem import Fix, Problem, Severity
from core.domain.study import Columns
from tests.data.tables import measured, names, numbers, pasted, table

FAULT = Columns(target=("fault",))


def _found(rows: Table, columns: Columns, id: str) -> list[Problem]:
    return [problem for problem in screen_table(rows, columns) if problem.id == id]


def _with(rows: Table, *more: object) -> Table:
    return Table("t", "", (*more, *rows.columns))  # type: ignore[arg-type]


def _applied(columns: Columns, fix: Fix) -> Columns:
    part, _, name = fix.change.partition(".")
    assert part == "columns"
    return dataclasses.replace(columns, **{name: fix.value})  # type: ignore[arg-type]


def test_that_clean_data_only_ask_about_preparation() -> None:
    found = screen_table(measured(), FAULT)
    assert [problem.id for problem in found] == ["PREP"]
    assert found[0].severity is Severity.ASKS
    assert [fix.label for fix in found[0].fixes] == ["No", "Yes", "Not sure"]


def test_that_what_cannot_be_studied_blocks() -> None:
    rows = table(numbers("x", np.arange(30) + 0.5), names("fault", ["OK"] * 30))
    (problem,) = _found(rows, FAULT, "DATA")
    assert problem.severity is Severity.BLOCKS
    assert "All values of 'fault' are 'OK'" in problem.text


def test_that_labels_used_as_inputs_are_asked_about_and_can_be_ignored() -> None:
    rows = _with(measured(), numbers("serial_no", np.arange(60) + 41000))
    (problem,) = _found(rows, FAULT, "ID")
    assert problem.text == "'serial_no' looks like a label for the row. It cannot help on new parts."
    assert problem.severity is Severity.ASKS
    assert not _found(rows, _applied(FAULT, problem.fixes[0]), "ID")


def test_that_constants_are_noted() -> None:
    rows = _with(measured(), numbers("site", [4.0] * 60))
    (problem,) = _found(rows, FAULT, "CONST")
    assert problem.severity is Severity.NOTE
    assert not _found(rows, _applied(FAULT, problem.fixes[0]), "CONST")


def test_that_stray_cells_are_offered_as_missing_or_names() -> None:
    rows = pasted("x,fault\n" + "".join(f"{place}.5,{'yn'[place % 2]}\n" for place in range(30)) + "3a,y\n")
    (problem,) = _found(rows, FAULT, "STRAY")
    assert problem.facts == {"cells": 1, "infinite": 0, "row": 31}
    as_names = prepare_dataset(rows, _applied(FAULT, problem.fixes[1]))
    assert "3a" in as_names.levels[0]


def test_that_codes_for_missing_are_asked_about_once_for_all_columns() -> None:
    random = np.random.default_rng(0)
    values = random.uniform(0, 12, size=(2, 60))
    values[:, :5] = -200
    rows = table(numbers("co", values[0]), numbers("no", values[1]), measured().columns[2])
    (problem,) = _found(rows, FAULT, "CODE")
    assert problem.text.startswith("'co', 'no': the value -200 stands in 10 cells")
    applied = _applied(FAULT, problem.fixes[0])
    assert not _found(rows, applied, "CODE")
    assert int(np.isnan(prepare_dataset(rows, applied).inputs).sum()) == 10


@pytest.mark.parametrize(
    ("values", "codes"),
    [
        ([*range(30), 999, 999], [999]),
        ([*range(30), -9999, -9999], [-9999]),
        ([*range(30), -1], []),
        ([*range(30), 31, 31, 31], []),
        ([*np.linspace(-5, 40, 30), -200, -200, -200], [-200]),
        ([0, 1] * 20 + [9, 9], []),
    ],
)
def test_that_only_values_far_outside_are_codes(values: list[float], codes: list[float]) -> None:
    assert find_missing_codes(np.array(values, dtype=float)) == codes


def test_that_an_input_that_tells_the_answer_is_asked_about() -> None:
    rows = measured()
    told = numbers("repair_code", rows.column("fault").values * 3.0 + np.linspace(0, 0.5, 60))
    (problem,) = _found(_with(rows, told), FAULT, "LEAK")
    assert problem.text == (
        "'repair_code' alone predicts the answer almost perfectly. "
        "Is it known *before* the moment you need the prediction?"
    )
    assert [fix.label for fix in problem.fixes] == ["Yes, keep it", "No, leave it out", "Run both ways", "Not sure"]
    assert not _found(_with(rows, told), _applied(FAULT, problem.fixes[1]), "LEAK")


def test_that_gaps_that_tell_the_answer_are_asked_about() -> None:
    rows = measured()
    gaps = np.where(rows.column("fault").values == 0, np.nan, np.random.default_rng(0).normal(size=60))
    (problem,) = _found(_with(rows, numbers("repaired_at", gaps)), FAULT, "LEAK")
    assert problem.text.startswith("Whether 'repaired_at' is filled in predicts the answer")


def test_that_an_input_named_like_the_answer_is_asked_about() -> None:
    rows = _with(measured(), numbers("fault_code", np.random.default_rng(5).normal(size=60)))
    (problem,) = _found(rows, FAULT, "LEAK")
    assert "carries the name of the answer" in problem.text


def _with_a_failure_mode(rows_of_it: int, exceptions: int = 0) -> Table:
    random = np.random.default_rng(1)
    failed = np.arange(400) < 40
    mode = (np.arange(400) < rows_of_it) | (np.arange(400) >= 400 - exceptions)
    yes_no = [
        Column(name, Kind.YES_NO, v.astype(float), ("no", "yes")) for name, v in (("burnt", mode), ("fault", failed))
    ]
    return table(numbers("load", random.normal(size=400)), *yes_no)


def test_that_a_failure_mode_stated_beside_the_failure_is_asked_about() -> None:
    (problem,) = _found(_with_a_failure_mode(15), FAULT, "LEAK")
    assert problem.text.startswith("Wherever 'burnt' is 'yes' the answer is 'yes' (15 of 15 rows). Is it known")
    assert problem.fixes[1].label == "No, leave it out"


def test_that_several_failure_modes_are_one_question() -> None:
    one = _with_a_failure_mode(15)
    modes = [dataclasses.replace(one.columns[1], name=name) for name in ("bent", "worn", "hot", "wet")]
    (problem,) = _found(_with(one, *modes), FAULT, "LEAK")
    assert problem.text.startswith("'bent', 'worn', 'hot', 'wet' and 1 more each have a value that never occurs ")
    kept, left_out, unsure = problem.fixes
    assert left_out.value == ("bent", "worn", "hot", "wet", "burnt")
    assert kept.change == unsure.change == "answers.LEAK:bent, worn, hot, wet, burnt"
    assert not _found(_with(one, *modes), _applied(FAULT, left_out), "LEAK")


@pytest.mark.parametrize(("rows_of_it", "exceptions"), [(14, 0), (30, 1)])
def test_that_few_rows_or_one_exception_give_nothing_away(rows_of_it: int, exceptions: int) -> None:
    assert not _found(_with_a_failure_mode(rows_of_it, exceptions), FAULT, "LEAK")


def test_that_a_copy_of_a_number_to_predict_is_a_leak() -> None:
    random = np.random.default_rng(0)
    y = random.normal(size=80)
    rows = table(numbers("x", random.normal(size=80)), numbers("twice", 2 * y), numbers("y", y))
    assert [problem.place for problem in _found(rows, Columns(target=("y",)), "LEAK")] == ["columns.twice"]


def test_that_copies_are_counted_and_kept_together() -> None:
    rows = measured(100)
    doubled = Table(
        "t", "", tuple(dataclasses.replace(c, values=np.append(c.values, c.values[:9])) for c in rows.columns)
    )
    (problem,) = _found(doubled, FAULT, "DUP")
    assert problem.facts == {"duplicates": 9, "together": True}
    assert problem.severity is Severity.NOTE


def test_that_many_copies_are_asked_about() -> None:
    rows = measured(50)
    tripled = Table("t", "", tuple(dataclasses.replace(c, values=np.tile(c.values, 3)) for c in rows.columns))
    (problem,) = _found(tripled, FAULT, "DUP")
    assert problem.severity is Severity.ASKS
    assert problem.facts == {"duplicates": 100, "together": False}
    kept = _applied(FAULT, problem.fixes[0])
    assert kept.group == EQUAL_INPUTS
    data = prepare_dataset(tripled, kept)
    assert data.groups is not None
    assert np.array_equal(data.groups[:50], data.groups[50:100])


def test_that_equal_inputs_with_different_classes_limit_every_model() -> None:
    x = np.append(np.arange(96) + 0.5, [0.5, 1.5, 2.5, 3.5])
    fault = ["yes", "no"] * 48 + ["no", "no", "yes", "no"]
    (problem,) = _found(table(numbers("x", x), names("fault", fault)), FAULT, "REPLICATES")
    assert problem.facts == {"replicates": 1, "together": True, "rows": 8, "unavoidable_errors": 1}


def test_that_neighbors_of_one_recording_are_asked_about() -> None:
    time = np.linspace(0, 6, 300)
    signals = [numbers(f"s{place}", np.sin(time * (place + 1)) + place) for place in range(4)]
    fault = names("fault", [["yes", "no"][place] for place in np.random.default_rng(0).integers(0, 2, 300)])
    (problem,) = _found(table(*signals, fault), FAULT, "NEAR-DUP")
    assert problem.text == "Rows 1 apart are almost the same. Were they cut from one recording?"
    assert _applied(FAULT, problem.fixes[0]).group == BLOCKS
    assert _applied(FAULT, problem.fixes[1]).time == ROW_ORDER


def test_that_rows_alike_in_three_digits_are_asked_about() -> None:
    random = np.random.default_rng(0)
    values = random.uniform(1, 9, size=(3, 100)).round(2)
    near = np.concatenate([values, values[:, :20] + 1e-5], axis=1)
    fault = names("fault", [["yes", "no"][place] for place in random.integers(0, 2, 120)])
    rows = table(*(numbers(f"s{place}", row) for place, row in enumerate(near)), fault)
    (problem,) = _found(rows, FAULT, "NEAR-DUP")
    assert problem.text.startswith("Rows 100 apart are almost the same.")


def test_that_rows_of_one_machine_that_look_alike_are_asked_about() -> None:
    random = np.random.default_rng(0)
    machine = random.permutation(np.repeat(np.arange(12), 10))
    values = (random.normal(size=(12, 3)) * 3)[machine] + random.normal(size=(120, 3))
    fault = names("fault", [["yes", "no"][place] for place in random.integers(0, 2, 120)])
    column = names("machine", [f"M{place}" for place in machine])
    rows = table(column, *(numbers(f"x{place}", values[:, place]) for place in range(3)), fault)
    (problem,) = _found(rows, FAULT, "GROUP")
    assert problem.text.startswith("Rows of one 'machine' look alike.")
    kept = _applied(FAULT, problem.fixes[0])
    assert kept.group == "machine"
    assert not _found(rows, kept, "GROUP")


def test_that_dates_and_drifting_answers_ask_about_time() -> None:
    body = "".join(
        f"{place % 9}.5,2024-{place % 12 + 1:02d}-{place % 28 + 1:02d},{'ab'[place % 2]}\n" for place in range(40)
    )
    dated = pasted("x,when,fault\n" + body)
    (problem,) = _found(dated, FAULT, "TIME")
    assert problem.text == "Your rows have dates. Will the model predict the future from the past?"
    assert _applied(FAULT, problem.fixes[0]).time == "when"
    random = np.random.default_rng(0)
    drifting = table(
        numbers("x", random.normal(size=200)), numbers("wear", np.arange(200) / 50 + random.normal(size=200))
    )
    (problem,) = _found(drifting, Columns(target=("wear",)), "TIME")
    assert _applied(Columns(target=("wear",)), problem.fixes[0]).time == ROW_ORDER


def test_that_a_sorted_file_does_not_look_like_time() -> None:
    random = np.random.default_rng(0)
    rows = table(numbers("x", random.normal(size=90)), names("fault", ["a"] * 30 + ["b"] * 30 + ["c"] * 30))
    assert not _found(rows, FAULT, "TIME")


def test_that_rows_without_an_answer_are_told() -> None:
    body = "".join(f"{place}.5,{'ab'[place % 2]}\n" for place in range(30)) + "1.25,\n2.25,\n"
    (problem,) = _found(pasted("x,fault\n" + body), FAULT, "NO-ANSWER")
    assert problem.text == "2 rows have no answer in *fault*; they will be left out and counted."


def test_that_rare_classes_are_told_and_can_be_left_out() -> None:
    x = numbers("x", np.random.default_rng(0).normal(size=64))
    rows = table(x, names("fault", ["a"] * 30 + ["b"] * 30 + ["rare"] * 4))
    (problem,) = _found(rows, FAULT, "RARE")
    assert problem.text == "'rare' has only 4 rows: too few to be in training and test of every fold."
    assert prepare_dataset(rows, _applied(FAULT, problem.fixes[0])).classes == ("a", "b")


def test_that_published_tables_are_recognized_also_with_columns_left_out() -> None:
    rows = make_monk(2)
    (problem,) = _found(rows, Columns(target=("monk",)), "SEEN")
    assert problem.text == "This is a published data set (monk-2); methods may have been tuned on it."
    fewer = Table("t", "", rows.columns[1:])
    (problem,) = _found(fewer, Columns(target=("monk",)), "SEEN")
    assert "(monk-2)" in problem.text
    inputs = Table("t", "", tuple(column for column in rows.columns if column.name != "monk"))
    assert recognize_public_table(inputs) == "monk-1 or monk-2 or monk-3"
    assert not _found(measured(432), FAULT, "SEEN")


def test_that_the_largest_and_smallest_numbers_do_no_harm() -> None:
    x = np.array([8.9e307, -8.9e307, 5e-324, 0.0] * 15)
    y = np.linspace(-1.7, 1.7, 60) * 1e308
    rows = table(numbers("x", x), numbers("y", y), *measured().columns[2:])
    assert screen_table(rows, FAULT)
    assert screen_table(rows, Columns(target=("y",)))


def test_that_more_inputs_than_rows_can_bear_are_noted() -> None:
    random = np.random.default_rng(0)
    many = [numbers(f"x{place}", random.normal(size=30)) for place in range(400)]
    rows = table(*many, names("fault", ["yes", "no"] * 15))
    assert "400 inputs for 30 rows" in _found(rows, FAULT, "WIDE")[0].text


def test_that_free_text_left_out_of_the_inputs_is_told() -> None:
    notes = [f"remark {place}" for place in range(25)] * 2
    rows = pasted(
        "note,x,fault\n" + "".join(f"{note},{place}.5,{'ab'[place % 2]}\n" for place, note in enumerate(notes))
    )
    (problem,) = _found(rows, FAULT, "TEXT")
    assert problem.severity is Severity.NOTE
    assert "note" in prepare_dataset(rows, _applied(FAULT, problem.fixes[1])).features


def test_that_names_that_hardly_repeat_are_labels_too() -> None:
    rows = _with(measured(), names("animal", [f"beast {place}" for place in range(60)]))
    (problem,) = _found(rows, FAULT, "ID")
    assert problem.text == "'animal' looks like a label for the row. It cannot help on new parts."
    assert not _found(rows, _applied(FAULT, problem.fixes[0]), "ID")


def test_that_what_was_noticed_while_reading_is_noted_on_the_page() -> None:
    rows = dataclasses.replace(measured(), notes=("3 empty rows left out.", "1 title line above the names left out."))
    (problem,) = _found(rows, FAULT, "READ")
    assert problem.severity is Severity.NOTE
    assert problem.text == "3 empty rows left out. 1 title line above the names left out."
