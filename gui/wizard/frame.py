"""What stands around a page: header, rail, title and lead, footer, popover, and how they share the room there is."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from gui import theme
from gui.dressing import Dressed
from gui.page_area import PageArea
from gui.settings import Settings
from gui.widgets.parts import OneLine, column, focus_first, row
from gui.widgets.popover import Explanation, Popover
from gui.widgets.rail import Mark, Rail, StepState
from gui.widgets.stacked_pages import leave_room_to
from gui.wizard.bars import Action, Footer, FooterLine, Header
from gui.wizard.page import Page
from gui.wizard.pages import PAGES
from gui.wizard.state import State
from gui.wizard.way import HOME
from gui.wizard.words import save_words

PAGE_SIDE, PAGE_TOP = 24, 18
NARROW_SIDE, NARROW_TOP = 16, 12
UNDER_LEAD = 14
PAGE_BOTTOM = 16


class Frame(Dressed, QWidget):
    """Knows pages only as what they are called; which of them is shown is the shell's affair.

    The header is made here and stands in the place of the window's menu bar.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.setObjectName("shell")
        self.current = HOME
        self._settings = settings
        self._explanation = Explanation("", "")
        self.header, self.footer, self.popover = Header(), Footer(), Popover(self)
        self.rail = Rail(tuple(Mark(step.key, step.title, StepState.NOT_STARTED, False) for step in PAGES))
        self.instruction = OneLine("instruction", "instruction")
        self.subtitle = OneLine("secondary", "subtitle")
        self.tools = QStackedWidget()
        self.tools.setObjectName("titleTools")
        self._tools = [QWidget()]  # what pages have beside their title; the first is that of pages that have nothing
        self.tools.addWidget(self._tools[0])
        self.stack = QStackedWidget()
        self._page: Page | None = None
        self._arrange()

    def _arrange(self) -> None:
        title = row(self.instruction, self.tools)
        title.setStretch(0, 1)
        self._titles = QWidget()
        self._head = column(title, self.subtitle, spacing=2)
        self._titles.setLayout(self._head)
        main = QWidget()
        main.setObjectName("mainArea")
        main_column = column(self._titles, self.stack, spacing=0)
        main_column.setStretch(1, 1)
        main.setLayout(main_column)
        middle = QHBoxLayout()
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addWidget(self.rail)
        middle.addWidget(main, 1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(middle, 1)
        outer.addWidget(self.footer)

    def announce(self, text: str, shown: bool = True) -> None:
        """Say it; an empty text leaves the line to the page."""
        self.footer.say(text, shown)
        if not text:
            self._show_page_line()

    def point_out(self, line: FooterLine) -> None:
        """Say a line that leads somewhere."""
        self.footer.say(line.text)
        self.footer.show_line(line)

    def open_help(self, key: str) -> None:
        """That page in the help window."""
        self.popover.help_wanted.emit(key)

    # --- What is shown around the page -------------------------------------------------------------------------------

    def frame(self, page: Page, lead: str, has_rail: bool, back: str, state: State) -> None:
        """Everything around the page for the study as it is now."""
        self._page = page
        self.instruction.setText(page.heading())
        self.instruction.setToolTip(page.heading())
        self.subtitle.setText(lead)
        self.subtitle.setToolTip(lead)
        self.rail.setVisible(has_rail)
        self._show_tools(page)
        also = page.primary_alternatives
        actions = tuple(entry if isinstance(entry, Action) else Action(*entry) for entry in page.secondary())
        self.footer.show_actions(self.current, page.primary(), actions, back, also)
        self.footer.show_aside(page.aside())
        if not self.footer.spoken:
            self._show_page_line()
        self._show_study(state, has_rail)
        self.fit()

    def page_line(self) -> FooterLine | None:
        """What the footer says when nothing was announced."""
        return self._page.line() if self._page is not None else None

    def _show_page_line(self) -> None:
        line = self.page_line()
        if line != self.footer.line:
            self.footer.show_line(line or FooterLine(""))

    def _show_tools(self, page: Page) -> None:
        tools = page.tools()
        shown = self._tools[0] if tools is None else tools
        if shown not in self._tools:
            self._tools.append(shown)
            self.tools.addWidget(shown)
        leave_room_to(shown, self._tools)
        self.tools.setCurrentWidget(shown)

    def _show_study(self, state: State, shown: bool) -> None:
        own = self._page.header_facts() if self._page is not None else None
        if own is not None:
            self.header.show_study(own.title, own.saved, own.comparisons, own.locked, shown)
            return
        study = state.study
        count = len(study.challengers) * max(1, len(study.columns.target)) + study.earlier_comparisons
        count = max(count, state.today.count)
        saved = save_words(state)
        self.header.show_study(study.title, saved, count if state.data is not None else 0, state.locked, shown)

    # --- Regions and explanations ------------------------------------------------------------------------------------

    def next_region(self, step: int) -> None:
        """F6: page, footer, rail, in a circle."""
        regions: list[QWidget] = [self.stack, self.footer, self.rail]
        shown = [region for region in regions if region.isVisible()]
        focus = QApplication.focusWidget()
        place = next(
            (i for i, region in enumerate(shown) if focus and region.isAncestorOf(focus)), -1 if step > 0 else 0
        )
        focus_first(shown[(place + step) % len(shown)])

    def note_explanation(self, heading: str, what: str, reason: str = "", source: str = "") -> None:
        """What F1 will tell, until the focus goes elsewhere."""
        self._explanation = Explanation(heading, what, reason, "", source)

    def explain(self, explanation: Explanation, anchor: QWidget) -> None:
        """Open the popover at that place."""
        self.popover.explain(explanation, anchor)

    def explain_focused(self) -> None:
        """F1 or Shift+F1: the popover for what has the focus, else for the page."""
        focus = QApplication.focusWidget()
        if self.popover.isVisible():
            self.popover.end()
            return
        inside = focus is not None and self.isAncestorOf(focus)
        if focus is not None and inside and self._page is not None:
            told = self._page.explanation_of(focus)
            if told is None and focus.accessibleDescription():
                told = Explanation(focus.accessibleName(), focus.accessibleDescription())
            self.popover.explain(told or self._explanation, focus)
        elif self._explanation.heading:
            self.popover.explain(self._explanation, self.instruction)

    # --- Sizes -------------------------------------------------------------------------------------------------------

    @property
    def effective_width(self) -> float:
        """The width in pixels of normal text."""
        return self.width() / theme.scale()

    @property
    def is_narrow(self) -> bool:
        return self.effective_width < theme.NARROW_WINDOW

    def fit(self) -> None:
        """Rail, padding and lead line for the room there is."""
        is_wide = self.effective_width >= theme.WIDE_WINDOW
        rail = theme.RAIL_NARROW if self.is_narrow else theme.RAIL_WIDE if is_wide else theme.RAIL
        self.rail.fit(rail if self.is_narrow else theme.scaled(rail))
        side, top = (NARROW_SIDE, NARROW_TOP) if self.is_narrow else (PAGE_SIDE, PAGE_TOP)
        shows_title = self._page is None or self._page.shows_title
        has_lead = shows_title and not self.is_narrow and (self._page is None or self._page.has_lead)
        self._titles.setVisible(shows_title)
        self.subtitle.setVisible(has_lead)
        self.instruction.setFixedHeight(theme.scaled(theme.LINES["page_title"]))
        self.subtitle.setFixedHeight(theme.scaled(theme.LINES["body"]))
        self.tools.setFixedHeight(theme.scaled(theme.CONTROL_SMALL))
        self._head.setContentsMargins(side, top, side, UNDER_LEAD if not self.is_narrow else theme.GRID)
        if self._page is not None:
            self._page.setContentsMargins(side, 0 if shows_title else top, side, PAGE_BOTTOM)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def redress(self) -> None:
        self.fit()


def area_for(key: str, page: Page) -> PageArea:
    """A page with the room to scroll it in; never sideways."""
    page.setObjectName("pageBody")
    page.setContentsMargins(PAGE_SIDE, 0, PAGE_SIDE, PAGE_BOTTOM)
    area = PageArea()
    area.setObjectName(f"page_{key}")
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(page)
    return area
