"""The ranges that can decide on one set of test rows, in a table like those of comparers and intervals."""

from dataclasses import dataclass

from core.support.errors import StudyError


@dataclass(frozen=True, slots=True)
class Method:
    key: str
    title: str
    note: str
    source: str


METHODS: tuple[Method, ...] = (
    Method(
        "tango",
        "Tango range",
        "For the difference of two error shares on the same rows; only rows where one is right and one wrong count.",
        "Tango 1998; with the exact sign test of Salzberg 1997, section 3.1",
    ),
    Method(
        "delong",
        "DeLong range",
        "For the difference of two AUCs on the same rows.",
        "DeLong, DeLong & Clarke-Pearson 1988; Sun & Xu 2014",
    ),
    Method(
        "paired-rows",
        "Paired rows",
        "For the mean difference of two misses or costs, row by row, with Student's t.",
        "Reich & Barai 1999, section 5.2",
    ),
    Method(
        "bootstrap-groups",
        "Bootstrap by group",
        "Whole groups are drawn anew many times, because rows of one group are alike; Student's t with groups - 1.",
        "Efron & Tibshirani 1993, chapters 8 and 13; Cameron, Gelbach & Miller 2008",
    ),
)


def method(key: str) -> Method:
    for row in METHODS:
        if row.key == key:
            return row
    known = ", ".join(row.key for row in METHODS)
    raise StudyError(f"There is no method “{key}”.", hint=f"Choose one of: {known}.")
