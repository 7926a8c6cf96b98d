"""The large plot of a result: tabs, segments and options, the plot or its table, a caption, saving and enlarging."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QStackedWidget,
    QTabBar,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from core.application.charts.plot_tabs import Choice, Option, PlotTab, Segment, Slide, Toggle, list_tabs
from core.application.charts.result_view import ResultView
from core.figures.chart import Chart
from core.figures.chart_svg import write_chart
from core.support.errors import EvenfoldError, StoreError
from gui import messages, theme
from gui.dressing import Dressed
from gui.files import FileKind, FileService
from gui.plots.chart_view import ChartView
from gui.plots.save import save_table, save_text
from gui.results.fact_column import FactColumn
from gui.results.rows_model import RowsModel
from gui.strings import result as words
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.parts import as_tip, button, empty, label, plain, restyle
from gui.widgets.segments import Segments

TAB_HEIGHT, TOOL_HEIGHT, CAPTION_LINES = 38, 28, 3
FACTS_WIDTH = 168
LOOKED_AT = 40
PAD = 5
BESIDE_SEGMENTS = 170
"""Pixels of the buttons right of the segments."""
LIST_WIDTH = 150
"""Pixels of the list that stands for segments in a narrow card."""
WIDE_LIST = 340
"""Pixels of a list of choices at most, in a row of its own."""
LONG = 250
"""Pixels of words from which on segments have smaller letters, so that none is cut in a narrow card."""
MOST_BESIDE = 2
"""Segments beside which there is room for the options of a plot."""


class TabRow(Dressed, QTabBar):
    """Tabs as words with a line under the current one."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("plotTabs")
        self.setAccessibleName(words.TABS)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.redress()

    def redress(self) -> None:
        is_full = self.count() > 5
        size, quiet = round((12 if is_full else 13) * theme.scale()), theme.token("text2")
        wide = round((5 if is_full else 10) * theme.scale())
        sheet = (
            f"QTabBar {{ background: transparent; font-size: {size}px; }}"
            f"QTabBar::tab {{ padding: 0px {wide}px; height: {round((TAB_HEIGHT - 3) * theme.scale())}px;"
            f" border: none; border-bottom: 2px solid transparent; background: transparent; color: {quiet}; }}"
            f"QTabBar::tab:selected {{ color: {theme.token('text')}; font-weight: 600;"
            f" border-bottom: 2px solid {theme.token('accent')}; }}"
            f"QTabBar::tab:focus {{ color: {theme.token('accent')}; }}"
        )
        if sheet != self.styleSheet():  # setting it is a change of look itself, and would be answered by another
            self.setStyleSheet(sheet)


