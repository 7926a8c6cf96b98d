"""Whether this installation can do its work: folders, resources and worker processes; problems in words."""

import platform
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from core.engine.worker import ProcessWorker
from core.support import paths
from core.version import VERSION

PATIENCE = 60.0  # seconds for a worker process to report
NEEDED = ("templates/report.html", "help", "icons", "themes")


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was tried; `said` is what was found, and what to do when it is not `ok`."""

    title: str
    ok: bool
    said: str


def installation() -> tuple[Check, ...]:
    """Everything that can be checked without a window."""
    return (
        Check("Program", True, f"Evenfold {VERSION}, Python {platform.python_version()}, {platform.platform()}"),
        _resources(),
        _writable("Folder for settings, history and log", _own_folder, "Set EVENFOLD_HOME to a folder of yours."),
        _writable("Folder for studies", paths.studies, "Choose another one in Preferences."),
        _writable("Folder for temporary files", lambda: Path(tempfile.gettempdir()), "Set TMPDIR to another folder."),
        _workers(),
    )


def _resources() -> Check:
    missing = [name for name in NEEDED if not (paths.resources() / name).exists()]
    said = f"missing in {paths.resources()}: {', '.join(missing)}. Install Evenfold again." if missing else "complete"
    return Check("Resources", not missing, said)


def _own_folder() -> Path:
    folder = paths.wanted_data()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _writable(title: str, place: Callable[[], Path], advice: str) -> Check:
    """A file is really written and taken away again; asking for leave is not enough on full or network disks."""
    try:
        folder = place()
        with tempfile.NamedTemporaryFile(dir=folder, prefix="evenfold-") as file:
            file.write(b"x" * 4096)
            file.flush()
    except OSError as problem:
        return Check(title, False, f"cannot be written: {problem.strerror or problem}. {advice}")
    return Check(title, True, f"{folder} can be written")


def _workers(patience: float = PATIENCE) -> Check:
    """One worker process is started and must report."""
    title, slot = "Worker processes", ProcessWorker(niceness=0)
    try:
        if slot.connection.poll(patience):
            slot.connection.recv()
            return Check(title, True, "start and report")
        return Check(title, False, f"did not report in {patience:.0f} s. Studies run without them, only slower.")
    except (EOFError, OSError):
        return Check(title, False, f"end at once ({slot.describe_end()}). Studies run without them, only slower.")
    finally:
        slot.stop()


def as_text(checks: Iterable[Check]) -> str:
    """The log: readable by whoever is asked for help."""
    lines = [f"Self-check of {datetime.now():%Y-%m-%d %H:%M}"]
    lines += [f"{'ok     ' if check.ok else 'PROBLEM'} {check.title}: {check.said}" for check in checks]
    return "\n".join(lines) + "\n"


def keep(checks: Iterable[Check]) -> None:
    """Write the log beside the other one; where that cannot be written, the check itself has said so."""
    try:
        paths.self_check().write_text(as_text(checks), "utf-8")
    except OSError:
        return
