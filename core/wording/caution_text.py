"""Cautions in words."""

from core.domain.dataset import Dataset
from core.domain.findings import Caution
from core.domain.study import Study
from core.wording.sentence import Sentence


def word_caution(study: Study, data: Dataset, caution: Caution) -> Sentence:
    """Word one caution."""
    raise NotImplementedError
