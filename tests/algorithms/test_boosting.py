"""Boosting: one chain serves all its lengths; many rows are binned part by part."""

import numpy as np
import pytest

from core.algorithms import boosting
from core.algorithms.boosting import build_boosting_for_choices, least_leaf
from core.algorithms.rows import Rows
from core.domain.dataset import Task
from tests.algorithms.examples import missing_cells, numbers_only


@pytest.mark.parametrize(("rows", "leaf"), [(3, 1), (40, 2), (100, 5), (399, 19), (400, 20), (100_000, 20)])
def test_that_small_training_parts_may_have_small_leaves(rows: int, leaf: int) -> None:
    assert least_leaf(rows) == leaf


@pytest.mark.parametrize("task", list(Task))
def test_that_each_choice_answers_as_if_it_were_alone(task: Task) -> None:
    example = numbers_only(task)
    choices = [{"rounds": rounds, "depth": depth} for depth in (2, 1) for rounds in (20, 5)]
    together = build_boosting_for_choices(choices, 1)
    together.fit(example.inputs, example.targets, example.schema)
    for found, settings in zip(together.predict_each(Rows(example.new)), choices, strict=True):
        alone = build_boosting_for_choices([settings], 1)
        alone.fit(example.inputs, example.targets, example.schema)
        np.testing.assert_array_equal(alone.predict(example.new).predicted, found.predicted)
    together.choose(2)
    np.testing.assert_array_equal(
        together.predict(example.new).predicted, together.predict_each(Rows(example.new))[0].predicted
    )


@pytest.mark.parametrize("task", list(Task))
def test_that_rows_in_parts_give_the_same_chain(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    """With many rows the inputs are never held whole; bins come from some of the rows, here from all of them."""
    example = missing_cells(task)
    whole = build_boosting_for_choices([{"rounds": 5}], 1)
    whole.fit(example.inputs, example.targets, example.schema)
    monkeypatch.setattr("core.algorithms.prepared.MANY_ROWS", 10)
    in_parts = build_boosting_for_choices([{"rounds": 5}], 1)
    in_parts.fit(example.inputs, example.targets, example.schema)
    np.testing.assert_array_equal(in_parts.predict(example.new).predicted, whole.predict(example.new).predicted)
    monkeypatch.setattr(boosting, "MANY_ROWS", 10)
    fewer = build_boosting_for_choices([{"rounds": 5}], 1)
    fewer.fit(example.inputs, example.targets, example.schema)
    assert np.isfinite(fewer.predict(example.new).predicted).all()
