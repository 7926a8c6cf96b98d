"""Sentences of the wizard that are put together from the study: no numbers are computed here, only said."""

import re
from collections.abc import Mapping
from datetime import datetime
from html import escape

from core.advice.fold_drawing import Folds
from core.advice.precision_forecast import count_groups_kept, width_factor
from core.algorithms import find_algorithm
from core.algorithms.effort import chooses_settings
from core.application.comparison_count import Looks
from core.data.suggest import SUGGESTED
from core.domain.dataset import Dataset
from core.domain.events import Progressed
from core.domain.evidence import HALVES
from core.domain.study import REASON, SchemeKind, Study
from core.figures.live import latest_fold
from core.judge.context import count_comparisons, has_one_test_set, is_imported
from core.judge.extension import may_extend
from core.schemes import count_splits
from core.schemes import find_scheme as scheme_row
from core.support.text import pluralize
from core.wording.sentence import Sentence
from core.wording.units import in_sentence
from gui import strings
from gui.results.words import measure_title
from gui.strings import ledger as ledger_strings
from gui.wizard.state import MOMENT, State

MOST_NAMES = 4
WORTH_TELLING = 1.0  # seconds of a training


def table_line(state: State) -> str:
    """The table in one line: name, what is predicted, rows, inputs, vault, groups, how it was read."""
    table, data = state.table, state.data
    if table is None:
        return ""
    if data is None:
        return f"{table.name} · {table.rows:,} rows · {strings.DATA_UNUSED}"
    parts = [
        strings.DATA_SUMMARY.format(
            name=table.name,
            targets=_few(data.outputs),
            rows=data.size,
            inputs=pluralize(len(data.features), strings.DATA_INPUT),
        )
    ]
    if state.form.sealed is not None:
        parts.append(strings.DATA_SEALED.format(count=state.form.sealed.size))
    if data.group_name:
        parts.append(strings.DATA_SUMMARY_GROUPS.format(count=data.group_count, name=data.group_name))
    if data.left_out:
        words = strings.DATA_LEFT_OUT_ONE if data.left_out == 1 else strings.DATA_LEFT_OUT
        parts.append(words.format(count=data.left_out))
    return " · ".join([*parts, *reading_words(table.reading)])


def _few(names: tuple[str, ...]) -> str:
    """The first names, and how many more there are."""
    shown = ", ".join(names[:MOST_NAMES])
    return shown if len(names) <= MOST_NAMES else strings.DATA_MORE.format(names=shown, count=len(names) - MOST_NAMES)


def reading_words(reading: Mapping[str, object]) -> list[str]:
    titles = (
        ("separator", strings.READING_SEPARATORS),
        ("decimal", strings.READING_DECIMALS),
        ("encoding", strings.READING_ENCODINGS),
    )
    return [names.get(str(reading[key]), str(reading[key])) for key, names in titles if key in reading]


def findings_of(state: State) -> dict[str, str]:
    """What is said beside each column: what screening found, else why its role is suggested, else its stray cells."""
    if state.table is None:
        return {}
    found = {column.name: strays_words(column.strays) for column in state.table.columns if column.strays}
    targets = state.study.columns.target
    found |= {name: why for name, why in state.found.items() if name in targets or not why.startswith(SUGGESTED)}
    names = set(state.table.names)
    for problem in state.form.screened or ():
        part, _, name = problem.place.partition(".")
        if part == "columns" and name in names:
            found[name] = re.sub(r"\*([^*\s][^*]*)\*", r"\1", problem.text)  # emphasis, which plain cells cannot show
    return found


def strays_words(strays: tuple[tuple[int, str], ...]) -> str:
    shown = ", ".join(dict.fromkeys(f"“{text}”" for _, text in strays[:20]))
    return strings.DATA_STRAYS.format(cells=pluralize(len(strays), strings.DATA_CELL, strings.DATA_CELLS), shown=shown)


