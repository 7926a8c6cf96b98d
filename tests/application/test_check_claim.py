"""A claimed figure beside one's own rows: read as people write it, asked back where it means two things."""

from dataclasses import replace

import numpy as np
import pytest

from core.application.check_claim import check_claims, combine_parts, decide_claim, estimate_share_saved
from core.application.imported_predictions import PredictionRoles
from core.application.read_claim import make_claim, read_claims
from core.domain.claim import Ask, Claim, ClaimKind, ClaimPart, ClaimReason
from core.domain.conclusion import Answer
from core.domain.dataset import Table
from core.domain.findings import Interval
from core.statistics.share_intervals import wilson
from core.support.errors import DataError, StudyError
from tests.application.prediction_tables import counted, numbers, with_columns

VENDOR = PredictionRoles("state", ("vendor",), row_id="part", positive="faulty")
BOTH = replace(VENDOR, models=("ours", "vendor"))


def read_claim(text: str) -> Claim | Ask:
    """A text with one figure in it."""
    (found,) = read_claims(text)
    return found


def checked(text: str, table: Table, roles: PredictionRoles = VENDOR, trained_on: str = "no") -> ClaimPart:
    found = read_claim(text)
    assert isinstance(found, Claim)
    (part,) = check_claims(table, roles, [found], {"TRAINED-ON": trained_on}).parts
    return part


# --- reading ---


@pytest.mark.parametrize(
    ("text", "kind", "figure", "rows"),
    [
        ("98 %", ClaimKind.RIGHT, 0.98, None),
        ("98", ClaimKind.RIGHT, 0.98, None),
        ("98% accurate", ClaimKind.RIGHT, 0.98, None),
        ("accuracy of 98.5 %", ClaimKind.RIGHT, 0.985, None),
        ("98,5 % right on 500 parts", ClaimKind.RIGHT, 0.985, 500),
        ("98 % (n = 1,200)", ClaimKind.RIGHT, 0.98, 1200),
        ("2 % errors", ClaimKind.ERRORS, 0.02, None),
        ("2 errors per 100", ClaimKind.ERRORS, 0.02, None),
        ("error rate of 2 %", ClaimKind.ERRORS, 0.02, None),
        ("AUC 0.97", ClaimKind.AUC, 0.97, None),
        ("AUC of 0.97 on 300 rows", ClaimKind.AUC, 0.97, 300),
        ("MAE 0.8", ClaimKind.MISS, 0.8, None),
        ("misses by 0.8 MPa", ClaimKind.MISS, 0.8, None),
        ("30 % fewer errors", ClaimKind.FEWER_ERRORS, 0.3, None),
        ("3 points", ClaimKind.POINTS, 0.03, None),
    ],
)
def test_that_claims_are_read_as_people_write_them(text: str, kind: ClaimKind, figure: float, rows: int | None) -> None:
    found = read_claim(text)
    assert isinstance(found, Claim)
    assert (found.kind, found.rows) == (kind, rows)
    assert found.figure == pytest.approx(figure)


@pytest.mark.parametrize(
    "text", ["30 % better", "30% better than yours", "30 % more accurate", "improves by 30 % better"]
)
def test_that_better_is_asked_back(text: str) -> None:
    found = read_claim(text)
    assert isinstance(found, Ask)
    assert found.question == "30 % fewer errors, or 30 points?"
    assert [choice.text for choice in found.choices] == ["30 % fewer errors", "30 more right answers per 100"]


def test_that_a_share_without_a_name_is_asked_back() -> None:
    found = read_claim("0.98")
    assert isinstance(found, Ask)
    assert [(choice.kind, choice.figure) for choice in found.choices] == [
        (ClaimKind.RIGHT, 0.98),
        (ClaimKind.AUC, 0.98),
    ]


@pytest.mark.parametrize("text", ["", "very good", "130 %", "AUC 1.3"])
def test_that_what_cannot_be_a_claim_is_said(text: str) -> None:
    with pytest.raises(StudyError):
        read_claim(text)


def test_that_the_digits_say_how_exactly_a_figure_is_meant() -> None:
    assert make_claim(ClaimKind.RIGHT, "98").half == pytest.approx(0.005)
    assert make_claim(ClaimKind.RIGHT, "98.0").half == pytest.approx(0.0005)
    assert make_claim(ClaimKind.AUC, "0.97").half == pytest.approx(0.005)


