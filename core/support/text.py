"""How many there are, in words that agree with the number."""


def pluralize(count: int, one: str, several: str = "") -> str:
    """ "1 row", "12 rows"; `one` and `several` may be more than a noun: "row has", "rows have"."""
    return f"{count:,} {one if count == 1 else several or one + 's'}"
