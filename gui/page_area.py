"""The room in which a page is scrolled; it is never lower than what stands on it."""

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtWidgets import QScrollArea, QWidget

OCCASIONS = frozenset(
    (
        QEvent.Type.LayoutRequest,
        QEvent.Type.Resize,
        QEvent.Type.Show,
        QEvent.Type.FontChange,
        QEvent.Type.StyleChange,
    )
)


class PageArea(QScrollArea):
    """Looks once more, when everything else has happened, whether the page has the height it needs.

    Qt passes a wish for more room upwards one layout at a time. One that is uttered while the window is being laid out
    for a new text size or another width gets lost on the way: the rows of the page then stay squeezed until something
    else happens, and move under the pointer with it.
    """

    def __init__(self) -> None:
        super().__init__()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._give_room)

    def ask_for_room(self) -> None:
        self._later.start()

    def event(self, event: QEvent) -> bool:
        result = super().event(event)
        if event.type() in OCCASIONS:
            self.ask_for_room()
        return result

    def _give_room(self) -> None:
        """Layouts that wait are done from the innermost outwards; those that do not wait cost nothing."""
        page = self.widget()
        if page is None or not page.isVisible():
            return
        for widget in (*reversed(page.findChildren(QWidget)), page):
            if (layout := widget.layout()) is not None:
                layout.activate()
        needed = max(page.minimumSizeHint().height(), page.heightForWidth(page.width()))
        if page.height() < needed:
            super().event(QEvent(QEvent.Type.LayoutRequest))


def find_page_area(widget: QWidget) -> PageArea | None:
    """The area of the page a widget stands on."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, PageArea):
        above = above.parentWidget()
    return above
