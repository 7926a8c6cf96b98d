"""A study written as a plan file (TOML): read, checked, and filled up with the suggested values."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from core.advice.first_study import ASSUMED, sample_study
from core.data import read_table
from core.data.final_test_rows import split_final_test
from core.data.prepare import prepare_dataset
from core.data.samples import find_sample
from core.domain.dataset import Dataset, Table, Task
from core.domain.study import Columns, SchemeKind, Study
from core.laboratory.confused_classes import keep_most_confused
from core.plans.candidates_section import candidates_of
from core.plans.columns_section import columns_of
from core.plans.plan_section import Section
from core.plans.question_section import question_of
from core.plans.splitting_section import REPEATED, scheme_of, tuning_of
from core.support.errors import StudyError
from core.support.text import to_one_line

__all__ = ["REPEATED", "Planned", "read_plan"]

TOP = ("title", "data", "sample", "row", "use", "assumed", "columns", "question", "candidates", "plan", "answers")
READING = (
    "format", "encoding", "separator", "quote", "comment", "decimal", "sheet", "sheets", "table", "tables", "header",
    "codes", "skip", "dates", "merged", "spellings", "roles",
)  # fmt: skip
PLAN = (
    "scheme", "folds", "repeats", "max_repeats", "share", "samples", "stratified", "grouped", "tuning",
    "tuning_share", "tuning_folds", "seed", "alpha", "looks", "counted", "final_test", "vault", "extra",
    "importance", "strong_default", "input_groups",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Planned:
    """A plan file brought to life: the study, the data it works on, and its final test rows if it has any.

    `counted` are the earlier comparisons that were counted when the plan was locked (0: the plan does not say).
    """

    study: Study
    data: Dataset
    table: Table
    final_rows: Dataset | None = None
    counted: int = 0


def read_plan(path: Path) -> Planned:
    """The study of a plan file; StudyError or DataError names the place and what is allowed."""
    top = Section("", _toml(path))
    top.refuse_unknown(TOP)
    table, columns, defaults = _table(top, path)
    columns = columns_of(top.section("columns"), columns, table)
    data, final_rows = _rows(top, prepare_dataset(table, columns))
    if columns.positive and data.task is Task.NUMBERS:
        raise StudyError(f"columns.positive is {columns.positive!r}, but the study predicts numbers.", "Leave it out.")
    study = _study(top, path, table, columns, data, defaults)
    return Planned(study, data, table, final_rows, top.section("plan").whole("counted", 0, 0))


def _rows(top: Section, data: Dataset) -> tuple[Dataset, Dataset | None]:
    """The rows to study and the final test rows; on request only the two classes that the nearest neighbor confuses
    most (Aslan et al. 2009, IV.A)."""
    plan, most = top.section("plan"), top.section("columns").flag("most_confused", False)
    if not _wants_final_test(plan):
        return (keep_most_confused(data, plan.whole("seed", 1, 0)) if most else data), None
    if most:
        raise StudyError("plan.final_test and columns.most_confused cannot go together.", "Leave one of them out.")
    found = split_final_test(data)
    return found.data, found.final_rows


def _wants_final_test(plan: Section) -> bool:
    """Return whether rows are set aside; older plans call the key vault."""
    return plan.flag("final_test", plan.flag("vault", False))


_LONG_KEY = re.compile(r"^[^=\n#]*(?:\.[^.=\n]*){20}=", re.MULTILINE)


def _toml(path: Path) -> Mapping[str, object]:
    try:
        text = path.read_text("utf-8-sig")
        if _LONG_KEY.search(text):  # would keep the reader of TOML busy for minutes
            raise StudyError(f"The plan file {path.name} has a key of very many parts.", "Correct that line.")
        return tomllib.loads(text)
    except RecursionError:
        raise StudyError(
            f"The plan file {path.name} is nested too deep.", "A plan needs lists of lists at most."
        ) from None
    except FileNotFoundError:
        raise StudyError(f"There is no plan file {str(path)!r}.", "Check the name and the folder.") from None
    except UnicodeDecodeError:
        raise StudyError(f"The plan file {str(path)!r} is no text.", "It must be a UTF-8 text.") from None
    except OSError as problem:
        why = problem.strerror or "the disk says no more"
        raise StudyError(
            f"The plan file {str(path)!r} cannot be read: {why}.", "Check the name and the file."
        ) from None
    except ValueError as problem:  # also of numbers with thousands of digits
        raise StudyError(f"The plan file {path.name} is not valid TOML: {problem}.", "Correct that line.") from None


def _table(top: Section, path: Path) -> tuple[Table, Columns, Mapping[str, object]]:
    """The table, the columns a sample comes with, and a sample's own words for rows and use."""
    if top.has("data") == top.has("sample"):
        raise StudyError("The plan must name either data or sample.", 'Write data = "table.csv" or sample = "bearing".')
    if top.has("sample"):
        chosen = find_sample(top.text("sample"))
        return chosen.make(), chosen.columns, {"row": chosen.row_meaning, "use": chosen.use, "title": chosen.title}
    source = path.parent / top.text("data")
    chosen_reading = top.section("columns").section("reading")
    chosen_reading.refuse_unknown(READING)
    reading = chosen_reading.items
    return read_table(source, reading), Columns(reading=reading), {"title": source.stem}


