"""The help page on how truthful the answers are, written from the kept results of the laboratory of truthfulness."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmarks.tables import Summary, Tally, allowed_error
from benchmarks.worlds import Aim

Belongs = Callable[[Summary], bool]


def _uses(*algorithms: str) -> Belongs:
    return lambda one: (
        one.row.candidates[0].algorithm in algorithms
        and not one.row.candidates[0].grid
        and one.row.measure in ("error", "mae")
        and not one.row.key.startswith(("groups", "two-outputs"))
    )


# Each setting belongs to the first of these it fits.
FAMILIES: tuple[tuple[str, Belongs], ...] = (
    ("tree whose rule is found or missed by chance", lambda one: "hidden" in one.row.key),
    ("settings tuned inside the folds", lambda one: bool(one.row.candidates[0].grid)),
    ("12 to 40 groups kept whole", lambda one: one.row.key.startswith("groups")),
    ("other measures: AUC, F1, cost, RMSE, R²", lambda one: one.row.measure not in ("error", "mae")),
    ("two outputs", lambda one: one.row.key.startswith("two-outputs")),
    ("naive Bayes, discriminant, logistic", _uses("naive-bayes", "lda", "logistic")),
    ("nearest neighbors", _uses("knn")),
    ("single trees", _uses("tree")),
    ("forest, boosting, neural net", _uses("forest", "boosting", "mlp")),
    ("ridge", _uses("ridge")),
    ("lasso, 20 to 30 inputs for 60 to 100 rows", _uses("lasso")),
)

PAGE = Path(__file__).with_suffix(".md")  # the text, with places for the figures


def write_help_page(found: Sequence[Summary], versions: Mapping[str, str]) -> str:
    equal, pairs, which = (
        [one for one in found if one.row.aim in aims] for aims in ((Aim.EQUAL,), (Aim.POWER, Aim.SMALL), (Aim.WHICH,))
    )
    powers = [one for one in pairs if one.row.aim is Aim.POWER]
    hidden = next(one for one in powers if "hidden" in one.row.key)
    counts = [len(one.studies) for one in found]
    old, new = ([one.winners(is_old).rate for one in equal] for is_old in (True, False))
    covered = [one.coverage(False).rate for one in equal]
    return PAGE.read_text(encoding="utf-8").format(
        settings=len(found),
        studies=str(min(counts)) if min(counts) == max(counts) else f"{min(counts)} to {max(counts)}",
        all_studies=sum(counts),
        equal=len(equal),
        different=len(pairs),
        which=len(which),
        families="\n".join(_write_family(title, mine) for title, mine in sort_families(equal) if mine),
        old_mean=np.mean(old),
        old_highest=max(old),
        new_mean=np.mean(new),
        new_highest=max(new),
        covered_mean=np.mean(covered),
        covered_lowest=min(covered),
        found="\n".join(
            _line(
                one.row.title,
                f"{abs(one.gap):.3f}",
                f"{one.winners(True).rate:.1f}",
                f"**{one.winners(False)}**",
                f"{one.coverage(False).rate:.1f}",
            )
            for one in pairs
        ),
        wrong=sum(one.wrong(False) for one in pairs),
        old_wrong=sum(one.wrong(True) for one in pairs),
        wrong_studies=sum(len(one.studies) for one in pairs),
        which_rows="\n".join(_write_which(one) for one in which),
        old_power=np.mean([one.winners(True).rate for one in powers]),
        new_power=np.mean([one.winners(False).rate for one in powers]),
        powers=len(powers),
        old_hidden=hidden.winners(True).rate,
        new_hidden=hidden.winners(False).rate,
        same=max(one.same(False).rate for one in pairs),
        good=max(one.good_enough().rate for one in equal + pairs),
        misses="\n".join(f"- {line}" for line in list_misses(equal, pairs, which)),
        rows="\n".join(
            _line(
                one.row.title,
                str(len(one.studies)),
                f"{one.winners(True).rate:.1f}",
                f"**{one.winners(False)}**",
                f"{one.coverage(False).rate:.1f}",
            )
            for one in equal
        ),
        versions=", ".join(f"{name} {told}" for name, told in versions.items()),
    )


def sort_families(equal: Sequence[Summary]) -> list[tuple[str, list[Summary]]]:
    """Every setting in exactly one family."""
    places = [next(place for place, (_, belongs) in enumerate(FAMILIES) if belongs(one)) for one in equal]
    found = [
        (title, [one for one, mine in zip(equal, places, strict=True) if mine == place])
        for place, (title, _) in enumerate(FAMILIES)
    ]
    return sorted(found, key=lambda one: -np.mean([each.winners(True).rate for each in one[1]] or [0]))


def _write_family(title: str, mine: Sequence[Summary]) -> str:
    old, new = ([one.winners(is_old).rate for one in mine] for is_old in (True, False))
    covered = [one.coverage(False).rate for one in mine]
    return _line(
        title,
        str(len(mine)),
        f"{np.mean(old):.1f} ({max(old):.1f})",
        f"**{np.mean(new):.1f} ({max(new):.1f})**",
        f"{np.mean(covered):.1f} ({min(covered):.1f})",
    )


def _write_which(one: Summary) -> str:
    others = "–" if one.row.is_equal else f"{one.others_out(False).rate:.1f}"
    return _line(one.row.title, f"{one.best_is_out(True).rate:.1f}", f"**{one.best_is_out(False)}**", others)


def list_misses(equal: Sequence[Summary], pairs: Sequence[Summary], which: Sequence[Summary]) -> list[str]:
    """The aims that were missed, with the settings and their rates; what was met is said in one line."""
    said = (
        ("A winner is named too often (above 5 by more than 3 standard errors)", _list_over(equal, _winners, 3)),
        ("The range holds the truth in fewer than 90 of 100 studies", _list_below([*equal, *pairs], 0, 90)),
        ("The range holds the truth in 90 to 93 of 100 studies", _list_below([*equal, *pairs], 90, 93)),
        ('False "Same" (above 5 by more than 2 standard errors)', _list_over(pairs, lambda one: one.same(False), 2)),
        (
            'False "good enough" (above 5 by more than 2 standard errors)',
            _list_over([*equal, *pairs], Summary.good_enough, 2),
        ),
        (
            "A best model is answered No (above 5 by more than 2 standard errors)",
            _list_over(which, lambda one: one.best_is_out(False), 2),
        ),
    )
    lines = [f"{title}: {', '.join(names)}." for title, names in said if names]
    met = [title for title, names in said if not names]
    return [*lines, *([f"In no setting: {'; '.join(title[0].lower() + title[1:] for title in met)}."] if met else [])]


def _winners(one: Summary) -> Tally:
    return one.winners(False)


def _list_over(found: Sequence[Summary], count: Callable[[Summary], Tally], errors: int) -> list[str]:
    tallies = [(one, count(one)) for one in found]
    return [
        f"{one.row.title} ({tally})"
        for one, tally in tallies
        if tally.hits and tally.rate > 5 + errors * allowed_error(len(tally.hits))
    ]


def _list_below(found: Sequence[Summary], low: float, high: float) -> list[str]:
    tallies = [(one, one.coverage(False)) for one in found]
    return [f"{one.row.title} ({tally})" for one, tally in tallies if low <= tally.rate < high]


def _line(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"
