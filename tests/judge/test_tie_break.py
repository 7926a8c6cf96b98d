"""Which model the person's own rule picks."""

from dataclasses import replace

import numpy as np

from core.domain.evidence import Run
from core.domain.study import Study, TieBreak
from core.judge.scores import ScoreTable, build_score_table
from core.judge.tie_break import Choice, pick, preferred
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
    assert preferred(study, main, "forest") == Choice("logistic", "what we use now")
    assert pick(study, main, ("forest", "tree")) == Choice("tree", "simplest")


def test_that_the_next_rule_decides_among_what_the_one_before_left() -> None:
    study = asked(TieBreak.SIMPLEST, TieBreak.FASTEST)
    main = board_of(study, {"forest": 5.0, "lda": 0.001})
    assert pick(study, main, ("forest", "forest")) == Choice("forest", "what we use now")
    fastest = asked(TieBreak.FASTEST)
    assert pick(fastest, main, KEYS) == Choice("lda", "fastest")


def test_that_jitter_of_the_clock_does_not_decide() -> None:
    study = asked(TieBreak.FASTEST, TieBreak.INCUMBENT)
    main = board_of(study, {"forest": 1.02, "logistic": 1.04})
    assert preferred(study, main, "forest") == Choice("logistic", "what we use now")


def test_that_without_a_rule_the_reference_stays() -> None:
    study = asked()
    assert preferred(study, board_of(study, {}), "forest").key == "logistic"


def test_that_a_model_that_never_ended_well_is_never_the_fastest() -> None:
    study = asked(TieBreak.FASTEST)
    main = board_of(study, {})
    broken = ScoreTable(study, DATA, main.context, {**main.by_candidate, "forest": ()})
    assert pick(study, broken, ("forest", "tree")).key == "tree"
    assert np.isfinite(len(broken.outcomes("tree")))
