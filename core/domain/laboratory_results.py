"""What procedures of the Laboratory and the tabs of a result find, as figures: read by window, terminal and report."""

from dataclasses import dataclass

from core.domain.study import Settings


@dataclass(frozen=True, slots=True)
class Variant:
    """One way of judging: difference and range in the unit shown, positive for the candidate, and the answer."""

    label: str
    difference: float | None
    low: float | None
    high: float | None
    verdict: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Band:
    """Margins, in the unit shown, over which the verdict is the same; the last one has no end."""

    low: float
    high: float | None
    verdict: str


@dataclass(frozen=True, slots=True)
class VariedStudy:
    """Verdicts of one contest by what was varied; the first is the study's own choice.

    `told` is a sentence about each of them, where there is more to say than the verdicts.
    """

    what: str
    variants: tuple[Variant, ...]
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WorstRow:
    """A row with its mean loss of both models: share of repeats it was wrong in, or mean miss."""

    row: str
    group: str
    truth: str
    answer: str
    losses: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class GroupLoss:
    """Rows of one group and the mean loss of each model on them."""

    group: str
    rows: int
    losses: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TriedSetting:
    """One setting: mean, least and most of its T2 values over training sets (None: not tuned), and how often chosen."""

    candidate: str
    settings: Settings
    tried: int
    chosen: int
    mean: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class OutputDifference:
    """One output by itself: its mean difference and range; None where it has no spread."""

    output: str
    unit: str
    difference: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class JointTest:
    """A test of all outputs together; `decides` is false for those that claim far too often on shared rows."""

    title: str
    note: str
    statistic: float | None
    p: float | None
    reason: str
    decides: bool


@dataclass(frozen=True, slots=True)
class Share:
    """Of how many rows a model changed its answer between repeats."""

    key: str
    name: str
    changed: int
    rows: int

    @property
    def share(self) -> float:
        return self.changed / max(1, self.rows)


@dataclass(frozen=True, slots=True)
class UnstableRow:
    """A row that moves the difference: mean loss of both models over repeats and its share of the movement."""

    row: str
    group: str
    truth: str
    baseline: float
    candidate: float | None
    part: float


@dataclass(frozen=True, slots=True)
class ListedSet:
    """A data set by what it was when it was put on the list; `path` is empty for the study's own."""

    name: str
    path: str
    rows: int
    target: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class EstimatePlan:
    """How much is to be computed; `leave_out` adds leave one out and leave five out."""

    repeats: int = 10
    samples: int = 50
    leave_out: bool = True
