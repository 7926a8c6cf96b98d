"""A second window in its own process: writes looks into a history until it has written them all or is killed."""

import sys
from pathlib import Path

from core.history.history import History
from tests.history.histories import data_of, study_of


def write(path: Path, first: int, last: int) -> None:
    data = data_of()
    for seed in range(first, last):
        History.open(path).record(study_of(seed), data, f"plan {seed}", False)
        sys.stdout.write(f"{seed}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
