"""The header (logo, menus, study, save state, comparisons) and the footer (back, message, actions, one primary)."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFont,
    QFontMetrics,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QMenuBar,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)

from core.support.typography import typeset
from gui import strings, theme
from gui.dressing import Dressed
from gui.widgets.parts import OneLine, as_tip, button, restyle

LOGO = 20
LONGEST_NAME = 24  # letters of a study name that are shown
NAME_MARGINS = 20
MOST_COMPARISONS = 9999
PRIMARY_KEY = "Ctrl+Enter"
BESIDE_KEY = 10  # pixels between the words of the primary button and its key
INFO, ATTENTION, SETTLED, LOCKED = "note", "caution", "check", "lock"
"""Signs of the footer's message line."""


class Action(NamedTuple):
    """A button of the footer. It is there from the first moment; what cannot be used tells why in its tip.

    `also` are other words the same button may carry while the page is open: its width fits all of them.
    """

    text: str
    act: Callable[[], None]
    enabled: bool = True
    tip: str = ""
    also: tuple[str, ...] = ()


class FooterLine(NamedTuple):
    """One line of at most 90 characters, and where it leads."""

    text: str
    link: str = ""
    act: Callable[[], None] | None = None
    sign: str = ""


class Header(Dressed, QFrame):
    """One row: logo (Home), menus, name of the study (F2), whether it is saved, comparisons on this data (Ctrl+L)."""

    home = Signal()
    renamed = Signal(str)
    history = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("header")
        self.brand = button("", self.home.emit, "brand", "flat")
        self.brand.setAccessibleName(strings.APPLICATION_HOME)
        self.brand.setToolTip(strings.APPLICATION_HOME)
        self.menu_bar = QMenuBar()
        self.menu_bar.setObjectName("menuBar")
        self.menu_bar.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.line = QFrame()
        self.line.setObjectName("headerLine")
        self.line.setFixedSize(1, 20)
        self.name = QLineEdit()
        self.name.setObjectName("studyName")
        self.name.setProperty("look", "plain")
        self.name.setAccessibleName(strings.STUDY_NAME)
        self.name.setPlaceholderText(strings.STUDY_NAME_HINT)
        self.name.editingFinished.connect(lambda: self.renamed.emit(self.name.text().strip()))
        self.saved = OneLine("caption", "saved")
        self.chip = button("", self.history.emit, "historyChip", "chip")
        self.chip.setToolTip(strings.HISTORY_CHIP_TIP)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 0, 12, 0)
        layout.setSpacing(theme.GRID)
        layout.addWidget(self.brand)
        layout.addWidget(self.menu_bar)
        layout.addWidget(self.line)
        layout.addWidget(self.name)
        layout.addWidget(self.saved, 1)
        layout.addWidget(self.chip)
        self.redress()

    def redress(self) -> None:
        self.setFixedHeight(theme.scaled(theme.HEADER))
        pixels = theme.scaled(LOGO)
        self.brand.setIcon(theme.icon("evenfold", pixels=pixels))
        self.brand.setIconSize(QSize(pixels, pixels))
        self.brand.setFixedSize(pixels + 10, pixels + 10)
        self._fit_name()
        self.chip.setFixedWidth(
            self.chip.fontMetrics().horizontalAdvance(strings.HISTORY_CHIP.format(count=MOST_COMPARISONS)) + 28
        )

    def _fit_name(self) -> None:
        """As wide as the name, so that the save state stands beside it; a long name is cut at its end."""
        metrics, text = self.name.fontMetrics(), self.name.text() or self.name.placeholderText()
        longest = metrics.horizontalAdvance("n" * LONGEST_NAME)
        self.name.setFixedWidth(min(longest, metrics.horizontalAdvance(text)) + NAME_MARGINS)

    def show_study(self, title: str, saved: str, comparisons: int, locked: bool, shown: bool) -> None:
        """`shown` is False where no study is open: then only logo and menus are seen."""
        if not self.name.hasFocus():
            self.name.setText(title)
            self.name.setCursorPosition(0)  # a long name is cut at its end
            self.name.setToolTip(as_tip(f"{title} (F2)" if title else f"{strings.STUDY_NAME} (F2)"))
            self._fit_name()
        self.name.setReadOnly(locked)
        self.saved.setText(saved if shown else "")
        self.saved.setToolTip(as_tip(saved))
        for part in (self.line, self.name):
            part.setVisible(shown)
        words = strings.HISTORY_CHIP_ONE if comparisons == 1 else strings.HISTORY_CHIP.format(count=comparisons)
        self.chip.setText(words)
        self.chip.setAccessibleName(words)
        self.chip.setVisible(shown and comparisons > 0)


