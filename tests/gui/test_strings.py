"""The words the window shows: plain, and none of those that mislead."""

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module

import pytest

from core.domain.conclusion import Answer
from core.report.sections.approver import GLYPHS
from core.support.typography import typeset
from gui import strings
from gui.wizard.fields import FIELDS

BANNED = ("significant", "p-value", "null hypothesis", "accept", "prove", "proves", "confidence", "statistically")


def texts() -> Iterator[tuple[str, str]]:
    topics = [import_module(f"gui.strings.{found.name}") for found in pkgutil.iter_modules(strings.__path__)]
    for section in (strings, *topics):
        for name, value in vars(section).items():
            if name.isupper():
                yield from ((name, text) for text in flattened(value))
    for row in FIELDS:
        yield from ((row.key, text) for text in (row.title, row.note))


def flattened(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from flattened(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from flattened(part)


def test_that_window_and_report_tag_an_answer_alike() -> None:
    asked = [answer for answer in Answer if answer is not Answer.NONE]
    assert {answer.value: f"{GLYPHS[answer]} {answer.value.capitalize()}" for answer in asked} == strings.verdict.TAGS


@pytest.mark.parametrize("word", BANNED)
def test_that_no_misleading_word_is_shown(word: str) -> None:
    assert [name for name, text in texts() if re.search(rf"\b{word}\b", text, re.IGNORECASE)] == []


def test_that_best_is_never_said_without_on_this_data() -> None:
    """The best of several, and the best choice, are what the result is about."""
    said = [
        name for name, text in texts() if re.search(r"\bbest\b(?! (of|choice))", text) and "on this data" not in text
    ]
    assert said == []


def test_that_nothing_is_shouted() -> None:
    assert [name for name, text in texts() if "!" in text] == []


def test_that_what_is_quoted_stands_in_the_marks_of_the_window() -> None:
    """Rich text has marks in its tags, keys of a plan are shown as they are typed."""
    assert [name for name, text in texts() if typeset(text) != text and "</" not in text] == []


def test_that_there_are_texts_to_check() -> None:
    assert len(list(texts())) > 200
