r"""Norms and inner products with a weight, ``\|x\|_M^2`` and ``\langle x, y \rangle_M``, where a line holds a rate.

They are ``x^\top M x`` and ``x^\top M y`` of vectors, if M is declared to be positive definite, or semidefinite.
Elsewhere they are letters, of which the inequalities of norms are known; below a derivative those say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ..files.tokens import Unbalanced, argument, between_commas, joined, rewritten
from .columns import Reads, is_a_column

_RATE = re.compile(r"\\[dt]?frac\s*\{\s*(?:d|\\mathrm\s*\{[\s~]*d\s*\}|\\partial)|\\dot(?![A-Za-z])")


def written_out(tokens: list[str], line: str, weights: Collection[str], reads: Reads) -> list[str]:
    """Tokens with what has such a weight written out, if a rate stands in them, or in their line.

    Args:
        tokens: of a formula, with all of its braces.
        line: all sides of the chain that it is of.
        weights: the names of the matrices that may be weights.
        reads: whether the grammar reads some tokens.
    """
    if not weights or not {r"\|", r"\rangle"} & set(tokens) or not _RATE.search(f"{line} {joined(tokens)}"):
        return tokens

    return rewritten(tokens, lambda k: _form(tokens, k, weights, reads))


def _form(tokens: Sequence[str], k: int, weights: Collection[str], reads: Reads) -> tuple[list[str], int] | None:
    """What begins at a place, written out, and the place after it; None if nothing with a weight does."""
    closing = {r"\|": r"\|", r"\langle": r"\rangle"}.get(tokens[k])
    end = next((j for j in range(k + 1, len(tokens)) if tokens[j] == closing), None) if closing else None
    if end is None or list(tokens[end + 1 : end + 3]) != ["_", "{"] or tokens[k] in tokens[k + 1 : end]:
        return None
    try:
        weight, after = argument(tokens, end + 2)
        sides = [list(side) for side in between_commas(tokens[k + 1 : end])]
    except Unbalanced:
        return None
    if closing == r"\|":
        if list(tokens[after : after + 4]) != ["^", "{", "2", "}"] or len(sides) != 1:
            return None
        sides, after = sides * 2, after + 4
    if joined(weight) not in weights or len(sides) != 2 or not all(is_a_column(side, reads) for side in sides):
        return None
    one, other = sides
    return ["(", "(", *one, ")", "^", "{", r"\top", "}", *weight, "(", *other, ")", ")"], after
