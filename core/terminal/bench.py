"""`bench`: what people run, beside scikit-learn's idiom; only beside the sources."""

import argparse
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from core.support.errors import StudyError

MODULE = "benchmarks.speed.bench"


def bench(quick: bool, tables: Path | None, out: Path | None) -> int:
    """Everything, or the `quick` part of it; `tables` is a folder with public tables and their manifest.json."""
    if getattr(sys, "frozen", False) or find_spec("benchmarks") is None:
        raise StudyError(
            "The installed program has no benchmarks; they are beside its sources.",
            hint="Run python3 main.py bench in the folder of the sources.",
        )
    if tables is not None and not (tables / "manifest.json").is_file():
        raise StudyError(f"{tables} has no manifest.json.", hint="Name a folder of tables with their manifest.")
    code: int = import_module(MODULE).main(quick, tables, out)
    return code


def add_bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--quick", action="store_true", help="two studies and three algorithms, without writing the page"
    )
    parser.add_argument(
        "--tables", type=Path, metavar="FOLDER", help="public tables to measure too, with a manifest.json"
    )
    parser.add_argument("--json", type=Path, metavar="OUT", help="write one row per measurement as JSON")
    parser.set_defaults(carry_out=lambda chosen: bench(chosen.quick, chosen.tables, chosen.json))
