"""A study run by a program of its own that goes by a played clock: `python -m tests.engine.asleep_run FILE FOLDER`.

One candidate waits for the file `gate` of the folder, and its training leaves the number of its process in `pid`.
"""

import sys
import threading
from dataclasses import replace
from pathlib import Path

from core.domain.study import SchemeChoice, Study
from core.engine import worker
from core.engine.run import Options, run_remaining_fits
from core.store.study_file import StudyFile
from tests.engine.played_clock import go_by_played_clock, serve_by_played_clock
from tests.engine.studies import LIBRARY, simple, study_of
from tests.schemes.datasets import classes

DATA = classes(60)
LIMIT = 1000.0  # seconds for one training: none takes nearly as long on any computer


def study_that_waits(folder: Path) -> Study:
    waiting = replace(simple("waits", gate=str(folder / "gate"), marker=str(folder / "pid")), key="waiting")
    return study_of(simple("knn"), waiting, scheme=SchemeChoice(folds=3))


def main(path: Path, folder: Path) -> None:
    go_by_played_clock()
    worker.serve_parent = serve_by_played_clock  # type: ignore[attr-defined, assignment]
    study, never = study_that_waits(folder), threading.Event()
    with StudyFile.create(path, study, DATA) as file:
        file.lock(study)
        for batch in run_remaining_fits(
            study, DATA, set(), Options(2, library=LIBRARY, time_limit=LIMIT), never, never
        ):
            file.append(batch.outcomes)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
