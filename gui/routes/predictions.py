"""The route Compare predictions: truth and answers side by side, two questions, the verdict; nothing is trained."""

from functools import partial

from PySide6.QtCore import Qt

from core.application.compare_predictions import list_questions
from core.application.imported_predictions import PredictionRoles
from core.domain.dataset import Table
from core.domain.problem import Problem
from core.support.errors import EvenfoldError
from gui.routes.boxes import ColumnBox, Fields, ModelBox
from gui.routes.compared_page import ComparedPage
from gui.routes.given import Compared, Looked, compare, guess, look
from gui.strings import routes as strings
from gui.widgets.numbers import NumberBox
from gui.widgets.parts import Card, button
from gui.widgets.side_by_side import SideBySide
from gui.wizard.page import Shell
from gui.wizard.state import State

MOST_MODELS = 8


class PredictionsPage(ComparedPage):
    key = "predictions"
    title = strings.PREDICTIONS_TITLE
    instruction = strings.PREDICTIONS_INSTRUCTION

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.truth = ColumnBox("truth")
        self.models = [ModelBox("model0"), ModelBox("model1")]
        self.group, self.row_id = ColumnBox("group", optional=True), ColumnBox("rowId", optional=True)
        self.margin = NumberBox("margin", 0.0, 1e12)
        self.margin.changed.connect(self._set_margin)
        self._looked: Looked | None = None
        self._own_margin = False
        for box in (self.truth, self.group, self.row_id):
            box.chosen.connect(self._roles_changed)
        for model in self.models:
            model.chosen.connect(self._roles_changed)
        self._fill_form()

    def _fill_form(self) -> None:
        self._fields = Fields()
        self._fields.add(strings.TRUTH, strings.TRUTH_NOTE, self.truth)
        self._fields.add(strings.REFERENCE, strings.REFERENCE_NOTE, self.models[0])
        self._fields.add(strings.OTHER, strings.OTHER_NOTE, self.models[1])
        self._more = Fields()
        self._add = button(strings.ADD_MODEL, self.add_model, "addModel", "small")
        rest = Fields()
        rest.add(strings.GROUP, strings.GROUP_NOTE, self.group)
        rest.add(strings.ROW_ID, strings.ROW_ID_NOTE, self.row_id)
        gap = Fields()
        gap.add(strings.MARGIN, strings.MARGIN_NOTE, self.margin)
        gap.addWidget(self._add, gap.rowCount(), 1, Qt.AlignmentFlag.AlignLeft)
        self._columns = Card(strings.COLUMNS, "routeColumns").add(
            self._fields, self._more, SideBySide((rest, 1), (gap, 1))
        )
        self._columns.setEnabled(False)
        self.arrange(self._columns)

    # --- Columns -----------------------------------------------------------------------------------------------------

    def enter(self, state: State) -> None:
        self.explained.emit(self.title, strings.PREDICTIONS_SUBTITLE, strings.MARGIN_NOTE, strings.SOURCE)
        self.renew()

    def subtitle(self) -> str:
        return strings.PREDICTIONS_SUBTITLE

    def take(self, table: Table) -> None:
        start = guess(table)
        models = [*start.models, None, None]
        self._own_margin = False
        self._columns.setEnabled(True)
        self.truth.show_columns(table.names, start.truth)
        for box, model in zip(self.models[:2], models, strict=False):
            box.show_columns(table.names, model, start.scores.get(model or ""))
        for box in self.models[2:]:
            box.show_columns(table.names, None, None)
        self.group.show_columns(table.names, start.group)
        self.row_id.show_columns(table.names, start.row_id)
        self._roles_changed()

    def add_model(self) -> None:
        box = ModelBox(f"model{len(self.models)}")
        box.chosen.connect(self._roles_changed)
        self.models.append(box)
        self._more.add(strings.OTHER, strings.OTHER_NOTE, box)
        if self.table is not None:
            box.show_columns(self.table.names, None, None)
        self._add.setVisible(len(self.models) < MOST_MODELS)
        box.answers.setFocus()

    def roles(self) -> PredictionRoles:
        chosen = [(box.answers.column, box.scores.column) for box in self.models]
        scores = {model: score for model, score in chosen if model is not None and score is not None}
        models = tuple(model for model, _ in chosen if model is not None)
        return PredictionRoles(self.truth.column or "", models, scores, self.group.column, self.row_id.column)

    def _roles_changed(self) -> None:
        """Whether these columns can be compared is looked up at once, in the background."""
        if self.table is None:
            return
        self._looked = None
        self._background.start(partial(look, self.table, self.roles()), self._look_ended, self._cannot)
        self.renew()

    def _look_ended(self, looked: Looked) -> None:
        self._looked, self.trouble = looked, ""
        self.margin.setSuffix(looked.suffix)
        if not self._own_margin:
            self.margin.setValue(looked.question.margin)
        self.renew()

    def _cannot(self, error: EvenfoldError) -> None:
        self.trouble = str(error)
        self.renew()

    def _set_margin(self, _value: float) -> None:
        self._own_margin = True

    def asked(self) -> tuple[Problem, ...]:
        roles = self.roles()
        if self.table is None or not roles.truth or len(roles.models) < len(self.models[:2]):
            return ()
        return list_questions(self.table, roles, {})

    # --- The answer --------------------------------------------------------------------------------------------------

    def primary(self) -> tuple[str, ...]:
        return (strings.COPY if self.is_answered else strings.PREDICTIONS_GO,)

    def work(self) -> None:
        table, looked = self.table, self._looked
        if table is None:
            return
        folder, answers, margin = self.shell.settings.studies, dict(self.answers), self.margin.value()
        roles = self.roles()

        def compared() -> Compared:
            return compare(table, looked or look(table, roles), answers, margin, folder)

        self._background.start(compared, self.show_compared, self.failed)
