"""What sentences about a result are made from: the facts, found by model, output and measure, with their phrases."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from core.domain.conclusion import Conclusion, Difference, DifferenceInterval, ModelAnswer
from core.domain.dataset import Dataset
from core.domain.evidence import TRIVIAL
from core.domain.findings import Estimate, Findings
from core.domain.study import QuestionKind, SchemeKind, Study, TieBreak
from core.wording.measure_text import MeasureText, Tense, word_measure
from core.wording.model_names import ModelNames, name_models
from core.wording.names_text import pluralize_row_unit, strip_unit
from core.wording.numbers_text import MILLION, estimate_times_needed, round_count_up
from core.wording.origin import LIMIT, MARGIN, TIE_BREAK, Origin, find_origin, is_baseline_in_use
from core.wording.sentence import EMPTY, Meaning, Part, Sentence, Source, Span, count, fill, name, to_sentence

NOISE = 1e-9  # of a range: smaller differences are rounding errors of sums


@dataclass(frozen=True, slots=True, eq=False)
class ResultFacts:
    """A study, its data and findings, with everything a sentence looks up."""

    study: Study
    data: Dataset
    findings: Findings
    names: ModelNames

    @property
    def conclusion(self) -> Conclusion:
        return self.findings.conclusion

    @property
    def measure(self) -> str:
        return self.conclusion.measure or self.study.question.measure

    @property
    def has_outputs(self) -> bool:
        return len(self.data.outputs) > 1

    @property
    def is_in_use(self) -> bool:
        return is_baseline_in_use(self.study)

    @property
    def margin_origin(self) -> Origin:
        return find_origin(self.study, MARGIN)

    @property
    def limit_origin(self) -> Origin:
        return find_origin(self.study, LIMIT)

    @property
    def rule_origin(self) -> Origin:
        return find_origin(self.study, TIE_BREAK)

    def model(self, key: str) -> Span:
        return self.names.span(key)

    def output(self, output: str) -> Span:
        """Return the name of an output without its unit."""
        return name(strip_unit(output), Source(output=output))

    def of_output(self, output: str) -> Part:
        """Write " for {output}" where there are several."""
        return fill(" for {output}", output=self.output(output)) if self.has_outputs and output else EMPTY

    def estimate(self, model: str, output: str = "", measure: str = "") -> Estimate | None:
        """Find the estimate of a model under the scheme of the study, on the main measure unless another is named."""
        wanted = (model, measure or self.measure, output or self.data.outputs[0], self.study.scheme.kind.value)
        found = (
            e
            for e in self.findings.estimates
            if (e.algorithm, e.measure, e.output or self.data.outputs[0], e.scheme) == wanted
        )
        return next(found, None)

    def text(self, output: str = "", measure: str = "") -> MeasureText:
        """Return the phrases of a measure on an output; all its figures there have the same decimals."""
        key = measure or self.measure
        return word_measure(key, self.study, self.data, output, self._half_width(key, output))

    def _half_width(self, measure: str, output: str) -> float | None:
        """Half the width of a typical range: of the estimates, else of the differences."""
        keys = [candidate.key for candidate in self.study.candidates]
        estimates = [self.estimate(key, output, measure) for key in keys]
        ranges = [e.interval.high - e.interval.low for e in estimates if e is not None and e.interval is not None]
        if not ranges:
            ranges = [found.high - found.low for found in self._difference_ranges(measure, output)]
        known = [width / 2 for width in ranges if width > 0]
        return median(known) if known else None

    def _difference_ranges(self, measure: str, output: str) -> list[DifferenceInterval]:
        wanted = output or self.data.outputs[0]
        rows = [row for row in self.conclusion.rows if (row.output or wanted) == wanted]
        pairs = [row.difference for row in rows] + [row.second.difference for row in rows if row.second is not None]
        return [d.interval for d in pairs if d is not None and d.measure == measure and d.interval is not None]

    # --- rules and values somebody set ---

    def rule(self, rule: TieBreak) -> str:
        """Name a tie-break rule by what it picks."""
        if rule is TieBreak.INCUMBENT:
            return rule.words if self.is_in_use else "the baseline"
        return f"the {rule.words}"

    @property
    def by_rule(self) -> str:
        return "by your rule" if self.rule_origin is Origin.YOU else "as planned"

    def keep(self, model: str) -> str:
        """Only what is in use can be kept; a baseline nobody called in use is preferred."""
        if model != self.study.baseline or self.conclusion.question not in (QuestionKind.BETTER, QuestionKind.REPLACE):
            return "Use"
        return "Keep" if self.is_in_use else "Prefer"

    # --- more rows ---

    def rows_needed(self, half_width: float, wanted: float) -> Sentence:
        """Write "1,300 rows" or "1,300 rows from 60 machines" for a range of `wanted` to each side; "" if unknown."""
        return self.word_rows(estimate_times_needed(half_width, wanted))

    def word_rows(self, times: float, more: bool = False) -> Sentence:
        """Write so many times the rows of the table; with `more` only those that would have to come in addition."""
        if not times or self.data.size * times > MILLION:
            return EMPTY
        less = 1.0 if more else 0.0
        rows = round_count_up(self.data.size * (times - less))
        needed = fill("{rows} {more}rows", rows=count(rows, Meaning.ROWS_NEEDED), more="more " if more else "")
        if not self.data.group_count:
            return needed
        groups = round_count_up(self.data.group_count * (times - less))
        return needed + fill(
            " from {groups} {names}",
            groups=count(groups, Meaning.GROUPS_NEEDED),
            names=name(pluralize_row_unit(self.data.group_name)),
        )

    @property
    def training_rows(self) -> int:
        """About how many rows each model was trained on."""
        scheme, size = self.study.scheme, self.data.size
        if scheme.kind is SchemeKind.KFOLD and scheme.folds > 1:
            return round(size * (scheme.folds - 1) / scheme.folds)
        if scheme.kind in (SchemeKind.HOLDOUT, SchemeKind.REPEATED_HOLDOUT, SchemeKind.TTV):
            return round(size * scheme.share)
        return size

    def rivals(self, output: str, without: str = "") -> tuple[ModelAnswer, ...]:
        """Return the rows of one output except that of one model and those of the constant guess."""
        rows = self.conclusion.rows
        return tuple(
            row for row in rows if (not output or row.output in (output, "")) and row.model not in (without, TRIVIAL)
        )


def gather_facts(study: Study, data: Dataset, findings: Findings) -> ResultFacts:
    return ResultFacts(study, data, findings, name_models(study))


@dataclass(frozen=True, slots=True)
class DifferenceText:
    """The figures of one difference, rounded so that they never contradict the answer."""

    text: MeasureText
    difference: Difference
    interval: DifferenceInterval
    mean: float
    margin: float

    @property
    def source(self) -> Source:
        found = self.difference
        return Source(found.first, found.second, found.measure, found.output)

    @property
    def marks(self) -> tuple[float, float]:
        """What no end is written across, beside 0."""
        return self.margin, -self.margin

    @property
    def size(self) -> Span:
        """The difference seen in the study."""
        return self.text.size(self.mean, self.source)

    @property
    def is_zero(self) -> bool:
        """Whether no difference at all was seen, but for the noise of floating-point sums."""
        return abs(self.mean) <= NOISE * max(abs(self.interval.low), abs(self.interval.high))

    def state_seen(self, subject: Part, than: Part | None = None) -> Sentence:
        """Write "{subject} made 1.9 fewer errors per 100 windows", or that no difference was seen."""
        if self.is_zero:
            seen = Span("No difference", Meaning.DIFFERENCE, 0.0, self.text.difference_unit_name, self.source)
            return fill("{seen} was seen", seen=seen)
        return self.text.state_difference(subject, self.size, Tense.PAST, than)

    @property
    def range(self) -> Sentence:
        return self.text.difference_range(self.interval.low, self.interval.high, self.marks, self.source)

    @property
    def low(self) -> Span:
        return self.text.difference_end(self.interval.low, up=False, marks=self.marks, source=self.source)

    @property
    def high(self) -> Span:
        return self.text.difference_end(self.interval.high, up=True, marks=self.marks, source=self.source)

    def reverse(self) -> "DifferenceText":
        """Return the same difference seen from the second model."""
        turned = self.difference.reverse()
        assert turned.interval is not None
        return DifferenceText(self.text, turned, turned.interval, -self.mean, self.margin)

    @property
    def half_width(self) -> float:
        return (self.interval.high - self.interval.low) / 2


def word_difference(facts: ResultFacts, difference: Difference | None, margin: float) -> DifferenceText | None:
    """Return the figures of a difference; None where it has no range."""
    if difference is None or difference.interval is None or difference.mean is None:
        return None
    output = difference.output if facts.has_outputs else ""
    text = facts.text(output, difference.measure)
    return DifferenceText(text, difference, difference.interval, difference.mean, margin)


def word_estimate_figures(
    text: MeasureText, estimate: Estimate | None, meaning: Meaning = Meaning.ESTIMATE, marks: Sequence[float] = ()
) -> tuple[Span, Sentence] | None:
    """Return the figure of an estimate and "(7.7 to 10.8)" behind it; None where it is undefined."""
    if estimate is None or estimate.mean is None:
        return None
    source = Source(estimate.algorithm, measure=estimate.measure, output=estimate.output)
    if estimate.interval is None:
        return text.figure(estimate.mean, meaning, source), EMPTY
    low, high = estimate.interval.low, estimate.interval.high
    ends = text.estimate_range(low, high, source, marks)
    return text.figure(estimate.mean, meaning, source), fill(" ({ends})", ends=ends)


def set_apart(part: Part) -> Sentence:
    """Put brackets around a part, with a space before them."""
    return fill(" ({part})", part=part) if to_sentence(part) else EMPTY
