r"""Two coupled equations in closed form, by a change of time.

* a loss of degree two: a linear system, solved by its two exponentials;
* rates whose ratio is a ratio of linear functions, ``x' = g(x) (M x + c)``.  This is so exactly if the flow follows the
  curves of a linear system; a polynomial flow of two variables that conserves a polynomial of degree two is one.
  In the time T with ``dT/dt = g`` the system is linear; T itself obeys one equation, which `first_order` may
  solve.  The two-layer network ``a b`` with any imbalance, ``u^2 - v^2``, radial flows and ``F(a + b)`` are
  of this kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from ...proving.sign_sets import NONZERO, ZERO
from .first_order import Form, Proposal, proposals
from .knowledge import Knowledge, root_of
from .reductions import Mode


@dataclass(frozen=True)
class Direction:
    """Rates that are ``speed * (matrix x + constant)``."""

    speed: sp.Expr
    matrix: sp.Matrix
    constant: sp.Matrix


def direction(rates: Sequence[sp.Expr], variables: Sequence[sp.Symbol]) -> Direction | None:
    """The linear system whose curves the rates follow, if there is one."""
    linear = _affine(rates, variables)
    if linear is not None:
        return Direction(sp.S.One, *linear)
    if 0 in rates:
        return None
    parts = sp.fraction(sp.cancel(sp.together(rates[0] / rates[1])))
    linear = _affine(parts, variables)
    if linear is None:
        return None
    of = 0 if parts[0].free_symbols & set(variables) or not parts[1].free_symbols & set(variables) else 1
    speed = sp.cancel(sp.together(rates[of] / parts[of]))
    return Direction(sp.factor(speed), *linear)


def _affine(exprs: Sequence[sp.Expr], variables: Sequence[sp.Symbol]) -> tuple[sp.Matrix, sp.Matrix] | None:
    try:
        polynomials = [sp.Poly(expr, *variables) for expr in exprs]
    except sp.PolynomialError:
        return None
    if any(p.total_degree() > 1 for p in polynomials):
        return None
    matrix = sp.Matrix(2, 2, lambda i, j: polynomials[i].coeff_monomial(variables[j]))
    return matrix, sp.Matrix([p.coeff_monomial(1) for p in polynomials])


def conserved(mode: Mode) -> list[sp.Expr]:
    """The polynomials of degree at most two, up to constants and factors, that are conserved along polynomial rates."""
    x, y = mode.variables
    monomials = [x, y, x**2, x * y, y**2]
    weights = sp.symbols("q0:5", cls=sp.Dummy)
    quantity = sum((w * m for w, m in zip(weights, monomials, strict=True)), sp.S.Zero)
    try:
        slope = sp.Poly(sum(sp.diff(quantity, v) * r for v, r in zip((x, y), mode.rates, strict=True)), x, y)
        system = sp.Matrix([[sp.diff(c, w) for w in weights] for c in slope.coeffs()])
    except sp.PolynomialError:
        return []
    found = []
    for vector in system.nullspace() if system.shape[0] else []:
        scale = sp.lcm_list([sp.denom(sp.together(v)) for v in vector])
        law = sum((sp.cancel(scale * v) * m for v, m in zip(vector, monomials, strict=True)), sp.S.Zero)
        found.append(-law if law.could_extract_minus_sign() else law)
    degrees = [sp.Poly(law, x, y).total_degree() for law in found]
    return [law for law, degree in zip(found, degrees, strict=True) if 1 not in degrees or degree == 1]


def pair_proposals(mode: Mode, starts: Sequence[sp.Expr], t: sp.Symbol, known: Knowledge) -> Iterator[Proposal]:
    """Closed forms of both parameters of a mode."""
    found = direction(mode.rates, mode.variables)
    if found is None:
        return
    if found.speed == 1:
        yield from _linear(found, starts, t, known)
    else:
        yield from _in_another_time(found, mode, starts, t, known)


def _rest_point(found: Direction, known: Knowledge) -> sp.Matrix | None:
    """A point where the linear system rests, if there is one."""
    if all(c == 0 for c in found.constant):
        return sp.zeros(2, 1)
    x, y = sp.symbols("x y", cls=sp.Dummy)
    solved = sp.linsolve((found.matrix, -found.constant), x, y)
    if not solved:
        return None
    point = sp.Matrix(next(iter(solved))).xreplace({x: sp.S.Zero, y: sp.S.Zero})
    below = [sp.denom(sp.together(p)) for p in point]
    return point.applyfunc(sp.factor) if all(known.sign(b) <= NONZERO for b in below) else None


def _spread(matrix: sp.Matrix, known: Knowledge) -> tuple[sp.Expr, sp.Expr, tuple[Any, ...]]:
    """Half the trace, half the difference of the eigenvalues, and what the latter needs not to vanish."""
    middle = sp.factor(matrix.trace() / 2)
    square = sp.factor(known.reduced(middle**2 - matrix.det()))
    spread = root_of(square)
    if spread is None:
        spread = sp.sqrt(square)
    needs = tuple(sp.Ne(factor, 0) for factor in known.unsettled(square)) if square != 0 else ()
    return middle, spread, needs


def _linear(found: Direction, starts: Sequence[sp.Expr], t: sp.Symbol, known: Knowledge) -> Iterator[Proposal]:
    rest = _rest_point(found, known)
    if rest is None:
        return
    middle, spread, needs = _spread(found.matrix, known)
    offset = sp.Matrix(starts) - rest
    if spread == 0:  # B = 0, since the matrix of a gradient flow is symmetric
        values = rest + offset * sp.exp(middle * t)
        yield Proposal("linear flow", (Form(tuple(values)),))
        return
    tilt = (found.matrix - middle * sp.eye(2)) * offset / spread
    values, limits = [], []
    for k in range(2):
        grown, shrunk = (sp.factor((offset[k] + sign * tilt[k]) / 2) for sign in (1, -1))
        values.append(
            rest[k] + grown * sp.exp(sp.factor(middle + spread) * t) + shrunk * sp.exp(sp.factor(middle - spread) * t)
        )
        limits.append((rest[k], rest[k] + grown, rest[k] + shrunk))
    yield Proposal("linear flow", (Form(tuple(values), (needs,), tuple(limits)),))


def _in_another_time(
    found: Direction, mode: Mode, starts: Sequence[sp.Expr], t: sp.Symbol, known: Knowledge
) -> Iterator[Proposal]:
    if all(m == 0 for m in found.matrix):  # along a line
        yield from _along_a_line(found, mode, starts, t, known)
        return
    rest = _rest_point(found, known)
    if rest is None:
        return
    middle, spread, needs = _spread(found.matrix, known)
    powers = _eigenvalues(middle, spread, known)
    if powers is None:
        return
    scale, above, below = powers
    offset = sp.Matrix(starts) - rest
    if spread == 0:
        if found.matrix != middle * sp.eye(2):
            return
        yield from _with_clock(found, mode, rest, [(offset, above)], scale, (), (), t, known)
        return
    vectors = [_eigenvector(found.matrix, middle + sign * spread) for sign in (1, -1)]
    basis = sp.Matrix.hstack(*vectors)
    weights = [sp.factor(w) for w in basis.LUsolve(offset)]
    common = sp.lcm_list([sp.fraction(w)[1] for w in weights])
    vectors, weights = [v / common for v in vectors], [sp.factor(w * common) for w in weights]
    plain = [(vector * weight, power) for vector, weight, power in zip(vectors, weights, (above, below), strict=True)]
    mixed = any(set(starts) <= w.free_symbols for w in weights)
    if mixed and all(sp.sympify(s).is_Symbol for s in starts) and starts[0] != starts[1]:
        named = known.new_symbols(*(("u_0", "v_0") if max(s.name for s in starts) < "u_0" else ("z_0", "z_1")))
        meant = rest + vectors[0] * named[0] + vectors[1] * named[1]
        equations = tuple(sp.Eq(s, sp.expand(m)) for s, m in zip(starts, meant, strict=True))
        if (more := known.with_definitions(equations)) is not None:
            terms = [(v * n, power) for v, n, power in zip(vectors, named, (above, below), strict=True)]
            meaning = dict(zip(named, weights, strict=True))
            for proposal in _with_clock(found, mode, rest, terms, scale, needs, equations, t, more):
                cases = [tuple(_meant(c, meaning) for c in group) for group in (proposal.excluded, proposal.splits)]
                yield replace(proposal, excluded=cases[0], splits=cases[1])
    yield from _with_clock(found, mode, rest, plain, scale, needs, (), t, known)


def _meant(case: Any, meaning: dict[sp.Symbol, sp.Expr]) -> Any:
    """A case in the symbols that were given."""
    return case.xreplace(meaning) if isinstance(case, sp.Basic) else case


def _eigenvalues(middle: sp.Expr, spread: sp.Expr, known: Knowledge) -> tuple[sp.Expr, sp.Expr, sp.Expr] | None:
    """A scale, and both eigenvalues over it as rational numbers; None if their ratio is none."""
    for scale in (spread, middle + spread, middle - spread):
        if scale == 0 or known.sign(scale) == ZERO:
            continue
        above, below = (sp.cancel((middle + sign * spread) / scale) for sign in (1, -1))
        if above.is_Rational and below.is_Rational:
            return scale, above, below
    return None


def _eigenvector(matrix: sp.Matrix, value: sp.Expr) -> sp.Matrix:
    for first, second in ((matrix[0, 1], value - matrix[0, 0]), (value - matrix[1, 1], matrix[1, 0])):
        first, second = sp.expand(first), sp.expand(second)
        if (first, second) != (0, 0):
            common = sp.gcd(first, second)
            return sp.Matrix([sp.cancel(first / common), sp.cancel(second / common)])
    return sp.Matrix([1, 0]) if value == matrix[0, 0] else sp.Matrix([0, 1])


def _with_clock(
    found: Direction,
    mode: Mode,
    rest: sp.Matrix,
    terms: Sequence[tuple[sp.Matrix, sp.Expr]],
    scale: sp.Expr,
    needs: tuple[Any, ...],
    equations: tuple[Any, ...],
    t: sp.Symbol,
    known: Knowledge,
) -> Iterator[Proposal]:
    """``x = rest + sum vector r^power`` with the clock ``r = exp(scale T)``, which starts at 1."""
    clock = sp.Dummy("r", positive=True)
    point = rest
    for vector, power in terms:
        point = point + vector * clock**power
    speed = found.speed.xreplace(dict(zip(mode.variables, point, strict=True)))
    rate = sp.expand(sp.expand(scale * clock * speed))
    for inner in proposals(rate, clock, sp.S.One, t, known):
        forms = tuple(_composed(form, tuple(point), clock, (*equations, *needs)) for form in inner.forms)
        yield Proposal(
            f"the curves of a linear flow, in another time; its clock: {inner.how}",
            forms,
            inner.excluded,
            inner.splits,
            inner.names,
        )


def _along_a_line(
    found: Direction, mode: Mode, starts: Sequence[sp.Expr], t: sp.Symbol, known: Knowledge
) -> Iterator[Proposal]:
    moved = sp.Dummy("T", real=True)
    point = [s + c * moved for s, c in zip(starts, found.constant, strict=True)]
    rate = sp.expand(found.speed.xreplace(dict(zip(mode.variables, point, strict=True))))
    for inner in proposals(rate, moved, sp.S.Zero, t, known):
        forms = tuple(_composed(form, tuple(point), moved, ()) for form in inner.forms)
        yield Proposal(f"along a line: {inner.how}", forms, inner.excluded, inner.splits, inner.names)


def _composed(form: Form, point: tuple[sp.Expr, ...], variable: sp.Symbol, needs: tuple[Any, ...]) -> Form:
    values = tuple(p.subs(variable, form.values[0]) for p in point)
    ends = [end for end in form.limits[0] if end != 0] if form.limits else []
    limits = tuple(tuple(p.subs(variable, end) for end in ends) for p in point)
    return Form(values, tuple((*needs, *need) for need in form.needs), limits, form.settled)
