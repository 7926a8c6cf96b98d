"""Learns the rules of one class against all that are left: add rules, optimize them, drop those that do not pay."""

from dataclasses import dataclass

import numpy as np

from core.algorithms.ripper.description import mistake_bits, rule_bits
from core.algorithms.ripper.grow_rules import Table, grow
from core.algorithms.ripper.prune_rules import Judges
from core.algorithms.ripper.rule import Mask, Rule

ALLOWED_BITS = 64.0  # adding rules stops when the description is this much longer than the shortest so far
_GROWING_SHARE = 2 / 3


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A rule and the rows of the stage that it covers."""

    rule: Rule
    covered: Mask


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """`rows` take part; `positive` are those of the class to be described (Cohen 1995, section 3)."""

    table: Table
    rows: Mask
    positive: Mask
    possible: int
    rng: np.random.Generator

    def rules(self, rounds: int) -> list[Rule]:
        placed = self._without_costly(self._with_more([]))
        for _ in range(rounds):
            placed = self._without_costly(self._with_more(self._optimized(placed)))
        return [one.rule for one in placed]

    def _with_more(self, placed: list[Placed]) -> list[Placed]:
        """Rules added while right rows are left, a new rule is mostly right, and the description stays short."""
        shortest = self._bits(placed)
        left = self.rows & ~self._union(placed)
        while (left & self.positive).any():
            added = self._new_rule(left)
            if not added.rule.conditions or not _mostly_right(added.covered & left, self.positive):
                break
            placed = [*placed, added]
            left = left & ~added.covered
            bits = self._bits(placed)
            if bits > shortest + ALLOWED_BITS:
                break
            shortest = min(shortest, bits)
        return placed

    def _new_rule(self, left: Mask) -> Placed:
        growing = self._growing(left)
        return self._placed(self._judges(left & ~growing).shortened(grow(self.table, Rule(), growing, self.positive)))

    def _optimized(self, placed: list[Placed]) -> list[Placed]:
        """Each rule in turn kept, or replaced by a new or a longer one, whichever is shortest to describe."""
        placed = list(placed)
        for place in range(len(placed)):
            variants = [placed[place], *self._variants(placed, place)]
            lists = [[*placed[:place], variant, *placed[place + 1 :]] for variant in variants]
            placed = min(lists, key=self._bits)
        return placed

    def _variants(self, placed: list[Placed], place: int) -> list[Placed]:
        """A rule grown from nothing and one grown from the present rule, both pruned for the whole list."""
        left = self.rows & ~self._union(placed[:place])
        growing = self._growing(left)
        judges = self._judges(left & ~growing & ~self._union(placed[place + 1 :]))
        grown = [grow(self.table, start, growing, self.positive) for start in (Rule(), placed[place].rule)]
        return [self._placed(judges.shortened_for_all(rule)) for rule in grown if rule.conditions]

    def _without_costly(self, placed: list[Placed]) -> list[Placed]:
        """From the last rule to the first, those dropped without which the description is shorter."""
        for place in reversed(range(len(placed))):
            without = placed[:place] + placed[place + 1 :]
            if self._bits(without) < self._bits(placed):
                placed = without
        return placed

    def _bits(self, placed: list[Placed]) -> float:
        covered = self._union(placed)
        mistakes = mistake_bits(
            int(covered.sum()),
            int((self.rows & ~covered).sum()),
            int((covered & ~self.positive).sum()),
            int((self.rows & self.positive & ~covered).sum()),
        )
        return mistakes + sum(rule_bits(len(one.rule.conditions), self.possible) for one in placed)

    def _union(self, placed: list[Placed]) -> Mask:
        covered = np.zeros(len(self.rows), dtype=bool)
        for one in placed:
            covered |= one.covered
        return covered

    def _placed(self, rule: Rule) -> Placed:
        return Placed(rule, self.rows & rule.covers(self.table.inputs))

    def _judges(self, rows: Mask) -> Judges:
        return Judges(self.table.inputs[rows], self.positive[rows])

    def _growing(self, rows: Mask) -> Mask:
        """Two thirds of the right and of the wrong rows, by chance."""
        growing = np.zeros(len(rows), dtype=bool)
        for kind in (rows & self.positive, rows & ~self.positive):
            places = self.rng.permutation(np.flatnonzero(kind))
            growing[places[: int(np.ceil(_GROWING_SHARE * len(places)))]] = True
        return growing


def _mostly_right(covered: Mask, positive: Mask) -> bool:
    rights = int((covered & positive).sum())
    return rights > int(covered.sum()) - rights
