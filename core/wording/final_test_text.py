"""What the final test rows said, held against what the study had promised."""

from core.domain.dataset import Dataset
from core.domain.final_test import FinalTestLine, FinalTestResult
from core.domain.findings import Interval
from core.domain.study import Study
from core.statistics.measures import find_measure
from core.wording.model_names import name_models
from core.wording.units import Unit, level_decimals, number, range_text, sentences, singularize, unit_of


def word_final_test(study: Study, data: Dataset, reading: FinalTestResult) -> tuple[str, ...]:
    """One sentence per model and output."""
    return tuple(_word_line(study, data, line, reading.rows) for line in reading.lines)


def _word_line(study: Study, data: Dataset, line: FinalTestLine, rows: int) -> str:
    unit = unit_of(line.measure, study, data, line.output)
    of = f" ({line.output})" if len(data.outputs) > 1 else ""
    name = f"{name_models(study)[line.candidate]}{of}"
    if line.value is None:
        return sentences(f"{name}: the measure has no value on the {rows:,} final test rows.")
    ends = "" if line.interval is None else f" ({_word_ends(unit, line.interval)})"
    width = 0.1 * abs(line.value) if line.interval is None else line.interval.high - line.interval.low
    seen = singularize(unit.level.format(number(unit.shown(line.value), level_decimals(unit, unit.shown(width)))))
    return sentences(f"{name}: {seen}{ends} on {rows:,} final test rows{_hold_against_promise(unit, line)}.")


def _hold_against_promise(unit: Unit, line: FinalTestLine) -> str:
    if line.forecast is None or line.value is None:
        return ""
    promised = f"the range from the study, {_word_ends(unit, line.forecast)}"
    if line.forecast.low <= line.value <= line.forecast.high:
        return f", inside {promised}"
    own = line.interval
    if own is not None and own.low <= line.forecast.high and own.high >= line.forecast.low:
        return f", outside {promised}; the two ranges overlap"
    is_worse = (line.value > line.forecast.high) == find_measure(line.measure).lower_is_better
    return f", {'worse' if is_worse else 'better'} than {promised}"


def _word_ends(unit: Unit, interval: Interval) -> str:
    return range_text(unit, interval).strip("()")
