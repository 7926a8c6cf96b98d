"""The looks: readable in every theme, and every placeholder of the style sheet filled."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QComboBox, QStyle, QStyleOptionComboBox
from pytestqt.qtbot import QtBot

from gui import theme


def luminance(color: str) -> float:
    """Relative luminance after WCAG 2."""
    channels = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_that_contrast_is_21_between_black_and_white() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)


@pytest.mark.parametrize("key", theme.THEMES)
@pytest.mark.parametrize("ink", ["text", "text2", "text3", "accent", "yes", "no", "same", "unclear", "blocked"])
def test_that_text_is_readable_on_window_and_cards(key: str, ink: str) -> None:
    look = theme.load(key)
    assert contrast(getattr(look, ink), look.canvas) >= 4.5
    assert contrast(getattr(look, ink), look.surface) >= 4.5


@pytest.mark.parametrize("key", theme.THEMES)
def test_that_graphics_and_focus_stand_out(key: str) -> None:
    look = theme.load(key)
    for ink in (look.ctl, look.accent, look.base, look.sel, look.other, *look.series):
        assert contrast(ink, look.surface) >= 3


@pytest.mark.parametrize("key", theme.THEMES)
@pytest.mark.parametrize("word", ["yes", "no", "same", "unclear", "blocked"])
def test_that_an_answer_is_readable_on_its_own_ground(key: str, word: str) -> None:
    ink, ground = theme.load(key).answer(word)
    assert contrast(ink, ground) >= 4.5
    assert contrast(theme.load(key).text2, ground) >= 4.5


def test_that_high_contrast_takes_the_colors_of_the_system() -> None:
    system = QPalette(QColor("#FFFF00"), QColor("#202020"))
    system.setColor(QPalette.ColorRole.Window, QColor("#202020"))
    system.setColor(QPalette.ColorRole.WindowText, QColor("#FFFF00"))
    look = theme.with_system_colors(system)
    assert (look.canvas, look.text, look.dark) == ("#202020", "#FFFF00", True)
    assert look.base == theme.CONTRAST.base


def test_that_figures_have_one_width(qapp: QApplication) -> None:
    assert [tag.toString() for tag in theme.interface_font().featureTags()][-1] == "tnum"


@pytest.mark.parametrize("key", theme.THEMES)
def test_that_the_primary_button_is_readable(key: str) -> None:
    look = theme.load(key)
    assert contrast(look.accent_text, look.accent) >= 4.5


@pytest.mark.parametrize("key", theme.THEMES)
def test_that_the_style_sheet_is_complete(key: str) -> None:
    sheet = theme.style_sheet(theme.load(key), 1.0)
    assert "$" not in sheet
    for part in sheet.split("url(")[1:]:
        assert theme.paths.resources().joinpath("icons", part.split(")")[0].rsplit("/", 1)[1]).exists()  # type: ignore[attr-defined]


def test_that_the_application_wears_what_was_applied(qapp: QApplication) -> None:
    for key in theme.THEMES:
        theme.apply(key)
        assert theme.current().key == key
        assert qapp.palette().window().color().name().upper() == theme.load(key).canvas
    theme.apply("light")


def test_that_text_grows_with_the_scale(qapp: QApplication) -> None:
    theme.apply("light", 2.0)
    assert qapp.font().pixelSize() == 2 * theme.BASE_PIXELS
    assert "font-size: 40px" in qapp.styleSheet()
    theme.apply("light")


def test_that_every_icon_can_be_drawn_in_any_color(qapp: QApplication) -> None:
    for file in (theme.paths.resources() / "icons").glob("*.svg"):  # type: ignore[attr-defined]
        image = theme.icon(file.stem, "#FF0000").pixmap(20, 20).toImage()
        inked = [image.pixelColor(x, y).alpha() for x in range(20) for y in range(20)]
        assert max(inked) > 0, file.name


def test_that_choices_open_as_a_list_and_not_as_a_menu_that_cuts_its_last_line(qtbot: QtBot) -> None:
    """A menu of Fusion takes the room of its two arrows from the list, also when all of it would fit."""
    theme.apply("light")
    box = QComboBox()
    qtbot.addWidget(box)
    box.ensurePolished()
    assert not box.style().styleHint(QStyle.StyleHint.SH_ComboBox_Popup, QStyleOptionComboBox(), box)


@pytest.mark.parametrize(
    ("platform", "choices", "told"),
    [
        ("win32", ("dark", "light", "high-contrast"), [Qt.ColorScheme.Dark, Qt.ColorScheme.Light, Qt.ColorScheme.Dark]),
        ("win32", ("dark", theme.SYSTEM), [Qt.ColorScheme.Dark, None]),
        ("darwin", ("dark",), [Qt.ColorScheme.Dark]),
        ("linux", ("dark", theme.SYSTEM), []),
    ],
)
def test_that_the_title_bar_is_as_dark_as_the_window(
    platform: str, choices: tuple[str, ...], told: list[object], qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[object] = []
    hints = SimpleNamespace(setColorScheme=heard.append, unsetColorScheme=lambda: heard.append(None))
    monkeypatch.setattr(theme.QGuiApplication, "styleHints", lambda: hints)  # type: ignore[attr-defined]
    for choice in choices:
        theme.follow_choice_in_frame(choice, platform)
    assert heard == told
