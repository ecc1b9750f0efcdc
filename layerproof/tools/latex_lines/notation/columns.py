r"""Whether some tokens are a column: 1 cannot be added to it, as to a number, but to its product with itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Reads = Callable[[Sequence[str]], bool]
"""Whether the grammar reads some tokens."""


def is_a_column(part: Sequence[str], reads: Reads, before: Sequence[str] = ()) -> bool:
    """Whether some tokens are a vector.

    Args:
        part: the tokens.
        reads: whether the grammar reads some.
        before: what is put before those that are tried.
    """
    whole = ["(", *part, ")"]
    squared = [*whole, "^", "{", r"\top", "}", *whole, "+", "1"]
    return not reads([*before, *whole, "+", "1"]) and reads([*before, *squared])
