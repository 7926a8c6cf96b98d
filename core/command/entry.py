"""The commands of the terminal and their exit codes: 0 settled, 1 not settled, 2 wrong input, 3 too many failures."""

import argparse
import sys
from pathlib import Path

from core.command.look import look
from core.command.run import run_plan, run_sample
from core.errors import EvenfoldError
from core.version import VERSION

WRONG_INPUT = 2


def main(arguments: list[str]) -> int:
    """Run one command; every expected problem is one sentence on stderr and exit code 2."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    try:
        return int(chosen.carry_out(chosen))
    except EvenfoldError as problem:
        print(f"evenfold: {problem}", file=sys.stderr)
        return WRONG_INPUT


def without_display() -> int:
    """No window can be shown: do the main job here, on the first sample."""
    print("No graphical session was found, so Evenfold works in this terminal.")
    print("With a display, the same command opens the window. For your own data: python3 main.py run PLAN.toml\n")
    try:
        return run_sample("bearing")
    except EvenfoldError as problem:
        print(f"evenfold: {problem}", file=sys.stderr)
        return WRONG_INPUT


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="evenfold", description="Which model to use, how good it will be, how sure we are."
    )
    parser.add_argument("--version", action="version", version=f"Evenfold {VERSION}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_run(commands.add_parser("run", help="carry out the study of a plan file"))
    _add_look(commands.add_parser("look", help="say what a data file contains"))
    return parser


def _add_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("plan", type=Path, metavar="PLAN.toml")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all numbers as JSON (- for standard output)")
    parser.add_argument("--report", type=Path, metavar="OUT.html", help="write the report")
    parser.add_argument("--study", type=Path, metavar="FILE.evenfold", help="keep the study; an unfinished one goes on")
    parser.add_argument("--workers", type=_workers, metavar="N", help="worker processes; 0 works in this process")
    parser.set_defaults(
        carry_out=lambda chosen: run_plan(chosen.plan, chosen.json, chosen.report, chosen.study, chosen.workers)
    )


def _workers(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 0")
    return int(text)


def _add_look(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write it as JSON (- for standard output)")
    parser.set_defaults(carry_out=lambda chosen: look(chosen.file, chosen.json))
