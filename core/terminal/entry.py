"""The commands of the terminal and their exit codes.

Each command imports what it needs when it is the one that was asked for: nobody waits for the others.
"""

import argparse
import logging
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import core.wording  # noqa: F401, errors are said in words from its first import on
from core.support import paths
from core.support.damaged_package import name_package
from core.support.errors import EvenfoldError, StudyError
from core.support.log_file import refer_to_log, report_fault, start_log
from core.support.stop_signals import raise_on_stop_signals
from core.terminal.terminal_output import check_arguments, keep_output_harmless, shorten, use_plain_letters
from core.version import VERSION

if TYPE_CHECKING:
    from core.report.formats import Painter

log = logging.getLogger(__name__)
WRONG_INPUT = 2
NOBODY_READS = 141  # as shells say it of a program whose reader hung up
EXIT_CODES = """exit codes:
  run       0 answered, 1 unclear or only described, 2 wrong input, 3 too many failed, 4 blocked, 130 stopped
  check     0 everything verified, 1 something differs and is named, 2 not a study file
  self-check  0 everything works, 1 something does not and is named
  compare-*, confirm  0 answered, 1 unclear or only described, 2 wrong input, 4 blocked
  watch     0 the promise stands or it is too early to tell, 1 alarm, 2 wrong input
  others    0 done, 2 wrong input
  all       70 a fault of the program itself, which the log describes

A problem is one sentence on standard error. Ctrl+C stops a run; with --study, what was done is kept.
On a terminal a run draws a bar; elsewhere it writes ten plain lines."""


class _Parser(argparse.ArgumentParser):
    """Wrong arguments are one sentence, like every other problem."""

    def error(self, message: str) -> NoReturn:
        raise StudyError(f"{message[:1].upper()}{message[1:].rstrip('.')}.", f"See {self.prog} --help.")


def main(arguments: Sequence[str], painter: "Painter | None" = None) -> int:
    """Run one command; the painter does what core cannot do by itself (pdf, png)."""
    use_plain_letters()
    with keep_output_harmless():
        return _carry_out(arguments, painter)


def _carry_out(arguments: Sequence[str], painter: "Painter | None") -> int:
    start_log()
    log.info("Evenfold %s: %s", VERSION, " ".join(arguments))
    try:
        chosen = _parser(arguments, painter).parse_args(arguments)
        check_arguments(chosen)
        with raise_on_stop_signals():
            code = int(chosen.carry_out(chosen))
        sys.stdout.flush()
        return code
    except EvenfoldError as problem:
        log.info("ended with a message: %s", problem)
        print(f"evenfold: {shorten(str(problem))}", file=sys.stderr)
        return WRONG_INPUT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing is left to be flushed at the end
        return NOBODY_READS
    except OSError as problem:
        log.exception("a file or folder refused")
        named = f"{problem.filename}: " if problem.filename else ""
        print(f"evenfold: {shorten(named, 200)}{problem.strerror or problem}. {refer_to_log()}", file=sys.stderr)
        return WRONG_INPUT
    except ImportError:
        raise  # a package is damaged or gone; who started this can repair it
    except Exception as problem:  # the last net, which logs it
        if name_package(problem):
            raise  # the same
        return report_fault()


def without_display() -> int:
    """No window can be shown: do the main job here, on the first sample."""
    from core.terminal.run_command import run_sample

    print("No graphical session was found, so Evenfold works in this terminal.")
    own_data = f"{paths.own_command()} run PLAN.toml"
    print(f"With a display, the same command opens the window. For your own data: {own_data}\n")
    try:
        return run_sample("bearing")
    except EvenfoldError as problem:
        print(f"evenfold: {problem}", file=sys.stderr)
        return WRONG_INPUT


