"""Settings that are tried on the same rows share what does not depend on them, without changing a bit."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from core.algorithms import ALGORITHMS
from core.domain.dataset import Dataset, Task
from core.domain.study import Candidate, SchemeChoice, Study, Tuning, TuningKind
from core.engine import tuning
from core.engine.fit_context import make_fit_context
from core.engine.plan import list_fit_jobs
from core.engine.training import run_fit
from tests.engine.odd_data import Odd, dataset, odd
from tests.engine.studies import signature, study_of
from tests.schemes.datasets import classes, numbers

FEW = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
SCHEME = SchemeChoice(folds=2, repeats=1, grouped=False)
KNN = Candidate("knn", "knn", {}, {"neighbours": (7, 1, 3), "weights": ("equal", "closer")})
RIDGE = Candidate("ridge", "ridge", {}, {"shrinkage": (100.0, 1.0, 0.01)})
ALL_WITH_GRIDS = [row.key for row in ALGORITHMS if row.grid and row.key not in ("gaussian-process", "forest", "mlp")]


def both_ways(study: Study, data: Dataset) -> tuple[str, str]:
    bench = make_fit_context(study, data)
    wanted = [training for training in list_fit_jobs(study, data, frozenset()) if training.job.candidate != "trivial"]
    shared = signature([run_fit(training, bench) for training in wanted])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tuning, "MOST_SHARED_CELLS", -1)
        return shared, signature([run_fit(training, bench) for training in wanted])


@pytest.mark.parametrize("kind", [TuningKind.HOLDOUT, TuningKind.KFOLD])
@FEW
@given(one=odd())
def test_that_neighbors_found_once_serve_all_settings(kind: TuningKind, one: Odd) -> None:
    study = replace(study_of(KNN, scheme=SCHEME), tuning=Tuning(kind, folds=3))
    shared, alone = both_ways(study, dataset(one, Task.CLASSES))
    assert shared == alone


@FEW
@given(one=odd())
def test_that_directions_found_once_serve_all_prices(one: Odd) -> None:
    shared, alone = both_ways(study_of(RIDGE, measure="rmse", scheme=SCHEME), dataset(one, Task.NUMBERS))
    assert shared == alone


@pytest.mark.parametrize("key", ALL_WITH_GRIDS)
def test_that_no_algorithm_can_tell_that_inputs_were_prepared_once(key: str) -> None:
    row = next(row for row in ALGORITHMS if row.key == key)
    data = classes(40) if Task.CLASSES in row.tasks else numbers(40)
    grid = {name: values[:2] for name, values in row.grid.items()}
    measure = "error" if Task.CLASSES in row.tasks else "rmse"
    shared, alone = both_ways(study_of(Candidate("one", key, {}, grid), measure=measure, scheme=SCHEME), data)
    assert shared == alone
