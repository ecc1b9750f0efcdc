"""Formulas that an author has marked in a sentence, between dollars: ``for every $t > 0$``.

Between the dollars stands what is typed, ``$a_k^2 <= S$``, and not LaTeX, so that a terminal can show it as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

MARK = "$"


def is_marked(sentence: str) -> bool:
    """Whether formulas are marked in it, so that there is nothing to guess; one dollar alone is a dollar."""
    return MARK in sentence and sentence.count(MARK) % 2 == 0


def parts(sentence: str) -> Iterator[tuple[str, bool]]:
    """The words and the formulas of a sentence that is marked, in order, and whether each is a formula."""
    for number, part in enumerate(sentence.split(MARK)):
        if part:
            yield part, bool(number % 2)


def unmarked(sentence: str) -> str:
    """The sentence with its formulas as they are typed."""
    return sentence.replace(MARK, "") if is_marked(sentence) else sentence
