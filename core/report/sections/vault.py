"""What the sealed third said, or that it is still sealed."""

from collections.abc import Iterator

from core.report.blocks import Paragraph
from core.report.subject import ReportInput
from core.report.text import moment


def vault(subject: ReportInput) -> Iterator[Paragraph]:
    """Nothing for a study without a vault."""
    if not subject.study.vault:
        return
    if subject.vault is None:
        yield Paragraph("A third of the rows was set aside before the study and is still sealed.", lead="Vault.")
        return
    opened = f"Opened {moment(subject.vault.opened_at)}, once, after the verdict."
    yield Paragraph(" ".join((*(line.text for line in subject.vault.lines), opened)), lead="Vault.")
