"""From a finished study to its final model: settings chosen inside all rows, trained on them, with its evidence."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

import numpy as np

from core.algorithms.learner import Learner
from core.data.final_test_rows import join_rows
from core.domain.dataset import Dataset, Integers, Task
from core.domain.evidence import GIVEN, Run
from core.domain.findings import Estimate
from core.domain.prediction import ErrorByDistance
from core.domain.study import Candidate, Study, Tuning, TuningKind
from core.engine.versions import read_versions
from core.prediction.domain_of_use import describe_error_by_distance
from core.prediction.fit_final import fit_final_learner, list_answers, predict_inputs
from core.prediction.held_out import collect_held_out
from core.prediction.inputs import describe_inputs, make_probe_rows
from core.prediction.learner_state import NotStorableError, keeps_training_rows, write_learner
from core.prediction.prediction_limits import list_class_limits, list_error_limits
from core.prediction.promised_loss import list_promises
from core.prediction.record import Expected, FinalModel
from core.prediction.tested_rows import TestedRows, collect_tested_rows
from core.report.sections.limits_section import limits_of
from core.report.subject import ReportInput
from core.schemes import list_parts
from core.statistics.undefined import Undefined
from core.support.errors import StudyError
from core.wording.final_test_text import word_final_test
from core.wording.names_text import find_output_unit
from core.wording.units import expectation, sentences


@dataclass(frozen=True, slots=True, eq=False)
class ModelForUse:
    """A final model, its trained learner, and the tested rows behind its ranges (None: saved without them).

    `training` are the rows of a model that is saved as a recipe, else None.
    """

    model: FinalModel
    learner: Learner
    tested: TestedRows | None
    training: Dataset | None = None


def build_model(
    subject: ReportInput, opened: Dataset | None = None, candidate: str = "", with_rows: bool = True
) -> ModelForUse:
    """The recommended model of a finished study, or the one that is named, with its rows and its evidence.

    `opened` are final test rows that were read before: only then they are among the training rows.
    """
    study = subject.study
    key = candidate or subject.conclusion.use
    chosen = _choose(study, key)
    data = subject.data if opened is None else join_rows(subject.data, opened)
    learner, settings = fit_final_learner(study, chosen, data)
    model = FinalModel(
        name=sentences(subject.name(key)),
        study=replace(study, tuning=Tuning(TuningKind.NONE)),
        candidate=Candidate(key, chosen.algorithm, dict(settings)),
        plan_hash=subject.plan_hash,
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        rows=data.size,
        expected=tuple(_expect(subject, key, output) for output in data.outputs),
        task=data.task,
        inputs=describe_inputs(data, find_kept_groups(study, data)),
        outputs=data.outputs,
        units=tuple(
            find_output_unit(study.columns, output) if data.task is Task.NUMBERS else "" for output in data.outputs
        ),
        classes=data.classes,
        positive=data.positive_class if data.classes else 0,
        limits=tuple(limits_of(subject, key)),
        final_test=word_final_test(study, subject.data, subject.final_test) if subject.final_test else (),
        versions=read_versions(),
    )
    model = add_learner(model, learner)
    if model.is_recipe and not with_rows:
        raise StudyError(
            f"{model.name} is saved as a recipe, which needs its rows.",
            hint="Save it with rows, or choose another model.",
        )
    training = data if model.is_recipe else None
    model, tested = add_evidence(model, study, subject.data, subject.run, key)
    if with_rows:
        return ModelForUse(model, learner, tested, training)
    limits = tuple(replace(limit, scaled=None) for limit in model.error_limits)
    return ModelForUse(replace(model, error_limits=limits), learner, None, training)


def add_learner(model: FinalModel, learner: Learner) -> FinalModel:
    """The model with what is known about its learner: whether it can be stored, and what it predicts for probe rows."""
    try:
        described, _ = write_learner(learner)
    except NotStorableError:
        described = None
    return replace(
        model,
        is_recipe=described is None,
        holds_rows=described is None or keeps_training_rows(described),
        answers=list_answers(predict_inputs(learner, make_probe_rows(model.inputs))),
    )


def add_evidence(
    model: FinalModel, study: Study, data: Dataset, run: Run, key: str
) -> tuple[FinalModel, TestedRows | None]:
    """The model with the ranges and the domain that the stored held-out predictions support."""
    held_out = collect_held_out(study, data, run.of(key))
    if isinstance(held_out, Undefined):
        return replace(model, refused=held_out.reason), None
    groups = find_kept_groups(study, data)
    tested = collect_tested_rows(data, held_out, list_parts(study, data)[0].splits(data), groups, study.seed)
    is_classes = data.task is Task.CLASSES
    places = tested.tested
    return replace(
        model,
        error_limits=() if is_classes else list_error_limits(data, held_out, tested, groups),
        class_limits=list_class_limits(data, held_out, groups) if is_classes else (),
        by_distance=tuple(_describe_error(tested, places, output) for output in range(len(data.outputs))),
        tested=len(places),
        groups=0 if groups is None else len(np.unique(groups)),
        group_name=data.group_name if groups is not None else "",
        mixes_groups=data.group_count > 0 and groups is None,
        promises=list_promises(study, data, held_out, groups),
        refused="no_scores" if is_classes and held_out.scores is None else "",
    ), tested


def _describe_error(tested: TestedRows, places: Integers, output: int) -> ErrorByDistance | None:
    found = describe_error_by_distance(tested.around[places], tested.errors[places, output])
    return None if isinstance(found, Undefined) else found


def find_kept_groups(study: Study, data: Dataset) -> Integers | None:
    """The groups that folds kept whole; None where each row stands alone."""
    return data.groups if study.scheme.grouped else None


def _choose(study: Study, key: str) -> Candidate:
    known = {one.key: one for one in study.candidates}
    if key not in known:
        raise StudyError(f"There is no candidate “{key}” in this study.", hint=f"Its candidates: {', '.join(known)}.")
    if known[key].algorithm == GIVEN:
        raise StudyError(
            f"“{key}” is a column of predictions made elsewhere; there is no model behind it to keep.",
            hint="Choose a candidate that was trained here.",
        )
    return known[key]


def _expect(subject: ReportInput, key: str, output: str) -> Expected:
    measure = subject.study.question.measure
    found: Estimate | None = subject.estimate(key, measure, output)
    if found is None:
        return Expected(output, measure, mean=None, low=None, high=None, text="")
    interval, text = found.interval, expectation(found, subject.unit(measure, output))
    return Expected(
        output=output,
        measure=measure,
        mean=found.mean,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        text=f"{output}: {text}" if text and subject.has_outputs else text,
    )
