"""How often Aslan's test on one fixed third tells two exactly equal models apart; by simulation.

Run `OMP_NUM_THREADS=1 python -m benchmarks.third --studies 100`; the lines go into fixed_test_false_claims.py.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from zlib import crc32

import numpy as np

from benchmarks.truthfulness_settings import world
from benchmarks.worlds import LIBRARY, World, study_of
from core.engine.run import Options
from core.laboratory.demo_runner import DemoRunner, run_to_end
from core.laboratory.fixed_test_third import FixedTestComparison, compare_on_test_third

SEED = 20_260
ROWS = 300
OPTIONS = Options(executor="inline", library=LIBRARY)
SETTINGS = ("equal-bayes-100", "equal-lda-100", "equal-knn5-100", "equal-tree-200", "equal-hidden-100")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.third", description=__doc__)
    parser.add_argument("--studies", type=int, default=100, help="simulated studies per setting")
    asked = parser.parse_args(arguments)
    for key in SETTINGS:
        print(line(world(key), list(simulated(world(key), asked.studies))))
    return 0


def simulated(row: World, studies: int) -> Iterator[FixedTestComparison]:
    """Studies of 300 rows, as many as the papers' smaller sets have."""
    for number in range(studies):
        data = row.draw(ROWS, np.random.default_rng([SEED, crc32(row.key.encode()), number]))
        study = study_of(row, seed=number + 1)
        found = run_to_end(compare_on_test_third(DemoRunner(OPTIONS), study, data, study.candidates, study.seed))
        assert found is not None
        yield found[0]


def line(row: World, found: Sequence[FixedTestComparison]) -> str:
    """One row of the stored table."""
    by_errors, by_auc = sum(one.errors.is_clear for one in found), sum(one.areas.is_clear for one in found)
    return f"{row.key} | {row.title} | {len(found)} | {by_errors} | {by_auc}"


if __name__ == "__main__":
    sys.exit(main())
