"""What the history remembers of one main comparison, and what makes two comparisons the same one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import product
from math import isfinite
from typing import Any

from core.domain.conclusion import Answer, ModelAnswer, Reason
from core.domain.dataset import Dataset
from core.domain.findings import Findings, Interval
from core.domain.study import REASON, WHO, Candidate, QuestionKind, Study
from core.judge.context import count_comparisons
from core.statistics.measures import MEASURES, find_measure
from core.store.codec import from_json, to_json, to_text
from core.support.errors import ContentError
from core.wording.model_names import name_models


@dataclass(frozen=True, slots=True)
class Entry:
    """One main comparison whose test folds were seen; effects and ranges in the measure's own unit.

    `comparison` is the same for the same question asked again, however the study was renamed or extended.
    `baseline` is what the candidate was held against: for "which of these?" the leader, once there is one.
    `answer` and `verdict` (the key of its reason) are what was concluded then, empty when the run was stopped. `count`
    is what alpha was divided by then, `elsewhere` the part of it that the person stated, `reason` why earlier
    comparisons do not count.
    """

    time: str
    title: str
    plan_hash: str
    data: str
    comparison: str
    candidate: str
    baseline: str
    output: str
    measure: str
    complete: bool
    question: str = "better"
    answer: str = ""
    verdict: str = ""
    margin: float = 0.0
    alpha: float = 0.05
    count: int = 1
    elsewhere: int = 0
    effect: float | None = None
    interval: Interval | None = None
    df: float | None = None
    reason: str = ""
    variant: str = ""
    who: str = ""

    @property
    def day(self) -> str:
        return self.time[:10]

    @property
    def seen(self) -> str:
        return "complete" if self.complete else "stopped"


def read_entry(plain: Mapping[str, Any]) -> Entry:
    """Return the entry; a ValueError says what no entry of ours can be, so that nothing later stumbles over it."""
    entry = from_json(Entry, plain)
    is_known = any(measure.key == entry.measure for measure in MEASURES)
    is_counted = entry.count >= 1 and entry.elsewhere >= 0 and 0 < entry.alpha <= 1
    numbers = [entry.margin, entry.effect, entry.df, *(_ends(entry.interval) if entry.interval else ())]
    is_finite = all(number is None or isfinite(number) for number in numbers)
    is_known &= entry.question in list(QuestionKind)
    is_known &= entry.answer in ("", *Answer) and entry.verdict in ("", *Reason)
    if not (is_known and is_counted and is_finite and (entry.df is None or entry.df > 0)):
        raise ContentError("comparison")
    return entry


def _ends(interval: Interval) -> tuple[float, float, float]:
    return interval.low, interval.high, interval.level


def compute_comparison_keys(study: Study, data: Dataset, variant: str = "") -> list[str]:
    """One key per main comparison of the study, candidate by candidate and output by output."""
    core = _core(study)
    pairs = product(study.challengers, data.outputs)
    return [_key(core, candidate, study, output, data.fingerprint, variant) for candidate, output in pairs]


def _core(study: Study) -> Mapping[str, Any]:
    """What decides the numbers: measure, folds, tuning and seed; not the title, earlier comparisons or more repeats.

    Another margin, limit or rule for ties reads the same numbers anew, and counts no more than moving a slider does.
    """
    scheme = replace(study.scheme, repeats=0, max_repeats=0, samples=0)
    return {
        "measure": study.question.measure,
        "cost_ratio": study.question.cost_ratio if study.question.measure == "cost" else 1.0,
        "scheme": to_json(scheme),
        "tuning": to_json(study.tuning),
        "seed": study.seed,
    }


def _key(
    core: Mapping[str, Any], candidate: Candidate, study: Study, output: str, fingerprint: str, variant: str
) -> str:
    sides = [_recipe(candidate), _recipe(study.candidate(study.baseline))]
    parts = {**core, "sides": sides, "output": output, "data": fingerprint, "variant": variant}
    return sha256(to_text(parts, sort_keys=True).encode()).hexdigest()[:32]


def _recipe(candidate: Candidate) -> Mapping[str, Any]:
    return {
        "algorithm": candidate.algorithm,
        "settings": to_json(candidate.settings),
        "grid": to_json(candidate.grid),
    }


def make_entries(
    study: Study, data: Dataset, plan_hash: str, findings: Findings | None, complete: bool, time: str, variant: str = ""
) -> list[Entry]:
    """One entry per main comparison, with what was concluded about it where the run was finished."""
    pairs = list(product(study.challengers, data.outputs))
    keys, names = compute_comparison_keys(study, data, variant), name_models(study)
    entries = []
    for place, (candidate, output) in enumerate(pairs):
        entry = Entry(
            time=time,
            title=study.title,
            plan_hash=plan_hash,
            data=data.fingerprint,
            comparison=keys[place],
            candidate=names[candidate.key],
            baseline=names[study.baseline],
            output=output if len(data.outputs) > 1 else "",
            measure=study.question.measure,
            question=study.question.kind.value,
            complete=complete,
            margin=study.margin(output) / find_measure(study.question.measure).scale,
            alpha=study.alpha,
            count=count_comparisons(study, data),
            elsewhere=study.earlier_comparisons if study.comparisons_elsewhere is None else study.comparisons_elsewhere,
            reason=study.answers.get(REASON, ""),
            variant=variant,
            who=study.answers.get(WHO, "").strip(),
        )
        row = findings.conclusion.row(candidate.key, output) if findings is not None else None
        if row is not None:
            is_behind_leader = row.comparator not in ("", candidate.key)
            held_against = row.comparator if is_behind_leader else study.baseline
            entry = replace(_add_conclusion(entry, row, candidate.key), baseline=names[held_against])
        entries.append(entry)
    return entries


def _add_conclusion(entry: Entry, row: ModelAnswer, candidate: str) -> Entry:
    """Effects have the candidate first, also where the leader was held against it."""
    difference = row.difference
    found = replace(entry, answer=row.answer.value, verdict=row.reason.value)
    if difference is None or difference.mean is None:
        return found
    sign = 1 if difference.first == candidate else -1
    interval = difference.interval
    if interval is None:
        return replace(found, effect=sign * difference.mean)
    low, high = sorted((sign * interval.low, sign * interval.high))
    kept = Interval(low, high, interval.level, interval.method)
    return replace(found, effect=sign * difference.mean, interval=kept, df=interval.df)
