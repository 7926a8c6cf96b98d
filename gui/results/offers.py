"""What a verdict offers to do next, as a line of links under it."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from core.advice.more_rows import rows_factor
from core.domain.conclusion import Answer, Conclusion, MeasureConflict, Reason
from core.domain.dataset import Dataset
from core.domain.study import Study
from core.judge.obstacles import is_in_sample, list_doubtful_inputs
from gui import strings
from gui.results.contests import Contest
from gui.widgets.flow import FlowLayout
from gui.widgets.parts import button, empty

ROWS, COSTS, MESSAGES, SETTINGS, DECIDE = "rows", "costs", "messages", "settings", "decide"
KNOWN, LEAVE_OUT = "known", "leave-out"
NARROWED_BY_ROWS = (Reason.CANNOT_TELL, Reason.BETTER, Reason.NOT_CONFIRMED, Reason.REPEATS)
DISAGREE = (MeasureConflict.OPPOSITE, MeasureConflict.MAIN_ONLY, MeasureConflict.SECOND_ONLY)


class Offers(QWidget):
    """`wanted` names what was chosen: a tab of Explore, or one of the names above."""

    wanted = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._flow = FlowLayout(self)

    def show_keys(self, keys: tuple[str, ...]) -> None:
        empty(self._flow)
        for key in keys:
            text = strings.verdict.OFFERS[key]
            self._flow.addWidget(button(text, partial(self.wanted.emit, key), f"{self._name}_{key}", "link"))
        self.setVisible(bool(keys))


def offered(
    conclusion: Conclusion,
    contest: Contest | None,
    by_costs: bool = False,
    ranks: bool = True,
    decisions: tuple[str, ...] = (DECIDE,),
) -> tuple[str, ...]:
    """What helps on with this answer.

    `by_costs` says that costs could decide in place of its main measure, `ranks` that cases are ranked by scores,
    `decisions` what would lift a block.
    """
    if conclusion.reason is Reason.FAILURES:
        return MESSAGES, SETTINGS
    if conclusion.answer is Answer.BLOCKED:
        return decisions
    if conclusion.reason is Reason.GUESS:
        return ("errors",)
    found: list[str] = []
    second = contest.row.second if contest is not None else None
    if second is not None and second.conflict in DISAGREE:
        found += [*(["roc"] if ranks else []), *([COSTS] if by_costs else [])]
    elif contest is not None and (contest.row.reason is Reason.REPEATS or not contest.row.agreement.is_steady):
        found.append("shuffles")
    if contest is not None and is_too_wide(contest):
        found.append(ROWS)
    return tuple(found)


def decisions_on(study: Study, data: Dataset) -> tuple[str, ...]:
    """What can be decided about inputs that may contain the answer; otherwise the question is put again."""
    doubtful = list_doubtful_inputs(study, data)
    if not doubtful or is_in_sample(study):
        return (DECIDE,)
    return (KNOWN, LEAVE_OUT) if len(doubtful) < len(data.features) else (KNOWN,)


def is_too_wide(contest: Contest) -> bool:
    """Whether more rows would settle what is open."""
    return contest.row.reason in NARROWED_BY_ROWS and rows_factor(half_of(contest), contest.margin) > 1


def half_of(contest: Contest) -> float:
    difference = contest.row.difference
    interval = difference.interval if difference is not None else None
    return 0.0 if interval is None else (interval.high - interval.low) / 2
