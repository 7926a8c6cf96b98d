"""What the candidates of a study are called in sentences."""

from collections import Counter
from collections.abc import Mapping

from core.algorithms import find_algorithm
from core.domain.dataset import Dataset, Task
from core.domain.evidence import TRIVIAL
from core.domain.study import Candidate, Question, Study
from core.judge.words import in_sentence

GIVEN = "given"  # algorithm of a candidate whose predictions are a column of the data


def only_given(study: Study) -> bool:
    """Whether nothing is trained: all predictions were made elsewhere."""
    return all(candidate.algorithm == GIVEN for candidate in study.candidates)


def names_of(study: Study, data: Dataset) -> Mapping[str, str]:
    """Candidate key -> name in a sentence; two of one algorithm are told apart by their keys."""
    uses = Counter(candidate.algorithm for candidate in study.candidates)
    names = {TRIVIAL: trivial_name(data, study.question)}
    return names | {c.key: _name(c, uses[c.algorithm]) for c in study.candidates}


def _name(candidate: Candidate, uses: int) -> str:
    """Predictions made elsewhere are called like their column."""
    if candidate.algorithm == GIVEN:
        return str(candidate.settings.get("column", candidate.key))
    title = in_sentence(find_algorithm(candidate.algorithm).title)
    return title if uses == 1 else f"{title} ({candidate.key})"


def trivial_name(data: Dataset, question: Question | None = None) -> str:
    """always answering “OK”, or the middle value or mean: the constant with least loss under the main measure."""
    if data.task is Task.CLASSES:
        return f"always answering “{data.classes[_constant_class(data, question)]}”"
    squared = question is not None and question.measure in ("rmse", "mse", "r2")
    return "always answering the mean" if squared else "always answering the middle value"


def _constant_class(data: Dataset, question: Question | None) -> int:
    weights = data.class_counts.astype(float)
    if question is not None and question.measure == "cost":
        weights[data.positive_class] *= question.cost_ratio
    return int(weights.argmax())
