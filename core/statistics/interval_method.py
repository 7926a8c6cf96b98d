"""What an interval is: one row of the table, and the material it may be computed from."""

from collections.abc import Callable
from dataclasses import dataclass

from core.domain.dataset import Floats, Integers
from core.domain.findings import Interval
from core.domain.reading import Reading, degenerate


@dataclass(frozen=True, slots=True, eq=False)
class Basis:
    """Whatever is known; an interval takes the parts it needs.

    `successes` of `trials` independent tests. `values`: one value per split, `ratio` = test rows / training rows.
    `truth` (1 = positive) with its `ranking` scores. `errors` among `positives` and `negatives`. `sample`: one value
    per row whose mean is estimated, with bootstrap `replicates` of it. `first_only`, `second_only`: of `trials` rows
    those on which only one of two algorithms was right.
    """

    successes: float | None = None
    trials: int | None = None
    values: Floats | None = None
    ratio: float | None = None
    truth: Integers | None = None
    ranking: Floats | None = None
    positives: int | None = None
    negatives: int | None = None
    errors: int | None = None
    sample: Floats | None = None
    replicates: Floats | None = None
    first_only: int | None = None
    second_only: int | None = None


@dataclass(frozen=True, slots=True)
class IntervalRow:
    """`formula` takes the fields of the basis named in `needs`, in that order, and the level."""

    key: str
    title: str
    note: str
    source: str
    needs: tuple[str, ...]
    formula: Callable[..., Reading]

    def read(self, basis: Basis, level: float) -> Reading:
        """`low` and `high`, or None for both with a reason."""
        parts = [getattr(basis, name) for name in self.needs]
        if any(part is None for part in parts):
            return degenerate("nothing_to_read", low=None, high=None)
        return self.formula(*parts, level)

    def interval(self, basis: Basis, level: float) -> Interval | None:
        """The interval in the form findings keep; None for special cases: no width would claim certainty."""
        reading = self.read(basis, level)
        return Interval(reading["low"], reading["high"], level, self.key) if reading.is_ok else None
