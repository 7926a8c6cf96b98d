"""Widgets of which one at a time is shown in the same place."""

from collections.abc import Iterable

from PySide6.QtWidgets import QSizePolicy, QWidget


def leave_room_to(shown: QWidget, pages: Iterable[QWidget]) -> None:
    """Those out of sight take no width: a stack is otherwise as wide as the widest of them."""
    for page in pages:
        policy = page.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Preferred if page is shown else QSizePolicy.Policy.Ignored)
        page.setSizePolicy(policy)
