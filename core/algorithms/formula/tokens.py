"""Cuts the text of a formula into numbers, names, texts and signs, each with its position."""

import re
from dataclasses import dataclass
from enum import StrEnum

from core.support.errors import StudyError

LONGEST = 2000  # characters
ALLOWED = (
    "Allowed: numbers; columns, with spaces as [name] or `name`; + - * / ** ( ); < <= > >= == !=; and, or, not; "
    "abs, sqrt, exp, log, log10, sin, cos, tan, min, max, if(condition, then, else)."
)


class Sort(StrEnum):
    NUMBER = "number"
    COLUMN = "column"
    WORD = "word"
    TEXT = "text"
    SIGN = "sign"
    END = "end"


@dataclass(frozen=True, slots=True)
class Token:
    """`position` counts characters from 1."""

    sort: Sort
    text: str
    position: int


_PATTERN = re.compile(
    r"""(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
      | `(?P<ticked>[^`]+)` | \[(?P<bracketed>[^\]]+)\]
      | "(?P<double>[^"]*)" | '(?P<single>[^']*)'
      | (?P<word>[^\W\d]\w*)
      | (?P<sign>\*\*|<=|>=|==|!=|[-+*/^(),;<>])""",
    re.VERBOSE,
)
_SORTS = {
    "number": Sort.NUMBER,
    "ticked": Sort.COLUMN,
    "bracketed": Sort.COLUMN,
    "double": Sort.TEXT,
    "single": Sort.TEXT,
    "word": Sort.WORD,
    "sign": Sort.SIGN,
}


def tokens(text: str) -> list[Token]:
    """All tokens and an END; whatever a formula cannot contain is refused."""
    if len(text) > LONGEST:
        raise StudyError(
            f"The formula has {len(text)} characters; at most {LONGEST} are allowed.",
            hint="Compute part of it as a column.",
        )
    found: list[Token] = []
    place = _after_spaces(text, 0)
    while place < len(text):
        match = _PATTERN.match(text, place)
        if match is None:
            raise refused(Token(Sort.SIGN, text[place], place + 1), "which a formula cannot contain")
        group = str(match.lastgroup)
        found.append(Token(_SORTS[group], match.group(group), place + 1))
        place = _after_spaces(text, match.end())
    return [*found, Token(Sort.END, "", len(text) + 1)]


def refused(token: Token, why: str) -> StudyError:
    what = "ends" if token.sort is Sort.END else f'has "{token.text}"'
    return StudyError(f"The formula {what} at position {token.position}, {why}.", hint=ALLOWED)


def _after_spaces(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place
