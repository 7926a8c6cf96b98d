"""The table of schemes, and how splits are asked for."""

from collections.abc import Iterator
from dataclasses import replace

from core.domain.dataset import Dataset
from core.domain.evidence import Split
from core.domain.study import SchemeChoice, SchemeKind
from core.schemes.bootstrap import bootstrap_count, bootstrap_splits
from core.schemes.holdout import repeated_count, repeated_splits, single_count, single_splits
from core.schemes.kfold import (
    kfold_count,
    kfold_splits,
    leave_one_out_count,
    leave_one_out_splits,
)
from core.schemes.resubstitution import resubstitution_count, resubstitution_splits
from core.schemes.row import Scheme
from core.schemes.time import time_count, time_splits

SCHEMES: tuple[Scheme, ...] = (
    Scheme(
        SchemeKind.KFOLD,
        "Cross-validation",
        "All rows are dealt into folds; each fold is tested once by models trained on the others; repeated shuffles.",
        "Kohavi 1995, sections 2 and 6; Salzberg 1997, section 3.5; Bradford & Brodley 2001",
        kfold_splits,
        kfold_count,
        claims=True,
    ),
    Scheme(
        SchemeKind.REPEATED_HOLDOUT,
        "Repeated holdout",
        "A part of the rows is set aside for testing, again and again with new parts.",
        "Reich & Barai 1999, section 2.2.2; Kohavi 1995, section 2.1",
        repeated_splits,
        repeated_count,
        claims=True,
    ),
    Scheme(
        SchemeKind.HOLDOUT,
        "One holdout",
        "One part of the rows, a third unless chosen otherwise, is set aside for testing.",
        "Reich & Barai 1999, section 2.2.2; Kohavi 1995, section 2.1",
        single_splits,
        single_count,
        claims=True,
    ),
    Scheme(
        SchemeKind.TTV,
        "Train, tune, test",
        "One part is set aside for testing; settings are chosen by folds inside the other part.",
        "Reich & Barai 1999, figure 6",
        single_splits,
        single_count,
        claims=True,
    ),
    Scheme(
        SchemeKind.TIME,
        "Past to future",
        "Models are trained on the past and tested on the block of rows that follows.",
        "Common practice for rows in time order",
        time_splits,
        time_count,
        claims=False,
    ),
    Scheme(
        SchemeKind.LEAVE_ONE_OUT,
        "Leave-one-out",
        "Each row, or each group, is tested by models trained on all others; there is one way only to do it.",
        "Kohavi 1995, section 2.2; Reich & Barai 1999, section 2.2.3",
        leave_one_out_splits,
        leave_one_out_count,
        claims=False,
    ),
    Scheme(
        SchemeKind.BOOTSTRAP,
        "Bootstrap",
        "Rows are drawn with replacement to train on; the rows never drawn are tested.",
        "Reich & Barai 1999, section 2.2.4; Kohavi 1995, section 2.3",
        bootstrap_splits,
        bootstrap_count,
        claims=False,
    ),
    Scheme(
        SchemeKind.RESUBSTITUTION,
        "Tested on the training rows",
        "Models are tested on the rows they were trained on, which flatters them; shown for study only.",
        "Reich & Barai 1999, section 2.2.1",
        resubstitution_splits,
        resubstitution_count,
        claims=False,
    ),
)


def scheme(kind: SchemeKind) -> Scheme:
    return next(row for row in SCHEMES if row.key is kind)


def splits(data: Dataset, choice: SchemeChoice, seed: int) -> Iterator[Split]:
    """All splits in order of shuffle and fold, lazily."""
    return scheme(choice.kind).splits(data, choice, seed)


def count(data: Dataset, choice: SchemeChoice, seed: int = 1) -> int:
    """How many splits there will be; with few groups this is fewer than asked for."""
    return scheme(choice.kind).count(data, choice, seed)


def halves(data: Dataset, seed: int, choice: SchemeChoice | None = None) -> Iterator[Split]:
    """Five shuffles into two halves, for the 5x2 test."""
    return splits(data, halving(choice or SchemeChoice()), seed)


def halving(choice: SchemeChoice) -> SchemeChoice:
    return replace(choice, kind=SchemeKind.KFOLD, folds=2, repeats=5)
