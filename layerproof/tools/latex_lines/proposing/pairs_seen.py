r"""Vectors that products with vectors show: x in ``w^\top x + b``, and in ``w \cdot x`` beside a vector w."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from ..files.tokens import Unbalanced, words
from ..notation.spelling import plain
from .names_seen import TERM_ENDS, Seen, name_at


def take_pairs(texts: Iterable[str], seen: Mapping[str, Seen], vectors: Container[str]) -> None:
    r"""Take down as ``paired`` what is all that stands behind a vector and a ``\cdot``.

    Args:
        texts: in LaTeX.
        seen: the names in them.
        vectors: those that are vectors.
    """
    for text in texts:
        try:
            for name in _after_vectors(plain(words(text)), vectors):
                if name in seen:
                    seen[name].shows["paired"] += 1
        except (Unbalanced, ValueError, RecursionError):
            continue


def _after_vectors(tokens: Sequence[str], vectors: Container[str]) -> Iterable[str]:
    k = 0
    while k < len(tokens):
        first = name_at(tokens, k)
        if first is None:
            k += 1
            continue
        name, k, _ = first
        if name in vectors and list(tokens[k : k + 1]) == [r"\cdot"] and k + 1 < len(tokens):
            second = name_at(tokens, k + 1)
            if second is not None and (second[1] >= len(tokens) or tokens[second[1]] in TERM_ENDS):
                yield second[0]
