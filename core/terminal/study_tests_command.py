"""`tests study`: every test of a finished study with adjusted p, and the chances of better, same and worse."""

import argparse
from pathlib import Path
from textwrap import fill

from core.application.charts.tests_table import CAPTION, HEADINGS, tabulate_tests, word_family
from core.domain.evidence import Run
from core.store.study_file import StudyFile
from core.support.errors import StudyError
from core.terminal.terminal_output import lay_out
from core.verification.stored_findings import load_findings
from core.wording.model_names import names_of
from core.wording.units import sentences

WIDTH = 100
PAIR = ("Model", "Against", "Output", "Measure")  # told above a block of tests
LEFT_OUT = ("Statistic", "p needed", "Note")  # the window has room for them
WORDS = 2  # columns that are no numbers


def add_study_tests(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE.evenfold", help="a finished study")
    parser.add_argument("--model", metavar="KEY", help="the tests of this model only")
    parser.set_defaults(carry_out=show_tests)


def show_tests(chosen: argparse.Namespace) -> int:
    with StudyFile.open(chosen.file) as file:
        findings = load_findings(file)
        if findings is None:
            raise StudyError("This study has not been run to its end.", "Run it first.")
        study, data = file.study, file.data
        keys = [one.key for one in study.candidates]
        if chosen.model is not None and chosen.model not in keys:
            raise StudyError(f"There is no model {chosen.model!r} in this study.", f"Choose one of: {', '.join(keys)}.")
        names = {key: sentences(name) for key, name in names_of(study, data).items()}
        run = Run(tuple(file.outcomes()), complete=True)
        rows = tabulate_tests(study, data, run, findings, names, chosen.model, data.outputs[0])
        wanted = None if chosen.model is None else names[chosen.model]
        blocks = group_tests(rows, wanted)
        if not blocks:
            raise StudyError("This study has no tests of that kind.", "Choose a model that was compared.")
        for title, table in blocks.items():
            print(f"{title}\n{lay_out(table, WORDS)}\n")
        print(fill(f"{word_family(study, findings)} {CAPTION}".strip(), WIDTH))
    return 0


def group_tests(rows: tuple[tuple[str, ...], ...], model: str | None) -> dict[str, list[tuple[str, ...]]]:
    """One table per pair, output and measure, with its headings; those of one model where it is named."""
    places = {name: HEADINGS.index(name) for name in HEADINGS}
    kept = [place for name, place in places.items() if name not in (*PAIR, *LEFT_OUT)]
    blocks: dict[str, list[tuple[str, ...]]] = {}
    for row in rows:
        first, second, output, measure = (row[places[name]] for name in PAIR)
        if model in (None, first):
            head = [tuple(HEADINGS[place] for place in kept)]
            table = blocks.setdefault(f"{first} against {second}: {measure}, {output}", head)
            table.append(tuple(row[place] for place in kept))
    return blocks
