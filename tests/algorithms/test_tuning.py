"""Tuning that cannot cheat: copies and relatives of a row never sit on both sides of T1 and T2."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Dataset, Kind, Task
from core.domain.evidence import FitResult
from core.domain.study import Candidate, Columns, Question, SchemeChoice, SchemeKind, Study, Tuning, TuningKind
from core.engine.fit_context import make_fit_context
from core.engine.plan import list_fit_jobs
from core.engine.training import run_fit

MACHINES, PER_MACHINE = 30, 6
FEW_OR_MANY = Candidate("knn", "knn", {}, {"neighbours": (1, 25)})
BOTH = [Tuning(), Tuning(TuningKind.KFOLD)]


def machines() -> Dataset:
    """Machines whose rows resemble each other; their state is a coin toss, so only memory of a machine helps."""
    rng = np.random.default_rng(2)
    member = np.repeat(np.arange(MACHINES), PER_MACHINE)
    places, states = rng.normal(0, 10, (MACHINES, 3)), rng.permutation(np.arange(MACHINES) % 2)
    return Dataset(
        name="machines",
        task=Task.CLASSES,
        inputs=places[member] + rng.normal(0, 0.1, (len(member), 3)),
        kinds=(Kind.NUMBER,) * 3,
        features=("a", "b", "c"),
        levels=((),) * 3,
        targets=states[member].astype(np.float64)[:, None],
        outputs=("state",),
        classes=("fine", "faulty"),
        groups=member,
        group_name="machine",
    )


def study_of(*candidates: Candidate, scheme: SchemeChoice, tuning: Tuning) -> Study:
    return Study("", "", Columns(), Question(), candidates, candidates[0].key, scheme, tuning)


def first_outcomes(study: Study, data: Dataset, count: int = 5) -> Sequence[FitResult]:
    """Outcomes of the first candidate on the first splits."""
    mine = (one for one in list_fit_jobs(study, data, frozenset()) if one.job.candidate == study.baseline)
    found = [run_fit(training, make_fit_context(study, data)) for training, _ in zip(mine, range(count), strict=False)]
    assert all(one.ok for one in found)
    return found


def chosen(found: Sequence[FitResult]) -> set[object]:
    return {one.settings["neighbours"] for one in found}


@pytest.mark.parametrize("tuning", BOTH, ids=["holdout", "folds"])
def test_that_relatives_on_both_sides_would_make_the_memoriser_look_perfect(tuning: Tuning) -> None:
    study = study_of(FEW_OR_MANY, scheme=SchemeChoice(folds=5, grouped=False), tuning=tuning)
    found = first_outcomes(study, machines())
    assert chosen(found) == {1}
    assert all(one.tuning[0] < 0.05 for one in found)


@pytest.mark.parametrize("tuning", BOTH, ids=["holdout", "folds"])
def test_that_groups_kept_whole_show_that_there_is_nothing_to_remember(tuning: Tuning) -> None:
    study = study_of(FEW_OR_MANY, scheme=SchemeChoice(folds=5), tuning=tuning)
    found = first_outcomes(study, machines())
    assert np.mean([one.tuning[0] for one in found]) == pytest.approx(0.5, abs=0.15)


@pytest.mark.parametrize("tuning", BOTH, ids=["holdout", "folds"])
def test_that_rows_drawn_twice_do_not_favor_the_memoriser(tuning: Tuning) -> None:
    """Noise under the bootstrap: copies of a row on both sides would give 1-NN an error near 0.37 of chance."""
    rng = np.random.default_rng(3)
    labels = rng.integers(0, 2, (800, 1)).astype(np.float64)
    data = replace(machines(), inputs=rng.normal(size=(800, 3)), targets=labels, groups=None)
    scheme = SchemeChoice(SchemeKind.BOOTSTRAP, samples=6)
    found = first_outcomes(study_of(FEW_OR_MANY, scheme=scheme, tuning=tuning), data)
    assert np.mean([one.tuning[0] for one in found]) == pytest.approx(0.5, abs=0.1)


def in_time() -> Dataset:
    """A slow drift: rows near in time resemble each other, the future resembles nothing."""
    data = machines()
    order = np.arange(data.size, dtype=np.float64)
    return replace(data, order=order, groups=None, inputs=np.column_stack([order, -order, 2 * order]))


@pytest.mark.parametrize("tuning", BOTH, ids=["holdout", "folds"])
def test_that_the_past_alone_chooses_for_the_future(tuning: Tuning) -> None:
    study = study_of(FEW_OR_MANY, scheme=SchemeChoice(SchemeKind.TIME, folds=4), tuning=tuning)
    found = first_outcomes(study, in_time(), 4)
    assert max(one.tuning[0] for one in found) > 0.3
    random = study_of(FEW_OR_MANY, scheme=SchemeChoice(folds=4), tuning=tuning)
    assert max(one.tuning[0] for one in first_outcomes(random, in_time(), 4)) < 0.3


def test_that_every_candidate_is_tuned_on_the_same_division() -> None:
    """Two entries of the same algorithm see the same T1 and T2, so their tuning values are equal."""
    other = replace(FEW_OR_MANY, key="again")
    study = study_of(FEW_OR_MANY, other, scheme=SchemeChoice(folds=5), tuning=Tuning())
    data = machines()
    pair = [
        run_fit(training, make_fit_context(study, data))
        for training, _ in zip(list_fit_jobs(study, data, frozenset()), range(2), strict=False)
    ]
    assert {one.job.candidate for one in pair} == {"knn", "again"}
    assert pair[0].tuning == pair[1].tuning


def test_that_no_tuning_leaves_the_settings_of_the_person() -> None:
    entered = Candidate("knn", "knn", {"neighbours": 4}, {"neighbours": (1, 25)})
    off = study_of(entered, scheme=SchemeChoice(folds=5), tuning=Tuning(TuningKind.NONE))
    found = first_outcomes(off, machines(), 2)
    assert chosen(found) == {4}
    assert [one.tried for one in found] == [0, 0]
