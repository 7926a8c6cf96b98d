"""The time limit of a training reaches compiled code too."""

import subprocess
import sys
from pathlib import Path

import pytest

from core.native.library import compiled_library

ROOT = Path(__file__).resolve().parents[2]
ENDLESS = """
import numpy as np
from core.engine.time_limit import Watchdog
from core.native.tree_growing import grow_trees
from core.native.tree_records import GrowingOptions
from core.native.tree_table import rank_columns, table_of_numbers
rng = np.random.default_rng(1)
table = table_of_numbers(rank_columns(rng.normal(size=(20_000, 20))), rng.normal(size=(20_000, 1)))
watchdog = Watchdog()
print(watchdog.run_limited(lambda: grow_trees(table, GrowingOptions(1, 20), 5000), 0.2))
print(watchdog.run_limited(lambda: grow_trees(table, GrowingOptions(1, 1, 9000), 1).count, 600))
"""


@pytest.mark.skipif(compiled_library() is None, reason="nothing could be compiled here")
def test_that_a_growing_without_end_is_stopped_at_the_limit_and_the_next_one_works() -> None:
    """The first would take hours; in a process of its own, because its watchdog never ends."""
    done = subprocess.run([sys.executable, "-c", ENDLESS], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.split() == ["None", "1"], done.stderr
