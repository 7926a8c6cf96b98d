"""Sentences of the wizard that are put together from the study: no numbers are computed here, only said."""

from collections.abc import Mapping

from core.domain.dataset import Dataset
from core.domain.study import SchemeKind, Study
from core.figures.folds import Folds
from core.judge.suggest import group_count
from core.schemes import count
from gui import strings
from gui.wizard.state import State


def table_line(state: State) -> str:
    """The table in one line: name, rows, inputs, groups, how it was read."""
    table, data = state.table, state.data
    if table is None:
        return ""
    if data is None:
        return f"{table.name} · {table.rows:,} rows · {strings.DATA_UNUSED}"
    parts = [strings.DATA_SUMMARY.format(name=table.name, rows=data.size, inputs=len(data.features))]
    if data.group_name:
        parts.append(strings.DATA_SUMMARY_GROUPS.format(count=group_count(data), name=data.group_name))
    if data.left_out:
        parts.append(strings.DATA_LEFT_OUT.format(count=data.left_out))
    return " · ".join([*parts, *reading_words(table.reading)])


def reading_words(reading: Mapping[str, object]) -> list[str]:
    titles = (
        ("separator", strings.READING_SEPARATORS),
        ("decimal", strings.READING_DECIMALS),
        ("encoding", strings.READING_ENCODINGS),
    )
    return [names.get(str(reading[key]), str(reading[key])) for key, names in titles if key in reading]


def findings_of(state: State) -> dict[str, str]:
    """What is said beside each column: what screening found, else why its role is suggested, else its stray cells."""
    if state.table is None:
        return {}
    found = {column.name: strays_words(column.strays) for column in state.table.columns if column.strays}
    found |= dict(state.found)
    for problem in state.form.screened:
        part, _, name = problem.place.partition(".")
        if part == "columns" and name in state.table.names:
            found[name] = problem.text
    return found


def strays_words(strays: tuple[tuple[int, str], ...]) -> str:
    shown = ", ".join(dict.fromkeys(f"“{text}”" for _, text in strays[:20]))
    return strings.DATA_STRAYS.format(count=len(strays), shown=shown)


def drawing_words(drawn: Folds, study: Study, data: Dataset) -> tuple[str, str]:
    """What the blocks of the drawing are, and how many test folds there will be."""
    if drawn.in_time:
        caption = strings.PLAN_BY_TIME
    elif drawn.by_group:
        caption = strings.PLAN_BY_GROUP.format(name=data.group_name)
    else:
        caption = strings.PLAN_BY_ROWS.format(count=drawn.rows_per_block)
    scheme = study.scheme
    total = count(data, scheme, study.seed)
    if scheme.kind is not SchemeKind.KFOLD:
        return caption, strings.PLAN_TOTAL.format(count=total)
    return caption, strings.PLAN_SHUFFLES.format(repeats=total // scheme.folds, folds=scheme.folds, count=total)
