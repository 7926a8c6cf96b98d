"""Palettes, style sheet and icons: one look for the whole window, light, dark or high contrast."""

import sys
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from string import Template
from typing import cast

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QStyleFactory

from core.support import paths

THEMES = ("light", "dark", "high-contrast")
SYSTEM = "system"
BASE_PIXELS = 13
GRID = 8


@dataclass(frozen=True, slots=True)
class Theme:
    """The named colours of one look, as "#RRGGBB"; series differ by hatch and shape too."""

    key: str
    title: str
    dark: bool
    window: str
    surface: str
    field: str
    hover: str
    text: str
    secondary: str
    accent: str
    on_accent: str
    focus: str
    settled: str
    caution: str
    blocked: str
    border: str
    line: str
    zone: str
    series_a: str
    series_b: str
    series_c: str
    series_d: str
    series_e: str
    series_f: str

    @property
    def series(self) -> tuple[str, ...]:
        return (self.series_a, self.series_b, self.series_c, self.series_d, self.series_e, self.series_f)


@lru_cache(maxsize=len(THEMES))
def load(key: str) -> Theme:
    return Theme(key=key, **tomllib.loads((paths.resources() / "themes" / f"{key}.toml").read_text("utf-8")))


def system_key() -> str:
    """The theme the desktop asks for; light where the desktop says nothing."""
    return "dark" if QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark else "light"


def apply(choice: str, scale: float = 1.0) -> Theme:
    """Dress the application in the chosen theme ("system" follows the desktop) with text `scale` times as large."""
    follow_choice_in_frame(choice)
    theme = load(system_key() if choice == SYSTEM else choice)
    application = cast(QApplication, QApplication.instance())
    worn = f"{theme.key} {scale}"
    if application.property("worn") == worn:
        return theme
    _dress(application, theme, scale)
    application.setProperty("worn", worn)
    return theme


def follow_choice_in_frame(choice: str, platform: str = sys.platform) -> None:
    """Let the title bar be as dark as the window: Windows and macOS draw it after Qt's colour scheme, not after ours.

    Where the person follows the desktop the scheme has to be the desktop's again before it is asked for.
    """
    if platform not in ("win32", "darwin"):
        return
    hints = QGuiApplication.styleHints()
    if choice == SYSTEM:
        hints.unsetColorScheme()
    else:
        hints.setColorScheme(Qt.ColorScheme.Dark if load(choice).dark else Qt.ColorScheme.Light)


def _dress(application: QApplication, theme: Theme, scale: float) -> None:
    """Undressed first: a style sheet in place of another is put on every widget once for each widget it is in."""
    if application.property("worn") is None:
        application.setStyle(QStyleFactory.create("Fusion"))
    application.setProperty("theme", theme.key)
    application.setStyleSheet("")
    font = QFont(application.font())
    font.setPixelSize(round(BASE_PIXELS * scale))
    application.setFont(font)
    application.setPalette(palette(theme))
    application.setStyleSheet(style_sheet(theme, scale))


def current() -> Theme:
    """The theme the application wears; widgets that paint themselves ask again on a palette change."""
    application = QApplication.instance()
    key = application.property("theme") if application else None
    return load(key if key in THEMES else "light")


def style_sheet(theme: Theme, scale: float) -> str:
    template = Template((paths.resources() / "themes" / "style.qss").read_text("utf-8"))
    sizes = {f"px{size}": f"{round(size * scale)}px" for size in (11, 12, 13, 14, 15, 16, 18, 20, 24, 28)}
    sizes["half"] = f"{round(15 * scale) // 2 + 1}px"
    colours = {name: getattr(theme, name) for name in Theme.__dataclass_fields__}
    return template.substitute(colours, **sizes, icons=(paths.resources() / "icons").as_posix())


def palette(theme: Theme) -> QPalette:
    roles = QPalette.ColorRole
    colours = (
        (roles.Window, theme.window),
        (roles.Base, theme.field),
        (roles.AlternateBase, theme.surface),
        (roles.Button, theme.surface),
        (roles.WindowText, theme.text),
        (roles.Text, theme.text),
        (roles.ButtonText, theme.text),
        (roles.BrightText, theme.blocked),
        (roles.PlaceholderText, theme.secondary),
        (roles.ToolTipBase, theme.surface),
        (roles.ToolTipText, theme.text),
        (roles.Highlight, theme.accent),
        (roles.HighlightedText, theme.on_accent),
        (roles.Link, theme.accent),
        (roles.LinkVisited, theme.accent),
        (roles.Mid, theme.border),
        (roles.Light, theme.surface),
        (roles.Midlight, theme.line),
        (roles.Dark, theme.border),
        (roles.Shadow, theme.border),
    )
    result = QPalette()
    for role, colour in colours:
        result.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.secondary))
    return result


def icon(name: str, colour: str | None = None, pixels: int = 20) -> QIcon:
    """A line icon of resources/icons in the theme's text colour, or in the colour given."""
    source = (paths.resources() / "icons" / f"{name}.svg").read_text("utf-8")
    renderer = QSvgRenderer(QByteArray(source.replace("currentColor", colour or current().text).encode()))
    result = QIcon()
    for factor in (1, 2, 3):
        pixmap = QPixmap(QSize(pixels, pixels) * factor)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        renderer.render(painter)
        painter.end()
        result.addPixmap(pixmap)
    return result


def scale() -> float:
    """How much larger than normal the text is."""
    return max(1, application_font().pixelSize()) / BASE_PIXELS


def application_font() -> QFont:
    return QFont(QApplication.font())
