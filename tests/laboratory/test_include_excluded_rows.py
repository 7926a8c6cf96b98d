"""Rows left out by a rule: the verdict with and without them, and in the report."""

import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.application.report_input import subject_of
from core.application.run_study import run_study
from core.data.prepare import prepare_dataset
from core.data.read import read_table
from core.domain.dataset import Dataset
from core.domain.events import Ended
from core.domain.evidence import Run
from core.domain.study import Candidate, Columns, Study
from core.laboratory.demo_runner import DemoRunner, run_to_end
from core.laboratory.include_excluded_rows import (
    EXHIBIT,
    describe_both,
    judge_with_excluded_rows,
    name_choices,
    read_all_rows,
)
from core.laboratory.stored_results import save_result
from core.report.sections.sensitivity import sensitivity
from core.store.study_file import StudyFile
from core.support.errors import DataError
from tests.gui.finished import INLINE, parts_study

RULE = ("rows 1-20", "sensor was loose")


def _written(folder: Path) -> Path:
    """Ninety parts; in the first twenty the answer has nothing to do with the force."""
    random = np.random.default_rng(5)
    truth = np.arange(90) % 2
    force = np.where(np.arange(90) < 20, random.normal(size=90), truth + random.normal(0, 0.4, 90))
    lines = [
        f"{one:.4f},{random.normal():.4f},{'yes' if is_good else 'no'}"
        for one, is_good in zip(force, truth, strict=True)
    ]
    path = folder / "parts.csv"
    path.write_text("force,noise,quality\n" + "\n".join(lines) + "\n")
    return path


def _study(path: Path) -> tuple[Study, Dataset]:
    columns = Columns(target=("quality",), excluded=(RULE,))
    pair = tuple(Candidate(key, key) for key in ("lda", "knn"))
    study = replace(parts_study(1), source=str(path), columns=columns, candidates=pair)
    return study, prepare_dataset(read_table(path), columns)


def _run(study: Study, data: Dataset) -> Run:
    *_, last = run_study(study, data, threading.Event(), threading.Event(), INLINE, None)
    assert isinstance(last, Ended)
    return last.run


def finished_file(folder: Path) -> StudyFile:
    study, data = _study(_written(folder))
    file = StudyFile.create(folder / "parts.evenfold", study, data)
    file.lock(study)
    *_, last = run_study(study, data, threading.Event(), threading.Event(), INLINE, file)
    assert isinstance(last, Ended)
    return file


def test_that_both_verdicts_are_found_on_the_rows_they_are_about(tmp_path: Path) -> None:
    study, data = _study(_written(tmp_path))
    run = _run(study, data)
    found = run_to_end(judge_with_excluded_rows(DemoRunner(INLINE), study, data, run, study.candidate("knn"), 0))
    assert found is not None
    without, within = found.variants
    assert without.label == "70 rows, as locked"
    assert within.label == "90 rows, none left out by a rule"
    alone = replace(study, columns=replace(study.columns, excluded=()))
    whole = prepare_dataset(read_table(Path(study.source)), alone.columns)
    again = run_to_end(
        judge_with_excluded_rows(DemoRunner(INLINE), alone, whole, _run(alone, whole), study.candidate("knn"), 0)
    )
    assert again is not None
    assert again.variants[0].difference == pytest.approx(within.difference)
    assert describe_both(found).startswith("With them in (90 rows")


def test_that_a_file_that_changed_is_refused_in_words(tmp_path: Path) -> None:
    path = _written(tmp_path)
    study, data = _study(path)
    path.write_text(path.read_text().replace("yes", "maybe"))
    with pytest.raises(DataError, match="does not hold the rows of this study"):
        read_all_rows(study, data)
    path.unlink()
    with pytest.raises(DataError, match="no file"):
        read_all_rows(study, data)


def test_that_the_report_prints_both_once_they_are_known(tmp_path: Path) -> None:
    file = finished_file(tmp_path)
    before = " ".join(map(str, sensitivity(subject_of(file))))
    assert "not computed, as it needs a new run" in before
    subject = subject_of(file)
    shown = file.study.candidate(subject.leading_first(subject.deciding())[0].first)
    found = run_to_end(judge_with_excluded_rows(DemoRunner(INLINE), file.study, file.data, subject.run, shown, 0))
    save_result(file, EXHIBIT, name_choices(shown.key, "quality"), found)
    after = " ".join(map(str, sensitivity(subject_of(file))))
    assert "90 rows, none left out by a rule" in after
    assert "not computed, as it needs a new run" not in after
    file.close()
