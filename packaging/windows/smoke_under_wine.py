"""Install the Windows setup under Wine and look at the program from outside, as smoke.py does with Linux's.

    python3 packaging/windows/smoke_under_wine.py SETUP.exe [--pictures FOLDER] [--log FILE] [--only CHECK ...]

Needs what build_on_linux.py installs, and for the same study on Linux the checkout's own environment (start main.py
once). A fresh Windows is made for it and removed. What Wine cannot show is listed in packaging/README.md.
"""

import argparse
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from zipfile import ZipFile

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # the neighbors of this script

import smoke  # noqa: E402
import wine  # noqa: E402
from smoke_program import (  # noqa: E402
    SECONDS_FOR_A_RUN,
    SECONDS_FOR_A_WINDOW,
    SECONDS_TO_REACT,
    Built,
    SmokeError,
    expect,
    happens,
    settle,
    wait_until,
)
from x_display import ALT, F4, RETURN, Screen  # noqa: E402

FOLDER = "C:\\users\\{user}\\AppData\\Local\\Programs\\Evenfold"
UNINSTALL_KEY = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Evenfold"
KIND_KEY = "Software\\Classes\\Evenfold.Study"
ENDING_KEY = "Software\\Classes\\.evenfold"
RUNNING = 4
SECONDS_TO_INSTALL = 600
SAME = 1e-9  # relative; the bound that holds between systems
MAY_DIFFER = {"versions", "seconds"}


@dataclass(frozen=True)
class Installed(Built):
    """The installed program in a Windows of its own; files of the scratch folder lie on its drive C:."""

    windows: wine.Wine = field(default_factory=lambda: wine.Wine(Path()))

    @property
    def processes_of_a_run(self) -> int:
        """Itself and two workers; Python needs no helpers on Windows."""
        return 3

    def command(self, *arguments: str) -> list[str]:
        return self._started("evenfold-terminal.exe", *arguments)

    def window_command(self, *arguments: str) -> list[str]:
        return self._started("evenfold.exe", *arguments)

    def _started(self, program: str, *arguments: str) -> list[str]:
        return self.wine_command(f"{self.program}\\{program}", *arguments)

    def wine_command(self, *command: str) -> list[str]:
        known = self.windows.environ(self.screen.name)
        return ["env", "-i", *(f"{name}={value}" for name, value in known.items()), "wine", *command]

    def seen_path(self, file: Path) -> str:
        return self.windows.path(file)

    def run_windows(self, *command: str) -> tuple[int, str]:
        """Any other Windows program, to its end."""
        done = subprocess.run(
            self.wine_command(*command),
            cwd=self.scratch,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS_TO_INSTALL,
        )
        return done.returncode, (done.stdout + done.stderr).decode("utf-8", "replace")

    def _is_ours(self, process: Path) -> bool:
        """By the prefix and the name: Wine's own helpers stay while anything runs."""
        try:
            inside = f"WINEPREFIX={self.windows.prefix}".encode() in (process / "environ").read_bytes().split(b"\0")
            return inside and b"evenfold" in (process / "cmdline").read_bytes().split(b"\0")[0].lower()
        except OSError:
            return False

    def studies(self, pattern: str) -> list[Path]:
        """Wherever the program put them: documents or its own folder."""
        return sorted(file for file in self.person.rglob(pattern) if file.is_file())

    @property
    def person(self) -> Path:
        """The folder of the person, C:\\users\\NAME."""
        return self.windows.drive / "users" / _user()

    @property
    def folder(self) -> Path:
        """Where the program is installed, as this machine sees it."""
        return self.windows.unix_path(self.program)


def _user() -> str:
    import pwd

    return pwd.getpwuid(os.getuid()).pw_name


