"""Watch a model in use: add new rows with known values to its file, and see whether it still holds its promise."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.application.predict_rows import open_model, predict_rows
from core.data.read import read_table
from core.data.read.column_conversion import to_categories
from core.domain.dataset import Floats, Integers, Table, Task
from core.domain.prediction import Watch, WatchedLoss, WatchedOutput, WatchPromise
from core.prediction.build import ModelForUse
from core.prediction.inputs import read_inputs
from core.prediction.known_values import read_known_values
from core.prediction.promised_loss import compute_raw_losses
from core.prediction.record import FinalModel
from core.prediction.watch_file import StoredBatch, add_batch, read_batches
from core.prediction.watching import (
    RESTART,
    trace_evidence,
    trace_watched_mean,
    watch_promise_with_restarts,
)
from core.report.output import write_bytes
from core.report.tables import as_csv
from core.statistics.measure import Context
from core.statistics.undefined import Undefined
from core.store.checksums import compute_checksum
from core.support.errors import DataError, StoreError, StudyError
from core.support.text import pluralize
from core.wording.watch_text import list_watch_history

GROUPS_PER_RESTART = 4


def watch_model(path: Path, table: Table | None = None) -> Watch:
    """Add the rows of a table, if there is one, to the watch of a saved model; return how the model stands.

    Rows without known values, rows of the study itself, and those of an earlier batch that the table holds again as a
    whole (a file that grows) do not count; a table with no other rows is refused. With groups one observation is the
    mean of a group.
    """
    model = open_model(path)
    record = model.model
    if not record.promises:
        raise StudyError(
            f"{record.name} has no promise to be watched: the study gave none.",
            hint="Save a model from a study with held-out rows.",
        )
    notes: tuple[str, ...] = ()
    batches = read_batches(path, len(record.promises))
    if table is not None:
        measured = _measure(model, table, batches)
        add_batch(path, table.name, measured.keys, measured.losses, len(batches))
        notes, batches = measured.notes, read_batches(path, len(record.promises))
    stacked = np.concatenate([np.empty((0, len(record.promises))), *(one.losses for one in batches)])
    by_groups = bool(record.group_name)
    restart = GROUPS_PER_RESTART if by_groups else RESTART
    outputs = tuple(_watch_output(one, stacked[:, at], restart) for at, one in enumerate(record.promises))
    return Watch(tuple(one.batch for one in batches), outputs, by_groups, _find_loss_kind(record), notes)


def watch_file(path: Path, rows: Path) -> Watch:
    """Add the rows of a file to the watch of a saved model."""
    return watch_model(path, read_table(rows))


def save_watch_history(path: Path, watch: Watch) -> None:
    """Write what was added and how it stood after each batch, as CSV."""
    heads, rows = list_watch_history(watch, [output.promise.output for output in watch.outputs])
    write_bytes(path, as_csv(heads, rows))


@dataclass(frozen=True, slots=True, eq=False)
class _Measured:
    """What a table adds: a key per row, losses (observations x outputs), and what of it did not count."""

    keys: Integers
    losses: Floats
    notes: tuple[str, ...]


def _find_loss_kind(record: FinalModel) -> WatchedLoss:
    if record.task is Task.NUMBERS:
        return WatchedLoss.ABSOLUTE
    is_cost = record.study.question.measure == "cost" and len(record.classes) == 2
    return WatchedLoss.COST if is_cost else WatchedLoss.WRONG


def _measure(model: ModelForUse, table: Table, batches: Sequence[StoredBatch]) -> _Measured:
    record = model.model
    found = predict_rows(model, table)
    asked = record.study.question
    context = Context(max(2, len(record.classes)), record.positive, asked.cost_ratio, asked.tolerance, asked.over_cost)
    columns, truths = [], []
    for promise in record.promises:
        actual = read_known_values(record, promise.output, table)
        if actual is None:
            raise DataError(f"The file lacks known values of '{promise.output}'.", "Add that column and try again.")
        predicted = found.values[:, record.outputs.index(promise.output)]
        raw = compute_raw_losses(record.task, asked.measure, actual, predicted, None, context)
        columns.append(np.where(np.isfinite(actual), np.minimum(raw, promise.cap) / promise.cap, np.nan))
        truths.append(actual)
    losses = np.column_stack(columns)
    is_known = np.isfinite(losses).all(axis=1)
    counts = is_known & ~found.is_copy
    if not counts.any():
        raise DataError("No row of the file is new and has known values.", hint="Choose a file with measured rows.")
    inputs = read_inputs(record.inputs, record.outputs, table).values
    keys = _make_row_keys(np.column_stack([inputs, *truths]))
    again, since = _find_added_before(keys, counts, batches)
    counts &= ~again
    if not counts.any():
        raise StoreError(f"These rows were added on {since[:10]}.", hint="Add rows that came since then.")
    left_out = (int((~is_known).sum()), int((is_known & found.is_copy).sum()), int(again.sum()))
    if record.group_name:
        losses = _average_groups(losses[counts], _find_groups(record.group_name, table)[counts])
    else:
        losses = losses[counts]
    return _Measured(keys[counts], losses, tuple(_word_left_out(*left_out)))


def _make_row_keys(rows: Floats) -> Integers:
    """A number for each row by its inputs and known values: equal rows have equal ones, others hardly ever."""
    plain = np.ascontiguousarray(np.where(np.isnan(rows), np.nan, rows) + 0.0)  # one kind of gap, one kind of zero
    return np.array([int.from_bytes(compute_checksum((row.tobytes(),))[:7]) for row in plain], dtype=np.int64)


def _find_added_before(
    keys: Integers, counts: NDArray[np.bool_], batches: Sequence[StoredBatch]
) -> tuple[NDArray[np.bool_], str]:
    """Rows of earlier batches of which every row stands in the table again, and when the first of them was added.

    A batch of which some rows are missing is another one with equal rows among them: those count.
    """
    again, since = np.zeros(len(keys), dtype=np.bool_), ""
    places: dict[int, list[int]] = {}
    for place in np.flatnonzero(counts)[::-1].tolist():
        places.setdefault(int(keys[place]), []).append(place)  # the first comes last, where it is taken from
    for one in batches:
        wanted = Counter(one.keys.tolist())
        if all(len(places.get(key, ())) >= count for key, count in wanted.items()):
            since = since or one.batch.time
            for key, count in wanted.items():
                again[[places[key].pop() for _ in range(count)]] = True
    return again, since


def _word_left_out(unknown: int, copies: int, again: int) -> Iterator[str]:
    if unknown:
        yield f"{pluralize(unknown, 'row has', 'rows have')} no known value and do not count."
    if copies:
        yield f"{pluralize(copies, 'row equals', 'rows equal')} rows of the study and do not count."
    if again:
        yield f"{pluralize(again, 'row was', 'rows were')} added before and do not count."


def _find_groups(name: str, table: Table) -> Integers:
    if name not in table.names:
        raise DataError(
            f"The file lacks the column '{name}'.", hint="Rows of one group hang together, so groups are counted."
        )
    return to_categories(table.column(name)).values.astype(np.int64)


def _average_groups(losses: Floats, groups: Integers) -> Floats:
    """Mean loss of each group, in the order in which groups first appear."""
    _, first, member = np.unique(groups, return_index=True, return_inverse=True)
    sizes = np.bincount(member.ravel())[:, np.newaxis]
    sums = np.column_stack([np.bincount(member.ravel(), column) for column in losses.T])
    return np.asarray((sums / sizes)[np.argsort(first)])


def _watch_output(promise: WatchPromise, losses: Floats, restart: int) -> WatchedOutput:
    if not losses.size:
        return WatchedOutput(promise, losses, None, None, np.empty(0), None, "no_rows")
    alarm = watch_promise_with_restarts(losses, promise.promise, restart=restart)
    lows, highs = trace_watched_mean(losses)
    low, high = (float(ends[-1]) if np.isfinite(ends[-1]) else None for ends in (lows, highs))
    if isinstance(alarm, Undefined):
        return WatchedOutput(promise, losses, low, high, np.empty(0), None, alarm.reason, lows, highs)
    reason = "changed_over_time" if low is None else ""
    evidence = trace_evidence(losses, promise.promise, restart)
    return WatchedOutput(promise, losses, low, high, evidence, alarm.alarm_at, reason, lows, highs)
