"""A study written as a plan file (TOML): read, checked, and filled up with the suggested values."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import numpy as np

from core.algorithms import ALGORITHMS, algorithm
from core.algorithms.row import check_grid, check_settings
from core.data import read
from core.data.prepare import prepare
from core.data.roles import check_names
from core.data.samples import sample
from core.domain.dataset import Dataset, Table, Task
from core.domain.evidence import TRIVIAL
from core.domain.study import (
    Candidate,
    Columns,
    Question,
    QuestionKind,
    SchemeChoice,
    SchemeKind,
    Study,
    TieBreak,
    Tuning,
    TuningKind,
)
from core.errors import DataError, StudyError
from core.exhibits.two_classes import most_confused
from core.judge.first_study import ASSUMED
from core.judge.names import GIVEN
from core.judge.suggest import suggest_candidates, suggest_question, suggest_scheme, suggest_tuning
from core.measures import MEASURES
from core.plan_section import Section

TOP = ("title", "data", "sample", "row", "use", "assumed", "columns", "question", "candidates", "plan", "answers")
COLUMNS = ("target", "positive", "group", "time", "ignore", "nominal", "numeric", "given", "reading", "most_confused")
READING = (
    "format", "encoding", "separator", "quote", "comment", "decimal", "sheet", "sheets", "table", "tables", "header",
    "codes",
)  # fmt: skip
MAIN_MEASURES = ("error", "cost", "auc", "mae", "rmse", "relative")
QUESTION = ("kind", "measure", "cost_ratio", "cross_check", "margin", "good_enough", "tie_break")
CANDIDATES = ("reference", "entries")
ENTRY = ("algorithm", "key", "settings", "grid")
PLAN = (
    "scheme", "folds", "repeats", "max_repeats", "share", "samples", "stratified", "grouped", "tuning",
    "tuning_share", "tuning_folds", "seed", "alpha", "looks", "vault", "extra",
)  # fmt: skip
SHUFFLED = (SchemeKind.KFOLD, SchemeKind.REPEATED_HOLDOUT)


@dataclass(frozen=True, slots=True, eq=False)
class Planned:
    """A plan file brought to life: the study it describes and the data it works on."""

    study: Study
    data: Dataset
    table: Table


def read_plan(path: Path) -> Planned:
    """The study of a plan file; StudyError or DataError names the place and what is allowed."""
    top = Section("", _toml(path))
    top.refuse_unknown(TOP)
    table, columns, defaults = _table(top, path)
    columns = _columns(top.section("columns"), columns, table)
    data = _reduced(top, prepare(table, columns))
    if columns.positive and data.task is Task.NUMBERS:
        raise StudyError(f"columns.positive is {columns.positive!r}, but the study predicts numbers.", "Leave it out.")
    return Planned(_study(top, path, table, columns, data, defaults), data, table)


def _reduced(top: Section, data: Dataset) -> Dataset:
    """All classes, or on request only the two that the nearest neighbour confuses most (Aslan et al. 2009, IV.A)."""
    wanted = top.section("columns").flag("most_confused", False)
    return most_confused(data, top.section("plan").whole("seed", 1, 0)) if wanted else data


def _toml(path: Path) -> Mapping[str, object]:
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except FileNotFoundError:
        raise StudyError(f"There is no plan file {str(path)!r}.", "Check the name and the folder.") from None
    except (OSError, UnicodeDecodeError) as problem:
        raise StudyError(
            f"The plan file {str(path)!r} cannot be read: {problem}.", "It must be a UTF-8 text."
        ) from None
    except tomllib.TOMLDecodeError as problem:
        raise StudyError(f"The plan file {path.name} is not valid TOML: {problem}.", "Correct that line.") from None


def _table(top: Section, path: Path) -> tuple[Table, Columns, Mapping[str, object]]:
    """The table, the columns a sample comes with, and a sample's own words for rows and use."""
    if top.has("data") == top.has("sample"):
        raise StudyError("The plan must name either data or sample.", 'Write data = "table.csv" or sample = "bearing".')
    if top.has("sample"):
        chosen = sample(top.text("sample"))
        return chosen.make(), chosen.columns, {"row": chosen.row_meaning, "use": chosen.use, "title": chosen.title}
    source = path.parent / top.text("data")
    chosen_reading = top.section("columns").section("reading")
    chosen_reading.refuse_unknown(READING)
    reading = chosen_reading.items
    return read(source, reading), Columns(reading=reading), {"title": source.stem}


