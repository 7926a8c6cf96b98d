"""The question section of a plan: measure, margin and what would make the person change model."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from core.domain.dataset import Dataset, Task
from core.domain.study import Question, QuestionKind, TieBreak
from core.errors import StudyError
from core.judge.suggest import suggest_question
from core.measures import MEASURES
from core.plan_section import Section

MAIN_MEASURES = ("error", "cost", "auc", "mae", "rmse", "relative")
QUESTION = ("kind", "measure", "cost_ratio", "cross_check", "margin", "good_enough", "tie_break")


def question_of(section: Section, data: Dataset) -> Question:
    section.refuse_unknown(QUESTION)
    suggested = suggest_question(data).value
    if suggested.measure == "cost" and not section.has("cost_ratio"):
        suggested = replace(suggested, measure="error", cost_ratio=1.0)
    chosen = _measure(section, "measure", suggested.measure, data)
    cross_check = _measure(section, "cross_check", suggested.cross_check or "", data) or None
    if not section.has("cross_check") and (cross_check == chosen or chosen == "auc"):
        cross_check = "error" if chosen == "auc" else None
    margin, margins = _margin(section, chosen, suggested, data)
    return Question(
        kind=section.choice("kind", QuestionKind.BETTER),
        measure=chosen,
        cost_ratio=section.number("cost_ratio", suggested.cost_ratio, 0, inside=True),
        cross_check=cross_check,
        margin=margin,
        margins=margins,
        good_enough=section.number("good_enough", 0.0, 0) if section.has("good_enough") else None,
        tie_break=section.choices("tie_break", TieBreak) or suggested.tie_break,
    )


def _measure(section: Section, key: str, default: str, data: Dataset) -> str:
    name = section.text(key, default)
    if not name and (not section.has(key) or key == "cross_check"):
        return ""
    known = {row.key: row for row in MEASURES if key == "cross_check" or row.key in MAIN_MEASURES}
    if name not in known:
        raise StudyError(f"{section.place(key)} is {name!r}, which is not known.", _measures_for(data))
    if known[name].task is not data.task:
        kind = "classes" if data.task is Task.CLASSES else "numbers"
        raise StudyError(f"{section.place(key)} is {name!r}, but the study predicts {kind}.", _measures_for(data))
    if name == "cost" and len(data.classes) != 2:
        raise StudyError(
            f"{section.place(key)} is 'cost', but there are {len(data.classes)} classes.", _measures_for(data)
        )
    zeros = int(np.sum(data.targets == 0))
    if name == "relative" and zeros:
        problem = f"{section.place(key)} is 'relative', but {zeros} true values are 0, and no part of 0 can be told."
        raise StudyError(problem, "Use mae or rmse.")
    return name


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
