"""Stationary points, with or without constraints, and that they are minima or maxima."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import sympy as sp
from sympy.core.function import AppliedUndef

from ..flows import partial, substitute_entry
from ..goals import Certificate, Goal, Sign, Zero
from ..printing import text
from .base import Row, Statement


@dataclass(frozen=True)
class Stationary(Statement):
    """`objective` is stationary at a point, under ``constraints = 0`` with multipliers.

    Shown are: every constraint vanishes there, and so does every derivative of the Lagrangian
    ``objective + sum_i multiplier_i constraint_i``.  With ``kind="minimum"`` (or ``"maximum"``) it is also shown that
    the Lagrangian is nowhere smaller (larger) than at the point, for all values of the variables in their domains:
    the point is then a minimum of the objective over all that satisfy the constraints.

    Args:
        objective: an expression in the variables.
        at: the value of each variable: ``{x: 1, w[k]: a[k]}``, a family at a free index.
        constraints: expressions that vanish.
        multipliers: one a constraint; free of the variables.
        kind: ``"minimum"``, ``"maximum"``, or None where nothing is said of that.
        because: equal to the Lagrangian less its value at the point, in a form whose sign is easier to see.
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
        for variable, _ in self.at:
            if not isinstance(variable, (sp.Symbol, AppliedUndef)):
                raise ValueError(f"got the variable {variable}; expected a symbol, or an entry of a family")

    @property
    def lagrangian(self) -> sp.Expr:
        """The objective and the constraints times their multipliers."""
        pairs = zip(self.multipliers, self.constraints, strict=True)
        return sp.Add(self.objective, *(factor * constraint for factor, constraint in pairs))

    def _at_point(self, expr: sp.Expr) -> sp.Expr:
        stand_ins = {variable: sp.Dummy(real=True) for variable, _ in self.at if isinstance(variable, sp.Symbol)}
        expr = expr.xreplace(stand_ins)  # all at once: a value may contain a variable's name
        for variable, value in self.at:
            expr = substitute_entry(expr, stand_ins.get(variable, variable), value)
        return expr

    def goals(self) -> Iterator[Goal]:
        for number, constraint in enumerate(self.constraints, start=1):
            yield Zero(self._at_point(constraint), f"constraint {number} at the point")
        for variable, value in self.at:
            if variable.is_nonnegative or variable.is_nonpositive:  # the point lies in the domain
                sense, strict = 1 if variable.is_nonnegative else -1, bool(variable.is_nonzero)
                yield Sign(sense * value, strict, f"value of {text(variable)}")
            slope = (
                sp.diff(self.lagrangian, variable)
                if isinstance(variable, sp.Symbol)
                else partial(self.lagrangian, variable)
            )
            yield Zero(
                self._at_point(slope),
                f"derivative by {text(variable)} at the point",
                (value, self._at_point(self.objective)),
            )
        if self.kind is None:
            return
        sense = 1 if self.kind == "minimum" else -1
        gap = self.lagrangian - self._at_point(self.lagrangian)
        if self.because is not None:
            lacking = "the form given is not the Lagrangian less its value at the point"
            yield Certificate(Zero(gap - self.because, "Lagrangian less its value, minus the form given"), lacking)
            gap = self.because
        goal = Sign(sense * gap, False, f"Lagrangian less its value at the point, for a {self.kind}")
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