def drawing_words(drawn: Folds, study: Study, data: Dataset) -> tuple[str, str]:
    """What the blocks of the drawing are, and how many test folds there will be."""
    if drawn.in_time:
        caption = strings.plan.BY_TIME
    elif drawn.by_group:
        caption = strings.plan.BY_GROUP.format(name=data.group_name)
    else:
        caption = strings.plan.BY_ROWS.format(rows=pluralize(drawn.rows_per_block, strings.plan.ROW))
    scheme = study.scheme
    total = count_splits(data, scheme, study.seed)
    if scheme.kind is not SchemeKind.KFOLD:
        return caption, strings.plan.TOTAL.format(count=total)
    said = strings.plan.SHUFFLES.format(
        shuffles=pluralize(total // scheme.folds, strings.plan.SHUFFLE), folds=scheme.folds, count=total
    )
    return caption, said + (strings.plan.SHUFFLES_MORE.format(most=scheme.max_repeats) if may_extend(study) else "")


def decides_words(study: Study, data: Dataset) -> str:
    """What the verdict will be taken from, which the lock fixes."""
    if width_factor(study.scheme, study.alpha, count_groups_kept(study, data)) is None:
        return strings.plan.DESCRIBES
    return strings.plan.BY_TEST_ROWS if has_one_test_set(study) else strings.plan.BY_GAPS


def clock_time(moment: str) -> str:
    """A moment without its date if that is today's."""
    today = datetime.now().astimezone().strftime(MOMENT.partition(",")[0])
    return moment.removeprefix(f"{today}, ")


def duration(seconds: float) -> str:
    """A time as people say it; never more exact than it can be."""
    if seconds < 50:
        return strings.review.DURATION_SECONDS
    minutes = round(seconds / 60)
    if minutes < 60:
        return strings.review.DURATION_MINUTES.format(minutes=max(1, minutes))
    hours, rest = divmod(round(minutes, -1), 60)
    return strings.review.DURATION_HOURS.format(hours=hours) + (f" {rest} min" if rest else "")


def question_html(question: Sentence) -> str:
    parts = [f"<b>{escape(span.text)}</b>" if span.is_strong else escape(span.text) for span in question.spans]
    return "“" + "".join(parts) + "”"


def bar_words(alpha: float, count: int, worked_out: bool = False) -> str:
    """The bar a claim must pass when so many comparisons are counted."""
    if count == 1:
        return f"{alpha:g}"
    return f"{alpha:g} ÷ {count}" + (f" = {alpha / count:.3g}" if worked_out else "")


def unbroken(text: str) -> str:
    """The same words with blanks that no line ends at."""
    return text.replace(" ", "\u00a0")


def tested_rows(study: Study, data: Dataset) -> tuple[tuple[str, ...], ...]:
    """What will be tested, by which measure, counted as what, against which bar."""
    titles = titles_of(study)
    comparisons = count_comparisons(study, data)
    describes = width_factor(study.scheme, study.alpha, count_groups_kept(study, data)) is None
    counts_as, bar = strings.review.MAIN, bar_words(study.alpha, comparisons)
    if describes:
        counts_as, bar = strings.review.DESCRIBED, strings.review.NO_BAR
    main = measure_title(study.question.measure)
    endings = [f": {output}" for output in data.outputs] if len(data.outputs) > 1 else [""]
    reference = in_sentence(titles[study.reference])
    pairs = [strings.review.PAIR.format(first=titles[rival.key], second=reference) for rival in study.challengers]
    rows = [(pair + ending, main, counts_as, bar) for pair in pairs for ending in endings]
    if study.question.cross_check and study.challengers:
        cross = measure_title(study.question.cross_check)
        same = strings.review.SAME_PAIR if len(rows) == 1 else strings.review.SAME_PAIRS
        rows.append((same, cross, strings.review.CROSS, strings.review.NOT_COUNTED))
    kind = strings.review.NO_BAR if is_imported(study) else strings.review.STABILITY
    return (*rows, (plan_line(study, data), "", kind, strings.review.NO_BAR))


def looks_in(state: State, data: Dataset) -> Looks:
    """Where the looks of a study come from; what was found in the ledger is part of a locked study's own count."""
    study = state.study
    elsewhere = study.looks if study.looks_elsewhere is None else study.looks_elsewhere
    reason = study.answers.get(REASON, "").strip()
    known = state.seen.count if state.seen is not None else study.looks - elsewhere
    return Looks(known, elsewhere, len(study.challengers) * len(data.outputs), reason)


def ledger_words(state: State, data: Dataset) -> str:
    """New comparisons, earlier ones, the bar, and what is wrong with the ledger."""
    found, alpha = looks_in(state, data), state.study.alpha
    if found.reason and found.in_ledger:
        parts = ledger_strings.ON_REVIEW_OTHER_ROWS.format(ledger=found.in_ledger)
    elif found.in_ledger and found.elsewhere:
        parts = ledger_strings.ON_REVIEW_PARTS.format(ledger=found.in_ledger, elsewhere=found.elsewhere)
    else:
        parts = ""
    said = ledger_strings.ON_REVIEW.format(
        new=found.new, looks=found.before, parts=parts, bar=unbroken(bar_words(alpha, found.bar, worked_out=True))
    )
    return " ".join((said, *(escape(note) for note in (state.seen.notes if state.seen else ()))))


def titles_of(study: Study) -> dict[str, str]:
    """Candidate key -> title; two of one algorithm are told apart by their keys."""
    uses = [candidate.algorithm for candidate in study.candidates]
    titles = {candidate.key: find_algorithm(candidate.algorithm).title for candidate in study.candidates}
    return {
        candidate.key: titles[candidate.key] + (f" ({candidate.key})" if uses.count(candidate.algorithm) > 1 else "")
        for candidate in study.candidates
    }


def plan_line(study: Study, data: Dataset) -> str:
    scheme = study.scheme
    if is_imported(study):
        return strings.review.AS_GIVEN
    if scheme.kind is not SchemeKind.KFOLD:
        return scheme_row(scheme.kind).title
    kept = strings.review.KEPT.format(name=data.group_name) if data.group_name and scheme.grouped else ""
    more = strings.review.SHUFFLES_MORE.format(most=scheme.max_repeats) if may_extend(study) else ""
    return (
        strings.review.SHUFFLES.format(
            shuffles=pluralize(scheme.repeats, strings.plan.SHUFFLE), folds=scheme.folds, kept=kept
        )
        + more
    )


def statements(study: Study, data: Dataset) -> tuple[str, str]:
    """The two statements in the person's own words."""
    row = re.sub(r"^(?:one|a|an|each)\s+", "", study.row_meaning.strip(), flags=re.IGNORECASE) or "row"
    if data.group_name and study.scheme.grouped:
        return strings.review.UNSEEN, strings.review.ALONE_GROUPS.format(row=row, group=data.group_name)
    return strings.review.UNSEEN, strings.review.ALONE.format(row=row)


def progress_words(study: Study, event: Progressed, folds: int) -> str:
    """What is being done; nothing where that cannot be told from what came in."""
    job = latest_fold(event.outcomes)
    if event.done >= event.total:
        return strings.run.JUDGING
    if job is not None:
        return where_words(study, job.repeat, job.fold, folds)
    return strings.run.HALVES if any(outcome.job.part == HALVES for outcome in event.outcomes) else ""


def slower_words(key: str, seconds: float, names: Mapping[str, str]) -> str:
    """That it takes longer than expected, and whose trainings take so long where it is worth telling."""
    if seconds < WORTH_TELLING or key not in names:
        return strings.run.SLOWER
    return strings.run.SLOWER_WHO.format(who=names[key], seconds=seconds)


def where_words(study: Study, repeat: int, fold: int, total: int) -> str:
    """Which test fold came in last, and that nothing of it was used before."""
    tuning = strings.run.TUNING.get(study.tuning.kind.value, "") if chooses_settings(study) else ""
    if study.scheme.kind is not SchemeKind.KFOLD:
        return strings.run.WHERE_SPLIT.format(number=repeat + fold + 1, count=total, tuning=tuning)
    folds = study.scheme.folds
    return strings.run.WHERE.format(
        repeat=repeat + 1, repeats=max(1, total // folds), fold=fold + 1, folds=folds, tuning=tuning
    )
