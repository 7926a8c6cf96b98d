"""Every model has a well-known similar one, or is one that needs none; a model without company is named."""

import pytest

from core.advice.similar_models import FAMILIES, find_similar, find_unaccompanied
from core.algorithms import ALGORITHMS
from core.domain.dataset import Task
from tests.laboratory.inline import study_of
from tests.laboratory.made import data_of

WITHOUT_KIND = {"majority", "mean", "median", "given"}


def test_that_every_algorithm_belongs_to_a_family() -> None:
    placed = [key for family in FAMILIES for key in family.members]
    assert len(placed) == len(set(placed))
    assert {row.key for row in ALGORITHMS} == {*placed, *WITHOUT_KIND}


@pytest.mark.parametrize(
    ("algorithm", "task", "similar"),
    [
        ("logistic", Task.CLASSES, ("lda",)),
        ("lda", Task.CLASSES, ("logistic",)),
        ("ripper", Task.CLASSES, ("tree", "c45")),
        ("tree", Task.NUMBERS, ()),
        ("tree", Task.CLASSES, ("c45",)),
        ("extra-trees", Task.NUMBERS, ("forest", "boosting", "tree")),
        ("majority", Task.CLASSES, ()),
    ],
)
def test_that_the_similar_ones_suit_the_task(algorithm: str, task: Task, similar: tuple[str, ...]) -> None:
    assert find_similar(algorithm, task) == similar


def test_that_a_model_without_company_is_named_once_it_has_none() -> None:
    data = data_of([0.0, 1.0] * 20, classes=("no", "yes"))
    found = find_unaccompanied(study_of(data, "logistic", "ripper"), Task.CLASSES)
    assert found is not None
    assert (found.candidate, found.similar) == ("ripper", ("tree", "c45"))
    assert find_unaccompanied(study_of(data, "logistic", "ripper", "c45"), Task.CLASSES) is None
    assert find_unaccompanied(study_of(data, "logistic", "lda"), Task.CLASSES) is None
