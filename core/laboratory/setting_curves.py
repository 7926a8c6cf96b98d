"""The parametric study as curves: the error of every model over one thing that is varied (Reich & Barai 1999, 5.1)."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN, FitResult
from core.domain.study import Candidate, Study
from core.engine.fit_context import FitJob
from core.figures.exhibit_drawing import Drawing, Mark, Trace
from core.judge.row_values import compute_row_losses
from core.judge.scores import context_of, joined_outcomes, value_of
from core.laboratory.demo_runner import DemoRunner, Working, make_jobs, train_all
from core.laboratory.error_estimates import choose_error_measure
from core.laboratory.parametric_study import FOLDS, count_units, first_repeat, list_settings, list_values
from core.laboratory.procedure import Need, Procedure, ProcedureResult, Subject, cell
from core.statistics.measures import find_measure
from core.support.errors import StudyError
from core.wording.method_tables import MEASURE_ENTRIES

KEY = "curves"
BY_FOLDS, BY_SETTING = "folds", "settings"
AMOUNTS = {BY_FOLDS: "Number of folds", BY_SETTING: "First setting of each model"}


def draw_parametric_curves(shop: DemoRunner, subject: Subject) -> Working[ProcedureResult]:
    """Every model at every value, one repeat each; the range of a value is that of its rows' losses."""
    wanted = _list_jobs(subject)
    outcomes = yield from train_all(shop, subject.study, subject.data, wanted)
    if outcomes is None:
        return None
    by_part: dict[tuple[str, str], list[FitResult]] = {}
    for outcome in outcomes:
        by_part.setdefault((outcome.job.part, outcome.job.candidate), []).append(outcome)
    return _describe(subject, by_part)


def list_variants(subject: Subject) -> dict[str, tuple[tuple[str, Candidate], ...]]:
    """By model: what is varied in words and the variant; a model without a setting has itself once."""
    found: dict[str, tuple[tuple[str, Candidate], ...]] = {}
    for model in _models(subject.study):
        rows = list_settings(model)
        if not rows:
            found[model.key] = (("as it is", model),)
            continue
        values = list_values(model, rows[0])
        found[model.key] = tuple(
            (
                f"{rows[0].title} {value}",
                Candidate(f"{model.key}:{place}", model.algorithm, {**model.settings, rows[0].key: value}),
            )
            for place, value in enumerate(values)
        )
    return found


def _models(study: Study) -> tuple[Candidate, ...]:
    return tuple(one for one in study.candidates if one.algorithm != GIVEN)


def list_fold_numbers(study: Study, data: Dataset) -> tuple[int, ...]:
    return tuple(k for k in FOLDS if 2 * k <= count_units(study, data))


def _list_jobs(subject: Subject) -> list[FitJob]:
    study, data = subject.study, subject.data
    if subject.amount == BY_FOLDS:
        models = _models(study)
        return [
            job
            for k in list_fold_numbers(study, data)
            for job in make_jobs(study, f"k{k}", models, first_repeat(study, data, replace(study.scheme, folds=k)))
        ]
    made = first_repeat(study, data, study.scheme)
    variants = [one for some in list_variants(subject).values() for _, one in some]
    return make_jobs(study, KEY, variants, made)


def count_trainings(subject: Subject) -> int:
    study, data = subject.study, subject.data
    if subject.amount == BY_FOLDS:
        return sum(list_fold_numbers(study, data)) * len(_models(study))
    return study.scheme.folds * sum(len(some) for some in list_variants(subject).values())


def measure_error(subject: Subject, outcomes: Sequence[FitResult], at: float) -> Mark | None:
    """The pooled error with two standard errors of its rows, as it is shown; None where every training failed."""
    row, context = (
        find_measure(choose_error_measure(subject.study, subject.data)),
        context_of(subject.study, subject.data),
    )
    joined = joined_outcomes(tuple(outcomes))
    value = None if joined is None else value_of(joined, row, subject.data, subject.output, context)
    if joined is None or value is None:
        return None
    losses = compute_row_losses(joined, row.key, subject.data, subject.output, context)
    if losses is None or len(losses) < 2:
        return Mark(at, row.shown(value))
    half = 1.96 * float(np.std(losses, ddof=1)) / len(losses) ** 0.5
    return Mark(at, row.shown(value), row.shown(max(0.0, value - half)), row.shown(value + half))


