"""The table of ranges for one figure, each with what it assumes; findings name the method of a range by its key."""

from dataclasses import dataclass

from core.wording.deciding_methods import DECIDING_METHODS
from core.wording.method_tables import TEST_ROWS


@dataclass(frozen=True, slots=True)
class IntervalMethod:
    key: str
    title: str
    note: str
    source: str


INTERVAL_METHODS: tuple[IntervalMethod, ...] = (
    IntervalMethod(
        key="wilson",
        title="Wilson range",
        note="For a share of right answers; on cross-validated answers it assumes a stable algorithm.",
        source="Wilson 1927; Kohavi 1995 eq. 3",
    ),
    IntervalMethod(
        key="clopper-pearson",
        title="Exact range",
        note="For a share of right answers; never misses more often than promised, usually wider than needed.",
        source="Clopper & Pearson 1934",
    ),
    IntervalMethod(
        key="t-mean",
        title="Plain t range",
        note="For a mean of independent runs; runs on one data set are not independent, so it is too narrow there.",
        source="Reich & Barai 1999 eq. 6-8",
    ),
    IntervalMethod(
        key="corrected-resampled",
        title="Corrected t range",
        note="For a mean over splits of one data set, widened because the splits share training rows.",
        source="Nadeau & Bengio 2003; Bouckaert & Frank 2004",
    ),
    IntervalMethod(
        key="percentile",
        title="Percentile range",
        note="The middle of the bootstrap values; needs 1000 or more of them and an unbiased estimate.",
        source="Reich & Barai 1999 section 2.2.4; Efron & Tibshirani 1993",
    ),
    IntervalMethod(
        key="bca",
        title="BCa range",
        note="Bootstrap percentiles shifted for bias and skewness; needs 2000 or more values.",
        source="Efron 1987; DiCiccio & Efron 1996",
    ),
    IntervalMethod(
        key="delong",
        title="DeLong range",
        note="For the AUC of one fixed test set; says nothing about the luck of training.",
        source="DeLong, DeLong & Clarke-Pearson 1988; Sun & Xu 2014",
    ),
    IntervalMethod(
        key="hanley-mcneil",
        title="Hanley-McNeil range",
        note="For an AUC when only the area and the class counts are known; assumes exponential scores.",
        source="Hanley & McNeil 1982; Aslan et al. 2009 section V",
    ),
    IntervalMethod(
        key="agarwal",
        title="Agarwal range",
        note="For an AUC with no assumption about the scores; very wide.",
        source="Agarwal et al. 2005; Aslan et al. 2009 section V",
    ),
    IntervalMethod(
        key="cortes-mohri",
        title="Cortes-Mohri range",
        note="What the error count alone says about the AUC; the same for all algorithms with equal errors.",
        source="after Cortes & Mohri 2004, own construction; Aslan et al. 2009 section V",
    ),
    IntervalMethod(
        key="bonett-price",
        title="Bonett-Price range",
        note="For the difference of two accuracies on the same rows of one fixed test set.",
        source="Bonett & Price 2012",
    ),
    IntervalMethod(
        key="tango",
        title="Tango range",
        note="For the difference of two accuracies on the same rows, from the score test; good for few rows.",
        source="Tango 1998",
    ),
)


def find_range_title(method: str) -> str:
    """Return what the method of a range is called; a method of one of the tests is called like the test."""
    titles = {
        **{row.key: row.title for row in TEST_ROWS},
        **{row.key: row.title for row in DECIDING_METHODS},
        **{row.key: row.title for row in INTERVAL_METHODS},
    }
    return titles.get(method, method)
