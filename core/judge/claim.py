"""The claim of a study read back in one sentence."""

from core.domain.dataset import Dataset, Task
from core.domain.study import QuestionKind, Study
from core.judge.names import names_of
from core.judge.words import plain, plural, unit_of


def claim_sentence(study: Study, data: Dataset) -> str:
    """ "On machines not seen in training, does B make at least 2 fewer errors per 100 windows than A?" """
    names = names_of(study, data)
    where = study.use or (
        f"{plural(data.group_name)} not seen in training" if data.group_name else "new rows of this kind"
    )
    challengers = [names[candidate.key] for candidate in study.challengers]
    reference = names.get(study.reference, "the reference")
    if not challengers:
        return f"On {where}: how good is {reference}?"
    who = " or ".join(challengers) if len(challengers) < 3 else f"{', '.join(challengers[:-1])} or {challengers[-1]}"
    if study.question.kind is QuestionKind.REPLACE:
        return f"On {where}: may {who} replace {reference} without being worse by {_margin(study, data)}?"
    return f"On {where}: is {who} better than {reference} by at least {_margin(study, data)}?"


def _margin(study: Study, data: Dataset) -> str:
    if len(data.outputs) > 1:
        return "what matters for each output"
    unit = unit_of(study.question.measure, study, data, data.outputs[0])
    amount = plain(study.margin(data.outputs[0]))
    if study.question.measure == "error":
        return f"{amount} errors per 100 {plural(study.row_meaning)}"
    kind = "" if data.task is Task.CLASSES else " of typical miss"
    return f"{amount} {unit.short}{kind}".replace("  ", " ").strip()
