"""Compile the library from its C sources, with nothing but the standard library: the set-up runs before all else."""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

SOURCES = ("tree_growing.c", "tree_pruning.c", "tree_boosting.c", "number_lines.c")
HEADERS = ("common.h", "trees.h")
HERE = Path(__file__).resolve().parent / "native"
COMPILERS = ("cc", "gcc", "clang")
# No contraction, no reordering: all compilers and processors give the same bits.
FLAGS = ("-std=c11", "-O2", "-ffp-contract=off", "-fno-fast-math", "-fno-math-errno", "-fvisibility=hidden", "-shared")
SECONDS_TO_COMPILE = 600


class CompilerError(Exception):
    """Why nothing could be compiled, in one sentence."""


def library_file(folder: Path) -> Path:
    """The library made from these sources below a folder; other sources have another name, so none is ever stale."""
    ending = {"win32": "dll", "darwin": "dylib"}.get(sys.platform, "so")
    return folder / "evenfold-native" / f"evenfold-{source_hash()}-{platform.machine().lower()}.{ending}"


def source_hash() -> str:
    """Recognizes the sources and the flags."""
    text = "\0".join((HERE / name).read_text(encoding="utf-8") for name in (*HEADERS, *SOURCES))
    return hashlib.sha256("\0".join((text, *FLAGS)).encode()).hexdigest()[:16]


def find_compiler() -> list[str] | None:
    """The command of a C compiler of this computer, or None."""
    if sys.platform == "darwin" and not _has_apple_tools():
        return None  # its cc is a stub that opens a window asking to install them
    found = next((path for name in COMPILERS if (path := shutil.which(name))), None)
    return [found] if found else None


def _has_apple_tools() -> bool:
    chosen = shutil.which("xcode-select")
    return chosen is not None and subprocess.run([chosen, "-p"], capture_output=True).returncode == 0


def compile_library(compiler: list[str], folder: Path, extra: tuple[str, ...] = (), check: bool = True) -> Path:
    """Compile into a folder, try the result in a process of its own, and only then give it its name."""
    target = library_file(folder)
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f"{target.name}.{os.getpid()}.new")
    command = [
        *compiler,
        *FLAGS,
        *extra,
        *_for_system(),
        "-o",
        str(unfinished),
        *(str(HERE / name) for name in SOURCES),
    ]
    if sys.platform != "win32":
        command.append("-lm")
    try:
        _run(command)
        if check:
            _run([sys.executable, "-c", f"import ctypes; ctypes.CDLL({str(unfinished)!r}).grow_trees"])
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
    return target


def _for_system() -> tuple[str, ...]:
    return () if sys.platform == "win32" else ("-fPIC",)


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS_TO_COMPILE)
    except (OSError, subprocess.TimeoutExpired) as reason:
        raise CompilerError(f"{command[0]} did not work: {reason}") from reason
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise CompilerError(f"{command[0]} did not work: {lines[0]}")
