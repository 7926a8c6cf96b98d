"""The drawing of one repeat tells the truth about the splits."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from core.advice.fold_drawing import MOST_BLOCKS, MOST_GROUPS, MOST_STRIPS, Use, folds  # type: ignore[attr-defined]
from core.domain.dataset import Dataset
from core.domain.study import Candidate, Columns, Question, SchemeChoice, SchemeKind, Study, Tuning, TuningKind
from core.support.errors import StudyError
from tests.judge.worlds import class_data, study_of, with_scheme


def study(scheme: SchemeChoice, tuning: TuningKind = TuningKind.HOLDOUT) -> Study:
    tree = Candidate("tree", "tree", grid={"leaf": (1, 5)})
    return Study("t", "s", Columns(), Question(), (tree,), "tree", scheme, Tuning(tuning))


def uses(data: Dataset, scheme: SchemeChoice, tuning: TuningKind = TuningKind.HOLDOUT) -> list[Counter[Use]]:
    return [Counter(strip) for strip in folds(study(scheme, tuning), data).strips]


def test_that_every_block_is_tested_exactly_once_in_a_repeat() -> None:
    drawn = folds(study(SchemeChoice(folds=5)), class_data(300))
    for block in zip(*drawn.strips, strict=True):
        assert block.count(Use.TEST) == 1


def test_that_a_quarter_of_training_chooses_settings() -> None:
    for found in uses(class_data(600), SchemeChoice(folds=6)):
        inside = found[Use.TRAINING] + found[Use.TUNING]
        assert found[Use.TUNING] / inside == pytest.approx(0.25, abs=0.03)


def test_that_without_tuning_there_is_no_second_part() -> None:
    drawn = folds(study(SchemeChoice(folds=5), TuningKind.NONE), class_data(200))
    assert not drawn.has_tuning
    assert all(Use.TUNING not in strip for strip in drawn.strips)


def test_that_with_one_setting_for_each_candidate_there_is_no_second_part() -> None:
    asked = study(SchemeChoice(folds=5))
    assert folds(asked, class_data(200)).has_tuning
    fixed = replace(asked, candidates=(Candidate("tree", "tree"),))
    assert not folds(fixed, class_data(200)).has_tuning


def test_that_groups_are_drawn_as_blocks() -> None:
    drawn = folds(study(SchemeChoice(folds=4)), class_data(200, groups=20))
    assert drawn.by_group
    assert all(len(strip) == 20 for strip in drawn.strips)
    for strip in drawn.strips:
        assert strip.count(Use.TEST) == 5


def test_that_groups_are_not_heeded_when_they_are_switched_off() -> None:
    assert not folds(study(SchemeChoice(folds=4, grouped=False)), class_data(200, groups=20)).by_group


def test_that_at_most_ten_folds_are_drawn_and_the_rest_counted() -> None:
    drawn = folds(study(SchemeChoice(folds=14)), class_data(280))
    assert len(drawn.strips) == MOST_STRIPS
    assert drawn.more == 4


def test_that_time_runs_from_left_to_right() -> None:
    data = replace(class_data(240), order=np.arange(240, dtype=np.float64))
    drawn = folds(study(SchemeChoice(kind=SchemeKind.TIME, folds=4, repeats=1)), data)
    assert drawn.in_time
    for strip in drawn.strips:
        first_test = strip.index(Use.TEST)
        assert Use.TRAINING not in strip[first_test:]
        assert Use.UNUSED not in strip[:first_test]


def test_that_a_holdout_is_one_strip() -> None:
    drawn = folds(study(SchemeChoice(kind=SchemeKind.HOLDOUT, repeats=1), TuningKind.NONE), class_data(300))
    assert len(drawn.strips) == 1
    share = drawn.strips[0].count(Use.TEST) / len(drawn.strips[0])
    assert share == pytest.approx(1 / 3, abs=0.05)


def test_that_an_impossible_plan_says_why() -> None:
    with pytest.raises(StudyError):
        folds(study(SchemeChoice(folds=500)), class_data(100))


def test_that_the_same_seed_gives_the_same_drawing() -> None:
    plan = study(SchemeChoice(folds=5))
    assert folds(plan, class_data(200)) == folds(plan, class_data(200))


def test_that_blocks_stand_for_rows_in_equal_parts() -> None:
    many, few = (
        folds(study(SchemeChoice(folds=5)), class_data(300)),
        folds(study(SchemeChoice(folds=5)), class_data(30)),
    )
    assert (len(many.strips[0]), many.rows_per_block) == (MOST_BLOCKS, round(300 / MOST_BLOCKS))
    assert (len(few.strips[0]), few.rows_per_block) == (30, 1)


def test_that_as_many_groups_as_can_be_drawn_are_drawn() -> None:
    drawn = folds(study(SchemeChoice(folds=5)), class_data(300, groups=MOST_GROUPS))
    assert (drawn.by_group, len(drawn.strips[0])) == (True, MOST_GROUPS)
    assert not folds(study(SchemeChoice(folds=5)), class_data(300, groups=MOST_GROUPS + 1)).by_group


def test_that_rows_left_out_one_by_one_are_counted_beyond_the_drawing() -> None:
    data = class_data(40)
    drawn = folds(with_scheme(study_of(data), SchemeKind.LEAVE_ONE_OUT), data)
    assert len(drawn.strips) == MOST_STRIPS
    assert drawn.more == 40 - MOST_STRIPS
