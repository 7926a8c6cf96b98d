"""A claimed figure as people write it: "98 % accurate on 500 parts", "AUC 0.97", "30 % better"."""

import re
from collections.abc import Iterator
from dataclasses import replace

from core.domain.claim import Ask, Claim, ClaimKind
from core.support.errors import StudyError

_NUMBER = r"(?P<number>(?:(?<![\w.,])[-−]\s*)?(?<!\d)\d++(?:[.,]\d++)?)"  # never begun or ended inside digits
_ROWS = re.compile(r"(?:\bn\s*=\s*|\b(?:on|of|from|with)\s+)(?P<rows>\d[\d,. ]*)(?=\D*$)", re.IGNORECASE)
_PATTERNS: tuple[tuple[ClaimKind, str], ...] = (
    (ClaimKind.FEWER_ERRORS, rf"{_NUMBER}\s*%?\s*(?:fewer|less)\s+(?:errors|mistakes|wrong)"),
    (ClaimKind.POINTS, rf"{_NUMBER}\s*(?:percentage\s+)?points?"),
    (ClaimKind.ERRORS, rf"{_NUMBER}\s*%?\s*(?:errors?|wrong|mistakes)"),
    (ClaimKind.ERRORS, rf"errors?(?:\s+rate)?\s*(?:of|:|=)?\s*{_NUMBER}\s*%"),
    (ClaimKind.AUC, rf"auc\s*(?:of|:|=)?\s*{_NUMBER}"),
    (ClaimKind.AUC, rf"{_NUMBER}\s*auc"),
    (ClaimKind.MISS, rf"(?:mae|miss(?:es)?(?:\s+by)?|typical miss(?:\s+of)?)\s*(?:of|:|=)?\s*{_NUMBER}"),
    (ClaimKind.RIGHT, rf"(?:accuracy|right|correct)\s*(?:of|:|=)?\s*{_NUMBER}\s*%?"),
    (ClaimKind.RIGHT, rf"{_NUMBER}\s*%"),
)
_BETTER = re.compile(rf"{_NUMBER}\s*%?\s*(?:better|more accurate|improve\w*|higher)", re.IGNORECASE)
_PER_HUNDRED = re.compile(r"\bper\s+(?:100|hundred)\b", re.IGNORECASE)  # a unit, no figure
MOST_QUOTED = 60  # letters
MOST_DIGITS = 15  # of a number of rows
_HINT = 'Write it like "98 % right", "2 % errors", "AUC 0.97", "MAE 0.8" or "30 % fewer errors".'


def read_claims(text: str, ask_unread: bool = False) -> tuple[Claim | Ask, ...]:
    """Every figure that the text claims, in order, or what must be asked back about it; never one left out.

    A StudyError names a text without a claim, and a number in it that was not understood unless that is asked back.
    """
    bare, rows = _without_rows(_PER_HUNDRED.sub("", text))
    found = list(_list_matches(bare))
    if not found:
        return (_bare_number(bare, rows, text),)
    rest = "".join(
        letter if not any(start <= place < end for start, end, *_ in found) else " "
        for place, letter in enumerate(bare)
    )
    unread = re.search(_NUMBER, rest)
    if unread is not None and not ask_unread:
        raise StudyError(f"It is not clear what “{unread['number']}” in “{_quoted(text)}” claims.", hint=_HINT)
    read = [
        (start, _asked_back(number, rows, text) if kind is None else _checked(make_claim(kind, number, rows), text))
        for start, _, kind, number in found
    ]
    read += [(one.start(), _ask_meaning(one["number"], rows)) for one in re.finditer(_NUMBER, rest)]
    return tuple(one for _, one in sorted(read, key=lambda pair: pair[0]))


def _ask_meaning(number: str, rows: int | None) -> Ask:
    """A figure that the words around it do not explain, with everything it can be."""
    made = [make_claim(kind, number, rows) for kind in ClaimKind]
    possible = [one for one in made if one.figure >= 0 and (one.kind is ClaimKind.MISS or one.figure <= 1)]
    return Ask(f"What does {number} claim?", tuple(possible), number)


def _list_matches(text: str) -> Iterator[tuple[int, int, ClaimKind | None, str]]:
    """Where each figure stands and what it claims; None: better, which can mean two things. No place is read twice."""
    patterns = [(None, _BETTER), *((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _PATTERNS)]
    taken: list[tuple[int, int, ClaimKind | None, str]] = []
    for kind, pattern in patterns:
        for matched in pattern.finditer(text):
            start, end = matched.span()
            if all(end <= left or start >= right for left, right, *_ in taken):
                taken.append((start, end, kind, matched["number"]))
    yield from sorted(taken)


def _without_rows(text: str) -> tuple[str, int | None]:
    """The claim without the rows it was measured on, and these rows; a number alone is the figure itself."""
    found = _ROWS.search(text)
    bare = text if found is None else text[: found.start()] + text[found.end() :]
    if found is None or not re.search(r"\d", bare):
        return text, None
    digits = re.sub(r"\D", "", found["rows"])
    if len(digits) > MOST_DIGITS:
        raise StudyError(f"“{_quoted(text)}” names more rows than any table has.", hint=_HINT)
    return bare, int(digits)


def make_claim(kind: ClaimKind, number: str, rows: int | None = None) -> Claim:
    """The claim with the figure as typed: its digits say how exactly it is meant."""
    spelled = _spelled(number)
    decimals = len(spelled.partition(".")[2])
    scale = 0.01 if kind.per_hundred else 1.0
    return Claim(kind, float(spelled) * scale, 0.5 * scale * 10.0**-decimals, rows)


def _spelled(number: str) -> str:
    """As Python reads it."""
    return re.sub(r"\s", "", number).replace(",", ".").replace("−", "-")


def _asked_back(number: str, rows: int | None, text: str) -> Ask:
    kinds = (ClaimKind.FEWER_ERRORS, ClaimKind.POINTS)
    choices = tuple(_checked(make_claim(kind, number, rows), text) for kind in kinds)
    return Ask(f"{number} % fewer errors, or {number} points?", choices)


def _bare_number(text: str, rows: int | None, whole: str) -> Claim | Ask:
    """A number alone: 98 is a percentage, 0.98 may be a share or an AUC."""
    found = re.search(_NUMBER, text)
    if found is None:
        raise StudyError(f"“{_quoted(whole)}” is no claim that can be checked.", hint=_HINT)
    if not 0 <= float(_spelled(found["number"])) <= 1:
        return _checked(make_claim(ClaimKind.RIGHT, found["number"], rows), whole)
    as_auc = make_claim(ClaimKind.AUC, found["number"], rows)
    share = replace(as_auc, kind=ClaimKind.RIGHT)
    return Ask(f"Is {found['number']} the share of right answers, or an AUC?", (share, as_auc))


def _checked(found: Claim, text: str) -> Claim:
    if found.kind is not ClaimKind.MISS and not 0 <= found.figure <= 1:
        reason = "a share lies between 0 and 100 %, an AUC at most at 1"
        raise StudyError(f"“{_quoted(text)}” cannot be: {reason}.", hint=_HINT)
    if found.rows == 0:
        raise StudyError("A claim measured on no rows cannot be checked.", hint="Leave the number of rows off.")
    return found


def _quoted(text: str) -> str:
    """What was typed, not longer than a sentence can hold."""
    bare = text.strip()
    return bare if len(bare) <= MOST_QUOTED else f"{bare[:MOST_QUOTED]}…"
