"""The six samples and the artificial tables of the literature."""

import numpy as np
import pytest

from core.data.prepare import prepare_dataset
from core.data.sample.literature_tables import (
    LITERATURE_TABLES,
    make_monk,
    make_no_information,
    make_tic_tac_toe,
    make_waveform,
)
from core.data.sample.propeller import Propeller, compute_coefficient
from core.data.sample.sample_study import Sample
from core.data.samples import SAMPLES, find_sample
from core.data.screen import screen_table
from core.domain.dataset import Table, Task
from core.domain.problem import Severity
from core.support.errors import DataError


def _positives(table: Table) -> int:
    return int(table.columns[-1].values.astype(int).sum())


@pytest.mark.parametrize("each", SAMPLES, ids=lambda each: each.key)
def test_that_every_sample_can_be_prepared_and_is_always_the_same(each: Sample) -> None:
    first, second = prepare_dataset(each.make(), each.columns), prepare_dataset(each.make(), each.columns)
    assert first.fingerprint == second.fingerprint
    assert each.baseline in each.candidates
    assert each.title
    assert each.story
    assert each.row_meaning
    assert each.use
    assert first.task is (Task.NUMBERS if each.measure in ("mae", "relative") else Task.CLASSES)


@pytest.mark.parametrize("each", SAMPLES, ids=lambda each: each.key)
def test_that_nothing_is_left_to_ask_in_a_sample(each: Sample) -> None:
    asked = [problem for problem in screen_table(each.make(), each.columns) if problem.severity is not Severity.NOTE]
    assert {problem.id for problem in asked} <= set(each.answers)


def test_that_samples_have_their_own_keys_and_unknown_ones_are_refused() -> None:
    assert [each.key for each in SAMPLES] == ["bearing", "corrosion", "propeller", "defects", "vendor", "same"]
    with pytest.raises(DataError, match="no sample 'x'") as caught:
        find_sample("x")
    assert "bearing" in caught.value.hint


def test_that_the_corrosion_sample_has_zeros_in_two_of_four_outputs() -> None:
    data = prepare_dataset(find_sample("corrosion").make(), find_sample("corrosion").columns)
    assert data.targets.shape == (93, 4)
    zeros = dict(zip(data.outputs, (data.targets == 0).sum(axis=0).tolist(), strict=True))
    assert zeros["crack_length"] > 0
    assert zeros["reduction_of_area"] > 0
    assert zeros["tensile_strength"] == zeros["time_to_failure"] == 0


def test_that_the_propeller_sample_has_301_tests_with_outputs_above_zero() -> None:
    data = prepare_dataset(find_sample("propeller").make(), find_sample("propeller").columns)
    assert data.inputs.shape == (301, 4)
    assert data.outputs == ("KT", "10KQ", "efficiency")
    assert (data.targets > 0).all()


@pytest.mark.parametrize(
    ("advance", "pitch", "area", "blades", "thrust", "torque"),
    [
        (0.0, 1.4, 0.65, 6, 0.603363, 1.209494),
        (0.3, 1.4, 0.65, 6, 0.544592, 1.094460),
        (0.5, 0.7, 0.30, 2, 0.103833, None),
    ],
)
def test_that_the_b_series_polynomials_give_the_published_values(
    advance: float, pitch: float, area: float, blades: float, thrust: float, torque: float | None
) -> None:
    propeller = Propeller(*(np.array([float(value)]) for value in (advance, pitch, area, blades)))
    assert compute_coefficient("KT", propeller)[0] == pytest.approx(thrust, abs=1e-6)
    if torque is not None:
        assert 10 * compute_coefficient("KQ", propeller)[0] == pytest.approx(torque, abs=1e-6)


def test_that_defects_are_three_in_a_hundred() -> None:
    data = prepare_dataset(find_sample("defects").make(), find_sample("defects").columns)
    assert data.class_counts.tolist() == [2910, 90]
    assert data.positive_class == 1


def test_that_the_vendor_is_not_as_good_as_claimed_and_no_worse_than_we_are() -> None:
    data = prepare_dataset(find_sample("vendor").make(), find_sample("vendor").columns)
    errors = {name: float(np.mean(given != data.labels)) for name, given in data.given.items()}
    assert 0.02 < errors["vendor"] < 0.09
    assert 0.05 < errors["ours"] < 0.13


@pytest.mark.parametrize(("number", "positives"), [(1, 216), (2, 142), (3, 228)])
def test_that_the_monks_problems_have_their_known_counts(number: int, positives: int) -> None:
    table = make_monk(number)
    assert (table.rows, len(table.columns), _positives(table)) == (432, 7, positives)


def test_that_tic_tac_toe_has_958_boards_of_which_x_wins_626() -> None:
    table = make_tic_tac_toe()
    assert (table.rows, len(table.columns), _positives(table)) == (958, 10, 626)


def test_that_waveforms_have_21_inputs_and_the_means_of_their_triangles() -> None:
    table = make_waveform(6000, np.random.default_rng(0))
    assert len(table.columns) == 22
    first = table.column("class").values == 0
    assert table.column("x11").values[first].mean() == pytest.approx(0.5 * 6 + 0.5 * 2, abs=0.1)


def test_that_the_table_without_information_has_none() -> None:
    table = make_no_information(4000, np.random.default_rng(0))
    answers = table.column("class").values
    shares = [np.mean(column.values == answers) for column in table.columns[:-1]]
    assert np.abs(np.array(shares) - 0.5).max() < 0.04


@pytest.mark.parametrize("known", LITERATURE_TABLES, ids=lambda known: known.key)
def test_that_the_generator_alone_decides(known: object) -> None:
    first = known.make(50, np.random.default_rng(7))  # type: ignore[attr-defined]
    second = known.make(50, np.random.default_rng(7))  # type: ignore[attr-defined]
    assert all(np.array_equal(a.values, b.values) for a, b in zip(first.columns, second.columns, strict=True))
