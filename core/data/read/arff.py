"""ARFF files: numbers, names, strings and dates, dense or sparse, with comments, quotes and weights."""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np

from core.data.read.arff_words import split_first_word, split_values
from core.data.read.cell_spelling import NO, YES, is_code, parse_number
from core.data.read.column_kinds import infer_column
from core.data.read.file_text import decode, detect_encoding, read_bytes, read_head, refuse_other_files
from core.data.read.header import make_unique
from core.data.read.reader import Choices, Watch, get_text_choice, report_progress
from core.data.read.size_limits import MOST_CELLS, check_table_size
from core.data.read.table_builder import apply_choices
from core.domain.dataset import Column, Kind, Table
from core.support.errors import DataError
from core.support.text import to_one_line

_NUMERIC = ("numeric", "real", "integer")
_DEFAULT_DATE = "yyyy-MM-dd'T'HH:mm:ss"
_DATE_LETTERS = (
    ("y{3,}", "%Y"), ("y{1,2}", "%y"), ("M{4,}", "%B"), ("M{3}", "%b"), ("M{1,2}", "%m"), ("d{1,2}", "%d"),
    ("H{1,2}", "%H"), ("h{1,2}", "%I"), ("m{1,2}", "%M"), ("S{1,3}", "%f"), ("s{1,2}", "%S"), ("E{4,}", "%A"),
    ("E{1,3}", "%a"), ("a", "%p"), ("[ZX]+", "%z"),
)  # fmt: skip
_ANY_LETTERS = re.compile("|".join(pattern for pattern, _ in _DATE_LETTERS))
_LINES_PER_LOOK = 20_000


@dataclass(frozen=True, slots=True)
class Attribute:
    """A declared column; `levels` of names, `pattern` of dates."""

    name: str
    kind: Kind
    levels: tuple[str, ...] = ()
    pattern: str = ""

    @property
    def when_sparse(self) -> str:
        """What a sparse row means where it says nothing: 0, or the first name."""
        return self.levels[0] if self.levels else "0"


@dataclass(frozen=True, slots=True)
class _Rows:
    """The data lines: the number of each line, per column its texts (None: missing), how many lines have a weight."""

    lines: list[int]
    columns: list[list[str | None]]
    weights: int


def read_arff(path: Path, choices: Choices, watch: Watch) -> Table:
    head = read_head(path)
    refuse_other_files(head, path.name)
    data = read_bytes(path)
    encoding = get_text_choice(choices, "encoding", "") or detect_encoding(head, data)
    text = decode(data, encoding, path.name)
    lines = ((number, to_one_line(line)) for number, line in enumerate(io.StringIO(text, newline=None), start=1))
    attributes = list(_declared(lines, path.name))
    if not attributes:
        raise DataError(f"{path.name} declares no columns.", hint="An ARFF file needs @attribute lines before @data.")
    check_table_size(path.name, 1, len(attributes))
    rows = _read_rows(lines, attributes, path.name, watch)
    if not rows.lines:
        raise DataError(f"{path.name} has no rows after @data.", hint="Choose a file with one row per case.")
    names = make_unique([attribute.name for attribute in attributes])
    columns = tuple(
        _column(name, attribute, cells, rows.lines)
        for name, attribute, cells in zip(names, attributes, rows.columns, strict=True)
    )
    notes = _weights_note(rows.weights)
    reading = {"format": "arff", "encoding": encoding}
    return apply_choices(Table(path.name, str(path), columns, reading, notes), choices)


def _weights_note(count: int) -> tuple[str, ...]:
    rows = "1 row carries" if count == 1 else f"{count:,} rows carry"
    return (f"{rows} a weight; weights are not used.",) if count else ()


