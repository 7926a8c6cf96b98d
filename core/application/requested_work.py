"""Work after the answer by what asked for it: the plan, or a plot that offered it for one model."""

from collections.abc import Sequence

from core.application.charts.map_charts import MAP
from core.application.charts.more_rows_chart import SIZES
from core.application.explain_models import list_explaining_fits, list_extra_fits
from core.application.measured_sizes import list_smaller_fits
from core.application.pairs_of_inputs import list_pair_fits
from core.domain.dataset import Dataset
from core.domain.evidence import FitResult, Run
from core.domain.findings import Findings
from core.domain.study import Study
from core.engine.fit_context import FitJob


def list_requested_fits(
    study: Study, data: Dataset, run: Run, findings: Findings, beside: Sequence[FitResult], model: str, offer: str
) -> tuple[FitJob, ...]:
    """List the trainings that `offer` of a chart stands for; without a model, those that the plan asks for."""
    if not model:
        return list_extra_fits(study, data, run, findings)
    if offer == SIZES:
        return list_smaller_fits(study, data, run, (study.baseline, model))
    if offer == MAP:
        return list_pair_fits(study, data, run, findings, beside, model)
    return list_explaining_fits(study, data, run, findings, model)
