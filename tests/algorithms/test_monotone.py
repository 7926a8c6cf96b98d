"""Declared directions hold for every prediction, and directions that cannot hold are refused before the lock."""

from dataclasses import replace

import numpy as np
import pytest

from core.algorithms import find_algorithm
from core.algorithms.effort import direction_problems
from core.algorithms.learner import Learner, schema_of
from core.algorithms.monotone import read_names
from core.domain.dataset import Dataset, Kind
from core.domain.problem import Severity
from core.domain.study import Candidate
from core.support.errors import StudyError
from tests.engine.studies import study_of
from tests.schemes.datasets import classes, numbers

ROW = find_algorithm("monotone-boosting")


def waving(task: str) -> Dataset:
    """The answer waves with the first input; the second is constant, so that columns move; the third does nothing."""
    rng = np.random.default_rng(13)
    inputs = np.column_stack([np.full(120, 3.0), rng.uniform(0, 9, 120), rng.normal(size=120)])
    data = classes(120) if task == "classes" else numbers(120)
    answer = np.sin(inputs[:, 1])
    return replace(
        data,
        inputs=inputs,
        kinds=(Kind.NUMBER,) * 3,
        levels=((),) * 3,
        features=("fixed", "load", "noise"),
        targets=(answer > 0).astype(np.float64)[:, None] if task == "classes" else answer[:, None],
    )


def steps_along_load(data: Dataset, settings: dict[str, object]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    learner: Learner = ROW.build(settings, 1)
    with pytest.warns(UserWarning, match="same in all rows"):
        learner.fit(data.inputs, data.targets, schema_of(data))
    path = np.column_stack([np.full(200, 3.0), np.linspace(-1, 10, 200), np.zeros(200)])
    found = learner.predict(path)
    return np.diff(found.predicted[:, 0] if found.scores is None else found.scores[:, 1])


@pytest.mark.parametrize("task", ["classes", "numbers"])
def test_that_declared_directions_hold_everywhere(task: str) -> None:
    data = waving(task)
    free = steps_along_load(data, {})
    assert free.min() < -1e-3
    assert free.max() > 1e-3
    assert (steps_along_load(data, {"rising": "load"}) >= 0).all()
    assert (steps_along_load(data, {"falling": " load ; noise"}) <= 0).all()


def test_that_names_are_divided_by_semicolons() -> None:
    assert read_names(" speed [rpm]; load, axial ;; ") == ("speed [rpm]", "load, axial")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"rising": "weight"}, 'no input "weight"'),
        ({"rising": "load", "falling": "load"}, "named as rising and as falling"),
        ({"falling": "kind"}, "holds categories"),
    ],
)
def test_that_directions_that_cannot_hold_are_refused_with_the_way_out(settings: dict[str, object], words: str) -> None:
    data = waving("numbers")
    named = replace(
        data, features=("kind", "load", "noise"), kinds=(Kind.NAMES, *data.kinds[1:]), levels=(("a",), (), ())
    )
    with pytest.raises(StudyError, match=words):
        ROW.build(settings, 1).fit(named.inputs, named.targets, schema_of(named))
    study = study_of(Candidate("steady", ROW.key, settings))
    (problem,) = direction_problems(study, named)
    assert problem.severity is Severity.BLOCKS
    assert words in problem.text
    mended = replace(study, candidates=problem.fixes[0].value)  # type: ignore[arg-type]
    assert direction_problems(mended, named) == ()


def test_that_three_classes_have_no_direction() -> None:
    data = classes(90, (0.4, 0.3, 0.3))
    study = study_of(Candidate("steady", ROW.key, {"rising": data.features[0]}))
    assert "more than two classes" in direction_problems(study, data)[0].text
    assert direction_problems(study_of(Candidate("steady", ROW.key)), data) == ()
