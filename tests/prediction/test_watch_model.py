"""Watching a saved model: rows are added to its file, the alarm rings when it got worse, and rarely otherwise."""

import csv
import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.application.watch_model import save_watch_history, watch_model
from core.domain.dataset import Column, Floats, Kind, Table
from core.domain.prediction import WatchedLoss, WatchedOutput, WatchPromise
from core.prediction.file import SUFFIX, load_model, save_model
from core.prediction.watch_file import add_batch
from core.support.errors import DataError, StoreError
from core.wording.watch_text import show_mean_so_far, word_watch
from tests.prediction.generated_studies import build_generated_model, make_dataset, make_numbers, make_table


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / f"m{SUFFIX}"
    save_model(path, build_generated_model(make_dataset(*make_numbers(150, 1)), "linear"))
    return path


def make_batch(rows: int, seed: int, worse: float = 1.0, name: str = "new") -> Table:
    inputs, targets = make_numbers(rows, seed)
    truth: Floats = 3 * inputs[:, 0] + worse * (targets - 3 * inputs[:, 0])
    table = make_table(inputs, truth)
    return Table(name, f"{name}.csv", table.columns)


def test_that_the_promise_is_above_the_estimate_and_below_the_cap(saved: Path) -> None:
    (promise,) = load_model(saved).model.promises
    assert 0 < promise.mean < promise.promise < 1
    assert promise.cap > 0


def test_that_a_sound_model_keeps_its_promise_and_a_worse_one_does_not(saved: Path) -> None:
    for week in range(8):
        (output,) = watch_model(saved, make_batch(25, 100 + week, name=f"week {week}")).outputs
    assert output.alarm_at is None
    assert len(output.losses) == 200
    assert len(output.log_evidence) == 200
    assert output.low is not None
    assert output.high is not None
    assert output.low < output.promise.mean < output.high
    found = watch_model(saved, make_batch(200, 300, worse=3.0, name="later"))
    assert found.outputs[0].alarm_at is not None
    assert found.outputs[0].alarm_at > 200
    assert any("Alarm at row" in line for line in word_watch(found, {"y [MPa]": "MPa"}))
    assert [batch.rows for batch in watch_model(saved).batches] == [25] * 8 + [200]


def test_that_the_model_still_opens_and_predicts_after_it_was_watched(saved: Path) -> None:
    before = load_model(saved).model
    watch_model(saved, make_batch(25, 5))
    assert load_model(saved).model == before


def test_that_the_same_rows_are_refused_a_second_time(saved: Path) -> None:
    watch_model(saved, make_batch(30, 5))
    with pytest.raises(StoreError, match="were added on"):
        watch_model(saved, make_batch(30, 5))
    assert len(watch_model(saved).batches) == 1


def join(*tables: Table) -> Table:
    """A file that grows: the rows of all of them."""
    first = tables[0]
    columns = (
        Column(one.name, one.kind, np.concatenate([table.columns[at].values for table in tables]))
        for at, one in enumerate(first.columns)
    )
    return Table("grown", "grown.csv", tuple(columns))


def test_that_a_file_that_grows_adds_only_what_is_new(saved: Path) -> None:
    weeks = [make_batch(25, 100 + week, name=f"week {week}") for week in range(3)]
    for week in weeks[:2]:
        watch_model(saved, week)
    found = watch_model(saved, join(*weeks))
    assert found.batches[-1].rows == 25
    assert found.notes == ("50 rows were added before and do not count.",)
    with pytest.raises(StoreError, match="were added on"):
        watch_model(saved, join(*weeks[1:]))


def test_that_single_rows_equal_to_earlier_ones_count(saved: Path) -> None:
    watch_model(saved, make_batch(30, 5))
    other, some = make_batch(20, 6), make_batch(30, 5)
    few = Table("few", "few.csv", tuple(Column(one.name, one.kind, one.values[:3]) for one in some.columns))
    assert watch_model(saved, join(other, few)).batches[-1].rows == 23


