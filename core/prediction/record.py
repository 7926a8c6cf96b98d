"""What a final model says about itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.domain.dataset import Task
from core.domain.prediction import ClassLimit, ErrorByDistance, ErrorLimit, InputColumn, WatchPromise
from core.domain.study import Candidate, Study
from core.insight.recalibration import ScoreMap


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
    """The plan a model comes from, the candidate with its settings fixed, and what may be expected of it.

    `inputs` are its columns as they were tested, `units` those of the outputs ("": none is known). Error limits are for
    numbers, class limits for classes; `by_distance` is the error to expect at a distance, by output (None: too few
    rows). `tested` counts distinct rows with a held-out test, `groups` the groups kept whole (0: none; without a
    `group_name` they are repeated measurements of one setting), and `mixes_groups` says that rows of one group were on
    both sides of splits. `refused` is why there are no ranges; `promises` are what is watched in use.
    `is_recipe`: parameters could not be stored, so it is trained again at each use. `holds_rows`: its parameters are
    training rows. `answers` are its predictions of probe rows, so that another computer can tell whether it has the
    same model. `score_map` turns scores of the positive class into probabilities where that was asked for; which class
    is predicted and which are excluded is decided by the scores before it, as they were tested.
    """

    name: str
    study: Study
    candidate: Candidate
    plan_hash: str
    made_at: str
    rows: int
    expected: tuple[Expected, ...]
    task: Task
    inputs: tuple[InputColumn, ...]
    outputs: tuple[str, ...]
    units: tuple[str, ...]
    classes: tuple[str, ...] = ()
    positive: int = 0
    error_limits: tuple[ErrorLimit, ...] = ()
    class_limits: tuple[ClassLimit, ...] = ()
    by_distance: tuple[ErrorByDistance | None, ...] = ()
    tested: int = 0
    groups: int = 0
    group_name: str = ""
    mixes_groups: bool = False
    refused: str = ""
    promises: tuple[WatchPromise, ...] = ()
    limits: tuple[str, ...] = ()
    final_test: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    is_recipe: bool = False
    holds_rows: bool = False
    answers: tuple[tuple[float, ...], ...] = ()
    score_map: ScoreMap | None = None

    @property
    def told(self) -> str:
        """What it is and what to expect, in two sentences."""
        expect = " ".join(f"Expect {one.text}." for one in self.expected if one.text)
        return f"{self.name}, trained on {self.rows:,} rows of '{self.study.title}'. {expect}".strip()
