"""Tokens, style sheet, fonts and icons: one look for the whole window, light, dark or high contrast."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from string import Template
from typing import cast

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QStyleFactory

from core.support import paths

THEMES = ("light", "dark", "high-contrast")
SYSTEM = "system"
HIGH_CONTRAST = "high-contrast"
BASE_PIXELS = 13
GRID = 8
SPACE = {"s": 8, "m": 12, "l": 16, "xl": 24}
SIZES = {
    "micro": 11, "caption": 12, "body": 13, "section": 14, "number": 16, "page_title": 18, "home_title": 20,
    "key_number": 20, "answer": 22,
}  # fmt: skip
"""The type scale in pixels at 100 % text."""
LINES = {
    "micro": 14, "caption": 16, "body": 20, "section": 20, "number": 22, "page_title": 26, "home_title": 28,
    "key_number": 24, "answer": 30,
}  # fmt: skip
"""The height of one line of each size, in pixels at 100 % text."""
HEADER, FOOTER, STEP, FIELD_ROW, FIELD_ROW_LOW, HELP_LINE = 40, 56, 52, 58, 52, 16
RAIL, RAIL_WIDE, RAIL_NARROW = 184, 224, 56
CONTROL, CONTROL_SMALL, CONTROL_IN_ROW, ROW = 32, 28, 24, 34
NARROW_WINDOW, WIDE_WINDOW = 1180, 1600
"""Widths, in pixels of normal text, below which the rail shows circles only and from which on it is wide."""
WIDEST_FIELD, WIDEST_TEXT = 360, 720
FAMILY = "Inter"
TABULAR, SINGLE_STOREY_A = "tnum", "cv11"
SYSTEM_PALETTE = "systemPalette"  # what the desktop gave before the application was dressed


@dataclass(frozen=True, slots=True)
class Theme:
    """The named colors of one look, as "#RRGGBB"; answers and series differ by glyph, shape and hatch too."""

    key: str
    dark: bool
    canvas: str  # the window behind cards
    surface: str  # cards, header, rail, footer, fields
    sunken: str  # progress trough, preview well, neutral tag
    hover: str  # row or button under the pointer
    line: str  # hairlines between rows and around cards
    ctl: str  # border of every control, axis line
    text: str
    text2: str  # secondary text, axis text
    text3: str  # help lines, units, placeholders
    accent: str  # primary button, current step, focus ring, links
    accent_text: str
    accent_soft: str  # selected row, current step, selected segment
    yes: str
    yes_soft: str
    no: str
    no_soft: str
    same: str
    same_soft: str
    unclear: str
    unclear_soft: str
    blocked: str
    blocked_soft: str
    base: str  # series: baseline
    base_soft: str
    sel: str  # series: selected row
    sel_soft: str
    other: str  # series: all other models
    other_soft: str
    zone: str  # too small to matter, range bands
    grid: str

    def answer(self, word: str) -> tuple[str, str]:
        """Ink and ground of an answer: yes, no, same, unclear or blocked."""
        return getattr(self, word), getattr(self, f"{word}_soft")

    # Names of the first window, for the pages that still use them.
    @property
    def window(self) -> str:
        return self.surface

    @property
    def field(self) -> str:
        return self.surface

    @property
    def secondary(self) -> str:
        return self.text2

    @property
    def on_accent(self) -> str:
        return self.accent_text

    @property
    def focus(self) -> str:
        return self.accent

    @property
    def settled(self) -> str:
        return self.yes

    @property
    def caution(self) -> str:
        return self.unclear

    @property
    def border(self) -> str:
        return self.ctl

    @property
    def series_a(self) -> str:
        return self.base

    @property
    def series_b(self) -> str:
        return self.sel

    @property
    def series(self) -> tuple[str, ...]:
        """Six inks for plots of many models, told apart by shape as well; the first is the baseline's."""
        return (self.base, self.sel, self.yes, self.same, self.unclear, self.text2)


