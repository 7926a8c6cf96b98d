"""Weld quality from 5,000 spot welds: two models that are practically the same."""

import numpy as np

from core.data.sample.sample_study import Sample, make_numbers, make_sample_table, make_yes_no
from core.domain.dataset import Table
from core.domain.study import Columns

_SEED = 5000
_ROWS = 5000


def make_no_difference() -> Table:
    random = np.random.default_rng(_SEED)
    current, force, time, resistance, wear, gap = random.normal(size=(6, _ROWS))
    urge = 1.1 * current - 0.6 * force + 0.8 * time + 0.5 * resistance - 0.9 * wear - 0.4 * gap
    sound = (urge + random.logistic(0, 0.9, _ROWS) > 0).astype(np.int64)
    columns = [
        make_numbers("current", 9.2 + 0.6 * current, 2),
        make_numbers("force", 3.1 + 0.2 * force, 2),
        make_numbers("weld_time", 210 + 15 * time, 0),
        make_numbers("resistance", 122 + 9 * resistance, 1),
        make_numbers("electrode_wear", 0.5 + 0.15 * wear, 3),
        make_numbers("gap", 0.4 + 0.1 * gap, 3),
        make_yes_no("sound", sound),
    ]
    return make_sample_table("same", "Spot welds", columns)


SAME = Sample(
    key="same",
    title="Spot welds",
    story="5,000 spot welds and two models of the same family. With so many rows the range of the difference is "
    "narrow, and all of it is too small to matter here: keep the simpler one.",
    make=make_no_difference,
    columns=Columns(target=("sound",), positive="no"),
    measure="error",
    margin=1.0,
    candidates=("logistic", "lda"),
    baseline="logistic",
    row_meaning="one spot weld",
    use="the same welding line",
    answers={"PREP": "no"},
)
