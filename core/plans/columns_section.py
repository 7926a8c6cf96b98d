"""The columns section of a plan: which column is what, checked against the table."""

from dataclasses import replace

from core.data.roles import check_names
from core.domain.dataset import Table
from core.domain.study import Columns
from core.plans.plan_section import Section
from core.support.errors import DataError, StudyError

COLUMNS = (
    "target", "positive", "group", "time", "weight", "uncertainty", "ignore", "nominal", "numeric", "given", "excluded",
    "reading", "most_confused", "units",
)  # fmt: skip


def columns_of(section: Section, start: Columns, table: Table) -> Columns:
    section.refuse_unknown(COLUMNS)
    change: dict[str, object] = {
        key: section.texts(key) for key in ("ignore", "nominal", "numeric", "given") if section.has(key)
    }
    change |= {
        key: section.text(key) or None
        for key in ("positive", "group", "time", "weight", "uncertainty")
        if section.has(key)
    }
    if section.has("excluded"):
        rules = section.section("excluded")
        change["excluded"] = tuple((rule, rules.text(rule)) for rule in rules.items)
    if section.has("target"):
        change["target"] = section.texts("target")
    if section.has("units"):
        units = section.section("units")
        change["units"] = {name: units.text(name).strip() for name in units.items}
    columns = replace(start, **change)  # type: ignore[arg-type]
    if not columns.target:
        raise StudyError("columns.target is missing.", 'Name the column to predict, as in target = ["fault"].')
    for output in columns.units:
        if output not in columns.target:
            raise StudyError(f"columns.units names {output!r}, which is no target.", "Units are those of the targets.")
    for key, value in change.items():
        _check_columns(section.place(key), key, value, table)
    _refuse_two_parts(columns)
    return columns


def _check_columns(place: str, key: str, value: object, table: Table) -> None:
    """Every column named at this place must be there."""
    if key in ("positive", "units"):
        return
    try:
        check_names(table, replace(Columns(), **{key: value}))  # type: ignore[arg-type]
    except DataError as problem:
        raise StudyError(f"{place}: {problem.message}", problem.hint) from None


def _refuse_two_parts(columns: Columns) -> None:
    """A column can be one thing only."""
    if len(set(columns.target)) < len(columns.target):
        raise StudyError("columns.target names a column twice.", "Name each column once.")
    parts = {"target": columns.target, "ignore": columns.ignore, "nominal": columns.nominal, "numeric": columns.numeric}
    parts |= {key: (getattr(columns, key) or "",) for key in ("group", "time", "weight", "uncertainty")}
    counts = [(one, other) for one in ("target", "group", "ignore") for other in ("weight", "uncertainty")]
    for one, other in (("target", "ignore"), ("target", "group"), ("target", "time"), ("nominal", "numeric"), *counts):
        both = [name for name in parts[one] if name and name in parts[other]]
        if both:
            raise StudyError(f"{both[0]!r} stands in columns.{one} and in columns.{other}.", "Name it in one of them.")
