"""What every row of the table of schemes promises."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Dataset
from core.domain.evidence import Split
from core.domain.study import SchemeChoice, SchemeKind
from core.schemes import SCHEMES, Scheme, count_splits, make_half_splits, make_splits
from tests.schemes.datasets import classes, numbers, uneven_groups

ROWS = 60
ORDER = np.random.default_rng(5).permutation(ROWS).astype(float)
DATA: dict[str, Dataset] = {
    "classes": classes(ROWS, order=ORDER),
    "three classes": classes(ROWS, (0.6, 0.3, 0.1), order=ORDER),
    "numbers": replace(numbers(ROWS), order=ORDER),
    "groups": replace(classes(ROWS, groups=uneven_groups(ROWS, 14)), order=np.arange(ROWS) // 3.0),  # type: ignore[arg-type]
    "numbers in groups": replace(numbers(ROWS, groups=uneven_groups(ROWS, 12)), order=np.arange(ROWS) // 3.0),  # type: ignore[arg-type]
}
CHOICE = SchemeChoice(folds=5, repeats=3, samples=8)

cases = pytest.mark.parametrize(
    ("row", "name"),
    [(row, name) for row in SCHEMES for name in DATA if not (row.key is SchemeKind.TIME and "groups" in name)],
    ids=lambda value: value if isinstance(value, str) else str(value.key),
)


def made(row: Scheme, name: str, seed: int = 1) -> list[Split]:
    return list(make_splits(DATA[name], replace(CHOICE, kind=row.key), seed))


def signature(found: list[Split]) -> list[tuple[int, int, bytes, bytes]]:
    return [(split.repeat, split.fold, split.train.tobytes(), split.test.tobytes()) for split in found]


def test_that_every_kind_has_one_row_with_words() -> None:
    assert {row.key for row in SCHEMES} == set(SchemeKind)
    assert len(SCHEMES) == len(SchemeKind)
    assert all(row.title and row.note.endswith(".") and row.source for row in SCHEMES)


def test_that_only_designs_with_a_valid_test_may_claim() -> None:
    assert {row.key for row in SCHEMES if row.claims} == {
        SchemeKind.KFOLD,
        SchemeKind.REPEATED_HOLDOUT,
        SchemeKind.HOLDOUT,
        SchemeKind.TTV,
    }


@cases
def test_that_training_and_test_rows_are_disjoint(row: Scheme, name: str) -> None:
    for split in made(row, name):
        shared = np.intersect1d(split.train, split.test)
        assert len(shared) == (ROWS if row.key is SchemeKind.RESUBSTITUTION else 0)


@cases
def test_that_no_side_is_empty_and_rows_exist(row: Scheme, name: str) -> None:
    for split in made(row, name):
        assert len(split.train)
        assert len(split.test)
        for rows in (split.train, split.test):
            assert rows.dtype == np.int64
            assert 0 <= rows.min() <= rows.max() < ROWS
            assert (np.diff(rows) >= 0).all()


@cases
def test_that_test_rows_do_not_repeat(row: Scheme, name: str) -> None:
    for split in made(row, name):
        assert len(np.unique(split.test)) == len(split.test)


@cases
def test_that_the_seed_alone_decides(row: Scheme, name: str) -> None:
    assert signature(made(row, name)) == signature(made(row, name))
    fixed = {SchemeKind.RESUBSTITUTION, SchemeKind.LEAVE_ONE_OUT, SchemeKind.TIME}
    assert (signature(made(row, name)) == signature(made(row, name, seed=2))) == (row.key in fixed)


@cases
def test_that_the_count_is_the_number_of_splits(row: Scheme, name: str) -> None:
    assert count_splits(DATA[name], replace(CHOICE, kind=row.key), 1) == len(made(row, name))


@cases
def test_that_coordinates_are_unique_and_in_order(row: Scheme, name: str) -> None:
    places = [(split.repeat, split.fold) for split in made(row, name)]
    assert places == sorted(set(places))


@cases
def test_that_groups_stay_whole(row: Scheme, name: str) -> None:
    groups = DATA[name].groups
    if groups is None or row.key is SchemeKind.RESUBSTITUTION:
        pytest.skip("no groups to keep, or the same rows on both sides by design")
    for split in made(row, name):
        assert not set(groups[split.train]) & set(groups[split.test])


@cases
def test_that_repeats_are_distinct(row: Scheme, name: str) -> None:
    found = made(row, name)
    repeats = {split.repeat for split in found}
    shuffles = {
        frozenset((one.train.tobytes(), one.test.tobytes()) for one in found if one.repeat == repeat)
        for repeat in repeats
    }
    assert len(shuffles) == len(repeats)


@cases
def test_that_every_row_is_tested_as_promised(row: Scheme, name: str) -> None:
    found = made(row, name)
    for repeat in {split.repeat for split in found}:
        tested = np.concatenate([split.test for split in found if split.repeat == repeat])
        if row.key in {SchemeKind.KFOLD, SchemeKind.LEAVE_ONE_OUT, SchemeKind.RESUBSTITUTION}:
            assert np.array_equal(np.sort(tested), np.arange(ROWS))
        else:
            assert len(np.unique(tested)) == len(tested) < ROWS


@cases
def test_that_unheeded_groups_change_nothing(row: Scheme, name: str) -> None:
    data = DATA[name]
    free = replace(CHOICE, kind=row.key, grouped=False)
    without = list(make_splits(replace(data, groups=None), replace(free, grouped=True), 1))
    assert signature(list(make_splits(data, free, 1))) == signature(without)


@pytest.mark.parametrize("name", list(DATA))
def test_that_halves_are_five_repeats_into_two(name: str) -> None:
    found = list(make_half_splits(DATA[name], 1))
    assert [(split.repeat, split.fold) for split in found] == [(r, f) for r in range(5) for f in range(2)]
    for first, second in zip(found[::2], found[1::2], strict=True):
        assert np.array_equal(first.train, second.test)
        assert np.array_equal(first.test, second.train)
