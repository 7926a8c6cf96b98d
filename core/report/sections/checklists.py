"""Section 11: the REFORMS items and the headings of a model card, filled where it is known, "not stated" elsewhere."""

from collections.abc import Callable
from dataclasses import dataclass

from core.domain.evidence import TRIVIAL
from core.judge.claim import claim_text
from core.judge.words import sentences
from core.measures import measure
from core.report.blocks import Block, Heading, Paragraph, facts, grid
from core.report.sections.limits import limits_of
from core.report.subject import Subject
from core.report.text import counted

NOT_STATED = "not stated"


@dataclass(frozen=True, slots=True)
class Item:
    """One item of the checklist; `fill` gives its answer from the study, None where only a person knows."""

    id: str
    asks: str
    fill: Callable[[Subject], str] | None = None


def checklists(subject: Subject) -> tuple[Block, ...]:
    rows = [(item.id, item.asks, item.fill(subject) if item.fill else NOT_STATED) for item in ITEMS]
    filled = sum(answer != NOT_STATED for _, _, answer in rows)
    return (
        Heading(3, "REFORMS (Kapoor et al. 2024)"),
        Paragraph(f"{filled} of {len(rows)} items are answered; the others are for the person who knows."),
        grid(("item", "asks for", "answer"), rows),
        Heading(3, "Model card (headings of Mitchell et al. 2019)"),
        facts((title, fill(subject)) for title, fill in CARD),
    )


def _used_on(subject: Subject) -> str:
    return subject.study.use or NOT_STATED


def _see(section: str) -> Callable[[Subject], str]:
    return lambda subject: f"section {section}"


def _rows(subject: Subject) -> str:
    groups = f", {subject.data.group_name} kept whole" if subject.data.group_name else ""
    return f"{counted(subject.data.size, 'row')}, each {subject.study.row_meaning}{groups}: section 2"


def _measures(subject: Subject) -> str:
    check = subject.study.question.cross_check
    return (
        measure(subject.study.question.measure).title + (f"; {measure(check).title}" if check else "") + ": section 1"
    )


def _baselines(subject: Subject) -> str:
    return f"{subject.name(subject.study.reference)} (reference); {subject.name(TRIVIAL)}: section 3"


def _groups(subject: Subject) -> str:
    if subject.data.group_name and subject.study.scheme.grouped:
        return f"rows of one {subject.data.group_name} are never on both sides: section 5"
    return "rows are taken to stand alone: section 5"


def _failing(subject: Subject) -> str:
    return " ".join(limits_of(subject)[:2]) + " Section 8."


ITEMS: tuple[Item, ...] = (
    Item("1a", "population the claim is about", _used_on),
    Item("1b", "why this population"),
    Item("1c", "why a learnt model at all"),
    Item("2a", "the data set, so that it can be identified", lambda s: f"fingerprint {s.data.fingerprint or '–'}"),
    Item("2b", "the code that was used", lambda s: f"Evenfold {s.run.versions.get('evenfold', '')}: section 10"),
    Item("2c", "the machine and its software", _see("10")),
    Item("2d", "how to get the results again", _see("10")),
    Item("2e", "a script that does it", lambda s: "report --to script writes it: section 10"),
    Item("3a", "where and when the data were collected, who labelled them and how"),
    Item("3b", "what the rows were sampled from"),
    Item("3c", "why these data suit the purpose"),
    Item("3d", "what is predicted, with its distribution", lambda s: f"{', '.join(s.data.outputs)}: section 2"),
    Item("3e", "how many rows", _rows),
    Item("3f", "what is missing, by class", _see("2")),
    Item("3g", "whether the rows stand for the population"),
    Item("4a", "rows left out, and why", _see("2")),
    Item("4b", "impossible or broken values", lambda s: "as answered: section 5" if s.study.answers else NOT_STATED),
    Item("4c", "how values were transformed", lambda s: "only inside each training set: sections 3 and 5"),
    Item("5a", "inputs, outputs and training of every model", _see("3")),
    Item("5b", "why these kinds of models"),
    Item("5c", "how training and test were separated", _see("4")),
    Item("5d", "how the model was selected", lambda s: "by the locked comparison: sections 4 and 6"),
    Item("5e", "how settings were chosen", _see("3")),
    Item("5f", "what it was compared with", _baselines),
    Item("6a", "nothing passes from test to training", _see("5")),
    Item("6b", "rows that depend on each other", _groups),
    Item("6c", "every input is legitimate", lambda s: "as answered: section 5" if s.study.answers else NOT_STATED),
    Item("7a", "measures, and why these", _measures),
    Item("7b", "how uncertain each figure is", lambda s: "a range for every figure: section 6"),
    Item("7c", "tests, and whether they fit", lambda s: "all of them, with the one that decides: section 6"),
    Item("8a", "evidence that it holds elsewhere"),
    Item("8b", "where it should not be expected to hold", _failing),
)


def _leading(subject: Subject) -> str:
    return sentences(f"{subject.name(subject.leading)}. {subject.findings.verdict.action}")


CARD: tuple[tuple[str, Callable[[Subject], str]], ...] = (
    ("Model details", _leading),
    ("Intended use", lambda s: s.study.use or NOT_STATED),
    ("Factors", lambda s: s.data.group_name or NOT_STATED),
    ("Metrics", _measures),
    ("Evaluation data", _rows),
    ("Training data", lambda s: "the same rows, in turn: section 4"),
    ("Quantitative analyses", lambda s: sentences(claim_text(s.study, s.data)) + " " + s.findings.verdict.headline),
    ("Ethical considerations", lambda s: NOT_STATED),
    ("Caveats and recommendations", lambda s: " ".join(limits_of(s)[:3])),
)
