r"""Sizes that are made of letters, ``\mathbb{R}^{d \times Kn}``: products, sums and powers in one spelling.

In that ``Kn`` and ``n K`` are ``K*n``, and ``(d_1 + d_2)`` is ``(d_{1}+d_{2})``: no blank stands in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..files.tokens import Unbalanced, argument, closing, joined, words
from .naming import base_end, is_name, latex_name
from .spelling import plain

MOST_FACTORS = 4
_TIMES = (r"\cdot", "*", r"\,", r"\times")


def in_one_spelling(text: str) -> str | None:
    """A size as it stands in a declaration; None if it is no size."""
    try:
        if text.strip().isdigit() or is_name(latex_name(text)):
            return latex_name(text).replace(" ", "")
        terms = _sum(_tokens(text))
    except (Unbalanced, ValueError, IndexError, RecursionError):
        return None
    if terms is None:
        return None
    return terms[0] if len(terms) == 1 else f"({_added(terms)})"


def letters_of(size: str) -> list[str]:
    """The letters of a size that is in the one spelling."""
    try:
        found = [latex_name(joined(name)).replace(" ", "") for name in _names(_tokens(size))]
    except (Unbalanced, ValueError, IndexError):
        return []
    return list(dict.fromkeys(found))


def in_latex(size: str) -> str:
    """How a size in the one spelling is written in a formula."""
    return size.replace("*", " ")


def multiplied(one: str, other: str) -> str | None:
    """The product of two sizes in the one spelling."""
    return in_one_spelling(f"{one}*{other}") if "1" not in (one, other) else other if one == "1" else one


def _tokens(text: str) -> list[str]:
    return plain(words(text.replace("*", r" \cdot ")))


def _names(tokens: Sequence[str]) -> Iterator[list[str]]:
    """The names among the tokens of a size."""
    k = 0
    while k < len(tokens):
        if (end := _name_end(tokens, k)) is not None:
            yield list(tokens[k:end])
            k = end
        elif tokens[k] == "^":
            _, k = argument(tokens, k + 1)
        else:
            k += 1


def _name_end(tokens: Sequence[str], k: int) -> int | None:
    """The place after a letter and its index; None if none begins there."""
    if tokens[k] in _TIMES or (end := base_end(list(tokens), k)) is None:
        return None
    while list(tokens[end : end + 1]) == ["_"]:
        _, end = argument(tokens, end + 1)
    return end


def _sum(tokens: Sequence[str]) -> list[str] | None:
    """The terms of a sum; None if it is none of sizes."""
    terms: list[str] = []
    begin, level = 0, 0
    for k, token in enumerate([*tokens, "+"]):
        if token == "+" and level == 0:
            if (term := _product(tokens[begin:k])) is None:
                return None
            terms.append(term)
            begin = k + 1
        level += (token in ("(", "{")) - (token in (")", "}"))
    return terms


def _added(terms: Sequence[str]) -> str:
    return "+".join(terms)


def _product(tokens: Sequence[str]) -> str | None:
    """A product of numbers, letters, their powers and sums in brackets; None if it is none."""
    numbers: list[str] = []
    found: list[str] = []
    k = 0
    while k < len(tokens):
        if tokens[k] in _TIMES:
            k += 1
            continue
        if tokens[k].isdigit():
            if found or numbers:
                return None
            numbers.append(tokens[k])
            k += 1
            continue
        if tokens[k] == "(":
            end = closing(list(tokens), k)
            inner = _sum(tokens[k + 1 : end])
            if inner is None or len(inner) == 1:
                return None
            factor, k = f"({_added(inner)})", end + 1
        elif (end_of := _name_end(tokens, k)) is not None:
            factor, k = latex_name(joined(tokens[k:end_of])).replace(" ", ""), end_of
        else:
            return None
        if list(tokens[k : k + 1]) == ["^"]:
            raised, k = argument(list(tokens), k + 1)
            if not ("".join(raised).isdigit() and len(raised) == 1 and "1" < raised[0] < "5"):
                return None
            factor = f"{factor}^{raised[0]}"
        found.append(factor)
    if not (found or numbers) or len(found) > MOST_FACTORS:
        return None
    return "*".join([*numbers, *sorted(found, key=lambda f: (f.lower(), f))])
