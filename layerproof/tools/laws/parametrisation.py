"""Models: a network, an attention block, or a polynomial map, and the functions of the weights that a loss can see.

However large the data set, whatever the loss, the gradient of the loss is a combination of the gradients of
phi_1, ..., phi_n, polynomials in the parameters theta, with coefficients that depend on the data.  So a function h of
the parameters is conserved for every loss and every data set if, and (where the data excite every phi_k) only if,
``<grad h, grad phi_k> = 0`` for every k (Marcotte, Gribonval, Peyre, "Abide by the law and follow the flow", NeurIPS
2023, section 2).

- Of a network that is a polynomial in its input x, phi are the coefficients of the monomials of x.  These are linearly
  independent functions, so that the data excite all of them.
- Of a network with rectifiers, a neuron's gate s is 0 or 1, and constant near almost every point: phi are the
  coefficients of the monomials of x *and* of the gates.  With one hidden layer these are the products u_kj v_ji of the
  paper, with several they are the sums over paths.  Whether the data excite all of them is found out, see `excitation`.
- Of softmax attention phi are the entries of Q K^T, and of V O if there are values, for each head.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.arguments import refuse_text
from .layers import MOST_TERMS, Layer, Scope, Transposed, Weight, check_layers, composed, walk
from .polynomials import Polynomial, PolynomialMap, TooLarge, total

MOST_PARAMETERS = 250
"""The most parameters that a model may have."""

_collector: ContextVar[list[Model] | None] = ContextVar("layerproof_models", default=None)


@dataclass(frozen=True)
class Term:
    """To which function of input and gates a component of phi belongs.

    Attributes:
        output: the output of the network.
        monomial: of the inputs and the gates, by the numbers of the scope.
    """

    output: int
    monomial: tuple[int, ...]


@dataclass(frozen=True)
class Parametrisation:
    """The map phi of a model, with the names of its parameters.

    Attributes:
        names: the parameters, theta_1, ..., theta_D.
        phi: the map.
        weights: the weights, each with the number of its first parameter; none if phi was given.
        terms: of a network, what each component of phi is the coefficient of; a component may be that of several.
        scope: of a network, its inputs and gates.
    """

    names: tuple[str, ...]
    phi: PolynomialMap
    weights: tuple[tuple[Weight, int], ...] = ()
    terms: Mapping[Term, tuple[int, Fraction]] | None = None
    scope: Scope | None = None


class Attention:
    """A block of softmax attention, which depends on Q and K through ``Q K^T`` only, for each head.

    Args:
        dim: the width of a token; Q and K are dim x head.
        head: the width of a head.
        heads: their number.
        values: whether there are V (dim x head) and O (head x dim) as well, seen through ``V O``.
        tied: whether K is Q.

    Raises:
        ValueError: if a size is no positive integer.
    """

    def __init__(self, dim: int, head: int, *, heads: int = 1, values: bool = False, tied: bool = False) -> None:
        for size, what in ((dim, "width of a token"), (head, "width of a head"), (heads, "number of heads")):
            if isinstance(size, bool) or not isinstance(size, int) or size < 1:
                raise ValueError(f"got {size!r} for the {what}; expected a positive integer")
        self.dim, self.head, self.heads, self.values, self.tied = dim, head, heads, values, tied

    def parametrisation(self) -> Parametrisation:
        """The entries of the products."""
        scope = Scope()
        components: list[Polynomial] = []
        for number in range(1, self.heads + 1):
            suffix = f"_{number}" if self.heads > 1 else ""
            query = Weight(f"Q{suffix}", self.dim, self.head)
            key = query if self.tied else Weight(f"K{suffix}", self.dim, self.head)
            pairs: list[tuple[Weight, Weight | Transposed]] = [(query, key.T)]
            if self.values:
                pairs.append((Weight(f"V{suffix}", self.dim, self.head), Weight(f"O{suffix}", self.head, self.dim)))
            for left, right in pairs:
                components += [
                    total(scope.entry(left, i, r) * scope.entry(right, r, j) for r in range(self.head))
                    for i in range(self.dim)
                    for j in range(self.dim)
                ]
        return _seen(scope, components)

    def __str__(self) -> str:
        return f"Attention({self.dim}, {self.head})"


def _seen(scope: Scope, components: Sequence[Polynomial]) -> Parametrisation:
    different = dict.fromkeys(tuple(sorted(c.terms.items())) for c in components if c.degree)
    phi = PolynomialMap(len(scope.parameters), tuple(Polynomial(dict(terms)) for terms in different))
    weights = tuple((w, scope.start(w)) for w in scope.weights)
    return Parametrisation(tuple(scope.parameters), phi, weights)


class Model:
    """A parametrisation whose conserved quantities are asked for.

    Args:
        name: for tables and for the ids of claims.
        network: the layers, in the order in which the input meets them, or one `Attention` block.
        parameters: instead of a network, the symbols of a map that is given.
        phi: that map: polynomials in the parameters with rational coefficients.

    Raises:
        ValueError: if sizes do not fit, or phi is not polynomial, or does not depend on every parameter.
        TooLarge: if there are more than `MOST_PARAMETERS` parameters or `MOST_TERMS` terms.

    >>> from layerproof.tools.laws import Linear
    >>> Model("one neuron", [Linear(2, 1), Linear(1, 1)]).parametrisation.names
    ('W_1_11', 'W_1_12', 'W_2_1')
    """

    def __init__(
        self,
        name: str,
        network: Sequence[Layer] | Attention | None = None,
        *,
        parameters: Sequence[sp.Expr] = (),
        phi: Sequence[sp.Expr] | sp.Matrix | sp.Expr | None = None,
    ) -> None:
        if not isinstance(name, str) or not re.search(r"[a-zA-Z0-9]", name):
            raise ValueError(f"got the name {name!r}; expected a text with a letter, such as 'two layers'")
        if (network is None) == (phi is None):
            raise ValueError(f"model {name!r}: expected either layers, or parameters and phi")
        self.name = name
        self.layers: tuple[Layer, ...] = ()
        self.block: Attention | None = None
        self._given: tuple[tuple[sp.Expr, ...], tuple[sp.Expr, ...]] | None = None
        if phi is not None:
            listed = list(phi) if isinstance(phi, (list, tuple, sp.MatrixBase)) else [phi]
            refuse_text(f"phi of model {name!r}", listed)
            self._given = (tuple(parameters), tuple(map(sp.sympify, listed)))
        elif isinstance(network, Attention):
            self.block = network
        else:
            layers = [network] if isinstance(network, Layer) else list(network or ())
            check_layers(layers, f"model {name!r}")
            self.layers = tuple(layers)
        try:
            self.parametrisation = self._parametrisation()
        except TooLarge as problem:
            raise TooLarge(f"model {name!r}: {problem}") from None
        except ValueError as problem:
            raise ValueError(f"model {name!r}: {problem}") from None
        self.symmetries: list[Any] = []
        if (collector := _collector.get()) is not None:
            collector.append(self)

    @property
    def slug(self) -> str:
        """The name as a part of a claim's id."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")

    @property
    def gated(self) -> bool:
        """Whether it has rectifiers."""
        return any(layer.gated() for layer in self.layers)

    @cached_property
    def symbols(self) -> tuple[sp.Symbol, ...]:
        """The parameters, as they are named in what is printed."""
        return tuple(sp.Symbol(name, real=True) for name in self.parametrisation.names)

    def symbol(self, expr: sp.Expr) -> int:
        """The number of a parameter, given as a symbol, a trajectory or its name.

        Raises:
            ValueError: if there is none of that name.
        """
        name = _name(expr)
        names = self.parametrisation.names
        if name not in names:
            raise ValueError(f"model {self.name!r} has no parameter {name!r}; it has {_listed(names)}")
        return names.index(name)

    def _parametrisation(self) -> Parametrisation:
        if self._given is not None:
            found = _given(*self._given)
        elif self.block is not None:
            found = self.block.parametrisation()
        else:
            found = _network(self.layers)
        if not found.names:
            raise ValueError("it has no parameters")
        if len(found.names) > MOST_PARAMETERS:
            raise TooLarge(
                f"too large: {len(found.names)} parameters, and time grows as their cube; the limit is "
                f"{MOST_PARAMETERS}: take a narrower model, which usually has the same kind of law"
            )
        if found.phi.terms > MOST_TERMS:
            raise TooLarge(
                f"too large: phi has {found.phi.terms} terms; the limit is {MOST_TERMS}: take a narrower or shallower "
                "model, which usually has the same kind of law"
            )
        met = {v for c in found.phi.components for v in c.variables}
        if idle := [name for k, name in enumerate(found.names) if k not in met]:
            raise ValueError(f"nothing depends on {_listed(idle)}; leave out what is never trained")
        return found

    def __repr__(self) -> str:
        return f"Model({self.name!r})"


