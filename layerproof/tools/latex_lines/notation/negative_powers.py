r"""``A^{-2}`` and ``(A + \lambda I)^{-3}`` of matrices, as powers of the inverse, ``(A^{-1})^{2}``."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..files.tokens import argument, in_words, joined
from .adjoints import base_of_a_power
from .powers_seen import is_applied


def of_inverses(
    tokens: Sequence[str], matrices: Collection[str], declared: Collection[str], functions: Collection[str]
) -> list[str]:
    """Tokens with each whole power below -1 of what is written with a matrix as a power of its inverse.

    Args:
        tokens: with braces around each exponent.
        matrices: the names of matrices and vectors.
        declared: all names; one such as ``X^{-2}`` stays what it is.
        functions: the names of functions: of a value nothing is changed.
    """
    if "^" not in tokens:
        return list(tokens)
    names = [list(in_words(name)) for name in matrices]
    heads = [in_words(name) for name in functions]
    found: list[str] = []
    k = 0
    while k < len(tokens):
        raised = argument(tokens, k + 1) if list(tokens[k : k + 3]) == ["^", "{", "-"] else ([], k)
        times = int(raised[0][1]) if len(raised[0]) == 2 and raised[0][1].isdigit() else 0
        start = base_of_a_power(found, names) if times > 1 else None
        if start is None or joined([*found[start:], *tokens[k : raised[1]]]) in declared:
            found.append(tokens[k])
            k += 1
            continue
        if is_applied(found, start) or any(tuple(found[start - len(head) : start]) == head for head in heads):
            found.append(tokens[k])
            k += 1
            continue
        found[start:] = ["(", *found[start:], "^", "{", "-", "1", "}", ")", "^", "{", str(times), "}"]
        k = raised[1]
    return found
