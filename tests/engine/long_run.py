"""A study run into a file by a program of its own: `python -m tests.engine.long_run FILE`, and see its options."""

import argparse
import sys
import threading
from dataclasses import replace
from pathlib import Path

from core.domain.study import Candidate, SchemeChoice
from core.engine.run import Options, run_remaining_fits
from core.store.study_file import StudyFile
from tests.engine.studies import LIBRARY, simple, study_of
from tests.schemes.datasets import classes

DATA = classes(60)
STUDY = study_of(
    Candidate("knn", "knn", {}, {"neighbours": (1, 3, 7)}),
    replace(simple("sleeps", seconds=0.05), key="slow"),
    scheme=SchemeChoice(folds=3, repeats=5),
)


def main(path: Path, time_limit: float | None, pause: bool, most: int | None) -> None:
    """Say after each stored batch how many outcomes are stored; with `pause` wait for a line after the first one.

    After `most` new ones the program never ends, but keeps its workers and keeps on writing: whoever kills it does so
    in the middle of its work, however late.
    """
    with StudyFile.open(path) if path.exists() else StudyFile.create(path, STUDY, DATA) as file:
        file.lock(STUDY)
        options = Options(2, library=LIBRARY, time_limit=time_limit)
        before = stored = len(file.done())
        for batch in run_remaining_fits(STUDY, DATA, file.done(), options, threading.Event(), threading.Event()):
            file.append(batch.outcomes)
            stored += len(batch.outcomes)
            sys.stdout.write(f"{stored}\n")
            sys.stdout.flush()
            if pause and stored == before + len(batch.outcomes):
                sys.stdin.readline()
            while most is not None and stored >= before + most:
                file.log("still writing")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("path", type=Path)
    parser.add_argument("--limit", type=float)
    parser.add_argument("--pause", action="store_true")
    parser.add_argument("--most", type=int)
    given = parser.parse_args()
    main(given.path, given.limit, given.pause, given.most)
