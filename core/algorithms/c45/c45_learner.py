"""C4.5 as an algorithm of a study: grow, collapse, prune, and read probabilities off the leaves."""

import numpy as np

from core.algorithms.c45.grow_tree import grow
from core.algorithms.c45.prune_tree import Pruner, collapse
from core.algorithms.c45.table import LeafRule, NodeRows, Table
from core.algorithms.c45.tree import Cases, Node, probabilities
from core.algorithms.cells import SeenNames, usable_inputs
from core.algorithms.learner import Prediction, Schema, not_trained
from core.domain.dataset import Floats


class QuinlanTree:
    """After Quinlan, C4.5: Programs for Machine Learning (1993), with the release 8 penalty on thresholds (1996)."""

    def __init__(self, pruning: float = 0.25, least_rows: int = 2) -> None:
        self.pruning = pruning
        self.least_rows = least_rows
        self.root: Node | None = None
        self.seen: SeenNames | None = None

    def fit(self, inputs: Floats, targets: Floats, schema: Schema) -> None:
        usable_inputs(inputs)
        self.seen = SeenNames.of(inputs, schema)
        table = Table.of(inputs, targets[:, 0].astype(np.int64), schema)
        full, _ = collapse(grow(table, NodeRows.whole(table), LeafRule(self.least_rows)))
        pruner = Pruner(table.inputs, table.labels, table.classes, self.pruning)
        self.root, _ = pruner.prune(full, Cases.all_of(inputs))

    def predict(self, inputs: Floats) -> Prediction:
        if self.root is None or self.seen is None:
            raise not_trained()
        self.seen.tell(inputs)
        scores = probabilities(self.root, inputs)
        return Prediction(np.argmax(scores, axis=1)[:, None].astype(np.float64), scores)
