"""Cost-complexity pruning against scikit-learn's own, and the choice of its strength."""

from functools import partial
from typing import Any

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from core.algorithms import find_algorithm, growing
from core.algorithms.pruning import (
    CANDIDATES,
    chosen_strength,
    collapse_points,
    fit_tree,
    grown,
    leaves_of,
    losses,
    resting_nodes,
    strengths_to_try,
)
from core.domain.dataset import Floats, Integers, Task
from tests.algorithms.examples import numbers_only


def classes() -> tuple[Floats, Integers]:
    example = numbers_only(Task.CLASSES, rows=120)
    return example.inputs, example.targets[:, 0].astype(np.int64)


def numbers() -> tuple[Floats, Floats]:
    example = numbers_only(Task.NUMBERS, rows=80)
    return example.inputs, example.targets / example.targets.std(axis=0)


def test_that_nodes_collapse_at_the_strengths_scikit_learn_finds() -> None:
    for estimator, (inputs, targets) in ((DecisionTreeClassifier, classes()), (DecisionTreeRegressor, numbers())):
        tree = estimator(random_state=0)
        path = tree.cost_complexity_pruning_path(inputs, targets).ccp_alphas
        points = np.unique(collapse_points(grown(tree.fit(inputs, targets))))
        assert all(np.abs(path - point).min() < 1e-12 for point in points)
        assert points[-1] == pytest.approx(path[-1])


def test_that_the_trees_left_have_as_many_leaves_as_those_of_scikit_learn() -> None:
    for estimator, (inputs, targets) in ((DecisionTreeClassifier, classes()), (DecisionTreeRegressor, numbers())):
        make = partial(estimator, random_state=0)
        full = make().fit(inputs, targets)
        strengths = strengths_to_try(grown(full))
        resting = resting_nodes(grown(full), strengths)[full.apply(inputs)]
        ours = [len(np.unique(column)) for column in resting.T]
        theirs = [make(ccp_alpha=strength).fit(inputs, targets).get_n_leaves() for strength in strengths]
        assert ours == theirs
        assert ours[-1] == 1


def test_that_a_large_tree_is_tried_at_some_of_its_strengths_from_none_to_the_root() -> None:
    rng = np.random.default_rng(5)
    inputs, targets = rng.normal(size=(300, 2)), rng.normal(size=300)
    tree = grown(DecisionTreeRegressor(random_state=0).fit(inputs, targets))
    tried = strengths_to_try(tree)
    assert len(tried) == CANDIDATES
    assert tried[0] == 0
    assert tried[-1] == pytest.approx(2 * max(collapse_points(tree)))


def test_that_losses_are_those_of_trees_pruned_by_scikit_learn() -> None:
    for estimator, (inputs, targets) in ((DecisionTreeClassifier, classes()), (DecisionTreeRegressor, numbers())):
        make = partial(estimator, random_state=0)
        train, test = slice(0, 60), slice(60, None)
        full = make().fit(inputs[train], targets[train])
        strengths = strengths_to_try(grown(full))
        ours = np.hstack(list(losses(full, inputs[test], targets[test], strengths)))
        for strength, lost in zip(strengths, ours.T, strict=True):
            pruned = make(ccp_alpha=strength).fit(inputs[train], targets[train])
            squares = (pruned.predict(inputs[test]) - targets[test]) ** 2
            expected = squares.mean(axis=1) if squares.ndim == 2 else squares != 0
            np.testing.assert_allclose(lost, expected)


def test_that_a_tree_on_noise_is_cut_to_its_root() -> None:
    rng = np.random.default_rng(3)
    inputs, labels = rng.normal(size=(200, 4)), rng.integers(0, 2, 200)
    full = DecisionTreeClassifier(random_state=0).fit(inputs, labels)
    strength = chosen_strength(full, inputs, labels, True, rng)
    assert (resting_nodes(grown(full), np.array([strength])) == 0).all()


def test_that_caution_never_gives_a_larger_tree() -> None:
    inputs, labels = classes()
    full = DecisionTreeClassifier(random_state=0).fit(inputs, labels)
    least, cautious = (
        chosen_strength(full, inputs, labels, wanted, np.random.default_rng(1)) for wanted in (False, True)
    )
    assert cautious >= least


def test_that_a_clean_rule_is_kept_whole() -> None:
    rng = np.random.default_rng(4)
    inputs = rng.integers(0, 2, (120, 5)).astype(float)
    targets = np.logical_xor(inputs[:, 0], inputs[:, 1]).astype(float)[:, None]
    example = numbers_only(Task.CLASSES, features=5, classes=2)
    learner = find_algorithm("tree").build({}, 1)
    learner.fit(inputs, targets, example.schema)
    np.testing.assert_array_equal(learner.predict(inputs).predicted, targets)


