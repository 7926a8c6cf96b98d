"""Whether a study goes on with more repeats: only while its averaged t is borderline, and never beyond the plan."""

from dataclasses import replace

from core.domain.dataset import Dataset
from core.domain.findings import Findings, RepeatDetails, Status
from core.domain.study import SchemeKind, Study
from core.schemes import count_splits
from core.statistics.partition_tests import MORE

AVERAGED = "averaged-t"
STEP = 5


def extended(study: Study, data: Dataset, findings: Findings) -> Study | None:
    """The study with some more repeats; None where those there are suffice, or the plan or the rows allow no more.

    Borderline: the test of sufficient partitions at alpha / m leaves it open (Bradford & Brodley 2001, section 4).
    """
    if not may_extend(study) or not is_borderline(study, findings):
        return None
    scheme = study.scheme
    longer = replace(scheme, repeats=min(scheme.max_repeats, scheme.repeats + STEP))
    has_more = count_splits(data, longer, study.seed) > count_splits(data, scheme, study.seed)
    return replace(study, scheme=longer) if has_more else None


def may_extend(study: Study) -> bool:
    return study.scheme.kind is SchemeKind.KFOLD and study.scheme.repeats < study.scheme.max_repeats


def is_borderline(study: Study, findings: Findings) -> bool:
    """Whether more repeats could still change what the averaged t of some main comparison says."""
    return any(
        isinstance(comparison.details, RepeatDetails) and comparison.details.enough_repeats == MORE
        for comparison in findings.comparisons
        if comparison.comparer == AVERAGED
        and comparison.measure == study.question.measure
        and comparison.status is Status.OK
    )
