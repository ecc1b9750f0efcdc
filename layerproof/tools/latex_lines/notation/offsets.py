r"""How far from an index a formula is taken, ``x_{t + 1}``, and the same formula with another index there."""

from __future__ import annotations

from ..files.tokens import argument, joined, words


def offsets(latex: str, index: str) -> set[int] | None:
    """How far from an index a formula is taken: 1 in ``x_{t + 1}``; None if it stands there in another way."""
    found: set[int] = set()
    return found if _walk(words(latex), index, None, found) is not None else None


def moved(latex: str, index: str, base: str, by: int) -> str | None:
    """A formula with a base plus a number in the place of an index; None if that stands there in another way."""
    made = _walk(words(latex), index, (base, by), set())
    return None if made is None else joined(made)


def _walk(tokens: list[str], index: str, to: tuple[str, int] | None, seen: set[int]) -> list[str] | None:
    r"""Tokens with an index moved; it must stand in an index, ``_{t}``, ``^{(t + 1)}``, or in brackets, ``f(x_t)``."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        if tokens[k] in ("_", "^") and k + 1 < len(tokens):
            inside, after = argument(tokens, k + 1)
            made = _in_index(inside, index, to, seen)
            if made is None:
                return None
            found += [tokens[k], "{", *made, "}"] if tokens[k + 1] == "{" or made != inside else [tokens[k], *made]
            k = after
            continue
        if tokens[k] == index:
            return None
        found.append(tokens[k])
        k += 1
    return found


def _in_index(inside: list[str], index: str, to: tuple[str, int] | None, seen: set[int]) -> list[str] | None:
    if index not in inside:
        return inside
    if (parts := _ends_of_a_range(inside)) is not None:  # 1..j - 1
        sign, low, high = parts
        first, last = _in_index(low, index, to, seen), _in_index(high, index, to, seen)
        return None if first is None or last is None else [*first, *sign, *last]
    bracket = inside[:1] == ["("] and inside[-1:] == [")"]
    bare = inside[1:-1] if bracket else inside
    if bare == [index]:
        offset = 0
    elif len(bare) == 3 and bare[0] == index and bare[1] in "+-" and bare[2].isdigit():
        offset = int(bare[1] + bare[2])
    else:
        return None
    seen.add(offset)
    if to is None:
        return inside
    made = plus(to[0], to[1] + offset)
    return ["(", *made, ")"] if bracket else made


def _ends_of_a_range(inside: list[str]) -> tuple[list[str], list[str], list[str]] | None:
    """The sign between the ends of a range, and these; None if it is none."""
    for sign in ([".", "."], [".."], [":"]):
        for k in range(1, len(inside) - len(sign)):
            if inside[k : k + len(sign)] == sign:
                return sign, inside[:k], inside[k + len(sign) :]
    return None


def plus(base: str, by: int) -> list[str]:
    """The tokens of a base plus a number."""
    tokens = words(base)
    if base.isdigit():
        return [str(int(base) + by)]
    if len(tokens) == 3 and tokens[1] in "+-" and tokens[2].isdigit():
        tokens, by = tokens[:1], by + int(tokens[1] + tokens[2])
    return tokens if by == 0 else [*tokens, "+" if by > 0 else "-", str(abs(by))]
