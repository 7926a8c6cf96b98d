"""Checks of the rows and the plan: duplicates, missing values, revealing inputs, groups, related inputs."""

from collections.abc import Iterator

import numpy as np

from core.data.repeated_rows import RepeatedRows, find_repeated_rows
from core.data.screen_leakage import list_leak_problems
from core.domain.check_result import CheckLevel, CheckResult
from core.domain.dataset import Integers, Kind
from core.domain.study import Reply
from core.insight.check_evidence import CheckEvidence, Finding, skip_check
from core.insight.input_groups import group_inputs
from core.judge.cautions import FEW_GROUPS
from core.judge.obstacles import list_doubtful_inputs, list_open_leaks

PREPARED_BEFORE = "PREP"  # key of the person's answer: was anything computed from the whole table before import?
KNOWN_BEFORE = "LEAK"  # begins the key of the answer whether an input is known before the prediction


def check_exact_duplicates(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    """Exact duplicates on both sides of a split are tested on what they were trained on."""
    yield _check_repeated(evidence, code, is_duplicate=True)


def check_repeated_measurements(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    yield _check_repeated(evidence, code, is_duplicate=False)


def _check_repeated(evidence: CheckEvidence, code: str, is_duplicate: bool) -> Finding:
    data = evidence.data
    if not data.features:
        return skip_check(code, "no-inputs")
    repeated = find_repeated_rows(data.inputs, data.targets)
    rows = repeated.duplicates if is_duplicate else repeated.replicates
    apart = _count_parted(evidence, repeated, rows)
    reason = "none" if not len(rows) else "together" if not apart else "apart"
    level = CheckLevel.PASSED if not apart else CheckLevel.NOTED
    if apart and is_duplicate and Kind.NUMBER in data.kinds:  # categories alone repeat by chance
        level = CheckLevel.ATTENTION
    return Finding(CheckResult(code, level, reason, count=len(rows), total=data.size))


def _count_parted(evidence: CheckEvidence, repeated: RepeatedRows, rows: Integers) -> int:
    """How many of these rows may be tested by a model that was trained on a row with equal inputs."""
    groups = evidence.data.groups if evidence.study.scheme.grouped else None
    if groups is None or not len(rows):
        return len(rows)
    first = np.full(int(repeated.sets.max()) + 1, -1, dtype=np.int64)
    first[repeated.sets[::-1]] = groups[::-1]  # the group of the first row of each set
    return int(np.sum(groups[rows] != first[repeated.sets[rows]]))


def check_missing_values(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    if not evidence.data.features:
        yield skip_check(code, "no-inputs")
        return
    missing = np.isnan(evidence.data.inputs)
    rows = int(missing.any(axis=1).sum())
    worst = np.argsort(-missing.sum(axis=0), kind="stable")[:3]
    names = tuple(evidence.data.features[place] for place in worst if missing[:, place].any())
    level = CheckLevel.NOTED if rows else CheckLevel.PASSED
    yield Finding(CheckResult(code, level, count=rows, total=evidence.data.size, names=names))


def check_stated_use(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    """The person's own statement; nothing is computed."""
    use = evidence.study.use.strip()
    level = CheckLevel.PASSED if use else CheckLevel.NOTED
    yield Finding(CheckResult(code, level, "stated" if use else "not-stated", names=(use,) if use else ()))


def check_revealing_inputs(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    """Open questions are a problem; inputs the person says are known before the prediction are noted."""
    study, data = evidence.study, evidence.data
    if not data.features:
        yield skip_check(code, "no-inputs")
        return
    if list_open_leaks(study):
        names = list_doubtful_inputs(study, data)
        yield Finding(CheckResult(code, CheckLevel.PROBLEM, "open", names=names, holds_if=True))
        return
    answered = {key.partition(":")[2] for key in study.answers if key.startswith(KNOWN_BEFORE)}
    found = tuple(problem.place.partition(".")[2] for problem in list_leak_problems(data, study.columns))
    known = tuple(name for name in found if any(name in one for one in answered))
    unasked = tuple(name for name in found if name not in known)
    if unasked:
        yield Finding(CheckResult(code, CheckLevel.ATTENTION, "unasked", names=unasked, holds_if=True))
    elif known:
        yield Finding(CheckResult(code, CheckLevel.NOTED, "known", names=known, holds_if=True))
    else:
        yield Finding(CheckResult(code, CheckLevel.PASSED, holds_if=True))


def check_preparation(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    """Whether anything was computed from the whole table before import, as the person answered."""
    answer = evidence.study.answers.get(PREPARED_BEFORE, "")
    levels = {Reply.NO: CheckLevel.PASSED, Reply.YES: CheckLevel.ATTENTION, Reply.NOT_SURE: CheckLevel.ATTENTION}
    level = next((found for reply, found in levels.items() if answer == reply), CheckLevel.NOTED)
    yield Finding(CheckResult(code, level, answer or "not-asked", holds_if=True))


def check_groups(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    data = evidence.data
    if not data.group_count:
        yield skip_check(code, "no-groups")
        return
    level = CheckLevel.PASSED if evidence.study.scheme.grouped else CheckLevel.ATTENTION
    reason = "together" if evidence.study.scheme.grouped else "apart"
    yield Finding(CheckResult(code, level, reason, count=data.group_count, total=data.size, names=(data.group_name,)))


def check_few_groups(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    data = evidence.data
    if not evidence.context.has_groups:
        yield skip_check(code, "no-groups")
        return
    level = CheckLevel.ATTENTION if data.group_count < FEW_GROUPS else CheckLevel.PASSED
    yield Finding(CheckResult(code, level, count=data.group_count, limit=float(FEW_GROUPS), names=(data.group_name,)))


def check_related_inputs(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    data = evidence.data
    if len(data.features) < 2:
        yield skip_check(code, "one-input")
        return
    found = group_inputs(data)
    if not found.related:
        yield Finding(CheckResult(code, CheckLevel.PASSED, total=len(data.features)))
        return
    pair = found.related[0]
    names = (data.features[pair.first], data.features[pair.second])
    reason = "grouped" if found.joined else "related"
    count = sum(map(len, found.joined)) or len({place for one in found.related for place in (one.first, one.second)})
    yield Finding(
        CheckResult(
            code, CheckLevel.NOTED, reason, count=count, total=len(data.features), value=pair.strength, names=names
        )
    )


def check_useless_inputs(evidence: CheckEvidence, code: str) -> Iterator[Finding]:
    if len(evidence.data.features) < 2:
        yield skip_check(code, "one-input")
    elif evidence.model not in evidence.trained:
        yield skip_check(code, "imported")
    elif evidence.useless is None:
        yield Finding(CheckResult(code, CheckLevel.NOT_COMPUTED))
    else:
        level = CheckLevel.NOTED if evidence.useless else CheckLevel.PASSED
        count, total = len(evidence.useless), len(evidence.data.features)
        yield Finding(CheckResult(code, level, "", evidence.model, count=count, total=total, names=evidence.useless))