def _network(layers: Sequence[Layer]) -> Parametrisation:
    widths = [layer.inputs for layer in walk(layers) if layer.inputs is not None]
    if not widths:
        raise ValueError("no layer has weights")
    scope = Scope()
    outputs = composed(layers, scope, scope.input(widths[0]))
    gates = {variable for variable, _ in scope.gates}
    coefficients: dict[Term, dict[tuple[int, ...], Fraction]] = {}
    for k, output in enumerate(outputs):
        for monomial, value in output.terms.items():
            outer = tuple(v for v in monomial if v < 0)
            # a gate is 0 or 1, so that its powers are itself
            outer = tuple(v for n, v in enumerate(outer) if v not in gates or v not in outer[:n])
            inner = coefficients.setdefault(Term(k, outer), {})
            theta = tuple(v for v in monomial if v >= 0)
            inner[theta] = inner.get(theta, Fraction(0)) + value
    terms: dict[Term, tuple[int, Fraction]] = {}
    numbers: dict[tuple[tuple[tuple[int, ...], Fraction], ...], int] = {}
    for term, inner in coefficients.items():
        alive = {m: c for m, c in inner.items() if c and m}
        if not alive:
            continue
        scale = next(iter(dict(sorted(alive.items())).values()))
        key = tuple(sorted((m, c / scale) for m, c in alive.items()))
        terms[term] = (numbers.setdefault(key, len(numbers)), scale)
    phi = PolynomialMap(len(scope.parameters), tuple(Polynomial(dict(key)) for key in numbers))
    weights = tuple((w, scope.start(w)) for w in scope.weights)
    return Parametrisation(tuple(scope.parameters), phi, weights, terms, scope)


