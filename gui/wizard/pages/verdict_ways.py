"""Where the links under a verdict lead: a tab of Explore, a plan of more data, messages, or a new study."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from core.advice.first_study import measures_for, with_measure
from core.domain.dataset import Dataset
from core.domain.study import Study
from core.figures.live import Live
from core.wording.model_names import names_of
from gui import strings
from gui.results.contests import Contest
from gui.results.failures_dialog import FailuresDialog
from gui.results.more_rows_dialog import MoreRowsDialog
from gui.results.offers import COSTS, DECIDE, KNOWN, LEAVE_OUT, MESSAGES, ROWS, SETTINGS
from gui.wizard.leak_decisions import ask_again, leave_out, say_known
from gui.wizard.page import Shell

COST = "cost"
DECISIONS = {
    DECIDE: (ask_again, strings.verdict.DECIDE),
    KNOWN: (say_known, strings.verdict.IS_KNOWN),
    LEAVE_OUT: (leave_out, strings.verdict.IS_LEFT_OUT),
}
"""What each does to the new study, and what is said of it."""


class VerdictWays(QObject):
    """Follows a link; what is a tab of Explore is passed on by `tab_wanted`."""

    tab_wanted = Signal(str)

    def __init__(self, shell: Shell, parent: QWidget) -> None:
        super().__init__(parent)
        self._shell, self._page = shell, parent

    def follow(self, key: str, contest: Contest | None) -> None:
        if key == ROWS:
            self.plan_rows(contest)
        elif key == COSTS:
            self.set_costs()
        elif key in DECISIONS:
            self.decide(key)
        elif key == MESSAGES:
            self.show_messages()
        elif key == SETTINGS:
            self._shell.new_from_this("candidates")
            self._shell.announce(strings.verdict.NEW_STUDY)
        else:
            self.tab_wanted.emit(key)

    def plan_rows(self, contest: Contest | None) -> None:
        state = self._shell.state
        if contest is not None and state.data is not None:
            dialog = MoreRowsDialog(contest, state.study, state.data, self._page)
            dialog.confirm_wanted.connect(lambda: self._shell.go("confirm"))
            dialog.open()

    def decide(self, key: str) -> None:
        """The same study, open again, with what was decided about the question that blocks it."""
        do, said = DECISIONS[key]
        self._shell.new_from_this("data")
        do(self._shell.state)
        self._shell.go("data")
        self._shell.announce(said)

    def set_costs(self) -> None:
        """The same study, open again, with costs as its main measure."""
        self._shell.new_from_this("question")
        state = self._shell.state
        if state.data is not None:
            question = with_measure(state.study.question, COST, state.data)
            state.change_study(replace(state.study, question=question), "question.measure")
            self._shell.go("question")
            self._shell.announce(strings.verdict.COSTS_ASKED)

    def show_messages(self) -> None:
        state = self._shell.state
        if state.run is None or state.data is None:
            return
        known = Live(())
        known.add((), state.run.outcomes)
        failed = [trouble for trouble in known.troubles if trouble.failed]
        FailuresDialog(failed, names_of(state.study, state.data), self._page).open()


def can_set_costs(study: Study, data: Dataset) -> bool:
    return study.question.measure != COST and COST in measures_for(data)
