"""Shortens a rule by its last conditions, as rows it was not grown on advise."""

from dataclasses import dataclass

import numpy as np

from core.algorithms.ripper.rule import Mask, Rule
from core.domain.dataset import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Judges:
    """Rows kept back from growing, and which of them are right."""

    inputs: Floats
    positive: Mask

    def shortened(self, rule: Rule) -> Rule:
        """The shortest of the beginnings with the greatest (p - n)/(p + n) (Cohen 1995, section 2.3)."""
        if not rule.conditions:
            return rule
        rights, wrongs = self._covered(rule)
        together = np.maximum(rights + wrongs, 1.0)
        return rule.first(int(np.argmax((rights - wrongs) / together)) + 1)

    def shortened_for_all(self, rule: Rule) -> Rule:
        """The same for a rule among others: least errors of the whole list on the rows the others leave."""
        rights, wrongs = self._covered(rule)
        return rule.first(int(np.argmax(rights - wrongs)) + 1)

    def _covered(self, rule: Rule) -> tuple[Floats, Floats]:
        """Right and wrong rows covered by the first, the first two, ... conditions."""
        holds = np.array([condition.holds(self.inputs) for condition in rule.conditions])
        covered = np.logical_and.accumulate(holds, axis=0)
        rights = (covered & self.positive).sum(axis=1).astype(np.float64)
        return rights, covered.sum(axis=1) - rights
