"""Plan files: what they may say, what they leave out, and one sentence for everything that is wrong."""

from pathlib import Path

import pytest

from core.advice.first_study import sample_study
from core.data.sample.sample_study import Sample
from core.data.samples import SAMPLES, find_sample
from core.domain.study import QuestionKind, SchemeKind, TieBreak, TuningKind
from core.insight.noise_floor import NoiseFloor, find_noise_floor
from core.judge.scores import context_of
from core.plans.plan_file import read_plan
from core.plans.plan_writer import study_as_plan
from core.support.errors import EvenfoldError
from core.wording.measure_text import word_measure
from tests.plans.written import SHORT, plan

NUMBERS = 'data = "numbers.csv"\n[columns]\ntarget = ["y1"]\n[question]\n'


def test_that_a_short_plan_is_filled_up_with_the_suggestions(tmp_path: Path) -> None:
    study = read_plan(plan(tmp_path, SHORT)).study
    assert study.title == "table"
    assert study.baseline == "logistic"
    assert [candidate.key for candidate in study.candidates] == ["logistic", "forest", "svm"]
    assert (study.scheme.kind, study.scheme.folds, study.scheme.repeats) == (
        SchemeKind.KFOLD,
        5,
        10,
    )  # under 5 'yes' per fold of 10
    assert study.tuning.kind is TuningKind.KFOLD
    assert study.question.margin == 2.0
    assert study.question.cross_check == "auc"


def test_that_everything_a_plan_says_is_heard(tmp_path: Path) -> None:
    text = """
title = "All of it"
data = "table.csv"
row = "one bolt"
use = "line 2"
[columns]
target = ["class"]
positive = "yes"
group = "machine"
ignore = ["x2"]
nominal = ["x1"]
[question]
kind = "replace"
measure = "cost"
cost_ratio = 20.0
cross_check = "auc"
margin = 3.5
good_enough = 12.0
tie_break = ["fastest", "simplest"]
[candidates]
reference = "tree"
entries = [
  "naive-bayes",
  { algorithm = "knn", grid = { neighbours = [1, 3, 5] } },
  { algorithm = "mlp", settings = { hidden = [30, 30] } },
]
[plan]
scheme = "kfold"
folds = 4
repeats = 2
max_repeats = 6
stratified = false
tuning = "holdout"
tuning_share = 0.3
seed = 9
alpha = 0.1
looks = 2
extra = ["bootstrap"]
"""
    planned = read_plan(plan(tmp_path, text))
    study = planned.study
    assert (study.title, study.row_meaning, study.use) == ("All of it", "one bolt", "line 2")
    assert planned.data.classes[planned.data.positive_class] == "yes"
    assert planned.data.group_name == "machine"
    assert "x2" not in planned.data.features
    assert study.question.kind is QuestionKind.REPLACE
    assert (study.question.measure, study.question.cost_ratio, study.question.margin) == ("cost", 20.0, 3.5)
    assert study.question.tie_break == (TieBreak.FASTEST, TieBreak.SIMPLEST)
    assert [candidate.key for candidate in study.candidates] == ["tree", "naive-bayes", "knn", "mlp"]
    assert study.candidate("knn").grid == {"neighbours": (1, 3, 5)}
    assert study.candidate("mlp").settings == {"hidden": (30, 30)}
    assert study.candidate("mlp").grid == {}
    assert (study.scheme.folds, study.scheme.repeats, study.scheme.max_repeats) == (4, 2, 6)
    assert not study.scheme.stratified
    assert (study.tuning.kind, study.tuning.share) == (TuningKind.HOLDOUT, 0.3)
    assert (study.seed, study.alpha, study.earlier_comparisons) == (9, 0.1, 2)
    assert study.extra == (SchemeKind.BOOTSTRAP,)


@pytest.mark.parametrize("chosen", SAMPLES, ids=lambda chosen: chosen.key)
def test_that_a_plan_that_only_names_a_sample_is_the_study_of_the_window(chosen: Sample, tmp_path: Path) -> None:
    planned = read_plan(plan(tmp_path, f'sample = "{chosen.key}"'))
    assert planned.study == sample_study(chosen, planned.data).study


