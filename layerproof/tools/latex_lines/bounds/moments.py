r"""Bounds of means of products: ``(\mathbb{E} x)^2 \le \mathbb{E} x^2``, ``2 \mathbb{E} x y \le \mathbb{E} x^2 + ..``.

With z the numbers of which means are taken, and m their means, a sum of means of products of two and of products of
two means is ``\mathbb{E} z^\top C z + m^\top Q m``: the trace of C times the covariance of z, and a form of m and 1
with the matrix C + Q. It is not negative, whatever the law is, if neither matrix has a negative eigenvalue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.polys.polyerrors import BasePolynomialError

from ..values.norms import apart
from .gram import has_pivots

if TYPE_CHECKING:
    from ..letters.setting import Setting
    from ..values.unit_values import Units

MOST_LETTERS = 5


def is_of_moments(gap: Any, setting: Setting, holds: Callable[[Any], bool]) -> bool:
    """Whether a number is seen not to be negative as such a form, of means under one law.

    Args:
        gap: an expression in letters for means.
        setting: says what these are means of.
        holds: whether a number is known not to be negative.
    """
    if not isinstance(gap, sp.Expr):
        return False
    if gap.has(sp.MatrixExpr):
        return _is_of_vectors(gap, setting, holds)
    inside = setting.units.inside
    means = {s: inside[str(s.name)] for s in gap.free_symbols if str(getattr(s, "name", "")) in inside}
    if (
        not means
        or {kind for kind, *_ in means.values()} != {"mean"}
        or len({head for _, head, _ in means.values()}) > 1
    ):
        return False
    random = {s for *_, rest in means.values() for s in rest.free_symbols}
    terms = _terms(gap, set(means))
    if terms is None or any(number.free_symbols & (random | set(means)) for number, _ in terms):
        return False
    alone = {s for _, letters in terms if len(letters) == 2 for s in letters}
    of = {s: rest for s, (*_, rest) in means.items()}
    atoms = list(dict.fromkeys([sp.Integer(1), *(of[s] for s in sorted(alone, key=str))]))
    pairs = {s: _two(of[s], atoms) for s in means if s not in alone}
    atoms = list(dict.fromkeys([*atoms, *(f for pair in pairs.values() for f in pair)]))
    if len(atoms) > MOST_LETTERS + 1:
        return False
    random_form, form = sp.zeros(len(atoms)), sp.zeros(len(atoms))
    for number, letters in terms:
        within = len(letters) == 1 and sp.Integer(1) not in pairs.get(letters[0], (1,))
        two = pairs[letters[0]] if within else [of[s] for s in letters] + [sp.Integer(1)] * (2 - len(letters))
        j, k = (atoms.index(one) for one in two)
        for target in (random_form, form) if within else (form,):
            target[j, k] += number / 2
            target[k, j] += number / 2
    return has_pivots(random_form[1:, 1:], holds) and has_pivots(form, holds)


def _is_of_vectors(gap: Any, setting: Setting, holds: Callable[[Any], bool]) -> bool:
    """The same of means of inner products, and inner products of means."""
    units = setting.units
    entries: dict[tuple[Any, Any], list[Any]] = {}
    heads: set[str] = set()
    for term in sp.Add.make_args(sp.expand(apart(gap))):
        held = [
            f for f in sp.Mul.make_args(term) if isinstance(f, sp.Trace) or str(getattr(f, "name", "")) in units.inside
        ]
        if len(held) != 1:
            return False
        number = term / held[0]
        pair = _of_vectors(held[0], units, heads)
        if pair is None or number.has(sp.Trace, sp.MatrixExpr) or len(heads) > 1:
            return False
        within = not isinstance(held[0], sp.Trace)
        entries.setdefault(pair, [sp.Integer(0), sp.Integer(0)])
        entries[pair][0] += number if within else 0
        entries[pair][1] += number
    vectors = sorted({v for pair in entries for v in pair}, key=str)
    random = {s for v in vectors for s in v.free_symbols}
    if len(vectors) > MOST_LETTERS or len({v.shape for v in vectors}) > 1:
        return False
    if any(number.free_symbols & random for numbers in entries.values() for number in numbers):
        return False
    forms = [sp.zeros(len(vectors)), sp.zeros(len(vectors))]
    for (one, other), numbers in entries.items():
        j, k = vectors.index(one), vectors.index(other)
        for form, number in zip(forms, numbers, strict=True):
            form[j, k] += number / 2
            form[k, j] += number / 2
    return all(has_pivots(form, holds) for form in forms)


def _of_vectors(one: Any, units: Units, heads: set[str]) -> tuple[Any, Any] | None:
    """The vectors whose inner product a mean is of, or of whose means it is one; takes down the law."""
    if not isinstance(one, sp.Trace):
        kind, head, rest = units.inside[str(one.name)]
        if kind != "mean" or not isinstance(rest, sp.Trace):
            return None
        heads.add(head)
        return _pair(rest)
    found = _pair(one)
    if found is None or not all(isinstance(v, sp.MatrixSymbol) for v in found):
        return None
    bodies = [units.bodies.get(str(v.name), ("", "", None)) for v in found]
    if any(kind != "mean" for kind, *_ in bodies):
        return None
    heads.update(head for _, head, _ in bodies)
    return bodies[0][2], bodies[1][2]


def _pair(trace: Any) -> tuple[Any, Any] | None:
    """The two vectors of which a trace is the inner product."""
    factors = list(trace.args[0].args) if isinstance(trace.args[0], sp.MatMul) else []
    if len(factors) != 2:
        return None
    first, second = (sp.Transpose(factors[0]).doit(), factors[1])
    if factors[0].shape[0] != 1:
        first, second = factors[0], sp.Transpose(factors[1]).doit()
    return (first, second) if first.shape[1] == 1 == second.shape[1] else None


def known_of_means(setting: Setting, letters: Iterable[Any]) -> list[Any]:
    r"""What the means in a bound say of each other: ``|\mathbb{E} x| \le \mathbb{E} |x|``, Cauchy and Schwarz."""
    inside = setting.units.inside
    means = {s: inside[str(s.name)] for s in letters if str(getattr(s, "name", "")) in inside}
    at = {(head, rest): s for s, (kind, head, rest) in means.items() if kind == "mean"}
    found: list[Any] = []
    for (head, rest), letter in sorted(at.items(), key=str):
        if (size := at.get((head, sp.Abs(rest)))) is not None and size != letter:
            found += [letter <= size, letter >= -size]
        if (square := at.get((head, rest**2))) is not None and square.is_nonnegative:
            root = sp.sqrt(square)
            found += [letter <= root, letter >= -root, letter**2 <= square]
        factors = sp.Mul.make_args(rest)
        if len(factors) == 2:
            one, other = (at.get((head, factor**2)) for factor in factors)
            if one is not None and other is not None:
                bound = sp.sqrt(one) * sp.sqrt(other)
                found += [letter <= bound, letter >= -bound, letter**2 <= one * other]
    return found


def _terms(gap: Any, letters: set[Any]) -> list[tuple[Any, tuple[Any, ...]]] | None:
    """The terms of a polynomial of degree two in some letters: their coefficients, and their letters."""
    found = []
    try:
        polynomial = sp.Poly(sp.expand(gap), *sorted(letters, key=str))
    except BasePolynomialError:
        return None
    for powers, number in polynomial.terms():
        if sum(powers) > 2:
            return None
        held = tuple(s for s, power in zip(polynomial.gens, powers, strict=True) for _ in range(power))
        found.append((number, held))
    return found


def _two(of: Any, atoms: list[Any]) -> tuple[Any, Any]:
    """Two numbers of which another is the product, those that are there already if it can be; or itself, and 1."""
    if of in atoms:
        return of, sp.Integer(1)
    if isinstance(of, sp.Pow) and of.exp.is_Integer and of.exp > 0 and of.exp % 2 == 0:
        root = of.base ** (of.exp / 2)
        if sp.Abs(of.base) in atoms and of.exp == 2:
            return sp.Abs(of.base), sp.Abs(of.base)
        return root, root
    factors = sp.Mul.make_args(of)
    for atom in atoms[1:]:
        rest = of / atom
        if rest in atoms:
            return atom, rest
    if all(isinstance(f, sp.Pow) and f.exp.is_Integer and f.exp > 0 and f.exp % 2 == 0 for f in factors):
        root = sp.Mul(*(f.base ** (f.exp / 2) for f in factors))
        return root, root
    if len(factors) == 2:
        return factors[0], factors[1]
    return of, sp.Integer(1)
