"""C4.5 against Quinlan's own examples and cases worked out by hand."""

import numpy as np
import pytest

from core.algorithms.c45.c45_learner import QuinlanTree
from core.algorithms.c45.grow_tree import grow
from core.algorithms.c45.merit import Merits, merits
from core.algorithms.c45.prune_tree import Pruner, collapse, upper_error_rate
from core.algorithms.c45.table import LeafRule, NodeRows, Table
from core.algorithms.c45.tree import Cases, Fork, Node, divide, probabilities
from core.algorithms.counts import laplace
from core.algorithms.learner import Schema
from core.domain.dataset import Floats, Kind, Task
from tests.algorithms.examples import name_columns, number_columns

NAN = np.nan
OUTLOOK, TEMPERATURE, HUMIDITY, WINDY = range(4)
GOLF_SCHEMA = Schema(
    Task.CLASSES,
    (Kind.NAMES, Kind.NUMBER, Kind.NUMBER, Kind.YES_NO),
    (("sunny", "overcast", "rain"), (), (), ("false", "true")),
    2,
    1,
    ("outlook", "temperature", "humidity", "windy"),
)


def golf() -> tuple[Floats, Floats]:
    """The weather of Quinlan 1993, table 2.1: play (1) or not (0)."""
    rows = [
        (0, 75, 70, 1, 1),
        (0, 80, 90, 1, 0),
        (0, 85, 85, 0, 0),
        (0, 72, 95, 0, 0),
        (0, 69, 70, 0, 1),
        (1, 72, 90, 1, 1),
        (1, 83, 78, 0, 1),
        (1, 64, 65, 1, 1),
        (1, 81, 75, 0, 1),
        (2, 71, 80, 1, 0),
        (2, 65, 70, 1, 0),
        (2, 75, 80, 0, 1),
        (2, 68, 80, 0, 1),
        (2, 70, 96, 0, 1),
    ]
    table = np.array(rows, dtype=np.float64)
    return table[:, :4], table[:, 4:]


def golf_table(inputs: Floats | None = None) -> Table:
    given, targets = golf()
    return Table.of(given if inputs is None else inputs, targets[:, 0].astype(np.int64), GOLF_SCHEMA)


def golf_merits(inputs: Floats | None = None, least_rows: int = 2) -> Merits:
    table = golf_table(inputs)
    return merits(table, NodeRows.whole(table), LeafRule(least_rows))


def trained(inputs: Floats, targets: Floats, schema: Schema, **settings: float) -> QuinlanTree:
    learner = QuinlanTree(**settings)  # type: ignore[arg-type]
    learner.fit(inputs, targets, schema)
    return learner


def root_of(learner: QuinlanTree) -> Node:
    assert learner.root is not None
    return learner.root


# worth of a test


def test_that_gain_and_split_information_are_quinlans_for_outlook() -> None:
    found = golf_merits()
    assert found.gains[OUTLOOK] == pytest.approx(0.246, abs=0.001)
    assert found.costs[OUTLOOK] == pytest.approx(1.577, abs=0.001)
    assert found.gains[OUTLOOK] / found.costs[OUTLOOK] == pytest.approx(0.156, abs=0.001)


def test_that_gain_is_quinlans_for_windy() -> None:
    assert golf_merits().gains[WINDY] == pytest.approx(0.048, abs=0.001)


def test_that_a_missing_outlook_lowers_gain_and_is_a_branch_of_its_own() -> None:
    """Quinlan 1993, section 3.2: the outlook of one playing day forgotten."""
    inputs, _ = golf()
    inputs[5, OUTLOOK] = NAN
    found = golf_merits(inputs)
    assert found.gains[OUTLOOK] == pytest.approx(13 / 14 * (0.961 - 0.747), abs=0.001)
    assert found.costs[OUTLOOK] == pytest.approx(1.809, abs=0.001)


def test_that_a_threshold_pays_for_being_chosen() -> None:
    """Ten rows, ten values, clean cut in the middle: gain 1 bit less log2(9)/10."""
    inputs = np.arange(10.0)[:, None]
    table = Table.of(inputs, (np.arange(10) >= 5).astype(np.int64), number_columns(1))
    found = merits(table, NodeRows.whole(table), LeafRule(2))
    assert found.gains[0] == pytest.approx(1 - np.log2(9) / 10)
    assert found.costs[0] == pytest.approx(1.0)
    assert found.thresholds[0] == 4.5


