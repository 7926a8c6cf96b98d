"""A user whose folder becomes read-only in the middle: `python -m tests.engine.read_only_folder FOLDER`."""

import os
import sys
from pathlib import Path

from core.domain.evidence import FitResult
from core.store.study_file import StudyFile
from core.support.errors import StoreError
from tests.engine.long_run import DATA, STUDY
from tests.engine.studies import inline, signature

NOBODY = 65534


def main(folder: Path) -> None:
    """Root may write everywhere, so it becomes somebody else first."""
    found = inline(STUDY, DATA)
    path = folder / "a study é.evenfold"
    if os.getuid() == 0:
        os.chown(folder, NOBODY, NOBODY)
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    with StudyFile.create(path, STUDY, DATA) as file:
        file.append(found[:10])
        folder.chmod(0o555)
        say("while open", attempt(file, found[10:20]))
    with StudyFile.open(path) as file:
        stored = list(file.outcomes())
        say("reopened", f"{len(stored)} {file.read_only} {signature(stored) == signature(found[: len(stored)])}")
        if file.read_only:
            say("read only", attempt(file, found[20:30]))
    folder.chmod(0o755)
    with StudyFile.open(path) as file:
        file.append(found)
        say("writable again", str(signature(list(file.outcomes())) == signature(found)))
    say("files", " ".join(sorted(one.suffix for one in folder.iterdir())))


def attempt(file: StudyFile, outcomes: list[FitResult]) -> str:
    try:
        file.append(outcomes)
    except StoreError as problem:
        return str(problem)
    return "stored"


def say(what: str, found: str) -> None:
    sys.stdout.write(f"{what}: {found}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
