"""What a tower is made of: generators, and fractions of polynomials in them."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp
from flint import fmpq_mpoly

from ..sign_sets import ANY, SignSet


class NotInTower(Exception):
    """The expression contains something that has no normal form here."""


class Refine(Exception):
    """A finer unit of a root or an exponent is needed; the tower is rebuilt with it."""

    def __init__(self, key: str, denominator: int) -> None:
        self.key, self.denominator = key, denominator


@dataclass
class Generator:
    """One generator: what it stands for, and its relation ``g**power = base`` if it has one.

    `kind` is one of atom, exp, root, log, abs, delta, sum, product, trig, opaque.  `argument` is the element whose
    exponential, root, logarithm or absolute value it is.
    """

    name: str
    kind: str
    expr: sp.Expr
    power: int = 0
    base: fmpq_mpoly | None = None
    argument: Element | None = None
    sign: SignSet = ANY


@dataclass(frozen=True)
class Element:
    """A fraction of polynomials in the generators of a tower."""

    num: fmpq_mpoly
    den: fmpq_mpoly
