"""Repeats as Bradford & Brodley look at them, and the ones that are added."""

import threading
from dataclasses import replace
from functools import lru_cache

import pytest

from core.application.run_study import run_study
from core.domain.events import Ended
from core.domain.evidence import MAIN, Run
from core.domain.study import SchemeChoice, SchemeKind
from core.laboratory.demo_runner import Progress, run_to_end
from core.laboratory.partition_results import (
    Conclusions,
    Partitions,
    can_add_repeats,
    judge_partitions,
    run_more_repeats,
)
from core.support.errors import StudyError
from tests.laboratory.inline import INLINE, shop, study_of
from tests.schemes.datasets import classes

DATA = classes(80)
STUDY = study_of(DATA, "majority", "lda", "naive-bayes")


@lru_cache(maxsize=1)
def run() -> Run:
    *_, last = run_study(STUDY, DATA, threading.Event(), threading.Event(), INLINE, None)
    assert isinstance(last, Ended)
    return last.run


def found_of(candidate: str = "lda") -> Partitions:
    return judge_partitions(STUDY, DATA, run(), candidate, 0)


def test_that_all_conclusions_add_up_to_the_shuffles() -> None:
    found = found_of()
    folds, halves = found.table_row(5)
    assert folds.first + folds.unclear + folds.second == found.repeats == 3
    assert halves.first + halves.unclear + halves.second == 1
    assert (folds.is_average, halves.is_average) == (True, False)
    assert folds.result == "first"
    assert folds.cells()[0].startswith("[")


def test_that_brackets_mark_the_conclusion_of_the_average() -> None:
    assert Conclusions("t", 4, 51, 0, "unclear", True).cells() == ("4", "[51]", "0")
    assert Conclusions("t", 4, 51, 0, "", True).cells() == ("4", "51", "0")


def test_that_halves_are_five_pairs_with_both_tests() -> None:
    found = found_of()
    assert len(found.halves) == 5
    assert found.five_by_two_f.p is not None
    assert "Of 10 halves" in found.halves_sentence("LDA", "the majority rule")


def test_that_the_counter_example_stands_beside_the_average() -> None:
    found = found_of("naive-bayes")
    assert [len(row) for row in found.counter_rows()] == [4, 4, 4]
    assert "separate experiments" in found.counter_sentence()
    assert found.fisher.p is not None
    assert found.averaged.p is not None
    assert found.fisher.p < found.averaged.p


def test_that_only_the_missing_shuffles_are_trained() -> None:
    seen: list[Progress] = []
    more = run_to_end(run_more_repeats(shop(), STUDY, DATA, "lda", 6, run().outcomes), seen.append)
    assert more is not None
    assert seen[0].total == len(more) == 3 * 5 * 2
    assert {outcome.job.repeat for outcome in more} == {3, 4, 5}
    found = judge_partitions(STUDY, DATA, run(), "lda", 0, more)
    assert found.repeats == 6
    assert found.ranks is not None
    again = run_to_end(run_more_repeats(shop(), STUDY, DATA, "lda", 8, (*run().outcomes, *more)))
    assert again is not None
    assert {outcome.job.repeat for outcome in again} == {6, 7}


def test_that_added_shuffles_are_those_a_longer_study_has() -> None:
    longer = replace(STUDY, scheme=replace(STUDY.scheme, repeats=4, max_repeats=4))
    *_, last = run_study(longer, DATA, threading.Event(), threading.Event(), INLINE, None)
    assert isinstance(last, Ended)
    more = run_to_end(run_more_repeats(shop(), STUDY, DATA, "lda", 4, run().outcomes))
    assert more is not None
    theirs = {o.job: o.predicted for o in last.run.outcomes if o.job.part == MAIN}
    for outcome in more:
        expected = theirs[outcome.job]
        assert outcome.predicted is not None
        assert expected is not None
        assert (outcome.predicted == expected).all()


def test_that_enough_is_never_more_than_there_are() -> None:
    for candidate in ("lda", "naive-bayes"):
        found = found_of(candidate)
        assert found.enough_after is None or 1 <= found.enough_after <= found.repeats
        assert 0.0 <= found.sufficiency <= 1.0


def test_that_nothing_missing_and_no_folds_are_told() -> None:
    with pytest.raises(StudyError, match="no more than 3"):
        run_to_end(run_more_repeats(shop(), STUDY, DATA, "lda", 3, run().outcomes))
    held = replace(STUDY, scheme=SchemeChoice(SchemeKind.HOLDOUT))
    assert not can_add_repeats(held)
    with pytest.raises(StudyError, match="Only cross-validation"):
        run_to_end(run_more_repeats(shop(), held, DATA, "lda", 9, ()))
