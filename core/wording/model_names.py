"""What models are called in sentences."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from core.algorithms import find_algorithm
from core.domain.dataset import Dataset, Task
from core.domain.evidence import GIVEN, TRIVIAL
from core.domain.study import Candidate, Question, Study
from core.wording.names_text import lower_title
from core.wording.sentence import Meaning, Sentence, Source, Span, fill, name, quote

CONSTANT_GUESS = "the constant guess"
BY_SQUARES = ("rmse", "mse", "r2")
BY_OWN_VALUE = ("asymmetric", "within-tolerance", "median-error", "p95-error", "max-error")
BY_ALARMS = ("precision", "f1")


def has_only_imported(study: Study) -> bool:
    """Whether nothing is trained: all predictions were made elsewhere."""
    return all(candidate.algorithm == GIVEN for candidate in study.candidates)


@dataclass(frozen=True, slots=True)
class ModelNames:
    """Model key -> name in a sentence. An unknown key is its own name: a study may be shown beside other models."""

    names: Mapping[str, str]
    imported: frozenset[str] = frozenset()

    def __getitem__(self, key: str) -> str:
        return self.names.get(key, key)

    def span(self, key: str) -> Span:
        """Return the name as a span that knows its key; imported predictions keep the case of their column."""
        return Span(self[key], Meaning.NAME if key in self.imported else Meaning.MODEL, source=Source(first=key))


def name_models(study: Study) -> ModelNames:
    """Name the candidates and the constant guess; two of one algorithm are told apart by their keys."""
    uses = Counter(candidate.algorithm for candidate in study.candidates)
    names = {candidate.key: _name(candidate, uses[candidate.algorithm]) for candidate in study.candidates}
    imported = frozenset(candidate.key for candidate in study.candidates if candidate.algorithm == GIVEN)
    return ModelNames({TRIVIAL: CONSTANT_GUESS, **names}, imported)


def _name(candidate: Candidate, uses: int) -> str:
    """Imported predictions are called like their column."""
    if candidate.algorithm == GIVEN:
        return str(candidate.settings.get("column", candidate.key))
    title = lower_title(find_algorithm(candidate.algorithm).title)
    return title if uses == 1 else f"{title} ({candidate.key})"


def describe_constant_guess(data: Dataset, question: Question) -> Sentence:
    """Write always “OK”, always the median or always the mean: the constant with least loss on the main measure."""
    if data.task is Task.CLASSES:
        return fill("always {guess}", guess=quote(name(data.classes[_find_constant_class(data, question)])))
    if question.measure in BY_OWN_VALUE:
        return fill("always the same value")
    return fill("always the mean" if question.measure in BY_SQUARES else "always the median")


def _find_constant_class(data: Dataset, question: Question) -> int:
    weights = data.class_counts.astype(float)
    if question.measure == "cost":
        weights[data.positive_class] *= question.cost_ratio
    if question.measure in BY_ALARMS and len(data.classes) == 2:
        return data.positive_class
    return int(weights.argmax())


def names_of(study: Study, data: Dataset) -> Mapping[str, str]:
    """Model key -> name in a sentence, the constant guess told by what it always predicts."""
    guess = describe_constant_guess(data, study.question).text
    return {**name_models(study).names, TRIVIAL: guess}
