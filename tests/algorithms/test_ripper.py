"""RIPPER on sets whose rules are known, and its parts by hand."""

import itertools
from math import log2

import numpy as np
import pytest

from core.algorithms.learner import Schema
from core.algorithms.ripper.description import mistake_bits, rule_bits, subset_bits
from core.algorithms.ripper.grow_rules import Table, foil_gain, grow
from core.algorithms.ripper.prune_rules import Judges
from core.algorithms.ripper.ripper_learner import RuleList
from core.algorithms.ripper.rule import Condition, Relation, Rule
from core.algorithms.ripper.stage import Stage
from core.domain.dataset import Floats, Kind, Task
from tests.algorithms.examples import name_columns, number_columns

NAN = np.nan


def trained(inputs: Floats, targets: Floats, schema: Schema, rounds: int = 2, seed: int = 1) -> RuleList:
    learner = RuleList(rounds, seed)
    learner.fit(inputs, targets, schema)
    return learner


def rules_of(learner: RuleList) -> list[Rule]:
    assert learner.lines is not None
    return [line.rule for line in learner.lines]


def at_most(feature: int, value: float) -> Condition:
    return Condition(feature, Relation.AT_MOST, value)


def at_least(feature: int, value: float) -> Condition:
    return Condition(feature, Relation.AT_LEAST, value)


def is_level(feature: int, level: float) -> Condition:
    return Condition(feature, Relation.IS, level)


# rules and gain


def test_that_a_rule_needs_all_its_conditions_and_a_missing_cell_fails() -> None:
    rule = Rule((at_most(0, 2.0), at_least(1, 5.0)))
    inputs = np.array([[2.0, 5.0], [2.1, 5.0], [2.0, 4.9], [NAN, 5.0], [1.0, NAN]])
    assert rule.covers(inputs).tolist() == [True, False, False, False, False]
    assert Rule((is_level(0, 2.0),)).covers(inputs).tolist() == [True, False, True, False, False]


def test_that_a_rule_without_conditions_covers_everything() -> None:
    assert Rule().covers(np.full((3, 2), NAN)).all()


def test_that_gain_is_foils() -> None:
    before = log2(5 / 10)
    found = foil_gain(np.array([4, 0, 5]), np.array([4, 3, 10]), before)
    np.testing.assert_allclose(found, [4 * (log2(1) - before), 0, 0])


def test_that_the_condition_with_most_gain_comes_first() -> None:
    """Keeping all 5 right of 6 rows beats keeping 3 right of 3: 5(log2(5/6) + 1) = 3.68 against 3."""
    inputs = np.array(
        [[1, 1], [1, 1], [1, 1], [1, 0], [1, 0], [1, 0], [0, 0], [0, 0], [0, 0], [0, 0]], dtype=np.float64
    )
    positive = np.array([True] * 5 + [False] * 5)
    table = Table.of(inputs, name_columns((2, 2)))
    assert grow(table, Rule(), np.ones(10, dtype=bool), positive).conditions[0] == is_level(0, 1.0)


def test_that_growing_ends_when_no_wrong_row_is_covered() -> None:
    inputs = np.arange(10.0)[:, None]
    table = Table.of(inputs, number_columns(1))
    rows = np.ones(10, dtype=bool)
    inside = (inputs[:, 0] >= 3) & (inputs[:, 0] <= 6)
    rule = grow(table, Rule(), rows, inside)
    assert set(rule.conditions) == {at_least(0, 3.0), at_most(0, 6.0)}
    assert grow(table, rule, rows, inside) == rule


def test_that_growing_looks_only_at_the_rows_it_is_given() -> None:
    inputs = np.array([[1.0], [2], [3], [4], [3.5], [3.6]])
    positive = np.array([False, False, True, True, False, False])
    rows = np.array([True, True, True, True, False, False])
    assert grow(Table.of(inputs, number_columns(1)), Rule(), rows, positive) == Rule((at_least(0, 3.0),))


def test_that_nothing_is_grown_when_no_condition_helps() -> None:
    inputs = np.ones((6, 1))
    positive = np.array([True, False] * 3)
    assert grow(Table.of(inputs, number_columns(1)), Rule(), np.ones(6, dtype=bool), positive) == Rule()


def test_that_missing_numbers_are_covered_by_no_threshold() -> None:
    inputs = np.array([[1.0], [2], [NAN], [NAN], [8], [9]])
    positive = np.array([True, True, False, False, False, False])
    table = Table.of(inputs, number_columns(1))
    assert grow(table, Rule(), np.ones(6, dtype=bool), positive) == Rule((at_most(0, 2.0),))


