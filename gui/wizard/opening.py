"""Opening a table, a sample or a study: everything that may take a while, without Qt, so that a thread can do it."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from core.data.prepare import prepare
from core.data.read import read
from core.data.read.csv import read_text
from core.data.read.row import unwatched
from core.data.samples import sample
from core.data.suggest import suggest
from core.domain.dataset import Table
from core.domain.study import Columns
from core.errors import DataError
from core.judge.first_study import first_study, sample_study
from gui.wizard.state import Form, State, blank_study, carried

PASTED = "pasted table"
DATA, REVIEW = "data", "review"
FILLED = frozenset({"data", "question", "candidates", "plan"})


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A state to take over and the page to show it on; `path` is set for study files."""

    state: State
    page: str
    path: Path | None = None


def open_path(path: Path, choices: Mapping[str, object]) -> Opened:
    return open_table(read(path, choices))


def open_text(text: str) -> Opened:
    """A pasted table, read like a file."""
    return open_table(read_text(text, PASTED, PASTED, {}, "utf-8", unwatched))


def open_table(table: Table) -> Opened:
    """A table with the roles that are likely; the rest of the study is suggested from them."""
    suggestion = suggest(table)
    seed = random.SystemRandom().randint(1, 99_999)
    study = replace(blank_study(), title=Path(table.name).stem, source=table.source, row_meaning="", seed=seed)
    form = look(table, suggestion.columns, Form(study))
    return Opened(State(form=form, table=table, found=dict(suggestion.reasons)), DATA)


def open_sample(key: str) -> Opened:
    """A sample with everything filled in, ready to lock."""
    chosen = sample(key)
    table = chosen.make()
    data = prepare(table, chosen.columns)
    first = sample_study(chosen, data)
    form = Form(first.study, data, "", (), first)
    found = dict(suggest(table).reasons)
    return Opened(State(form=form, table=table, visited=set(FILLED), found=found), REVIEW)


def look(table: Table, columns: Columns, form: Form) -> Form:
    """The form for changed columns: dataset, what the screening found, suggestions; what the person said stays."""
    try:
        data = prepare(table, columns)
    except DataError as error:
        return Form(replace(form.study, columns=columns), None, str(error), form.screened, None)
    first = first_study(form.study.title, form.study.source, columns, data, form.study.seed)
    return Form(carried(form.study, first.study), data, "", (), first)
