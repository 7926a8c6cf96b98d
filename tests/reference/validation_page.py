"""Writes docs/validation.md: each formula, what it was checked against, and how often whole studies answer wrongly.

`python -m tests.reference.validation_page` writes the page; a test fails when it is out of date.
"""

import ast
import json
import re
from pathlib import Path

from benchmarks.truthfulness_lines import KEPT, read_lines
from benchmarks.truthfulness_page import write_validation
from benchmarks.truthfulness_settings import SEED
from tests.reference.procedure_table import write_procedure_table

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PAGE = ROOT / "docs" / "validation.md"
ADAPTERS = ("adapter_a.py", "adapter_b.py", "adapter_c.py", "golden_adapter.py")
# The second set of cases names the definitions behind it by the files they were computed with.
SOURCES = {
    "STATISTICS-2": "independent reference code",
    "STATISTICS.md section 9": "the table of answers",
    "stats2_ref.py": "independent reference code",
    "ASSAY DEFINITION": "own definition",
}
INTRODUCTION = """# Validation

Generated from the reference cases and the papers' tests by `python -m tests.reference.validation_page`; a test fails
when this page is out of date, and another when a case is not met. So every row below holds for this version of the
code.

How often whole studies answer wrongly is measured apart by `benchmarks/truthfulness.py`; its tables are
[at the end](#how-often-whole-studies-answer-wrongly). Whether the tests would notice a wrong formula is measured by
`benchmarks/mutations.py` ([last result](../benchmarks/mutations.md)).
"""
WHOLE_STUDIES = """## How often whole studies answer wrongly

Simulated studies through the front door, each judged by today's rule and by the corrected t alone (before the arrow),
from the same fits; of 100 studies, with standard errors. All columns, other seeds and other tests:
[benchmarks/truthfulness.md](../benchmarks/truthfulness.md).
"""


def write_page() -> str:
    """Return the page as it should be."""
    studies = write_validation(read_lines(KEPT), SEED)
    own = [*write_formula_table(), "", *write_procedure_table(), "", *write_paper_list()]
    return "\n".join([INTRODUCTION, *own, "", WHOLE_STUDIES, studies]) + "\n"


def write_formula_table() -> list[str]:
    cases: dict[str, list[str]] = {}
    for name in ("golden.json", "golden2.json"):
        for case in json.loads((HERE / name).read_text(encoding="utf-8"))["cases"]:
            cases.setdefault(case["function"], []).append(case["source"])
    code = find_code_of_formulas()
    lines = ["## Formulas", "", "| formula | in code | cases | checked against | status |", "|---|---|---|---|---|"]
    for function, sources in sorted(cases.items()):
        places = ", ".join(f"`{place}`" for place in code.get(function, ())) or "in the adapter"
        references = "; ".join(dict.fromkeys(clean_source(source) for source in sources))
        lines.append(f"| {function.replace('_', ' ')} | {places} | {len(sources)} | {references} | met |")
    return lines


def find_code_of_formulas() -> dict[str, tuple[str, ...]]:
    """Return for each formula the functions of `core` that its adapter calls, as room.file.function."""
    found: dict[str, tuple[str, ...]] = {}
    for name in ADAPTERS:
        tree = ast.parse((HERE / name).read_text(encoding="utf-8"))
        imported = {
            alias.asname or alias.name: f"{node.module.removeprefix('core.')}.{alias.name}"
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("core.")
            for alias in node.names
        }
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                names = (part.id for part in ast.walk(node) if isinstance(part, ast.Name))
                places = dict.fromkeys(imported[used] for used in names if used in imported)
                functions = tuple(place for place in places if place.rpartition(".")[2].islower())
                if functions:
                    found[node.name] = functions
    return found


def clean_source(source: str) -> str:
    for name, words in SOURCES.items():
        source = source.replace(name, words)
    return source.replace("|", "\\|").replace("\n", " ")


def write_paper_list() -> list[str]:
    lines = ["## Numbers printed in the five papers", ""]
    for path in sorted((ROOT / "tests" / "papers").glob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        lines += [f"### {ast.get_docstring(tree)}", ""]
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_that_"):
                title = node.name.removeprefix("test_that_").replace("_", " ")
                note = " ".join((ast.get_docstring(node) or "").split())
                lines.append(f"- {title}{': ' + note if note else ''}")
        lines.append("")
    return [re.sub(r"\s+$", "", line) for line in lines[:-1]]


if __name__ == "__main__":
    PAGE.write_text(write_page(), encoding="utf-8")
