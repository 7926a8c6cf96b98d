"""The plan of a study as one text that is always the same, and its hash."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from core.domain.study import Study
from core.errors import StudyError
from core.store.plain import from_plain, to_plain

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
    check_sizes(study)
    return study


def check_sizes(study: Study) -> None:
    """A plan from elsewhere must not ask for so much that nothing else is done any more."""
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