def test_that_a_sample_with_candidates_of_its_own_keeps_the_rest(tmp_path: Path) -> None:
    study = read_plan(plan(tmp_path, 'sample = "defects"\n[candidates]\nreference = "tree"')).study
    usual = sample_study(find_sample("defects"), read_plan(plan(tmp_path, 'sample = "defects"')).data).study
    assert study.baseline == "tree"
    assert (study.question, study.scheme) == (usual.question, usual.scheme)


def test_that_a_sample_asked_about_another_column_gets_the_usual_suggestions(tmp_path: Path) -> None:
    study = read_plan(plan(tmp_path, 'sample = "propeller"\n[columns]\ntarget = ["KT"]')).study
    assert set(study.question.margins) == {"KT"}


def test_that_a_sample_brings_its_columns(tmp_path: Path) -> None:
    planned = read_plan(plan(tmp_path, 'sample = "bearing"'))
    assert planned.data.group_name == "machine"
    assert planned.study.source == "sample:bearing"


def test_that_several_numbers_get_a_margin_each(tmp_path: Path) -> None:
    text = 'data = "numbers.csv"\n[columns]\ntarget = ["y1", "y2"]\n[question]\nmargin = { y1 = 3.0 }'
    study = read_plan(plan(tmp_path, text)).study
    assert study.margin("y1") == 3.0
    assert 0 < study.margin("y2") < 1


def test_that_limits_of_targets_are_read_and_checked(tmp_path: Path) -> None:
    text = 'data = "numbers.csv"\n[columns]\ntarget = ["y1", "y2"]\n[question]\nlimits = { y2 = 3.0 }'
    study = read_plan(plan(tmp_path, text)).study
    assert (study.limit("y1"), study.limit("y2")) == (None, 3.0)
    with pytest.raises(EvenfoldError, match="y3"):
        read_plan(plan(tmp_path, text.replace("y2 = 3.0", "y3 = 3.0")))


def test_that_tolerance_and_cost_of_too_high_are_heard_and_written_again(tmp_path: Path) -> None:
    asked = NUMBERS + 'cross_check = "within-tolerance"\ntolerance = 0.5\nover_cost = 3'
    planned = read_plan(plan(tmp_path, asked))
    assert (planned.study.question.tolerance, planned.study.question.over_cost) == (0.5, 3.0)
    assert context_of(planned.study, planned.data).tolerance == 0.5
    text = study_as_plan(planned.study, planned.data, tmp_path)
    assert "tolerance = 0.5" in text
    assert "over_cost = 3" in text


def test_that_units_and_a_stated_uncertainty_are_heard_and_written_again(tmp_path: Path) -> None:
    asked = 'data = "numbers.csv"\n[columns]\ntarget = ["y1"]\nunits = { y1 = "MPa" }\n[question]\nmeasure = "rmse"\n'
    planned = read_plan(plan(tmp_path, asked + "noise = 1.5"))
    assert planned.study.columns.units == {"y1": "MPa"}
    assert planned.study.question.noise == {"y1": 1.5}
    assert word_measure("rmse", planned.study, planned.data).unit == "MPa"
    floor = find_noise_floor(planned.study, planned.data, 0, "rmse")
    assert isinstance(floor, NoiseFloor)
    assert (floor.value, floor.low, floor.high, floor.degrees) == (1.5, 1.5, 1.5, 0)
    (tmp_path / "again.toml").write_text(study_as_plan(planned.study, planned.data, tmp_path))
    assert read_plan(tmp_path / "again.toml").study.columns == planned.study.columns
    assert read_plan(tmp_path / "again.toml").study.question.noise == {"y1": 1.5}


