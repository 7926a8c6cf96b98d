"""Which model the tie-break rule picks."""

from dataclasses import replace

import numpy as np

from core.domain.evidence import Run
from core.domain.study import Study, TieBreak
from core.judge.scores import ScoreTable, build_score_table
from core.judge.tie_break import Choice, choose_by_rule
from tests.judge.worlds import class_data, predictions_run, study_of

DATA = class_data(60)
KEYS = ("logistic", "forest", "tree", "lda")


def asked(*rules: TieBreak) -> Study:
    return study_of(DATA, challengers=KEYS[1:], tie_break=rules)


def board_of(study: Study, seconds: dict[str, float]) -> ScoreTable:
    run = predictions_run(DATA, dict.fromkeys(KEYS, DATA.targets), study, halves=False)
    timed = (replace(o, seconds=seconds.get(o.job.candidate, 1.0)) for o in run.outcomes)
    return build_score_table(study, DATA, Run(tuple(timed), True))


def test_that_the_incumbent_is_kept_when_it_may_be_chosen() -> None:
    study = asked(TieBreak.INCUMBENT, TieBreak.SIMPLEST)
    main = board_of(study, {})
    assert choose_by_rule(study, main, ("logistic", "forest")) == Choice("logistic", TieBreak.INCUMBENT)
    assert choose_by_rule(study, main, ("forest", "tree")) == Choice("tree", TieBreak.SIMPLEST)


def test_that_the_next_rule_decides_among_what_the_one_before_left() -> None:
    study = asked(TieBreak.SIMPLEST, TieBreak.FASTEST)
    main = board_of(study, {"forest": 5.0, "lda": 0.001})
    assert choose_by_rule(study, main, ("forest", "forest")) == Choice("forest", None)
    fastest = asked(TieBreak.FASTEST)
    assert choose_by_rule(fastest, main, KEYS) == Choice("lda", TieBreak.FASTEST)


def test_that_jitter_of_the_clock_does_not_decide() -> None:
    study = asked(TieBreak.FASTEST, TieBreak.INCUMBENT)
    main = board_of(study, {"forest": 1.02, "logistic": 1.04})
    assert choose_by_rule(study, main, ("logistic", "forest")) == Choice("logistic", TieBreak.INCUMBENT)


def test_that_without_a_rule_the_reference_stays() -> None:
    study = asked()
    assert choose_by_rule(study, board_of(study, {}), ("logistic", "forest")).key == "logistic"


def test_that_a_model_that_never_ended_well_is_never_the_fastest() -> None:
    study = asked(TieBreak.FASTEST)
    main = board_of(study, {})
    broken = ScoreTable(study, DATA, main.context, {**main.by_candidate, "forest": ()})
    assert choose_by_rule(study, broken, ("forest", "tree")).key == "tree"
    assert np.isfinite(len(broken.outcomes("tree")))
