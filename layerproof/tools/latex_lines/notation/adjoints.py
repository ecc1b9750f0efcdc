r"""What is raised beside matrices: ``X^+``, ``(A B)^*``, ``P^{\dagger *}``, ``A^{-T}``.

Matrices are real, so the adjoint of a bracket is its transpose.  ``W^*`` of a letter may be its best value as well, and
is a name of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..files.tokens import holds, in_words, joined

_OPENED = {")": "(", "]": "["}
_SIGNS = (r"\dagger", "+", r"\top", "T", "*", r"\ast", "-")
_TURNS = ("*", r"\ast", "T")


def raised(tokens: Sequence[str], matrices: Collection[str], declared: Collection[str]) -> list[str]:
    r"""Tokens with what is raised beside a matrix as the grammar has it: ``^{\dagger}``, ``^{\top}``, one by one.

    Args:
        tokens: with braces around each exponent.
        matrices: the names of matrices and vectors.
        declared: all names; one such as ``X^{+}`` stays what it is.
    """
    if "^" not in tokens:
        return list(tokens)
    names = [list(in_words(name)) for name in matrices]
    found: list[str] = []
    k = 0
    while k < len(tokens):
        signs, after = _exponent(tokens, k)
        start = base_of_a_power(found, names) if signs else None
        if start is None or joined([*found[start:], *tokens[k:after]]) in declared:
            found.append(tokens[k])
            k += 1
            continue
        if len(signs) == 1 and signs[0] in _TURNS and found[-1] not in _OPENED:
            found += tokens[k:after]  # W^*: a name
        else:
            found[start:] = _in_turn(found[start:], signs, declared)
        k = after
    return found


def turned(tokens: Sequence[str], oblong: Collection[str]) -> list[str]:
    r"""Tokens with ``w^T`` as ``w^\top`` where T is a number, too: a vector has no power."""
    names = [list(in_words(name)) for name in oblong]
    found = list(tokens)
    for k in range(len(found) - 3):
        if (
            found[k : k + 4] == ["^", "{", "T", "}"]
            and found[k - 1 : k] != [")"]
            and base_of_a_power(found[:k], names) is not None
        ):
            found[k + 2] = r"\top"
    return found


def _exponent(tokens: Sequence[str], k: int) -> tuple[list[str], int]:
    """The signs of an exponent that begins at `k`, if it holds no others and is one to be read here."""
    if list(tokens[k : k + 2]) != ["^", "{"]:
        return [], k
    end = k + 2
    while end < len(tokens) and tokens[end] in _SIGNS:
        end += 1
    signs = list(tokens[k + 2 : end])
    if tokens[end : end + 1] != ["}"] or not signs or signs in ([r"\top"], ["-", r"\top"], ["T"], [r"\dagger"], ["-"]):
        return [], k
    return signs, end + 1


def base_of_a_power(before: Sequence[str], names: Sequence[list[str]]) -> int | None:
    """Where the matrix begins that ends here: its name, or a bracket that holds one."""
    if before and before[-1] in _OPENED:
        depth = 0
        for start in range(len(before) - 1, -1, -1):
            depth += (before[start] in _OPENED) - (before[start] in _OPENED.values())
            if depth == 0:
                inside = before[start + 1 : -1]
                here = any(holds(inside, name) for name in names)
                return start if here and not (start and before[start - 1] in ("^", "_", "{")) else None
        return None
    ending = [name for name in names if before[len(before) - len(name) :] == name]
    return len(before) - max(map(len, ending)) if ending else None


def _in_turn(base: list[str], signs: list[str], declared: Collection[str]) -> list[str]:
    """A base with each sign raised in its turn."""
    made = base
    k = 0
    while k < len(signs):
        sign = signs[k : k + 2] if signs[k] == "-" else signs[k : k + 1]
        k += len(sign)
        if made != base:
            made = ["(", *made, ")"]
        if len(sign) == 1 and joined([*made, "^", "{", *sign, "}"]) in declared:
            made = [*made, "^", "{", *sign, "}"]
            continue
        exponent = {"+": r"\dagger", "T": r"\top", "*": r"\top", r"\ast": r"\top"}.get(sign[-1], sign[-1])
        made = [*made, "^", "{", *(["-"] if len(sign) == 2 else []), exponent, "}"]
    return made
