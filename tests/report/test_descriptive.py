"""Reports on designs that support no claim: numbers are shown, nothing is concluded from them."""

import pytest

from core.domain.conclusion import Reason
from core.domain.study import SchemeKind
from core.report.blocks import Box, Paragraph, Picture
from core.report.report_sentence import methods_paragraph
from core.report.sections.approver import approver
from core.report.sections.decider import NOTHING, decider, standing
from core.report.sections.requirements import requirements_met
from core.report.sections.results import results
from core.report.sections.sensitivity import sensitivity
from core.report.subject import ReportInput
from tests.judge.worlds import class_data, predictions_run, study_of, with_scheme, wrong_on
from tests.report.subjects import of, subject


@pytest.fixture(scope="module")
def described() -> ReportInput:
    """Leave-one-out with a difference that any other design would call a win."""
    data = class_data(60)
    study = with_scheme(study_of(data), SchemeKind.LEAVE_ONE_OUT, repeats=1, folds=60)
    wrong = {"logistic": wrong_on(data, range(40)), "forest": wrong_on(data, range(2))}
    return of(study, data, predictions_run(data, wrong, study, halves=False))


def test_that_the_design_is_recognized(described: ReportInput) -> None:
    assert described.conclusion.reason is Reason.DESCRIPTIVE
    assert described.is_descriptive
    assert not subject().is_descriptive


def test_that_page_one_has_no_strip(described: ReportInput) -> None:
    def pictures(about: ReportInput) -> int:
        boxes = [block for block in approver(about) if isinstance(block, Box)]
        return sum(isinstance(inner, Picture) for box in boxes for inner in box.blocks)

    assert pictures(subject()) == 1
    assert pictures(described) == 0


def test_that_no_test_decides(described: ReportInput) -> None:
    assert decider(described) is NOTHING
    assert {standing(described, found) for found in described.findings.comparisons} <= {
        "support",
        "exhibit",
        "second measure",
    }
    said = [block.text for block in results(described) if isinstance(block, Paragraph) and block.lead == "Decides."]
    assert said == ["Nothing. This design estimates performance; it cannot compare models."]
    assert "cannot compare models" in methods_paragraph(described)
    assert "adjusted for" not in methods_paragraph(described)


def test_that_nothing_is_sensitive(described: ReportInput) -> None:
    (only,) = sensitivity(described)
    assert isinstance(only, Paragraph)
    assert "compares nothing" in only.text


def test_that_the_seal_says_that_the_test_is_missing(described: ReportInput) -> None:
    assert requirements_met(described)[-1].met is False
