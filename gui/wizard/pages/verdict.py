"""The page Verdict: the answer in one sentence, its picture, what to do, and three things to know beside it."""

from collections.abc import Callable, Iterator
from functools import partial
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.domain.conclusion import Reason
from core.domain.dataset import Dataset, Task
from core.domain.findings import Findings
from core.domain.study import Study
from core.figures.gap_picture import UNDECIDED, Gap
from core.laboratory import put_back, without_leak
from core.report.sentence import verdict_sentence
from core.wording.explanation import explain_sentence
from core.wording.result_text import EXPECTED, HALF_SIZE, ResultText, word_result
from core.wording.sentence import EMPTY, NAMES, Sentence
from core.wording.strip_text import word_strip_caption
from core.wording.units import sentences, strip_unit
from gui import strings
from gui.plots.shuffle_dots import ShuffleDots
from gui.plots.strip import DifferenceStrip
from gui.results.contests import Contest, contests, leading
from gui.results.explain_dialog import ExplainDialog
from gui.results.offers import MESSAGES, SETTINGS, Offers, decisions_on, offered
from gui.results.parameters_tab import ParametersTab
from gui.results.scrolled import Scrolled
from gui.results.shelf import Shelf
from gui.results.words import emphasised, tag_look, tag_words
from gui.strings import ledger as ledger_words
from gui.widgets.figure_label import FigureLabel, inset, make_room
from gui.widgets.parts import Card, OneLine, button, column, empty, label, plain, restyle, row
from gui.widgets.side_by_side import SideBySide
from gui.wizard.page import Page, Shell
from gui.wizard.pages.after_verdict import AfterVerdict
from gui.wizard.pages.leak_line import LeakLine
from gui.wizard.pages.report import subject_of
from gui.wizard.pages.verdict_ways import VerdictWays, can_set_costs
from gui.wizard.state import State

MOST_LINES = 6
BESIDE = 930  # width of a page in whose column a sentence and its strip stand beside each other


