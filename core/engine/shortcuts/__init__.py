"""Exact ways to do all trainings of a shuffle at the cost of about one; equal to the plain way, or they decline."""

from core.algorithms import ALGORITHMS
from core.domain.dataset import Dataset
from core.domain.evidence import TRIVIAL
from core.domain.study import Settings
from core.engine.shortcuts import constant, discriminant, linear, naive_bayes, neighbours
from core.engine.shortcuts.row import Answerer, Answers, Shortcut

SHORTCUTS: tuple[Shortcut, ...] = (
    *constant.SHORTCUTS,
    naive_bayes.SHORTCUT,
    *neighbours.SHORTCUTS,
    *linear.SHORTCUTS,
    *discriminant.SHORTCUTS,
)


def shortcut(algorithm: str, data: Dataset, settings: Settings) -> Shortcut | None:
    """The shortcut for an algorithm with these settings on this data, if there is one."""
    suited = {row.key for row in ALGORITHMS if data.task in row.tasks} | {TRIVIAL}
    able = (row for row in SHORTCUTS if algorithm in row.algorithms & suited)
    return next((row for row in able if row.applies(data, settings)), None)


__all__ = ["SHORTCUTS", "Answerer", "Answers", "Shortcut", "shortcut"]
