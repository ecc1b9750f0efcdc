r"""What converters of printed pages put into formulas that is none of them: ``$c > 0 .$``, ``f o r ~ a l l ~ j``.

A full stop or a comma at the end of a formula in a sentence belongs to the sentence. Words in italics are read off a
page as letters with spaces between; nobody writes a product so, at the beginning of a formula or after a space.
"""

from __future__ import annotations

import re

from .prose import FORMULA

_END = re.compile(r"(?<!\\)\s*(?P<mark>[.,;:]|\\colon(?![A-Za-z])|\\mathrm\s*\{\s*:\s*\})\s*$")
_SIZED = re.compile(r"\\(?:left|right|[bB]igg?[lrm]?)\s*$")
_WORDS = (
    "for all each every some any and where with if If then Then we have let Let such that subject to since because "
    "define obtain get which gives on holds when satisfies assume suppose otherwise of the is"
)
_WORD = "|".join("[\\s~]+".join(word) + r"(?![A-Za-z])" for word in sorted(_WORDS.split(" "), key=len, reverse=True))
_SPACE = r"(?:\s|~|\\[ ,;:]|\\q?quad(?![A-Za-z]))"
_SPELLED = re.compile(
    rf"(?P<before>(?:^|[,.;]|~|\\[ ,;:]|\\q?quad(?![A-Za-z])){_SPACE}*)(?P<words>(?:{_WORD})(?:{_SPACE}+(?:{_WORD}))*)"
    rf"(?=$|{_SPACE}|[,.;\\])"
)
_SPACED = re.compile(r"[_^] \{ |\\[A-Za-z]+ \{ ")
_FIRST = re.compile(rf"^\s*(?P<words>(?:{_WORD})(?:{_SPACE}+(?:{_WORD}))*)(?=\s*[\\A-Za-z|({{])")


def with_ends_out(text: str) -> str:
    """A text, of the same length, with what ends a formula of a sentence, and words that begin one, outside of it."""
    return FORMULA.sub(_moved, text)


def _moved(found: re.Match[str]) -> str:
    whole = found[0]
    if not whole.startswith("$"):
        return whole
    inside, after = whole[1:-1], ""
    end = _END.search(inside)
    if end is not None and end.start() and not _SIZED.search(inside[: end.start("mark")]):
        mark = end["mark"] if len(end["mark"]) == 1 else ":"
        inside, after = inside[: end.start()], mark.ljust(len(inside) - end.start())
    first = _FIRST.match(inside)
    if first is None or " " not in first["words"] or not _is_spelled(first["words"], inside):
        return f"${inside}${after}"
    said = re.sub(r"\s+", " ", _joined(first["words"]))
    return f"{said.ljust(first.end())}${inside[first.end() :]}${after}"


def with_words(row: str) -> str:
    r"""A row of a display with ``\text{for all}`` for words that were read off as letters."""

    def said(found: re.Match[str]) -> str:
        spelled = _is_spelled(found["words"], row)
        return rf"{found['before']}\text{{ {_joined(found['words'])} }}" if spelled else found[0]

    return _SPELLED.sub(said, row)


def _is_spelled(letters: str, formula: str) -> bool:
    """Whether letters are words, and no product of two, ``i f(x)``: those are words only beside spaced braces."""
    return len(re.findall("[A-Za-z]", re.sub(_SPACE, " ", letters))) > 2 or _SPACED.search(formula) is not None


def _joined(letters: str) -> str:
    """Words for the letters that spell them."""
    found: list[str] = []
    rest = re.sub(_SPACE, " ", letters).strip()
    while rest:
        word = re.match(_WORD, rest)
        if word is None:
            return rest
        found.append(re.sub(r"[\s~]", "", word[0]))
        rest = rest[word.end() :].strip()
    return " ".join(found)
