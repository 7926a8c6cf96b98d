"""Which processes are alive, asked of the system and not of the program under test."""

import os
import threading
import time
from pathlib import Path


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


LONGEST = 120.0  # seconds until what should have ended long ago is called left behind, on the busiest computer


def outlives(pid: int, seconds: float = LONGEST) -> bool:
    """Whether a process is still there after it was given time to end."""
    until = time.monotonic() + seconds
    while is_alive(pid) and time.monotonic() < until:
        time.sleep(0.05)
    return is_alive(pid)


def family(leader: int) -> list[int]:
    """Living processes of the group of a program (Linux)."""
    return list(_states(leader))


def all_halted(leader: int) -> bool:
    """Whether every living process of the group of a program was stopped by a signal (Linux)."""
    return set(_states(leader).values()) == {"T"}


def _states(leader: int) -> dict[int, str]:
    found = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            state, _, group = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
        except (OSError, ValueError):
            continue
        if int(group) == leader and state != "Z":
            found[int(entry.name)] = state
    return found


def left_behind(leader: int, seconds: float = LONGEST) -> list[int]:
    """Those of the group of a program that are still there after they were given time to end."""
    until = time.monotonic() + seconds
    while family(leader) and time.monotonic() < until:
        time.sleep(0.05)
    return family(leader)


def stop_once_started(marker: Path, stop: threading.Event) -> threading.Thread:
    """Sets `stop` as soon as a training wrote the number of its process into `marker`; the thread has to be joined."""

    def watch() -> None:
        while not (marker.exists() and marker.read_text()):
            stop.wait(0.01)
        assert is_alive(int(marker.read_text()))
        stop.set()

    watcher = threading.Thread(target=watch)
    watcher.start()
    return watcher
