"""From tables and roles to datasets, and the sentences that refuse."""

import numpy as np
import pytest

from core.data.prepare import prepare_dataset
from core.data.roles import EQUAL_INPUTS, ROW_ORDER
from core.domain.dataset import Column, Kind, Table, Task
from core.domain.study import Columns
from core.support.errors import DataError
from tests.data.tables import measured, names, numbers, pasted, table


def test_that_names_make_classes_and_numbers_make_numbers() -> None:
    rows = measured()
    classes = prepare_dataset(rows, Columns(target=("fault",)))
    assert classes.task is Task.CLASSES
    assert set(classes.classes) == {"yes", "no"}
    assert classes.features == ("x", "y")
    amounts = prepare_dataset(rows, Columns(target=("x", "y")))
    assert amounts.task is Task.NUMBERS
    assert amounts.outputs == ("x", "y")
    assert amounts.kinds == (Kind.NAMES,)
    assert amounts.targets.shape == (60, 2)


def test_that_whole_numbers_declared_as_names_make_classes_in_rising_order() -> None:
    rows = table(numbers("x", [1.5, 2.5, 3.5, 4.5]), numbers("grade", [10, 2, 10, 2]))
    data = prepare_dataset(rows, Columns(target=("grade",), nominal=("grade",)))
    assert data.classes == ("2", "10")
    assert data.labels.tolist() == [1, 0, 1, 0]


def test_that_names_can_be_declared_as_numbers() -> None:
    rows = table(names("x", ["1.5", "2", "high", "1.5"]), names("y", ["a", "b", "a", "b"]))
    data = prepare_dataset(rows, Columns(target=("y",), numeric=("x",)))
    assert data.kinds == (Kind.NUMBER,)
    assert data.inputs[:2, 0].tolist() == [1.5, 2.0]
    assert np.isnan(data.inputs[2, 0])
    with pytest.raises(DataError, match="no numbers"):
        prepare_dataset(table(names("x", ["a", "b"]), names("y", ["a", "b"])), Columns(target=("y",), numeric=("x",)))


def test_that_rows_without_an_answer_are_left_out_and_counted() -> None:
    rows = pasted("x,y\n1.5,a\n2.5,\n3.5,b\n4.5,?\n5.5,a\n")
    data = prepare_dataset(rows, Columns(target=("y",)))
    assert data.left_out == 2
    assert data.rows is not None
    assert data.rows.tolist() == [0, 2, 4]
    assert data.inputs[:, 0].tolist() == [1.5, 3.5, 5.5]


def test_that_texts_and_dates_are_never_inputs_unless_declared() -> None:
    body = "".join(f"{place}.5,note {place},2024-01-{place + 1:02d},{'ab'[place % 2]}\n" for place in range(20))
    rows = pasted("x,note,when,y\n" + body)
    assert prepare_dataset(rows, Columns(target=("y",))).features == ("x",)
    declared = prepare_dataset(rows, Columns(target=("y",), nominal=("note",), numeric=("when",)))
    assert declared.features == ("x", "note", "when")
    assert declared.inputs[1, 2] - declared.inputs[0, 2] == 1.0


def test_that_only_classes_that_occur_are_kept_in_the_order_of_the_levels() -> None:
    target = Column("y", Kind.NAMES, np.array([2, 0, 2, -1], dtype=np.int32), ("low", "never", "high"))
    data = prepare_dataset(table(numbers("x", [1.5, 2.5, 3.5, 4.5]), target), Columns(target=("y",)))
    assert data.classes == ("low", "high")
    assert data.labels.tolist() == [1, 0, 1]


def test_that_the_positive_class_is_found_or_refused() -> None:
    rows = measured()
    data = prepare_dataset(rows, Columns(target=("fault",), positive=" YES "))
    assert data.classes[data.positive_class] == "yes"
    with pytest.raises(DataError, match="'broken' is no value of 'fault'"):
        prepare_dataset(rows, Columns(target=("fault",), positive="broken"))


