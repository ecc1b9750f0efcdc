r"""Gradients of logarithms of values: ``\nabla_x \ln f(x)`` is ``\frac{1}{f(x)} \nabla_x f(x)``, the score of f.

Of a quotient it is the difference of two: ``\nabla_x \ln \frac{f(x)}{g(x)}``. Everything holds where the logarithm has
a value.  ``\nabla_x f(x)`` itself is ``\nabla f(x)``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..files.tokens import argument, closing, in_words

_ENDS = ("^", "_", "'", "(", "[")


def scores(tokens: Sequence[str], functions: Collection[str]) -> list[str]:
    """Tokens with each such gradient worked out.

    Args:
        tokens: of a formula, plain.
        functions: the names of those that are declared.
    """
    names = sorted((in_words(name) for name in functions), key=len, reverse=True)
    found: list[str] = []
    k = 0
    while k < len(tokens):
        score = _score(tokens, k, names) if tokens[k] == r"\nabla" else None
        if score is None:
            found.append(tokens[k])
            k += 1
            continue
        made, k = score
        found += made
    return found


def at_their_argument(tokens: Sequence[str], functions: Collection[str]) -> list[str]:
    r"""``\nabla_x f(x)`` as ``\nabla f(x)``: by that of which a function of one thing is taken."""
    names = sorted((in_words(name) for name in functions), key=len, reverse=True)
    found: list[str] = []
    k = 0
    while k < len(tokens):
        found.append(tokens[k])
        k += 1
        if found[-1] != r"\nabla" or tokens[k : k + 1] != ["_"]:
            continue
        by, after = argument(tokens, k + 1)
        name = next((one for one in names if tuple(tokens[after : after + len(one)]) == one), None)
        begin = after + len(name or ())
        if name and tokens[begin : begin + 1] == ["("] and list(tokens[begin + 1 : closing(tokens, begin)]) == by:
            k = after
    return found


def _score(tokens: Sequence[str], k: int, names: Sequence[tuple[str, ...]]) -> tuple[list[str], int] | None:
    """The score that begins at a place, and the place behind it; None if none does."""
    after = k + 1
    if tokens[after : after + 1] == ["_"]:
        _, after = argument(tokens, after + 1)
    nabla = list(tokens[k:after])
    if tokens[after : after + 1] != [r"\ln"]:
        return None
    begin = after + 1
    if tokens[begin : begin + 1] == [r"\frac"]:
        over, middle = argument(tokens, begin + 1)
        under, end = argument(tokens, middle)
        sides = [(side, _value(side, 0, names)) for side in (over, under)]
        if tokens[end : end + 1] == ["^"] or any(last != len(side) for side, last in sides):
            return None
        return ["(", *_of(nabla, over), "-", *_of(nabla, under), ")"], end
    if tokens[begin : begin + 1] == ["("]:
        close = closing(tokens, begin)
        inside = list(tokens[begin + 1 : close])
        if _value(inside, 0, names) != len(inside) or tokens[close + 1 : close + 2] == ["^"]:
            return None
        return _of(nabla, inside), close + 1
    end = _value(tokens, begin, names)
    return (_of(nabla, tokens[begin:end]), end) if end else None


def _of(nabla: Sequence[str], value: Sequence[str]) -> list[str]:
    return [r"\frac", "{", "1", "}", "{", *value, "}", *nabla, *value]


def _value(tokens: Sequence[str], k: int, names: Sequence[tuple[str, ...]]) -> int:
    """The place behind the value ``f(x)`` that begins at a place; 0 if none does, or if it goes on."""
    name = next((n for n in names if tuple(tokens[k : k + len(n)]) == n), None)
    end = k + len(name) if name else k
    if name is None or tokens[end : end + 1] not in (["("], ["["]):
        return 0
    end = closing(tokens, end) + 1
    return 0 if tokens[end : end + 1] and tokens[end] in _ENDS else end
