"""How single cells are spelled: missing values, yes and no, numbers with marks and units."""

import re
from dataclasses import dataclass

EXCEL_ERRORS = frozenset({"#div/0!", "#value!", "#ref!", "#name?", "#num!", "#null!", "#getting_data", "#spill!"})
_SPELLED = {"", "?", "na", "n/a", "nan", "null", "<na>", "#n/a", "#na", "(null)", "-nan", "1.#qnan", "1.#ind"}
MISSING = EXCEL_ERRORS | _SPELLED
MISSING_AMONG_NUMBERS = MISSING | {"-", "--", "---", ".", "..", "none", "nil", "missing", "n.a.", "*", "unknown", "nd"}

YES = frozenset({"yes", "y", "true", "t", "1", "on", "ja", "j", "oui", "si", "sí", "wahr", "vrai"})
NO = frozenset({"no", "n", "false", "f", "0", "off", "nein", "non", "falsch", "faux"})

# fmt: off
UNITS = frozenset({
    "%", "€", "$", "£", "¥", "EUR", "USD", "GBP", "CHF", "°", "°C", "°F", "C", "K", "mm", "cm", "m", "km", "µm",
    "um", "nm", "in", "ft", "kg", "g", "mg", "t", "lb", "N", "kN", "Nm", "kNm", "Pa", "kPa", "MPa", "GPa", "bar",
    "mbar", "psi", "V", "mV", "kV", "A", "mA", "W", "kW", "MW", "Hz", "kHz", "MHz", "s", "ms", "min", "h", "rpm",
    "1/min", "l/s", "l/min", "m/s", "km/h", "m3/h", "J", "kJ", "kWh", "dB", "ohm", "Ω", "ppm", "deg", "rad",
})
# fmt: on

_PLAIN = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_QUICK = re.compile(r"[+-]?(?!0\d+$)(?:\d{1,15}(?:\.\d{0,20})?|\.\d{1,20})(?:[eE][+-]?\d{1,2})?", re.ASCII)
_FORTRAN = re.compile(r"[+-]?\d*\.\d*[dD][+-]?\d{1,3}", re.ASCII)
_MINUS_LAST = re.compile(r"(\d[\d.,' ]*[.,]\d+)-", re.ASCII)  # as SAP prints it
_COMMA = re.compile(r"[+-]?(?:\d+,?\d*|,\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_MARKED = {
    ".": re.compile(r"[+-]?\d{1,3}(?:([,' \u00a0\u202f’])\d{3})(?:\1\d{3})*(?:\.\d+)?", re.ASCII),
    ",": re.compile(r"[+-]?\d{1,3}(?:([.' \u00a0\u202f’])\d{3})(?:\1\d{3})*(?:,\d+)?", re.ASCII),
}
_WITH_UNIT = re.compile(r"([+-]?[\d.,'’ \u00a0\u202f]*\d(?:[eE][+-]?\d+)?)\s*([^\d\s.,+-][^\d]*)", re.ASCII)
_UNIT_FIRST = re.compile(r"([€$£¥])\s*([+-]?[\d.,'’ \u00a0\u202f]*\d)", re.ASCII)
_CODE = re.compile(r"0\d+", re.ASCII)
_DIGITS = re.compile(r"\d+", re.ASCII)
_DECIMAL_COMMA = re.compile(
    r"[+-]?(?:\d*,\d{1,2}|\d*,\d{4,}|0,\d+|\d{4,},\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,})(?:[eE][+-]?\d+)?",
    re.ASCII,
)
_DECIMAL_POINT = re.compile(
    r"[+-]?(?:\d*\.\d{1,2}|\d*\.\d{4,}|0\.\d+|\d{4,}\.\d+|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,})(?:[eE][+-]?\d+)?",
    re.ASCII,
)
_AMBIGUOUS = re.compile(r"[+-]?[1-9]\d{0,2}([.,])\d{3}", re.ASCII)

_INFINITE = re.compile(r"[+-]?(?:inf(?:inity)?|∞|1\.#inf)", re.IGNORECASE)

_LARGEST_EXACT_INTEGER = 2**53


@dataclass(frozen=True, slots=True)
class Spelling:
    """How the numbers of one column are written."""

    decimal: str = "."
    unit: str = ""
    marked: bool = False


def is_missing(cell: str) -> bool:
    return cell.lower() in MISSING


def is_missing_number(cell: str) -> bool:
    return cell.lower() in MISSING_AMONG_NUMBERS


def is_infinite(cell: str) -> bool:
    """Return whether the cell spells an infinite value, or a number too large for a computer (1e400)."""
    if _INFINITE.fullmatch(cell):
        return True
    return _PLAIN.fullmatch(cell) is not None and _finite(cell) is None


def is_code(cell: str) -> bool:
    """Digits that are a label, not a quantity: leading zeros, or more digits than a number can hold."""
    if _CODE.fullmatch(cell):
        return True
    return len(cell) >= 16 and _DIGITS.fullmatch(cell) is not None and int(cell[:400]) > _LARGEST_EXACT_INTEGER


def parse_plain_number(cell: str) -> float | None:
    """The number of a cell written in the plainest way (-12.5e3) that is no label; None for everything else."""
    return float(cell) if _QUICK.fullmatch(cell) else None


def split_unit(cell: str) -> tuple[str, str]:
    """("83,1", "%") of "83,1 %"; (cell, "") when there is no known unit."""
    first = _UNIT_FIRST.fullmatch(cell)
    if first:
        return first[2], first[1]
    last = _WITH_UNIT.fullmatch(cell)
    if last and last[2].strip() in UNITS:
        return last[1].strip(), last[2].strip()
    return cell, ""


def has_thousands_marks(cell: str, decimal: str) -> bool:
    """Whether the cell is a number with thousands marks."""
    return _MARKED[decimal].fullmatch(cell) is not None


def find_decimal_evidence(cell: str) -> str:
    """ "," or "." when the cell can only be read with that decimal mark, "?," or "?." for 1,234 or 1.234, else ""."""
    if _DECIMAL_COMMA.fullmatch(cell):
        return ","
    if _DECIMAL_POINT.fullmatch(cell):
        return "."
    either = _AMBIGUOUS.fullmatch(cell)
    return f"?{either[1]}" if either else ""


PLAIN = Spelling()


def parse_number(cell: str, spelling: Spelling = PLAIN) -> float | None:
    """The finite number a cell stands for in a column spelled like this, else None."""
    text = _MINUS_LAST.sub(r"-\1", cell) if cell.endswith("-") else cell.replace("−", "-")
    if spelling.unit:
        text, unit = split_unit(text)
        if unit not in ("", spelling.unit):
            return None
    if _FORTRAN.fullmatch(text):
        text = re.sub("[dD]", "e", text)
    if spelling.decimal == "." and _PLAIN.fullmatch(text):
        return _finite(text)
    if spelling.decimal == "," and not has_thousands_marks(text, ",") and _COMMA.fullmatch(text):
        return _finite(text.replace(",", "."))
    if spelling.marked and has_thousands_marks(text, spelling.decimal):
        return _finite(_unmarked(text, spelling.decimal))
    return None


def _unmarked(text: str, decimal: str) -> str:
    whole, mark, rest = text.rpartition(decimal)
    if not mark:
        whole, rest = rest, ""
    digits = re.sub(r"[^\d+-]", "", whole)
    return f"{digits}.{rest}" if rest else digits


def _finite(text: str) -> float | None:
    value = float(text)
    return value if abs(value) != float("inf") else None
