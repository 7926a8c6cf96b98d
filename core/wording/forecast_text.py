"""What a study can show, in words, before it runs."""

from core.domain.dataset import Dataset
from core.domain.forecast import Forecast, PrecisionForecast
from core.domain.study import Study
from core.wording.names_text import pluralize_row_unit
from core.wording.units import rounded_count

NO_FORECAST = "No forecast is possible before the run."
NO_CLAIM = "This design estimates performance. It cannot compare models."


def word_forecast(forecast: Forecast, study: Study, data: Dataset) -> tuple[str, ...]:
    """Write what will stay unclear, and how many rows would show the margin."""
    usual = forecast.usual
    if not forecast.has_claim:
        return (NO_CLAIM,)
    if usual is None:
        return word_auc_forecast(forecast) or (NO_FORECAST,)
    groups = pluralize_row_unit(data.group_name)
    whose = f"{data.size:,} {pluralize_row_unit(study.row_meaning)}"
    width = f"{usual.half_width:.1f}"
    if usual.by_groups is not None:
        whose += f" from {data.group_count} {groups}"
        width += f" (if rows are independent) to {usual.by_groups:.1f} (if only {groups} count)"
    found = [
        f"{whose}. If two stable models disagree on 10 % of the rows, differences below about {width} per 100 will be "
        f"unclear. Smallest difference that matters: {study.question.margin:g} per 100."
    ]
    needed = _word_need(forecast, data, groups)
    if needed:
        found.append(f"About {needed} would show differences of {study.question.margin:g} per 100.")
    return tuple(found)


def word_auc_forecast(forecast: Forecast) -> tuple[str, ...]:
    """Write how many rows of each class show a difference of two AUCs; nothing where the AUC is not asked for."""
    found = forecast.auc
    if found is None:
        return ()
    there = f"{found.positives:,} and {found.negatives:,}"
    shows = f"show differences from about {found.smallest:g}" if found.smallest is not None else "show no difference"
    less = " Rows that are kept together count for less." if found.in_groups else ""
    return (
        f"ROC AUC: about {rounded_count(found.cases)} rows of each class show {found.area:g} against "
        f"{found.area + found.margin:g} in 80 of 100 studies; your {there} {shows} (Hanley and McNeil 1983, areas on "
        f"the same independent rows that correlate by {found.correlation:g}).{less}",
    )


def word_forecast_details(forecast: Forecast) -> tuple[str, ...]:
    """The same for models that disagree less or more, and how often a difference is found."""
    usual = forecast.usual
    if usual is None:
        return ()
    beside = word_auc_forecast(forecast)
    others = ", ".join(
        f"on {100 * line.disagreement:.0f} %: {_word_width(line)}" for line in forecast.lines if line is not usual
    )
    return (
        f"If they disagree {others}.",
        f"A true difference of {usual.half_width:.1f} is found about every second time, "
        f"one of {1.4 * usual.half_width:.1f} about four times in five.",
        *beside,
    )


def word_rows_needed(forecast: Forecast, data: Dataset) -> str:
    """How many rows would show the margin; nothing where those there are do."""
    return rounded_count(data.size * forecast.times_needed) if forecast.times_needed else ""


def _word_need(forecast: Forecast, data: Dataset, groups: str) -> str:
    usual = forecast.usual
    if usual is not None and usual.by_groups is not None and forecast.group_times_needed:
        few = rounded_count(data.group_count * max(1.0, forecast.times_needed))
        many = rounded_count(data.group_count * forecast.group_times_needed)
        return f"{few} to {many} {groups}"
    rows = word_rows_needed(forecast, data)
    return f"{rows} rows" if rows else ""


def _word_width(line: PrecisionForecast) -> str:
    return f"{line.half_width:.1f}" + (f" to {line.by_groups:.1f}" if line.by_groups is not None else "")
