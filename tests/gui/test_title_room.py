"""Titles of pages have the room that the tools beside them leave."""

import pytest
from pytestqt.qtbot import QtBot

from gui.window import Window

pytestmark = pytest.mark.usefixtures("known_font")


def test_that_tools_of_other_pages_take_no_room_from_a_title(qtbot: QtBot, window: Window) -> None:
    """A stack is as wide as its widest page unless those out of sight are told to take nothing."""
    window.resize(1280, 720)
    window.shell.open_sample("bearing")
    qtbot.waitUntil(lambda: window.shell.current == "review")
    window.shell.go("data")
    tools = window.shell.tools
    assert tools.sizeHint().width() > 0  # Data has tools
    with_tools = tools.sizeHint().width()
    bare = [key for key in ("question", "candidates", "plan", "review") if window.shell.page(key).tools() is None]
    assert bare
    for key in bare:
        window.shell.go(key)
        assert tools.sizeHint().width() < with_tools / 4, key
