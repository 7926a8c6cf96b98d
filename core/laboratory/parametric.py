"""What training again would say: other settings, other numbers of folds (Reich & Barai 1999, section 5.1)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from core.algorithms import find_algorithm
from core.algorithms.row import Setting
from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN, MAIN, FitResult, Run, Split
from core.domain.study import Candidate, SchemeChoice, SchemeKind, Study
from core.laboratory.sensitivity import Case, Variant, judged
from core.laboratory.workshop import DemoRunner, Working, trained, trainings_of
from core.schemes import drop_unused_roles, make_splits
from core.support.errors import StudyError
from core.support.text import pluralize

FOLDS = (2, 3, 5, 10, 20)
MOST_VALUES = 7


@dataclass(frozen=True, slots=True)
class Varied:
    """Verdicts of one contest by what was varied; the first is the study's own choice.

    `told` is a sentence about each of them, where there is more to say than the verdicts.
    """

    what: str
    variants: tuple[Variant, ...]
    told: tuple[str, ...] = ()


def settings_of(candidate: Candidate) -> tuple[Setting, ...]:
    """The settings of a model that have at least two values to try; none for predictions made elsewhere."""
    if candidate.algorithm == GIVEN:
        return ()
    return tuple(row for row in find_algorithm(candidate.algorithm).settings if len(values_of(candidate, row)) > 1)


def values_of(candidate: Candidate, row: Setting) -> tuple[object, ...]:
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


def by_settings(
    shop: DemoRunner, study: Study, data: Dataset, candidate: Candidate, setting: str, output: int
) -> Working[Varied]:
    """The candidate with every value of one setting, not tuned, against the reference on the same folds."""
    row = next(one for one in settings_of(candidate) if one.key == setting)
    variants = [
        Candidate(f"{candidate.key}:{place}", candidate.algorithm, {**candidate.settings, setting: value})
        for place, value in enumerate(values_of(candidate, row))
    ]
    made = _first_shuffle(study, data, study.scheme)
    wanted = trainings_of(study, MAIN, (study.candidate(study.reference), *variants), made)
    outcomes = yield from trained(shop, study, data, wanted)
    if outcomes is None:
        return None
    judged_all = tuple(
        _judged_again(study, data, outcomes, one.key, output, _label(row, one, place))
        for place, one in enumerate(variants)
    )
    return Varied(row.title, judged_all)


def _label(row: Setting, variant: Candidate, place: int) -> str:
    """The first is the value that the study has."""
    return f"{row.title} {variant.settings[row.key]}{'' if place else ' (now)'}"


def by_number_of_folds(
    shop: DemoRunner, study: Study, data: Dataset, candidate: Candidate, output: int
) -> Working[Varied]:
    """Both models with other numbers of folds, one shuffle each."""
    if study.scheme.kind is not SchemeKind.KFOLD:
        raise StudyError("This study has no folds whose number could be changed.")
    numbers = [study.scheme.folds, *(k for k in FOLDS if k != study.scheme.folds and 2 * k <= _units(study, data))]
    pair = (study.candidate(study.reference), candidate)
    wanted = [
        training
        for k in numbers
        for training in trainings_of(study, f"k{k}", pair, _first_shuffle(study, data, replace(study.scheme, folds=k)))
    ]
    outcomes = yield from trained(shop, study, data, wanted)
    if outcomes is None:
        return None
    judged_all = tuple(
        _judged_again(study, data, _of_part(outcomes, f"k{k}"), candidate.key, output, f"{k} folds") for k in numbers
    )
    return Varied("number of folds", judged_all)


def _first_shuffle(study: Study, data: Dataset, choice: SchemeChoice) -> list[Split]:
    return [
        split
        for split in make_splits(drop_unused_roles(study, data), replace(choice, repeats=1), study.seed)
        if not split.repeat
    ]


def _units(study: Study, data: Dataset) -> int:
    groups = drop_unused_roles(study, data).groups
    return data.size if groups is None else len(set(groups.tolist()))


def _of_part(outcomes: Sequence[FitResult], part: str) -> Iterable[FitResult]:
    return (replace(o, job=o.job._replace(part=MAIN)) for o in outcomes if o.job.part == part)


def _judged_again(
    study: Study, data: Dataset, outcomes: Iterable[FitResult], key: str, output: int, label: str
) -> Variant:
    kept = tuple(outcome for outcome in outcomes if outcome.job.candidate in (study.reference, key))
    return with_failures(judged(Case(study, data, Run(kept, True), key, output), kept, label), kept)


def with_failures(found: Variant, outcomes: Iterable[FitResult]) -> Variant:
    """Trainings that failed are told beside the verdict."""
    failed = sum(not outcome.ok for outcome in outcomes)
    return replace(found, note=f"{pluralize(failed, 'training')} failed. {found.note}".strip()) if failed else found
