"""Reports on models that were trained elsewhere: only what their predictions can support is said."""

import threading
from functools import cache
from pathlib import Path

from core.advice.first_study import sample_study
from core.application.run_study import run_study
from core.data.prepare import prepare_dataset
from core.data.samples import find_sample
from core.domain.events import Ended
from core.engine.run import Options
from core.report.blocks import Fold, Grid, Paragraph
from core.report.html import html_report
from core.report.report_sentence import methods_paragraph, verdict_sentence
from core.report.report_text import span
from core.report.sections.crosswalk import uncertainty_answers
from core.report.sections.data import data
from core.report.sections.decider import decider, standing
from core.report.sections.limits_section import limits, limits_of
from core.report.sections.locked_plan_section import plan
from core.report.sections.references import references_of
from core.report.sections.repeats import repeats
from core.report.sections.reproduction import reproduction
from core.report.sections.requirements import requirements_met, seal
from core.report.sections.results import results
from core.report.sections.sensitivity import sensitivity
from core.report.subject import ReportInput
from core.report.tables import FOLD_HEAD, fold_rows, prediction_rows, write_csv
from tests.report.subjects import subject


@cache
def given() -> ReportInput:
    vendor = find_sample("vendor")
    data = prepare_dataset(vendor.make(), vendor.columns)
    study = sample_study(vendor, data).study
    *_, ended = run_study(study, data, threading.Event(), threading.Event(), Options(executor="inline"))
    assert isinstance(ended, Ended)
    assert ended.findings is not None
    return ReportInput(study, data, ended.run, ended.findings, "a" * 64)


def test_that_section_six_gives_the_range_of_the_verdict() -> None:
    about = given()
    (found,) = about.deciding()
    (row,) = about.conclusion.rows
    assert row.difference is not None
    assert row.difference.interval is not None
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == (row.difference.interval.low, row.difference.interval.high)
    table = next(block for block in results(about) if isinstance(block, Grid))
    assert table.rows[0][table.head.index("adjusted range")] == span(found.interval, 100.0, 3)


def test_that_the_exact_test_is_the_one_that_decides() -> None:
    about = given()
    assert decider(about).key == "tango"
    decide = [found.comparer for found in about.findings.comparisons if standing(about, found) == "headline"]
    assert decide == ["tango"]
    assert "exact sign test" in methods_paragraph(about)
    listed = [row[1] for block in plan(about) if isinstance(block, Grid) for row in block.rows if row[0] == "Decides"]
    assert "exact sign test" in listed[0]
    methods = [block for block in sensitivity(about) if isinstance(block, Grid) and block.head[0] == "method"]
    assert "exact sign test" in methods[0].rows[0][0]


def test_that_a_trained_study_is_decided_by_the_corrected_t_and_its_cross_check_is_named() -> None:
    about = subject()
    found = {(one.comparer, one.measure): standing(about, one) for one in about.findings.comparisons}
    assert found["cross-validated", "error"] == "headline"
    assert found["cross-validated", "auc"] == "second measure"
    assert decider(about).key == "cross-validated"


def test_that_nothing_is_said_about_repeats_and_tuning_that_never_were() -> None:
    about = given()
    assert list(repeats(about)) == []
    assert "repeat" not in verdict_sentence(about)
    said = methods_paragraph(about)
    assert "trained elsewhere" in said
    assert "tuned" not in said
    assert "input" not in said


def test_that_the_seal_tells_what_is_not_known() -> None:
    met = {mark.title: mark.met for mark in requirements_met(given())}
    assert met["several resamplings"] is None
    assert met["a third set for tuning"] is None
    assert seal(given()).title.endswith("3 of 5 met")
    assert seal(subject()).title.endswith("5 of 5 met")


def test_that_no_source_of_chance_is_said_to_have_been_varied() -> None:
    table = next(block for block in limits(given()) if isinstance(block, Grid))
    assert {row[1] for row in table.rows} == {"no"}


def test_that_the_result_is_about_the_models_themselves() -> None:
    assert any("these trained models, as they are" in text for text in limits_of(given()))
    assert not any("trained on exactly these rows" in text for text in limits_of(given()))


def test_that_the_tests_of_one_measure_have_the_same_decimals() -> None:
    tables = [block for block in results(subject()) if isinstance(block, Grid) and block.head[0] == "test"]
    folds = [inner for block in results(subject()) if isinstance(block, Fold) for inner in block.blocks]
    tables += [block for block in folds if isinstance(block, Grid) and block.head[:2] == ("test", "standing")]
    assert tables
    for table in tables:
        for of_auc in (False, True):
            shown = [row[2] for row in table.rows if ("AUC" in row[0]) is of_auc and "." in row[2]]
            assert len({len(text.split(".")[1]) for text in shown}) <= 1


def test_that_no_training_is_told_of_models_that_were_trained_elsewhere() -> None:
    page = html_report(given())
    for untrue in (
        "trained on this data",
        "Corrected t over all splits",
        "10 repeats",
        "Nothing was tuned",
        "in turn",
    ):
        assert untrue not in page
    assert "these trained models, as they are" in page
    assert "every row counts once" in page


def test_that_a_test_of_right_and_wrong_does_not_claim_the_difference_of_all_repeats() -> None:
    (table, *_) = [block for block in results(subject()) if isinstance(block, Grid) and block.head[0] == "test"]
    differences = {row[0]: row[2] for row in table.rows}
    assert differences["Sign test on rows"] == "–"
    assert differences["Range over repeats and halves"] != "–"


def test_that_only_papers_behind_what_was_done_are_cited() -> None:
    marks = {baseline.mark for baseline in references_of(given())}
    assert {"Salzberg 1997", "Tango 1998"} <= marks
    assert not marks & {"Bradford & Brodley 2001", "Phipson & Smyth 2010"}
    assert "Kohavi 1995" in {baseline.mark for baseline in references_of(subject())}


def test_that_no_training_is_promised() -> None:
    said = " ".join(block.text for block in reproduction(given()) if isinstance(block, Paragraph))
    assert "work everything out anew" in said
    assert "train" not in said


def test_that_no_spread_over_splits_is_promised() -> None:
    assert "splits" not in dict(uncertainty_answers(given()))["Standard deviation or standard error?"]
    assert "splits" in dict(uncertainty_answers(subject()))["Standard deviation or standard error?"]


def test_that_a_sample_is_the_source_by_its_title() -> None:
    table = next(block for block in data(given()) if isinstance(block, Grid))
    assert ("Source", "Vendor's claim, a sample that comes with Evenfold") in table.rows


def test_that_the_tables_count_every_row_once_and_tell_of_no_training() -> None:
    about, width = given(), len(FOLD_HEAD)
    rows = list(prediction_rows(about))
    assert len(rows) == about.data.size
    assert {row[3] for row in rows} == set(range(1, about.data.size + 1))
    folds = list(fold_rows(about))
    assert {len(row) for row in folds} == {width}
    assert {row[FOLD_HEAD.index(name)] for row in folds for name in ("training rows", "settings tried", "seconds")} == {
        None
    }


def test_that_the_tables_say_that_nothing_was_trained(tmp_path: Path) -> None:
    _, _, about = write_csv(tmp_path / "t.csv", given())
    assert "Nothing was trained here" in about.read_text("utf-8")
    _, _, about = write_csv(tmp_path / "t.csv", subject())
    assert "one line per training" in about.read_text("utf-8")
