r"""What diagonal matrices show: after ``\operatorname{diag}(w_1, \ldots, w_d)`` a ``w_\alpha`` has an index up to d."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..files.tokens import Unbalanced, closing, words
from ..notation.spelling import plain
from ..page.listed import Between, between, first_and_last
from .names_seen import indexed, name_at

_WORD = ["{", "d", "i", "a", "g", "}", "("]
_FIRST = re.compile(r"(?P<base>.+?)_\{1\}(?:\^\{\d+\})?")


def opens(tokens: Sequence[str], k: int) -> bool:
    r"""Whether ``\operatorname{diag}(`` stands at a place."""
    return tokens[k] in (r"\operatorname", r"\mathrm", r"\text") and list(tokens[k + 1 : k + 1 + len(_WORD)]) == _WORD


def inside(tokens: Sequence[str], k: int) -> tuple[Sequence[str], int]:
    """What stands in the brackets of the diagonal matrix at a place, and the place after them."""
    start = k + len(_WORD)
    end = closing(tokens, start)
    return tokens[start + 1 : end], end + 1


def size_of(tokens: Sequence[str], run_to: Mapping[str, str]) -> str:
    """The size of the matrix of what stands in the brackets, as far as its indices show it; else empty."""
    if (listed := first_and_last(tokens)) is not None:
        runs = between(*listed)
        return "".join(runs.top) if runs is not None else ""
    ends = {run_to[index] for _, index in _indexed(tokens) if index in run_to}
    return ends.pop() if len(ends) == 1 else ""


def ends_of_lists(texts: Iterable[str]) -> dict[str, str]:
    """The last index of each letter that a list on a diagonal numbers from 1; none of one that two number otherwise."""
    found: dict[str, set[str]] = {}
    for tokens in _on_diagonals(texts):
        listed = first_and_last(tokens)
        if listed is None or (runs := between(*listed)) is None:
            continue
        for base in _numbered(listed[0], runs):
            found.setdefault(base, set()).add("".join(runs.top))
    return {base: min(ends) for base, ends in found.items() if len(ends) == 1}


def ends_of_indices(texts: Iterable[str], lists: Mapping[str, str]) -> dict[str, str]:
    r"""Where the indices on diagonals run, ``\operatorname{diag}(w_\alpha)``, by lists of their letters elsewhere."""
    found: dict[str, set[str]] = {}
    for tokens in _on_diagonals(texts):
        for base, index in _indexed(tokens) if first_and_last(tokens) is None else ():
            if base in lists and index != lists[base]:
                found.setdefault(index, set()).add(lists[base])
    return {index: min(ends) for index, ends in found.items() if len(ends) == 1}


def _on_diagonals(texts: Iterable[str]) -> Iterator[Sequence[str]]:
    for text in texts:
        if "diag" not in text:
            continue
        try:
            tokens = plain(words(text))
            yield from [inside(tokens, k)[0] for k in range(len(tokens)) if opens(tokens, k)]
        except (Unbalanced, ValueError, RecursionError, IndexError):
            continue


def _numbered(first: Sequence[str], runs: Between) -> Iterator[str]:
    """The letters of which the first of a list has the number 1 as an index that runs."""
    at = 0
    for piece in runs.pieces[:-1]:
        at += len(piece) + 1
        for k in range(at - 1):
            seen = name_at(first, k)
            if seen is not None and k < at - 1 < seen[1] and (name := _FIRST.fullmatch(seen[0])):
                yield name["base"]


def _indexed(tokens: Sequence[str]) -> Iterator[tuple[str, str]]:
    for k in range(len(tokens)):
        seen = name_at(tokens, k)
        base, index, tail = indexed(seen[0]) if seen is not None else ("", "", "")
        if index and not tail:
            yield base, index
