"""Several candidates in three lists."""

import pytest

from core.domain.findings import Interval, Tag, Verdict, VerdictKind
from core.domain.study import QuestionKind, Study
from core.judge.conclude import conclude_study
from core.judge.decision import decide, tag_of
from core.judge.scores import build_score_table
from core.judge.standing import Standing, candidates_card, standing
from tests.judge.worlds import class_data, predictions_run, study_of, wrong_on

DATA = class_data(60)
NAMES = {"logistic": "logistic regression", "forest": "random forest", "knn": "neighbours", "tree": "tree"}
KEYS = ("forest", "knn", "tree")


def asked(kind: QuestionKind = QuestionKind.BETTER) -> Study:
    return study_of(DATA, challengers=KEYS, kind=kind)


def verdict_of(low: float, high: float, study: Study) -> Verdict:
    kind = decide(low, high, 0.02)
    tag = tag_of(kind, study.question.kind)
    return Verdict(kind, tag, (), "", "", "", Interval(low, high, 0.95, "t"))


def standing_of(kind: QuestionKind = QuestionKind.BETTER, **ranges: tuple[float, float]) -> Standing:
    study = asked(kind)
    main = build_score_table(
        study, DATA, predictions_run(DATA, dict.fromkeys(("logistic", *KEYS), DATA.targets), study, False)
    )
    return standing(study, main, {key: verdict_of(*ends, study) for key, ends in ranges.items()}, 0.02)


def test_that_a_clear_winner_is_used_and_the_reference_ruled_out() -> None:
    found = standing_of(forest=(0.05, 0.09), knn=(-0.09, -0.05), tree=(-0.05, 0.06))
    assert (found.use, found.wins) == ("forest", True)
    assert found.also_fine == ()
    assert found.ruled_out == ("logistic", "knn")
    assert found.not_settled == ("tree",)


def test_that_the_own_rule_picks_among_several_winners() -> None:
    found = standing_of(forest=(0.05, 0.09), knn=(0.03, 0.06), tree=(0.03, 0.07))
    assert found.use == "tree"
    assert found.rule == "simplest"
    assert set(found.also_fine) == {"forest", "knn"}


def test_that_a_winner_far_below_another_is_ruled_out() -> None:
    found = standing_of(forest=(0.20, 0.30), knn=(0.03, 0.06), tree=(-0.01, 0.01))
    assert found.use == "forest"
    assert found.also_fine == ()
    assert set(found.ruled_out) == {"logistic", "knn", "tree"}


def test_that_without_a_winner_the_rule_picks_among_those_that_are_the_same() -> None:
    found = standing_of(forest=(-0.01, 0.01), knn=(-0.05, 0.01), tree=(-0.05, 0.05))
    assert (found.use, found.wins) == ("logistic", False)
    assert found.also_fine == ("forest",)
    assert found.ruled_out == ("knn",)
    assert found.not_settled == ("tree",)


def test_that_better_by_an_unclear_size_is_used_but_the_reference_stays_fine() -> None:
    found = standing_of(forest=(0.005, 0.06), knn=(-0.01, 0.01), tree=(-0.05, 0.05))
    assert found.use == "forest"
    assert found.also_fine == ("logistic", "knn")


def test_that_not_worse_is_fine_only_where_replacing_is_asked() -> None:
    ranges = {"forest": (-0.01, 0.05), "knn": (-0.05, 0.01), "tree": (-0.09, 0.09)}
    assert standing_of(QuestionKind.REPLACE, **ranges).also_fine == ("forest",)
    assert standing_of(QuestionKind.REPLACE, **ranges).not_settled == ("knn", "tree")
    assert standing_of(QuestionKind.BETTER, **ranges).not_settled == ("forest", "tree")


def test_that_a_win_that_depends_on_the_shuffle_is_not_settled() -> None:
    study = asked()
    torn = Verdict(VerdictKind.WIN, Tag.NOT_SETTLED, (), "", "", "", Interval(0.03, 0.09, 0.95, "t"))
    main = build_score_table(
        study, DATA, predictions_run(DATA, dict.fromkeys(("logistic", *KEYS), DATA.targets), study, False)
    )
    found = standing(study, main, {"forest": torn}, 0.02)
    assert found.use == "logistic"
    assert found.not_settled == ("forest",)


@pytest.mark.parametrize("low", [-0.09, -0.03, -0.01, 0.0, 0.01, 0.03])
@pytest.mark.parametrize("width", [0.01, 0.05, 0.1])
@pytest.mark.parametrize("kind", list(QuestionKind))
def test_that_every_candidate_is_on_exactly_one_list(low: float, width: float, kind: QuestionKind) -> None:
    found = standing_of(kind, forest=(low, low + width), knn=(0.03, 0.08), tree=(-0.01, 0.03))
    listed = (found.use, *found.also_fine, *found.ruled_out, *found.not_settled)
    assert sorted(listed) == sorted(("logistic", *KEYS))


def test_that_the_card_has_a_line_for_each_list() -> None:
    card = candidates_card(standing_of(forest=(0.05, 0.09), knn=(-0.09, -0.05), tree=(-0.05, 0.06)), NAMES)
    assert card.splitlines() == [
        "Use: random forest.",
        "Ruled out: logistic regression, neighbours.",
        "Not settled: tree.",
    ]


def test_that_the_card_does_not_say_use_where_the_headline_leaves_the_size_open() -> None:
    card = candidates_card(standing_of(forest=(0.005, 0.06), knn=(-0.01, 0.01), tree=(-0.05, 0.05)), NAMES)
    assert card.splitlines() == [
        "Better, by how much is not settled: random forest.",
        "Fine until that is settled: logistic regression, neighbours.",
        "Not settled: tree.",
    ]


def test_that_the_rule_is_named_only_where_it_picked() -> None:
    several = candidates_card(standing_of(forest=(0.05, 0.09), knn=(0.03, 0.06), tree=(0.03, 0.07)), NAMES)
    assert several.startswith("Use: tree, by your rule (simplest).")
    kept = candidates_card(standing_of(forest=(-0.05, 0.05)), NAMES)
    assert kept.splitlines()[0] == "Use: logistic regression, by your rule (what we use now)."


def test_that_headline_and_card_name_the_same_model() -> None:
    data = class_data(400)
    study = study_of(data, challengers=("knn", "forest", "tree"))
    predictions = {
        "logistic": wrong_on(data, range(120)),
        "knn": wrong_on(data, range(0, 160)),
        "forest": wrong_on(data, range(20)),
        "tree": wrong_on(data, range(24)),
    }
    findings = conclude_study(study, data, predictions_run(data, predictions, study))
    assert findings.verdict.headline == "Use decision tree (CART)."
    lines = findings.cards["candidates"].splitlines()
    assert lines[0] == "Use: decision tree (CART), by your rule (simplest)."
    assert lines[1] == "Also fine: random forest."
    assert "Decision tree (CART): about 6.0 errors per 100 windows" in findings.cards["how-good"]
    assert "chosen among 4: expect slightly worse" in findings.cards["how-good"]
