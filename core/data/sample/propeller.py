"""Open-water tests of marine propellers after the Wageningen B-series polynomials."""

import csv
from dataclasses import dataclass
from functools import cache

import numpy as np

from core.data.sample.sample_study import Sample, make_numbers, make_sample_table, make_whole_numbers
from core.domain.dataset import Floats, Table
from core.domain.study import Columns
from core.support.paths import resources

_SEED = 301
_ROWS = 301
_THRUST_NOISE = 0.005
_TORQUE_NOISE = 0.002
_LEAST_THRUST = 0.05  # below, the efficiency falls to zero and no test is run


@dataclass(frozen=True, slots=True)
class Propeller:
    """Advance ratio J, pitch ratio P/D, blade area ratio AE/A0 and number of blades Z."""

    advance: Floats
    pitch: Floats
    area: Floats
    blades: Floats


@cache
def _terms() -> tuple[tuple[str, tuple[float, ...]], ...]:
    """Quantity, coefficient and the powers of J, P/D, AE/A0 and Z (Oosterveld and van Oossanen 1975, table 5)."""
    with (resources() / "samples" / "wageningen_b_series.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return tuple((row[0], tuple(float(cell) for cell in row[1:])) for row in rows)


def compute_coefficient(quantity: str, propeller: Propeller) -> Floats:
    """KT or KQ at Reynolds number 2e6."""
    total = np.zeros(np.broadcast(propeller.advance, propeller.pitch, propeller.area, propeller.blades).shape)
    for name, (factor, j, p, a, z) in _terms():
        if name == quantity:
            total += factor * propeller.advance**j * propeller.pitch**p * propeller.area**a * propeller.blades**z
    return total


def _tests(random: np.random.Generator, rows: int) -> Propeller:
    return Propeller(
        random.uniform(0.05, 1.3, rows),
        random.uniform(0.6, 1.4, rows),
        random.uniform(0.35, 1.0, rows),
        random.integers(3, 8, rows).astype(np.float64),
    )


def make_propeller() -> Table:
    random = np.random.default_rng(_SEED)
    drawn = _tests(random, 4 * _ROWS)
    kept = np.flatnonzero(compute_coefficient("KT", drawn) >= _LEAST_THRUST)[:_ROWS]
    tests = Propeller(*(getattr(drawn, name)[kept] for name in ("advance", "pitch", "area", "blades")))
    thrust = compute_coefficient("KT", tests) * (1 + _THRUST_NOISE * random.normal(size=_ROWS))
    torque = compute_coefficient("KQ", tests) * (1 + _TORQUE_NOISE * random.normal(size=_ROWS))
    efficiency = tests.advance / (2 * np.pi) * thrust / torque
    columns = [
        make_numbers("J", tests.advance, 3),
        make_numbers("P/D", tests.pitch, 3),
        make_numbers("AE/A0", tests.area, 3),
        make_whole_numbers("Z", tests.blades.astype(np.int64)),
        make_numbers("KT", thrust, 4),
        make_numbers("10KQ", 10 * torque, 4),
        make_numbers("efficiency", efficiency, 4),
    ]
    return make_sample_table("propeller", "Propeller tests", columns)


PROPELLER = Sample(
    key="propeller",
    title="Propeller tests",
    story="301 open-water tests of marine propellers, three outputs: thrust, torque and efficiency. They depend on "
    "each other, so they are judged together first and one by one after that.",
    make=make_propeller,
    columns=Columns(target=("KT", "10KQ", "efficiency")),
    measure="relative",
    margin=1.0,
    candidates=("linear", "forest"),
    baseline="linear",
    row_meaning="one open-water test",
    use="propellers of the same series at the design stage",
    answers={"PREP": "no"},
)
