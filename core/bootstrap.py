"""The way in: makes sure that this start runs inside a complete environment, on a machine with nothing but Python."""

import enum
import os
import sys
from pathlib import Path

from core.bootstrap_place import Place, SetUpError, is_ready, say

ROOT = Path(__file__).resolve().parent.parent
ONE_THREAD_EACH = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
NOTHING_KEPT = "PYTHONDONTWRITEBYTECODE"
ENTERED = "EVENFOLD_ENTERED"  # set over one new start only, so that it cannot go round in circles
REPAIRED = "EVENFOLD_REPAIRED"  # the same for a start that follows a repair
OWN_ROOMS = ("core", "gui")


class Purpose(enum.Enum):
    """What this start is for; it decides what has to be there."""

    WINDOW = "window"
    TERMINAL = "terminal"
    TESTS = "tests"


def purpose_of(arguments: list[str]) -> Purpose:
    if arguments[:1] == ["--test"]:
        return Purpose.TESTS
    if arguments[:1] == ["--tour"] and len(arguments) >= 2 and not arguments[1].startswith("-"):
        return Purpose.WINDOW
    for_window = not arguments or (len(arguments) == 1 and _is_to_open(arguments[0]))
    return Purpose.WINDOW if for_window and _has_display() else Purpose.TERMINAL


def _is_to_open(argument: str) -> bool:
    """A study, or a table that is there: the desktop hands over the file that was opened with Evenfold."""
    path = Path(argument)
    return path.suffix == ".evenfold" or (bool(path.suffix) and path.is_file())


def _has_display() -> bool:
    from core import bootstrap_system  # only a window needs it, and every start would pay for it

    return bootstrap_system.has_display()


def one_thread_each() -> None:
    """Keeps every process to one thread of linear algebra; has to come before numpy is imported."""
    for name in ONE_THREAD_EACH:
        os.environ.setdefault(name, "1")


def enter(purpose: Purpose, root: Path = ROOT) -> int | None:
    """Gives None inside the ready environment; otherwise makes it and starts again there, or gives an exit code."""
    try:
        return _enter(purpose, Place(root))
    except SetUpError as problem:
        say(f"{problem.message}\n{problem.hint}")
        return 2
    except KeyboardInterrupt:
        say("\nStopped. The set-up goes on with the next start.")
        return 130


def start_repaired(problem: Exception, name: str, root: Path = ROOT) -> int:
    """A package of the environment cannot be loaded: note it and start again, which repairs it, once.

    `name`: the package; raises the problem again where it is not about one.
    """
    is_frozen = getattr(sys, "frozen", False)
    if not name or name.split(".")[0] in OWN_ROOMS:
        raise problem
    place, what = (
        Place(root),
        f"{name} cannot be loaded: {str(problem).strip() or type(problem).__name__}".splitlines()[0],
    )
    inside = Path(sys.prefix).resolve() == place.folder.resolve()
    if is_frozen or not inside or os.environ.get(REPAIRED):
        again = "Install Evenfold again." if is_frozen else f"Delete the folder {place.folder} and start again."
        say(f"A part of Evenfold is damaged: {what}.\n{again}")
        return 2
    try:
        place.damaged.write_text(what, encoding="utf-8")
    except OSError as reason:
        say(f"A part of Evenfold is damaged: {what}.\n{place.folder} cannot be written ({reason.strerror}).")
        return 2
    os.environ[REPAIRED] = "1"
    return _run_again(Path(getattr(sys, "_base_executable", sys.executable)))


def _enter(purpose: Purpose, place: Place) -> int | None:
    inside = Path(sys.prefix).resolve() == place.folder.resolve()
    came_back = os.environ.pop(ENTERED, "") == str(place.folder)
    if not came_back:
        _require_libraries(purpose)
    if not is_ready(place, purpose is Purpose.TESTS):
        if inside:
            return _run_again(Path(getattr(sys, "_base_executable", sys.executable)))
        _set_up(place, purpose is Purpose.TESTS)
    if inside:
        _prepare_library(place)
        return None
    if came_back:
        raise SetUpError(
            f"{place.python} does not use its own folder {place.folder}.",
            "Unset PYTHONHOME if it is set, delete the folder .venv and start again.",
        )
    os.environ[ENTERED] = str(place.folder)
    os.environ.pop(NOTHING_KEPT, None)  # or every start would compile a thousand files anew
    return _run_again(place.python)


def _require_libraries(purpose: Purpose) -> None:
    if purpose is Purpose.TERMINAL:
        return
    from core import bootstrap_system

    without_window = purpose is Purpose.TESTS
    bootstrap_system.require_libraries(
        bootstrap_system.DRAWING if without_window else bootstrap_system.libraries_for_window()
    )


def _set_up(place: Place, tests: bool) -> None:
    from core import bootstrap_install

    bootstrap_install.set_up(place, tests)


def _prepare_library(place: Place) -> None:
    from core import bootstrap_native

    bootstrap_native.prepare_library(place, place.lock.with_name(bootstrap_native.COMPILER_LOCK))


def _run_again(python: Path) -> int:
    """Starts this same command with another Python; gives its exit code where a process cannot be replaced."""
    command = [str(python), *sys.argv]
    sys.stdout.flush()
    if sys.platform != "win32":
        os.execv(command[0], command)
    from core import bootstrap_install

    return bootstrap_install.run_beside(command)
