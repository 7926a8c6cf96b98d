"""One role or type changed in the form."""

import numpy as np

from core.data.roles import find_role
from core.domain.dataset import Column, Kind, Role
from core.domain.study import Columns
from gui.wizard.roles import kind_of, kinds_for, with_kinds, with_roles

NUMBER = Column("a", Kind.NUMBER, np.array([1.0, 2.0]))
NAMES = Column("b", Kind.NAMES, np.array([0, 1], dtype=np.int32), ("x", "y"))
DATE = Column("d", Kind.DATE, np.array(["2026-01-01", "2026-01-02"], dtype="datetime64[ms]"))


def test_that_a_role_moves_a_column_out_of_its_old_one() -> None:
    columns = Columns(target=("a",), ignore=("c",))
    for role in (Role.IGNORE, Role.GROUP, Role.TIME, Role.INPUT, Role.TARGET):
        columns = with_roles(columns, [NUMBER], role, targets_are_numbers=True)
        assert find_role("a", columns) is role
    assert columns.ignore == ("c",)


def test_that_numbers_are_predicted_together() -> None:
    columns = with_roles(Columns(target=("z",)), [NUMBER], Role.TARGET, targets_are_numbers=True)
    assert columns.target == ("z", "a")


def test_that_names_are_predicted_alone() -> None:
    assert with_roles(Columns(target=("z",)), [NAMES], Role.TARGET, targets_are_numbers=True).target == ("b",)
    assert with_roles(Columns(target=("b",)), [NUMBER], Role.TARGET, targets_are_numbers=False).target == ("a",)


def test_that_only_one_column_is_kept_whole() -> None:
    columns = with_roles(Columns(group="b"), [NUMBER], Role.GROUP, targets_are_numbers=True)
    assert columns.group == "a"
    assert find_role("b", columns) is Role.INPUT


def test_that_a_type_can_be_changed_and_changed_back() -> None:
    columns = with_kinds(Columns(), [NUMBER], Kind.NAMES)
    assert columns.nominal == ("a",)
    assert kind_of(columns, NUMBER) is Kind.NAMES
    columns = with_kinds(columns, [NUMBER], Kind.NUMBER)
    assert columns == Columns()


def test_that_names_can_be_read_as_numbers() -> None:
    columns = with_kinds(Columns(), [NAMES], Kind.NUMBER)
    assert columns.numeric == ("b",)
    assert kind_of(columns, NAMES) is Kind.NUMBER


def test_that_each_type_is_offered_once_as_found_first() -> None:
    assert kinds_for(NUMBER) == (Kind.NUMBER, Kind.NAMES)
    assert kinds_for(NAMES)[0] is Kind.NAMES
    assert Kind.NUMBER not in kinds_for(DATE)


def test_that_all_chosen_columns_get_a_role_at_once() -> None:
    columns = with_roles(Columns(target=("a",), ignore=("c",)), [NUMBER, NAMES], Role.IGNORE, targets_are_numbers=True)
    assert (columns.target, columns.ignore) == ((), ("c", "a", "b"))
    assert with_roles(columns, [NUMBER, NAMES], Role.INPUT, targets_are_numbers=True).ignore == ("c",)
    assert with_roles(columns, [NUMBER, NAMES], Role.GROUP, targets_are_numbers=True).group == "b"
    assert with_roles(Columns(), [NUMBER, NAMES], Role.TARGET, targets_are_numbers=True).target == ("b",)
    assert with_kinds(Columns(), [NUMBER, NAMES], Kind.NAMES).nominal == ("a",)
