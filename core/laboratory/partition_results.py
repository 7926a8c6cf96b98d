"""Repeats of the same rows as Bradford & Brodley look at them, and more of them than the study has."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.domain.chances import word_p_value
from core.domain.dataset import Dataset
from core.domain.evidence import HALVES, MAIN, FitResult, Run
from core.domain.findings import Comparison, RepeatDetails
from core.domain.study import SchemeKind, Study
from core.figures.repeat_marks import CLEAR, Ranks, ranks
from core.judge.pairings import pairing
from core.judge.scores import build_score_table
from core.laboratory.demo_runner import DemoRunner, Working, make_jobs, train_in_pieces
from core.schemes import count_splits, make_splits
from core.statistics.comparison_tests import find_comparison_test
from core.statistics.measures import find_measure
from core.statistics.partition_tests import MORE, sufficient_partitions
from core.support.errors import StudyError
from core.wording.method_tables import TEST_TEXTS
from core.wording.undefined_text import describe_note

UNCLEAR = "unclear"  # not shown to differ, which is not the same as equal


@dataclass(frozen=True, slots=True)
class Conclusions:
    """How many partitions end in each conclusion, and what the test of the row says (Bradford & Brodley 2001, table 3).

    `result` is "first", "unclear" or "second", or "" where the test has no answer: the averaged t of the repeats
    (`is_average`), or the one test of five repeats into halves, where nothing is averaged.
    """

    test: str
    first: int
    unclear: int
    second: int
    result: str
    is_average: bool

    def cells(self) -> tuple[str, str, str]:
        """The three counts, the conclusion of the row in brackets."""
        counts = (("first", self.first), (UNCLEAR, self.unclear), ("second", self.second))
        first, unclear, second = (f"[{count}]" if key == self.result else str(count) for key, count in counts)
        return first, unclear, second


@dataclass(frozen=True, slots=True)
class Partitions:
    """What the repeats say one by one and together; gaps are positive where the first model is better.

    `enough_after` is the number of repeats from which on more of them would hardly have changed the averaged t.
    """

    first: str
    second: str
    repeats: int
    ranks: Ranks | None
    statistic: float | None
    threshold: float | None
    enough_after: int | None
    halves: tuple[tuple[float, float], ...]
    five_by_two_t: Comparison
    five_by_two_f: Comparison
    fisher: Comparison
    wilcoxon: Comparison
    averaged: Comparison

    @property
    def sufficiency(self) -> float:
        """How far the repeats are on the way to being enough: 1 when they are."""
        if self.statistic is None or not self.threshold:
            return 1.0 if self.enough_after else 0.0
        return min(1.0, abs(self.statistic) / self.threshold)

    def table_row(self, folds: int) -> tuple[Conclusions, ...]:
        found = [] if self.ranks is None else [_of_repeats(self.ranks, f"1 × {folds} folds", self.averaged)]
        return (*found, *([_of_halves(self.five_by_two_t)] if self.halves else []))

    def counter_rows(self) -> tuple[tuple[str, str, str, str], ...]:
        """The tests that take repeats for separate experiments, beside the average that does not."""
        return tuple(
            (
                TEST_TEXTS[one.comparer].title,
                _cell(one.statistic),
                _cell(one.p),
                describe_note(one) or TEST_TEXTS[one.comparer].note,
            )
            for one in (self.averaged, self.fisher, self.wilcoxon)
        )

    def counter_sentence(self) -> str:
        p = [_cell(one.p) for one in (self.fisher, self.wilcoxon, self.averaged)]
        return (
            f"Taking the {self.repeats} repeats for separate experiments gives p = {p[0]} by Fisher, p = {p[1]} by "
            f"Wilcoxon; the averaged t gives p = {p[2]}."
        )

    def halves_sentence(self, first: str, second: str) -> str:
        differences = [difference for pair in self.halves for difference in pair]
        ahead, behind = (
            sum(difference > 0 for difference in differences),
            sum(difference < 0 for difference in differences),
        )
        t, f = self.five_by_two_t, self.five_by_two_f
        return (
            f"Of {len(differences)} halves {ahead} are better for {first}, {behind} for {second}. Dietterich's t: "
            f"{_said(t.p)}; Alpaydın's F: {_said(f.p)}."
        )


def _said(p: float | None) -> str:
    return "no p" if p is None else word_p_value(p)


def _cell(value: float | None) -> str:
    return "–" if value is None else f"{value:.3g}".replace("-", "−")


def _of_repeats(found: Ranks, test: str, averaged: Comparison) -> Conclusions:
    return Conclusions(test, found.for_candidate, found.unclear, found.for_baseline, _side(averaged), is_average=True)


def _of_halves(test: Comparison) -> Conclusions:
    """Five repeats into halves make one partition, so one conclusion."""
    side = _side(test)
    first, unclear, second = (int(side == key) for key in ("first", UNCLEAR, "second"))
    return Conclusions("5 × 2 folds", first, unclear, second, side, is_average=False)


def _side(test: Comparison) -> str:
    if test.p is None or test.statistic is None:
        return ""
    if test.p >= CLEAR:
        return UNCLEAR
    return "first" if test.statistic > 0 else "second"


def judge_partitions(
    study: Study, data: Dataset, run: Run, candidate: str, output: int, more: Sequence[FitResult] = ()
) -> Partitions:
    """From stored predictions, and those of repeats that were added."""
    everything = Run(tuple(sorted((*run.outcomes, *more), key=lambda outcome: outcome.job)), complete=True)
    main, halves = build_score_table(study, data, everything), build_score_table(study, data, everything, HALVES)
    row = find_measure(study.question.measure)
    pair = pairing(main, halves, candidate, study.baseline, row, output)
    level = 1 - study.alpha
    averaged, fisher, wilcoxon, t, f = (
        find_comparison_test(key).compare(pair, level)
        for key in ("averaged-t", "fisher-shuffles", "wilcoxon-shuffles", "5x2-t", "5x2-f")
    )
    details = averaged.details if isinstance(averaged.details, RepeatDetails) else None
    return Partitions(
        first=candidate,
        second=study.baseline,
        repeats=len(pair.differences),
        ranks=ranks(averaged),
        statistic=details.enough_statistic if details else None,
        threshold=details.enough_threshold if details else None,
        enough_after=_enough_after(averaged, level),
        halves=() if pair.halves is None else tuple((float(a), float(b)) for a, b in pair.halves),
        five_by_two_t=t,
        five_by_two_f=f,
        fisher=fisher,
        wilcoxon=wilcoxon,
        averaged=averaged,
    )


def _enough_after(averaged: Comparison, level: float) -> int | None:
    """The first number of repeats from which the answer to "are these enough?" stays yes; None: not yet."""
    if not isinstance(averaged.details, RepeatDetails) or not isinstance(averaged.df, int | float) or averaged.df <= 0:
        return None
    t_values = averaged.details.t_values
    decided = [
        sufficient_partitions(t_values[:count], averaged.df, (1 - level) / 2).decision != MORE
        for count in range(1, len(t_values) + 1)
    ]
    undecided = [place for place, enough in enumerate(decided) if not enough]
    after = (undecided[-1] + 2) if undecided else 1
    return after if after <= len(decided) else None


def can_add_repeats(study: Study) -> bool:
    return study.scheme.kind is SchemeKind.KFOLD


def run_more_repeats(
    shop: DemoRunner, study: Study, data: Dataset, candidate: str, total: int, known: Sequence[FitResult]
) -> Working[tuple[FitResult, ...]]:
    """The outcomes of both models on the repeats that are missing up to `total`; those that exist are left alone.

    Every outcome is shown to the workshop as it comes, so that a stop does not lose it.
    """
    if not can_add_repeats(study):
        raise StudyError("Only cross-validation has repeats to add.", hint="Start a new study with folds.")
    have = {outcome.job for outcome in known}
    longer = replace(study.scheme, repeats=total, max_repeats=total)
    pair = [study.candidate(key) for key in (study.baseline, candidate)]
    mine = sum(job.part == MAIN and job.candidate in (study.baseline, candidate) for job in have)
    missing = count_splits(data, longer, study.seed) * len(pair) - mine
    if missing <= 0:
        raise StudyError(f"The data allow no more than {_repeats(known)} different repeats.", hint="Use other data.")
    wanted = (
        training
        for split in make_splits(data, longer, study.seed)
        for training in make_jobs(study, MAIN, pair, (split,))
        if training.job not in have
    )
    return (yield from train_in_pieces(shop, study, data, wanted, missing))


def _repeats(known: Sequence[FitResult]) -> int:
    return len({outcome.job.repeat for outcome in known if outcome.job.part == MAIN})
