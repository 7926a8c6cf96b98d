"""Whether the memory is enough is said in words before the work, and not said where all is well."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.algorithms.memory_forecast import LIBRARIES, forecast_training_bytes
from core.domain.dataset import Dataset, Kind
from core.domain.evidence import MAIN, Ending, FitResult, Job
from core.domain.study import Candidate
from core.engine import memory_shortage
from core.engine.memory_shortage import (
    drop_memory_failures,
    forecast_shortage,
    format_size,
    make_memory_error,
    read_free_memory,
)
from tests.engine.studies import simple, study_of
from tests.schemes.datasets import classes, numbers

GB = 2.0**30


def large(data: Dataset, rows: int, columns: int) -> Dataset:
    """Rows that take no memory, because they are all the same one."""
    return replace(
        data,
        inputs=np.broadcast_to(np.zeros(columns), (rows, columns)),
        targets=np.broadcast_to(data.targets[:1], (rows, data.targets.shape[1])),
        kinds=(Kind.NUMBER,) * columns,
        levels=((),) * columns,
        features=tuple(f"x{column}" for column in range(columns)),
    )


LARGE = large(classes(), 500_000, 50)


def test_that_a_small_study_needs_no_word() -> None:
    assert forecast_shortage(study_of(simple("forest"), simple("mlp")), classes(), 64, 8 * GB) is None


def test_that_one_training_needs_a_little_more_than_its_rows() -> None:
    copy = 500_000 * 50 * 8
    assert copy < forecast_training_bytes(simple("logistic"), LARGE) - LIBRARIES < 2.5 * copy
    assert forecast_training_bytes(simple("majority"), LARGE) == LIBRARIES


def test_that_the_hungriest_is_named_with_how_many_workers_fit() -> None:
    study = study_of(simple("logistic"), simple("forest", trees=16))
    found = forecast_shortage(study, LARGE, 4, 1.5 * GB)
    assert found is not None
    assert found.title == "Random forest"
    assert found.fitting_workers == 2
    assert found.describe() == (
        "Random forest needs about 687 MB of memory for each training; 4 at the same time need 2.7 GB, "
        "and 1.5 GB are free here. Set the workers to 2, or close other programs."
    )
    assert forecast_shortage(study, LARGE, found.fitting_workers, 1.5 * GB) is None


def test_that_too_little_even_for_one_is_said() -> None:
    found = forecast_shortage(study_of(simple("forest")), LARGE, 2, 0.5 * GB)
    assert found is not None
    assert "only 512 MB are free here. Leave it out" in found.describe()


def test_that_a_forest_with_larger_leaves_needs_less() -> None:
    fine, coarse = (
        forecast_training_bytes(simple("forest"), LARGE),
        forecast_training_bytes(simple("forest", leaf=20), LARGE),
    )
    assert fine > 2 * GB > coarse
    assert forecast_training_bytes(Candidate("forest", "forest", {}, {"leaf": (20, 1)}), LARGE) == fine
    assert forecast_training_bytes(simple("forest"), large(numbers(), 500_000, 50)) > fine


def test_that_spread_names_are_counted() -> None:
    named = replace(LARGE, kinds=(Kind.NAMES, *LARGE.kinds[1:]), levels=(tuple("abcdefghij"), *LARGE.levels[1:]))
    assert forecast_training_bytes(simple("lda"), named) > 1.1 * forecast_training_bytes(simple("lda"), LARGE)


def test_that_what_is_not_known_is_not_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert (read_free_memory() or 0) > 0
    monkeypatch.setattr(memory_shortage, "FREE_MEMORY", tmp_path / "none")
    assert (read_free_memory() or 0) > 0  # all there is
    monkeypatch.setattr(memory_shortage, "_all_memory", lambda: None)
    assert read_free_memory() is None
    assert forecast_shortage(study_of(simple("mlp")), LARGE, 2) is None


def test_that_sizes_are_words() -> None:
    assert [format_size(size) for size in (300 * 2**20, 3.14 * GB)] == ["300 MB", "3.1 GB"]


@pytest.mark.parametrize(
    ("ending", "message", "at_once", "counts"),
    [
        (Ending.OK, "", 4, True),
        (Ending.MEMORY, "Not enough memory for this training.", 4, False),
        (Ending.MEMORY, "Not enough memory for this training.", 1, True),
        (Ending.KILLED, "The worker process ended: signal SIGKILL.", 2, False),
        (Ending.CRASHED, "The worker process ended: signal SIGSEGV.", 2, True),
        (Ending.FAILED, "singular matrix", 2, True),
    ],
)
def test_that_want_of_memory_counts_only_for_a_training_that_runs_alone(
    ending: Ending, message: str, at_once: int, counts: bool
) -> None:
    outcome = FitResult(Job(MAIN, 0, 0, "knn"), np.arange(3), None, ending=ending, message=message)
    assert bool(drop_memory_failures((outcome,), at_once)) is counts


def test_that_want_of_memory_names_the_model_and_the_way_on() -> None:
    study = study_of(simple("knn"))
    outcome = FitResult(Job(MAIN, 0, 0, "knn"), np.arange(3), None, ending=Ending.MEMORY)
    error = make_memory_error(study, (outcome,), 6)
    assert "earest neighbors while 6 trainings" in error.message
    assert "Go on with 3 at the same time" in error.hint
