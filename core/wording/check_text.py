"""The report card in words: one sentence with the number for each check, why one does not apply, and what to do."""

from collections.abc import Callable, Mapping

from core.domain.check_result import CheckLevel, CheckResult
from core.domain.dataset import Dataset
from core.domain.study import Study
from core.wording.measure_text import find_title, word_measure
from core.wording.model_names import name_models
from core.wording.names_text import pluralize_row_unit, strip_unit
from core.wording.numbers_text import choose_decimals, format_number, format_typed
from core.wording.sentence import EMPTY, Meaning, Part, Sentence, Span, capitalize, fill, list_parts, name

MOST_NAMES = 4
Parts = Mapping[str, Part]

LEVEL_WORDS: Mapping[CheckLevel, str] = {
    CheckLevel.PASSED: "passed",
    CheckLevel.NOTED: "noted",
    CheckLevel.ATTENTION: "attention",
    CheckLevel.PROBLEM: "problem",
    CheckLevel.NOT_APPLICABLE: "not applicable",
    CheckLevel.NOT_COMPUTED: "not computed",
}


def word_check(study: Study, data: Dataset, result: CheckResult) -> Sentence:
    """Word one row of the card; it names only the model it is about."""
    if result.level is CheckLevel.NOT_APPLICABLE:
        return fill("Not applicable, because {why}.", why=NOT_APPLICABLE.get(result.reason, result.reason))
    if result.level is CheckLevel.NOT_COMPUTED:
        return fill("Not computed yet. It needs training runs after the folds.")
    is_open = result.level in (CheckLevel.ATTENTION, CheckLevel.PROBLEM, CheckLevel.NOTED)
    templates = TEMPLATES[result.code]
    wanted = (f"{result.level.value}:{result.reason}", result.reason, result.level.value, "open" if is_open else "")
    template = next(templates[key] for key in wanted if key in templates)
    sentence = fill(template, **_list_parts_of(study, data, result))
    condition = CONDITIONS.get(result.code) if result.holds_if and result.level is not CheckLevel.PROBLEM else None
    return capitalize(sentence + (f" {condition}" if condition else ""))


def word_check_action(result: CheckResult) -> str:
    """What to do about it; "" where nothing is to be done."""
    return ACTIONS.get(result.code, "") if result.rings else ""


def summarize_checks(results: tuple[CheckResult, ...]) -> str:
    """Write "Report card: 19 passed, 2 attention, 3 not applicable." """
    counts = [(level, sum(result.level is level for result in results)) for level in CheckLevel]
    return "Report card: " + ", ".join(f"{count} {LEVEL_WORDS[level]}" for level, count in counts if count) + "."


def _list_parts_of(study: Study, data: Dataset, result: CheckResult) -> dict[str, Part]:
    models = name_models(study)
    of = fill(" for {output}", output=name(strip_unit(result.output))) if result.output else EMPTY
    shown = [name(one) for one in result.names[:MOST_NAMES]]
    more = len(result.names) - len(shown)
    listed = list_parts([*shown, f"{more} more"]) if more > 0 else list_parts(shown)
    parts: dict[str, Part] = {
        "model": models.span(result.model) if result.model else "",
        "other": models.span(result.names[0]) if result.names else "",
        "of": of,
        "on": " on at least one output" if len(data.outputs) > 1 else "",
        "n": _count(result.count),
        "all": _count(result.total),
        "names": listed,
        "rows": pluralize_row_unit(study.row_meaning),
        "groups": name(pluralize_row_unit(result.names[0])) if result.names else "",
        "measure": find_title(study.question.measure).short,
    }
    writer = FIGURES.get(result.code)
    if writer is not None:
        parts |= writer(study, data, result)
    return parts


def _count(number: int) -> Span:
    return Span(f"{number:,}", Meaning.CHECK, float(number))


def _figure(value: float, decimals: int) -> Span:
    return Span(format_number(value, decimals), Meaning.CHECK, value)


def _write_losses(study: Study, data: Dataset, result: CheckResult) -> Parts:
    """Value and limit are values of the main measure; losses of a measure that is to be high were turned around."""
    text = word_measure(study.question.measure, study, data, result.output)
    sign = 1.0 if text.lower_is_better or result.code in ("T-04", "N-01") else -1.0
    value, limit = (sign * (one or 0.0) for one in (result.value, result.limit))
    decimals = max(1, choose_decimals(abs(text.shown(value - limit)) or 1.0))
    unit = f" {text.unit_name}" if text.unit_name else ""
    return {
        "value": Span(format_number(text.shown(value), decimals), Meaning.CHECK, text.shown(value), text.unit_name),
        "limit": Span(format_number(text.shown(limit), decimals), Meaning.CHECK, text.shown(limit), text.unit_name),
        "unit": unit,
    }


def _write_ratio(_study: Study, _data: Dataset, result: CheckResult) -> Parts:
    return {"value": _figure(result.value or 0.0, 2), "limit": _figure(result.limit or 0.0, 2)}


def _write_shares(_study: Study, _data: Dataset, result: CheckResult) -> Parts:
    return {"value": _figure(100 * (result.value or 0.0), 0), "limit": _figure(100 * (result.limit or 0.0), 0)}


