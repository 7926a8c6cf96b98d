"""The tab Failure gallery: three estimates that go wrong, each shown by computing it."""

from collections.abc import Hashable

from core.application.paper_studies import FAILURE_HEADINGS, GALLERY, Failure, find_exhibit
from core.application.run_procedure import Order
from gui.plots.interval_rows import IntervalRows, RangeRow
from gui.results.choices import Choice
from gui.results.running_tab import RunningTab, Say
from gui.results.tab import View
from gui.strings import exhibits as words


class GalleryTab(RunningTab[Failure]):
    """It needs no data of the person's own."""

    kinds = (Failure,)
    intro = words.GALLERY_INTRO

    def __init__(self, say: Say) -> None:
        self.plot = IntervalRows("galleryPlot", words.GALLERY)
        self.which = Choice("galleryWhich", words.GALLERY_WHICH, self.renew)
        super().__init__("gallery", say, self.plot, (self.which,), ())
        self.which.fill({row.key: row.title for row in GALLERY})
        self.which.box.setMinimumContentsLength(40)

    def result_key(self) -> Hashable:
        return self.which.key

    def order(self, view: View) -> Order[Failure]:
        show = find_exhibit(self.which.key).show
        return lambda shop: show(shop, view.study.seed)

    def show_result(self, view: View, result: Failure) -> None:
        row = find_exhibit(result.key)
        low, high = result.estimated - result.spread, result.estimated + result.spread
        estimated, formula, true = (label for label, _ in (result.rows()[0], result.rows()[2], result.rows()[3]))
        self.plot.show_rows(
            [
                RangeRow(estimated, result.estimated, low, high, marked=True),
                RangeRow(formula, result.by_formula),
                RangeRow(true, result.truth),
            ],
            words.GALLERY_AXIS,
        )
        self.tell(result.sentence(), f"{row.note} {row.source}.")
        self.plot.say(self.sentence.text())
        self.fill(FAILURE_HEADINGS, result.rows())