def _declared(lines: Iterator[tuple[int, str]], name: str) -> Iterator[Attribute]:
    for line, raw in lines:
        text = raw.strip().lstrip("\ufeff")
        word = text.split(None, 1)[0].lower() if text else ""
        if word == "@data":
            return
        if word == "@attribute":
            yield _attribute(text[len(word) :], line)
        elif text and not text.startswith("%") and word != "@relation":
            raise DataError(f"Line {line} of {name} is no ARFF line: '{text[:40]}'.", hint="Is this another format?")
    raise DataError(f"{name} has no @data line.", hint="The file is incomplete or another format.")


def _attribute(text: str, line: int) -> Attribute:
    name, kind = split_first_word(text)
    lower = kind.lower()
    if kind.startswith("{"):
        end = _closing_brace(kind, line)
        levels = tuple(dict.fromkeys(word.text for word in split_values(kind[1:end]) if word.text or word.quoted))
        return Attribute(name, Kind.NAMES, levels)
    if lower.startswith(_NUMERIC):
        return Attribute(name, Kind.NUMBER)
    if lower.startswith("string"):
        return Attribute(name, Kind.TEXT)
    if lower.startswith("date"):
        return Attribute(name, Kind.DATE, pattern=_date_pattern(split_first_word(kind[4:])[0] or _DEFAULT_DATE, line))
    raise DataError(f"Line {line} declares '{name}' as '{kind[:30]}', an unknown type.", hint="Remove the column.")


def _closing_brace(kind: str, line: int) -> int:
    mark = ""
    for place, letter in enumerate(kind):
        if mark:
            mark = "" if letter == mark and kind[place - 1] != "\\" else mark
        elif letter in "'\"":
            mark = letter
        elif letter == "}":
            return place
    raise DataError(f"Line {line} opens a list of names with {{ and never closes it.", hint="Correct the line.")


def _date_pattern(java: str, line: int) -> str:
    """The pattern of Java's dates as Python writes it; no part of a date may stand in it twice."""
    parts = re.split(r"'([^']*)'", java)
    for place in range(0, len(parts), 2):
        parts[place] = _ANY_LETTERS.sub(_python_code, parts[place])
    codes = re.findall("%[a-zA-Z]", "".join(parts))
    if len(set(codes)) < len(codes):
        raise DataError(
            f"Line {line} declares dates as '{java[:30]}', with one part twice.", hint="Correct the pattern."
        )
    return "".join(parts)


def _python_code(letters: re.Match[str]) -> str:
    return next(code for pattern, code in _DATE_LETTERS if re.fullmatch(pattern, letters[0]))


def _read_rows(lines: Iterator[tuple[int, str]], attributes: list[Attribute], name: str, watch: Watch) -> _Rows:
    """Read the data lines into columns; a table too large is refused before its next row is stored."""
    numbers: list[int] = []
    columns: list[list[str | None]] = [[] for _ in attributes]
    defaults: list[str | None] = [attribute.when_sparse for attribute in attributes]
    weights = 0
    for line, raw in lines:
        text = raw.strip()
        if not text or text.startswith("%"):
            continue
        if len(numbers) % _LINES_PER_LOOK == 0:
            report_progress(watch, 0.5)
        if (len(numbers) + 1) * len(columns) > MOST_CELLS:
            left = sum(1 for _, other in lines if other.strip() and not other.lstrip().startswith("%"))
            check_table_size(name, len(numbers) + 1 + left, len(columns))
        text, weighted = _without_weight(text)
        weights += weighted
        cells = _sparse(text, defaults, line) if text.startswith("{") else _dense(text)
        if len(cells) != len(columns):
            raise DataError(
                f"Line {line} of {name} has {len(cells)} values where {len(columns)} are declared.",
                hint="Correct the line, or the @attribute lines.",
            )
        numbers.append(line)
        for column, cell in zip(columns, cells, strict=True):
            column.append(cell)
    return _Rows(numbers, columns, weights)


def _dense(text: str) -> list[str | None]:
    return [None if word.is_missing else word.text for word in split_values(text)]


