"""A vendor's predictions beside our own on the same parts: nothing is trained, only compared."""

import numpy as np

from core.data.sample.sample_study import Sample, make_categories, make_sample_table, make_whole_numbers
from core.domain.dataset import Integers, Table
from core.domain.study import Columns

_SEED = 98
_ROWS = 800
_FAULTY_SHARE = 0.3
_OUR_ERRORS = 0.09
_VENDOR_ERRORS = 0.06
_STATES = ("good", "faulty")


def _predicted(random: np.random.Generator, truth: Integers, errors: float) -> Integers:
    return np.where(random.random(len(truth)) < errors, 1 - truth, truth)


def make_vendor() -> Table:
    random = np.random.default_rng(_SEED)
    truth = (random.random(_ROWS) < _FAULTY_SHARE).astype(np.int64)
    columns = [
        make_whole_numbers("part_no", 7000 + np.arange(_ROWS, dtype=np.int64)),
        make_categories("state", truth, _STATES),
        make_categories("ours", _predicted(random, truth, _OUR_ERRORS), _STATES),
        make_categories("vendor", _predicted(random, truth, _VENDOR_ERRORS), _STATES),
    ]
    return make_sample_table("vendor", "Vendor's claim", columns)


VENDOR = Sample(
    key="vendor",
    title="Vendor's claim",
    story="A vendor claims 98 parts in 100 right. Here are 800 of our own parts with the true state, the vendor's "
    "answers and ours. Nothing is trained: the two columns are compared as they are.",
    make=make_vendor,
    columns=Columns(target=("state",), positive="faulty", ignore=("part_no",), given=("ours", "vendor")),
    measure="error",
    margin=1.0,
    candidates=("ours", "vendor"),
    baseline="ours",
    row_meaning="one inspected part",
    use="incoming inspection of the same parts",
    answers={"PREP": "no", "TRAINED-ON": "no", "ORDER": "yes"},
)
