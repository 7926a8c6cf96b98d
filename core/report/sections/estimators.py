"""In section 6: the same models estimated in other ways, and where the usual order is broken (Reich & Barai 1999)."""

from collections.abc import Iterator, Mapping
from itertools import product

from core.domain.findings import Estimate
from core.domain.study import SchemeKind
from core.figures.relations import expected_relations
from core.report.blocks import Block, Bullets, Heading, Paragraph, Picture, grid, without_empty
from core.report.pictures import Ranged, ranges_picture
from core.report.report_text import figure, shortened, span
from core.report.subject import ReportInput
from core.schemes import SCHEMES
from core.statistics.measures import find_measure
from core.wording.units import sentences

MOST_PICTURES = 6
TITLES = {row.key.value: row.title for row in SCHEMES}
NAMES = {
    SchemeKind.RESUBSTITUTION: "resubstitution",
    SchemeKind.BOOTSTRAP: "bootstrap",
    SchemeKind.KFOLD: "folds",
    SchemeKind.LEAVE_ONE_OUT: "leave_one_out",
    SchemeKind.HOLDOUT: "holdout",
}
WORDS = {
    "R": "testing on the training rows",
    "B": "the .632 bootstrap",
    "K": "cross-validation",
    "L": "leave-one-out",
    "H": "one holdout",
}
REASONS = {
    "R": "Usual reasons: a very simple model, training that stops early, or copies of test rows in training.",
    "B": "Usual reasons: few rows, so that 63 % of them teach too little, or an unstable model.",
    "K": "Usual reason: the luck of one split; look at repeated holdouts.",
    "L": "Usual reason: an unstable model that overfits, or the luck of one split.",
}
ORDER = "Usually: training rows ≤ .632 bootstrap ≤ cross-validation ≈ leave-one-out ≤ holdout, for a measure of error."


def estimators(subject: ReportInput) -> Iterator[Block]:
    if not subject.study.extra:
        return
    asked = subject.study.question.measure
    found = [e for e in subject.findings.estimates if e.measure == asked]
    yield Heading(3, "Other ways to estimate the same")
    head = ("model", "output", "way", "estimate", "range", "spread over splits", "splits")
    yield without_empty(grid(head, [_row(subject, estimate) for estimate in found], (3, 4, 5, 6)))
    yield from list(_drawn(subject, found))[:MOST_PICTURES]
    if not find_measure(asked).lower_is_better:
        return
    yield Paragraph(ORDER, soft=True)
    said = tuple(_deviations(subject, found))
    yield Bullets(said) if said else Paragraph("No estimate departs from that order.")


def _drawn(subject: ReportInput, found: list[Estimate]) -> Iterator[Picture]:
    """One picture per model and output, the leading candidate first."""
    order = sorted(subject.study.candidates, key=lambda candidate: candidate.key != subject.leading)
    for candidate, output in product(order, subject.data.outputs):
        mine = [e for e in found if (e.algorithm, e.output) == (candidate.key, output)]
        rows = [_ranged(subject, estimate) for estimate in mine if estimate.mean is not None]
        if len(rows) > 1:
            unit = subject.unit(subject.study.question.measure, output)
            title = f"{sentences(shortened(subject.name(candidate.key), 40))}{subject.of(shortened(output, 20))}"
            yield ranges_picture(rows, unit.scale, title, unit.short)


def _ranged(subject: ReportInput, found: Estimate) -> Ranged:
    low, high = (found.interval.low, found.interval.high) if found.interval else (None, None)
    is_main = found.scheme == subject.study.scheme.kind.value
    return Ranged(TITLES[found.scheme], float(found.mean or 0.0), low, high, is_main)


def _row(subject: ReportInput, found: Estimate) -> tuple[object, ...]:
    scale = subject.unit(found.measure, found.output).scale
    places = subject.decimals(found.measure, found.output, (found.mean,))
    points = {"632": ".632", "632-plus": ".632+", "unseen": "rows not drawn"}
    way = TITLES[found.scheme] + (f" ({points[found.point]})" if found.point in points else "")
    output = found.output if subject.has_outputs else ""
    return (
        sentences(subject.name(found.algorithm)), output, way, figure(found.mean, scale, places),
        span(found.interval, scale, places), figure(found.spread, scale, places), len(found.values),
    )  # fmt: skip


def _deviations(subject: ReportInput, found: list[Estimate]) -> Iterator[str]:
    for candidate in subject.study.candidates:
        for output in subject.data.outputs:
            means = {e.scheme: e.mean for e in found if (e.algorithm, e.output) == (candidate.key, output)}
            for broken in expected_relations(**_by_name(means)):
                yield sentences(f"{subject.name(candidate.key)}{subject.of(output)}: {deviation_text(broken)}")


def _by_name(means: Mapping[str, float | None]) -> dict[str, float | None]:
    return {name: means.get(kind.value) for kind, name in NAMES.items()}


def deviation_text(broken: str) -> str:
    """ "B>K" in words, with the usual reasons."""
    higher, lower = broken.split(">")
    return f"{WORDS[higher]} gives a larger error than {WORDS[lower]}. {REASONS[higher]}"
