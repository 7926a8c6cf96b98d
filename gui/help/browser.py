"""The help window: a search box, the pages it finds, and the page; offline, beside the window it belongs to."""

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QSplitter, QTextBrowser, QWidget

from core.application.help_pages import find_help_page, search_help
from core.domain.help_page import HelpPage
from core.support.errors import EvenfoldError
from gui.dressing import Dressed
from gui.help.usual import UsualCard
from gui.strings import help as strings
from gui.theme import GRID
from gui.widgets.parts import button, column, plain, row

AIR = 8  # pixels below a paragraph
LIST_LETTERS = 24  # of the narrowest list of pages
KEY = Qt.ItemDataRole.UserRole


class HelpBrowser(Dressed, QDialog):
    """`sample_wanted` asks the window to open a sample study."""

    sample_wanted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("help")
        self.setWindowTitle(strings.TITLE)
        self.resize(900, 560)
        self._past: list[str] = []
        self._key = ""
        self.box = QLineEdit()
        self.box.setObjectName("helpFind")
        self.box.setAccessibleName(strings.FIND.replace("&", ""))
        self.box.setPlaceholderText(strings.FIND_HINT)
        self.box.setClearButtonEnabled(True)
        self.list, self.page, self.count = QListWidget(), QTextBrowser(), plain("", "caption", "helpCount")
        self.back = button(strings.BACK, self.go_back, "helpBack")
        self.usual = UsualCard(self)
        self._arrange()
        self._connect()
        self._fill("")

    def _arrange(self) -> None:
        self.list.setObjectName("helpList")
        self.list.setAccessibleName(strings.LIST)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page.setObjectName("helpPage")
        self.page.setAccessibleName(strings.PAGE)
        self.page.setOpenLinks(False)
        left, right = QWidget(), QWidget()
        left.setLayout(column(self.box, self.list, self.count))
        shown = column(row(self.back, 0), self.page, self.usual)
        shown.setStretch(1, 1)
        right.setLayout(shown)
        parts = QSplitter()
        parts.addWidget(left)
        parts.addWidget(right)
        parts.setStretchFactor(1, 1)
        parts.setSizes([280, 620])
        parts.setChildrenCollapsible(False)
        parts.setHandleWidth(GRID)
        layout = column(parts)
        layout.setContentsMargins(12, 12, 12, 12)
        self.setLayout(layout)
        self._fit()

    def _fit(self) -> None:
        self.list.setMinimumWidth(LIST_LETTERS * self.fontMetrics().averageCharWidth())

    def redress(self) -> None:
        self._fit()

    def _connect(self) -> None:
        self.box.textChanged.connect(self._fill)
        self.box.returnPressed.connect(self._take_first)
        self.list.currentItemChanged.connect(lambda item, _before: self._listed(item))
        self.page.anchorClicked.connect(self._follow)
        self.usual.sample_wanted.connect(self.sample_wanted)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self._find)
        back = QShortcut(QKeySequence("Alt+Left"), self)
        back.activated.connect(self.go_back)

    # --- Finding -----------------------------------------------------------------------------------------------------

    def _fill(self, typed: str) -> None:
        matching = search_help(typed)
        self.list.blockSignals(True)
        self.list.clear()
        section = ""
        for page in matching:
            if page.section != section and not typed.strip():
                self._add_heading(page.section)
            section = page.section
            self._add(page, show_section=bool(typed.strip()))
        self.list.blockSignals(False)
        self.count.setText(strings.COUNT.format(count=len(matching)) if matching else strings.NONE)
        if matching and (typed.strip() or not self._key):
            self._show(matching[0])

    def _add_heading(self, section: str) -> None:
        item = QListWidgetItem(section)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        font = item.font()
        font.setBold(True)
        item.setFont(font)
        self.list.addItem(item)

    def _add(self, page: HelpPage, show_section: bool) -> None:
        item = QListWidgetItem(f"{page.title}  ·  {page.section}" if show_section else f"   {page.title}")
        item.setData(KEY, page.key)
        item.setToolTip(page.title)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{page.title}, {page.section}")
        self.list.addItem(item)

    def _find(self) -> None:
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    def _take_first(self) -> None:
        """Enter in the search box goes to the page, ready to be read."""
        self.page.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- Showing -----------------------------------------------------------------------------------------------------

    def open_page(self, key: str) -> None:
        """Show that page, in front."""
        if key:
            self.box.clear()
            self._show(find_help_page(key))
        self.show()
        self.raise_()
        self.activateWindow()
        if not key:
            self._find()

    def _listed(self, item: QListWidgetItem | None) -> None:
        key = item.data(KEY) if item is not None else None
        if key:
            self._show(find_help_page(key))

    def _follow(self, url: QUrl) -> None:
        try:
            self._show(find_help_page(url.toString()))
        except EvenfoldError as error:
            self.count.setText(str(error))

    def _show(self, page: HelpPage, remember: bool = True) -> None:
        if page.key == self._key:
            return
        if remember and self._key:
            self._past.append(self._key)
        self._key = page.key
        self.page.setMarkdown(page.text)
        air = QTextBlockFormat()
        air.setBottomMargin(AIR)
        cursor = QTextCursor(self.page.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(air)
        self.usual.show_sample(page.sample)
        self.back.setEnabled(bool(self._past))
        self._mark(page.key)

    def _mark(self, key: str) -> None:
        self.list.blockSignals(True)
        for place in range(self.list.count()):
            if self.list.item(place).data(KEY) == key:
                self.list.setCurrentRow(place)
        self.list.blockSignals(False)

    def go_back(self) -> None:
        if self._past:
            self._show(find_help_page(self._past.pop()), remember=False)

    def close_down(self) -> None:
        self.usual.close_down()
