"""The table of fields: what the Why pane says."""

import pytest

from core.advice.first_study import ASSUMED
from gui.wizard.fields import FIELDS, field_of
from gui.wizard.study_fields import is_field


@pytest.mark.parametrize("row", FIELDS, ids=lambda row: row.key)
def test_that_every_field_is_one_of_the_study_and_explained(row: object) -> None:
    assert row.key == "settings" or is_field(row.key)  # type: ignore[attr-defined]
    assert len(row.note) > 20  # type: ignore[attr-defined]
    assert row.title  # type: ignore[attr-defined]


def test_that_keys_are_unique() -> None:
    assert len({row.key for row in FIELDS}) == len(FIELDS)


@pytest.mark.parametrize("key", ASSUMED)
def test_that_everything_suggested_can_be_explained(key: str) -> None:
    assert field_of(key).note
