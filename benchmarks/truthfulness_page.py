"""Every page that shows what the laboratory of truthfulness measured, written from the kept results.

The full tables go into `truthfulness.md` beside this file and docs/validation.md, the tables for engineers into the
help, and the rates of the tests into `core/wording/measured_rates.py` and the help pages of those tests.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmarks.tables import (
    DIFFERENT,
    EQUAL,
    WHICH,
    Columns,
    Summary,
    Tally,
    list_goals,
    make_page,
    make_table,
    summarize,
)
from benchmarks.truthfulness_help import write_help_page
from benchmarks.truthfulness_lines import Lines
from benchmarks.truthfulness_settings import WORLDS
from benchmarks.worlds import Aim

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "benchmarks" / "truthfulness.md"
HELP = ROOT / "resources" / "help"
RATES = ROOT / "core" / "wording" / "measured_rates.py"
BEGIN, END = "<!-- written by python -m benchmarks.truthfulness --publish -->", "<!-- end -->"
# Tests of a difference under cross-validation; `tost` asks another question, `cross-validated` is today's rule.
TESTS = (
    "corrected-t", "5x2-f", "5x2-t", "averaged-t", "paired-t-one-shuffle", "sign-flip", "sign-test", "mcnemar",
    "mcnemar-midp", "pooled-t", "fisher-shuffles", "wilcoxon-shuffles",
)  # fmt: skip
# The same settings in the specification of the rule: true difference, found by the corrected t alone and by the rule.
SPECIFIED_POWER = {
    "power-bayes-100": (0.167, 72.0, 69.0),
    "power-lda-200": (0.109, 74.4, 71.6),
    "power-knn5-100": (0.179, 78.3, 70.7),
    "power-knn5-200": (0.130, 80.5, 76.0),
    "power-tree-200": (0.120, 81.2, 72.8),
    "power-hidden-100": (0.164, 47.7, 17.3),
    "power-ridge-60": (0.415, 69.0, 58.0),
    "power-knn-numbers-100": (0.199, 49.0, 34.0),
    "power-groups-lda-20": (0.143, 85.2, 78.0),
    "small-5-against-15-neighbors-100": (0.016, 2.2, 0.4),
    "small-lda-against-neighbors-100": (0.045, 6.2, 2.2),
}
QUOTED = re.compile(r"in \d+ to \d+ of 100 studies")  # in the help page of a test


def publish(found: Lines, seed: int) -> None:
    from tests.reference import validation_page

    for path, text in list_pages(found, seed).items():
        path.write_text(text, encoding="utf-8")
    validation_page.PAGE.write_text(validation_page.write_page(), encoding="utf-8")


def list_pages(found: Lines, seed: int) -> dict[Path, str]:
    """All pages as they should be, except for docs/validation.md, whose own writer asks for its tables."""
    mine = summarize_seed(found, seed)
    rates = measure_rates(mine)
    pages = {
        PAGE: _replace_written(PAGE, write_tables(found, seed)),
        HELP / "truthfulness.md": write_help_page(mine, describe_versions(found, seed)),
        RATES: write_rates(rates, len(_of(mine, Aim.EQUAL))),
    }
    for test in TESTS:
        path = HELP / f"{test}.md"
        text = path.read_text(encoding="utf-8")
        if QUOTED.search(text):
            low, _, high = rates[test]
            pages[path] = QUOTED.sub(f"in {low:.0f} to {high:.0f} of 100 studies", text)
    return pages


def summarize_seed(found: Lines, seed: int) -> list[Summary]:
    """The settings with studies of this seed; the kept results are of one version of the judge."""
    records = found.records({line.judge for line in found.studies}, seed)
    by_world = {row.key: [one for one in records if one.world == row.key] for row in WORLDS}
    summaries = (summarize(row, by_world[row.key], found.truths) for row in WORLDS)
    return [one for one in summaries if one is not None]


def describe_versions(found: Lines, seed: int) -> dict[str, str]:
    judges = sorted({line.judge for line in found.studies if line.seed == seed})
    versions = next((dict(found.versions[judge, seed]) for judge in judges if (judge, seed) in found.versions), {})
    return {"judge": ", ".join(judges), "seed": str(seed), **versions}


def write_tables(found: Lines, seed: int) -> str:
    """The full tables of the main seed, the tests beside the rule, the power, and the settings with other seeds."""
    mine = summarize_seed(found, seed)
    parts = [
        make_page(mine, describe_versions(found, seed)),
        "## Power beside the specification of the rule\n\n" + write_power(mine),
        "## Tests beside the rule\n\nHow often each names a winner at 5 % where there is none, of 100 studies, over the"
        " settings with equal models.\n\n" + write_tests(mine),
    ]
    others = sorted({line.seed for line in found.studies} - {seed})
    parts += [
        f"## The same with seed {other}\n\n" + write_other_seed(mine, summarize_seed(found, other)) for other in others
    ]
    return "\n\n".join(parts)


def write_power(found: Sequence[Summary]) -> str:
    """What the rule finds here and in its specification; the corrected t tells how alike the settings are."""
    lines = [
        "| setting | true difference: there, here | corrected t alone: there, here | found there | **found here** "
        "| within 3 points |",
        "|---|---|---|---|---|---|",
    ]
    for one in found:
        if one.row.key in SPECIFIED_POWER:
            gap, old, power = SPECIFIED_POWER[one.row.key]
            here = one.winners(False)
            told = "yes" if here.rate >= power - 3 else _word_shortfall(power - here.rate, here.error)
            lines.append(
                f"| {one.row.title} | {gap:.3f}, {one.gap:.3f} | {old:.1f}, {one.winners(True).rate:.1f} | {power:.1f} "
                f"| **{here}** | {told} |"
            )
    return "\n".join(lines)


def _word_shortfall(shortfall: float, error: float) -> str:
    return f"no, {shortfall:.1f} less ({'within' if shortfall <= 3 + 2 * error else 'beyond'} 2 standard errors)"


def write_tests(found: Sequence[Summary]) -> str:
    rates = measure_rates(found)
    titles = {"clt": "central limit range (Bayle et al. 2020)", **{key: key.replace("-", " ") for key in TESTS}}
    lines = ["| test | mean | lowest | highest |", "|---|---|---|---|"]
    new = [one.winners(False).rate for one in _of(found, Aim.EQUAL)]
    lines.append(f"| **today's rule** | **{np.mean(new):.1f}** | **{min(new):.1f}** | **{max(new):.1f}** |")
    lines += [f"| {titles[key]} | {mean:.1f} | {low:.1f} | {high:.1f} |" for key, (low, mean, high) in rates.items()]
    return "\n".join(lines)


def write_other_seed(mine: Sequence[Summary], others: Sequence[Summary]) -> str:
    head = (
        "| setting | studies | false winners or found, main seed | **this seed** | holds the truth, main seed "
        "| **this seed** |"
    )
    lines = [head, "|---|---|---|---|---|---|"]
    main = {one.row.key: one for one in mine}
    for one in others:
        first = main[one.row.key]
        lines.append(
            f"| {one.row.title} | {len(first.studies)}, {len(one.studies)} | {first.winners(False)} | "
            f"**{one.winners(False)}** | {first.coverage(False)} | **{one.coverage(False)}** |"
        )
    return "\n".join(lines)


def measure_rates(found: Sequence[Summary]) -> dict[str, tuple[float, float, float]]:
    """Lowest, mean and highest share of studies in which a test names a winner among equal models."""
    equal = _of(found, Aim.EQUAL)

    def spread(count: Callable[[Summary], Tally]) -> tuple[float, float, float]:
        rates = [count(one).rate for one in equal if count(one).hits]
        return (min(rates), float(np.mean(rates)), max(rates)) if rates else (0.0, 0.0, 0.0)

    by_test = {"corrected-t": spread(lambda one: one.winners(True)), "clt": spread(Summary.clt)}
    return {**by_test, **{key: spread(lambda one, key=key: one.test(key)) for key in TESTS if key != "corrected-t"}}  # type: ignore[misc]


def write_rates(rates: Mapping[str, tuple[float, float, float]], settings: int) -> str:
    lines = [
        '"""How often tests name a winner among equal models, of 100 studies: lowest, mean and highest setting.',
        "",
        "Written by `python -m benchmarks.truthfulness --publish`; the tables are in `benchmarks/truthfulness.md`.",
        '"""',
        "",
        f"SETTINGS = {settings}",
        "RATES = {",
        *(f'    "{key}": ({low:.1f}, {mean:.1f}, {high:.1f}),' for key, (low, mean, high) in sorted(rates.items())),
        "}",
    ]
    return "\n".join(lines) + "\n"


