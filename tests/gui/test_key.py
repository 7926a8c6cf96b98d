"""The key of a picture wears the colors of the picture."""

import pytest
from pytestqt.qtbot import QtBot

from gui import theme
from gui.plots.key import BARS, LINES, SeriesKey
from gui.results.four_cases import FourCases
from gui.strings import exhibits as words


@pytest.fixture(autouse=True)
def light() -> None:
    theme.apply("light")


def test_that_signs_have_the_colors_of_their_series_in_every_look(qtbot: QtBot) -> None:
    key = SeriesKey(LINES)
    qtbot.addWidget(key)
    key.show_names("tree", "<forest>")
    key.show()
    for look in ("dark", "light"):
        theme.apply(look)
        colors = theme.load(look)
        qtbot.waitUntil(lambda colors=colors: colors.series_a in key.text())  # type: ignore[misc]
        assert colors.series_b in key.text()
    assert "&lt;forest&gt;" in key.text()


def test_that_one_model_has_one_sign(qtbot: QtBot) -> None:
    key = SeriesKey(BARS)
    qtbot.addWidget(key)
    key.show_names("tree")
    assert BARS[0] in key.text()
    assert BARS[1] not in key.text()


def test_that_the_lit_case_changes_its_color_with_the_look(qtbot: QtBot) -> None:
    cases = FourCases()
    qtbot.addWidget(cases)
    cases.show_cases({}, "both")
    cases.show()
    assert words.CASES_NAME in cases.text()
    theme.apply("dark")
    qtbot.waitUntil(lambda: theme.load("dark").accent in cases.text())
    assert cases.text().count("●") == 1
