"""The list of everything Explore can show, under headings, with the chosen tab beside it; tabs are made when needed."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFrame, QLayout, QListWidget, QListWidgetItem, QSizePolicy, QStackedWidget, QWidget

from gui import strings, theme
from gui.dressing import Dressed
from gui.results.tab import Tab
from gui.strings import explore as words
from gui.widgets.parts import column, row

KEY = Qt.ItemDataRole.UserRole
STEPS = (("Ctrl+Tab", 1), ("Ctrl+PgDown", 1), ("Ctrl+Shift+Tab", -1), ("Ctrl+PgUp", -1))
ROOM = 26
"""Pixels beside the longest name: frame, padding and scroll bar."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One tab: its key in `strings.EXPLORE_TABS`, its heading in `words.GROUPS`, and how it is made."""

    key: str
    group: str
    make: Callable[[Callable[[str], None]], Tab]


class Shelf(Dressed, QWidget):
    """Arrows in the list or Ctrl+Tab go from one tab to the next."""

    changed = Signal()

    def __init__(self, entries: tuple[Entry, ...], say: Callable[[str], None], *above: QWidget | QLayout) -> None:
        """`above` stands over the tab, so that the list has the whole height."""
        super().__init__()
        self.setObjectName("exploreTabs")
        self._entries, self._say = {entry.key: entry for entry in entries}, say
        self._made: dict[str, Tab] = {}
        self.list, self.stack = QListWidget(), QStackedWidget()
        self.list.setObjectName("exploreList")
        self.list.setAccessibleName(words.LIST)
        self.list.setToolTip(words.LIST_TIP)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._fill()
        frame = QFrame()
        frame.setProperty("look", "card")
        frame.setLayout(row(self.stack))
        beside = column(*above, frame, spacing=6)
        beside.setStretch(len(above), 1)
        layout = row(self.list, beside)
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self._dress()
        self.list.currentItemChanged.connect(lambda _now, _before: self._show())
        self.open_tab(entries[0].key)
        for keys, step in STEPS:
            QShortcut(QKeySequence(keys), self).activated.connect(lambda step=step: self.go_on(step))

    def _fill(self) -> None:
        for group, title in words.GROUPS.items():
            found = [entry for entry in self._entries.values() if entry.group == group]
            if found:
                heading = QListWidgetItem(title, self.list)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
            for entry in found:
                QListWidgetItem(strings.EXPLORE_TABS[entry.key], self.list).setData(KEY, entry.key)

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(place) for place in range(self.list.count())]

    def _dress(self) -> None:
        """Headings are small and bold; the list is as wide as its longest name."""
        font = QFont(self.font())
        font.setBold(True)
        font.setPixelSize(max(9, round(0.85 * self.fontInfo().pixelSize())))
        for item in self._items():
            if item.data(KEY) is None:
                item.setFont(font)
                item.setForeground(QColor(theme.current().secondary))
        self.list.setFixedWidth(self.list.sizeHintForColumn(0) + ROOM)

    def redress(self) -> None:
        self._dress()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is looked at stays in sight in the list, and the heading right above it."""
        super().resizeEvent(event)
        above = self.list.item(self.list.currentRow() - 1)
        if above is not None and above.data(KEY) is None:
            self.list.scrollToItem(above)
        self.list.scrollToItem(self.list.currentItem())

    # --- Choosing ----------------------------------------------------------------------------------------------------

    @property
    def keys(self) -> tuple[str, ...]:
        """In the order of the list."""
        return tuple(item.data(KEY) for item in self._items() if item.data(KEY) is not None)

    @property
    def current(self) -> Tab:
        return self._tab(self.list.currentItem().data(KEY))

    def open_tab(self, key: str) -> Tab:
        self.list.setCurrentItem(next(item for item in self._items() if item.data(KEY) == key))
        return self.current

    def go_on(self, step: int) -> None:
        """To the next or the previous tab, round and round."""
        keys = self.keys
        self.open_tab(keys[(keys.index(self.current.key) + step) % len(keys)])

    def _tab(self, key: str) -> Tab:
        if key not in self._made:
            self._made[key] = self._entries[key].make(self._say)
            self.stack.addWidget(self._made[key])
        return self._made[key]

    def _show(self) -> None:
        self._leave_room_to(self.current)
        self.stack.setCurrentWidget(self.current)
        self.changed.emit()

    def _leave_room_to(self, shown: Tab) -> None:
        """Tabs out of sight, which fit themselves to another text when they are seen, do not make the page wider."""
        policies = QSizePolicy.Policy
        for tab in self._made.values():
            policy = tab.sizePolicy()
            policy.setHorizontalPolicy(policies.Preferred if tab is shown else policies.Ignored)
            tab.setSizePolicy(policy)

    def give_up(self) -> None:
        for tab in self._made.values():
            tab.give_up()

    def close_down(self) -> None:
        """Let what the tabs compute come to its end."""
        for tab in self._made.values():
            tab.close_down()
