"""Pictures of a tab that are made when they are first wanted: a plot takes a fiftieth of a second to put together."""

from typing import TypeVar

from PySide6.QtWidgets import QStackedWidget, QWidget

Page = TypeVar("Page", bound=QWidget)


def put(stack: QStackedWidget, page: Page) -> Page:
    """The page, standing in the stack."""
    stack.addWidget(page)
    return page
