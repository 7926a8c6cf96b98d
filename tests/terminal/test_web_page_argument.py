"""Reports of the short routes are web pages, and are called so."""

from argparse import ArgumentTypeError
from pathlib import Path

import pytest

from core.terminal.web_page_argument import parse_web_page


@pytest.mark.parametrize("name", ["r.html", "r.HTM", "report", "-"])
def test_that_a_web_page_may_have_this_name(name: str) -> None:
    assert parse_web_page(name) == Path(name)


@pytest.mark.parametrize("name", ["r.pdf", "folder/r.docx", "r.txt"])
def test_that_a_name_that_promises_another_format_is_refused(name: str) -> None:
    with pytest.raises(ArgumentTypeError, match="is a web page"):
        parse_web_page(name)
