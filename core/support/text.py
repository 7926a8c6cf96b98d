"""Small things about text: words that agree with a number, and text from elsewhere that is safe on one line."""

import re

_BREAKS = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029]+")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
SPACE = "\u00a0"  # does not break a line
_UNITS = (
    "µm|mm|cm|m|km|ms|s|min|h|mg|g|kg|N|kN|MN|Nm|Pa|kPa|MPa|GPa|bar|mV|V|kV|mA|W|kW|MW|K|J|kJ|MJ|Hz|kHz|MHz|dB|rad|°|°C"
)
_INSIDE_A_FIGURE = re.compile(
    rf"\bp [=<] (?=\d)|(?<=\d) (?=%|percentage point)|(?<=\d) (?=(?:{_UNITS})(?![\w°]))|(?<=\d) (?:to|per|in) (?=[−\d])"
    r"|(?<=\bper) (?=100\b)|(?<=\d) (?=(?:more|fewer|worse)\b)"
)


def pluralize(count: int, one: str, several: str = "") -> str:
    """ "1 row", "12 rows"; `one` and `several` may be more than a noun: "row has", "rows have"."""
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def to_one_line(text: str) -> str:
    """Return text from a file on one line and without characters that steer a terminal or the direction of writing."""
    if text.isprintable():
        return text
    return _UNSEEN.sub("", _BREAKS.sub(" ", text))


def printable(text: str) -> str:
    """Without control characters, overrides of the direction of writing, and halves of characters."""
    return _UNPRINTABLE.sub("\ufffd", text)


def escape_unprintable(json: str) -> str:
    """JSON without those characters, which mean the same when they are escaped."""
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found.group()):04x}", json)


def in_one_piece(text: str) -> str:
    """Figures stay in one line with their "p =", unit, "%", "more" or "per 100" and the other end of their range."""
    return _INSIDE_A_FIGURE.sub(lambda found: found.group().replace(" ", SPACE), text)
