"""Draws the icon in every size the systems ask for, and the pictures of the Windows setup; build.py starts it."""

import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QRectF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
LARGEST_IN_ICO = 256
# Twice the size NSIS shows at 96 dots per inch, so that they are sharp on denser screens: (width, height, icon).
SIDE_OF_SETUP, HEAD_OF_SETUP = (328, 628, 176), (300, 114, 82)
SIDE_GROUND, HEAD_GROUND = "#0B3A5E", "#FFFFFF"  # the icon's own blue; the white of NSIS's header
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


def draw_setup_picture(source: Path, size: tuple[int, int, int], ground: str) -> QImage:
    """The icon on a plain ground, for a page of the setup: centered, or to the right in the flat one of the header."""
    width, height, icon = size
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(ground))
    painter = QPainter(image)
    upright = height > width
    left, top = ((width - icon) / 2, height * 0.2) if upright else (width - icon - 16, (height - icon) / 2)
    QSvgRenderer(str(source)).render(painter, QRectF(left, top, icon, icon))
    painter.end()
    return image


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
    draw_setup_picture(source, SIDE_OF_SETUP, SIDE_GROUND).save(str(folder / "setup-side.bmp"))
    draw_setup_picture(source, HEAD_OF_SETUP, HEAD_GROUND).save(str(folder / "setup-head.bmp"))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