class Trial:
    """What the checks share: the setup, the program, and the pictures."""

    def __init__(self, setup: Path, built: Installed, sources: Path) -> None:
        self.setup, self.built, self.sources = setup, built, sources

    def picture(self, name: str) -> None:
        self.built.screen.save_picture(self.built.scratch / f"{name}.png")

    def registry(self, key: str) -> str:
        code, said = self.built.run_windows("reg", "query", key, "/s")
        return said if code == 0 else ""

    def install(self, *options: str) -> int:
        """Silently; the exit code."""
        return self.built.run_windows(self.built.seen_path(self.setup), "/S", *options)[0]

    def _end(self, running: "subprocess.Popen[bytes]") -> None:
        """Whatever happened, nothing started here stays and holds the pipe open."""
        running.kill()
        for process in self.built.processes():
            os.kill(process, signal.SIGKILL)
        running.communicate()

    # --- setup

    def setup_shows_its_pages(self) -> str:
        """By keyboard from the first page to the last, a picture of each, and the program started by the last one."""
        before = len(self.built.screen.windows())
        running = subprocess.Popen(
            self.built.wine_command(self.built.seen_path(self.setup)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        try:
            wait_until(lambda: len(self.built.screen.windows()) > before, SECONDS_FOR_A_WINDOW, "no page of the setup")
            for page in ("1-welcome", "2-license", "3-folder"):
                settle(self.built.screen)
                self.picture(f"setup-{page}")
                self._turn_page()
            self.picture("setup-4-files")
            wait_until(lambda: (self.built.folder / "uninstall.exe").exists(), SECONDS_TO_INSTALL, "nothing installed")
            wait_until(self._finished, SECONDS_TO_INSTALL, "the last page of the setup started no program")
            settle(self.built.screen)
            self.picture("started-by-setup")
            for window in self.built.screen.windows():
                self.built.screen.close(window)
            wait_until(lambda: not self.built.processes(), SECONDS_FOR_A_WINDOW, "the started program did not end")
        finally:
            self._end(running)
        return "welcome, license, folder, files, finish; the program started from the last"

    def _turn_page(self) -> None:
        before = self.built.screen.look()
        self._press(RETURN)
        wait_until(lambda: self.built.screen.look() != before, SECONDS_FOR_A_WINDOW, "no further page of the setup")

    def _finished(self) -> bool:
        """Whether the program is there; if not, the key of the last page, which the page before it does not heed."""
        if any("Setup" in window.title for window in self.built.screen.windows()):
            settle(self.built.screen)
            self.picture("setup-5-finish")
            self._press(RETURN)
        return happens(self._main_window, SECONDS_TO_REACT)

    def _press(self, *keys: int) -> None:
        self.built.screen.press(self.built.screen.windows()[-1], *keys)

    def _main_window(self) -> bool:
        return any(window.title == smoke.TITLE for window in self.built.screen.windows())

    def installs_silently(self) -> str:
        began = time.monotonic()
        code = self.install()
        expect(code == 0, f"the setup ended with {code}")
        took = time.monotonic() - began
        for name in ("evenfold.exe", "evenfold-terminal.exe", "evenfold.ico", "uninstall.exe", "_internal"):
            expect((self.built.folder / name).exists(), f"{name} is missing")
        first, second = (self.built.folder / name for name in ("evenfold.pkg", "evenfold-terminal.pkg"))
        expect(first.samefile(second), "the bytecode is there twice")
        size = sum(file.stat().st_size for file in self.built.folder.rglob("*") if file.is_file() and file != second)
        links = list((self.built.person / "AppData").rglob("Evenfold.lnk"))
        expect(len(links) == 1, f"not one link in the start menu but {links}")
        told = self.registry(UNINSTALL_KEY)
        expect("DisplayVersion" in told and "EstimatedSize" in told, f"no entry for uninstalling: {told}")
        expect("evenfold.exe" in self.registry(f"HKCU\\{KIND_KEY}"), "*.evenfold has no program")
        return f"{size / 1e6:.0f} MB in {took:.0f} s; start menu, file type and entry for uninstalling are there"

    # --- numbers

    def gives_the_numbers_of_linux(self) -> str:
        """The study that `runs a study` made on Windows, once more on Linux from the checkout."""
        here = self.built.scratch / "on-linux"
        here.mkdir()
        shutil.copyfile(self.built.scratch / "plan.toml", here / "plan.toml")
        done = self._on_linux(
            "run",
            here / "plan.toml",
            "--workers",
            "2",
            "--json",
            here / "numbers.json",
            "--study",
            here / "linux.evenfold",
        )
        expect(done.returncode in smoke.SETTLED_OR_NOT, f"the run on Linux ended with {done.returncode}: {done.stderr}")
        numbers = [
            json.loads((folder / "numbers.json").read_text(encoding="utf-8")) for folder in (self.built.scratch, here)
        ]
        same, apart = compare(*numbers)
        expect(not apart, f"Windows and Linux differ: {apart[:5]}")
        equal = "all bit for bit" if same.farthest == 0 else f"the farthest {same.farthest:.1e} apart"
        return f"{same.count} values agree, {equal}"

    def studies_cross_over(self) -> str:
        """A study made on Windows is checked on Linux, and the reverse."""
        there = self._on_linux("check", self.built.scratch / "smoke.evenfold")
        expect(there.returncode == 0, f"Linux finds faults in the study of Windows: {there.stdout}{there.stderr}")
        here = self.built.run("check", self.built.path("on-linux/linux.evenfold"))
        expect(here.returncode == 0, f"Windows finds faults in the study of Linux: {here.stdout}{here.stderr}")
        told = [done.stdout.strip().splitlines()[-1] for done in (there, here)]
        return f"made on Windows, checked on Linux: {told[0]} Made on Linux, checked on Windows: {told[1]}"

    def _on_linux(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(self.sources / "main.py"), *map(str, arguments)]
        home = str(self.built.scratch / "home-on-linux")
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=SECONDS_FOR_A_RUN,
            cwd=self.built.scratch,
            env={**os.environ, "EVENFOLD_HOME": home, "DISPLAY": ""},
        )

    def writes_word_and_excel(self) -> str:
        sizes = []
        for kind, inside in (("docx", "word/document.xml"), ("xlsx", "xl/workbook.xml")):
            done = self.built.run(
                "report", self.built.path("smoke.evenfold"), "--to", kind, "--out", self.built.path(f"report.{kind}")
            )
            expect(done.returncode == 0, f"report ended with {done.returncode}: {done.stdout}{done.stderr}")
            with ZipFile(self.built.scratch / f"report.{kind}") as archive:
                expect(inside in archive.namelist() and archive.testzip() is None, f"report.{kind} is broken")
            sizes.append(f"{kind} {(self.built.scratch / f'report.{kind}').stat().st_size // 1024} kB")
        return ", ".join(sizes)

    # --- desktop

    def opens_a_study_by_double_click(self) -> str:
        """With ü and blanks in its path. Wine 8 reads file types from HKLM only, so they are copied there first."""
        for key in (ENDING_KEY, KIND_KEY):
            code, said = self.built.run_windows("reg", "copy", f"HKCU\\{key}", f"HKLM\\{key}", "/s", "/f")
            expect(code == 0, f"reg copy: {said}")
        study = self.built.person / "Documents" / "Prüfstand 2026" / "Läufe ü.evenfold"
        study.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self.built.scratch / "smoke.evenfold", study)
        running = subprocess.Popen(
            self.built.wine_command("start", "/wait", self.built.seen_path(study)),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        try:
            title = "Smoke – Evenfold"
            wait_until(
                lambda: any(window.title == title for window in self.built.screen.windows()),
                SECONDS_FOR_A_WINDOW,
                f"no window with the study: {self.built.screen.windows()}",
            )
            settle(self.built.screen)
            self.picture("double-click")
            code = self.install()
            expect(code == RUNNING, f"the setup ran while Evenfold was open, exit code {code}")
            expect((self.built.folder / "evenfold.exe").exists(), "the refused setup removed the program")
            self.built.screen.press(self.built.screen.windows()[-1], ALT, F4)
            wait_until(lambda: not self.built.processes(), SECONDS_FOR_A_WINDOW, "Alt+F4 did not end the program")
        finally:
            self._end(running)
        named = f"{study.parent.name}/{study.name}"
        return f"{title!r} from {named}; the setup refused meanwhile with {RUNNING}; Alt+F4 ended it"

    # --- upgrade and uninstall

    def upgrades(self) -> str:
        """Over itself: a stale file goes, everything of the person stays byte for byte."""
        stale = self.built.folder / "_internal" / "stale.dll"
        stale.write_bytes(b"of an older version")
        own = self.built.folder / "my notes.txt"
        own.write_text("mine", encoding="utf-8")
        before = self._files_of_the_person()
        code = self.install()
        expect(code == 0, f"the setup ended with {code}")
        expect(not stale.exists(), "a stale file of the older version is still there")
        expect(own.read_text(encoding="utf-8") == "mine", "a file of the person in the program's folder is gone")
        expect(self._files_of_the_person() == before, "the upgrade changed files of the person")
        expect(len(before) > 0, "the person had no files to keep")
        done = self.built.run("--version")
        expect(done.returncode == 0, f"--version after the upgrade: {done.stdout}{done.stderr}")
        return f"a stale file went, {len(before)} files of the person are as before; {done.stdout.strip()}"

    def uninstalls(self) -> str:
        before = self._files_of_the_person()
        code, said = self.built.run_windows(f"{self.built.program}\\uninstall.exe", "/S")
        expect(code == 0, f"uninstall ended with {code}: {said}")
        wait_until(lambda: not (self.built.folder / "uninstall.exe").exists(), SECONDS_FOR_A_WINDOW, "not uninstalled")
        wait_until(lambda: not self.registry(UNINSTALL_KEY), SECONDS_FOR_A_WINDOW, "still listed among the programs")
        left = [file.name for file in self.built.folder.rglob("*")]
        expect(left == ["my notes.txt"], f"left in the program's folder: {left}")
        for key in (KIND_KEY, "Software\\Evenfold"):
            expect(not self.registry(f"HKCU\\{key}"), f"{key} is still there")
        expect("Evenfold" not in self.registry(f"HKCU\\{ENDING_KEY}"), "*.evenfold still belongs to Evenfold")
        expect(not list((self.built.person / "AppData").rglob("Evenfold.lnk")), "a link is left in the start menu")
        expect(self._files_of_the_person() == before, "uninstalling changed files of the person")
        return f"program, links and keys are gone; {len(before)} files of the person are as before"

    def _files_of_the_person(self) -> dict[str, bytes]:
        """Studies, settings and history, without the program itself and what Windows writes for itself."""
        kept: dict[str, bytes] = {}
        for folder in (self.built.person / "Documents", self.built.person / "AppData" / "Local" / "evenfold"):
            files = [file for file in folder.rglob("*") if file.is_file()]
            kept.update({str(file.relative_to(self.built.person)): file.read_bytes() for file in files})
        return kept


@dataclass(frozen=True)
class Agreement:
    """How many values were compared and how far the farthest lay apart, relatively."""

    count: int
    farthest: float


def compare(first: object, second: object) -> tuple[Agreement, list[str]]:
    """Compare two JSON documents value by value, without what has to differ; list what lies too far apart."""
    left, right = dict(_leaves(first, "")), dict(_leaves(second, ""))
    apart = [f"only in one: {name}" for name in left.keys() ^ right.keys()]
    farthest = 0.0
    for name in left.keys() & right.keys():
        one, other = left[name], right[name]
        if isinstance(one, float) and isinstance(other, float):
            same = one == other or (math.isnan(one) and math.isnan(other))
            distance = 0.0 if same else abs(one - other) / max(abs(one), abs(other))
            if not distance <= SAME:  # not a number against a number is no distance at all
                apart.append(f"{name}: {one} and {other}")
            else:
                farthest = max(farthest, distance)
        elif one != other:
            apart.append(f"{name}: {one} and {other}")
    return Agreement(len(left.keys() & right.keys()), farthest), apart


def _leaves(node: object, name: str) -> Iterator[tuple[str, object]]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key not in MAY_DIFFER:
                yield from _leaves(value, f"{name}.{key}")
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from _leaves(value, f"{name}[{number}]")
    else:
        yield name, float(node) if isinstance(node, int) and not isinstance(node, bool) else node


def checks_of(trial: Trial) -> list[tuple[str, Callable[[], str]]]:
    """In their order: install, use, upgrade, remove."""
    same_as_linux = (
        smoke.says_its_version,
        smoke.checks_itself,
        smoke.runs_a_study,
        smoke.leaves_nothing_running,
        smoke.dies_as_a_whole,
        smoke.checks_the_study,
        smoke.writes_a_pdf,
    )
    in_window = (smoke.shows_its_window, smoke.runs_a_sample_in_its_window)
    return [
        *_named(trial.setup_shows_its_pages, trial.installs_silently),
        *((check.__name__, lambda check=check: check(trial.built)) for check in same_as_linux),
        *_named(trial.writes_word_and_excel, trial.gives_the_numbers_of_linux, trial.studies_cross_over),
        *((check.__name__, lambda check=check: check(trial.built)) for check in in_window),
        *_named(trial.opens_a_study_by_double_click, trial.upgrades, trial.uninstalls),
        ("leaves_nothing_running", lambda: smoke.leaves_nothing_running(trial.built)),
    ]


def _named(*checks: Callable[[], str]) -> list[tuple[str, Callable[[], str]]]:
    return [(check.__name__, check) for check in checks]


@contextmanager
def fresh_windows(kept: Path | None) -> Iterator[wine.Wine]:
    """A Windows nobody has used; with `kept`, that one, for looking at a failure."""
    folder = kept or Path(tempfile.mkdtemp(prefix="evenfold-wine-"))
    prefix = folder / "wine"
    windows = wine.Wine(prefix) if prefix.exists() else wine.make_prefix(prefix, folder / "shims")
    try:
        with wine.running(windows):
            yield windows
    finally:
        if not kept:
            shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("setup", type=Path)
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="keep pictures of pages and windows here")
    parser.add_argument("--log", type=Path, help="write what is told here to this file as well")
    parser.add_argument("--only", nargs="+", metavar="CHECK", help="these checks, by their names with _")
    parser.add_argument("--sources", type=Path, default=ROOT, metavar="CHECKOUT", help="what the setup was made of")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="make Windows here and do not remove it")
    chosen = parser.parse_args()
    lines: list[str] = []

    def say(line: str) -> None:
        print(line, flush=True)
        lines.append(line)

    version = subprocess.run(["wine", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    named = f"{chosen.setup.name}, {chosen.setup.stat().st_size / 1e6:.1f} MB"
    say(f"Windows setup under Wine, {datetime.now(UTC):%Y-%m-%d}: {named}; {version}")
    failures = 0
    with Screen() as screen, fresh_windows(chosen.keep) as windows:
        scratch = windows.drive / "smoke"
        scratch.mkdir(exist_ok=True)
        setup = windows.drive / "smoke" / chosen.setup.name
        shutil.copyfile(chosen.setup, setup)
        built = Installed(FOLDER.format(user=_user()), Path("/"), os.getuid(), scratch, screen, windows=windows)
        for name, check in checks_of(Trial(setup, built, chosen.sources.resolve())):
            if chosen.only and name not in chosen.only:
                continue
            began = time.monotonic()
            try:
                say(f"ok   {name.replace('_', ' ')}: {check()} ({time.monotonic() - began:.0f} s)")
            except (SmokeError, OSError, subprocess.TimeoutExpired) as problem:
                failures += 1
                screen.save_picture(scratch / f"failed-{name}.png")
                say(f"FAIL {name.replace('_', ' ')}: {problem}")
        if chosen.pictures:
            chosen.pictures.mkdir(parents=True, exist_ok=True)
            for picture in scratch.glob("*.png"):
                shutil.copy(picture, chosen.pictures / picture.name)
    say("All well." if not failures else f"{failures} failed.")
    if chosen.log:
        chosen.log.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 1 if failures else 0


if __name__ == "__main__":
    os.environ.pop("DISPLAY", None)
    sys.exit(main())