def _without_weight(text: str) -> tuple[str, bool]:
    """A row may end in its weight in braces."""
    start = text.rfind("{")
    if start <= 0 or text[start - 1] not in ", \t" or not re.fullmatch(r"\{\s*[\d.eE+-]+\s*\}", text[start:]):
        return text, False
    bare = text[:start].rstrip()
    return bare.removesuffix(",").rstrip() or text, True


def _sparse(text: str, defaults: list[str | None], line: int) -> list[str | None]:
    cells = defaults.copy()
    inside = text[1 : text.rindex("}")] if "}" in text else text[1:]
    for pair in _pairs(inside):
        place, value = split_first_word(pair)
        found = split_values(value)
        if not (place.isascii() and place.isdigit() and len(place) < 9 and int(place) < len(cells) and found):
            raise DataError(f"Line {line} has the pair '{pair[:30]}', which names no column.", hint="Correct the line.")
        cells[int(place)] = None if found[0].is_missing else found[0].text
    return cells


def _pairs(inside: str) -> list[str]:
    """The pairs between commas that are not inside quotes."""
    return [
        part.strip()
        for part in re.findall(r"(?:[^,'\"]|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")+", inside)
        if part.strip()
    ]


def _column(name: str, attribute: Attribute, cells: list[str | None], lines: list[int]) -> Column:
    if attribute.kind is Kind.NUMBER:
        return _numbers(name, cells)
    if attribute.kind is Kind.NAMES:
        return _names(name, attribute.levels, cells, lines)
    if attribute.kind is Kind.DATE:
        return _dates(name, attribute.pattern, cells)
    texts = np.empty(len(cells), dtype=object)
    texts[:] = cells
    return Column(name, Kind.TEXT, texts)


def _numbers(name: str, cells: list[str | None]) -> Column:
    if any(text is not None and len(text) >= 16 and is_code(text) for text in cells):
        return infer_column(name, cells)
    known: dict[str | None, float | None] = {text: None if text is None else parse_number(text) for text in set(cells)}
    values = np.array([np.nan if (value := known[text]) is None else value for text in cells], dtype=np.float64)
    odd = [(row, text) for row, text in enumerate(cells) if text is not None and known[text] is None]
    return Column(name, Kind.NUMBER, values, (), tuple(odd))


def _names(name: str, levels: tuple[str, ...], cells: list[str | None], lines: list[int]) -> Column:
    place: dict[str | None, int] = {level: position for position, level in enumerate(levels)}
    place[None] = -1
    values = np.empty(len(cells), dtype=np.int32)
    for row, text in enumerate(cells):
        if text not in place:
            raise DataError(
                f"Line {lines[row]}: '{(text or '')[:40]}' is not among the values declared for '{name}'.",
                hint="Add it to the @attribute line, or correct the row.",
            )
        values[row] = place[text]
    return make_category_column(name, values, levels)


def make_category_column(name: str, values: np.typing.NDArray[np.int32], levels: tuple[str, ...]) -> Column:
    """A declared pair of yes and no is a yes/no column with no first."""
    first = [level.lower() for level in levels]
    if len(first) == 2 and first[0] in NO and first[1] in YES:
        return Column(name, Kind.YES_NO, values, levels)
    if len(first) == 2 and first[0] in YES and first[1] in NO:
        return Column(name, Kind.YES_NO, np.where(values < 0, -1, 1 - values).astype(np.int32), levels[::-1])
    return Column(name, Kind.NAMES, values, levels)


def _dates(name: str, pattern: str, cells: list[str | None]) -> Column:
    moments = [None if text is None else _moment(text, pattern) for text in cells]
    odd = [(row, text) for row, text in enumerate(cells) if moments[row] is None and text is not None]
    return Column(name, Kind.DATE, np.array(moments, dtype="datetime64[ms]"), (), tuple(odd))


def _moment(text: str, pattern: str) -> datetime | None:
    try:
        return datetime.strptime(text, pattern).replace(tzinfo=None)
    except ValueError:
        return None
