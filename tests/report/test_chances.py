"""The chances of better, same and worse in the report, against scipy's t."""

from dataclasses import replace

import pytest
from scipy import stats

from core.data.prepare import prepare_dataset
from core.data.sample.literature_tables import make_monk
from core.domain.findings import ChanceDetails
from core.domain.study import Columns
from core.report.blocks import Grid
from core.report.sections.chances_section import HEADS, chances
from core.report.sections.data import data
from core.report.subject import ReportInput
from core.statistics.measures import find_measure
from tests.judge.worlds import predictions_run, study_of
from tests.report.subjects import numbers, of, subject


def found_grid(about: ReportInput) -> Grid:
    return next(block for block in chances(about) if isinstance(block, Grid))


def percent(text: object) -> float:
    return float(str(text).replace("below", "").replace("above", "").replace("%", ""))


@pytest.mark.parametrize("about", [subject(), numbers()], ids=["classes", "numbers"])
def test_that_chances_are_areas_of_t_beyond_and_within_the_margin(about: ReportInput) -> None:
    tests = [one for one in about.tests if isinstance(one.details, ChanceDetails)]
    grid = found_grid(about)
    assert len(grid.rows) == len(tests) == len(about.data.outputs)
    better = grid.head.index("better")
    for one, row in zip(about.leading_first(tests), grid.rows, strict=True):
        assert isinstance(one.details, ChanceDetails)
        assert one.statistic is not None
        assert one.effect is not None
        error, margin = one.effect / one.statistic, one.details.margin
        expected = (
            stats.t.sf((margin - one.effect) / error, one.df),
            stats.t.cdf((margin - one.effect) / error, one.df) - stats.t.cdf((-margin - one.effect) / error, one.df),
            stats.t.cdf((-margin - one.effect) / error, one.df),
        )
        for shown, chance in zip(row[better : better + 3], expected, strict=True):
            assert percent(shown) == pytest.approx(min(99.0, max(1.0, 100 * chance)), abs=0.51)
        scale = find_measure(one.measure).scale
        assert float(str(row[grid.head.index("same within")])) == pytest.approx(scale * margin)


def test_that_every_pair_has_a_line_and_one_test_set_has_none() -> None:
    about = subject()
    assert set(found_grid(about).head) < set(HEADS)
    without = replace(about.findings, comparisons=())
    assert not list(chances(replace(about, findings=without)))


def test_that_the_report_names_a_published_data_set() -> None:
    rows = prepare_dataset(make_monk(2), Columns(target=("monk",)))
    study = study_of(rows)
    about = of(study, rows, predictions_run(rows, {"logistic": rows.targets, "forest": rows.targets}, study))
    said = str(data(about))
    assert "Published data set" in said
    assert "monk-2" in said
    assert "Published data set" not in str(data(subject()))
