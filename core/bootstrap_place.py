"""Where the environment is, and whether it is complete; kept light, as every start asks."""

import hashlib
import json
import re
import sys
from pathlib import Path


class SetUpError(Exception):
    """Something the person at the keyboard has to put right: what is wrong, and what to do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(f"{message}\n{hint}")
        self.message = message
        self.hint = hint


class Place:
    """The files of one environment, beside the program."""

    def __init__(self, root: Path) -> None:
        scripts = "Scripts/python.exe" if sys.platform == "win32" else "bin/python"
        self.folder = root / ".venv"
        self.python = self.folder / scripts
        self.settings = self.folder / "pyvenv.cfg"
        self.stamp = self.folder / "evenfold-stamp.json"
        self.unfinished = self.folder / "evenfold-unfinished"
        self.log = self.folder / "evenfold-set-up.log"
        self.lock = root / "requirements.txt"
        self.test_lock = root / "tests" / "requirements.txt"


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def is_ready(place: Place, tests: bool) -> bool:
    """Whether the environment is whole and holds exactly what the locks ask for."""
    stamp = read_stamp(place)
    expected = stamp_for(place, tests)
    return is_whole(place) and all(stamp.get(key) == value for key, value in expected.items())


def is_whole(place: Place) -> bool:
    return place.python.exists() and place.settings.exists()


def is_made_by_hand(place: Place) -> bool:
    """Whether somebody else made the environment, for this Python; a set-up leaves a stamp or a mark inside."""
    if not is_whole(place) or place.stamp.exists() or place.unfinished.exists():
        return False
    told = place.settings.read_text(encoding="utf-8", errors="replace")
    found = re.search(r"^version(?:_info)?\s*=\s*(\d+\.\d+)", told, re.MULTILINE)
    return found is not None and found[1] == this_python()


def this_python() -> str:
    return f"{sys.version_info[0]}.{sys.version_info[1]}"


def stamp_for(place: Place, tests: bool) -> dict[str, str]:
    stamp = {"python": this_python(), "program": _sha256(place.lock)}
    return {**stamp, "tests": _sha256(place.test_lock)} if tests else stamp


def read_stamp(place: Place) -> dict[str, str]:
    try:
        stamp = json.loads(place.stamp.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(place: Place, tests: bool) -> None:
    """Says that the environment is complete; written last, and in one piece."""
    unfinished = place.stamp.with_suffix(".new")
    unfinished.write_text(json.dumps(stamp_for(place, tests)), encoding="utf-8")
    unfinished.replace(place.stamp)
    place.unfinished.unlink(missing_ok=True)


def _sha256(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as reason:
        raise SetUpError(
            f"{file} cannot be read ({reason.strerror}), so Evenfold does not know what to install.",
            "Get a complete copy of Evenfold and start again.",
        ) from reason
