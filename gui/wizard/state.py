"""The study so far, without Qt: table, dataset, plan, undo, lock and what was found."""

from dataclasses import dataclass, field

from core.domain.dataset import Dataset, Table
from core.domain.evidence import Run
from core.domain.findings import Findings
from core.domain.problem import Problem
from core.domain.study import Columns, Question, Study


def blank_study() -> Study:
    return Study(title="", source="", columns=Columns(), question=Question(), candidates=(), reference="")


@dataclass
class State:
    """What the wizard fills in. Until the lock `study` changes only through `change`; afterwards it is sealed."""

    study: Study = field(default_factory=blank_study)
    table: Table | None = None
    data: Dataset | None = None
    screened: tuple[Problem, ...] = ()
    locked_at: str = ""
    run: Run | None = None
    findings: Findings | None = None

    @property
    def locked(self) -> bool:
        return bool(self.locked_at)