@pytest.mark.parametrize("key", ["weight", "uncertainty"])
def test_that_a_column_of_weights_is_heard_and_written_again(tmp_path: Path, key: str) -> None:
    text = f'data = "table.csv"\n[columns]\ntarget = ["class"]\n{key} = "w"\n'
    path = plan(tmp_path, text)
    rows = (tmp_path / "table.csv").read_text().splitlines()
    (tmp_path / "table.csv").write_text(
        "\n".join([f"{rows[0]},w", *(f"{row},{1 + i % 3}" for i, row in enumerate(rows[1:]))])
    )
    planned = read_plan(path)
    assert getattr(planned.study.columns, key) == "w"
    assert "w" not in planned.data.features
    assert planned.data.weights is not None
    path.write_text(study_as_plan(planned.study, planned.data, tmp_path))
    assert read_plan(path).study.columns == planned.study.columns
    path.write_text(text.replace('"w"', '"class"'))
    with pytest.raises(EvenfoldError, match=r"stands in columns\.target"):
        read_plan(path)


def test_that_entries_equal_to_the_reference_leave_it_alone(tmp_path: Path) -> None:
    text = SHORT + '[candidates]\nreference = "tree"\nentries = ["tree"]'
    assert [candidate.key for candidate in read_plan(plan(tmp_path, text)).study.candidates] == ["tree"]


def test_that_two_entries_of_one_algorithm_get_their_own_keys(tmp_path: Path) -> None:
    text = SHORT + '[candidates]\nreference = "knn"\nentries = [{ algorithm = "knn", settings = { neighbours = 1 } }]'
    assert [candidate.key for candidate in read_plan(plan(tmp_path, text)).study.candidates] == ["knn", "knn-2"]


