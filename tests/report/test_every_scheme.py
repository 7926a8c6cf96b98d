"""What a report states of every design: only what was done, and nothing of training rows told as expected."""

from dataclasses import replace

import numpy as np
import pytest

from core.application.report_card import list_checks
from core.domain.check_result import CheckLevel
from core.domain.evidence import MAIN, Job
from core.domain.study import SchemeKind
from core.judge.measure_table import measure_all
from core.report.sections.approver import approver
from core.report.sections.checklists import checklists
from core.report.sections.crosswalk import has_range_for_all
from core.report.sections.limits_section import limits
from core.report.subject import ReportInput
from core.wording.estimate_text import word_estimate_note
from core.wording.notes_text import word_candidates
from tests.judge.worlds import class_data, outcome_of, predictions_run, study_of, with_scheme, wrong_on
from tests.report.subjects import of
from tests.report.test_sections import words

ONCE = (SchemeKind.RESUBSTITUTION, SchemeKind.HOLDOUT, SchemeKind.TTV)
DESCRIBED = (SchemeKind.RESUBSTITUTION, SchemeKind.LEAVE_ONE_OUT, SchemeKind.BOOTSTRAP, SchemeKind.TIME)


def judged(kind: SchemeKind, **changes: object) -> ReportInput:
    """Three models on the same rows under any design; what a design does not test is left out of the evidence."""
    data = class_data(60)
    study = with_scheme(study_of(data, ("forest", "tree"), cross_check="auc"), kind, repeats=1, folds=10)
    study = replace(study, assumed=frozenset({"question.margin"}), **changes)  # type: ignore[arg-type]
    wrong = {"logistic": 20, "forest": 15, "tree": 14}
    predicted = {key: wrong_on(data, range(count)) for key, count in wrong.items()}
    run = predictions_run(data, predicted, study, halves=kind is SchemeKind.KFOLD)
    if kind in ONCE:
        rows = np.arange(60 if kind is SchemeKind.RESUBSTITUTION else 20)
        everyone = {**predicted, "trivial": np.zeros((60, 1))}
        outcomes = tuple(
            replace(outcome_of(data, Job(MAIN, 0, 0, key), rows, answers), train_size=60)
            for key, answers in everyone.items()
        )
        run = replace(run, outcomes=outcomes)
    return of(study, data, run)


@pytest.mark.parametrize("kind", list(SchemeKind))
def test_that_a_report_claims_of_its_design_only_what_it_did(kind: SchemeKind) -> None:
    about = judged(kind)
    assert about.is_descriptive == (kind in DESCRIBED)
    told = words(checklists(about))
    assert ("a range for every figure" in told) == has_range_for_all(about)
    assert ("with the one that decides" in told) != about.is_descriptive
    assert ("by the locked comparison" in told) != about.is_descriptive
    assert ("the same rows, in turn" in told) == (kind in (SchemeKind.KFOLD, SchemeKind.LEAVE_ONE_OUT))
    beyond = words(limits(about))
    assert ("can change the answer" in beyond) != about.is_descriptive
    is_allowed_for = kind in (SchemeKind.KFOLD, SchemeKind.REPEATED_HOLDOUT)
    assert ("the range allows for that" in beyond) == is_allowed_for


@pytest.mark.parametrize("kind", list(SchemeKind))
def test_that_no_model_is_recommended_by_a_design_that_compares_nothing(kind: SchemeKind) -> None:
    about = judged(kind)
    assert bool(word_candidates(about.study, about.data, about.findings)) != (kind in DESCRIBED)


def test_that_training_rows_promise_nothing() -> None:
    about = judged(SchemeKind.RESUBSTITUTION)
    assert not word_estimate_note(about.study, about.data, about.findings)
    assert all(one.interval is None and one.is_in_sample for one in about.findings.estimates)
    rows = [row for row in measure_all(about.study, about.data, about.run) if row.value is not None]
    assert {row.undefined for row in rows} == {"training_rows"}
    assert "slightly worse" not in words(approver(about))
    (calibration,) = [
        one for one in list_checks(about.study, about.data, about.run, about.findings) if one.code == "M-02"
    ]
    assert (calibration.level, calibration.reason) == (CheckLevel.NOT_APPLICABLE, "training-rows")