def test_that_two_who_add_at_once_do_not_mix(saved: Path) -> None:
    keys, losses = np.array([1, 2]), np.full((2, 1), 0.1)
    add_batch(saved, "mine", keys, losses, known=0)
    with pytest.raises(StoreError, match="a moment ago"):
        add_batch(saved, "yours", keys, losses, known=0)


def test_that_the_range_over_time_ends_where_the_range_so_far_is(saved: Path) -> None:
    watch_model(saved, make_batch(25, 100))
    found = watch_model(saved, make_batch(25, 101, name="later"))
    (output,) = found.outputs
    assert (output.lows[-1], output.highs[-1]) == (output.low, output.high)
    assert (np.diff(output.lows) >= 0).all()
    assert (np.diff(output.highs) <= 0).all()
    assert found.ends.tolist() == [25, 50]
    assert found.average_batches(0) == pytest.approx([output.losses[:25].mean(), output.losses[25:].mean()])


def test_that_the_history_can_be_taken_along(saved: Path, tmp_path: Path) -> None:
    found = watch_model(saved, make_batch(25, 100))
    save_watch_history(tmp_path / "history.csv", found)
    with (tmp_path / "history.csv").open(encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    (output,) = found.outputs
    assert row["rows"] == "25"
    assert float(row["mean error"]) == pytest.approx(output.losses.mean() * output.promise.cap)
    assert float(row["evidence"]) == pytest.approx(np.exp(output.log_evidence[-1]))


def test_that_a_mean_that_was_ruled_out_has_no_range() -> None:
    losses, nothing = np.full(20, 0.5), np.empty(0)
    output = WatchedOutput(WatchPromise("y", 2.0, 0.3, 0.4), losses, 0.3, 0.45, nothing, None)
    assert show_mean_so_far(output, WatchedLoss.ABSOLUTE) == ("1.000", "")
    assert show_mean_so_far(replace(output, high=0.5), WatchedLoss.ABSOLUTE) == ("1.000", "0.600 to 1.000")


def test_that_rows_of_the_study_and_rows_without_values_do_not_count(saved: Path) -> None:
    inputs, targets = make_numbers(150, 1)
    with pytest.raises(DataError, match="No row of the file is new"):
        watch_model(saved, make_table(inputs, targets))
    fresh, values = make_numbers(20, 6)
    values[:5] = np.nan
    found = watch_model(saved, make_table(fresh, values))
    assert found.batches[0].rows == 15
    assert any("5 rows have no known value" in note for note in found.notes)
    with pytest.raises(DataError, match="lacks known values"):
        watch_model(saved, make_table(fresh))


def test_that_too_few_rows_say_so(saved: Path) -> None:
    found = watch_model(saved, make_batch(5, 7))
    assert any(line.startswith("Too early to tell") for line in word_watch(found, {}))
    assert word_watch(watch_model(saved), {}) == word_watch(found, {})


def test_that_groups_are_counted_where_the_study_kept_them_whole(tmp_path: Path) -> None:
    inputs, targets = make_numbers(120, 8)
    path = tmp_path / f"g{SUFFIX}"
    save_model(path, build_generated_model(make_dataset(inputs, targets, groups=np.arange(120) % 20), "linear"))
    fresh, values = make_numbers(40, 9)
    with pytest.raises(DataError, match="lacks the column 'machine'"):
        watch_model(path, make_table(fresh, values))
    table = make_table(fresh, values)
    machine = Column("machine", Kind.NAMES, np.repeat([1, 0, 2, 3], 10).astype(np.int32), tuple("abcd"))
    found = watch_model(path, Table("new", "new.csv", (*table.columns, machine)))
    assert found.by_groups
    assert len(found.outputs[0].losses) == 4
    assert found.batches[0].rows == 40


@pytest.mark.parametrize(
    "statement",
    ["UPDATE watch SET rows = 3", "UPDATE watch SET losses = x'00'", "UPDATE watch SET name = 'other'"],
)
def test_that_a_change_of_watched_rows_is_noticed(saved: Path, statement: str) -> None:
    watch_model(saved, make_batch(30, 5))
    connection = sqlite3.connect(saved)
    with connection:
        connection.execute(statement)
    connection.close()
    with pytest.raises(StoreError, match="changed after they were added"):
        watch_model(saved)
