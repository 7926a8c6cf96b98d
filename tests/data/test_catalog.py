"""The warnings about data, word for word: text, level and what is offered, as the catalog of the design has them."""

import re

import pytest

from core.data.read import parse_pasted
from core.terminal.look import seen
from tests.gui.wizard.test_data_page import NOISE, TABLES

CATALOGUE = (
    ("ID", "asks", "'{serial_no}' looks like a label for the row. It cannot help on new parts.", "Ignore it"),
    (
        "LEAK",
        "asks",
        "'{repair_code}' alone predicts the answer almost perfectly. Is it known before the moment you need the "
        "prediction?",
        "No, leave it out",
    ),
    (
        "GROUP",
        "asks",
        "Rows of one '{machine}' look alike. Will the model be used on new {machines}, or on the ones in this table?",
        "New ones: keep each 'place' whole",
    ),
    (
        "GROUP-FEW",
        "note",
        "Only {6} machines: the range will mainly reflect {six} machines, however many rows there are.",
        None,
    ),
    (
        "TIME",
        "asks",
        "Your rows have dates. Will the model predict the future from the past?",
        "Yes: order the rows in time",
    ),
    (
        "DUP",
        "note",
        "{14} rows are exact duplicates of earlier rows (equal in all inputs and in the target). Rows with equal "
        "inputs stay on the same side of every split.",
        "Remove exact duplicates",
    ),
    (
        "REPLICATES",
        "note",
        "{3} rows have earlier inputs and another class. Every model makes at least {3} errors on the {6} rows with "
        "equal inputs. Rows with equal inputs stay on the same side of every split.",
        None,
    ),
    (
        "NEAR-DUP",
        "asks",
        "Rows {k} apart are almost the same. Were they cut from one recording?",
        "Yes: keep blocks of neighboring rows whole",
    ),
    ("SMALL", "blocks", "With {14} rows Evenfold will describe, not judge.", "Describe only"),
    (
        "CLASS-MISS",
        "blocks",
        "Fold {3} would contain no '{fault}'. AUC cannot be computed there.",
        None,
    ),
    (
        "PREP",
        "asks",
        "Was anything computed from the whole table before import (scaling, filling gaps, choosing columns, "
        "oversampling)?",
        "Yes",
    ),
    ("NO-ANSWER", "note", "{12} rows have no answer in {fault}; they will be left out and counted.", None),
    (
        "DATA",
        "blocks",
        "All values of '{fault}' are '{OK}': there is nothing to learn. Choose another column.",
        None,
    ),
)
MORE_TABLES: dict[str, tuple[str, list[str]]] = {
    "GROUP-FEW": (
        "x,z,machine,k",
        [f"{row % 6 + NOISE[row, 0] / 9},{NOISE[row, 1]},M{row % 6},{'ab'[row // 6 % 2]}" for row in range(120)],
    ),
    "DUP": ("x,z,k", [f"{NOISE[row % 94, 0]},{NOISE[row % 94, 1]},{'ab'[row % 2]}" for row in range(100)]),
    "REPLICATES": ("x,z,k", [f"{NOISE[row % 95, 0]},{NOISE[row % 95, 1]},{'ab'[row % 2]}" for row in range(100)]),
    "NO-ANSWER": (
        "x,z,k",
        [f"{NOISE[row, 0]},{NOISE[row, 1]},{'' if row % 9 == 0 else 'ab'[row % 2]}" for row in range(80)],
    ),
    "DATA": ("x,z,fault", [f"{NOISE[row, 0]},{NOISE[row, 1]},OK" for row in range(80)]),
}


def _pattern(text: str) -> str:
    """The words of a warning, with anything where the design has a value in braces."""
    return ".+".join(re.escape(part) for part in re.split(r"\{[^}]*\}", text))


@pytest.mark.parametrize(("known_as", "level", "text", "offer"), CATALOGUE, ids=[row[0] for row in CATALOGUE])
def test_that_a_warning_says_what_the_catalog_says(known_as: str, level: str, text: str, offer: str | None) -> None:
    head, rows = MORE_TABLES.get(known_as) or TABLES[known_as]
    found = [
        problem for problem in seen(parse_pasted("\n".join([head, *rows])))["problems"] if problem["id"] == known_as
    ]
    assert [problem["level"] for problem in found][:1] == [level]
    assert re.fullmatch(_pattern(text), found[0]["text"]), found[0]["text"]
    assert offer is None or offer in found[0]["offers"], found[0]["offers"]


@pytest.mark.parametrize("known_as", ["LEAK", "GROUP", "TIME", "NEAR-DUP", "PREP"])
def test_that_nobody_must_know_an_answer(known_as: str) -> None:
    head, rows = TABLES[known_as]
    (asked, *_) = [p for p in seen(parse_pasted("\n".join([head, *rows])))["problems"] if p["id"] == known_as]
    assert "Not sure" in asked["offers"]
