r"""Short ways to write what the grammar reads: ``\log_2 x``, ``\sum_{k \ge 0} q^k``, ``\operatorname{Var}(X)``."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import TYPE_CHECKING

from ..files.tokens import argument, between_commas, closing, depths, joined, words

if TYPE_CHECKING:
    from .unit import Unit

_LEAST = {r"\ge": 0, r"\geq": 0, r"\geqslant": 0, ">": 1}
_BASE = ("_", "{")
_SPREAD = re.compile(
    r"\\(?:operatorname|mathrm|mathbb|mathsf)\s*\{\s*(?P<name>[Vv]\s*a\s*r|[Cc]\s*o\s*v)\s*\}\s*(?P<law>_.*)?$"
)


def written_out(
    tokens: Sequence[str], ranges: Container[str], declared: Container[str], endless: Container[str] = ()
) -> list[str]:
    """Tokens with these written out.

    Args:
        tokens: of a formula, with braces wherever TeX allows to leave them out.
        ranges: the indices whose range is declared.
        declared: every declared name.
        endless: the indices that are declared to run without end.
    """
    return _to_infinity(_to_a_base(tokens, declared), ranges, declared, endless)


def as_means(unit: Unit) -> str:
    r"""``\operatorname{Var}_x(X)`` as ``\mathbb{E}_x[X X] - \mathbb{E}_x[X] \mathbb{E}_x[X]``, covariances likewise.

    That of one vector, ``\operatorname{Cov}(x)``, is ``\mathbb{E}[x x^\top] - \mathbb{E}[x] \mathbb{E}[x^\top]``.
    """
    found = _SPREAD.match(unit.head)
    if found is None or unit.kind != "number":
        return ""
    inside = list(unit.inside)
    level = depths(inside)
    bars = [k for k, token in enumerate(inside) if token in ("|", r"\mid") and level[k] == 0]
    if len(bars) > 1:
        return ""
    end = bars[0] if bars else len(inside)
    of, given = inside[:end], rf"\mid {joined(inside[end + 1 :])}" if bars else ""
    parts = between_commas(of)
    of_two = found["name"][0] in "Cc"
    if len(parts) > (2 if of_two else 1) or not all(parts):
        return ""
    one, other = joined(parts[0]), joined(parts[-1])
    mean = rf"\mathbb{{E}}{found['law'] or ''}"
    if of_two and len(parts) == 1:
        back = rf"({one})^{{\top}}"
        return f"({mean}[({one}) {back}{given}] - {mean}[{one}{given}] {mean}[{back}{given}])"
    return f"({mean}[({one}) ({other}){given}] - {mean}[{one}{given}] {mean}[{other}{given}])"


def _to_a_base(tokens: Sequence[str], declared: Container[str]) -> list[str]:
    r"""``\ln_{b}`` as ``\frac{1}{\ln(b)} \ln``, of a number, or of a letter that is declared."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        found.append(tokens[k])
        k += 1
        if tokens[k - 1] != r"\ln" or tuple(tokens[k : k + 2]) != _BASE or found[-2:-1] in (["/"], ["^"]):
            continue
        base, after = argument(list(tokens), k + 1)
        if tokens[after : after + 1] == ["^"]:
            continue
        if len(base) == 1 and (base[0] in declared or (base[0].isdigit() and int(base[0]) > 1)):
            found[-1:] = [r"\frac", "{", "1", "}", "{", r"\ln", "(", *base, ")", "}", r"\ln"]
            k = after
    return found


def _to_infinity(
    tokens: Sequence[str], ranges: Container[str], declared: Container[str], endless: Container[str]
) -> list[str]:
    r"""``\sum_{k \ge 0}`` as ``\sum_{k=0}^{\infty}``, where k is a letter of its own and no index of a name.

    An index of which it is declared that it runs without end may be that of a name.
    """
    found: list[str] = []
    k = 0
    while k < len(tokens):
        found.append(tokens[k])
        k += 1
        if tokens[k - 1] != r"\sum" or tuple(tokens[k : k + 2]) != _BASE:
            continue
        under, after = argument(list(tokens), k + 1)
        if len(under) != 3 or under[1] not in _LEAST or not under[2].isdigit() or tokens[after : after + 1] == ["^"]:
            continue
        index = under[0]
        letter = index == r"\ell" or (len(index) == 1 and index.isalpha())
        free = letter and index not in ranges and index not in declared and not _is_an_index(tokens, index)
        if free or index in endless:
            first = str(int(under[2]) + _LEAST[under[1]])
            found += ["_", "{", index, "=", *words(first), "}", "^", "{", r"\infty", "}"]
            k = after
    return found


def _is_an_index(tokens: Sequence[str], letter: str) -> bool:
    """Whether a letter stands in an index of a name: its range may be that of the name."""
    for k, token in enumerate(tokens):
        below = token == "_" and tokens[k + 1 : k + 2] == ["{"] and tokens[k - 1] not in (r"\sum", r"\prod")
        if below and letter in tokens[k + 1 : closing(list(tokens), k + 1)]:
            return True
    return False
