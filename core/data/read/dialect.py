"""Which separator, quote, comment mark and decimal mark a text table uses."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.data.read.tokens import decimal_evidence, split_unit
from core.errors import DataError

BLANKS = "blanks"
SEPARATORS = {"tab": "\t", ";": ";", ",": ",", "|": "|", BLANKS: " "}
COMMENTS = ("#", "%", "//")
CONSISTENT = 0.9
_LINES_LOOKED_AT = 200
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


def records(text: str, dialect: Dialect) -> Iterator[list[str]]:
    """The cells of every line that is neither blank nor a comment; line breaks inside quotes are kept."""
    lines: Iterator[str] = iter(io.StringIO(text, newline=None))
    lines = uncommented(lines, dialect.comment)
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
            f"The text cannot be cut into cells ({error}).", hint="Change the separator or the quote mark."
        ) from error


def uncommented(lines: Iterable[str], mark: str) -> Iterator[str]:
    return (line for line in lines if not (mark and line.lstrip().startswith(mark)))


def detect(text: str, separator: str = "", quote: str | None = None, comment: str | None = None) -> Dialect:
    """The dialect of the first lines; what is given is taken as it is."""
    start = _first_lines(text)
    mark = comment_mark(start) if comment is None else comment
    used_quote = '"' if quote is None else quote
    return Dialect(separator or _best_separator(start, used_quote, mark), used_quote, mark)


def _first_lines(text: str) -> str:
    lines = io.StringIO(text[:400_000], newline=None).readlines()
    if len(text) > 400_000:
        lines = lines[:-1] or lines
    return "".join([line for line in lines if line.strip()][:_LINES_LOOKED_AT])


def comment_mark(start: str) -> str:
    """A mark that opens the first line and is not itself a column name."""
    first = start.lstrip().split("\n", 1)[0]
    for mark in COMMENTS:
        if first.startswith(mark) and not re.match(rf"{re.escape(mark)}\s*[,;\t|\"]", first):
            return mark
    return ""


def _best_separator(start: str, quote: str, comment: str) -> str:
    shares: dict[str, float] = {}
    for key in SEPARATORS:
        shares[key] = _consistency(list(records(start, Dialect(key, quote, comment))))
        if shares[key] >= CONSISTENT:
            return key
    best = max(shares, key=shares.__getitem__)
    return best if shares[best] > 0 else ","


def _consistency(found: Sequence[Sequence[str]]) -> float:
    """Share of lines with the commonest number of cells; 0 when most lines have one cell only."""
    sizes = Counter(map(len, found))
    if not sizes:
        return 0.0
    size, count = max(sizes.items(), key=lambda pair: (pair[1], pair[0]))
    return count / len(found) if size > 1 else 0.0


def commented_header(text: str, comment: str) -> str:
    """The last comment line before the data without its mark: some programs write the column names there."""
    last = ""
    for line in io.StringIO(text[:100_000], newline=None):
        if line.lstrip().startswith(comment):
            last = line.lstrip()[len(comment) :].strip()
        elif line.strip():
            break
    return last


def decimal_mark(found: Sequence[Sequence[str | None]], separator: str) -> str:
    """The decimal mark most cells can only be read with; 1,234 counts as decimal between semicolons or tabs."""
    evidence: Counter[str] = Counter()
    for record in found:
        evidence.update(decimal_evidence(split_unit(cell.strip())[0]) for cell in record if cell)
    if evidence[","] == evidence["."] == 0 and separator in (";", "tab"):
        return "," if evidence["?"] else "."
    return "," if evidence[","] > evidence["."] else "."
