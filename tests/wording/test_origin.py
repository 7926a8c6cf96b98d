"""Who set a value."""

import pytest

from core.domain.study import QuestionKind
from core.wording.origin import MARGIN, Origin, find_origin, is_baseline_in_use
from tests.wording.cases import make_study


@pytest.mark.parametrize(
    ("source", "assumed", "expected"),
    [
        ("mine.csv", (), Origin.YOU),
        ("mine.csv", (MARGIN,), Origin.ASSUMED),
        ("sample:bearing", (MARGIN,), Origin.SAMPLE),
        ("sample:bearing", (), Origin.YOU),
    ],
)
def test_that_every_value_knows_who_set_it(source: str, assumed: tuple[str, ...], expected: Origin) -> None:
    assert find_origin(make_study(source=source, assumed=assumed), MARGIN) is expected


def test_that_statements_of_a_sample_are_never_those_of_the_person() -> None:
    study = make_study(source="sample:bearing")
    assert find_origin(study, "row_meaning") is Origin.SAMPLE
    assert find_origin(study, "answers.unseen") is Origin.SAMPLE
    assert find_origin(make_study(), "row_meaning") is Origin.YOU


def test_that_a_baseline_is_in_use_only_where_the_person_named_it() -> None:
    assert is_baseline_in_use(make_study())
    assert not is_baseline_in_use(make_study(assumed=("baseline",)))
    assert not is_baseline_in_use(make_study(QuestionKind.WHICH))
