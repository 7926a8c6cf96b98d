"""Guards around algorithms that work on prepared numbers."""

import numpy as np
import pytest

from core.algorithms import find_algorithm
from core.domain.dataset import Task
from core.support.errors import EngineError
from tests.algorithms.examples import class_without_rows, constant_inputs, numbers_only, one_answer


def test_that_one_class_in_training_is_told_and_predicted() -> None:
    example = one_answer(Task.CLASSES)
    learner = find_algorithm("logistic").build({}, 1)
    with pytest.warns(UserWarning, match="only one class"):
        learner.fit(example.inputs, example.targets, example.schema)
    answer = learner.predict(example.new)
    assert (answer.predicted == 1).all()
    assert answer.scores is not None
    assert answer.scores[0].tolist() == [0.0, 1.0, 0.0]


def test_that_one_value_in_training_is_told_and_predicted() -> None:
    example = one_answer(Task.NUMBERS)
    learner = find_algorithm("ridge").build({}, 1)
    with pytest.warns(UserWarning, match="only one value"):
        learner.fit(example.inputs, example.targets, example.schema)
    assert (learner.predict(example.new).predicted == 1).all()


def test_that_inputs_without_variation_give_the_mean() -> None:
    example = constant_inputs(Task.NUMBERS)
    learner = find_algorithm("forest").build({}, 1)
    with pytest.warns(UserWarning, match="same in all rows"), pytest.warns(UserWarning, match="No input varies"):
        learner.fit(example.inputs, example.targets, example.schema)
    np.testing.assert_allclose(learner.predict(example.new).predicted[0], example.targets.mean(axis=0))


def test_that_scores_stand_under_their_own_class_when_one_is_absent() -> None:
    example = class_without_rows(Task.CLASSES)
    learner = find_algorithm("lda").build({}, 1)
    learner.fit(example.inputs, example.targets, example.schema)
    answer = learner.predict(example.inputs)
    assert answer.scores is not None
    assert np.mean(answer.predicted == example.targets) > 0.7
    assert (answer.scores[:, 1] == 0).all()


@pytest.mark.parametrize(("key", "task"), [("lda", Task.NUMBERS), ("ridge", Task.CLASSES)])
def test_that_the_wrong_task_is_refused_in_words(key: str, task: Task) -> None:
    example = numbers_only(task)
    with pytest.raises(EngineError, match="This algorithm predicts"):
        find_algorithm(key).build({}, 1).fit(example.inputs, example.targets, example.schema)


def test_that_several_outputs_keep_their_units() -> None:
    example = numbers_only(Task.NUMBERS, outputs=3)
    for key in ("linear", "pls", "svm", "tree", "boosting"):
        learner = find_algorithm(key).build({}, 1)
        learner.fit(example.inputs, example.targets, example.schema)
        spreads = learner.predict(example.inputs).predicted.std(axis=0)
        assert (spreads > 0.5 * example.targets.std(axis=0)).all()
