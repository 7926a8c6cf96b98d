"""The question section of a plan: measure, margin and what would make the person change model."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from core.advice.suggest_plan import suggest_question
from core.domain.dataset import Dataset, Task
from core.domain.study import Question, QuestionKind, TieBreak
from core.plans.plan_section import Section
from core.statistics.measures import MEASURES, Measure
from core.support.errors import StudyError

MAIN_MEASURES = ("error", "cost", "auc", "mae", "rmse", "relative")
QUESTION = (
    "kind", "measure", "cost_ratio", "cross_check", "margin", "good_enough", "tolerance", "over_cost", "tie_break",
)  # fmt: skip


def question_of(section: Section, data: Dataset) -> Question:
    section.refuse_unknown(QUESTION)
    suggested = suggest_question(data).value
    if suggested.measure == "cost" and not section.has("cost_ratio"):
        suggested = replace(suggested, measure="error", cost_ratio=1.0)
    chosen = _measure(section, "measure", suggested.measure, data)
    margin, margins = _margin(section, chosen, suggested, data)
    return Question(
        kind=section.choice("kind", QuestionKind.BETTER),
        measure=chosen,
        cost_ratio=section.number("cost_ratio", suggested.cost_ratio, 0, inside=True),
        cross_check=_cross_check(section, chosen, suggested.cross_check or "", data),
        margin=margin,
        margins=margins,
        good_enough=section.number("good_enough", 0.0, 0) if section.has("good_enough") else None,
        tolerance=section.number("tolerance", 1.0, 0, inside=True) if section.has("tolerance") else None,
        over_cost=section.number("over_cost", 1.0, 0, inside=True),
        tie_break=section.choices("tie_break", TieBreak) or suggested.tie_break,
    )


def _cross_check(section: Section, chosen: str, suggested: str, data: Dataset) -> str | None:
    """As named, else another measure than the chosen one."""
    named = _measure(section, "cross_check", suggested, data) or None
    if section.has("cross_check"):
        return named
    if chosen == "auc":
        return "error"
    return named if named != chosen else None


def _measure(section: Section, key: str, default: str, data: Dataset) -> str:
    name = section.text(key, default)
    if not name and (not section.has(key) or key == "cross_check"):
        return ""
    known = {row.key: row for row in MEASURES if key == "cross_check" or row.key in MAIN_MEASURES}
    if name not in known:
        raise StudyError(f"{section.place(key)} is {name!r}, which is not known.", _measures_for(data))
    _check_measure(known[name], section.place(key), data)
    if name == "within-tolerance" and not section.has("tolerance"):
        problem = f"{section.place(key)} is 'within-tolerance', but no tolerance is named."
        raise StudyError(problem, "Name the largest error that is still good enough: tolerance = 0.5, for example.")
    return name


def _check_measure(row: Measure, place: str, data: Dataset) -> None:
    if row.task is not data.task:
        kind = "classes" if data.task is Task.CLASSES else "numbers"
        raise StudyError(f"{place} is {row.key!r}, but the study predicts {kind}.", _measures_for(data))
    if row.key == "cost" and len(data.classes) != 2:
        raise StudyError(f"{place} is 'cost', but there are {len(data.classes)} classes.", _measures_for(data))
    zeros = int(np.sum(data.targets == 0))
    if row.key == "relative" and zeros:
        problem = f"{place} is 'relative', but {zeros} true values are 0, and no part of 0 can be told."
        raise StudyError(problem, "Use mae or rmse.")


def _measures_for(data: Dataset) -> str:
    if data.task is Task.NUMBERS:
        return "Use mae, rmse or relative."
    return "Use error, cost or auc." if len(data.classes) == 2 else "Use error or auc."


def _margin(section: Section, chosen: str, suggested: Question, data: Dataset) -> tuple[float, Mapping[str, float]]:
    default = 0.01 if chosen == "auc" else 5.0 if chosen == "relative" else suggested.margin
    if isinstance(section.items.get("margin"), Mapping):
        by_output = section.section("margin")
        by_output.refuse_unknown(data.outputs)
        given = {name: by_output.number(name, 0.0, 0) for name in by_output.items}
        return default, {**suggested.margins, **given}
    if section.has("margin") or chosen in ("relative", "auc"):
        return section.number("margin", default, 0), {}
    return default, suggested.margins