@pytest.mark.parametrize(
    ("text", "place", "allowed"),
    [
        (SHORT + "[plan]\nfolda = 3", "plan.folda", "folds"),
        (SHORT + "[plan]\nfolds = 1", "plan.folds", "at least 2"),
        (SHORT + "[plan]\nfolds = true", "plan.folds", "whole number"),
        (SHORT + '[plan]\nscheme = "magic"', "plan.scheme", "kfold"),
        (SHORT + "[plan]\nalpha = 1.5", "plan.alpha", "between 0 and 1"),
        (SHORT + "[plan]\nvault = 1", "plan.vault", "true or false"),
        (SHORT + "most_confused = true\n[plan]\nfinal_test = true", "plan.final_test", "Leave one of them out"),
        (SHORT + "[plan]\nshare = nan", "plan.share", "between 0 and 1"),
        (SHORT + "[question]\nmargin = -1", "question.margin", "at least 0"),
        (SHORT + '[question]\nmeasure = "rmse"', "question.measure", "error"),
        (SHORT + '[question]\nmeasure = "speed"', "speed", "error"),
        (SHORT + '[candidates]\nreference = "xgboost"', "candidates.reference", "forest"),
        (SHORT + '[candidates]\nentries = ["tree", 5]', "candidates.entries[2]", "name or a table"),
        (SHORT + '[candidates]\nentries = [{ algorithm = "knn", settings = { k = 3 } }]', "entries[1]", "neighbours"),
        (SHORT + '[candidates]\nreference = "ridge"', "ridge", "classes"),
        ('data = "table.csv"', "columns.target", "target ="),
        ('data = "table.csv"\n[columns]\ntarget = ["klass"]', "klass", "class"),
        ('data = "absent.csv"\n[columns]\ntarget = ["y"]', "absent.csv", ""),
        ('title = "nothing"', "data or sample", "sample ="),
        ("title = ", "not valid TOML", ""),
        (SHORT + f"x = {'[' * 5000}{']' * 5000}", "nested too deep", ""),
        (SHORT + f"x = {'{a=' * 5000}1{'}' * 5000}", "nested too deep", ""),
        (SHORT + f"{'a.' * 30000}a = 1", "key of very many parts", ""),
        ('data = "table.csv"\ncolumns = 3', "columns", "[columns]"),
        ('sample = "unknown"', "unknown", "bearing"),
        (SHORT + '[question]\nmeasure = "accuracy"', "question.measure", "error, cost, auc"),
        (SHORT + '[question]\nmeasure = ""', "question.measure", "error, cost, auc"),
        (SHORT + '[question]\ncross_check = "x"', "question.cross_check", "error"),
        (SHORT + "[question]\ncost_ratio = 0", "question.cost_ratio", "above 0"),
        (SHORT + "[question]\nmargin = { class = nan }", "question.margin.class", "at least 0"),
        (SHORT + "[question]\nmargin = { speed = 1 }", "question.margin.speed", "class"),
        (SHORT + 'ignore = ["klass"]', "columns.ignore", "class"),
        (SHORT + 'group = "engine"', "columns.group", "machine"),
        (SHORT + 'time = "when"', "columns.time", "machine"),
        (SHORT + 'nominal = ["zip"]', "columns.nominal", "x1"),
        (SHORT + 'ignore = ["class"]', "columns.ignore", "one of them"),
        (SHORT + 'group = "class"', "columns.group", "one of them"),
        (SHORT + 'nominal = ["x1"]\nnumeric = ["x1"]', "columns.numeric", "one of them"),
        (SHORT + "reading = { separater = 1 }", "columns.reading.separater", "separator"),
        (SHORT + "reading = 3", "columns.reading", "reading = {"),
        ('data = "numbers.csv"\n[columns]\ntarget = ["y1", "y1"]', "columns.target", "once"),
        ('data = "numbers.csv"\n[columns]\ntarget = ["y1"]\npositive = "1"', "columns.positive", "Leave it out"),
        (SHORT + '[candidates]\nreference = "linear"', "candidates.reference", "naive-bayes"),
        (
            SHORT + '[candidates]\nreference = { algorithm = "knn", grid = [1] }',
            "candidates.reference.grid",
            "grid = {",
        ),
        (SHORT + '[candidates]\nreference = { algorithm = "knn", key = "trivial" }', "reference.key", "other than"),
        (SHORT + '[candidates]\nreference = "given"', "candidates.reference", "columns.given"),
        (SHORT + '[candidates]\nreferense = "tree"', "candidates.referense", "baseline"),
        (SHORT + '[candidates]\nentries = "tree"', "candidates.entries must be a list", "forest"),
        (SHORT + "[candidates]\nentries = []", "candidates has no entries", "baseline ="),
        (SHORT + '[candidates]\nentries = [{ algoritm = "knn" }]', "entries[1].algoritm", "algorithm"),
        (
            SHORT + '[candidates]\nentries = [{ algorithm = "knn", grid = { neighbours = [0] } }]',
            "entries[1]",
            "neighbours",
        ),
        (SHORT + 'tagret = "x"', "columns.tagret", "target"),
        (SHORT + "[question]\nmaring = 3", "question.maring", "margin"),
        (SHORT + '[question]\nmeasure = "mae"', "predicts classes", "error"),
        ('data = "numbers.csv"\n[columns]\ntarget = ["y1"]\n[question]\nmeasure = "auc"', "predicts numbers", "mae"),
        ('data = "numbers.csv"\n[columns]\ntarget = ["y1"]\ntime = "y1"', "columns.time", "one of them"),
        (NUMBERS + 'cross_check = "within-tolerance"', "no tolerance is named", "tolerance ="),
        (NUMBERS + "tolerance = 0", "question.tolerance", "above 0"),
        (NUMBERS + "noise = 0", "question.noise", "above 0"),
        (SHORT + "[question]\nnoise = 1.0", "question.noise is an uncertainty of numbers", "Leave it out"),
        (NUMBERS.replace('["y1"]', '["y1", "y2"]') + "noise = 1.0", "several targets", "noise = {"),
        (NUMBERS.replace("[question]", 'units = { a = "mm" }\n[question]'), "which is no target", "targets"),
        (NUMBERS + 'measure = "asymmetric"', "question.measure", "over_cost ="),
        (NUMBERS + 'measure = "max-error"', "question.measure", "p95-error"),
        (NUMBERS + 'measure = "f1"', "predicts numbers", "p95-error"),
        (NUMBERS + "over_cost = -1", "question.over_cost", "above 0"),
        (SHORT + f"[question]\nmargin = {'9' * 400}", "question.margin", "at least 0"),
        (SHORT + f"[question]\nmargin = {'9' * 5000}", "not valid TOML", "digits"),
        (SHORT + "[plan]\nshare = 1", "plan.share", "between 0 and 1"),
        (SHORT + "[plan]\nsamples = 1", "plan.samples", "from 2 to 100000"),
        (SHORT + "[plan]\nrepeats = 0", "plan.repeats", "from 1 to 100000"),
        (SHORT + "[plan]\ntuning_folds = 1", "plan.tuning_folds", "at least 2"),
        (SHORT + "[plan]\ntuning_share = 0", "plan.tuning_share", "between 0 and 1"),
        (SHORT + f"[candidates]\nentries = {['tree'] * 101}", "candidates.entries names 101 models", "at most 100"),
    ],
)
def test_that_a_wrong_plan_is_refused_with_the_place_and_what_is_allowed(
    tmp_path: Path, text: str, place: str, allowed: str
) -> None:
    with pytest.raises(EvenfoldError) as refused:
        read_plan(plan(tmp_path, text))
    assert place in str(refused.value)
    assert allowed in str(refused.value)
    assert "\n" not in str(refused.value)


