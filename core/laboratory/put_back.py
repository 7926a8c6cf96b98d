"""The verdict with and without the rows that rules leave out: both models trained once more, on all rows."""

from dataclasses import replace
from pathlib import Path

from core.data.prepare import prepare_dataset
from core.data.read import read_table
from core.domain.dataset import Dataset
from core.domain.evidence import MAIN, Run
from core.domain.study import Candidate, Study
from core.laboratory.kept import Store, kept
from core.laboratory.parametric import Varied, with_failures
from core.laboratory.sensitivity import Case, judged
from core.laboratory.workshop import DemoRunner, Working, trained, trainings_of
from core.schemes import drop_unused_roles, make_splits
from core.support.errors import DataError

KEY, EXHIBIT = "rows", "parameters"  # the choice, and the exhibit among which results are kept
WHAT = "rows left out"


def put_back(
    shop: DemoRunner, study: Study, data: Dataset, run: Run, candidate: Candidate, output: int
) -> Working[Varied]:
    """The study's own verdict from its stored predictions, then that of the same shuffles with the rows in."""
    whole = all_rows(study, data)
    pair = (study.candidate(study.reference), candidate)
    wanted = trainings_of(study, MAIN, pair, make_splits(drop_unused_roles(study, whole), study.scheme, study.seed))
    outcomes = yield from trained(shop, study, whole, wanted)
    if outcomes is None:
        return None
    stored = [outcome for one in pair for outcome in run.of(one.key)]
    without = judged(Case(study, data, run, candidate.key, output), stored, f"{_rows(data)}, as locked")
    label = f"{_rows(whole)}, none left out by a rule"
    within = judged(Case(study, whole, Run(outcomes, True), candidate.key, output), outcomes, label)
    return Varied(WHAT, (without, with_failures(within, outcomes)))


def all_rows(study: Study, data: Dataset) -> Dataset:
    """The table of the study read again, without the rules; refused where it is no longer the same table."""
    table = read_table(Path(study.source), study.columns.reading)
    if prepare_dataset(table, study.columns).fingerprint != data.fingerprint:
        raise DataError(
            f"{table.name} does not hold the rows of this study any more.", hint="Put back the file as it was."
        )
    return prepare_dataset(table, replace(study.columns, excluded=()))


def choices(candidate: str, output: str, key: str = KEY) -> str:
    """The name under which the result for this contest is kept."""
    return repr((key, candidate, output))


def kept_in(store: Store, key: str = KEY) -> dict[str, Varied]:
    """What was found before, by `choices`."""
    return {name: found for name, found in kept(store, EXHIBIT, (Varied,)).items() if name.startswith(f"({key!r}, ")}


def told(found: Varied) -> str:
    """Both verdicts in one sentence."""
    without, within = found.variants
    same = within.verdict == without.verdict
    return f"With them in ({within.label}) the answer is {'the same' if same else 'another'}: {within.verdict}."


def _rows(data: Dataset) -> str:
    return "1 row" if data.size == 1 else f"{data.size:,} rows"