def _write_change(study: Study, data: Dataset, result: CheckResult) -> Parts:
    if result.reason == "classes":
        return {"value": _figure(100 * (result.value or 0.0), 0), "limit": _figure(100 * (result.limit or 0.0), 0)}
    value, limit = result.value or 0.0, result.limit or 0.0
    decimals = choose_decimals(max(value, limit) / 2 or 1.0)
    return {"value": _figure(value, decimals), "limit": _figure(limit, decimals)}


def _write_setting(_study: Study, _data: Dataset, result: CheckResult) -> Parts:
    value = result.value or 0.0
    return {"value": Span(format_typed(value), Meaning.CHECK, value)}


def _write_seconds(_study: Study, _data: Dataset, result: CheckResult) -> Parts:
    times = (result.value or 0.0) / result.limit if result.limit else 0.0
    return {"value": _figure(result.value or 0.0, 1), "times": _figure(times, 0)}


FIGURES: Mapping[str, Callable[[Study, Dataset, CheckResult], Parts]] = {
    "T-01": _write_setting,
    "T-03": _write_losses,
    "T-04": _write_losses,
    "R-02": _write_change,
    "R-03": _write_ratio,
    "M-02": _write_ratio,
    "P-01": _write_shares,
    "I-02": _write_ratio,
    "N-01": _write_losses,
    "S-01": _write_seconds,
}

TEMPLATES: Mapping[str, Mapping[str, str]] = {
    "D-01": {
        "none": "No row is an exact duplicate of another one.",
        "together": "{n} of {all} rows are exact duplicates. They stay on one side of every split.",
        "apart": "{n} of {all} rows are exact duplicates that may be trained on and tested.",
    },
    "D-02": {
        "none": "No inputs were measured twice.",
        "together": "{n} of {all} rows repeat earlier inputs. They stay on one side of every split.",
        "apart": "{n} of {all} rows repeat earlier inputs with another result, on both sides of splits.",
    },
    "D-03": {
        "passed": "No input is missing.",
        "noted": "{n} of {all} rows have missing inputs, most of them in {names}.",
    },
    "D-04": {
        "stated": "You stated where the model will be used: {names}.",
        "not-stated": "You did not state where the model will be used.",
    },
    "L-01": {
        "passed": "No input alone predicts the target almost without error.",
        "known": "{names} alone may reveal the target. You answered that it is known before the prediction.",
        "unasked": "{names} alone may reveal the target, and nobody answered whether it is known in time.",
        "open": "{names} may reveal the target. You are not sure whether it is known before the prediction.",
    },
    "L-02": {
        "passed": "You answered that nothing was computed from the whole table before import.",
        "noted": "Nobody answered whether anything was computed from the whole table before import.",
        "attention": "Something may have been computed from the whole table before import.",
    },
    "G-01": {
        "together": "Rows of one group stay on one side of every split ({n} {groups}).",
        "apart": "Rows of one group are trained on and tested ({n} {groups}).",
    },
    "G-02": {
        "passed": "There are {n} {groups}.",
        "attention": "There are only {n} {groups}. The range rests on them, however many rows there are.",
    },
    "T-01": {
        "passed": "No tuned setting gains at the end of its grid.",
        "low-end": "{model}: {names} ends at {value}, was chosen there in {n} of {all} training runs and still gains.",
        "high-end": "{model}: {names} ends at {value}, was chosen there in {n} of {all} training runs and still gains.",
    },
    "T-02": {
        "passed": "All {all} training runs ended well.",
        "open": "{n} of {all} training runs of {model} failed.",
    },
    "T-03": {
        "entered": "Gradient boosting is among the models.",
        "passed": "Gradient boosting as it comes is not shown to be better than {model}.",
        "attention": "Gradient boosting as it comes is better than {model}{of}: {measure} {limit}, not {value}{unit}.",
    },
    "T-04": {
        "passed": "No model is far better on its training rows than on test rows and worse than a simpler one.",
        "attention": "{model}{of}: {measure} {value} on training rows, {limit}{unit} on test rows, worse than {other}.",
    },
    "R-01": {
        "passed": "{n} of {all} repeats, taken alone, give this result.",
        "noted": "{n} of {all} repeats, taken alone, give this result.",
        "attention": "Only {n} of {all} repeats, taken alone, give this result.",
        "attention:opposite": "{n} of {all} repeats give this result, and at least one shows the opposite.",
    },
    "R-02": {
        "classes": "Predictions of {model} change between two repeats on {value} of 100 rows.",
        "numbers": "Predictions of {model}{of} move by {value} between repeats ({limit} would be much).",
    },
    "R-03": {
        "passed": "No fold is unlike the others.",
        "attention": "{model}{of}: fold {n} of repeat {all} lies {value} standard errors from the others.",
    },
    "R-04": {
        "passed": "No row is unlike all models.",
        "open": "{n} of {all} rows are far off for every model{of}: row {names}.",
    },
    "M-01": {
        "agree": "The second measure shows the same.",
        "opposite": "The second measure shows the other model ahead.",
        "noted": "Only one of the two measures shows a difference.",
    },
    "M-02": {
        "passed": "Predicted probabilities of {model} match what occurs (slope {value}, intercept {limit}).",
        "too-sure": "Predicted probabilities of {model} are too extreme (slope {value}, intercept {limit}).",
        "too-careful": "Predicted probabilities of {model} are too close to the middle (slope {value}, "
        "intercept {limit}).",
        "too-low": "Predicted probabilities of {model} are too low (slope {value}, intercept {limit}).",
        "too-high": "Predicted probabilities of {model} are too high (slope {value}, intercept {limit}).",
    },
    "H-01": {
        "confirmed": "Models trained on half the rows show the difference too.",
        "inconclusive": "Inconclusive: there is no clear difference to confirm.",
        "not-confirmed": "With half the rows the difference is not visible. More rows may show it.",
    },
    "P-01": {
        "low": "{value} of 100 rows with low predictions lie inside the {limit} % range. Check it on new rows.",
        "middle": "{value} of 100 rows with middle predictions lie inside the {limit} % range. Check it on new rows.",
        "high": "{value} of 100 rows with high predictions lie inside the {limit} % range. Check it on new rows.",
    },
    "I-01": {
        "passed": "No input alone is shown to do as well as all of them.",
        "attention": "{names} alone does as well as all inputs of {model}{of}.",
    },
    "I-02": {
        "passed": "No two inputs move together closely.",
        "grouped": "{n} of {all} inputs form groups that move together; closest: {names} ({value}).",
        "related": "{n} of {all} inputs are related; closest: {names} ({value}).",
    },
    "I-03": {
        "passed": "Every input of {model} is shown to have an effect{on}.",
        "noted": "No effect is shown for {n} of {all} inputs of {model}: {names}.",
    },
    "N-01": {
        "above": "The {measure} of {model}{of} is {value}{unit}; repeated measurements scatter by {limit}{unit}.",
        "reached": "The {measure} of {model}{of}, {value}{unit}, is near the scatter of repeated measurements, "
        "{limit}{unit}.",
    },
    "S-01": {
        "passed": "No model takes much longer than another one without being better.",
        "attention": "{model} takes {times} times as long as {other} and is not better by the margin{of}.",
    },
}
"""By code, then by level and reason, reason or level: the most special one that fits."""

