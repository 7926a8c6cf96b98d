"""Where resources, settings, history and logs are, frozen or not."""

import os
import re
import shlex
import sys
import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path

LONGEST_NAME = 150  # bytes, of the 255 that most disks allow
DEVICES_OF_WINDOWS = re.compile(r"(CON|PRN|AUX|NUL|COM\d|LPT\d)$", re.IGNORECASE)  # names no file can have there


def resources() -> Path:
    """The folder of icons, themes, help, templates and samples."""
    bundle = getattr(sys, "_MEIPASS", None)
    root = Path(bundle) if bundle else Path(__file__).resolve().parent.parent.parent
    return root / "resources"


def user_data() -> Path:
    """The folder of this person's history, settings and logs, or one for the time being where that is impossible."""
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
    return f"{wanted} cannot be written, so history and settings are kept in {used}, which may not outlive this day."


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


def documents() -> Path:
    """Return the folder of this person's documents as the system names it; EVENFOLD_HOME moves that, too."""
    moved = os.environ.get("EVENFOLD_HOME")
    folder = Path(moved) / "Documents" if moved else _platform_documents()
    return folder if _can_keep(str(folder)) else user_data()


def _platform_documents() -> Path:
    if sys.platform == "win32":
        return _windows_documents() or Path.home() / "Documents"
    if sys.platform == "darwin":
        return Path.home() / "Documents"
    return _xdg_documents() or Path.home() / "Documents"


def _windows_documents() -> Path | None:
    """The folder may be on another drive or in a synchronized place; only the system knows."""
    winreg = import_module("winreg")  # is only there on Windows
    key = r"Software\Microsoft\Windows\CurrentVersion\Explorer\User Shell Folders"
    try:
        with winreg.OpenKey(winreg.HKEY_CURRENT_USER, key) as folders:
            return Path(os.path.expandvars(str(winreg.QueryValueEx(folders, "Personal")[0])))
    except OSError:
        return None


def _xdg_documents() -> Path | None:
    """Desktops of Linux name the folder in the language of the person, in a file of theirs."""
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "user-dirs.dirs"
    try:
        found = re.search(r'^XDG_DOCUMENTS_DIR="([^"]*)"', config.read_text(errors="replace"), re.MULTILINE)
    except OSError:
        return None
    named = found.group(1).replace("$HOME", str(Path.home())) if found else ""
    return Path(named) if named and Path(named) != Path.home() else None


def studies() -> Path:
    """Return the folder below which each study has one of its own, unless the person says otherwise; it is made."""
    folder = documents() / "Evenfold"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def local_copies() -> Path:
    """Return the folder of studies that are running: outside Documents, which other programs may synchronize."""
    folder = user_data() / "running"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def list_studies(folder: Path) -> list[Path]:
    """Return the study files in a folder and in the folders of single studies right below it."""
    return [*folder.glob("*.evenfold"), *folder.glob("*/*.evenfold")]


def study_path(folder: Path, title: str) -> Path:
    """Return `folder/name/name.evenfold` with a name that is not taken yet; the folder in between is made."""
    place = free_path(folder, title, "")
    place.mkdir(parents=True)
    return place / f"{place.name}.evenfold"


def free_path(folder: Path, title: str, suffix: str = ".evenfold") -> Path:
    """A name for the study file, or another file of the study, that is not taken yet."""
    letters = re.sub(r"[^\w\- ]+", "", title).strip()
    name = letters.encode()[:LONGEST_NAME].decode(errors="ignore").strip() or "study"
    name = f"{name} study" if DEVICES_OF_WINDOWS.match(name) else name  # a study may go to another computer
    names = (f"{name}{suffix}", *(f"{name} {number}{suffix}" for number in range(2, 10_000)))
    return next(folder / known for known in names if not (folder / known).exists())
