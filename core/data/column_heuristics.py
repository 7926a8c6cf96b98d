"""What a column looks like from its content and its name, never from the answer: a label, a group, a constant."""

import re

import numpy as np

from core.domain.dataset import Column, Floats, Kind

LABEL_SHARE = 0.95  # distinct values per row from which whole numbers and texts look like labels
NEARLY_EMPTY = 0.05  # share of filled cells
ALIKE = 0.25  # share of the variation of the inputs that lies between groups, from which their rows look alike
_FEWEST_GROUPS = 5
_SMALL_TABLE = 10
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_PLAIN_NAME = re.compile(r"[A-Za-z]{3,}(?: [a-z]+)*")
_LABEL_WORDS = frozenset({"id", "no", "nr", "serial", "uuid", "guid", "index", "idx", "uid", "rownames"})
_GROUP_WORDS = frozenset(
    {
        "machine", "unit", "engine", "bearing", "batch", "lot", "subject", "patient", "person", "device", "asset",
        "specimen", "vehicle", "turbine", "pump", "motor", "line", "plant", "site", "station", "group", "maschine",
        "anlage", "charge", "heat", "coil", "well", "run", "experiment", "campaign",
    }
)  # fmt: skip


def split_words(name: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORDS.findall(name))


def pluralize_values(name: str) -> str:
    """What the values of a column are called: "machines" for a column "machine"."""
    if not _PLAIN_NAME.fullmatch(name):
        return f"values of '{name}'"
    return name if name.endswith("s") else name[:-1] + "ies" if re.search(r"[^aeiou]y$", name) else name + "s"


def count_distinct(column: Column) -> int:
    """How many different values a column has, missing not counted."""
    values = column.values[~column.missing]
    if values.dtype == object:
        return len(set(values.tolist()))
    ordered = np.sort(values)
    return min(len(ordered), 1) + int(np.count_nonzero(ordered[1:] != ordered[:-1]))


def is_whole(column: Column) -> bool:
    """Whether every number of the column is a whole number."""
    if column.kind is not Kind.NUMBER:
        return False
    values = column.values.astype(np.float64, copy=False)
    first = values[:10]
    if np.any((first != np.rint(first)) & ~np.isnan(first)):
        return False
    values = values[~np.isnan(values)]
    return bool(len(values)) and bool(np.all(values == np.rint(values)))


def scale_to_one(values: Floats) -> Floats:
    """The values between -1 and 1, so that no sum of them is too large for a number; missing stays missing."""
    largest = float(np.max(np.abs(values[~np.isnan(values)]), initial=0.0))
    return values / largest if largest > 0 else values


def is_constant(column: Column) -> bool:
    """Return whether every row has the same value. A gap may say something, so a column with gaps is not constant."""
    if len(column.values) > 1 and column.values[0] != column.values[1]:
        return False
    return not column.missing.any() and count_distinct(column) == 1


def is_empty(column: Column) -> bool:
    """Return whether every value is missing."""
    return bool(column.missing.all())


def has_no_information(column: Column) -> bool:
    return is_empty(column) or is_constant(column)


def is_nearly_empty(column: Column) -> bool:
    """Filled in a few rows only, like remarks beside a table."""
    filled = int((~column.missing).sum())
    return filled < NEARLY_EMPTY * len(column.values)


def is_label(column: Column) -> bool:
    """A label for the row: nearly all different and whole, names or text, or counting up with the rows, or so named."""
    filled = int((~column.missing).sum())
    if filled < _SMALL_TABLE or not (column.kind in (Kind.TEXT, Kind.NAMES) or is_whole(column)):
        return False
    share = count_distinct(column) / filled
    return share >= LABEL_SHARE or (_is_named_label(column) and share >= 0.5)


def is_surely_label(column: Column) -> bool:
    """A label beyond doubt: text, or so named, or counting up with the rows, or numbered without large gaps."""
    if not is_label(column):
        return False
    return column.kind is Kind.TEXT or _is_named_label(column) or _counts_up(column) or _is_dense(column)


def _is_named_label(column: Column) -> bool:
    words = split_words(column.name)
    return bool(words) and words[-1] in _LABEL_WORDS


def _counts_up(column: Column) -> bool:
    """Whether the numbers only rise, or only fall, from row to row."""
    values = column.values.astype(np.float64)
    return bool(np.all(values[1:] > values[:-1]) or np.all(values[1:] < values[:-1]))


def _is_dense(column: Column) -> bool:
    values = column.values[~column.missing].astype(np.float64)
    return float(values.max()) - float(values.min()) <= 2 * len(values)


def has_group_name(column: Column) -> bool:
    return bool(set(split_words(column.name)) & _GROUP_WORDS)


def stands_in_blocks(column: Column) -> bool:
    """Whether equal values stand together: there are hardly more changes from row to row than values."""
    values = column.values
    return int(np.sum(values[1:] != values[:-1])) <= 1.2 * count_distinct(column)


def can_group(column: Column) -> bool:
    """Between two values and one for every second row, and no measured quantity."""
    levels = count_distinct(column)
    suitable = column.kind in (Kind.NAMES, Kind.TEXT) or is_whole(column)
    return suitable and 2 <= levels <= int((~column.missing).sum()) / 2


def measure_alikeness(column: Column, numbers: Floats) -> float:
    """Share of the variation of the numbers that lies between the values of the column, averaged over the columns.

    Per column of numbers the intraclass correlation of a one-way layout, never below 0 (Donner 1986, section 2).
    """
    if numbers.shape[1] == 0:
        return 0.0
    rows = ~column.missing & ~np.isnan(numbers).any(axis=1)
    if rows.sum() < _SMALL_TABLE:
        return 0.0
    values = column.values[rows]
    places = np.unique(values.astype(str) if values.dtype == object else values, return_inverse=True)[1].ravel()
    return _intraclass(places, numbers[rows])


def _intraclass(places: np.typing.NDArray[np.integer], numbers: Floats) -> float:
    counts = np.bincount(places)
    groups, rows = len(counts), len(places)
    if groups < 2 or groups >= rows:
        return 0.0
    shares = []
    size = (rows - float(np.sum(counts**2)) / rows) / (groups - 1)
    for values in (numbers - numbers.mean(axis=0)).T:
        means = np.bincount(places, values) / counts
        between = float(np.sum(counts * means**2)) / (groups - 1)
        within = float(np.sum((values - means[places]) ** 2)) / (rows - groups)
        total = between + (size - 1) * within
        shares.append(max((between - within) / total, 0.0) if total > 0 else 0.0)
    return float(np.mean(shares))


def may_be_groups(column: Column) -> bool:
    """Whether the column could tell groups of rows apart, by its name or its levels."""
    if not can_group(column):
        return False
    return has_group_name(column) or (column.kind is Kind.NAMES and count_distinct(column) >= _FEWEST_GROUPS)
