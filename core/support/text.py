"""Small things about text: words that agree with a number, and text from elsewhere that is safe on one line."""

import re

_BREAKS = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029]+")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")


def pluralize(count: int, one: str, several: str = "") -> str:
    """ "1 row", "12 rows"; `one` and `several` may be more than a noun: "row has", "rows have"."""
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def to_one_line(text: str) -> str:
    """Return text from a file on one line and without characters that steer a terminal or the direction of writing."""
    if text.isprintable():
        return text
    return _UNSEEN.sub("", _BREAKS.sub(" ", text))
