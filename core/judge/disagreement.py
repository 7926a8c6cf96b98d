"""What to say when main measure and cross-check do not tell the same story (the four cases of Aslan et al. 2009)."""

from dataclasses import dataclass

import numpy as np

from core.domain.dataset import Floats
from core.domain.findings import Interval
from core.domain.pairing import Pairing
from core.figures.roc import GRID, roc_points, turning_point
from core.judge.words import in_sentence
from core.statistics.measures import find_measure
from core.statistics.undefined import Undefined

RANKS = "auc"


@dataclass(frozen=True, slots=True)
class Views:
    """Both ranges of one contest; `threshold` is where scores are cut, `crossing` as below."""

    first: str
    second: str
    main: str
    check: str
    main_interval: Interval
    check_interval: Interval | None
    threshold: float = 0.5
    crossing: tuple[float, int] | None = None

    @property
    def by_errors(self) -> int:
        """Whom the measure that needs a threshold favours: +1 the candidate, -1 the reference, 0 nobody."""
        return _side(self.check_interval if self.main == RANKS else self.main_interval)

    @property
    def by_ranks(self) -> int:
        return _side(self.main_interval if self.main == RANKS else self.check_interval)

    def ahead(self, side: int) -> str:
        return self.first if side > 0 else self.second


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A sentence and an action; both empty when the two measures agree."""

    text: str = ""
    advice: str = ""


def disagreement(views: Views) -> Disagreement:
    """Exactly one of the two makes a claim, or they claim opposite sides."""
    ours, theirs = _side(views.main_interval), _side(views.check_interval)
    if views.check_interval is None or ours == theirs:
        return Disagreement()
    if RANKS in (views.main, views.check):
        return _with_ranks(views)
    return _of_two_losses(views, ours, theirs)


def _with_ranks(views: Views) -> Disagreement:
    errors, ranks = views.by_errors, views.by_ranks
    does = "costs less" if "cost" in (views.main, views.check) else "makes fewer errors"
    if errors and ranks:
        text = f"{views.ahead(errors)} {does}, {views.ahead(ranks)} ranks better. They are good at different things."
        return Disagreement(text, "Decide by the cost of a miss against a false alarm.")
    if errors:
        better = views.ahead(errors)
        text = f"{better} {does} at the threshold you use, but is not shown to rank cases better."
        advice = (
            f"If your threshold is fixed at {views.threshold:.2g}, use {better}. If you may move it, compare again "
            "with your cost ratio."
        )
        return Disagreement(" ".join(part for part in (text, _crossing_text(views)) if part), advice)
    better, seen = views.ahead(ranks), "cost" if "cost" in (views.main, views.check) else "errors"
    text = f"{better} ranks cases better, but this is not shown in the {seen} at today's threshold."
    gain = "The gain is there" if ranks > 0 else f"The better ranking of {better} pays"
    return Disagreement(text, f"{gain} only if you move the threshold.")


def _of_two_losses(views: Views, ours: int, theirs: int) -> Disagreement:
    main, check = (in_sentence(find_measure(key).title) for key in (views.main, views.check))
    if ours and theirs:
        text = f"{views.ahead(ours)} is ahead by {main}, {views.ahead(theirs)} by {check}. "
        return Disagreement(f"{text}They are good at different things.", "Decide whether a few large misses hurt more.")
    claiming, silent = (main, check) if ours else (check, main)
    text = f"{views.ahead(ours or theirs)} is ahead by {claiming}; by {silent} this is not shown."
    return Disagreement(text, "Look at the largest misses before you decide.")


def _crossing_text(views: Views) -> str:
    if views.crossing is None:
        return ""
    place, side = views.crossing
    left, right = views.ahead(side), views.ahead(-side)
    where = f"{100 * place:.0f} false alarms in 100"
    return f"Their ROC curves cross: left of {where} {left} is better, right of it {right}."


def _side(interval: Interval | None) -> int:
    if interval is None:
        return 0
    return 1 if interval.low > 0 else -1 if interval.high < 0 else 0


def crossing(pair: Pairing) -> tuple[float, int] | None:
    """Where the two ROC curves of the first shuffle cross, and who is better to the left; None if they do not."""
    if pair.truth is None or pair.first_ranking is None or pair.second_ranking is None:
        return None
    first, second = (roc_points(pair.truth, ranking) for ranking in (pair.first_ranking, pair.second_ranking))
    if isinstance(first, Undefined) or isinstance(second, Undefined):
        return None
    turn = turning_point(_hits(first.false_alarms, first.hits) - _hits(second.false_alarms, second.hits))
    return None if turn is None else (float(GRID[turn[0]]), turn[1])


def _hits(alarms: Floats, hits: Floats) -> Floats:
    return np.asarray(np.interp(GRID, alarms, hits))
