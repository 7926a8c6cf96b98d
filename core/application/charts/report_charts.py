"""The plots of a report: those of the result page that say most about the answer."""

from core.application.charts.class_charts import draw_confusion
from core.application.charts.compare_charts import draw_differences, draw_estimates, draw_histograms
from core.application.charts.number_charts import draw_predicted_vs_actual
from core.application.charts.result_view import ResultView
from core.application.charts.strip_charts import draw_limit_strip, draw_strip
from core.domain.dataset import Dataset, Task
from core.domain.evidence import Run
from core.domain.findings import Findings
from core.domain.study import Study
from core.figures.chart import Chart


def draw_report_charts(study: Study, data: Dataset, run: Run, findings: Findings) -> tuple[Chart, ...]:
    """Draw the strip, all models, what single predictions look like, and the histograms of the folds."""
    conclusion = findings.conclusion
    others = [candidate.key for candidate in study.candidates if candidate.key != study.baseline]
    model = next((key for key in (conclusion.model, *others) if key and key != study.baseline), study.baseline)
    view = ResultView(study, data, run, findings, model, conclusion.output or data.outputs[0])
    single = draw_confusion if data.task is Task.CLASSES else draw_predicted_vs_actual
    found = (
        draw_limit_strip(view) or draw_strip(view),
        draw_differences(view) or draw_estimates(view),
        single(view) if run.outcomes else None,
        draw_histograms(view),
    )
    return tuple(chart for chart in found if chart is not None and chart.panels)
