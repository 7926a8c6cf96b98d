"""Before the lock: groups of inputs as they will be measured, and what it costs."""

from dataclasses import replace

import numpy as np

from core.application.plan_reasons import (
    choose_input_groups,
    count_explaining_runs,
    estimate_explaining_seconds,
    name_input_groups,
)
from core.domain.forecast import FitTiming
from core.domain.study import SchemeKind
from tests.judge.worlds import number_data, study_of


def test_that_inputs_that_move_together_are_one_group_until_the_plan_says_otherwise() -> None:
    data = number_data()
    x = np.random.default_rng(1).normal(size=data.size)
    data = replace(
        data, inputs=np.column_stack([x, 2 * x, np.cos(9 * x)]), features=("a", "b", "c"),
        kinds=data.kinds[:1] * 3, levels=((),) * 3,
    )  # fmt: skip
    study = study_of(data)
    assert name_input_groups(study, data) == (("a", "b"), ("c",))
    assert choose_input_groups(data, (("c",), ("b", "a"))) == ()
    apart = (("a",), ("b",), ("c",))
    assert choose_input_groups(data, apart) == apart
    assert name_input_groups(replace(study, input_groups=apart), data) == apart


def test_that_the_cost_is_that_of_the_slowest_three_models() -> None:
    study = study_of(number_data())
    splits = study.scheme.folds * study.scheme.repeats
    assert count_explaining_runs(study) == min(3, len(study.candidates)) * splits
    assert count_explaining_runs(replace(study, scheme=replace(study.scheme, kind=SchemeKind.HOLDOUT))) == 0
    timings = [FitTiming(str(place), float(place)) for place in range(5)]
    assert estimate_explaining_seconds(study, timings) == 9 * splits
