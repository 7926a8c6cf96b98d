"""The help as it is read and searched."""

from collections.abc import Sequence

from core.domain.help_page import HelpPage
from core.help import found, mentioned, page_of, pages


def find_help_page(key: str) -> HelpPage:
    """The page of this key; a StoreError where there is none."""
    return page_of(key)


def search_help(typed: str) -> Sequence[HelpPage]:
    """Pages that hold every word typed, best first; all of them when nothing is typed."""
    return found(pages(), typed)


def find_explained_words(text: str) -> Sequence[HelpPage]:
    """The pages about words that a text uses, in the order of the text."""
    return mentioned(pages(), text)
