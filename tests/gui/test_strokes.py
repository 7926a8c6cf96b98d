"""Saved pictures keep the width of their lines in every program."""

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from gui import theme
from gui.plots.save import FINER, image_of, save_picture
from gui.plots.strokes import with_real_strokes
from gui.plots.two_lines import TwoLines

HEAD = '<svg xmlns="http://www.w3.org/2000/svg"><g>'
WISH = 'vector-effect="non-scaling-stroke"'


def settled(shapes: str, matrix: str = "10,0,0,-5,100,50") -> str:
    return with_real_strokes(f'{HEAD}<g stroke-width="2" transform="matrix({matrix})">{shapes}</g></g></svg>')


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (f'<polyline {WISH} points="0,0 1,2 " />', 'points="100,50 110,40 "'),
        (f'<path {WISH} d="M-1,0 C0,0 1e-1,1 2,2 Z "/>', 'd="M90,50 C100,50 101,45 120,40 Z "'),
        (f'<rect {WISH} x="1" y="2" width="3" height="4"/>', 'd="M110,40 L140,40 L140,20 L110,20 Z"'),
    ],
)
def test_that_shapes_stand_where_they_are_seen_and_nothing_is_stretched(shape: str, expected: str) -> None:
    found = settled(shape)
    assert expected in found
    assert "transform" not in found
    assert "vector-effect" not in found


def test_that_a_turned_shape_is_turned_with_its_points() -> None:
    assert 'points="-2,1 "' in settled(f'<polyline {WISH} points="1,2 " />', "0,1,-1,0,0,0")


def test_that_text_beside_a_shape_is_still_moved_by_the_matrix() -> None:
    found = settled(f'<polyline {WISH} points="0,0 " /><text x="1">A</text>')
    assert re.search(r'<text[^>]* transform="matrix\(10,0,0,-5,100,50\)"[^>]*>A</text>', found)


def test_that_a_group_without_such_shapes_stays_as_it_is() -> None:
    assert '<rect x="1" y="2" width="3" height="4" />' in settled('<rect x="1" y="2" width="3" height="4"/>')


@pytest.fixture
def plot(qtbot: QtBot) -> TwoLines:
    theme.apply("light")
    made = TwoLines("lines", "Lines")
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show_lines(([0, 1000], [0.001, 0.001]))
    made.show_range((0, 1000), (0, 0.002))
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_that_no_line_of_a_saved_picture_is_left_to_the_program_that_reads_it(plot: TwoLines, tmp_path: Path) -> None:
    save_picture(plot, tmp_path / "lines.svg")
    assert "vector-effect" not in (tmp_path / "lines.svg").read_text("utf-8")


def test_that_a_line_of_a_saved_picture_is_as_broad_as_on_the_screen(plot: TwoLines) -> None:
    """Two pixels of the screen are six of the finer picture."""
    assert thickness(plot.grab().toImage()) == 2
    assert abs(thickness(image_of(plot)) - 2 * FINER) <= 1


def thickness(image: QImage) -> int:
    """Pixels of the line's color, half-way across."""
    color = QColor(theme.current().series_a)
    return sum(image.pixelColor(image.width() * 2 // 3, y) == color for y in range(image.height()))
