r"""Inner products and norms of vectors of which only the text is known: bilinear, symmetric, Cauchy-Schwarz, triangles.

``\langle a + tb, c\rangle_H`` is ``\langle a, c\rangle_H + t \langle b, c\rangle_H``, whatever a, b and c are, and
``\|a - b\|_H`` at most ``\|a\|_H + \|b\|_H``. What a term of a side is, is not read; that it is one is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.reading import CannotRead
from ..files.tokens import Unbalanced, argument, closing, joined
from ..notation.unit import Unit
from .operator_norms import of_a_mean

if TYPE_CHECKING:
    from ..letters.setting import Setting

MOST_TERMS = 8
_HILBERT = re.compile(r"\\mathcal\{[HK]\}|\\mathbb\{H\}|H|L\^\{2\}|L_\{2\}|F|2")
_OF_FUNCTIONS = re.compile(r"(?:L|W|C|H|BV|\\mathcal\{[LCW]\})(?:\^(?!\{-)|[_(]).*|.*\(.*", re.DOTALL)
"""Indices of norms of functions: ``L^2(0, T)``, below which a letter may be the variable that is integrated over."""
_NO_NORM = re.compile(
    r"(?:.*,)?\s*(?:(?:\\ell|L)[\^_]\{0\}|0|0?\.\d+|\d+\s*/\s*\d+|\\frac\{\d+\}\{\d+\})\s*(?:,.*)?", re.DOTALL
)
"""Indices of what is written as a norm and is none: ``\\|2 x\\|_0`` is ``\\|x\\|_0``, and below 1 no triangle holds."""
_OPEN, _CLOSE = frozenset({"{", "(", "["}), frozenset({"}", ")", "]"})


@dataclass
class Spaces:
    """What is known of the letters for norms and inner products.

    Attributes:
        squares: of each norm of a sum, what its square is.
        bounds: of each norm of a sum, what it is at most.
        products: of each inner product of two terms, the norms of these.
        norms: of each norm, of which vector, and its index.
        inners: of each inner product, its two sides, and its index.
        powers: of each norm of a mean or a sum, what powers of it are at most.
    """

    squares: dict[Any, Any] = field(default_factory=dict)
    bounds: dict[Any, Any] = field(default_factory=dict)
    products: dict[Any, tuple[Any, Any]] = field(default_factory=dict)
    norms: dict[Any, tuple[str, str]] = field(default_factory=dict)
    inners: dict[tuple[str, str, str], Any] = field(default_factory=dict)
    powers: dict[Any, list[tuple[int, Any]]] = field(default_factory=dict)

    def squared(self, expr: Any) -> Any:
        """An expression in which no even power of the norm of a sum stands."""
        if not isinstance(expr, sp.Basic) or not expr.free_symbols & self.squares.keys():
            return expr
        return expr.replace(
            lambda e: isinstance(e, sp.Pow) and e.base in self.squares and e.exp.is_Integer and e.exp % 2 == 0,
            lambda e: self.squares[e.base] ** (e.exp / 2),
        )

    def holds(self, sides: Sequence[Any]) -> bool:
        """Whether some letter of a relation is the value of a norm or an inner product here, and so no free number."""
        known = self.norms.keys() | self.squares.keys() | self.products.keys()
        return any(isinstance(side, sp.Basic) and side.free_symbols & known for side in sides)

    def facts(self, letters: Iterable[Any]) -> list[Any]:
        """What is known of the letters of a bound."""
        found: list[Any] = []
        for letter in sorted(letters, key=str):
            for exponent, bound in self.powers.get(letter, ()):
                if bound.free_symbols <= set(letters):
                    found.append(letter**exponent <= bound)
            if letter in self.bounds:
                found.append(letter <= self.bounds[letter])
            if letter in self.squares:
                found.append(self.squares[letter] >= 0)
            if letter in self.products:
                one, other = self.products[letter]
                found += [letter <= one * other, letter >= -one * other]
        return [*found, *self._holder(letters)]

    def _holder(self, letters: Iterable[Any]) -> Iterable[Any]:
        """What the norms of a bound say of its inner products: that of Cauchy and Schwarz, and of dual norms."""
        here = set(letters)
        norms = [(letter, *self.norms[letter]) for letter in sorted(here, key=str) if letter in self.norms]
        for (one, other, index), expr in self.inners.items():
            if not expr.free_symbols & here:
                continue
            for first, of, i in norms:
                for second, by, j in norms:
                    if (of, by) == (one, other) and _are_dual(i, j, index):
                        yield from (expr <= first * second, expr >= -first * second)


def _are_dual(one: str, other: str, index: str) -> bool:
    """Whether an inner product is at most the product of norms of these indices."""
    if one == other:
        return one == index or (index == "" and one == "2")
    if index:
        return False
    pairs = {("1", r"\infty"), ("*", ""), ("*", "2"), ("*", r"\mathrm{op}"), ("*", "op")}
    return (one, other) in pairs or (other, one) in pairs or f"{one}^{{-1}}" == other or f"{other}^{{-1}}" == one


def inner(setting: Setting, unit: Unit, name: Any) -> Any:
    """An inner product as a sum of those of terms.

    Args:
        setting: in which coefficients are read.
        unit: of two sides, with a comma between.
        name: gives the letter of what is written so.
    """
    level, comma = 0, None
    for place, token in enumerate(unit.inside):
        level += (token in (*_OPEN, r"\langle")) - (token in (*_CLOSE, r"\rangle"))
        if token == "," and level == 0:
            comma = place
    if comma is None:
        return None
    index = _index(unit)
    one, other = terms(setting, unit.inside[:comma], index), terms(setting, unit.inside[comma + 1 :], index)
    if one is None or other is None:
        return None
    made = sp.Add(*(a * b * product(setting, s, t, index, name) for a, s in one for b, t in other))
    if one and other:
        (first, left), (second, right) = _direction(one), _direction(other)
        setting.units.spaces.inners[left, right, index] = sp.expand(sp.cancel(made / (first * second)))
    return made


def _direction(found: list[tuple[Any, str]]) -> tuple[Any, str]:
    """A number and a vector, by its text, of which a sum of terms is the product."""
    if len(found) == 1:
        return found[0]
    ordered = sorted(found, key=lambda pair: pair[1])
    factor = ordered[0][0]
    parts = [sp.cancel(number / factor) for number, _ in ordered]
    if not all(part.is_Rational for part in parts):
        factor = sp.Integer(-1 if factor.could_extract_minus_sign() else 1)
        parts = [number / factor for number, _ in ordered]
    return factor, " + ".join(f"{sp.sstr(part)} {term}" for part, (_, term) in zip(parts, ordered, strict=True))


def product(setting: Setting, one: str, other: str, index: str, name: Any) -> Any:
    """The inner product of two terms: a letter, or the square of a norm."""
    if one == other:
        return _named(setting, one, index, name) ** 2
    first, second = sorted((one, other))
    made = name(rf"\langle {first}, {second}\rangle_{{{'' if index == '2' else index}}}", False)
    setting.units.spaces.products[made] = (_named(setting, first, index, name), _named(setting, second, index, name))
    return made


def _named(setting: Setting, shown: str, index: str, name: Any) -> Any:
    """The letter of a norm."""
    made = name(rf"\|{shown}\|_{{{index}}}", True)
    setting.units.spaces.norms[made] = (shown, index)
    return made


def norm(setting: Setting, unit: Unit, name: Any) -> Any:
    """A norm: of one term by its letter, of a sum a letter of which the square, or a bound, is known; None if none."""
    index = re.sub(r"^\\\|_\{(.*)\}$", r"\1", unit.head)
    found = None if _NO_NORM.fullmatch(index) else terms(setting, unit.inside, index)
    if not found:
        return None if found is None else sp.Integer(0)
    if len(found) == 1:
        ((number, term),) = found
        made = _named(setting, term, index, name)
        if made not in setting.units.spaces.powers:
            setting.units.spaces.powers[made] = of_a_mean(setting, term, index)
        return sp.Abs(number) * made
    factor, shown = _direction(found)
    ordered = [(sp.cancel(number / factor), term) for number, term in sorted(found, key=lambda pair: pair[1])]
    made = _named(setting, shown, index, name)
    spaces = setting.units.spaces
    spaces.bounds[made] = sp.Add(*(sp.Abs(n) * _named(setting, t, index, name) for n, t in ordered))
    of_a_product = _HILBERT.fullmatch(index) or index in setting.weights()
    if of_a_product and (index != "2" or not _holds_a_matrix(setting, unit)):
        spaces.squares[made] = sp.expand(
            sp.Add(*(a * b * product(setting, s, t, index, name) for a, s in ordered for b, t in ordered))
        )
    return sp.Abs(factor) * made


def _holds_a_matrix(setting: Setting, unit: Unit) -> bool:
    """Whether a matrix that is no vector stands in a norm: its 2-norm is not that of a vector."""
    text = joined(unit.inside)
    wide = (n for n, m in setting.meanings.items() if getattr(m, "is_Matrix", False) and m.shape[1] != 1)
    return any(name in text for name in wide)


def _index(unit: Unit) -> str:
    end = max(k for k, token in enumerate(unit.whole) if token == r"\rangle")
    return joined(argument(list(unit.whole), end + 2)[0]) if unit.whole[end + 1 : end + 2] == ("_",) else ""


def terms(setting: Setting, tokens: Sequence[str], index: str = "") -> list[tuple[Any, str]] | None:
    """The terms of a vector as written, with the numbers before them, those alike together; None if there are many.

    Args:
        setting: in which numbers are read.
        tokens: of the vector.
        index: of the norm; in one of functions no letter is known to be a constant.
    """
    found: dict[str, Any] = {}
    constant = _OF_FUNCTIONS.fullmatch(index) is not None
    try:
        for number, text in _terms(setting, list(tokens), sp.Integer(1), 0, constant):
            found[text] = found.get(text, sp.Integer(0)) + number
            if len(found) > MOST_TERMS:
                return None
    except (Unbalanced, CannotRead):
        return None
    return [(sp.expand(number), text) for text, number in found.items() if sp.expand(number) != 0]


def _terms(setting: Setting, tokens: list[str], factor: Any, depth: int, constant: bool) -> Iterable[tuple[Any, str]]:
    if depth > 3:
        raise CannotRead("nested too deeply")
    for sign, term in _signed(tokens):
        if not term:
            raise CannotRead("a term is missing")
        number, rest = _coefficient(setting, term, constant)
        if rest == ["0"]:
            continue
        if rest[0] in ("(", "[") and closing(rest, 0) == len(rest) - 1:
            yield from _terms(setting, rest[1:-1], factor * sign * number, depth + 1, constant)
        else:
            yield factor * sign * number, joined(_with_first_index(rest, setting.names.ranges))


def _with_first_index(term: list[str], ranges: Mapping[str, tuple[str, str]]) -> list[str]:
    r"""``\sum_j a_j x_j`` as ``\sum_i a_i x_i``: by which letter a sum runs does not matter.

    Only of a sum to the end of the term in which no other one stands, and if i is no letter of it.
    """
    if term[:2] != [r"\sum", "_"] or term.count(r"\sum") > 1:
        return term
    under, after = argument(term, 2)
    index = under[0]
    rest = {*under[1:], *term[after:]}
    if not under[1:] and {index, "i"} <= ranges.keys() and ranges[index] != ranges["i"]:
        return term
    if index == "i" or len(index) != 1 or not index.isalpha() or under[1:2] not in ([], ["="]) or "i" in rest:
        return term
    return ["i" if token == index else token for token in term]


def _signed(tokens: list[str]) -> list[tuple[int, list[str]]]:
    found: list[tuple[int, list[str]]] = [(1, [])]
    level = 0
    for token in tokens:
        if level == 0 and token in ("+", "-"):
            sign = 1 if token == "+" else -1
            if found[-1][1]:
                found.append((sign, []))
            else:
                found[-1] = (found[-1][0] * sign, [])
            continue
        level += (token in (*_OPEN, r"\langle")) - (token in (*_CLOSE, r"\rangle"))
        found[-1][1].append(token)
    return found


def _coefficient(setting: Setting, term: list[str], constant: bool) -> tuple[Any, list[str]]:
    """The numbers before a vector, `constant` if only those without letters, and the rest.

    A large letter may be an operator, and stays.
    """
    from ..notation.operands import after_factor

    number: Any = sp.Integer(1)
    while True:
        end = after_factor(term, 0)
        if end >= len(term) or not _may_be_number(term[:end]):
            return number, term
        try:
            value = setting.read(joined(term[:end]))
        except CannotRead:
            return number, term
        rest = term[end + 1 :] if term[end] == r"\cdot" else term[end:]
        if constant and not value.is_number:
            return number, term
        if getattr(value, "is_Matrix", False) or not rest or rest[0] in _GO_ON or _applied(setting, term, end):
            return number, term
        number, term = number * value, rest


_GO_ON = frozenset({"^", "_", "'", r"\otimes", r"\odot", r"\circ", r"\times", r"\oplus"})


def _applied(setting: Setting, term: list[str], end: int) -> bool:
    """Whether a name stands before a bracket as a function of it: ``\\varphi(x)`` is one vector, and no product."""
    name = joined(term[:end])
    if term[end] not in ("(", "["):
        return False
    sums = {"+", "-"} & set(term[end : closing(term, end)])
    return name in setting.names.functions.declared or not (sums or name in setting.names.numbers)


def _may_be_number(tokens: Sequence[str]) -> bool:
    return not any(token.isalpha() and token.isupper() and len(token) == 1 and token != "T" for token in tokens)
