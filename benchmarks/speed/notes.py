"""Why an aim is missed and what it would take; a note is printed only where the aim was missed in that run."""

from collections.abc import Mapping

PER_STUDY = (
    "What is left is the study itself: a new study file, one journalled and sealed outcome for every fold and model,"
    " the trivial one included, and the findings. Keeping a whole shuffle in one row of the journal would save about a"
    " fifth."
)
PER_ROW = (
    "Every left-out row is an outcome of its own, once for the model and once for the trivial one; each costs some 30"
    " microseconds to plan, store, seal and judge, more than its answer. Keeping all of them in one row of the journal"
    " would be needed."
)
SAME_TREES = (
    "Both grow the same trees with the same compiled code of scikit-learn, and that is nearly all there is to do; a"
    " tree grower of our own in compiled code would be needed."
)
SAME_TRAINING = (
    "Trees and logistic regressions are trained by scikit-learn's own code on both sides, which is most of the work;"
    " only AUC, ROC and the other three algorithms can be quicker."
)
PERMUTED = (
    "Folds keep the classes in proportion, so rows are dealt anew for every order of the answers, and all statistics"
    " with them; folds dealt once for all orders would be quicker, but would be another procedure."
)
READING = (
    "pandas parses the numbers on both sides, which alone is about an eighth of the other's total, so 8 times is out"
    " of reach without a parser of our own in compiled code. Beside it we count cells of every line, give rows a"
    " fingerprint, and look for decimal marks, units and dates. Columns are read one by one, then put into one table;"
    " reading straight into that table would halve the memory."
)
NOTES: Mapping[tuple[str, str], str] = {
    ("W1", "naive-bayes"): PER_STUDY,
    ("W1", "knn"): PER_STUDY,
    ("W1", "tree"): SAME_TREES,
    ("W2", "naive-bayes"): PER_STUDY,
    ("W2", "tree"): SAME_TREES,
    ("W3", "tree"): SAME_TREES,
    ("W4", "naive-bayes"): PER_ROW,
    ("W4", "knn"): PER_ROW,
    ("W4", "ridge"): PER_ROW,
    ("W5", "five"): SAME_TRAINING,
    ("W7", "naive-bayes"): PERMUTED,
    ("W7", "tree"): SAME_TREES,
    ("W8", "naive-bayes"): READING,
}
