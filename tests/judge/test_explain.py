"""Every figure of a verdict's text is explained, by what it is."""

import re
from dataclasses import replace
from functools import cache

import pytest

from core.help import page_of
from core.judge.explain import EXPLAINERS, NUMBER, TOPICS, Facts, explain
from tests.gui.finished import ended, outputs_data, outputs_study, parts_data, parts_study

FIGURE = re.compile(r"−?\d[\d.]*")


@cache
def facts(several: bool = False) -> Facts:
    study, data = (outputs_study(), outputs_data()) if several else (parts_study(), parts_data())
    findings = ended(several).findings
    assert findings is not None
    return Facts(study, data, findings, study.challengers[0].key, data.outputs[0])


def explained(text: str, topic: str = "verdict", several: bool = False) -> dict[str, tuple[str, ...]]:
    return {entry.title: entry.figures for entry in explain(text, topic, facts(several))}


@pytest.mark.parametrize("several", [False, True])
def test_that_every_figure_of_the_verdict_and_its_cards_is_explained(several: bool) -> None:
    found = facts(several)
    texts = [("verdict", found.findings.verdict.body), ("verdict", found.findings.verdict.action)]
    texts += [(key, text) for key, text in found.findings.cards.items() if key in TOPICS]
    for topic, text in texts:
        figures = [figure for entry in explain(text, topic, found) for figure in entry.figures]
        assert set(figures) == set(NUMBER.findall(text))


def test_that_gap_range_and_margin_are_told_apart() -> None:
    interval, comparison = facts().interval, facts().deciding
    assert interval is not None
    assert comparison is not None
    assert comparison.effect is not None
    gap, low = f"{abs(100 * comparison.effect):.1f}", f"{abs(100 * interval.low):.1f}"
    found = explained(f"The gap is {gap}. It could be {low}. You said {facts().margin:g} matters.")
    assert found["The gap seen in this study"] == (gap,)
    assert low in found["The range of the true gap"]
    assert found["The smallest gap that matters"] == (f"{facts().margin:g}",)


def test_that_shuffles_rows_and_units_are_recognised_by_their_words() -> None:
    found = explained("12 of 55 shuffles agree. About 1,300 rows would tell; 3.77 errors per 100 parts.")
    assert found["Shuffles, each taken alone"] == ("12", "55")
    assert found["A number of rows"] == ("1,300",)
    assert found["The unit"] == ("100",)


def test_that_a_card_is_explained_by_its_topic() -> None:
    assert set(explained("about 9 (7 to 12)", "how-good")) == {"How good a model is on rows it has not seen"}
    assert set(explained("0.91 against 0.88", "agree")) == {"The cross-check: AUC"}


def test_that_who_set_the_margin_is_said() -> None:
    own = explain("You said 2 matters", "verdict", facts())
    assumed = replace(facts(), study=replace(facts().study, assumed=("question.margin",)))
    assert "Stated by you" in next(e.how for e in own if e.step == "question")
    assert "Suggested" in next(e.how for e in explain("You said 2 matters", "verdict", assumed) if e.step == "question")


@pytest.mark.parametrize("kind", sorted(EXPLAINERS))
def test_that_every_explanation_names_its_source_and_a_page_of_help(kind: str) -> None:
    entry = EXPLAINERS[kind](facts(), ("1",))
    assert entry.how
    assert entry.stored
    assert page_of(entry.help).text


def test_that_a_text_without_figures_needs_no_explanation() -> None:
    assert explain("Keep what you have.", "verdict", facts()) == ()
    assert not re.search(NUMBER, "M01 and v2x")


def test_that_the_formulas_carry_the_values_themselves() -> None:
    known = facts()
    deciding, interval = known.deciding, known.interval
    assert deciding is not None
    assert deciding.effect is not None
    assert interval is not None
    gap = EXPLAINERS["gap"](known, ("1",)).formula
    total, count, mean = (float(text.replace("−", "-")) for text in FIGURE.findall(gap)[:3])
    assert count == 15
    assert total / count == pytest.approx(mean, rel=1e-2)
    assert mean == pytest.approx(100 * deciding.effect, rel=1e-2)
    spread = EXPLAINERS["range"](known, ("1",)).formula.rpartition(": ")[2]
    middle, t, root = (float(text.replace("−", "-")) for text in FIGURE.findall(spread))
    assert middle + t * root == pytest.approx(100 * interval.high, rel=2e-2)
    assert middle - t * root == pytest.approx(100 * interval.low, rel=2e-2)
