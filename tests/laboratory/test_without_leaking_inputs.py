"""Inputs that may contain the answer: how both models do without them, and in the report."""

import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.application.report_input import subject_of
from core.application.run_study import run_study
from core.data.drop_inputs import drop_inputs
from core.data.prepare import prepare_dataset
from core.domain.conclusion import Answer
from core.domain.dataset import Column, Dataset, Kind, Table
from core.domain.events import Ended
from core.domain.evidence import Run
from core.domain.study import Candidate, Columns, Reply, Study
from core.judge.conclude import conclude_study
from core.laboratory.demo_runner import DemoRunner, run_to_end
from core.laboratory.include_excluded_rows import EXHIBIT, load_stored, name_choices
from core.laboratory.stored_results import save_result
from core.laboratory.without_leaking_inputs import KEY, can_leave_out_leaks, judge_without_leaks
from core.report.sections.sensitivity import sensitivity
from core.store.study_file import StudyFile
from core.support.errors import DataError
from tests.gui.finished import ANSWERED, INLINE, outputs_data, outputs_study, parts_study

BAD_CODES = (2, 4)


def leaking_data() -> Dataset:
    """The code of the repair tells the answer, but not to a model that adds inputs up."""
    random = np.random.default_rng(3)
    code = random.integers(1, 6, 90)
    bad = np.isin(code, BAD_CODES).astype(np.int32)
    columns = (
        Column("force", Kind.NUMBER, bad + random.normal(0, 0.7, 90)),
        Column("repair_code", Kind.NUMBER, code.astype(np.float64)),
        Column("quality", Kind.YES_NO, bad, ("ok", "bad")),
    )
    return prepare_dataset(Table("repairs", "here", columns), Columns(target=("quality",)))


def leaking_study(answer: str = Reply.NOT_SURE) -> Study:
    pair = tuple(Candidate(key, key) for key in ("lda", "tree"))
    return replace(parts_study(2), candidates=pair, answers={**ANSWERED, "LEAK:repair_code": answer})


def leaking_outputs() -> tuple[Study, Dataset]:
    """Two outputs that one input tells."""
    study = replace(outputs_study(), answers={**ANSWERED, "LEAK:load": Reply.NOT_SURE})
    return replace(study, question=replace(study.question, margin=0.001)), outputs_data()


def finished_leak(folder: Path, several_outputs: bool = False) -> StudyFile:
    study, data = leaking_outputs() if several_outputs else (leaking_study(), leaking_data())
    file = StudyFile.create(folder / "repairs.evenfold", study, data)
    file.lock(study)
    *_, last = run_study(study, data, threading.Event(), threading.Event(), INLINE, file)
    assert isinstance(last, Ended)
    return file


def _run(study: Study, data: Dataset) -> Run:
    *_, last = run_study(study, data, threading.Event(), threading.Event(), INLINE, None)
    assert isinstance(last, Ended)
    return last.run


def test_that_both_models_are_trained_without_it_on_the_same_rows() -> None:
    study, data = leaking_study(), leaking_data()
    run = _run(study, data)
    assert conclude_study(study, data, run).conclusion.answer is Answer.BLOCKED
    seen: list[int] = []
    shop = DemoRunner(INLINE, seen=lambda outcomes: seen.append(len(outcomes)))
    found = run_to_end(judge_without_leaks(shop, study, data, run, study.candidate("tree"), 0))
    assert found is not None
    assert sum(seen) == 20
    with_it, without_it = found.variants
    assert (with_it.label, without_it.label) == ("with repair_code, as locked", "without repair_code")
    assert [text.split(",")[0] for text in found.told] == ["With it", "Without it"]


def test_that_what_is_told_is_what_a_study_without_it_finds() -> None:
    study, data = leaking_study(), leaking_data()
    found = run_to_end(
        judge_without_leaks(DemoRunner(INLINE), study, data, _run(study, data), study.candidate("tree"), 0)
    )
    narrowed = drop_inputs(data, ("repair_code",))
    left_out = conclude_study(study, narrowed, _run(study, narrowed))
    assert found is not None
    deciding = left_out.comparisons[0].effect
    assert deciding is not None
    assert found.variants[1].difference == pytest.approx(100 * deciding)


@pytest.mark.parametrize("features", [("repair_code",), ("force", "noise")])
def test_that_nothing_is_offered_where_nothing_is_left_or_in_doubt(features: tuple[str, ...]) -> None:
    study, data = leaking_study(), replace(leaking_data(), features=features)
    assert not can_leave_out_leaks(study, data)
    with pytest.raises(DataError, match="nothing left to train with"):
        run_to_end(judge_without_leaks(DemoRunner(INLINE), study, data, Run((), True), study.candidate("tree"), 0))


def test_that_an_output_is_named_where_there_are_several() -> None:
    study, data = leaking_outputs()
    found = run_to_end(
        judge_without_leaks(DemoRunner(INLINE), study, data, _run(study, data), study.candidate("knn"), 1)
    )
    assert found is not None
    assert [sentence.partition(",")[0] for sentence in found.told] == ["With it", "Without it"]
    assert all(sentence.endswith(" for heat.") for sentence in found.told)
    assert all(" K (" in sentence for sentence in found.told)


def test_that_nothing_is_offered_once_it_is_known() -> None:
    assert can_leave_out_leaks(leaking_study(), leaking_data())
    assert not can_leave_out_leaks(leaking_study("known before"), leaking_data())


def test_that_the_report_prints_both_once_they_are_known(tmp_path: Path) -> None:
    with finished_leak(tmp_path) as file:
        before = " ".join(map(str, sensitivity(subject_of(file))))
        assert "Not computed, as it needs a new run, which counts as another comparison." in before
        tree = file.study.candidate("tree")
        found = run_to_end(
            judge_without_leaks(DemoRunner(INLINE), file.study, file.data, subject_of(file).run, tree, 0)
        )
        save_result(file, EXHIBIT, name_choices("tree", "quality", KEY), found)
        assert load_stored(file) == {}
        subject = subject_of(file)
        assert (subject.put_back, list(subject.without_leak.values())) == ({}, [found])
        after = " ".join(map(str, sensitivity(subject)))
        assert found is not None
        assert " ".join(found.told) in after
        assert "without repair_code" in after
        assert "Not computed, as it needs a new run" not in after
