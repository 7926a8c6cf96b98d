"""The route Predict a file: a final model, a new table, its answers as a file, and what is strange about the rows."""

from functools import partial
from html import escape
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QFileDialog, QHeaderView, QTableWidget, QTableWidgetItem

from core.domain.dataset import Table
from core.prediction.file import Kept, load_model
from core.prediction.predict import Predicted, predict, write_predictions
from core.support.text import pluralize
from gui.routes.route_page import RoutePage
from gui.strings import honesty as strings
from gui.strings import routes as common
from gui.widgets.parts import Card, button, column, label, row
from gui.wizard.page import Shell
from gui.wizard.state import State, local_time

SHOWN = 20
MOST_LIMITS = 3


class PredictPage(RoutePage):
    key = "predict"
    title = strings.PREDICT_TITLE
    instruction = strings.PREDICT_INSTRUCTION
    no_file = strings.PREDICT_NO_FILE
    choose_title = strings.PREDICT_ROWS_TITLE
    again = strings.PREDICT_AGAIN
    working = strings.PREDICT_WORKING

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.kept: Kept | None = None
        self.target: Path | None = None
        self.file.setText(strings.PREDICT_FILE_NONE)
        self._pick = button(strings.PREDICT_CHOOSE, self.choose_model, "predictChoose")
        self.model = label(strings.PREDICT_NONE, "secondary", "predictModel")
        self.limits = label("", "secondary", "predictLimits")
        line = row(self._pick, self.model)
        line.setStretch(1, 1)
        self.limits.hide()
        card = Card(strings.PREDICT_MODEL, "predictModelCard").add(line, self.limits)
        self.headline, self.written = label("", "instruction", "predictHeadline"), label("", "", "predictWritten")
        self.notes = label("", "", "predictNotes")
        self.first = QTableWidget(0, 0)
        _prepare(self.first)
        told = Card(strings.PREDICT_STRANGE, "predictStrange").add(self.notes)
        shown = Card(strings.PREDICT_FIRST, "predictFirst").add(self.first)
        self.answer.setLayout(column(self.headline, self.written, told, shown))
        self.arrange(first=card)

    def enter(self, state: State) -> None:
        self.explained.emit(self.title, strings.PREDICT_SUBTITLE, strings.PREDICT_SOURCE, "")
        self.renew()

    def subtitle(self) -> str:
        return strings.PREDICT_SUBTITLE

    # --- The model ---------------------------------------------------------------------------------------------------

    def choose_model(self) -> None:
        start = str(self.shell.settings.studies)
        chosen, _ = QFileDialog.getOpenFileName(self, strings.PREDICT_CHOOSE_TITLE, start, strings.MODEL_FILTER)
        if chosen:
            self.open_model(Path(chosen))

    def open_model(self, path: Path) -> None:
        self._background.start(partial(load_model, path), self._take_model, self.failed)

    def _take_model(self, kept: Kept) -> None:
        self.kept = kept
        model = kept.model
        stamp = strings.PREDICT_PLAN.format(hash=model.plan_hash[:12], time=local_time(model.made_at))
        self.model.setText("<br>".join(escape(text, quote=False) for text in (model.told, *model.vault, f"{stamp}.")))
        limits = "<br>".join(escape(limit, quote=False) for limit in model.limits[:MOST_LIMITS])
        self.limits.setText(f"<b>{strings.PREDICT_LIMITS}.</b> {limits}")
        self.limits.setVisible(bool(limits))
        self.show_answer(False)
        self.renew()

    def take(self, table: Table) -> None:
        self.show_answer(False)

    def settle(self) -> bool:
        if self.kept is None:
            self._pick.setFocus()
            self.shell.announce(strings.PREDICT_NO_MODEL)
            return False
        return super().settle()

    # --- The answers -------------------------------------------------------------------------------------------------

    def primary(self) -> tuple[str, ...]:
        return (common.COPY if self.is_answered else strings.PREDICT_GO,)

    def work(self) -> None:
        start = str(self.shell.settings.studies / strings.PREDICT_NAME)
        chosen, _ = QFileDialog.getSaveFileName(self, strings.PREDICT_SAVE_TITLE, start, strings.PREDICT_FILTER)
        if chosen:
            self.write_answers(Path(chosen))
        else:
            self.shell.announce("")

    def write_answers(self, path: Path) -> None:
        kept, table = self.kept, self.table
        if kept is None or table is None:
            return
        self.target = path
        self._background.start(partial(answered, kept, table, path), self._show, self.failed)

    def _show(self, found: Predicted) -> None:
        self.headline.setText(strings.PREDICT_DONE.format(rows=pluralize(len(found.answers), strings.PREDICT_ROW)))
        self.written.setText(strings.PREDICT_WRITTEN.format(path=escape(str(self.target), quote=False)))
        self.notes.setText("<br>".join(escape(note, quote=False) for note in found.notes) or strings.PREDICT_CLEAN)
        _fill(self.first, found)
        self.show_answer(True)
        self.shell.announce(self.sentence(), shown=False)

    def sentence(self) -> str:
        return f"{self.headline.text()}. {strings.PREDICT_WRITTEN.format(path=self.target)}"


def answered(kept: Kept, table: Table, path: Path) -> Predicted:
    found = predict(kept, table)
    write_predictions(path, found)
    return found


def _prepare(table: QTableWidget) -> None:
    table.setObjectName("predictTable")
    table.setAccessibleName(strings.PREDICT_FIRST)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.setMinimumHeight(160)
    table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


def _fill(table: QTableWidget, found: Predicted) -> None:
    headings = ("Row", *found.outputs, "Remark")
    table.setColumnCount(len(headings))
    table.setHorizontalHeaderLabels(headings)
    table.setRowCount(min(SHOWN, len(found.answers)))
    for place in range(table.rowCount()):
        said = [answer if isinstance(answer, str) else f"{answer:.6g}" for answer in found.answers[place]]
        for position, text in enumerate((str(place + 1), *said, found.remarks[place])):
            table.setItem(place, position, QTableWidgetItem(text))
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    table.horizontalHeader().setStretchLastSection(True)
