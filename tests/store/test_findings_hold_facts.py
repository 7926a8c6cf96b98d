"""What a study file keeps of its conclusions: keys and figures, no sentence; words are made when they are shown."""

from collections.abc import Iterator

import pytest

from core.report.subject import ReportInput
from core.store.codec import to_json
from tests.report.subjects import numbers, subject, with_estimators


def list_texts(plain: object) -> Iterator[str]:
    if isinstance(plain, dict):
        for value in plain.values():
            yield from list_texts(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from list_texts(value)
    elif isinstance(plain, str):
        yield plain


@pytest.mark.parametrize("about", [subject(), numbers(), with_estimators()], ids=["classes", "outputs", "estimators"])
def test_that_findings_hold_keys_and_figures_and_no_words(about: ReportInput) -> None:
    names = {about.data.name, *about.data.outputs, *about.data.classes}
    spoken = {text for text in list_texts(to_json(about.findings)) if " " in text and text not in names}
    assert spoken == set()
