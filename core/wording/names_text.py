"""Words taken from the person's own: row units in the plural, units behind column names, titles inside sentences."""

import re

from core.domain.study import Columns

_HEAD_ENDS = re.compile(r"\s+(?:of|from|in|with|at|per|for|on)\s|[,;(]")
_BRACKETED = re.compile(r"[\[(]([^\])]{1,12})[\])]\s*$")
_NO_UNIT = re.compile(r"[\d.,\s-]*")  # "(2)" tells columns of one name apart, "[-]" says that there is none
_PROPER = ("Gaussian", "RIPPER", "C4.5", "CART", "Brier")


def pluralize_row_unit(meaning: str) -> str:
    """Return the head noun of what one row is, in the plural: "one bearing window of 1 s" -> "bearing windows"."""
    head = _HEAD_ENDS.split(re.sub(r"^(?:one|a|an|each)\s+", "", meaning.strip(), flags=re.IGNORECASE))[0].strip()
    if not head:
        return "rows"
    if head.endswith("s"):
        return head
    if re.search(r"(?:ch|sh|x|z)$", head):
        return head + "es"
    return head[:-1] + "ies" if re.search(r"[^aeiou]y$", head) else head + "s"


def find_physical_unit(column: str) -> str:
    """Return the unit an engineer wrote behind a column's name, as in "crack length (mm)"; "" if there is none."""
    found = _BRACKETED.search(column)
    return "" if found is None or _NO_UNIT.fullmatch(found.group(1)) else found.group(1)


def find_output_unit(columns: Columns, output: str) -> str:
    """Return the unit of an output: as the person typed it, else as it stands behind the column's name."""
    return columns.units.get(output) or find_physical_unit(output)


def strip_unit(column: str) -> str:
    """Return a column's name without its unit, where the unit stands with the numbers anyway."""
    has_unit = find_physical_unit(column) or column.endswith("[-]")
    return (_BRACKETED.sub("", column).rstrip() if has_unit else column) or column


def lower_title(title: str) -> str:
    """Write a title as it stands inside a sentence: "Random forest" -> "random forest", proper names untouched."""
    if title.startswith(_PROPER) or not title[1:2].islower():
        return title
    return title[:1].lower() + title[1:]
