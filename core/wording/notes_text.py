"""Notes below the result: repeats, second measure, half-size check, list of candidates."""

from core.domain.conclusion import ModelAnswer
from core.domain.dataset import Dataset
from core.domain.findings import Findings
from core.domain.study import Study
from core.wording.sentence import Sentence


def word_repeats(study: Study, data: Dataset, findings: Findings, row: ModelAnswer) -> Sentence:
    """Do the repeats agree?"""
    raise NotImplementedError


def word_second_measure(study: Study, data: Dataset, findings: Findings, row: ModelAnswer) -> Sentence:
    """Does the second measure agree? Empty where there is none."""
    raise NotImplementedError


def word_half_size_check(study: Study, data: Dataset, findings: Findings, row: ModelAnswer) -> Sentence:
    """Do models trained on half the rows show the difference too?"""
    raise NotImplementedError


def word_candidates(study: Study, data: Dataset, findings: Findings) -> tuple[Sentence, ...]:
    """The models in lists: use, equivalent, ruled out, inconclusive."""
    raise NotImplementedError


def list_notes(study: Study, data: Dataset, findings: Findings) -> tuple[Sentence, ...]:
    """Everything the reader must know beside the result, most important first."""
    raise NotImplementedError
