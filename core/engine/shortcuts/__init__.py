"""Exact ways to do all trainings of a shuffle at the cost of about one; equal to the plain way, or they decline."""

from core.domain.dataset import Dataset
from core.domain.study import Settings
from core.engine.shortcuts import constant, linear, naive_bayes, neighbours
from core.engine.shortcuts.row import Answerer, Answers, Shortcut

SHORTCUTS: tuple[Shortcut, ...] = (*constant.SHORTCUTS, naive_bayes.SHORTCUT, *neighbours.SHORTCUTS, *linear.SHORTCUTS)


def shortcut(algorithm: str, data: Dataset, settings: Settings) -> Shortcut | None:
    """The shortcut for an algorithm with these settings on this data, if there is one."""
    return next((row for row in SHORTCUTS if algorithm in row.algorithms and row.applies(data, settings)), None)


__all__ = ["SHORTCUTS", "Answerer", "Answers", "Shortcut", "shortcut"]
