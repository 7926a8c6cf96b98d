"""The verdict with and without the rows that rules leave out: both models trained once more, on all rows."""

from dataclasses import replace
from pathlib import Path

from core.data.prepare import prepare_dataset
from core.data.read import read_table
from core.domain.dataset import Dataset
from core.domain.evidence import MAIN, Run
from core.domain.laboratory_results import VariedStudy
from core.domain.study import Candidate, Study
from core.laboratory.answer_sensitivity import Case, judge_outcomes
from core.laboratory.demo_runner import DemoRunner, Working, make_jobs, train_all
from core.laboratory.parametric_study import mention_failures
from core.laboratory.stored_results import ResultStore, load_results
from core.schemes import drop_unused_roles, make_splits
from core.support.errors import DataError

KEY, EXHIBIT = "rows", "parameters"  # the choice, and the exhibit among which results are kept
WHAT = "rows left out"


def judge_with_excluded_rows(
    shop: DemoRunner, study: Study, data: Dataset, run: Run, candidate: Candidate, output: int
) -> Working[VariedStudy]:
    """The study's own verdict from its stored predictions, then that of the same repeats with the rows in."""
    whole = read_all_rows(study, data)
    pair = (study.candidate(study.baseline), candidate)
    wanted = make_jobs(study, MAIN, pair, make_splits(drop_unused_roles(study, whole), study.scheme, study.seed))
    outcomes = yield from train_all(shop, study, whole, wanted)
    if outcomes is None:
        return None
    stored = [outcome for one in pair for outcome in run.of(one.key)]
    without = judge_outcomes(Case(study, data, run, candidate.key, output), stored, f"{_rows(data)}, as locked")
    label = f"{_rows(whole)}, none left out by a rule"
    within = judge_outcomes(Case(study, whole, Run(outcomes, True), candidate.key, output), outcomes, label)
    return VariedStudy(WHAT, (without, mention_failures(within, outcomes)))


def read_all_rows(study: Study, data: Dataset) -> Dataset:
    """The table of the study read again, without the rules; refused where it is no longer the same table."""
    table = read_table(Path(study.source), study.columns.reading)
    if prepare_dataset(table, study.columns).fingerprint != data.fingerprint:
        raise DataError(
            f"{table.name} does not hold the rows of this study any more.", hint="Put back the file as it was."
        )
    return prepare_dataset(table, replace(study.columns, excluded=()))


def name_choices(candidate: str, output: str, key: str = KEY) -> str:
    """The name under which the result for this contest is kept."""
    return repr((key, candidate, output))


def load_stored(store: ResultStore, key: str = KEY) -> dict[str, VariedStudy]:
    """What was found before, by `choices`."""
    return {
        name: found
        for name, found in load_results(store, EXHIBIT, (VariedStudy,)).items()
        if name.startswith(f"({key!r}, ")
    }


def describe_both(found: VariedStudy) -> str:
    """Both verdicts in one sentence."""
    without, within = found.variants
    same = within.verdict == without.verdict
    return f"With them in ({within.label}) the answer is {'the same' if same else 'another'}: {within.verdict}."


def _rows(data: Dataset) -> str:
    return "1 row" if data.size == 1 else f"{data.size:,} rows"
