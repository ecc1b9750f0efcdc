"""Stationary points, with or without constraints, and that they are minima or maxima."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import sympy as sp
from sympy.core.function import AppliedUndef

from ..flows import partial
from ..goals import Certificate, Goal, Impossible, Inside, Sign, Smooth, Zero
from ..places import mentions, put
from ..printing import text
from ..ranges import of_sign, presumed
from ..smooth import partial_parts
from .base import Row, Statement


@dataclass(frozen=True)
class Stationary(Statement):
    """`objective` is stationary at a point of its domain, under ``constraints = 0`` with multipliers.

    The domain is cut out by the hypotheses of the claim and by the variables' own signs.  Shown are: the point lies in
    it; every constraint vanishes there, and so does every derivative of the Lagrangian
    ``objective + sum_i multiplier_i constraint_i``; and these are derivatives: no corner of ``|x|``, ``Max`` or a
    ``Piecewise``, and no end of where the Lagrangian is defined, lies at the point.  A domain may end at the point
    (``x >= 0`` and x = 0): the derivative is then the one from inside, and must vanish all the same.  What is least at
    an end of the domain without that is no stationary point, and is stated as an `Inequality`.

    With ``kind="minimum"`` (or ``"maximum"``) it is also shown that the Lagrangian is defined on the whole domain and
    nowhere smaller (larger) than at the point: the point is then a minimum of the objective over all of the domain that
    satisfies the constraints.

    Args:
        objective: an expression in the variables.
        at: the value of each variable: ``{x: 1, w[k]: a[k]}``, a family at a free index.  No value depends on a
            variable, and no variable is an integer.
        constraints: expressions that vanish.
        multipliers: one a constraint; free of the variables.
        kind: ``"minimum"``, ``"maximum"``, or None where nothing is said of that.
        because: equal to the Lagrangian less its value at the point, in a form whose sign is easier to see.

    >>> from layerproof import Stationary, real
    >>> x = real("x")
    >>> print(Stationary(x**2 - 2 * x, {x: 1}, kind="minimum"))
    minimum of x**2 - 2*x at x = 1
    """

    objective: sp.Expr
    at: Any  # a mapping; kept as pairs
    constraints: Any = ()
    multipliers: Any = ()
    kind: str | None = None
    because: sp.Expr | None = None
    breakable: ClassVar[tuple[str, ...]] = ("at", "multipliers")

    def __post_init__(self) -> None:
        at = self.at.items() if isinstance(self.at, Mapping) else self.at
        object.__setattr__(self, "at", tuple((variable, sp.sympify(value)) for variable, value in at))
        object.__setattr__(self, "objective", sp.sympify(self.objective))
        for name in ("constraints", "multipliers"):
            value: Any = getattr(self, name)
            value = value if isinstance(value, (tuple, list)) else (value,)
            object.__setattr__(self, name, tuple(map(sp.sympify, value)))
        if len(self.constraints) != len(self.multipliers):
            raise ValueError(
                f"got {len(self.multipliers)} multipliers; expected {len(self.constraints)}, one a constraint"
            )
        if self.kind not in (None, "minimum", "maximum"):
            raise ValueError(f"got kind {self.kind!r}; expected 'minimum', 'maximum' or None")
        self._check_variables()

    def _check_variables(self) -> None:
        if not self.at:
            raise ValueError("got no variable; expected the value of one at least, such as {x: 1}")
        seen: set[Any] = set()
        for variable, value in self.at:
            if not isinstance(variable, (sp.Symbol, AppliedUndef)):
                raise ValueError(f"got the variable {variable}; expected a symbol, or an entry of a family")
            if variable.is_rational or (isinstance(variable, sp.Symbol) and presumed(variable, of_sign(variable))):
                raise ValueError(
                    f"{variable} takes no value between its neighbours, so that nothing is differentiated by it"
                )
            family = variable.func.__name__ if isinstance(variable, AppliedUndef) else None
            whole = family is not None and bool(variable.atoms(sp.Idx))
            if {variable, (family, True)} & seen or (whole and (family, False) in seen):
                raise ValueError(f"{text(variable)} is given a value twice")
            seen |= {variable, (family, whole)} if family is not None else {variable}
            if value.has(sp.oo, -sp.oo, sp.zoo, sp.nan):
                raise ValueError(f"got the value {text(value)} of {text(variable)}; expected a finite number")
            if mentions(value, self.at):
                raise ValueError(
                    f"the value {text(value)} of {text(variable)} depends on a variable; use other letters"
                )
        for factor in self.multipliers:
            if mentions(factor, self.at):
                raise ValueError(f"the multiplier {text(factor)} depends on a variable; give its value at the point")

    @property
    def lagrangian(self) -> sp.Expr:
        """The objective and the constraints times their multipliers."""
        pairs = zip(self.multipliers, self.constraints, strict=True)
        return sp.Add(self.objective, *(factor * constraint for factor, constraint in pairs))

    def _there(self, expr: sp.Expr) -> sp.Expr:
        return put(expr, self.at)

    def _values(self, expr: sp.Expr) -> tuple[sp.Expr, ...]:
        """What must be defined so that `expr` has a value at the point."""
        return tuple(dict.fromkeys(self._there(part) for part in partial_parts(expr)))

    def whole(self) -> frozenset[str]:
        return self.region()

    def region(self) -> frozenset[str]:
        return frozenset(v.func.__name__ if isinstance(v, AppliedUndef) else v.name for v, _ in self.at)

    def goals(self) -> Iterator[Goal]:
        yield Inside(self.at)
        for number, constraint in enumerate(self.constraints, start=1):
            yield Zero(self._there(constraint), f"constraint {number} at the point", self._values(constraint))
        for variable, value in self.at:
            if variable.is_nonnegative or variable.is_nonpositive:  # the point lies in the domain
                sense, strict = 1 if variable.is_nonnegative else -1, bool(variable.is_nonzero)
                yield Sign(sense * value, strict, f"value of {text(variable)}")
            elif variable.is_nonzero:
                yield Sign(value**2, True, f"square of the value of {text(variable)}")
            try:
                slope = _slope(self.lagrangian, variable)
            except ValueError as problem:
                yield Impossible(str(problem))
                return
            if (there := self._there(slope)).has(sp.zoo, sp.nan, sp.oo, -sp.oo):
                yield Impossible(
                    f"the derivative by {text(variable)}, {text(slope)}, has no value at the point: that the objective "
                    "and the constraints are differentiable there is not derived",
                    unseen=True,
                )
                continue
            yield Zero(
                there,
                f"derivative by {text(variable)} at the point",
                (value, self._there(self.objective), *self._values(self.objective)),
            )
        yield Smooth(self.lagrangian, self.at)
        if self.kind is None:
            return
        sense = 1 if self.kind == "minimum" else -1
        gap = self.lagrangian - self._there(self.lagrangian)
        if self.because is not None:
            lacking = "the form given is not the Lagrangian less its value at the point"
            name, sides = "Lagrangian less its value, minus the form given", (self.lagrangian, self.because)
            yield Certificate(Zero(gap - self.because, name, sides), lacking)
            gap = self.because
        name = f"Lagrangian less its value at the point, for a {self.kind}"
        goal = Sign(sense * gap, False, name, (self.lagrangian,))
        yield Certificate(goal, f"that it is a {self.kind} is not derived") if self.constraints else goal

    def parts(self) -> dict[str, sp.Expr]:
        found = {f"at.{k}": value for k, (_, value) in enumerate(self.at)}
        return found | {f"multipliers.{k}": value for k, value in enumerate(self.multipliers)}

    def with_part(self, name: str, expr: sp.Expr) -> Stationary:
        field_name, _, position = name.partition(".")
        values: list[Any] = list(getattr(self, field_name))
        values[int(position)] = (self.at[int(position)][0], expr) if field_name == "at" else expr
        return replace(self, **{field_name: tuple(values)})  # type: ignore[arg-type]

    def rows(self) -> tuple[Row, ...]:
        found = [Row(variable, "=", value) for variable, value in self.at]
        found[-1] = replace(found[-1], remark=f"a {self.kind or 'stationary point'} of the following")
        under = [Row(c, "=", sp.Integer(0), "a constraint") for c in self.constraints]
        return (*found, Row(None, "", self.objective, "the objective"), *under)

    def __str__(self) -> str:
        point = ", ".join(f"{text(variable)} = {text(value)}" for variable, value in self.at)
        under = ", ".join(f"{text(c)} = 0" for c in self.constraints)
        factors = ", ".join(map(text, self.multipliers))
        what = f"{self.kind or 'stationary point'} of {text(self.objective)} at {point}"
        return what + (f", under {under} with multipliers {factors}" if under else "")


def _slope(expr: sp.Expr, variable: sp.Expr) -> sp.Expr:
    """The derivative by a symbol, or by an entry of a family.

    Raises:
        ValueError: if it is not known.
    """
    slope = sp.diff(expr, variable) if isinstance(variable, sp.Symbol) else partial(expr, variable)
    for unknown in slope.atoms(sp.Derivative):
        if variable in unknown.variables:
            raise ValueError(f"the derivative of {text(unknown.expr)} by {text(variable)} is not known here")
    return slope
