"""A Windows of its own under Wine, with what numpy and Qt miss there; used to build and to try the Windows program."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
OWN_LIBRARIES = Path("/usr/lib/x86_64-linux-gnu/wine/x86_64-windows")
COMPILER = "x86_64-w64-mingw32-gcc"
# Wine loads its own libraries as built in only where this mark stands in them; the renamed copy must not have it.
MARK, OTHER_MARK = b"Wine builtin DLL", b"Wine renamed DLL"
OVERRIDES = ";".join(
    (
        "wbemprox=d",  # Python's platform module asks WMI, and Wine's answer hangs
        "mscoree=d",
        "mshtml=d",
        "winedbg.exe=d",  # a crash ends the process instead of opening a debugger nobody sees
        "ucrtbase=n",  # ours, see shims/ucrtbase.c
    )
)


@dataclass(frozen=True)
class Wine:
    """A prefix: one C: drive and one registry, apart from those of the person who builds."""

    prefix: Path

    @property
    def drive(self) -> Path:
        return self.prefix / "drive_c"

    @property
    def system(self) -> Path:
        return self.drive / "windows" / "system32"

    def environ(self, display: str = "", **more: str) -> dict[str, str]:
        """Only what is named: nothing of this machine's Python, Qt or desktop reaches the Windows programs."""
        known = {
            "PATH": "/usr/bin:/bin",
            "HOME": str(self.prefix),
            "LANG": "C.UTF-8",
            "WINEPREFIX": str(self.prefix),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": OVERRIDES,
        }
        return {**known, **({"DISPLAY": display} if display else {}), **more}

    def path(self, file: Path) -> str:
        """The name a Windows program has for a file of this machine."""
        inside = file.absolute()
        if inside.is_relative_to(self.drive):
            return "C:\\" + str(inside.relative_to(self.drive)).replace("/", "\\")
        return "Z:" + str(inside).replace("/", "\\")

    def unix_path(self, name: str) -> Path:
        """The file of this machine that a Windows name on C: means."""
        return self.drive.joinpath(*name.removeprefix("C:\\").split("\\"))

    def start(self, *command: str, display: str = "", **more: str) -> "subprocess.Popen[bytes]":
        """Start a Windows program with its output in a pipe: Wine 8 loses handles of files, and Python dies of it."""
        return subprocess.Popen(
            ["wine", *command],
            env=self.environ(display, **more),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self.drive if self.drive.exists() else None,
        )

    def run(self, *command: str, display: str = "", show: bool = False, **more: str) -> tuple[int, str]:
        """Run a Windows program to its end; give its exit code and what it said."""
        said = []
        with self.start(*command, display=display, **more) as running:
            for line in running.stdout or ():
                said.append(line.decode("utf-8", "replace").replace("\r", ""))
                if show:
                    print(f"    {said[-1]}", end="", flush=True)
        return running.returncode, "".join(said)

    def end(self) -> None:
        """End every process of this prefix, the server with its registry as the last."""
        subprocess.run(["wineserver", "-k"], env=self.environ(), check=False, capture_output=True)
        subprocess.run(["wineserver", "-w"], env=self.environ(), check=False, capture_output=True)


@contextmanager
def running(wine: Wine) -> Iterator[Wine]:
    """Leave no process of the prefix behind."""
    try:
        yield wine
    finally:
        wine.end()


def make_prefix(prefix: Path, work: Path) -> Wine:
    """Make a fresh Windows 10 and put the shims into it."""
    shutil.rmtree(prefix, ignore_errors=True)
    prefix.mkdir(parents=True)
    wine = Wine(prefix)
    overrides = OVERRIDES.replace(";ucrtbase=n", "")  # the shim is not there yet
    font = ("reg", "add", "HKCU\\Software\\Wine\\Fonts\\Replacements", "/v", "Segoe UI", "/d", "DejaVu Sans", "/f")
    for command in (("wineboot", "-i"), ("winecfg", "/v", "win10"), font):
        code, said = wine.run(*command, WINEDLLOVERRIDES=overrides)
        if code:
            raise SystemExit(f"{' '.join(command)} ended with {code}:\n{said}")
    wine.end()
    for folder in (wine.drive / "users").glob("*/*"):
        if folder.is_symlink():  # Documents, Desktop and others lead out of the prefix
            folder.unlink()
            folder.mkdir()
    put_shims(wine, work)
    return wine


def put_shims(wine: Wine, work: Path) -> None:
    """Compile and place ucrtbase.dll and icuuc.dll."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    original = (OWN_LIBRARIES / "ucrtbase.dll").read_bytes()
    if MARK not in original:
        raise SystemExit("Wine's ucrtbase.dll has no mark; is this another Wine?")
    (wine.system / "ucrtwine.dll").write_bytes(original.replace(MARK, OTHER_MARK, 1))
    source = HERE / "shims" / "ucrtbase.c"
    (work / "ucrtbase.def").write_text(export_list(OWN_LIBRARIES / "ucrtbase.dll", source), encoding="ascii")
    target = work / "ucrtbase.dll"
    _compile("-fno-builtin", source, work / "ucrtbase.def", "-static-libgcc", "-Wl,--exclude-all-symbols", to=target)
    _compile(HERE / "shims" / "icuuc.c", to=work / "icuuc.dll")
    for library in (target, work / "icuuc.dll"):
        (wine.system / library.name).unlink(missing_ok=True)  # may be a link to Wine's own
        shutil.copyfile(library, wine.system / library.name)


def export_list(library: Path, source: Path) -> str:
    """Name what the shim exports: its own functions, and everything else forwarded to the renamed library."""
    own = own_functions(source)
    names = exported_names(library)
    lines = [f"  {name} = own_{name}" if name in own else f"  {name} = ucrtwine.{name}" for name in sorted(names | own)]
    return "\n".join(["LIBRARY ucrtbase.dll", "EXPORTS", *lines, ""])


def own_functions(source: Path) -> set[str]:
    text = source.read_text(encoding="utf-8")
    families = re.findall(r"^(?:REAL|COMPLEX)_OF\((\w+)\)", text, re.MULTILINE)
    singles = re.findall(r"^\w+ own_(\w+)\(", text, re.MULTILINE)
    return {f"{name}{ending}" for name in families for ending in ("", "f", "l")} | set(singles)


def exported_names(library: Path) -> set[str]:
    dump = ["x86_64-w64-mingw32-objdump", "-p", str(library)]
    told = subprocess.run(dump, check=True, capture_output=True, text=True).stdout
    table = told.split("[Ordinal/Name Pointer] Table", 1)[1]
    return set(re.findall(r"^\s*\[ *\d+\](?: \+base\[ *\d+\])?(?: +[0-9a-f]{4,})? +(\S+)$", table, re.MULTILINE))


def _compile(*parts: str | Path, to: Path) -> None:
    subprocess.run([COMPILER, "-O2", "-shared", "-s", *map(str, parts), "-o", str(to)], check=True, env=os.environ)