def write_validation(found: Lines, seed: int) -> str:
    """The tables of docs/validation.md: today's rule beside the corrected t, and the goals."""
    mine = summarize_seed(found, seed)
    tables: Sequence[tuple[str, tuple[Aim, ...], Columns]] = (
        ("Equal models", (Aim.EQUAL,), (*EQUAL[:3], *EQUAL[5:7])),
        ("A true difference", (Aim.POWER, Aim.SMALL), (*DIFFERENT[:4], *DIFFERENT[5:8])),
        ("Which of these?", (Aim.WHICH,), WHICH),
    )
    parts = [make_table(title, _of(mine, *aims), columns) for title, aims, columns in tables]
    parts.append("\n".join(f"- {line}" for line in list_goals(mine)))
    parts.append("Versions: " + ", ".join(f"{name} {told}" for name, told in describe_versions(found, seed).items()))
    return "\n\n".join(parts)


def _of(found: Sequence[Summary], *aims: Aim) -> list[Summary]:
    return [one for one in found if one.row.aim in aims]


def _replace_written(path: Path, written: str) -> str:
    """The page with new text between the marks; what people wrote around them stays."""
    before, rest = path.read_text(encoding="utf-8").split(BEGIN)
    return f"{before}{BEGIN}\n\n{written}\n\n{END}{rest.split(END, 1)[1]}"
