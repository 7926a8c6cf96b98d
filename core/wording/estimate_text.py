"""Expected performance in words."""

from core.domain.dataset import Dataset
from core.domain.findings import Estimate, Findings
from core.domain.study import Study
from core.wording.sentence import Sentence


def word_estimate(study: Study, data: Dataset, findings: Findings, estimate: Estimate) -> Sentence:
    """Write 9.2 errors per 100 windows (7.7 to 10.8), or why there is none."""
    raise NotImplementedError


def word_expected_performance(study: Study, data: Dataset, findings: Findings) -> tuple[Sentence, ...]:
    """One line per model and output on the main measure."""
    raise NotImplementedError


def word_estimate_note(study: Study, data: Dataset, findings: Findings) -> Sentence:
    """Say which effects are not corrected; empty where there are none."""
    raise NotImplementedError
