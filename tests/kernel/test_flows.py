"""Flows derived from losses: indices of several ranges, invariant sets, entries at other times."""

from __future__ import annotations

import pytest
import sympy as sp

from kernel.helpers import verdict
from layerproof.language.flows import GradientFlow, partial, substitute_entry
from layerproof.language.statements import Conserved, Identity, Rate, Solution
from layerproof.language.symbols import (
    ForAll,
    families,
    index,
    natural,
    positive,
    product,
    real,
    time,
    total,
    trajectories,
)
from layerproof.numerics.concrete import written_out

t = time()
a, b = trajectories("a b")
A, B = families("a b", t)
S = positive("S")
x = real("x")
p = natural("p")
i, k = index("i", p), index("k", p)
short = sp.Idx("s", (1, p - 1))


def test_velocity_of_one_entry() -> None:
    flow = GradientFlow((total(A[i] * B[i], i) - S) ** 2 / 2, (A, B), t)
    assert verdict(Rate(A[k], -B[k] * (total(A[i] * B[i], i) - S), flow)) == "VERIFIED"


def test_a_sum_over_part_of_the_range_does_not_reach_every_entry() -> None:
    slope = partial(total(A[short] ** 2, short), A[k])
    assert slope.has(sp.KroneckerDelta)
    flow = GradientFlow(total(A[short] ** 2, short) / 2, (A,), t)
    assert verdict(Rate(A[k], -A[k], flow)) != "VERIFIED"


def test_a_set_that_is_not_invariant() -> None:
    flow = GradientFlow((a * b - S) ** 2 / 2, (a, b), t)
    assert verdict(Conserved(a**2 - b**2, flow.on(a - 2 * b))) == "REFUTED"


def test_restriction_needs_a_coefficient_that_cannot_vanish() -> None:
    flow = GradientFlow((a * b - S) ** 2 / 2, (a, b), t)
    with pytest.raises(ValueError, match="cannot vanish"):
        flow.on(x * a - x * b)


def test_an_initial_value_is_not_the_trajectory() -> None:
    start = a.func(sp.Integer(0))
    assert substitute_entry(a + start, a, b) == b + start


def test_equation_without_initial_value_and_the_other_way_round() -> None:
    flow = GradientFlow(a**2 / 2, (a,), t)
    assert verdict(Solution(flow, a, S * sp.exp(-t), S)) == "VERIFIED"
    assert verdict(Solution(flow, a, S * sp.exp(-t), 2 * S)) == "REFUTED"
    assert verdict(Solution(flow, a, S * sp.exp(-2 * t), S)) == "REFUTED"


def test_a_solution_that_is_not_the_only_one() -> None:
    """``da/dt = sqrt(a)`` from 0 has two solutions: neither is *the* solution."""
    flow = GradientFlow(-sp.Rational(2, 3) * a ** sp.Rational(3, 2), (a,), t)
    assert verdict(Solution(flow, a, t**2 / 4, sp.Integer(0))) == "UNDECIDED"
    assert verdict(Solution(flow, a, (t + S) ** 2 / 4, S**2 / 4)) == "VERIFIED"


def test_an_unknown_function_of_the_parameters_has_no_known_slope() -> None:
    any_loss = sp.Function("ell", real=True)
    flow = GradientFlow(loss=any_loss(a * b), parameters=(a, b), time=t)
    with pytest.raises(ValueError, match="ell is an unknown function of a"):
        flow.rate(a)


def test_who_asks_twice_for_a_velocity_has_other_bound_indices() -> None:
    flow = GradientFlow((total(A[i] ** 2, i) - 1) ** 2, (A,), t)
    one, other = flow.velocity(A[k]), flow.velocity(A[k])
    (old,), (new,) = ({limit[0] for found in v.atoms(sp.Sum) for limit in found.limits} for v in (one, other))
    assert old != new
    assert other.xreplace({new: old}) == one


def test_the_derivative_of_a_product_has_the_factors_before_and_after() -> None:
    """At each index it is that of the product written out; an index of the product was once taken for a free one."""
    n, S, t = natural("n"), positive("S"), time()
    w, k, each = families("w", t), index("k", n), index("l", n)
    loss = (S - product(w[each] + w[each] ** 2, each)) ** 2 / 2
    flow, letters = GradientFlow(loss, (w,), t), sp.symbols("u_1:4")
    values = {w[sp.Integer(i)]: u for i, u in enumerate(letters, 1)}
    by_hand = written_out(flow.velocity(w[k]).xreplace({k: sp.Integer(2)}), {n: sp.Integer(3)}).subs(values)
    written = sp.expand((S - sp.Mul(*(u + u**2 for u in letters))) ** 2 / 2)
    assert sp.expand(by_hand + sp.diff(written, letters[1])) == 0
    rate = flow.rate(product(w[k], k)).replace(sp.KroneckerDelta, lambda *_: sp.nan)
    assert rate.free_symbols == {S, n, t}


def test_a_product_over_two_indices_at_once_has_no_derivative_here() -> None:
    n = natural("n")
    a, (i, j) = families("a", time()), (index("i", n), index("j", n))
    with pytest.raises(ValueError, match="over several indices"):
        partial(sp.Product(a[i] + a[j], (i, 1, n), (j, 1, n)), a[i])


def test_parts_of_a_product_around_an_index_are_the_whole() -> None:
    n, m = natural("n m")
    a, (k, each, h) = families("a"), (index("k", n), index("l", n), index("h", m))
    part = product(a[each], each)

    def around(at: sp.Idx, factor: sp.Expr) -> sp.Expr:
        return factor * sp.Product(a[each], (each, 1, at - 1)) * sp.Product(a[each], (each, at + 1, n))

    assert verdict(Identity(around(k, a[k]), part)) == "VERIFIED"
    assert verdict(Identity(around(k, a[k] ** 2), part * a[k])) == "VERIFIED"
    assert verdict(Identity(around(k, sp.Integer(1)), part / a[k]), ForAll(k, a[k] > 0)) == "VERIFIED"
    assert verdict(Identity(around(k, sp.Integer(1)), part / a[k])) != "VERIFIED"  # 0/0 where an entry is 0
    assert verdict(Identity(around(k, sp.Integer(1)), part)) == "REFUTED"
    assert verdict(Identity(around(h, a[h]), part)) != "VERIFIED"  # h may be beyond n
    beyond = sp.Sum(around(k, a[k]), (k, 1, m))
    assert verdict(Identity(beyond, m * part)) != "VERIFIED"  # beyond n it is not the product
    assert verdict(Identity(sp.Sum(around(k, a[k]), (k, 1, n)), n * part)) == "VERIFIED"
