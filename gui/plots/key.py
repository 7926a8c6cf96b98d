"""Which of the two series is whose: their signs, in their colors, with their names."""

from html import escape

from PySide6.QtWidgets import QLabel

from gui import theme
from gui.dressing import Dressed

BARS = ("▲", "▼")
"""Upward and downward."""

LINES = ("━●━", "╍▲╍")
"""Solid with circles, dashed with triangles."""


class SeriesKey(Dressed, QLabel):
    """Stands beside a picture and wears its colors, whatever the look."""

    def __init__(self, signs: tuple[str, str]) -> None:
        super().__init__()
        self._signs = signs
        self._names: tuple[str, ...] = ()

    def show_names(self, *names: str) -> None:
        """The reference and, if there is one, the candidate."""
        self._names = names
        self.redress()

    def redress(self) -> None:
        named = zip(in_color(self._signs), self._names, strict=False)
        self.setText(" &nbsp; ".join(f"{sign} {escape(name, quote=False)}" for sign, name in named))


def in_color(signs: tuple[str, str]) -> tuple[str, str]:
    """The signs of the reference and of the candidate as they are drawn."""
    colors = theme.current()
    ours, theirs = zip(signs, (colors.series_a, colors.series_b), strict=True)
    return _dyed(*ours), _dyed(*theirs)


def _dyed(sign: str, color: str) -> str:
    return f'<span style="color:{color}">{sign}</span>'
