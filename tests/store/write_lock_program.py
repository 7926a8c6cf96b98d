"""Programs that ask for the right to write a study file: `python -m tests.store.write_lock_program WHAT FILE COUNT`."""

import sys
from pathlib import Path

from core.store.study_file import StudyFile


def write(path: Path, count: int) -> None:
    """Commit so many lines one after another, and keep the file open until a line comes."""
    with StudyFile.open(path) as file:
        _wait_for_start()
        for number in range(count):
            file.log(str(number))
        _say("written")
        sys.stdin.readline()


def ask(path: Path, count: int) -> None:
    """Open the file so many times and say how often that gave the right to write."""
    _wait_for_start()
    rights = 0
    for _ in range(count):
        with StudyFile.open(path) as file:
            rights += not file.read_only
    _say(str(rights))


def race(path: Path, count: int) -> None:
    """Open it once at every line that comes, keep it open until the next one, and say whether this is the writer."""
    _wait_for_start()
    for _ in range(count):
        with StudyFile.open(path) as file:
            _say("reader" if file.read_only else "writer")
            sys.stdin.readline()
        _say("closed")
        sys.stdin.readline()


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _wait_for_start() -> None:
    _say("ready")
    sys.stdin.readline()


if __name__ == "__main__":
    {"write": write, "ask": ask, "race": race}[sys.argv[1]](Path(sys.argv[2]), int(sys.argv[3]))
