"""Where this report answers other checklists: TRIPOD+AI (Collins et al. 2024), and NeurIPS on uncertainty."""

from dataclasses import dataclass

from core.domain.evidence import TRIVIAL
from core.judge.context import has_one_test_set
from core.report.sections.decider import decider
from core.report.subject import ReportInput
from core.support.text import pluralize


@dataclass(frozen=True, slots=True)
class Place:
    """An item of a checklist, what it is about in our words, and where this report answers it."""

    item: str
    about: str
    where: str


SPREAD = "Both, named as such: spread over splits, and ranges at a stated level."
OUTSIDE = "outside this report"
TRIPOD: tuple[Place, ...] = (
    Place("1", "title that names the kind of study", "page 1"),
    Place("2", "summary", "page 1"),
    Place("3", "why the model is wanted, for whom", "sections 1, 11 (REFORMS 1a–c)"),
    Place("4", "what is to be found out", "page 1, section 1"),
    Place("5", "where and when the data come from", "sections 2, 11 (REFORMS 3a)"),
    Place("6", "which cases are in, which are not", "sections 2, 11 (REFORMS 3b, 3g)"),
    Place("7", "preparation and checks of the data", "sections 2, 5"),
    Place("8", "what is predicted, and how the truth was found", "sections 2, 11 (REFORMS 3a, 3d)"),
    Place("9", "the inputs", "sections 2, 5"),
    Place("10", "number of rows, and whether it is enough", "sections 2, 6"),
    Place("11", "missing values", "section 2"),
    Place("12", "training, tuning, measures", "sections 3, 4, 6"),
    Place("13", "rare classes", "sections 1, 2, 4"),
    Place("14", "differences between kinds of cases", "section 6, where rows are kept whole by group"),
    Place("15", "what the model gives out", "sections 1, 3"),
    Place("16", "differences between training and test", "section 4"),
    Place("17", "approval by a committee", OUTSIDE),
    Place("18", "plan made beforehand, data, code", "sections 4, 9, 10"),
    Place("19", "involvement of those concerned", OUTSIDE),
    Place("20", "the cases in numbers", "section 2"),
    Place("21", "rows and events in each analysis", "sections 2, 4"),
    Place("22", "the model itself, so that it can be used", "sections 3, 10"),
    Place("23", "how good, with ranges", "page 1, section 6"),
    Place("24", "later changes of the model", OUTSIDE),
    Place("25", "what the results mean", "page 1"),
    Place("26", "limits", "page 1, section 8"),
    Place("27", "use in practice", "page 1, sections 8, 11"),
)


def has_range_for_all(subject: ReportInput) -> bool:
    """Whether every model (the constant guess aside) has a range on every measure that was asked for."""
    scheme = subject.study.scheme.kind.value
    own = [one for one in subject.findings.estimates if one.scheme == scheme and one.algorithm != TRIVIAL]
    return all(one.interval is not None for one in own)


def _ranges(subject: ReportInput) -> str:
    return "Yes: section 6." if has_range_for_all(subject) else "Not for all: section 6 says which have none."


def _varied(subject: ReportInput) -> str:
    if subject.is_given:
        return "Which rows are tested, as far as one set of rows can show it"
    splits = pluralize(subject.study.scheme.repeats, "repeat")
    return f"Which rows train and which test, over {splits}"


def _assumed(subject: ReportInput) -> str:
    if subject.is_descriptive:
        return "Nothing is claimed from them."
    if has_one_test_set(subject.study):
        return "That the rows, or what is kept whole, do not depend on each other."
    return "About normal gaps from split to split, and a fixed correction for the training rows that splits share."


def uncertainty_answers(subject: ReportInput) -> tuple[tuple[str, str], ...]:
    """What the NeurIPS checklist asks about error bars, answered for this study."""
    study, method = subject.study, decider(subject).title
    single = "the methods of single figures stand beside them: section 6"
    return (
        ("Are ranges given for every main figure?", _ranges(subject)),
        (
            "What varies behind them?",
            f"{_varied(subject)}. Not varied: the rows themselves, collected anew (section 8).",
        ),
        (
            "How are they computed?",
            single.capitalize() + "." if subject.is_descriptive else f"{method} for gaps; {single}.",
        ),
        ("What do they assume?", _assumed(subject)),
        (
            "Standard deviation or standard error?",
            "Neither: ranges at a stated level." if subject.is_given else SPREAD,
        ),
        (
            "How many comparisons do they allow for?",
            f"{subject.comparisons}: the level is 1 − {study.alpha:g} ÷ {subject.comparisons}.",
        ),
    )
