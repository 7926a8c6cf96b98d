"""What the candidates of a study are called in sentences."""

from collections import Counter
from collections.abc import Mapping

from core.algorithms import algorithm
from core.domain.dataset import Dataset, Task
from core.domain.evidence import TRIVIAL
from core.domain.study import Study
from core.judge.words import in_sentence


def names_of(study: Study, data: Dataset) -> Mapping[str, str]:
    """Candidate key -> name in a sentence; two of one algorithm are told apart by their keys."""
    uses = Counter(candidate.algorithm for candidate in study.candidates)
    names = {TRIVIAL: trivial_name(data)}
    for candidate in study.candidates:
        title = in_sentence(algorithm(candidate.algorithm).title)
        names[candidate.key] = title if uses[candidate.algorithm] == 1 else f"{title} ({candidate.key})"
    return names


def trivial_name(data: Dataset) -> str:
    """ "always answering 'OK'", or the mean."""
    if data.task is Task.CLASSES:
        return f"always answering '{data.classes[int(data.class_counts.argmax())]}'"
    return "always answering the middle value"
