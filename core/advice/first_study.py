"""The study a data set starts with: every suggestion put together, all of it assumed until the person says so."""

from dataclasses import fields, replace

import numpy as np

from core.advice.suggest_plan import (
    UNIT_MARGINS,
    suggest_candidates,
    suggest_cost_ratio,
    suggest_margins,
    suggest_question,
    suggest_scheme,
    suggest_second_measure,
    suggest_tuning,
)
from core.algorithms import find_algorithm
from core.data.final_test_rows import WORTH_IT
from core.data.sample.sample_study import Sample
from core.domain.dataset import Dataset, Task
from core.domain.evidence import GIVEN
from core.domain.study import Candidate, Columns, Question, Study
from core.domain.suggestion import FirstStudy, Reason
from core.statistics.measures import MEASURES

SAMPLE_SEED = 1
QUICK_TO_TUNE = 4
ASSUMED = (
    "candidates",
    "question.cost_ratio",
    "question.cross_check",
    "question.good_enough",
    "question.kind",
    "question.margin",
    "question.measure",
    "question.tie_break",
    "baseline",
    "scheme.folds",
    "scheme.grouped",
    "scheme.kind",
    "scheme.repeats",
    "scheme.stratified",
    "seed",
    "tuning.kind",
    "final_test",
)
"""The fields a person can confirm or change; named in `Study.assumed` until they do."""


_FINAL_TEST_ON = Reason(
    "With so many rows a third makes a firm last test, and the rest is enough to study.", "Reich & Barai 1999, 2.2.2"
)
_FINAL_TEST_OFF = Reason(
    f"Below {WORTH_IT:,} rows the study needs all of them more than a last test does.", "Reich & Barai 1999, 2.2.2"
)


def first_study(
    title: str, source: str, columns: Columns, data: Dataset, seed: int, final_test: bool = False
) -> FirstStudy:
    """`data` are the rows to study; `final_test` says that others of the table were worth setting aside."""
    question = suggest_question(data)
    line = suggest_candidates(data)
    scheme = suggest_scheme(data, question.value)
    tuning = suggest_tuning(data, scheme.value)
    parts = (("question", question.reasons), ("scheme", scheme.reasons), ("tuning", tuning.reasons))
    reasons = {f"{part}.{name}": reason for part, found in parts for name, reason in found.items()} | dict(line.reasons)
    reasons["final_test"] = _FINAL_TEST_ON if final_test else _FINAL_TEST_OFF
    study = Study(
        title=title,
        source=source,
        columns=columns,
        question=_without_single_margin(question.value),
        candidates=tuple(tuned(candidate) for candidate in line.value.candidates),
        baseline=line.value.baseline,
        scheme=scheme.value,
        tuning=tuning.value,
        seed=seed,
        final_test=final_test,
        assumed=ASSUMED,
    )
    return FirstStudy(study, reasons)


def _without_single_margin(question: Question) -> Question:
    """Margins by output only where there are several outputs."""
    return replace(question, margins=question.margins if len(question.margins) > 1 else {})


def with_measure(question: Question, measure: str, data: Dataset) -> Question:
    """The question with another main measure: margin and cross-check follow, because their unit changes.

    So does the cost of a miss: where costs do not decide, it would move the threshold of other measures unseen. Limits
    were typed for the old measure and are asked anew.
    """
    margins = suggest_margins(measure, data)
    has_own_units = len(data.outputs) > 1 and measure not in UNIT_MARGINS
    ratio = suggest_cost_ratio(data) if measure == "cost" else 1.0
    if measure != question.measure:
        question = replace(question, good_enough=None, limits={})
    return replace(
        question,
        measure=measure,
        cost_ratio=ratio,
        margin=next(iter(margins.values())),
        margins=margins if has_own_units else {},
        cross_check=suggest_second_measure(measure, data),
    )


def measures_for(data: Dataset) -> tuple[str, ...]:
    """The measures that can decide a study of this data, the usual ones first.

    Costs need two classes, percentages need no true value of zero, and the largest error has no range.
    """
    unusable = {"max-error"}
    if len(data.classes) != 2:
        unusable.add("cost")
    if data.task is Task.NUMBERS and np.any(data.targets == 0):
        unusable.add("relative")
    return tuple(row.key for row in MEASURES if row.task is data.task and row.key not in unusable)


def tuned(candidate: Candidate) -> Candidate:
    """The candidate with the standard grid of its algorithm, tried inside each training set."""
    return replace(candidate, settings={}, grid=find_algorithm(candidate.algorithm).grid)


def candidate_for(key: str, data: Dataset) -> Candidate:
    """An algorithm tuned inside each training set, or a column of predictions made elsewhere."""
    return Candidate(key, GIVEN, {"column": key}) if key in data.given else tuned(Candidate(key, key))


def _quick(candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """Beside a laborious algorithm all keep their standard settings: an answer in a minute, and an equal start."""
    laborious = any(find_algorithm(candidate.algorithm).simplicity > QUICK_TO_TUNE for candidate in candidates)
    return tuple(replace(candidate, grid={}) for candidate in candidates) if laborious else candidates


def sample_study(sample: Sample, data: Dataset) -> FirstStudy:
    """A sample with everything filled in and its statements answered: nothing is left to settle before the lock."""
    first = first_study(sample.title, f"sample:{sample.key}", sample.columns, data, SAMPLE_SEED)
    question = with_measure(first.study.question, sample.measure, data)
    candidates = _quick(tuple(candidate_for(key, data) for key in sample.candidates))
    has_scores = any(candidate.algorithm != GIVEN for candidate in candidates)
    study = replace(
        first.study,
        question=replace(
            question,
            cross_check=question.cross_check if has_scores else None,
            cost_ratio=sample.cost_ratio,
            margin=question.margin if question.margins else sample.margin,
        ),
        candidates=candidates,
        baseline=sample.baseline,
        scheme=replace(first.study.scheme, folds=sample.folds, max_repeats=first.study.scheme.repeats),
        row_meaning=sample.row_meaning,
        use=sample.use,
        answers={**sample.answers, "RES": "run", "unseen": "yes", "alone": "yes"},
    )
    return FirstStudy(study, _drop_overruled_reasons(first, study))


def _drop_overruled_reasons(first: FirstStudy, study: Study) -> dict[str, Reason]:
    """The reasons of what the sample left as it was suggested; what it sets itself was not chosen for them."""
    asked, suggested = study.question, first.study.question
    differing = [one.name for one in fields(asked) if getattr(asked, one.name) != getattr(suggested, one.name)]
    overruled = {f"question.{name}" for name in differing}
    if asked.margins != suggested.margins:
        overruled.add("question.margin")
    return {key: reason for key, reason in first.reasons.items() if key not in overruled}