def _given(parameters: tuple[sp.Expr, ...], phi: tuple[sp.Expr, ...]) -> Parametrisation:
    names = tuple(_name(p) for p in parameters)
    if not names:
        raise ValueError("phi is given without its parameters; write Model(name, parameters=[a, b], phi=[a*b])")
    if len(set(names)) < len(names):
        raise ValueError(f"a parameter is given twice among {_listed(names)}")
    components = []
    for expr in phi:
        unknown = sorted({str(s) for s in expr.free_symbols | expr.atoms(AppliedUndef)} - set(map(str, parameters)))
        times = {str(s) for p in parameters for s in getattr(p, "free_symbols", ()) if isinstance(p, AppliedUndef)}
        if unknown := [name for name in unknown if name not in times]:
            raise ValueError(
                f"phi has {_listed(unknown)}, no parameter; give it a rational value, or make it a parameter"
            )
        components.append(polynomial_in(expr, parameters))
    scope = Scope(parameters=list(names))
    return _seen(scope, components)


def polynomial_in(expr: sp.Expr, parameters: Sequence[sp.Expr]) -> Polynomial:
    """An expression as a polynomial in `parameters`, symbols or trajectories, with rational coefficients.

    Raises:
        ValueError: if it is none.
    """
    stand_ins = [sp.Dummy() for _ in parameters]
    replaced = sp.sympify(expr).xreplace(dict(zip(parameters, stand_ins, strict=True)))
    try:
        poly = sp.Poly(replaced, *stand_ins, domain="QQ")
    except (sp.PolynomialError, sp.CoercionFailed, ValueError):
        raise ValueError(f"got {expr}; expected a polynomial in the parameters with rational coefficients") from None
    return Polynomial(
        {
            tuple(v for v, power in enumerate(powers) for _ in range(power)): Fraction(int(c.p), int(c.q))
            for powers, c in poly.terms()
            if c
        }
    )


def _name(expr: object) -> str:
    return expr.func.__name__ if isinstance(expr, AppliedUndef) else str(expr)


def _listed(names: Sequence[str], most: int = 8) -> str:
    shown = ", ".join(names[:most])
    return shown + (f" and {len(names) - most} more" if len(names) > most else "")


@contextlib.contextmanager
def collecting() -> Iterator[list[Model]]:
    """Remember every model made inside the block, in order."""
    models: list[Model] = []
    token = _collector.set(models)
    try:
        yield models
    finally:
        _collector.reset(token)
