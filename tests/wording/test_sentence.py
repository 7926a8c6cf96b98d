"""Spans, joining, capital letters and names that are too long."""

import pytest

from core.wording.sentence import (
    EMPTY,
    Meaning,
    Sentence,
    Source,
    Span,
    capitalize,
    choose_fitting,
    count,
    count_in_words,
    count_nouns,
    fill,
    join_sentences,
    list_parts,
    name,
    quote,
    shorten_names,
)


def model(text: str) -> Span:
    return Span(text, Meaning.MODEL, source=Source(first="key"))


def test_that_slots_keep_their_spans() -> None:
    figure = Span("4.2", Meaning.DIFFERENCE, 4.2)
    found = fill("It makes {d} fewer ({lo} to {hi}).", d=figure, lo="a", hi=fill("b{c}", c="c"))
    assert found.text == "It makes 4.2 fewer (a to bc)."
    assert found.figures == (figure,)


def test_that_every_sentence_begins_with_a_capital_but_words_of_the_person_keep_their_case() -> None:
    assert capitalize(fill("yes. {m} is better. it is.", m=model("random forest"))).text.startswith(
        "Yes. Random forest is"
    )
    assert capitalize(fill("{c} may be known.", c=name("repair_code"))).text == "repair_code may be known."
    assert join_sentences("one.", EMPTY, "two.").text == "One. Two."


def test_that_lists_are_written_as_people_do() -> None:
    assert [list_parts(["a", "b", "c"][:size]).text for size in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert list_parts(["a", "b"], "or").text == "a or b"


def test_that_counts_know_their_number() -> None:
    assert (count(1234, Meaning.ROWS).text, count(1234, Meaning.ROWS).value) == ("1,234", 1234.0)
    assert [count_in_words(number, Meaning.MODELS).text for number in (0, 4, 12, 13)] == [
        "zero",
        "four",
        "twelve",
        "13",
    ]
    assert count_nouns(1, Meaning.ROWS, "row").text == "1 row"
    assert count_nouns(2, Meaning.ROWS, "row").text == "2 rows"


def test_that_quotation_marks_are_typographic() -> None:
    assert quote(name("OK")).text == "“OK”"


def test_that_only_names_are_shortened_and_the_whole_name_is_kept() -> None:
    long = "a" * 30
    found = shorten_names(fill("Use {m}, please do use it.", m=model(long)))
    assert found.text == f"Use {'a' * 23}…, please do use it."
    assert found.spans[1].full == long


@pytest.mark.parametrize("place", [0, 1])
def test_that_the_first_variant_that_fits_is_shown(place: int) -> None:
    variants = [
        fill("Yes. {a} may replace {b}, and more.", a=model("aaaaaa"), b=model("bbbbbb")),
        fill("Yes. {a} may replace {b}.", a=model("aaaaaa"), b=model("bbbbbb")),
    ]
    assert choose_fitting(variants, len(variants[place])) is variants[place]


def test_that_names_are_cut_only_where_no_variant_fits() -> None:
    only = fill("Use {m}.", m=model("b" * 80))
    assert choose_fitting([only], 70).text == f"Use {'b' * 23}…."
    assert Sentence().text == ""
