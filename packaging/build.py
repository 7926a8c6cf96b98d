"""Makes everything that is handed out for this system, from a clean checkout and the locks: see README.md."""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
import tomllib
import venv
from dataclasses import dataclass
from pathlib import Path

import parcels  # the neighboring file: Python looks beside a script first

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
LOCKS = (ROOT / "requirements.txt", ROOT / "requirements-cluster.txt", HERE / "requirements.txt")
COMPILER_LOCK = ROOT / "requirements-compiler.txt"
FREEZER_LOG_LEVEL = "WARN"
LARGEST_PARCEL, LARGEST_PROGRAM = 130, 340  # million bytes, packed and installed


@dataclass(frozen=True)
class Place:
    """The folder everything is made in, never inside the checkout."""

    out: Path
    version: str
    ready_python: Path | None = None  # of an environment that was made elsewhere from the same locks

    @property
    def python(self) -> Path:
        if self.ready_python:
            return self.ready_python
        folder = self.out / "venv"
        return folder / "Scripts" / "python.exe" if sys.platform == "win32" else folder / "bin" / "python"

    @property
    def icons(self) -> Path:
        return self.out / "icons"

    @property
    def native(self) -> Path:
        """Where the compiled core is made."""
        return self.out / "native"

    @property
    def work(self) -> Path:
        return self.out / "work"

    @property
    def program(self) -> Path:
        return self.out / "dist" / "evenfold"

    @property
    def resources(self) -> Path:
        """Where the frozen program finds its resources."""
        inside_app = self.out / "dist" / "Evenfold.app" / "Contents" / "Resources"
        return (inside_app if sys.platform == "darwin" else self.program / "_internal") / "resources"

    @property
    def parcels(self) -> Path:
        """What is handed out."""
        return self.out / "parcels"


def version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def run(command: list[object], **environ: str) -> None:
    subprocess.run([str(part) for part in command], check=True, cwd=ROOT, env={**os.environ, **environ})


def make_environment(place: Place) -> None:
    """Only what the locks name, each package checked by its hash."""
    if place.ready_python:
        return
    venv.create(place.out / "venv", with_pip=True, clear=True)
    for lock in LOCKS:
        run([place.python, "-m", "pip", "install", "--quiet", "--require-hashes", "--only-binary=:all:", "-r", lock])


def compile_native_core(place: Place) -> None:
    """A program without it would give the same numbers, many times slower, so without it there is none."""
    sys.path.insert(0, str(ROOT))
    from core.native_build import compile_library, find_compiler

    shutil.rmtree(place.native, ignore_errors=True)
    compile_library(find_compiler() or fetched_compiler(place), place.native)


def fetched_compiler(place: Place) -> list[str]:
    """The one that the set-up of the sources fetches too, named by its hash."""
    folder = place.out / "compiler"
    pip = [place.python, "-m", "pip", "install", "--quiet", "--require-hashes", "--only-binary=:all:", "--no-deps"]
    run([*pip, "--upgrade", "--target", folder, "-r", COMPILER_LOCK])
    return [str(folder / "ziglang" / ("zig.exe" if sys.platform == "win32" else "zig")), "cc"]


def draw_icons(place: Place) -> None:
    run([place.python, HERE / "icons.py", ROOT / "resources" / "icons" / "evenfold.svg", place.icons])


