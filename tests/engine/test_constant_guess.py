"""The trivial model: no constant does better on the training rows, under the measure of the study."""

import numpy as np
import pytest

from core.algorithms.learner import Schema, schema_of
from core.domain.dataset import Dataset, Floats
from core.engine.constant_guess import ConstantGuess
from core.statistics.measures import Context, find_measure
from tests.schemes.datasets import classes, numbers


def answer(data: Dataset, key: str, context: Context) -> tuple[Floats, Schema]:
    model = ConstantGuess(key, context)
    model.fit(data.inputs, data.targets, schema_of(data))
    return model.predict(data.inputs).predicted, schema_of(data)


@pytest.mark.parametrize(
    "key",
    ["mae", "rmse", "mse", "relative", "asymmetric", "within-tolerance", "median-error", "p95-error", "max-error"],
)
def test_that_no_constant_number_has_less_training_loss(key: str) -> None:
    data = numbers(41, seed=4)
    truth = data.targets[:, 0]
    context = Context(tolerance=0.3, over_cost=4.0)
    sign = 1 if find_measure(key).lower_is_better else -1
    mine = find_measure(key).value(truth, answer(data, key, context)[0][:, 0], None, context)
    assert mine is not None
    for other in np.concatenate([truth, np.linspace(truth.min(), truth.max(), 200)]):
        loss = find_measure(key).value(truth, np.full(41, other), None, context)
        assert loss is not None
        assert sign * mine <= sign * loss + 1e-12


@pytest.mark.parametrize("ratio", [0.2, 1.0, 3.0, 20.0])
def test_that_no_constant_class_costs_less(ratio: float) -> None:
    data = classes(60, (0.75, 0.25))
    context = Context(2, 1, ratio)
    predicted, _ = answer(data, "cost", context)
    costs = [find_measure("cost").value(data.targets[:, 0], np.full(60, c), None, context) for c in (0.0, 1.0)]
    assert find_measure("cost").value(data.targets[:, 0], predicted[:, 0], None, context) == min(c for c in costs if c)


@pytest.mark.parametrize("key", ["f1", "precision"])
def test_that_measures_of_alarms_are_held_against_flagging_every_row(key: str) -> None:
    data = classes(60, (0.75, 0.25))
    predicted, _ = answer(data, key, Context(2, 1))
    assert set(predicted[:, 0]) == {1.0}
    assert find_measure(key).value(data.targets[:, 0], predicted[:, 0], None, Context(2, 1))


def test_that_scores_are_class_shares_so_that_auc_is_one_half() -> None:
    data = classes(60)
    model = ConstantGuess("auc", Context())
    model.fit(data.inputs, data.targets, schema_of(data))
    found = model.predict(data.inputs)
    assert found.scores is not None
    assert found.scores[0] == pytest.approx(data.class_counts / 60)
    assert find_measure("auc").value(data.targets[:, 0], found.predicted[:, 0], found.scores, Context()) == 0.5


def test_that_several_outputs_have_their_own_constants() -> None:
    data = numbers(30, outputs=3)
    predicted, _ = answer(data, "mae", Context())
    assert predicted[7] == pytest.approx(np.median(data.targets, axis=0))


def test_that_relative_misses_of_zero_fall_back_to_the_mean() -> None:
    data = numbers(30)
    data.targets[0] = 0.0
    assert answer(data, "relative", Context())[0][0, 0] == pytest.approx(data.targets.mean())
