"""Explain this number: for every figure of a sentence, how it was computed and from what.

What a figure is stands in its span; nothing is read back from the text.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from core.domain.conclusion import Confirmation, Difference, DifferenceInterval
from core.domain.dataset import Dataset
from core.domain.findings import Estimate, Findings
from core.domain.study import SchemeKind, Study
from core.statistics.measures import find_measure
from core.wording.interval_methods import find_range_title
from core.wording.measure_text import find_title
from core.wording.method_tables import MEASURE_ENTRIES
from core.wording.model_names import describe_constant_guess, has_only_imported
from core.wording.names_text import lower_title
from core.wording.numbers_text import format_digits
from core.wording.origin import LIMIT, MARGIN, Origin, find_origin
from core.wording.result_facts import ResultFacts, gather_facts
from core.wording.sentence import NAMES, Meaning, Sentence, Source, Span

SET_BY = {
    Origin.YOU: "Set by you before the lock",
    Origin.ASSUMED: "Assumed by Evenfold and not changed before the lock",
    Origin.SAMPLE: "Set by the sample",
}


@dataclass(frozen=True, slots=True)
class Explained:
    """`figures` as they stand in the text; `tab` is where they are seen, `step` a page of the wizard, `help` a page."""

    figures: tuple[str, ...]
    title: str
    how: str
    formula: str
    stored: str
    tab: str = ""
    step: str = ""
    help: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class _Case:
    """The figures of one meaning and source, and the facts they come from."""

    facts: ResultFacts
    figures: tuple[str, ...]
    source: Source
    value: float

    @property
    def output(self) -> str:
        return self.source.output or self.facts.conclusion.output

    @property
    def measure(self) -> str:
        return self.source.measure or self.facts.measure

    @property
    def title(self) -> str:
        return find_title(self.measure).short

    @property
    def scale(self) -> float:
        return find_measure(self.measure).scale

    @property
    def unit(self) -> str:
        text = self.facts.text(self.output if self.facts.has_outputs else "", self.measure)
        return text.difference_unit_name

    @property
    def is_imported(self) -> bool:
        return has_only_imported(self.facts.study)

    @property
    def difference(self) -> Difference | None:
        """The difference of the pair the figure is about, seen from the first model."""
        return find_difference(self.facts, self.source)

    @property
    def estimate(self) -> Estimate | None:
        return self.facts.estimate(self.source.first, self.output, self.measure)

    @property
    def splits(self) -> str:
        """How many tests there are, in words."""
        study, found = self.facts.study, self.facts.estimate(self.facts.study.baseline, self.output)
        number = len(found.values) if found is not None else 0
        if study.scheme.kind is SchemeKind.KFOLD and study.scheme.folds:
            return f"{number} test folds ({number // study.scheme.folds or 1} × {study.scheme.folds})"
        return "1 test set" if number == 1 else f"{number} test sets"

    @property
    def stored(self) -> str:
        names, keys = self.facts.names, [key for key in (self.source.first, self.source.second) if key]
        who = " and ".join(names[key] for key in keys) or "the models"
        rows = f"{self.facts.data.size:,} rows"
        if self.is_imported:
            return f"The imported predictions of {who} on {rows}."
        return f"The stored predictions of {who} on {self.splits} of {rows}, in the study file."


def find_difference(facts: ResultFacts, source: Source) -> Difference | None:
    """Find the difference of a pair, measure and output, with the first model of the source first."""
    rows = facts.conclusion.rows
    known = [row.difference for row in rows] + [row.second.difference for row in rows if row.second is not None]
    for found in known:
        if found is None or (source.measure and found.measure != source.measure):
            continue
        if source.output and found.output != source.output:
            continue
        if (found.first, found.second) == (source.first, source.second):
            return found
        if (found.second, found.first) == (source.first, source.second):
            return found.reverse()
    return None


def explain_sentence(sentence: Sentence, study: Study, data: Dataset, findings: Findings) -> tuple[Explained, ...]:
    """Return one entry for each meaning and source, in the order in which they appear."""
    facts = gather_facts(study, data, findings)
    kinds: dict[tuple[Meaning, Source], list[Span]] = {}
    for span in sentence.figures:
        if span.meaning is not None and span.meaning not in NAMES:
            kinds.setdefault((span.meaning, span.source), []).append(span)
    return tuple(_explain(facts, meaning, source, spans) for (meaning, source), spans in kinds.items())


def explain_span(span: Span, study: Study, data: Dataset, findings: Findings) -> Explained | None:
    """Explain one figure; None where the span holds none."""
    if not span.is_figure or span.meaning is None or span.meaning in NAMES:
        return None
    return _explain(gather_facts(study, data, findings), span.meaning, span.source, [span])


def _explain(facts: ResultFacts, meaning: Meaning, source: Source, spans: list[Span]) -> Explained:
    figures = tuple(dict.fromkeys(span.text for span in spans))
    return EXPLAINERS[meaning](_Case(facts, figures, source, spans[0].value or 0.0))


# --- differences ---


def _explain_difference(case: _Case) -> Explained:
    found = case.difference
    where, seen = f"On each of the {case.splits}", "this is the mean of these differences"
    formula = "sum of the differences ÷ their number"
    if case.is_imported:
        where, seen = f"On the {case.facts.data.size:,} rows", "this is the difference"
        formula = "difference of the two figures"
    elif found is not None and found.mean is not None:
        estimate = case.facts.estimate(case.facts.study.baseline, case.output)
        number, mean = len(estimate.values) if estimate is not None else 0, found.mean * case.scale
        if number:
            formula += f": {format_digits(mean * number)} ÷ {number} = {format_digits(mean)} {case.unit}".rstrip()
    return Explained(
        case.figures, "The difference in this study",
        f"{where} the {case.title} of both models was computed on the same rows and subtracted; {seen}. "
        "Above 0 the first model is better.",
        formula, case.stored, tab="gaps", help="term-difference",
    )  # fmt: skip


METHODS: Mapping[str, tuple[str, str]] = {
    "cross-validated": (
        "The variance is the larger of two: the variance over folds, corrected because training sets overlap; and the "
        "variance over test rows plus three quarters of that over training rows, which the half-size check shows. "
        "Which of the two models trained on exactly these rows is better cannot be said more precisely.",
        "difference ± t × √max(corrected, rows + 0.75 × training)",
    ),
    "corrected-t": (
        "The variance over folds is corrected because training sets overlap. This measure has no values of single "
        "rows, so no half-size check is possible.",
        "difference ± t × √((1 ÷ folds + test rows ÷ training rows) × variance of the differences)",
    ),
    "tango": (
        "Tango's score range for two shares of the same rows. Where the exact test of McNemar sees no difference, the "
        "range is extended to hold 0.",
        "all differences whose score test has |z| ≤ z(1 − α ÷ 2)",
    ),
    "delong": (
        "DeLong's range: every row moves both AUCs, and the covariance of these moves gives the standard error.",
        "difference ± z × √(variance of the placements)",
    ),
    "grouped-auc": (
        "Leaving out one whole group at a time shows how far the difference moves (jackknife); groups, not rows, "
        "are counted.",
        "difference ± t(groups − 1) × √((groups − 1) ÷ groups × sum of the squared moves)",
    ),
    "paired-rows": (
        "A paired t over rows: what each row costs less with the first model.",
        "mean ± t(rows − 1) × standard deviation ÷ √rows",
    ),
    "paired-groups": (
        "A paired t over whole groups: rows of one group are summed first, because they depend on each other.",
        "mean ± t(groups − 1) × √(groups ÷ (groups − 1) × sum of the squared group sums) ÷ rows",
    ),
    "identical": ("Both models predicted the same on every row, so the difference is 0.", "none"),
}
"""How the range of a difference is made, by the key of its method: in words, and as a formula."""


def _explain_half_difference(case: _Case) -> Explained:
    return Explained(
        case.figures, "The difference of models trained on half the rows",
        f"The rows were cut into two halves five times. Models trained on one half were compared by the {case.title} "
        "on the other half; this is the mean of these differences. A difference counts only if they show it too.",
        "sum of the differences ÷ their number", case.stored, tab="tests", help="term-half-size-check",
    )  # fmt: skip


def _explain_difference_end(case: _Case) -> Explained:
    found = case.difference
    interval = None if found is None else found.interval
    how, formula = METHODS["identical"] if interval is None else METHODS.get(interval.method, (interval.method, ""))
    numbers = "" if found is None or interval is None else _put_numbers_in(case, found, interval)
    return Explained(
        case.figures, "The 95 % range of the difference (confidence interval)",
        f"Values of the true difference that the data do not rule out. {how} {_say_level(case, interval)}"
        f"{_say_stretched(interval)}",
        f"{formula}{numbers}", case.stored, tab="tests", help="term-95-range",
    )  # fmt: skip


def _say_level(case: _Case, interval: DifferenceInterval | None) -> str:
    conclusion, alpha = case.facts.conclusion, case.facts.study.alpha
    number = conclusion.comparisons
    level = conclusion.level if interval is None else interval.level
    if number <= 1:
        return f"The level is {100 * level:.4g} %."
    return (
        f"It is adjusted for {number} comparisons on this data, {conclusion.earlier} of them earlier: each has the "
        f"level 1 − {alpha:g} ÷ {number} = {100 * level:.4g} %."
    )


def _say_stretched(interval: DifferenceInterval | None) -> str:
    if interval is None or not interval.is_stretched:
        return ""
    reasons = {
        Confirmation.NOT_CONFIRMED: "because models trained on half the rows do not show the difference",
        Confirmation.NOT_POSSIBLE: "because no half-size check was possible",
    }
    why = reasons.get(interval.confirmation, "because the exact test sees no difference")
    return f" The range is extended to hold 0, {why}."


def _put_numbers_in(case: _Case, found: Difference, interval: DifferenceInterval) -> str:
    """The formula with its numbers, in the unit shown; nothing where the standard error is not kept."""
    error = interval.standard_error
    if not error or found.mean is None:
        return ""
    half = (interval.raw_high - interval.raw_low) / 2
    middle, root, t = format_digits(found.mean * case.scale), error * case.scale, half / error
    shown = f": {middle} ± {t:.4g} × {format_digits(root)}"
    if interval.corrected_variance is None or interval.row_variance is None:
        return shown
    parts = [
        format_digits(variance * case.scale**2)
        for variance in (interval.corrected_variance, interval.row_variance, interval.training_variance or 0.0)
    ]
    return f"{shown}, with √max({parts[0]}, {parts[1]} + 0.75 × {parts[2]}) = {format_digits(root)}"


# --- estimates ---


def _explain_estimate(case: _Case) -> Explained:
    row, found = find_measure(case.measure), case.estimate
    how = "all test rows of a repeat are counted together" if row.pools else "each test fold is measured"
    text = f"The {case.title} on rows the model was not trained on: {how}, and the repeats are averaged."
    if case.is_imported:
        text = f"The {case.title} on all {case.facts.data.size:,} rows."
    if found is not None and found.is_in_sample:
        text = f"The {case.title} on the rows the model was trained on. It says nothing about new rows."
    return Explained(
        case.figures, f"The {case.title} of {case.facts.names[case.source.first]}" if case.source.first else "Estimate",
        text, lower_title(MEASURE_ENTRIES[row.key].note), case.stored, tab="histograms", help=row.key,
    )  # fmt: skip


def _explain_estimate_end(case: _Case) -> Explained:
    found = case.estimate
    interval = None if found is None else found.interval
    level = f" The level is {100 * interval.level:.4g} %." if interval is not None else ""
    models = len(case.facts.study.candidates)
    adjusted = f" It is adjusted for {models} models." if models > 1 else ""
    method = f" Method: {find_range_title(interval.method)}." if interval is not None else ""
    return Explained(
        case.figures, "The 95 % range of the estimate (confidence interval)",
        f"Values of the true {case.title} that the data do not rule out.{level}{adjusted}{method}",
        "estimate ± t × standard error, never narrower than the Wilson range of the number of rows",
        case.stored, tab="histograms", help="term-95-range",
    )  # fmt: skip


def _explain_guess(case: _Case) -> Explained:
    always = describe_constant_guess(case.facts.data, case.facts.study.question).text
    return Explained(
        case.figures, "The constant guess",
        f"The {case.title} of a prediction that uses no input: {always}, learned from the training rows.",
        lower_title(MEASURE_ENTRIES[case.measure].note), case.stored, tab="histograms", help="term-constant-guess",
    )  # fmt: skip


# --- values somebody set ---


def _explain_margin(case: _Case) -> Explained:
    who = SET_BY[find_origin(case.facts.study, MARGIN)]
    return Explained(
        case.figures, "The smallest difference that matters",
        f"{who}. The range is compared with it; it was not computed.",
        "none", "The locked plan.", step="question", help="term-smallest-difference-that-matters",
    )  # fmt: skip


def _explain_limit(case: _Case) -> Explained:
    who = SET_BY[find_origin(case.facts.study, LIMIT)]
    return Explained(
        case.figures, "The limit", f"{who}. The range of the estimate is compared with it; it was not computed.",
        "none", "The locked plan.", step="question", help=case.facts.measure,
    )  # fmt: skip


def _explain_threshold(case: _Case) -> Explained:
    return Explained(
        case.figures, "The threshold",
        "A row is called positive above this score. It follows from what a missed positive costs in false alarms.",
        "1 ÷ (1 + cost ratio)", "The locked plan.", step="question", help="term-cost-ratio-and-threshold",
    )  # fmt: skip


def _explain_cost_ratio(case: _Case) -> Explained:
    who = SET_BY[find_origin(case.facts.study, "question.cost_ratio")]
    return Explained(
        case.figures, "The cost ratio", f"{who}: what a missed positive costs, in false alarms.",
        "none", "The locked plan.", step="question", help="term-cost-ratio-and-threshold",
    )  # fmt: skip


# --- counts ---


def _explain_repeats(case: _Case) -> Explained:
    return Explained(
        case.figures, "Repeats, each taken alone",
        "For every repeat a paired t over its own folds was computed. A repeat is clear for one model if that t, "
        "taken alone and without adjustment, has a p below 0.05.",
        "t = √folds × mean difference ÷ standard deviation of the differences, one per repeat",
        case.stored, tab="shuffles", help="term-averaged-t",
    )  # fmt: skip


def _explain_rows(case: _Case) -> Explained:
    return Explained(
        case.figures, "A number of rows", f"Counted: the data set has {case.facts.data.size:,} rows.",
        "none", "The data set.", step="data", help="term-fold",
    )  # fmt: skip


def _explain_rows_required(case: _Case) -> Explained:
    return Explained(
        case.figures, "The fewest rows that support an answer",
        "Fixed by the method: with fewer rows, ranges are too unreliable to be told.",
        "none", "none", step="data", help="term-resolution",
    )  # fmt: skip


def _explain_rows_needed(case: _Case) -> Explained:
    return Explained(
        case.figures, "Rows that would be enough",
        "How many rows would narrow the range to the smallest difference that matters (or to the limit), if nothing "
        "else changed; rounded up to two digits. Groups count in the same proportion.",
        "rows × (half the width of the range ÷ width wanted)²", "The data set and the range.",
        step="data", help="term-resolution",
    )  # fmt: skip


def _explain_groups(case: _Case) -> Explained:
    return Explained(
        case.figures, "A number of groups",
        f"Counted: rows with the same “{case.facts.data.group_name}” stay on one side of every split.",
        "none", "The data set.", step="data", help="term-keep-together",
    )  # fmt: skip


def _explain_comparisons(case: _Case) -> Explained:
    conclusion = case.facts.conclusion
    return Explained(
        case.figures, "Comparisons on this data",
        f"{conclusion.comparisons} in all, {conclusion.earlier} of them before this study. They share the 5 % of "
        "false claims.",
        f"1 − {case.facts.study.alpha:g} ÷ {conclusion.comparisons}", "The history of this data.",
        step="review", help="term-adjusted-level",
    )  # fmt: skip


def _explain_models(case: _Case) -> Explained:
    return Explained(
        case.figures, "A number of models",
        f"Counted: {len(case.facts.study.candidates)} models take part in this study.",
        "none", "The locked plan.", step="candidates", help="term-model-baseline",
    )  # fmt: skip


def _explain_outputs(case: _Case) -> Explained:
    return Explained(
        case.figures, "A number of outputs",
        f"Counted: {len(case.facts.data.outputs)} columns are predicted.",
        "none", "The locked plan.", step="data", help="term-t",
    )  # fmt: skip


def _explain_columns(case: _Case) -> Explained:
    return Explained(
        case.figures, "A number of columns", "Counted: inputs that may reveal the target.",
        "none", "The replies given before the lock.", step="data", help="term-leak",
    )  # fmt: skip


def _explain_splits(case: _Case) -> Explained:
    return Explained(
        case.figures, "A number of splits", f"Counted: there are {case.splits}.",
        "none", "The study file.", tab="gaps", help="term-fold",
    )  # fmt: skip


def _explain_failures(case: _Case) -> Explained:
    return Explained(
        case.figures, "Training runs",
        "Counted: training runs that failed or gave a warning, and all training runs of this model.",
        "none", "The study file, with the message of every training run.", tab="tests", help="term-stable-model",
    )  # fmt: skip


def _explain_changing_rows(case: _Case) -> Explained:
    return Explained(
        case.figures, "Rows whose prediction changes",
        "The share of rows whose predicted class differs between two repeats, averaged over neighboring repeats. The "
        "range assumes that this share is small.",
        "rows that change ÷ rows predicted in both repeats", case.stored, tab="shuffles", help="term-stable-model",
    )  # fmt: skip


def _explain_training_share(case: _Case) -> Explained:
    study = case.facts.study
    formula = f"({study.scheme.folds} − 1) ÷ {study.scheme.folds}" if study.scheme.kind is SchemeKind.KFOLD else "none"
    return Explained(
        case.figures, "Rows used for training",
        "The share of the rows each model was trained on; the final model is trained on all of them.",
        formula, "The locked plan.", step="plan", help="term-fold",
    )  # fmt: skip


def _explain_crossing(case: _Case) -> Explained:
    return Explained(
        case.figures, "Where the ROC curves cross",
        "The false-positive rate at which the ROC curves of the first repeat cross. Seen here, not tested.",
        "none", case.stored, tab="roc", help="term-roc-curve",
    )  # fmt: skip


def _explain_unit(case: _Case) -> Explained:
    return Explained(
        case.figures, "The unit", f"Figures of {case.title} are given for so many rows; it was not computed.",
        "none", "none", help=case.facts.measure,
    )  # fmt: skip


def _explain_citation(case: _Case) -> Explained:
    return Explained(
        case.figures, "A source", "A year or the number of a figure in a paper.",
        "none", "none", help="term-cross-check",
    )  # fmt: skip


def _explain_p(case: _Case) -> Explained:
    return Explained(
        case.figures, "A p-value",
        "How often a difference at least as large would be seen if there were none. It does not decide here.",
        "none", case.stored, tab="tests", help="term-p",
    )  # fmt: skip


def _explain_strip(case: _Case) -> Explained:
    return Explained(
        case.figures, "Dots and bars of the strip",
        "The dots are 20 equally likely values of the true difference: the middle of each twentieth of the "
        "distribution behind the range, widened to the adjusted range. They are counted on both sides of 0 and of the "
        "smallest difference that matters.",
        "quantiles 2.5 %, 7.5 %, … 97.5 % of difference + t × standard error", case.stored, tab="gaps",
        help="term-95-range",
    )  # fmt: skip


def _explain_check(case: _Case) -> Explained:
    return Explained(
        case.figures, "A figure of a check",
        "Computed from the stored predictions, the rows and the plan. The page of the check says how.",
        "none", case.stored, tab="checks", help="report-card",
    )  # fmt: skip


def _explain_insight(case: _Case) -> Explained:
    return Explained(
        case.figures, "A figure beside the performance",
        "Computed from the stored predictions, and from fold models that were trained again after the folds. It "
        "describes these models and changes no answer.",
        "none", case.stored, tab="what-matters", help="what-matters",
    )  # fmt: skip


def _explain_chance(case: _Case) -> Explained:
    return Explained(
        case.figures, "How probable better, same and worse are",
        "A t distribution around the mean difference with the standard error of the range that decides: how much of it "
        "lies above, inside and below the margin (Bayesian correlated t, flat prior).",
        "none", case.stored, tab="tests", help="bayes",
    )  # fmt: skip


Explainer = Callable[[_Case], Explained]
EXPLAINERS: Mapping[Meaning, Explainer] = {
    Meaning.UNIT: _explain_unit,
    Meaning.DIFFERENCE: _explain_difference,
    Meaning.HALF_DIFFERENCE: _explain_half_difference,
    Meaning.DIFFERENCE_END: _explain_difference_end,
    Meaning.MARGIN: _explain_margin,
    Meaning.ESTIMATE: _explain_estimate,
    Meaning.ESTIMATE_END: _explain_estimate_end,
    Meaning.GUESS: _explain_guess,
    Meaning.LIMIT: _explain_limit,
    Meaning.LEVEL: _explain_comparisons,
    Meaning.REPEATS: _explain_repeats,
    Meaning.ROWS: _explain_rows,
    Meaning.ROWS_NEEDED: _explain_rows_needed,
    Meaning.ROWS_REQUIRED: _explain_rows_required,
    Meaning.GROUPS: _explain_groups,
    Meaning.GROUPS_NEEDED: _explain_rows_needed,
    Meaning.COMPARISONS: _explain_comparisons,
    Meaning.CHANCE: _explain_chance,
    Meaning.MODELS: _explain_models,
    Meaning.OUTPUTS: _explain_outputs,
    Meaning.COLUMNS: _explain_columns,
    Meaning.SPLITS: _explain_splits,
    Meaning.FAILURES: _explain_failures,
    Meaning.CHANGING_ROWS: _explain_changing_rows,
    Meaning.TRAINING_SHARE: _explain_training_share,
    Meaning.THRESHOLD: _explain_threshold,
    Meaning.CROSSING: _explain_crossing,
    Meaning.CITATION: _explain_citation,
    Meaning.P_VALUE: _explain_p,
    Meaning.COST_RATIO: _explain_cost_ratio,
    Meaning.CHECK: _explain_check,
    Meaning.INSIGHT: _explain_insight,
    Meaning.DOTS: _explain_strip,
    Meaning.BARS: _explain_strip,
}
