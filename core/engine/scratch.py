"""Folders in which a run hands its data to workers, and tidying up those of programs that were killed."""

import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PREFIX = "evenfold-"
LONGEST_SOCKET = 107  # bytes of a name that Linux takes for a socket
SOCKET = f"/{PREFIX}4194304-12345678/listener-12345678"
SHORT_PLACES = ("/tmp", "/var/tmp", "/dev/shm")  # every folder made there is private
_GUARD = threading.Lock()


def own_folder(place: str | None = None) -> tempfile.TemporaryDirectory[str]:
    """A private folder named after this process; folders of processes that are gone are removed first."""
    _tidy_up()
    return tempfile.TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}-", dir=place, ignore_cleanup_errors=True)


def remove_folders_of(pid: int) -> None:
    """Whatever a process that is gone has left."""
    for place in _places():
        for folder in Path(place).glob(f"{PREFIX}{pid}-*"):
            shutil.rmtree(folder, ignore_errors=True)


def place_for_sockets() -> str | None:
    """A folder for the sockets of worker processes, whose names must be short wherever temporary files are.

    It is one of ours, so that it is tidied up even when the program is killed; None where no such folder can be made.
    """
    with _GUARD:
        folder = _sockets()
    return None if folder is None else folder.name


@cache
def _sockets() -> tempfile.TemporaryDirectory[str] | None:
    """Kept as long as this process lives."""
    place = next((place for place in _places() if _takes_sockets(place)), None)
    return None if place is None else own_folder(place)


def _takes_sockets(place: str) -> bool:
    return len(os.fsencode(place + SOCKET)) <= LONGEST_SOCKET and os.access(place, os.W_OK | os.X_OK)


def _places() -> Iterator[str]:
    """Where our folders may be: with other temporary files, or where names are short."""
    yield tempfile.gettempdir()
    yield from SHORT_PLACES


def _tidy_up() -> None:
    folders = [folder for place in _places() for folder in Path(place).glob(f"{PREFIX}*-*")]
    for folder in folders:
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
