"""The study a data set starts with: every suggestion put together, all of it assumed until the person says so."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.advice.suggest_plan import (
    Reason,
    suggest_candidates,
    suggest_question,
    suggest_scheme,
    suggest_tuning,
)
from core.algorithms import find_algorithm
from core.data.final_test_rows import WORTH_IT
from core.data.sample.sample_study import Sample
from core.domain.dataset import Dataset, Task
from core.domain.evidence import GIVEN
from core.domain.study import Candidate, Columns, Question, Study

SAMPLE_SEED = 1
QUICK_TO_TUNE = 4
UNIT_MARGINS = {"error": 2.0, "cost": 2.0, "auc": 0.01, "relative": 5.0}
CROSS_CHECKS = {"error": "auc", "cost": "auc", "auc": "error", "mae": "rmse", "rmse": "mae", "relative": "mae"}
ASSUMED = (
    "candidates",
    "question.cost_ratio",
    "question.cross_check",
    "question.good_enough",
    "question.kind",
    "question.margin",
    "question.measure",
    "question.tie_break",
    "reference",
    "scheme.folds",
    "scheme.grouped",
    "scheme.kind",
    "scheme.repeats",
    "scheme.stratified",
    "seed",
    "tuning.kind",
    "vault",
)
"""The fields a person can confirm or change; named in `Study.assumed` until they do."""


_VAULT_ON = Reason(
    "With so many rows a third makes a firm last test, and the rest is enough to study.", "Reich & Barai 1999, 2.2.2"
)
_VAULT_OFF = Reason(
    f"Below {WORTH_IT:,} rows the study needs all of them more than a last test does.", "Reich & Barai 1999, 2.2.2"
)


@dataclass(frozen=True, slots=True)
class FirstStudy:
    """`reasons` by dotted field ("question.margin", "scheme.folds", "candidates", "reference")."""

    study: Study
    reasons: Mapping[str, Reason]


def first_study(title: str, source: str, columns: Columns, data: Dataset, seed: int, vault: bool = False) -> FirstStudy:
    """`data` are the rows to study; `vault` says that others of the table were worth setting aside."""
    question = suggest_question(data)
    line = suggest_candidates(data)
    scheme = suggest_scheme(data, question.value)
    tuning = suggest_tuning(data, scheme.value)
    parts = (("question", question.reasons), ("scheme", scheme.reasons), ("tuning", tuning.reasons))
    reasons = {f"{part}.{name}": reason for part, found in parts for name, reason in found.items()} | dict(line.reasons)
    reasons["vault"] = _VAULT_ON if vault else _VAULT_OFF
    study = Study(
        title=title,
        source=source,
        columns=columns,
        question=_without_single_margin(question.value),
        candidates=tuple(tuned(candidate) for candidate in line.value.candidates),
        reference=line.value.reference,
        scheme=scheme.value,
        tuning=tuning.value,
        seed=seed,
        vault=vault,
        assumed=ASSUMED,
    )
    return FirstStudy(study, reasons)


def _without_single_margin(question: Question) -> Question:
    """Margins by output only where there are several outputs."""
    return replace(question, margins=question.margins if len(question.margins) > 1 else {})


def with_measure(question: Question, measure: str, data: Dataset) -> Question:
    """The question with another main measure: margin and cross-check follow, because their unit changes."""
    suggested = _without_single_margin(suggest_question(data).value)
    margin, margins = suggested.margin, suggested.margins
    if measure in UNIT_MARGINS:
        margin, margins = UNIT_MARGINS[measure], {}
    cross_check = CROSS_CHECKS.get(measure) if len(data.classes) in (0, 2) else None
    return replace(question, measure=measure, margin=margin, margins=margins, cross_check=cross_check)


def measures_for(data: Dataset) -> tuple[str, ...]:
    """The measures that can decide a study of this data; percentages only where no true value is zero."""
    if data.task is Task.CLASSES:
        return ("error", "cost", "auc") if len(data.classes) == 2 else ("error",)
    return ("mae", "rmse", "relative") if np.all(data.targets != 0) else ("mae", "rmse")


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
        reference=sample.reference,
        scheme=replace(first.study.scheme, folds=sample.folds, max_repeats=first.study.scheme.repeats),
        row_meaning=sample.row_meaning,
        use=sample.use,
        answers={**sample.answers, "RES": "run", "unseen": "yes", "alone": "yes"},
    )
    return FirstStudy(study, first.reasons)
