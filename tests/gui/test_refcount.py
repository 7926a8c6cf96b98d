"""Qt calls must not take references from None: PySide6 6.12.0 did on Python 3.11, and the program died of it."""

import sys

import pytest
from PySide6.QtCore import QObject

CALLS = 500


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_that_void_calls_of_qt_leave_the_references_to_none_alone() -> None:
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        thing.setObjectName("name")
    assert abs(sys.getrefcount(None) - before) < CALLS // 10
