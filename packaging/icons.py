"""Draws the icon in every size the systems ask for; started by build.py with the Python of the build environment."""

import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
LARGEST_IN_ICO = 256
KINDS_IN_ICNS = {128: b"ic07", 256: b"ic08", 512: b"ic09"}


def draw(source: Path, size: int) -> bytes:
    """The picture as PNG."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(source)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def ico(pictures: dict[int, bytes]) -> bytes:
    """A Windows icon: a list of places, then the PNG pictures."""
    chosen = {size: png for size, png in pictures.items() if size <= LARGEST_IN_ICO}
    start = 6 + 16 * len(chosen)
    places = b""
    for size, png in chosen.items():
        places += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(png), start)
        start += len(png)
    return struct.pack("<HHH", 0, 1, len(chosen)) + places + b"".join(chosen.values())


def icns(pictures: dict[int, bytes]) -> bytes:
    """A macOS icon: PNG pictures, each with its kind and length."""
    parts = [kind + struct.pack(">I", 8 + len(pictures[size])) + pictures[size] for size, kind in KINDS_IN_ICNS.items()]
    body = b"".join(parts)
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def main(source: Path, folder: Path) -> None:
    _application = QGuiApplication(["icons", "-platform", "offscreen"])
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {size: draw(source, size) for size in SIZES}
    for size, png in pictures.items():
        (folder / f"evenfold-{size}.png").write_bytes(png)
    (folder / "evenfold.ico").write_bytes(ico(pictures))
    (folder / "evenfold.icns").write_bytes(icns(pictures))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
