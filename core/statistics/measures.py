"""The table of measures: what can be counted about one outcome."""

from core.domain.dataset import Task
from core.statistics.class_measures import area, cost, error_rate, false_alarm_rate, hit_rate
from core.statistics.measure import Context, Measure
from core.statistics.measure_guard import defined
from core.statistics.measures_of_many import (
    areas,
    costs,
    defined_at_once,
    error_rates,
    false_alarm_rates,
    hit_rates,
    mean_misses,
    mean_squares,
    relative_misses,
    root_mean_squares,
)
from core.statistics.number_measures import explained_share, mean_miss, mean_square, relative_miss, root_mean_square
from core.support.errors import StudyError

__all__ = ["MEASURES", "Context", "Measure", "find_measure"]

MEASURES: tuple[Measure, ...] = (
    Measure(
        key="error",
        title="Errors per 100",
        unit="errors per 100 {rows}",
        note="Wrong answers of every kind count the same.",
        source="Reich & Barai 1999 eq. 2; Aslan et al. 2009 II.A",
        task=Task.CLASSES,
        lower_is_better=True,
        pools=True,
        value=defined(error_rate),
        at_once=defined_at_once(error_rates),
        scale=100.0,
    ),
    Measure(
        key="cost",
        title="Cost per 100",
        unit="cost per 100 {rows} in false alarms",
        note="A miss counts as many false alarms as the plan says; the score is cut where that makes the cost least.",
        source="Aslan et al. 2009 II.B",
        task=Task.CLASSES,
        lower_is_better=True,
        pools=True,
        value=defined(cost),
        at_once=defined_at_once(costs),
        scale=100.0,
    ),
    Measure(
        key="auc",
        title="AUC",
        unit="AUC",
        note="Chance that a random positive case scores above a random other one; ties count one half.",
        source="Aslan et al. 2009 II.B; Hand & Till 2001 for more than two classes",
        task=Task.CLASSES,
        lower_is_better=False,
        pools=False,
        value=defined(area),
        at_once=defined_at_once(areas),
    ),
    Measure(
        key="hit-rate",
        title="Hit rate",
        unit="found per 100 positive {rows}",
        note="Share of the positive cases that are found.",
        source="Aslan et al. 2009 II.A",
        task=Task.CLASSES,
        lower_is_better=False,
        pools=True,
        value=defined(hit_rate),
        at_once=defined_at_once(hit_rates),
        scale=100.0,
    ),
    Measure(
        key="false-alarm-rate",
        title="False alarm rate",
        unit="false alarms per 100 other {rows}",
        note="Share of the other cases that are flagged all the same.",
        source="Aslan et al. 2009 II.A",
        task=Task.CLASSES,
        lower_is_better=True,
        pools=True,
        value=defined(false_alarm_rate),
        at_once=defined_at_once(false_alarm_rates),
        scale=100.0,
    ),
    Measure(
        key="mae",
        title="Typical miss",
        unit="typical miss",
        note="Average size of the miss, in the unit of the output.",
        source="Reich & Barai 1999 section 2.1",
        task=Task.NUMBERS,
        lower_is_better=True,
        pools=True,
        value=defined(mean_miss),
        at_once=defined_at_once(mean_misses),
    ),
    Measure(
        key="rmse",
        title="Root mean squared miss",
        unit="root mean squared miss",
        note="Like the typical miss, but large misses count more.",
        source="Reich & Barai 1999 eq. 3",
        task=Task.NUMBERS,
        lower_is_better=True,
        pools=True,
        value=defined(root_mean_square),
        at_once=defined_at_once(root_mean_squares),
    ),
    Measure(
        key="mse",
        title="Mean squared miss",
        unit="mean squared miss",
        note="The average of the squared misses, in the squared unit of the output.",
        source="Reich & Barai 1999 eq. 3",
        task=Task.NUMBERS,
        lower_is_better=True,
        pools=True,
        value=defined(mean_square),
        at_once=defined_at_once(mean_squares),
    ),
    Measure(
        key="relative",
        title="Relative miss",
        unit="miss in % of the true value",
        note="Average miss as a share of the true value; undefined as soon as one true value is zero.",
        source="Reich & Barai 1999 Table 2 and section 3.3",
        task=Task.NUMBERS,
        lower_is_better=True,
        pools=True,
        value=defined(relative_miss),
        at_once=defined_at_once(relative_misses),
        scale=100.0,
    ),
    Measure(
        key="r2",
        title="Explained share",
        unit="explained share (R²)",
        note="1 is perfect, 0 is as good as always answering the mean, below 0 is worse than that.",
        source="Draper & Smith, Applied Regression Analysis, chapter 1",
        task=Task.NUMBERS,
        lower_is_better=False,
        pools=True,
        value=defined(explained_share),
    ),
)


def find_measure(key: str) -> Measure:
    for row in MEASURES:
        if row.key == key:
            return row
    allowed = ", ".join(row.key for row in MEASURES)
    raise StudyError(f"There is no measure “{key}”.", hint=f"Choose one of: {allowed}.")
