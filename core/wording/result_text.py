"""Everything a result page says, made once from the facts: window, report, terminal and copies show the same."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.domain.conclusion import ModelAnswer
from core.domain.dataset import Dataset
from core.domain.findings import Findings
from core.domain.study import Study
from core.wording.caution_text import word_caution
from core.wording.conclusion_text import ConclusionText, word_conclusion, word_row
from core.wording.estimate_text import word_estimate_note, word_expected_performance
from core.wording.notes_text import (
    list_doubts,
    word_candidates,
    word_chances,
    word_half_size_check,
    word_repeats,
    word_second_measure,
)
from core.wording.sentence import Sentence

EXPECTED, MODELS, REPEATS, SECOND_MEASURE, HALF_SIZE, CHANCES = (
    "expected", "models", "repeats", "second-measure", "half-size", "chances"
)  # fmt: skip


NOTE_TITLES = {
    REPEATS: "Do the repeats agree?",
    SECOND_MEASURE: "Do the two measures agree?",
    CHANCES: "How probable is it?",
}
"""The question each note beside the answer replies to."""


@dataclass(frozen=True, slots=True)
class ResultText:
    """`notes` are the sentences beside the answer by topic, a line each; topics with nothing to say are absent.

    `doubts` say why the result is no more than a hint; `cautions` are those of the findings, one by one.
    """

    conclusion: ConclusionText
    rows: tuple[tuple[ModelAnswer, ConclusionText], ...]
    notes: Mapping[str, tuple[Sentence, ...]]
    cautions: tuple[Sentence, ...]
    doubts: tuple[Sentence, ...] = ()

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """Everything in reading order, as a terminal prints it."""
        said = self.conclusion
        action = f"What to do: {said.action}" if said.action else ""
        head = [
            part for part in (said.overline.text, said.headline.text, said.body.text, said.scope.text, action) if part
        ]
        notes = [f"{NOTE_TITLES.get(topic, '')} {self.note(topic)}".strip() for topic in self.notes]
        return (*head, *notes, *(f"Note: {note}" for note in (*self.doubts, *self.cautions)))

    def note(self, topic: str) -> str:
        """The lines of a topic as one text."""
        return "\n".join(sentence.text for sentence in self.notes.get(topic, ()))


def word_result(study: Study, data: Dataset, findings: Findings) -> ResultText:
    conclusion = findings.conclusion
    main = conclusion.main_row
    notes: dict[str, tuple[Sentence, ...]] = {
        EXPECTED: _word_expected(study, data, findings),
        MODELS: word_candidates(study, data, findings) if len(conclusion.models) > 1 else (),
    }
    if main is not None:
        notes[REPEATS] = (word_repeats(study, data, findings, main),)
        notes[SECOND_MEASURE] = (word_second_measure(study, data, findings, main),)
        notes[HALF_SIZE] = (word_half_size_check(study, data, findings, main),)
        notes[CHANCES] = (word_chances(study, data, findings, main),)
    kept = {topic: tuple(one for one in lines if one) for topic, lines in notes.items()}
    return ResultText(
        conclusion=word_conclusion(study, data, findings),
        rows=tuple((row, word_row(study, data, findings, row)) for row in conclusion.rows),
        notes={topic: lines for topic, lines in kept.items() if lines},
        cautions=tuple(word_caution(study, data, caution) for caution in findings.cautions),
        doubts=list_doubts(findings),
    )


def _word_expected(study: Study, data: Dataset, findings: Findings) -> tuple[Sentence, ...]:
    """One line per model and output, and what is not corrected in them."""
    lines = word_expected_performance(study, data, findings)
    note = word_estimate_note(study, data, findings)
    return (*lines, note) if lines and note else lines
