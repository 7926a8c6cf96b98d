"""The tab Stability: how often answers change between shuffles, and the rows that make shuffles disagree."""

from collections.abc import Callable

from core.application.inspect_predictions import Stability, build_score_table, measure_stability
from core.domain.laboratory_results import Share, UnstableRow
from core.wording.units import sentences
from gui.plots.shares import SharesPlot
from gui.results.errors_tab import loss_kind
from gui.results.tab import Tab, View, figure
from gui.strings import explore as words

Say = Callable[[str], None]


class StabilityTab(Tab):
    def __init__(self, say: Say) -> None:
        self.plot = SharesPlot("stabilityPlot", words.STABILITY_TITLE, words.STABILITY_AXIS)
        super().__init__("stability", say, self.plot)

    def show_view(self, view: View) -> None:
        self.compute(
            lambda: measure_stability(
                build_score_table(view.study, view.data, view.run), view.names, view.candidate, view.place
            ),
            lambda found: self._take(view, found),
        )

    def _take(self, view: View, found: Stability) -> None:
        self.show_something()
        kinds = [view.pair.index(one.key) if one.key in view.pair else 2 for one in found.shares]
        names = [sentences(one.name) for one in found.shares]
        self.plot.show_shares(names, [100 * one.share for one in found.shares], kinds)
        self.tell(f"{found.sentence(view.pair)} {found.torn_sentence()}".strip(), words.STABILITY_CAPTION)
        self.plot.say(self.sentence.text())
        both = [sentences(view.names[key]) for key in view.pair]
        headings = [words.STABILITY_LOSS[loss_kind(view)].format(name=name) for name in both]
        rows = [*(share_row(one, len(both)) for one in found.shares), *map(torn_row, found.torn)]
        self.fill((*words.STABILITY_HEADINGS, *headings, words.STABILITY_PART), rows)


def share_row(one: Share, models: int) -> tuple[str, ...]:
    changed = words.STABILITY_CHANGED.format(changed=one.changed, rows=one.rows)
    return (sentences(one.name), "–", changed, *("–" for _ in range(models)), "–")


def torn_row(one: UnstableRow) -> tuple[str, ...]:
    candidate = () if one.candidate is None else (figure(one.candidate),)
    return (one.row, one.group, one.truth, figure(one.baseline), *candidate, f"{100 * one.part:.2f}")
