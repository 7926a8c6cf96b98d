"""Explain this number: for every figure, how it was computed and from what."""

from dataclasses import dataclass

from core.domain.dataset import Dataset
from core.domain.findings import Findings
from core.domain.study import Study
from core.wording.sentence import Sentence, Span


@dataclass(frozen=True, slots=True)
class Explained:
    """`figures` as they stand in the text; `tab` is where they are seen, or a step of the wizard; `help` a page."""

    figures: tuple[str, ...]
    title: str
    how: str
    formula: str
    stored: str
    tab: str = ""
    step: str = ""
    help: str = ""


def explain_sentence(sentence: Sentence, study: Study, data: Dataset, findings: Findings) -> tuple[Explained, ...]:
    """One entry for each kind of figure, in the order they appear."""
    raise NotImplementedError


def explain_span(span: Span, study: Study, data: Dataset, findings: Findings) -> Explained:
    """Explain one figure."""
    raise NotImplementedError
