"""What is handed out, made of the frozen folder: Debian package, archive, Windows setup, disk image; for build.py."""

import filecmp
import gzip
import os
import re
import shutil
import subprocess
from pathlib import Path

ICON_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
COMPRESSION = "12"
FIRST_BYTECODE, SECOND_BYTECODE = "evenfold.pkg", "evenfold-terminal.pkg"
NSIS_ON_WINDOWS = Path(r"C:\Program Files (x86)\NSIS\makensis.exe")
GLIBC = re.compile(rb"\0GLIBC_(\d+)\.(\d+)(?=[.\0])")


def make_share(source: Path, root: Path, icons: Path, share: Path, version: str) -> Path:
    """The files that tell the desktop about Evenfold, as they lie below /usr/share."""
    shutil.rmtree(share, ignore_errors=True)
    _put(source / "evenfold.desktop", share / "applications" / "evenfold.desktop")
    _put(source / "evenfold.xml", share / "mime" / "packages" / "evenfold.xml")
    _put(root / "resources" / "icons" / "evenfold.svg", share / "icons/hicolor/scalable/apps/evenfold.svg")
    for size in ICON_SIZES:
        _put(icons / f"evenfold-{size}.png", share / f"icons/hicolor/{size}x{size}/apps/evenfold.png")
    page = (source / "evenfold.1").read_text(encoding="utf-8").replace("@VERSION@", version)
    _pack(page, share / "man" / "man1" / "evenfold.1.gz")
    _pack((root / "CHANGELOG.md").read_text(encoding="utf-8"), share / "doc" / "evenfold" / "NEWS.gz")
    _put(root / "LICENSE", share / "doc" / "evenfold" / "copyright")
    with (share / "doc" / "evenfold" / "copyright").open("a", encoding="utf-8") as text:
        text.write(
            "\nEverything else inside, with versions and licenses: /opt/evenfold/_internal/resources/sbom.json\n"
        )
    return share


def make_deb(source: Path, program: Path, share: Path, out: Path, version: str) -> None:
    tree = out / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(program, tree / "opt" / "evenfold", symlinks=True)
    shutil.copytree(share, tree / "usr" / "share")
    (tree / "usr" / "bin").mkdir(parents=True)
    (tree / "usr" / "bin" / "evenfold").symlink_to("/opt/evenfold/evenfold")
    _open_for_all(tree)
    architecture = _answer("dpkg", "--print-architecture")
    known = {"@VERSION@": version, "@ARCHITECTURE@": architecture, "@KILOBYTES@": str(_bytes_in(tree) // 1024)}
    known["@GLIBC@"] = glibc_needed(program)
    control = (source / "control").read_text(encoding="utf-8")
    for mark, value in known.items():
        control = control.replace(mark, value)
    (tree / "DEBIAN").mkdir(mode=0o755)
    (tree / "DEBIAN" / "control").write_text(control, encoding="utf-8")
    parcel = out / "parcels" / f"evenfold_{version}_{architecture}.deb"
    _run("dpkg-deb", "-Zzstd", f"-z{COMPRESSION}", "--root-owner-group", "--build", tree, parcel)


def make_archive(source: Path, program: Path, share: Path, out: Path, version: str) -> None:
    """Everything in one folder with install.sh; nobody needs to be an administrator."""
    name = f"evenfold-{version}-linux-{os.uname().machine}"
    tree = out / name
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(program, tree / "evenfold", symlinks=True)
    shutil.copytree(share, tree / "share", ignore=shutil.ignore_patterns("doc"))
    for script in ("install.sh", "uninstall.sh"):
        shutil.copy(source / script, tree / script)
    _open_for_all(tree)
    parcel = out / "parcels" / f"{name}.tar.zst"
    squeeze = f"zstd -{COMPRESSION} -T0"
    _run("tar", "--owner=0", "--group=0", "--sort=name", "-I", squeeze, "-C", out, "-cf", parcel, name)


def make_setup(
    source: Path, root: Path, program: Path, icons: Path, parcels: Path, version: str, target: str = ""
) -> Path:
    """Pack the setup program for Windows with NSIS 3, on Windows or on Linux; `target` is NSIS's name for its kind."""
    if not filecmp.cmp(program / FIRST_BYTECODE, program / SECOND_BYTECODE, shallow=False):
        raise SystemExit("The two programs for Windows do not have the same bytecode; the setup keeps it once.")
    setup = parcels / f"evenfold-{version}-windows-setup.exe"
    parcels.mkdir(parents=True, exist_ok=True)
    given = {"VERSION": version, "PROGRAM": program, "ICONS": icons, "ROOT": root, "SETUP": setup}
    if target:
        given["TARGET"] = target
    defined = [f"-D{name}={value}" for name, value in given.items()]
    makensis = shutil.which("makensis") or str(NSIS_ON_WINDOWS)
    _run(makensis, "-V2", "-WX", "-INPUTCHARSET", "UTF8", *defined, source / "evenfold.nsi")
    return setup


def make_disk_image(app: Path, out: Path, parcels: Path, version: str) -> Path:
    """Pack the app for macOS beside a link to the folder it is dragged to."""
    tree = out / "image"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(app, tree / app.name, symlinks=True)
    (tree / "Applications").symlink_to("/Applications")
    image = parcels / f"evenfold-{version}-macos-{os.uname().machine}.dmg"
    _run("hdiutil", "create", "-volname", "Evenfold", "-srcfolder", tree, "-ov", "-format", "UDZO", image)
    return image


def glibc_needed(program: Path) -> str:
    """The newest version of the C library that anything inside asks for."""
    asked = {found for file in program.rglob("*") if _is_elf(file) for found in GLIBC.findall(file.read_bytes())}
    return ".".join(str(number) for number in max((int(major), int(minor)) for major, minor in asked))


def _is_elf(file: Path) -> bool:
    if not file.is_file() or file.is_symlink():
        return False
    with file.open("rb") as stream:
        return stream.read(4) == b"\x7fELF"


def _put(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _pack(text: str, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(gzip.compress(text.encode(), mtime=0))


def _open_for_all(tree: Path) -> None:
    """Readable by everyone, writable by the owner, whatever the builder's habits are."""
    for path in (tree, *tree.rglob("*")):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)


def _bytes_in(tree: Path) -> int:
    return sum(path.lstat().st_size for path in tree.rglob("*") if not path.is_dir() or path.is_symlink())


def _answer(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def _run(*command: str | Path) -> None:
    subprocess.run([str(part) for part in command], check=True)
