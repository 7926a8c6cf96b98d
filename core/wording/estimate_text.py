"""Expected performance in words; what was measured on training rows is never told as such."""

from core.domain.conclusion import Reason, Scope
from core.domain.dataset import Dataset
from core.domain.findings import Estimate, Findings
from core.domain.study import SchemeKind, Study
from core.wording.model_names import has_only_imported
from core.wording.result_facts import ResultFacts, gather_facts, word_estimate_figures
from core.wording.sentence import EMPTY, Meaning, Part, Sentence, Span, capitalize, count, fill

PARTLY_TRAINED = (SchemeKind.KFOLD, SchemeKind.HOLDOUT, SchemeKind.REPEATED_HOLDOUT, SchemeKind.TTV)
POINTS = {"632": ".632 bootstrap", "632-plus": ".632+ bootstrap", "unseen": "bootstrap, rows not drawn"}
VERDICTS = {
    Reason.LIMIT_MET: "meets",
    Reason.LIMIT_MISSED: "misses",
    Reason.LIMIT_OPEN: "may or may not meet",
}


def word_estimate(study: Study, data: Dataset, findings: Findings, estimate: Estimate) -> Sentence:
    """Write "9.2 errors per 100 windows (7.7 to 10.8)", or why there is no figure."""
    return _word_estimate(gather_facts(study, data, findings), estimate)


def _word_estimate(facts: ResultFacts, estimate: Estimate) -> Sentence:
    text = facts.text(estimate.output if facts.has_outputs else "", estimate.measure)
    figures = word_estimate_figures(text, estimate)
    if figures is None:
        return fill("not known: {why}", why=_explain_missing(estimate))
    if estimate.is_in_sample:
        return fill("{estimate} on its own training rows", estimate=text.estimate(figures[0]))
    return fill("{estimate}{ends}", estimate=text.estimate(figures[0]), ends=figures[1])


def _explain_missing(estimate: Estimate) -> str:
    if estimate.undefined and not estimate.failed:
        return "the measure has no value on these splits"
    return "no training run succeeded" if estimate.failed else "there is no value"


def word_expected_performance(study: Study, data: Dataset, findings: Findings) -> tuple[Sentence, ...]:
    """Write one line per model and output on the main measure, from rows the model was not trained on."""
    facts = gather_facts(study, data, findings)
    lines = []
    for candidate in study.candidates:
        for output in data.outputs:
            estimate = facts.estimate(candidate.key, output)
            if estimate is not None:
                lines.append(_word_line(facts, estimate))
    return tuple(lines)


def _word_line(facts: ResultFacts, estimate: Estimate) -> Sentence:
    of: Part = fill(", {output}", output=facts.output(estimate.output)) if facts.has_outputs else EMPTY
    if estimate.is_in_sample:
        text: Part = "not estimated; only its own training rows were measured"
    else:
        text = _word_estimate(facts, estimate)
    return capitalize(fill("{model}{of}: {text}.", model=facts.model(estimate.algorithm), of=of, text=text))


def word_estimate_note(study: Study, data: Dataset, findings: Findings) -> Sentence:
    """Name in one sentence what makes an estimate slightly too high or too low; nothing where neither applies."""
    if findings.conclusion.scope is Scope.NEW_ROWS:
        return EMPTY  # trained on all old rows, and nothing is chosen on the new ones
    if study.scheme.kind is SchemeKind.RESUBSTITUTION and not has_only_imported(study):
        return EMPTY  # nothing is estimated, so nothing is too high or too low
    facts = gather_facts(study, data, findings)
    share = _training_share(facts)
    models = count(len(study.candidates), Meaning.MODELS)
    is_chosen = len(study.candidates) > 1
    if share is not None and is_chosen:
        return fill(
            "Trained on {share} % of the rows (all rows: slightly better) and the best of {models} (slightly worse); "
            "neither is corrected.",
            share=share,
            models=models,
        )
    if share is not None:
        return fill("Trained on {share} % of the rows (all rows: slightly better); this is not corrected.", share=share)
    if is_chosen:
        return fill("The best of {models} (slightly worse on new rows); this is not corrected.", models=models)
    return EMPTY


def _training_share(facts: ResultFacts) -> Span | None:
    if facts.study.scheme.kind not in PARTLY_TRAINED or has_only_imported(facts.study):
        return None
    share = 100 * facts.training_rows / facts.data.size
    return Span(f"{share:.0f}", Meaning.TRAINING_SHARE, share, "%")


def word_estimate_method(estimate: Estimate) -> Span:
    """Name how the figure was made, where that is not the plain mean over test rows."""
    return Span(POINTS.get(estimate.point, ""), Meaning.MEASURE)


def word_limits(study: Study, data: Dataset, findings: Findings) -> tuple[Sentence, ...]:
    """Write one line per model and output against the limit; nothing where there is none."""
    facts = gather_facts(study, data, findings)
    lines = []
    for row in facts.conclusion.rows:
        if row.limit is not None and row.reason in VERDICTS:
            text = facts.text(row.output if facts.has_outputs else "")
            line = fill(
                "{model} {verb} the limit of {limit}{of} ({who}).",
                model=facts.model(row.model),
                verb=VERDICTS[row.reason],
                limit=text.limit(row.limit),
                of=facts.of_output(row.output),
                who=facts.limit_origin.words,
            )
            lines.append(capitalize(line))
    return tuple(lines)
