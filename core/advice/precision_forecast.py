"""What this study can show, before it runs: the differences that would stay unclear. Facts only."""

import math
from dataclasses import replace

from core.advice.auc_forecast import forecast_auc
from core.domain.dataset import Dataset, Task
from core.domain.forecast import USUAL, Forecast, PrecisionForecast
from core.domain.study import SchemeChoice, SchemeKind, Study
from core.judge.context import count_comparisons
from core.judge.obstacles import explain_no_claim
from core.support.lazy_import import import_lazily

special = import_lazily("scipy.special")

DISAGREEMENTS = (0.05, 0.10, 0.20)
# Measured over stable models: the range that also counts training rows is about this much wider than the corrected t.
WIDER_BY_RULE = 1.1
TEN_BY_TEN = 1.05  # measured: how much wider ten repeats of ten folds are than 1.96 sqrt(q / n)


def forecast_precision(study: Study, data: Dataset) -> Forecast:
    """Forecast for error rates and AUC by folds or holdouts; for other measures nothing is known before the run."""
    found = _forecast_errors(study, data, count_comparisons(study, data))
    return replace(found, auc=forecast_auc(study, data, found.comparisons)) if found.has_claim else found


def _forecast_errors(study: Study, data: Dataset, count: int) -> Forecast:
    groups = count_groups_kept(study, data)
    if explain_no_claim(study, data) is not None or width_factor(study.scheme, 0.05, groups) is None:
        return Forecast((), count, has_claim=False)
    if data.task is Task.NUMBERS or study.question.measure != "error" or not study.challengers:
        return Forecast((), count, has_claim=True)
    lines = tuple(_forecast_line(share, study, data, count) for share in DISAGREEMENTS)
    usual = next(line for line in lines if line.disagreement == USUAL)
    margin = study.question.margin
    is_narrow = usual.worst > margin
    times = (usual.half_width / margin) ** 2 if margin > 0 and usual.half_width > margin else 0.0
    by_groups = (usual.by_groups / margin) ** 2 if margin > 0 and usual.by_groups and usual.by_groups > margin else 0.0
    return Forecast(lines, count, True, is_narrow, times, by_groups)


def count_groups_kept(study: Study, data: Dataset) -> int:
    """How many groups are kept together; 0 where rows stand alone."""
    return data.group_count if study.scheme.grouped else 0


def half_width(
    disagreement: float,
    rows: float,
    scheme: SchemeChoice,
    comparisons: int = 1,
    alpha: float = 0.05,
    groups: int = 0,
) -> float:
    """Half-width per 100 rows; only for schemes that support a claim."""
    significance = alpha / comparisons
    factor = width_factor(scheme, significance, groups) or 0.0
    return 100 * float(special.ndtri(1 - significance / 2)) * factor * math.sqrt(disagreement / rows)


def width_factor(scheme: SchemeChoice, significance: float, groups: int = 0) -> float | None:
    """What multiplies z sqrt(q / n): the rule's range relative to ten repeats of ten folds; None without a claim."""
    if scheme.kind is SchemeKind.KFOLD and scheme.folds > 1:
        repeats = 1 if groups == scheme.folds else scheme.repeats
        whole = 1 / repeats + scheme.folds / (scheme.folds - 1)
        splits = scheme.folds * repeats
        units = min(splits, groups) if groups else splits
        width = TEN_BY_TEN * math.sqrt(whole / (1 / 10 + 10 / 9))
        return WIDER_BY_RULE * width * _t_ratio(units, significance)
    if scheme.kind is SchemeKind.REPEATED_HOLDOUT and scheme.repeats > 1:
        tested = 1 - scheme.share
        width = math.sqrt((1 / scheme.repeats + tested / scheme.share) / tested)
        return width * _t_ratio(scheme.repeats, significance)
    if scheme.kind in (SchemeKind.HOLDOUT, SchemeKind.TTV):
        return math.sqrt(1 / (1 - scheme.share))
    return None


def _t_ratio(units: int, significance: float) -> float:
    """The t quantile of so many splits (or groups) relative to that of a hundred."""
    if units < 2:
        return math.inf
    return float(special.stdtrit(units - 1, 1 - significance / 2) / special.stdtrit(99, 1 - significance / 2))


def _forecast_line(disagreement: float, study: Study, data: Dataset, count: int) -> PrecisionForecast:
    groups = count_groups_kept(study, data)
    by_groups = half_width(disagreement, groups, study.scheme, count, study.alpha, groups) if groups else None
    by_rows = half_width(disagreement, data.size, study.scheme, count, study.alpha, groups)
    return PrecisionForecast(disagreement, by_rows, by_groups)
