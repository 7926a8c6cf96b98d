"""Sensitivity: the study's own verdict comes first, other choices move it as they must."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.conclusion import DifferenceInterval, Reason
from core.domain.evidence import Run
from core.domain.findings import Findings
from core.domain.laboratory_results import Variant
from core.judge.decide import explain_range
from core.laboratory.answer_sensitivity import (
    MOST_GROUPS,
    VERDICTS,
    Case,
    find_differing,
    judge_by_folds,
    judge_by_methods,
    judge_without_groups,
    judge_without_rows,
    list_margin_bands,
)
from core.support.errors import DataError
from tests.gui.finished import ended, outputs_data, outputs_study, parts_data, parts_study
from tests.gui.kinds import grouped, state_of
from tests.laboratory.made import data_of, made_board, study_of


def parts() -> Case:
    return Case(parts_study(), parts_data(), ended().run, "naive-bayes", 0)


@pytest.mark.parametrize(("low", "high"), [(1.0, 3.0), (-3.0, -1.0), (-1.0, 2.0), (-2.0, 1.0), (0.0, 0.5)])
def test_that_bands_name_what_the_decision_table_says(low: float, high: float) -> None:
    bands = list_margin_bands(low, high)
    assert bands[0].low == 0.0
    assert bands[-1].high is None
    for margin in np.linspace(0.01, 6, 73):
        band = next(one for one in bands if one.low <= margin and (one.high is None or margin <= one.high))
        if margin not in (band.low, band.high):
            assert band.verdict == VERDICTS[explain_range(low, high, float(margin))]


def test_that_every_name_of_the_decision_table_is_known() -> None:
    assert set(VERDICTS) == {
        explain_range(low, high, 1.0) for low in (-3, -0.5, 0.2, 2) for high in (-2, -0.1, 0.5, 3)
    } | {Reason.LOSS}


def interval_of(findings: Findings, place: int) -> DifferenceInterval:
    difference = findings.conclusion.rows[place].difference
    assert difference is not None
    assert difference.interval is not None
    return difference.interval


def test_that_the_first_variant_is_the_verdict_of_the_study() -> None:
    case, findings = parts(), ended().findings
    assert findings is not None
    interval = interval_of(findings, 0)
    for found in (judge_by_folds(case)[0], judge_without_rows(case)[0], judge_by_methods(case, findings)[0]):
        assert found.low == pytest.approx(100 * interval.low)
        assert found.high == pytest.approx(100 * interval.high)
        assert found.verdict == VERDICTS[explain_range(interval.low, interval.high, case.margin)]


def test_that_fewer_shuffles_and_halves_are_variants() -> None:
    found = judge_by_folds(parts())
    assert [one.label for one in found] == ["3 × 5 folds", "2 × 5 folds", "1 × 5 folds", "5 × 2 folds"]
    widths = [one.high - one.low for one in found if one.high is not None and one.low is not None]
    assert widths[0] < widths[2]


def test_that_leaving_out_rows_takes_from_whoever_is_ahead() -> None:
    found = judge_without_rows(parts())
    differences = [one.difference for one in found if one.difference is not None]
    assert len(differences) == len(found) == 5
    assert abs(differences[1]) <= abs(differences[0]) or np.sign(differences[1]) != np.sign(differences[0])
    assert all(
        np.sign(differences[0]) * later <= np.sign(differences[0]) * differences[0] + 1e-9 for later in differences[1:]
    )


def test_that_each_group_is_left_out_once() -> None:
    study, data = grouped()
    run = state_of("groups").run
    assert run is not None
    found = judge_without_groups(Case(study, data, run, "knn", 0))
    assert len(found) == 13
    assert {one.label for one in found[1:]} == {f"without machine M{place:02d}" for place in range(12)}
    differences = [one.difference for one in found if one.difference is not None]
    assert abs(differences[1] - differences[0]) >= abs(
        differences[-1] - differences[0]
    )  # those that move it most come first
    with pytest.raises(DataError, match="no groups"):
        judge_without_groups(parts())


def test_that_of_many_groups_those_that_move_the_gap_are_left_out() -> None:
    truth = [0.0, 1.0] * 70
    data = data_of(truth, ("no", "yes"), groups=list(range(140)))
    wrong = [1 - answer if place in (7, 90) else answer for place, answer in enumerate(truth)]
    main = made_board(data, {"a": [wrong, wrong], "b": [truth, truth]})
    run = Run((*main.outcomes("a"), *main.outcomes("b")), True)
    found = judge_without_groups(Case(study_of(data, 2), data, run, "b", 0))
    assert len(found) == 1 + MOST_GROUPS
    assert [one.label for one in found[1:3]] == ["without machine 8", "without machine 91"]


def test_that_methods_without_a_range_say_whether_they_are_clear() -> None:
    findings = ended().findings
    assert findings is not None
    found = {one.label: one for one in judge_by_methods(parts(), findings)}
    assert found["Sign test on rows"].verdict == "not clear"
    assert found["Sign test on rows"].low is None
    sure = replace(next(c for c in findings.comparisons if c.comparer == "sign-test"), p=1e-9, effect=-0.2)
    told = judge_by_methods(parts(), replace(findings, comparisons=(sure,)))
    assert [one.verdict for one in told] == ["baseline ahead"]


def test_that_outputs_are_judged_in_their_own_unit() -> None:
    case = Case(outputs_study(), outputs_data(), ended(True).run, "knn", 1)
    findings = ended(True).findings
    assert findings is not None
    interval = interval_of(findings, 1)
    assert judge_by_folds(case)[0].low == pytest.approx(interval.low)


def test_that_only_those_that_read_otherwise_differ() -> None:
    same, other = (Variant("", 0.0, None, None, name) for name in ("a", "b"))
    assert find_differing((same, same, other)) == (other,)
    assert find_differing((same,)) == ()


def test_that_a_method_without_a_range_differs_only_if_it_names_another_side() -> None:
    unsettled, ahead = Variant("", 1.0, -1.0, 3.0, "can't tell"), Variant("", 2.0, 1.0, 3.0, "use the candidate")
    unclear, candidate, baseline = (
        Variant("", 0.0, None, None, name) for name in ("not clear", "candidate ahead", "baseline ahead")
    )
    assert find_differing((unsettled, unclear, candidate, baseline)) == (candidate, baseline)
    assert find_differing((ahead, unclear, candidate, baseline)) == (unclear, baseline)