class PrimaryButton(QPushButton):
    """The verb of the page in strong letters, its key beside it in small ones."""

    def __init__(self, pressed: Callable[[], None]) -> None:
        super().__init__()
        self.setObjectName("primary")
        self.setProperty("look", "primary")
        self.key = PRIMARY_KEY
        self.clicked.connect(lambda: pressed())

    def say(self, words: str, key: str) -> None:
        self.key = key
        self.setText(typeset(words))
        self.setAccessibleName(bare_words(words))
        self.setToolTip(key)
        self.updateGeometry()

    def _key_width(self) -> int:
        return QFontMetrics(self._small_font()).horizontalAdvance(self.key) + BESIDE_KEY if self.key else 0

    def _small_font(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(theme.scaled(theme.SIZES["caption"]))
        font.setWeight(QFont.Weight.Normal)
        return font

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width() + self._key_width(), hint.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        words, option.text = bare_words(option.text), ""
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        colors = theme.current()
        painter.setPen(QColor(colors.accent_text if self.isEnabled() else colors.text3))
        width = self.fontMetrics().horizontalAdvance(words)
        left = (self.width() - width - self._key_width()) // 2
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(QRect(left, 0, width + 4, self.height()), middle, words)
        painter.setFont(self._small_font())
        painter.setOpacity(0.85)
        painter.drawText(QRect(left + width + BESIDE_KEY, 0, self.width(), self.height()), middle, self.key)


class Footer(Dressed, QFrame):
    """Back, one line of message, secondary actions, and the primary button: each keeps its place on a page."""

    back = Signal()
    primary = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("footer")
        self.back_button = button("", self.back.emit, "back")
        self.back_button.setToolTip("Alt+Left")
        self.sign = QLabel()
        self.sign.setObjectName("footerSign")
        self.said = OneLine("secondary", "said")
        self.said.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.link = button("", self._follow, "footerLink", "link")
        self.primary_button = PrimaryButton(self.primary.emit)
        self.spoken = ""
        self._line = FooterLine("")
        self._page = ""
        self._told: tuple[str, tuple[str, ...], tuple[Action, ...], str, tuple[str, ...]] | None = None
        self._actions: list[QPushButton] = []
        self._acts: list[Callable[[], None]] = []
        self._message = QWidget()
        self._message.installEventFilter(self)
        message = QHBoxLayout(self._message)
        message.setContentsMargins(0, 0, 0, 0)
        message.setSpacing(theme.GRID)
        message.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._message.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        message.addWidget(self.sign)
        message.addWidget(self.said)
        message.addWidget(self.link)
        message.addStretch(1)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(16, 0, 16, 0)
        self._layout.setSpacing(theme.GRID)
        self._layout.addWidget(self.back_button)
        self._layout.addSpacing(theme.GRID)
        self.aside = OneLine("caption", "footerAside")
        self.aside.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.aside.hide()
        self._layout.addWidget(self._message, 1)
        self._layout.addWidget(self.aside, 1)
        self._layout.addWidget(self.primary_button)
        self.redress()

    def redress(self) -> None:
        self.setFixedHeight(theme.scaled(theme.FOOTER))
        if self._told is not None:
            for made in (self.primary_button, *self._actions):
                made.setMinimumWidth(0)
            self.show_actions(*self._told)
        self._show_sign()
        self._fit_line()

    # --- Buttons -----------------------------------------------------------------------------------------------------

    def show_actions(
        self,
        page: str,
        primary: tuple[str, ...],
        secondary: tuple[Action, ...],
        back: str,
        also: tuple[str, ...] = (),
    ) -> None:
        """`primary` is its words and, where it is another than Ctrl+Enter, its key; `back` is empty for none."""
        self._told = (page, primary, secondary, back, also)
        if page != self._page or len(secondary) != len(self._actions):
            self._make(len(secondary))
        if page != self._page:
            self._page = page
            self.primary_button.setMinimumWidth(0)
        self.back_button.setVisible(bool(back))
        self.back_button.setText(strings.BACK_TO.format(title=back))
        self.back_button.setAccessibleName(strings.BACK_TO_NAME.format(title=bare_words(back)))
        self.primary_button.setVisible(bool(primary))
        if primary:
            self._say_primary(primary, also)
        for place, (made, action) in enumerate(zip(self._actions, secondary, strict=True)):
            self._acts[place] = action.act
            self._say_action(made, action)

    def _say_primary(self, primary: tuple[str, ...], also: tuple[str, ...]) -> None:
        key = primary[1] if len(primary) > 1 else PRIMARY_KEY
        self.primary_button.ensurePolished()
        for words, beside in (*((words, PRIMARY_KEY) for words in also), (primary[0], key)):
            self.primary_button.say(words, beside)
            width = max(self.primary_button.minimumWidth(), self.primary_button.sizeHint().width())
            self.primary_button.setMinimumWidth(width)

    def _say_action(self, made: QPushButton, action: Action) -> None:
        made.ensurePolished()
        width = 0
        for words in (*action.also, action.text):
            made.setText(typeset(words))
            width = max(width, made.sizeHint().width())
        made.setMinimumWidth(max(width, made.minimumWidth()))
        made.setAccessibleName(bare_words(action.text))
        if made.hasFocus() and not action.enabled:  # else Qt would send the keyboard to the top of the window
            self.primary_button.setFocus(Qt.FocusReason.OtherFocusReason)
        made.setEnabled(action.enabled)
        made.setToolTip(action.tip)

    def _make(self, count: int) -> None:
        """Other buttons for another page; one that had the keyboard is followed by the one in its place."""
        places = [place for place, old in enumerate(self._actions) if old.hasFocus()]
        for old in self._actions:
            old.hide()
            old.deleteLater()
        self._acts = [_nothing] * count
        self._actions = [button("", lambda place=n: self._acts[place](), f"secondary{n + 1}") for n in range(count)]  # type: ignore[misc]
        for position, entry in enumerate(self._actions):
            self._layout.insertWidget(3 + position, entry)
        for place in places:
            (*self._actions, self.primary_button)[min(place, len(self._actions))].setFocus()

    # --- The message line --------------------------------------------------------------------------------------------

    def show_aside(self, text: str) -> None:
        """What stands at the right end of a footer without buttons."""
        self.aside.setText(text)
        self.aside.setToolTip(text)
        self.aside.setVisible(bool(text))

    def say(self, text: str, shown: bool = True) -> None:
        """Tell assistive technology, and show it unless the page does."""
        self.spoken = text
        self.show_line(FooterLine(text if shown else ""))
        if text:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def show_line(self, line: FooterLine) -> None:
        """Show a line silently."""
        self._line = line
        self.said.setText(line.text)
        self.said.setToolTip(as_tip(line.text))
        self.link.setText(line.link)
        self.link.setAccessibleName(line.link)
        self.link.setVisible(bool(line.link))
        restyle(self.said, look="secondary")
        self._show_sign()
        self._fit_line()

    @property
    def line(self) -> FooterLine:
        return self._line

    def _show_sign(self) -> None:
        name = self._line.sign
        self.sign.setVisible(bool(name))
        if name:
            colors, pixels = theme.current(), theme.scaled(16)
            ink = {ATTENTION: colors.unclear, SETTLED: colors.yes}.get(name, colors.text2)
            self.sign.setPixmap(theme.icon(name, ink, pixels).pixmap(pixels, pixels))

    def _fit_line(self) -> None:
        """The words take the room they need, so that their link stands right behind them."""
        wanted = self.said.fontMetrics().horizontalAdvance(typeset(self.said.text())) + 4
        taken = (self.link.sizeHint().width() if self._line.link else 0) + (theme.scaled(24) if self._line.sign else 0)
        room = self._message.width() - taken - 2 * theme.GRID
        self.said.setFixedWidth(max(0, min(wanted, room)))
        self.said.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._layout.activate()
        self._fit_line()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The message gets its room after the buttons have theirs."""
        if watched is self._message and event.type() == QEvent.Type.Resize:
            self._fit_line()
        return super().eventFilter(watched, event)

    def _follow(self) -> None:
        if self._line.act is not None:
            self._line.act()


def bare_words(text: str) -> str:
    """The words of a button without the sign for its letter; two of those signs are one in the words."""
    return "&".join(part.replace("&", "") for part in text.split("&&"))


def _nothing() -> None:
    """What a button does before it is told."""
