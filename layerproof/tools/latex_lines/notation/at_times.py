r"""Letters at a time: ``W(t)`` of what moves is W, at each time, and ``w^{2}(t)`` is ``w(t)^{2}``."""

from __future__ import annotations

from collections.abc import Sequence

from ..files.tokens import argument, closing, in_words, joined
from .applications import Ambiguous
from .gradients import without_d


def _name_at(tokens: list[str], k: int, names: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...] | None, int]:
    """The first of some names that stands at a place, and the place after it; else None, and the next place."""
    name = next((n for n in names if tuple(tokens[k : k + len(n)]) == n), None)
    return name, k + len(name) if name else k + 1


def at_any_time(tokens: list[str], times: set[str], matrices: set[str]) -> list[str]:
    r"""``W(t)`` as ``W``, and ``\dot W(t)`` as ``\dot W``, of matrices: what a line with the time says is said at each.

    Not where a variable is bound, ``\int_0^T W(t) dt``.
    """
    if not times or {r"\int", r"\lim", r"\sup", r"\max", r"\min", r"\inf", r"\sum"} & set(tokens):
        return tokens
    names = sorted(map(in_words, matrices), key=len, reverse=True)
    found: list[str] = []
    k = 0
    while k < len(tokens):
        if dotted := _below_a_dot(tokens, k, names):
            found += tokens[k:dotted]
            at_a_time = joined(tokens[dotted + 1 : dotted + 2]) in times and tokens[dotted + 2 : dotted + 3] == [")"]
            k = dotted + 3 if tokens[dotted : dotted + 1] == ["("] and at_a_time else dotted
            continue
        name, end = _name_at(tokens, k, names)
        found += tokens[k:end]
        if name and found[-len(name) - 2 : -len(name)] == [r"\dot", "{"] and tokens[end : end + 1] == ["}"]:
            found.append("}")
            end += 1
        if name and tokens[end : end + 1] == ["("] and joined(tokens[end + 1 : end + 2]) in times:
            end += 3 if tokens[end + 2 : end + 3] == [")"] else 0
        k = end
    return found


def rates_at_times(tokens: list[str], times: set[str]) -> list[str]:
    r"""``\frac{dz}{dt}(t)`` as ``\frac{dz}{dt}``, which is at each time.

    Raises:
        Ambiguous: of a rate at another time, ``\frac{dz}{dt}(0)``: it is no product.
    """
    if not times or r"\frac" not in tokens:
        return tokens
    found: list[str] = []
    k = 0
    while k < len(tokens):
        end = _after_a_rate(tokens, k, times) if tokens[k] == r"\frac" else 0
        found += tokens[k : end or k + 1]
        k = end or k + 1
        if end and tokens[end : end + 1] == ["("]:
            close = closing(tokens, end)
            inside = joined(tokens[end + 1 : close])
            if inside in times:
                k = close + 1
            elif inside.isdigit() or inside in _AT:
                raise Ambiguous(f"{joined(tokens[: close + 1])[-80:]}: a rate at one time is not read")
    return found


_AT = frozenset({"t", "s", "T", r"\tau", r"\infty"})


def _after_a_rate(tokens: list[str], k: int, times: set[str]) -> int:
    r"""The place after the ``\frac{dz}{dt}`` of a letter that begins at a place; 0 if none does."""
    over, middle = argument(tokens, k + 1)
    under, end = argument(tokens, middle)
    return end if without_d(over) and joined(without_d(under) or ()) in times else 0


def _below_a_dot(tokens: list[str], k: int, names: Sequence[tuple[str, ...]]) -> int:
    r"""The place after ``\dot{w}_{+}``, of a name with an index behind what the dot is on; 0 if none stands there."""
    if tokens[k] != r"\dot" or tokens[k + 1 : k + 2] != ["{"]:
        return 0
    base, after = argument(tokens, k + 1)
    if tokens[after : after + 2] != ["_", "{"]:
        return 0
    end = argument(tokens, after + 1)[1]
    return end if (*base, *tokens[after:end]) in names else 0


def powers_last(tokens: list[str], times: set[str], moving: Sequence[Sequence[str]]) -> list[str]:
    r"""``w^{2}(t)`` and ``W^{\top}(0)`` as ``w(t)^{2}`` and ``W(0)^{\top}``, of what moves; 0 is a time there."""
    names = sorted({tuple(name) for name in moving}, key=len, reverse=True)
    found: list[str] = []
    k = 0
    while k < len(tokens):
        name, end = _name_at(tokens, k, names)
        found += tokens[k:end]
        if name and tokens[end : end + 1] == ["_"]:
            after = argument(tokens, end + 1)[1]
            found += tokens[end:after]
            end = after
        if name and tokens[end : end + 1] == ["^"]:
            power, after = argument(tokens, end + 1)
            at = tokens[after : after + 3]
            is_a_time = at[:1] == ["("] and at[2:] == [")"] and (at[1] in times or at[1].isdigit())
            if is_a_time and (joined(power) == r"\top" or joined(power).isdigit()):
                found += [*at, "^", "{", *power, "}"]
                end = after + 3
        k = end
    return found
