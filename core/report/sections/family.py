"""In section 6: what the number of comparisons does to a claim, and p-values adjusted for all of them."""

from collections.abc import Iterator, Sequence

from core.report.blocks import Block, Heading, Paragraph, grid, without_empty
from core.report.report_text import chance
from core.report.subject import ReportInput
from core.statistics.multiplicity import ADJUSTMENTS, adjust_p, familywise_error
from core.statistics.undefined import Undefined
from core.support.text import pluralize
from core.wording.method_tables import ADJUSTMENT_TEXTS
from core.wording.units import sentences

SHOWN = ("bonferroni", "holm", "bh")
TITLES = {row.key: ADJUSTMENT_TEXTS[row.key].title for row in ADJUSTMENTS}


def family(subject: ReportInput) -> Iterator[Block]:
    """Nothing where no comparison has a p of its own (one test set, identical models)."""
    found = [one for one in subject.deciding() if one.p is not None]
    if not found:
        return
    count, alpha = subject.comparisons, subject.study.alpha
    yield Heading(3, "What the number of comparisons does")
    yield Paragraph(describe_family(alpha, count))
    columns = adjust_for_all([one.p for one in found], count)
    rows = [
        (
            f"{sentences(subject.name(one.first))} against {subject.name(one.second)}",
            one.output if subject.has_outputs else "",
            chance(one.p),
            *(chance(p) for p in adjusted),
        )
        for one, *adjusted in zip(found, *columns, strict=True)
    ]
    heads = ("pair", "output", "p", *(f"{TITLES[method]} p" for method in SHOWN))
    yield without_empty(grid(heads, rows, (2, 3, 4, 5)))
    yield Paragraph(
        f"Adjusted for {pluralize(count, 'comparison')} in all; earlier ones count with an unknown p. Bonferroni is "
        "what the range that decides uses. Holm is never stricter. Benjamini-Hochberg bounds the share of false finds, "
        "for exploring. (Salzberg 1997, section 3; Holm 1979; Benjamini & Hochberg 1995.)",
        soft=True,
    )


def adjust_for_all(p_values: Sequence[float | None], comparisons: int) -> list[Sequence[float | None]]:
    """One column of adjusted p per method of SHOWN; earlier comparisons, whose p nobody kept, count as unknown."""
    unknown: list[float | None] = [None] * max(0, comparisons - len(p_values))
    columns: list[Sequence[float | None]] = []
    for method in SHOWN:
        made = adjust_p([*p_values, *unknown], method, count_undefined=True)
        columns.append([None] * len(p_values) if isinstance(made, Undefined) else made.adjusted[: len(p_values)])
    return columns


def describe_family(alpha: float, comparisons: int) -> str:
    """Say how often equal models would give a false winner without any adjustment."""
    found = familywise_error(alpha, comparisons)
    if isinstance(found, Undefined):
        return ""
    if comparisons == 1:
        share = f"{100 * alpha:g} of 100 studies"
        return f"With one comparison at {alpha:g} equal models would give a false winner in {share}."
    return (
        f"With {comparisons} comparisons, each at {alpha:g}, equal models would give a false winner in "
        f"{100 * found.any_false:.0f} of 100 studies (independent comparisons). So each one is held to "
        f"{found.bonferroni_alpha:.2g} (Bonferroni); {found.sidak_alpha:.2g} would do if they were independent (Sidak)."
    )
