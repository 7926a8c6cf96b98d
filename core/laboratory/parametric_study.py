"""What training again would say: other settings, other numbers of folds (Reich & Barai 1999, section 5.1)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.algorithms import find_algorithm
from core.algorithms.row import Setting
from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN, MAIN, FitResult, Run, Split
from core.domain.laboratory_results import Variant, VariedStudy
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Study
from core.laboratory.answer_sensitivity import Case, judge_outcomes
from core.laboratory.demo_runner import DemoRunner, Working, make_jobs, train_all
from core.schemes import drop_unused_roles, make_splits
from core.support.errors import StudyError
from core.support.text import pluralize

FOLDS = (2, 3, 5, 10, 20)
MOST_VALUES = 7


def list_settings(candidate: Candidate) -> tuple[Setting, ...]:
    """The settings of a model that have at least two values to try; none for predictions made elsewhere."""
    if candidate.algorithm == GIVEN:
        return ()
    return tuple(row for row in find_algorithm(candidate.algorithm).settings if len(list_values(candidate, row)) > 1)


def list_values(candidate: Candidate, row: Setting) -> tuple[object, ...]:
    """What tuning would try, else all choices, else quarters to fourfold of what is set, within the limits."""
    grid = find_algorithm(candidate.algorithm).grid.get(row.key, ())
    now = candidate.settings.get(row.key, row.default)
    if not grid and not row.choices and isinstance(now, int | float) and not isinstance(now, bool):
        scaled = [row.read(type(row.default)(now * factor)) for factor in (0.25, 0.5, 1, 2, 4)]  # type: ignore[call-arg]
        grid = tuple(value for value in scaled if value is not None)
    others = list(grid or row.choices)
    if all(isinstance(value, int | float) for value in others):
        others.sort(key=lambda value: float(str(value)))
    found = list(dict.fromkeys((now, *others)))
    return tuple(value for value in found if row.read(value) is not None)[:MOST_VALUES]


def vary_setting(
    shop: DemoRunner, study: Study, data: Dataset, candidate: Candidate, setting: str, output: int
) -> Working[VariedStudy]:
    """The candidate with every value of one setting, not tuned, against the baseline on the same folds."""
    row = next(one for one in list_settings(candidate) if one.key == setting)
    variants = [
        Candidate(f"{candidate.key}:{place}", candidate.algorithm, {**candidate.settings, setting: value})
        for place, value in enumerate(list_values(candidate, row))
    ]
    made = first_repeat(study, data, study.scheme)
    wanted = make_jobs(study, MAIN, (study.candidate(study.baseline), *variants), made)
    outcomes = yield from train_all(shop, study, data, wanted)
    if outcomes is None:
        return None
    judged_all = tuple(
        _judged_again(study, data, outcomes, one.key, output, _label(row, one, place))
        for place, one in enumerate(variants)
    )
    return VariedStudy(row.title, judged_all)


def _label(row: Setting, variant: Candidate, place: int) -> str:
    """The first is the value that the study has."""
    return f"{row.title} {variant.settings[row.key]}{'' if place else ' (now)'}"


def vary_folds(
    shop: DemoRunner, study: Study, data: Dataset, candidate: Candidate, output: int
) -> Working[VariedStudy]:
    """Both models with other numbers of folds, one repeat each."""
    if study.scheme.kind is not SchemeKind.KFOLD:
        raise StudyError("This study has no folds whose number could be changed.")
    numbers = [study.scheme.folds, *(k for k in FOLDS if k != study.scheme.folds and 2 * k <= count_units(study, data))]
    pair = (study.candidate(study.baseline), candidate)
    wanted = [
        training
        for k in numbers
        for training in make_jobs(study, f"k{k}", pair, first_repeat(study, data, replace(study.scheme, folds=k)))
    ]
    outcomes = yield from train_all(shop, study, data, wanted)
    if outcomes is None:
        return None
    judged_all = tuple(
        _judged_again(study, data, _of_part(outcomes, f"k{k}"), candidate.key, output, f"{k} folds") for k in numbers
    )
    return VariedStudy("number of folds", judged_all)


def first_repeat(study: Study, data: Dataset, choice: SchemeChoice) -> list[Split]:
    return [
        split
        for split in make_splits(drop_unused_roles(study, data), replace(choice, repeats=1), study.seed)
        if not split.repeat
    ]


def count_units(study: Study, data: Dataset) -> int:
    groups = drop_unused_roles(study, data).groups
    return data.size if groups is None else len(set(groups.tolist()))


def _of_part(outcomes: Sequence[FitResult], part: str) -> Iterable[FitResult]:
    return (replace(o, job=o.job._replace(part=MAIN)) for o in outcomes if o.job.part == part)


def _judged_again(
    study: Study, data: Dataset, outcomes: Iterable[FitResult], key: str, output: int, label: str
) -> Variant:
    kept = tuple(outcome for outcome in outcomes if outcome.job.candidate in (study.baseline, key))
    return mention_failures(judge_outcomes(Case(study, data, Run(kept, True), key, output), kept, label), kept)


def mention_failures(found: Variant, outcomes: Iterable[FitResult]) -> Variant:
    """Trainings that failed are told beside the verdict."""
    failed = sum(not outcome.ok for outcome in outcomes)
    return replace(found, note=f"{pluralize(failed, 'training')} failed. {found.note}".strip()) if failed else found
