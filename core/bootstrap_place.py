"""Where the environment is, and whether it is complete; kept light, as every start asks."""

import hashlib
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

LIBRARY = re.compile(r"\.(so|pyd|dll|dylib)(\.|$)")


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
        self.packages = self.folder / (
            "Lib/site-packages" if sys.platform == "win32" else f"lib/python{this_python()}/site-packages"
        )
        self.settings = self.folder / "pyvenv.cfg"
        self.stamp = self.folder / "evenfold-stamp.json"
        self.unfinished = self.folder / "evenfold-unfinished"
        self.damaged = self.folder / "evenfold-damaged"
        self.log = self.folder / "evenfold-set-up.log"
        self.held: int | None = None  # the descriptor of the lock, while this process sets up
        self.lock = root / "requirements.txt"
        self.installer_lock = root / "requirements-installer.txt"
        self.test_lock = root / "tests" / "requirements.txt"


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def is_ready(place: Place, tests: bool) -> bool:
    """Whether the environment is whole and holds exactly what the locks ask for."""
    stamp = read_stamp(place)
    expected = stamp_for(place, tests)
    is_asked_for = is_whole(place) and all(stamp.get(key) == value for key, value in expected.items())
    return is_asked_for and not find_damage(place, stamp)


def find_damage(place: Place, stamp: dict[str, Any]) -> str:
    """What is no longer as the set-up left it, in words: a library cut or gone, or what an earlier start noted."""
    if place.damaged.exists():
        return place.damaged.read_text(encoding="utf-8", errors="replace").strip() or "it could not be loaded"
    files, folder = stamp.get("files"), str(place.folder)
    for name, size in files.items() if isinstance(files, dict) else ():
        try:
            found = os.stat(f"{folder}/{name}").st_size
        except OSError:
            return f"{Path(name).name} is missing"
        if found != size:
            return f"{Path(name).name} has {found:,} bytes instead of {size:,}"
    return ""


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


def read_stamp(place: Place) -> dict[str, Any]:
    try:
        stamp = json.loads(place.stamp.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(place: Place, tests: bool) -> None:
    """Says that the environment is complete; written last, and in one piece."""
    unfinished = place.stamp.with_suffix(".new")
    stamp = {**stamp_for(place, tests), "files": list_files(place)}
    unfinished.write_text(json.dumps(stamp), encoding="utf-8")
    unfinished.replace(place.stamp)
    place.unfinished.unlink(missing_ok=True)
    place.damaged.unlink(missing_ok=True)


def list_files(place: Place) -> dict[str, int]:
    """The compiled libraries and the beginning of every package with their sizes: few enough to look at every start."""
    found = {}
    for folder, _, names in os.walk(place.packages):
        inside = Path(folder).relative_to(place.packages).parts
        if inside[:1] == ("pip",):
            continue  # a person may bring pip up to date
        first = ("__init__.py",) if len(inside) == 1 else ()
        for name in names:
            if name in first or LIBRARY.search(name):
                file = Path(folder, name)
                found[file.relative_to(place.folder).as_posix()] = file.stat().st_size
    return found


def _sha256(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as reason:
        raise SetUpError(
            f"{file} cannot be read ({reason.strerror}), so Evenfold does not know what to install.",
            "Get a complete copy of Evenfold and start again.",
        ) from reason
