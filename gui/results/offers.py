"""What a verdict offers to do next, as a line of links under it."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from core.domain.dataset import Dataset
from core.domain.findings import Modifier, Tag, Verdict, VerdictKind
from core.domain.study import Study
from core.judge.doubtful import doubtful_inputs
from core.judge.limits import is_in_sample
from core.advice.more_rows import rows_factor
from gui import strings
from gui.results.contests import Contest
from gui.widgets.flow import FlowLayout
from gui.widgets.parts import button, empty

ROWS, COSTS, MESSAGES, SETTINGS, DECIDE = "rows", "costs", "messages", "settings", "decide"
KNOWN, LEAVE_OUT = "known", "leave-out"
NARROWED_BY_ROWS = (VerdictKind.CANNOT_TELL, VerdictKind.BETTER)


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
    verdict: Verdict,
    contest: Contest | None,
    by_costs: bool = False,
    ranks: bool = True,
    decisions: tuple[str, ...] = (DECIDE,),
) -> tuple[str, ...]:
    """What helps on with this answer.

    `by_costs` says that costs could decide in place of its main measure, `ranks` that cases are ranked by scores,
    `decisions` what would lift a block.
    """
    if has_failed(verdict):
        return MESSAGES, SETTINGS
    if verdict.outcome is VerdictKind.BLOCKED:
        return decisions
    if verdict.outcome is VerdictKind.NOTHING_BEATS_GUESSING:
        return ("errors",)
    found: list[str] = []
    if Modifier.MEASURES_DISAGREE in verdict.modifiers:
        found += [*(["roc"] if ranks else []), *([COSTS] if by_costs else [])]
    elif Modifier.DEPENDS_ON_SHUFFLE in verdict.modifiers:
        found.append("shuffles")
    if contest is not None and is_too_wide(contest):
        found.append(ROWS)
    return tuple(found)


def decisions_on(study: Study, data: Dataset) -> tuple[str, ...]:
    """What can be decided about inputs that may contain the answer; otherwise the question is put again."""
    doubtful = doubtful_inputs(study, data)
    if not doubtful or is_in_sample(study):
        return (DECIDE,)
    return (KNOWN, LEAVE_OUT) if len(doubtful) < len(data.features) else (KNOWN,)


def has_failed(verdict: Verdict) -> bool:
    """So many trainings failed that there is no verdict."""
    return verdict.outcome is VerdictKind.NO_VERDICT and verdict.tag is Tag.BLOCKED


def is_too_wide(contest: Contest) -> bool:
    """Whether more rows would settle what is open."""
    verdict = contest.verdict
    is_open = verdict.outcome in NARROWED_BY_ROWS or Modifier.DEPENDS_ON_SHUFFLE in verdict.modifiers
    return is_open and rows_factor(half_of(contest), contest.margin) > 1


def half_of(contest: Contest) -> float:
    interval = contest.verdict.interval
    return 0.0 if interval is None else (interval.high - interval.low) / 2
