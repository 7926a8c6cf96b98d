"""Pieces of work: one per turn of the event loop, each in its order, given up when something else begins."""

from collections.abc import Iterator

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.pieces import Pieces


def noted(done: list[str], *names: str) -> Iterator[None]:
    for name in names:
        done.append(name)
        yield


def test_that_every_piece_has_a_turn_of_its_own(qapp: QApplication, qtbot: QtBot) -> None:
    parent, done = QObject(), list[str]()
    pieces = Pieces(parent)
    pieces.begin(noted(done, "one", "two", "three"))
    assert done == []
    qapp.processEvents()
    assert len(done) <= 1
    qtbot.waitUntil(lambda: not pieces.busy)
    assert done == ["one", "two", "three"]


def test_that_what_begins_takes_the_place_of_what_is_under_way(qapp: QApplication, qtbot: QtBot) -> None:
    parent, old, new = QObject(), list[str](), list[str]()
    pieces = Pieces(parent)
    pieces.begin(noted(old, "one", "two"))
    pieces.begin(noted(new, "other"))
    qtbot.waitUntil(lambda: not pieces.busy)
    assert (old, new) == ([], ["other"])


def test_that_a_piece_may_begin_other_pieces(qapp: QApplication, qtbot: QtBot) -> None:
    parent, done = QObject(), list[str]()
    pieces = Pieces(parent)

    def first() -> Iterator[None]:
        pieces.begin(noted(done, "then"))
        yield

    pieces.begin(first())
    qtbot.waitUntil(lambda: not pieces.busy)
    assert done == ["then"]
