"""Which separator, quote, comment mark and decimal mark a text table uses."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.data.read.cell_spelling import Spelling, find_decimal_evidence, is_missing, parse_number, split_unit
from core.support.errors import DataError

BLANKS = "blanks"
SEPARATORS = {"tab": "\t", ";": ";", ",": ",", "|": "|", BLANKS: " "}
COMMENTS = ("#", "%", "//")
RARE_MARKS = ("^", "~")  # taken when every line has the same number of them; one byte each, for large files
CONSISTENT = 0.9
_LINES_LOOKED_AT = 200
_MOST_LINES_QUOTED = 20
_LARGEST_CELL = 100_000_000  # characters; a whole line of a wide table is one cell to the wrong separator
_RUN_OF_BLANKS = re.compile(r"[ \t]+")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a text table is cut into cells; `separator` is a key of SEPARATORS or any single character."""

    separator: str
    quote: str = '"'
    comment: str = ""

    @property
    def mark(self) -> str:
        return SEPARATORS.get(self.separator, self.separator)


def split_cells(text: str, dialect: Dialect) -> Iterator[list[str]]:
    """The cells of every line that is neither blank nor a comment; line breaks inside quotes are kept."""
    lines: Iterator[str] = iter(io.StringIO(text, newline=None))
    lines = remove_comments(lines, dialect.comment, dialect.quote)
    if dialect.separator == BLANKS:
        lines = (_RUN_OF_BLANKS.sub(" ", line.strip()) + "\n" for line in lines)
    csv.field_size_limit(_LARGEST_CELL)
    try:
        reader = csv.reader(
            lines,
            delimiter=dialect.mark,
            quotechar=dialect.quote or None,
            skipinitialspace=True,
            quoting=csv.QUOTE_MINIMAL if dialect.quote else csv.QUOTE_NONE,
        )
        yield from (record for record in reader if record and record != [""])
    except (csv.Error, TypeError) as error:
        raise DataError(
            "The text cannot be divided into cells: a cell is longer than 100 million characters, or the separator or "
            "quote mark is not one character.",
            hint="Change the separator or the quote mark.",
        ) from error


def remove_comments(lines: Iterable[str], mark: str, quote: str) -> Iterator[str]:
    """The lines that do not begin with the mark; what stands inside quotes is no comment."""
    if not mark:
        yield from lines
        return
    inside = 0  # lines since a quote was opened
    for line in lines:
        if not inside and line.lstrip().startswith(mark):
            continue
        opens_or_closes = bool(quote) and line.count(quote) % 2 == 1
        inside = int(opens_or_closes) if not inside else 0 if opens_or_closes else (inside + 1) % _MOST_LINES_QUOTED
        yield line


def detect_dialect(text: str, separator: str = "", quote: str | None = None, comment: str | None = None) -> Dialect:
    """The dialect of the first lines; what is given is taken as it is."""
    start = _first_lines(text)
    used_quote = '"' if quote is None else quote
    mark = detect_first_comment(start) or detect_later_comment(text, start, used_quote) if comment is None else comment
    return Dialect(separator or _best_separator(start, used_quote, mark), used_quote, mark)


def _first_lines(text: str) -> str:
    lines = io.StringIO(text[:400_000], newline=None).readlines()
    if len(text) > 400_000:
        lines = lines[:-1] or lines
    return "".join([line for line in lines if line.strip()][:_LINES_LOOKED_AT])


def detect_first_comment(start: str) -> str:
    """A mark that opens the first line and is not itself a column name."""
    first = start.lstrip().split("\n", 1)[0]
    for mark in COMMENTS:
        if first.startswith(mark) and not re.match(rf"{re.escape(mark)}\s*[,;\t|\"]", first):
            return mark
    return ""