def test_that_cost_is_not_offered_for_three_classes(tmp_path: Path) -> None:
    text = 'data = "table.csv"\n[columns]\ntarget = ["x1"]\nnominal = ["x1"]\n[question]\nmeasure = "cost"'
    with pytest.raises(EvenfoldError, match=r"question\.measure .*7 classes.*Use one of: error, auc"):
        read_plan(plan(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (
            SHORT + "[question]\n",
            "error balanced-accuracy f1 mcc kappa precision recall specificity log-loss brier auc",
        ),
        (SHORT + "[question]\n", "pr-auc cost"),
        (NUMBERS + "tolerance = 0.5\nover_cost = 3\n", "mae rmse mse r2 median-error p95-error within-tolerance"),
        (NUMBERS + "over_cost = 3\n", "asymmetric"),
    ],
)
def test_that_any_measure_of_the_task_may_decide(tmp_path: Path, text: str, keys: str) -> None:
    for key in keys.split():
        question = read_plan(plan(tmp_path, f'{text}measure = "{key}"')).study.question
        assert question.measure == key
        assert question.margin > 0 or question.margins
        assert question.cross_check != key


def test_that_no_percentage_is_asked_of_true_values_of_zero(tmp_path: Path) -> None:
    text = 'data = "numbers.csv"\n[columns]\ntarget = ["y1"]\n[question]\nmeasure = "relative"'
    with pytest.raises(EvenfoldError, match=r"question\.measure .*1 true values are 0.*Use mae or rmse"):
        read_plan(plan(tmp_path, text))


def test_that_answers_too_large_to_square_are_refused(tmp_path: Path) -> None:
    path = plan(tmp_path, 'data = "huge.csv"\n[columns]\ntarget = ["y"]')
    (tmp_path / "huge.csv").write_text("x,y\n" + "\n".join(f"{i},{i + 1}e300" for i in range(40)))
    with pytest.raises(EvenfoldError, match=r"'y' has values beyond 1e\+100"):
        read_plan(path)


def test_that_an_empty_text_names_no_group_and_no_time(tmp_path: Path) -> None:
    planned = read_plan(plan(tmp_path, 'sample = "bearing"\n[columns]\ngroup = ""\ntime = ""'))
    assert (planned.study.columns.group, planned.study.columns.time) == (None, None)
    assert planned.data.group_name == ""


def test_that_keys_stay_apart_even_if_one_looks_like_a_numbered_one(tmp_path: Path) -> None:
    entries = '[{ algorithm = "tree", key = "knn-2" }, { algorithm = "knn", settings = { neighbours = 3 } }]'
    text = SHORT + f'[candidates]\nreference = "knn"\nentries = {entries}'
    assert [candidate.key for candidate in read_plan(plan(tmp_path, text)).study.candidates] == [
        "knn",
        "knn-2",
        "knn-3",
    ]


def test_that_a_missing_plan_is_named(tmp_path: Path) -> None:
    with pytest.raises(EvenfoldError, match=r"no plan file .*nowhere\.toml"):
        read_plan(tmp_path / "nowhere.toml")


