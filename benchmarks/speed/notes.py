"""Why an aim is missed and what it would take; a note is printed only where the aim was missed in that run."""

from collections.abc import Mapping

NOTES: Mapping[tuple[str, str], str] = {
    ("W1", "tree"): "Both grow the same tree with the same compiled code, which takes two thirds of scikit-learn's time"
    " and nearly all of ours; a tree grower of our own in compiled code would be needed for more.",
    ("W2", "tree"): "Both grow the same trees with the same compiled code, and without AUC scikit-learn spends little"
    " beside it; a tree grower of our own in compiled code would be needed.",
    ("W3", "tree"): "As W2: growing the trees is nearly all there is to do.",
    ("W7", "tree"): "As W2: growing the trees is nearly all there is to do.",
}
