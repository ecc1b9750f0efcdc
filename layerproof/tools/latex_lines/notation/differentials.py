r"""Which ``dx`` belongs to which integral: ``\int_0^1 \int_0^x y\,dy\,dx``, ``\int_1^p \frac{dx}{x}``.

An integral ends at the first differential after it that no integral inside of it has.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from ..files.tokens import argument, joined

_OPEN, _CLOSE = frozenset({"{", "(", "[", r"\{"}), frozenset({"}", ")", "]", r"\}"})
_RELATIONS = frozenset({"=", r"\le", r"\leq", r"\ge", r"\geq", "<", ">", r"\ne", r"\neq", r"\approx"})
UPRIGHT = (r"\mathrm", "{", "d", "}")


def upright(tokens: Sequence[str], declared: Container[str]) -> list[str]:
    r"""Tokens with ``\mathrm{d}`` for the d of each integral that has one.

    Args:
        tokens: of a formula.
        declared: every declared name, joined.
    """
    found = out_of_fractions(list(tokens), declared)
    k = len(found) - 1
    while k >= 0:
        if found[k] == r"\int" and (place := closes(found, k + 1, declared)) is not None and found[place] == "d":
            found[place : place + 1] = UPRIGHT
        k -= 1
    return found


def closes(tokens: Sequence[str], k: int, declared: Container[str]) -> int | None:
    r"""The place of the d, or of the ``\mathrm`` of it, that ends the integral whose sign stands before `k`.

    The last one where d is a declared name as well. None if there is none before the bracket or the side ends.
    """
    level, open_, last = 0, 0, None
    while k < len(tokens):
        token = tokens[k]
        level += (token in _OPEN) - (token in _CLOSE)
        if level < 0 or (level == 0 and token in _RELATIONS):
            break
        if level == 0 and token == r"\int":
            open_ += 1
        elif level == 0 and _is_differential(tokens, k, declared):
            if not open_:
                last = k
                if "d" not in declared or token != "d":
                    return k
            open_ -= bool(open_)
            k += 3 * (token != "d")
        k += 1
    return last


def _is_differential(tokens: Sequence[str], k: int, declared: Container[str]) -> bool:
    if tuple(tokens[k : k + 4]) == UPRIGHT:
        return True
    named = joined(tokens[k + 1 : k + 2]) in declared
    return tokens[k] == "d" and named and (k == 0 or tokens[k - 1] not in ("_", "^"))


def out_of_fractions(tokens: list[str], declared: Container[str]) -> list[str]:
    r"""``\frac{x\,dx}{y}`` behind an integral sign as ``\frac{x}{y}\,dx``."""
    if r"\int" not in tokens:
        return tokens
    found: list[str] = []
    k, behind = 0, False
    while k < len(tokens):
        behind = behind or tokens[k] == r"\int"
        if behind and tokens[k] == r"\frac":
            over, after = argument(tokens, k + 1)
            under, after = argument(tokens, after)
            start = len(over) - 5 if tuple(over[-5:-1]) == UPRIGHT else len(over) - 2
            if start >= 0 and _is_differential(over, start, declared):
                found += [r"\frac", "{", *(over[:start] or ["1"]), "}", "{", *under, "}", *over[start:]]
                k = after
                continue
        found.append(tokens[k])
        k += 1
    return found
