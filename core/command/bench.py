"""`bench`: Evenfold, scikit-learn and others on the same loads, side by side; only beside the sources."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from core.errors import StudyError

PEERS = ("weka", "orange", "mlxtend")
MODULE = "benchmarks.speed.bench"


def bench(quick: bool, out: Path | None, peers: Sequence[str]) -> int:
    """All loads, or the quick ones; `peers` are other programs to measure beside them."""
    if getattr(sys, "frozen", False) or find_spec("benchmarks") is None:
        raise StudyError(
            "The installed program has no benchmarks; they are beside its sources.",
            hint="Run python3 main.py bench in the folder of the sources.",
        )
    code: int = import_module(MODULE).main(quick, out, peers)
    return code


def add_bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quick", action="store_true", help="three of the eight loads, within five minutes")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write one row per load and algorithm as JSON")
    others = "other programs, if they are installed"
    parser.add_argument("--with", dest="peers", nargs="+", choices=PEERS, default=(), help=others)
    parser.set_defaults(carry_out=lambda chosen: bench(chosen.quick, chosen.json, chosen.peers))
