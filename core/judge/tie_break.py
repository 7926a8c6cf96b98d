"""Which model the person's own rule picks when the data cannot tell."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.algorithms import find_algorithm
from core.domain.study import Study, TieBreak
from core.judge.scores import ScoreTable


@dataclass(frozen=True, slots=True)
class Choice:
    key: str
    rule: str


def preferred(study: Study, main: ScoreTable, candidate: str) -> Choice:
    """Between one candidate and the reference."""
    return pick(study, main, (study.reference, candidate))


def pick(study: Study, main: ScoreTable, keys: Sequence[str]) -> Choice:
    """The rules in the order the person gave, each on what the ones before left over; then the one named first."""
    left, rule = list(keys), TieBreak.INCUMBENT.words
    for rule_asked in study.question.tie_break:
        kept = _left_by(rule_asked, study, main, left)
        if len(kept) < len(left):
            left, rule = kept, rule_asked.words
        if len(left) == 1:
            break
    return Choice(left[0], rule)


def _left_by(rule: TieBreak, study: Study, main: ScoreTable, keys: list[str]) -> list[str]:
    if rule is TieBreak.INCUMBENT:
        return [study.reference] if study.reference in keys else keys
    weights = [(_simplicity(study, key) if rule is TieBreak.SIMPLEST else _seconds(main, key)) for key in keys]
    return [key for key, weight in zip(keys, weights, strict=True) if weight == min(weights)]


def _simplicity(study: Study, key: str) -> float:
    return find_algorithm(study.candidate(key).algorithm).simplicity


def _seconds(main: ScoreTable, key: str) -> float:
    """Median training time, to one digit, so that jitter does not decide."""
    seconds = [outcome.seconds for outcome in main.outcomes(key) if outcome.ok]
    return float(f"{np.median(seconds):.1g}") if seconds else float("inf")
