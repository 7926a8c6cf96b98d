"""Sentences about a watched model: how it stands, what its losses are, when the evidence against its promise counts."""

import math
from collections.abc import Mapping, Sequence

from core.domain.prediction import Watch, WatchedLoss, WatchedOutput, WatchPromise
from core.support.text import pluralize
from core.wording.numbers_text import choose_decimals, format_number

TOO_EARLY = 10  # rows or groups
ALARM = 20  # : 1
WATCH_CONDITION = (
    "This holds if known values arrive for every row, or for rows chosen without looking at the prediction."
)
CHANGED = "it has changed over time"
SHORT_TITLES = {WatchedLoss.ABSOLUTE: "MAE", WatchedLoss.WRONG: "errors per 100", WatchedLoss.COST: "cost per 100"}
TITLES = {
    WatchedLoss.ABSOLUTE: "mean absolute error",
    WatchedLoss.WRONG: "errors per 100",
    WatchedLoss.COST: "cost per 100",
}


def word_watch(watch: Watch, unit_of: Mapping[str, str]) -> tuple[str, ...]:
    """How a watched model stands, one sentence per output and what was added; `unit_of` by output ("": none known)."""
    if not watch.batches:
        return ("No rows were added yet.",)
    several = len(watch.outputs) > 1
    lines = [word_batches(watch)]
    for output in watch.outputs:
        before = f"{output.promise.output}: " if several else ""
        lines.append(before + word_watched_output(output, watch, unit_of.get(output.promise.output, "")))
    return (*lines, *watch.notes, WATCH_CONDITION)


def word_batches(watch: Watch) -> str:
    """What was added, and when the last time."""
    rows = pluralize(sum(batch.rows for batch in watch.batches), "row")
    counted = f"{pluralize(len(watch.outputs[0].losses), 'group')}, {rows}" if watch.by_groups else rows
    batches = pluralize(len(watch.batches), "batch", "batches")
    return f"{counted} in {batches}, the last on {watch.batches[-1].time[:10]}."


def word_watched_output(output: WatchedOutput, watch: Watch, unit: str) -> str:
    """One sentence: too early to tell, alarm, or the promise stands; with the figures behind it."""
    promise, counted = output.promise, "group" if watch.by_groups else "row"
    mean, ends = show_mean_so_far(output, watch.loss)
    so_far = f" ({ends})" if ends else f" ({CHANGED})"
    promised = show_watched_loss(promise.promise, promise, watch.loss)
    seen = f"{TITLES[watch.loss]} so far {_add_unit(mean, unit)}{so_far}, promised at most {_add_unit(promised, unit)}"
    capped = ""
    if watch.loss is WatchedLoss.ABSOLUTE:
        capped = f" Errors above {_add_unit(show_watched_loss(1.0, promise, watch.loss), unit)} count as that."
    if output.alarm_at is not None:
        return f"Alarm at {counted} {output.alarm_at:,}: the promise is broken; {seen}.{capped}"
    if len(output.losses) < TOO_EARLY:
        return f"Too early to tell: {seen}.{capped}"
    evidence = f"evidence {show_evidence(output)} : 1 against it (alarm at {ALARM} : 1)"
    return f"The promise stands: {seen}; {evidence}.{capped}"


def show_mean_so_far(output: WatchedOutput, loss: WatchedLoss) -> tuple[str, str]:
    """The mean of all rows so far, and the range no look has ruled out ("": it does not fit all rows), without unit."""
    promise = output.promise
    shown = show_watched_loss(float(output.losses.mean()), promise, loss)
    low, high, mean = output.low, output.high, float(output.losses.mean())
    if low is None or high is None or not low <= mean <= high:
        return shown, ""  # a mean that was ruled out on the way is no mean of all rows
    return shown, " to ".join(show_watched_loss(end, promise, loss) for end in (low, high))


def show_watched_loss(value: float, promise: WatchPromise, loss: WatchedLoss) -> str:
    """A mean loss in [0, 1] in the unit of the output, or per 100 rows; as many digits as the promise needs."""
    return format_number(scale_watched_loss(value, promise, loss), _choose_decimals(promise, loss))


def scale_watched_loss(value: float, promise: WatchPromise, loss: WatchedLoss) -> float:
    """A loss in [0, 1] as it is shown: in the unit of the output, or per 100 rows."""
    return value * promise.cap * (1 if loss is WatchedLoss.ABSOLUTE else 100)


def show_evidence(output: WatchedOutput, at: int = -1) -> str:
    """The x of "x : 1 against the promise" after the row at this place (the last)."""
    if not output.log_evidence.size:  # where nothing at all was promised to be wrong, no number is large enough
        return "–" if output.alarm_at is None else "over 10,000"
    log = float(output.log_evidence[at])
    if log >= math.log(10_000):
        return "over 10,000"
    value = math.exp(log)
    return f"{value:.2f}" if value < 9.995 else f"{value:,.0f}"


def _choose_decimals(promise: WatchPromise, loss: WatchedLoss) -> int:
    return choose_decimals(scale_watched_loss(promise.promise, promise, loss) / 10 or 1.0)


def _add_unit(shown: str, unit: str) -> str:
    return f"{shown} {unit}".strip()


def list_watch_history(watch: Watch, names: Sequence[str]) -> tuple[tuple[str, ...], list[tuple[str | float, ...]]]:
    """Headings and one row for every batch, for a file; `names` are the outputs."""
    several = len(names) > 1
    heads = [f"{name} {part}" if several else part for name in names for part in ("mean error", "promised", "evidence")]
    rows: list[tuple[str | float, ...]] = []
    means = [watch.average_batches(place) for place in range(len(watch.outputs))]
    for at, (batch, end) in enumerate(zip(watch.batches, watch.ends.tolist(), strict=True)):
        row: list[str | float] = [batch.time, batch.name, batch.rows]
        for output, mean in zip(watch.outputs, means, strict=True):
            promise = output.promise
            row += [scale_watched_loss(one, promise, watch.loss) for one in (float(mean[at]), promise.promise)]
            row.append(math.exp(min(float(output.log_evidence[end - 1]), 700.0)) if output.log_evidence.size else "")
        rows.append(tuple(row))
    return ("added", "file", "rows", *heads), rows
