"""What the report card says, as facts: one record for each check, and for each model a check is about."""

from dataclasses import dataclass
from enum import StrEnum


class CheckLevel(StrEnum):
    """How a check ended. `noted` is information without a measured threshold, and never asks for attention."""

    PASSED = "passed"
    NOTED = "noted"
    ATTENTION = "attention"
    PROBLEM = "problem"
    NOT_APPLICABLE = "not-applicable"
    NOT_COMPUTED = "not-computed"  # needs trainings after the folds, which were not asked for yet


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One row of the report card. `reason` is the key of what was found, or of why the check does not apply.

    `model` is the key of the model it is about ("": the study), `output` the output. `count` of `total` are rows,
    groups or training runs, `value` the figure found and `limit` what it is held against, both in the unit of the check
    (a loss: the measure's own unit). `p` is adjusted for all checks of the study; None where a fixed threshold decides.
    `holds_if`: the check relies on an answer of the person.
    """

    code: str
    level: CheckLevel
    reason: str = ""
    model: str = ""
    output: str = ""
    count: int = 0
    total: int = 0
    value: float | None = None
    limit: float | None = None
    names: tuple[str, ...] = ()
    p: float | None = None
    holds_if: bool = False

    @property
    def rings(self) -> bool:
        """Whether it counts in the number beside the tab: attention or problem."""
        return self.level in (CheckLevel.ATTENTION, CheckLevel.PROBLEM)
