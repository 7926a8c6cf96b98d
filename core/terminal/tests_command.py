"""`tests`: all tests of a study, and single ones from numbers: a published result, cases needed, many p-values."""

import argparse
from collections.abc import Sequence

from core.report.sections.family import describe_family
from core.statistics.auc_tests import cases_for_auc_difference
from core.statistics.multiplicity import ADJUSTMENTS, adjust_p
from core.statistics.t_tests import SampleSummary, two_sample_t_from_summary
from core.statistics.undefined import Undefined
from core.support.errors import StudyError
from core.terminal.formula_command import add_formula
from core.terminal.study_tests_command import add_study_tests
from core.wording.method_tables import ADJUSTMENT_TEXTS
from core.wording.undefined_text import describe_reason

METHODS = {
    "welch": "t' (Welch)",
    "cautious": "t', cautious df",
    "pooled": "pooled t",
    "z": "z (many values)",
}
INDEPENDENT = (
    "These tests take the values of each result for independent. Scores of folds that share training rows are not: "
    "there the differences come out too clear (help page published-results)."
)


def add_tests(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(title="tests", required=True, metavar="TEST")
    add_study_tests(
        kinds.add_parser("study", help="every test of a finished study, with the chances of better and worse")
    )
    published = kinds.add_parser(
        "published", help="compare two results of which mean, standard deviation and n are known"
    )
    for name in ("--ours", "--theirs"):
        published.add_argument(name, required=True, nargs=3, type=float, metavar=("MEAN", "SD", "N"))
    published.add_argument("--level", type=float, default=0.95, help="of the range (0.95 unless said)")
    published.set_defaults(carry_out=_compare_published)
    cases = kinds.add_parser("auc-cases", help="cases needed to find a difference of two AUCs (Hanley & McNeil)")
    cases.add_argument("first", type=float, metavar="AUC")
    cases.add_argument("second", type=float, metavar="AUC")
    cases.add_argument("--alpha", type=float, default=0.05)
    cases.add_argument("--power", type=float, default=0.8)
    cases.add_argument("--correlation", type=float, default=0.0, help="of the two AUCs; 0 for separate cases")
    cases.set_defaults(carry_out=_count_cases)
    many = kinds.add_parser("adjust", help="adjust p-values for a family of tests; earlier tests count too")
    many.add_argument("p", type=float, nargs="+", metavar="P")
    many.add_argument("--earlier", type=int, default=0, metavar="N", help="tests made before, whose p is not known")
    many.add_argument("--alpha", type=float, default=0.05)
    many.set_defaults(carry_out=_adjust)
    add_formula(kinds.add_parser("formula", help="compute a formula of the papers on numbers of your own"))


def _compare_published(chosen: argparse.Namespace) -> int:
    ours, theirs = (_read_summary(values) for values in (chosen.ours, chosen.theirs))
    rows = [("test", "difference", "range", "t", "df", "p")]
    for method, title in METHODS.items():
        found = two_sample_t_from_summary(ours, theirs, method, chosen.level)
        if isinstance(found, Undefined):
            raise StudyError(describe_reason(found.reason), "Check mean, standard deviation and number of values.")
        df = "–" if found.df is None else f"{found.df:.4g}"
        span = f"{found.low:.4g} to {found.high:.4g}"
        rows.append((title, f"{found.difference:.4g}", span, f"{found.t:.4g}", df, f"{found.p:.3g}"))
    _print_columns(rows)
    print(f"\nOurs less theirs. {INDEPENDENT}")
    print("Reich & Barai 1999, section 5.2, eq. 11 to 13.")
    return 0


def _read_summary(values: Sequence[float]) -> SampleSummary:
    mean, sd, size = values
    if size != int(size):
        raise StudyError(f"N is {size:g}, but it counts values.", "Give a whole number.")
    return SampleSummary(mean, sd, int(size))


def _count_cases(chosen: argparse.Namespace) -> int:
    found = cases_for_auc_difference(chosen.first, chosen.second, chosen.alpha, chosen.power, chosen.correlation)
    if isinstance(found, Undefined):
        raise StudyError(describe_reason(found.reason), "AUCs, alpha and power lie between 0 and 1 and differ.")
    print(
        f"{found.whole:,} positive and as many negative cases find AUC {chosen.first:g} against {chosen.second:g} in "
        f"{100 * chosen.power:g} of 100 studies (alpha {chosen.alpha:g}, correlation {chosen.correlation:g})."
    )
    print("Hanley & McNeil 1982, 1983. With shared cases give the correlation of the two AUCs: fewer are needed.")
    return 0


def _adjust(chosen: argparse.Namespace) -> int:
    if chosen.earlier < 0:
        raise StudyError(f"--earlier is {chosen.earlier}, but it counts tests.", "Give 0 or more.")
    given: list[float | None] = [*chosen.p, *([None] * chosen.earlier)]
    rows: list[tuple[str, ...]] = [("method", *(f"p = {p:g}" for p in chosen.p), "note")]
    for row in ADJUSTMENTS:
        found = adjust_p(given, row.key, count_undefined=True)
        if isinstance(found, Undefined):
            raise StudyError(describe_reason(found.reason), "p-values lie between 0 and 1.")
        values = [f"{value:.3g}" for value in found.adjusted[: len(chosen.p)] if value is not None]
        rows.append((ADJUSTMENT_TEXTS[row.key].title, *values, ADJUSTMENT_TEXTS[row.key].note))
    _print_columns(rows)
    print(f"\n{describe_family(chosen.alpha, len(given))}")
    return 0


def _print_columns(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
