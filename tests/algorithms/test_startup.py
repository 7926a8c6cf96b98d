"""The table of algorithms is there at once: slow libraries are imported when something is trained, not before."""

import json
import subprocess
import sys

import pytest

from core.algorithms import ALGORITHMS
from core.algorithms.row import combinations
from core.support.lazy_import import SLOW

LOADED = "import json, sys; print(json.dumps(sorted(sys.modules)))"
IMPORTING = "import core.algorithms, core.algorithms.effort"
BUILDING = "from core.algorithms import ALGORITHMS; [row.build({}, 1) for row in ALGORITHMS if row.key == 'c45']"
TRAINING = """
import sys
import numpy as np
from core.algorithms import find_algorithm
from core.algorithms.learner import Schema
from core.domain.dataset import Kind, Task
from core.support.lazy_import import load_libraries
rows = np.column_stack([np.arange(60.0), np.arange(60.0) % 7])
keys = '{key}'.split()
for key in keys:
    load_libraries(find_algorithm(key).libraries)
before = set(sys.modules)
for row in [find_algorithm(key) for key in keys]:
    is_classes = Task.CLASSES in row.tasks
    task = Task.CLASSES if is_classes else Task.NUMBERS
    schema = Schema(task, (Kind.NUMBER,) * 2, ((), ()), 2 * is_classes, 1, ('x', 'y'))
    learner = row.build(dict(), 1)
    learner.fit(rows, (rows[:, :1] > 30).astype(float) if is_classes else rows[:, :1] ** 2, schema)
    learner.predict(rows)
"""
WITHOUT_TRAINING = ("given", "formula")
OWN = [row.key for row in ALGORITHMS if not row.libraries and row.key not in WITHOUT_TRAINING]
OTHERS = [row.key for row in ALGORITHMS if row.libraries]
NEWLY_LOADED = "import json; print(json.dumps(sorted(set(sys.modules) - before)))"


def modules(before: str) -> set[str]:
    """The modules a fresh Python has loaded after these lines."""
    found = subprocess.run([sys.executable, "-c", f"{before}\n{LOADED}"], capture_output=True, text=True, check=True)
    return set(json.loads(found.stdout))


@pytest.mark.parametrize("lines", [IMPORTING, BUILDING, TRAINING.format(key=" ".join(OWN))])
def test_that_our_own_algorithms_need_neither_scikit_learn_nor_pandas(lines: str) -> None:
    assert modules(lines).isdisjoint(SLOW)


@pytest.mark.parametrize("key", OTHERS)
def test_that_nothing_slow_is_loaded_in_a_training_that_its_algorithm_does_not_name(key: str) -> None:
    """Workers load what is named before they begin; what is not would be charged to a training."""
    lines = f"{TRAINING.format(key=key)}\n{NEWLY_LOADED}"
    found = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True)
    assert set(json.loads(found.stdout)).isdisjoint(SLOW)


def test_that_an_algorithm_of_scikit_learn_brings_it_along_when_trained() -> None:
    """The other test could not fail if nothing was ever loaded."""
    assert "sklearn" in modules(TRAINING.format(key="svm"))


def test_that_the_table_can_be_shown_without_training_anything() -> None:
    shown = [
        (row.title, row.note, len(combinations(row.grid)), [one.allowed for one in row.settings]) for row in ALGORITHMS
    ]
    assert all(title and note and all(allowed) for title, note, _, allowed in shown)