def test_that_what_a_plan_leaves_out_is_marked_as_assumed(tmp_path: Path) -> None:
    bare = read_plan(plan(tmp_path, SHORT)).study.assumed
    assert {"question.margin", "scheme.folds", "candidates", "tuning.kind", "seed"} <= set(bare)
    said = (
        SHORT + '[question]\nmargin = 3\n[candidates]\nreference = "tree"\n[plan]\nfolds = 5\ntuning = "none"\nseed = 4'
    )
    stated = read_plan(plan(tmp_path, said)).study.assumed
    assert not {"question.margin", "scheme.folds", "candidates", "baseline", "tuning.kind", "seed"} & set(stated)
    assert "question.measure" in stated


def test_that_several_classes_can_be_reduced_to_the_most_confused_pair(tmp_path: Path) -> None:
    rows = [f"{i % 3 * 10 + (i * 7) % (3 if i % 3 else 13)},{'abc'[i % 3]}" for i in range(90)]
    (tmp_path / "three.csv").write_text("x,class\n" + "\n".join(rows))
    text = 'data = "three.csv"\n[columns]\ntarget = ["class"]\nmost_confused = true'
    planned = read_plan(plan(tmp_path, text))
    assert planned.data.classes == ("a", "b")
    assert planned.study.question.cross_check == "auc"


def test_that_a_final_test_keeps_a_third_of_the_rows_from_the_study(tmp_path: Path) -> None:
    planned = read_plan(plan(tmp_path, SHORT + "[plan]\nvault = true"))
    whole = read_plan(plan(tmp_path, SHORT)).data
    assert planned.study.final_test
    assert planned.final_rows is not None
    assert planned.data.size + planned.final_rows.size == whole.size
    assert abs(planned.final_rows.size - whole.size / 3) < 2
    assert planned.data.rows is not None
    assert planned.final_rows.rows is not None
    assert not set(planned.data.rows.tolist()) & set(planned.final_rows.rows.tolist())


def test_that_words_of_older_plans_are_read_as_those_of_today(tmp_path: Path) -> None:
    older = SHORT + '[candidates]\nreference = "tree"\nentries = ["knn"]\n[plan]\nvault = true\nlooks = 3\n'
    newer = older.replace("reference", "baseline").replace("vault", "final_test")
    plans = [read_plan(plan(tmp_path, text)) for text in (older, newer)]
    assert plans[0].study == plans[1].study
    assert (plans[0].study.baseline, plans[0].study.final_test, plans[0].study.earlier_comparisons) == ("tree", True, 3)
    assert plans[0].final_rows is not None


@pytest.mark.parametrize(
    ("formula", "named"),
    [("nosuch + 1", "nosuch"), ("x1; x2", "2 formulas for 1 column"), ("x1 +", "position")],
)
def test_that_a_formula_that_cannot_work_is_refused_before_anything_is_trained(
    tmp_path: Path, formula: str, named: str
) -> None:
    """It would be locked, counted and trained otherwise, and fail in every fold."""
    entry = f'{{ algorithm = "formula", settings = {{ formula = "{formula}" }} }}'
    path = plan(tmp_path, f'{SHORT}[candidates]\nbaseline = "tree"\nentries = [{entry}]\n')
    with pytest.raises(EvenfoldError) as refused:
        read_plan(path)
    assert refused.value.message.startswith("candidates.entries[1]: ")
    assert named in str(refused.value)


def test_that_a_plan_that_is_no_text_is_told_without_the_words_of_programmers(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_bytes(b"\x00\xff" * 100)
    with pytest.raises(EvenfoldError) as refused:
        read_plan(path)
    assert str(refused.value).endswith("is no text. It must be a UTF-8 text.")


def test_that_names_of_the_study_stay_on_one_line(tmp_path: Path) -> None:
    words = 'title = "a\\nb\\u001b[2J"\nrow = "one\\r\\nbolt"\n'
    study = read_plan(plan(tmp_path, words + SHORT)).study
    assert (study.title, study.row_meaning) == ("a b[2J", "one bolt")
