"""Preferences: theme, text size, workers, time limit per training, where studies are kept."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from gui import theme
from gui.settings import LARGEST_TEXT, MOST_NICENESS, SMALLEST_TEXT, Settings
from gui.strings import cluster, menus
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.cluster_fields import ClusterFields
from gui.widgets.numbers import MARGIN
from gui.widgets.parts import OneLine, button, row

TITLES = {
    theme.SYSTEM: menus.THEME_SYSTEM,
    "light": menus.THEME_LIGHT,
    "dark": menus.THEME_DARK,
    "high-contrast": menus.THEME_HIGH_CONTRAST,
}
USUAL_WIDTH = 540


class Preferences(QDialog):
    """Every change takes effect at once and is remembered."""

    changed = Signal()

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.settings = settings
        self.setWindowTitle(menus.PREFERENCES_TITLE)
        self.setObjectName("preferences")
        form = QFormLayout()
        form.setSpacing(12)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.addRow(menus.PREFERENCES_THEME, self._theme())
        form.addRow(menus.PREFERENCES_TEXT, self._text_size())
        form.addRow(menus.PREFERENCES_WORKERS, self._workers())
        form.addRow(cluster.NICENESS, self._niceness())
        form.addRow(menus.PREFERENCES_LIMIT, self._time_limit())
        self.folder = OneLine("", "folder", Qt.TextElideMode.ElideMiddle)
        self._show_folder()
        choose = button(menus.PREFERENCES_CHOOSE, self._choose_folder, "chooseFolder")
        where = QLabel(menus.PREFERENCES_FOLDER)
        where.setBuddy(choose)
        form.addRow(where, row(self.folder, choose))
        form.addRow("", self._motion())
        self.cluster = ClusterFields(settings.cluster, self)
        self.cluster.changed.connect(lambda place: self._set("cluster", place))
        self.cluster.add_to(form)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(16)
        layout.addLayout(form)
        layout.addWidget(buttons)
        self.resize(USUAL_WIDTH, self.sizeHint().height())

    def _theme(self) -> QComboBox:
        box = ChoiceBox()
        box.setObjectName("theme")
        for key, title in TITLES.items():
            box.addItem(title.replace("&", ""), key)
        box.setCurrentIndex(max(0, box.findData(self.settings.theme)))
        box.currentIndexChanged.connect(lambda: self._set("theme", box.currentData()))
        return box

    def _text_size(self) -> QSpinBox:
        box = _spin("textSize", round(100 * SMALLEST_TEXT), round(100 * LARGEST_TEXT), " %")
        box.setSingleStep(10)
        box.setValue(round(100 * self.settings.text_scale))
        box.valueChanged.connect(lambda percent: self._set("text_scale", percent / 100))
        return box

    def _workers(self) -> QSpinBox:
        box = _spin("workers", 0, 64, "")
        box.setSpecialValueText(menus.PREFERENCES_WORKERS_AUTO)
        box.setValue(self.settings.workers)
        box.valueChanged.connect(lambda count: self._set("workers", count))
        return box

    def _niceness(self) -> QSpinBox:
        box = _spin("niceness", 0, MOST_NICENESS, cluster.NICENESS_OF.format(most=MOST_NICENESS))
        box.setSpecialValueText(cluster.NICENESS_NONE)
        box.setToolTip(cluster.NICENESS_TIP)
        box.setValue(self.settings.niceness)
        box.valueChanged.connect(lambda number: self._set("niceness", number))
        return box

    def _time_limit(self) -> QSpinBox:
        box = _spin("timeLimit", 0, 86_400, menus.PREFERENCES_SECONDS)
        box.setSpecialValueText(menus.PREFERENCES_NO_LIMIT)
        box.setValue(round(self.settings.time_limit))
        box.valueChanged.connect(lambda seconds: self._set("time_limit", float(seconds)))
        return box

    def _motion(self) -> QCheckBox:
        box = QCheckBox(menus.PREFERENCES_MOTION)
        box.setObjectName("reduceMotion")
        box.setChecked(self.settings.reduce_motion)
        box.toggled.connect(lambda reduce: self._set("reduce_motion", reduce))
        return box

    def _choose_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(
            self, menus.PREFERENCES_FOLDER.replace("&", ""), str(self.settings.studies)
        )
        if chosen:
            self._set("studies", Path(chosen))
            self._show_folder()

    def _show_folder(self) -> None:
        self.folder.setText(str(self.settings.studies))
        self.folder.setToolTip(self.folder.text())

    def _set(self, name: str, value: object) -> None:
        setattr(self.settings, name, value)
        self.changed.emit()


def _spin(name: str, low: int, high: int, suffix: str) -> QSpinBox:
    box = QSpinBox()
    box.setObjectName(name)
    box.setRange(low, high)
    box.lineEdit().setTextMargins(MARGIN, 0, 0, 0)
    box.setSuffix(suffix)
    return box
