"""The search for a `Subdivision`: cones are split until the coefficients have one sign in each.

A form that is positive on an orthant has such a subdivision; one that vanishes inside has one where the cones meet at
its zeros, so these are looked for first, among small integer vectors.  A cone with a negative vertex ends the search.
"""

from __future__ import annotations

import itertools
from math import gcd

import sympy as sp
from flint import fmpq_mpoly

from ...ground import effort
from .certificates import (
    Half,
    Signs,
    Subdivision,
    Tree,
    cone_is_settled,
    flipped,
    homogeneous,
    identity,
    in_cone,
    needed,
    orthants,
    split_cone,
)

_NODES, _DEPTH, _TERMS = 1500, 14, 900


class Fails(Exception):
    """No subdivision was found; the polynomial may be negative at `vertex`."""


def subdivision(poly: fmpq_mpoly, signs: Signs, strict: bool, deadline: float) -> Subdivision | None:
    """A certificate that the polynomial is not negative (or positive) where its variables have the signs; or None."""
    halves = orthants(signs)
    if len(halves) > 16 or len(poly) > 200 or len(signs) > 6 or poly.total_degree() > 14:
        return None
    found = []
    try:
        for flips in halves:
            form, required = homogeneous(flipped(poly, flips), needed(signs))
            search = _Search(form, required, strict, deadline)
            if strict and any(all(z[j] for j, r in enumerate(required) if r) for z in search.zeros):
                return None
            found.append(Half(flips, search.tree(identity(len(required)), 0)))
    except Fails:
        return None
    return Subdivision(tuple(found))


class _Search:
    def __init__(self, form: fmpq_mpoly, required: tuple[bool, ...], strict: bool, deadline: float) -> None:
        self.form, self.required, self.strict, self.deadline = form, required, strict, deadline
        self.nodes = 0
        self.zeros = self._zeros()

    def _zeros(self) -> list[list[int]]:
        """Small integer vectors, with at least two entries, at which the form vanishes."""
        size = len(self.required)
        top = {1: 2, 2: 12, 3: 6, 4: 3, 5: 2}.get(size, 1)
        found = []
        for ray in itertools.product(range(top + 1), repeat=size):
            if sum(x > 0 for x in ray) > 1 and gcd(*ray) == 1 and self._value(list(ray)) == 0:
                found.append(list(ray))
        return found if len(found) <= 12 else [z for z in found if max(z) == 1][:12]

    def _value(self, ray: list[int]) -> object:
        return self.form(*ray)

    def tree(self, cone: list[list[int]], depth: int) -> Tree:
        """A tree of splits of a cone.

        Raises:
            Fails: if none was found.
        """
        self.nodes += 1
        effort.spend(200 + 10 * len(self.form))
        if self.nodes > _NODES or depth > _DEPTH or effort.spent() > self.deadline:
            raise Fails
        local = in_cone(self.form, cone)
        if len(local) > _TERMS:
            raise Fails
        if cone_is_settled(local, cone, self.required, self.strict):
            return None
        if local.total_degree() and any(c < 0 for e, c in local.to_dict().items() if sum(x > 0 for x in e) == 1):
            raise Fails  # negative at a vertex
        weights = self._split(local, cone)
        if weights is None:
            raise Fails
        return (weights, tuple((k, self.tree(part, depth + 1)) for k, part in split_cone(cone, weights)))

    def _split(self, local: fmpq_mpoly, cone: list[list[int]]) -> tuple[int, ...] | None:
        for zero in self.zeros:
            weights = _coordinates(zero, cone)
            if weights is not None and sum(w > 0 for w in weights) > 1:
                return weights
        negative = [(c, e) for e, c in local.to_dict().items() if c < 0]
        if not negative:
            return None  # only strictness fails, and a split does not mend that
        _, exponents = min(negative, key=lambda term: (sum(x > 0 for x in term[1]), term[0]))
        # near a zero at a vertex, directions away from it are told apart by splits of the face opposite
        vertices = {e.index(max(e)) for e, c in local.to_dict().items() if c > 0 and sum(x > 0 for x in e) == 1}
        support = sorted((k for k, x in enumerate(exponents) if x), key=lambda k: (k not in vertices, -exponents[k]))
        i, j = support[0], support[1]
        a, b = self._ratio(local, i, j)
        return tuple(a if k == i else b if k == j else 0 for k in range(len(cone)))

    def _ratio(self, local: fmpq_mpoly, i: int, j: int) -> tuple[int, int]:
        """Where to split the edge between two generators: at a double root if there is a rational one."""
        edge: dict[int, object] = {}
        for exponents, c in local.to_dict().items():
            if all(not x or k in (i, j) for k, x in enumerate(exponents)):
                edge[int(exponents[i])] = c
        if len(edge) > 2:
            s = sp.Dummy()
            poly = sp.Poly({(k,): sp.Rational(int(c.p), int(c.q)) for k, c in edge.items()}, s)  # type: ignore[attr-defined]
            repeated = poly.gcd(poly.diff())
            if repeated.degree() > 0:
                for root in sp.roots(repeated, filter="Q"):
                    if root > 0 and max(root.p, root.q) < 1000:
                        return int(root.p), int(root.q)
        return 1, 1


def _coordinates(ray: list[int], cone: list[list[int]]) -> tuple[int, ...] | None:
    """A ray in the coordinates of a cone, as integers; None if it is outside."""
    matrix = sp.Matrix(cone).T
    if matrix.rows != matrix.cols or matrix.det() == 0:
        return None
    solved = matrix.LUsolve(sp.Matrix(ray))
    if any(x < 0 for x in solved):
        return None
    common = sp.ilcm(*(x.q for x in solved)) if len(solved) > 1 else solved[0].q
    return tuple(int(x * common) for x in solved)
