"""Wordings of earlier versions that mean what is said otherwise now, so that their studies are still reproduced."""

SAID_BEFORE = (
    ("by your own rule: incumbent.", "by your own rule: what we use now."),
    ("by your rule (incumbent)", "by your rule (what we use now)"),
)


def said_now(text: str) -> str:
    """A stored sentence in the words of this version."""
    for before, now in SAID_BEFORE:
        text = text.replace(before, now)
    return text
