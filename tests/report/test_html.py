"""The HTML report: complete, escaped, and without a network."""

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from core.errors import StoreError
from core.figures.histogram import back_to_back
from core.judge.conclude import conclude
from core.report.html import Subject, html_report, write_html
from core.report.svg import histogram_svg
from tests.judge.worlds import class_data, failed, predictions_run, study_of, wrong_on


def subject(title: str = "Invented", broken: int = 0) -> Subject:
    data = class_data(400)
    study = replace(study_of(data, cross_check="auc"), title=title, use="<b>line</b> & more")
    run = predictions_run(data, {"logistic": wrong_on(data, range(120)), "forest": wrong_on(data, range(20))}, study)
    run = replace(run, outcomes=tuple(failed(o) if i < broken else o for i, o in enumerate(run.outcomes)))
    return Subject(study, data, run, conclude(study, data, run), "f" * 64)


class Checker(HTMLParser):
    """Every tag that is opened is closed in order."""

    void = ("meta", "rect", "line", "circle", "br", "input")

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in self.void:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.void:
            assert self.stack.pop() == tag


def checked(page: str) -> Checker:
    checker = Checker()
    checker.feed(page)
    assert checker.stack == []
    return checker


def test_that_the_first_page_has_verdict_strip_action_and_hash() -> None:
    about = subject()
    page = html_report(about)
    for text in (about.findings.verdict.headline, about.findings.verdict.action, "f" * 64, "What to do"):
        assert text.replace("<b>", "&lt;b&gt;").split("<")[0].split("&")[0] in page
    assert checked(page).seen.count("svg") == 3
    assert "÷ 1" in page


def test_that_names_from_files_cannot_become_markup() -> None:
    page = html_report(subject(title="<script>alert(1)</script>"))
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "<b>line</b>" not in page
    checked(page)


def test_that_nothing_is_fetched_from_a_network() -> None:
    page = html_report(subject())
    assert "http" not in page
    assert "src=" not in page
    assert "@import" not in page


def test_that_failed_trainings_are_listed() -> None:
    assert "did not settle" in html_report(subject(broken=3))
    assert "<p>None.</p>" in html_report(subject())


def test_that_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    about = subject()
    with pytest.raises(StoreError, match="could not be written"):
        write_html(tmp_path / "absent" / "x.html", about.study, about.data, about.run, about.findings, "")


def test_that_a_histogram_is_drawn_for_equal_values() -> None:
    picture = histogram_svg(back_to_back([0.1] * 5, [0.1] * 5), 100, "Errors")
    assert picture.count("<rect") >= 2
    assert "nan" not in picture