LIGHT = Theme(
    "light", False,
    canvas="#F5F6F8", surface="#FFFFFF", sunken="#ECEEF2", hover="#F0F2F6", line="#DCE0E7", ctl="#868D99",
    text="#1A1D23", text2="#4F5765", text3="#646C7A", accent="#3446B8", accent_text="#FFFFFF", accent_soft="#E9ECFB",
    yes="#00694E", yes_soft="#E2F3EC", no="#3F4754", no_soft="#E8EBF0", same="#6A3A98", same_soft="#F1EAF9",
    unclear="#854800", unclear_soft="#FFF0DA", blocked="#A4262C", blocked_soft="#FDE9E8",
    base="#0072B2", base_soft="#CFE3F1", sel="#C24E00", sel_soft="#F6DBCB", other="#767D8A", other_soft="#D5D9E0",
    zone="#E3E7EE", grid="#E7EAEF",
)  # fmt: skip
DARK = Theme(
    "dark", True,
    canvas="#17181C", surface="#202227", sunken="#121316", hover="#2A2D33", line="#353941", ctl="#79808D",
    text="#ECEEF1", text2="#B3B9C4", text3="#99A0AD", accent="#A5B2FF", accent_text="#14162B", accent_soft="#2A2F52",
    yes="#58D1A8", yes_soft="#12332A", no="#C3CAD6", no_soft="#2E323A", same="#CDA8F2", same_soft="#33264A",
    unclear="#F4B65E", unclear_soft="#3B2B12", blocked="#FF9A94", blocked_soft="#452224",
    base="#56B4E9", base_soft="#1F4257", sel="#F28E2B", sel_soft="#55371A", other="#8A919E", other_soft="#41464F",
    zone="#2F333B", grid="#30343B",
)  # fmt: skip
CONTRAST = Theme(
    HIGH_CONTRAST, True,
    canvas="#000000", surface="#000000", sunken="#000000", hover="#303030", line="#8C8C8C", ctl="#FFFFFF",
    text="#FFFFFF", text2="#FFFFFF", text3="#FFFFFF", accent="#FFE14D", accent_text="#000000", accent_soft="#3A3400",
    yes="#7CFFCB", yes_soft="#000000", no="#FFFFFF", no_soft="#000000", same="#E3C8FF", same_soft="#000000",
    unclear="#FFD27A", unclear_soft="#000000", blocked="#FFB3AE", blocked_soft="#000000",
    base="#7CC7FF", base_soft="#00395C", sel="#FFB45C", sel_soft="#5C3300", other="#D0D0D0", other_soft="#4A4A4A",
    zone="#4A4A4A", grid="#4A4A4A",
)  # fmt: skip
TABLE: Mapping[str, Theme] = {theme.key: theme for theme in (LIGHT, DARK, CONTRAST)}


def load(key: str) -> Theme:
    """The look of that key; high contrast takes the colors of a system that asks for it."""
    application = QApplication.instance()
    system = application.property(SYSTEM_PALETTE) if application is not None and key == HIGH_CONTRAST else None
    return with_system_colors(system) if isinstance(system, QPalette) else TABLE[key]


def with_system_colors(system: QPalette) -> Theme:
    """High contrast in the system's own colors: ink and ground are the person's choice, only data keep their colors."""
    roles = QPalette.ColorRole
    named = {
        role: system.color(getattr(roles, name)).name().upper()
        for role, name in (
            ("window", "Window"),
            ("text", "WindowText"),
            ("mark", "Highlight"),
            ("on", "HighlightedText"),
        )
    }
    is_dark = QColor(named["window"]).lightness() < QColor(named["text"]).lightness()
    data = CONTRAST if is_dark else LIGHT
    grounds = {field.name: named["window"] for field in fields(Theme) if field.name.endswith("_soft")}
    kept = {name: getattr(data, name) for name in ("base_soft", "sel_soft", "other_soft")}
    inks = dict.fromkeys(("text", "text2", "text3", "line", "ctl", "no"), named["text"])
    return replace(
        data, key=HIGH_CONTRAST, dark=is_dark, canvas=named["window"], surface=named["window"],
        sunken=named["window"], hover=named["window"], accent=named["mark"], accent_text=named["on"],
        **{**grounds, **kept, **inks},
    )  # fmt: skip


def _system_wants_contrast() -> bool:
    """Qt before 6.10 cannot tell."""
    hints = QGuiApplication.styleHints()  # kept, for the object below goes with it
    if not hasattr(hints, "accessibility"):
        return False
    return hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast


def system_key() -> str:
    """The theme the desktop asks for; light where the desktop says nothing."""
    if _system_wants_contrast():
        return HIGH_CONTRAST
    return "dark" if QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark else "light"


def apply(choice: str, scale: float = 1.0) -> Theme:
    """Dress the application in the chosen theme ("system" follows the desktop) with text `scale` times as large."""
    follow_choice_in_frame(choice)
    application = cast(QApplication, QApplication.instance())
    theme = load(system_key() if choice == SYSTEM else choice)
    worn = f"{theme.key} {scale}"
    if application.property("worn") == worn:
        return theme
    _dress(application, theme, scale)
    application.setProperty("worn", worn)
    return theme


