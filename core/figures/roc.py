"""Points of an ROC curve: hit rate against false alarm rate for every threshold."""

import numpy as np

from core.domain.dataset import Floats, Integers
from core.domain.reading import Reading, degenerate, ok


def roc_points(truth: Integers, ranking: Floats) -> Reading:
    """From (0, 0), one step per distinct score in falling order, ties as one diagonal step (Aslan II.B)."""
    positives = truth == 1
    found, others = int(positives.sum()), int((~positives).sum())
    if found == 0 or others == 0:
        return degenerate("single_class", fpr=None, tpr=None, thresholds=None)
    if np.isnan(ranking).any():
        return degenerate("missing_score", fpr=None, tpr=None, thresholds=None)
    order = np.argsort(-ranking, kind="stable")
    last_of_ties = np.append(np.diff(ranking[order]) != 0, True)
    hits = np.cumsum(positives[order])[last_of_ties] / found
    alarms = np.cumsum(~positives[order])[last_of_ties] / others
    return ok(fpr=np.append(0.0, alarms), tpr=np.append(0.0, hits), thresholds=ranking[order][last_of_ties])