def _columns(section: Section, start: Columns, table: Table) -> Columns:
    section.refuse_unknown(COLUMNS)
    change: dict[str, object] = {
        key: section.texts(key) for key in ("ignore", "nominal", "numeric", "given") if section.has(key)
    }
    change |= {key: section.text(key) or None for key in ("positive", "group", "time") if section.has(key)}
    if section.has("target"):
        change["target"] = section.texts("target")
    columns = replace(start, **change)  # type: ignore[arg-type]
    if not columns.target:
        raise StudyError("columns.target is missing.", 'Name the column to predict, as in target = ["fault"].')
    for key, value in change.items():
        _check_columns(section.place(key), key, value, table)
    _refuse_two_parts(columns)
    return columns


def _check_columns(place: str, key: str, value: object, table: Table) -> None:
    """Every column named at this place must be there."""
    if key == "positive":
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
    parts |= {"group": (columns.group or "",), "time": (columns.time or "",)}
    for one, other in (("target", "ignore"), ("target", "group"), ("target", "time"), ("nominal", "numeric")):
        both = [name for name in parts[one] if name in parts[other]]
        if both:
            raise StudyError(f"{both[0]!r} stands in columns.{one} and in columns.{other}.", "Name it in one of them.")


def _study(
    top: Section, path: Path, table: Table, columns: Columns, data: Dataset, defaults: Mapping[str, object]
) -> Study:
    question = _question(top.section("question"), data)
    candidates, reference = _candidates(top.section("candidates"), data)
    plan = top.section("plan")
    plan.refuse_unknown(PLAN)
    scheme = _scheme(plan, data, question)
    study = Study(
        title=top.text("title", str(defaults["title"])),
        source=top.text("data") or f"sample:{top.text('sample')}",
        columns=columns,
        question=question,
        candidates=candidates,
        reference=reference,
        scheme=scheme,
        tuning=_tuning(plan, data, scheme),
        alpha=plan.number("alpha", 0.05, 0, 1, inside=True),
        looks=plan.whole("looks", 0, 0),
        seed=plan.whole("seed", 1, 0),
        row_meaning=top.text("row", str(defaults.get("row", "row"))),
        use=top.text("use", str(defaults.get("use", ""))),
        vault=_vault(plan),
        extra=plan.choices("extra", SchemeKind),
        answers={key: str(value) for key, value in top.section("answers").items.items()},
        assumed=_assumed(top),
    )
    return replace(study, source=str(path.parent / study.source)) if top.has("data") else study


def _assumed(top: Section) -> tuple[str, ...]:
    """What nobody confirmed: as a saved plan says, else what the plan leaves open."""
    if not top.has("assumed"):
        return tuple(name for name in ASSUMED if not _is_stated(top, name))
    named = top.texts("assumed")
    unknown = next((name for name in named if name not in ASSUMED), None)
    if unknown is not None:
        raise StudyError(f"assumed names {unknown!r}, which is no such value.", f"Allowed: {', '.join(ASSUMED)}.")
    return named


def _is_stated(top: Section, name: str) -> bool:
    """Whether the plan says the value of a field of the study itself."""
    part, _, key = name.partition(".")
    if part == "question":
        return top.section(part).has(key)
    if part in ("candidates", "reference"):
        return bool(top.section("candidates").items)
    return top.section("plan").has(_PLAN_KEYS.get(name, key or part))


_PLAN_KEYS = {"scheme.kind": "scheme", "tuning.kind": "tuning"}  # fields that a plan calls otherwise


def _vault(plan: Section) -> bool:
    """Sealing rows for later is not there yet; better refused than forgotten."""
    if plan.flag("vault", False):
        raise StudyError("plan.vault is true, but sealing rows is not offered yet.", "Leave it out, or write false.")
    return False


def _question(section: Section, data: Dataset) -> Question:
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


