"""What the report would still like to know: the questions only a person can answer, and which checklist asks."""

from dataclasses import dataclass

from core.report.sections.reforms import open_items
from core.report.subject import ReportInput

ETHICS, FACTORS = "Ethical considerations", "Factors"
CARD = "model card"


@dataclass(frozen=True, slots=True)
class Question:
    """`key` is where the answer is kept among the statements of a study."""

    key: str
    text: str
    source: str


def questions(subject: ReportInput) -> tuple[Question, ...]:
    asked = [Question(item.id, item.question, f"REFORMS {item.id}") for item in open_items(subject)]
    if not subject.data.group_name:
        asked.append(Question(FACTORS, "Which sites, conditions or kinds of cases may change how good it is?", CARD))
    asked.append(Question(ETHICS, "Could a wrong answer harm anybody, and what was done about it?", CARD))
    return tuple(asked)
