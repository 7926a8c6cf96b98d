"""What an algorithm is told about a dataset."""

import numpy as np

from core.algorithms.learner import schema_of
from core.domain.dataset import Dataset, Kind, Task


def test_that_a_schema_says_what_the_numbers_of_a_dataset_mean() -> None:
    data = Dataset(
        "welds",
        Task.CLASSES,
        np.zeros((3, 2)),
        (Kind.NUMBER, Kind.NAMES),
        ("current", "steel"),
        ((), ("S235", "S355")),
        np.array([[0.0], [1.0], [1.0]]),
        ("sound",),
        ("no", "yes"),
    )
    schema = schema_of(data)
    assert (schema.task, schema.classes, schema.outputs) == (Task.CLASSES, 2, 1)
    assert schema.kinds == data.kinds
    assert schema.levels == data.levels
    assert schema.features == data.features
