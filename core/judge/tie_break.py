"""Which model the tie-break rule picks where the data cannot tell."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.algorithms import find_algorithm
from core.domain.study import QuestionKind, Study, TieBreak
from core.judge.scores import ScoreTable


@dataclass(frozen=True, slots=True)
class Choice:
    """`rule` is the one that decided; None where there was nothing to choose."""

    key: str
    rule: TieBreak | None


def choose_by_rule(study: Study, main: ScoreTable, keys: Sequence[str]) -> Choice:
    """Apply the rules in their order, each to what the ones before left over; then the model named first.

    "Which of these?" assumes no model in use, so the rule to keep it does not apply there.
    """
    left, rule = list(dict.fromkeys(keys)), None
    for asked in study.question.tie_break:
        if asked is TieBreak.INCUMBENT and study.question.kind is QuestionKind.WHICH:
            continue
        kept = _apply_rule(asked, study, main, left)
        if len(kept) < len(left):
            left, rule = kept, asked
        if len(left) == 1:
            break
    return Choice(left[0], rule)


def _apply_rule(rule: TieBreak, study: Study, main: ScoreTable, keys: list[str]) -> list[str]:
    if rule is TieBreak.INCUMBENT:
        return [study.baseline] if study.baseline in keys else keys
    weights = [(_read_simplicity(study, key) if rule is TieBreak.SIMPLEST else _read_time(main, key)) for key in keys]
    return [key for key, weight in zip(keys, weights, strict=True) if weight == min(weights)]


def _read_simplicity(study: Study, key: str) -> float:
    return find_algorithm(study.candidate(key).algorithm).simplicity


def _read_time(main: ScoreTable, key: str) -> float:
    """Median training time in seconds, to one digit, so that jitter does not decide."""
    seconds = [outcome.seconds for outcome in main.outcomes(key) if outcome.ok]
    return float(f"{np.median(seconds):.1g}") if seconds else float("inf")
