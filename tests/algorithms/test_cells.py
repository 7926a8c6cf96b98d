"""Odd inputs are counted and told by every algorithm, whoever wrote it."""

import warnings
from collections.abc import Callable

import numpy as np
import pytest

from core.algorithms import ALGORITHMS
from core.algorithms.cells import SeenNames, tell_of_width, usable_inputs
from core.algorithms.row import Algorithm
from core.domain.dataset import Kind, Task
from tests.algorithms.examples import (
    Example,
    empty_column,
    more_inputs_than_rows,
    numbers_only,
    one_constant_input,
    schema,
    unseen_names,
)
from tests.algorithms.test_contract import REAL, built

NAN = np.nan
LEARNING = [row for row in ALGORITHMS if row in REAL]


def told(row: Algorithm, example: Example) -> list[str]:
    """The texts of all warnings of training and predicting."""
    learner = built(row)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        learner.fit(example.inputs, example.targets, example.schema)
        learner.predict(example.new)
    return [str(one.message) for one in caught]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (one_constant_input, "1 input is the same in all rows of the training part and is left out."),
        (empty_column, "1 input has no value in the rows of the training part and is left out."),
        (unseen_names, "3 cells hold names not seen in training; treated as none of the known names."),
    ],
)
@pytest.mark.parametrize("row", LEARNING, ids=lambda row: row.key)
def test_that_every_algorithm_counts_odd_cells(row: Algorithm, make: Callable[[Task], Example], words: str) -> None:
    assert words in told(row, make(min(row.tasks)))


@pytest.mark.parametrize("row", LEARNING, ids=lambda row: row.key)
def test_that_nothing_is_told_about_plain_inputs(row: Algorithm) -> None:
    found = told(row, numbers_only(min(row.tasks)))
    assert not [text for text in found if "input" in text or "cell" in text]


@pytest.mark.parametrize("key", ["linear", "logistic", "lda", "pls", "forest"])
def test_that_more_inputs_than_rows_are_told(key: str) -> None:
    row = next(row for row in ALGORITHMS if row.key == key)
    found = told(row, more_inputs_than_rows(min(row.tasks)))
    assert any("more inputs than training rows (40 and 20)" in text for text in found)


def test_that_as_many_inputs_as_rows_need_no_word() -> None:
    tell_of_width(20, 20)
    with pytest.warns(UserWarning, match="21 and 20"):
        tell_of_width(21, 20)


def test_that_inputs_that_vary_are_usable_and_the_others_counted() -> None:
    inputs = np.array([[1.0, NAN, 5.0, 5.0, 0.0], [1.0, NAN, NAN, 6.0, 1.0]])
    with pytest.warns(UserWarning, match="2 inputs are the same"), pytest.warns(UserWarning, match="1 input has no"):
        assert usable_inputs(inputs) == [3, 4]


def test_that_missing_names_are_not_new_and_numbers_never_are() -> None:
    meaning = schema(Task.CLASSES, (Kind.NAMES, Kind.NUMBER))
    seen = SeenNames.of(np.array([[0.0, 1.0], [2.0, 1.0]]), meaning)
    seen.tell(np.array([[NAN, 7.0], [2.0, NAN], [0.0, 1e9]]))
    with pytest.warns(UserWarning, match="2 cells hold names not seen"):
        seen.tell(np.array([[1.0, 7.0], [3.0, 1.0]]))
