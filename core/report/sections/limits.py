"""Section 8: what the verdict does not cover, the gravest first, and which sources of chance were varied."""

from collections.abc import Iterator

from core.algorithms import find_algorithm
from core.domain.evidence import HALVES
from core.domain.findings import Modifier, VerdictKind
from core.domain.study import REASON
from core.wording.units import in_sentence, plural
from core.report.blocks import Block, Bullets, Heading, grid
from core.report.sections.answers import open_questions
from core.report.sections.four_cases import differs
from core.report.subject import ReportInput
from core.statistics.measures import find_measure

GRAVEST = ("PERFECT", "FAIL", "SMALL", "CLASS-MISS", "UNSTABLE")
FEW_GROUPS = 10
WRONG_ANSWERS = (
    "wrong answers in the data",
    "no",
    "answers were taken as given; if some are wrong, all models suffer alike",
)
RANDOM = ("tree", "forest", "boosting", "mlp", "perceptron", "ripper")  # learners whose training itself draws lots


def limits(subject: ReportInput) -> tuple[Block, ...]:
    return (
        Bullets(tuple(limits_of(subject))),
        Heading(3, "Sources of chance (Dietterich 1998): which were varied"),
        grid(("source", "varied", "how"), _sources(subject)),
    )


def limits_of(subject: ReportInput) -> list[str]:
    """Every limit in one sentence, the gravest first."""
    return list(dict.fromkeys(_all(subject)))


def _all(subject: ReportInput) -> Iterator[str]:
    study, verdict = subject.study, subject.findings.verdict
    if subject.changed:
        yield "Not all in the study file is as it was sealed: rely on nothing here before its check has named what."
    if Modifier.EXPLORATORY in verdict.modifiers:
        yield "Exploratory: results on these rows had been seen before. Confirm on new rows before relying on this."
    if Modifier.DEPENDS_ON_SHUFFLE in verdict.modifiers:
        yield "Not every shuffle of the rows, taken alone, tells the same: section 6 shows each of them."
    yield from _other_measure(subject)
    yield from _ledger(subject)
    cautions = sorted(subject.findings.cautions, key=lambda c: GRAVEST.index(c.id) if c.id in GRAVEST else len(GRAVEST))
    yield from (caution.text for caution in cautions)
    yield from open_questions(study)
    if verdict.outcome is VerdictKind.CANNOT_TELL:
        yield "“Can't tell” is not a finding that the models are equal."
    yield from _groups(subject)
    if "question.margin" in study.assumed:
        yield "The smallest gap that matters was assumed by Evenfold; another one can change the answer (section 7)."
    trained = "these trained models, as they are," if subject.is_given else "models trained on this data and"
    yield f"The verdict is about {trained} used on {plural(study.row_meaning)} of the same kind."
    if subject.is_given:
        yield "How the models were trained and tuned is not known here."
    if not study.use:
        yield "Where the model will be used was not stated, so nobody checked whether these rows stand for it."
    yield "Which rows were collected was not varied: another collection could give another answer."


def _ledger(subject: ReportInput) -> Iterator[str]:
    """What the count of looks means for this study, as far as the range in the verdict does not say it."""
    if reason := subject.study.answers.get(REASON, "").strip():
        yield f"Earlier comparisons on rows like these were not counted, because it was stated: “{reason}” (section 9)."
    for look in subject.looks:
        if look.banner and look.entry.plan_hash == subject.plan_hash:
            about = f" on {look.entry.asked}" if len(subject.study.challengers) > 1 else ""
            yield f"At {look.entry.alpha:g} ÷ {look.count}, the count of today, the verdict{about} reads: {look.reads}."


def _other_measure(subject: ReportInput) -> Iterator[str]:
    """What the tag "measures disagree" means here."""
    if Modifier.MEASURES_DISAGREE in subject.findings.verdict.modifiers:
        check = in_sentence(find_measure(subject.study.question.cross_check or "").title)
        split = [one.output for one in subject.deciding() if one.first == subject.leading and differs(subject, one)]
        where = f" for {', '.join(split)}" if subject.has_outputs and split else ""
        yield f"Another measure, {check}, does not tell the same story{where}: section 6."


def _groups(subject: ReportInput) -> Iterator[str]:
    groups, name = subject.data.group_count, subject.data.group_name
    if groups and not subject.study.scheme.grouped:
        yield f"Rows of one {name} stand in training and test: nothing is said about {plural(name)} not seen before."
    elif 0 < groups < FEW_GROUPS:
        yield f"There are only {groups} {plural(name)}: the range mainly reflects these, however many rows there are."


def _sources(subject: ReportInput) -> list[tuple[str, str, str]]:
    if subject.is_given:
        return [
            ("which rows are tested", "no", "one set of rows; the range says what other rows of the kind could show"),
            ("which rows are trained on", "no", "each model was trained once, elsewhere"),
            ("chance inside the training", "no", "each model was trained once, elsewhere"),
            WRONG_ANSWERS,
        ]
    halves = any(outcome.job.part == HALVES for outcome in subject.run.outcomes)
    drawing = [c for c in subject.study.candidates if c.algorithm in RANDOM]
    lots = ", ".join(find_algorithm(candidate.algorithm).title for candidate in drawing)
    return [
        ("which rows are tested", "yes", "every split tests other rows, over several shuffles where possible"),
        (
            "which rows are trained on",
            "partly",
            "training sets differ but share rows; the range allows for that"
            + ("; five shuffles into halves with no shared training rows were added" if halves else ""),
        ),
        (
            "chance inside the training",
            "yes" if drawing else "does not apply",
            f"a new seed for every training ({lots})" if drawing else "no candidate draws lots while training",
        ),
        WRONG_ANSWERS,
    ]
