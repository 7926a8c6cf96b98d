"""Rows left out by rule."""

import numpy as np
import pytest

from core.data.exclusion_rules import find_excluded_rows, find_matching_rows
from core.data.prepare import prepare_dataset
from core.domain.study import Columns
from core.support.errors import DataError
from tests.data.tables import pasted

ROWS = pasted("wear,machine,when,y\n10.5,M1,2024-01-01,a\n95,M2,2024-02-01,b\n,M1,2024-03-01,a\n50,M3,2024-04-01,b\n")


@pytest.mark.parametrize(
    ("rule", "rows"),
    [
        ("wear > 90", [1]),
        ("wear <= 50", [0, 3]),
        ("wear = 95", [1]),
        ("wear != 95", [0, 3]),
        ("machine = M1", [0, 2]),
        ("machine != 'M1'", [1, 3]),
        ("wear is missing", [2]),
        ("rows 1, 3-4", [0, 2, 3]),
        ("row 2", [1]),
        ("when >= 2024-03-01", [2, 3]),
    ],
)
def test_that_rules_find_their_rows(rule: str, rows: list[int]) -> None:
    assert np.flatnonzero(find_matching_rows(ROWS, rule)).tolist() == rows


@pytest.mark.parametrize(
    "rule", ["wear", "nothing > 3", "rows 9", "rows 0", "machine > M1", "wear > many", "when > 3", ""]
)
def test_that_rules_which_make_no_sense_are_refused(rule: str) -> None:
    with pytest.raises(DataError) as caught:
        find_matching_rows(ROWS, rule)
    assert caught.value.hint


def test_that_every_rule_needs_a_reason() -> None:
    with pytest.raises(DataError, match="without a reason"):
        find_excluded_rows(ROWS, [("wear > 90", " ")])


def test_that_excluded_rows_are_not_counted_as_unanswered() -> None:
    data = prepare_dataset(ROWS, Columns(target=("y",), excluded=(("wear > 90", "sensor broken"),)))
    assert (data.size, data.left_out) == (3, 0)
    assert data.rows is not None
    assert data.rows.tolist() == [0, 2, 3]
