"""Fields of a study by their dotted names, and what stays of them when the columns change."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from core.application.suggest_study import ASSUMED
from core.domain.problem import Fix
from core.domain.study import Columns, Question, Study

TOGETHER = {
    "question.margin": ("question.margin", "question.margins"),
    "question.good_enough": ("question.good_enough", "question.limits"),
    "scheme.repeats": ("scheme.repeats", "scheme.max_repeats"),
}
"""Fields that are suggested and taken back together."""

PLAIN = ("title", "row_meaning", "use", "earlier_comparisons", "comparisons_elsewhere", "seed", "answers", "alpha")
"""Fields that stay when the columns change."""


def blank_study() -> Study:
    return Study(title="", source="", columns=Columns(), question=Question(), candidates=(), baseline="")


def fix_is_chosen(study: Study, fix: Fix) -> bool:
    part, _, name = fix.change.partition(".")
    if part == "answers":
        return study.answers.get(name) == str(fix.value)
    return bool(get(study, fix.change) == fix.value)


def get(study: Study, key: str) -> Any:
    """The value of a dotted field."""
    value: Any = study
    for name in key.split("."):
        value = getattr(value, name)
    return value


def put(study: Study, key: str, value: object) -> Study:
    """The study with one dotted field changed."""
    part, _, name = key.partition(".")
    changed = replace(getattr(study, part), **{name: value}) if name else value
    changes: Mapping[str, Any] = {part: changed}
    return replace(study, **changes)


def owned(study: Study, key: str) -> Study:
    """The study with that field no longer assumed."""
    return replace(study, assumed=tuple(name for name in study.assumed if name != key))


def carried(old: Study, new: Study) -> Study:
    """The new suggestions with everything the person had said themselves, as far as the same thing is predicted."""
    kept: Mapping[str, Any] = {name: getattr(old, name) for name in PLAIN}
    result = replace(new, **kept)
    if old.columns.target != new.columns.target:
        return result
    for key in ASSUMED:
        if key not in old.assumed:
            for name in TOGETHER.get(key, (key,)):
                result = put(result, name, get(old, name))
            result = owned(result, key)
    return result


def is_field(key: str) -> bool:
    """Whether a dotted name is one of a study's fields."""
    part, _, name = key.partition(".")
    known = {entry.name for entry in fields(Study)}
    return part in known and (not name or hasattr(getattr(blank_study(), part), name))
