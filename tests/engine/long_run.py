"""A study run into a file by a program of its own: `python -m tests.engine.long_run FILE [TIME_LIMIT]`."""

import sys
import threading
from dataclasses import replace
from pathlib import Path

from core.domain.study import Candidate, SchemeChoice
from core.engine.run import Options, outcomes
from core.store.study_file import StudyFile
from tests.engine.studies import LIBRARY, simple, study_of
from tests.schemes.datasets import classes

DATA = classes(60)
STUDY = study_of(
    Candidate("knn", "knn", {}, {"neighbours": (1, 3, 7)}),
    replace(simple("sleeps", seconds=0.05), key="slow"),
    scheme=SchemeChoice(folds=3, repeats=5),
)


def main(path: Path, time_limit: float | None = None) -> None:
    """Say after each stored batch how many outcomes are stored."""
    with StudyFile.open(path) if path.exists() else StudyFile.create(path, STUDY, DATA) as file:
        file.lock(STUDY)
        options = Options(2, library=LIBRARY, time_limit=time_limit)
        stored = len(file.done())
        for batch in outcomes(STUDY, DATA, file.done(), options, threading.Event(), threading.Event()):
            file.append(batch.outcomes)
            stored += len(batch.outcomes)
            sys.stdout.write(f"{stored}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(float, sys.argv[2:]))
