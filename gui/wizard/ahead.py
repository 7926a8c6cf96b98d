"""A page that is not shown yet gets its looks and its sizes, so that showing it takes less at once."""

from collections.abc import Iterator

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QScrollArea, QWidget

from gui.dressing import Dressed

EVERY = 20  # milliseconds between two pieces made while the person does something else


def made_ready(area: QScrollArea, size: QSize) -> Iterator[None]:
    """Style sheet, fonts and colors first, then the room everything takes, then one painting nobody sees.

    What is inside is asked for anew in each piece, for some of it may be thrown away between two of them.
    """
    area.resize(size)
    for widget in (area, *area.findChildren(QWidget)):
        widget.ensurePolished()
    yield
    for widget in area.findChildren(QWidget):
        if isinstance(widget, Dressed):
            widget.dress_unseen()
    yield
    for widget in reversed(area.findChildren(QWidget)):
        if (layout := widget.layout()) is not None:
            layout.activate()
    yield
    area.grab()
    yield
