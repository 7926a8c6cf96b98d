"""Every value a person may set gives a model: the ends of the ranges, and every choice."""

import warnings

import numpy as np
import pytest

from core.algorithms import ALGORITHMS
from core.algorithms.learner import Learner
from core.algorithms.row import Algorithm, Setting, combinations
from core.domain.dataset import Task
from tests.algorithms.examples import Example, mixed, numbers_only
from tests.algorithms.test_contract import QUICK, TRAINED, predicted

TOO_SLOW = {
    ("forest", "trees"),
    ("boosting", "rounds"),
    ("monotone-boosting", "rounds"),
    ("mlp", "rounds"),
    ("mlp", "hidden"),
    ("perceptron", "rounds"),
}


def ends(row: Algorithm, setting: Setting) -> list[object]:
    high = [] if (row.key, setting.key) in TOO_SLOW else [setting.high]
    return list(setting.choices) or [value for value in (setting.low, *high) if value is not None]


ENDS = [
    pytest.param(row, setting, value, id=f"{row.key}-{setting.key}-{value}")
    for row in TRAINED
    for setting in row.settings
    for value in ends(row, setting)
]


def fitted(row: Algorithm, settings: dict[str, object], example: Example) -> Learner:
    learner = row.build({**QUICK.get(row.key, {}), **settings}, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        learner.fit(example.inputs, example.targets, example.schema)
    return learner


@pytest.mark.parametrize(("row", "setting", "value"), ENDS)
def test_that_the_ends_of_every_range_and_every_choice_give_a_model(
    row: Algorithm, setting: Setting, value: object
) -> None:
    assert setting.read(value) is not None
    for task in sorted(row.tasks):
        example = mixed(task)
        learner = fitted(row, {setting.key: value}, example)
        assert np.isfinite(predicted(learner, example.new).predicted).all()


@pytest.mark.parametrize("row", [row for row in ALGORITHMS if row.grid], ids=lambda row: row.key)
def test_that_tuning_has_something_to_choose_between(row: Algorithm) -> None:
    """The simplest and the most elaborate setting of a grid do not say the same about every row."""
    task = min(row.tasks)
    example = mixed(task)
    first, last = combinations(row.grid)[0], combinations(row.grid)[-1]
    learners = [fitted(row, dict(settings), example) for settings in (first, last)]
    answers = [predicted(learner, example.new) for learner in learners]
    shown = [one.predicted if one.scores is None else one.scores for one in answers]
    assert not np.allclose(shown[0], shown[1], rtol=1e-6)


@pytest.mark.parametrize("row", ALGORITHMS, ids=lambda row: row.key)
def test_that_a_value_outside_a_range_is_never_taken(row: Algorithm) -> None:
    for setting in row.settings:
        if setting.low is not None and setting.high is not None:
            assert setting.read(setting.low - 1) is None
            assert setting.read(setting.high + 1) is None
            assert (
                setting.low
                <= (min(setting.default) if isinstance(setting.default, tuple) else float(str(setting.default)))
                <= setting.high
            )
        if setting.choices:
            assert setting.default in setting.choices
            assert setting.read("nonsense") is None


def test_that_several_outputs_and_one_are_both_learned_by_every_regressor() -> None:
    for row in TRAINED:
        if Task.NUMBERS in row.tasks:
            example = numbers_only(Task.NUMBERS, outputs=1)
            assert fitted(row, {}, example).predict(example.new).predicted.shape == (12, 1)
