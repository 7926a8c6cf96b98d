"""Every kind of caution has its sentence."""
# ruff: noqa: E501 (whole sentences are quoted)

import pytest

from core.domain.findings import Caution, CautionKind
from core.wording.caution_text import WRITERS, word_caution
from tests.wording.cases import make_data, make_study
from tests.wording.checks import check_sentence

CAUTIONS = {
    CautionKind.FAILED: (Caution(CautionKind.FAILED, "forest", 3, 100, message="no memory"), "3 of 100 training runs of random forest failed. The message: “no memory”."),
    CautionKind.WARNED: (Caution(CautionKind.WARNED, "forest", 3, 100, message="slow 2"), "3 of 100 training runs of random forest gave a warning: “slow 2”."),
    CautionKind.PERFECT: (Caution(CautionKind.PERFECT, "forest"), "Random forest makes no errors. Check whether an input reveals the target."),
    CautionKind.UNSTABLE: (Caution(CautionKind.UNSTABLE, "forest", value=0.14), "Between two repeats, random forest changes on 14 of 100 rows. The range may be too narrow."),
    CautionKind.TRAINING_DOMINATES: (Caution(CautionKind.TRAINING_DOMINATES, "forest"), "For random forest, which rows were used for training matters more than which were tested."),
    CautionKind.WORSE_THAN_GUESS: (Caution(CautionKind.WORSE_THAN_GUESS, "forest", name="fault"), "Random forest is worse than the constant guess."),
    CautionKind.UNDEFINED_SPLITS: (Caution(CautionKind.UNDEFINED_SPLITS, count=4, total=100, measure="auc"), "ROC AUC has no value on 4 of 100 splits."),
    CautionKind.MIXED_TIMES: (Caution(CautionKind.MIXED_TIMES), "Some test rows are older than training rows. On rows still to come, models may perform worse."),
    CautionKind.NO_CLAIM: (Caution(CautionKind.NO_CLAIM, name="leave-one-out"), "Leave-one-out estimates performance but cannot compare models."),
    CautionKind.WEIGHTED: (
        Caution(CautionKind.WEIGHTED, count=25, total=150, name="u"),
        "Rows count by “u”: 150 rows say as much as 25 rows of equal weight. Tests that count rows are left out.",
    ),
    CautionKind.UNWEIGHTED_TRAINING: (
        Caution(CautionKind.UNWEIGHTED_TRAINING, "forest"),
        "Random forest cannot be trained with weights: they count in its measures only.",
    ),
    CautionKind.LESS_TESTED: (Caution(CautionKind.LESS_TESTED, measure="r2"), "The range of R² is less tested than that of an error rate or MAE."),
    CautionKind.FEW_GROUPS: (Caution(CautionKind.FEW_GROUPS, count=5, name="pump"), "There are only 5 pumps. The range may be too narrow."),
    CautionKind.REVERSED_SCORES: (Caution(CautionKind.REVERSED_SCORES, "forest", name="yes"), "Scores of random forest are lower for “yes” than for other rows. Check the direction of the scores."),
    CautionKind.EXCLUDED_ROWS: (Caution(CautionKind.EXCLUDED_ROWS, count=1), "1 row has no actual value and is excluded."),
    CautionKind.UNKNOWN_CLASSES: (Caution(CautionKind.UNKNOWN_CLASSES, "forest", name="maybe 3"), "Predictions of random forest name a class that the target never has: “maybe 3”."),
    CautionKind.SEEN_ROWS: (Caution(CautionKind.SEEN_ROWS, count=12), "12 new rows equal rows of the study."),
    CautionKind.BOOTSTRAP_POINT: (Caution(CautionKind.BOOTSTRAP_POINT, "forest", name="632-plus"), "The .632 estimate of random forest is too optimistic, so .632+ is reported."),
    CautionKind.SCORES_OF: (Caution(CautionKind.SCORES_OF, name="yes", message="p1"), "Higher scores are taken to mean “yes”, because they go with it in “p1”."),
    CautionKind.REPEATED_IDS: (Caution(CautionKind.REPEATED_IDS, count=20, total=400, name="id"), "“id” repeats: the 400 rows are 20 cases, and the rows of one case count together in every range."),
    CautionKind.UNSEEN_VALUES: (Caution(CautionKind.UNSEEN_VALUES, name="X9", message="steel"), "“steel” has values the study never saw, such as “X9”; they are treated as missing."),
    CautionKind.ROW_ORDER_ASSUMED: (Caution(CautionKind.ROW_ORDER_ASSUMED, count=10), "No column numbers the repeats: the first 10 rows were taken for the first, and so on."),
    CautionKind.WRONG_KIND: (Caution(CautionKind.WRONG_KIND, name="errors"), "As right answers, these scores say that every model is wrong more often than right. If they are errors, the result is the opposite: choose that kind."),
    CautionKind.NOTE: (Caution(CautionKind.NOTE, message="Row 7 was cut."), "Row 7 was cut."),
}  # fmt: skip


@pytest.mark.parametrize("kind", list(CautionKind))
def test_that_every_caution_has_its_sentence(kind: CautionKind) -> None:
    caution, expected = CAUTIONS[kind]
    sentence = word_caution(make_study(), make_data(), caution)
    assert sentence.text == expected
    check_sentence(sentence)


def test_that_few_rows_are_told_with_the_minimum() -> None:
    caution = Caution(CautionKind.NO_CLAIM, count=14, total=20)
    sentence = word_caution(make_study(), make_data(), caution)
    assert sentence.text == "14 rows are too few to compare models (minimum 20). Estimates only."
    check_sentence(sentence)
    assert set(WRITERS) == set(CautionKind)
