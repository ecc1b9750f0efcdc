r"""What norms say of products and of means: ``\|A x\| \le \|A\| \|x\|``, ``\|\mathbb{E} x\| \le \mathbb{E} \|x\|``.

An operator norm, a Frobenius norm and a nuclear one are each at least how much a matrix stretches a vector; of
``\|A\|`` without an index, beside vectors, nothing less is meant. A norm is convex: that of a mean, or of a sum, is at
most the mean, or the sum, of the norms.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.reading import CannotRead
from ..files.tokens import joined, words
from ..notation.unit import Unit
from ..notation.units import as_one
from .integrals import of_a_derivative
from .norms import MOST_FACTORS, apart, rooted

if TYPE_CHECKING:
    from ..letters.setting import Setting

_STRETCHES = frozenset(
    {"", "2", "op", r"\mathrm{op}", r"\operatorname{op}", r"\text{op}", r"\mathrm{2}", "*", r"\star"}
)
_MULTIPLIES = _STRETCHES - {"*", r"\star"}


def of_products(setting: Setting, sides: Iterable[Any]) -> list[Any]:
    """What the norms of matrices in a bound say of its norms of products, its forms, and of each other."""
    sides = [side for side in sides if isinstance(side, sp.Basic)]
    stretch, more = _stretches(setting, {s for side in sides for s in side.free_symbols})
    if not stretch:
        return []
    found = list(more)
    for trace in sorted({t for side in sides for t in side.atoms(sp.Trace)}, key=str):
        found += _of_trace(trace, stretch)
    return list(dict.fromkeys(found))


def _stretches(setting: Setting, letters: Iterable[Any]) -> tuple[dict[Any, Any], list[Any]]:
    """The letter of the norm of each matrix, and what is known of those of products."""
    found: dict[Any, Any] = {}
    products: list[tuple[Any, Any, str]] = []
    for letter in sorted(letters, key=str):
        shown, index = setting.units.spaces.norms.get(letter, ("", "none"))
        if index not in _STRETCHES:
            continue
        with contextlib.suppress(CannotRead, ValueError, TypeError):
            matrix = setting.read(shown)
            if not getattr(matrix, "is_Matrix", False) or 1 in matrix.shape:
                continue
            found.setdefault(matrix, letter)
            found.setdefault(sp.Transpose(matrix).doit(), letter)
            if isinstance(matrix, sp.MatMul) and index in _MULTIPLIES:
                products.append((matrix, letter, index))
    more = []
    for matrix, letter, index in products:
        number, factors = _factors(matrix)
        bound = _product(factors, found)
        same = bound is not None and all(setting.units.spaces.norms[s][1] == index for s in bound.free_symbols)
        if bound is not None and same:
            more.append(letter <= sp.Abs(number) * bound)
    return found, more


def _factors(matrix: Any) -> tuple[Any, list[Any]]:
    number, rest = matrix.as_coeff_mmul() if isinstance(matrix, sp.MatMul) else (sp.Integer(1), matrix)
    return number, list(rest.args) if isinstance(rest, sp.MatMul) else [rest]


def _product(factors: Iterable[Any], stretch: dict[Any, Any]) -> Any:
    """The product of the norms of some matrices; None if that of one is not there."""
    found = sp.Integer(1)
    for factor in factors:
        if factor not in stretch:
            return None
        found *= stretch[factor]
    return found


def _of_trace(trace: Any, stretch: dict[Any, Any]) -> Iterator[Any]:
    """Bounds of the square of a norm of a product, ``A B`` or ``A u - A v``, and of a form ``u^T A B v``."""
    if (common := _with_a_common_factor(trace.args[0])) is not None and common[0] in stretch:
        first, rest = common
        size = sp.Trace(sp.MatMul(sp.Transpose(rest).doit(), rest).doit())
        yield sp.sqrt(trace) <= stretch[first] * sp.sqrt(size)
        yield trace <= stretch[first] ** 2 * size
    for factors in _roots(trace.args[0]):
        for k in range(1, len(factors)):
            bound = _product(factors[:k], stretch)
            rest = sp.MatMul(*factors[k:]) if len(factors) > k + 1 else factors[k]
            if bound is not None:
                size = sp.Trace(sp.MatMul(sp.Transpose(rest).doit(), rest).doit())
                yield sp.sqrt(trace) <= bound * sp.sqrt(size)
                yield trace <= bound**2 * size
    for first, inner, last in _forms(trace.args[0]):
        bound = _product(inner, stretch)
        if bound is not None:
            one, other = (sp.sqrt(sp.Trace(sp.MatMul(sp.Transpose(v).doit(), v).doit())) for v in (first, last))
            yield trace <= bound * one * other
            yield trace >= -bound * one * other


def _with_a_common_factor(matrix: Any) -> tuple[Any, Any] | None:
    """A matrix and a sum of whose product, ``A u - A v = A (u - v)``, a matrix is the square; None if it is none."""
    factors = list(matrix.args) if isinstance(matrix, sp.MatMul) else []
    if len(factors) != 2 or factors[0] != sp.Transpose(factors[1]).doit() or not isinstance(factors[1], sp.MatAdd):
        return None
    parts = [_factors(term) for term in factors[1].args]
    first = parts[0][1][0]
    if any(len(product) < 2 or product[0] != first for _, product in parts):
        return None
    return first, sp.MatAdd(*(sp.MatMul(number, *product[1:]) for number, product in parts))


def _roots(matrix: Any) -> Iterator[list[Any]]:
    """The products of which a trace is the square of the Frobenius norm, as factors: ``A B`` of ``B^T A^T A B``."""
    number, factors = _factors(matrix)
    half = len(factors) // 2
    if number != 1 or len(factors) % 2 or not 4 <= len(factors) <= MOST_FACTORS:
        return
    for k in range(len(factors)):
        turned = [*factors[k:], *factors[:k]]
        if turned[:half] == [sp.Transpose(f).doit() for f in reversed(turned[half:])]:
            yield turned[half:]


def _forms(matrix: Any) -> Iterator[tuple[Any, list[Any], Any]]:
    """The ways in which a trace is that of ``u^T A .. B v``: u, the matrices, and v."""
    number, factors = _factors(matrix)
    if number != 1 or not 3 <= len(factors) <= MOST_FACTORS:
        return
    for k in range(len(factors)):
        turned = [*factors[k:], *factors[:k]]
        if turned[0].shape[0] == 1 == turned[-1].shape[1]:
            yield sp.Transpose(turned[0]).doit(), turned[1:-1], turned[-1]


def of_a_mean(setting: Setting, shown: str, index: str) -> list[tuple[int, Any]]:
    r"""What the norm of a mean, a sum or an integral, as written, is at most; and its square, if it is a mean's.

    Returns:
        exponents of the norm, and what that power of it is at most.
    """
    found: list[tuple[int, Any]] = []
    with contextlib.suppress(CannotRead, ValueError, TypeError):
        unit = as_one(words(shown), setting.known_units())
        if unit is None or not _is_convex(setting, unit):
            return []
        inner = rf"\|{joined(unit.inside)}\|_{{{index}}}" if index else rf"\|{joined(unit.inside)}\|"
        for exponent in (1, 2) if unit.kind == "mean" else (1,):
            raised = inner if exponent == 1 else f"{inner}^{{2}}"
            bound = setting.read(around(unit, raised))
            if not getattr(bound, "is_Matrix", False):
                found.append((exponent, bound))
    return found


def of_vector_means(setting: Setting, sides: Iterable[Any]) -> list[Any]:
    r"""``\|\mathbb{E} x\| \le \mathbb{E} \|x\|``, of means and sums that are letters for vectors."""
    units = setting.units
    sides = [side for side in sides if isinstance(side, sp.Basic)]
    numbers = {
        s: units.inside[str(s.name)] for e in sides for s in e.free_symbols if getattr(s, "name", "") in units.inside
    }
    found = []
    for trace in sorted({t for side in sides for t in side.atoms(sp.Trace)}, key=str):
        of = rooted(trace.args[0])
        of = of.args[0] if isinstance(of, sp.Transpose) else of
        kind, head, body = units.bodies.get(str(getattr(of, "name", "")), ("", "", None))
        if kind not in ("mean", "sum"):
            continue
        square = apart(sp.Trace(sp.MatMul(sp.Transpose(body).doit(), body).doit()))
        for letter, (other, law, rest) in numbers.items():
            same = (other, law) == (kind, head)
            if same and rest.has(sp.Trace) and apart(rest) == sp.sqrt(square):
                found.append(sp.sqrt(trace) <= letter)
    return [*found, *_of_ways(setting, sides)]


def _of_ways(setting: Setting, sides: Iterable[Any]) -> Iterator[Any]:
    r"""``\|w(T) - w(0)\| \le \int_0^T \|\dot w(t)\| dt``: no way is shorter than the line between its ends."""
    for letter in sorted({s for side in sides for s in side.free_symbols}, key=str):
        kind, head, body = setting.units.bodies.get(str(getattr(letter, "name", "")), ("", "", None))
        rates = [s for s in getattr(body, "free_symbols", ()) if isinstance(s, sp.MatrixSymbol) and s.shape[1] == 1]
        if kind != "integral" or len(rates) != 1 or not _is_convex(setting, Unit(kind, head, (), ())):
            continue
        (rate,) = rates
        length = sp.sqrt(apart(sp.Trace(sp.MatMul(sp.Transpose(rate), rate))))
        whole = of_a_derivative(setting, head, rate) if apart(body) == length else None
        if whole is not None:
            yield sp.sqrt(sp.Trace(sp.MatMul(sp.Transpose(whole).doit(), whole))) <= letter


def around(unit: Unit, inside: str) -> str:
    """A mean, a sum or an integral of something else, as it is written."""
    head, _, more = unit.head.partition("|")
    if unit.kind == "mean":
        return rf"{head}[{inside}\mid {more}]" if more else f"{head}[{inside}]"
    return f"{head} {inside} {more}" if unit.kind == "integral" else f"{head} {inside}"


def _is_convex(setting: Setting, unit: Unit) -> bool:
    """Whether it is of weights that are not negative: a mean, a sum, an integral from 0 on to what is not below it."""
    if unit.kind in ("mean", "sum"):
        return True
    tokens = words(unit.head.partition("|")[0])
    if tokens[:4] != [r"\int", "_", "{", "0"] or tokens[4:7] != ["}", "^", "{"]:
        return False
    end = setting.meanings.get(joined(tokens[7:-1]))
    return bool(getattr(end, "is_nonnegative", False)) or tokens[7:-1] in (["1"], [r"\infty"])
