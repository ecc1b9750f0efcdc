r"""A vector that is written at its parameters, ``\beta(w) = w_+^2 - w_-^2`` beside ``\beta(t)``: it is that vector.

Two columns cannot be multiplied, so what stands in the bracket is what the vector is of. That is one letter in a file,
which stands for vectors with its name; at another one the vector may be another, and is not read.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING

import sympy as sp

from ..files.tokens import in_words, joined, words
from ..notation.applications import Ambiguous
from ..notation.spelling import plain

if TYPE_CHECKING:
    from .setting import Setting


_LOOKS_INTO = frozenset(
    {r"\nabla", r"\partial", r"\mathbb", r"\int", r"\lim", r"\sup", r"\inf", r"\min", r"\max", r"\sum", r"\prod"}
)


def without_parameters(text: str, setting: Setting) -> str:
    """A formula with vectors as letters where they stand at their parameters.

    Raises:
        Ambiguous: at other parameters than where it stood first, or where something is derived, or runs.
    """
    if "(" not in text:
        return text
    tokens = plain(words(text), setting.names)
    columns = sorted((in_words(name) for name in setting.names.matrices if _is_a_column(name, setting)), key=len)
    found: list[str] = []
    k = 0
    while k < len(tokens):
        name = next((n for n in reversed(columns) if tuple(tokens[k : k + len(n)]) == n), None)
        end = k + len(name or ()) if name else k + 1
        found += tokens[k:end]
        k = end
        inside = (
            tokens[end + 1 : end + 2] if tokens[end : end + 1] == ["("] and tokens[end + 2 : end + 3] == [")"] else []
        )
        if name and inside and _is_of_vectors(inside[0], columns):
            if _LOOKS_INTO & set(tokens) or any(pair == ("d", inside[0]) for pair in itertools.pairwise(tokens)):
                raise Ambiguous(f"{joined(name)} hangs on {inside[0]}, and stands where that is looked into")
            first = setting.units.parameters.setdefault(joined(name), inside[0])
            if first != inside[0]:
                raise Ambiguous(f"{joined(name)} stands at {first} and at {inside[0]}, and may be another vector there")
            k = end + 3
    return joined(found) if len(found) < len(tokens) else text


def _is_a_column(name: str, setting: Setting) -> bool:
    meaning = setting.meanings.get(name)
    return (
        isinstance(meaning, sp.MatrixSymbol) and meaning.shape[1] == 1 and name not in setting.names.functions.declared
    )


def _is_of_vectors(letter: str, columns: Sequence[tuple[str, ...]]) -> bool:
    """Whether a letter is a vector, or vectors have it for a name, with an index."""
    plain_letter = letter.isalpha() or letter.lstrip("\\").isalpha()
    return plain_letter and any(name == (letter,) or name[:2] == (letter, "_") for name in columns)
