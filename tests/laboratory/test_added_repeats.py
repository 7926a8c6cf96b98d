"""Repeats that were added while exploring are there again, whole ones only, and never twice."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest

from core.domain.evidence import FitResult, Run
from core.laboratory.added_repeats import AddedRepeats
from core.laboratory.demo_runner import run_to_end
from core.laboratory.partition_results import judge_partitions, run_more_repeats
from core.store.study_file import StudyFile
from core.support.errors import StoreError
from tests.engine.studies import signature
from tests.laboratory.inline import shop
from tests.laboratory.test_partition_results import DATA, STUDY, run

PAIR = ("majority", "lda")


@lru_cache(maxsize=1)
def more() -> tuple[FitResult, ...]:
    """Two repeats of five folds and two models."""
    found = run_to_end(run_more_repeats(shop(), STUDY, DATA, "lda", 5, run().outcomes))
    assert found is not None
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "study.evenfold"
    with StudyFile.create(made, STUDY, DATA) as file:
        file.lock(STUDY)
        file.append(run().outcomes)
    return made


def test_that_they_are_there_again_and_give_the_same_answer(path: Path) -> None:
    with StudyFile.open(path) as file:
        AddedRepeats(file).keep(more())
    with StudyFile.open(path) as file:
        found = AddedRepeats(file).whole(run(), PAIR)
        assert signature(list(found)) == signature(list(more()))
        assert judge_partitions(STUDY, DATA, run(), "lda", 0, found) == judge_partitions(
            STUDY, DATA, run(), "lda", 0, more()
        )


def test_that_a_shuffle_with_a_missing_fold_is_left_out_but_not_trained_again(path: Path) -> None:
    with StudyFile.open(path) as file:
        added = AddedRepeats(file)
        added.keep(more()[:-1])
        assert {outcome.job.repeat for outcome in added.whole(run(), PAIR)} == {3}
        rest = run_to_end(run_more_repeats(shop(), STUDY, DATA, "lda", 5, (*run().outcomes, *added.outcomes)))
    assert rest is not None
    assert [outcome.job for outcome in rest] == [more()[-1].job]


def test_that_what_is_trained_is_kept_as_it_comes() -> None:
    added = AddedRepeats(None)
    work = run_more_repeats(replace(shop(), seen=added.keep), STUDY, DATA, "lda", 5, run().outcomes)
    while not added.outcomes:
        assert next(work).total == len(more())
    work.close()
    assert 0 < len(added.outcomes) <= len(more())


def test_that_another_candidate_uses_the_reference_again() -> None:
    other = run_to_end(run_more_repeats(shop(), STUDY, DATA, "naive-bayes", 5, (*run().outcomes, *more())))
    assert other is not None
    assert {outcome.job.candidate for outcome in other} == {"naive-bayes"}


def test_that_shuffles_the_study_has_grown_to_itself_are_not_counted_twice() -> None:
    added = AddedRepeats(None)
    added.keep(more())
    grown = Run((*run().outcomes, *(one for one in more() if one.job.repeat == 3)), complete=True)
    assert {outcome.job.repeat for outcome in added.whole(grown, PAIR)} == {4}


def test_that_a_file_that_cannot_be_written_to_takes_nothing_away(path: Path) -> None:
    with StudyFile.open(path), StudyFile.open(path) as second:
        added = AddedRepeats(second)
        added.keep(more())
        assert isinstance(added.trouble, StoreError)
        assert len(added.whole(run(), PAIR)) == len(more())
