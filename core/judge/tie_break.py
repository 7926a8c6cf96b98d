"""Which of two models the person's own rule picks when the data cannot tell."""

from dataclasses import dataclass

import numpy as np

from core.algorithms import algorithm
from core.domain.study import Study, TieBreak
from core.judge.scores import Board


@dataclass(frozen=True, slots=True)
class Choice:
    key: str
    rule: str


def preferred(study: Study, main: Board, candidate: str) -> Choice:
    """The first rule that tells the two apart, in the order the person gave; the reference if none does."""
    for rule in study.question.tie_break:
        key = _by_rule(rule, study, main, candidate)
        if key:
            return Choice(key, rule.value)
    return Choice(study.reference, TieBreak.INCUMBENT.value)


def _by_rule(rule: TieBreak, study: Study, main: Board, candidate: str) -> str:
    if rule is TieBreak.INCUMBENT:
        return study.reference
    weigh = _simplicity if rule is TieBreak.SIMPLEST else _seconds
    ours, theirs = weigh(study, main, candidate), weigh(study, main, study.reference)
    if ours == theirs:
        return ""
    return candidate if ours < theirs else study.reference


def _simplicity(study: Study, _: Board, key: str) -> float:
    return algorithm(study.candidate(key).algorithm).simplicity


def _seconds(_: Study, main: Board, key: str) -> float:
    """Median training time, to one digit, so that jitter does not decide."""
    seconds = [outcome.seconds for outcome in main.outcomes(key) if outcome.ok]
    return float(f"{np.median(seconds):.1g}") if seconds else float("inf")