def test_that_groups_and_order_come_from_their_columns() -> None:
    rows = pasted("x,machine,day,y\n1.5,m2,3,a\n2.5,m1,1,b\n3.5,m2,2,a\n4.5,m1,4,b\n")
    data = prepare_dataset(rows, Columns(target=("y",), group="machine", time="day"))
    assert data.groups is not None
    assert data.order is not None
    assert data.groups[0] == data.groups[2] != data.groups[1]
    assert data.group_name == "machine"
    assert data.order.tolist() == [3, 1, 2, 4]
    assert data.features == ("x",)
    by_row = prepare_dataset(rows, Columns(target=("y",), time=ROW_ORDER))
    assert by_row.order is not None
    assert by_row.order.tolist() == [0, 1, 2, 3]


def test_that_groups_are_called_as_in_their_column() -> None:
    rows = pasted("x,machine,line,y\n1.5,m2,107,a\n2.5,m1,103,b\n3.5,m2,107,a\n4.5,m1,103,b\n")
    for column, called in (("machine", ("m1", "m2")), ("line", ("103", "107"))):
        data = prepare_dataset(rows, Columns(target=("y",), group=column))
        assert data.groups is not None
        assert [data.group_names[place] for place in data.groups] == [called[1], called[0]] * 2
    assert prepare_dataset(rows, Columns(target=("y",))).group_names == ()


def test_that_groups_and_times_must_be_complete() -> None:
    rows = pasted("x,machine,day,y\n1.5,m2,3,a\n2.5,,,b\n3.5,m2,2,a\n4.5,m1,4,b\n")
    with pytest.raises(DataError, match="1 row has no value in 'machine'"):
        prepare_dataset(rows, Columns(target=("y",), group="machine"))
    with pytest.raises(DataError, match="order in time"):
        prepare_dataset(rows, Columns(target=("y",), time="day"))
    with pytest.raises(DataError, match="neither numbers nor dates"):
        prepare_dataset(rows, Columns(target=("y",), time="machine"))


