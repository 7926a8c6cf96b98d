"""Section 8: what the verdict does not cover, the gravest first, and which sources of chance were varied."""

from collections.abc import Iterator

from core.algorithms import find_algorithm
from core.domain.conclusion import Answer, Reason
from core.domain.evidence import HALVES
from core.domain.findings import CautionKind
from core.domain.study import REASON, SchemeKind
from core.report.blocks import Block, Bullets, Heading, grid
from core.report.sections.answers import open_questions
from core.report.sections.four_cases import differs
from core.report.subject import ReportInput
from core.wording.history_text import word_answer, word_comparison
from core.wording.measure_text import find_title
from core.wording.units import plural

GRAVEST = (
    CautionKind.PERFECT,
    CautionKind.FAILED,
    CautionKind.WORSE_THAN_GUESS,
    CautionKind.NO_CLAIM,
    CautionKind.BOOTSTRAP_POINT,
    CautionKind.WEIGHTED,
    CautionKind.UNWEIGHTED_TRAINING,
    CautionKind.UNDEFINED_SPLITS,
    CautionKind.TRAINING_DOMINATES,
    CautionKind.UNSTABLE,
)
FEW_GROUPS = 10
TARGET_ERRORS = (
    "errors in the target values",
    "no",
    "target values were taken as they are; errors in them can favor one model over another",
)
RANDOM = (
    "tree",
    "forest",
    "extra-trees",
    "boosting",
    "mlp",
    "perceptron",
    "ripper",
)  # learners whose training itself draws lots


TRAINED_ONCE = (SchemeKind.RESUBSTITUTION, SchemeKind.HOLDOUT, SchemeKind.TTV)
TESTED = {
    SchemeKind.KFOLD: "every row is tested once in every repeat",
    SchemeKind.LEAVE_ONE_OUT: "every row is tested once",
    SchemeKind.REPEATED_HOLDOUT: "every split tests rows drawn anew, so that some are tested more often than others",
    SchemeKind.BOOTSTRAP: "every sample tests the rows it did not draw, so that some are tested more often than others",
    SchemeKind.TIME: "every step tests rows later than those it was trained on",
}  # what the schemes with several test sets vary


def limits(subject: ReportInput) -> tuple[Block, ...]:
    return (
        Bullets(tuple(limits_of(subject))),
        Heading(3, "Sources of chance (Dietterich 1998): which were varied"),
        grid(("source", "varied", "how"), _sources(subject)),
    )


def limits_of(subject: ReportInput, model: str = "") -> list[str]:
    """Every limit in one sentence, the gravest first; of one model without what is about others."""
    return list(dict.fromkeys(_all(subject, model)))


def _all(subject: ReportInput, model: str) -> Iterator[str]:
    study, conclusion = subject.study, subject.conclusion
    if subject.changed:
        yield "Not all in the study file is as it was saved: rely on nothing here before its check has named what."
    if "unseen" in conclusion.exploratory:
        yield "Exploratory: results on these rows had been seen before. Confirm on new rows before relying on this."
    if "alone" in conclusion.exploratory:
        yield "Exploratory: rows depend on each other, so the ranges may be too narrow."
    row = conclusion.main_row
    if row is not None and not row.agreement.is_steady:
        yield "Not every repeat, taken alone, shows the same: section 6 lists each of them."
    yield from _other_measure(subject)
    yield from _history(subject)
    cautions = zip(subject.findings.cautions, subject.text.cautions, strict=True)
    grave = sorted(cautions, key=lambda pair: GRAVEST.index(pair[0].kind) if pair[0].kind in GRAVEST else len(GRAVEST))
    yield from (text.text for caution, text in grave if not model or caution.model in ("", model))
    yield from open_questions(study)
    if conclusion.answer is Answer.UNCLEAR and conclusion.reason is not Reason.DESCRIPTIVE:
        yield "Unclear does not mean that the models are equal."
    yield from _groups(subject)
    if "question.margin" in study.assumed and not subject.is_descriptive:
        who = subject.who("question.margin")
        yield f"The smallest difference that matters was {who}; another one can change the answer (section 7)."
    trained = (
        "these trained models, as they are,"
        if subject.is_given
        else "algorithms trained as here on about as many rows and"
    )
    yield f"The result is about {trained} used on {plural(study.row_meaning)} of the same kind."
    if not subject.is_given and not subject.is_descriptive and len(study.candidates) > 1:
        yield "Which of the models trained on exactly these rows is better cannot be said more precisely."
    if subject.is_given:
        yield "How the models were trained and tuned is not known here."
    if not study.use:
        yield "Where the model will be used was not stated, so nobody checked whether these rows stand for it."
    yield "Which rows were collected was not varied: another collection could give another answer."


def _history(subject: ReportInput) -> Iterator[str]:
    """What the count of looks means for this study, as far as the range in the verdict does not say it."""
    if reason := subject.study.answers.get(REASON, "").strip():
        yield f"Earlier comparisons on rows like these were not counted, because it was stated: “{reason}” (section 9)."
    for look in subject.earlier_comparisons:
        if look.changed and look.entry.plan_hash == subject.plan_hash:
            about = f" ({word_comparison(look.entry)})" if len(subject.study.challengers) > 1 else ""
            now = word_answer(look.entry, look.answer, look.reason)
            yield f"Counting the later comparisons, {look.count} in all, it would be{about}: {now}."


def _other_measure(subject: ReportInput) -> Iterator[str]:
    """What the tag "measures disagree" means here."""
    if any(subject.leading in (one.first, one.second) and differs(subject, one) for one in subject.deciding()):
        check = find_title(subject.study.question.cross_check or "").short
        split = [one.output for one in subject.deciding() if differs(subject, one)]
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
            TARGET_ERRORS,
        ]
    scheme = subject.study.scheme.kind
    if scheme is SchemeKind.RESUBSTITUTION:
        tested = ("which rows are tested", "no", "models were tested on the rows they were trained on")
    elif scheme in (SchemeKind.HOLDOUT, SchemeKind.TTV):
        tested = ("which rows are tested", "no", "one set of test rows; the range says what other rows could show")
    else:
        tested = ("which rows are tested", "yes", TESTED[scheme])
    halves = any(outcome.job.part == HALVES for outcome in subject.run.outcomes)
    drawing = [c for c in subject.study.candidates if c.algorithm in RANDOM]
    trained = _describe_training_rows(scheme, halves)
    lots = ", ".join(find_algorithm(candidate.algorithm).title for candidate in drawing)
    return [
        tested,
        trained,
        (
            "chance inside the training",
            "yes" if drawing else "does not apply",
            f"a new seed for every training ({lots})" if drawing else "no model uses random numbers in training",
        ),
        TARGET_ERRORS,
    ]


def _describe_training_rows(scheme: SchemeKind, has_halves: bool) -> tuple[str, str, str]:
    """One training set varies nothing; a range allows for several only where the design gives one for differences."""
    source = "which rows are trained on"
    if scheme in TRAINED_ONCE:
        return source, "no", "each model was trained on one set of rows; the range does not show what others would give"
    if scheme in (SchemeKind.LEAVE_ONE_OUT, SchemeKind.BOOTSTRAP, SchemeKind.TIME):
        return source, "partly", "training sets differ but share rows"
    halves = "; models were also trained on halves of the rows, five times both ways" if has_halves else ""
    return source, "partly", f"training sets differ but share rows; the range allows for that{halves}"
