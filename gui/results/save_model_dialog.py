"""Save this model: which one, as what, and what goes along with it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QDialog, QDialogButtonBox, QRadioButton, QVBoxLayout, QWidget

from core.application.predict_rows import SUFFIX
from core.domain.decision import MapMethod
from core.wording.decision_text import METHODS
from gui import theme
from gui.strings import predict as levels
from gui.strings import save_model as words
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.parts import as_is, column, plain, row
from gui.widgets.segments import Segments

USUAL_LEVEL = "0.9"
NOTE_LINES = 2


@dataclass(frozen=True, slots=True)
class SaveChoice:
    """What the person wants: a candidate, the ending of the file, and what of the choices applies to that kind."""

    candidate: str
    ending: str = SUFFIX
    with_rows: bool = True
    recalibrate: MapMethod | None = None
    level: float = 0.9


class SaveModelDialog(QDialog):
    """`wanted` carries the choice; where the file goes is asked next."""

    wanted = Signal(SaveChoice)

    def __init__(
        self, models: Sequence[tuple[str, str]], recalibratable: Collection[str], rows: int, parent: QWidget
    ) -> None:
        """`models` are keys and names, the recommended one first; `rows` is how many input rows a file would hold."""
        super().__init__(parent)
        self.setObjectName("saveModel")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(words.TITLE)
        self.setMinimumWidth(theme.scaled(560))
        self._recalibratable = recalibratable
        self.models = ChoiceBox()
        self.models.setObjectName("saveModelWhich")
        self.models.setAccessibleName(words.MODEL)
        for place, (key, name) in enumerate(models):
            self.models.addItem(name if place else words.RECOMMENDED.format(name=name), key)
        self.models.currentIndexChanged.connect(lambda _place: self._renew())
        self.kinds = {ending: QRadioButton(title) for ending, title in words.KINDS.items()}
        for ending, made in self.kinds.items():
            made.setObjectName(f"saveModelAs{ending}")
            made.toggled.connect(lambda _on: self._renew())
        self.note = as_is("", "help", "saveModelNote")
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.note.setMinimumHeight(theme.scaled(NOTE_LINES * theme.LINES["body"]))
        self.rows = QCheckBox(words.ROWS.format(rows=f"{rows:,}"))
        self.rows.setObjectName("saveModelRows")
        self.rows.setChecked(True)
        self.rows.setToolTip(words.ROWS_TIP)
        self.scores = QComboBox(self)
        self.scores.setObjectName("saveModelScores")
        self.scores.setAccessibleName(words.SCORES)
        self.scores.addItem(words.SCORES_AS_THEY_ARE, "")
        for method in MapMethod:
            self.scores.addItem(words.SCORES_BY.format(method=METHODS[method]), method.value)
        self.level = Segments(list(levels.LEVELS.items()), "saveModelLevel")
        self.level.setAccessibleName(levels.LEVEL)
        self.level.choose(USUAL_LEVEL)
        self._arrange()
        self.kinds[SUFFIX].setChecked(True)

    def _arrange(self) -> None:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        save = buttons.addButton(words.SAVE, QDialogButtonBox.ButtonRole.AcceptRole)
        save.setObjectName("saveModelSave")
        save.setDefault(True)
        buttons.accepted.connect(self._save)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addLayout(column(plain(words.MODEL, "label"), self.models, spacing=4))
        layout.addLayout(column(plain(words.KIND, "label"), *self.kinds.values(), self.note, spacing=4))
        layout.addWidget(self.rows)
        if self._recalibratable:
            layout.addLayout(row(plain(words.SCORES, "label"), self.scores, 0))
        else:
            self.scores.hide()  # no model of this study gives probabilities of two classes
        layout.addLayout(row(plain(levels.LEVEL, "label"), self.level, 0))
        layout.addWidget(buttons)

    @property
    def ending(self) -> str:
        return next((ending for ending, made in self.kinds.items() if made.isChecked()), SUFFIX)

    def _renew(self) -> None:
        """What does not apply to the kind or the model cannot be used, and stays where it is."""
        is_own = self.ending == SUFFIX
        self.note.setText(words.NOTES[self.ending])
        self.rows.setEnabled(is_own)
        self.level.setEnabled(not is_own)
        can_recalibrate = is_own and self.models.currentData() in self._recalibratable
        self.scores.setEnabled(can_recalibrate)
        self.scores.setToolTip("" if can_recalibrate else words.SCORES_TIP)

    def _save(self) -> None:
        is_own, method = self.ending == SUFFIX, str(self.scores.currentData())
        self.wanted.emit(
            SaveChoice(
                str(self.models.currentData()),
                self.ending,
                self.rows.isChecked() or not is_own,
                MapMethod(method) if method and self.scores.isEnabled() else None,
                float(self.level.current),
            )
        )
        self.accept()
