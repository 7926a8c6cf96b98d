"""How far single predictions of a tested model may be off, from its stored held-out predictions alone."""

from core.domain.dataset import Dataset, Task
from core.domain.evidence import GIVEN, Run
from core.domain.prediction import ClassLimit, ErrorLimit
from core.domain.study import Study
from core.prediction.build import find_kept_groups
from core.prediction.held_out import collect_held_out
from core.prediction.prediction_limits import list_class_limits, list_error_limits
from core.statistics.undefined import Undefined


def describe_ranges(study: Study, data: Dataset, run: Run, key: str) -> tuple[ErrorLimit | ClassLimit, ...]:
    """Limits of every output (or class) at every level, one width for all rows.

    Nothing where the model was not tested on held-out rows, has no scores, or was trained elsewhere.
    """
    if any(candidate.key == key and candidate.algorithm == GIVEN for candidate in study.candidates):
        return ()
    held_out = collect_held_out(study, data, run.of(key))
    if isinstance(held_out, Undefined):
        return ()
    groups = find_kept_groups(study, data)
    if data.task is Task.CLASSES:
        return list_class_limits(data, held_out, groups)
    return list_error_limits(data, held_out, None, groups)
