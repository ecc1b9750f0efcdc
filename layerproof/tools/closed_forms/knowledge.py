"""What the hypotheses say of signs, as the search for closed forms asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sympy as sp

from ...proving.domain import Contradiction, Domain, IllPosed
from ...proving.exact.outcome import Proved
from ...proving.exact.prover import Prover
from ...proving.sign_sets import ANY, NEGATIVE, NONNEGATIVE, NONZERO, POSITIVE, ZERO, SignSet


class Knowledge:
    """Signs derived from hypotheses; what is not derived is unknown.

    Args:
        expressions: all symbols that will be asked about occur in them.
        hypotheses: relations, as of a claim.

    Raises:
        ValueError: if the hypotheses cannot be read, or contradict each other.
    """

    def __init__(self, expressions: Iterable[sp.Basic], hypotheses: Sequence[Any]) -> None:
        self.hypotheses = tuple(hypotheses)
        try:
            self.prover = Prover(Domain.of(list(expressions), self.hypotheses))
            self.prover.domain.parametrisations()
        except (Contradiction, IllPosed) as problem:
            raise ValueError(str(problem)) from None
        self._signs: dict[sp.Expr, SignSet] = {}

    def new_symbols(self, *names: str) -> list[sp.Symbol]:
        """Real symbols with these names, or with names like them that are not in use."""
        taken = [s.name for s in self.prover.domain.variables if isinstance(s, sp.Symbol)]
        return [sp.Symbol(fresh(name, taken), real=True) for name in names]

    def with_definitions(self, equations: Sequence[Any]) -> Knowledge | None:
        """What is known where `equations` hold too; None if they cannot be put in."""
        try:
            return Knowledge(self.prover.domain.variables, (*self.hypotheses, *equations))
        except ValueError:
            return None

    def reduced(self, expr: sp.Expr) -> sp.Expr:
        """`expr` with what the hypotheses define put in; 0 if it is then zero."""
        expr = self.prover.prepared(sp.sympify(expr))
        return sp.S.Zero if expr.is_Rational is not True and self.vanishes(expr) else expr

    def vanishes(self, expr: sp.Expr) -> bool:
        """Whether `expr` is proved to be zero."""
        return isinstance(self.prover.prove_zero(self.prover.prepared(sp.sympify(expr))), Proved)

    def sign(self, expr: sp.Expr) -> SignSet:
        """The signs that `expr` can take, as far as they are derived."""
        expr = self.prover.prepared(sp.sympify(expr))
        if expr not in self._signs:
            try:
                self._signs[expr] = ZERO if self.vanishes(expr) else self.prover.sign(expr)
            except Contradiction:
                self._signs[expr] = ANY
        return self._signs[expr]

    def unsettled(self, expr: sp.Expr, wanted: SignSet = NONZERO) -> list[sp.Expr]:
        """The factors of `expr` that keep it from having one of the signs `wanted`."""
        if self.sign(expr) <= wanted:
            return []
        enough = NONZERO if wanted == NONZERO else POSITIVE
        return [factor for factor in factors(expr) if not self._has_one_of(factor, enough)]

    def _has_one_of(self, expr: sp.Expr, wanted: SignSet) -> bool:
        return self.sign(expr) <= wanted if wanted == NONZERO else len(self.sign(expr)) == 1

    def condition(self, expr: sp.Expr, strict: bool) -> Any:
        """``expr > 0`` (`strict`) or ``expr >= 0``, without the factors that are known to be positive; True if known.

        None if it is known to fail.
        """
        wanted = POSITIVE if strict else NONNEGATIVE
        signs = self.sign(expr)
        if signs <= wanted:
            return sp.true
        if not signs & wanted:
            return None
        number, left = sp.S.One, []
        for factor, power in factor_powers(expr):
            own = self.sign(factor)
            if own == POSITIVE or (power % 2 == 0 and own <= NONZERO):
                continue
            if own == NEGATIVE:
                number = -number if power % 2 else number
                continue
            left.append(factor**power)
        return relation(number * sp.Mul(*left), strict)


def fresh(name: str, taken: Sequence[str]) -> str:
    """`name`, or one like it that is not taken."""
    found, letters = name, iter("abcdefghijklmnopqrstuvwxyz")
    while found in taken:
        found = f"{name}{next(letters)}"
    return found


def factor_powers(expr: sp.Expr) -> list[tuple[sp.Expr, int]]:
    """The irreducible factors of a numerator or denominator with their multiplicities; numbers make one factor."""
    found: list[tuple[sp.Expr, int]] = []
    for part in sp.fraction(sp.together(expr)):
        for factor in sp.Mul.make_args(sp.factor(part)):
            base, power = factor.as_base_exp()
            if power.is_Integer and power.is_positive:
                found.append((base, int(power)))
            else:
                found.append((factor, 1))
    return [(factor, power) for factor, power in found if factor != 1]


def factors(expr: sp.Expr) -> list[sp.Expr]:
    """The factors of `expr`, each once, without numbers."""
    return list(dict.fromkeys(factor for factor, _ in factor_powers(expr) if not factor.is_number))


def _sides(expr: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """Two sums of positive terms, to read, with `expr` for their difference."""
    terms = sp.Add.make_args(sp.expand(expr) if expr.is_polynomial(*expr.free_symbols) else expr)
    left = sp.Add(*(term for term in terms if not term.could_extract_minus_sign()))
    return left, sp.Add(*(-term for term in terms if term.could_extract_minus_sign()))


def relation(expr: sp.Expr, strict: bool) -> Any:
    """``expr > 0`` or ``expr >= 0`` with its negative terms on the right."""
    left, right = _sides(expr)
    if left == 0:
        return right < 0 if strict else right <= 0
    return left > right if strict else left >= right


def equation_of(expr: sp.Expr) -> Any:
    """``expr = 0`` with its negative terms on the right."""
    left, right = _sides(expr)
    return sp.Eq(left, right) if left != 0 else sp.Eq(right, 0)


def root_of(square: sp.Expr) -> sp.Expr | None:
    """An expression with this square, if `square` is one in the field of rational functions; of either sign."""
    number, top = _half(sp.numer(sp.together(square)))
    below, bottom = _half(sp.denom(sp.together(square)))
    if number is None or below is None:
        return None
    return number * top / (below * bottom)


def _half(expr: sp.Expr) -> tuple[sp.Expr | None, sp.Expr]:
    content, parts = sp.factor_list(expr)
    root = sp.sqrt(content)
    if not root.is_Rational or any(power % 2 for _, power in parts):
        return None, sp.S.One
    return root, sp.Mul(*(base ** (power // 2) for base, power in parts))
