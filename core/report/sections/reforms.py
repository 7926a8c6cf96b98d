"""The 32 items of REFORMS (Kapoor et al. 2024): filled where the study knows, asked where only a person can know."""

from collections.abc import Callable
from dataclasses import dataclass

from core.domain.evidence import TRIVIAL
from core.report.sections.crosswalk import has_range_for_all
from core.report.sections.limits_section import limits_of
from core.report.subject import NOT_STATED, ReportInput
from core.support.text import pluralize
from core.wording.method_tables import MEASURE_ENTRIES


@dataclass(frozen=True, slots=True)
class Item:
    """One item; `fill` gives its answer from the study, `question` is put to the person where it gives none."""

    id: str
    asks: str
    fill: Callable[[ReportInput], str] | None = None
    question: str = ""

    def answer(self, subject: ReportInput) -> str:
        """What the person told, else what the study knows, else that nothing is stated."""
        return subject.statements.get(self.id, "").strip() or self.known(subject)

    def known(self, subject: ReportInput) -> str:
        return self.fill(subject) if self.fill else NOT_STATED


def open_items(subject: ReportInput) -> tuple[Item, ...]:
    """The items only a person can answer, told or not."""
    return tuple(item for item in ITEMS if item.question and item.known(subject) == NOT_STATED)


def rows_text(subject: ReportInput) -> str:
    groups = f", {subject.data.group_name} kept whole" if subject.data.group_name else ""
    return f"{pluralize(subject.data.size, 'row')}, each {subject.study.row_meaning}{groups}: section 2"


def measures_text(subject: ReportInput) -> str:
    check = subject.study.question.cross_check
    titles = [MEASURE_ENTRIES[key].title for key in (subject.study.question.measure, check) if key]
    return f"{'; '.join(titles)}: section 1"


def _see(section: str) -> Callable[[ReportInput], str]:
    return lambda subject: f"section {section}"


def _trained(here: str) -> Callable[[ReportInput], str]:
    """Known only of models that were trained here."""
    return lambda subject: NOT_STATED if subject.is_given else here


def _baselines(subject: ReportInput) -> str:
    return f"{subject.name(subject.study.baseline)} (baseline); {subject.name(TRIVIAL)}: section 3"


def _groups(subject: ReportInput) -> str:
    if subject.data.group_name and subject.study.scheme.grouped:
        return f"rows of one {subject.data.group_name} are never on both sides: section 5"
    return "rows are taken to stand alone: section 5"


def _failing(subject: ReportInput) -> str:
    return " ".join(limits_of(subject)[:2]) + " Section 8."


def _selected(subject: ReportInput) -> str:
    if subject.is_descriptive:
        return "not by this study, whose design compares nothing: section 4"
    return "by the locked comparison: sections 4 and 6"


def _uncertain(subject: ReportInput) -> str:
    if has_range_for_all(subject):
        return "a range for every figure of the main and the second measure: section 6"
    return "a range where the design gives one: section 6 says which figures have none"


def _tests(subject: ReportInput) -> str:
    decides = "none of them decides" if subject.is_descriptive else "with the one that decides"
    return f"all of them, {decides}: section 6"


def _answers(subject: ReportInput) -> str:
    return "as answered: section 5" if subject.study.answers else NOT_STATED


ITEMS: tuple[Item, ...] = (
    Item(
        "1a",
        "population the claim is about",
        lambda s: s.study.use or NOT_STATED,
        "Which machines, parts or cases is the claim about?",
    ),
    Item("1b", "why this population", question="Why is the claim about these cases, and not about others?"),
    Item(
        "1c", "why a learned model at all", question="Why a model learned from data, rather than a formula or a rule?"
    ),
    Item("2a", "the data set, so that it can be identified", lambda s: f"fingerprint {s.data.fingerprint or '–'}"),
    Item("2b", "the code that was used", lambda s: f"Evenfold {s.run.versions.get('evenfold', '')}: section 10"),
    Item("2c", "the machine and its software", _see("10")),
    Item("2d", "how to get the results again", _see("10")),
    Item("2e", "a script that does it", lambda s: "report --to script writes it: section 10"),
    Item(
        "3a",
        "where and when the data were collected, who labeled them and how",
        question="Where and when were the rows collected? Who found the true answers, and how?",
    ),
    Item("3b", "what the rows were sampled from", question="What were the rows picked from, and how?"),
    Item("3c", "why these data suit the purpose", question="Why do these rows suit the purpose?"),
    Item("3d", "what is predicted, with its distribution", lambda s: f"{', '.join(s.data.outputs)}: section 2"),
    Item("3e", "how many rows", rows_text),
    Item("3f", "what is missing, by class", _see("2")),
    Item(
        "3g",
        "whether the rows stand for the population",
        question="Do the rows look like the cases the model will meet? What is over- or under-represented?",
    ),
    Item("4a", "rows left out, and why", _see("2")),
    Item(
        "4b",
        "impossible or broken values",
        _answers,
        "Were there impossible or broken values, and what was done with them?",
    ),
    Item(
        "4c",
        "how values were transformed",
        _trained("only inside each training set: sections 3 and 5"),
        "What was done to the values before the models saw them?",
    ),
    Item(
        "5a",
        "inputs, outputs and training of every model",
        _trained("section 3"),
        "Which inputs do the models use, and on which rows were they trained?",
    ),
    Item("5b", "why these kinds of models", question="Why were these models entered, and not others?"),
    Item("5c", "how training and test were separated", _see("4")),
    Item("5d", "how the model was selected", _selected),
    Item("5e", "how settings were chosen", _trained("section 3"), "How were the settings of the models chosen?"),
    Item("5f", "what it was compared with", _baselines),
    Item("6a", "nothing passes from test to training", _see("5")),
    Item("6b", "rows that depend on each other", _groups),
    Item(
        "6c",
        "every input is legitimate",
        _answers,
        "Is every input known at the moment the prediction is needed?",
    ),
    Item("7a", "measures, and why these", measures_text),
    Item("7b", "how uncertain each figure is", _uncertain),
    Item("7c", "tests, and whether they fit", _tests),
    Item("8a", "evidence that it holds elsewhere", question="Has it been tried on rows from elsewhere?"),
    Item("8b", "where it should not be expected to hold", _failing),
)
