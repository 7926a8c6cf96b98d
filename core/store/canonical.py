"""The plan of a study as one text that is always the same, and its hash."""

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from core.domain.study import Study
from core.store.plain import from_plain, to_plain
from core.support.errors import StudyError

MOST = {"folds": 10_000_000, "shuffles": 10_000, "samples": 1_000_000, "candidates": 1_000}


def study_to_plain(study: Study) -> dict[str, Any]:
    """The study as dicts, lists, texts and numbers."""
    plain: dict[str, Any] = to_plain(study)
    return plain


def study_from_plain(plain: Mapping[str, Any]) -> Study:
    try:
        study = from_plain(Study, plain)
    except (TypeError, ValueError, KeyError, AttributeError) as problem:
        raise StudyError(f"The plan cannot be understood: {problem}.", hint="Make the study anew.") from problem
    check_plan(study)
    return study


def check_plan(study: Study) -> None:
    """A plan from elsewhere must make sense, and not ask for so much that nothing else is done any more."""
    for holds, otherwise in _demands(study):
        if not holds:
            raise StudyError(f"The plan cannot be understood: {otherwise}.", hint="Make the study anew.")
    _check_sizes(study)


def _demands(study: Study) -> Iterator[tuple[bool, str]]:
    """What every plan of ours keeps, and what is wrong otherwise."""
    scheme, question, keys = study.scheme, study.question, [candidate.key for candidate in study.candidates]
    yield _is_finite(study), "one of its numbers is none"
    yield study.reference in keys, "its reference is not among its candidates"
    yield len(set(keys)) == len(keys), "two of its candidates have the same name"
    yield min(study.seed, study.looks, study.looks_elsewhere or 0) >= 0, "its seed or its looks are below 0"
    yield 0 < study.alpha <= 1, "its bar is not between 0 and 1"
    yield min(scheme.folds, scheme.repeats, scheme.samples, study.tuning.folds) >= 1, "it has no folds or shuffles"
    yield 0 < scheme.share < 1 and 0 < study.tuning.share < 1, "a share in it is not between 0 and 1"
    yield min(question.cost_ratio, question.over_cost) > 0, "its costs are not above 0"
    yield question.tolerance is None or question.tolerance > 0, "its tolerance is not above 0"
    yield min([question.margin, *question.margins.values()]) >= 0, "its smallest gap that matters is below 0"


def _is_finite(study: Study) -> bool:
    try:
        plan_text(study)
    except ValueError:
        return False
    return True


def _check_sizes(study: Study) -> None:
    scheme = study.scheme
    sizes = {
        "folds": scheme.folds,
        "shuffles": max(scheme.repeats, scheme.max_repeats),
        "samples": scheme.samples,
        "candidates": len(study.candidates),
    }
    for name, size in sizes.items():
        if size > MOST[name]:
            raise StudyError(f"The plan asks for {size:,} {name}; at most {MOST[name]:,} make sense.", "Make it anew.")


def plan_text(study: Study) -> str:
    """The plan in JSON with sorted keys and no spaces, the same for the same study on every computer."""
    return json.dumps(study_to_plain(study), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def plan_hash(study: Study) -> str:
    return sha256(plan_text(study).encode()).hexdigest()
