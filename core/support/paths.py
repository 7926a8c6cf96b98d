"""Where resources, settings, ledger and logs are, frozen or not."""

import os
import re
import shlex
import sys
import tempfile
from functools import cache
from pathlib import Path

LONGEST_NAME = 150  # bytes, of the 255 that most disks allow
DEVICES_OF_WINDOWS = re.compile(r"(CON|PRN|AUX|NUL|COM\d|LPT\d)$", re.IGNORECASE)  # names no file can have there


def resources() -> Path:
    """The folder of icons, themes, help, templates and samples."""
    bundle = getattr(sys, "_MEIPASS", None)
    root = Path(bundle) if bundle else Path(__file__).resolve().parent.parent.parent
    return root / "resources"


def user_data() -> Path:
    """The folder of this person's ledger, settings and logs, or one for the time being where that is impossible."""
    folder = wanted_data()
    return folder if _can_keep(str(folder)) else _makeshift()


def wanted_data() -> Path:
    """Where all that should be; EVENFOLD_HOME moves it."""
    chosen = os.environ.get("EVENFOLD_HOME")
    return Path(chosen) if chosen else _platform_data() / "evenfold"


def about_makeshift() -> str:
    """What must be said where nothing can be kept in the person's own folder; nothing where it can."""
    wanted, used = wanted_data(), user_data()
    if used == wanted:
        return ""
    return f"{wanted} cannot be written, so ledger and settings are kept in {used}, which may not outlive this day."


def _can_keep(folder: str) -> bool:
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


@cache
def _makeshift() -> Path:
    """One for the whole process, with a name nobody else can have prepared."""
    return Path(tempfile.mkdtemp(prefix="evenfold-"))


def own_command(*words: object) -> str:
    """What a person types to start Evenfold: the installed program, or the sources with Python; names as one word."""
    return " ".join([_own_program(), *(_one_word(str(word)) for word in words)])


def _own_program() -> str:
    """On Windows the program for terminals has a name of its own, and its folder is on nobody's search path."""
    frozen, windows = getattr(sys, "frozen", False), sys.platform == "win32"
    if frozen:
        return _one_word(str(Path(sys.executable).with_name("evenfold-terminal.exe"))) if windows else "evenfold"
    return "py main.py" if windows else "python3 main.py"


def _one_word(word: str) -> str:
    if sys.platform == "win32":
        return f'"{word}"' if " " in word else word
    return shlex.quote(word)


def _platform_data() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def history() -> Path:
    return user_data() / "history.sqlite"


def settings() -> Path:
    return user_data() / "settings.ini"


def log() -> Path:
    return user_data() / "evenfold.log"


def self_check() -> Path:
    """The log of the last self-check."""
    return user_data() / "self-check.log"


def many_data_sets() -> Path:
    """The latest comparisons over many data sets that were made without a study."""
    return user_data() / "many-data-sets.json"


def studies() -> Path:
    """Where studies are kept unless the person says otherwise."""
    folder = user_data() / "studies"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def free_path(folder: Path, title: str, suffix: str = ".evenfold") -> Path:
    """A name for the study file, or another file of the study, that is not taken yet."""
    letters = re.sub(r"[^\w\- ]+", "", title).strip()
    name = letters.encode()[:LONGEST_NAME].decode(errors="ignore").strip() or "study"
    name = f"{name} study" if DEVICES_OF_WINDOWS.match(name) else name  # a study may go to another computer
    names = (f"{name}{suffix}", *(f"{name} {number}{suffix}" for number in range(2, 10_000)))
    return next(folder / known for known in names if not (folder / known).exists())
