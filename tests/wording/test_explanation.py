"""Every figure is explained by its own meaning."""

import re
from dataclasses import replace

import pytest

from core.domain.conclusion import Answer, Confirmation, ConstantGuess, Reason
from core.domain.dataset import Dataset
from core.domain.findings import Findings
from core.domain.study import QuestionKind, Study
from core.help.help_library import page_of
from core.wording.conclusion_text import word_conclusion
from core.wording.explanation import EXPLAINERS, METHODS, explain_sentence, explain_span
from core.wording.sentence import NAMES, Meaning, Source, Span, fill
from tests.wording.cases import decide, make_data, make_difference, make_findings, make_row, make_study

FIGURE = re.compile(r"−?\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def make_result(low: float = 2.3, high: float = 6.1, **changes: object) -> tuple[Study, Dataset, Findings]:
    study, data = make_study(), make_data(groups="pump")
    answer, reason = decide(QuestionKind.BETTER, low / 100, high / 100, 0.02)
    row = make_row(answer, reason, make_difference(low, high))
    return study, data, make_findings(study, data, [row], answer, reason, **changes)  # type: ignore[arg-type]


def read_numbers(text: str) -> list[float]:
    return [float(number.replace("−", "-")) for number in FIGURE.findall(text)]


def test_that_difference_range_margin_and_unit_are_told_apart() -> None:
    study, data, findings = make_result()
    found = explain_sentence(word_conclusion(study, data, findings).body, study, data, findings)
    assert [(entry.title, entry.figures) for entry in found] == [
        ("The difference in this study", ("4.2",)),
        ("The unit", ("100",)),
        ("The 95 % range of the difference (confidence interval)", ("2.3", "6.1")),
        ("The smallest difference that matters", ("2",)),
    ]


def test_that_equal_figures_with_different_meanings_are_explained_differently() -> None:
    study, data, findings = make_result(-2.0, 6.0)
    body = word_conclusion(study, data, findings).body
    titles = {entry.title: entry.figures for entry in explain_sentence(body, study, data, findings)}
    assert titles["The smallest difference that matters"] == ("2",)
    assert titles["The 95 % range of the difference (confidence interval)"] == ("2.0", "6.0")


@pytest.mark.parametrize("meaning", sorted(set(Meaning) - NAMES))
def test_that_every_meaning_has_an_explanation_with_a_page_of_help(meaning: Meaning) -> None:
    study, data, findings = make_result(guesses=(ConstantGuess("fault", True, "forest"),))
    span = Span("1", meaning, 1.0, source=Source("forest", "logistic", "error", "fault"))
    entry = explain_span(span, study, data, findings)
    assert entry is not None
    assert entry.how
    assert entry.stored
    assert page_of(entry.help).text
    assert set(EXPLAINERS) == set(Meaning) - NAMES


def test_that_the_formulas_carry_the_values_themselves() -> None:
    study, data, findings = make_result()
    source = Source("forest", "logistic", "error", "fault")
    mean = explain_span(Span("4.2", Meaning.DIFFERENCE, 4.2, source=source), study, data, findings)
    assert mean is not None
    total, count, shown = read_numbers(mean.formula)[:3]
    assert (count, total / count) == (100, pytest.approx(shown))
    assert shown == pytest.approx(4.2)
    end = explain_span(Span("6.1", Meaning.DIFFERENCE_END, 6.1, source=source), study, data, findings)
    assert end is not None
    middle, t, root = read_numbers(end.formula.partition(": ")[2])[:3]
    assert middle + t * root == pytest.approx(6.1, rel=1e-3)
    assert middle - t * root == pytest.approx(2.3, rel=1e-3)


def test_that_a_reversed_pair_is_explained_from_its_own_side() -> None:
    study, data, findings = make_result()
    source = Source("logistic", "forest", "error", "fault")
    found = explain_span(Span("4.2", Meaning.DIFFERENCE, -4.2, source=source), study, data, findings)
    assert found is not None
    assert read_numbers(found.formula)[2] == pytest.approx(-4.2)


@pytest.mark.parametrize("method", sorted(METHODS))
def test_that_every_method_of_a_range_is_named(method: str) -> None:
    study, data, findings = make_result()
    row = findings.conclusion.rows[0]
    assert row.difference is not None
    assert row.difference.interval is not None
    interval = replace(row.difference.interval, method=method, standard_error=None)
    rows = (replace(row, difference=replace(row.difference, interval=interval)),)
    findings = replace(findings, conclusion=replace(findings.conclusion, rows=rows))
    span = Span("6.1", Meaning.DIFFERENCE_END, 6.1, source=Source("forest", "logistic", "error", "fault"))
    found = explain_span(span, study, data, findings)
    assert found is not None
    assert METHODS[method][0] in found.how
    assert found.formula == METHODS[method][1]


@pytest.mark.parametrize(
    ("confirmation", "why"),
    [
        (Confirmation.CONFIRMED, ""),
        (Confirmation.NOT_CONFIRMED, "because models trained on half the rows do not show the difference"),
        (Confirmation.NOT_POSSIBLE, "because no half-size check was possible"),
    ],
)
def test_that_an_extended_range_says_why(confirmation: Confirmation, why: str) -> None:
    study, data = make_study(), make_data()
    row = make_row(Answer.UNCLEAR, Reason.NOT_WORSE, make_difference(2.3, 6.1, confirmation=confirmation))
    findings = make_findings(study, data, [row], Answer.UNCLEAR, Reason.NOT_WORSE)
    span = Span("6.1", Meaning.DIFFERENCE_END, 6.1, source=Source("forest", "logistic", "error", "fault"))
    found = explain_span(span, study, data, findings)
    assert found is not None
    assert ("extended to hold 0" in found.how) == bool(why)
    assert why in found.how


@pytest.mark.parametrize(
    ("source", "assumed", "expected"),
    [
        ("mine.csv", (), "Set by you before the lock."),
        ("mine.csv", ("question.margin",), "Assumed by Evenfold and not changed before the lock."),
        ("sample:bearing", ("question.margin",), "Set by the sample."),
    ],
)
def test_that_who_set_the_margin_is_said(source: str, assumed: tuple[str, ...], expected: str) -> None:
    _, data, findings = make_result()
    study = make_study(source=source, assumed=assumed)
    found = explain_span(Span("2", Meaning.MARGIN, 2.0), study, data, findings)
    assert found is not None
    assert found.how.startswith(expected)


def test_that_names_and_texts_without_figures_need_no_explanation() -> None:
    study, data, findings = make_result()
    text = fill("Use {model}.", model=Span("net v2", Meaning.NAME))
    assert explain_sentence(text, study, data, findings) == ()
    assert explain_span(Span("net v2", Meaning.NAME), study, data, findings) is None


def test_that_the_count_of_comparisons_enters_the_level() -> None:
    study, data, findings = make_result(comparisons=5, earlier=3)
    span = Span("6.1", Meaning.DIFFERENCE_END, 6.1, source=Source("forest", "logistic", "error", "fault"))
    found = explain_span(span, study, data, findings)
    assert found is not None
    assert "adjusted for 5 comparisons on this data, 3 of them earlier" in found.how
