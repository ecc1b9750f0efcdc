r"""The larger and the smaller of two, as analysts write them: ``a \vee b`` is ``\max(a, b)``, ``a \wedge b`` the min.

The sign binds less than a product.  Beside a sum, ``a + b \vee c``, it is not clear what it joins, and nothing is read;
nor where one joins conditions, ``x > 0 \vee y > 0``.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..files.tokens import CLOSE, OPEN, closing

_SIGNS = {r"\vee": r"\max", r"\lor": r"\max", r"\wedge": r"\min", r"\land": r"\min"}
_APART = frozenset({
    "+", "-", "=", "<", ">", r"\le", r"\ge", r"\leq", r"\geq", r"\ne", r"\neq", r"\in", r"\pm", r"\sum", r"\prod",
    r"\int", ":", ";", "|", r"\mid", r"\neg", r"\lnot", r"\max", r"\min", r"\sup", r"\inf", r"\ln", r"\exp",
})  # fmt: skip
"""What beside such a sign makes unclear what it joins, or shows that it joins conditions."""


def of_two(tokens: Sequence[str]) -> list[str]:
    """Tokens with the larger and the smaller of numbers by their names."""
    if not _SIGNS.keys() & set(tokens):
        return list(tokens)
    found: list[str] = []
    k = 0
    made: list[str] = []  # between two commas
    parts: list[list[str]] = []
    while k < len(tokens):
        token = tokens[k]
        if token in OPEN and token != r"\{":
            end = closing(tokens, k)
            made += [token, *of_two(tokens[k + 1 : end]), tokens[end]]
            k = end + 1
        elif token == ",":
            parts.append(_joined(made))
            made, k = [], k + 1
        else:
            made.append(token)
            k += 1
    parts.append(_joined(made))
    for number, part in enumerate(parts):
        found += [",", *part] if number else part
    return found


def _joined(made: list[str]) -> list[str]:
    """What stands between commas, with its signs by their names if they are of one kind and what they join is clear."""
    level, depth = [], 0
    for token in made:
        depth -= token in CLOSE
        level.append(depth)
        depth += token in OPEN
    signs = {token for token, at in zip(made, level, strict=True) if at == 0 and token in _SIGNS}
    beside = {token for token, at in zip(made, level, strict=True) if at == 0 and token in _APART}
    if len({_SIGNS[sign] for sign in signs}) != 1 or beside:
        return made
    parts: list[list[str]] = [[]]
    for token, at in zip(made, level, strict=True):
        if at == 0 and token in _SIGNS:
            parts.append([])
        else:
            parts[-1].append(token)
    if not all(parts) or any(part[0] == "d" and len(part) > 1 for part in parts):  # dx \wedge dy is a form
        return made
    inside = [token for part in parts for token in (*part, ",")][:-1]
    return [_SIGNS[signs.pop()], "(", *inside, ")"]
