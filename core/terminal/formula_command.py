"""`tests formula`: the formulas of the papers that no study needs by itself, computed on numbers of one's own."""

import argparse
import json
from pathlib import Path

from core.application.evaluate_formula import describe_parameters, evaluate_formula, find_formula
from core.data import read_table
from core.laboratory.formula_table import FORMULAS
from core.report.plain import as_json
from core.statistics.undefined import Undefined
from core.store.codec import to_json
from core.support.errors import StudyError
from core.terminal.terminal_output import OUTPUT, write_text
from core.wording.undefined_text import describe_reason

INPUTS = 'numbers by name, as JSON or a file of it: {"first": [1, 2, 4], "second": "a column"}'


def add_formula(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("formula", nargs="?", metavar="KEY", help="one of the list; without it the list is printed")
    parser.add_argument("inputs", nargs="?", metavar="INPUTS", help=INPUTS)
    parser.add_argument("--table", type=Path, metavar="FILE", help="the table whose columns are named")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the result as JSON (- for standard output)")
    parser.set_defaults(carry_out=compute_formula)


def compute_formula(chosen: argparse.Namespace) -> int:
    if chosen.formula is None:
        print("\n".join(f"{row.key:<22}{row.title}" for row in FORMULAS))
        return 0
    formula = find_formula(chosen.formula)
    if chosen.inputs is None:
        print("\n".join([f"{formula.title}.", *(f"  {name}: {kind}" for name, kind in describe_parameters(formula))]))
        return 0
    table = None if chosen.table is None else read_table(chosen.table)
    found = evaluate_formula(formula, _read_inputs(chosen.inputs), table)
    plain = to_json(found)
    if chosen.json is not None:
        write_text(chosen.json, as_json({"formula": formula.key, "result": plain}))
    if chosen.json is None or chosen.json != OUTPUT:
        print(f"{formula.title}:")
        if isinstance(found, Undefined):
            print(f"  no answer: {describe_reason(found.reason)}")
        elif isinstance(plain, dict):
            print("\n".join(f"  {name} = {_word(value)}" for name, value in plain.items()))
        else:
            print(f"  {_word(plain)}")
    return 0


def _word(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else json.dumps(value)


def _read_inputs(text: str) -> dict[str, object]:
    source = Path(text).read_text("utf-8") if text.endswith(".json") and Path(text).is_file() else text
    try:
        found = json.loads(source)
    except json.JSONDecodeError as problem:
        raise StudyError(f"The inputs are no JSON: {problem}.", f"Write {INPUTS}.") from problem
    if not isinstance(found, dict):
        raise StudyError("The inputs have no names.", f"Write {INPUTS}.")
    return found
