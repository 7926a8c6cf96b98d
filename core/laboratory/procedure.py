"""A procedure of the papers as the Laboratory and the terminal show it: what it needs, what it costs, what it finds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.domain.dataset import Dataset, Task
from core.domain.evidence import GIVEN, Run
from core.domain.study import Candidate, SchemeKind, Study
from core.figures.exhibit_drawing import Drawing
from core.laboratory.demo_runner import DemoRunner, Working


class Need(StrEnum):
    """What a procedure asks of a study."""

    ANY = "any"
    CLASSES = "classes"
    TWO_CLASSES = "two-classes"
    NUMBERS = "numbers"
    TWO_MODELS = "two-models"
    FOLDS = "folds"
    NO_TIME = "no-time"
    TRAINED = "trained"
    OUTPUTS = "several-outputs"


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A finished study, the model and output looked at, and how much is to be computed."""

    study: Study
    data: Dataset
    run: Run
    candidate: Candidate
    output: int
    names: Mapping[str, str]
    amount: str = ""

    @property
    def baseline(self) -> Candidate:
        return self.study.candidate(self.study.baseline)

    @property
    def pair(self) -> tuple[Candidate, ...]:
        """The baseline and the model looked at; one of them where they are the same."""
        return (self.baseline,) if self.candidate.key == self.baseline.key else (self.baseline, self.candidate)

    def name(self, key: str) -> str:
        return self.names.get(key, key)


@dataclass(frozen=True, slots=True)
class ProcedureResult:
    """What was found: the picture in words, what it means, the picture, and the same numbers as a table."""

    key: str
    seen: str
    meaning: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    drawing: Drawing | None = None


@dataclass(frozen=True, slots=True)
class Procedure:
    """`amounts` are how much can be computed, by key; `count` is the number of training runs that takes."""

    key: str
    title: str
    source: str
    note: str
    needs: tuple[Need, ...]
    work: Callable[[DemoRunner, Subject], Working[ProcedureResult]]
    count: Callable[[Subject], int] = lambda _subject: 0
    amounts: Mapping[str, str] = field(default_factory=dict)
    usual: str = ""
    uses_rows: bool = True  # whether starting it is a look at the person's own rows


def find_missing_need(procedure: Procedure, study: Study, data: Dataset) -> Need | None:
    """The first thing this study does not have; None where the procedure suits it."""
    return next((need for need in procedure.needs if not _has(need, study, data)), None)


def _has(need: Need, study: Study, data: Dataset) -> bool:
    is_classes = data.task is Task.CLASSES
    found = {
        Need.ANY: True,
        Need.CLASSES: is_classes,
        Need.TWO_CLASSES: is_classes and len(data.classes) == 2,
        Need.NUMBERS: not is_classes,
        Need.TWO_MODELS: bool(study.challengers),
        Need.FOLDS: study.scheme.kind is SchemeKind.KFOLD,
        Need.NO_TIME: study.scheme.kind is not SchemeKind.TIME,
        Need.OUTPUTS: len(data.outputs) > 1,
        Need.TRAINED: all(candidate.algorithm != GIVEN for candidate in study.candidates),
    }
    return found[need]


def cell(value: float | None, digits: int = 4) -> str:
    return "–" if value is None else f"{value:.{digits}g}".replace("-", "−")
