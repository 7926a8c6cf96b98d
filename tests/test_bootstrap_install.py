"""The set-up: what is made, in which order, what is done when it fails, and two starts at the same time."""

import importlib.util
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from core import bootstrap_install
from core.bootstrap_install import set_up
from core.bootstrap_place import Place, SetUpError, is_ready, write_stamp

NO_NETWORK_LOG = (
    "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError: "
    "Failed to establish a new connection: [Errno -2] Name or service not known'\n"
    "ERROR: No matching distribution found for uv==0.13.7\n"
)


class Steps:
    """Stands in for the commands of a set-up: keeps them, makes what venv makes, fails where told."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.failing: dict[str, str] = {}

    def run(self, place: Place, command: list[str]) -> bool:
        self.commands.append(command)
        place.log.write_text(self.failing.get(self.name(command), "fine"))
        if self.name(command) == "venv":
            place.python.parent.mkdir(parents=True)
            place.python.touch()
            place.settings.touch()
        return self.name(command) not in self.failing

    @staticmethod
    def name(command: list[str]) -> str:
        if "--help" in command or "--no-index" in command:
            return "find pip" if "--help" in command else "look"
        if command[2] == "pip" and command[-1].endswith("requirements-installer.txt"):
            return "get uv"
        return command[2]

    @property
    def names(self) -> list[str]:
        return [self.name(command) for command in self.commands]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    found = Place(tmp_path)
    found.lock.write_text("numpy==2.4.6 ; python_version < '3.12' \\\n    --hash=sha256:0\nnumpy==2.5.4\nscipy==1\n")
    found.test_lock.parent.mkdir()
    found.test_lock.write_text("pytest==9.2.0\n")
    return found


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Steps:
    taken = Steps()
    monkeypatch.setattr(bootstrap_install, "_run", taken.run)
    return taken


def test_that_a_new_environment_is_made_filled_and_stamped(place: Place, steps: Steps) -> None:
    set_up(place, tests=False)
    assert steps.names == ["venv", "get uv", "uv"]
    assert is_ready(place, tests=False)


def test_that_only_locked_wheels_with_their_hashes_are_installed(place: Place, steps: Steps) -> None:
    set_up(place, tests=True)
    line = " ".join(steps.commands[-1])
    assert "--require-hashes --only-binary :all:" in line
    assert line.endswith(f"-r {place.lock} -r {place.test_lock}")


def test_that_nothing_is_installed_without_a_hash_the_installer_neither(place: Place, steps: Steps) -> None:
    """README's promise: each checked by its hash. A package that is installed can run, so the first must be, too."""
    steps.failing["uv"] = "uv does not work here"
    set_up(place, tests=True)
    installing = [command for command in steps.commands if "install" in command]
    assert [steps.name(command) for command in installing] == ["get uv", "uv", "pip"]
    for command in installing:
        rest = command[command.index("install") + 1 :]
        assert "--require-hashes" in rest
        named = [word for place, word in enumerate(rest) if rest[place - 1] == "-r"]
        assert named
        allowed = {"--python", str(place.python), "--retries", "1", "--only-binary", ":all:", "-r", *named}
        assert {word for word in rest if not word.startswith("--")} <= allowed


def test_that_every_package_of_every_lock_of_the_program_has_a_hash() -> None:
    root = Path(bootstrap_install.__file__).resolve().parent.parent
    for lock in (Place(root).lock, Place(root).test_lock, Place(root).installer_lock):
        text = lock.read_text(encoding="utf-8")
        entries = re.split(r"^(?=[A-Za-z0-9])", text, flags=re.MULTILINE)
        packages = [entry for entry in entries if re.match(r"[A-Za-z0-9]", entry)]
        assert packages
        assert [entry.split()[0] for entry in packages if "--hash=sha256:" not in entry] == []


LIBRARY = "numpy/core.so"


