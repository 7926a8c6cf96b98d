"""The table of intervals: ranges for one figure, each with what it assumes."""

from core.statistics.auc_intervals import agarwal, delong, hanley_mcneil
from core.statistics.bootstrap_intervals import bca_of_mean, percentile
from core.statistics.cortes_mohri import auc_range
from core.statistics.interval_method import Basis, IntervalRow
from core.statistics.mean_intervals import corrected_mean, mean_t
from core.statistics.paired_share_intervals import bonett_price, tango
from core.statistics.share_intervals import clopper_pearson, wilson
from core.support.errors import StudyError

__all__ = ["INTERVAL_METHODS", "Basis", "IntervalRow", "find_interval_method"]

INTERVAL_METHODS: tuple[IntervalRow, ...] = (
    IntervalRow(
        key="wilson",
        title="Wilson range",
        note="For a share of right answers; on cross-validated answers it assumes a stable algorithm.",
        source="Wilson 1927; Kohavi 1995 eq. 3",
        needs=("successes", "trials"),
        formula=wilson,
    ),
    IntervalRow(
        key="clopper-pearson",
        title="Exact range",
        note="For a share of right answers; never misses more often than promised, usually wider than needed.",
        source="Clopper & Pearson 1934",
        needs=("successes", "trials"),
        formula=clopper_pearson,
    ),
    IntervalRow(
        key="t-mean",
        title="Plain t range",
        note="For a mean of independent runs; runs on one data set are not independent, so it is too narrow there.",
        source="Reich & Barai 1999 eq. 6-8",
        needs=("values",),
        formula=mean_t,
    ),
    IntervalRow(
        key="corrected-resampled",
        title="Corrected t range",
        note="For a mean over splits of one data set, widened because the splits share training rows.",
        source="Nadeau & Bengio 2003; Bouckaert & Frank 2004",
        needs=("values", "ratio"),
        formula=corrected_mean,
    ),
    IntervalRow(
        key="percentile",
        title="Percentile range",
        note="The middle of the bootstrap values; needs 1000 or more of them and an unbiased estimate.",
        source="Reich & Barai 1999 section 2.2.4; Efron & Tibshirani 1993",
        needs=("replicates",),
        formula=percentile,
    ),
    IntervalRow(
        key="bca",
        title="BCa range",
        note="Bootstrap percentiles shifted for bias and skewness; needs 2000 or more values.",
        source="Efron 1987; DiCiccio & Efron 1996",
        needs=("sample", "replicates"),
        formula=bca_of_mean,
    ),
    IntervalRow(
        key="delong",
        title="DeLong range",
        note="For the AUC of one fixed test set; says nothing about the luck of training.",
        source="DeLong, DeLong & Clarke-Pearson 1988; Sun & Xu 2014",
        needs=("truth", "ranking"),
        formula=delong,
    ),
    IntervalRow(
        key="hanley-mcneil",
        title="Hanley-McNeil range",
        note="For an AUC when only the area and the class counts are known; assumes exponential scores.",
        source="Hanley & McNeil 1982; Aslan et al. 2009 section V",
        needs=("truth", "ranking"),
        formula=hanley_mcneil,
    ),
    IntervalRow(
        key="agarwal",
        title="Agarwal range",
        note="For an AUC with no assumption about the scores; very wide.",
        source="Agarwal et al. 2005; Aslan et al. 2009 section V",
        needs=("truth", "ranking"),
        formula=agarwal,
    ),
    IntervalRow(
        key="cortes-mohri",
        title="Cortes-Mohri range",
        note="What the error count alone says about the AUC; the same for all algorithms with equal errors.",
        source="after Cortes & Mohri 2004, own construction; Aslan et al. 2009 section V",
        needs=("positives", "negatives", "errors"),
        formula=auc_range,
    ),
    IntervalRow(
        key="bonett-price",
        title="Bonett-Price range",
        note="For the difference of two accuracies on the same rows of one fixed test set.",
        source="Bonett & Price 2012",
        needs=("first_only", "second_only", "trials"),
        formula=bonett_price,
    ),
    IntervalRow(
        key="tango",
        title="Tango range",
        note="For the difference of two accuracies on the same rows, from the score test; good for few rows.",
        source="Tango 1998",
        needs=("first_only", "second_only", "trials"),
        formula=tango,
    ),
)


def find_interval_method(key: str) -> IntervalRow:
    for row in INTERVAL_METHODS:
        if row.key == key:
            return row
    allowed = ", ".join(row.key for row in INTERVAL_METHODS)
    raise StudyError(f"There is no interval “{key}”.", hint=f"Choose one of: {allowed}.")
