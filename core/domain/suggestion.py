"""What is suggested for a study before anybody has said anything, and why."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.domain.study import Study


@dataclass(frozen=True, slots=True)
class Reason:
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class FirstStudy:
    """`reasons` by dotted field ("question.margin", "scheme.folds", "candidates", "baseline")."""

    study: Study
    reasons: Mapping[str, Reason]
