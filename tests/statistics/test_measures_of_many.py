"""All test parts at once give what each of them gives alone."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.dataset import Floats, Integers, Task
from core.statistics.measures import MEASURES, Context, Measure
from core.statistics.ranking_measures import pair_share, pair_shares

CLASSES = [row for row in MEASURES if row.task is Task.CLASSES]
NUMBERS = [row for row in MEASURES if row.task is Task.NUMBERS]


def alone(
    row: Measure, truth: Floats, predicted: Floats, scores: Floats | None, starts: Integers, context: Context
) -> list[float | None]:
    parts = np.split(np.arange(len(truth)), starts[1:])
    return [
        row.value(truth[part], predicted[part], None if scores is None else scores[part], context) for part in parts
    ]


def assert_same(found: tuple[float | None, ...], expected: list[float | None]) -> None:
    assert [value is None for value in found] == [value is None for value in expected]
    known = [(one, other) for one, other in zip(found, expected, strict=True) if one is not None]
    assert all(one == pytest.approx(other, rel=1e-12, abs=1e-12) for one, other in known)


def starts_of(sizes: list[int]) -> Integers:
    return np.cumsum([0, *sizes[:-1]])


@pytest.mark.parametrize("row", CLASSES, ids=lambda row: row.key)
@settings(max_examples=60, deadline=None)
@given(
    sizes=st.lists(st.integers(1, 9), min_size=1, max_size=6),
    classes=st.integers(2, 4),
    ratio=st.sampled_from([0.5, 1.0, 4.0]),
    kind=st.sampled_from(["chances", "ties", "any", "missing", "infinite", "none"]),
    seed=st.integers(0, 10_000),
)
def test_that_classes_measured_at_once_equal_classes_measured_one_by_one(
    row: Measure, sizes: list[int], classes: int, ratio: float, kind: str, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    rows = sum(sizes)
    truth = rng.integers(0, classes, rows).astype(float)
    scores = some_scores(kind, rows, classes, rng)
    predicted = rng.integers(0, classes, rows).astype(float)
    context = Context(classes, int(rng.integers(classes)), ratio)
    starts = starts_of(sizes)
    found = row.values(truth, predicted, scores, starts, context)
    assert_same(found, alone(row, truth, predicted, scores, starts, context))


def some_scores(kind: str, rows: int, classes: int, rng: np.random.Generator) -> Floats | None:
    if kind == "none":
        return None
    if kind == "chances":
        return np.asarray(rng.dirichlet(np.ones(classes), rows))
    if kind == "ties":
        return rng.integers(0, 3, (rows, classes)) / 2.0
    scores = rng.normal(size=(rows, classes))
    if kind == "missing":
        scores[rng.integers(rows)] = np.nan
    if kind == "infinite":
        scores[rng.random((rows, classes)) < 0.5] = np.inf
    return scores


@pytest.mark.parametrize("row", NUMBERS, ids=lambda row: row.key)
@settings(max_examples=60, deadline=None)
@given(
    sizes=st.lists(st.integers(1, 9), min_size=1, max_size=6),
    odd=st.sampled_from(["", "zero", "missing", "constant", "huge"]),
    seed=st.integers(0, 10_000),
)
def test_that_numbers_measured_at_once_equal_numbers_measured_one_by_one(
    row: Measure, sizes: list[int], odd: str, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    truth, predicted = rng.normal(1e3, 5, sum(sizes)), rng.normal(1e3, 5, sum(sizes))
    place = int(rng.integers(sum(sizes)))
    if odd == "constant":
        truth[:] = 3.0
    elif odd:
        predicted[place] = {"zero": predicted[place], "missing": np.nan, "huge": 1e200}[odd]
        truth[place] = 0.0 if odd == "zero" else truth[place]
    starts = starts_of(sizes)
    found = row.values(truth, predicted, None, starts, Context())
    assert_same(found, alone(row, truth, predicted, None, starts, Context()))


def test_that_shares_of_pairs_are_exact_with_ties_in_every_part() -> None:
    rng = np.random.default_rng(3)
    parts = np.repeat(np.arange(20), 30)
    positives, ranking = rng.random(600) < 0.4, rng.integers(0, 8, 600).astype(float)
    found = pair_shares(positives, ranking, parts)
    for part in range(20):
        these = parts == part
        expected = pair_share(ranking[these & positives], ranking[these & ~positives])
        assert found[part] == expected


def test_that_a_part_without_rows_of_one_kind_has_no_share() -> None:
    found = pair_shares(np.array([True, True, False]), np.zeros(3), np.array([0, 0, 2]), 4)
    assert np.isnan(found).all()


def test_that_a_measure_without_a_way_for_all_at_once_goes_part_by_part() -> None:
    row = next(row for row in NUMBERS if row.at_once is None)
    truth, starts = np.array([1.0, 2.0, 4.0, 3.0, 1.0]), np.array([0, 3])
    predicted = truth + 0.5
    assert row.values(truth, predicted, None, starts, Context()) == tuple(
        alone(row, truth, predicted, None, starts, Context())
    )
