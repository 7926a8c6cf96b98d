"""The phrases of every measure."""

import pytest

from core.domain.dataset import Task
from core.statistics.measures import MEASURES
from core.wording.measure_text import MeasureText, Tense, find_title, word_measure
from core.wording.sentence import Meaning
from tests.wording.cases import make_data, make_study
from tests.wording.checks import check_sentence


def word(measure: str, output: str = "strength (MPa)", half: float | None = None) -> MeasureText:
    numbers = next(row.task is Task.NUMBERS for row in MEASURES if row.key == measure)
    data = make_data((output,), numbers=True) if numbers else make_data()
    return word_measure(measure, make_study(measure=measure), data, half_width=half)


@pytest.mark.parametrize(
    ("measure", "value", "expected"),
    [
        ("error", 0.042, "It makes 4.2 fewer errors per 100 windows"),
        ("error", -0.01, "It makes 1.0 more errors per 100 windows"),
        ("cost", 0.042, "It costs 4.2 less per 100 windows, in false alarms"),
        ("auc", 0.0131, "Its ROC AUC is 0.013 higher"),
        ("mae", 0.35, "Its MAE is 0.35 MPa lower"),
        ("mae", -0.35, "Its MAE is 0.35 MPa higher"),
        ("mse", 0.35, "Its MSE is 0.35 MPa² lower"),
        ("relative", 0.19, "Its MAPE is 19 percentage points lower"),
        ("relative", 0.01, "Its MAPE is 1 percentage point lower"),
        ("r2", 0.1, "Its R² is 0.10 higher"),
    ],
)
def test_that_a_difference_is_said_with_sign_word_and_unit(measure: str, value: float, expected: str) -> None:
    halves = {"error": 0.019, "cost": 0.019, "auc": 0.02, "relative": 0.2}
    text = word(measure, half=halves.get(measure, 0.3))
    stated = text.state_difference(None, text.size(value))
    assert stated.text.lower() == expected.lower()
    assert [span.value for span in stated.figures if span.meaning is Meaning.DIFFERENCE] == [value * text.scale]


def test_that_one_error_is_no_plural() -> None:
    text = word("error", half=0.2)
    assert text.difference(text.size(0.01)).text == "1 fewer error per 100 windows"
    assert text.difference(text.size(0.02)).text == "2 fewer errors per 100 windows"


def test_that_a_range_across_zero_is_said_in_words() -> None:
    text = word("error", half=0.02)
    assert text.difference_range(-0.007, 0.012).text == "0.7 more to 1.2 fewer"
    assert text.difference_range(0.023, 0.061).text == "2.3 to 6.1"
    assert text.difference_range(-0.061, -0.023).text == "2.3 to 6.1"
    assert text.difference_range(0.0, 0.061).text == "no difference to 6.1 fewer"
    assert word("mae", half=2.0).difference_range(-0.5, 0.9).text == "0.5 MPa higher to 0.9 MPa lower"


def test_that_only_an_end_that_would_cross_zero_or_the_margin_gets_more_digits() -> None:
    cost = word("cost", half=0.2)
    assert cost.size(0.09100).text == "9"
    assert cost.difference_range(0.00009, 0.18191).text == "0.009 to 19"
    assert cost.difference_range(-0.18191, -0.00009).text == "0.009 to 19"
    assert cost.difference_range(0.0204, 0.18191, marks=(0.02, -0.02)).text == "2.04 to 19"
    assert cost.estimate_range(0.0204, 0.18191, marks=(0.02,)).text == "2.04 to 19"


def test_that_estimates_margins_and_limits_carry_their_unit() -> None:
    errors, mae, auc = word("error", half=0.02), word("mae", half=0.3), word("auc", half=0.02)
    assert errors.estimate(errors.figure(0.092, Meaning.ESTIMATE)).text == "9.2 errors per 100 windows"
    assert mae.estimate(mae.figure(3.63, Meaning.ESTIMATE)).text == "a mean absolute error of 3.63 MPa"
    assert auc.estimate(auc.figure(0.93, Meaning.ESTIMATE)).text == "a ROC AUC of 0.930"
    assert (errors.margin(0.02).text, errors.full_margin(0.02).text) == ("2", "2 per 100")
    assert (mae.margin(0.2).text, mae.full_margin(0.2).text) == ("0.2 MPa", "0.2 MPa")
    assert errors.full_limit(0.12).text == "an error rate below 12 per 100"
    assert auc.full_limit(0.9).text == "a ROC AUC above 0.9"
    assert errors.estimate_range(0.0771, 0.1071).text == "7.7 to 10.8"


@pytest.mark.parametrize("row", MEASURES, ids=lambda row: row.key)
@pytest.mark.parametrize("tense", list(Tense))
def test_that_every_measure_has_phrases_without_careless_figures(row: object, tense: Tense) -> None:
    text = word(row.key, "volume (m3)")  # type: ignore[attr-defined]
    for value in (0.013, -0.4, 1.0):
        check_sentence(text.state_difference(None, text.size(value), tense))
        check_sentence(text.state_difference("the net", text.size(value), tense, than="the tree"))
        check_sentence(text.estimate(text.figure(value, Meaning.ESTIMATE)))
        check_sentence(text.full_limit(value))
    assert find_title(row.key).short  # type: ignore[attr-defined]


def test_that_better_is_lower_or_higher_as_the_measure_says() -> None:
    for row in MEASURES:
        text = word(row.key)
        assert (text.direction(1.0) in ("fewer", "less", "lower")) == row.lower_is_better
