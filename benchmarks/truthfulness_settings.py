"""The settings of the laboratory of truthfulness, one row each; `python -m benchmarks.truthfulness` runs them."""

from benchmarks.worlds import (
    Aim,
    Draw,
    World,
    add_three_inputs,
    bend_inputs,
    draw_chen,
    draw_classes,
    draw_friedman,
    draw_linear,
    draw_logistic,
    draw_numbers,
    make_hidden_block,
    on_blocks,
)
from core.domain.study import Candidate, Settings, TuningKind

SEED = 20_261  # of the published run

UNPRUNED: Settings = {"pruning": "off"}
SMALL_TREE: Settings = {"pruning": "off", "leaf": 12}
LEAVES_OF_5: Settings = {"pruning": "off", "leaf": 5}
FEW_TREES: Settings = {"trees": 15}
FEW_ROUNDS: Settings = {"rounds": 25, "depth": 2}
SMALL_NET: Settings = {"hidden": (4,), "rounds": 40}
BAYES, LDA, LOGISTIC, KNN, TREE = "naive-bayes", "lda", "logistic", "knn", "tree"
EQUAL = (0.7, 0.7)


def _classes(
    key: str, title: str, rows: int, algorithm: str, settings: Settings | None = None, width: int = 5
) -> World:
    return World(key, title, rows, draw_classes(EQUAL, width), on_blocks(algorithm, settings, width=width))


def _hidden(rows: int, leaf: int = 5) -> World:
    return World(
        f"equal-hidden-{rows}",
        f"tree whose rule is found or missed by chance, {rows} rows",
        rows,
        draw_classes((0.97, 0.97), make=make_hidden_block),
        on_blocks(TREE, {"pruning": "off", "leaf": leaf}),
    )


def _grouped(key: str, title: str, groups: int, algorithm: str, settings: Settings | None = None) -> World:
    draw = draw_classes((1.0, 1.0), group_spread=0.7)
    return World(
        f"groups-{key}-{groups}", f"{title}, {groups} groups", 10 * groups, draw, on_blocks(algorithm, settings)
    )


def _which(models: int, algorithm: str, title: str, settings: Settings | None = None) -> tuple[World, World]:
    """All models equal, and one of them truly better."""
    equal, better = (0.9,) * models, (0.7,) * (models - 1) + (1.3,)
    candidates = on_blocks(algorithm, settings, models)
    return (
        World(
            f"which-{algorithm}-{models}-equal",
            f"{models} {title}, all equal",
            100,
            draw_classes(equal),
            candidates,
            Aim.WHICH,
        ),
        World(
            f"which-{algorithm}-{models}-best",
            f"{models} {title}, one better",
            100,
            draw_classes(better),
            candidates,
            Aim.WHICH,
            is_equal=False,
        ),
    )


def _power(
    key: str, title: str, rows: int, draw: Draw, candidates: tuple[Candidate, ...], measure: str = "error"
) -> World:
    return World(f"power-{key}", title, rows, draw, candidates, Aim.POWER, measure, is_equal=False)


def _small(key: str, title: str, rows: int, draw: Draw, first: Candidate, second: Candidate, measure: str) -> World:
    return World(f"small-{key}", title, rows, draw, (first, second), Aim.SMALL, measure, is_equal=False)


