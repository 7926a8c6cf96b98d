"""The study a data set starts with: every suggestion put together, all of it assumed until the person says so."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.algorithms import algorithm
from core.domain.dataset import Dataset
from core.domain.study import Candidate, Columns, Study
from core.judge.suggest import (
    Reason,
    suggest_candidates,
    suggest_question,
    suggest_scheme,
    suggest_tuning,
)


@dataclass(frozen=True, slots=True)
class FirstStudy:
    """`reasons` by dotted field ("question.margin", "scheme.folds", "candidates", "reference")."""

    study: Study
    reasons: Mapping[str, Reason]


def first_study(title: str, source: str, columns: Columns, data: Dataset, seed: int) -> FirstStudy:
    question = suggest_question(data)
    line = suggest_candidates(data)
    scheme = suggest_scheme(data, question.value)
    tuning = suggest_tuning(data, scheme.value)
    parts = (("question", question.reasons), ("scheme", scheme.reasons), ("tuning", tuning.reasons))
    reasons = {f"{part}.{name}": reason for part, found in parts for name, reason in found.items()} | dict(line.reasons)
    study = Study(
        title=title,
        source=source,
        columns=columns,
        question=question.value,
        candidates=tuple(tuned(candidate) for candidate in line.value.candidates),
        reference=line.value.reference,
        scheme=scheme.value,
        tuning=tuning.value,
        seed=seed,
        assumed=ASSUMED,
    )
    return FirstStudy(study, reasons)


def tuned(candidate: Candidate) -> Candidate:
    """The candidate with the standard grid of its algorithm, tried inside each training set."""
    return replace(candidate, settings={}, grid=algorithm(candidate.algorithm).grid)


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
)
"""The fields a person can confirm or change; named in `Study.assumed` until they do."""