def _describe(subject: Subject, by_part: dict[tuple[str, str], list[FitResult]]) -> ProcedureResult:
    places, series = _by_folds(subject, by_part) if subject.amount == BY_FOLDS else _by_settings(subject, by_part)
    known = {name: [one for one in marks if one is not None] for name, marks in series.items()}
    if not any(known.values()):
        raise StudyError("Every training failed, so there is nothing to draw.", hint="Choose other models.")
    row = find_measure(choose_error_measure(subject.study, subject.data))
    lows = {name: min(marks, key=lambda mark: mark.value) for name, marks in known.items() if marks}
    least = min(lows, key=lambda name: lows[name].value)
    said = "; ".join(
        f"{name} from {min(one.value for one in marks):.3g} to {max(one.value for one in marks):.3g}"
        for name, marks in known.items()
        if marks
    )
    what = "number of folds" if subject.amount == BY_FOLDS else "setting"
    rows = tuple(
        (name, _name_place(subject, places, name, mark.at), cell(mark.value), cell(mark.low), cell(mark.high))
        for name, marks in known.items()
        for mark in marks
    )
    return ProcedureResult(
        KEY,
        f"{MEASURE_ENTRIES[row.key].title} over the {what}: {said}. The lowest is {least}.",
        "A flat curve says that the choice hardly matters; where curves cross, the order of the models depends on it. "
        "Ranges are two standard errors of the rows, so they hold for one model at a time; differences between models "
        "have ranges of their own in the result (Reich & Barai 1999, section 5.1). To look for the best value here "
        "and then report it would flatter.",
        ("Model", "Varied", "Error", "From", "To"),
        rows,
        Drawing(
            what if subject.amount == BY_FOLDS else "values of each model's own setting, from its first",
            MEASURE_ENTRIES[row.key].unit.format(rows="rows") or subject.data.outputs[subject.output],
            tuple(Trace(name, tuple(marks)) for name, marks in known.items() if marks),
            tuple(places) if subject.amount == BY_FOLDS else (),
        ),
    )


def _name_place(subject: Subject, places: Sequence[str], name: str, at: float) -> str:
    if subject.amount == BY_FOLDS:
        return places[int(at)]
    key = next(key for key in (one.key for one in subject.study.candidates) if subject.name(key) == name)
    return list_variants(subject)[key][int(at) - 1][0]


Found = tuple[tuple[str, ...], dict[str, list[Mark | None]]]


def _by_folds(subject: Subject, by_part: dict[tuple[str, str], list[FitResult]]) -> Found:
    numbers = list_fold_numbers(subject.study, subject.data)
    series = {
        subject.name(one.key): [
            measure_error(subject, by_part[f"k{k}", one.key], place) for place, k in enumerate(numbers)
        ]
        for one in _models(subject.study)
    }
    return tuple(f"{k} folds" for k in numbers), series


def _by_settings(subject: Subject, by_part: dict[tuple[str, str], list[FitResult]]) -> Found:
    series = {
        subject.name(key): [
            measure_error(subject, by_part[KEY, one.key], place + 1) for place, (_, one) in enumerate(some)
        ]
        for key, some in list_variants(subject).items()
    }
    return (), series


CURVES = Procedure(
    KEY,
    "Errors over folds and settings",
    "Reich & Barai 1999, section 5.1",
    "The error of every model, with its range, over the number of folds or over a setting.",
    (Need.TRAINED, Need.FOLDS),
    draw_parametric_curves,
    count_trainings,
    AMOUNTS,
    BY_FOLDS,
)
