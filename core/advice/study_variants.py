"""A study and its twin: one leaves a suspected column out, the other keeps it."""

from dataclasses import replace

from core.data.screen_leakage import make_leak_key
from core.domain.problem import BOTH_WAYS
from core.domain.study import Study

KEPT = "kept in this twin"


def both_ways(study: Study) -> tuple[str, ...]:
    """Columns left out of this study that a twin of it shall keep."""
    return tuple(name for name in study.columns.ignore if study.answers.get(make_leak_key(name)) == BOTH_WAYS)


def twin_of(study: Study, name: str) -> Study:
    """The same study with this column as an input; its looks are counted when it runs."""
    kept = tuple(column for column in study.columns.ignore if column != name)
    return replace(
        study,
        title=f"{study.title} with {name}",
        columns=replace(study.columns, ignore=kept),
        answers={**study.answers, make_leak_key(name): KEPT},
    )
