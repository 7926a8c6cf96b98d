"""What the engine says while it works; `Ended` always comes."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from core.domain.evidence import FitResult, Run
from core.domain.findings import Findings
from core.domain.study import Study


@dataclass(frozen=True, slots=True)
class Started:
    """`total` jobs of which `done` were already in the study file."""

    total: int
    done: int


class Value(NamedTuple):
    """One measured value of one outcome, for the live histograms: fractions for error-like measures."""

    candidate: str
    measure: str
    output: str
    repeat: int
    fold: int
    value: float | None


@dataclass(frozen=True, slots=True)
class Progressed:
    """A batch of finished outcomes, their values if somebody looks on, and the honest time left (None: not known)."""

    outcomes: tuple[FitResult, ...]
    values: tuple[Value, ...]
    done: int
    total: int
    seconds_left: float | None


@dataclass(frozen=True, slots=True)
class Extended:
    """The answer was borderline and the plan allows more repeats: the study as it goes on, jobs in all and done."""

    study: Study
    total: int
    done: int


class Cause(StrEnum):
    """What ended a run before its time, where there is a way on."""

    OTHER = "other"
    CLUSTER = "cluster"  # the rest can be done on this computer
    MEMORY = "memory"  # fewer trainings at the same time may fit
    DISK = "disk"  # the study can be saved elsewhere


@dataclass(frozen=True, slots=True)
class Ended:
    """The last event. `findings` is None when the run was stopped or failed; `failure` then says why in words.

    `cause` names the way on. `study` is the plan with the repeats that were added.
    """

    run: Run
    findings: Findings | None
    stopped: bool = False
    failure: str = ""
    cause: Cause = Cause.OTHER
    study: Study | None = None


Event = Started | Progressed | Extended | Ended
