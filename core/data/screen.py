"""Everything the data page asks or tells about a table with these roles (UX 3.3)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from core.data.prepare import prepare_dataset
from core.data.public_tables import recognize_public_table
from core.data.read.reader import Watch, change_choices, ignore_progress, report_progress
from core.data.read.table_builder import apply_choices
from core.data.roles import list_targets
from core.data.screen_cells import list_cell_problems, list_total_problems
from core.data.screen_columns import list_column_problems, list_stray_problems, list_unanswered
from core.data.screen_leakage import list_leak_problems
from core.data.screen_rows import list_row_problems
from core.data.suggest import suggest_roles, suggest_roles_for
from core.domain.dataset import Dataset, Table, Task
from core.domain.problem import PICK, Fix, Problem, Severity
from core.domain.study import Columns
from core.support.errors import DataError

_RARE = 10  # rows of a class below which it cannot be judged


def screen_table(
    table: Table,
    columns: Columns,
    prepared: Dataset | None = None,
    watch: Watch = ignore_progress,
    whole: Table | None = None,
    target_is_chosen: bool = False,
) -> tuple[Problem, ...]:
    """What blocks, then what is asked, then what is noted; `prepared` is the dataset of these columns if it is there.

    `whole` is the file as read, where `table` lacks the final test rows. `target_is_chosen`: a person named the
    target, so that it is not asked about.

    The answer is used only for leaks, copies, missing answers, class counts and drift in time.
    """
    file = whole or table
    as_chosen = () if target_is_chosen else _target_question(file, columns)
    as_read = [
        *list_reading_problems(table, columns),
        *list_stray_problems(file, columns),
        *list_total_problems(file, columns),
    ]
    found = [*as_chosen, *as_read, *_noticed(table), *_problems(table, columns, prepared, watch)]
    order = (Severity.BLOCKS, Severity.ASKS, Severity.NOTE)
    return tuple(sorted(found, key=lambda problem: order.index(problem.severity)))


def _target_question(table: Table, columns: Columns) -> Iterator[Problem]:
    """Ask which column is meant, as long as the target is the suggested one and others could be meant too."""
    if table.reading.get("format") == "sample":
        return
    suggestion = suggest_roles(table)
    suggested = suggestion.columns
    as_suggested = columns.target == suggested.target and set(columns.target) & set(columns.nominal) == set(
        suggested.nominal
    )
    if not suggestion.other_targets or not as_suggested or set(columns.target) & set(columns.numeric):
        return
    fixes = (
        Fix(_option_label(table, suggested.target, bool(suggested.nominal)), "answers.TARGET", suggested.target[0]),
        *(
            Fix(
                _option_label(table, option.names, option.as_classes),
                "columns",
                replace(suggest_roles_for(table, option).columns, reading=columns.reading, excluded=columns.excluded),
            )
            for option in suggestion.other_targets
        ),
    )
    names = tuple(dict.fromkeys(name for option in suggestion.other_targets for name in option.names))
    facts = {"suggested": suggested.target, "others": names}
    yield Problem("TARGET", Severity.ASKS, "Which column do you want to predict?", "columns", fixes, facts)


def _option_label(table: Table, names: Sequence[str], as_classes: bool) -> str:
    column = table.column(names[0])
    what = "classes" if as_classes or column.kind.is_coded else "numbers"
    return f"'{column.name}' ({what})"


def list_reading_problems(table: Table, columns: Columns) -> Iterator[Problem]:
    """What the file leaves open about how it is read; a value only the person can name is asked for."""
    for question in table.questions:
        known_as = question.key.upper()
        level = Severity.BLOCKS if question.blocks else Severity.ASKS
        fixes = tuple(
            Fix(words, f"answers.{known_as}", PICK)
            if value is None
            else Fix(
                words, "columns.reading", change_choices({**table.settled, **columns.reading}, {question.key: value})
            )
            for words, value in question.answers
        )
        yield Problem(known_as, level, question.text, "columns", fixes)


def _noticed(table: Table) -> Iterator[Problem]:
    """What was left out or read as missing while the file was read."""
    if table.notes:
        yield Problem("READ", Severity.NOTE, " ".join(table.notes), "columns")


def _problems(table: Table, columns: Columns, prepared: Dataset | None, watch: Watch) -> Iterator[Problem]:
    try:
        table = apply_choices(table, columns.reading)
        data = prepare_dataset(table, columns) if prepared is None else prepared
    except DataError as error:
        yield Problem("DATA", Severity.BLOCKS, str(error), "columns")
        yield from list_column_problems(table, columns)
        yield from list_cell_problems(table, columns)
        return
    report_progress(watch, 0.3)
    yield from list_column_problems(table, columns)
    yield from list_cell_problems(table, columns)
    report_progress(watch, 0.5)
    yield from list_leak_problems(data, columns)
    report_progress(watch, 0.7)
    for problem in list_row_problems(table, columns, data):
        report_progress(watch, 0.8)
        yield problem
    yield from list_unanswered(list_targets(table, columns))
    yield from _rare_classes(data, columns)
    yield from _seen(table)
    yield _prepared()


def _rare_classes(data: Dataset, columns: Columns) -> Iterator[Problem]:
    if data.task is not Task.CLASSES:
        return
    for name, count in zip(data.classes, data.class_counts, strict=True):
        if 0 < count < _RARE and len(data.classes) > 2:
            rows = "1 row" if count == 1 else f"{count} rows"
            text = f"'{name}' has only {rows}: too few to be in training and test of every fold."
            rule = (f"{data.outputs[0]} = {name}", "class too rare to be judged")
            fixes = (
                Fix("Leave these rows out", "columns.excluded", (*columns.excluded, rule)),
                *_together(data, columns),
            )
            yield Problem("RARE", Severity.NOTE, text, f"columns.{data.outputs[0]}", fixes)


def _together(data: Dataset, columns: Columns) -> Iterator[Fix]:
    """The offer to take all rare classes together, where that leaves at least two classes."""
    rare = [name for name, count in zip(data.classes, data.class_counts, strict=True) if 0 < count < _RARE]
    if 2 <= len(rare) < len(data.classes):
        yield merge_classes(columns, data.outputs[0], rare)


def merge_classes(columns: Columns, target: str, classes: Sequence[str]) -> Fix:
    known = columns.reading.get("merged", {})
    known = known if isinstance(known, dict) else {}
    merged = {**known, target: [*known.get(target, []), *classes]}
    words = " and ".join(f"'{name}'" for name in classes) if len(classes) == 2 else f"the {len(classes)} rare classes"
    return Fix(f"Take {words} together", "columns.reading", {**columns.reading, "merged": merged})


def _seen(table: Table) -> Iterator[Problem]:
    name = recognize_public_table(table)
    if name:
        text = f"This is a published data set ({name}); methods may have been tuned on it."
        yield Problem("SEEN", Severity.NOTE, text, "columns")


def _prepared() -> Problem:
    text = (
        "Was anything computed from the whole table before import (scaling, filling gaps, choosing columns, "
        "oversampling)?"
    )
    fixes = tuple(Fix(label, "answers.PREP", label.lower()) for label in ("No", "Yes", "Not sure"))
    return Problem("PREP", Severity.ASKS, text, "columns", fixes)