def _parser(arguments: Sequence[str], painter: "Painter | None") -> argparse.ArgumentParser:
    """The parser with the arguments of the command that was asked for; of the others it knows what they are for."""
    parser = _Parser(
        prog="evenfold",
        description="Which model to use, how good it will be, how sure we are.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"Evenfold {VERSION}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    asked = next((argument for argument in arguments if not argument.startswith("-")), "")

    def command(name: str, text: str, add: Callable[[argparse.ArgumentParser], None]) -> None:
        found = commands.add_parser(name, help=text, description=f"{text[:1].upper()}{text[1:]}.", allow_abbrev=False)
        if name == asked:
            add(found)

    command("run", "carry out the study of a plan file, or go on with a study file", partial(_add_run, painter))
    command("check", "verify a study file: plan, data, splits and every number", _add_check)
    command("final-test", "open the final test rows of a finished study, once", _add_final_test)
    if asked == "vault":  # its name in the first edition, not listed
        _add_final_test(commands.add_parser("vault", allow_abbrev=False))
    command("model", "keep the final model of a finished study, trained on all rows", _add_model)
    command("predict", "answer the rows of a new file with a final model", _add_predict)
    command("explain", "say which inputs matter, whether more rows would help, and what the checks found", _add_explain)
    command("watch", "see whether a model in use still holds its promise; add new rows with known values", _add_watch)
    command("report", "write the report of a finished study file", partial(_add_report, painter))
    command("new-plan", "write a plan for a data file, filled with the suggestions", _add_new_plan)
    command("look", "say what a data file contains", _add_look)
    command("many", "compare several models over several data sets", _add_many)
    command("tests", "all tests of a study, or single ones from numbers: a published result, cases needed", _add_tests)
    command("laboratory", "carry out a procedure of the papers on a finished study", _add_laboratory)
    command("compare-predictions", "compare predictions that were made elsewhere", _add_compare)
    command("scheduler", "start the scheduler of a cluster", _add_scheduler)
    command("worker", "train for a cluster", _add_worker)
    command("confirm", "judge a finished study once more, on new rows", _add_confirm)
    command("compare-scores", "compare scores of folds that were made elsewhere", _add_scores)
    command("algorithms", "list the algorithms, their settings and what tuning tries", _add_algorithms)
    command("self-check", "check that this installation can do its work", _add_self_check)
    command("samples", "list the sample studies", _add_samples)
    command("bench", "measure the speed beside scikit-learn and other programs (only beside the sources)", _add_bench)
    return parser


def _add_many(parser: argparse.ArgumentParser) -> None:
    from core.terminal.many import add_many

    add_many(parser)


def _add_tests(parser: argparse.ArgumentParser) -> None:
    from core.terminal.tests_command import add_tests

    add_tests(parser)


def _add_laboratory(parser: argparse.ArgumentParser) -> None:
    from core.terminal.laboratory_command import add_laboratory

    add_laboratory(parser)


def _add_scheduler(parser: argparse.ArgumentParser) -> None:
    from core.terminal.cluster_commands import add_scheduler

    add_scheduler(parser)


def _add_worker(parser: argparse.ArgumentParser) -> None:
    from core.terminal.cluster_commands import add_worker

    add_worker(parser)


def _add_bench(parser: argparse.ArgumentParser) -> None:
    from core.terminal.bench import add_bench

    add_bench(parser)


def _add_compare(parser: argparse.ArgumentParser) -> None:
    from core.terminal.compare_predictions_command import add_arguments, carry_out

    add_arguments(parser)
    parser.set_defaults(carry_out=carry_out)


def _add_confirm(parser: argparse.ArgumentParser) -> None:
    from core.terminal.confirm_command import add_arguments, carry_out

    add_arguments(parser)
    parser.set_defaults(carry_out=carry_out)


def _add_scores(parser: argparse.ArgumentParser) -> None:
    from core.terminal.compare_scores_command import add_arguments, carry_out

    add_arguments(parser)
    parser.set_defaults(carry_out=carry_out)


def _add_run(painter: "Painter | None", parser: argparse.ArgumentParser) -> None:
    from core.terminal.cluster_commands import add_cluster, options_of
    from core.terminal.run_command import Destinations, run_plan
    from core.terminal.terminal_history import add_ignore_history

    parser.add_argument("plan", type=Path, metavar="PLAN.toml", help="a plan file, or a study file to go on with")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all numbers as JSON (- for standard output)")
    parser.add_argument(
        "--report", type=Path, metavar="OUT.html", help="write the report, in the format of this ending"
    )
    parser.add_argument("--study", type=Path, metavar="FILE.evenfold", help="keep the study; an unfinished one goes on")
    parser.add_argument("--workers", type=_whole, metavar="N", help="worker processes; 0 works in this process")
    parser.add_argument(
        "--time-limit", type=_seconds, metavar="SECONDS", help="end a training that takes longer; it counts as failed"
    )
    parser.add_argument("--resume", action="store_true", help="go on only: the study file must be there already")
    parser.add_argument("--extend", type=_whole, metavar="REPEATS", help="go on to this many repeats in all")
    add_ignore_history(parser)
    add_cluster(parser)
    parser.set_defaults(
        carry_out=lambda chosen: run_plan(
            chosen.plan,
            Destinations(chosen.json, chosen.report, chosen.study, painter),
            options_of(chosen),
            chosen.resume,
            chosen.extend,
            chosen.ignore_history,
        )
    )


def _add_check(parser: argparse.ArgumentParser) -> None:
    from core.terminal.check import check
    from core.terminal.cluster_commands import make_options

    parser.add_argument("file", type=Path, metavar="FILE.evenfold")
    _add_json(parser)
    parser.add_argument("--retrain", action="store_true", help="do every training again and compare the predictions")
    parser.add_argument(
        "--workers", type=_whole, metavar="N", help="worker processes for --retrain; 0 works in this one"
    )
    parser.set_defaults(
        carry_out=lambda chosen: check(
            chosen.file, chosen.json, make_options(chosen.workers) if chosen.retrain else None
        )
    )


def _add_model(parser: argparse.ArgumentParser) -> None:
    from core.terminal.model import model

    parser.add_argument("file", type=Path, metavar="FILE.evenfold")
    parser.add_argument("--candidate", default="", metavar="KEY", help="another candidate than the recommended one")
    where = "where to; beside the study unless said otherwise; a name that ends in .xlsx, .py or .c exports the model"
    parser.add_argument("--out", type=Path, metavar="FILE", help=where)
    parser.add_argument("--level", type=int, choices=(80, 90, 95), default=90, help="of ranges in an export (90)")
    parser.add_argument("--without-rows", action="store_true", help="keep no input rows of the study in the file")
    parser.add_argument(
        "--recalibrate", choices=("platt", "isotonic"), help="two classes: turn scores into probabilities by this map"
    )
    parser.set_defaults(
        carry_out=lambda chosen: model(
            chosen.file, chosen.candidate, chosen.out, not chosen.without_rows, chosen.level / 100, chosen.recalibrate
        )
    )


def _add_watch(parser: argparse.ArgumentParser) -> None:
    from core.terminal.model import watch

    parser.add_argument("model", type=Path, metavar="MODEL")
    parser.add_argument("file", type=Path, nargs="?", metavar="NEW.csv", help="new rows with known values, to be added")
    parser.set_defaults(carry_out=lambda chosen: watch(chosen.model, chosen.file))


def _add_predict(parser: argparse.ArgumentParser) -> None:
    from core.terminal.model import predict

    parser.add_argument("model", type=Path, metavar="MODEL")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--out", type=Path, required=True, metavar="OUT.csv", help="where to: .csv or .xlsx")
    parser.add_argument("--level", type=int, choices=(80, 90, 95), default=90, help="of ranges, in percent (90)")
    parser.set_defaults(carry_out=lambda chosen: predict(chosen.model, chosen.file, chosen.out, chosen.level / 100))


def _add_final_test(parser: argparse.ArgumentParser) -> None:
    from core.terminal.final_test_command import open_final_test_rows

    parser.add_argument("file", type=Path, metavar="FILE.evenfold")
    _add_json(parser)
    parser.set_defaults(carry_out=lambda chosen: open_final_test_rows(chosen.file, chosen.json))


def _add_explain(parser: argparse.ArgumentParser) -> None:
    from core.terminal.cluster_commands import make_options
    from core.terminal.explain import explain

    parser.add_argument("file", type=Path, metavar="FILE.evenfold")
    parser.add_argument("--model", action="append", default=[], metavar="KEY", help="another model than the one to use")
    parser.add_argument("--one-input", action="store_true", help="also train on the most important input alone (I-01)")
    parser.add_argument("--sizes", action="store_true", help="also train on numbers of rows between half and most")
    parser.add_argument("--pairs", action="store_true", help="also ask what two inputs do together")
    parser.add_argument(
        "--at-most", type=_per_hundred, metavar="X", help="two classes: the threshold that misses at most X of 100"
    )
    parser.add_argument("--workers", type=_whole, metavar="N", help="worker processes; 0 works in this process")
    _add_json(parser)
    parser.set_defaults(
        carry_out=lambda chosen: explain(
            chosen.file,
            chosen.model,
            make_options(chosen.workers),
            chosen.json,
            chosen.at_most,
            chosen.one_input,
            chosen.sizes,
            chosen.pairs,
        )
    )


def _add_report(painter: "Painter | None", parser: argparse.ArgumentParser) -> None:
    from core.terminal.report import SUFFIXES, report

    parser.add_argument("file", type=Path, metavar="FILE.evenfold")
    parser.add_argument("--to", choices=tuple(SUFFIXES), help="the format; else that of the ending of FILE, or html")
    parser.add_argument("--out", type=Path, metavar="FILE", help="where to; beside the study unless said otherwise")
    parser.set_defaults(carry_out=lambda chosen: report(chosen.file, chosen.to, chosen.out, painter))


def _add_new_plan(parser: argparse.ArgumentParser) -> None:
    from core.terminal.new_plan import new_plan

    parser.add_argument("data", type=Path, metavar="DATA.csv")
    parser.add_argument("--out", type=Path, metavar="PLAN.toml", help="where to (- for standard output)")
    parser.set_defaults(carry_out=lambda chosen: new_plan(chosen.data, chosen.out))


def _add_look(parser: argparse.ArgumentParser) -> None:
    from core.terminal.look import look

    parser.add_argument("file", type=Path, metavar="FILE")
    _add_json(parser)
    parser.set_defaults(carry_out=lambda chosen: look(chosen.file, chosen.json))


def _add_self_check(parser: argparse.ArgumentParser) -> None:
    from core.terminal.self_check import check_installation

    parser.set_defaults(carry_out=lambda _chosen: check_installation())


def _add_algorithms(parser: argparse.ArgumentParser) -> None:
    from core.terminal.lists import list_algorithms

    _add_json(parser)
    parser.set_defaults(carry_out=lambda chosen: list_algorithms(chosen.json))


def _add_samples(parser: argparse.ArgumentParser) -> None:
    from core.terminal.lists import list_samples

    _add_json(parser)
    parser.set_defaults(carry_out=lambda chosen: list_samples(chosen.json))


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", type=Path, metavar="OUT", help="write it as JSON (- for standard output)")


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 0")
    return int(text)


def _per_hundred(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < 100:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0 and below 100")
    return found


def _seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return found
