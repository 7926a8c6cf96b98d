"""What stands around a page: bar, stepper, Why pane and footer, and how they share the room there is."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from gui import strings, theme
from gui.dressing import Dressed
from gui.settings import Settings
from gui.widgets.parts import as_is, column, focus_first, label
from gui.widgets.stepper import Mark, Stepper, StepState
from gui.widgets.why import WhyPane
from gui.wizard.bars import Footer, TopBar
from gui.wizard.page import Page
from gui.wizard.pages import PAGES
from gui.wizard.state import State
from gui.wizard.way import HOME
from gui.wizard.words import bar_words, clock_time

WHY_FITS = 1366
NARROW = 1100
NARROW_TEXT = 800  # width in pixels of normal text below which the steps are numbers only


class Frame(Dressed, QWidget):
    """Knows pages only as what they are called; which of them is shown is the shell's affair."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.setObjectName("shell")
        self.current = HOME
        self._settings = settings
        self._why_wanted, self._why_forced = settings.why_open, False
        self.top_bar, self.footer, self.why = TopBar(), Footer(), WhyPane()
        self.stepper = Stepper(tuple(Mark(step.key, step.title, StepState.NOT_STARTED, False) for step in PAGES))
        self.instruction = label("", "instruction", "instruction")
        self.subtitle = as_is("", "secondary", "subtitle")
        self.stack = QStackedWidget()
        self.top_bar.why.connect(self.toggle_why)
        self._arrange()

    def _arrange(self) -> None:
        header = column(self.instruction, self.subtitle, spacing=2)
        header.setContentsMargins(16, 12, 16, 6)
        main = column(header, self.stack, spacing=0)
        middle = QHBoxLayout()
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addWidget(self.stepper)
        middle.addLayout(main, 1)
        middle.addWidget(self.why)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.top_bar)
        outer.addLayout(middle, 1)
        outer.addWidget(self.footer)

    def announce(self, text: str, shown: bool = True) -> None:
        self.footer.say(text, shown)
        self.footer.setVisible(self.current != HOME or bool(self.footer.said.text()))

    def open_help(self, key: str) -> None:
        """That page in the help window."""
        self.why.help_wanted.emit(key)

    # --- What is shown around the page -------------------------------------------------------------------------------

    def frame(self, page: Page, note: str, in_steps: bool, state: State) -> None:
        """Everything around the page for the study as it is now."""
        at_home = self.current == HOME
        self.instruction.setText(page.instruction)
        self.subtitle.setText(note)
        self.subtitle.setVisible(bool(note))
        self.stepper.setVisible(in_steps)
        self.top_bar.name.setVisible(in_steps)
        self.footer.setVisible(not at_home or bool(self.footer.said.text()))
        self.footer.show_actions(page.primary(), page.secondary(), not at_home)
        self._show_study(state, not in_steps)
        self.fit()

    def _show_study(self, state: State, hidden: bool) -> None:
        study = state.study
        count = len(study.challengers) * max(1, len(study.columns.target)) + study.looks
        count = max(count, state.today.count)
        chip = strings.LEDGER_CHIP_ONE if count == 1 else strings.LEDGER_CHIP
        shown = not hidden and state.data is not None and count > 0
        bar = bar_words(study.alpha, max(1, count))
        full, short = (text.format(count=count, bar=bar) for text in (chip, strings.LEDGER_CHIP_SHORT))
        saved = "" if state.data is None else strings.NOT_SAVED
        saved = strings.SAVED.format(time=clock_time(state.locked_at)) if state.locked else saved
        self.top_bar.show_study(
            study.title, "" if hidden else saved, (full, short) if shown else ("", ""), state.locked
        )

    # --- Regions and explanations ------------------------------------------------------------------------------------

    def next_region(self, step: int) -> None:
        """F6: stepper, page, Why pane, footer, in a circle."""
        regions: list[QWidget] = [self.stepper, self.stack, self.why, self.footer]
        shown = [region for region in regions if region.isVisible()]
        focus = QApplication.focusWidget()
        place = next(
            (i for i, region in enumerate(shown) if focus and region.isAncestorOf(focus)), -1 if step > 0 else 0
        )
        focus_first(shown[(place + step) % len(shown)])

    def explain_focused(self) -> None:
        """Shift+F1: the Why pane for the field with the focus."""
        self.show_why()
        focus = QApplication.focusWidget()
        if focus is not None and focus.accessibleDescription():
            self.why.explain(focus.accessibleName(), focus.accessibleDescription())

    def show_why(self) -> None:
        """Open the Why pane even where there is little room."""
        self._why_wanted = True
        self.fit(forced=True)

    def toggle_why(self) -> None:
        self._why_wanted = not self.why.isVisible()
        self._settings.why_open = self._why_wanted
        self.fit(forced=True)

    def fit(self, forced: bool = False) -> None:
        """The Why pane opens by itself only where there is room; the stepper shrinks to numbers on small windows."""
        wide = self.width() >= WHY_FITS
        if forced or wide or not self._why_wanted:
            self._why_forced = forced and self._why_wanted
        shown = self._why_wanted and (wide or self._why_forced) and self.current != HOME
        self.why.setVisible(shown)
        self.top_bar.why_button.setChecked(shown)
        self.top_bar.why_button.setVisible(self.current != HOME)
        scale = self.fontInfo().pixelSize() / theme.BASE_PIXELS
        self.stepper.narrow(self.width() / scale < NARROW_TEXT or (self.width() < NARROW and shown))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def redress(self) -> None:
        self.top_bar.restyle()
        self.fit()


def area_for(key: str, page: Page) -> QScrollArea:
    """A page with the room to scroll it in."""
    page.setObjectName("pageBody")
    page.setContentsMargins(16, 4, 16, 12)
    area = QScrollArea()
    area.setObjectName(f"page_{key}")
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(page)
    return area
