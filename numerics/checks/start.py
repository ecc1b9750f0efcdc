"""Where trajectories start: on the invariant set, consistently with every hypothesis, and what that defines.

A claim about a flow speaks of three sorts of symbols.  *Constants* of the loss and of the closed form are drawn.
*Initial values* are drawn on the invariant set; symbols that name them, such as ``r_0`` in "initially ``r_0``" or
``a_0[k]``, are computed from them.  *Moving* symbols are functions of the state, by a hypothesis such as
``theta = sum(a_i b_i)/Z``; they are computed all along the trajectory.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from layerproof.language.flows import GradientFlow

from ..concrete import Instance, Sizes
from ..definedness import Known, conditions_at, parts_of
from ..flows.ensembles import Backend, Ensemble, integrate
from ..flows.fields import VectorField, field_of, in_domain, instance_of, restriction_of
from ..formulas import Array, compiled
from .one_value import places_in
from .sampling import Draws, Plan, holds, relations_of

SHORTER, SHORTENED = 2, 0.5
STEPS = 2000  # ordinary trajectories take fewer than 100
TIMES = (0.0, 0.1, 0.3, 0.6, 1.0, 1.7, 3.0, 5.0, 9.0, 18.0)
Pair = tuple[sp.Expr, sp.Expr]


class NoFlow(ValueError):
    """At these sizes the loss does not depend on what the claim speaks of: the cross entropy of one class, say."""


class Start:
    """The initial value problem of a claim at concrete sizes.

    Args:
        flow: the flow, with its invariant set.
        hypotheses: relations; those that hold a moving symbol are conditions on the trajectory as well.
        expressions: what will be evaluated, so that all symbols are known.
        initially: pairs (observable, its initial value).
        sizes: the value of each size symbol.
    """

    def __init__(
        self,
        flow: GradientFlow,
        hypotheses: Iterable[Any],
        expressions: Sequence[Any],
        initially: Sequence[Pair] = (),
        sizes: Sizes | None = None,
    ) -> None:
        self.flow = flow
        self.time = flow.time
        self.instance: Instance = instance_of(flow, sizes or {})
        self.field: VectorField = field_of(flow, self.instance)
        relations = self.instance.conditions(relations_of(hypotheses))
        flat = [e for expr in expressions for e in self.instance.every(expr)]
        named = [
            (self.instance.concrete(value, at), self.instance.concrete(of, at))
            for of, value in initially
            for at in self.instance.index_values([sp.sympify(of), sp.sympify(value)], most=None)
        ]
        started = self.instance.started()
        self.variables = self.instance.variables()
        if missing := set(self.variables) - set(self.field.variables):
            raise NoFlow(f"the loss does not depend on {', '.join(sorted(map(str, missing)))}")
        at_zero = {self.time: sp.Integer(0)}
        invariant = restriction_of(flow, self.instance, self.variables)
        equations = [*started, *invariant, *((value.xreplace(at_zero), of.xreplace(at_zero)) for value, of in named)]
        equations = [_state_first(left, right, set(self.variables)) for left, right in equations]
        symbols = set().union(*(e.free_symbols for e in flat), self.field.parameters, self.variables)
        symbols = symbols.union(*(r.free_symbols for r in relations if isinstance(r, sp.Basic))) - {self.time}
        self.relations = relations
        first = [c for r in relations if r != sp.true for c in conditions_at(r, at_zero)]
        first += [Known(*parts) for expr in self._invariants() if (parts := parts_of(expr.xreplace(at_zero)))]
        self.plan = Plan(symbols, first, equations, places=places_in(self.instance))
        self.moving = self._moving(self.plan.given_by_equations)

    def _invariants(self) -> list[sp.Expr]:
        """What vanishes on the invariant set, one entry each."""
        values = self.instance.index_values
        return [self.instance.concrete(expr, at) for expr in self.flow.invariant for at in values([expr], most=None)]

    def _moving(self, frozen: frozenset[sp.Symbol]) -> tuple[tuple[sp.Symbol, sp.Expr], ...]:
        """Symbols that a hypothesis defines from the state, with their definitions, each after those it needs."""
        moving: dict[sp.Symbol, sp.Expr] = {}
        changing = set(self.variables)
        for symbol, branches in self.plan.definitions:
            if symbol not in changing and symbol not in frozen and branches[0].free_symbols & changing:
                moving[symbol] = branches[0]
                changing.add(symbol)
        return tuple(moving.items())

    def draw(self, count: int, rng: np.random.Generator, given: Mapping[sp.Symbol, Array] | None = None) -> Draws:
        """Constants and initial values of `count` trajectories; those in `given` are taken as they are."""
        return self.plan.draw(count, rng, given)

    def run(
        self,
        draws: Draws,
        *,
        backend: Backend | None = None,
        field: VectorField | None = None,
        times: Array | None = None,
    ) -> Ensemble:
        """Integrate from the drawn initial values, each draw in its own unit of time; draws that blow up are marked.

        The unit of a draw is the inverse of its fastest initial rate, so that every draw shows its transient and none
        is stiff. A draw that is lost on the way, since it blows up, say, is followed for half as long as it was, and
        marked if it is lost again.  The times of the result have shape (draws, times); those in `times` are kept.
        """
        chosen = field or self.field
        zero = np.zeros(len(draws))
        initial = {v: draws.values.get(v, zero) for v in chosen.variables}
        constants = {p: draws.values[p] for p in chosen.parameters}
        given, times = times, self.unit_of_time(draws)[:, None] * np.asarray(TIMES) if times is None else times
        found = integrate(chosen, initial, constants, times, backend=backend, on_blow_up="mark", max_steps=STEPS)
        for _ in range(SHORTER if given is None else 0):
            rows = sorted([*found.blown, *found.stiff])
            if not rows:
                break
            assert found.reached is not None
            times[rows] *= SHORTENED * np.maximum(found.reached[rows] / times[rows, -1], 1e-6)[:, None]
            again = integrate(
                chosen,
                {v: values[rows] for v, values in initial.items()},
                {p: values[rows] for p, values in constants.items()},
                times[rows],
                backend=found.backend,
                on_blow_up="mark",
                max_steps=STEPS,
            )
            assert again.reached is not None
            found.states[rows], found.reached[rows] = again.states, again.reached
            blown, stiff = (tuple(rows[k] for k in lost) for lost in (again.blown, again.stiff))
            found = replace(found, times=times, blown=blown, stiff=stiff)
        return found

    def unit_of_time(self, draws: Draws) -> Array:
        """One over the fastest rate at the start: the largest of |velocity|/|state| and of the velocity's slopes.

        Shape (draws,).
        """
        formula = compiled(self.field.rates)
        state = {v: draws.values[v] for v in self.variables}
        rest = {s: v for s, v in draws.values.items() if s not in state} | {self.time: np.zeros(len(draws))}

        def velocity(at: Mapping[sp.Symbol, Array]) -> Array:
            return np.stack([np.broadcast_to(v, (len(draws),)) for v in formula({**rest, **at})])

        here = velocity(state)
        norm = np.sqrt(sum(v**2 for v in state.values()))
        with np.errstate(all="ignore"):  # from rest at 0 the slopes alone tell
            fastest = np.where(norm > 0, np.linalg.norm(here, axis=0) / norm, 0.0)
        for variable in self.variables:
            step = 1e-6 * (np.abs(state[variable]) + 1e-3)
            slope = np.linalg.norm(velocity({**state, variable: state[variable] + step}) - here, axis=0) / step
            fastest = np.fmax(fastest, slope)
        return np.asarray(1.0 / np.clip(np.nan_to_num(fastest, nan=1.0), 1e-3, 1e6))

    def along(self, draws: Draws, ensemble: Ensemble) -> dict[sp.Symbol, Array]:
        """Values along the trajectories: (draws, times) for what moves, (draws, 1) for constants."""
        values: dict[sp.Symbol, Array] = {s: v[:, None] for s, v in draws.values.items()}
        values |= {v: ensemble[v] for v in ensemble.variables}
        values[self.time] = ensemble.times
        for symbol, definition in self.moving:
            values[symbol] = compiled((definition,))(values)[0]
        return values

    def inside(self, values: Mapping[sp.Symbol, Array], shape: tuple[int, int]) -> NDArray[np.bool_]:
        """Where, along the trajectories, the hypotheses on moving symbols and the time hold: shape (draws, times)."""
        changing = {self.time, *self.variables, *(s for s, _ in self.moving)}
        good = np.ones(shape, dtype=bool)
        for relation in self.relations:
            if getattr(relation, "free_symbols", set()) & changing:
                good &= holds(relation, values, shape)
        for symbol in changing - {self.time}:
            good &= np.broadcast_to(in_domain(symbol, np.asarray(values[symbol])), shape)
        return good


def _state_first(left: sp.Expr, right: sp.Expr, states: set[sp.Symbol]) -> Pair:
    """Turn ``expression = state`` around, so that a state with a prescribed initial value is set and not solved for."""
    if right in states and left not in states and not isinstance(left, sp.Symbol):
        return right, left
    return left, right
