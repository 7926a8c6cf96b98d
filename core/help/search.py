"""Finding pages: by what a person types, and by the words a text uses."""

import re
from collections.abc import Iterator, Sequence

from core.domain.help_page import HelpPage

SHORTEST_NAME = 3
IN_TITLE, AT_BEGINNING, IN_NAMES, IN_TEXT = 0, 1, 2, 3


def found(pages: Sequence[HelpPage], typed: str) -> tuple[HelpPage, ...]:
    """Pages that hold every word typed, those with it in their title first; all of them when nothing is typed."""
    words = typed.lower().split()
    ranked = [(_rank(page, words), place, page) for place, page in enumerate(pages) if _holds(page, words)]
    return tuple(page for _, _, page in sorted(ranked, key=lambda entry: entry[:2]))


def _holds(page: HelpPage, words: Sequence[str]) -> bool:
    text = f"{page.title} {' '.join(page.names)} {page.text}".lower()
    return all(word in text for word in words)


def _rank(page: HelpPage, words: Sequence[str]) -> int:
    title = page.title.lower()
    if all(word in title for word in words):
        return IN_TITLE if title.startswith(" ".join(words)) else AT_BEGINNING
    return IN_NAMES if all(any(word in name for name in page.names) for word in words) else IN_TEXT


def mentioned(pages: Sequence[HelpPage], text: str, most: int = 4) -> tuple[HelpPage, ...]:
    """The pages about words that the text uses, in the order they appear in it; longer names win over shorter ones."""
    places = {page.key: (place, page) for page in pages if (place := _place(page, text.lower())) is not None}
    ordered = [page for _, page in sorted(places.values(), key=lambda entry: entry[0])]
    return tuple(_once(ordered))[:most]


def _place(page: HelpPage, text: str) -> int | None:
    longest = sorted((name for name in page.names if len(name) >= SHORTEST_NAME), key=len, reverse=True)
    matches = (re.search(rf"(?<!\w){re.escape(name)}s?(?!\w)", text) for name in longest)
    match = next((match for match in matches if match is not None), None)
    return None if match is None else match.start()


def _once(pages: Sequence[HelpPage]) -> Iterator[HelpPage]:
    """One page of each title: a word and the table row of the same name are not both offered."""
    seen: set[str] = set()
    for page in pages:
        if page.title.lower() not in seen:
            seen.add(page.title.lower())
            yield page
