"""Section 12: the papers behind the methods that were used, also as BibTeX."""

from core.algorithms import find_algorithm
from core.judge.scores import measures_of
from core.report.bibliography import Reference, cited, in_words
from core.report.blocks import Block, Bullets, Paragraph
from core.report.subject import ReportInput
from core.schemes import SCHEMES
from core.statistics.comparison_tests import COMPARISON_TESTS
from core.wording.deciding_methods import DECIDING_METHODS
from core.wording.interval_methods import INTERVAL_METHODS
from core.wording.method_tables import MEASURE_ENTRIES, TEST_TEXTS

ALWAYS = (
    "Reich & Barai 1999; Salzberg 1997; Dietterich 1998; Kapoor & Narayanan 2023; Kapoor et al. 2024; "
    "Mitchell et al. 2019; Collins et al. 2024"
)


def references(subject: ReportInput) -> tuple[Block, ...]:
    sources, found = sources_used(subject), references_of(subject)
    rest = sorted({part for source in sources for part in source.split("; ") if _is_unknown(part, found)})
    more = (Paragraph(f"{'; '.join(rest)}.", lead="Also:"),) if rest else ()
    return (
        Bullets(tuple(in_words(reference) for reference in found)),
        *more,
        Paragraph("The same as BibTeX is in the attached file references.bib.", soft=True),
    )


def references_of(subject: ReportInput) -> tuple[Reference, ...]:
    return cited("; ".join(sources_used(subject)))


def sources_used(subject: ReportInput) -> list[str]:
    """The sources of every algorithm, measure, scheme, test and range of this study."""
    study, findings = subject.study, subject.findings
    tests = {found.comparer for found in subject.tests if found.p is not None or found.interval is not None}
    ranged = (*(found.interval for found in findings.estimates), *(found.interval for found in subject.tests))
    ranges = {interval.method for interval in ranged if interval is not None}
    kinds = set() if subject.is_given else {study.scheme.kind, *study.extra}
    return [
        *(find_algorithm(candidate.algorithm).source for candidate in study.candidates),
        *(MEASURE_ENTRIES[row.key].source for row in measures_of(study)),
        *(row.source for row in SCHEMES if row.key in kinds),
        *(row.source for row in DECIDING_METHODS if row.key in tests),
        *(TEST_TEXTS[row.key].source for row in COMPARISON_TESTS if row.key in tests),
        *(row.source for row in INTERVAL_METHODS if row.key in ranges),
        ALWAYS,
    ]


def _is_unknown(part: str, found: tuple[Reference, ...]) -> bool:
    """A source that names a year and is not in the list."""
    return any(word.isdigit() and len(word) == 4 for word in part.replace(",", " ").split()) and not any(
        reference.mark in part for reference in found
    )