def _with_copies(copies: int, rows: int = 40) -> tuple[Column, Column]:
    values = np.arange(rows) / 7.0
    values[:copies] = values[copies : 2 * copies]
    return numbers("x", values), names("y", ["a", "b"] * (rows // 2))


def test_that_few_copies_are_kept_on_one_side() -> None:
    data = prepare_dataset(table(*_with_copies(3)), Columns(target=("y",)))
    assert data.groups is not None
    assert np.array_equal(data.groups[:3], data.groups[3:6])
    assert len(np.unique(data.groups)) == 37
    assert data.group_name == ""


def test_that_many_copies_or_copies_of_names_are_natural() -> None:
    assert prepare_dataset(table(*_with_copies(15)), Columns(target=("y",))).groups is None
    few_names = table(names("x", [f"n{place}" for place in range(38)] + ["n0", "n1"]), names("y", ["a", "b"] * 20))
    assert prepare_dataset(few_names, Columns(target=("y",))).groups is None
    kept = prepare_dataset(table(*_with_copies(15)), Columns(target=("y",), group=EQUAL_INPUTS))
    assert kept.groups is not None


def test_that_missing_cells_and_minus_zero_do_not_hide_copies() -> None:
    x = [np.nan, np.nan, 0.0, -0.0, *np.arange(30) + 0.5]
    data = prepare_dataset(table(numbers("x", x), names("y", ["a", "b"] * 17)), Columns(target=("y",)))
    assert data.groups is not None
    assert data.groups[0] == data.groups[1]
    assert data.groups[2] == data.groups[3]


def test_that_predictions_made_elsewhere_are_coded_like_the_answer() -> None:
    rows = pasted("truth,ours,theirs\ngood,good,bad\nbad,good,maybe\ngood,bad,good\nbad,bad,bad\n")
    data = prepare_dataset(rows, Columns(target=("truth",), given=("ours", "theirs")))
    assert data.classes == ("good", "bad", "maybe")
    assert data.given["ours"].tolist() == [0, 0, 1, 1]
    assert data.given["theirs"].tolist() == [1, 2, 0, 1]
    assert data.features == ()


def test_that_codes_chosen_as_missing_work_without_reading_again() -> None:
    rows = pasted("x,y\n1.5,a\n-200,b\n3.5,a\n")
    data = prepare_dataset(rows, Columns(target=("y",), reading={"codes": {"x": ["-200"]}}))
    assert np.isnan(data.inputs[1, 0])


def test_that_arrays_cannot_be_written_to() -> None:
    data = prepare_dataset(measured(), Columns(target=("fault",)))
    with pytest.raises(ValueError, match="read-only"):
        data.inputs[0, 0] = 1.0


@pytest.mark.parametrize(
    ("columns", "said", "hint"),
    [
        (Columns(target=("Fault",)), "no column 'Fault'", "'fault'"),
        (Columns(target=("fault",), group="machine"), "no column 'machine'", "'x', 'y', 'fault'"),
        (Columns(), "No column to predict", "to predict"),
        (Columns(target=("fault", "x")), "several columns", "only columns of numbers"),
        (Columns(target=("fault",), ignore=("x", "y")), "No column is left as input", "input"),
    ],
)
def test_that_impossible_roles_are_refused_with_a_hint(columns: Columns, said: str, hint: str) -> None:
    with pytest.raises(DataError, match=said) as caught:
        prepare_dataset(measured(), columns)
    assert hint in caught.value.hint


def test_that_there_must_be_something_to_learn() -> None:
    rows = table(numbers("x", [1.5, 2.5, 3.5]), names("fault", ["OK"] * 3), numbers("z", [4.0] * 3))
    with pytest.raises(DataError) as caught:
        prepare_dataset(rows, Columns(target=("fault",)))
    assert str(caught.value) == "All values of 'fault' are 'OK': there is nothing to learn. Choose another column."
    with pytest.raises(DataError, match="All values of 'z' are 4"):
        prepare_dataset(rows, Columns(target=("z",)))
    empty = table(numbers("x", [1.5, 2.5]), numbers("y", [np.nan, np.nan]))
    with pytest.raises(DataError, match="No row has an answer"):
        prepare_dataset(empty, Columns(target=("y",)))


def test_that_free_text_and_dates_cannot_be_predicted() -> None:
    body = "".join(f"{place}.5,note {place},2024-01-{place + 1:02d}\n" for place in range(20))
    rows = pasted("x,note,when\n" + body)
    with pytest.raises(DataError, match="free text"):
        prepare_dataset(rows, Columns(target=("note",)))
    with pytest.raises(DataError, match="is a date"):
        prepare_dataset(rows, Columns(target=("when",)))


@pytest.mark.parametrize(("size", "fits"), [(1e29, True), (1e31, False), (-1e31, False), (1.7e308, False)])
def test_that_inputs_too_large_to_compute_with_are_one_sentence(size: float, fits: bool) -> None:
    rows = table(numbers("x", [1.5, np.nan, size]), numbers("z", [1.0, 2.0, 3.0]), names("k", ["a", "b", "a"]))
    if fits:
        assert prepare_dataset(rows, Columns(target=("k",))).inputs[2, 0] == size
        return
    with pytest.raises(DataError, match="'x' has values beyond 1e"):
        prepare_dataset(rows, Columns(target=("k",)))
    assert prepare_dataset(rows, Columns(target=("k",), ignore=("x",))).features == ("z",)


def test_that_numbers_read_into_one_table_are_not_copied() -> None:
    whole = np.arange(60, dtype=np.float64).reshape(20, 3).copy()
    numbers = [Column(name, Kind.NUMBER, whole[:, place]) for place, name in enumerate("abc")]
    label = Column("class", Kind.NAMES, np.arange(20, dtype=np.int32) % 2, ("u", "v"))
    table = Table("t", "t", (*numbers, label))
    assert np.shares_memory(prepare_dataset(table, Columns(target=("class",))).inputs, whole)
    without_first = prepare_dataset(table, Columns(target=("class",), ignore=("a",))).inputs
    assert np.shares_memory(without_first, whole)
    assert np.array_equal(without_first, whole[:, 1:])


def test_that_numbers_are_copied_where_they_do_not_stand_side_by_side() -> None:
    whole = np.arange(60, dtype=np.float64).reshape(20, 3).copy()
    numbers = [Column(name, Kind.NUMBER, whole[:, place]) for place, name in enumerate("abc")]
    label = Column("class", Kind.NAMES, np.arange(20, dtype=np.int32) % 2, ("u", "v"))
    for columns in ((numbers[1], numbers[0], label), (numbers[0], numbers[2], label)):
        data = prepare_dataset(Table("t", "t", columns), Columns(target=("class",)))
        assert not np.shares_memory(data.inputs, whole)
        assert np.array_equal(data.inputs, np.column_stack([column.values for column in columns[:2]]))
    fewer = prepare_dataset(
        Table("t", "t", (*numbers, label)), Columns(target=("class",), excluded=(("rows 1", "odd"),))
    )
    assert np.array_equal(fewer.inputs, whole[1:])
    across = [Column(name, Kind.NUMBER, row) for name, row in zip("ab", whole.T.copy()[:2], strict=True)]
    turned = prepare_dataset(Table("t", "t", (*across, label)), Columns(target=("class",)))
    assert np.array_equal(turned.inputs, whole[:, :2])


def test_that_weights_have_mean_one_and_an_uncertainty_counts_as_its_inverse_square() -> None:
    made = table(numbers("x", [1.0, 2, 3, 4]), numbers("u", [1.0, 2, 1, 0.5]), numbers("y", [1.0, 5, 2, 9]))
    weighted = prepare_dataset(made, Columns(target=("y",), weight="u"))
    assert weighted.features == ("x",)
    assert weighted.weight_name == "u"
    np.testing.assert_allclose(np.asarray(weighted.weights), np.array([1, 2, 1, 0.5]) / 1.125)
    uncertain = prepare_dataset(made, Columns(target=("y",), uncertainty="u"))
    np.testing.assert_allclose(np.asarray(uncertain.weights), np.array([1, 0.25, 1, 4]) / 1.5625)
    assert prepare_dataset(made, Columns(target=("y",))).weights is None


@pytest.mark.parametrize(("value", "said"), [(0.0, "row 2"), (-1.0, "row 2"), (np.nan, "row 2"), (np.inf, "row 2")])
def test_that_weights_that_cannot_count_are_refused_with_the_first_row(value: float, said: str) -> None:
    made = table(numbers("x", [1.0, 2, 3]), numbers("w", [1.0, value, 1]), numbers("y", [1.0, 5, 2]))
    for columns in (Columns(target=("y",), weight="w"), Columns(target=("y",), uncertainty="w")):
        with pytest.raises(DataError, match=said) as refused:
            prepare_dataset(made, columns)
        assert "'w'" in str(refused.value)
        assert refused.value.hint


def test_that_one_column_says_how_much_a_row_counts() -> None:
    made = table(
        numbers("x", [1.0, 2, 3]), numbers("w", [1.0, 2, 1]), names("n", ["a", "b", "c"]), numbers("y", [1.0, 5, 2])
    )
    with pytest.raises(DataError, match="one of the two"):
        prepare_dataset(made, Columns(target=("y",), weight="w", uncertainty="x"))
    with pytest.raises(DataError, match="does not hold numbers"):
        prepare_dataset(made, Columns(target=("y",), weight="n"))
