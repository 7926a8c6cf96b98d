"""From a study to its jobs: parts, order, counts, and what is done already."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.evidence import HALVES, MAIN, TRIVIAL, Job
from core.domain.study import Candidate, SchemeChoice, SchemeKind
from core.engine.plan import count_jobs, count_jobs_by_group, list_fit_jobs, list_jobs, order_fit_jobs
from tests.engine.studies import simple, study_of
from tests.schemes.datasets import classes, uneven_groups

FOLDS = SchemeChoice(folds=3, repeats=2)
STUDY = study_of(simple("knn"), simple("majority"), scheme=FOLDS)


def parts_of(found: list[Job]) -> set[str]:
    return {job.part for job in found}


def test_that_jobs_come_by_part_repeat_fold_and_candidate() -> None:
    found = list(list_jobs(STUDY, classes()))
    expected = [Job(MAIN, r, f, c) for r in range(2) for f in range(3) for c in ("knn", "majority", TRIVIAL)]
    halves = [Job(HALVES, r, f, c) for r in range(5) for f in range(2) for c in ("knn", "majority", TRIVIAL)]
    assert found == expected + halves
    assert count_jobs(STUDY, classes()) == len(found)


def test_that_all_candidates_share_their_splits() -> None:
    rows: dict[tuple[str, int, int], set[bytes]] = {}
    for training in list_fit_jobs(STUDY, classes(), frozenset()):
        place = (training.job.part, training.job.repeat, training.job.fold)
        rows.setdefault(place, set()).add(training.train.tobytes() + training.test.tobytes())
    assert all(len(found) == 1 for found in rows.values())


def test_that_adding_a_candidate_keeps_the_splits_of_the_others() -> None:
    more = replace(STUDY, candidates=(*STUDY.candidates, simple("c45")))
    mine = {t.job: t.test.tobytes() for t in list_fit_jobs(STUDY, classes(), frozenset())}
    theirs = {t.job: t.test.tobytes() for t in list_fit_jobs(more, classes(), frozenset())}
    assert mine.items() <= theirs.items()


def test_that_jobs_that_are_done_are_skipped() -> None:
    everything = list(list_jobs(STUDY, classes()))
    left = [training.job for training in list_fit_jobs(STUDY, classes(), set(everything[::2]))]
    assert left == everything[1::2]


def test_that_every_part_begins_before_any_goes_on() -> None:
    handed = [training.job for training in order_fit_jobs(STUDY, classes(), frozenset())]
    begun = [*list_jobs(STUDY, classes())]
    assert handed[:6] == begun[:3] + begun[18:21]
    assert {(job.part, job.candidate) for job in handed[:6]} == set(count_jobs_by_group(STUDY, classes()))
    assert sorted(handed) == sorted(begun)


def test_that_the_plan_is_lazy() -> None:
    endless = replace(STUDY, scheme=replace(FOLDS, repeats=10**9))
    assert next(list_jobs(endless, classes(200))) == Job(MAIN, 0, 0, "knn")
    assert count_jobs_by_group(endless, classes(200))[MAIN, "knn"] == 3 * 10**9


def test_that_extra_schemes_are_parts_of_their_own() -> None:
    extra = replace(STUDY, extra=(SchemeKind.RESUBSTITUTION, SchemeKind.LEAVE_ONE_OUT))
    found = count_jobs_by_group(extra, classes(40))
    assert found["extra:resubstitution", "knn"] == 1
    assert found["extra:leave-one-out", "majority"] == 40
    assert found["extra:leave-one-out", TRIVIAL] == 40


@pytest.mark.parametrize(
    ("study", "data"),
    [
        (replace(STUDY, scheme=SchemeChoice(SchemeKind.HOLDOUT)), classes()),
        (replace(STUDY, scheme=SchemeChoice(SchemeKind.TIME, folds=3)), classes(order=np.arange(60.0))),
        (STUDY, classes(order=np.arange(60.0))),
        (STUDY, classes(groups=uneven_groups(60, 9))),
        (replace(STUDY, scheme=replace(FOLDS, folds=60)), classes()),
        (study_of(Candidate("old", "given", {"column": "m"}), scheme=FOLDS), classes()),
    ],
    ids=["holdout", "time", "time column", "few groups", "leave one out", "given"],
)
def test_that_there_are_no_halves_where_they_would_tell_nothing(study: object, data: object) -> None:
    assert HALVES not in parts_of(list(list_jobs(study, data)))  # type: ignore[arg-type]


def test_that_ten_groups_are_enough_for_halves() -> None:
    assert HALVES in parts_of(list(list_jobs(STUDY, classes(groups=uneven_groups(60, 10)))))
    free = replace(STUDY, scheme=replace(FOLDS, grouped=False))
    assert HALVES in parts_of(list(list_jobs(free, classes(groups=uneven_groups(60, 9)))))
