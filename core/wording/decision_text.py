"""Aids for decisions in words: a threshold with a promise, and what recalibrated scores gain."""

from core.domain.dataset import Dataset
from core.domain.decision import Recalibration, ThresholdPromise
from core.domain.study import Study
from core.wording.model_names import name_models
from core.wording.numbers_text import format_number, format_typed
from core.wording.sentence import Meaning, Sentence, Span, capitalize, fill, name

METHODS = {"platt": "a logistic curve", "isotonic": "rising steps"}


def word_threshold_promise(study: Study, data: Dataset, found: ThresholdPromise) -> Sentence:
    """Say where to put the threshold so that few positives are missed, or how many positives that would take."""
    limit = _figure(100 * found.limit, 0 if found.limit >= 0.01 else 1)
    if found.threshold is None or found.missed is None or found.alarms is None:
        unit = data.group_name if found.reason == "too_few_groups" and data.group_name else found.positive
        return fill(
            "At most {limit} of 100 missed cannot be promised: it takes {needed} {unit}, and there are too few.",
            limit=limit, needed=_figure(float(found.needed), 0), unit=name(unit),
        )  # fmt: skip
    alarms: Span | str = _figure(100 * found.alarms, 1)
    text = (
        "With the threshold {threshold}, {model} misses at most {limit} of 100 {positive}, with 95 % confidence. It "
        "missed {missed} of {all}; false alarms: {alarms} of 100"
    )
    parts = {
        "threshold": Span(format_typed(float(f"{found.threshold:.3g}")), Meaning.INSIGHT, found.threshold),
        "model": name_models(study).span(found.model),
        "limit": limit,
        "positive": name(found.positive),
        "missed": _figure(found.missed, 1),
        "all": _figure(float(found.positives), 0),
        "alarms": alarms,
    }
    if found.alarms_low is None or found.alarms_high is None:
        return capitalize(fill(text + ".", **parts))
    ends = {"low": _figure(100 * found.alarms_low, 1), "high": _figure(100 * found.alarms_high, 1)}
    return capitalize(fill(text + " ({low} to {high}).", **parts, **ends))


def word_recalibration(study: Study, found: Recalibration) -> Sentence:
    """Say whether recalibrated scores are shown to be better, on folds the map was not fitted on."""
    answer = "are shown to be better" if found.is_better else "are not shown to be better"
    return capitalize(
        fill(
            "scores of {model} recalibrated by {method} {answer}: log loss {after}, not {before} "
            "(gain {low} to {high}); Brier score {brier_after}, not {brier_before}.",
            model=name_models(study).span(found.model),
            method=METHODS[found.method],
            answer=answer,
            after=_figure(found.log_loss_after, 3),
            before=_figure(found.log_loss_before, 3),
            low=_figure(found.gain_low, 3),
            high=_figure(found.gain_high, 3),
            brier_after=_figure(found.brier_after, 3),
            brier_before=_figure(found.brier_before, 3),
        )
    )


def _figure(value: float, decimals: int) -> Span:
    return Span(format_number(value, decimals), Meaning.INSIGHT, value)
