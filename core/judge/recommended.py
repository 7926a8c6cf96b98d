"""Which model a finished study says to use."""

from core.domain.dataset import Dataset
from core.domain.findings import Findings, Tag, VerdictKind
from core.domain.study import Study
from core.judge.names import names_of

AHEAD = (VerdictKind.WIN, VerdictKind.BETTER)


def recommended(study: Study, data: Dataset, findings: Findings) -> str:
    """The candidate that is shown ahead, else the reference: where nothing is settled, it stays."""
    verdict = findings.verdict
    if verdict.tag is Tag.SETTLED and (verdict.outcome in AHEAD or verdict.outcome is VerdictKind.DESCRIPTIVE):
        named = {name: key for key, name in names_of(study, data).items()}
        return named.get(verdict.first, study.reference)
    return study.reference
