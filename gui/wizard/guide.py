"""The tour: the first sample played page by page, with a popover on each that says what the page is for."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from core.application.read_tables import SAMPLES
from gui.strings import guide as words
from gui.widgets.parts import button, plain, row
from gui.widgets.popover import Popover
from gui.wizard.frame import Frame
from gui.wizard.page import Shell

FIRST, LOCK, RUN, LAST = "data", "review", "run", "report"


class GuideCard(Popover):
    """A popover that stays until the person goes on or skips the tour; Esc skips it, too."""

    def __init__(self, page: QWidget, guide: "Guide") -> None:
        super().__init__(page)
        self.setObjectName("popover")
        self._guide = guide
        self.count = plain("", "caption", "guideCount")
        self.next = button(words.NEXT, guide.go_on, "guideNext", "primary")
        self.skip = button(words.SKIP, guide.end, "guideSkip", "link")
        for part in (self.open_help, self.reset):
            part.hide()
        self._body.addLayout(row(self.count, 0, self.skip, self.next))

    def show_stop(self, heading: str, text: str, place: int, anchor: QWidget) -> None:
        self._anchor = anchor
        self.heading.setText(heading)
        self.what.setText(text)
        self.setAccessibleName(heading)
        self.setAccessibleDescription(text)
        for part in (self.suggested, self.standard, self.source, self.links):
            part.hide()
        self.count.setText(words.COUNT.format(place=place + 1, count=len(words.STOPS)))
        page = words.STOPS[place][0]
        self.next.setText({LOCK: words.LOCK, LAST: words.DONE}.get(page, words.NEXT))
        self.next.setEnabled(page != RUN)
        self._place(anchor)
        self.show()
        self.raise_()
        (self.skip if page == RUN else self.next).setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._guide.end()
        else:
            super().keyPressEvent(event)

    def end(self) -> None:
        self.hide()


class Guide(QObject):
    """Follows the person from page to page; leaving the study ends it."""

    def __init__(self, frame: Frame, shell: Shell, act: Callable[[], None]) -> None:
        """`act` presses the primary button of the page."""
        super().__init__(frame)
        self._frame, self._shell, self._act = frame, shell, act
        self._page = self._shown = ""
        self.is_on = False
        self.card = GuideCard(frame, self)

    def start(self) -> None:
        """Open the first sample; the tour begins on its first page as soon as it is there."""
        self.is_on, self._page, self._shown = True, "", ""
        self._shell.open_sample(SAMPLES[0].key)

    def end(self) -> None:
        self.is_on, self._page, self._shown = False, "", ""
        self.card.hide()

    @property
    def pages(self) -> tuple[str, ...]:
        return tuple(page for page, _, _ in words.STOPS)

    def go_on(self) -> None:
        """To the next page; before the run by locking, as the person would."""
        page = self._frame.current
        if page == LAST or page not in self.pages:
            self.end()
        elif page == LOCK and not self._shell.state.locked:
            self.card.hide()
            self._act()
        else:
            self._shell.go(self.pages[self.pages.index(page) + 1])

    def follow(self) -> None:
        """The page or the study changed."""
        if not self.is_on:
            return
        page, source = self._frame.current, self._shell.state.study.source
        if not source.endswith(SAMPLES[0].key) or page not in self.pages:
            if self._page:
                self.end()
            return
        if not self._page:
            self._page = FIRST
            self._shell.go(FIRST)
            return
        if page != self._shown:
            self._page = self._shown = page
            self._show(page)

    def _show(self, page: str) -> None:
        place = self.pages.index(page)
        _, heading, text = words.STOPS[place]
        title = self._frame.instruction
        anchor: QWidget = title if title.isVisible() else self._frame.rail.buttons[page]
        self.card.show_stop(heading, text, place, anchor)
