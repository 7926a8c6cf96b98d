"""Several classes reduced to the pair the nearest neighbor confuses most."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Dataset, Kind, Task
from core.laboratory.confused_classes import count_neighbor_confusions, keep_most_confused, keep_two_classes
from core.support.errors import DataError

CENTERS = (0.0, 10.0, 11.0, 30.0)  # the second and third overlap
NAMES = ("north", "east", "south", "west")


def four_classes(spread: float = 1.0, rows: int = 120) -> Dataset:
    rng = np.random.default_rng(4)
    labels = np.arange(rows) % 4
    values = np.array(CENTERS)[labels] + spread * rng.normal(size=rows)
    return Dataset(
        name="four",
        task=Task.CLASSES,
        inputs=values[:, None],
        kinds=(Kind.NUMBER,),
        features=("place",),
        levels=((),),
        targets=labels.astype(np.float64)[:, None],
        outputs=("side",),
        classes=NAMES,
        rows=np.arange(rows) + 1000,
        fingerprint="whole",
    )


def test_that_the_overlapping_classes_are_found() -> None:
    found = keep_most_confused(four_classes(), 1)
    assert found.classes == ("east", "south")
    assert found.size == 60
    assert found.left_out == 60


def test_that_rows_keep_their_answers_under_the_new_positions() -> None:
    data = four_classes()
    found = keep_two_classes(data, 1, 2)
    assert found.rows is not None
    np.testing.assert_array_equal(found.rows, 1000 + np.flatnonzero(np.isin(data.labels, (1, 2))))
    names = [found.classes[label] for label in found.labels]
    assert names == [data.classes[data.labels[row - 1000]] for row in found.rows]
    np.testing.assert_array_equal(found.inputs, data.inputs[found.rows - 1000])
    assert found.class_counts.tolist() == [30, 30]
    assert found.fingerprint not in ("", "whole")


def test_that_everything_that_belongs_to_rows_goes_with_them() -> None:
    groups, order = np.arange(120) // 3, np.arange(120)[::-1].astype(np.float64)
    data = replace(four_classes(), groups=groups, order=order, rows=None, left_out=5)
    found = keep_two_classes(data, 0, 3)
    kept = np.flatnonzero(np.isin(data.labels, (0, 3)))
    assert found.groups is not None
    assert found.order is not None
    assert found.rows is not None
    np.testing.assert_array_equal(found.rows, kept)
    np.testing.assert_array_equal(found.groups, groups[kept])
    np.testing.assert_array_equal(found.order, order[kept])
    assert found.left_out == 5 + 60


@pytest.mark.parametrize(("positive", "wanted"), [(2, 1), (1, 0), (3, None), (None, None)])
def test_that_the_positive_class_stays_the_same_class(positive: int | None, wanted: int | None) -> None:
    assert keep_two_classes(replace(four_classes(), positive=positive), 1, 2).positive == wanted


def test_that_predictions_of_a_class_left_out_are_missing() -> None:
    given = {"model": np.resize([0.0, 1.0, 2.0, 2.0], 120)}
    found = keep_two_classes(replace(four_classes(), given=given), 2, 3).given["model"]
    np.testing.assert_array_equal(found[:4], [0.0, 0.0, 0.0, 0.0])
    missing = keep_two_classes(replace(four_classes(), given=given), 1, 3).given["model"]
    np.testing.assert_array_equal(missing[:4], [0.0, np.nan, 0.0, np.nan])


def test_that_every_row_is_counted_once_and_the_seed_decides() -> None:
    data = four_classes(spread=4.0)
    first, again, other = (
        count_neighbor_confusions(data, 1),
        count_neighbor_confusions(data, 1),
        count_neighbor_confusions(data, 2),
    )
    assert first.sum() == 120
    np.testing.assert_array_equal(first.sum(axis=1), [30, 30, 30, 30])
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_that_a_row_is_never_its_own_neighbor() -> None:
    """Rows of chance inputs would all be right if they were allowed to find themselves."""
    data = four_classes(spread=0.0)
    assert np.trace(count_neighbor_confusions(data, 1)) == 120
    swapped = replace(data, inputs=np.random.default_rng(1).normal(size=data.inputs.shape))
    assert np.trace(count_neighbor_confusions(swapped, 1)) < 60


def test_that_groups_stay_whole() -> None:
    """Each group holds one class and lies far from all others, so its rows find no neighbor of their own class."""
    data = four_classes()
    groups = data.labels
    inputs = data.labels[:, None] * 100.0 + np.zeros((120, 1))
    assert np.trace(count_neighbor_confusions(replace(data, groups=groups, inputs=inputs), 1)) == 0


def test_that_two_classes_stay_as_they_are() -> None:
    data = keep_two_classes(four_classes(), 0, 1)
    assert keep_most_confused(data, 1) is data


def test_that_classes_never_confused_have_no_pair() -> None:
    data = four_classes(spread=0.0)
    with pytest.raises(DataError, match="never takes one class for another"):
        keep_most_confused(data, 1)


def test_that_numbers_are_refused() -> None:
    data = replace(four_classes(), task=Task.NUMBERS, classes=())
    with pytest.raises(DataError, match="no classes to reduce"):
        keep_most_confused(data, 1)
