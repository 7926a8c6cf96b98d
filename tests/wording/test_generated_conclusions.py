"""Two thousand conclusions: every figure is the fact that its span names, and headline, table and strip agree.

Most are made facts decided by the tables of the judge; two hundred are judged from invented predictions, with all four
questions, several models and several outputs.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from core.domain.conclusion import Answer, Conclusion, Confirmation, Difference, Reason
from core.domain.dataset import Dataset
from core.domain.findings import Estimate, Findings
from core.domain.study import QuestionKind, SchemeChoice, Study, TieBreak
from core.figures.difference_picture import strip_of
from core.judge.conclude import conclude_study
from core.statistics.measures import find_measure
from core.wording.conclusion_text import ANSWER_WORDS
from core.wording.explanation import explain_span
from core.wording.result_table import word_result_table
from core.wording.result_text import ResultText, word_result
from core.wording.sentence import NAMES, Meaning, Sentence, Span
from tests.judge.worlds import class_data, number_data, predictions_run, study_of, wrong_on
from tests.wording.cases import decide, make_data, make_difference, make_findings, make_row, make_study
from tests.wording.checks import check_sentence, check_text

Case = tuple[Study, Dataset, Findings]
MADE, JUDGED = 1800, 200
MEASURES = ("error", "cost", "auc", "mae", "rmse")
STEP = {"error": 1.0, "cost": 1.0, "auc": 0.01, "mae": 0.1, "rmse": 0.1}
NO_WORD = ("Use ", "Described", "No single")  # headlines that begin with what to do instead of the answer


def make_case(seed: int) -> Case:
    """One model against the baseline with a random range, margin, confirmation, count and origin of the values."""
    random = np.random.default_rng(seed)
    kind = (QuestionKind.BETTER, QuestionKind.REPLACE)[random.integers(2)]
    measure = MEASURES[random.integers(len(MEASURES))]
    numbers, step = measure in ("mae", "rmse"), STEP[measure]
    data = make_data(("strength (MPa)",) if numbers else ("fault",), numbers, groups=("", "pump")[random.integers(2)])
    assumed = (("question.margin",), ("baseline", "question.kind"), ())[random.integers(3)]
    margin = float(np.round(step * random.uniform(0.2, 4), 3))
    models = ("forest", "linear" if numbers else "logistic")
    study = make_study(kind, measure, models, assumed, ("mine.csv", "sample:bearing")[random.integers(2)], margin)
    low, high = np.sort(step * random.normal(0, 4, 2))
    confirmation = list(Confirmation)[random.integers(len(Confirmation))]
    difference = make_difference(
        float(low), float(high), models[0], models[1], measure, data.outputs[0], confirmation=confirmation
    )
    assert difference.interval is not None
    own_margin = margin / find_measure(measure).scale
    answer, reason = decide(kind, difference.interval.low, difference.interval.high, own_margin)
    row = make_row(answer, reason, difference, own_margin)
    count = int(random.integers(1, 9))
    rule = TieBreak.INCUMBENT if answer in (Answer.SAME, Answer.UNCLEAR) else None
    use = models[0] if answer is Answer.YES else models[1]
    found = make_findings(
        study, data, [row], answer, reason, use=use, rule=rule, comparisons=count, earlier=count - 1, models=(row,)
    )
    return study, data, found


@lru_cache(maxsize=1)
def make_worlds() -> tuple[Dataset, Dataset, Dataset]:
    return class_data(120), class_data(120, groups=12), number_data(100, ("η", "K_T (kN)"))


def judge_case(seed: int) -> Case:
    """Two to four models with random errors, judged: any question, classes or two outputs."""
    random = np.random.default_rng(seed)
    kind = list(QuestionKind)[seed % 4]
    data = make_worlds()[random.integers(3)]
    others = ("forest", "tree", "knn")[: random.integers(1, 4)]
    limit = None
    if data.classes:
        measure = ("error", "auc")[random.integers(2)]
        if kind is QuestionKind.GOOD_ENOUGH:
            limit = float(random.uniform(2, 30)) if measure == "error" else float(random.uniform(0.7, 0.99))
        margin = float(random.uniform(0.5, 8)) * (1.0 if measure == "error" else 0.01)
    else:
        measure, margin = "mae", float(random.uniform(0.05, 0.5))
        limit = float(random.uniform(0.2, 1.5)) if kind is QuestionKind.GOOD_ENOUGH else None
    margin, limit = round(margin, 3), None if limit is None else round(limit, 3)  # as people type them
    study = study_of(data, others, kind=kind, measure=measure, margin=margin, good_enough=limit)
    study = replace(study, scheme=SchemeChoice(folds=5, repeats=2, max_repeats=2), earlier_comparisons=int(seed % 3))
    predictions = {}
    for one in study.candidates:
        if data.classes:
            predictions[one.key] = wrong_on(data, random.permutation(data.size)[: random.integers(0, 60)].tolist())
        else:
            size = random.uniform(0.1, 1.5, len(data.outputs))
            predictions[one.key] = data.targets + size * random.normal(size=data.targets.shape)
    return study, data, conclude_study(study, data, predictions_run(data, predictions, study))


# --- what a span says must be the fact that it names ---


def list_sentences(text: ResultText) -> list[Sentence]:
    said = [text.conclusion, *(words for _, words in text.rows)]
    parts = [part for one in said for part in (one.overline, one.headline, one.body, one.action, one.scope)]
    return [*parts, *(line for lines in text.notes.values() for line in lines), *text.cautions, *text.doubts]


def find_facts(span: Span, case: Case) -> list[float] | None:
    """Every value in the unit shown that the meaning and the source of a span allow; None: counted elsewhere."""
    study, data, findings = case
    conclusion, source = findings.conclusion, span.source
    measure = source.measure or conclusion.measure
    scale = find_measure(measure).scale
    if span.meaning in (Meaning.DIFFERENCE, Meaning.DIFFERENCE_END):
        pairs = [one for one in list_differences(conclusion) if is_of(one, span)]
        if span.meaning is Meaning.DIFFERENCE:
            return [abs(one.mean * scale) for one in pairs if one.mean is not None]
        return [abs(end * scale) for one in pairs if one.interval for end in (one.interval.low, one.interval.high)]
    if span.meaning is Meaning.HALF_DIFFERENCE:
        pairs = [one for one in list_differences(conclusion) if is_of(one, span)]
        halves = [one.interval.half_mean for one in pairs if one.interval is not None]
        return [half * scale for half in halves if half is not None]
    if span.meaning in (Meaning.ESTIMATE, Meaning.ESTIMATE_END, Meaning.GUESS):
        estimates = [one for one in findings.estimates if is_estimate_of(one, span, measure, data)]
        if span.meaning is Meaning.ESTIMATE_END:
            return [end * scale for one in estimates if one.interval for end in (one.interval.low, one.interval.high)]
        return [one.mean * scale for one in estimates if one.mean is not None]
    if span.meaning is Meaning.MARGIN:
        return [study.margin(output) for output in data.outputs]
    if span.meaning is Meaning.LIMIT:
        return [] if study.question.good_enough is None else [study.question.good_enough]
    if span.meaning is Meaning.COMPARISONS:
        return [float(conclusion.comparisons), float(conclusion.earlier)]
    if span.meaning is Meaning.MODELS:
        return [float(number) for number in range(len(study.candidates) + 1)]
    if span.meaning is Meaning.OUTPUTS:
        return [float(len(data.outputs))]
    return None


def list_differences(conclusion: Conclusion) -> list[Difference]:
    rows = conclusion.rows
    known = [row.difference for row in rows] + [row.second.difference for row in rows if row.second is not None]
    return [one for one in known if one is not None]


def is_of(difference: Difference, span: Span) -> bool:
    source = span.source
    pair = {difference.first, difference.second} == {source.first, source.second}
    return pair and difference.measure == source.measure and difference.output == source.output


def is_estimate_of(estimate: Estimate, span: Span, measure: str, data: Dataset) -> bool:
    source = span.source
    is_output = not source.output or estimate.output == source.output or len(data.outputs) == 1
    return (estimate.measure == measure) and is_output and (not source.first or estimate.algorithm == source.first)


def check_figures(case: Case, text: ResultText) -> None:
    titles: dict[str, set[Meaning]] = {}
    for sentence in list_sentences(text):
        check_sentence(sentence)
        for span in sentence.figures:
            if span.meaning is None or span.meaning in NAMES:
                continue
            facts = find_facts(span, case)
            if facts is not None and span.value is not None:
                assert any(abs(span.value) == pytest.approx(abs(fact), rel=1e-9, abs=1e-12) for fact in facts), (
                    span,
                    facts,
                    sentence.text,
                )
            found = explain_span(span, *case)
            if found is not None:
                assert span.text in found.figures
                assert found.how
                titles.setdefault(found.title, set()).add(span.meaning)
    counted_alike = {Meaning.ROWS_NEEDED, Meaning.GROUPS_NEEDED}, {Meaning.COMPARISONS, Meaning.LEVEL}
    for title, meanings in titles.items():
        assert len(meanings) == 1 or any(meanings <= alike for alike in counted_alike), (title, meanings)


def check_agreement(case: Case, text: ResultText) -> None:
    """The answer word, the headline, the table and the strip tell one story."""
    study, data, findings = case
    conclusion = findings.conclusion
    check_text(text.conclusion)
    headline = text.conclusion.headline.text
    word = ANSWER_WORDS.get(conclusion.answer)
    assert word is None or headline.startswith((word, *NO_WORD)), headline
    others = [other for answer, other in ANSWER_WORDS.items() if answer is not conclusion.answer]
    assert not any(headline.startswith(f"{other}.") for other in others), headline
    table = word_result_table(study, data, findings)
    for row in conclusion.rows:
        cell = table.row(row.model, row.output)
        assert cell is not None
        assert cell.answer is row.answer
        if cell.gain and row.difference is not None and row.difference.mean is not None:
            sign = 1 if row.difference.first == row.model else -1
            assert np.sign(cell.gain) == sign * np.sign(row.difference.mean)
        strip = strip_of(row)
        if strip is not None and row.difference is not None and row.difference.interval is not None:
            interval = row.difference.interval
            assert strip.bars[-1] == pytest.approx((interval.low, interval.high), rel=1e-9, abs=1e-12)
    for row, said in text.rows:
        told = said.headline.text
        if row.reason is not Reason.DESCRIPTIVE and told.startswith(tuple(f"{one}." for one in ANSWER_WORDS.values())):
            assert told.startswith(ANSWER_WORDS[row.answer]), told


@pytest.mark.parametrize("part", range(6))
def test_that_figures_headline_table_and_strip_of_made_conclusions_agree(part: int) -> None:
    for seed in range(part * MADE // 6, (part + 1) * MADE // 6):
        case = make_case(seed)
        text = word_result(*case)
        check_figures(case, text)
        check_agreement(case, text)


def test_that_a_headline_about_several_outputs_fits_with_long_names_of_models() -> None:
    text = word_result(*judge_case(1872)).conclusion
    assert text.headline.text.startswith("No single winner: decision tree (CART) is better for some outputs")
    check_text(text)


@pytest.mark.parametrize("part", range(4))
def test_that_figures_headline_table_and_strip_of_judged_conclusions_agree(part: int) -> None:
    for seed in range(part * JUDGED // 4, (part + 1) * JUDGED // 4):
        case = judge_case(seed)
        text = word_result(*case)
        check_figures(case, text)
        check_agreement(case, text)
