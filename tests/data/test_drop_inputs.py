"""Inputs taken away: everything else stays."""

import numpy as np

from core.data.drop_inputs import drop_inputs
from tests.gui.finished import parts_data


def test_that_an_input_is_gone_with_all_that_is_known_of_it() -> None:
    data = parts_data()
    narrowed = drop_inputs(data, ("force",))
    assert narrowed.features == ("noise",)
    assert np.array_equal(narrowed.inputs[:, 0], data.inputs[:, 1])
    assert (len(narrowed.kinds), len(narrowed.levels)) == (1, 1)
    assert np.array_equal(narrowed.targets, data.targets)
    assert narrowed.fingerprint != data.fingerprint
    assert drop_inputs(data, ()).fingerprint == data.fingerprint
