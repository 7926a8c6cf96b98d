"""What every row of the table must do, whatever the data.

scikit-learn's estimator checks do not apply: our learners take a schema beside the rows, names as level positions and
missing cells as they are, and give labels and scores in one answer. These tests stand in their place and ask the same:
pickles, one seed one answer, no prediction before training, rows left as they were, no trace of an earlier training,
and an answer for one input, one class, constant inputs, unseen names, empty columns, few rows and many inputs.
"""

import pickle
import warnings
from collections.abc import Callable, Mapping

import numpy as np
import pytest

from core.algorithms import ALGORITHMS
from core.algorithms.learner import Learner, Prediction
from core.algorithms.row import Algorithm, check_grid, check_settings, combinations
from core.domain.dataset import Floats, Task
from core.support.errors import EngineError
from core.support.paths import resources
from tests.algorithms.examples import AWKWARD, Example, mixed, numbers_only, one_answer

QUICK: Mapping[str, Mapping[str, object]] = {
    "forest": {"trees": 8},
    "boosting": {"rounds": 8},
    "monotone-boosting": {"rounds": 8},
    "average": {"members": "knn; memoriser", "folds": 2},
    "mlp": {"hidden": [6], "rounds": 20},
}
WITHOUT_TRAINING = ("given", "formula")
TRAINED = [row for row in ALGORITHMS if row.key not in WITHOUT_TRAINING]
REAL = [row for row in TRAINED if row.simplicity > 1]


def cases(rows: list[Algorithm]) -> list[object]:
    return [pytest.param(row, task, id=f"{row.key}-{task}") for row in rows for task in sorted(row.tasks)]


CASES = cases(TRAINED)


def built(row: Algorithm, seed: int = 1) -> Learner:
    return row.build(QUICK.get(row.key, {}), seed)