def freeze(place: Place) -> None:
    shutil.rmtree(place.work, ignore_errors=True)
    freezer = [place.python, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", FREEZER_LOG_LEVEL]
    folders = ["--distpath", place.program.parent, "--workpath", place.work]
    environ = {"EVENFOLD_VERSION": place.version, "EVENFOLD_ICONS": str(place.icons), "PYTHONHASHSEED": "0"}
    environ["EVENFOLD_NATIVE"] = str(place.native)
    if sys.platform == "win32":  # the setup packs bytecode to 16 MB that is packed to 25 MB already otherwise
        environ["PYINSTALLER_ZLIB_COMPRESSION_LEVEL"] = "0"
    run([*freezer, *folders, HERE / "evenfold.spec"], **environ)


def strip_python(place: Place) -> None:
    """Python's own libraries bring names for debuggers, 22 MB of them; the wheels' libraries are left as they are."""
    inside = place.program / "_internal"
    libraries = (*inside.glob("libpython3*.so*"), *inside.glob("python3*/lib-dynload/*.so"))
    if libraries:
        run(["strip", "--strip-unneeded", *libraries])


def write_bill(place: Place) -> None:
    run([place.python, HERE / "bill.py", place.work / "evenfold", place.resources, place.version, ROOT])


def seal_app(place: Place) -> None:
    """The bill came after the freezer's own seal, and macOS calls an app with a broken seal damaged."""
    if sys.platform == "darwin":
        run(["codesign", "--force", "--deep", "--sign", "-", place.program.parent / "Evenfold.app"])


def make_parcels(place: Place) -> None:
    place.parcels.mkdir(exist_ok=True)
    if sys.platform == "linux":
        share = parcels.make_share(HERE / "linux", ROOT, place.icons, place.out / "share", place.version)
        parcels.make_deb(HERE / "linux", place.program, share, place.out, place.version)
        parcels.make_archive(HERE / "linux", place.program, share, place.out, place.version)
    if sys.platform == "win32":
        parcels.make_setup(HERE / "windows", ROOT, place.program, place.icons, place.parcels, place.version)
    if sys.platform == "darwin":
        parcels.make_disk_image(place.program.parent / "Evenfold.app", place.out, place.parcels, place.version)


def measure(place: Place) -> None:
    """What is too large is not handed out."""
    parcels_made = [file for file in place.parcels.glob("evenfold*") if file.is_file()]
    sizes = {file.name: (file.stat().st_size / 1e6, LARGEST_PARCEL) for file in parcels_made}
    if place.program.exists():
        sizes["installed"] = (taken(place.program) / 1e6, LARGEST_PROGRAM)
    for name, (size, largest) in sizes.items():
        print(f"{name}: {size:.0f} MB of {largest}", flush=True)
        if size > largest:
            raise SystemExit(f"{name} is too large.")


def taken(folder: Path) -> int:
    """What the files take on a disk with blocks of 4096 bytes."""
    files = [path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()]
    files = [path for path in files if path.name != parcels.SECOND_BYTECODE]  # the setup makes it a link to the first
    return sum(-(-path.lstat().st_size // 4096) * 4096 for path in files)


def gather_wheels(place: Place) -> None:
    """For a machine that has this Python and no network."""
    folder = place.parcels / f"evenfold-{place.version}-wheels"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    pip = [place.python, "-m", "pip"]
    run([*pip, "download", "--quiet", "--require-hashes", "--only-binary=:all:", "-d", folder, "-r", LOCKS[0]])
    shutil.copyfile(LOCKS[0], folder / "requirements.txt")


def write_sums(place: Place) -> None:
    files = sorted(file for file in place.parcels.rglob("*") if file.is_file() and file.name != "SHA256SUMS")
    lines = [f"{sha256(file)}  {file.relative_to(place.parcels).as_posix()}\n" for file in files]
    (place.parcels / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


STEPS = (
    make_environment,
    compile_native_core,
    draw_icons,
    freeze,
    strip_python,
    write_bill,
    seal_app,
    make_parcels,
    measure,
    write_sums,
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT.parent / "evenfold-build", help="outside the checkout")
    parser.add_argument("--start-at", choices=[step.__name__ for step in STEPS], default=STEPS[0].__name__)
    parser.add_argument("--end-with", choices=[step.__name__ for step in STEPS], default=STEPS[-1].__name__)
    parser.add_argument("--python", type=Path, help="of an environment made from the same locks; none is made then")
    parser.add_argument("--wheels", action="store_true", help="also gather the wheels for a machine without a network")
    chosen = parser.parse_args()
    place = Place(chosen.out.resolve(), version(), chosen.python)
    if place.out.is_relative_to(ROOT):
        parser.error("--out has to be outside the checkout")
    place.out.mkdir(parents=True, exist_ok=True)
    names = [step.__name__ for step in STEPS]
    steps = list(STEPS[names.index(chosen.start_at) : names.index(chosen.end_with) + 1])
    if chosen.wheels:
        steps.insert(-1, gather_wheels)
    for step in steps:
        began = time.monotonic()
        step(place)
        print(f"{step.__name__}: {time.monotonic() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
