"""New rows seen with the eyes of an old study: the same columns, the same levels, the same classes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.data.fingerprint import Keys, compute_row_keys
from core.data.prepare import prepare_dataset
from core.data.roles import MADE
from core.domain.dataset import Dataset, Floats, Table, Task
from core.domain.findings import Caution, CautionKind
from core.domain.study import Study
from core.support.errors import DataError, EvenfoldError

MOST_SHOWN = 3
UNDERSTOOD = ("codes", "spellings", "merged")  # choices about what cells mean, which hold for every file of the study


@dataclass(frozen=True, slots=True, eq=False)
class NewRows:
    """The new rows as the study's models can read them, and what must be said about them."""

    data: Dataset
    cautions: tuple[Caution, ...]


def align_new_rows(study: Study, old: Dataset, table: Table, final_rows: Keys | None = None) -> NewRows:
    """Refuses other columns, other answers, and rows the study has seen or keeps as final test rows (`final_rows`)."""
    data = _aligned(old, _prepared(study, old, table))
    cautions = [_unseen_levels(old, data), _seen_before(old, data, final_rows)]
    return NewRows(_in_levels(old, data), tuple(caution for caution in cautions if caution is not None))


def _refuse_missing(needed: Sequence[str], table: Table) -> None:
    missing = [name for name in needed if name not in table.names]
    if missing:
        shown = ", ".join(f"'{name}'" for name in missing[:MOST_SHOWN])
        raise DataError(f"The new file lacks {shown}.", hint="It must have the columns the study was made with.")


def _prepared(study: Study, old: Dataset, table: Table) -> Dataset:
    """By the roles of the study; columns it does not know are left aside, rules that name row numbers too."""
    columns = study.columns
    group = columns.group if columns.group not in MADE else None
    time = columns.time if columns.time in table.names else None
    needed = [*old.outputs, *old.features, *columns.given, *([group] if group else [])]
    _refuse_missing(needed, table)
    kept = tuple(column for column in table.columns if column.name in {*needed, time})
    rules = tuple(rule for rule in columns.excluded if not rule[0].strip().lower().startswith("row"))
    nominal, numeric = _kinds(old)
    understood = {key: value for key, value in columns.reading.items() if key in UNDERSTOOD}
    asked = replace(columns, ignore=(), reading=understood, time=time, group=group, excluded=rules)
    asked = replace(asked, nominal=nominal, numeric=numeric)
    try:
        return prepare_dataset(replace(table, columns=kept), asked)
    except EvenfoldError as problem:
        raise DataError(f"The new rows cannot be used: {problem.message}", hint=problem.hint) from problem


def _kinds(old: Dataset) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Columns of names and columns of numbers, as they were in the study."""
    coded = {name for name, kind in zip(old.features, old.kinds, strict=True) if kind.is_coded}
    coded |= set(old.outputs) if old.task is Task.CLASSES else set()
    everything = (*old.features, *old.outputs)
    return tuple(name for name in everything if name in coded), tuple(name for name in everything if name not in coded)


def _aligned(old: Dataset, new: Dataset) -> Dataset:
    """The columns in the order of the study."""
    places = [new.features.index(name) for name in old.features]
    outputs = [new.outputs.index(name) for name in old.outputs]
    return replace(
        new,
        inputs=new.inputs[:, places],
        features=old.features,
        kinds=tuple(new.kinds[place] for place in places),
        levels=tuple(new.levels[place] for place in places),
        targets=new.targets[:, outputs],
        outputs=old.outputs,
    )


def _in_levels(old: Dataset, new: Dataset) -> Dataset:
    """Level and class positions of the study; a level it never saw is missing."""
    inputs = new.inputs.copy()
    for place, (known, found) in enumerate(zip(old.levels, new.levels, strict=True)):
        if old.kinds[place].is_coded:
            inputs[:, place] = _moved(inputs[:, place], found, known)
    targets = new.targets
    if old.task is Task.CLASSES:
        targets = _moved(new.targets[:, 0], new.classes, old.classes).reshape(-1, 1)
        strange = sorted(set(new.classes) - set(old.classes))
        if strange:
            raise DataError(
                f"The new rows have the answer '{strange[0]}', which the study never saw.",
                hint="Write the answers as in the study, or make a new study.",
            )
    return replace(
        new,
        inputs=inputs,
        kinds=old.kinds,
        levels=old.levels,
        targets=targets,
        classes=old.classes,
        positive=old.positive_class if old.classes else None,
        order=None,
        given={name: _given(old, new, name) for name in new.given},
    )


def _given(old: Dataset, new: Dataset, name: str) -> Floats:
    return _moved(new.given[name], new.classes, old.classes) if old.classes else new.given[name]


def _moved(values: Floats, found: tuple[str, ...], known: tuple[str, ...]) -> Floats:
    at = {name: float(place) for place, name in enumerate(known)}
    places = np.array([*(at.get(name, np.nan) for name in found), np.nan])
    return np.asarray(places[np.where(np.isnan(values), len(found), values).astype(np.int64)])


def _unseen_levels(old: Dataset, new: Dataset) -> Caution | None:
    for place, name in enumerate(old.features):
        strange = sorted(set(new.levels[place]) - set(old.levels[place])) if old.kinds[place].is_coded else []
        if strange:
            return Caution(CautionKind.UNSEEN_VALUES, name=strange[0], message=name)
    return None


def _seen_before(old: Dataset, new: Dataset, final_rows: Keys | None) -> Caution | None:
    """Refuses old rows among the new ones, unless rows of the study repeat each other just as often by chance."""
    seen, arrived = compute_row_keys(old), compute_row_keys(new)
    seen = seen if final_rows is None else np.concatenate([seen, final_rows])
    again = np.isin(arrived, seen)
    if not again.any():
        return None
    _, counts = np.unique(seen, return_counts=True)
    by_chance = float(counts[counts > 1].sum() / counts.sum())
    share, count = float(again.mean()), int(again.sum())
    if share > by_chance:
        rows = np.flatnonzero(again) if new.rows is None else new.rows[again]
        shown = ", ".join(str(int(row) + 1) for row in rows[:MOST_SHOWN])
        more = " and others" if count > MOST_SHOWN else ""
        raise DataError(
            f"{count} of the {new.size} new rows {'is' if count == 1 else 'are'} in the old data (row {shown}{more}).",
            hint="Leave them out: only rows the study has not seen can confirm it.",
        )
    return Caution(CautionKind.SEEN_ROWS, count=count, total=new.size)
