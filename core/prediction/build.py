"""From a finished study to its final model: settings chosen inside all rows, then fixed."""

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from core.data.final_test_rows import join_rows, select_rows
from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN
from core.domain.findings import Estimate
from core.domain.study import Candidate, Study, Tuning, TuningKind
from core.engine.versions import read_versions
from core.prediction.record import Expected, FinalModel
from core.report.sections.limits import limits_of
from core.report.subject import ReportInput, subject_of
from core.routes.train_once import trained_once
from core.store.study_file import StudyFile
from core.support.errors import StudyError
from core.wording.final_test_text import word_final_test
from core.wording.units import expectation, sentences

PART = "final"
REMEMBERED = 50  # answers on rows of the training, to recognise the model by


def build_model(file: StudyFile, candidate: str = "") -> tuple[FinalModel, Dataset]:
    """The recommended model of a finished study, or the one that is named; with the rows it is trained on.

    The rows of a vault are among them only after it was opened.
    """
    subject = subject_of(file)
    study = subject.study
    key = candidate or subject.conclusion.use
    chosen = _chosen(study, key)
    data = join_rows(subject.data, file.opened_rows()) if file.vault_opened_at else subject.data
    made = trained_once(study, [chosen], data, remembered(data), PART)[key]
    assert made.predicted is not None
    model = FinalModel(
        name=sentences(subject.name(key)),
        study=replace(study, tuning=Tuning(TuningKind.NONE)),
        candidate=Candidate(key, chosen.algorithm, dict(made.settings)),
        plan_hash=subject.plan_hash,
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        rows=data.size,
        expected=tuple(_expected(subject, key, output) for output in data.outputs),
        limits=tuple(limits_of(subject)),
        vault=word_final_test(study, subject.data, subject.vault) if subject.vault else (),
        versions=read_versions(),
        answers=tuple(tuple(float(value) for value in row) for row in made.predicted),
    )
    return model, data


def remembered(data: Dataset) -> Dataset:
    """The rows a model is recognised by."""
    return select_rows(data, np.arange(min(REMEMBERED, data.size)))


def _chosen(study: Study, key: str) -> Candidate:
    known = {one.key: one for one in study.candidates}
    if key not in known:
        raise StudyError(f"There is no candidate “{key}” in this study.", hint=f"Its candidates: {', '.join(known)}.")
    if known[key].algorithm == GIVEN:
        raise StudyError(
            f"“{key}” is a column of predictions made elsewhere; there is no model behind it to keep.",
            hint="Choose a candidate that was trained here.",
        )
    return known[key]


def _expected(subject: ReportInput, key: str, output: str) -> Expected:
    measure = subject.study.question.measure
    found: Estimate | None = subject.estimate(key, measure, output)
    if found is None:
        return Expected(output, measure, mean=None, low=None, high=None, text="")
    interval, text = found.interval, expectation(found, subject.unit(measure, output))
    return Expected(
        output=output,
        measure=measure,
        mean=found.mean,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        text=f"{output}: {text}" if text and subject.has_outputs else text,
    )
