"""The column in sight, on the right of the Data page: its distribution, role, kind and unit."""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from core.domain.dataset import Column, Integers, Kind, Role
from core.figures.column_sketch import ColumnSketch, sketch_column
from gui import strings, theme
from gui.dressing import Dressed
from gui.strings import data as words
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.data_grid import paint_bars
from gui.widgets.parts import OneLine, as_tip, button, label, plain, restyle, row

PICTURE, BARS = 72, 24
LABEL, NOTE, NOTE_NARROW = 56, 4, 2  # pixels of normal text; lines
EMPTY = ColumnSketch((), "")


class ColumnPicture(QWidget):
    """The distribution with least value, median and largest value below it; names of bars as a tip."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("columnPicture")
        self._sketch = EMPTY
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(200, theme.scaled(PICTURE))

    def show_sketch(self, sketch: ColumnSketch, note: str) -> None:
        self._sketch = sketch
        told = zip(sketch.levels, sketch.bars, strict=True) if sketch.levels else ()
        bars = ", ".join(f"{name} {count:,}" for name, count in told)
        self.setToolTip(bars or sketch.words)
        self.setAccessibleName(". ".join(part for part in (sketch.words, bars, note) if part))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colors, sketch = QPainter(self), theme.current(), self._sketch
        below = theme.scaled(theme.LINES["micro"] + 4)
        area = QRect(0, 0, self.width(), self.height() - below)
        paint_bars(painter, area, sketch, colors.accent)
        painter.setPen(QColor(colors.line))
        painter.drawLine(0, area.bottom() + 1, self.width(), area.bottom() + 1)
        font = theme.application_font()
        font.setPixelSize(theme.scaled(theme.SIZES["micro"]))
        painter.setFont(font)
        painter.setPen(QColor(colors.text3))
        line = QRect(0, area.bottom() + 3, self.width(), below)
        if sketch.low:
            middle = words.MEDIAN.format(value=sketch.middle)
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft, sketch.low)
            painter.drawText(line, Qt.AlignmentFlag.AlignHCenter, middle)
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, sketch.high)
        else:
            shown = painter.fontMetrics().elidedText(sketch.words, Qt.TextElideMode.ElideRight, self.width())
            painter.drawText(line, Qt.AlignmentFlag.AlignLeft, shown)


class ColumnInspector(Dressed, QWidget):
    """Signals carry the column's name and what was chosen; `stepped` asks for the next column or the one before."""

    role_chosen = Signal(str, str)
    kind_chosen = Signal(str, str)
    unit_typed = Signal(str, str)
    stepped = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("columnInspector")
        self._name, self._is_narrow = "", False
        self.heading, self.place = OneLine("title", "columnName"), plain("", "caption", "columnPlace")
        before = button(words.BEFORE, lambda: self.stepped.emit(-1), "columnBefore", "flat")
        after = button(words.AFTER, lambda: self.stepped.emit(1), "columnAfter", "flat")
        before.setAccessibleName(words.BEFORE_NAME)
        after.setAccessibleName(words.AFTER_NAME)
        self._arrows = (before, after)
        for arrow in self._arrows:
            arrow.setStyleSheet("padding: 0px; min-width: 0px;")
        self.picture = ColumnPicture()
        self.role, self.kind, self.unit = ChoiceBox(), ChoiceBox(), QLineEdit()
        for role in Role:
            self.role.addItem(strings.ROLE_TITLES[role], role.value)
        self.role.activated.connect(lambda: self.role_chosen.emit(self._name, str(self.role.currentData())))
        self.kind.activated.connect(lambda: self.kind_chosen.emit(self._name, str(self.kind.currentData())))
        self.unit.editingFinished.connect(lambda: self.unit_typed.emit(self._name, self.unit.text().strip()))
        self.note = label("", "help", "columnNote")
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        line = row(self.heading, self.place, before, after, spacing=4)
        line.setStretch(0, 1)
        fields = QGridLayout()
        fields.setContentsMargins(0, 0, 0, 0)
        fields.setVerticalSpacing(4)
        fields.setColumnStretch(1, 1)
        named = (("role", words.ROLE, self.role), ("kind", words.READ_AS, self.kind), ("unit", words.UNIT, self.unit))
        for place, (name, title, control) in enumerate(named):
            caption = plain(title.replace("&", ""), "label")
            caption.setMinimumWidth(LABEL)
            control.setObjectName(f"column_{name}")
            control.setAccessibleName(title.replace("&", ""))
            control.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            fields.addWidget(caption, place, 0)
            fields.addWidget(control, place, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(line)
        layout.addWidget(self.picture)
        layout.addLayout(fields)
        layout.addWidget(self.note)
        layout.addStretch(1)
        self.redress()

    def fit(self, is_narrow: bool) -> None:
        """In a narrow window the header of the grid shows the distribution, so that nothing has to be scrolled."""
        self._is_narrow = is_narrow
        self.picture.setVisible(not is_narrow)
        self.redress()

    def redress(self) -> None:
        self.picture.setFixedHeight(theme.scaled(PICTURE))
        for arrow in self._arrows:
            arrow.setFixedSize(theme.scaled(24), theme.scaled(24))
        lines = NOTE_NARROW if self._is_narrow else NOTE
        self.note.setFixedHeight(theme.scaled(lines * theme.LINES["caption"]))  # a longer note is whole in its tip

    def show_column(
        self,
        column: Column,
        role: Role,
        kind: Kind,
        kinds: tuple[Kind, ...],
        unit: tuple[str, bool],
        place: tuple[int, int],
        note: tuple[str, bool],
        rows: Integers | None,
    ) -> None:
        """`unit` with whether it may be typed, `place` among how many, `note` with whether it needs a look."""
        self._name = column.name
        self.heading.setText(words.COLUMN.format(name=column.name))
        self.heading.setToolTip(column.name)
        self.place.setText(words.PLACE.format(place=place[0], count=place[1]))
        sampled = words.SAMPLED.format(count=len(rows), rows=len(column.values)) if rows is not None else ""
        self.picture.show_sketch(sketch_column(column, rows, BARS), sampled)
        self.role.setCurrentIndex(self.role.findData(role.value))
        if [self.kind.itemData(at) for at in range(self.kind.count())] != [option.value for option in kinds]:
            self.kind.clear()
            for option in kinds:
                self.kind.addItem(strings.KIND_TITLES[option], option.value)
        self.kind.setCurrentIndex(self.kind.findData(kind.value))
        if not self.unit.hasFocus():
            self.unit.setText(unit[0])
        self.unit.setReadOnly(not unit[1])
        self.unit.setToolTip(words.UNIT_HELP if unit[1] else words.UNIT_IN_NAME)
        self.note.setText(" ".join(part for part in (note[0], sampled) if part))
        self.note.setToolTip(as_tip(self.note.text()))
        restyle(self.note, look="attention" if note[1] else "help")

    def lock(self, is_locked: bool) -> None:
        for box in (self.role, self.kind):
            box.setEnabled(not is_locked)
        if is_locked:
            self.unit.setReadOnly(True)
