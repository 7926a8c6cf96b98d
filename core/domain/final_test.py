"""What the final test rows said when it was opened: once, after the verdict."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.domain.findings import Interval


@dataclass(frozen=True, slots=True)
class FinalTestLine:
    """One model on one output: its figure on the final test rows, and the range the study had promised for it."""

    candidate: str
    output: str
    measure: str
    value: float | None
    interval: Interval | None
    forecast: Interval | None


@dataclass(frozen=True, slots=True)
class FinalTestResult:
    """`answers` are the packed predictions by candidate in base 64, so that every figure can be computed again."""

    opened_at: str
    rows: int
    lines: tuple[FinalTestLine, ...]
    answers: Mapping[str, str] = field(default_factory=dict)
