"""The reader of formulas: what it computes, what it refuses, and the algorithm around it."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.algorithms.formula.formula_learner import Formula, score_above
from core.algorithms.formula.parse import DEEPEST_NESTING, MOST_STEPS, parse
from core.algorithms.formula.tokens import LONGEST
from core.algorithms.learner import Schema
from core.domain.dataset import Floats, Kind, Task
from core.support.errors import EngineError, StudyError

NAN = np.nan
INPUTS = np.array([[1.0, 10.0, 0.0], [4.0, 20.0, 1.0], [NAN, 30.0, NAN]])


def schema(task: Task = Task.NUMBERS, classes: int = 0, outputs: int = 1) -> Schema:
    kinds = (Kind.NUMBER, Kind.NUMBER, Kind.NAMES)
    return Schema(task, kinds, ((), (), ("L", "M")), classes, outputs, ("x", "Air temperature [K]", "Type"))


def values(text: str) -> list[float]:
    return [float(value) for value in parse(text)[0].values(INPUTS, schema())]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 4 - 3", 3),
        ("16 / 4 / 2", 2),
        ("2 ** 3 ** 2", 512),
        ("2 ^ 3", 8),
        ("-2 ** 2", -4),
        ("2 ** -1", 0.5),
        ("- - 3", 3),
        ("+3", 3),
        ("1.5e2 + .5", 150.5),
        ("abs(-3) + sqrt(16)", 7),
        ("exp(0) + log(exp(2)) + log10(1000)", 6),
        ("sin(0) + cos(0) + tan(0)", 1),
        ("min(3, 1, 2) + max(3, 1, 2)", 4),
        ("if(1 > 2, 10, 20)", 20),
        ("IF(1 < 2, 10, 20)", 10),
        ("1 < 2", 1),
        ("1 >= 2", 0),
        ("1 == 1 and 2 != 2", 0),
        ("1 == 1 or 2 != 2", 1),
        ("not 0 and not 1", 0),
        ("not 1 > 2", 1),
        ("1 + 1 < 3 and 2 * 2 <= 4", 1),
        ("1 or 1 and 0", 1),
    ],
)
def test_that_formulas_follow_the_usual_rules(text: str, wanted: float) -> None:
    assert values(text)[0] == pytest.approx(wanted)


@pytest.mark.parametrize("quoted", ["`Air temperature [K]`", "[x] * 0 + `Air temperature [K]`"])
def test_that_columns_with_spaces_are_quoted(quoted: str) -> None:
    assert values(quoted)[:2] == [10.0, 20.0]


def test_that_columns_of_names_are_compared_with_names() -> None:
    np.testing.assert_array_equal(values('Type == "M"'), [0, 1, NAN])
    np.testing.assert_array_equal(values("[Type] != 'M'"), [1, 0, NAN])
    np.testing.assert_array_equal(values('if(Type == "M", 5, x)'), [1, 5, NAN])


def test_that_a_missing_cell_gives_no_value_wherever_it_counts() -> None:
    for text in ("x + 1", "x > 2", "not x", "x > 0 and 1", "min(x, 100)", "if(x > 2, 1, 0)"):
        assert np.isnan(values(text)[2]), text
    assert values("if([Air temperature K] > 0, 1, x)".replace("[Air temperature K]", "`Air temperature [K]`"))[2] == 1


def test_that_the_branch_not_taken_does_not_matter() -> None:
    assert values("if(x > 1, log(x - 1), 0)")[0] == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "ends at position 1"),
        ("1 +", "ends at position 4"),
        ("(1 + 2", r'ends at position 7, where the "\)" for position 1 is missing'),
        ("1 + 2)", r'has "\)" at position 6'),
        ("1 2", 'has "2" at position 3'),
        ("x $ 2", r'has "\$" at position 3'),
        ("x = 2", 'has "=" at position 3'),
        ("foo(1)", 'has "foo" at position 1, a function that does not exist'),
        ("sqrt(1, 2)", "takes 1 values, not 2"),
        ("max(1)", "takes 2 or more values, not 1"),
        ("1 < x < 3", 'has "<" at position 7, a second comparison'),
        ("and 1", 'has "and" at position 1'),
        ('"a" + 1', 'has "a" at position 1'),
        ('(x + 1) == "a"', 'has "a" at position 12'),
        ('x < "a"', 'has "a" at position 5'),
        ("[x", r'has "\[" at position 1'),
        ("x.real", r'has "\." at position 2'),
        ("__import__('os').system('true')", r'has "\." at position 17'),
        ("__import__('os')", 'has "__import__" at position 1, a function that does not exist'),
        ("exec('1')", 'has "exec" at position 1, a function that does not exist'),
        ("lambda: 1", 'has ":" at position 7'),
    ],
)
def test_that_a_mistake_is_named_with_its_position_and_what_is_allowed(text: str, said: str) -> None:
    with pytest.raises(StudyError, match=said) as caught:
        parse(text)
    assert "Allowed:" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        ("y + 1", 'asks at position 1 for "y", which is no input', "Inputs: x, Air temperature"),
        ("1 + Type", 'computes with "Type" at position 5, which holds names', r'\[Type\] == "L"'),
        ('Type == "Q"', 'compares "Type" with "Q", a name it does not hold', "L, M"),
        ('x == "Q"', 'compares "x" with "Q"', "holds numbers"),
    ],
)
def test_that_a_formula_must_fit_the_columns(text: str, said: str, hint: str) -> None:
    with pytest.raises(StudyError, match=said) as caught:
        Formula(text).fit(INPUTS, np.zeros((3, 1)), schema())
    assert caught.match(hint)


@pytest.mark.parametrize(
    "text",
    [
        "(" * (DEEPEST_NESTING + 1) + "1" + ")" * (DEEPEST_NESTING + 1),
        "-" * 1500 + "1",
        "**".join("2" * 500),
        "not " * 400 + "1",
        "+".join("1" * (MOST_STEPS + 1)),
        "1" * (LONGEST + 1),
        "abs(" * 100 + "1" + ")" * 100,
    ],
)
def test_that_formulas_too_long_or_deep_are_refused(text: str) -> None:
    with pytest.raises(StudyError):
        parse(text)


def test_that_long_sums_and_large_powers_are_computed_at_once() -> None:
    assert values("+".join("1" * 150))[0] == 150
    assert values("9 ** 9 ** 9 ** 9")[0] == np.inf


@given(st.text(alphabet="x1.2+-*/^()<>=!,;[]`'\" andortifmx", max_size=60))
def test_that_any_text_is_either_read_or_refused_in_words(text: str) -> None:
    said = ""
    try:
        parse(text)
    except StudyError as problem:
        said = problem.message
    assert not said or said.startswith("The formula")


def test_that_numbers_are_predicted_as_computed() -> None:
    learner = Formula("2 * x + 1")
    learner.fit(INPUTS, np.array([[5.0], [6.0], [7.0]]), schema())
    found = learner.predict(INPUTS[:2])
    assert found.predicted[:, 0].tolist() == [3.0, 9.0]
    assert found.scores is None


def test_that_rows_without_a_value_get_the_training_mean_and_are_told() -> None:
    learner = Formula("1 / (x - 1)")
    learner.fit(INPUTS, np.array([[5.0], [6.0], [10.0]]), schema())
    with pytest.warns(UserWarning, match="no number for 2 of 3 rows"):
        found = learner.predict(INPUTS)
    np.testing.assert_allclose(found.predicted[:, 0], [7.0, 1 / 3, 7.0])


def test_that_several_outputs_take_one_formula_each() -> None:
    learner = Formula("x; -x")
    learner.fit(INPUTS, np.zeros((3, 2)), schema(outputs=2))
    assert learner.predict(INPUTS[:2]).predicted.tolist() == [[1.0, -1.0], [4.0, -4.0]]
    with pytest.raises(StudyError, match="1 formulas for 2 columns"):
        Formula("x").fit(INPUTS, np.zeros((3, 2)), schema(outputs=2))


def two_classes(text: str, threshold: float, class_above: int, targets: Floats | None = None) -> Formula:
    learner = Formula(text, threshold, class_above)
    given_targets = np.array([[0.0], [1.0], [0.0]]) if targets is None else targets
    learner.fit(INPUTS, given_targets, schema(Task.CLASSES, classes=2))
    return learner


@pytest.mark.parametrize(("class_above", "wanted"), [(2, [0, 1]), (1, [1, 0])])
def test_that_the_threshold_decides_between_two_classes(class_above: int, wanted: list[int]) -> None:
    found = two_classes("x", 3.0, class_above).predict(INPUTS[:2])
    assert found.predicted[:, 0].tolist() == wanted
    assert found.scores is not None
    np.testing.assert_allclose(found.scores.sum(axis=1), 1)
    assert np.argmax(found.scores, axis=1).tolist() == wanted


def test_that_a_value_equal_to_the_threshold_is_not_above_it() -> None:
    assert two_classes("x", 1.0, 2).predict(INPUTS[:1]).predicted[0, 0] == 0


def test_that_scores_keep_the_order_of_the_values_far_out() -> None:
    found = score_above(np.array([-1e9, -5.0, 0.0, 0.5, 1.0, 1e6, 1e7]), 0.5)
    assert (np.diff(found) > 0).all()
    assert found[3] == 0.5


def test_that_a_row_without_a_value_gets_the_shares_of_the_classes() -> None:
    learner = two_classes("x", 3.0, 2)
    with pytest.warns(UserWarning, match="no number for 1 of 1 rows"):
        found = learner.predict(INPUTS[2:])
    assert found.scores is not None
    np.testing.assert_allclose(found.scores, [[2 / 3, 1 / 3]])
    assert found.predicted[0, 0] == 0


def test_that_more_than_two_classes_are_refused() -> None:
    with pytest.raises(StudyError, match="two classes; there are 3"):
        Formula("x").fit(INPUTS, np.zeros((3, 1)), schema(Task.CLASSES, classes=3))


def test_that_a_formula_survives_pickling() -> None:
    learner = two_classes('if(Type == "M", x > 2, 0)', 0.5, 2)
    copy = pickle.loads(pickle.dumps(learner))
    np.testing.assert_array_equal(copy.predict(INPUTS[:2]).scores, learner.predict(INPUTS[:2]).scores)


def test_that_predicting_before_training_is_refused() -> None:
    with pytest.raises(EngineError, match="not been trained"):
        Formula("x").predict(INPUTS)
