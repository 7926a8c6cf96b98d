"""What every sentence must keep: figures with a meaning, no banned word, no carelessness."""

import re

from core.wording.conclusion_text import ConclusionText
from core.wording.sentence import NAMES, Meaning, Sentence

BANNED = re.compile(
    r"\b(significant(?!ce)\w*|p-value|prove[sdn]?|accept\w*|null hypothesis|statistically|equivalent|shuffles?|gaps?"
    r"|verdict|trivial|incumbent|rivals?|challengers?|reference|typical miss|vault|ledger|appears? to|settled"
    r"|can't tell|sealed|learners?|hit rate|trainings|neighbouring|favour\w*|what we saw)\b",
    re.IGNORECASE,
)
BEST = re.compile(r"\bbest\b(?! of (the )?(\w+))", re.IGNORECASE)
CARELESS = re.compile(r"  | [.,;:)](?!\d)|\( |\.\.|,\.|\bNone\b(?! alone)|nan\b|inf\b|\{|\}|−0(?:\.0+)?(?![.\d])")
SAYS_YOU = re.compile(r"\byour?\b", re.IGNORECASE)


def check_sentence(sentence: Sentence) -> None:
    """Check spans and words of a text of ours; words of the person may be what they like."""
    for span in sentence.spans:
        if span.meaning is None:
            assert not any(letter.isdigit() for letter in span.text), f"figure without meaning: {sentence.text}"
        elif span.meaning not in (*NAMES, Meaning.UNIT) and any(letter.isdigit() for letter in span.text):
            assert span.value is not None, f"{span} in: {sentence.text}"
    ours = "".join(span.text if span.meaning is not Meaning.NAME else "x" for span in sentence.spans)
    for pattern in (BANNED, BEST, CARELESS):
        found = pattern.search(ours)
        assert found is None, f"{found} in: {sentence.text}"


def check_text(text: ConclusionText, longest: int = 70) -> None:
    for part in (text.overline, text.headline, text.body, text.action, text.scope):
        check_sentence(part)
        if part:
            assert part.text[-1] in ".?", part.text
            first = part.spans[0]
            assert first.meaning is Meaning.NAME or not part.text[0].islower(), part.text
    assert text.headline
    assert len(text.headline) <= longest, text.headline.text


def list_figures(text: ConclusionText, meaning: Meaning) -> list[float]:
    parts = (text.headline, text.body, text.action)
    return [span.value for part in parts for span in part.figures if span.meaning is meaning and span.value is not None]
