"""The words of an ARFF file: quoted or bare, with escapes, comments and braces."""

from dataclasses import dataclass

_ESCAPES = {"n": " ", "t": " ", "r": " "}  # a value stays on one line


@dataclass(frozen=True, slots=True)
class Word:
    """One value; `quoted` tells the text '?' from a missing value."""

    text: str
    quoted: bool = False

    @property
    def is_missing(self) -> bool:
        return self.text == "?" and not self.quoted


def split_values(line: str) -> list[Word]:
    """The values of a data line, between commas, or between blanks when there is no comma."""
    if "'" not in line and '"' not in line and "%" not in line and "\\" not in line:
        parts = line.split(",") if "," in line else line.split()
        return [Word(part.strip()) for part in parts]
    words, separators, rest = _scan(line, ",")
    if separators == 0 and len(words) == 1 and (" " in words[0].text or "\t" in words[0].text or rest):
        return _scan(line, " \t")[0]
    return words


def split_first_word(line: str) -> tuple[str, str]:
    """The first word of a line, quoted or not, and what follows it."""
    text = line.lstrip()
    if text[:1] in ("'", '"'):
        word, end = _quoted(text, 0)
        return word, text[end:].strip()
    for place, letter in enumerate(text):
        if letter.isspace() or letter == "{":
            return text[:place], text[place:].strip()
    return text, ""


def _scan(line: str, separators: str) -> tuple[list[Word], int, bool]:
    """Words between separators, how many separators, and whether bare text touched a quoted word."""
    words: list[Word] = []
    bare, quoted, text, count, touching = "", False, "", 0, False
    place = 0
    blank = separators != ","
    while place < len(line):
        letter = line[place]
        if letter in "'\"" and not bare.strip():
            text, place = _quoted(line, place)
            quoted = True
            continue
        if letter == "%":
            break
        if letter in separators:
            if not blank or quoted or bare.strip():
                words.append(Word(text, True) if quoted else Word(bare.strip()))
                count += 1
            bare, quoted, text = "", False, ""
        else:
            touching = touching or (quoted and not letter.isspace())
            bare += letter
        place += 1
    if quoted or bare.strip() or (count and not blank):
        words.append(Word(text, True) if quoted else Word(bare.strip()))
    return words, count, touching


def _quoted(line: str, start: int) -> tuple[str, int]:
    """The text of the quoted word that starts here and the place after it; a doubled quote is one quote."""
    mark, place, text = line[start], start + 1, []
    while place < len(line):
        letter = line[place]
        if letter == "\\" and place + 1 < len(line):
            text.append(_ESCAPES.get(line[place + 1], line[place + 1]))
            place += 2
        elif letter == mark and line[place + 1 : place + 2] == mark:
            text.append(mark)
            place += 2
        elif letter == mark:
            return "".join(text), place + 1
        else:
            text.append(letter)
            place += 1
    return "".join(text), place
