"""The result in words: overline, headline, body, action and scope."""

from dataclasses import dataclass

from core.domain.conclusion import Answer, ModelAnswer
from core.domain.dataset import Dataset
from core.domain.findings import Findings
from core.domain.study import QuestionKind, Study
from core.wording.sentence import Sentence

ANSWER_WORDS = {answer: answer.value.capitalize() for answer in Answer if answer is not Answer.NONE}
COLUMN_TITLES = {
    QuestionKind.BETTER: "Better?",
    QuestionKind.WHICH: "Best choice?",
    QuestionKind.GOOD_ENOUGH: "Good enough?",
    QuestionKind.REPLACE: "May replace?",
}


@dataclass(frozen=True, slots=True)
class ConclusionText:
    """`overline` is the question asked; `scope` is what the sentences are about, once per page."""

    overline: Sentence
    headline: Sentence
    body: Sentence
    action: Sentence
    scope: Sentence


def word_conclusion(study: Study, data: Dataset, findings: Findings) -> ConclusionText:
    """Word the result of a study."""
    raise NotImplementedError


def word_row(study: Study, data: Dataset, findings: Findings, row: ModelAnswer) -> ConclusionText:
    """Word the answer for one model (and output)."""
    raise NotImplementedError
