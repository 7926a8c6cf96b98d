"""Every term, table row and topic has a page, and it is found."""

import re

import pytest

from core.data.samples import SAMPLES
from core.help import found, mentioned, page_of, pages
from core.help.help_library import SECTIONS, TABLES, WORDS
from core.support.errors import StoreError

TERMS = (
    "repeat", "fold", "k-fold", "repeated", "same mix", "keep together", "leave-one-out", "holdout",
    "resubstitution", ".632 bootstrap", "T2", "TTV", "final test rows", "error rate", "hit rate",
    "false alarm rate", "cost per 100", "cost ratio", "ROC curve", "ROC AUC", "MAE", "RMSE", "MAPE",
    "constant guess", "difference", "range", "smallest difference that matters", "Same", "Unclear", "not worse",
    "adjusted level", "history of this data", "sign test", "McNemar", "paired t", "corrected t", "averaged t",
    "enough repeats", "5×2", "fixed-test t", "T²", "MANOVA", "Welch", "Wilson range", "percentile range",
    "Cortes-Mohri", "randomization test", "bias and variance", "expected relations", "stable model", "leak",
    "resolution", "design effect", "half-size check", "cross-check", "lock",
)  # fmt: skip


@pytest.mark.parametrize("term", TERMS)
def test_that_every_term_of_the_window_has_a_page_among_the_words(term: str) -> None:
    assert any(page.section == WORDS for page in found(pages(), term)[:3])


def test_that_every_table_row_has_a_page_with_its_note() -> None:
    listed = {(page.section, page.title): page.text for page in pages()}
    for section, table in TABLES:
        for row in table:
            assert row.note in listed[section, row.title]


def test_that_every_row_names_its_source() -> None:
    silent = [page.key for page in pages() if page.section in dict(TABLES) and "ource" not in page.text + page.title]
    assert [key for key in silent if not re.search(r"\*[^*]+\d{4}[^*]*\*", page_of(key).text)] == []


def test_that_keys_are_used_once_and_all_sections_are_known() -> None:
    keys = [page.key for page in pages()]
    assert len(set(keys)) == len(keys)
    assert [page.section for page in pages() if page.section not in SECTIONS] == []


def test_that_every_link_leads_to_a_page() -> None:
    for page in pages():
        for target in re.findall(r"\]\(([^)]+)\)", page.text):
            assert page_of(target).text


def test_that_every_sample_has_a_page() -> None:
    assert {page.sample for page in pages() if page.sample} == {row.key for row in SAMPLES}


def test_that_a_title_comes_before_a_text() -> None:
    assert found(pages(), "auc")[0].title == "ROC AUC"
    assert found(pages(), "wilson")[0].title.startswith("Wilson")


def test_that_all_words_must_be_there() -> None:
    assert all("pooled" in f"{page.title} {page.text}".lower() for page in found(pages(), "pooled t"))
    assert found(pages(), "no such word xyz") == ()


def test_that_nothing_typed_lists_everything() -> None:
    assert found(pages(), "  ") == pages()


def test_that_words_of_a_text_are_recognized_in_their_order() -> None:
    keys = [page.key for page in mentioned(pages(), "Each fold is part of a repeat; the final test rows stay away.")]
    assert keys == ["term-fold", "term-repeat", "term-final-test-rows"]


def test_that_parts_of_words_are_not_recognized() -> None:
    assert mentioned(pages(), "manifold gapless vaulted") == ()


def test_that_an_unknown_page_is_told() -> None:
    with pytest.raises(StoreError, match="no page"):
        page_of("nowhere")