def _study(
    top: Section, path: Path, table: Table, columns: Columns, data: Dataset, defaults: Mapping[str, object]
) -> Study:
    question = question_of(top.section("question"), data)
    candidates, baseline = candidates_of(top.section("candidates"), data)
    plan = top.section("plan")
    plan.refuse_unknown(PLAN)
    scheme = scheme_of(plan, data, question)
    study = Study(
        title=to_one_line(top.text("title", str(defaults["title"]))),
        source=top.text("data") or f"sample:{top.text('sample')}",
        columns=columns,
        question=question,
        candidates=candidates,
        baseline=baseline,
        scheme=scheme,
        tuning=tuning_of(plan, data, scheme),
        alpha=plan.number("alpha", 0.05, 0, 1, inside=True),
        earlier_comparisons=plan.whole("looks", 0, 0),
        seed=plan.whole("seed", 1, 0),
        row_meaning=to_one_line(top.text("row", str(defaults.get("row", "row")))),
        use=top.text("use", str(defaults.get("use", ""))),
        final_test=_wants_final_test(plan),
        extra=plan.choices("extra", SchemeKind),
        importance=plan.flag("importance", True),
        strong_default=plan.flag("strong_default", True),
        input_groups=_read_input_groups(plan, data),
        answers={key: str(value) for key, value in top.section("answers").items.items()},
        assumed=_assumed(top),
    )
    return replace(study, source=str(path.parent / study.source)) if top.has("data") else _as_sample(top, study, data)


def _read_input_groups(plan: Section, data: Dataset) -> tuple[tuple[str, ...], ...]:
    groups = plan.groups_of_texts("input_groups")
    named = [name for group in groups for name in group]
    for name in named:
        if name not in data.features:
            raise StudyError(f"plan.input_groups names {name!r}, which is no input.", "Name inputs of the table.")
        if named.count(name) > 1:
            raise StudyError(f"plan.input_groups names {name!r} twice.", "Each input stands in one group.")
    return groups


def _as_sample(top: Section, study: Study, data: Dataset) -> Study:
    """What the plan leaves open is as the sample has it in the window, as long as the same is predicted."""
    chosen = find_sample(top.text("sample"))
    if study.columns.target != chosen.columns.target:
        return study
    usual = sample_study(chosen, data).study
    open_parts = {name: getattr(usual, name) for part, names in _PARTS.items() if not top.has(part) for name in names}
    return replace(study, **open_parts)


def _assumed(top: Section) -> tuple[str, ...]:
    """What nobody confirmed: as a saved plan says, else what the plan leaves open."""
    if not top.has("assumed"):
        return tuple(name for name in ASSUMED if not _is_stated(top, name))
    named = tuple(_OLDER_NAMES.get(name, name) for name in top.texts("assumed"))
    unknown = next((name for name in named if name not in ASSUMED), None)
    if unknown is not None:
        raise StudyError(f"assumed names {unknown!r}, which is no such value.", f"Allowed: {', '.join(ASSUMED)}.")
    return named


def _is_stated(top: Section, name: str) -> bool:
    """Whether the plan says the value of a field of the study itself."""
    part, _, key = name.partition(".")
    if part == "question":
        return top.section(part).has(key)
    if part in ("candidates", "baseline"):
        return bool(top.section("candidates").items)
    return any(top.section("plan").has(key) for key in _PLAN_KEYS.get(name, (key or part,)))


_PARTS = {
    "question": ("question",),
    "candidates": ("candidates", "baseline"),
    "plan": ("scheme", "tuning", "seed"),
    "answers": ("answers",),
}  # fields of a study by the section of a plan that says them
_PLAN_KEYS = {
    "scheme.kind": ("scheme",),
    "tuning.kind": ("tuning",),
    "final_test": ("final_test", "vault"),
}  # fields that a plan calls otherwise
_OLDER_NAMES = {"reference": "baseline", "vault": "final_test"}  # as older plans write them
