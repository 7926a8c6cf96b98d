"""Opening a table, a sample, a plan or a study: all that may take a while, without Qt, so that a thread can do it."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.application.plan_files import read_plan
from core.application.prepare_data import (
    WORTH_IT,
    join_rows,
    prepare_dataset,
    remove_rows,
    screen_table,
    split_final_test,
    suggest_roles,
)
from core.application.read_tables import (
    Watch,
    find_sample,
    ignore_progress,
    parse_pasted,
    read_table,
    report_progress,
    watch_part,
)
from core.application.read_tables import reread_table as read_table_again
from core.application.study_files import StudyFile, read_stored_result
from core.application.suggest_study import first_study, sample_study
from core.domain.dataset import Column, Dataset, Floats, Kind, Table
from core.domain.study import Columns
from core.support.errors import DataError
from gui import ledger
from gui.wizard.state import Form, State, local_time
from gui.wizard.study_fields import blank_study, carried, owned

DATA, REVIEW, RUN, VERDICT = "data", "review", "run", "verdict"
VAULT = "final_test"
PLAN = ".toml"
READ = 0.5  # share of opening a table that reading it takes
FILLED = frozenset({"data", "question", "candidates", "plan"})


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A state to take over and the page to show it on; `path` is set for study files."""

    state: State
    page: str
    path: Path | None = None


def open_path(path: Path, watch: Watch = ignore_progress) -> Opened:
    """`watch` is told how far it is and may stop it."""
    if path.suffix == ".evenfold":
        return open_study(path)
    if path.suffix.lower() == PLAN:
        return open_plan(path, watch)
    return open_table(read_table(path, watch=watch_part(watch, 0.0, READ)), watch_part(watch, READ, 1.0))


def open_study(path: Path) -> Opened:
    """A study file where it stands: the verdict if there is one, else the run, else the review."""
    file = StudyFile.open(path)
    try:
        return _read_opened(path, file)
    except BaseException:
        file.close()  # or nobody could open it again while this window is open
        raise


def _read_opened(path: Path, file: StudyFile) -> Opened:
    study, data = file.study, file.data
    stored = read_stored_result(file)
    state = State(
        form=Form(study, data),
        table=table_of(data),
        file=file,
        locked_at=local_time(file.locked_at),
        run=stored.run,
        findings=stored.findings,
        visited={*FILLED, REVIEW, RUN},
    )
    return Opened(state, place_of(state), path)


def open_plan(path: Path, watch: Watch = ignore_progress) -> Opened:
    """A plan that was kept as a file, filled in as it says, ready to lock; its table is read as it says, too."""
    planned = read_plan(path)
    report_progress(watch, READ)
    study, data, sealed, table = planned.study, planned.data, planned.final_rows, planned.table
    whole = data.size + (0 if sealed is None else sealed.size)
    first = first_study(study.title, study.source, study.columns, data, study.seed, whole >= WORTH_IT)
    screened = screen_table(seen_of(table, sealed), study.columns, data, watch_part(watch, READ, 1.0), table, True)
    form = Form(study, data, "", screened, first, sealed)
    return Opened(State(form=form, table=table, visited=set(FILLED), found=dict(suggest_roles(table).reasons)), REVIEW)


def with_looks(opened: Opened, folder: Path) -> Opened:
    """The same with what the ledger knows of the rows: earlier comparisons, or what an old verdict reads now."""
    state = opened.state
    if state.data is None:
        return opened
    if not state.locked:
        state.seen = ledger.look_up(state.study, state.data, folder)
    elif state.file is not None:
        ledger.count_opened(state.file, folder)
    if state.findings is not None and state.file is not None:
        state.today = ledger.today(state.study, state.data, state.file.plan_hash, folder)
    return opened


def place_of(state: State) -> str:
    """The page on which a study stands."""
    return VERDICT if state.findings else RUN if state.locked else REVIEW


def table_of(data: Dataset) -> Table:
    """The columns a study file keeps, as a table to look at."""
    inputs = [
        Column(name, kind, _values(data.inputs[:, place], kind), data.levels[place])
        for place, (name, kind) in enumerate(zip(data.features, data.kinds, strict=True))
    ]
    kind = Kind.NAMES if data.classes else Kind.NUMBER
    outputs = [
        Column(name, kind, _values(data.targets[:, place], kind), data.classes)
        for place, name in enumerate(data.outputs)
    ]
    return Table(data.name, data.name, (*inputs, *outputs))


def _values(values: Floats, kind: Kind) -> NDArray[np.generic]:
    return np.where(np.isnan(values), -1, values).astype(np.int32) if kind.is_coded else values


