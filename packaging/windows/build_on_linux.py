"""Build the Windows program and its setup on Debian, from a clean checkout, under Wine: see packaging/README.md.

    python3 packaging/windows/build_on_linux.py [--out FOLDER]

Every step is kept; started again after a stop or a change, the build goes on with the first step whose inputs differ.
Anything that cannot be vouched for ends it.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGING = HERE.parent
ROOT = PACKAGING.parent
sys.path[:0] = [str(HERE), str(PACKAGING), str(ROOT)]  # the neighbors of this script, and the program

import build  # noqa: E402
import interpreter  # noqa: E402
import origins  # noqa: E402
import parcels  # noqa: E402
import wine  # noqa: E402
from x_display import Screen  # noqa: E402

from core import native_build  # noqa: E402

INSTALLER_LOCK = ROOT / "requirements-installer.txt"
DEBIAN_PACKAGES = {  # and a program by which each is known to be there
    "wine": "/usr/bin/wine",
    "wine64": "/usr/lib/wine/wine64",
    "nsis": "/usr/bin/makensis",
    "osslsigncode": "/usr/bin/osslsigncode",
    "gcc-mingw-w64-x86-64-win32": "/usr/bin/x86_64-w64-mingw32-gcc",
    "ca-certificates": "/etc/ssl/certs/ca-certificates.crt",
    "xvfb": "/usr/bin/Xvfb",
    "libx11-6": "/usr/lib/x86_64-linux-gnu/libX11.so.6",
    "libxtst6": "/usr/lib/x86_64-linux-gnu/libXtst.so.6",
}
WINDOWS_TARGET = ("--python-platform", "x86_64-pc-windows-msvc", "--python-version", interpreter.VERSION)
PYTHON = "C:\\Python312\\python.exe"
OUT_IN_WINDOWS = "C:\\evenfold-build"
LARGEST_SETUP, LARGEST_PROGRAM = 70, 290  # million bytes, packed and installed


@dataclass(frozen=True)
class Workshop:
    """The folder everything is made in, never inside the checkout."""

    out: Path
    version: str

    @property
    def wine(self) -> wine.Wine:
        return wine.Wine(self.out / "wine")

    @property
    def tools(self) -> Path:
        return self.out / "tools"

    @property
    def python(self) -> Path:
        return self.wine.drive / "Python312"

    @property
    def packages(self) -> Path:
        return self.python / "Lib" / "site-packages"

    @property
    def place(self) -> build.Place:
        """What build.py makes under Wine, as this machine sees it."""
        return build.Place(self.wine.drive / "evenfold-build", self.version)

    @property
    def parcels(self) -> Path:
        return self.out / "parcels"


def install_tools(shop: Workshop) -> None:
    """From Debian, by name; only what is missing."""
    missing = [name for name, file in DEBIAN_PACKAGES.items() if not Path(file).exists()]
    if missing:
        command = ["apt-get", "install", "-y", "--no-install-recommends", *missing]
        if os.getuid() != 0:
            raise SystemExit(f"Missing from Debian. As root: {' '.join(command)}")
        subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        )
    told = subprocess.run(["wine", "--version"], capture_output=True, text=True, env=shop.wine.environ(), check=True)
    print(f"    {told.stdout.strip()}, NSIS {_answer('makensis', '-VERSION')}")


def make_tools(shop: Workshop) -> None:
    """uv, from a lock of its own."""
    venv.create(shop.tools, with_pip=True, clear=True)
    pip = [shop.tools / "bin" / "python", "-m", "pip", "install", "--quiet", "--require-hashes", "--only-binary=:all:"]
    _run(*pip, "-r", INSTALLER_LOCK)


def fetch_interpreter(shop: Workshop) -> None:
    for archive in (interpreter.LAYOUT, interpreter.CATALOG):
        print(f"    {interpreter.fetch(archive, shop.out / 'downloads').name}: SHA-256 as expected")


def make_windows(shop: Workshop) -> None:
    """A prefix of Wine with our shims."""
    with wine.running(wine.make_prefix(shop.wine.prefix, shop.out / "shims")):
        pass


def install_interpreter(shop: Workshop) -> None:
    downloads, unpacked = shop.out / "downloads", shop.out / "unpacked"
    layout = interpreter.unpack(downloads / interpreter.LAYOUT.file, unpacked / "layout")
    catalog = interpreter.unpack(downloads / interpreter.CATALOG.file, unpacked / "catalog")
    catalogs = [catalog / "python.cat", layout / "DLLs" / "python_lib.cat"]
    covered = interpreter.install(layout, catalogs, shop.python, shop.out / "roots.pem")
    print("    " + ", ".join(f"{count} files {kind}" for kind, count in covered.items()))
    shutil.rmtree(unpacked)


def install_packages(shop: Workshop) -> None:
    """The locks, judged for Windows: pip would judge their conditions for this machine."""
    shutil.rmtree(shop.packages, ignore_errors=True)
    locks = [part for lock in build.LOCKS for part in ("-r", lock)]
    uv = [shop.tools / "bin" / "uv", "pip", "install", "--quiet", "--link-mode", "copy", "--target", shop.packages]
    _run(*uv, *WINDOWS_TARGET, "--only-binary", ":all:", "--require-hashes", *locks)
    for name in interpreter.RUNTIME:
        shutil.copyfile(shop.packages / "PySide6" / name, shop.python / name)
    print(f"    {len(list(shop.packages.glob('*.dist-info')))} packages, each checked by its hash")


def compile_native_core(shop: Workshop) -> None:
    """Here, for Windows; under Wine there is no compiler."""
    made = native_build.compile_library([wine.COMPILER], shop.place.native, ("-static-libgcc", "-s"), check=False)
    made.rename(made.with_name(f"evenfold-{native_build.source_hash()}-amd64.dll"))


def freeze(shop: Workshop) -> None:
    """The same build.py as on Windows, from the icons to the bill of materials."""
    shutil.rmtree(shop.place.out, ignore_errors=True)
    compile_native_core(shop)
    script = shop.wine.path(PACKAGING / "build.py")
    steps = ["--start-at", "draw_icons", "--end-with", "write_bill"]
    with Screen() as screen, wine.running(shop.wine):
        asked = [PYTHON, script, "--python", PYTHON, "--out", OUT_IN_WINDOWS, *steps]
        code, _said = shop.wine.run(*asked, display=screen.name, show=True)
    if code:
        raise SystemExit(f"build.py under Wine ended with {code}.")


def verify_program(shop: Workshop) -> None:
    """Refuse what came from anywhere but a wheel, CPython or this checkout."""
    program = shop.place.program
    own = frozenset(interpreter.sha256(file) for file in shop.place.native.rglob("*.dll"))
    tally = origins.require_known_origin(program, shop.python, own)
    if tally.own != len(origins.BOOTLOADER) + len(own) or not own:
        raise origins.UnknownOriginError("The compiled core is not in the program.")
    print(f"    {tally}; no file of Wine")
    allowed = ("C:\\Python312\\", f"{OUT_IN_WINDOWS}\\", f"{shop.wine.path(ROOT)}\\")
    count = origins.require_known_sources(shop.place.work / "evenfold", allowed)
    print(f"    {count} sources of the freezer, all from CPython, the wheels or the checkout")
    print(f"    the longest path inside has {origins.require_short_paths(program)} characters")
    origins.require_resources(program, shop.version)
    print(f"    both programs say they are Evenfold {shop.version} and have icon and manifest")


def start_program(shop: Workshop) -> None:
    """Start the program before it is packed, which takes longest: a module that was wrongly left out shows here."""
    program = shop.wine.path(shop.place.program / "evenfold-terminal.exe")
    with Screen() as screen, wine.running(shop.wine):
        code, said = shop.wine.run(program, "--version", display=screen.name)
    if code or shop.version not in said:
        raise SystemExit(f"The program does not start, exit code {code}:\n{said}")
    print(f"    {said.strip()}")


def pack(shop: Workshop) -> None:
    place = shop.place
    shutil.rmtree(shop.parcels, ignore_errors=True)
    parcels.make_setup(HERE, ROOT, place.program, place.icons, shop.parcels, shop.version, target="amd64-unicode")
    shutil.copyfile(
        place.program / "_internal" / "resources" / "sbom.json",
        shop.parcels / f"evenfold-{shop.version}-windows-sbom.json",
    )


def measure(shop: Workshop) -> None:
    """What is too large is not handed out."""
    setup = next(shop.parcels.glob("*-setup.exe"))
    sizes = {
        setup.name: (setup.stat().st_size, LARGEST_SETUP),
        "installed": (build.taken(shop.place.program), LARGEST_PROGRAM),
    }
    for name, (size, largest) in sizes.items():
        print(f"    {name}: {size / 1e6:.1f} MB of {largest}")
        if size > largest * 1e6:
            raise SystemExit(f"{name} is too large.")
    build.write_sums(build.Place(shop.out, shop.version))
    print("    " + (shop.parcels / "SHA256SUMS").read_text(encoding="utf-8").replace("\n", "\n    ").rstrip())


@dataclass(frozen=True)
class Step:
    """A step and the files it depends on; its result is also void when an earlier step was repeated."""

    work: Callable[[Workshop], None]
    inputs: tuple[Path, ...] = ()


STEPS = (
    Step(install_tools, (Path(__file__),)),
    Step(make_tools, (INSTALLER_LOCK,)),
    Step(fetch_interpreter, (HERE / "interpreter.py",)),
    Step(make_windows, (HERE / "wine.py", HERE / "shims")),
    Step(install_interpreter, (HERE / "microsoft_root_2020.pem",)),
    Step(install_packages, build.LOCKS),
    Step(
        freeze,
        (
            *(ROOT / name for name in ("main.py", "core", "gui", "resources", "LICENSE", "pyproject.toml")),
            *(PACKAGING / name for name in ("build.py", "evenfold.spec", "icons.py", "bill.py")),
        ),
    ),
    Step(verify_program, (HERE / "origins.py",)),
    Step(start_program),
    Step(pack, (HERE / "evenfold.nsi", PACKAGING / "parcels.py")),
    Step(measure),
)


def digest_of(inputs: tuple[Path, ...], before: str) -> str:
    """One number for the contents of files and folders and for everything that came before them."""
    total = hashlib.sha256(before.encode())
    for given in inputs:
        for file in sorted([given] if given.is_file() else given.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                total.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes())
    return total.hexdigest()


def carry_out(shop: Workshop, again_from: str) -> None:
    """Go through the steps, without those whose result is kept and whose inputs are as they were."""
    done = shop.out / "done"
    done.mkdir(parents=True, exist_ok=True)
    digest, forced = shop.version, False
    for number, step in enumerate(STEPS, start=1):
        name = step.work.__name__
        digest = digest_of(step.inputs, digest)
        forced = forced or name == again_from
        mark = done / name
        head = f"[{number} of {len(STEPS)}] {name.replace('_', ' ')}"
        if not forced and mark.exists() and mark.read_text(encoding="utf-8") == digest:
            print(f"{head}: kept", flush=True)
            continue
        print(head, flush=True)
        mark.unlink(missing_ok=True)
        began = time.monotonic()
        step.work(shop)
        mark.write_text(digest, encoding="utf-8")
        print(f"    {time.monotonic() - began:.0f} s", flush=True)


def _run(*command: str | Path) -> None:
    subprocess.run([str(part) for part in command], check=True)


def _answer(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--out", type=Path, default=ROOT.parent / "evenfold-windows-build", help="outside the checkout")
    parser.add_argument("--again-from", choices=[step.work.__name__ for step in STEPS], default="", metavar="STEP")
    chosen = parser.parse_args()
    shop = Workshop(chosen.out.resolve(), build.version())
    if shop.out.is_relative_to(ROOT):
        parser.error("--out has to be outside the checkout")
    try:
        carry_out(shop, chosen.again_from)
    except (interpreter.NotVouchedForError, origins.UnknownOriginError, subprocess.CalledProcessError) as problem:
        print(f"Not built. {problem}", file=sys.stderr)
        return 1
    print(f"Built: {shop.parcels}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
