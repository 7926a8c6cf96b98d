"""Pictures and tables as files: SVG at the screen's resolution, PNG from that SVG, numbers as CSV, words as text."""

import csv
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyqtgraph
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer
from PySide6.QtWidgets import QWidget

from core.application.csv_cells import spell_csv_cell
from core.support.errors import StoreError
from gui import strings
from gui.plots.strokes import with_real_strokes

NO_VALUE = "–"
FAMILY = re.compile(r'font-family="([^",]+)"')
FINER = 3
"""How many pixels of a PNG stand for one on the screen."""

DOTS_PER_METER = round(300 / 0.0254)
"""300 dots per inch: the size at which a PNG is printed."""


def svg_of(widget: QWidget) -> str:
    """The widget as drawn now. The resolution must be the screen's: another one scales axes unlike their data."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(widget.logicalDpiX())
    generator.setSize(widget.size())
    generator.setViewBox(QRect(0, 0, widget.width(), widget.height()))
    generator.setTitle(widget.accessibleName())
    generator.setDescription(widget.accessibleDescription())
    painter = QPainter(generator)
    with _marks_drawn_one_by_one(widget):
        widget.render(painter, QPoint())
    painter.end()
    buffer.close()
    return with_real_strokes(bytes(content.data()).decode())


@contextmanager
def _marks_drawn_one_by_one(widget: QWidget) -> Iterator[None]:
    """On the screen marks are cut out of one prepared picture, which an SVG cannot do: it would show all of it."""
    plots: list[Any] = widget.findChildren(pyqtgraph.PlotWidget)
    marks = [item for plot in plots for item in plot.scene().items() if isinstance(item, pyqtgraph.ScatterPlotItem)]
    for item in marks:
        item.setExportMode(True, {})
    try:
        yield
    finally:
        for item in marks:
            item.setExportMode(False)


def image_of(widget: QWidget) -> QImage:
    """The SVG drawn finer; drawing the widget itself finer would tear axes and data apart."""
    image = QImage(widget.size() * FINER, QImage.Format.Format_RGB32)
    image.fill(widget.palette().window().color())
    painter = QPainter(image)
    QSvgRenderer(QByteArray(svg_of(widget).encode())).render(painter)
    painter.end()
    image.setDotsPerMeterX(DOTS_PER_METER)
    image.setDotsPerMeterY(DOTS_PER_METER)
    return image


def save_picture(widget: QWidget, path: Path) -> None:
    if path.suffix.lower() == ".png":
        if not image_of(widget).save(str(path)):
            raise _not_written(path, "")
        return
    save_text(with_fallback(svg_of(widget)), path)


def with_fallback(svg: str) -> str:
    """Where the font of this computer is not known, one without serifs is taken, as it was drawn."""
    return FAMILY.sub(r'font-family="\1, sans-serif"', svg)


def save_table(headings: Sequence[str], rows: Sequence[Sequence[str]], path: Path) -> None:
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerows([[spell_csv_cell(cell, NO_VALUE) for cell in row] for row in (headings, *rows)])
    except OSError as problem:
        raise _not_written(path, problem.strerror or "") from problem


def as_text(said: Sequence[str], headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """What a picture says, then its numbers, with tabs between them as spreadsheets take them."""
    lines = ("\t".join(" ".join(cell.split()) for cell in row) for row in (headings, *rows))
    return "\n".join([*(text for text in said if text), "", *lines, ""])


def save_text(text: str, path: Path) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise _not_written(path, problem.strerror or "") from problem


def _not_written(path: Path, reason: str) -> StoreError:
    text = strings.EXPLORE_CANNOT_SAVE.format(path=path, reason=reason or path.suffix)
    return StoreError(text, hint=strings.EXPLORE_OTHER_PLACE)
