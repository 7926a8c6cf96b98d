"""The vault: which rows are set aside, and that nobody can choose them."""

import numpy as np
import pytest

from core.data.final_test_rows import join_rows, remove_rows, split_final_test
from core.data.prepare import prepare_dataset
from core.domain.dataset import Column, Dataset, Kind, Table
from core.domain.study import Columns
from core.support.errors import DataError


def table(rows: int = 300, groups: int = 30) -> Table:
    random = np.random.default_rng(4)
    return Table(
        "parts",
        "parts.csv",
        (
            Column("force", Kind.NUMBER, random.normal(0, 1, rows)),
            Column("machine", Kind.NAMES, (np.arange(rows) % groups).astype(np.int32), _names(groups)),
            Column("hour", Kind.NUMBER, random.permutation(rows).astype(np.float64)),
            Column("load", Kind.NUMBER, random.normal(5, 2, rows)),
            Column("quality", Kind.YES_NO, (random.random(rows) < 0.1).astype(np.int32), ("good", "bad")),
        ),
    )


def _names(count: int) -> tuple[str, ...]:
    return tuple(f"M{number}" for number in range(count))


def data(**columns: object) -> Dataset:
    return prepare_dataset(table(), Columns(**{"target": ("quality",), **columns}))  # type: ignore[arg-type]


def test_that_a_third_is_sealed_with_the_share_of_every_answer() -> None:
    found = split_final_test(data())
    assert found.final_rows.size == 100
    shares = [float(part.labels.mean()) for part in (found.data, found.final_rows)]
    assert abs(shares[0] - shares[1]) < 0.01
    assert found.data.fingerprint != found.final_rows.fingerprint


def test_that_numbers_are_sealed_over_their_whole_range() -> None:
    found = split_final_test(prepare_dataset(table(), Columns(target=("load",), ignore=("machine",))))
    assert abs(float(found.data.targets.mean() - found.final_rows.targets.mean())) < 0.3
    assert found.final_rows.size == 100


def test_that_groups_stay_whole() -> None:
    found = split_final_test(data(group="machine"))
    assert found.data.groups is not None
    assert found.final_rows.groups is not None
    assert not set(found.data.groups.tolist()) & set(found.final_rows.groups.tolist())
    assert len(set(found.final_rows.groups.tolist())) == 10


def test_that_of_an_order_in_time_the_latest_rows_are_sealed() -> None:
    found = split_final_test(data(time="hour"))
    assert found.data.order is not None
    assert found.final_rows.order is not None
    assert float(found.data.order.max()) < float(found.final_rows.order.min())


def test_that_other_columns_seal_the_same_rows() -> None:
    first, second = split_final_test(data()), split_final_test(data(ignore=("load", "hour")))
    assert first.final_rows.rows is not None
    assert second.final_rows.rows is not None
    assert first.final_rows.rows.tolist() == second.final_rows.rows.tolist()


def test_that_both_parts_together_are_the_whole_again() -> None:
    whole = data(group="machine")
    found = split_final_test(whole)
    again = join_rows(found.data, found.final_rows)
    assert again.fingerprint == whole.fingerprint
    assert np.array_equal(again.inputs, whole.inputs)
    assert np.array_equal(again.targets, whole.targets)
    assert again.groups is not None
    assert np.array_equal(again.groups, np.asarray(whole.groups))


def test_that_the_table_can_be_looked_at_without_the_final_test_rows() -> None:
    found = split_final_test(data())
    seen = prepare_dataset(remove_rows(table(), found.final_rows), Columns(target=("quality",)))
    assert np.array_equal(seen.inputs, found.data.inputs)
    assert np.array_equal(seen.targets, found.data.targets)


@pytest.mark.parametrize(("rows", "groups"), [(50, 30), (300, 4)])
def test_that_too_few_rows_or_groups_are_refused(rows: int, groups: int) -> None:
    with pytest.raises(DataError, match="too little for final test rows"):
        split_final_test(prepare_dataset(table(rows, groups), Columns(target=("quality",), group="machine")))
