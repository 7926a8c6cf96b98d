"""In section 6: how probable better, same and worse are, of every comparison on the measure that decides."""

from collections.abc import Iterator

from core.domain.findings import ChanceDetails, Comparison
from core.report.blocks import Block, Heading, Paragraph, grid, without_empty
from core.report.report_text import figure
from core.report.subject import ReportInput
from core.wording.units import sentences

HEADS = ("model", "against", "output", "better", "no relevant difference", "worse", "same within", "unit")


def chances(subject: ReportInput) -> Iterator[Block]:
    """Nothing where no comparison has chances (one test set, identical models)."""
    measure = subject.study.question.measure
    found = [one for one in subject.leading_first(subject.tests) if one.measure == measure]
    rows = [_row(subject, one, one.details) for one in found if isinstance(one.details, ChanceDetails)]
    if not rows:
        return
    yield Heading(3, "How probable better, same and worse are")
    yield without_empty(grid(HEADS, rows, (3, 4, 5, 6)))
    yield Paragraph(
        "Chances of the true difference by the Bayesian correlated t (Corani & Benavoli 2015; Benavoli et al. 2017), "
        "with the standard error of the range that decides. Better and worse: by more than what matters to you; no "
        "relevant difference: within it, the region of practical equivalence. Every difference counts as equally "
        "likely beforehand. The answer follows from the range, not from these.",
        soft=True,
    )


def _row(subject: ReportInput, found: Comparison, details: ChanceDetails) -> tuple[str, ...]:
    unit = subject.unit(found.measure, found.output)
    return (
        sentences(subject.name(found.first)),
        sentences(subject.name(found.second)),
        found.output if subject.has_outputs else "",
        *(_percent(chance) for chance in (details.first_better, details.same, details.second_better)),
        figure(details.margin, unit.scale),
        unit.short,
    )


def _percent(chance: float) -> str:
    """Never 0 or 100: the chances are those of a model of the differences."""
    shown = 100 * chance
    return "below 1 %" if shown < 1 else "above 99 %" if shown > 99 else f"{shown:.0f} %"
