"""The expected order of error estimates, with all or some of them made."""

from core.figures.relations import expected_relations


def test_that_the_expected_order_has_no_violations() -> None:
    found = expected_relations(resubstitution=1.0, bootstrap=2.0, folds=3.0, leave_one_out=3.1, holdout=4.0)
    assert found == ()


def test_that_every_reversed_neighbor_is_named() -> None:
    found = expected_relations(resubstitution=4.0, bootstrap=3.0, folds=2.0, leave_one_out=2.0, holdout=1.0)
    assert found == ("R>B", "B>K", "B>L", "K>H", "L>H")


def test_that_folds_and_leave_one_out_are_not_compared_with_each_other() -> None:
    assert expected_relations(folds=5.0, leave_one_out=1.0) == ()
    assert expected_relations(folds=1.0, leave_one_out=5.0) == ()


def test_that_equal_estimates_are_in_order() -> None:
    assert expected_relations(resubstitution=1.0, bootstrap=1.0, folds=1.0, leave_one_out=1.0, holdout=1.0) == ()


def test_that_missing_estimates_are_passed_over() -> None:
    assert expected_relations(resubstitution=3.0, folds=2.0, holdout=1.0) == ("R>K", "K>H")
    assert expected_relations() == ()
