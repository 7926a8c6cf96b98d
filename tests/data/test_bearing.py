"""The bearing sample: what it holds and what it is meant to show."""

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from core.data.prepare import prepare_dataset
from core.data.samples import find_sample
from core.domain.dataset import Dataset, Task


def _bearing() -> Dataset:
    bearing = find_sample("bearing")
    return prepare_dataset(bearing.make(), bearing.columns)


def test_that_the_bearing_sample_has_64_machines_of_12_windows() -> None:
    data = _bearing()
    assert data.task is Task.CLASSES
    assert data.groups is not None
    assert np.array_equal(np.bincount(data.groups), np.full(64, 12))
    assert data.group_name == "machine"
    assert "serial_no" not in data.features
    assert "machine" not in data.features
    assert data.classes == ("no", "yes")
    assert data.positive == 1


def test_that_the_bearing_sample_is_the_same_every_time() -> None:
    assert _bearing().fingerprint == _bearing().fingerprint


def test_that_the_win_of_the_forest_disappears_when_machines_are_kept_whole() -> None:
    data = _bearing()
    forest = make_pipeline(StandardScaler(), RandomForestClassifier(50, random_state=0))
    logistic = make_pipeline(StandardScaler(), LogisticRegression())
    rows = list(StratifiedKFold(5, shuffle=True, random_state=0).split(data.inputs, data.labels))
    folds = StratifiedGroupKFold(5, shuffle=True, random_state=0)
    whole = list(folds.split(data.inputs, data.labels, data.groups))

    def accuracy(model: object, folds: object) -> float:
        return float(cross_val_score(model, data.inputs, data.labels, cv=folds).mean())

    assert accuracy(forest, rows) > accuracy(logistic, rows) + 0.05
    assert accuracy(forest, whole) < accuracy(logistic, whole) + 0.02
