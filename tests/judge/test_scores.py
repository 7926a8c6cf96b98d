"""The board of a run: values, sizes and answers by repeat and fold, and what is averaged how."""

from dataclasses import replace

import numpy as np
import pytest

from core.domain.evidence import FitResult, Run
from core.judge.scores import ScoreTable, build_score_table, context_of, joined_outcomes, live_values, measures_of
from core.statistics.measures import find_measure
from tests.judge.worlds import class_data, failed, number_data, predictions_run, study_of, wrong_on

DATA = class_data(100)
PLAIN = study_of(DATA, cross_check="auc")
STUDY = replace(PLAIN, scheme=replace(PLAIN.scheme, folds=5, repeats=2))
RUN = predictions_run(
    DATA, {"logistic": wrong_on(DATA, range(30)), "forest": wrong_on(DATA, range(10))}, STUDY, halves=False
)
ERROR, AREA = find_measure("error"), find_measure("auc")


def changed(change: dict[tuple[str, int, int], FitResult | None]) -> ScoreTable:
    """With other outcomes by candidate, repeat and fold; None: not run."""
    found = [change.get((o.job.candidate, o.job.repeat, o.job.fold), o) for o in RUN.outcomes]
    return build_score_table(STUDY, DATA, Run(tuple(one for one in found if one is not None), True))


def outcome(candidate: str, repeat: int, fold: int) -> FitResult:
    return next(o for o in RUN.outcomes if (o.job.candidate, o.job.repeat, o.job.fold) == (candidate, repeat, fold))


def test_that_a_failed_training_and_one_not_run_are_holes_in_the_grid() -> None:
    main = changed({("forest", 0, 1): failed(outcome("forest", 0, 1)), ("forest", 1, 4): None})
    grid = main.grid("forest", ERROR)
    assert grid.shape == (2, 5)
    assert np.isnan(grid[0, 1])
    assert np.isnan(grid[1, 4])
    assert np.isnan(grid).sum() == 2
    assert main.failed("forest") == 1
    expected = float(np.mean(outcome("forest", 1, 2).predicted != DATA.targets[outcome("forest", 1, 2).rows]))
    assert grid[1, 2] == pytest.approx(expected)


def test_that_sizes_stand_beside_the_values() -> None:
    test, train = changed({("forest", 1, 4): None}).sizes("forest")
    assert test[0].tolist() == [20] * 5
    assert train[1, :4].tolist() == [80] * 4
    assert np.isnan(test[1, 4])
    assert [part.shape for part in build_score_table(STUDY, DATA, Run((), True)).sizes("forest")] == [(0, 0), (0, 0)]


def test_that_rows_are_pooled_by_repeat_and_areas_averaged_over_folds() -> None:
    main = build_score_table(STUDY, DATA, RUN)
    assert main.pooled("logistic", ERROR) == pytest.approx(0.3)
    assert main.pooled("logistic", AREA) == pytest.approx(float(np.mean(main.grid("logistic", AREA))))
    assert main.pooled("nobody", ERROR) is None


@pytest.mark.parametrize(("missing", "known"), [(2, True), (3, False)])
def test_that_a_mean_over_folds_needs_four_in_five_of_them(missing: int, known: bool) -> None:
    holes = {("forest", 0, fold): failed(outcome("forest", 0, fold)) for fold in range(missing)}
    assert (changed(holes).mean_of_folds("forest", AREA) is not None) is known  # type: ignore[arg-type]


def test_that_scores_of_some_folds_only_are_put_together_without_them() -> None:
    bare = replace(outcome("forest", 0, 0), scores=None)
    main = changed({("forest", 0, 0): bare})
    assert main.pooled("forest", ERROR) == pytest.approx(0.1)
    joined = joined_outcomes(main.repeats("forest")[0])
    assert joined is not None
    assert joined.scores is None
    assert joined.rows.tolist() == list(range(100))
    whole = joined_outcomes(main.repeats("forest")[1])
    assert whole is not None
    assert whole.scores is not None
    assert joined_outcomes((failed(bare),)) is None


def test_that_answers_are_by_repeat_and_row_without_what_failed() -> None:
    main = changed({("forest", 0, 1): failed(outcome("forest", 0, 1))})
    answers = main.answers("forest")
    tested = np.ones(100, dtype=bool)
    tested[outcome("forest", 0, 1).rows] = False
    assert answers.shape == (2, 100)
    assert np.isnan(answers[0, ~tested]).all()
    assert np.array_equal(answers[0, tested], wrong_on(DATA, range(10))[tested, 0])
    assert [len(repeat) for repeat in main.repeats("forest")] == [4, 5]
    nothing = changed({("forest", 0, fold): failed(outcome("forest", 0, fold)) for fold in range(5)})
    assert nothing.answers("forest").shape == (1, 100)


def test_that_what_is_shown_live_is_every_measure_of_the_main_scheme() -> None:
    batch = [outcome("forest", 0, 0), failed(outcome("forest", 0, 1))]
    found = live_values([*batch, replace(batch[0], job=batch[0].job._replace(part="5x2"))], STUDY, DATA)
    assert [(value.measure, value.fold) for value in found] == [("error", 0), ("auc", 0), ("error", 1), ("auc", 1)]
    assert [value.value is None for value in found] == [False, False, True, True]
    assert found[0].value == pytest.approx(build_score_table(STUDY, DATA, RUN).grid("forest", ERROR)[0, 0])


def test_that_numbers_are_measured_as_if_there_were_two_classes() -> None:
    data = number_data()
    context = context_of(study_of(data), data)
    assert (context.classes, context.positive) == (2, 1)
    assert context_of(STUDY, replace(DATA, positive=0)).positive == 0
    assert [row.key for row in measures_of(STUDY)] == ["error", "auc"]
    assert [row.key for row in measures_of(study_of(DATA, cross_check="error"))] == ["error"]