# --- checking ---


def test_that_a_claim_outside_the_range_is_not_compatible() -> None:
    found = checked("98 %", counted(700, 20, 43, 37))
    reading = wilson(743, 800, 0.95)
    assert found.reason is ClaimReason.WORSE
    assert (found.answer, found.seen) == (Answer.NO, pytest.approx(743 / 800))
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == (pytest.approx(reading.low), pytest.approx(reading.high))


def test_that_a_claim_inside_the_range_is_compatible_and_no_more() -> None:
    found = checked("98 %", counted(700, 10, 80, 10))
    assert found.reason is ClaimReason.FITS
    assert found.answer is Answer.YES


def test_that_errors_and_right_answers_say_the_same() -> None:
    table = counted(700, 20, 43, 37)
    assert checked("2 % errors", table).reason is ClaimReason.WORSE
    assert checked("7 % errors", table).reason is ClaimReason.FITS
    assert checked("20 % errors", table).reason is ClaimReason.BETTER


def test_that_rounding_is_not_held_against_a_claim() -> None:
    table = counted(700, 20, 45, 35)  # 91.2 to 94.7
    assert checked("95 %", table).reason is ClaimReason.FITS
    assert checked("95.0 %", table).reason is ClaimReason.WORSE


def test_that_a_claim_measured_on_few_rows_has_a_range_of_its_own() -> None:
    table = counted(700, 20, 43, 37)
    assert checked("98.0 % on 50 rows", table).reason is ClaimReason.FITS
    assert checked("98.0 % on 5000 rows", table).reason is ClaimReason.WORSE


def test_that_fewer_errors_are_judged_against_ours() -> None:
    table = counted(640, 40, 80, 40)  # ours 120 errors, vendor 80: a third fewer
    assert checked("30 % fewer errors", table, BOTH).reason is ClaimReason.FITS
    found = checked("70 % fewer errors", table, BOTH)
    assert found.reason is ClaimReason.WORSE
    assert found.seen == pytest.approx(1 / 3)


def test_that_points_are_judged_against_ours() -> None:
    table = counted(640, 40, 80, 40)
    assert checked("30 points", table, BOTH).reason is ClaimReason.WORSE
    assert checked("5 points", table, BOTH).reason is ClaimReason.FITS


def test_that_auc_and_misses_can_be_claimed() -> None:
    random = np.random.default_rng(2)
    table = counted(700, 20, 43, 37)
    scored = with_columns(table, numbers("score", table.column("vendor").values + random.normal(0, 0.5, 800)))
    roles = replace(VENDOR, scores={"vendor": "score"})
    assert checked("AUC 0.99", scored, roles).reason is ClaimReason.WORSE
    truth = random.normal(0, 1, 200)
    misses = Table("t", "t.csv", (numbers("y", truth), numbers("vendor", truth + random.normal(0, 1, 200))))
    assert checked("MAE 0.8", misses, PredictionRoles("y", ("vendor",))).reason is ClaimReason.FITS
    assert checked("MAE 0.4", misses, PredictionRoles("y", ("vendor",))).reason is ClaimReason.WORSE


def test_that_an_auc_without_scores_cannot_be_told() -> None:
    assert checked("AUC 0.97", counted(700, 20, 43, 37)).reason is ClaimReason.UNDEFINED


