"""All tests of a result as one table: p, p adjusted for every comparison, and the chances of better, same and worse."""

from collections.abc import Mapping, Sequence

from core.application.charts.result_view import ResultView
from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN, Run
from core.domain.findings import ChanceDetails, Comparison, Findings
from core.domain.study import Study
from core.figures.chart import Chart
from core.laboratory.clt_range import compute_clt_range
from core.report.sections.decider import standing_in, title_of
from core.report.sections.family import SHOWN, TITLES, adjust_for_all, describe_family
from core.statistics.comparison_test import Standing
from core.statistics.measures import find_measure
from core.wording.deciding_methods import DECIDING
from core.wording.method_tables import MEASURE_ENTRIES
from core.wording.tendency_text import word_tendency
from core.wording.undefined_text import describe_note
from core.wording.units import sentences

HEADINGS = (
    "Test", "Standing", "Model", "Against", "Output", "Measure", "Difference", "Range", "Statistic", "p", "p needed",
    *(f"{TITLES[method]} p" for method in SHOWN), "Chance better", "Chance same", "Chance worse", "Note",
)  # fmt: skip
CAPTION = (
    "Only the headline decides; tests marked as exhibits claim too often. Adjusted p: for all comparisons on these "
    "rows, earlier ones with an unknown p. p: how often a difference this large or larger would appear if both were "
    "equally good. Chances: Bayesian correlated t, same = within the smallest difference that "
    "matters."
)
CLT_RANGE = "Central limit range over the rows of one repeat (Bayle et al. 2020)"
NESTED_RANGE = "Nested cross-validation range (Bates et al. 2023)"
NONE = "–"


def list_tests(view: ResultView) -> Chart | None:
    """Every test that was made, those of the selected model and output first."""
    names = {key: view.facts.model(key).text for key in [one.key for one in view.study.candidates]}
    rows = tabulate_tests(view.study, view.data, view.run, view.findings, names, view.model, view.output)
    if not rows:
        return None
    said = word_family(view.study, view.findings)
    return Chart("tests", "Tests", (), caption=f"{said} {CAPTION}".strip(), headings=HEADINGS, rows=rows)


def word_family(study: Study, findings: Findings) -> str:
    """How often equal models would give a false winner with so many comparisons; nothing where none has a p."""
    has_p = any(one.p is not None for one in _list_deciding(findings))
    return describe_family(study.alpha, findings.conclusion.comparisons) if has_p else ""


def tabulate_tests(
    study: Study,
    data: Dataset,
    run: Run,
    findings: Findings,
    names: Mapping[str, str],
    model: str | None,
    output: str,
) -> tuple[tuple[str, ...], ...]:
    """The tests of the model and output first, and with them the ranges that are no part of the findings."""
    found, adjusted = sorted(findings.comparisons, key=lambda one: one.output != output), _adjust(findings)
    mine = [one for one in found if one.first == model]
    others = [one for one in found if one.first != model]

    def write(some: Sequence[Comparison]) -> list[tuple[str, ...]]:
        return [_write_row(findings, one, names, adjusted.get(id(one), ())) for one in some]

    beside = _list_unstored(study, data, run, findings, names, mine[0]) if mine else []
    return (*write(mine), *beside, *write(others))


def _list_unstored(
    study: Study, data: Dataset, run: Run, findings: Findings, names: Mapping[str, str], pair: Comparison
) -> list[tuple[str, ...]]:
    """Of one pair: Bayle's range, computed here, and Bates', which would take more training runs."""
    if all(candidate.algorithm == GIVEN for candidate in study.candidates):  # nothing was trained, nothing can be
        return []
    unit, place = find_measure(study.question.measure), data.outputs.index(pair.output)
    about = (Standing.SUPPORT.value, *_write_pair(pair, names), pair.output, MEASURE_ENTRIES[unit.key].title)
    gaps = (NONE,) * (2 + len(SHOWN) + 3)
    rows: list[tuple[str, ...]] = [(NESTED_RANGE, *about, *(NONE,) * 3, *gaps, word_tendency("nested"))]
    found = compute_clt_range(study, data, run, pair.first, pair.second, place, findings.conclusion.level)
    if found is not None:
        ends = f"{_figure(unit.shown(found.low))} to {_figure(unit.shown(found.high))}"
        shown = (_figure(unit.shown(found.mean)), ends, _figure(found.statistic))
        rows.insert(0, (CLT_RANGE, *about, *shown, *gaps, word_tendency("clt")))
    return rows


def _list_deciding(findings: Findings) -> list[Comparison]:
    measure = findings.conclusion.measure
    return [one for one in findings.comparisons if one.comparer in DECIDING and one.measure == measure]


def _adjust(findings: Findings) -> dict[int, Sequence[float | None]]:
    """The adjusted p of the comparisons that decide, as SHOWN orders the methods."""
    deciding = [one for one in _list_deciding(findings) if one.p is not None]
    columns = adjust_for_all([one.p for one in deciding], findings.conclusion.comparisons)
    return {id(one): values for one, *values in zip(deciding, *columns, strict=True)}


def _write_row(
    findings: Findings, found: Comparison, names: Mapping[str, str], adjusted: Sequence[float | None]
) -> tuple[str, ...]:
    span, unit = found.interval, find_measure(found.measure)
    chances = found.details if isinstance(found.details, ChanceDetails) else None
    return (
        title_of(found),
        standing_in(findings.conclusion, found),
        *_write_pair(found, names),
        found.output,
        MEASURE_ENTRIES[unit.key].title,
        _figure(None if found.effect is None else unit.shown(found.effect)),
        f"{_figure(unit.shown(span.low))} to {_figure(unit.shown(span.high))}" if span else NONE,
        _figure(found.statistic),
        _figure(found.p, 3),
        _figure(found.p_required, 3),
        *(_figure(p, 3) for p in (adjusted or [None] * len(SHOWN))),
        *(
            (NONE,) * 3
            if chances is None
            else tuple(_chance(one) for one in (chances.first_better, chances.same, chances.second_better))
        ),
        describe_note(found) or word_tendency(found.comparer),
    )


def _write_pair(found: Comparison, names: Mapping[str, str]) -> tuple[str, str]:
    first, second = (sentences(names.get(key, key)) for key in (found.first, found.second))
    return first, second


def _figure(value: float | None, digits: int = 4) -> str:
    return NONE if value is None else f"{value:.{digits}g}".replace("-", "−")


def _chance(value: float) -> str:
    """Never 0 or 100: the chances are those of a model of the differences."""
    shown = 100 * value
    return "< 1 %" if shown < 1 else "> 99 %" if shown > 99 else f"{shown:.0f} %"
