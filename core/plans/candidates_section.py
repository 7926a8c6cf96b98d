"""The candidates section of a plan: the baseline and the entries, with their settings checked."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import count

from core.advice.suggest_plan import suggest_candidates
from core.algorithms import ALGORITHMS, find_algorithm
from core.algorithms.formula.formula_learner import check_formula
from core.algorithms.row import Algorithm, check_grid, check_settings
from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN, TRIVIAL
from core.domain.study import Candidate
from core.plans.plan_section import Section
from core.support.errors import StudyError

CANDIDATES = ("baseline", "reference", "entries")  # reference: the word of older plans for the baseline
MOST_CANDIDATES = 100
ENTRY = ("algorithm", "key", "settings", "grid")


def candidates_of(section: Section, data: Dataset) -> tuple[tuple[Candidate, ...], str]:
    section.refuse_unknown(CANDIDATES)
    named = [key for key in ("baseline", "reference") if section.has(key)]
    if len(named) == 2:
        raise StudyError("candidates names baseline and reference, which are the same.", "Leave reference out.")
    if not named and not section.has("entries"):
        line = suggest_candidates(data).value
        return line.candidates, line.baseline
    entries = section.items.get("entries", [])
    if not isinstance(entries, list):
        raise StudyError("candidates.entries must be a list.", 'As in entries = ["forest", "knn"].')
    if len(entries) > MOST_CANDIDATES:
        raise StudyError(
            f"candidates.entries names {len(entries):,} models, and a study compares at most {MOST_CANDIDATES}.",
            "Leave some out: each further model makes clear results harder.",
        )
    listed = [_entry(item, f"candidates.entries[{i + 1}]", data) for i, item in enumerate(entries)]
    if named:
        baseline = _entry(section.items[named[0]], f"candidates.{named[0]}", data)
    elif listed:
        baseline = listed.pop(0)
    else:
        raise StudyError("candidates has no entries.", 'Name at least a baseline, as in baseline = "tree".')
    others = [entry for entry in listed if entry != baseline]
    return _with_unique_keys([baseline, *others]), baseline.key


def _refuse_unfit(row: Algorithm, settings: Mapping[str, object], place: str, data: Dataset) -> None:
    if data.task not in row.tasks:
        raise StudyError(
            f"{place}: {row.key!r} cannot predict {data.task.value}.",
            f"Choose one of: {', '.join(row.key for row in ALGORITHMS if data.task in row.tasks)}.",
        )
    if row.key == GIVEN and settings.get("column") not in data.given:
        hint = 'Name it in columns.given, and here as in settings = { column = "model A" }.'
        raise StudyError(f"{place}: 'given' needs a column of predictions.", hint)
    if row.key == "formula" and "formula" in settings:
        try:
            check_formula(str(settings["formula"]), data)
        except StudyError as problem:
            raise StudyError(f"{place}: {problem.message}", problem.hint) from None


def _entry(item: object, place: str, data: Dataset) -> Candidate:
    section = Section(place, {"algorithm": item} if isinstance(item, str) else _mapping(item, place))
    section.refuse_unknown(ENTRY)
    settings, grid = _plain(section.section("settings").items), _plain(section.section("grid").items)
    try:
        row = find_algorithm(section.text("algorithm"))
        check_settings(row, settings)
        check_grid(row, _as_grid(grid))
    except StudyError as problem:
        raise StudyError(f"{place}: {problem.message}", problem.hint) from None
    _refuse_unfit(row, settings, place, data)
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
