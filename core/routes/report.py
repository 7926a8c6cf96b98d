"""The answers of the short routes as a report: one page for the approver, then every number."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from core.domain.dataset import Dataset
from core.domain.findings import Caution, Comparison, Findings, Interval, Verdict
from core.domain.study import Study
from core.figures.gap_picture import Gap, strip_of
from core.advice.precision_forecast import comparisons_of
from core.wording.units import Unit, unit_of
from core.report.blocks import Block, Box, Bullets, Chapter, Document, Heading, Paragraph, Picture, facts, grid
from core.report.pictures import strip_picture
from core.report.sections.approver import TAGS, tag_text
from core.report.text import chance, figure, span
from core.routes.claim import ClaimCheck, ClaimOutcome
from core.routes.fold_design import score_kind
from core.routes.fold_scores import ALPHA, ScoreFindings
from core.routes.methods import METHODS
from core.statistics.comparison_tests import COMPARISON_TESTS
from core.version import VERSION

TITLES = {row.key: row.title for row in COMPARISON_TESTS} | {row.key: row.title for row in METHODS}
SOURCES = {row.key: row.source for row in COMPARISON_TESTS} | {row.key: row.source for row in METHODS}
TONES = {ClaimOutcome.COMPATIBLE: "settled", ClaimOutcome.BLOCKED: "blocked"}


def predictions_document(study: Study, data: Dataset, findings: Findings, plan_hash: str, source: str) -> Document:
    """Of predictions compared, or of models confirmed on new rows."""
    verdict, unit = findings.verdict, unit_of(study.question.measure, study, data, data.outputs[0])
    margin = study.margin(data.outputs[0]) / unit.scale
    count = comparisons_of(study, data)
    told = (
        ("File", source),
        ("Rows", f"{data.size:,}"),
        ("Truth", ", ".join(data.outputs)),
        ("Rows that belong together", data.group_name or "not named"),
        ("Smallest gap that matters", f"{study.margin(data.outputs[0]):g} {unit.short}".strip()),
        ("The bar", f"{study.alpha:g} ÷ {count}"),
        ("Plan", plan_hash),
    )
    chapters = (
        Chapter("data", "1 Data and question", (facts(told), *_answers(study.answers))),
        Chapter(
            "results", "2 Results", (*_cards(findings.cards), *_verdicts(findings.verdicts), _tests(findings, unit))
        ),
        Chapter("methods", "3 Methods", (_methods(findings.comparisons),)),
    )
    drawn = tuple(_strip(verdict, findings.comparisons, unit, margin))
    return Document(study.title, _front(study.title, verdict, findings.cautions, drawn), chapters)


def scores_document(found: ScoreFindings, source: str) -> Document:
    design, kind = found.design, score_kind(found.design.kind)
    told = (
        ("File", source),
        ("Design", design.text),
        ("Same folds for all models", design.same_folds.value),
        ("Scores", kind.title),
        ("Smallest gap that matters", f"{design.margin:g} {kind.unit.short}".strip()),
        ("The bar", f"{ALPHA:g} ÷ {found.count}"),
    )
    run = grid(("test", "pair", "p", "range"), [_score_row(one, kind.unit) for one in found.comparisons])
    chapters = (
        Chapter("data", "1 Scores and design", (facts(told), Bullets(tuple(one.text for one in found.levels)))),
        Chapter("results", "2 Tests that were run", (*_verdicts(found.verdicts), run, _methods(found.comparisons))),
        Chapter("refused", "3 Tests that were refused", (facts((one.title, one.reason) for one in found.refused),)),
    )
    drawn = tuple(_strip(found.verdict, found.comparisons, kind.unit, design.margin / kind.unit.scale))
    title = "Fold scores compared"
    return Document(title, _front(title, found.verdict, found.cautions, drawn), chapters)


def claim_document(found: ClaimCheck, source: str, rows: int) -> Document:
    title = "A claim checked"
    front: tuple[Block, ...] = (
        Paragraph(f"Evenfold report · {title}", soft=True),
        Box(
            (
                Paragraph(found.outcome.value.capitalize(), tone=TONES.get(found.outcome, "open")),
                Heading(1, found.headline),
                Paragraph(found.body),
                Paragraph(found.action, lead="What to do."),
            )
        ),
        *_cautions(found.cautions),
        _stamp(),
    )
    told = (
        ("Claim", found.claim.text),
        ("Rows the claim rests on", "not stated" if found.claim.rows is None else f"{found.claim.rows:,}"),
        ("File", source),
        ("Own rows", f"{rows:,}"),
        ("Seen", figure(found.seen)),
        ("Range", span(found.interval)),
        ("Method of the range", found.interval.method if found.interval else "none"),
    )
    return Document(title, front, (Chapter("data", "1 Claim and rows", (facts(told),)),))


def _front(title: str, verdict: Verdict, cautions: Sequence[Caution], drawn: tuple[Block, ...]) -> tuple[Block, ...]:
    return (
        Paragraph(f"Evenfold report · {title}", soft=True),
        Box(
            (
                Paragraph(tag_text(verdict), tone=TAGS[verdict.tag][1]),
                Heading(1, verdict.headline),
                Paragraph(verdict.body),
                *drawn,
                Paragraph(verdict.action, lead="What to do."),
            )
        ),
        *_cautions(cautions),
        _stamp(),
    )


def _cautions(cautions: Sequence[Caution]) -> Iterator[Block]:
    if cautions:
        yield Heading(3, "What to keep in mind")
        yield Bullets(tuple(caution.text for caution in cautions))


def _stamp() -> Paragraph:
    return Paragraph(f"Written {datetime.now():%Y-%m-%d %H:%M} by Evenfold {VERSION}.", soft=True)


def _strip(verdict: Verdict, found: Sequence[Comparison], unit: Unit, margin: float) -> Iterator[Picture]:
    one = next((c for c in found if c.interval is not None and c.interval == verdict.interval), None)
    drawn = strip_of(verdict, one, margin)
    if drawn is not None:
        yield strip_picture(Gap(drawn, unit.scale, unit.short, verdict.first, verdict.second))


def _answers(answers: Mapping[str, str]) -> Iterator[Block]:
    if answers:
        yield Heading(3, "Questions and answers")
        yield facts(answers.items())


def _cards(cards: Mapping[str, str]) -> Iterator[Block]:
    yield from (Paragraph(line) for text in cards.values() for line in text.splitlines())


def _verdicts(verdicts: Sequence[Verdict]) -> Iterator[Block]:
    if len(verdicts) > 1:
        yield Heading(3, "Every model against the reference")
        yield Bullets(tuple(f"{one.first}: {one.headline} {one.body}" for one in verdicts))


def _tests(findings: Findings, unit: Unit) -> Block:
    head = ("test", "measure", "pair", "p", "gap", "range")
    return grid(head, [_test_row(one, unit, findings.verdict.interval) for one in findings.comparisons])


def _test_row(one: Comparison, unit: Unit, main: Interval | None) -> tuple[str, ...]:
    scale = unit.scale if main is not None and one.interval == main else 1.0
    pair = f"{one.first} against {one.second}"
    return (TITLES.get(one.comparer, one.comparer), one.measure, pair, chance(one.p), figure(one.effect, scale),
            span(one.interval, scale))  # fmt: skip


def _score_row(one: Comparison, unit: Unit) -> tuple[str, ...]:
    pair = f"{one.first} against {one.second}"
    return (TITLES.get(one.comparer, one.comparer), pair, chance(one.p), span(one.interval, unit.scale))


def _methods(found: Sequence[Comparison]) -> Block:
    used = dict.fromkeys(one.comparer for one in found)
    return facts((TITLES[key], SOURCES[key]) for key in used if key in TITLES)