def follow_choice_in_frame(choice: str, platform: str = sys.platform) -> None:
    """Let the title bar be as dark as the window: Windows and macOS draw it after Qt's color scheme, not after ours.

    Where the person follows the desktop the scheme has to be the desktop's again before it is asked for.
    """
    if platform not in ("win32", "darwin"):
        return
    hints = QGuiApplication.styleHints()
    if choice == SYSTEM:
        hints.unsetColorScheme()
    else:
        hints.setColorScheme(Qt.ColorScheme.Dark if TABLE[choice].dark else Qt.ColorScheme.Light)


def _dress(application: QApplication, theme: Theme, scale: float) -> None:
    """Undressed first: a style sheet in place of another is put on every widget once for each widget it is in."""
    if application.property("worn") is None:
        if _system_wants_contrast():
            application.setProperty(SYSTEM_PALETTE, QPalette(application.palette()))
        application.setStyle(QStyleFactory.create("Fusion"))
    application.setProperty("theme", theme.key)
    application.setStyleSheet("")
    application.setFont(interface_font(scale))
    application.setPalette(palette(theme))
    application.setStyleSheet(style_sheet(theme, scale))


def interface_font(scale: float = 1.0) -> QFont:
    """Inter where it is installed, else the system's interface font; figures of one width, so that columns align."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    if QFontDatabase.hasFamily(FAMILY):
        font.setFamily(FAMILY)
        font.setFeature(QFont.Tag(SINGLE_STOREY_A), 1)
    font.setFeature(QFont.Tag(TABULAR), 1)
    font.setPixelSize(round(BASE_PIXELS * scale))
    return font


def current() -> Theme:
    """The theme the application wears; widgets that paint themselves ask again on a palette change."""
    application = QApplication.instance()
    key = application.property("theme") if application else None
    return load(key if key in THEMES else "light")


def token(name: str) -> str:
    """The color of a role, by its name among the tokens."""
    return str(getattr(current(), name))


def style_sheet(theme: Theme, scale: float) -> str:
    template = Template((paths.resources() / "themes" / "style.qss").read_text("utf-8"))
    sizes = {f"px{size}": f"{round(size * scale)}px" for size in (11, 12, 13, 14, 16, 18, 20, 21, 22, 24)}
    sizes["half"] = f"{round(16 * scale) // 2 + 1}px"
    colors = {field.name: getattr(theme, field.name) for field in fields(Theme)}
    tick = "light" if QColor(theme.accent_text).lightness() > 127 else "dark"
    arrow = theme.key if theme.key != HIGH_CONTRAST or theme.dark else "light"
    return template.substitute(colors, **sizes, tick=tick, arrow=arrow, icons=(paths.resources() / "icons").as_posix())


def palette(theme: Theme) -> QPalette:
    roles = QPalette.ColorRole
    colors = (
        (roles.Window, theme.canvas),
        (roles.Base, theme.surface),
        (roles.AlternateBase, theme.canvas),
        (roles.Button, theme.surface),
        (roles.WindowText, theme.text),
        (roles.Text, theme.text),
        (roles.ButtonText, theme.text),
        (roles.BrightText, theme.blocked),
        (roles.PlaceholderText, theme.text3),
        (roles.ToolTipBase, theme.surface),
        (roles.ToolTipText, theme.text),
        (roles.Highlight, theme.accent),
        (roles.HighlightedText, theme.accent_text),
        (roles.Link, theme.accent),
        (roles.LinkVisited, theme.accent),
        (roles.Accent, theme.accent),
        (roles.Mid, theme.ctl),
        (roles.Light, theme.surface),
        (roles.Midlight, theme.line),
        (roles.Dark, theme.ctl),
        (roles.Shadow, theme.ctl),
    )
    result = QPalette()
    for role, color in colors:
        result.setColor(role, QColor(color))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.text3))
    return result


def icon(name: str, color: str | None = None, pixels: int = 20) -> QIcon:
    """A line icon of resources/icons in the theme's text color, or in the color given."""
    source = (paths.resources() / "icons" / f"{name}.svg").read_text("utf-8")
    renderer = QSvgRenderer(QByteArray(source.replace("currentColor", color or current().text).encode()))
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


def scaled(pixels: float) -> int:
    """A size of the design, at the text size the application has now."""
    return round(pixels * scale())


def application_font() -> QFont:
    return QFont(QApplication.font())