# pruning


def test_that_pruning_keeps_the_beginning_that_is_right_most() -> None:
    """First condition 4 right 2 wrong (1/3), first two 3 right 0 wrong (1), all three 1 right 0 wrong (1)."""
    inputs = np.array([[1, 1, 1], [1, 1, 0], [1, 1, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0], [0, 0, 0]], dtype=np.float64)
    positive = np.array([True, True, True, True, False, False, False])
    rule = Rule((is_level(0, 1.0), is_level(1, 1.0), is_level(2, 1.0)))
    assert Judges(inputs, positive).shortened(rule) == rule.first(2)


def test_that_pruning_for_the_whole_list_counts_errors() -> None:
    """Right less wrong: 5 - 3 = 2 with one condition, 1 - 0 = 1 with two."""
    inputs = np.array([[1, 1]] + [[1, 0]] * 7, dtype=np.float64)
    positive = np.array([True] * 5 + [False] * 3)
    rule = Rule((is_level(0, 1.0), is_level(1, 1.0)))
    judges = Judges(inputs, positive)
    assert judges.shortened_for_all(rule) == rule.first(1)
    assert judges.shortened(rule) == rule


def test_that_a_rule_without_conditions_is_left_alone() -> None:
    assert Judges(np.ones((2, 1)), np.array([True, False])).shortened(Rule()) == Rule()


# description length


def test_that_a_subset_costs_what_its_share_says() -> None:
    assert subset_bits(8, 4, 0.5) == pytest.approx(8)
    assert subset_bits(8, 0, 0.0) == 0
    assert subset_bits(4, 4, 1.0) == 0


def test_that_a_rule_costs_half_its_bits() -> None:
    assert rule_bits(1, 2) == pytest.approx(0.5 * 2)
    assert rule_bits(2, 8) == pytest.approx(0.5 * (1 + subset_bits(8, 2, 0.25)))
    assert rule_bits(0, 8) == 0
    assert rule_bits(9, 8) > 0


def test_that_mistakes_cost_as_quinlan_says() -> None:
    """6 covered, 4 not, 2 wrong covered, 1 wrong not: 1.5 mistakes are expected among the 6."""
    wanted = log2(11) + subset_bits(6, 2, 1.5 / 6) + subset_bits(4, 1, 1 / 4)
    assert mistake_bits(6, 4, 2, 1) == pytest.approx(wanted)
    mirrored = log2(11) + subset_bits(6, 1, 1.5 / 6) + subset_bits(4, 2, 2 / 4)
    assert mistake_bits(4, 6, 2, 1) == pytest.approx(mirrored)


def test_that_no_mistakes_cost_only_their_count() -> None:
    assert mistake_bits(5, 5, 0, 0) == pytest.approx(log2(11))
    assert mistake_bits(0, 10, 0, 10) > log2(11)


def test_that_all_possible_mistakes_have_a_finite_price() -> None:
    for covered, uncovered in itertools.product(range(7), repeat=2):
        for wrong, missed in itertools.product(range(covered + 1), range(uncovered + 1)):
            assert np.isfinite(mistake_bits(covered, uncovered, wrong, missed))


# the whole


def known_rule(rows: int, seed: int = 0) -> tuple[Floats, Floats]:
    """The class is 1 when the first input is at most 0 and the second at least 0.5."""
    inputs = np.random.default_rng(seed).normal(size=(rows, 4))
    return inputs, ((inputs[:, 0] <= 0) & (inputs[:, 1] >= 0.5)).astype(np.float64)[:, None]


def test_that_a_known_rule_is_found() -> None:
    inputs, targets = known_rule(600)
    rules = rules_of(trained(inputs, targets, number_columns(4)))
    assert len(rules) == 2
    found = {(condition.feature, condition.relation): condition.value for condition in rules[0].conditions}
    assert set(found) == {(0, Relation.AT_MOST), (1, Relation.AT_LEAST)}
    assert found[(0, Relation.AT_MOST)] == pytest.approx(0, abs=0.05)
    assert found[(1, Relation.AT_LEAST)] == pytest.approx(0.5, abs=0.05)


def test_that_two_known_rules_on_names_are_found() -> None:
    inputs = np.random.default_rng(3).integers(0, 3, (500, 5)).astype(np.float64)
    wanted = ((inputs[:, 0] == 1) & (inputs[:, 1] == 2)) | ((inputs[:, 2] == 0) & (inputs[:, 3] == 0))
    rules = rules_of(trained(inputs, wanted[:, None].astype(np.float64), name_columns((3,) * 5)))
    assert {frozenset(rule.conditions) for rule in rules[:-1]} == {
        frozenset({is_level(0, 1.0), is_level(1, 2.0)}),
        frozenset({is_level(2, 0.0), is_level(3, 0.0)}),
    }