def _candidates(section: Section, data: Dataset) -> tuple[tuple[Candidate, ...], str]:
    section.refuse_unknown(CANDIDATES)
    if not section.has("reference") and not section.has("entries"):
        line = suggest_candidates(data).value
        return line.candidates, line.reference
    entries = section.items.get("entries", [])
    if not isinstance(entries, list):
        raise StudyError("candidates.entries must be a list.", 'As in entries = ["forest", "knn"].')
    listed = [_entry(item, f"candidates.entries[{i + 1}]", data) for i, item in enumerate(entries)]
    if "reference" in section.items:
        reference = _entry(section.items["reference"], "candidates.reference", data)
    elif listed:
        reference = listed.pop(0)
    else:
        raise StudyError("candidates has no entries.", 'Name at least a reference, as in reference = "tree".')
    others = [entry for entry in listed if entry != reference]
    return _with_unique_keys([reference, *others]), reference.key


def _entry(item: object, place: str, data: Dataset) -> Candidate:
    section = Section(place, {"algorithm": item} if isinstance(item, str) else _mapping(item, place))
    section.refuse_unknown(ENTRY)
    settings, grid = _plain(section.section("settings").items), _plain(section.section("grid").items)
    try:
        row = algorithm(section.text("algorithm"))
        check_settings(row, settings)
        check_grid(row, _as_grid(grid))
    except StudyError as problem:
        raise StudyError(f"{place}: {problem.message}", problem.hint) from None
    if data.task not in row.tasks:
        raise StudyError(
            f"{place}: {row.key!r} cannot predict {data.task.value}.",
            f"Choose one of: {', '.join(row.key for row in ALGORITHMS if data.task in row.tasks)}.",
        )
    if row.key == GIVEN and settings.get("column") not in data.given:
        hint = 'Name it in columns.given, and here as in settings = { column = "model A" }.'
        raise StudyError(f"{place}: 'given' needs a column of predictions.", hint)
    if section.text("key", row.key) in ("", TRIVIAL):
        raise StudyError(f"{place}.key is {section.text('key')!r}.", f"Choose a name other than {TRIVIAL!r}.")
    tuned = _as_grid(grid) if settings or "grid" in section.items else row.grid
    return Candidate(section.text("key", row.key), row.key, settings, tuned)


def _mapping(item: object, place: str) -> Mapping[str, object]:
    if not isinstance(item, Mapping):
        raise StudyError(f"{place} must be a name or a table.", 'As in "tree" or { algorithm = "knn" }.')
    return item


def _plain(items: Mapping[str, object]) -> dict[str, object]:
    """Lists become tuples, so that a study never changes."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in items.items()}


def _as_grid(items: Mapping[str, object]) -> dict[str, tuple[object, ...]]:
    return {key: value if isinstance(value, tuple) else (value,) for key, value in items.items()}


def _with_unique_keys(entries: list[Candidate]) -> tuple[Candidate, ...]:
    """The first of each name keeps it; further ones get a number that is still free."""
    taken = {entry.key for entry in entries}
    seen: set[str] = set()
    unique = []
    for entry in entries:
        key = entry.key
        if key in seen:
            key = next(name for name in (f"{entry.key}-{i}" for i in count(2)) if name not in taken)
        seen.add(key)
        taken.add(key)
        unique.append(replace(entry, key=key))
    return tuple(unique)


def _scheme(plan: Section, data: Dataset, question: Question) -> SchemeChoice:
    suggested = suggest_scheme(data, question).value
    kind = plan.choice("scheme", suggested.kind)
    usual = suggested.repeats if kind is suggested.kind else SchemeChoice().repeats
    repeats = plan.whole("repeats", usual, 1) if kind in SHUFFLED else 1
    return SchemeChoice(
        kind=kind,
        folds=plan.whole("folds", suggested.folds, 2),
        repeats=repeats,
        max_repeats=max(repeats, plan.whole("max_repeats", repeats, 1)),
        share=plan.number("share", 2 / 3, 0, 1, inside=True),
        samples=plan.whole("samples", 200, 2),
        stratified=plan.flag("stratified", True),
        grouped=plan.flag("grouped", True),
    )


def _tuning(plan: Section, data: Dataset, scheme: SchemeChoice) -> Tuning:
    suggested = suggest_tuning(data, scheme).value
    return Tuning(
        kind=plan.choice("tuning", TuningKind(suggested.kind)),
        share=plan.number("tuning_share", suggested.share, 0, 1, inside=True),
        folds=plan.whole("tuning_folds", suggested.folds, 2),
    )
