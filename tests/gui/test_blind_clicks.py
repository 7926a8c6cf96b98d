"""A click aimed at a control before something else was done still arrives there afterwards."""

import random
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QWidget

from gui.window import Window
from tests.gui.page_actions import ACTIONS, Act, do, is_there, prepare, target_of
from tests.gui.test_stable_layout import is_inside_list

PAIRS = 200

pytestmark = pytest.mark.usefixtures("known_font")


def middle_of(window: Window, act: Act) -> QPoint:
    target = target_of(window, act)
    return target.mapTo(window, target.rect().center())


def is_aimed_at(target: QWidget, found: QWidget | None) -> bool:
    return found is not None and (found is target or target.isAncestorOf(found))


@pytest.mark.parametrize("page", ACTIONS)
def test_that_blind_clicks_arrive(window: Window, quiet: None, tmp_path: Path, page: str) -> None:
    """Places are taken before the first action, as a person's eyes take them."""
    window.resize(1280, 720)
    prepare(window, page, tmp_path)
    acts = ACTIONS[page]
    draw, missed = random.Random(page), []
    for _ in range(PAIRS):
        there = [act for act in acts if is_there(window, act)]
        first, second = draw.choice(there), draw.choice(there)
        target = target_of(window, second)
        if not isinstance(target, QAbstractButton) or is_inside_list(target, window.shell.page(page)):
            continue
        place = middle_of(window, second)
        do(window, first, page)
        if not is_there(window, second):
            continue  # a plot of another tab was opened on purpose
        if not is_aimed_at(target_of(window, second), window.childAt(place)):
            missed.append(f"{first.name}, then {second.name}")
    assert missed == []