def test_that_equal_values_are_counted_once_in_the_price_and_never_separated() -> None:
    inputs = np.array([1.0] * 4 + [2.0] * 4 + [3.0] * 4)[:, None]
    table = Table.of(inputs, np.array([0] * 4 + [0] * 4 + [1] * 4), number_columns(1))
    found = merits(table, NodeRows.whole(table), LeafRule(2))
    whole = -(1 / 3) * np.log2(1 / 3) - (2 / 3) * np.log2(2 / 3)
    assert found.gains[0] == pytest.approx(whole - np.log2(2) / 12)
    assert found.thresholds[0] == 2.5


def test_that_missing_numbers_shrink_the_gain_and_join_no_side() -> None:
    inputs = np.array([1.0, 2, 3, 4, 5, 6, NAN, NAN])[:, None]
    table = Table.of(inputs, np.array([0, 0, 0, 1, 1, 1, 0, 1]), number_columns(1))
    found = merits(table, NodeRows.whole(table), LeafRule(2))
    assert found.gains[0] == pytest.approx(6 / 8 * 1.0 - np.log2(5) / 8)
    assert found.costs[0] == pytest.approx(-2 * 3 / 8 * np.log2(3 / 8) - 2 / 8 * np.log2(2 / 8))


def test_that_a_test_needs_two_branches_with_enough_rows() -> None:
    inputs = np.array([0.0] * 9 + [1.0])[:, None]
    table = Table.of(inputs, np.array([0] * 9 + [1]), name_columns((2,)))
    assert merits(table, NodeRows.whole(table), LeafRule(2)).gains[0] == -np.inf
    assert merits(table, NodeRows.whole(table), LeafRule(1)).gains[0] > 0


@pytest.mark.parametrize(("known", "classes", "least"), [(30, 2, 2.0), (100, 2, 5.0), (1000, 2, 25.0), (100, 5, 2.0)])
def test_that_sides_of_a_threshold_hold_a_tenth_of_the_average_class_up_to_25(
    known: float, classes: int, least: float
) -> None:
    assert LeafRule(2).on_numbers(np.array([known]), classes)[0] == least


def test_that_tests_below_average_gain_are_passed_over_whatever_their_ratio() -> None:
    found = Merits(np.array([0.01, 0.5, 0.6, -np.inf]), np.array([0.01, 1.0, 1.5, 1.0]), np.full(4, NAN))
    assert found.best() == 1


def test_that_no_test_is_chosen_when_nothing_is_gained() -> None:
    assert Merits(np.array([-0.1, 0.0, -np.inf]), np.ones(3), np.full(3, NAN)).best() is None


