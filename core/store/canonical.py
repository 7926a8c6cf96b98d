"""The plan of a study as one text that is always the same, and its hash."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from core.domain.study import Study
from core.errors import StudyError
from core.store.plain import from_plain, to_plain


def study_to_plain(study: Study) -> dict[str, Any]:
    """The study as dicts, lists, texts and numbers."""
    plain: dict[str, Any] = to_plain(study)
    return plain


def study_from_plain(plain: Mapping[str, Any]) -> Study:
    try:
        return from_plain(Study, plain)
    except (TypeError, ValueError, KeyError, AttributeError) as problem:
        raise StudyError(f"The plan cannot be understood: {problem}.", hint="Make the study anew.") from problem


def plan_text(study: Study) -> str:
    """The plan in JSON with sorted keys and no spaces, the same for the same study on every computer."""
    return json.dumps(study_to_plain(study), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def plan_hash(study: Study) -> str:
    return sha256(plan_text(study).encode()).hexdigest()