class VerdictPage(Page):
    key = "verdict"
    title = strings.verdict.TITLE
    instruction = strings.verdict.INSTRUCTION

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.answer, self.cards = Answer(), Beside()
        self._leading: Contest | None = None
        self._ready: Findings | None = None
        for text in (*self.answer.figures, *self.cards.figures):
            text.asked.connect(partial(self._explain, text))
        self._further, self._cautions = QVBoxLayout(), QVBoxLayout()
        for layout in (self._further, self._cautions):
            layout.setSpacing(8)
        self.ways = VerdictWays(shell, self)
        self.ways.tab_wanted.connect(self._open_tab)
        self.answer.offers.wanted.connect(lambda key: self.ways.follow(key, self._leading))
        self.after = AfterVerdict(shell)
        self.banner = self._made_banner()
        self.after.rows_wanted.connect(partial(self._train, put_back.KEY))
        self.leak = LeakLine(partial(self._train, without_leak.KEY))
        self.answer.body.insertWidget(self.answer.body.indexOf(self.answer.text) + 1, self.leak)
        inset(self.leak)
        left = column(self.answer, self.after, self._further, 0)
        top = SideBySide((left, 5), (column(self.cards, 0), 4))
        self.plan = OneLine("caption", "planHash")
        page = column(top, self._cautions, self.plan, 0)
        self.setLayout(page)
        page.insertWidget(0, self.banner)
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self)
        copy.activated.connect(self.copy_sentence)

    def _made_banner(self) -> Card:
        """What an old verdict reads now that more was asked of the same rows."""
        card = Card("", "banner")
        card.setProperty("look", "notice")
        self._told = label("", "caution", "bannerText")
        line = row(self._told, button(ledger_words.SHOW, self.shell.show_ledger, "bannerLedger", "link"))
        line.setStretch(0, 1)
        return card.add(line)

    def ahead(self, state: State) -> Iterator[None]:
        if state.findings is not None and state.data is not None:
            yield from self._shown(state.study, state.data, state.findings)
            self._ready = state.findings

    def _shown(self, study: Study, data: Dataset, findings: Findings) -> Iterator[None]:
        """The answer and all beside it, part by part."""
        found, text = contests(study, data, findings), word_result(study, data, findings)
        chosen = self._leading = leading(found, findings.conclusion)
        self.answer.show_result(findings, text, chosen, study, data)
        yield
        self.cards.show_cards(text, chosen)
        yield
        further = [contest for contest in found if contest is not chosen or len(data.outputs) > 1]
        yield from self._show_further(further, findings.conclusion.comparisons)
        self._show_cautions(text)

    def enter(self, state: State) -> None:
        if state.findings is None or state.data is None:
            return
        if self._ready is not state.findings:
            for _part in self._shown(state.study, state.data, state.findings):
                pass
        self._ready = None
        self._told.setText(escape(state.today.banner, quote=False))
        self.banner.setVisible(bool(state.today.banner))
        self.after.show_state(state)
        self.leak.show_state(state, self._leading)
        self.plan.setText(strings.verdict.PLAN.format(hash=state.file.plan_hash if state.file else state.fingerprint))
        self.explained.emit(
            strings.verdict.TITLE, strings.verdict.WHY, strings.verdict.WHY_REASON, strings.verdict.SOURCE
        )

    def _show_further(self, further: list[Contest], count: int) -> Iterator[None]:
        empty(self._further)
        if further:
            self._further.addWidget(plain(strings.verdict.FURTHER, "title"))
        several = len({contest.output for contest in further}) > 1
        for place, contest in enumerate(further):
            card = Further(contest, several, count, f"further{place}")
            card.text.asked.connect(partial(self._explain, card.text))
            card.offers.wanted.connect(partial(self._follow, contest))
            self._further.addWidget(card)
            yield

    def _show_cautions(self, text: ResultText) -> None:
        empty(self._cautions)
        told = [escape(caution.text, quote=False) for caution in (*text.doubts, *text.cautions)]
        if told:
            card = Card("", "cautions")
            card.add(label(strings.verdict.CAUTIONS.format(text="<br>".join(told))))
            self._cautions.addWidget(card)

    def _follow(self, contest: Contest, key: str) -> None:
        self.ways.follow(key, contest)

    # --- Explain this number -----------------------------------------------------------------------------------------

    def _explain(self, text: FigureLabel) -> None:
        """Where the figures of a text come from, with ways to their table, their field and the help."""
        state = self.shell.state
        if state.findings is None or state.data is None:
            return
        entries = explain_sentence(self.answer.find_sentence(text), state.study, state.data, state.findings)
        dialog = ExplainDialog(text.words, entries, self)
        dialog.tab_wanted.connect(self._open_tab)
        dialog.step_wanted.connect(self.shell.go)
        dialog.help_wanted.connect(self.shell.open_help)
        dialog.open()

    def _open_tab(self, key: str) -> None:
        self.shell.go("explore")
        shelf = self.shell.page("explore").findChild(Shelf)
        if shelf is not None and key in shelf.keys:
            shelf.open_tab(key)

    def _train(self, key: str) -> None:
        """The tab that trains with the rows in that rules leave out, or without inputs in doubt, at work."""
        self._open_tab("parameters")
        tab = self.shell.page("explore").findChild(ParametersTab)
        if tab is not None:
            tab.varied.choose(key)
            tab.start()

    def close_down(self) -> None:
        self.after.close_down()

    # --- What can be done --------------------------------------------------------------------------------------------

    def copy_sentence(self) -> None:
        subject = subject_of(self.shell.state)
        if subject is not None:
            QGuiApplication.clipboard().setText(verdict_sentence(subject))
            self.shell.announce(strings.verdict.COPIED)

    def primary(self) -> tuple[str, ...]:
        return (strings.verdict.REPORT,)

    def act(self) -> None:
        self.shell.go("report")

    def secondary(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        return (
            (strings.verdict.COPY, self.copy_sentence),
            (strings.verdict.EXPLORE, lambda: self.shell.go("explore")),
        )


class Answer(Card):
    """Tag, headline, two sentences, the strip, one thing to do, and what helps on."""

    def __init__(self) -> None:
        super().__init__("", "answer")
        self.tag, self.headline = label("", "", "verdictTag"), FigureLabel("instruction", "headline")
        self.text, self.action = FigureLabel("", "verdictBody"), FigureLabel("", "verdictAction")
        self.strip, self.caption = DifferenceStrip(), FigureLabel("caption", "stripCaption")
        self.figures = (self.headline, self.text, self.action, self.caption)
        self.headline.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.offers = Offers("verdictOffer")
        make_room(self)
        inset(self.tag, self.offers)
        self.add(self.tag, self.headline, self.text, 2, self.strip, self.caption, self.action, self.offers, 0)
        self.body.setStretchFactor(self.strip, 20)
        self.body.setSpacing(5)

    def show_result(
        self, findings: Findings, text: ResultText, contest: Contest | None, study: Study, data: Dataset
    ) -> None:
        conclusion, said = findings.conclusion, text.conclusion
        self.tag.setText(tag_words(conclusion.answer))
        self.tag.setVisible(bool(self.tag.text()))
        restyle(self.tag, look=tag_look(conclusion.answer))
        self.headline.show_sentences(said.headline)
        self.text.show_sentences(said.overline, said.body, said.scope)
        self.action.show_sentences(
            said.action, markup=strings.verdict.DO.format(action=escape(said.action.text, quote=False))
        )
        self.action.setVisible(bool(said.action))
        ranks = data.task is Task.CLASSES
        self.offers.show_keys(
            offered(conclusion, contest, can_set_costs(study, data), ranks, decisions_on(study, data))
        )
        self._show_strip(contest if len(data.outputs) == 1 else None, conclusion.comparisons)

    def find_sentence(self, text: FigureLabel) -> Sentence:
        """Return the sentence whose figures a text asks about: a headline without one stands for those of the body."""
        is_bare = text is self.headline and not any(span.meaning not in NAMES for span in text.sentence.figures)
        return self.text.sentence if is_bare else text.sentence

    def _show_strip(self, contest: Contest | None, count: int) -> None:
        gap = None if contest is None else gap_of(contest)
        words = EMPTY if gap is None else word_strip_caption(gap, count)
        self.caption.show_sentences(words)
        self.caption.setVisible(bool(words))
        self.strip.show_gap(gap, words.text)


class Beside(QWidget):
    """Expected performance, do the repeats agree, do the measures agree."""

    def __init__(self) -> None:
        super().__init__()
        self.texts = {key: FigureLabel("", f"card_{key}") for key in strings.verdict.CARDS}
        self.half_size = FigureLabel("caption", "halfSize")
        self.more = {key: FigureLabel("", f"card_{key}") for key in strings.verdict.MORE_CARDS}
        self.figures = (*self.texts.values(), self.half_size, *self.more.values())
        self.dots = ShuffleDots()
        beside: dict[str, tuple[QWidget, ...]] = {"repeats": (self.dots,), "second-measure": (self.half_size,)}
        self._levels = Scrolled(self.texts[EXPECTED], MOST_LINES, fits=True)
        shown = {**self.texts, EXPECTED: self._levels}
        self._cards = {
            key: Card(title, f"cardOf_{key}").add(shown[key], *beside.get(key, ()), 0)
            for key, title in strings.verdict.CARDS.items()
        }
        inset(self.dots)
        self._further = {
            key: Card(title, f"cardOf_{key}").add(self.more[key]) for key, title in strings.verdict.MORE_CARDS.items()
        }
        for card in (*self._cards.values(), *self._further.values()):
            card.body.setSpacing(5)
            make_room(card)
        self.setLayout(column(*self._further.values(), *self._cards.values(), 0))

    def show_cards(self, text: ResultText, contest: Contest | None) -> None:
        for key, shown in (*self.texts.items(), *self.more.items()):
            lines = text.notes.get(key, ())
            shown.show_sentences(*lines, markup=emphasised(lines))
        for key, card in self._further.items():
            card.setVisible(key in text.notes)
        self._levels.fit()
        if contest is not None and "second-measure" not in text.notes:
            self.texts["second-measure"].setText(strings.verdict.NO_CHECK)
        for key, card in self._cards.items():
            card.setVisible(bool(self.texts[key].text()))
        half = text.notes.get(HALF_SIZE, ())
        self.half_size.show_sentences(*half)
        self.half_size.setVisible(bool(half))
        if contest is None or contest.row.reason in UNDECIDED:
            self.dots.show_ranks(None, "", "")
        else:
            self.dots.show_ranks(contest.ranks, contest.first, contest.second)


class Further(Card):
    """One more candidate or output: tag, sentence and strip in one row."""

    def __init__(self, contest: Contest, name_output: bool, count: int, name: str) -> None:
        super().__init__("", name)
        said, answer = contest.text, contest.row.answer
        tag = label(tag_words(answer), tag_look(answer))
        of = f", {strip_unit(contest.output)}" if name_output else ""
        title = label(escape(sentences(f"{contest.first}{of}"), quote=False), "strong")
        headline, rest = (escape(one, quote=False) for one in (said.headline.text, f"{said.body} {said.action}"))
        self.text = FigureLabel("", f"{name}Text")
        self.text.show_sentences(said.headline, said.body, said.action, markup=f"<b>{headline}</b> {rest}")
        drawn = DifferenceStrip()
        drawn.setAccessibleName(f"{strings.verdict.STRIP}: {contest.first}{of}")
        gap = gap_of(contest)
        drawn.show_gap(gap, "" if gap is None else word_strip_caption(gap, count).text)
        self.offers = Offers(f"{name}Offer")
        self.offers.show_keys((MESSAGES, SETTINGS) if contest.row.reason is Reason.FAILURES else ())
        make_room(self)
        inset(title, tag, self.offers)
        told = column(title, tag, self.text, self.offers, 0, spacing=4)
        self.add(SideBySide((told, 3), (drawn, 2), least=BESIDE))


def gap_of(contest: Contest) -> Gap | None:
    if contest.strip is None:
        return None
    return Gap(contest.strip, contest.unit.scale, contest.unit.short, contest.first, contest.second)
