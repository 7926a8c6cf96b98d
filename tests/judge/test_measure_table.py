"""All measures: every measure of every model and output, with its range or the reason why there is none."""

import math
from dataclasses import replace

import numpy as np
import pytest
from sklearn import metrics

from core.domain.evidence import TRIVIAL
from core.domain.findings import MeasureRow
from core.judge.conclude import conclude_study
from core.judge.measure_table import measure_all
from core.statistics.measures import MEASURES
from core.wording.undefined_text import REASONS
from tests.judge.worlds import class_data, number_data, predictions_run, study_of, wrong_on


def by_key(rows: tuple[MeasureRow, ...], model: str) -> dict[tuple[str, str], MeasureRow]:
    return {(row.measure, row.class_name): row for row in rows if row.model == model}


def test_that_every_measure_of_two_classes_is_there_with_a_range() -> None:
    data = class_data(300)
    study = study_of(data, cost_ratio=5.0)
    run = predictions_run(data, {"logistic": wrong_on(data, range(90)), "forest": wrong_on(data, range(40))}, study)
    rows = measure_all(study, data, run)
    found = by_key(rows, "forest")
    assert {key for key, _ in found} == {row.key for row in MEASURES if row.task is data.task}
    for row in found.values():
        assert row.value is not None
        assert row.low is not None
        assert row.high is not None
        assert row.low <= row.value <= row.high
        assert row.level == pytest.approx(0.975)
    truth, said = data.targets[:, 0], wrong_on(data, range(40))[:, 0]
    assert found["mcc", ""].value == pytest.approx(metrics.matthews_corrcoef(truth, said))
    assert rows[0].measure == "error"
    assert {row.model for row in rows} == {"logistic", "forest", TRIVIAL}


def test_that_the_main_measure_has_the_range_of_the_findings() -> None:
    data = number_data(120, ("a", "b"))
    study = study_of(data, measure="r2", tolerance=1.0, over_cost=2.0)
    random = np.random.default_rng(0)
    said = {key: data.targets + random.normal(0, 1, (120, 2)) for key in ("linear", "forest")}
    run = predictions_run(data, said, study)
    rows = {(row.model, row.measure, row.output): row for row in measure_all(study, data, run)}
    for estimate in conclude_study(study, data, run).estimates:
        row = rows[estimate.algorithm, estimate.measure, estimate.output]
        assert row.value == estimate.mean
        if estimate.interval is not None:
            assert (row.low, row.high) == (estimate.interval.low, estimate.interval.high)
    assert rows["forest", "p95-error", "a"].undefined == "upper_end_unknown"
    assert rows["forest", "p95-error", "a"].low is not None
    assert rows["forest", "max-error", "b"].undefined == "no_range_of_maximum"
    assert {row.measure for row in rows.values()} == {row.key for row in MEASURES if row.task is data.task}
    assert all(row.undefined in ("", *REASONS) for row in rows.values())


def test_that_measures_nobody_named_a_number_for_are_left_out() -> None:
    data = number_data(60)
    zeros = replace(data, targets=np.where(np.arange(60)[:, None] == 0, 0.0, data.targets))
    study = study_of(zeros)
    run = predictions_run(zeros, {"linear": zeros.targets + 1, "forest": zeros.targets + 0.5}, study)
    kinds = {row.measure for row in measure_all(study, zeros, run)}
    assert not kinds & {"within-tolerance", "asymmetric", "relative"}


def test_that_several_classes_are_told_apart_class_by_class() -> None:
    data = class_data(300, classes=3)
    study = study_of(data)
    said = wrong_on(data, [row for row in range(300) if row % 3 == 0][:30])
    run = predictions_run(data, {"logistic": said, "forest": said}, study)
    found = by_key(measure_all(study, data, run), "forest")
    truth, labels = data.targets[:, 0], said[:, 0]
    for place, name in enumerate(data.classes):
        assert found["recall", name].value == pytest.approx(metrics.recall_score(truth == place, labels == place))
        assert found["precision", name].value == pytest.approx(metrics.precision_score(truth == place, labels == place))
    assert found["f1", ""].value == pytest.approx(metrics.f1_score(truth, labels, average="macro"))
    perfect = found["recall", "c"]
    assert perfect.value == 1.0
    assert perfect.low is not None
    assert 0.9 < perfect.low < 1.0
    assert not math.isnan(perfect.low)


def test_that_nothing_is_measured_of_a_run_without_outcomes() -> None:
    data = class_data(40)
    run = predictions_run(data, {"logistic": data.targets, "forest": data.targets}, study_of(data))
    assert measure_all(study_of(data), data, replace(run, outcomes=())) == ()
