"""The tab of a procedure out of the table of procedures: started when asked, drawn as a chart, read as a table."""

from collections.abc import Callable, Hashable

from core.application.laboratory import Procedure, ProcedureResult, Subject
from core.application.run_procedure import Order
from core.domain.evidence import GIVEN
from core.figures.exhibit_drawing import draw_exhibit
from core.wording.units import sentences
from gui import strings
from gui.plots.chart_view import ChartView
from gui.results.choices import Choice
from gui.results.looks import count_variant
from gui.results.running_tab import RunningTab, Say
from gui.results.tab import Tab, View
from gui.strings import exhibits as words
from gui.strings import laboratory as lab_words


class ProcedureTab(RunningTab[ProcedureResult]):
    """Model and output are those chosen above; `amount` is how much is computed."""

    kinds = (ProcedureResult,)

    def __init__(self, procedure: Procedure, say: Say) -> None:
        self.procedure = procedure
        self.chart = ChartView(f"chart_{procedure.key}")
        self.amount = Choice(f"amount_{procedure.key}", words.MUCH, self.renew)
        self.amount.box.setMinimumContentsLength(24)
        super().__init__(procedure.key, say, self.chart, (self.amount,))
        self.amount.fill(procedure.amounts, procedure.usual)
        self.amount.setVisible(bool(procedure.amounts))
        self.intro = f"{procedure.note} ({procedure.source})"

    def prepare(self, view: View) -> str:
        return "" if self._subject(view) is not None else strings.EXPLORE_NOTHING

    def _subject(self, view: View) -> Subject | None:
        """None where the model is one whose predictions were made elsewhere."""
        model = view.study.candidate(view.candidate or view.study.baseline)
        if model.algorithm == GIVEN:
            return None
        names = {key: sentences(name) for key, name in view.names.items()}
        return Subject(view.study, view.data, view.run, model, view.place, names, self.amount.key)

    def result_key(self) -> Hashable:
        return self.amount.key, self.view.candidate if self.view else "", self.view.output if self.view else ""

    def count_trainings(self, view: View) -> int:
        subject = self._subject(view)
        return 0 if subject is None else self.procedure.count(subject)

    @property
    def is_look(self) -> bool:
        """Whether starting it looks at the person's own rows once more."""
        return self.procedure.uses_rows and self.view is not None and self.count_trainings(self.view) > 0

    def order(self, view: View) -> Order[ProcedureResult]:
        subject, work = self._subject(view), self.procedure.work
        assert subject is not None, "what cannot be shown is not started"
        return lambda shop: work(shop, subject)

    def started(self, view: View) -> None:
        if self.is_look:
            count_variant(view, self.procedure.title, self._say)

    def show_result(self, view: View, result: ProcedureResult) -> None:
        title = lab_words.TITLES[self.key]
        if result.drawing is not None:
            self.chart.show_chart(draw_exhibit(self.key, title, result.drawing, result.headings, result.rows))
        self.show_drawn(result.drawing is not None)
        self.tell(result.seen, result.meaning)
        self.fill(result.headings, result.rows)


def make_procedure_tab(procedure: Procedure) -> Callable[[Say], Tab]:
    return lambda say: ProcedureTab(procedure, say)
