"""Names for laws: which entry of which difference of Gram matrices a quadratic law is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from .layers import Weight
from .parametrisation import Model
from .polynomials import Polynomial, merged


@dataclass(frozen=True)
class Gram:
    """A law as one entry of a sum of Gram matrices, such as ``W_2^T W_2 - W_1 W_1^T``.

    Attributes:
        matrix: the sum, in words.
        row, column: the entry, counted from 1, row <= column; 0 if `matrix` is a number.
    """

    matrix: str
    row: int
    column: int


def described(law: Polynomial, model: Model) -> str:
    """A law in a few words."""
    if (gram := as_gram(law, model)) is not None:
        if not gram.row:
            return gram.matrix
        return f"entry ({gram.row}, {gram.column}) of {gram.matrix}"
    names = model.parametrisation.names
    found = plain(law, model)
    if len(found) <= 60:
        return found
    weights = dict.fromkeys(owner(names[v], model) for v in sorted(law.variables))
    return f"a polynomial of degree {law.degree} in {', '.join(weights)}"


def owner(name: str, model: Model) -> str:
    """The weight that a parameter is an entry of, or the parameter itself."""
    for weight, start in model.parametrisation.weights:
        if start <= model.parametrisation.names.index(name) < start + weight.rows * weight.columns:
            return weight.name
    return name


def plain(law: Polynomial, model: Model) -> str:
    """A law in plain text, positive terms first."""
    names = model.parametrisation.names
    found = ""
    for monomial, value in sorted(law.terms.items(), key=lambda item: (item[1] < 0, -len(item[0]), item[0])):
        powers = dict.fromkeys(monomial)
        product = "*".join(names[v] + (f"**{n}" if (n := monomial.count(v)) > 1 else "") for v in powers)
        factor = "" if abs(value) == 1 else f"{abs(value)}*"
        sign = "-" if value < 0 else "+"
        found += f" {sign} {factor}{product}" if found else f"{'-' if value < 0 else ''}{factor}{product}"
    return found


def as_gram(law: Polynomial, model: Model) -> Gram | None:
    """The law as an entry of a combination of Gram matrices of weights; None if it is none.

    The blocks tried are ``W^T W`` and ``W W^T`` of each weight, and ``b b^T`` of each vector, at one entry (a, b); the
    law must be a sum of such blocks, each with one coefficient, and use each of its monomials once.
    """
    if not law.terms or any(len(m) != 2 for m in law.terms):
        return None
    for (row, column), blocks in _families(model):
        rest = dict(law.terms)
        parts: list[tuple[Fraction, str]] = []
        for text, block in blocks:
            values = {rest.get(m, Fraction(0)) / c for m, c in block.items()}
            if len(values) == 1 and (value := values.pop()):
                parts.append((value, text))
                for m in block:
                    del rest[m]
        if parts and not rest:
            return Gram(_sum(parts), row, column)
    return None


_Block = tuple[str, dict[tuple[int, ...], Fraction]]


def _families(model: Model) -> Iterator[tuple[tuple[int, int], list[_Block]]]:
    """Blocks of which a law may be the sum, with the entry that they all are."""
    weights = model.parametrisation.weights
    vectors = [(w, start) for w, start in weights if w.columns == 1 and not w.name.startswith("b_")]
    if len(vectors) == len(weights):
        longest = max((w.rows for w, _ in vectors), default=0)
        for shift in range(longest // 2 + 1):
            yield (0, 0), [_autocorrelation(w, start, shift) for w, start in vectors if shift < w.rows]
        for k in range(longest):
            yield (0, 0), [(f"{w.entry_name(k, 0)}**2", {(start + k,) * 2: Fraction(1)}) for w, start in vectors]
        return
    most = max((max(w.shape) for w, _ in weights), default=0)
    for a in range(most):
        for b in range(a, most):
            yield (a + 1, b + 1), list(_blocks(model, a, b))


def _autocorrelation(weight: Weight, start: int, shift: int) -> _Block:
    found: dict[tuple[int, ...], Fraction] = {}
    for k in range(weight.rows):
        pair = merged((start + k,), (start + (k + shift) % weight.rows,))
        found[pair] = found.get(pair, Fraction(0)) + 1
    name = weight.name
    return (f"sum_i {name}_i {name}_(i+{shift})" if shift else f"|{name}|^2"), found


def _blocks(model: Model, a: int, b: int) -> Iterator[_Block]:
    for weight, start in model.parametrisation.weights:
        if a < weight.columns > b:
            yield f"{weight.name}^T {weight.name}", _gram(start, weight, a, b, by_column=True)
        if a < weight.rows > b:
            yield f"{weight.name} {weight.name}^T", _gram(start, weight, a, b, by_column=False)


def _gram(start: int, weight: Weight, a: int, b: int, *, by_column: bool) -> dict[tuple[int, ...], Fraction]:
    found: dict[tuple[int, ...], Fraction] = {}
    for k in range(weight.rows if by_column else weight.columns):
        left, right = ((k, a), (k, b)) if by_column else ((a, k), (b, k))
        pair = merged(*((start + i * weight.columns + j,) for i, j in (left, right)))
        found[pair] = found.get(pair, Fraction(0)) + 1
    return found


def _sum(parts: list[tuple[Fraction, str]]) -> str:
    found = ""
    for value, text in sorted(parts, key=lambda part: part[0] < 0):
        factor = "" if abs(value) == 1 else f"{abs(value)} "
        sign = "-" if value < 0 else "+"
        found += f" {sign} {factor}{text}" if found else f"{'-' if value < 0 else ''}{factor}{text}"
    return found
