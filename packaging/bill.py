"""The bill of materials: name, version and license of everything inside; needs the Python of the build environment."""

import ast
import json
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, distributions
from pathlib import Path

NOT_SAID = "not said"
LICENSE_FILE = re.compile(r"(licen[cs]e|copying|notice|authors)[^/]*$", re.IGNORECASE)


@dataclass(frozen=True)
class Part:
    """Something inside the bundle, and the files that hold its license."""

    name: str
    version: str
    license: str
    origin: str
    texts: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Carried:
    """A library that a wheel carries inside: how its file is called, what it is, under which license."""

    pattern: str
    name: str
    license: str


CARRIED = (
    Carried("libscipy_openblas", "OpenBLAS", "BSD-3-Clause"),
    Carried("libgfortran", "GNU Fortran runtime", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    Carried("libquadmath", "GCC quadmath", "LGPL-2.1-or-later"),
    Carried("libgomp", "GCC OpenMP runtime", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    Carried("libicu", "ICU", "Unicode-3.0"),
    Carried("libQt6", "Qt", "LGPL-3.0-only"),
    Carried("vcomp|msvcp|vcruntime", "Microsoft Visual C++ runtime", "Microsoft redistributable"),
)


def frozen_files(work: Path) -> Iterator[Path]:
    """Where everything in the bundle came from, as the freezer wrote it down."""
    for name in ("COLLECT-00.toc", "PYZ-00.toc"):
        yield from sorted(set(_sources(ast.literal_eval((work / name).read_text(encoding="utf-8")))))


def _sources(node: object) -> Iterator[Path]:
    if isinstance(node, (list, tuple)):
        if len(node) == 3 and all(isinstance(part, str) for part in node) and Path(node[1]).is_absolute():
            yield Path(node[1])
        else:
            for part in node:
                yield from _sources(part)


@cache
def owners() -> dict[Path, Distribution]:
    """Which installed package a file belongs to."""
    return {
        located(Path(str(found.locate_file(file)))): found for found in distributions() for file in found.files or ()
    }


def located(file: Path) -> Path:
    """The file without links in its path; asked once for each folder, as Windows is slow to tell."""
    return real_folder(file.parent) / file.name


@cache
def real_folder(folder: Path) -> Path:
    return folder.resolve()


def parts(files: Iterable[Path], own: tuple[Path, ...]) -> Iterator[Part]:
    """What the files are parts of; those in the folders `own` are Evenfold itself."""
    yield Part("Python", platform.python_version(), "PSF-2.0", "python", python_license())
    system = []
    for file in files:
        if any(file.is_relative_to(folder) for folder in own):
            continue
        if found := owners().get(located(file)):
            yield of_package(found)
            yield from carried_in(file, found)
        elif not file.is_relative_to(sys.base_prefix) or file.is_relative_to("/usr/lib"):
            system.append(file)
    yield from of_system(system)


def python_license() -> tuple[Path, ...]:
    """In the interpreter's folder on Windows, beside the standard library elsewhere."""
    places = (Path(sys.base_prefix), Path(sysconfig.get_path("stdlib")))
    return tuple(place / "LICENSE.txt" for place in places if (place / "LICENSE.txt").is_file())[:1]


@cache
def of_package(found: Distribution) -> Part:
    texts = tuple(Path(str(found.locate_file(file))) for file in found.files or () if LICENSE_FILE.search(str(file)))
    metadata = ("dist-info", "licenses")
    kept = tuple(text for text in texts if any(word in str(text) for word in metadata) and text.is_file())
    return Part(found.metadata["Name"], found.version, license_of(found), "wheel", kept)


def license_of(found: Distribution) -> str:
    """As the package says it: an expression, a line, or a class."""
    lines = [*(found.metadata.get_all("License-Expression") or ()), *(found.metadata.get_all("License") or ())]
    said = [line.strip() for line in lines if line.strip() and "\n" not in line.strip()]
    if said:
        return str(said[0])
    classes = [line for line in found.metadata.get_all("Classifier") or () if line.startswith("License ::")]
    return " or ".join(line.rsplit(" :: ", 1)[1] for line in classes) or NOT_SAID


def carried_in(file: Path, found: Distribution) -> Iterator[Part]:
    for row in CARRIED:
        if re.match(row.pattern, file.name):
            yield Part(row.name, f"as in {found.metadata['Name']} {found.version}", row.license, "wheel")


def of_system(files: Iterable[Path]) -> Iterator[Part]:
    """Libraries of the build machine; Debian says which packages they are from."""
    packages = debian_packages(sorted({file.name for file in files}))
    for name, package in packages.items():
        if not package:
            yield Part(name, NOT_SAID, NOT_SAID, "system")
            continue
        version = _lines("dpkg-query", "-W", "-f", "${Version}\n", package)[0]
        text = Path("/usr/share/doc") / package / "copyright"
        yield Part(package, version, debian_license(text), "debian", (text,))


def debian_packages(names: list[str]) -> dict[str, str]:
    """By the name of the library; empty where Debian does not know it, or is not there to be asked."""
    found = dict.fromkeys(names, "")
    if names and shutil.which("dpkg-query"):
        for line in _lines("dpkg-query", "-S", *[f"*/{name}" for name in names]):
            package, path = line.rsplit(": ", 1)
            if not package.startswith("diversion "):
                found[Path(path).name] = package.split(":")[0]
    return found


def _lines(*command: str) -> list[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()


def debian_license(text: Path) -> str:
    """The short names in the copyright file, where it has the form that machines can read."""
    if not text.is_file():
        return NOT_SAID
    names = re.findall(r"^License: *(\S[^\n]*)$", text.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
    return " and ".join(sorted(set(names))) or "see the text in resources/licenses"


def bill(version: str, found: Iterable[Part]) -> dict[str, object]:
    """In the form of CycloneDX 1.5."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component(Part("evenfold", version, "BSD-3-Clause", "own"), "application")},
        "components": [component(part) for part in found],
    }


def component(part: Part, kind: str = "library") -> dict[str, object]:
    return {
        "type": kind,
        "name": part.name,
        "version": part.version,
        "licenses": [{"license": {"name": part.license}}],
        "properties": [{"name": "evenfold:origin", "value": part.origin}],
    }


def copy_texts(found: Iterable[Part], folder: Path) -> None:
    for part in found:
        for number, text in enumerate(part.texts):
            place = folder / part.name
            place.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(text, place / (text.name if number == 0 else f"{number}-{text.name}"))


def main(work: Path, resources: Path, version: str, own: Path) -> None:
    freezer = next(found for found in distributions() if found.metadata["Name"].lower() == "pyinstaller")
    collected = {*parts(frozen_files(work), (own.resolve(), work.resolve())), of_package(freezer)}
    found = sorted(collected, key=lambda part: (part.name.lower(), part.version))
    copy_texts(found, resources / "licenses")
    text = json.dumps(bill(version, found), indent=1, ensure_ascii=False)
    (resources / "sbom.json").write_text(text + "\n", encoding="utf-8")
    print(f"{len(found)} parts, {sum(part.license == NOT_SAID for part in found)} without a license said")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4]))