def test_that_noise_alone_gets_next_to_no_rules() -> None:
    rng = np.random.default_rng(4)
    learner = trained(rng.normal(size=(300, 4)), (rng.random((300, 1)) < 0.3).astype(np.float64), number_columns(4))
    assert len(rules_of(learner)) <= 2


def test_that_a_tenth_of_wrong_labels_does_not_hide_the_rule() -> None:
    inputs, targets = known_rule(1500, seed=5)
    rng = np.random.default_rng(6)
    noisy = np.where(rng.random(targets.shape) < 0.1, 1 - targets, targets)
    new, wanted = known_rule(1000, seed=7)
    assert (trained(inputs, noisy, number_columns(4)).predict(new).predicted == wanted).mean() > 0.95


def test_that_rarer_classes_come_first_and_the_most_frequent_takes_the_rest() -> None:
    inputs = np.arange(100.0)[:, None]
    targets = np.digitize(inputs, [60, 90]).astype(np.float64)
    learner = trained(inputs, targets, number_columns(1, classes=3))
    assert learner.lines is not None
    assert [line.label for line in learner.lines] == [2, 1, 0]
    assert learner.lines[-1].rule == Rule()


def test_that_probabilities_are_laplaces_over_the_rows_a_rule_answers() -> None:
    inputs = np.arange(30.0)[:, None]
    learner = trained(inputs, (inputs >= 20).astype(np.float64), number_columns(1))
    scores = learner.predict(np.array([[0.0], [25.0]])).scores
    assert scores is not None
    np.testing.assert_allclose(scores, [[21 / 22, 1 / 22], [1 / 12, 11 / 12]])


def test_that_adding_rules_stops_when_the_description_grows_too_long() -> None:
    """Labels by chance: hundreds of rows of the class, but only rules within 64 bits of the shortest list."""
    rng = np.random.default_rng(8)
    inputs, labels = rng.normal(size=(400, 3)), rng.random(400) < 0.5
    table = Table.of(inputs, number_columns(3))
    stage = Stage(table, np.ones(400, dtype=bool), labels, table.possible_conditions(), rng)
    assert len(stage.rules(0)) < 15


def test_that_possible_conditions_are_two_per_number_and_one_per_level() -> None:
    schema = Schema(Task.CLASSES, (Kind.NUMBER, Kind.NAMES), ((), ("a", "b", "c")), 2, 1, ("x", "c"))
    table = Table.of(np.array([[1.0, 0], [1, 2], [5, NAN], [NAN, 0]]), schema)
    assert table.possible_conditions() == 2 * 2 + 2


@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_that_the_seed_alone_decides(rounds: int) -> None:
    inputs, targets = known_rule(200, seed=9)
    targets[::9] = 1 - targets[::9]
    first, second = (rules_of(trained(inputs, targets, number_columns(4), rounds, seed=3)) for _ in range(2))
    assert first == second


def test_that_another_seed_draws_other_thirds() -> None:
    inputs, targets = known_rule(200, seed=9)
    targets[::9] = 1 - targets[::9]
    found = {tuple(rules_of(trained(inputs, targets, number_columns(4), seed=seed))) for seed in range(5)}
    assert len(found) > 1


def test_that_one_class_gives_one_line() -> None:
    learner = trained(np.arange(5.0)[:, None], np.ones((5, 1)), number_columns(1))
    assert rules_of(learner) == [Rule()]
    found = learner.predict(np.array([[NAN]]))
    assert found.predicted[0, 0] == 1
    np.testing.assert_array_equal(found.scores, [[0.0, 1.0]])


def test_that_an_empty_column_is_never_used() -> None:
    inputs, targets = known_rule(300)
    inputs[:, 2] = NAN
    with pytest.warns(UserWarning, match="1 input has no value"):
        rules = rules_of(trained(inputs, targets, number_columns(4)))
    assert all(condition.feature != 2 for rule in rules for condition in rule.conditions)


def test_that_an_unseen_level_falls_to_the_last_line() -> None:
    inputs = np.array([[0.0]] * 10 + [[1.0]] * 30)
    learner = trained(inputs, (inputs == 0).astype(np.float64), name_columns((3,)))
    with pytest.warns(UserWarning, match="2 cells hold names not seen"):
        found = learner.predict(np.array([[0.0], [2.0], [9.0]]))
    assert found.predicted[:, 0].tolist() == [1, 0, 0]
