"""Why an aim is missed and what it would take; printed with the figures of that run only where it was missed."""

from collections.abc import Mapping

from benchmarks.speed.race import Result
from benchmarks.speed.row import LOOP, OURS, SCIKIT

SECONDS_READING = "seconds of reading"  # among the answers of a load that reads a file
PER_STUDY = (
    "What is left is the study itself, some milliseconds each: a new study file sealed throughout, the trivial model,"
    " the findings. It counts less the longer a study is."
)
SAME_TREES = (
    "Both grow the same trees with the same compiled code of scikit-learn, and that is nearly all there is to do; a"
    " tree grower of our own in compiled code would be needed. Of a study of many trees about nine tenths are their"
    " growth."
)
SAME_TRAINING = (
    "Half of the work is the search for neighbours, a third the growing of trees, which is scikit-learn's own compiled"
    " code on both sides; the rest is little beside them."
)
ONE_BY_ONE = (
    "Every row that is left out has a training of its own here, as in any other study; scikit-learn's idiom does the"
    " same with less bookkeeping, or has a formula of its own for ridge regression."
)
PERMUTED = (
    "Every permutation is a whole round of trainings, as the window runs the test; rows are dealt anew each time,"
    " because folds keep the classes in proportion."
)
READING = (
    "Half of the time the parser of pandas is at work, with more to heed than usual (blanks before cells, lines above"
    " the table); beside it we count the cells of every line, look for copies and give rows a fingerprint. Much quicker"
    " would need a parser of our own in compiled code. The numbers themselves take 400 MB; beside them the predictions"
    " of all rows and the program itself are held."
)
REASONS: Mapping[tuple[str, str], str] = {
    ("W1", "naive-bayes"): PER_STUDY,
    ("W1", "knn"): PER_STUDY,
    ("W1", "tree"): SAME_TREES,
    ("W2", "naive-bayes"): PER_STUDY,
    ("W2", "tree"): SAME_TREES,
    ("W3", "tree"): SAME_TREES,
    ("W4", "naive-bayes"): ONE_BY_ONE,
    ("W4", "knn"): ONE_BY_ONE,
    ("W4", "ridge"): ONE_BY_ONE,
    ("W5", "five"): SAME_TRAINING,
    ("W7", "naive-bayes"): PERMUTED,
    ("W7", "tree"): SAME_TREES,
    ("W8", "naive-bayes"): READING,
}


def missed_by(result: Result) -> str:
    """The aim and what was reached, in time and, where that is asked, in memory."""
    said = f"{result.ratio:.3g} instead of {result.load.aim:g}"
    share, aim = result.memory_share, result.load.memory_aim
    if aim is not None and share is not None:
        said += f", {100 * share:.0f} % of the memory instead of {100 * aim:.0f}"
    return f"{said}."


def reason(result: Result) -> str:
    note = REASONS.get((result.load.key, result.load.algorithm), "Not looked into yet.")
    return f"{note} {_figures(result)}".strip()


def _figures(result: Result) -> str:
    """What this run says about it."""
    mine, theirs, bare = (result.middle(who) for who in (OURS, SCIKIT, LOOP))
    parts = []
    if mine is not None and theirs is not None and bare is not None:
        aim = theirs / result.load.aim
        parts.append(
            f"In this run the aim was {aim:.3g} s and Evenfold took {mine:.3g} s; only training and predicting, one"
            f" after another, took {bare:.3g} s."
        )
    if reading := result.passes[OURS][0].answer.get(SECONDS_READING):
        parts.append(f"Of it {reading[0]:.3g} s were reading.")
    return " ".join(parts)
