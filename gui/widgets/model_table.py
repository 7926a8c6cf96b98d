"""The table of models: a tick, what it is, its settings, the baseline, and how long it takes."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QLabel,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from core.application.fill_plan import TUNED, ModelChoice
from gui import theme
from gui.dressing import Dressed
from gui.strings import candidates as words
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.parts import OneLine, empty, plain, rule

ROW, HEADING = 37, 32
TICK, NAME, SETTINGS, BASELINE, TIME = 34, 178, 112, 84, 64
NAME_NARROW = 150


class ModelTable(Dressed, QFrame):
    """Keeps its height; its rows scroll. `ticked`, `way` and `baseline` tell what the person did."""

    ticked = Signal(str, bool)
    way = Signal(str, str)
    baseline = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("modelTable")
        self.setProperty("look", "card")
        self._choices: tuple[ModelChoice, ...] = ()
        self.ticks: dict[str, QCheckBox] = {}
        self.names: dict[str, QLabel] = {}
        self.settings: dict[str, QComboBox] = {}
        self.baselines: dict[str, QRadioButton] = {}
        self.times: dict[str, QLabel] = {}
        self._notes: list[QWidget] = []
        self._group = QButtonGroup(self)
        self._heading = QWidget()
        self._titles = QGridLayout(self._heading)
        self._inside = QWidget()
        self._grid = QGridLayout(self._inside)
        self.area = QScrollArea()
        self.area.setObjectName("modelRows")
        self.area.setProperty("look", "inner")
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.area.setWidget(self._inside)
        for grid in (self._titles, self._grid):
            grid.setContentsMargins(8, 0, 8, 0)
            grid.setHorizontalSpacing(0)
            grid.setVerticalSpacing(0)
            grid.setColumnStretch(2, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 6)
        layout.setSpacing(0)
        layout.addWidget(self._heading)
        layout.addWidget(rule())
        layout.addWidget(self.area, 1)
        self._fill_heading()
        self.redress()

    def _fill_heading(self) -> None:
        sides = (Qt.AlignmentFlag.AlignLeft,) * 3 + (Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignRight)
        self._titles.addWidget(QWidget(), 0, 0)
        for place, (text, side) in enumerate(zip(words.HEADINGS, sides, strict=True), 1):
            title = plain(text, "overline")
            title.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            self._titles.addWidget(title, 0, place)
            if place == 2:
                self._notes.append(title)

    # --- Sizes -------------------------------------------------------------------------------------------------------

    def redress(self) -> None:
        narrow = self.window().width() / theme.scale() < theme.NARROW_WINDOW
        widths = (TICK, NAME_NARROW if narrow else NAME, 0, SETTINGS, BASELINE, TIME)
        for grid in (self._titles, self._grid):
            for place, width in enumerate(widths):
                grid.setColumnMinimumWidth(place, theme.scaled(width))
        bar = self.area.verticalScrollBar().sizeHint().width()
        self._titles.setContentsMargins(8, 0, 8 + bar, 0)
        self._heading.setFixedHeight(theme.scaled(HEADING))
        for place in range(len(self._choices)):
            self._grid.setRowMinimumHeight(2 * place, theme.scaled(ROW) - 1)
        for name in self.names.values():
            name.setFixedWidth(theme.scaled(widths[1]) - 6)
        for box in self.settings.values():
            box.setFixedWidth(theme.scaled(SETTINGS) - 8)
        for note in self._notes:
            note.setVisible(not narrow)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.redress()

    # --- Rows --------------------------------------------------------------------------------------------------------

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(choice.key for choice in self._choices)

    def show_choices(self, choices: Sequence[ModelChoice]) -> None:
        """Rows that are there already stay; others are put behind them, unless the models are other ones."""
        choices = tuple(choices)
        if choices == self._choices:
            return
        if choices[: len(self._choices)] != self._choices:
            self._clear()
        for choice in choices[len(self._choices) :]:
            self._add(choice)
        self._choices = choices
        self._grid.setRowStretch(2 * len(choices), 1)
        self.redress()

    def _clear(self) -> None:
        self._grid.setRowStretch(2 * len(self._choices), 0)
        empty(self._grid)
        self._choices = ()
        self._notes = self._notes[:1]
        for parts in (self.ticks, self.names, self.settings, self.baselines, self.times):
            parts.clear()

    def _add(self, choice: ModelChoice) -> None:
        place = 2 * len(self.ticks)
        tick = QCheckBox()
        tick.setObjectName(f"tick_{choice.key}")
        tick.setAccessibleName(choice.title)
        tick.setAccessibleDescription(choice.details)
        tick.clicked.connect(lambda on: self.ticked.emit(choice.key, on))
        name = OneLine("", f"model_{choice.key}")
        name.setText(choice.title)
        name.setToolTip(f"{choice.title}: {choice.details}")
        note = OneLine("secondary", f"note_{choice.key}")
        note.setText(choice.note)
        note.setToolTip(choice.details)
        box = self._make_settings(choice)
        radio = QRadioButton()
        radio.setObjectName(f"baseline_{choice.key}")
        radio.setAccessibleName(words.BASELINE_NAME.format(title=choice.title))
        radio.clicked.connect(lambda: self.baseline.emit(choice.key))
        self._group.addButton(radio)
        time = plain("", "secondary", f"time_{choice.key}")
        time.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        for column, part in enumerate((tick, name, note, box)):
            self._grid.addWidget(part, place, column, Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(note, place, 2)
        self._grid.addWidget(radio, place, 4, Qt.AlignmentFlag.AlignCenter)
        self._grid.addWidget(time, place, 5)
        self._grid.addWidget(rule(), place + 1, 0, 1, 6)
        self.ticks[choice.key], self.names[choice.key], self.settings[choice.key] = tick, name, box
        self.baselines[choice.key], self.times[choice.key] = radio, time
        self._notes.append(note)

    def _make_settings(self, choice: ModelChoice) -> QComboBox:
        box = ChoiceBox()
        box.setObjectName(f"settings_{choice.key}")
        box.setProperty("look", "inRow")
        box.setAccessibleName(f"{choice.title}: {words.HEADINGS[2]}")
        for way in choice.ways:
            box.addItem(words.SETTINGS[way], way)
            if way == TUNED:
                tip = words.TUNED_TIP.format(count=choice.combinations)
                box.setItemData(box.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        box.activated.connect(lambda: self.way.emit(choice.key, str(box.currentData())))
        return box

    def show_row(self, key: str, way: str | None, is_baseline: bool, time: str, may_tune: bool = True) -> None:
        """`way` is how the settings are found, None where the model does not take part."""
        takes_part = way is not None
        self.ticks[key].setChecked(takes_part)
        name = self.names[key]
        if name.property("look") != ("strong" if takes_part else ""):
            name.setProperty("look", "strong" if takes_part else "")
            name.style().unpolish(name)
            name.style().polish(name)
        box = self.settings[key]
        box.setCurrentIndex(max(0, box.findData(way or TUNED)))
        box.setEnabled(takes_part and box.count() > 1 and may_tune)
        radio = self.baselines[key]
        self._group.setExclusive(False)
        radio.setChecked(is_baseline)
        self._group.setExclusive(True)
        radio.setEnabled(takes_part)
        self.times[key].setText(time)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """B makes the model of the row the baseline, Enter opens its settings, arrows go from row to row."""
        key = next((key for key in self.ticks if self._has_focus(key)), None)
        if key is None:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_B and self.baselines[key].isEnabled():
            self.baselines[key].click()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.settings[key].isEnabled():
            self.settings[key].showPopup()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            keys = list(self.ticks)
            place = keys.index(key) + (1 if event.key() == Qt.Key.Key_Down else -1)
            self.ticks[keys[max(0, min(place, len(keys) - 1))]].setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().keyPressEvent(event)

    def _has_focus(self, key: str) -> bool:
        return any(part.hasFocus() for part in (self.ticks[key], self.settings[key], self.baselines[key]))
