"""What the final test rows said, or that they are unopened."""

from collections.abc import Iterator

from core.report.blocks import Paragraph
from core.report.report_text import moment
from core.report.subject import ReportInput
from core.wording.final_test_text import word_final_test


def final_test(subject: ReportInput) -> Iterator[Paragraph]:
    """Nothing for a study without final test rows."""
    if not subject.study.final_test:
        return
    if subject.final_test is None:
        yield Paragraph(
            "A third of the rows was kept aside before the study and is not used yet.", lead="Final test rows."
        )
        return
    opened = f"Used {moment(subject.final_test.opened_at)}, once, after the result."
    yield Paragraph(
        " ".join((*word_final_test(subject.study, subject.data, subject.final_test), opened)), lead="Final test rows."
    )
