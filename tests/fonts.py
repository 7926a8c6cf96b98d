"""The fonts that tests of places and sizes are written for: which other fonts a computer has must not decide."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication

from gui import theme

USUAL = "DejaVu Sans"
NARROW = "DejaVu Sans Condensed"
WORN = "worn"  # the application's own note of how it is dressed

own_font = theme.interface_font


@contextmanager
def window_font(family: str) -> Iterator[None]:
    """Let windows be written in this font; where it is not installed they keep the one of the system."""

    def interface_font(scale: float = 1.0) -> QFont:
        font = own_font(scale)
        if QFontDatabase.hasFamily(family):
            font.setFamilies([family])
        return font

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(theme, "interface_font", interface_font)
        _undress()
        yield
    _undress()


def require_font(family: str) -> None:
    """Skip the test, saying so, where this font is not installed: places in another font are not what it knows."""
    if not QFontDatabase.hasFamily(family):
        pytest.skip(f"places and sizes are known in the font {family}, which is not installed here")


def _undress() -> None:
    """The next dressing is not taken for the one that is worn."""
    application = QApplication.instance()
    if application is not None and application.property(WORN) is not None:
        application.setProperty(WORN, "")