def test_that_groups_widen_the_range() -> None:
    table = counted(700, 20, 43, 37)
    grouped = with_columns(table, numbers("line", np.arange(800) // 40))
    alone, together = checked("98 %", table), checked("98 %", grouped, replace(VENDOR, group="line"))
    assert alone.interval is not None
    assert together.interval is not None
    assert together.interval.low < alone.interval.low


def test_that_rows_used_for_training_give_no_answer() -> None:
    table = counted(700, 20, 43, 37)
    assert checked("98 %", table, trained_on="yes").reason is ClaimReason.IN_SAMPLE
    claims = [make_claim(ClaimKind.RIGHT, "98")]
    assert not check_claims(table, VENDOR, claims, {"TRAINED-ON": "not sure"}).is_sure


def test_that_a_claim_about_numbers_does_not_fit_names() -> None:
    with pytest.raises(DataError, match="is about numbers"):
        checked("MAE 0.8", counted(70, 2, 4, 4))


def test_that_being_better_needs_the_other_model() -> None:
    with pytest.raises(DataError, match="Two columns of predictions are needed"):
        checked("30 % fewer errors", counted(70, 2, 4, 4))


def test_that_the_range_of_a_ratio_is_that_of_fieller() -> None:
    """The ends are where the t of first - r second is just at its quantile."""
    random = np.random.default_rng(7)
    first, second = (random.random(60) < 0.2).astype(float), (random.random(60) < 0.4).astype(float)
    interval = estimate_share_saved(first, second, np.arange(60))
    assert interval is not None
    for end in (interval.low, interval.high):
        gaps = first - (1 - end) * second
        assert abs(gaps.mean()) / (gaps.std(ddof=1) / np.sqrt(60)) == pytest.approx(2.000995, rel=1e-5)


def test_that_a_ratio_to_hardly_any_errors_has_no_ends() -> None:
    second = np.zeros(60)
    second[0] = 1
    assert estimate_share_saved(np.ones(60), second, np.arange(60)) is None


@pytest.mark.parametrize(
    "text", ["-5 %", "−5 % right", "-30 % better", "1000 % better", "error of -2 %", "AUC -0.9", "-7"]
)
def test_that_figures_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(StudyError, match="cannot be"):
        read_claim(text)


def test_that_a_dash_inside_a_word_is_no_minus() -> None:
    found = read_claim("model-98 % right")
    assert isinstance(found, Claim)
    assert found.figure == pytest.approx(0.98)


def test_that_a_very_long_claim_is_quoted_in_short() -> None:
    with pytest.raises(StudyError) as told:
        read_claim("1" * 5000 + " %")
    assert len(str(told.value)) < 300


def test_that_a_page_of_digits_is_read_at_once() -> None:
    with pytest.raises(StudyError, match="cannot be"):
        read_claim("1" * 100_000 + " %")  # minutes, where digits are tried from every place to every place


def test_that_an_endless_number_of_rows_is_refused_in_a_sentence() -> None:
    with pytest.raises(StudyError, match="more rows than any table has"):
        read_claim("98 % on " + "1" * 5000)


def test_that_rows_of_a_claim_are_used_for_shares_only_and_none_is_no_number() -> None:
    table = counted(800, 60, 20, 20)
    assert checked("98 % right on 500 parts", table).claim.rows == 500
    with pytest.raises(StudyError, match="measured on no rows"):
        read_claim("98 % on 0 parts")


def test_that_nobody_has_fewer_errors_than_a_model_without_any() -> None:
    perfect = counted(90, 10, 0, 0)
    assert checked("30 % fewer errors", perfect, BOTH).reason is ClaimReason.UNDEFINED


def test_that_a_range_that_ends_on_the_rounded_figure_is_compatible() -> None:
    said = Claim(ClaimKind.ERRORS, 0.25, 0.125)
    for low, high, reason in (
        (0.375, 0.4, ClaimReason.FITS),
        (0.4375, 0.5, ClaimReason.WORSE),
        (0.1, 0.125, ClaimReason.FITS),
        (0.0, 0.0625, ClaimReason.BETTER),
        (0.0, 0.5, ClaimReason.WIDE),
    ):
        assert decide_claim(said, (low + high) / 2, Interval(low, high, 0.95, "wilson"))[1] is reason


# --- several figures ---


def test_that_every_figure_of_a_claim_is_read_and_the_worst_decides() -> None:
    accuracy, better = read_claims("95 % accurate, 30 % better than yours")
    assert isinstance(accuracy, Claim)
    assert isinstance(better, Ask)
    table = counted(640, 40, 80, 40)  # 90 % right, a third fewer errors than ours
    found = check_claims(table, BOTH, [accuracy, better.choices[0]], {"TRAINED-ON": "no"})
    assert [part.reason for part in found.parts] == [ClaimReason.WORSE, ClaimReason.FITS]
    assert found.answer is Answer.NO


def test_that_a_figure_that_is_not_understood_is_never_dropped() -> None:
    with pytest.raises(StudyError, match="17"):
        read_claims("98 % right and 17 something")


def test_that_parts_combine_to_the_worst() -> None:
    assert combine_parts([Answer.YES, Answer.UNCLEAR]) is Answer.UNCLEAR
    assert combine_parts([Answer.YES, Answer.NO, Answer.UNCLEAR]) is Answer.NO
    assert combine_parts([Answer.YES]) is Answer.YES