CONDITIONS: Mapping[str, str] = {
    "L-01": "This holds if your answers are right.",
    "L-02": "This holds if your answer is right.",
    "R-01": "This holds if rows are independent.",
}

ACTIONS: Mapping[str, str] = {
    "D-01": "Remove exact duplicates, or keep rows with equal inputs together.",
    "L-01": "Find out when this input is known. If it is later than the prediction, exclude it.",
    "L-02": "Import the table as it was before, or compute such columns from training rows only.",
    "G-01": "Keep groups together if the model will meet new ones.",
    "G-02": "Collect rows of more groups.",
    "T-01": "Extend the grid beyond this end in a new study.",
    "T-02": "Read the messages of the failed training runs.",
    "T-03": "Enter gradient boosting in a new study.",
    "T-04": "Prefer the simpler model, or restrict this one by its settings.",
    "R-01": "Add rows. More repeats show how much the result depends on the split.",
    "R-02": "Prefer a steadier model, or average several.",
    "R-03": "Look at the rows of this fold: one batch, day or operator?",
    "R-04": "Check these rows for typing errors or unusual conditions.",
    "M-01": "Decide which of the two measures matters more.",
    "H-01": "Collect more rows before you rely on the difference.",
    "I-01": "Use this input alone, or check whether it reveals the target.",
    "S-01": "Use the faster model.",
}

NOT_APPLICABLE: Mapping[str, str] = {
    "no-inputs": "there are no inputs",
    "one-input": "there is only one input",
    "no-groups": "no group column was named",
    "several-outputs": "with several outputs the settings serve all of them",
    "not-tuned": "no setting was tuned",
    "no-ordered-setting": "no tuned setting has an order",
    "imported": "the predictions were imported",
    "no-folds": "the design has no folds",
    "turned-off": "you turned it off in the plan",
    "no-training-loss": "no error on training rows was stored",
    "one-model": "there is only one model",
    "one-repeat": "there is only one repeat",
    "no-losses": "some rows have no error",
    "no-scores": "there are no predicted probabilities",
    "no-second-measure": "no second measure was chosen",
    "no-comparison": "the design compares nothing",
    "training-rows": "only training rows were predicted",
    "not-two-classes": "there are not two classes",
    "no-difference": "no difference was asked for or found",
    "no-halves": "no models were trained on half the rows",
    "classes": "classes are predicted, not numbers",
    "no-ranges": "there are too few rows for a range",
    "no-floor": "this measure has no noise floor",
    "few-replicates": "there are too few repeated measurements",
    "no-scatter": "repeated measurements are all equal",
    "no-estimate": "there is no estimate",
    "too_few_rows": "there are too few rows or splits",
    "too_few_of_a_class": "a class has fewer than 10 rows",
    "identical_scores": "the errors do not differ",
    "separated": "the scores part the classes without error",
}
