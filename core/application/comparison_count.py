"""How many comparisons were seen before on these rows: in the ledger, and elsewhere as the person stated."""

from dataclasses import dataclass, replace
from typing import Protocol

from core.domain.dataset import Dataset
from core.domain.problem import Fix, Problem, Severity
from core.domain.study import REASON, Study


class Counter(Protocol):
    """What is asked of a ledger."""

    def looks(self, data: Dataset, apart_from: Study | None = None) -> int: ...


@dataclass(frozen=True, slots=True)
class Looks:
    """`in_ledger` counts unless a `reason` was stated; `new` are the comparisons of this study."""

    in_ledger: int
    elsewhere: int
    new: int
    reason: str = ""

    @property
    def before(self) -> int:
        return self.elsewhere + (0 if self.reason else self.in_ledger)

    @property
    def bar(self) -> int:
        """What alpha is divided by."""
        return max(1, self.before + self.new)


def looks_of(study: Study, data: Dataset, ledger: Counter) -> Looks:
    elsewhere = study.looks if study.looks_elsewhere is None else study.looks_elsewhere
    new = len(study.challengers) * len(data.outputs)
    return Looks(ledger.looks(data, study), elsewhere, new, study.answers.get(REASON, "").strip())


def with_ledger(study: Study, data: Dataset, ledger: Counter) -> Study:
    """The study with the looks of the ledger added to those stated; asking again changes nothing."""
    found = looks_of(study, data, ledger)
    return replace(study, looks=found.before, looks_elsewhere=found.elsewhere)


def removed_rows() -> Problem:
    """Asked where rows are left out that were there when results were seen (UX 3.3 EXCL)."""
    text = "You removed rows after seeing results. The verdict is shown with and without them."
    fixes = (
        Fix("Put them back", "columns.excluded", ()),
        Fix("Leave them out", "answers.EXCL", "for the reasons that stand with the rules"),
    )
    return Problem("EXCL", Severity.ASKS, text, "columns", fixes)
