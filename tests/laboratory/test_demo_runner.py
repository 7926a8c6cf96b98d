"""Trainings of exhibits: all of them, in order, with progress, and nothing when stopped."""

import numpy as np
import pytest

from core.domain.evidence import Split
from core.laboratory.demo_runner import (
    Progress,
    Working,
    make_job,
    make_jobs,
    offset_progress,
    run_to_end,
    select_rows,
    split_jobs,
    to_dataset_rows,
    train_all,
    train_in_pieces,
)
from core.schemes import make_splits
from tests.laboratory.inline import shop, study_of
from tests.schemes.datasets import classes, uneven_groups

DATA = classes(60)
STUDY = study_of(DATA, "majority", "lda")


def test_that_outcomes_come_in_the_order_they_were_asked_for() -> None:
    wanted = make_jobs(STUDY, "part", STUDY.candidates, make_splits(DATA, STUDY.scheme, 1))
    seen: list[Progress] = []
    found = run_to_end(train_all(shop(), STUDY, DATA, wanted), seen.append)
    assert found is not None
    assert [outcome.job for outcome in found] == [training.job for training in wanted]
    assert len(wanted) == 2 * 5 * 3
    assert seen[0] == Progress(0, 30)
    assert (seen[-1].done, seen[-1].total) == (30, 30)
    assert [progress.done for progress in seen] == sorted(progress.done for progress in seen)


def test_that_a_stopped_workshop_gives_nothing() -> None:
    stopped = shop()
    stopped.stop.set()
    wanted = make_jobs(STUDY, "part", STUDY.candidates, make_splits(DATA, STUDY.scheme, 1))
    assert run_to_end(train_all(stopped, STUDY, DATA, wanted)) is None


def test_that_rows_outside_any_scheme_can_be_trained_on() -> None:
    rows = np.array([0, 1, 2, 3, 3, 3])
    wanted = [make_job(STUDY, "own", STUDY.candidates[0], Split(7, 9, rows, np.arange(60)))]
    found = run_to_end(train_all(shop(), STUDY, DATA, wanted))
    assert found is not None
    assert found[0].predicted is not None
    assert found[0].predicted.shape == (60, 1)
    assert found[0].train_size == 6


def _steps(number: int) -> Working[str]:
    for place in range(number):
        yield Progress(place + 1, number, 1.0)
    return "done"


def test_that_progress_of_a_piece_is_progress_of_all() -> None:
    seen: list[Progress] = []
    assert run_to_end(offset_progress(_steps(2), 5, 10), seen.append) == "done"
    assert seen == [Progress(6, 10), Progress(7, 10)]
    whole: list[Progress] = []
    run_to_end(offset_progress(_steps(2), 0, 2), whole.append)
    assert whole[-1].seconds_left == 1.0


def test_that_some_rows_keep_everything_that_belongs_to_them() -> None:
    data = classes(40, groups=uneven_groups(40, 8), order=np.arange(40.0))
    rows = np.array([3, 5, 8])
    part = select_rows(data, rows)
    assert part.size == 3
    np.testing.assert_array_equal(part.inputs, data.inputs[rows])
    assert part.groups is not None
    assert data.groups is not None
    np.testing.assert_array_equal(part.groups, data.groups[rows])
    np.testing.assert_array_equal(part.rows, rows)
    assert part.classes == data.classes


def test_that_a_split_of_some_rows_names_rows_of_all() -> None:
    rows = np.array([10, 20, 30])
    split = to_dataset_rows(Split(1, 2, np.array([0, 2]), np.array([1])), rows)
    assert (split.repeat, split.fold) == (1, 2)
    assert split.train.tolist() == [10, 30]
    assert split.test.tolist() == [20]


def test_that_very_many_trainings_come_in_pieces_with_the_same_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = make_jobs(STUDY, "part", STUDY.candidates, make_splits(DATA, STUDY.scheme, 1))
    assert [len(piece) for piece in split_jobs(wanted, most=60 * 7)] == [7, 7, 7, 7, 2]
    monkeypatch.setattr(split_jobs, "__defaults__", (60 * 7,))
    seen: list[Progress] = []
    found = run_to_end(train_in_pieces(shop(), STUDY, DATA, iter(wanted), len(wanted)), seen.append)
    assert found is not None
    assert [outcome.job for outcome in found] == [training.job for training in wanted]
    assert (seen[-1].done, seen[-1].total) == (30, 30)


def test_that_the_work_tells_what_went_wrong() -> None:
    def failing() -> Working[str]:
        yield Progress(0, 1)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        run_to_end(failing())
