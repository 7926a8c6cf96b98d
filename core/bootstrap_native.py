"""Compile the small native core during the set-up: by a compiler of this computer, else by one fetched for a moment."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from core.bootstrap_place import Place, say
from core.native_build import CompilerError, compile_library, find_compiler, library_file

COMPILER_LOCK = "requirements-compiler.txt"
SECONDS_TO_FETCH = 900


def prepare_library(place: Place, lock: Path) -> None:
    """Make sure that the library of these sources is there; without it the program gives the same numbers, slowly.

    It never ends a start: what failed is noted beside the library and not tried again unless a compiler appears.
    """
    target = library_file(place.folder)
    if target.exists():
        return
    note = target.with_suffix(".failed")
    compiler = find_compiler()
    if compiler is None and note.exists():
        return
    try:
        if compiler is not None:
            say("Compiling the small native core (once, a few seconds)")
            compile_library(compiler, place.folder)
        else:
            _compile_with_fetched_compiler(place, lock)
    except (CompilerError, OSError) as reason:
        say(f"The native core could not be compiled: {reason}")
        say("Evenfold works without it and gives the same numbers, but forests and trees take many times longer.")
        say(f"To change this, install a C compiler (gcc or clang) and delete {note}.")
        _write_note(note, str(reason))


def _compile_with_fetched_compiler(place: Place, lock: Path) -> None:
    """Fetch the compiler by its hash into a temporary folder, use it, and remove it."""
    say("There is no C compiler on this computer: fetching one for a moment (about 100 MB) to compile the native core")
    with tempfile.TemporaryDirectory(prefix="evenfold-compiler-", ignore_cleanup_errors=True) as folder:
        packages = Path(folder) / "packages"
        pip = [str(place.python), "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--quiet"]
        only = ["--require-hashes", "--only-binary", ":all:", "--no-deps", "--target", str(packages)]
        try:
            done = subprocess.run(
                [*pip, *only, "-r", str(lock)],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=SECONDS_TO_FETCH,
            )
        except subprocess.TimeoutExpired:
            raise CompilerError("fetching the compiler took too long") from None
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines() or ["no reason given"]
            raise CompilerError(f"the compiler could not be fetched: {lines[-1]}")
        found = shutil.which("zig", path=str(packages / "ziglang"))
        if found is None:
            raise CompilerError("the fetched package holds no compiler")
        os.environ["ZIG_GLOBAL_CACHE_DIR"] = os.environ["ZIG_LOCAL_CACHE_DIR"] = str(Path(folder) / "cache")
        try:
            compile_library([found, "cc"], place.folder)
        finally:
            del os.environ["ZIG_GLOBAL_CACHE_DIR"], os.environ["ZIG_LOCAL_CACHE_DIR"]


def _write_note(note: Path, reason: str) -> None:
    try:
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(f"{reason}\nPython {sys.version.split()[0]}\n", encoding="utf-8")
    except OSError:
        say(f"{note} cannot be written, so the next start tries again.")
