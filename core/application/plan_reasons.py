"""Before the lock: which inputs will be measured together, and what the work after the folds costs."""

from collections.abc import Sequence

from core.application.explain_models import FEWEST_SPLITS, list_input_groups
from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN
from core.domain.forecast import FitTiming
from core.domain.study import SchemeKind, Study
from core.insight.input_groups import group_inputs

MOST_MODELS = 3  # the model to use, the one the headline is about, and the baseline
NameGroups = tuple[tuple[str, ...], ...]


def name_input_groups(study: Study, data: Dataset) -> NameGroups:
    """Every input once, those measured together in one group: as the plan says, or as they move together."""
    return tuple(tuple(data.features[place] for place in group) for group in list_input_groups(study, data).groups)


def choose_input_groups(data: Dataset, groups: NameGroups) -> NameGroups:
    """What a plan says of these groups: nothing where they are the ones that move together anyway."""
    found = {frozenset(data.features[place] for place in group) for group in group_inputs(data).groups}
    return () if {frozenset(group) for group in groups} == found else groups


def count_explaining_runs(study: Study) -> int:
    """The most training runs that "which inputs matter" takes after the answer; 0 where it cannot be asked."""
    splits = study.scheme.folds * study.scheme.repeats
    if study.scheme.kind is not SchemeKind.KFOLD or splits < FEWEST_SPLITS:
        return 0
    trained = sum(one.algorithm != GIVEN for one in study.candidates)
    return min(MOST_MODELS, trained) * splits


def estimate_explaining_seconds(study: Study, timings: Sequence[FitTiming]) -> float:
    """Processor seconds of these runs at most: the slowest models, each trained once more on every split."""
    slowest = sorted((one.seconds for one in timings if not one.message), reverse=True)[:MOST_MODELS]
    return sum(slowest) * study.scheme.folds * study.scheme.repeats
