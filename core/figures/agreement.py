"""On how many rows of the first repeat both, one or none of two candidates were right (Salzberg 1997, section 3.1)."""

from dataclasses import dataclass

from core.domain.chances import word_p_value
from core.domain.findings import Comparison, CountDetails


@dataclass(frozen=True, slots=True)
class Agreement:
    """Counts of rows; only the rows that one of the two got right carry information. `p` is exact and two-sided."""

    both_right: int
    only_candidate: int
    only_baseline: int
    both_wrong: int
    p: float | None

    @property
    def rows(self) -> int:
        return self.both_right + self.only_candidate + self.only_baseline + self.both_wrong

    @property
    def disagreements(self) -> int:
        return self.only_candidate + self.only_baseline

    def per_100(self, count: int) -> float:
        return 100 * count / max(1, self.rows)

    def sentence(self, first: str, second: str) -> str:
        text = (
            f"They disagree on {self.disagreements:,} of {self.rows:,} rows: only these carry information. "
            f"{self.only_candidate:,} of them speak for {first}, {self.only_baseline:,} for {second}."
        )
        return text if self.p is None else f"{text} Exact sign test: {word_p_value(self.p)}."


def agreement(sign_test: Comparison | None) -> Agreement | None:
    """From the sign test's own counts; None where answers are numbers and not right or wrong."""
    if sign_test is None or not isinstance(sign_test.details, CountDetails):
        return None
    counts = sign_test.details
    return Agreement(counts.both_right, counts.first_only, counts.second_only, counts.both_wrong, sign_test.p)
