"""Settings, grids and the table."""

import pytest

from core.algorithms import ALGORITHMS, find_algorithm
from core.algorithms.row import Setting, check_grid, check_settings, chosen, combinations
from core.domain.dataset import Task
from core.support.errors import StudyError

CLASS_KEYS = (
    "majority",
    "knn",
    "memoriser",
    "tree",
    "perceptron",
    "logistic",
    "lda",
    "qda",
    "forest",
    "boosting",
    "svm",
)
NUMBER_KEYS = ("mean", "median", "linear", "ridge", "lasso", "pls", "knn", "tree", "forest", "boosting", "svm", "mlp")


def test_that_the_promised_algorithms_are_there() -> None:
    by_task = {task: {row.key for row in ALGORITHMS if task in row.tasks} for task in Task}
    assert {*CLASS_KEYS, "mlp", "given"} <= by_task[Task.CLASSES]
    assert {*NUMBER_KEYS, "gaussian-process", "given"} <= by_task[Task.NUMBERS]


def test_that_an_unknown_key_names_the_known_ones() -> None:
    with pytest.raises(StudyError, match=r'no algorithm "knnn".*knn, memoriser'):
        find_algorithm("knnn")


def test_that_a_key_gives_its_row() -> None:
    assert find_algorithm("knn").title == "k nearest neighbors"


def test_that_an_unknown_setting_names_the_known_ones() -> None:
    with pytest.raises(StudyError, match=r'k nearest neighbors has no setting "k".*neighbours, weights'):
        check_settings(find_algorithm("knn"), {"k": 3})


@pytest.mark.parametrize("value", [0, 1001, 2.5, "3", True, None, [3], float("nan"), float("inf")])
def test_that_a_value_outside_its_range_is_refused_with_the_range(value: object) -> None:
    with pytest.raises(StudyError, match=r"neighbors.*must be a whole number from 1 to 1000"):
        check_settings(find_algorithm("knn"), {"neighbours": value})


def test_that_a_wrong_choice_is_refused_with_the_choices() -> None:
    with pytest.raises(StudyError, match="must be one of: equal, closer"):
        check_settings(find_algorithm("knn"), {"weights": "far"})


def test_that_settings_of_plan_files_are_taken() -> None:
    check_settings(find_algorithm("mlp"), {"hidden": [30, 30], "rate": 1})
    check_settings(find_algorithm("mlp"), {"hidden": 12})
    check_grid(find_algorithm("knn"), {"neighbours": (1, 3, 5)})
    check_grid(find_algorithm("mlp"), {"hidden": ([5], [30, 30])})


@pytest.mark.parametrize("hidden", [[], [0], [3.5], "30", [[30]]])
def test_that_hidden_layers_must_be_whole_numbers(hidden: object) -> None:
    with pytest.raises(StudyError, match="list of whole numbers, each from 1 to 1000"):
        check_settings(find_algorithm("mlp"), {"hidden": hidden})


@pytest.mark.parametrize("values", [(), "135", 3])
def test_that_a_grid_needs_a_list_of_values(values: object) -> None:
    with pytest.raises(StudyError, match='values to try for "neighbours"'):
        check_grid(find_algorithm("knn"), {"neighbours": values})  # type: ignore[dict-item]


def test_that_a_grid_is_checked_value_by_value() -> None:
    with pytest.raises(StudyError, match="cannot be 0"):
        check_grid(find_algorithm("knn"), {"neighbours": (1, 0)})


def test_that_combinations_keep_the_order_of_the_grid() -> None:
    grid = {"a": (1, 2), "b": ("x", "y")}
    assert combinations(grid) == ({"a": 1, "b": "x"}, {"a": 1, "b": "y"}, {"a": 2, "b": "x"}, {"a": 2, "b": "y"})
    assert combinations({}) == ()


def test_that_missing_settings_get_their_defaults_and_given_ones_their_kind() -> None:
    rows = (
        Setting("size", "Size", "", 3, low=1, high=9),
        Setting("rate", "Rate", "", 0.5, low=0, high=1),
        Setting("layers", "Layers", "", (4,), low=1, high=9),
        Setting("text", "Text", "", ""),
    )
    values = chosen(rows, {"rate": 1, "layers": [2, 3.0], "text": "x + 1"}, "Anything")
    assert values.whole("size") == 3
    assert values.number("rate") == 1.0
    assert values.wholes("layers") == (2, 3)
    assert values.word("text") == "x + 1"


@pytest.mark.parametrize("row", ALGORITHMS, ids=lambda row: row.key)
def test_that_building_checks_its_settings(row: object) -> None:
    build = find_algorithm(row.key).build  # type: ignore[attr-defined]
    if row.key != "given":  # type: ignore[attr-defined]
        with pytest.raises(StudyError, match="no setting"):
            build({"nonsense": 1}, 1)