@pytest.fixture
def filled(place: Place, steps: Steps) -> Place:
    """A ready environment with a compiled library and the beginning of a package."""
    set_up(place, tests=False)
    for name, content in ((LIBRARY, b"compiled"), ("numpy/__init__.py", b"import core\n")):
        file = place.packages / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    write_stamp(place, tests=False)
    steps.commands.clear()
    return place


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda file: file.write_bytes(b"comp"), "core.so has 4 bytes instead of 8"),
        (lambda file: file.unlink(), "core.so is missing"),
        (lambda file: shutil.rmtree(file.parent), "is missing"),
    ],
)
def test_that_a_damaged_environment_behind_its_stamp_is_repaired_by_itself(
    filled: Place, steps: Steps, damage: Callable[[Path], None], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert is_ready(filled, tests=False)
    damage(filled.packages / LIBRARY)
    assert not is_ready(filled, tests=False)
    set_up(filled, tests=False)
    assert told in capsys.readouterr().err
    assert steps.names == ["find pip", "get uv", "uv"]
    assert "--reinstall" in steps.commands[-1]  # it looks installed, so nothing less would bring it back
    assert is_ready(filled, tests=False)


def test_that_a_repair_does_not_take_the_damaged_file_from_the_cache(filled: Place, steps: Steps) -> None:
    """Cache of uv and environment share their files; only where nothing can be loaded is the cache tried."""
    filled.damaged.write_text("numpy cannot be loaded")
    set_up(filled, tests=False)
    assert {"--reinstall", "--no-cache"} <= set(steps.commands[-1])


def test_that_a_repair_without_network_keeps_what_is_there_and_is_tried_again(filled: Place, steps: Steps) -> None:
    (filled.packages / LIBRARY).write_bytes(b"comp")
    steps.failing["get uv"] = NO_NETWORK_LOG
    with pytest.raises(SetUpError, match="no network"):
        set_up(filled, tests=False)
    assert (filled.packages / "numpy/__init__.py").exists()
    assert not is_ready(filled, tests=False)


def test_that_an_environment_whose_pip_is_damaged_too_is_made_anew(filled: Place, steps: Steps) -> None:
    (filled.packages / LIBRARY).unlink()
    steps.failing["find pip"] = "No module named pip"
    set_up(filled, tests=False)
    assert steps.names == ["find pip", "venv", "get uv", "uv"]
    assert is_ready(filled, tests=False)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no locks that a child process holds on to")
def test_that_a_killed_set_up_leaves_no_second_writer(place: Place) -> None:
    """The step that outlives its set-up holds the lock on: the next start waits for it."""
    place.folder.mkdir()
    code = (
        "import sys; from pathlib import Path; from core import bootstrap_install; from core.bootstrap_place import *\n"
        f"place = Place(Path({str(place.lock.parent)!r}))\n"
        "step = 'import sys; print(1, flush=True); sys.stdin.readline()'\n"
        "bootstrap_install.subprocess.DEVNULL = None\n"  # the step waits for a line of ours
        "with bootstrap_install._alone(place): bootstrap_install._run(place, [sys.executable, '-c', step])\n"
    )
    root = Path(bootstrap_install.__file__).resolve().parent.parent
    program = subprocess.Popen([sys.executable, "-c", code], cwd=root, stdin=subprocess.PIPE)
    assert program.stdin is not None
    while not (place.log.exists() and place.log.read_text().strip()):
        assert program.poll() is None
        time.sleep(0.01)
    program.kill()
    program.wait()
    with place.lock.open("rb") as file:
        assert not bootstrap_install._take(file.fileno())
        program.stdin.close()  # the step ends
        while not bootstrap_install._take(file.fileno()):
            time.sleep(0.01)


def test_that_packages_are_counted_once(place: Place) -> None:
    assert bootstrap_install._count_packages([place.lock, place.test_lock]) == 3


def test_that_a_half_made_environment_is_made_anew(place: Place, steps: Steps) -> None:
    (place.folder / "lib").mkdir(parents=True)
    (place.folder / "lib" / "half.py").touch()
    set_up(place, tests=False)
    assert steps.names[0] == "venv"
    assert not (place.folder / "lib").exists()


def test_that_a_link_in_place_of_the_folder_is_replaced_and_its_target_kept(place: Place, steps: Steps) -> None:
    other = place.lock.parent / "other"
    other.mkdir()
    (other / "precious").touch()
    place.folder.symlink_to(other)
    set_up(place, tests=False)
    assert (other / "precious").exists()
    assert not place.folder.is_symlink()


def test_that_a_changed_lock_fills_the_environment_in_place(place: Place, steps: Steps) -> None:
    set_up(place, tests=False)
    place.lock.write_text("numpy==2.5.4\n")
    set_up(place, tests=False)
    assert steps.names[3:] == ["get uv", "uv"]
    assert is_ready(place, tests=False)


def make_by_hand(place: Place, settings: str) -> Path:
    """What `python3 -m venv .venv` leaves, and a file to see whether it was kept."""
    place.python.parent.mkdir(parents=True)
    place.python.touch()
    place.settings.write_text(settings)
    precious = place.folder / "precious"
    precious.touch()
    return precious


THIS_PYTHON = f"home = /usr/bin\nversion = {sys.version.split()[0]}\n"


@pytest.mark.parametrize("key", ["version", "version_info"])
def test_that_a_complete_environment_made_by_hand_is_used(
    place: Place, steps: Steps, capsys: pytest.CaptureFixture[str], key: str
) -> None:
    precious = make_by_hand(place, THIS_PYTHON.replace("version", key))
    set_up(place, tests=False)
    assert steps.names == ["find pip", "look"]
    assert "--isolated --no-index --require-hashes" in " ".join(steps.commands[-1])
    assert precious.exists()
    assert is_ready(place, tests=False)
    assert "made by hand and has every package" in capsys.readouterr().err


def test_that_an_incomplete_environment_made_by_hand_is_filled_and_that_is_said(
    place: Place, steps: Steps, capsys: pytest.CaptureFixture[str]
) -> None:
    precious = make_by_hand(place, THIS_PYTHON)
    steps.failing["look"] = "ERROR: No matching distribution found for scipy==1"
    set_up(place, tests=False)
    assert steps.names == ["find pip", "look", "get uv", "uv"]
    assert precious.exists()
    assert is_ready(place, tests=False)
    assert "lacks packages" in capsys.readouterr().err


def test_that_an_environment_made_by_hand_is_kept_where_filling_it_fails(place: Place, steps: Steps) -> None:
    precious = make_by_hand(place, THIS_PYTHON)
    steps.failing = {"look": "no", "get uv": NO_NETWORK_LOG}
    for _ in range(2):
        with pytest.raises(SetUpError, match="no network"):
            set_up(place, tests=False)
    assert precious.exists()
    assert not place.stamp.exists()


def test_that_a_set_up_that_broke_off_is_begun_anew(place: Place, steps: Steps) -> None:
    steps.failing = {"uv": "no", "pip": "no"}
    with pytest.raises(SetUpError):
        set_up(place, tests=False)
    assert place.unfinished.exists()
    steps.failing.clear()
    set_up(place, tests=False)
    assert steps.names[-3:] == ["venv", "get uv", "uv"]
    assert not place.unfinished.exists()


def test_that_an_environment_made_by_hand_without_pip_is_made_anew(place: Place, steps: Steps) -> None:
    precious = make_by_hand(place, THIS_PYTHON)
    steps.failing["find pip"] = "No module named pip"
    set_up(place, tests=False)
    assert steps.names == ["find pip", "venv", "get uv", "uv"]
    assert not precious.exists()


def test_that_an_environment_made_by_hand_for_another_python_is_made_anew(place: Place, steps: Steps) -> None:
    make_by_hand(place, "home = /usr/bin\nversion = 2.7.18\n")
    set_up(place, tests=False)
    assert steps.names[0] == "venv"


def test_that_an_unfinished_set_up_does_not_count_as_made_by_hand(place: Place, steps: Steps) -> None:
    precious = make_by_hand(place, THIS_PYTHON)
    place.unfinished.touch()
    set_up(place, tests=False)
    assert steps.names[0] == "venv"
    assert not precious.exists()


def test_that_a_ready_environment_is_left_alone(place: Place, steps: Steps) -> None:
    set_up(place, tests=True)
    done = len(steps.commands)
    set_up(place, tests=False)
    assert len(steps.commands) == done


@pytest.mark.parametrize("missing", ["get uv", "uv"])
def test_that_pip_steps_in_where_uv_does_not_work(place: Place, steps: Steps, missing: str) -> None:
    steps.failing[missing] = "ERROR: No matching distribution found for uv==0.13.7"
    set_up(place, tests=False)
    assert steps.names[-1] == "pip"
    assert "--require-hashes" in steps.commands[-1]
    assert is_ready(place, tests=False)


def test_that_a_failed_installation_leaves_no_stamp(place: Place, steps: Steps) -> None:
    set_up(place, tests=False)
    place.lock.write_text("numpy==99\n")
    steps.failing = {"uv": "no", "pip": "no"}
    with pytest.raises(SetUpError):
        set_up(place, tests=False)
    assert not place.stamp.exists()


def test_that_without_network_it_ends_at_the_first_step_that_needs_it(place: Place, steps: Steps) -> None:
    steps.failing["get uv"] = NO_NETWORK_LOG
    with pytest.raises(SetUpError) as told:
        set_up(place, tests=False)
    assert steps.names == ["venv", "get uv"]
    assert "no network" in told.value.message
    assert "start again" in told.value.hint


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("error: dns error: failed to lookup address information", "no network"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "hash differs"),
        ("ERROR: No matching distribution found for numpy==2.5.4", "no ready-made packages"),
        ("first\nSomething odd happened\n", "Something odd happened"),
        ("", "no reason given"),
    ],
)
def test_that_every_failure_gets_one_sentence_and_something_to_do(
    place: Place, steps: Steps, log: str, expected: str
) -> None:
    steps.failing = {"uv": log, "pip": log}
    with pytest.raises(SetUpError) as told:
        set_up(place, tests=False)
    assert expected in told.value.message
    assert str(place.log) in told.value.hint


