"""Bearing faults on 64 machines: with random folds a sure win, with machines kept whole it disappears."""

import numpy as np

from core.data.sample.sample_study import (
    Sample,
    make_categories,
    make_numbers,
    make_sample_table,
    make_whole_numbers,
    make_yes_no,
)
from core.domain.dataset import Table
from core.domain.study import Columns

_SEED = 1989
_MACHINES = 64
_WINDOWS = 12
_MACHINE_SPREAD = 1.6  # how far machines differ, in units of the scatter of one machine
_FAULT_SHIFT = 0.35  # how far a fault moves the first three features, same unit
_TRUE_TO_MACHINE = 0.9  # share of windows that show the usual state of their machine
# name, usual value, scatter within a machine, decimals
_FEATURES = (
    ("rms_x", 2.8, 0.35, 3),
    ("rms_y", 2.5, 0.3, 3),
    ("kurtosis", 9.0, 0.9, 2),
    ("crest_factor", 5.5, 0.45, 2),
    ("peak_x", 12.0, 1.4, 2),
    ("skewness", 0.1, 0.12, 3),
    ("band_1_khz", 0.8, 0.09, 4),
    ("band_3_khz", 0.55, 0.06, 4),
    ("band_6_khz", 0.3, 0.035, 4),
    ("envelope_rms", 1.2, 0.14, 3),
    ("temperature", 61.0, 2.2, 1),
    ("speed", 1485.0, 6.0, 0),
)


def make_bearing() -> Table:
    random = np.random.default_rng(_SEED)
    rows = _MACHINES * _WINDOWS
    machine = np.repeat(np.arange(_MACHINES), _WINDOWS)
    usual = np.arange(_MACHINES) % 2
    offsets = random.normal(0, _MACHINE_SPREAD, (_MACHINES, len(_FEATURES)))
    fault = np.where(random.random(rows) < _TRUE_TO_MACHINE, usual[machine], 1 - usual[machine])
    signals = offsets[machine] + random.normal(0, 1, (rows, len(_FEATURES)))
    signals[:, :3] += _FAULT_SHIFT * (2 * fault[:, None] - 1)
    features = [
        make_numbers(name, usual_value + scatter * signals[:, place], digits)
        for place, (name, usual_value, scatter, digits) in enumerate(_FEATURES)
    ]
    labels = [f"M{number + 1:02d}" for number in range(_MACHINES)]
    serial = make_whole_numbers("serial_no", 41_000 + np.arange(rows, dtype=np.int64))
    columns = [serial, make_categories("machine", machine, labels), *features, make_yes_no("fault", fault)]
    return make_sample_table("bearing", "Bearing faults", columns)


BEARING = Sample(
    key="bearing",
    title="Bearing faults",
    story="64 machines, 12 vibration windows each. Split window by window, a random forest wins clearly: it has "
    "learned to recognize the machines. Test on machines that the model has never seen, and the advantage disappears.",
    make=make_bearing,
    columns=Columns(target=("fault",), positive="yes", group="machine", ignore=("serial_no",)),
    measure="error",
    margin=2.0,
    candidates=("logistic", "forest"),
    baseline="logistic",
    row_meaning="one vibration window of 1 s",
    use="the same kind of machines, not seen in training",
    answers={"GROUP": "new ones", "PREP": "no", "ID": "ignore"},
)
