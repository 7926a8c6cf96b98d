"""Where resources, settings, ledger and logs are, frozen or not."""

import os
import sys
from pathlib import Path


def resources() -> Path:
    """The folder of icons, themes, help, templates and samples."""
    bundle = getattr(sys, "_MEIPASS", None)
    root = Path(bundle) if bundle else Path(__file__).resolve().parent.parent
    return root / "resources"


def user_data() -> Path:
    """The folder of this person's ledger, settings and logs; EVENFOLD_HOME moves it."""
    chosen = os.environ.get("EVENFOLD_HOME")
    folder = Path(chosen) if chosen else _platform_data() / "evenfold"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def own_command() -> str:
    """What a person types to start Evenfold: the installed program, or the sources with Python."""
    return "evenfold" if getattr(sys, "frozen", False) else "python3 main.py"


def _platform_data() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def ledger() -> Path:
    return user_data() / "ledger.sqlite"


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