def open_text(text: str) -> Opened:
    """A pasted table, read like a file."""
    return open_table(parse_pasted(text))


def open_table(table: Table, watch: Watch = ignore_progress) -> Opened:
    """A table with the roles that are likely; the rest of the study is suggested from them."""
    suggestion = suggest_roles(table)
    seed = random.SystemRandom().randint(1, 99_999)
    study = replace(blank_study(), title=Path(table.name).stem, source=table.source, row_meaning="", seed=seed)
    form = look(table, suggestion.columns, Form(study), watch)
    return Opened(State(form=form, table=table, found=dict(suggestion.reasons)), DATA)


def open_sample(key: str) -> Opened:
    """A sample with everything filled in, ready to lock."""
    chosen = find_sample(key)
    table = chosen.make()
    data = prepare_dataset(table, chosen.columns)
    first = sample_study(chosen, data)
    form = Form(first.study, data, "", None, first)
    found = dict(suggest_roles(table).reasons)
    return Opened(State(form=form, table=table, visited=set(FILLED), found=found), REVIEW)


def read_again(table: Table, reading: Mapping[str, object], before: State, watch: Watch = ignore_progress) -> Opened:
    """The same file read another way, with the words the person gave, and the roles where the columns are the same."""
    again = read_table_again(table, reading, watch_part(watch, 0.0, READ))
    suggestion = suggest_roles(again)
    same = again.names == table.names
    known = replace(before.form.study.columns if same else suggestion.columns, reading=again.settled)
    changed = look(again, known, before.form, watch_part(watch, READ, 1.0))
    state = State(form=changed, table=again, found=dict(suggestion.reasons))
    state.follow(before)
    return Opened(state, DATA)


def open_in_place_of(path: Path, before: State, watch: Watch = ignore_progress) -> Opened:
    """Another table for the same study: words of the person stay, and roles too where the columns are the same."""
    table = read_table(path, watch=watch_part(watch, 0.0, READ))
    suggestion = suggest_roles(table)
    known, named = before.form.study.columns, set(table.names)
    same = before.table is not None and named >= set(before.table.names)
    columns = replace(known if same else suggestion.columns, reading=table.settled, excluded=())
    study = replace(before.form.study, title=Path(table.name).stem, source=table.source)
    form = look(table, columns, replace(before.form, study=study), watch_part(watch, READ, 1.0))
    state = State(form=form, table=table, found=dict(suggestion.reasons))
    state.follow(before)
    return Opened(state, DATA)


def look(table: Table, columns: Columns, form: Form, watch: Watch = ignore_progress) -> Form:
    """The form for changed columns: dataset, what the screening found, suggestions; what the person said stays."""
    report_progress(watch, 0.0)
    try:
        data = prepare_dataset(table, columns)
    except DataError as error:
        return Form(
            replace(form.study, columns=columns), None, str(error), screen_table(table, columns, watch=watch), None
        )
    report_progress(watch, 0.2)
    suggested = data.size >= WORTH_IT
    is_own = form.first is not None and VAULT not in form.study.assumed
    data, sealed = parted(data, form.study.final_test if is_own else suggested)
    first = first_study(form.study.title, form.study.source, columns, data, form.study.seed, suggested)
    study = replace(carried(form.study, first.study), final_test=sealed is not None)
    return Form(study, data, "", screen_table(seen_of(table, sealed), columns, data, watch, table), first, sealed)


def parted(whole: Dataset, wanted: bool) -> tuple[Dataset, Dataset | None]:
    """The rows to study and those of the vault; all of them where a third would be too little."""
    if not wanted:
        return whole, None
    try:
        found = split_final_test(whole)
    except DataError:
        return whole, None
    return found.data, found.final_rows


def seen_of(table: Table, sealed: Dataset | None) -> Table:
    """What may be looked at before the lock."""
    return table if sealed is None else remove_rows(table, sealed)


def with_vault(table: Table | None, form: Form, wanted: bool) -> Form:
    """The form with a vault or without one, looked at again with the rows that are left."""
    if form.data is None:
        return form
    whole = form.data if form.sealed is None else join_rows(form.data, form.sealed)
    data, sealed = parted(whole, wanted)
    study = owned(replace(form.study, final_test=sealed is not None), VAULT)
    screened = form.screened
    if screened is not None and table is not None:
        screened = screen_table(seen_of(table, sealed), study.columns, data, whole=table)
    return replace(form, study=study, data=data, sealed=sealed, screened=screened)
