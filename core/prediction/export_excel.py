"""A final model as an Excel workbook with live formulas: rows typed into its first sheet are predicted at once."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from core.prediction.export_python import describe_export
from core.prediction.portable import LOGISTIC, ONE_AGAINST_REST, SOFTMAX, Plain
from core.report.write_workbook import Cell, Formula, Sheet, column_letters, packed_workbook
from core.support.errors import StudyError

ROWS = 100  # prepared for typing
LONGEST_FORMULA, DEEPEST = 8_000, 60  # Excel takes 8,192 letters and 64 levels
MOST_REMARKS = 60  # inputs that a remark names one by one
LARGEST = 1e307  # a cell holds no infinite number
KINDS = ("linear", "terms", "additive", "trees")
Rows = Sequence[Sequence[Cell]]


def write_excel_workbook(plain: Plain, rows: Rows = ()) -> bytes:
    """Return the workbook; `rows` are inputs to fill in (numbers, category names, None), else one usual row is.

    Raise a StudyError for kinds of models that formulas cannot hold.
    """
    return packed_workbook(_Workbook(plain).make_sheets(list(rows) or [_make_usual_row(plain)]), computes=True)


def _make_usual_row(plain: Plain) -> list[Cell]:
    """The middle of what was tested, to show how a row looks."""
    inputs: Any = plain["inputs"]
    row: list[Cell] = []
    for column in inputs:
        if column["levels"] is not None:
            row.append(next((level for level in column["levels"] if level not in column["untested"]), None))
        else:
            row.append(None if column["low"] is None else (column["low"] + column["high"]) / 2)
    return row


class _Parameters:
    """The numbers of the model, one list per column of a sheet; formulas refer to their cells, so no digit is lost."""

    def __init__(self) -> None:
        self.heads: list[str] = []
        self.lists: list[list[Cell]] = []

    def add(self, head: str, values: Sequence[Cell]) -> str:
        """Put down a list and return its range."""
        self.heads.append(head)
        self.lists.append(list(values))
        letter = column_letters(len(self.lists) - 1)
        return f"Parameters!${letter}$2:${letter}${len(values) + 1}"

    def make_sheet(self) -> Sheet:
        return Sheet("Parameters", self.heads, list(zip_longest(*self.lists)))


def _cell(range_: str, place: int) -> str:
    """One cell of a range of parameters, counted from 0."""
    letter = range_.split("$")[1]
    return f"Parameters!${letter}${place + 2}"


class _Workbook:
    def __init__(self, plain: Plain) -> None:
        self.plain: dict[str, Any] = dict(plain)
        self.model: dict[str, Any] = self.plain["model"]
        self.inputs: list[dict[str, Any]] = self.plain["inputs"]
        self.classes: list[str] = self.plain["classes"]
        self.parameters = _Parameters()
        self.last = column_letters(max(len(self.inputs) - 1, 0))
        self.name_cells = self.parameters.add("input", [column["name"] for column in self.inputs])
        self.first_score = 0
        self.work_cells = 0
        self.curve_cells: list[list[int]] = []
        is_one_tree = self.model["kind"] != "trees" or len(self.model["trees"]) == 1
        if self.model["kind"] not in KINDS or not is_one_tree:
            raise StudyError(
                f"{self.plain['name']} has too many parts for formulas of Excel.",
                hint="Export it as a Python or C file, or choose a linear, additive or tree model.",
            )

    def make_sheets(self, rows: Rows) -> list[Sheet]:
        width = len(self.inputs)
        names = [column["name"] for column in self.inputs]
        checks = [self._check(place) for place in range(width)]
        columns = [self._prepare(*column) for column in self.plain["columns"]]
        work = self._make_work()
        answers = self._make_answers(work)
        results = self._make_results(answers)
        blank: list[Cell] = [None] * width
        filled = [*rows, *[blank] * max(0, ROWS - len(rows))]
        numbers = range(2, len(filled) + 2)

        def lines(formulas: Sequence[str]) -> list[list[Cell]]:
            return [[Formula(text.replace("#", str(number))) for text in formulas] for number in numbers]

        first = [[*row, *line] for row, line in zip(filled, lines([text for _, text in results]), strict=True)]
        about = Sheet("About", ("About this model",), [(line,) for line in describe_export(self.plain)])
        sheets = [
            Sheet("Predict", [*names, *(head for head, _ in results)], first),
            about,
            Sheet("Checks", names, lines(checks)),
            Sheet("Columns", self._name_columns(), lines(columns)),
            Sheet("Work", [f"part {place + 1}" for place in range(len(work))], lines(work)),
            Sheet("Answers", [f"answer {place + 1}" for place in range(len(answers))], lines(answers)),
            self.parameters.make_sheet(),
        ]
        return [sheet for sheet in sheets if sheet.head]

    def _name_columns(self) -> list[str]:
        named = []
        for place, level, *_ in self.plain["columns"]:
            column = self.inputs[place]
            named.append(column["name"] if level is None else f"{column['name']} = {column['levels'][level]}")
        return named

    def _check(self, place: int) -> str:
        """0 inside, 1 edge, 2 outside: one input against what was tested."""
        column, cell = self.inputs[place], f"Predict!{column_letters(place)}#"
        if column["levels"] is not None:
            tested = [level for level in column["levels"] if level not in column["untested"]]
            known = self.parameters.add(f"categories {place + 1}", tested or [""])
            return f'IF({cell}="",0,IF(SUMPRODUCT(--EXACT({cell},{known}))>0,0,2))'
        if column["low"] is None:
            return "0"
        reach = column["reach"] * (column["high"] - column["low"])
        ends = [column["low"], column["high"], column["low"] - reach, column["high"] + reach]
        tested_ends = self.parameters.add(f"tested {place + 1}", ends)
        low, high, lowest, highest = (_cell(tested_ends, at) for at in range(4))
        inside = f"AND({cell}>={low},{cell}<={high})"
        return f"IF(ISNUMBER({cell}),IF({inside},0,IF(AND({cell}>={lowest},{cell}<={highest}),1,2)),0)"

    def _prepare(self, place: int, level: int | None, fill: float | None, mean: float, spread: float) -> str:
        cell = f"Predict!{column_letters(place)}#"
        if level is not None:
            levels = self.inputs[place]["levels"]
            usual = levels[int(fill)] if fill is not None else ""
            names = self.parameters.add("category, usual", [levels[level], usual])
            check = f"Checks!{column_letters(place)}#"
            known = f'IF(OR({cell}="",{check}=2),{_cell(names, 1)},{cell})'
            return f"IF(EXACT({known},{_cell(names, 0)}),1,0)"
        if fill is None:
            return f'IF(ISNUMBER({cell}),{cell},"")'
        numbers = self.parameters.add("fill, mean, spread", [fill, mean, spread])
        filled, middle, scale = (_cell(numbers, at) for at in range(3))
        return f"(IF(ISNUMBER({cell}),{cell},{filled})-{middle})/{scale}"

    def _make_work(self) -> list[str]:
        """What stands between columns and answers: terms, pieces of curves, or the leaf of the tree."""
        kind = self.model["kind"]
        if kind == "terms":
            return [self._multiply(term) for term in self.model["terms"]]
        if kind == "additive":
            return [text for curve in self.model["curves"] for text in self._follow(curve)]
        if kind == "trees":
            return [self._find_leaf(self.model["trees"][0])]
        return []

    def _multiply(self, term: Sequence[tuple[int, float | None]]) -> str:
        factors = []
        for place, knot in term:
            cell = f"Columns!{column_letters(place)}#"
            if knot is None:
                factors.append(cell)
            else:
                factors.append(f"MAX({cell}-{_cell(self.parameters.add('knot', [knot]), 0)},0)")
        return "*".join(factors) or "1"

    def _follow(self, curve: dict[str, Any]) -> list[str]:
        """The value inside the ends, its piece, the distance into it, and the curve of each answer."""
        breaks = self.parameters.add("breaks", curve["breaks"][:-1])
        ends = self.parameters.add("ends", [curve["breaks"][0], curve["breaks"][-1]])
        low, high = (_cell(ends, at) for at in range(2))
        value = f"Columns!{column_letters(curve['column'])}#"
        first = self.work_cells
        inside, piece, away = (f"Work!{column_letters(first + at)}#" for at in range(3))
        texts = [
            f"MIN(MAX({value},{low}),{high})",
            f"MATCH({inside},{breaks},1)",
            f"{inside}-INDEX({breaks},{piece})",
        ]
        for pieces, slopes in zip(curve["pieces"], curve["slopes"], strict=True):
            powers = [self.parameters.add("coefficients", list(column)) for column in zip(*pieces, strict=True)]
            ranges = self.parameters.add("slopes", slopes)
            horner = f"INDEX({powers[0]},{piece})"
            for range_ in powers[1:]:
                horner = f"({horner})*{away}+INDEX({range_},{piece})"
            beyond = f"({value}-{inside})*IF({value}<{inside},{_cell(ranges, 0)},{_cell(ranges, 1)})"
            texts.append(f"{horner}+{beyond}")
        self.work_cells += len(texts)
        self.curve_cells.append([first + 3 + answer for answer in range(len(curve["pieces"]))])
        return texts

    def _find_leaf(self, tree: dict[str, Any]) -> str:
        thresholds = self.parameters.add("threshold", [min(value, LARGEST) for value in tree["threshold"]])
        deepest = 0

        def write(node: int, depth: int) -> str:
            nonlocal deepest
            deepest = max(deepest, depth)
            if tree["column"][node] < 0 or depth > DEEPEST:
                return str(node + 1)
            cell = f"Columns!{column_letters(tree['column'][node])}#"
            missing = "TRUE" if tree["missing_left"][node] else "FALSE"
            goes_left = f'IF({cell}="",{missing},{cell}<={_cell(thresholds, node)})'
            return f"IF({goes_left},{write(node + 1, depth + 1)},{write(tree['right'][node], depth + 1)})"

        text = write(0, 0)
        if deepest > DEEPEST or len(text) > LONGEST_FORMULA:
            leaves = sum(column < 0 for column in tree["column"])
            raise StudyError(
                f"The tree has {leaves} leaves: its formula is longer or deeper than Excel takes.",
                hint="Export it as a Python or C file, or choose a stronger pruning.",
            )
        return text

    def _make_answers(self, work: Sequence[str]) -> list[str]:
        """Raw answers, then scores of all classes."""
        if self.model["kind"] == "trees":
            values = zip(*self.model["trees"][0]["value"], strict=True)
            raw = [f"INDEX({self.parameters.add('value', list(value))},Work!A#)" for value in values]
        else:
            raw = [self._add_up(answer, len(work)) for answer in range(len(self.model["constant"]))]
        if not self.classes:
            return raw
        return [*raw, *self._score(len(raw))]

    def _add_up(self, answer: int, parts: int) -> str:
        constant = _cell(self.parameters.add("constant", [self.model["constant"][answer]]), 0)
        weights = self.model["weights"][answer]
        sheet = "Work" if self.model["kind"] == "terms" else "Columns"
        text = constant
        if weights:
            last = column_letters(len(weights) - 1)
            text = f"{constant}+SUM(MMULT({sheet}!A#:{last}#,{self.parameters.add('weights', weights)}))"
        for cells in self.curve_cells:
            text += f"+Work!{column_letters(cells[answer])}#"
        return text

    def _score(self, raw: int) -> list[str]:
        link, last = self.plain["link"], column_letters(raw - 1)
        answers = f"Answers!A#:{last}#"
        if link == LOGISTIC:
            second = "1/(1+EXP(MIN(700,-Answers!A#)))"
            scores = [f"1-{second}", second]
        elif link == SOFTMAX:
            total = f"SUMPRODUCT(EXP({answers}-MAX({answers})))"
            scores = [f"EXP(Answers!{column_letters(at)}#-MAX({answers}))/{total}" for at in range(raw)]
        elif link == ONE_AGAINST_REST:
            chances = [f"1/(1+EXP(MIN(700,-Answers!{column_letters(at)}#)))" for at in range(raw)]
            if raw == 1:
                scores = [chances[0], f"1-{chances[0]}"]
            else:
                total = "+".join(f"MAX({chance},1E-9)" for chance in chances)
                scores = [f"MAX({chance},1E-9)/({total})" for chance in chances]
        else:
            scores = [f"Answers!{column_letters(at)}#" for at in range(raw)]
        by_label = dict(zip(self.plain["labels"], scores, strict=True))
        self.first_score = raw
        return [by_label.get(label, "0") for label in range(len(self.classes))]

    def _make_results(self, answers: Sequence[str]) -> list[tuple[str, str]]:
        """Heading and formula of every result; a row without inputs shows nothing."""
        empty = f"COUNTA(A#:{self.last}#)=0" if self.inputs else "FALSE"
        worst = f"MAX(Checks!A#:{self.last}#)" if self.inputs else "0"
        place = f'CHOOSE({worst}+1,"inside","edge","outside")'
        results = self._show_classes(worst) if self.classes else self._show_numbers(worst)
        shown = [*results, ("place", place), ("remark", self._remark())]
        return [(head, f'IF({empty},"",{text})') for head, text in shown]

    def _show_numbers(self, worst: str) -> list[tuple[str, str]]:
        found = []
        several = len(self.plain["outputs"]) > 1
        for place, output in enumerate(self.plain["outputs"]):
            before = f"{output} " if several else ""
            scale = self.parameters.add("spread, mean", [self.plain["scale"][place], self.plain["shift"][place]])
            value = f"Answers!{column_letters(place)}#*{_cell(scale, 0)}+{_cell(scale, 1)}"
            limit = self.plain["limits"][place]
            half = None if limit is None else _cell(self.parameters.add("limit", [limit]), 0)
            found.append((f"{before}predicted", value))
            for head, sign in (("low", "-"), ("high", "+")):
                text = '""' if half is None else f'IF({worst}=2,"",{value}{sign}{half})'
                found.append((f"{before}{head}", text))
        return found

    def _show_classes(self, worst: str) -> list[tuple[str, str]]:
        first, last = (column_letters(self.first_score + at) for at in (0, len(self.classes) - 1))
        scores = f"Answers!{first}#:{last}#"
        names = self.parameters.add("class", self.classes)
        best = f"MATCH(MAX({scores}),{scores},0)"
        if self.plain["threshold"] is not None:
            positive, threshold = self.plain["threshold"]
            cell = f"Answers!{column_letters(self.first_score + positive)}#"
            limit = _cell(self.parameters.add("threshold", [threshold]), 0)
            best = f"IF({cell}>{limit},{positive + 1},{2 - positive})"
        parts = []
        for place, limit in enumerate(self.plain["limits"]):
            cell = f"Answers!{column_letters(self.first_score + place)}#"
            name = f'{_cell(names, place)}&"; "'
            holds = None if limit is None else _cell(self.parameters.add("limit", [limit]), 0)
            parts.append(name if holds is None else f'IF(1-{cell}<={holds}+1E-12,{name},"")')
        possible = f'IF({worst}=2,"",{"&".join(parts)})' if parts else '""'
        return [
            ("predicted", f"INDEX({names},{best})"),
            ("score", f"INDEX({scores},{best})"),
            ("not_excluded", possible),
        ]

    def _remark(self) -> str:
        if not 0 < len(self.inputs) <= MOST_REMARKS:
            return '""'
        parts = []
        for place in range(len(self.inputs)):
            letter, name = column_letters(place), _cell(self.name_cells, place)
            outside = f'{name}&" is not as tested; "'
            missing = f'{name}&" is missing; "'
            parts.append(f'IF(Checks!{letter}#>0,{outside},IF({letter}#="",{missing},""))')
        return "&".join(parts)
