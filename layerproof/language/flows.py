"""Gradient flow, derived by differentiating the loss that is written down.

A typed right-hand side repeats its author's slip; here the loss is the only input.  Time is in units where
the learning rate is one: ``d(theta)/dt = - dL/d(theta)``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import sympy as sp
from sympy.core.function import AppliedUndef

from .arguments import Checked, refuse_text
from .symbols import Family, fresh_index, in_range, with_fresh_indices
from .symbols import time as default_time


@dataclass(frozen=True)
class GradientFlow(Checked):
    """The flow ``d(parameter)/dt = - d(loss)/d(parameter)``.

    Args:
        loss: an expression in the parameters, with whatever convention the source states.
        parameters: trajectories ``a(t)``, or families ``a[i](t)`` of any length.
        time: the time symbol.
        invariant: expressions that vanish on the invariant set the flow is restricted to; made by `on`.

    Raises:
        ValueError: if `time` is not made by `time()`, a parameter is not a trajectory of `time`, or the loss does not
            depend on it.

    >>> from layerproof import GradientFlow, positive, time, trajectories
    >>> a, b = trajectories("a b")
    >>> S = positive("S")
    >>> flow = GradientFlow(loss=(a * b - S) ** 2 / 2, parameters=(a, b), time=time())
    >>> flow.velocity(a)
    -(-S + a(t)*b(t))*b(t)
    """

    loss: sp.Expr
    parameters: tuple[AppliedUndef | Family, ...]
    time: sp.Symbol = field(default_factory=default_time)
    invariant: tuple[sp.Expr, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "parameters", tuple(self.parameters))
        object.__setattr__(self, "loss", sp.sympify(self.loss))
        if not self.time.is_nonnegative or self.time.is_positive or self.time.is_integer:
            raise ValueError(
                f"got the time {self.time}, of which it is not said that it starts at 0 and runs through all real "
                f"numbers from there; make it with time({str(self.time)!r})"
            )
        for parameter in self.parameters:
            if isinstance(parameter, Family):
                if parameter.time != self.time:
                    raise ValueError(
                        f"family {parameter.name} is not a family of trajectories in {self.time}; "
                        "make it with families(names, t)"
                    )
            elif not (isinstance(parameter, AppliedUndef) and self.time in parameter.args):
                raise ValueError(
                    f"parameter {parameter} is not a trajectory in {self.time}; make it with trajectories(names, t)"
                )
            if not self._entries(parameter):
                raise ValueError(f"the loss does not depend on parameter {parameter}")

    def _entries(self, parameter: AppliedUndef | Family) -> list[AppliedUndef]:
        name = parameter.name if isinstance(parameter, Family) else parameter.func.__name__
        return [atom for atom in self.loss.atoms(AppliedUndef) if atom.func.__name__ == name]

    def on(self, *vanishing: sp.Expr) -> GradientFlow:
        """The flow on the set where `vanishing` vanish; that the set is invariant is proved with each claim.

        Each of `vanishing` is linear in a parameter, with a coefficient that cannot vanish.  Invariant means that who
        starts on the set stays on it: the velocities are tangent to it, and smooth enough there that no other
        trajectory starts from the same point.

        Raises:
            ValueError: if one of them can be solved for no parameter.
        """
        restricted = GradientFlow(self.loss, self.parameters, self.time, (*self.invariant, *vanishing))
        restricted.restriction  # noqa: B018 - it raises if the set is of no use
        return restricted

    def _repr_latex_(self) -> str:
        """What a notebook shows: the loss, and how each parameter moves."""
        from .printing import latex

        lines = [rf"\mathcal{{L}} &= {latex(self.loss)}"]
        for parameter in self.parameters:
            for entry in [parameter] if isinstance(parameter, AppliedUndef) else self._entries(parameter)[:1]:
                rate = rf"\frac{{\mathrm{{d}}}}{{\mathrm{{d}} {latex(self.time)}}} {latex(entry)}"
                lines.append(f"{rate} &= {latex(self.velocity(entry))}")
        lines += [f"{latex(expr)} &= 0" for expr in self.invariant]
        body = " \\\\\n".join(lines)
        return f"$$\\begin{{aligned}}\n{body}\n\\end{{aligned}}$$"

    def mapped(self, change: Callable[[sp.Basic], sp.Basic]) -> GradientFlow:
        """The flow with `change` applied to its loss and to its invariant set."""
        return GradientFlow(change(self.loss), self.parameters, self.time, tuple(change(e) for e in self.invariant))

    def velocity(self, entry: AppliedUndef) -> sp.Expr:
        """The right-hand side ``-dL/d(entry)`` of one parameter, or of one entry of a family at any index.

        It is derived once; each who asks has bound indices of his own.
        """
        if entry not in self._velocities:
            self._velocities[entry] = -partial(fresh_indices(self.loss), entry)
        return fresh_indices(self._velocities[entry])

    @cached_property
    def _velocities(self) -> dict[AppliedUndef, sp.Expr]:
        """The velocities that were asked for."""
        return {}

    @cached_property
    def names(self) -> frozenset[str]:
        """The function names of the parameters."""
        return frozenset(p.name if isinstance(p, Family) else p.func.__name__ for p in self.parameters)

    @property
    def moving(self) -> frozenset[str]:
        """The names of what moves: the parameters, and the time."""
        return self.names | {self.time.name}

    @cached_property
    def restriction(self) -> Mapping[sp.Expr, sp.Expr]:
        """Substitution that restricts to the invariant set; each vanishing expression is solved for one parameter.

        A family is restricted at every index: the vanishing expression is written with a free index.
        """
        solved: dict[sp.Expr, sp.Expr] = {}
        for expr in self.invariant:
            expr = sp.expand(expr.xreplace(solved))
            entries = sorted(
                (a for a in expr.atoms(AppliedUndef) if a.func.__name__ in self.names), key=str, reverse=True
            )
            for entry in entries:
                slope = sp.diff(expr, entry)
                if sp.degree(expr, entry) == 1 and not slope.atoms(AppliedUndef) and slope.is_nonzero:
                    solved[entry] = sp.solve(expr, entry)[0]
                    break
            else:
                raise ValueError(
                    f"cannot restrict the flow to {expr} = 0: it is not linear in a parameter with a coefficient that "
                    f"cannot vanish; what is constant along the flow may be a hypothesis instead: Eq({expr}, 0)"
                )
        return solved

    def restrict(self, expr: sp.Expr) -> sp.Expr:
        """`expr` on the invariant set."""
        for entry, value in self.restriction.items():
            expr = substitute_entry(expr, entry, value)
        return expr

    def rate(self, expr: sp.Expr) -> sp.Expr:
        """``d(expr)/dt`` along the flow, on its invariant set."""
        refuse_text("a rate along a flow", expr)
        expr = sp.sympify(expr)
        derivative = _by_time(expr, self.time)

        def replace(d: sp.Derivative) -> sp.Expr:
            entry = d.expr
            if (
                d.variables != (self.time,)
                or not isinstance(entry, AppliedUndef)
                or entry.func.__name__ not in self.names
            ):
                return d
            return self.velocity(entry)

        moved = derivative.replace(lambda e: isinstance(e, sp.Derivative), replace)
        return self.restrict(moved)


def partial(expr: sp.Expr, entry: AppliedUndef) -> sp.Expr:
    """The derivative of `expr` with respect to one trajectory, or one entry of a family.

    Inside a sum over the family's whole range only the term at the entry's own index contributes, so
    ``d/da[k] sum_i f(a[i]) = f'(a[k])``; in a product the other factors are those before k and those after it.

    Raises:
        ValueError: if an unknown function has the entry among its arguments: its derivative is not known.
    """
    expr = sp.sympify(expr)
    name = entry.func.__name__
    if not any(atom.func.__name__ == name for atom in expr.atoms(AppliedUndef)):
        return sp.Integer(0)
    if isinstance(expr, AppliedUndef):
        if expr.func.__name__ != name:
            raise ValueError(
                f"{expr.func.__name__} is an unknown function of {name}; write it out, so that it has a slope"
            )
        return _same(expr, entry)
    if isinstance(expr, sp.Sum):
        body, limits = expr.function, expr.limits
        return contract(sp.expand(partial(body, entry)), limits)
    if isinstance(expr, sp.Product):
        slopes = _of_product(expr, lambda factor: partial(factor, entry))
        return contract(sp.expand(slopes.function), slopes.limits)
    if isinstance(expr, (sp.Add,)):
        return sp.Add(*(partial(term, entry) for term in expr.args))
    stand_ins = {atom: sp.Dummy(real=True) for atom in _top_atoms(expr, name)}
    frozen = expr.xreplace(stand_ins)
    back = {dummy: atom for atom, dummy in stand_ins.items()}
    terms = [sp.diff(frozen, dummy).xreplace(back) * partial(atom, entry) for atom, dummy in stand_ins.items()]
    return sp.Add(*terms)


def _of_product(expr: sp.Product, slope: Callable[[sp.Expr], sp.Expr]) -> sp.Sum:
    """``sum_j slope(f[j]) prod_{i<j} f[i] prod_{i>j} f[i]``, the derivative of a product of factors f.

    Raises:
        ValueError: if it is over several indices at once.
    """
    if len(expr.limits) != 1:
        raise ValueError(f"no derivative of a product over several indices: {expr}; write one product inside another")
    ((variable, lower, upper),) = expr.limits
    here, before, after = (fresh_index(variable, lower, upper) for _ in range(3))
    factors = (
        slope(expr.function.xreplace({variable: here})),
        sp.Product(expr.function.xreplace({variable: before}), (before, lower, here - 1)),
        sp.Product(expr.function.xreplace({variable: after}), (after, here + 1, upper)),
    )
    return sp.Sum(sp.Mul(*factors), (here, lower, upper))


def _by_time(expr: sp.Expr, time: sp.Symbol) -> sp.Expr:
    """The derivative of `expr` by the time; that of a product as `_of_product` has it."""
    letters = {}
    for k, inner in enumerate(sorted((p for p in expr.atoms(sp.Product) if p.has(time)), key=sp.default_sort_key)):
        if not any(other != inner and other.has(inner) for other in expr.atoms(sp.Product)):
            free = sorted(inner.free_symbols - {time}, key=sp.default_sort_key)
            letters[inner] = sp.Function(f"product {k}", real=True)(*free, time)
    derivative = sp.diff(expr.xreplace(letters), time)
    slopes = {
        sp.Derivative(letter, time): _of_product(inner, lambda factor: _by_time(factor, time))
        for inner, letter in letters.items()
    }
    return derivative.xreplace(slopes).xreplace({letter: inner for inner, letter in letters.items()})


def _top_atoms(expr: sp.Expr, name: str) -> list[sp.Expr]:
    """The outermost sums, and the entries outside of sums, that contain the family `name`."""
    found: list[sp.Expr] = []
    stack = [expr]
    while stack:
        node = stack.pop()
        if isinstance(node, (sp.Sum, sp.Product, AppliedUndef)):
            if any(a.func.__name__ == name for a in node.atoms(AppliedUndef)) and node not in found:
                found.append(node)
        else:
            stack.extend(node.args)
    return sorted(found, key=sp.default_sort_key)


def _same(atom: AppliedUndef, entry: AppliedUndef) -> sp.Expr:
    if atom.func != entry.func:
        return sp.Integer(0)
    return sp.Mul(
        *(sp.KroneckerDelta(x, y) if x != y else sp.Integer(1) for x, y in zip(atom.args, entry.args, strict=True))
    )


def fresh_indices(expr: sp.Expr) -> sp.Expr:
    """`expr` with every bound index renamed to one used nowhere else, so that no substitution can capture it."""
    if not expr.has(sp.Sum):
        return expr
    return expr.replace(lambda e: isinstance(e, sp.Sum), with_fresh_indices)


def contract(body: sp.Expr, limits: tuple[sp.Tuple, ...]) -> sp.Expr:
    """Sum `body` over `limits`, using each Kronecker delta in a bound index to carry out its sum."""
    terms = []
    for term in sp.Add.make_args(body):
        left = list(limits)
        changed = True
        while changed:
            changed = False
            for delta in term.atoms(sp.KroneckerDelta):
                bound = [limit for limit in left if limit[0] in delta.args and _spans(limit, delta)]
                if bound:
                    limit = bound[0]
                    (other,) = [x for x in delta.args if x != limit[0]]
                    term = (term / delta).xreplace({limit[0]: other})
                    left.remove(limit)
                    changed = True
                    break
        terms.append(sp.Sum(term, *left) if left and term != 0 else term)
    return sp.Add(*terms)


def _spans(limit: sp.Tuple, delta: sp.KroneckerDelta) -> bool:
    """Whether the other index of `delta` runs over the same range, so that the sum over the bound one is one term."""
    variable, lower, upper = limit
    (other,) = [x for x in delta.args if x != variable]
    return in_range(other, lower, upper)


def substitute_entry(expr: sp.Expr, entry: sp.Expr, value: sp.Expr) -> sp.Expr:
    """Replace a trajectory, or every entry of a family written with a free index, also inside derivatives."""
    if not isinstance(entry, AppliedUndef):
        return expr.xreplace({entry: value})
    slots = [k for k, x in enumerate(entry.args) if isinstance(x, sp.Idx)]

    def new(atom: AppliedUndef) -> sp.Expr:
        return fresh_indices(value).xreplace({entry.args[k]: atom.args[k] for k in slots})

    fixed = [k for k in range(len(entry.args)) if k not in slots]

    def meant(e: sp.Basic) -> bool:
        return isinstance(e, AppliedUndef) and e.func == entry.func and all(e.args[k] == entry.args[k] for k in fixed)

    return expr.replace(meant, new)
