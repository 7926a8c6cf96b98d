"""Plans of twin studies, written beside a study that leaves a suspected column out."""

from dataclasses import replace
from pathlib import Path

from core.application.plan_files import study_as_plan
from core.application.suggest_study import both_ways, twin_of
from core.application.write_report import write_text
from core.support.errors import EvenfoldError
from core.support.paths import free_path
from gui.strings import data as strings
from gui.wizard.state import State


def write_twins(state: State, beside: Path) -> str:
    """What to say about it; nothing when no twin was asked for."""
    told = []
    for name in both_ways(state.study):
        try:
            told.append(strings.TWIN_WRITTEN.format(column=name, path=_written(state, name, beside)))
        except EvenfoldError as error:
            told.append(str(error))
    return " ".join(told)


def _written(state: State, name: str, beside: Path) -> Path:
    assert state.data is not None
    twin = twin_of(state.study, name)
    path = _free(free_path(beside.parent, twin.title).with_suffix(".toml"))
    if state.table is not None and state.table.text:
        table = path.with_suffix(".txt")
        write_text(table, state.table.text)
        twin = replace(twin, source=str(table))
    write_text(path, study_as_plan(twin, state.data, path.parent))
    return path


def _free(path: Path) -> Path:
    """A name for the plan that is not taken yet."""
    names = (path, *(path.with_stem(f"{path.stem} {number}") for number in range(2, 10_000)))
    return next(known for known in names if not known.exists())
