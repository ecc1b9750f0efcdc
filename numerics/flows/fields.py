"""Vector fields: a gradient flow at concrete sizes, as an ordinary differential equation in plain symbols.

The field is found by writing the loss out and differentiating it entry by entry.  The exact prover differentiates
under the sums instead, so that the two are independent routes to the same equation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray
from sympy.core.function import AppliedUndef

from layerproof.language.flows import GradientFlow
from layerproof.language.symbols import time as default_time
from layerproof.language.written import Written, plain

from ..concrete import CannotInstantiate, Instance, Sizes
from ..definedness import parts_of
from ..formulas import Array


@dataclass(frozen=True)
class VectorField:
    """``d(variable)/dt = rate``; rates are expressions in the variables, the parameters and the time.

    Raises:
        ValueError: if numbers of variables and rates differ, or a rate has a symbol that is none of these.
    """

    variables: tuple[sp.Symbol, ...]
    rates: tuple[sp.Expr, ...]
    parameters: tuple[sp.Symbol, ...] = ()
    time: sp.Symbol = field(default_factory=default_time)

    def __post_init__(self) -> None:
        if len(self.variables) != len(self.rates):
            raise ValueError(
                f"got {len(self.variables)} variables and {len(self.rates)} rates; expected one rate a variable"
            )
        object.__setattr__(self, "rates", tuple(sp.sympify(r) for r in self.rates))
        known = {*self.variables, *self.parameters, self.time}
        for rate in self.rates:
            if unknown := rate.free_symbols - known:
                raise ValueError(
                    f"rate {rate} has the symbol {min(map(str, unknown))}, which is neither variable nor parameter"
                )

    def canonical(self) -> tuple[sp.Expr, ...]:
        """The rates in standard symbols, so that fields of the same structure share one compilation."""
        names: dict[Any, Any] = {v: sp.Symbol(f"x{k}", real=True) for k, v in enumerate(self.variables)}
        names |= {p: sp.Symbol(f"p{k}", real=True) for k, p in enumerate(self.parameters)}
        names[self.time] = sp.Symbol("t", real=True)
        return tuple(rate.xreplace(names) for rate in self.rates)

    def extended(self, variables: Sequence[sp.Symbol], rates: Sequence[sp.Expr]) -> VectorField:
        """The field with more variables; parameters that only the new rates have are added."""
        everything = (*self.variables, *variables)
        new = (
            set().union(*(r.free_symbols for r in rates)) - {*everything, *self.parameters, self.time}
            if rates
            else set()
        )
        return VectorField(everything, (*self.rates, *rates), (*self.parameters, *sorted(new, key=str)), self.time)


def instance_of(flow: GradientFlow, sizes: Sizes) -> Instance:
    """An empty instance that knows which functions the flow moves."""
    return Instance(dict(sizes), flow.time, flow.names)


def field_of(flow: GradientFlow, instance: Instance) -> VectorField:
    """The gradient flow at the sizes of `instance`: minus the gradient of the loss, written out.

    Raises:
        CannotInstantiate: if the loss has a free index (then it is no loss, but a family of them), or is written with
            parts that need not have a value everywhere.
    """
    entries = sorted((a for a in flow.loss.atoms(AppliedUndef) if a.func.__name__ in flow.names), key=str)
    if not entries:
        raise CannotInstantiate("the loss depends on no parameter")
    loss = instance.concrete(flow.loss)
    for part in (p for written in loss.atoms(Written) for p in parts_of(written)):
        raise CannotInstantiate(
            f"whether {part}, which is in the loss as it is written, has a value all along is not seen"
        )
    loss = plain(loss)
    variables = instance.variables()
    rates = tuple(-sp.diff(loss, v) for v in variables)
    parameters = set().union(*(r.free_symbols for r in rates)) - {*variables, flow.time}
    return VectorField(variables, rates, tuple(sorted(parameters, key=str)), flow.time)


def restriction_of(
    flow: GradientFlow, instance: Instance, variables: Sequence[sp.Symbol]
) -> list[tuple[sp.Expr, sp.Expr]]:
    """The equations of the invariant set, one an entry: pairs of a variable and its value, or (expression, 0)."""
    equations: list[tuple[sp.Expr, sp.Expr]] = []
    known = set(variables)
    for expr in flow.invariant:
        for at in instance.index_values([expr], most=None):
            flat = instance.concrete(expr, at)
            if flat == 0:
                continue
            moving = sorted(flat.free_symbols & known, key=str, reverse=True)
            linear = [v for v in moving if flat.is_polynomial(v) and sp.degree(flat, v) == 1]
            if linear:
                slope = sp.expand(flat).coeff(linear[0], 1)
                equations.append((linear[0], -sp.expand(flat).coeff(linear[0], 0) / slope))
            else:
                equations.append((flat, sp.Integer(0)))
    return equations


def in_domain(symbol: sp.Symbol, value: Array) -> NDArray[np.bool_]:
    """Where `value` satisfies the assumptions of `symbol`; the edge of a closed domain is inside."""
    good = np.ones(np.shape(value), dtype=bool)
    if symbol.is_positive:
        good &= value > 0
    elif symbol.is_nonnegative:
        good &= value >= 0
    if symbol.is_negative:
        good &= value < 0
    elif symbol.is_nonpositive:
        good &= value <= 0
    if symbol.is_zero is False:
        good &= value != 0
    if symbol.is_integer:
        good &= value == np.round(value)
    if symbol.is_even or symbol.is_odd:
        good &= value % 2 == (1 if symbol.is_odd else 0)
    return good


def domain_of(symbol: sp.Symbol) -> list[str]:
    """The assumptions of `symbol` that `in_domain` looks at, in words."""
    words = ("positive", "nonnegative", "negative", "nonpositive", "nonzero", "integer")
    held = [word for word in words if getattr(symbol, f"is_{word}")]
    implied = {"positive": ("nonnegative", "nonzero"), "negative": ("nonpositive", "nonzero")}
    return [word for word in held if not any(word in implied.get(other, ()) for other in held)]