def detect_later_comment(text: str, start: str, quote: str) -> str:
    """A mark that opens lines further down, which are no rows: they have other cells, or text among numbers."""
    for mark in COMMENTS:
        if re.search(rf"^[ \t]*{re.escape(mark)}", text, re.MULTILINE):
            kept = "".join(remove_comments(io.StringIO(text, newline=None), mark, quote))
            dropped = [line for line in text.splitlines() if line.lstrip().startswith(mark)]
            if kept.strip() and _are_comments(dropped, _first_lines(kept), quote):
                return mark
    return ""


def _are_comments(lines: Sequence[str], kept: str, quote: str) -> bool:
    dialect = Dialect(_best_separator(kept, quote, ""), quote)
    rows = list(split_cells(kept, dialect))[1:]
    sizes = Counter(map(len, rows))
    if not rows or len(lines) > len(rows):
        return False
    usual = sizes.most_common(1)[0][0]
    dropped = list(split_cells("\n".join(lines), dialect))
    if usual > 1 and all(len(cells) != usual for cells in dropped):
        return True
    return all(_starts_with_number(row) for row in rows) and not any(_is_row(cells, usual) for cells in dropped)


def _is_row(cells: Sequence[str], usual: int) -> bool:
    """As wide as the others, and the mark is all of the first cell or begins an error of Excel: "#####", "#N/A"."""
    return len(cells) == usual > 1 and (is_missing(cells[0].strip()) or set(cells[0].strip()) == {"#"})


def note_comments(text: str, comment: str, quote: str) -> tuple[str, ...]:
    """Comments below the first row are told: a row may have been meant."""
    if not comment:
        return ()
    lines = [line for line in io.StringIO(text, newline=None) if line.strip()]
    first = next((place for place, line in enumerate(lines) if not line.lstrip().startswith(comment)), 0)
    below = len(lines) - first - sum(1 for _ in remove_comments(lines[first:], comment, quote))
    if not below:
        return ()
    what = "1 line that begins" if below == 1 else f"{below:,} lines that begin"
    return (f"{what} with '{comment}' left out as {'a comment' if below == 1 else 'comments'}.",)


def _starts_with_number(row: Sequence[str]) -> bool:
    return parse_number(row[0].strip()) is not None or parse_number(row[0].strip(), Spelling(",")) is not None


def _best_separator(start: str, quote: str, comment: str) -> str:
    shares: dict[str, float] = {}
    for key in SEPARATORS:
        shares[key] = _consistency(list(split_cells(start, Dialect(key, quote, comment))))
        if shares[key] >= CONSISTENT:
            return key
    best = max(shares, key=shares.__getitem__)
    if shares[best] > 0:
        return best
    rare = [mark for mark in RARE_MARKS if _consistency(list(split_cells(start, Dialect(mark, quote, comment)))) == 1]
    return rare[0] if rare else ","


def _consistency(found: Sequence[Sequence[str]]) -> float:
    """Share of lines with the commonest number of cells; 0 when most lines have one cell only."""
    sizes = Counter(map(len, found))
    if not sizes:
        return 0.0
    size, count = max(sizes.items(), key=lambda pair: (pair[1], pair[0]))
    return count / len(found) if size > 1 else 0.0


def find_commented_header(text: str, comment: str) -> str:
    """The last comment line before the data without its mark: some programs write the column names there."""
    last = ""
    for line in io.StringIO(text[:100_000], newline=None):
        if line.lstrip().startswith(comment):
            last = line.lstrip()[len(comment) :].strip()
        elif line.strip():
            break
    return last


def detect_decimal_mark(found: Sequence[Sequence[str | None]], separator: str) -> str:
    """The decimal mark most cells can only be read with; 1,234 counts as decimal between semicolons or tabs."""
    evidence: Counter[str] = Counter()
    for record in found:
        evidence.update(find_decimal_evidence(split_unit(cell.strip())[0]) for cell in record if cell)
    if evidence[","] == evidence["."] == 0 and separator in (";", "tab"):
        return "," if evidence["?,"] else "."
    return "," if evidence[","] > evidence["."] else "."