def trained(row: Algorithm, example: Example, seed: int = 1) -> Learner:
    learner = built(row, seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        learner.fit(example.inputs, example.targets, example.schema)
    return learner


def predicted(learner: Learner, inputs: Floats) -> Prediction:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return learner.predict(inputs)


def assert_same(first: Prediction, second: Prediction) -> None:
    np.testing.assert_array_equal(first.predicted, second.predicted)
    if first.scores is not None and second.scores is not None:
        np.testing.assert_array_equal(first.scores, second.scores)


@pytest.mark.parametrize("make", AWKWARD, ids=lambda make: make.__name__)
@pytest.mark.parametrize(("row", "task"), CASES)
def test_that_every_algorithm_has_an_answer_for_awkward_data(
    row: Algorithm, task: Task, make: Callable[[Task], Example]
) -> None:
    example = make(task)
    answer = predicted(trained(row, example), example.new)
    assert answer.predicted.shape == (len(example.new), example.schema.outputs)
    assert answer.predicted.dtype == np.float64
    assert np.isfinite(answer.predicted).all()
    if task is Task.NUMBERS:
        assert answer.scores is None
        return
    assert answer.scores is not None
    assert answer.scores.shape == (len(example.new), example.schema.classes)
    assert (answer.scores >= 0).all()
    np.testing.assert_allclose(answer.scores.sum(axis=1), 1.0, atol=1e-9)
    chosen = answer.predicted[:, 0].astype(int)
    np.testing.assert_array_equal(answer.scores[np.arange(len(chosen)), chosen], answer.scores.max(axis=1))
    absent = sorted(set(range(example.schema.classes)) - set(example.targets[:, 0].astype(int)))
    assert (answer.scores[:, absent] == 0).all()


@pytest.mark.parametrize(("row", "task"), CASES)
def test_that_the_seed_alone_decides(row: Algorithm, task: Task) -> None:
    example = mixed(task)
    first = predicted(trained(row, example, seed=5), example.new)
    np.random.seed(99)  # noqa: NPY002 - the global generator must not matter
    second = predicted(trained(row, example, seed=5), example.new)
    assert_same(first, second)


@pytest.mark.parametrize(("row", "task"), CASES)
def test_that_a_learner_survives_pickling_before_and_after_training(row: Algorithm, task: Task) -> None:
    example = numbers_only(task)
    pickle.loads(pickle.dumps(built(row)))
    learner = trained(row, example)
    copy = pickle.loads(pickle.dumps(learner))
    assert_same(predicted(learner, example.new), predicted(copy, example.new))


@pytest.mark.parametrize("row", TRAINED, ids=lambda row: row.key)
def test_that_predicting_before_training_is_refused(row: Algorithm) -> None:
    with pytest.raises(EngineError, match="not been trained"):
        built(row).predict(np.zeros((2, 4)))


@pytest.mark.parametrize(("row", "task"), CASES)
def test_that_training_leaves_the_given_rows_alone(row: Algorithm, task: Task) -> None:
    example = mixed(task)
    inputs, targets, new = example.inputs.copy(), example.targets.copy(), example.new.copy()
    for array in (example.inputs, example.targets, example.new):
        array.flags.writeable = False
    predicted(trained(row, example), example.new)
    np.testing.assert_array_equal(example.inputs, inputs)
    np.testing.assert_array_equal(example.targets, targets)
    np.testing.assert_array_equal(example.new, new)


@pytest.mark.parametrize(("row", "task"), CASES)
def test_that_the_answer_for_a_row_does_not_depend_on_the_other_rows_asked(row: Algorithm, task: Task) -> None:
    example = mixed(task)
    learner = trained(row, example)
    poisoned = example.new.copy()
    poisoned[1:, :2] = 1e6
    poisoned[1:, 2:] = 3
    together, poisoned_answer = predicted(learner, example.new), predicted(learner, poisoned)
    alone = predicted(learner, example.new[:1])
    for other in (poisoned_answer, alone):
        np.testing.assert_allclose(together.predicted[0], other.predicted[0], rtol=1e-9)
        if together.scores is not None and other.scores is not None:
            np.testing.assert_allclose(together.scores[0], other.scores[0], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(("row", "task"), CASES)
def test_that_a_second_training_forgets_the_first(row: Algorithm, task: Task) -> None:
    learner = trained(row, one_answer(task))
    example = mixed(task)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        learner.fit(example.inputs, example.targets, example.schema)
    assert_same(predicted(learner, example.new), predicted(trained(row, example), example.new))


@pytest.mark.parametrize(("row", "task"), CASES)
def test_that_no_rows_to_predict_give_no_answers(row: Algorithm, task: Task) -> None:
    example = numbers_only(task)
    answer = predicted(trained(row, example), example.new[:0])
    assert answer.predicted.shape == (0, example.schema.outputs)
    assert (answer.scores is None) == (task is Task.NUMBERS)


@pytest.mark.parametrize(("row", "task"), cases(REAL))
def test_that_every_real_algorithm_learns_an_easy_relation(row: Algorithm, task: Task) -> None:
    example = numbers_only(task, features=2, rows=250, classes=2, outputs=1)
    learner = row.build({}, 1)
    learner.fit(example.inputs[:150], example.targets[:150], example.schema)
    wanted = example.targets[150:]
    misses = (learner.predict(example.inputs[150:]).predicted - wanted) ** 2
    allowed = 0.8 if task is Task.CLASSES else 0.4  # of the variance; always one answer would be 2.0 and 1.0
    assert misses.mean() < allowed * wanted.var()


@pytest.mark.parametrize("row", ALGORITHMS, ids=lambda row: row.key)
def test_that_every_row_says_what_it_is(row: Algorithm) -> None:
    assert row.title
    assert row.note.endswith(".")
    assert row.source
    assert row.tasks
    page = (resources() / "help" / f"{row.key}.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {row.title}")
    for setting in row.settings:
        assert setting.title in page


@pytest.mark.parametrize("row", ALGORITHMS, ids=lambda row: row.key)
def test_that_settings_have_defaults_and_ranges_that_allow_each_other(row: Algorithm) -> None:
    check_settings(row, {setting.key: setting.default for setting in row.settings})
    check_grid(row, row.grid)
    for setting in row.settings:
        assert setting.title
        assert setting.note.endswith(".")
        assert setting.choices or isinstance(setting.default, str) or None not in (setting.low, setting.high)


@pytest.mark.parametrize("row", ALGORITHMS, ids=lambda row: row.key)
def test_that_grids_are_of_similar_size(row: Algorithm) -> None:
    assert len(combinations(row.grid)) in (0, 4, 5, 6, 7, 8)


def test_that_keys_and_titles_are_unique() -> None:
    assert len({row.key for row in ALGORITHMS}) == len({row.title for row in ALGORITHMS}) == len(ALGORITHMS)
