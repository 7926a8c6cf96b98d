"""The question in one sentence, as it is asked and as it is read back before the lock."""

from core.domain.dataset import Dataset
from core.domain.study import Study
from core.wording.sentence import Sentence


def ask_question(study: Study, data: Dataset) -> Sentence:
    """Write You asked: is any model better than {A}?"""
    raise NotImplementedError


def read_back_question(study: Study, data: Dataset, most_named: int | None = None) -> Sentence:
    """Read the question back before the lock; choices of the person are strong spans."""
    raise NotImplementedError
