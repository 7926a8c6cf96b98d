"""Trace every binary of the frozen Windows program to a wheel of the locks, to CPython or to our own two programs."""

import base64
import csv
import hashlib
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

WINE_MARKS = (b"Wine builtin DLL", b"Wine placeholder DLL", b"Wine renamed DLL")
BOOTLOADER = {"evenfold.exe": "runw.exe", "evenfold-terminal.exe": "run.exe"}
ICONS, MANIFEST = 14, 24  # kinds of resources, by Windows's numbers
LONGEST_PATH = 259  # characters; NSIS, like older programs, cannot write longer ones
LONGEST_FOLDER = r"C:\Users\A name with twenty\AppData\Local\Programs\Evenfold"


class UnknownOriginError(Exception):
    """Something in the frozen program that came from neither a wheel nor CPython."""


@dataclass(frozen=True)
class Tally:
    """How many binaries came from where."""

    wheels: int
    interpreter: int
    own: int

    def __str__(self) -> str:
        return f"{self.wheels} binaries from wheels, {self.interpreter} from CPython, {self.own} of our own"


def require_known_origin(program: Path, python: Path, own_libraries: frozenset[str] = frozenset()) -> Tally:
    """Compare byte by byte (SHA-256); `own_libraries` are the hashes of libraries built from our own sources."""
    packages = python / "Lib" / "site-packages"
    from_wheels = {digest for digest, _file in recorded_hashes(packages)}
    from_interpreter = {_sha256(file) for file in binaries(python) if not file.is_relative_to(packages)}
    count = {"wheels": 0, "interpreter": 0, "own": 0}
    for file in binaries(program):
        digest = _sha256(file)
        if any(mark in file.read_bytes() for mark in WINE_MARKS):
            raise UnknownOriginError(f"{file.relative_to(program)} is a file of Wine.")
        if file.parent == program and file.name in BOOTLOADER:
            _require_bootloader(file, packages)
            count["own"] += 1
        elif digest in own_libraries:
            count["own"] += 1
        elif digest in from_wheels:
            count["wheels"] += 1
        elif digest in from_interpreter:
            count["interpreter"] += 1
        else:
            raise UnknownOriginError(f"{file.relative_to(program)} is in no wheel and not CPython's.")
    return Tally(**count)


def binaries(folder: Path) -> Iterator[Path]:
    """Everything Windows could execute, by its content and not by its name."""
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not file.is_symlink():
            with file.open("rb") as stream:
                if stream.read(2) == b"MZ":
                    yield file


def recorded_hashes(packages: Path) -> Iterator[tuple[str, Path]]:
    """What the wheels say of their files, checked against what lies there now."""
    for record in packages.glob("*.dist-info/RECORD"):
        with record.open(encoding="utf-8", newline="") as lines:
            for name, said, _size in csv.reader(lines):
                file = packages / name
                if said.startswith("sha256=") and file.suffix.lower() in (".dll", ".exe", ".pyd"):
                    digest = base64.urlsafe_b64decode(said.removeprefix("sha256=") + "==").hex()
                    if not file.exists() or _sha256(file) != digest:
                        raise UnknownOriginError(f"{name} is not what its wheel says it is.")
                    yield digest, file


def _require_bootloader(program: Path, packages: Path) -> None:
    """Our two programs are PyInstaller's, with an icon, a version and a list of files put in: the code is the same."""
    original = packages / "PyInstaller" / "bootloader" / "Windows-64bit-intel" / BOOTLOADER[program.name]
    if _code_of(program) != _code_of(original):
        raise UnknownOriginError(f"The code of {program.name} is not that of PyInstaller's {original.name}.")


def _code_of(program: Path) -> dict[str, bytes]:
    """All sections, without the resources and without the time of building, which PyInstaller writes anew."""
    image = program.read_bytes()
    built = image[_head_of(image) + 8 :][:4]
    parts = sections(program)
    return {name: content.replace(built, bytes(4)) for name, content in parts.items() if name != ".rsrc"}


def sections(program: Path) -> dict[str, bytes]:
    """The parts of a Windows program by their names, as Microsoft's "PE Format" describes them."""
    image = program.read_bytes()
    head = _head_of(image)
    if image[head : head + 4] != b"PE\0\0":
        raise UnknownOriginError(f"{program.name} is no Windows program.")
    count, size_of_optional = struct.unpack_from("<2xH12xH", image, head + 4)
    table = head + 24 + size_of_optional
    found = {}
    for number in range(count):
        name, used, size, start = struct.unpack_from("<8sI4xII", image, table + 40 * number)
        found[name.rstrip(b"\0").decode()] = image[start : start + min(used, size)]
    return found


def _head_of(image: bytes) -> int:
    return int(struct.unpack_from("<I", image, 0x3C)[0])


def require_known_sources(tables: Path, allowed: tuple[str, ...]) -> int:
    """Refuse a freezer's table of contents that names a file outside these Windows folders, Wine's own for one."""
    count = 0
    for table in sorted(tables.glob("*.toc")):
        for source in re.findall(r"'([A-Z]:\\\\[^'\n]*)'", table.read_text(encoding="utf-8")):
            count += 1
            name = source.replace("\\\\", "\\")
            if not f"{name}\\".lower().startswith(tuple(folder.lower() for folder in allowed)):
                raise UnknownOriginError(f"{table.name} names {name}.")
    return count


def require_short_paths(program: Path) -> int:
    """Give the length of the longest path inside; refuse what a usual folder of a person could not hold."""
    longest = max((file.relative_to(program).as_posix() for file in program.rglob("*")), key=len)
    if len(LONGEST_FOLDER) + 1 + len(longest) > LONGEST_PATH:
        raise UnknownOriginError(f"{longest} is too long a path for Windows.")
    return len(longest)


def require_resources(program: Path, version: str) -> None:
    """Both programs say who they are: product, version, icon, and a manifest for long paths."""
    for name in BOOTLOADER:
        resources = sections(program / name)[".rsrc"]
        for key, value in (("ProductName", "Evenfold"), ("ProductVersion", version)):
            if not re.search(_utf16(key) + rb"\0{2,4}" + re.escape(_utf16(value)) + rb"\0\0", resources):
                raise UnknownOriginError(f"{name} does not say {key} {value}.")
        if not {ICONS, MANIFEST} <= kinds_of_resources(resources) or b"longPathAware" not in resources:
            raise UnknownOriginError(f"{name} has no icon or no manifest for long paths.")


def kinds_of_resources(resources: bytes) -> set[int]:
    """The numbers in the uppermost table of a program's resources."""
    named, numbered = struct.unpack_from("<12xHH", resources)
    return {struct.unpack_from("<I", resources, 16 + 8 * place)[0] for place in range(named, named + numbered)}


def _utf16(text: str) -> bytes:
    return text.encode("utf-16-le")


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
