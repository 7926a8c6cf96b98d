"""The section of a report on ranges of single predictions and on the noise floor."""

from dataclasses import replace

import numpy as np

from core.application.prediction_ranges import describe_ranges
from core.report.blocks import Bullets, Paragraph
from core.report.sections.single_predictions import single_predictions
from core.report.subject import ReportInput
from tests.prediction.generated_studies import make_dataset, make_numbers, run_generated_study


def make_subject(repeats: int = 1) -> ReportInput:
    """Every setting is measured so many times."""
    inputs, targets = make_numbers(60, 1)
    inputs = np.repeat(inputs, repeats, axis=0)
    scatter = 2.0 * np.random.default_rng(2).normal(size=len(inputs))
    targets = np.repeat(targets, repeats) + (scatter if repeats > 1 else 0.0)
    subject = run_generated_study(make_dataset(inputs, targets), "linear")
    ranges = describe_ranges(subject.study, subject.data, subject.run, "linear")
    conclusion = replace(subject.findings.conclusion, use="linear")
    return replace(subject, ranges=ranges, findings=replace(subject.findings, conclusion=conclusion))


def list_bullets(subject: ReportInput) -> list[str]:
    return [text for block in single_predictions(subject) if isinstance(block, Bullets) for text in block.items]


def test_that_ranges_of_all_levels_are_listed_in_the_unit_of_the_output() -> None:
    said = list_bullets(make_subject())
    assert [text[:4] for text in said] == ["80 %", "90 %", "95 %"]
    assert all("MPa" in text and "about" in text for text in said)


def test_that_repeated_measurements_give_a_floor_near_their_scatter() -> None:
    (floor,) = [text for text in list_bullets(make_subject(repeats=3)) if "Repeated measurements" in text]
    assert "120 degrees of freedom" in floor
    assert 1.7 < float(floor.split("scatter by ")[1].split()[0]) < 2.3


def test_that_a_report_without_ranges_says_so() -> None:
    (block,) = single_predictions(replace(make_subject(), ranges=()))
    assert isinstance(block, Paragraph)
    assert "No range is given" in str(block)
