"""The plan of a study as one text that is always the same, its hash, and how it may still change once it is locked."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256

from core.domain.study import Study
from core.store.codec import from_json, from_text, to_text
from core.support.errors import StudyError

MOST = {"folds": 10_000_000, "repeats": 10_000, "samples": 1_000_000, "candidates": 1_000}


def plan_text(study: Study) -> str:
    """Return the plan in JSON, the same for the same study on every computer."""
    return to_text(study, sort_keys=True)


def plan_hash(study: Study) -> str:
    return sha256(plan_text(study).encode()).hexdigest()


def study_from_text(text: str) -> Study:
    """Return the study of a plan text; a StudyError says what is wrong with it."""
    try:
        study = from_text(Study, text)
    except ValueError as problem:
        raise _refuse(str(problem)) from None
    check_plan(study)
    return study


def study_from_json(plain: object) -> Study:
    try:
        study = from_json(Study, plain)
    except ValueError as problem:
        raise _refuse(str(problem)) from None
    check_plan(study)
    return study


def check_plan(study: Study) -> None:
    """Raise a StudyError where a plan from elsewhere makes no sense, or asks for so much that it would never end."""
    for holds, otherwise in _list_demands(study):
        if not holds:
            raise _refuse(otherwise)
    scheme = study.scheme
    sizes = {
        "folds": scheme.folds,
        "repeats": max(scheme.repeats, scheme.max_repeats),
        "samples": scheme.samples,
        "candidates": len(study.candidates),
    }
    for name, size in sizes.items():
        if size > MOST[name]:
            raise StudyError.about("plan-too-large", size=f"{size:,}", what=name, most=f"{MOST[name]:,}")


def extends_plan(old: Study, new: Study) -> bool:
    """Whether the new plan only adds candidates, repeats or extra schemes to the old one."""
    kept = tuple(candidate for candidate in new.candidates if candidate in old.candidates)
    more_repeats = new.scheme.repeats >= old.scheme.repeats and new.scheme.samples >= old.scheme.samples
    scheme = replace(
        new.scheme,
        repeats=old.scheme.repeats,
        max_repeats=old.scheme.max_repeats,
        samples=old.scheme.samples,
    )
    as_before = replace(new, candidates=old.candidates, scheme=scheme, extra=old.extra)
    return kept == old.candidates and more_repeats and set(old.extra) <= set(new.extra) and as_before == old


def _refuse(why: str) -> StudyError:
    return StudyError.about("plan-senseless", why=why)


def _list_demands(study: Study) -> Iterator[tuple[bool, str]]:
    """What every plan of ours keeps, and what is wrong otherwise."""
    scheme, question, keys = study.scheme, study.question, [candidate.key for candidate in study.candidates]
    yield _is_finite(study), "number-none"
    yield study.baseline in keys, "baseline-unknown"
    yield len(set(keys)) == len(keys), "candidates-alike"
    yield (
        min(study.seed, study.earlier_comparisons, study.comparisons_elsewhere or 0) >= 0,
        "below-zero",
    )
    yield 0 < study.alpha <= 1, "level"
    yield min(scheme.folds, scheme.repeats, scheme.samples, study.tuning.folds) >= 1, "no-folds"
    yield 0 < scheme.share < 1 and 0 < study.tuning.share < 1, "share"
    yield min(question.cost_ratio, question.over_cost) > 0, "costs"
    yield question.tolerance is None or question.tolerance > 0, "tolerance"
    yield all(value > 0 for value in question.noise.values()), "uncertainty"
    yield min([question.margin, *question.margins.values()]) >= 0, "margin"


def _is_finite(study: Study) -> bool:
    try:
        plan_text(study)
    except ValueError:
        return False
    return True
