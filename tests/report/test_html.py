"""The HTML report: complete, escaped, and without a network."""

import base64
import hashlib
import re
from pathlib import Path

import pytest

from core.figures.histogram import back_to_back
from core.report.blocks import Bullets, Code, Document, Paragraph
from core.report.html import html_page, html_report, write_html
from core.report.pages import pages
from core.report.pictures import histogram_picture
from core.support.errors import StoreError
from tests.report.subjects import NASTY, checked, large, nasty, numbers, subject, with_estimators

TITLES = (
    "Question and use", "Data", "Candidates", "Plan as locked", "Leaks: questions and answers", "Results",
    "Sensitivity", "Limits", "History extract", "Reproduction", "Checklists", "References",
)  # fmt: skip


def first_page(page: str) -> str:
    return page[page.index('<section class="approver">') : page.index("<nav")]


def test_that_the_first_page_has_question_verdict_strip_action_limits_seal_looks_and_hash() -> None:
    about = subject(assumed=("question.margin", "seed"))
    page = first_page(html_report(about))
    wanted = (
        about.text.conclusion.overline.text, about.text.conclusion.headline.text, "What to do.", "<svg",
        "Expected performance", "What to keep in mind", "Comparisons.", "f" * 64,
        "✔ separate test data",
        "✔ several resamplings", "✔ a third set for tuning", "✔ mean, variance and range",
        "✔ a test for the comparison",
    )  # fmt: skip
    for text in wanted:
        assert text in page
    assert "Assumed by Evenfold:</strong> smallest difference that matters, seed." in page


@pytest.mark.parametrize("word", ["p-value", "p value", "significan", "null hypothesis", "statistical", " prove"])
def test_that_the_first_page_has_none_of_the_banned_words(word: str) -> None:
    for about in (subject(), numbers(), nasty()):
        assert word not in first_page(html_report(about)).lower()


def test_that_all_twelve_sections_are_there_in_order() -> None:
    page = html_report(subject())
    places = [page.index(f"<h2>{number} {title}</h2>") for number, title in enumerate(TITLES, start=1)]
    assert places == sorted(places)
    checked(page)


def test_that_names_from_files_cannot_become_markup() -> None:
    page = html_report(nasty())
    found = checked(page)
    assert found.seen.count("script") == 1
    assert "img" not in found.seen
    assert not {name for name in found.attributes if name.startswith("on")}
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert NASTY[2].replace("&", "&amp;") in page
    assert "${title} $body" in page
    for forbidden in ("\x00", "\x1f", "\u202e", "\ud800"):
        assert forbidden not in page
    page.encode("utf-8")


def test_that_nothing_is_fetched_from_a_network() -> None:
    page = html_report(subject())
    for word in ("http:", "https:", "src=", "@import", "url(h", "fetch(", "XMLHttpRequest"):
        assert word not in page
    assert checked(page).seen.count("link") == 0


def test_that_a_browser_runs_the_script_of_the_template_and_no_other() -> None:
    text = html_report(nasty())
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    assert policy is not None
    assert text.index(policy[0]) < text.index("<style>") < text.index("<script>")  # it holds only for what follows
    scripts = re.findall(r"<script[^>]*>(.*?)</script>", text, re.DOTALL)
    assert len(scripts) == 1
    own = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    assert f"script-src 'sha256-{own}';" in policy[1]
    assert "default-src 'none'" in policy[1]
    assert "unsafe-inline" not in policy[1].replace("style-src 'unsafe-inline'", "")


def test_that_tables_can_be_sorted_and_heads_are_repeated_on_paper() -> None:
    page = html_report(subject())
    assert "aria-sort" in page
    assert "display: table-header-group" in page
    assert page.count("<thead>") == page.count('class="scroll" tabindex="0"')


def test_that_light_dark_and_paper_have_their_own_colors() -> None:
    page = html_report(subject())
    assert "prefers-color-scheme: dark" in page
    assert "@media print" in page
    assert "@page" in page


def test_that_failed_trainings_are_listed() -> None:
    assert "did not settle" in html_report(subject(broken=3))
    assert "<h3>Failed trainings</h3>\n<p>None.</p>" in html_report(subject())


def test_that_several_outputs_and_other_estimators_are_reported() -> None:
    page = html_report(numbers())
    checked(page)
    assert "K_Q (Nm)" in page
    assert "Other ways to estimate the same" not in page
    other = html_report(with_estimators())
    checked(other)
    assert "Other ways to estimate the same" in other
    assert "gives a larger error than" in other


def test_that_a_large_study_makes_a_readable_report() -> None:
    about = large(candidates=6, outputs=4, repeats=4)
    page = html_report(about)
    found = checked(page)
    assert found.seen.count("svg") <= 10
    assert found.seen.count("details") >= 5 * 4 - 1
    assert "more pictures are left out" in page
    assert len(first_page(page)) < 12_000


def test_that_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    about = subject()
    with pytest.raises(StoreError, match="could not be written"):
        write_html(tmp_path / "absent" / "x.html", about.study, about.data, about.run, about.findings, "")


def test_that_a_histogram_is_drawn_for_equal_values() -> None:
    picture = histogram_picture(back_to_back([0.1] * 5, [0.1] * 5), 100, "Errors")
    assert picture.svg.count("<rect") >= 2
    assert "nan" not in picture.svg
    assert "5 and 5 values" in picture.description


def test_that_figures_stay_in_one_line() -> None:
    page = html_page(Document("t", (Paragraph("2 per 100"), Bullets(("5.3 to 10.1",)), Code("2 per 100")), ()))
    assert "2\u00a0per\u00a0100</p>" in page
    assert "5.3\u00a0to\u00a010.1</li>" in page
    assert "2 per 100</code>" in page


def test_that_quotation_marks_are_of_one_kind_but_not_in_code() -> None:
    made = Document("t", (Paragraph("neither 'better' nor 'the same'"), Bullets(("it's 'yes'",)), Code("a = 'b'")), ())
    for page in (html_page(made), pages(made).html):
        assert "neither “better” nor “the same”" in page
        assert "it&#x27;s “yes”" in page
        assert "a = &#x27;b&#x27;" in page
