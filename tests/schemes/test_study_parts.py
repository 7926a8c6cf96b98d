"""The parts of a study: what goes through which scheme, and when halves can be had."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.dataset import Dataset
from core.domain.evidence import HALVES, MAIN, TRIVIAL
from core.domain.study import Candidate, Columns, Question, SchemeChoice, SchemeKind, Study
from core.schemes.study_parts import GROUPS_FOR_HALVES, drop_unused_roles, has_half_size_check, list_parts
from tests.schemes.datasets import classes

TREE, KNN, MADE = Candidate("tree", "tree"), Candidate("knn", "knn"), Candidate("vendor", "given")


def study(*candidates: Candidate, kind: SchemeKind = SchemeKind.KFOLD, folds: int = 5, grouped: bool = True) -> Study:
    chosen = candidates or (TREE, KNN)
    scheme = SchemeChoice(kind=kind, folds=folds, repeats=2, grouped=grouped)
    return Study("t", "t", Columns(target=("state",)), Question(), chosen, chosen[0].key, scheme=scheme, seed=7)


def grouped_rows(groups: int) -> Dataset:
    return classes(60, groups=np.arange(60) % groups)


def test_that_everybody_goes_through_the_halves() -> None:
    main, halves = list_parts(study(TREE, KNN, MADE), classes())
    assert (main.name, halves.name) == (MAIN, HALVES)
    assert [candidate.key for candidate in main.candidates] == ["tree", "knn", "vendor", TRIVIAL]
    assert [candidate.key for candidate in halves.candidates] == ["tree", "knn", "vendor", TRIVIAL]
    assert (main.choice.folds, main.count(classes()), main.seed) == (5, 10, 7)
    assert (halves.choice.folds, halves.choice.repeats, halves.count(classes()), halves.seed) == (2, 5, 10, 7)


def test_that_extra_schemes_have_the_trivial_model_and_the_bootstrap_brings_the_training_rows() -> None:
    asked = replace(study(TREE, KNN, MADE), extra=(SchemeKind.HOLDOUT, SchemeKind.BOOTSTRAP))
    found = list_parts(asked, classes())[2:]
    assert [part.name for part in found] == ["extra:holdout", "extra:bootstrap", "extra:resubstitution"]
    assert [part.choice.kind for part in found] == [
        SchemeKind.HOLDOUT,
        SchemeKind.BOOTSTRAP,
        SchemeKind.RESUBSTITUTION,
    ]
    assert all([candidate.key for candidate in part.candidates] == ["tree", "knn", TRIVIAL] for part in found)
    main = list_parts(study(kind=SchemeKind.BOOTSTRAP), classes())
    assert [part.name for part in main] == [MAIN, "extra:resubstitution"]


@pytest.mark.parametrize(
    ("asked", "data", "possible"),
    [
        (study(), classes(), True),
        (study(kind=SchemeKind.HOLDOUT), classes(), False),
        (study(), classes(order=np.arange(60.0)), False),
        (study(folds=3), classes(4), True),
        (study(folds=3), classes(3), False),  # one row left out: there is no other repeat
        (study(folds=2), classes(2), False),
        (study(TREE), classes(), True),  # the range of one model counts its training rows too
        (study(MADE, TREE, KNN), classes(), True),
        (study(TREE, MADE), classes(), True),
        (study(MADE, replace(MADE, key="ours")), classes(), False),  # nothing is trained
        (study(folds=2), grouped_rows(GROUPS_FOR_HALVES), True),
        (study(folds=2), grouped_rows(GROUPS_FOR_HALVES - 1), False),
        (study(folds=2, grouped=False), grouped_rows(GROUPS_FOR_HALVES - 1), True),
    ],
)
def test_that_halves_need_folds_other_repeats_enough_groups_and_something_that_is_trained(
    asked: Study, data: Dataset, possible: bool
) -> None:
    assert has_half_size_check(asked, data) is possible


def test_that_groups_and_time_are_there_only_where_the_scheme_heeds_them() -> None:
    data = classes(order=np.arange(60.0), groups=np.arange(60) % 12)
    heeded, plain = drop_unused_roles(study(kind=SchemeKind.TIME), data), drop_unused_roles(study(grouped=False), data)
    assert heeded.groups is not None
    assert heeded.order is not None
    assert (plain.groups, plain.order) == (None, None)
