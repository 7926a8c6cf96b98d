"""What the sealed third said, or that it is still sealed."""

from collections.abc import Iterator

from core.report.blocks import Paragraph
from core.report.subject import ReportInput
from core.report.text import moment
from core.wording.final_test_text import word_final_test


def vault(subject: ReportInput) -> Iterator[Paragraph]:
    """Nothing for a study without a vault."""
    if not subject.study.vault:
        return
    if subject.vault is None:
        yield Paragraph(
            "A third of the rows was kept aside before the study and is not used yet.", lead="Final test rows."
        )
        return
    opened = f"Used {moment(subject.vault.opened_at)}, once, after the result."
    yield Paragraph(
        " ".join((*word_final_test(subject.study, subject.data, subject.vault), opened)), lead="Final test rows."
    )
