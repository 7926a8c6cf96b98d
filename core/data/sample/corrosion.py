"""Slow strain-rate tests of a corroding steel: 93 rows, four outputs, zeros in two of them."""

import numpy as np

from core.data.sample.sample_study import Sample, make_numbers, make_sample_table
from core.domain.dataset import Table
from core.domain.study import Columns

_SEED = 93
_ROWS = 93


def make_corrosion() -> Table:
    random = np.random.default_rng(_SEED)
    chloride = 10 ** random.uniform(1.0, 4.0, _ROWS)
    temperature = random.uniform(20, 120, _ROWS)
    potential = random.uniform(-900, -200, _ROWS)
    attack = (np.log10(chloride) - 2.5) / 1.5 + (temperature - 70) / 60 + (potential + 550) / 500
    crack = np.maximum(2.2 * attack + random.normal(0, 1.6, _ROWS), 0)
    strength = 620 - 45 * attack + random.normal(0, 14, _ROWS)
    time = np.maximum(180 - 38 * attack + 12 * attack**2 + random.normal(0, 22, _ROWS), 4)
    reduction = np.maximum(9 - 1.0 * attack + random.normal(0, 9, _ROWS), 0)
    columns = [
        make_numbers("chloride", chloride, 0),
        make_numbers("temperature", temperature, 1),
        make_numbers("potential", potential, 0),
        make_numbers("crack_length", crack, 2),
        make_numbers("tensile_strength", strength, 0),
        make_numbers("time_to_failure", time, 1),
        make_numbers("reduction_of_area", reduction, 1),
    ]
    return make_sample_table("corrosion", "Corrosion lab", columns)


CORROSION = Sample(
    key="corrosion",
    title="Corrosion lab",
    story="93 laboratory tests, three inputs, four outputs. Two outputs hold zeros, so an error in percent means "
    "nothing there; one of them can hardly be predicted at all, and the study says so.",
    make=make_corrosion,
    columns=Columns(target=("crack_length", "tensile_strength", "time_to_failure", "reduction_of_area")),
    measure="mae",
    margin=1.0,
    candidates=("linear", "forest"),
    baseline="linear",
    row_meaning="one corrosion test",
    use="the same steel in the same laboratory",
    answers={"PREP": "no"},
)
