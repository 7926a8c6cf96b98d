"""The bar on top (name, saved, ledger, Why) and the footer (back, what was said, actions, one primary verb)."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QSizePolicy

from gui import strings, theme
from gui.widgets.parts import OneLine, as_tip, button

HEIGHT = 40
NARROW = 640  # width in pixels of normal text below which the chip says only the bar
Action = tuple[str, Callable[[], None]]


class TopBar(QFrame):
    """Name of the study (F2), save state, ledger chip (Ctrl+L), Why (F1)."""

    home = Signal()
    renamed = Signal(str)
    ledger = Signal()
    why = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("topBar")
        self.brand = button(f"\u2002{strings.APPLICATION}", self.home.emit, "brand", "flat")
        self.brand.setIcon(theme.icon("evenfold", pixels=24))
        self.brand.setIconSize(QSize(22, 22))
        self.brand.setMinimumHeight(HEIGHT - 4)
        self.name = QLineEdit()
        self.name.setObjectName("studyName")
        self.name.setProperty("look", "plain")
        self.name.setAccessibleName(strings.STUDY_NAME)
        self.name.setToolTip(strings.STUDY_NAME + " (F2)")
        self.name.setPlaceholderText(strings.STUDY_NAME_HINT)
        self.name.setFixedWidth(260)
        self.name.editingFinished.connect(lambda: self.renamed.emit(self.name.text().strip()))
        self.saved = OneLine("caption", "saved")
        self.chip = button("", self.ledger.emit, "ledgerChip", "chip")
        self.chip.setToolTip(strings.LEDGER_CHIP_TIP)
        self.why_button = button(strings.WHY_BUTTON, self.why.emit, "whyButton", "small")
        self.why_button.setCheckable(True)
        self.why_button.setToolTip(strings.WHY_TIP)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(4, 2, 12, 2)
        layout.setSpacing(theme.GRID)
        layout.addWidget(self.brand)
        layout.addWidget(self.name)
        layout.addWidget(self.saved, 1)
        layout.addWidget(self.chip)
        layout.addWidget(self.why_button)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._ledger = ("", "")

    def show_study(self, title: str, saved: str, ledger: tuple[str, str], sealed: bool) -> None:
        """`ledger` is the text of the chip in full and in short."""
        if not self.name.hasFocus():
            self.name.setText(title)
            self.name.setCursorPosition(0)  # a long name is cut at its end
        self.name.setReadOnly(sealed)
        self.saved.setText(saved)
        self.saved.setToolTip(strings.NOT_SAVED_TIP if saved == strings.NOT_SAVED else "")
        self._ledger = ledger
        self.chip.setVisible(any(ledger))
        self.chip.setAccessibleName(ledger[0])
        self._fit()

    def _fit(self) -> None:
        scale = self.fontInfo().pixelSize() / theme.BASE_PIXELS
        self.chip.setText(self._ledger[1 if self.width() / scale < NARROW else 0])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def restyle(self) -> None:
        self._fit()
        pixels = round(22 * theme.scale())
        self.brand.setIcon(theme.icon("evenfold", pixels=pixels))
        self.brand.setIconSize(QSize(pixels, pixels))


PRIMARY_KEY = "Ctrl+Return"


class Footer(QFrame):
    """Back, the last thing said, secondary actions, and the one primary button, which is never silently dead."""

    back = Signal()
    primary = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("footer")
        self.back_button = button(strings.BACK, self.back.emit, "back")
        self.back_button.setToolTip("Alt+Left")
        self.said = OneLine("secondary", "said")
        self.said.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        self.primary_button = button("", self.primary.emit, "primary", "primary")
        self._primary_text = self.spoken = ""
        self._actions: list[QPushButton] = []
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(12, 8, 12, 8)
        self._layout.setSpacing(theme.GRID)
        self._layout.addWidget(self.back_button)
        self._layout.addWidget(self.said, 1)
        self._layout.addWidget(self.primary_button)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_actions(self, primary: tuple[str, ...], secondary: tuple[Action, ...], can_go_back: bool) -> None:
        self.back_button.setVisible(can_go_back)
        self.primary_button.setVisible(bool(primary))
        if primary:
            self._primary_text = primary[0]
            self.primary_button.setAccessibleName(primary[0].replace("&", ""))
        if [entry.text() for entry in self._actions] != [text for text, _ in secondary]:
            self._replace(secondary)
        self.fit()

    def fit(self) -> None:
        """The key beside the words of the primary button, as long as there is room for it."""
        self.primary_button.setText(f"{self._primary_text}   {PRIMARY_KEY}")
        self.primary_button.setToolTip(PRIMARY_KEY)
        if self._needed() > self.width():
            self.primary_button.setText(self._primary_text)

    def _needed(self) -> int:
        """The width of all buttons, also of those that are not on the screen yet."""
        shown = [*self._actions, *(one for one in (self.back_button, self.primary_button) if not one.isHidden())]
        for one in shown:
            one.ensurePolished()
        margins = self._layout.contentsMargins()
        gaps = margins.left() + margins.right() + (len(shown) + 1) * self._layout.spacing()
        return gaps + sum(one.sizeHint().width() for one in shown)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def _replace(self, secondary: tuple[Action, ...]) -> None:
        places = [place for place, old in enumerate(self._actions) if old.hasFocus()]
        for old in self._actions:
            old.hide()
            old.deleteLater()
        self._actions = [button(text, act, f"secondary{number}") for number, (text, act) in enumerate(secondary, 1)]
        for position, entry in enumerate(self._actions):
            self._layout.insertWidget(2 + position, entry)
        for place in places:  # a button that means something else now is still where the keyboard was
            (*self._actions, self.primary_button)[min(place, len(self._actions))].setFocus()

    def say(self, text: str, shown: bool = True) -> None:
        """Tell assistive technology, and show it unless the page does."""
        self.spoken = text
        self.said.setText(text if shown else "")
        self.said.setToolTip(as_tip(self.said.text()))
        if text:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