def test_that_a_python_without_venv_is_told_what_to_install(
    place: Place, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap_install, "can_install_packages", lambda: False)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SetUpError) as told:
        set_up(place, tests=False)
    assert "ensurepip" in told.value.message
    assert "sudo apt-get install --no-install-recommends python3-venv" in told.value.hint
    assert not place.folder.exists()


def test_that_root_gets_a_missing_venv_installed(place: Place, steps: Steps, monkeypatch: pytest.MonkeyPatch) -> None:
    installed: list[str] = []
    monkeypatch.setattr(bootstrap_install, "can_install_packages", lambda: True)
    monkeypatch.setattr(bootstrap_install, "install_packages", installed.extend)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object() if installed else None)
    set_up(place, tests=False)
    assert installed == ["python3-venv"]


def test_that_a_folder_that_cannot_be_written_is_told(
    place: Place, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, *arguments: object, **options: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(SetUpError, match="cannot be written"):
        set_up(place, tests=False)


def test_that_a_second_start_waits_for_the_first(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[str] = []
    waiting = threading.Event()
    steps = Steps()

    def run_slowly(place: Place, command: list[str]) -> bool:
        made.append(steps.name(command))
        assert waiting.wait(500)
        return steps.run(place, command)

    monkeypatch.setattr(bootstrap_install, "_run", run_slowly)
    monkeypatch.setattr(time, "sleep", lambda seconds: waiting.set())
    starts = [threading.Thread(target=set_up, args=(place, False)) for _ in range(2)]
    for start in starts:
        start.start()
    for start in starts:
        start.join()
    assert made == ["venv", "get uv", "uv"]
    assert "waiting for it" in capsys.readouterr().err


def test_that_a_step_keeps_its_output_and_shows_that_it_lives(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = place.folder / "told"

    def tell(text: str) -> None:
        say(text)
        told.touch()

    say = bootstrap_install.say  # type: ignore[attr-defined]
    monkeypatch.setattr(bootstrap_install, "say", tell)
    monkeypatch.setattr(bootstrap_install, "SECONDS_BETWEEN_SIGNS_OF_LIFE", 0.05)
    place.folder.mkdir()
    wait = f"import pathlib, time\nwhile not pathlib.Path({str(told)!r}).exists(): time.sleep(0.01)\n"
    code = f"print('said', flush=True)\n{wait}raise SystemExit(3)"
    assert not bootstrap_install._run(place, [sys.executable, "-c", code])
    assert place.log.read_text().strip() == "said"
    assert "..." in capsys.readouterr().err


def test_that_a_command_run_beside_gives_its_exit_code() -> None:
    assert bootstrap_install.run_beside([sys.executable, "-c", "raise SystemExit(7)"]) == 7


def test_that_the_stamp_is_written_in_one_piece(place: Place) -> None:
    place.folder.mkdir()
    write_stamp(place, tests=True)
    assert [file.name for file in place.folder.iterdir()] == [place.stamp.name]
