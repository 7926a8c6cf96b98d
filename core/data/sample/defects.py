"""Casting defects: about 3 in 100 parts, and an escaped defect costs as much as twenty false alarms."""

import numpy as np

from core.data.sample.sample_study import Sample, make_categories, make_numbers, make_sample_table, make_yes_no
from core.domain.dataset import Table
from core.domain.study import Columns

_SEED = 20
_ROWS = 3000
_DEFECT_SHARE = 0.03


def make_defects() -> Table:
    random = np.random.default_rng(_SEED)
    melt, pressure, fill, moisture, die, cycle = random.normal(size=(6, _ROWS))
    shift = random.integers(0, 3, _ROWS)
    urge = 0.9 * melt + 0.7 * moisture + 0.8 * np.maximum(die - 0.5, 0) * (pressure < 0) - 0.3 * (shift == 0)
    urge += random.logistic(0, 0.7, _ROWS)
    defect = (urge > np.quantile(urge, 1 - _DEFECT_SHARE)).astype(np.int64)
    columns = [
        make_numbers("melt_temperature", 702 + 8 * melt, 1),
        make_numbers("pressure", 85 + 6 * pressure, 1),
        make_numbers("fill_time", 1.8 + 0.12 * fill, 3),
        make_numbers("moisture", 3.4 + 0.5 * moisture, 2),
        make_numbers("die_temperature", 215 + 11 * die, 1),
        make_numbers("cycle_time", 46 + 2.5 * cycle, 1),
        make_categories("shift", shift, ("early", "late", "night")),
        make_yes_no("defect", defect),
    ]
    return make_sample_table("defects", "Casting defects", columns)


DEFECTS = Sample(
    key="defects",
    title="Casting defects",
    story="3,000 castings, 90 of them defective. Always predicting 'good' is right 97 times in 100 and useless, "
    "so the cost decides: one missed defect costs as much as 20 false alarms.",
    make=make_defects,
    columns=Columns(target=("defect",), positive="yes"),
    measure="cost",
    margin=3.0,
    candidates=("logistic", "forest"),
    baseline="logistic",
    row_meaning="one casting",
    use="castings of the same line",
    cost_ratio=20.0,
    answers={"PREP": "no"},
)
