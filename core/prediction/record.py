"""What a final model says about itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.domain.study import Candidate, Study


@dataclass(frozen=True, slots=True)
class Expected:
    """How good it should be on one output, in words and numbers (the measure's own unit), as the study promised."""

    output: str
    measure: str
    mean: float | None
    low: float | None
    high: float | None
    text: str


@dataclass(frozen=True, slots=True)
class FinalModel:
    """The recipe: the plan it comes from, the candidate with its settings fixed, and what may be expected of it.

    `answers` are what it said on the first rows it was trained on, so that another computer can tell whether the
    recipe gives the same model there.
    """

    name: str
    study: Study
    candidate: Candidate
    plan_hash: str
    made_at: str
    rows: int
    expected: tuple[Expected, ...]
    limits: tuple[str, ...] = ()
    vault: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    answers: tuple[tuple[float, ...], ...] = ()

    @property
    def told(self) -> str:
        """What it is and what to expect, in two sentences."""
        expect = " ".join(f"Expect {one.text}." for one in self.expected if one.text)
        return f"{self.name}, trained on {self.rows:,} rows of '{self.study.title}'. {expect}".strip()
