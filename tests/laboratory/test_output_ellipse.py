"""Several outputs together: the ellipse and the corrected T² say the same, and Reich's figure 7 comes out."""

import numpy as np
import pytest

from core.laboratory.output_ellipse import (
    OutputDifferences,
    collect_output_differences,
    compare_each_output,
    compute_axis_limits,
    compute_ellipse,
    run_joint_tests,
)
from core.statistics.multivariate_tests import corrected_t2
from core.support.errors import DataError
from core.wording.units import unit_of
from tests.gui.finished import ended, outputs_data, outputs_study, parts_data, parts_study


def made(differences: np.ndarray, ratio: float = 0.0) -> OutputDifferences:
    unit = unit_of("mae", outputs_study(), outputs_data(), "wear (mm)")
    outputs = tuple(f"y{place}" for place in range(differences.shape[1]))
    return OutputDifferences(outputs, (unit,) * len(outputs), differences, np.zeros_like(differences), ratio, 0.95)


def related(shift: tuple[float, float], seed: int = 1) -> np.ndarray:
    random = np.random.default_rng(seed)
    common = random.normal(0, 1, 30)
    return np.column_stack([common + random.normal(0, 0.1, 30), common + random.normal(0, 0.1, 30)]) + shift


@pytest.mark.parametrize("shift", [(0.0, 0.0), (0.2, -0.2), (1.0, 1.0), (0.3, 0.3)])
@pytest.mark.parametrize("ratio", [0.0, 0.11])
def test_that_the_ellipse_leaves_out_no_gap_exactly_when_the_corrected_t2_claims_one(
    shift: tuple[float, float], ratio: float
) -> None:
    found = made(related(shift), ratio)
    p = corrected_t2(found.differences, ratio).p
    assert compute_ellipse(found, 0, 1).outside == (p < 0.05)


def test_that_outputs_together_can_show_what_none_shows_alone() -> None:
    drawn = compute_ellipse(made(related((0.25, -0.25)) - related((0.0, 0.0)).mean(axis=0)), 0, 1)
    assert drawn.outside
    assert not drawn.box_outside
    assert drawn.sentence("a", "b") == "Taken together, a and b show a difference; but one by one neither does."


def test_that_every_point_of_the_edge_is_equally_far() -> None:
    found = made(related((0.5, 0.1)))
    drawn = compute_ellipse(found, 0, 1)
    away = np.array([drawn.x - drawn.middle[0], drawn.y - drawn.middle[1]])
    distance = np.sum(away * np.linalg.solve(found.spread, away), axis=0)
    assert np.allclose(distance, distance[0])
    assert drawn.box[0] < drawn.middle[0] < drawn.box[1]


def test_that_ranges_one_by_one_are_those_of_the_verdict() -> None:
    study, data, last = outputs_study(), outputs_data(), ended(True)
    assert last.findings is not None
    found = collect_output_differences(study, data, last.run, "knn")
    for one in compare_each_output(found):
        told = next(c for c in last.findings.comparisons if c.comparer == "corrected-t" and c.output == one.output)
        assert one.difference == pytest.approx(told.effect)
        assert told.interval is not None
        assert one.low is not None
        assert one.high is not None
        assert (one.low - one.difference) / (told.interval.low - one.difference) == pytest.approx(
            (one.high - one.difference) / (told.interval.high - one.difference)
        )


def test_that_the_corrected_test_is_that_of_the_study_and_the_plain_ones_claim_more() -> None:
    last = ended(True)
    assert last.findings is not None
    corrected, plain, separate = run_joint_tests(
        collect_output_differences(outputs_study(), outputs_data(), last.run, "knn")
    )
    told = next(c for c in last.findings.comparisons if c.comparer == "corrected-t2")
    assert corrected.p == pytest.approx(told.p)
    assert corrected.decides
    assert not plain.decides
    assert plain.p is not None
    assert corrected.p is not None
    assert plain.p <= corrected.p
    assert separate.p is not None


def test_that_one_output_and_outputs_that_move_as_one_are_refused_in_words() -> None:
    with pytest.raises(DataError, match="one output"):
        collect_output_differences(parts_study(), parts_data(), ended().run, "knn")
    same = np.random.default_rng(3).normal(0, 1, (20, 1))
    with pytest.raises(DataError, match="too closely"):
        compute_ellipse(made(np.hstack([same, 2 * same])), 0, 1)


def test_that_limits_hold_everything_and_zero() -> None:
    low, high = compute_axis_limits([np.array([2.0, 4.0])])
    assert low < 0
    assert high > 4
    assert compute_axis_limits([np.zeros(2)]) == (-1.0, 1.0)
