"""What stands beside the headline: the contest it is about, comparisons with their bar, lists where there are some."""

from dataclasses import replace

import pytest

from core.domain.dataset import Dataset
from core.domain.findings import Findings, VerdictKind
from core.domain.study import Study
from core.judge.conclude import conclude_study
from core.statistics.comparison_tests import COMPARISON_TESTS
from tests.judge.worlds import class_data, number_data, predictions_run, study_of, wrong_on

DATA = class_data(200)


def small(data: Dataset, challengers: tuple[str, ...], **question: object) -> Study:
    study = study_of(data, challengers=challengers, **question)
    return replace(study, scheme=replace(study.scheme, folds=5, repeats=4))


def concluded(wrong: dict[str, int], data: Dataset = DATA, **question: object) -> Findings:
    study = small(data, tuple(wrong)[1:], **question)
    predictions = {key: wrong_on(data, range(count)) for key, count in wrong.items()}
    return conclude_study(study, data, predictions_run(data, predictions, study))


def test_that_one_challenger_needs_no_list_and_several_have_one() -> None:
    assert "candidates" not in concluded({"logistic": 60, "forest": 10}).cards
    assert "candidates" in concluded({"logistic": 60, "forest": 10, "tree": 50}).cards
    few = class_data(18)
    described = concluded({"logistic": 6, "forest": 2, "tree": 5}, few)
    assert "candidates" not in described.cards
    assert [caution.text for caution in described.cautions if caution.id == "SMALL"] == [
        "With 18 rows Evenfold will describe, not judge."
    ]
    assert not [caution for caution in concluded({"logistic": 60, "forest": 10}).cautions if caution.id == "SMALL"]


def test_that_the_cards_are_about_the_candidate_of_the_headline() -> None:
    found = concluded({"logistic": 60, "tree": 58, "forest": 10})
    assert found.verdict.first == "random forest"
    assert "random forest" in found.cards["shuffle"]
    other = concluded({"logistic": 60, "forest": 10, "tree": 58})
    assert other.verdict == other.verdicts[0]
    assert "random forest" in other.cards["shuffle"]


def test_that_every_comparison_has_its_bar_and_the_cross_check_one_more() -> None:
    plain = concluded({"logistic": 60, "forest": 10, "tree": 50})
    assert len(plain.comparisons) == 2 * len(COMPARISON_TESTS)
    assert {comparison.p_required for comparison in plain.comparisons} == {0.05 / 2}
    checked = concluded({"logistic": 60, "forest": 10}, cross_check="auc")
    assert [c.measure for c in checked.comparisons if c.comparer == COMPARISON_TESTS[0].key] == ["error", "auc"]
    assert {comparison.p_required for comparison in checked.comparisons} == {0.05}
    assert "agree" in checked.cards
    assert "agree" not in concluded({"logistic": 60, "forest": 10}).cards
    assert "agree" not in concluded({"logistic": 60, "forest": 10}, cross_check="error").cards


def test_that_the_gap_of_a_suspected_leak_blocks_only_beyond_the_margin() -> None:
    study = replace(small(DATA, ("forest",)), answers={"LEAK:serial": "not sure"})

    def outcome(wrong: int, margin: float) -> VerdictKind:
        asked = replace(study, question=replace(study.question, margin=margin))
        predictions = {"logistic": wrong_on(DATA, range(60)), "forest": wrong_on(DATA, range(wrong))}
        return conclude_study(asked, DATA, predictions_run(DATA, predictions, asked)).verdict.outcome

    assert outcome(10, 2.0) is VerdictKind.BLOCKED
    assert outcome(10, 40.0) is not VerdictKind.BLOCKED


@pytest.mark.parametrize(("outputs", "named"), [(("force",), [""]), (("force", "wear"), ["force", "wear"])])
def test_that_an_output_is_named_where_there_are_several(outputs: tuple[str, ...], named: list[str]) -> None:
    data = number_data(120, outputs)
    study = small(data, ("forest",), margin=0.01)
    predictions = {"linear": data.targets + 0.9, "forest": data.targets * 1.01}
    found = conclude_study(study, data, predictions_run(data, predictions, study))
    assert [verdict.output for verdict in found.verdicts] == named
    assert {comparison.output for comparison in found.comparisons} == set(outputs)
