"""Folders in which a run hands its data to workers, and removing those of programs that were killed."""

import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from functools import cache
from multiprocessing import util
from pathlib import Path

PREFIX = "evenfold-"
LONGEST_SOCKET = 107  # bytes of a name that Linux takes for a socket
SOCKET = f"/{PREFIX}4194304-12345678/pymp-12345678/listener-12345678"
SHORT_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm")  # every folder made there is private
AFTER_MULTIPROCESSING = -200  # it removes its own folder, which lies in ours, at -100
_LOCK = threading.Lock()


def make_temporary_folder(parent: str | None = None) -> tempfile.TemporaryDirectory[str]:
    """Make a private folder named after this process; folders of processes that are gone are removed first."""
    _remove_leftovers()
    return tempfile.TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}-", dir=parent, ignore_cleanup_errors=True)


def remove_folders_of_process(pid: int) -> None:
    """Remove whatever a process that is gone has left."""
    for parent in _list_parents():
        for folder in Path(parent).glob(f"{PREFIX}{pid}-*"):
            shutil.rmtree(folder, ignore_errors=True)


def use_short_socket_folder() -> bool:
    """Let multiprocessing put its sockets into a folder of ours; False where none with a short name can be made.

    Linux takes at most 107 bytes for the name of a socket, however deep the folder of temporary files lies. A folder of
    ours is removed by the next start even when the program was killed.
    """
    with _LOCK:
        return _make_socket_folder()


@cache
def _make_socket_folder() -> bool:
    """Once per process: multiprocessing asks `tempfile` for its folder once; else a private attribute decides."""
    parent = next((parent for parent in _list_parents() if _takes_sockets(parent)), None)
    if parent is None:
        return False
    _remove_leftovers()
    folder = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=parent)
    before, tempfile.tempdir = tempfile.tempdir, folder
    try:
        util.get_temp_dir()
    finally:
        tempfile.tempdir = before
    util.Finalize(None, shutil.rmtree, args=(folder, True), exitpriority=AFTER_MULTIPROCESSING)
    return True


def _takes_sockets(parent: str) -> bool:
    return len(os.fsencode(parent + SOCKET)) <= LONGEST_SOCKET and os.access(parent, os.W_OK | os.X_OK)


def _list_parents() -> Iterator[str]:
    """Yield where our folders may be: with other temporary files, or where names are short."""
    yield tempfile.gettempdir()
    yield from SHORT_FOLDERS


def _remove_leftovers() -> None:
    folders = [folder for parent in _list_parents() for folder in Path(parent).glob(f"{PREFIX}*-*")]
    for folder in folders:
        number = folder.name.removeprefix(PREFIX).partition("-")[0]
        if number.isdigit() and not _is_alive(int(number)):
            shutil.rmtree(folder, ignore_errors=True)


def _is_alive(pid: int) -> bool:
    """Ask with signal 0, which elsewhere than on Unix would end the process; there nothing is removed."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
