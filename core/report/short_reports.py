"""The answers of the short routes as a report: one page for the approver, then every number."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from core.domain.claim import ClaimCheck
from core.domain.conclusion import Answer, ModelAnswer
from core.domain.dataset import Dataset
from core.domain.findings import Comparison, Findings
from core.domain.fold_scores import ALPHA, ScoreFindings
from core.domain.study import Study
from core.figures.difference_picture import DifferencePicture, strip_of
from core.report.blocks import Block, Box, Bullets, Chapter, Document, Heading, Paragraph, Picture, facts, grid
from core.report.pictures import strip_picture
from core.report.report_text import chance, figure, span
from core.report.sections.approver import GLYPHS, TONES
from core.statistics.comparison_tests import COMPARISON_TESTS
from core.version import VERSION
from core.wording.caution_text import word_plain_caution
from core.wording.claim_text import word_action as claim_action
from core.wording.claim_text import word_body as claim_body
from core.wording.claim_text import word_headline as claim_headline
from core.wording.claim_text import word_range
from core.wording.deciding_methods import DECIDING_METHODS
from core.wording.fold_scores_text import word_action, word_body, word_headline
from core.wording.method_tables import TEST_TEXTS
from core.wording.model_names import name_models
from core.wording.result_text import word_result
from core.wording.score_kinds import score_kind
from core.wording.sentence import join_sentences
from core.wording.units import Unit, unit_of

TITLES = {row.key: TEST_TEXTS[row.key].title for row in COMPARISON_TESTS} | {
    row.key: row.title for row in DECIDING_METHODS
}
SOURCES = {row.key: TEST_TEXTS[row.key].source for row in COMPARISON_TESTS} | {
    row.key: row.source for row in DECIDING_METHODS
}


def predictions_document(
    study: Study, data: Dataset, findings: Findings, plan_hash: str, source: str, notes: Sequence[str] = ()
) -> Document:
    """Of predictions compared, or of models confirmed on new rows; `notes` are told beside the cautions."""
    unit = unit_of(study.question.measure, study, data, data.outputs[0])
    text, names = word_result(study, data, findings), name_models(study)
    told = (
        ("File", source),
        ("Rows", f"{data.size:,}"),
        ("Target", ", ".join(data.outputs)),
        ("Groups", data.group_name or "not named"),
        ("Smallest difference that matters", f"{study.margin(data.outputs[0]):g} {unit.short}".strip()),
        ("Significance level", f"{study.alpha:g} ÷ {findings.conclusion.comparisons}"),
        ("Plan", plan_hash),
    )
    lines = [line.text for sentences in text.notes.values() for line in sentences]
    rows = [f"{names[row.model]}: {said.headline} {said.body}" for row, said in text.rows]
    chapters = (
        Chapter("data", "1 Data and question", (facts(told), *_answers(study.answers))),
        Chapter("results", "2 Results", (*map(Paragraph, lines), *_list_rows(rows), _tests(findings, unit))),
        Chapter("methods", "3 Methods", (_methods(findings.comparisons),)),
    )
    drawn = tuple(_strip(findings.conclusion.main_row, unit, names.names))
    said = text.conclusion
    texts = (said.headline.text, join_sentences(said.body, said.scope).text, said.action.text)
    cautions = [*(line.text for line in (*text.doubts, *text.cautions)), *notes]
    return Document(study.title, _front(study.title, findings.conclusion.answer, texts, cautions, drawn), chapters)


def scores_document(found: ScoreFindings, source: str) -> Document:
    design, kind = found.design, score_kind(found.design.kind)
    told = (
        ("File", source),
        ("Design", design.text),
        ("Same folds for all models", design.same_folds.value),
        ("Scores", kind.title),
        ("Smallest difference that matters", f"{design.margin:g} {kind.unit.short}".strip()),
        ("Significance level", f"{ALPHA:g} ÷ {found.count}"),
    )
    rows = [f"{row.model}: {word_headline(row)} {word_body(row, design)}" for row in found.rows]
    run = grid(("test", "pair", "p", "range"), [_score_row(one, kind.unit) for one in found.comparisons])
    chapters = (
        Chapter("data", "1 Scores and design", (facts(told), Bullets(tuple(one.text for one in found.levels)))),
        Chapter("results", "2 Tests that were run", (*_list_rows(rows), run, _methods(found.comparisons))),
        Chapter("refused", "3 Tests that were refused", (facts((one.title, one.reason) for one in found.refused),)),
    )
    drawn = tuple(_strip(found.top, kind.unit, {}))
    title = "Fold scores compared"
    texts = (word_headline(found.top), word_body(found.top, design), word_action(found.top))
    cautions = [word_plain_caution(caution) for caution in found.cautions]
    return Document(title, _front(title, found.top.answer, texts, cautions, drawn), chapters)


def claim_document(found: ClaimCheck, source: str, rows: int) -> Document:
    title = "A claim checked"
    texts = (claim_headline(found).text, claim_body(found).text, claim_action(found))
    cautions = [word_plain_caution(caution) for caution in found.cautions]
    parts = grid(
        ("claimed", "your rows show", "range", "fits?"),
        [
            (part.claim.text, figure(part.seen), word_range(part), part.answer.value.capitalize())
            for part in found.parts
        ],
    )
    told = (("File", source), ("Own rows", f"{rows:,}"))
    chapter = Chapter("data", "1 Claim and rows", (facts(told), parts))
    return Document(title, _front(title, found.answer, texts, cautions, ()), (chapter,))


def _front(
    title: str, answer: Answer, texts: tuple[str, str, str], cautions: Sequence[str], drawn: tuple[Block, ...]
) -> tuple[Block, ...]:
    headline, body, action = texts
    tag = f"{GLYPHS[answer]} {answer.value.capitalize()}" if answer in GLYPHS else "Estimate"
    return (
        Paragraph(f"Evenfold report · {title}", soft=True),
        Box(
            (
                Paragraph(tag, tone=TONES.get(answer, "open")),
                Heading(1, headline),
                Paragraph(body),
                *drawn,
                *([Paragraph(action, lead="What to do.")] if action else []),
            )
        ),
        *_cautions(cautions),
        _stamp(),
    )


def _cautions(cautions: Sequence[str]) -> Iterator[Block]:
    if cautions:
        yield Heading(3, "What to keep in mind")
        yield Bullets(tuple(cautions))


def _stamp() -> Paragraph:
    return Paragraph(f"Written {datetime.now():%Y-%m-%d %H:%M} by Evenfold {VERSION}.", soft=True)


def _strip(row: ModelAnswer | None, unit: Unit, names: Mapping[str, str]) -> Iterator[Picture]:
    drawn = strip_of(row)
    if drawn is not None and row is not None and row.difference is not None:
        first, second = row.difference.first, row.difference.second
        yield strip_picture(
            DifferencePicture(drawn, unit.scale, unit.short, names.get(first, first), names.get(second, second))
        )


def _answers(answers: Mapping[str, str]) -> Iterator[Block]:
    if answers:
        yield Heading(3, "Questions and answers")
        yield facts(answers.items())


def _list_rows(rows: Sequence[str]) -> Iterator[Block]:
    if len(rows) > 1:
        yield Heading(3, "Every model")
        yield Bullets(tuple(rows))


def _tests(findings: Findings, unit: Unit) -> Block:
    head = ("test", "measure", "pair", "p", "difference", "range")
    asked = findings.conclusion.measure
    return grid(head, [_test_row(one, unit if one.measure == asked else None) for one in findings.comparisons])


def _test_row(one: Comparison, unit: Unit | None) -> tuple[str, ...]:
    scale = unit.scale if unit is not None else 1.0
    pair = f"{one.first} against {one.second}"
    return (TITLES.get(one.comparer, one.comparer), one.measure, pair, chance(one.p), figure(one.effect, scale),
            span(one.interval, scale))  # fmt: skip


def _score_row(one: Comparison, unit: Unit) -> tuple[str, ...]:
    pair = f"{one.first} against {one.second}"
    return (TITLES.get(one.comparer, one.comparer), pair, chance(one.p), span(one.interval, unit.scale))


def _methods(found: Sequence[Comparison]) -> Block:
    used = dict.fromkeys(one.comparer for one in found)
    return facts((TITLES[key], SOURCES[key]) for key in used if key in TITLES)
