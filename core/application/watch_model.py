"""Watch a model in use: add new rows with known values to its file, and see whether it still holds its promise."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from core.application.predict_rows import open_model, predict_rows
from core.data.read.column_conversion import to_categories
from core.domain.dataset import Floats, Integers, Table
from core.domain.prediction import Watch, WatchedOutput, WatchPromise
from core.prediction.build import ModelForUse
from core.prediction.known_values import read_known_values
from core.prediction.promised_loss import compute_raw_losses
from core.prediction.watch_file import add_batch, read_batches
from core.prediction.watching import RESTART, estimate_watched_mean, trace_evidence, watch_promise_with_restarts
from core.statistics.measure import Context
from core.statistics.undefined import Undefined
from core.store.checksums import compute_checksum
from core.support.errors import DataError, StudyError
from core.support.text import pluralize

GROUPS_PER_RESTART = 4


def watch_model(path: Path, table: Table | None = None) -> Watch:
    """Add the rows of a table, if there is one, to the watch of a saved model; return how the model stands.

    Rows without known values, and rows of the study itself, do not count. The same rows are refused a second time.
    With groups one observation is the mean of a group.
    """
    model = open_model(path)
    record = model.model
    if not record.promises:
        raise StudyError(
            f"{record.name} has no promise to be watched: the study gave none.",
            hint="Save a model from a study with held-out rows.",
        )
    notes: tuple[str, ...] = ()
    if table is not None:
        losses, counted, notes = _measure(model, table)
        key = compute_checksum((losses.tobytes(), table.name.encode())).hex()
        add_batch(path, table.name, counted, key, losses)
    batches = read_batches(path, len(record.promises))
    stacked = np.concatenate([np.empty((0, len(record.promises))), *(one.losses for one in batches)])
    by_groups = bool(record.group_name)
    restart = GROUPS_PER_RESTART if by_groups else RESTART
    outputs = tuple(_watch_output(one, stacked[:, at], restart) for at, one in enumerate(record.promises))
    return Watch(tuple(one.batch for one in batches), outputs, by_groups, notes)


def _measure(model: ModelForUse, table: Table) -> tuple[Floats, int, tuple[str, ...]]:
    """Losses of the rows (groups) of a table, observations x outputs; how many rows count; what was left out."""
    record = model.model
    found = predict_rows(model, table)
    asked = record.study.question
    context = Context(max(2, len(record.classes)), record.positive, asked.cost_ratio, asked.tolerance, asked.over_cost)
    columns = []
    for promise in record.promises:
        actual = read_known_values(record, promise.output, table)
        if actual is None:
            raise DataError(f"The file lacks known values of '{promise.output}'.", "Add that column and try again.")
        predicted = found.values[:, record.outputs.index(promise.output)]
        raw = compute_raw_losses(record.task, asked.measure, actual, predicted, None, context)
        columns.append(np.where(np.isfinite(actual), np.minimum(raw, promise.cap) / promise.cap, np.nan))
    losses = np.column_stack(columns)
    is_known = np.isfinite(losses).all(axis=1)
    is_new = ~found.is_copy
    counts = is_known & is_new
    if not counts.any():
        raise DataError("No row of the file is new and has known values.", hint="Choose a file with measured rows.")
    notes = tuple(_word_left_out(int((~is_known).sum()), int((is_known & ~is_new).sum())))
    rows = int(counts.sum())
    if record.group_name:
        return _average_groups(losses[counts], _find_groups(record.group_name, table)[counts]), rows, notes
    return losses[counts], rows, notes


def _word_left_out(unknown: int, copies: int) -> Iterator[str]:
    if unknown:
        yield f"{pluralize(unknown, 'row has', 'rows have')} no known value and do not count."
    if copies:
        yield f"{pluralize(copies, 'row equals', 'rows equal')} rows of the study and do not count."


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
    mean = estimate_watched_mean(losses)
    low, high = (None, None) if isinstance(mean, Undefined) else (mean.low, mean.high)
    if isinstance(alarm, Undefined):
        return WatchedOutput(promise, losses, low, high, np.empty(0), None, alarm.reason)
    reason = mean.reason if isinstance(mean, Undefined) else ""
    evidence = trace_evidence(losses, promise.promise, restart)
    return WatchedOutput(promise, losses, low, high, evidence, alarm.alarm_at, reason)
