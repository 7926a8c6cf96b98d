"""The fields of the short routes: a list of columns, a model with its scores, a labeled line."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QSizePolicy, QWidget

from gui import theme
from gui.strings import routes as strings
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.parts import plain, row

LEAST_LETTERS = 10
CAPTION_WIDTH = 210  # pixels, with larger text too: the control beside it needs its room


class ColumnBox(ChoiceBox):
    """One of the columns, or none where that is allowed; `chosen` is sent when the person chose."""

    chosen = Signal()

    def __init__(self, name: str, optional: bool = False) -> None:
        super().__init__()
        self._optional = optional
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(LEAST_LETTERS)
        self.activated.connect(lambda _index: self.chosen.emit())

    def show_columns(self, names: tuple[str, ...], chosen: str | None) -> None:
        self.clear()
        if self._optional:
            self.addItem(strings.NO_COLUMN, None)
        for name in names:
            self.addItem(name, name)
        self.setCurrentIndex(self.findData(chosen) if chosen is not None else 0 if self._optional else -1)

    @property
    def column(self) -> str | None:
        chosen = self.currentData()
        return None if chosen is None else str(chosen)


class ModelBox(QWidget):
    """The column of a model's answers, and that of its scores beside it."""

    chosen = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.answers, self.scores = ColumnBox(f"{name}Answers"), ColumnBox(f"{name}Scores", optional=True)
        self.scores.setToolTip(strings.SCORE_NOTE)
        self.scores.setAccessibleDescription(strings.SCORE_NOTE)
        for box in (self.answers, self.scores):
            box.chosen.connect(self.chosen)
        line = row(self.answers, plain(strings.SCORE, "secondary"), self.scores)
        line.setStretch(0, 3)
        line.setStretch(2, 2)
        self.setLayout(line)
        self.setFocusProxy(self.answers)

    def show_columns(self, names: tuple[str, ...], answers: str | None, scores: str | None) -> None:
        self.answers.show_columns(names, answers)
        self.scores.show_columns(names, scores)


class Fields(QGridLayout):
    """Labels on the left, controls on the right, one under the other."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalSpacing(2 * theme.GRID)
        self.setVerticalSpacing(theme.GRID)
        self.setColumnStretch(1, 1)

    def add(self, title: str, note: str, control: QWidget) -> QLabel:
        caption = QLabel(title)
        caption.setWordWrap(True)
        caption.setMinimumWidth(CAPTION_WIDTH)
        caption.setBuddy(control)
        inner = control.focusProxy()
        for widget in (control, *([inner] if inner is not None else [])):
            widget.setAccessibleName(title.replace("&", ""))
            widget.setAccessibleDescription(note)
            widget.setToolTip(note)
        place = self.rowCount()
        self.addWidget(caption, place, 0)
        self.addWidget(control, place, 1)
        return caption
