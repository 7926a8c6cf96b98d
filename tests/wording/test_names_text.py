"""Words of the person inside sentences."""

import pytest

from core.domain.study import Columns
from core.wording.names_text import find_output_unit, find_physical_unit, lower_title, pluralize_row_unit, strip_unit


@pytest.mark.parametrize(
    ("meaning", "expected"),
    [
        ("row", "rows"),
        ("one bearing window of 1 s", "bearing windows"),
        ("each batch", "batches"),
        ("a casting (after heat treatment)", "castings"),
        ("one alloy, as cast", "alloys"),
        ("study", "studies"),
        ("", "rows"),
        ("parts", "parts"),
    ],
)
def test_that_what_a_row_is_is_said_in_the_plural(meaning: str, expected: str) -> None:
    assert pluralize_row_unit(meaning) == expected


def test_that_the_unit_behind_a_column_name_is_found() -> None:
    assert find_physical_unit("crack length (mm)") == "mm"
    assert find_physical_unit("strength [MPa]") == "MPa"
    assert find_physical_unit("eta") == find_physical_unit("eta (2)") == find_physical_unit("eta [-]") == ""
    assert strip_unit("crack length (mm)") == "crack length"
    assert strip_unit("(mm)") == "(mm)"
    assert (strip_unit("eta (2)"), strip_unit("eta [-]")) == ("eta (2)", "eta")


def test_that_a_typed_unit_goes_before_that_of_the_name() -> None:
    columns = Columns(units={"strength [MPa]": "psi", "eta": "%"})
    assert find_output_unit(columns, "strength [MPa]") == "psi"
    assert find_output_unit(columns, "eta") == "%"
    assert find_output_unit(columns, "length [mm]") == "mm"


def test_that_titles_are_lowered_inside_a_sentence_but_not_proper_names() -> None:
    assert lower_title("Random forest") == "random forest"
    assert lower_title("Gaussian process") == "Gaussian process"
    assert lower_title("MAE") == "MAE"