EQUAL_MODELS: tuple[World, ...] = (
    _classes("equal-bayes-60", "naive Bayes, 60 rows", 60, BAYES),
    _classes("equal-bayes-100", "naive Bayes, 100 rows", 100, BAYES),
    World(
        "equal-bayes-rare-200",
        "naive Bayes, 200 rows, 15 % positive",
        200,
        draw_classes((1.0, 1.0), share=0.15),
        on_blocks(BAYES),
    ),
    _classes("equal-lda-60", "linear discriminant, 60 rows, 10 inputs", 60, LDA, width=10),
    _classes("equal-lda-100", "linear discriminant, 100 rows", 100, LDA),
    _classes("equal-logistic-200", "logistic regression, 200 rows, 20 inputs", 200, LOGISTIC, width=20),
    _classes("equal-knn5-60", "5 neighbors, 60 rows", 60, KNN, {"neighbours": 5}),
    _classes("equal-knn5-100", "5 neighbors, 100 rows", 100, KNN, {"neighbours": 5}),
    _classes("equal-knn5-200", "5 neighbors, 200 rows", 200, KNN, {"neighbours": 5}),
    _classes("equal-knn5-500", "5 neighbors, 500 rows", 500, KNN, {"neighbours": 5}),
    _classes("equal-knn1-100", "1 neighbor, 100 rows", 100, KNN, {"neighbours": 1}),
    _classes("equal-knn15-200", "15 neighbors, 200 rows", 200, KNN, {"neighbours": 15}),
    World(
        "equal-knn3-rare-300",
        "3 neighbors, 300 rows, 15 % positive",
        300,
        draw_classes((1.2, 1.2), share=0.15),
        on_blocks(KNN, {"neighbours": 3}),
    ),
    _classes("equal-tree-200", "unpruned tree, 200 rows", 200, TREE, UNPRUNED),
    _classes("equal-cart-100", "tree with leaves of 12, 100 rows", 100, TREE, SMALL_TREE),
    _hidden(60),
    _hidden(100),
    _hidden(200),
    _hidden(300, leaf=10),
    _classes("equal-forest-100", "forest of 15 trees, 100 rows", 100, "forest", FEW_TREES),
    _classes("equal-boosting-100", "boosting of 25 small trees, 100 rows", 100, "boosting", FEW_ROUNDS),
    _classes("equal-net-60", "neural net of 4 units, 60 rows", 60, "mlp", SMALL_NET),
    World("equal-ridge-60", "ridge, MAE, 60 rows", 60, draw_numbers((1.0, 1.0)), on_blocks("ridge"), measure="mae"),
    World(
        "equal-ridge-tails-200",
        "ridge, MAE, 200 rows, heavy tails",
        200,
        draw_numbers((1.0, 1.0), tail=3),
        on_blocks("ridge"),
        measure="mae",
    ),
    World(
        "equal-knn-numbers-100",
        "5 neighbors, MAE, 100 rows",
        100,
        draw_numbers((1.0, 1.0), relate=bend_inputs),
        on_blocks(KNN, {"neighbours": 5}),
        measure="mae",
    ),
    World(
        "equal-tree-numbers-100",
        "tree with leaves of 5, MAE, 100 rows",
        100,
        draw_numbers((1.0, 1.0), relate=bend_inputs),
        on_blocks(TREE, LEAVES_OF_5),
        measure="mae",
    ),
    World(
        "equal-lasso-60",
        "lasso, MAE, 60 rows, 20 inputs",
        60,
        draw_numbers((1.0, 1.0), 20, add_three_inputs, noise=0.5),
        on_blocks("lasso", {"shrinkage": 0.1}, width=20),
        measure="mae",
    ),
    World(
        "equal-lasso-100",
        "lasso, MAE, 100 rows, 30 inputs",
        100,
        draw_numbers((1.0, 1.0), 30, add_three_inputs, noise=0.5),
        on_blocks("lasso", {"shrinkage": 0.1}, width=30),
        measure="mae",
    ),
    World(
        "equal-knn-tuned-100",
        "neighbors, number tuned inside the folds, 100 rows",
        100,
        draw_classes(EQUAL),
        on_blocks(KNN, grid={"neighbours": (15, 5, 1)}),
        tuning=TuningKind.HOLDOUT,
    ),
    World(
        "equal-lasso-tuned-60",
        "lasso, shrinkage tuned inside the folds, MAE, 60 rows",
        60,
        draw_numbers((1.0, 1.0), 10, add_three_inputs, noise=0.5),
        on_blocks("lasso", width=10, grid={"shrinkage": (0.3, 0.1, 0.03)}),
        measure="mae",
        tuning=TuningKind.HOLDOUT,
    ),
    _grouped("lda", "linear discriminant", 12, LDA),
    _grouped("lda", "linear discriminant", 20, LDA),
    _grouped("lda", "linear discriminant", 40, LDA),
    _grouped("knn", "5 neighbors", 12, KNN, {"neighbours": 5}),
    _grouped("knn", "5 neighbors", 20, KNN, {"neighbours": 5}),
    _grouped("tree", "tree with leaves of 12", 20, TREE, SMALL_TREE),
    World(
        "groups-ridge-12",
        "ridge, MAE, 12 groups",
        120,
        draw_numbers((1.0, 1.0), group_spread=0.7),
        on_blocks("ridge"),
        measure="mae",
    ),
    World(
        "groups-ridge-30",
        "ridge, MAE, 30 groups",
        300,
        draw_numbers((1.0, 1.0), group_spread=0.7),
        on_blocks("ridge"),
        measure="mae",
    ),
    World(
        "equal-lda-auc-100",
        "linear discriminant, AUC, 100 rows",
        100,
        draw_classes(EQUAL),
        on_blocks(LDA),
        measure="auc",
    ),
    World(
        "equal-knn-auc-100",
        "15 neighbors, AUC, 100 rows",
        100,
        draw_classes(EQUAL),
        on_blocks(KNN, {"neighbours": 15}),
        measure="auc",
    ),
    World(
        "equal-bayes-cost-200",
        "naive Bayes, cost (missed 5 times), 200 rows, 15 % positive",
        200,
        draw_classes((1.0, 1.0), share=0.15),
        on_blocks(BAYES),
        measure="cost",
        cost_ratio=5.0,
    ),
    World(
        "equal-lda-f1-100",
        "linear discriminant, F1, 100 rows, 30 % positive",
        100,
        draw_classes((0.9, 0.9), share=0.3),
        on_blocks(LDA),
        measure="f1",
    ),
    World(
        "equal-knn-f1-100",
        "5 neighbors, F1, 100 rows, 30 % positive",
        100,
        draw_classes((0.9, 0.9), share=0.3),
        on_blocks(KNN, {"neighbours": 5}),
        measure="f1",
    ),
    World(
        "equal-ridge-rmse-100",
        "ridge, RMSE, 100 rows",
        100,
        draw_numbers((1.0, 1.0)),
        on_blocks("ridge"),
        measure="rmse",
    ),
    World("equal-ridge-r2-100", "ridge, R², 100 rows", 100, draw_numbers((1.0, 1.0)), on_blocks("ridge"), measure="r2"),
    World(
        "equal-knn-r2-100",
        "5 neighbors, R², 100 rows",
        100,
        draw_numbers((1.0, 1.0), relate=bend_inputs),
        on_blocks(KNN, {"neighbours": 5}),
        measure="r2",
    ),
    World(
        "two-outputs-ridge-100",
        "ridge, two outputs, MAE, 100 rows",
        100,
        draw_numbers((1.0, 1.0), outputs=2),
        on_blocks("ridge"),
        measure="mae",
    ),
)

