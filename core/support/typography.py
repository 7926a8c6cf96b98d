"""Quotation marks as window and reports show them, whoever wrote the words: “ and ”, not those of a terminal."""

import re

TAG = re.compile(r"<[^<>]*>")
QUOTED = re.compile(
    r"""(?<![\w'’])'(?=\S)(?P<single>.+?)(?<=\S)'(?!\w)"""
    r"""|(?<!\w)"(?=\S)(?P<double>.+?)(?<=\S)"(?!\w)"""
    r"""|‘(?P<curly>[^‘’]+)’"""
)
HIDDEN = str.maketrans({"'": "\x00", '"': "\x01"})
SHOWN = str.maketrans({"\x00": "'", "\x01": '"'})
ENTITIES = (("&#x27;", "'"), ("&quot;", '"'))


def typeset(text: str) -> str:
    """The same words with “ ” around what is quoted; apostrophes, and marks inside the tags of rich text, stay."""
    if "'" not in text and '"' not in text and "‘" not in text and "&" not in text:
        return text
    bare = TAG.sub(lambda tag: tag.group().translate(HIDDEN), text)
    for entity, mark in ENTITIES:
        bare = bare.replace(entity, mark)
    return QUOTED.sub(_curled, bare).translate(SHOWN)


def _curled(found: re.Match[str]) -> str:
    return f"“{found['single'] or found['double'] or found['curly']}”"
