"""Collections of hard and of well-known files, read from the folder EVENFOLD_TEST_DATA names, on demand."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.data.prepare import prepare_dataset
from core.data.read import read_table
from core.data.repeated_rows import find_repeated_rows
from core.data.suggest import suggest_roles
from core.domain.dataset import Kind, Table, Task
from core.domain.study import Columns
from core.support.errors import DataError
from core.terminal.look import seen as look

FOLDER = Path(os.environ.get("EVENFOLD_TEST_DATA", "no such folder"))
pytestmark = [
    pytest.mark.on_demand,
    pytest.mark.skipif(
        not (FOLDER / "hard").is_dir(), reason="EVENFOLD_TEST_DATA does not name a folder with hard/ and sets/"
    ),
]
OTHER_VALUES = {"anneal", "steel_plates_faults"}  # the ARFF file holds other values than the CSV file


def _manifest(part: str) -> list[dict[str, Any]]:
    path = FOLDER / part / "manifest.json"
    return list(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else []


def _missing(table: Table) -> int:
    return sum(int(column.missing.sum()) for column in table.columns)


def _classes(table: Table) -> int:
    return len(prepare_dataset(table, suggest_roles(table).columns).classes)


def _class_counts(table: Table) -> dict[str, int]:
    data = prepare_dataset(table, suggest_roles(table).columns)
    return dict(zip(data.classes, data.class_counts.tolist(), strict=True))


def _numeric(table: Table) -> int:
    return sum(column.kind is Kind.NUMBER for column in table.columns)


EXPECTED: dict[str, Callable[[Table], object]] = {
    "rows": lambda table: table.rows,
    "data_rows": lambda table: table.rows,
    "columns": lambda table: len(table.columns),
    "named_columns": lambda table: len(table.columns),
    "numeric": _numeric,
    "missing_cells": _missing,
    "classes": _classes,
    "first_header": lambda table: table.names[0],
    "sheet": lambda table: table.reading["sheet"],
    "header_row": lambda table: table.reading["header"],
    "suspect_id": lambda table: [
        name for name, why in suggest_roles(table).reasons.items() if "label for the row" in why
    ],
    "constant": lambda table: [name for name, why in suggest_roles(table).reasons.items() if "same value" in why],
}


@pytest.mark.parametrize("entry", _manifest("hard"), ids=lambda entry: str(entry["file"]))
def test_that_hard_files_do_what_is_asked_of_them(entry: dict[str, Any]) -> None:
    path = FOLDER / "hard" / entry["file"]
    if entry["expect"] == "error":
        with pytest.raises(DataError) as caught:
            read_table(path)
        assert caught.value.hint
        return
    table = read_table(path)
    if entry["expect"] == "refuse to run":
        problems = look(table)["problems"]
        assert isinstance(problems, list)
        assert problems[0]["level"] == "blocks"
        return
    for what, wanted in entry["expect"].items():
        if what == "bad_cells":
            cells = [[row, column.name] for column in table.columns for row, _ in column.strays]
            assert (cells if isinstance(wanted, list) else len(cells)) == wanted
        elif what == "duplicate_rows":
            texts = [problem["text"] for problem in look(table)["problems"]]
            assert any(text.startswith(f"{wanted} rows are exact duplicates") for text in texts)
        elif what == "class_counts":
            assert wanted.items() <= _class_counts(table).items()
        elif what != "or":
            assert EXPECTED[what](table) == wanted


@pytest.mark.parametrize("form", ["file", "arff"])
@pytest.mark.parametrize("entry", _manifest("sets"), ids=lambda entry: str(entry["name"]))
def test_that_well_known_sets_open_with_the_right_kinds(entry: dict[str, Any], form: str) -> None:
    """As `look` tells it: rows, columns, missing cells, columns of numbers, what is predicted, and its classes."""
    if not entry.get(form) or (form == "arff" and entry["name"] in OTHER_VALUES):
        pytest.skip("the set has no such file, or one with other values")
    found = look(read_table(FOLDER / "sets" / entry[form]))
    columns = {column["name"]: column for column in found["columns"]}
    assert (found["rows"], len(columns)) == (entry["rows"], entry["columns"])
    assert sum(column["missing"] for column in columns.values()) == entry["missing_cells"]
    targets = _roles(entry).target
    inputs = [column for name, column in columns.items() if name not in targets]
    codes = _names_spelt_as_numbers(entry, targets) if form == "file" else set()
    numbers = {column["name"] for column in inputs if _holds_numbers(column) and column["name"] not in codes}
    assert len(numbers) == entry["numeric_inputs"]
    suggested = tuple(name for name, column in columns.items() if column["role"] == "to predict")
    if suggested != targets:
        offers = [offer for problem in found["problems"] if problem["id"] == "TARGET" for offer in problem["offers"]]
        assert any(offer.startswith(f"'{targets[0]}'") for offer in offers)
    else:
        if entry["task"] == "classification":
            counts = {name: rows for name, rows in columns[targets[0]]["levels"].items() if rows}
            assert counts == entry["class_counts"]
    data = prepare_dataset(read_table(FOLDER / "sets" / entry[form]), _roles(entry))
    assert data.task is (Task.CLASSES if entry["task"] == "classification" else Task.NUMBERS)


def _holds_numbers(column: dict[str, Any]) -> bool:
    """Numbers, or a column of nothing but 0 and 1, which is read as yes/no."""
    return column["kind"] == "number" or (column["kind"] == "yes/no" and set(column["levels"]) == {"0", "1"})


def _names_spelt_as_numbers(entry: dict[str, Any], targets: tuple[str, ...]) -> set[str]:
    """Columns that the ARFF file declares as names although all of them are numbers, which no CSV file can tell."""
    if not entry.get("arff"):
        return set()
    table, declared = read_table(FOLDER / "sets" / entry["file"]), read_table(FOLDER / "sets" / entry["arff"])
    names = {column.name for column in declared.columns if column.kind.is_coded}
    return {column["name"] for column in look(table)["columns"] if _holds_numbers(column)} & names - set(targets)


@pytest.mark.parametrize(
    "entry",
    [entry for entry in _manifest("sets") if entry.get("arff") and entry["name"] not in OTHER_VALUES],
    ids=lambda entry: str(entry["name"]),
)
def test_that_csv_and_arff_have_the_same_fingerprint(entry: dict[str, Any]) -> None:
    table, other = read_table(FOLDER / "sets" / entry["file"]), read_table(FOLDER / "sets" / entry["arff"])
    assert prepare_dataset(table, _roles(entry)).fingerprint == prepare_dataset(other, _roles(entry)).fingerprint


def _roles(entry: dict[str, Any]) -> Columns:
    target = tuple(entry["target"]) if isinstance(entry["target"], list) else (entry["target"],)
    return Columns(target=target, nominal=target if entry["task"] == "classification" else ())


@pytest.mark.parametrize(
    ("file", "duplicates", "replicates"), [("hard/real_Concrete_Data.xls", 25, 9), ("wageningen_b_series.csv", 0, 0)]
)
def test_that_published_tables_have_so_many_duplicates_and_repeated_measurements(
    file: str, duplicates: int, replicates: int
) -> None:
    """The concrete table as published has 34 rows with earlier inputs; rounded to one decimal they become 38."""
    rows = read_table(FOLDER / file)
    data = prepare_dataset(rows, suggest_roles(rows).columns)
    found = find_repeated_rows(data.inputs, data.targets)
    assert (len(found.duplicates), len(found.replicates)) == (duplicates, replicates)