A_DIFFERENCE: tuple[World, ...] = (
    _power("bayes-100", "naive Bayes, 100 rows", 100, draw_classes((0.5, 1.0)), on_blocks(BAYES)),
    _power("lda-200", "linear discriminant, 200 rows", 200, draw_classes((0.6, 0.96)), on_blocks(LDA)),
    _power("knn5-100", "5 neighbors, 100 rows", 100, draw_classes((0.5, 1.0)), on_blocks(KNN, {"neighbours": 5})),
    _power("knn5-200", "5 neighbors, 200 rows", 200, draw_classes((0.6, 0.98)), on_blocks(KNN, {"neighbours": 5})),
    _power("tree-200", "unpruned tree, 200 rows", 200, draw_classes((0.7, 1.14)), on_blocks(TREE, UNPRUNED)),
    _power(
        "hidden-100",
        "tree whose rule is found or missed by chance, 100 rows",
        100,
        draw_classes((0.8, 0.97), make=make_hidden_block),
        on_blocks(TREE, LEAVES_OF_5),
    ),
    _power("ridge-60", "ridge, MAE, 60 rows", 60, draw_numbers((0.5, 1.23)), on_blocks("ridge"), "mae"),
    _power(
        "knn-numbers-100",
        "5 neighbors, MAE, 100 rows",
        100,
        draw_numbers((0.7, 1.06), relate=bend_inputs),
        on_blocks(KNN, {"neighbours": 5}),
        "mae",
    ),
    _power(
        "groups-lda-20",
        "linear discriminant, 20 groups",
        200,
        draw_classes((0.6, 1.2), group_spread=0.5),
        on_blocks(LDA),
    ),
    _power("lda-auc-100", "linear discriminant, AUC, 100 rows", 100, draw_classes((0.5, 1.0)), on_blocks(LDA), "auc"),
    _power("ridge-r2-100", "ridge, R², 100 rows", 100, draw_numbers((0.6, 1.0)), on_blocks("ridge"), "r2"),
    _small(
        "5-against-15-neighbors-100",
        "5 against 15 neighbors, 100 rows",
        100,
        draw_classes((1.0,)),
        Candidate("m0", KNN, {"neighbours": 5}),
        Candidate("m1", KNN, {"neighbours": 15}),
        "error",
    ),
    _small(
        "lda-against-neighbors-100",
        "5 neighbors against linear discriminant, 100 rows",
        100,
        draw_classes((1.0,), 10),
        Candidate("m0", KNN, {"neighbours": 5}),
        Candidate("m1", LDA),
        "error",
    ),
    _small(
        "bates-classes-20",
        "Bates, 20 inputs, 100 rows: naive Bayes against logistic",
        100,
        draw_logistic(20),
        Candidate("m0", BAYES),
        Candidate("m1", LOGISTIC),
        "error",
    ),
    _small(
        "bates-classes-100",
        "Bates, 100 inputs, 100 rows: naive Bayes against logistic",
        100,
        draw_logistic(100),
        Candidate("m0", BAYES),
        Candidate("m1", LOGISTIC),
        "error",
    ),
    _small(
        "bates-numbers-20",
        "Bates, 20 inputs, 100 rows: ridge against lasso",
        100,
        draw_linear(20),
        Candidate("m0", "ridge"),
        Candidate("m1", "lasso", {"shrinkage": 0.03}),
        "mae",
    ),
    _small(
        "bates-numbers-100",
        "Bates, 100 inputs, 100 rows: ridge against lasso",
        100,
        draw_linear(100),
        Candidate("m0", "ridge", {"shrinkage": 10.0}),
        Candidate("m1", "lasso", {"shrinkage": 0.1}),
        "mae",
    ),
    _small(
        "friedman-100",
        "Friedman 1, 100 rows: linear against boosting",
        100,
        draw_friedman,
        Candidate("m0", "linear"),
        Candidate("m1", "boosting", FEW_ROUNDS),
        "rmse",
    ),
    _small(
        "chen-100",
        "Chen, 60 inputs, 100 rows: ridge against neighbors",
        100,
        draw_chen,
        Candidate("m0", "ridge", {"shrinkage": 10.0}),
        Candidate("m1", KNN, {"neighbours": 5}),
        "mae",
    ),
)

WHICH: tuple[World, ...] = (
    *_which(3, BAYES, "naive Bayes models"),
    *_which(5, BAYES, "naive Bayes models"),
    *_which(8, BAYES, "naive Bayes models"),
    *_which(3, KNN, "models of 5 neighbors", {"neighbours": 5}),
    *_which(8, KNN, "models of 5 neighbors", {"neighbours": 5}),
)

WORLDS: tuple[World, ...] = (*EQUAL_MODELS, *A_DIFFERENCE, *WHICH)


def world(key: str) -> World:
    return next(row for row in WORLDS if row.key == key)
