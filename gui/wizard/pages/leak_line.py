"""Under a verdict blocked by a possible leak: how both models do without it, or the button that finds out."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from core.domain.conclusion import Reason
from core.judge.obstacles import is_in_sample
from core.laboratory.put_back import choices, kept_in
from core.laboratory.without_leak import KEY, can_leave_out, trainings
from gui import strings
from gui.results.contests import Contest
from gui.widgets.parts import as_is, button, column, row
from gui.wizard.state import State


class LeakLine(QWidget):
    """Seen only where the inputs in doubt can be left out.

    How both models do with them is told by the verdict above, unless that is about several outputs.
    """

    def __init__(self, start: Callable[[], None]) -> None:
        super().__init__()
        self.told = as_is("", "", "leakTold")
        self.train = button(strings.verdict.WITHOUT_IT, start, "withoutIt", "small")
        self.train.setToolTip(strings.verdict.WITHOUT_IT_TIP)
        self.setLayout(column(self.told, row(self.train, 0), spacing=4))

    def show_state(self, state: State, contest: Contest | None) -> None:
        self.setVisible(contest is not None and is_possible(state))
        if contest is None or state.file is None or state.run is None:
            return
        found = kept_in(state.file, KEY).get(choices(contest.candidate, contest.output, KEY))
        costs = strings.verdict.WITHOUT_IT_COSTS.format(count=trainings(state.study, state.run))
        self.told.setText(costs if found is None else " ".join(found.told[0 if is_joint(state) else 1 :]))
        self.train.setVisible(found is None)


def is_joint(state: State) -> bool:
    return state.data is not None and len(state.data.outputs) > 1


def is_possible(state: State) -> bool:
    """Whether this verdict is blocked by inputs in doubt, and its file can tell what is left without them."""
    if state.findings is None or state.data is None or state.file is None or is_in_sample(state.study):
        return False
    is_blocked = any(row.reason is Reason.LEAK for row in state.findings.conclusion.rows)
    return is_blocked and can_leave_out(state.study, state.data)
