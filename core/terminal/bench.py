"""`bench`: Evenfold, scikit-learn and others on the same loads, side by side; only beside the sources."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from core.support.errors import StudyError

PEERS = ("weka", "orange", "mlxtend")
LOADS = (*(f"W{number}" for number in range(1, 9)), "growth")
MODULE = "benchmarks.speed.bench"


def bench(quick: bool, out: Path | None, peers: Sequence[str], only: Sequence[str]) -> int:
    """All loads, the quick ones, or `only` some; `peers` are other programs to measure beside them."""
    if getattr(sys, "frozen", False) or find_spec("benchmarks") is None:
        raise StudyError(
            "The installed program has no benchmarks; they are beside its sources.",
            hint="Run python3 main.py bench in the folder of the sources.",
        )
    code: int = import_module(MODULE).main(quick, out, peers, only)
    return code


def add_bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quick", action="store_true", help="three of the eight loads, within five minutes")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write one row per load and algorithm as JSON")
    others = "other programs, if they are installed"
    parser.add_argument("--with", dest="peers", nargs="+", choices=PEERS, default=(), help=others)
    some = "some loads, and growth with rows and shuffles, without writing the page of all loads"
    parser.add_argument("--only", nargs="+", choices=LOADS, default=(), metavar="LOAD", help=some)
    parser.set_defaults(carry_out=lambda chosen: bench(chosen.quick, chosen.json, chosen.peers, chosen.only))
