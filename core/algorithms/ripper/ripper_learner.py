"""RIPPER as an algorithm of a study: rules for the rarest class first, the most frequent class for the rest."""

from dataclasses import dataclass

import numpy as np

from core.algorithms.cells import SeenNames, usable_inputs
from core.algorithms.counts import laplace
from core.algorithms.learner import Prediction, Schema, not_trained
from core.algorithms.ripper.grow_rules import Table
from core.algorithms.ripper.rule import Mask, Rule
from core.algorithms.ripper.stage import Stage
from core.domain.dataset import Floats, Integers


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One line of the list: if the rule covers a row (and none above did), this class, with these probabilities."""

    rule: Rule
    label: int
    scores: Floats


class RuleList:
    """After Cohen, Fast Effective Rule Induction (1995), section 3."""

    def __init__(self, rounds: int = 2, seed: int = 0) -> None:
        self.rounds = rounds
        self.seed = seed
        self.lines: tuple[Line, ...] | None = None
        self.seen: SeenNames | None = None

    def fit(self, inputs: Floats, targets: Floats, schema: Schema) -> None:
        usable_inputs(inputs)
        self.seen = SeenNames.of(inputs, schema)
        labels = targets[:, 0].astype(np.int64)
        table = Table.of(inputs, schema)
        rng = np.random.default_rng(self.seed)
        found = _rules_by_class(table, labels, self.rounds, rng)
        counts = np.bincount(labels, minlength=schema.classes)
        self.lines = _lines(table.inputs, labels, counts, found)

    def predict(self, inputs: Floats) -> Prediction:
        if self.lines is None or self.seen is None:
            raise not_trained()
        self.seen.tell(inputs)
        lines = _first_line(tuple(line.rule for line in self.lines), np.asfortranarray(inputs))
        labels = np.array([line.label for line in self.lines], dtype=np.float64)
        scores = np.array([line.scores for line in self.lines])
        return Prediction(labels[lines][:, None], scores[lines])


def _rules_by_class(table: Table, labels: Integers, rounds: int, rng: np.random.Generator) -> list[tuple[Rule, int]]:
    """Rules with their class in the order of the list; the last has no conditions and takes what is left."""
    classes, counts = np.unique(labels, return_counts=True)
    order = classes[np.argsort(counts, kind="stable")]
    left = np.ones(len(labels), dtype=bool)
    possible = table.possible_conditions()
    found: list[tuple[Rule, int]] = []
    for label in order[:-1]:
        rules = Stage(table, left, labels == label, possible, rng).rules(rounds)
        found += [(rule, int(label)) for rule in rules]
        left = left & ~_covered_by_any(rules, table.inputs)
    return [*found, (Rule(), int(order[-1]))]


def _covered_by_any(rules: list[Rule], inputs: Floats) -> Mask:
    covered = np.zeros(len(inputs), dtype=bool)
    for rule in rules:
        covered |= rule.covers(inputs)
    return covered


def _lines(inputs: Floats, labels: Integers, counts: Integers, found: list[tuple[Rule, int]]) -> tuple[Line, ...]:
    reached = _first_line(tuple(rule for rule, _ in found), inputs)
    cells = np.bincount(reached * len(counts) + labels, minlength=len(found) * len(counts))
    by_line = cells.reshape(len(found), len(counts))
    return tuple(_line(rule, label, reaching, counts) for (rule, label), reaching in zip(found, by_line, strict=True))


def _line(rule: Rule, label: int, reaching: Integers, counts: Integers) -> Line:
    """The class the rule was grown for, unless more rows of another reach the line; no rows: all rows count."""
    scores = laplace((reaching if reaching.any() else counts).astype(np.float64), counts > 0)
    return Line(rule, label if scores[label] >= scores.max() else int(np.argmax(scores)), scores)


def _first_line(rules: tuple[Rule, ...], inputs: Floats) -> Integers:
    """The first rule that covers each row; the last covers every row."""
    lines = np.full(len(inputs), len(rules) - 1, dtype=np.int64)
    for place in reversed(range(len(rules) - 1)):
        lines[rules[place].covers(inputs)] = place
    return lines