def test_that_pruning_can_be_switched_off() -> None:
    example = numbers_only(Task.CLASSES)
    learner = find_algorithm("tree").build({"pruning": "off"}, 1)
    learner.fit(example.inputs, example.targets, example.schema)
    np.testing.assert_array_equal(learner.predict(example.inputs).predicted, example.targets)


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("wanted", [DecisionTreeClassifier, DecisionTreeRegressor])
def test_that_a_tree_fitted_without_checks_is_the_tree_of_scikit_learn(wanted: Any, missing: bool) -> None:
    rng = np.random.default_rng(4)
    inputs = rng.normal(size=(120, 4)).round(1)
    inputs[rng.random(inputs.shape) < (0.1 if missing else 0.0)] = np.nan
    targets = rng.integers(0, 3, 120)
    quick = fit_tree(wanted(random_state=1), inputs[:80], targets[:80])
    plain = wanted(random_state=1).fit(inputs[:80], targets[:80])
    assert same_tree(quick, plain)
    assert np.array_equal(leaves_of(quick, inputs[80:]), plain.apply(inputs[80:]))


def same_tree(first: Any, second: Any) -> bool:
    names = ("threshold", "feature", "children_left", "children_right", "value", "impurity", "weighted_n_node_samples")
    return all(np.array_equal(getattr(first.tree_, name), getattr(second.tree_, name)) for name in names)


@pytest.mark.parametrize("leaf", [1, 4])
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize(
    ("wanted", "targets"),
    [
        (DecisionTreeClassifier, np.arange(150) % 3),
        (DecisionTreeClassifier, 2 * (np.arange(150) % 2) + 5),  # labels with gaps, as in a part of the rows
        (DecisionTreeRegressor, np.sin(np.arange(150.0))),
        (DecisionTreeRegressor, np.column_stack([np.sin(np.arange(150.0)), np.arange(150.0) % 7])),
    ],
)
def test_that_the_compiled_grower_is_used_itself_and_grows_the_same_tree(
    wanted: Any, targets: Any, order: Any, leaf: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    inputs = np.random.default_rng(5).normal(size=(150, 6)).round(1).astype(np.float32, order=order)
    plain = wanted(random_state=7, min_samples_leaf=leaf).fit(inputs, targets)
    monkeypatch.setattr(wanted, "fit", None)
    quick = fit_tree(wanted(random_state=7, min_samples_leaf=leaf), inputs, targets)
    assert same_tree(quick, plain)
    assert np.array_equal(quick.predict(inputs), plain.predict(inputs))


def test_that_fit_is_used_where_the_inner_parts_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    inputs, labels = np.arange(12.0, dtype=np.float32).reshape(6, 2), np.array([0, 1, 0, 1, 1, 0])
    plain = DecisionTreeClassifier(random_state=1).fit(inputs, labels)
    monkeypatch.setattr(growing, "_works", lambda: False)
    assert same_tree(fit_tree(DecisionTreeClassifier(random_state=1), inputs, labels), plain)
    monkeypatch.undo()
    shallow = fit_tree(DecisionTreeClassifier(random_state=1, max_depth=1), inputs, labels)
    assert shallow.tree_.max_depth == 1


def test_that_rows_with_missing_cells_reach_a_leaf_of_a_tree_trained_without_them() -> None:
    rng = np.random.default_rng(4)
    inputs, asked = rng.normal(size=(60, 3)), rng.normal(size=(20, 3))
    asked[::2, 0] = np.nan
    tree = fit_tree(DecisionTreeClassifier(random_state=1), inputs, (inputs[:, 0] > 0).astype(np.int64))
    assert np.array_equal(leaves_of(tree, asked), tree.apply(asked))


@pytest.mark.filterwarnings("ignore:overflow encountered in cast")
def test_that_numbers_too_large_for_a_tree_are_refused_in_training_and_in_use() -> None:
    inputs = np.array([[1.0], [2.0], [1e300]])
    with pytest.raises(ValueError, match="infinity"):
        fit_tree(DecisionTreeClassifier(), inputs, np.array([0, 1, 1]))
    tree = fit_tree(DecisionTreeClassifier(), inputs[:2], np.array([0, 1]))
    with pytest.raises(ValueError, match="infinity"):
        leaves_of(tree, inputs)


def test_that_an_unpruned_tree_rests_where_pruning_with_no_strength_says() -> None:
    rng = np.random.default_rng(6)
    inputs = rng.normal(size=(90, 3)).round(0)
    for labels in (rng.integers(0, 2, 90), (inputs[:, 0] > 0).astype(np.int64)):
        tree = grown(fit_tree(DecisionTreeClassifier(random_state=2), inputs, labels))
        one = resting_nodes(tree, np.array([0.0]))[:, 0]
        assert np.array_equal(one, resting_nodes(tree, np.array([0.0, 1e-300]))[:, 0])
