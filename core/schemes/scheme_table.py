"""The table of schemes, and how splits are asked for."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from core.domain.dataset import Dataset
from core.domain.evidence import Split
from core.domain.study import SchemeChoice, SchemeKind
from core.schemes.bootstrap_samples import count_bootstrap_splits, make_bootstrap_splits
from core.schemes.cross_validation import (
    count_kfold_splits,
    count_leave_one_out_splits,
    make_kfold_splits,
    make_leave_one_out_splits,
)
from core.schemes.holdout import count_repeated_splits, count_single_split, make_repeated_splits, make_single_split
from core.schemes.resubstitution import count_resubstitution_splits, make_resubstitution_split
from core.schemes.time_order import count_time_splits, make_time_splits

Splitter = Callable[[Dataset, SchemeChoice, int], Iterator[Split]]
Counter = Callable[[Dataset, SchemeChoice, int], int]


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way of making splits; `claims` tells whether a verdict may rest on it, `count` how many splits it makes."""

    key: SchemeKind
    title: str
    note: str
    source: str
    splits: Splitter
    count: Counter
    claims: bool


SCHEMES: tuple[Scheme, ...] = (
    Scheme(
        SchemeKind.KFOLD,
        "Cross-validation",
        "All rows are dealt into folds; each fold is tested once by models trained on the others; all of it repeated.",
        "Kohavi 1995, sections 2 and 6; Salzberg 1997, section 3.5; Bradford & Brodley 2001",
        make_kfold_splits,
        count_kfold_splits,
        claims=True,
    ),
    Scheme(
        SchemeKind.REPEATED_HOLDOUT,
        "Repeated holdout",
        "A part of the rows is set aside for testing, again and again with new parts.",
        "Reich & Barai 1999, section 2.2.2; Kohavi 1995, section 2.1",
        make_repeated_splits,
        count_repeated_splits,
        claims=True,
    ),
    Scheme(
        SchemeKind.HOLDOUT,
        "One holdout",
        "One part of the rows, a third unless chosen otherwise, is set aside for testing.",
        "Reich & Barai 1999, section 2.2.2; Kohavi 1995, section 2.1",
        make_single_split,
        count_single_split,
        claims=True,
    ),
    Scheme(
        SchemeKind.TTV,
        "Train, tune, test",
        "One part is set aside for testing; settings are chosen by folds inside the other part.",
        "Reich & Barai 1999, figure 6",
        make_single_split,
        count_single_split,
        claims=True,
    ),
    Scheme(
        SchemeKind.TIME,
        "Past to future",
        "Models are trained on the past and tested on the block of rows that follows.",
        "Common practice for rows in time order",
        make_time_splits,
        count_time_splits,
        claims=False,
    ),
    Scheme(
        SchemeKind.LEAVE_ONE_OUT,
        "Leave-one-out",
        "Each row, or each group, is tested by models trained on all others; there is one way only to do it.",
        "Kohavi 1995, section 2.2; Reich & Barai 1999, section 2.2.3",
        make_leave_one_out_splits,
        count_leave_one_out_splits,
        claims=False,
    ),
    Scheme(
        SchemeKind.BOOTSTRAP,
        "Bootstrap",
        "Rows are drawn with replacement to train on; the rows never drawn are tested.",
        "Reich & Barai 1999, section 2.2.4; Kohavi 1995, section 2.3",
        make_bootstrap_splits,
        count_bootstrap_splits,
        claims=False,
    ),
    Scheme(
        SchemeKind.RESUBSTITUTION,
        "Tested on the training rows",
        "Models are tested on the rows they were trained on, which flatters them; shown for study only.",
        "Reich & Barai 1999, section 2.2.1",
        make_resubstitution_split,
        count_resubstitution_splits,
        claims=False,
    ),
)


def find_scheme(kind: SchemeKind) -> Scheme:
    return next(row for row in SCHEMES if row.key is kind)


def make_splits(data: Dataset, choice: SchemeChoice, seed: int) -> Iterator[Split]:
    """Yield all splits in order of repeat and fold, lazily."""
    return find_scheme(choice.kind).splits(data, choice, seed)


def count_splits(data: Dataset, choice: SchemeChoice, seed: int = 1) -> int:
    """Return how many splits there will be; with few groups this is fewer than asked for."""
    return find_scheme(choice.kind).count(data, choice, seed)


def make_half_splits(data: Dataset, seed: int, choice: SchemeChoice | None = None) -> Iterator[Split]:
    """Yield five repeats of two halves, for the half-size check (5x2 cross-validation)."""
    return make_splits(data, make_half_scheme(choice or SchemeChoice()), seed)


def make_half_scheme(choice: SchemeChoice) -> SchemeChoice:
    return replace(choice, kind=SchemeKind.KFOLD, folds=2, repeats=5)