class PlotCard(Dressed, QFrame):
    """Shows the tabs of a view; everything in it follows the selected row."""

    said = Signal(str)
    enlarged = Signal(bool)
    tab_shown = Signal(str)
    work_wanted = Signal(str, str)
    """Work that a plot needs is to be done: its key and the model."""
    asks_for_path = Signal()
    """The plot is to be saved: whoever holds the card knows the folder."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("plotCard")
        self.setProperty("look", "card")
        self._view: ResultView | None = None
        self._tabs: tuple[PlotTab, ...] = ()
        self._own: dict[str, tuple[str, QWidget]] = {}
        self._options: dict[str, object] = {}
        self._segment_of: dict[str, str] = {}
        self._chart: Chart | None = None
        self._as_table = False
        self.is_large = False
        self.tabs = TabRow()
        self.plot = ChartView("resultPlot")
        self.table, self.model = self._make_table()
        self.facts = FactColumn()
        self.nothing = label("", "secondary", "plotNothing")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.compute = button(words.COMPUTE, self._compute, "plotCompute")
        self.measure = button("", self._compute, "plotMeasure", "link")
        self.caption = label("", "caption", "plotCaption")
        self.caption.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        self.switch = button(words.SHOW_TABLE, self.toggle_table, "plotTable", "link")
        self.save_it = button(words.SAVE_PLOT, self.asks_for_path.emit, "plotSave", "link")
        self.larger = button("⤢", self.toggle_large, "plotEnlarge", "link")
        self.larger.setAccessibleName(words.ENLARGE)
        self.larger.setToolTip(words.ENLARGE)
        self._segments: Segments | None = None
        self._segment_list: QComboBox | None = None
        self._made_for: tuple[object, ...] = ()
        self._option_widgets: list[QWidget] = []
        self._lay_out()
        self.tabs.currentChanged.connect(lambda _place: self._show_tab())
        self.plot.picked.connect(self._pick)
        self._add_keys()

    def _make_table(self) -> tuple[QTableView, RowsModel]:
        model, table = RowsModel(), QTableView()
        table.setObjectName("plotNumbers")
        table.setModel(model)
        table.setFrameShape(QTableView.Shape.NoFrame)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.horizontalHeader().setHighlightSections(False)
        table.horizontalHeader().setStretchLastSection(True)
        table.horizontalHeader().setResizeContentsPrecision(LOOKED_AT)
        return table, model

    def _lay_out(self) -> None:
        self._tools = QWidget()
        tools = QHBoxLayout(self._tools)
        tools.setContentsMargins(12, 0, 12, 0)
        tools.setSpacing(10)
        self._left = QHBoxLayout()
        self._left.setSpacing(10)
        self._beside = QHBoxLayout()
        self._beside.setSpacing(10)
        tools.addLayout(self._left)
        tools.addLayout(self._beside)
        tools.addWidget(self.measure)
        tools.addStretch(1)
        for made in (self.switch, self.save_it, self.larger):
            tools.addWidget(made)
        middle = QWidget()
        beside = QHBoxLayout(middle)
        beside.setContentsMargins(12, 4, 12, 0)
        self.stack = QStackedWidget()
        self._message = QWidget()
        message = QVBoxLayout(self._message)
        message.addStretch(1)
        message.addWidget(self.nothing)
        message.addWidget(self.compute, 0, Qt.AlignmentFlag.AlignHCenter)
        message.addStretch(2)
        for widget in (self.plot, self.table, self._message):
            self.stack.addWidget(widget)
        beside.addWidget(self.stack, 1)
        beside.addWidget(self.facts)
        self._content = QStackedWidget()
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 8, 0, 8)
        column.setSpacing(4)
        column.addWidget(self._tools)
        self._option_row = QWidget()
        self._below = QHBoxLayout(self._option_row)
        self._below.setContentsMargins(12, 0, 12, 0)
        self._below.setSpacing(10)
        column.addWidget(self._option_row)
        column.addWidget(middle, 1)
        around = QHBoxLayout()
        around.setContentsMargins(16, 0, 16, 0)
        around.addWidget(self.caption)
        column.addLayout(around)
        self._page = page
        self._content.addWidget(page)
        line = QFrame()
        line.setProperty("look", "line")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        tabs = QHBoxLayout()
        tabs.setContentsMargins(8, 0, 8, 0)
        tabs.addWidget(self.tabs, 1)
        layout.addLayout(tabs)
        layout.addWidget(line)
        layout.addWidget(self._content, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._fit()

    def _add_keys(self) -> None:
        for number in range(1, 7):
            self._on_key(f"Ctrl+{number}", partial(self.open_place, number - 1))
        self._on_key("Alt+T", self.toggle_table)
        self._on_key("F11", self.toggle_large)
        self._on_key("Ctrl+E", self.save_it.click)
        leave = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        leave.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        leave.activated.connect(lambda: self.toggle_large() if self.is_large else None)

    def _on_key(self, keys: str, act: Callable[[], None]) -> None:
        QShortcut(QKeySequence(keys), self).activated.connect(act)

    # --- showing ---

    def add_own_tab(self, key: str, title: str, widget: QWidget) -> None:
        """Give the card a tab that is no plot; it stands behind the plots."""
        self._own[key] = (title, widget)
        self._content.addWidget(widget)

    def set_badge(self, key: str, count: int) -> None:
        """Show how many things of a tab need attention; nothing for none."""
        for place in range(self.tabs.count()):
            if self.tabs.tabData(place) == key:
                badge = None
                if count:
                    badge = QLabel(str(count))
                    badge.setProperty("look", "openTag")
                self.tabs.setTabButton(place, QTabBar.ButtonPosition.RightSide, badge)

    def show_view(self, view: ResultView) -> None:
        """Show another row or another study; tab, segment and options stay as they were where they exist."""
        tabs = list_tabs(view)
        self._view = replace(view, options=dict(self._options))
        current = self.current
        shown = [(tab.key, tab.title) for tab in tabs] + [(key, title) for key, (title, _) in self._own.items()]
        self._tabs = tabs
        if shown != [(self.tabs.tabData(place), self.tabs.tabText(place)) for place in range(self.tabs.count())]:
            blocked = self.tabs.blockSignals(True)
            while self.tabs.count():
                self.tabs.removeTab(0)
            for key, title in shown:
                self.tabs.setTabData(self.tabs.addTab(title), key)
            self.tabs.blockSignals(blocked)
            self.tabs.redress()
        self.open_tab(current or shown[0][0])

    @property
    def current(self) -> str:
        return str(self.tabs.tabData(self.tabs.currentIndex()) or "")

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(str(self.tabs.tabData(place)) for place in range(self.tabs.count()))

    @property
    def chart(self) -> Chart | None:
        return self._chart

    def open_place(self, place: int) -> None:
        if 0 <= place < self.tabs.count():
            self.tabs.setCurrentIndex(place)

    def open_tab(self, key: str, segment: str = "") -> None:
        """Show a tab, and one of its segments if it is named; a tab that is absent leaves the first."""
        if segment:
            self._segment_of[key] = segment
        place = self.keys.index(key) if key in self.keys else 0
        blocked = self.tabs.blockSignals(True)
        self.tabs.setCurrentIndex(place)
        self.tabs.blockSignals(blocked)
        self._show_tab()

    def _show_tab(self) -> None:
        key = self.current
        if key in self._own:
            self._content.setCurrentWidget(self._own[key][1])
        else:
            self._content.setCurrentWidget(self._page)
            tab = next((one for one in self._tabs if one.key == key), None)
            if tab is not None:
                self._show_segments(tab)
        self.tab_shown.emit(key)

    def _show_segments(self, tab: PlotTab) -> None:
        keys = [segment.key for segment in tab.segments]
        wanted = self._segment_of.get(tab.key, "")
        current = wanted if wanted in keys else keys[0]
        made_for = (tab.key, tuple(keys), self._fits(tab), theme.scale())
        if made_for != self._made_for:  # what was just pressed stays, with the focus on it
            self._made_for = made_for
            self._make_segments(tab)
        if self._segment_list is not None:
            self._segment_list.setCurrentIndex(keys.index(current))
        if self._segments is not None:
            self._segments.choose(current)
        self._show_options(self._segment(tab, current))
        self._draw()

    def _make_segments(self, tab: PlotTab) -> None:
        empty(self._left)
        self._segments, self._segment_list = None, None
        if len(tab.segments) > 1 and not self._fits(tab):
            self._segment_list = self._make_list(tab)
            self._left.addWidget(self._segment_list)
        elif len(tab.segments) > 1:
            self._segments = Segments([(one.key, one.title) for one in tab.segments], "plotSegments")
            _fit_segments(self._segments, tab.segments)
            self._segments.chosen.connect(partial(self.open_tab, tab.key))
            self._left.addWidget(self._segments)

    def _fits(self, tab: PlotTab) -> bool:
        """Whether all segments stand beside each other without being cut; else they are a list."""
        metrics = QFontMetrics(_segment_font(tab.segments))
        needed = sum(metrics.horizontalAdvance(one.title) + 2 * PAD + 6 for one in tab.segments)
        return needed <= self.width() - theme.scaled(BESIDE_SEGMENTS)

    def _make_list(self, tab: PlotTab) -> QComboBox:
        box = ChoiceBox()
        box.setObjectName("plotSegmentList")
        box.setAccessibleName(tab.title)
        box.setFixedWidth(theme.scaled(LIST_WIDTH))
        for one in tab.segments:
            box.addItem(one.title, one.key)
        box.activated.connect(lambda _place: self.open_tab(tab.key, str(box.currentData())))
        return box

    @staticmethod
    def _segment(tab: PlotTab, key: str) -> Segment:
        return next(segment for segment in tab.segments if segment.key == key)

    @property
    def segment(self) -> Segment | None:
        tab = next((one for one in self._tabs if one.key == self.current), None)
        if tab is None:
            return None
        wanted = self._segment_of.get(tab.key, "")
        return next((one for one in tab.segments if one.key == wanted), tab.segments[0])

    def _show_options(self, segment: Segment) -> None:
        if self._view is None:
            return
        empty(self._below)
        empty(self._beside)
        options = segment.options(self._view)
        made = [widget for option in options for widget in self._make_option(option)]
        self._option_widgets, is_crowded = made, self._is_crowded(made)
        row = self._below if is_crowded else self._beside
        for widget in made:
            if is_crowded and isinstance(widget, QComboBox):
                widget.setMaximumWidth(theme.scaled(WIDE_LIST))
            row.addWidget(widget)
        if is_crowded:
            self._below.addStretch(1)
        self._option_row.setVisible(is_crowded and bool(options))

    def _is_crowded(self, made: Sequence[QWidget]) -> bool:
        """Whether options have no room beside the segments, and stand in a row of their own."""
        if self._segments is None:
            return False
        needed = self._segments.sizeHint().width() + sum(10 + one.sizeHint().width() for one in made)
        is_narrow = needed > self.width() - theme.scaled(BESIDE_SEGMENTS)
        return len(self._segments.buttons) > MOST_BESIDE or (bool(made) and is_narrow)

    def _make_option(self, option: Option) -> list[QWidget]:
        name = f"plotOption_{option.key}"
        if isinstance(option, Toggle):
            box = QCheckBox(option.title)
            box.setObjectName(name)
            self._options.setdefault(option.key, option.is_on)
            box.setChecked(bool(self._options[option.key]))
            box.toggled.connect(lambda on: self.set_option(option.key, on))
            return [box]
        if isinstance(option, Choice):
            return self._make_choice(option, name)
        return self._make_slide(option, name)

    def _make_choice(self, option: Choice, name: str) -> list[QWidget]:
        keys = [key for key, _ in option.choices]
        if self._options.get(option.key) not in keys:
            self._options[option.key] = keys[0]
        if len(keys) <= 3 and not option.title:
            made = Segments(option.choices, name)
            made.choose(str(self._options[option.key]))
            _fit_segments(made)
            made.chosen.connect(lambda key: self.set_option(option.key, key))
            return [made]
        box = ChoiceBox()
        box.setObjectName(name)
        box.setProperty("look", "inRow")
        box.setAccessibleName(option.title)
        for key, text in option.choices:
            box.addItem(text, key)
        box.setCurrentIndex(keys.index(str(self._options[option.key])))
        box.setMaximumWidth(round(170 * theme.scale()))
        box.currentIndexChanged.connect(lambda _place: self.set_option(option.key, box.currentData()))
        return [plain(option.title, "caption"), box] if option.title else [box]

    def _make_slide(self, option: Slide, name: str) -> list[QWidget]:
        self._options.setdefault(option.key, option.start)
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setObjectName(name)
        slider.setRange(0, option.steps)
        slider.setFixedWidth(round(120 * theme.scale()))
        width = option.high - option.low
        now = self._options[option.key]
        value = float(now) if isinstance(now, float | int) else option.start
        slider.setValue(round(option.steps * (value - option.low) / width))
        told = plain(option.word(value), "caption", f"{name}_text")
        told.setMinimumWidth(round(130 * theme.scale()))

        def moved(place: int) -> None:
            chosen = option.low + width * place / option.steps
            told.setText(option.word(chosen))
            self.set_option(option.key, chosen)

        slider.valueChanged.connect(moved)
        return [slider, told]

    def set_option(self, key: str, value: object) -> None:
        """Draw again with another choice."""
        self._options[key] = value
        self._draw()

    def _pick(self, x: float, y: float, panel: int) -> None:
        segment = self.segment
        if segment is not None and segment.pick is not None and self._view is not None:
            changed: Mapping[str, object] = segment.pick(self._view, panel, x, y)
            if changed:
                self._options.update(changed)
                self._show_tab()

    def _draw(self) -> None:
        segment = self.segment
        if self._view is None or segment is None:
            return
        self._view = replace(self._view, options=dict(self._options))
        self._chart = segment.draw(self._view)
        chart = self._chart
        self.plot.show_chart(chart if chart is not None and chart.panels else None)
        self.model.show_rows(chart.headings if chart else (), chart.rows if chart else ())
        self.table.resizeColumnsToContents()
        self.table.setAccessibleName(chart.title if chart else "")
        has_remark = chart is not None and not chart.offer
        self.facts.show_facts(chart.facts if chart else (), chart.remark if chart and has_remark else "")
        told = chart.caption if chart else ""
        self.caption.setText(told)
        self.caption.setToolTip(as_tip(told))
        self.plot.setToolTip(as_tip(told) if self.caption.isHidden() else "")
        self._show_kind()

    def _show_kind(self) -> None:
        chart = self._chart
        is_drawn = chart is not None and bool(chart.panels)
        has_rows = chart is not None and bool(chart.rows)
        self.switch.setEnabled(is_drawn and has_rows)
        self.save_it.setEnabled(is_drawn or has_rows)
        self.switch.setText(words.SHOW_PLOT if self._as_table and is_drawn else words.SHOW_TABLE)
        has_offer = chart is not None and bool(chart.offer)
        self.compute.setVisible(has_offer and not is_drawn)
        self.measure.setVisible(has_offer and is_drawn)
        if self.measure.isEnabled():
            self.measure.setText(chart.offer_text if chart is not None else "")
        if chart is None or (has_offer and not is_drawn):
            self.nothing.setText(words.NOTHING_HERE if chart is None else chart.remark)
            self.stack.setCurrentWidget(self._message)
        elif not is_drawn or (self._as_table and has_rows):
            self.stack.setCurrentWidget(self.table)
        else:
            self.stack.setCurrentWidget(self.plot)

    def _compute(self) -> None:
        if self._chart is not None and self._chart.offer and self._view is not None:
            self._set_busy(True)
            self.work_wanted.emit(self._chart.offer, self._view.model)

    def tell_progress(self, text: str) -> None:
        """Say how far offered work is, in the place of the plot it is for."""
        self.nothing.setText(text)
        self.measure.setText(text.partition(". ")[0])

    def end_work(self) -> None:
        """The work is done or has failed: more can be asked for."""
        self._set_busy(False)
        self._show_kind()

    def _set_busy(self, is_busy: bool) -> None:
        for made in (self.compute, self.measure):
            made.setEnabled(not is_busy)

    def toggle_table(self) -> None:
        """Alt+T: the numbers behind the plot, or the plot again."""
        if self.switch.isEnabled():
            self._as_table = not self._as_table
            self._show_kind()

    def toggle_large(self) -> None:
        """F11: over the place of the table, or back."""
        self.is_large = not self.is_large
        self.larger.setToolTip(words.SHRINK if self.is_large else words.ENLARGE)
        self.larger.setAccessibleName(words.SHRINK if self.is_large else words.ENLARGE)
        self.enlarged.emit(self.is_large)

    # --- saving ---

    def save_with(self, files: FileService, study: Path | None) -> None:
        """Ctrl+E: ask where to and as what, in the folder of pictures."""
        if not self.save_it.isEnabled() or self._chart is None:
            return
        filters = words.SAVE_FILTER if self._chart.panels else words.SAVE_TABLE_FILTER
        name = f"{self._chart.key}{'.png' if self._chart.panels else '.csv'}"
        chosen = files.ask_to_save(self, FileKind.PICTURE, words.SAVE_TITLE, name, filters, study)
        if chosen is not None:
            path, kind = chosen
            ending = kind.partition("(*")[2].rstrip(")")
            self.save(path if path.suffix or not ending else path.with_suffix(ending))

    def save(self, path: Path) -> None:
        """A picture for .png and .svg, the numbers for everything else."""
        if self._chart is None:
            return
        try:
            if path.suffix.lower() == ".svg":
                save_text(write_chart(self._chart, max(480, self.plot.width()), max(320, self.plot.height())), path)
            elif path.suffix.lower() == ".png":
                if not self.plot.image(3).save(str(path)):
                    raise StoreError(words.CANNOT_SAVE.format(path=path, reason=path.suffix), hint=words.OTHER_PLACE)
            else:
                save_table(self._chart.headings, self._chart.rows, path)
        except EvenfoldError as error:
            messages.show_error(self, error)
            return
        self.said.emit(words.SAVED.format(path=path))

    # --- sizes ---

    def redress(self) -> None:
        self._fit()
        self.tabs.redress()
        restyle(self.caption)

    def _fit(self) -> None:
        scale = theme.scale()
        self._tools.setFixedHeight(round((TOOL_HEIGHT + 6) * scale))
        self.caption.setFixedHeight(round(CAPTION_LINES * 17 * scale))
        self.facts.setFixedWidth(round(FACTS_WIDTH * scale))
        metrics = QFontMetrics(self.switch.font())
        spare = self.switch.sizeHint().width() - metrics.horizontalAdvance(self.switch.text())
        wide = max(metrics.horizontalAdvance(text) for text in (words.SHOW_TABLE, words.SHOW_PLOT))
        self.switch.setFixedWidth(wide + spare)

    def set_captioned(self, is_captioned: bool) -> None:
        """In narrow windows the caption is a tip of the plot."""
        self.caption.setVisible(is_captioned)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        tab = next((one for one in self._tabs if one.key == self.current), None)
        if tab is None or len(tab.segments) < 2:
            return
        is_apart = not self._option_row.isHidden()
        has_moved = bool(self._option_widgets) and self._is_crowded(self._option_widgets) is not is_apart
        if (self._segments is not None) is not self._fits(tab) or has_moved:
            self._show_segments(tab)

    def minimumSizeHint(self) -> QSize:
        return QSize(320, 220)


def _segment_font(titles: Sequence[Segment]) -> QFont:
    """Bold, as the chosen one is, and smaller where there are many words."""
    font = theme.application_font()
    font.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetrics(font)
    if sum(metrics.horizontalAdvance(one.title) for one in titles) > theme.scaled(LONG):
        font.setPixelSize(theme.scaled(11))
    return font


def _fit_segments(segments: Segments, titles: Sequence[Segment] = ()) -> None:
    segments.make_compact(_segment_font(titles), PAD)
