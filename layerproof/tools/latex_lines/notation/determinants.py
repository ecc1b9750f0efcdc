r"""How determinants are written: ``\det A`` of one matrix without brackets, ``\log\det(A)``.

One below a logarithm goes by another name, and is a number of which nothing is known: were it a determinant, each line
would ask that it is positive.
"""

from __future__ import annotations

from collections.abc import Collection

from ..files.tokens import argument, in_words
from .term_ends import ENDS

BELOW = "Det"
_DET = [r"\operatorname", "{", "d", "e", "t", "}"]
_BELOW = [r"\operatorname", "{", *BELOW, "}"]


def determinants(tokens: list[str], matrices: Collection[str]) -> list[str]:
    """Tokens with brackets round the one matrix of a determinant, and another name for it below a logarithm."""
    names = sorted(map(in_words, matrices), key=len, reverse=True)
    found: list[str] = []
    k = 0
    while k < len(tokens):
        if tokens[k : k + 6] != _DET:
            found.append(tokens[k])
            k += 1
            continue
        below = found[-1:] == [r"\ln"] or (found[-2:-1] == [r"\ln"] and found[-1] in ("(", "["))
        found += _BELOW if below else _DET
        k += 6
        name = next((n for n in names if tuple(tokens[k : k + len(n)]) == n), None)
        if name is None:
            continue
        end = k + len(name)
        if tokens[end : end + 1] == ["^"]:
            _, end = argument(tokens, end + 1)
        if end == len(tokens) or tokens[end] in ENDS or tokens[end : end + 6] == _DET:
            found += ["(", *tokens[k:end], ")"]
            k = end
    return found
