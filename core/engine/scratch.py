"""Folders in which a run hands its data to workers, and tidying up those of programs that were killed."""

import os
import shutil
import tempfile
from pathlib import Path

PREFIX = "evenfold-"


def own_folder() -> tempfile.TemporaryDirectory[str]:
    """A private folder named after this process; folders of processes that are gone are removed first."""
    _tidy_up()
    return tempfile.TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}-", ignore_cleanup_errors=True)


def _tidy_up() -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"):
        number = folder.name.removeprefix(PREFIX).partition("-")[0]
        if number.isdigit() and not _is_alive(int(number)):
            shutil.rmtree(folder, ignore_errors=True)


def _is_alive(pid: int) -> bool:
    """Asked with signal 0, which elsewhere than on Unix would end the process; there nothing is tidied."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
