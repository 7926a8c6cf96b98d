"""The difference strip in words."""

from core.domain.conclusion import Answer, Reason
from core.figures.difference_picture import DifferencePicture
from core.figures.strip import Strip
from core.wording.explanation import explain_sentence
from core.wording.sentence import Meaning
from core.wording.strip_text import list_strip_values, word_strip_caption
from tests.wording.cases import make_data, make_difference, make_findings, make_row, make_study
from tests.wording.checks import check_sentence


def make_gap(*dots: float) -> DifferencePicture:
    strip = Strip(0.01, 0.02, dots, ((0.0, 0.02), (-0.01, 0.03), (-0.02, 0.04)))
    return DifferencePicture(strip, 100.0, "per 100", "random forest", "logistic regression")


def test_that_the_range_comes_first_then_dot_after_dot() -> None:
    assert list_strip_values(make_gap(-0.01, 0.03)) == (
        "Range from −2 to 4 per 100; up to 2 is too small to matter",
        "−1 per 100: logistic regression better",
        "+3 per 100: random forest better",
    )


def test_that_the_caption_counts_the_side_that_most_dots_favor() -> None:
    ahead, behind = word_strip_caption(make_gap(-0.01, 0.01, 0.03), 1), word_strip_caption(make_gap(-0.03, -0.05), 3)
    assert "2 favor random forest, 1 by more than 2 per 100" in ahead.text
    assert ahead.text.endswith("adjusted for 1 comparison.")
    assert "2 favor logistic regression, 2 by more than 2 per 100" in behind.text
    assert behind.text.endswith("adjusted for 3 comparisons.")
    for caption in (ahead, behind):
        check_sentence(caption)


def test_that_every_figure_of_the_caption_is_explained() -> None:
    study, data = make_study(), make_data()
    row = make_row(Answer.YES, Reason.WIN, make_difference(2.3, 6.1))
    findings = make_findings(study, data, [row], row.answer, row.reason)
    caption = word_strip_caption(make_gap(-0.01, 0.03), 3)
    explained = explain_sentence(caption, study, data, findings)
    assert {figure for entry in explained for figure in entry.figures} == {span.text for span in caption.figures}
    assert [span.text for span in caption.figures if span.meaning is Meaning.DOTS] == ["2", "1", "1"]
