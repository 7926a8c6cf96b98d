"""Additive models: bends where rows speak for them, straight lines elsewhere, and straight on beyond the rows."""

import numpy as np
import pytest

from core.algorithms.additive import Additive, Curve
from core.domain.dataset import Floats


def made(rows: int, noise: float = 0.2) -> tuple[Floats, Floats, Floats]:
    rng = np.random.default_rng(5)
    inputs = rng.uniform(-2, 2, (rows, 3))
    signal = np.sin(2 * inputs[:, 0]) + inputs[:, 1]
    signal -= signal.mean()
    return inputs, (signal + noise * rng.normal(size=rows))[:, None], signal


def test_that_bends_are_found_and_lines_stay_lines() -> None:
    inputs, targets, signal = made(200)
    model = Additive(1.0, 8)
    model.fit(inputs, targets - targets.mean())
    found = model.numbers(inputs)[:, 0]
    assert np.sqrt(np.mean((found - signal) ** 2)) < 0.1
    sizes = [float(np.linalg.norm(model.weights[np.flatnonzero(model.groups == group), 0])) for group in (1, 2, 3)]
    assert sizes[0] > 0.3
    assert max(sizes[1:]) < 0.1 * sizes[0]


def test_that_more_smoothing_ends_in_the_straight_fit() -> None:
    inputs, targets, _ = made(120)
    model = Additive(1e6, 8)
    model.fit(inputs, targets - targets.mean())
    columns = np.column_stack([np.ones(120), inputs])
    straight = columns @ np.linalg.lstsq(columns, targets - targets.mean(), rcond=None)[0]
    bent = Additive(1.0, 8)
    bent.fit(inputs, targets - targets.mean())
    held, free = model.numbers(inputs) - straight, bent.numbers(inputs) - straight
    assert np.abs(held).mean() < 0.02 < 0.2 < np.abs(free).mean()


def test_that_a_curve_has_no_straight_part_and_curvature_one_per_column() -> None:
    values = np.random.default_rng(6).exponential(size=80)
    curve = Curve.of(0, values, 6)
    assert curve is not None
    columns = curve.evaluate(values)
    assert columns.shape == (80, 6)
    line = np.column_stack([np.ones(80), values])
    np.testing.assert_allclose(line.T @ columns, 0.0, atol=1e-8)
    assert np.sum(columns**2) / 80 == pytest.approx(1.0)


def test_that_a_curve_goes_on_straight_beyond_its_rows() -> None:
    values = np.linspace(-1, 1, 30)
    curve = Curve.of(0, values, 5)
    assert curve is not None
    for beyond in (np.array([1.0, 2.0, 3.0]), np.array([-3.0, -2.0, -1.0])):
        steps = np.diff(curve.evaluate(beyond), axis=0)
        np.testing.assert_allclose(steps[0], steps[1], atol=1e-9)
    inside = curve.evaluate(np.array([1 - 1e-6, 1.0, 1 + 1e-6]))
    np.testing.assert_allclose(inside[1] - inside[0], inside[2] - inside[1], atol=1e-9)


@pytest.mark.parametrize(("values", "columns"), [((0, 1), None), ((0, 1, 2), 1), ((0, 1, 2, 3), 2)])
def test_that_few_values_have_few_bends(values: tuple[int, ...], columns: int | None) -> None:
    curve = Curve.of(0, np.tile(np.array(values, dtype=np.float64), 10), 8)
    assert (None if curve is None else curve.turn.shape[1]) == columns


def test_that_classes_told_apart_without_error_give_finite_scores() -> None:
    inputs = np.linspace(-1, 1, 40)[:, None]
    model = Additive(1.0, 8)
    model.fit(inputs, (inputs[:, 0] > 0).astype(np.int64))
    scores = model.scores(inputs)
    np.testing.assert_array_equal(scores.argmax(axis=1), inputs[:, 0] > 0)
    assert (scores > 0).all()


def test_that_no_step_toward_a_rare_class_leads_uphill() -> None:
    """Whole steps of Newton's method ended at weights of 150,000 there, wrong on nearly every row."""
    rng = np.random.default_rng(17)
    inputs = rng.normal(size=(100, 3))
    labels = np.zeros(100, dtype=np.int64)
    labels[:4] = 1
    model = Additive(1.0, 8)
    model.fit(inputs, labels)
    penalties = np.full(len(model.groups), 0.01)
    targets = labels.astype(np.float64)
    far = 5 * rng.normal(size=len(model.groups))
    before = model._unlikely(inputs, targets, far, penalties)
    whole = np.linalg.solve(
        model._working(inputs, targets, far)[0] + np.diag(penalties), model._working(inputs, targets, far)[1]
    )
    longer = model._unlikely(inputs, targets, whole, penalties)  # type: ignore[arg-type]
    assert longer > before  # else nothing would have to be shortened
    shortened, _ = model._step(inputs, targets, far, penalties)
    assert model._unlikely(inputs, targets, shortened, penalties) < before


def test_that_scores_are_the_shares_where_nothing_can_be_told() -> None:
    rng = np.random.default_rng(7)
    labels = (np.arange(300) % 5 == 0).astype(np.int64)
    model = Additive(1.0, 8)
    model.fit(rng.normal(size=(300, 2)), labels)
    assert np.abs(model.scores(rng.normal(size=(100, 2)))[:, 1] - 0.2).mean() < 0.05
