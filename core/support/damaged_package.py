"""Whether a problem comes from loading a package that others wrote, and which; known before any of them is loaded."""

import sys
import traceback
from pathlib import Path
from types import FrameType

PACKAGES = "site-packages"
NO_TEXT = "null bytes"
READER_OF_COMPILED_FILES = "_compile_bytecode"  # of Python's own import; it may raise nearly anything on a damaged one
ELSEWHERE = (MemoryError, OSError)  # what the computer refuses says nothing about the files of a package


def name_package(problem: BaseException) -> str:
    """Return the package or module that could not be loaded; an empty name where it was something else.

    Some packages put a problem of their own, without a name, around that of a library.
    """
    if isinstance(problem, SyntaxError):
        return _name_by_file(problem.filename or (_find_file_of_zeros() if NO_TEXT in str(problem) else ""))
    if not isinstance(problem, ImportError):
        return "" if isinstance(problem, ELSEWHERE) else _name_by_frames(problem)
    if problem.name:
        return problem.name
    around = problem.__cause__ or problem.__context__
    return "" if around is None else name_package(around)


def _find_file_of_zeros() -> str:
    """Return a file as a loss of power leaves it; of such a one Python does not say which it is."""
    folders = [Path(place) for place in sys.path if Path(place).name == PACKAGES]
    files = (file for folder in folders for file in folder.rglob("*.py") if file.is_file())
    return next((str(file) for file in files if b"\0" in file.read_bytes()), "")


def _name_by_frames(problem: BaseException) -> str:
    """Only what happens while a module is loaded counts: what it does later may be our fault."""
    frames = [frame for frame, _ in traceback.walk_tb(problem.__traceback__)]
    return next(filter(None, (_name_loaded(frame) for frame in frames)), "")


def _name_loaded(frame: FrameType) -> str:
    if frame.f_code.co_name == "<module>":
        return _name_by_file(frame.f_code.co_filename)
    if frame.f_code.co_name == READER_OF_COMPILED_FILES and "importlib" in frame.f_code.co_filename:
        return _name_by_file(str(frame.f_locals.get("bytecode_path") or ""))
    return ""


def _name_by_file(file: str) -> str:
    parts = Path(file).parts
    if PACKAGES not in parts[:-1]:
        return ""
    inside = parts[len(parts) - parts[::-1].index(PACKAGES) :]
    return inside[0].removesuffix(".py")
