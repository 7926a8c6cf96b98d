"""The question section of a plan: measure, margin and what would make the person change model."""

from collections.abc import Mapping

import numpy as np

from core.advice.first_study import measures_for
from core.advice.suggest_plan import (
    UNIT_MARGINS,
    suggest_cost_ratio,
    suggest_margins,
    suggest_question,
    suggest_second_measure,
)
from core.domain.dataset import Dataset, Task
from core.domain.study import Question, QuestionKind, TieBreak
from core.plans.plan_section import Section
from core.statistics.measures import MEASURES, Measure
from core.support.errors import StudyError

QUESTION = (
    "kind", "measure", "cost_ratio", "cross_check", "margin", "good_enough", "tolerance", "over_cost",
    "limits", "noise", "tie_break",
)  # fmt: skip


def question_of(section: Section, data: Dataset) -> Question:
    section.refuse_unknown(QUESTION)
    suggested = suggest_question(data).value
    chosen = _measure(section, "measure", suggested.measure, data)
    cross_check = _cross_check(section, chosen, data)
    ratio = suggest_cost_ratio(data) if "cost" in (chosen, cross_check) else 1.0
    margin, margins = _margin(section, chosen, data)
    return Question(
        kind=section.choice("kind", QuestionKind.BETTER),
        measure=chosen,
        cost_ratio=section.number("cost_ratio", ratio, 0, inside=True),
        cross_check=cross_check,
        margin=margin,
        margins=margins,
        good_enough=section.number("good_enough", 0.0, 0) if section.has("good_enough") else None,
        limits=_limits(section, data),
        tolerance=section.number("tolerance", 1.0, 0, inside=True) if section.has("tolerance") else None,
        over_cost=section.number("over_cost", 1.0, 0, inside=True),
        noise=_noise(section, data),
        tie_break=section.choices("tie_break", TieBreak) or suggested.tie_break,
    )


def _cross_check(section: Section, chosen: str, data: Dataset) -> str | None:
    """As named, else another measure than the chosen one."""
    suggested = suggest_second_measure(chosen, data) or ""
    return _measure(section, "cross_check", suggested, data) or None


def _measure(section: Section, key: str, default: str, data: Dataset) -> str:
    name = section.text(key, default)
    if not name and (not section.has(key) or key == "cross_check"):
        return ""
    known = {row.key: row for row in MEASURES}
    if name not in known:
        raise StudyError(f"{section.place(key)} is {name!r}, which is not known.", _measures_for(data))
    _check_measure(known[name], section.place(key), data)
    if key == "measure" and name == "max-error":
        problem = f"{section.place(key)} is 'max-error': the largest error grows with the rows and has no range."
        raise StudyError(problem, "Use p95-error. The largest error is reported in any case.")
    if name == "within-tolerance" and not section.has("tolerance"):
        problem = f"{section.place(key)} is 'within-tolerance', but no tolerance is named."
        raise StudyError(problem, "Name the largest error that is still good enough: tolerance = 0.5, for example.")
    if name == "asymmetric" and not section.has("over_cost"):
        problem = f"{section.place(key)} is 'asymmetric', but nothing says what too high costs."
        raise StudyError(problem, "Name how many times too high costs what too low does: over_cost = 5, for example.")
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
    return f"Use one of: {', '.join(measures_for(data))}."


def _limits(section: Section, data: Dataset) -> Mapping[str, float]:
    """What has to be reached by target, beside `good_enough` for all of them."""
    if not section.has("limits"):
        return {}
    by_output = section.section("limits")
    by_output.refuse_unknown(data.outputs)
    return {name: by_output.number(name, 0.0, 0) for name in by_output.items}


def _noise(section: Section, data: Dataset) -> Mapping[str, float]:
    """The stated uncertainty of a measured value: one number, or one by output."""
    if not section.has("noise"):
        return {}
    if data.task is not Task.NUMBERS:
        raise StudyError(
            "question.noise is an uncertainty of numbers, but the study predicts classes.", "Leave it out."
        )
    if isinstance(section.items.get("noise"), Mapping):
        by_output = section.section("noise")
        by_output.refuse_unknown(data.outputs)
        return {name: by_output.number(name, 0.0, 0, inside=True) for name in by_output.items}
    if len(data.outputs) > 1:
        raise StudyError(
            "question.noise is one number for several targets.",
            f"Name it by target: noise = {{ {data.outputs[0]!r} = 0.5 }}.",
        )
    return {data.outputs[0]: section.number("noise", 0.0, 0, inside=True)}


def _margin(section: Section, chosen: str, data: Dataset) -> tuple[float, Mapping[str, float]]:
    suggested = suggest_margins(chosen, data)
    default = suggested[data.outputs[0]]
    by_default = {} if chosen in UNIT_MARGINS else suggested
    if isinstance(section.items.get("margin"), Mapping):
        by_output = section.section("margin")
        by_output.refuse_unknown(data.outputs)
        given = {name: by_output.number(name, 0.0, 0) for name in by_output.items}
        return default, {**by_default, **given}
    if section.has("margin"):
        return section.number("margin", default, 0), {}
    return default, by_default