def test_that_many_columns_in_blocks_give_the_same_as_one_block(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    table = Table.of(rng.normal(size=(40, 7)), rng.integers(0, 3, 40), number_columns(7, classes=3))
    together = merits(table, NodeRows.whole(table), LeafRule(2))
    monkeypatch.setattr("core.algorithms.c45.merit._CELLS_AT_ONCE", 1)
    np.testing.assert_array_equal(merits(table, NodeRows.whole(table), LeafRule(2)).gains, together.gains)


# growing


def test_that_the_golf_tree_is_quinlans() -> None:
    """Quinlan 1993, figure 2.1 without the later penalty: outlook, then humidity and windy."""
    table = golf_table()
    root = grow(table, NodeRows.whole(table), LeafRule(2))
    assert root.fork == Fork(OUTLOOK, 3)
    assert root.branches[1].fork is None
    assert root.branches[2].fork == Fork(WINDY, 2)
    assert root.branches[0].fork == Fork(HUMIDITY, 2, 75.0)


def test_that_a_threshold_is_a_value_of_the_training_rows() -> None:
    """Between 70 and 85 among sunny days lies 77.5; 75 is the greatest humidity of all days below it."""
    table = golf_table()
    assert grow(table, NodeRows.whole(table), LeafRule(2)).branches[0].fork == Fork(HUMIDITY, 2, 75.0)


def test_that_a_missing_outlook_goes_down_all_branches_in_parts() -> None:
    """Quinlan 1993, section 3.2: 5/13 of the day is sunny, 3/13 overcast, 5/13 rain."""
    inputs, targets = golf()
    inputs[5, OUTLOOK] = NAN
    parts = divide(Fork(OUTLOOK, 3), Cases.all_of(inputs), inputs)
    weights = [part.weights[part.rows == 5][0] for part in parts]
    np.testing.assert_allclose(weights, [5 / 13, 3 / 13, 5 / 13])
    assert sum(part.weights.sum() for part in parts) == pytest.approx(14)
    humid = parts[0].counts(targets[:, 0].astype(np.int64), 2)
    np.testing.assert_allclose(humid, [3, 2 + 5 / 13])


def test_that_orders_of_a_branch_equal_sorting_it_again() -> None:
    rng = np.random.default_rng(5)
    inputs = np.round(rng.normal(size=(30, 3)), 1)
    inputs[rng.random((30, 3)) < 0.2] = NAN
    table = Table.of(inputs, rng.integers(0, 2, 30), number_columns(3))
    goes = rng.random(30) < 0.5
    part = NodeRows.whole(table).part(goes, np.ones(30))
    again = np.argsort(table.number_columns[:, goes], axis=1, kind="stable")
    np.testing.assert_array_equal(part.orders, again)


def depth(node: Node) -> int:
    return 1 + max(depth(branch) for branch in node.branches) if node.fork else 0


def test_that_depth_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(9)
    inputs = rng.normal(size=(300, 3))
    table = Table.of(inputs, (inputs.sum(axis=1) > 0).astype(np.int64), number_columns(3))
    assert depth(grow(table, NodeRows.whole(table), LeafRule(1))) > 3
    monkeypatch.setattr("core.algorithms.c45.grow_tree.DEEPEST", 3)
    assert depth(grow(table, NodeRows.whole(table), LeafRule(1))) == 3


# pruning


@pytest.mark.parametrize(("errors", "rows", "rate"), [(0, 6, 0.206), (0, 9, 0.143), (0, 1, 0.750), (1, 16, 0.1596)])
def test_that_the_pessimistic_error_rate_is_quinlans(errors: float, rows: float, rate: float) -> None:
    """Quinlan 1993, section 4.2, the example with CF = 25 %; his program's approximation prints 0.157 for the last."""
    assert upper_error_rate(errors, rows, 0.25) == pytest.approx(rate, abs=0.0005)


def test_that_the_pessimistic_error_rate_is_the_exact_binomial_limit() -> None:
    rate = upper_error_rate(2, 10, 0.25)
    below = sum(
        np.prod(np.arange(10 - k + 1, 11)) / np.prod(np.arange(1, k + 1)) * rate**k * (1 - rate) ** (10 - k)
        for k in range(3)
    )
    assert below == pytest.approx(0.25)
    assert upper_error_rate(3, 3, 0.25) == 1.0


def test_that_quinlans_subtree_is_replaced_by_a_leaf() -> None:
    """6, 9 and 1 right rows in three leaves: 3.273 expected errors; one leaf with 1 wrong of 16: 2.554."""
    codes = np.array([0.0] * 6 + [1.0] * 9 + [2.0])[:, None]
    labels = np.array([0] * 15 + [1])
    tree = Node(
        np.array([15.0, 1]), Fork(0, 3), (Node(np.array([6.0, 0])), Node(np.array([9.0, 0])), Node(np.array([0.0, 1])))
    )
    pruned, errors = Pruner(codes, labels, 2, 0.25).prune(tree, Cases.all_of(codes))
    assert pruned.fork is None
    assert errors == pytest.approx(16 * 0.1596, abs=0.001)


def test_that_a_useful_fork_stays() -> None:
    codes = np.array([0.0] * 10 + [1.0] * 10)[:, None]
    labels = np.array([0] * 10 + [1] * 10)
    tree = Node(np.array([10.0, 10]), Fork(0, 2), (Node(np.array([10.0, 0])), Node(np.array([0.0, 10]))))
    pruned, errors = Pruner(codes, labels, 2, 0.25).prune(tree, Cases.all_of(codes))
    assert pruned.fork == Fork(0, 2)
    assert errors == pytest.approx(2 * 10 * (1 - 0.25 ** (1 / 10)))


def test_that_the_largest_branch_is_raised_over_a_useless_fork() -> None:
    """The root asks about noise with one row on its small side; the fork below it decides everything."""
    inputs = np.array([[0.0, place % 2] for place in range(40)] + [[1.0, 0.0]])
    labels = (inputs[:, 1] == 1).astype(np.int64)
    below = Node(np.array([20.0, 20]), Fork(1, 2), (Node(np.array([20.0, 0])), Node(np.array([0.0, 20]))))
    tree = Node(np.array([21.0, 20]), Fork(0, 2), (below, Node(np.array([1.0, 0]))))
    pruned, _ = Pruner(inputs, labels, 2, 0.25).prune(tree, Cases.all_of(inputs))
    assert pruned.fork == Fork(1, 2)
    np.testing.assert_array_equal(pruned.counts, [21, 20])
    np.testing.assert_array_equal(pruned.branches[0].counts, [21, 0])


def test_that_forks_that_save_no_error_collapse() -> None:
    tree = Node(np.array([8.0, 2]), Fork(0, 2), (Node(np.array([5.0, 1])), Node(np.array([3.0, 1]))))
    collapsed, errors = collapse(tree)
    assert collapsed.fork is None
    assert errors == 2


def test_that_stronger_pruning_gives_no_larger_tree() -> None:
    rng = np.random.default_rng(6)
    inputs = rng.normal(size=(400, 4))
    noisy = np.where(rng.random(400) < 0.2, rng.random(400) < 0.5, inputs[:, 0] + inputs[:, 1] > 0)
    leaves = [
        root_of(trained(inputs, noisy[:, None].astype(np.float64), number_columns(4), pruning=level)).leaves
        for level in (0.5, 0.25, 0.01)
    ]
    assert leaves == sorted(leaves, reverse=True)
    assert leaves[0] > leaves[-1]


# answers


def test_that_leaves_answer_with_laplaces_shares() -> None:
    root = Node(np.array([6.0, 5]), Fork(0, 2, 1.0), (Node(np.array([6.0, 1])), Node(np.array([0.0, 4]))))
    np.testing.assert_allclose(probabilities(root, np.array([[0.0], [2.0]])), [[7 / 9, 2 / 9], [1 / 6, 5 / 6]])


def test_that_a_missing_cell_mixes_the_leaves_by_their_shares() -> None:
    root = Node(np.array([6.0, 4]), Fork(0, 2, 1.0), (Node(np.array([6.0, 0])), Node(np.array([0.0, 4]))))
    mixed = 0.6 * np.array([7 / 8, 1 / 8]) + 0.4 * np.array([1 / 6, 5 / 6])
    np.testing.assert_allclose(probabilities(root, np.array([[NAN]]))[0], mixed)


def test_that_a_branch_without_training_rows_answers_like_the_node_above() -> None:
    root = Node(np.array([3.0, 4]), Fork(0, 3), (Node(np.array([3.0, 0])), Node(np.array([0.0, 4])), Node(np.zeros(2))))
    np.testing.assert_allclose(probabilities(root, np.array([[2.0]]))[0], [4 / 9, 5 / 9])


def test_that_an_unknown_level_is_treated_as_missing() -> None:
    root = Node(np.array([3.0, 4]), Fork(0, 2), (Node(np.array([3.0, 0])), Node(np.array([0.0, 4]))))
    np.testing.assert_allclose(probabilities(root, np.array([[9.0]])), probabilities(root, np.array([[NAN]])))


def test_that_classes_without_rows_get_nothing() -> None:
    np.testing.assert_allclose(laplace(np.array([2.0, 0, 0]), np.array([True, False, True])), [3 / 4, 0, 1 / 4])


def test_that_one_class_gives_one_leaf() -> None:
    learner = trained(np.arange(5.0)[:, None], np.ones((5, 1)), number_columns(1))
    assert root_of(learner).leaves == 1
    assert learner.predict(np.array([[NAN]])).predicted[0, 0] == 1


def test_that_an_empty_column_is_never_asked_about() -> None:
    inputs = np.column_stack([np.full(20, NAN), np.arange(20.0)])
    with pytest.warns(UserWarning, match="1 input has no value"):
        learner = trained(inputs, (np.arange(20) >= 10).astype(np.float64)[:, None], number_columns(2))
    assert root_of(learner).fork == Fork(1, 2, 9.0)


def test_that_a_column_of_names_without_levels_is_never_asked_about() -> None:
    schema = Schema(Task.CLASSES, (Kind.NAMES, Kind.NUMBER), ((), ()), 2, 1, ("empty", "x"))
    inputs = np.column_stack([np.full(20, NAN), np.arange(20.0)])
    with pytest.warns(UserWarning, match="1 input has no value"):
        learner = trained(inputs, (np.arange(20) >= 10).astype(np.float64)[:, None], schema)
    assert root_of(learner).fork == Fork(1, 2, 9.0)


def test_that_the_order_of_rows_does_not_matter() -> None:
    rng = np.random.default_rng(7)
    inputs, targets = rng.normal(size=(150, 3)), rng.integers(0, 3, (150, 1)).astype(np.float64)
    order = rng.permutation(150)
    first = trained(inputs, targets, number_columns(3, classes=3)).predict(inputs).scores
    second = trained(inputs[order], targets[order], number_columns(3, classes=3)).predict(inputs).scores
    assert first is not None
    assert second is not None
    np.testing.assert_allclose(first, second)
