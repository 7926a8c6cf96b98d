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
import numpy as np
from core.algorithms import find_algorithm
from core.algorithms.learner import Schema
from core.domain.dataset import Kind, Task
rows = np.arange(12.0)[:, None]
schema = Schema(Task.CLASSES, (Kind.NUMBER,), ((),), 2, 1, ('x',))
find_algorithm('{key}').build(dict(), 1).fit(rows, (rows > 5).astype(float), schema)
"""


def modules(before: str) -> set[str]:
    """The modules a fresh Python has loaded after these lines."""
    found = subprocess.run([sys.executable, "-c", f"{before}\n{LOADED}"], capture_output=True, text=True, check=True)
    return set(json.loads(found.stdout))


@pytest.mark.parametrize("lines", [IMPORTING, BUILDING, TRAINING.format(key="c45"), TRAINING.format(key="knn")])
def test_that_our_own_algorithms_need_neither_scikit_learn_nor_pandas(lines: str) -> None:
    assert modules(lines).isdisjoint(SLOW)


def test_that_an_algorithm_of_scikit_learn_brings_it_along_when_trained() -> None:
    """The other test could not fail if nothing was ever loaded."""
    assert "sklearn" in modules(TRAINING.format(key="svm"))


def test_that_the_table_can_be_shown_without_training_anything() -> None:
    shown = [
        (row.title, row.note, len(combinations(row.grid)), [one.allowed for one in row.settings]) for row in ALGORITHMS
    ]
    assert all(title and note and all(allowed) for title, note, _, allowed in shown)
