"""What a run consists of, in the order in which it is shown: preparation, folds, half-size check, extra estimates."""

from dataclasses import dataclass
from enum import StrEnum

from core.domain.dataset import Dataset
from core.domain.evidence import HALVES, MAIN
from core.domain.study import Study
from core.schemes import list_parts


class StageKind(StrEnum):
    FOLDS = "folds"
    HALVES = "halves"
    EXTRA = "extra"


@dataclass(frozen=True, slots=True)
class RunStage:
    """A stage with the parts of the study that belong to it, and how many splits they have together."""

    kind: StageKind
    parts: tuple[str, ...]
    splits: int


def list_run_stages(study: Study, data: Dataset) -> tuple[RunStage, ...]:
    """Return the stages of this study's run; the answer comes when the last of them is done."""
    kinds = {MAIN: StageKind.FOLDS, HALVES: StageKind.HALVES}
    found: dict[StageKind, RunStage] = {}
    for part in list_parts(study, data):
        kind = kinds.get(part.name, StageKind.EXTRA)
        known = found.get(kind, RunStage(kind, (), 0))
        found[kind] = RunStage(kind, (*known.parts, part.name), known.splits + part.count(data))
    return tuple(found[kind] for kind in StageKind if kind in found)
