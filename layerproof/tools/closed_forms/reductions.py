"""From a flow to equations in few variables: entries, restrictions, and what is coupled to what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.flows import GradientFlow
from ...language.printing import text
from ...language.statements.dynamics import in_terms_of
from ...language.symbols import Family
from .knowledge import fresh


class NotReduced(Exception):
    """The flow does not reduce to equations in few variables; the message says why."""


@dataclass(frozen=True)
class Mode:
    """Parameters that are coupled to each other and to nothing else.

    Attributes:
        entries: the parameters, as trajectories.
        variables: a real symbol for each.
        rates: their rates, in the variables.
    """

    entries: tuple[AppliedUndef, ...]
    variables: tuple[sp.Symbol, ...]
    rates: tuple[sp.Expr, ...]

    def back(self, expr: sp.Expr) -> sp.Expr:
        """`expr` with the entries for the variables."""
        return expr.xreplace(dict(zip(self.variables, self.entries, strict=True)))


def entries_of(flow: GradientFlow) -> list[AppliedUndef]:
    """Every parameter as a trajectory; a family at the free index that it has in the loss, one for each range."""
    indices: dict[tuple[object, object], sp.Idx] = {}
    for idx in sorted(flow.loss.atoms(sp.Idx), key=str):
        indices.setdefault((idx.lower, idx.upper), idx)
    found: list[AppliedUndef] = []
    for parameter in flow.parameters:
        name = parameter.name if isinstance(parameter, Family) else parameter.func.__name__
        atoms = sorted((a for a in flow.loss.atoms(AppliedUndef) if a.func.__name__ == name), key=str)
        if not isinstance(parameter, Family):
            atoms = [parameter]
        for atom in atoms:
            same = {i: indices[i.lower, i.upper] for i in atom.atoms(sp.Idx)}
            entry = atom.func(*(same.get(x, x) for x in atom.args))
            if entry not in found:
                found.append(entry)
    return found


def modes_of(flow: GradientFlow) -> list[Mode]:
    """The free parameters, in groups that are not coupled.

    Raises:
        NotReduced: if a rate needs a whole family, or depends on time by itself.
    """
    free = [entry for entry in entries_of(flow) if flow.restrict(entry) == entry]
    if not free:
        raise NotReduced("every parameter is determined by the others")
    stand_ins = {entry: sp.Dummy(entry.func.__name__, real=True) for entry in free}
    rates: dict[AppliedUndef, sp.Expr] = {}
    for entry in free:
        rate = flow.rate(entry).doit().xreplace(stand_ins)
        left = [a for a in rate.atoms(AppliedUndef) if a.func.__name__ in flow.names]
        if left or any(s.has(*stand_ins.values()) for s in rate.atoms(sp.Sum)):
            others = text(min(left, key=str)) if left else "a sum over other modes"
            raise NotReduced(f"the rate of {text(entry)} needs {others}: these modes do not decouple")
        if flow.time in rate.free_symbols:
            raise NotReduced(f"the rate of {text(entry)} depends on time by itself")
        rates[entry] = rate
    groups: list[list[AppliedUndef]] = []
    for entry in free:
        needed = {e for e in free if stand_ins[e] in rates[entry].free_symbols} | {entry}
        touched = [g for g in groups if needed & set(g)]
        merged = [e for g in touched for e in g] + [e for e in free if e in needed and not any(e in g for g in touched)]
        groups = [g for g in groups if g not in touched] + [merged]
    ordered = [[e for e in free if e in group] for group in groups]
    return [Mode(tuple(group), tuple(stand_ins[e] for e in group), tuple(rates[e] for e in group)) for group in ordered]


def closed_rate(flow: GradientFlow, observable: sp.Expr, variable: sp.Symbol) -> sp.Expr | None:
    """The rate of an observable as a polynomial in itself on the invariant set; None if it is none."""
    rate = flow.rate(observable)
    moving = sorted((a for a in rate.atoms(AppliedUndef) if a.func.__name__ in flow.names), key=str)
    return in_terms_of(rate, flow.restrict(observable), variable, moving)


def start_of(entry: AppliedUndef, time: sp.Symbol, taken: Sequence[str]) -> sp.Expr:
    """A real symbol (for an entry of a family, a function of its index) for the initial value of `entry`."""
    name = fresh(f"{entry.func.__name__}_0", taken)
    indices = [x for x in entry.args if x != time]
    return sp.Function(name, real=True)(*indices) if indices else sp.Symbol(name, real=True)
