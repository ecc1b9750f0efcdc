r"""The rate of a gradient, as mirror flows have it: ``\frac{d}{dt} \nabla h(x)`` is ``\nabla^2 h(x) \frac{dx}{dt}``.

So it is of a function of one vector that is twice differentiable, and the same at all times: of ``\nabla h_t(x)``
nothing is read.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..files.tokens import argument, between_commas, closing, in_words, joined, rewritten
from .columns import Reads, is_a_column
from .gradients import without_d

_ENDS = frozenset({"+", "-", "=", ")", "]", ",", "<", ">", r"\le", r"\ge", "}"})


def rates_of_gradients(
    tokens: list[str], functions: Collection[str], times: Collection[str], reads: Reads
) -> list[str]:
    """Tokens with the rates of gradients written out by the chain rule.

    Args:
        tokens: of a formula, with all of its braces.
        functions: the names of those whose values are numbers.
        times: those of times.
        reads: whether the grammar reads some tokens.
    """
    if r"\nabla" not in tokens or r"\frac" not in tokens or not times:
        return tokens
    names = [key for name in functions if not set(key := in_words(name)) & set(times)]
    return rewritten(tokens, lambda k: _written_out(tokens, k, names, times, reads) if tokens[k] == r"\frac" else None)


def _written_out(
    tokens: list[str], k: int, names: Sequence[tuple[str, ...]], times: Collection[str], reads: Reads
) -> tuple[list[str], int] | None:
    """The rate of a gradient that begins at a place, written out, and the place after it; None if none does."""
    over, middle = argument(tokens, k + 1)
    under, end = argument(tokens, middle)
    above, below = without_d(over), without_d(under)
    if above is None or below is None or joined(below) not in times:
        return None
    if above:
        seen = _gradient(above, 0, names)
        after = end if seen is not None and seen[2] == len(above) else -1
    else:
        enclosed = tokens[end : end + 2] == ["(", r"\nabla"]
        seen = _gradient(tokens, end + enclosed, names)
        after = -1 if seen is None else seen[2] + enclosed
        if enclosed and after > 0 and tokens[after - 1] != ")":
            after = -1
        if after > 0 and tokens[after : after + 1] and tokens[after] not in _ENDS:
            after = -1
    if seen is None or after < 0:
        return None
    name, at, _ = seen
    if len(between_commas(at)) != 1 or not is_a_column(at, reads):
        return None
    rate = [r"\frac", "{", "d", "}", "{", "d", *below, "}", "(", *at, ")"]
    return ["(", r"\nabla", "^", "{", "2", "}", *name, "(", *at, ")", *rate, ")"], after


def _gradient(
    tokens: list[str], k: int, names: Sequence[tuple[str, ...]]
) -> tuple[tuple[str, ...], list[str], int] | None:
    """The function of a gradient that begins at a place, at what it is taken, and the place after it."""
    if tokens[k : k + 1] != [r"\nabla"]:
        return None
    start, index = k + 1, None
    if tokens[start : start + 1] == ["_"]:
        index, start = argument(tokens, start + 1)
    name = next((n for n in names if tuple(tokens[start : start + len(n)]) == n), None)
    if name is None or tokens[start + len(name) : start + len(name) + 1] != ["("]:
        return None
    close = closing(tokens, start + len(name))
    at = tokens[start + len(name) + 1 : close]
    return (name, at, close + 1) if index in (None, at) else None
