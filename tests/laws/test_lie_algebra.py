"""The dimension of the Lie algebra against brackets written out, and the search against SymPy."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from layerproof.tools.laws import Activation, Convolution, Linear, Model, Skip
from layerproof.tools.laws.claims import expression
from layerproof.tools.laws.gradient_fields import GradientFields
from layerproof.tools.laws.lie_algebra import lie_dimension
from layerproof.tools.laws.modular import PRIME, Span, product, rational, short_basis, times
from layerproof.tools.laws.polynomials import Polynomial
from layerproof.tools.laws.search import polynomial_laws

from .architectures import components, conserved, lie_dimension_by_brackets, linear, rectified

x, y, z, w = sp.symbols("x y z w")


@pytest.mark.parametrize(
    ("model", "depth"),
    [
        (Model("a", linear(2, 2, 1)), 2),
        (Model("b", linear(1, 2, 2, 1)), 2),
        (Model("c", linear(2, 2, 2)), 2),
        (Model("d", rectified(1, 2, 1, bias=True)), 1),
        (Model("e", [Convolution(3), Convolution(3)]), 2),
        (Model("f", [Skip(Linear(1, 1), Linear(1, 1)), Linear(1, 2)]), 2),
        (Model("g", parameters=[x, y, z], phi=[x * y, y * z]), 3),
        (Model("h", parameters=[x, y, z, w], phi=[x * y + z**2, z * w]), 3),
        (Model("i", parameters=[x, y, z], phi=[x + y**2 / 2, y * z]), 3),
    ],
    ids=lambda value: value.name if isinstance(value, Model) else "",
)
def test_the_dimension_is_that_of_the_brackets_written_out(model, depth):
    wanted = lie_dimension_by_brackets(components(model), model.symbols, depth)
    assert lie_dimension(model.parametrisation.phi).at_least == wanted


def test_brackets_deeper_than_the_first_are_needed_and_found():
    # two fields in four dimensions: fields and first bracket give 3, depth two gives 4
    model = Model("m", parameters=[x, y, z, w], phi=[x + y * z**2, y + z + w**2 * x])
    assert lie_dimension_by_brackets(components(model), model.symbols, 0) == 2
    assert lie_dimension_by_brackets(components(model), model.symbols, 1) == 3
    found = lie_dimension(model.parametrisation.phi)
    assert (found.fields, found.at_least, found.stopped) == (2, 4, "full")
    assert found.order >= 2


@pytest.mark.parametrize("seed", range(3))
def test_the_dimension_does_not_depend_on_the_draw(seed):
    model = Model("m", linear(3, 4, 2))
    assert lie_dimension(model.parametrisation.phi, seed=seed).at_least == 20 - 10


def test_stopping_at_enough_gives_no_more_than_the_truth():
    phi = Model("m", linear(2, 5, 5, 2)).parametrisation.phi
    full = lie_dimension(phi)
    assert full.stopped == "no growth"
    assert lie_dimension(phi, enough=full.at_least).at_least == full.at_least
    assert lie_dimension(phi, enough=full.at_least + 1).at_least == full.at_least


def test_a_part_of_the_fields_generates_no_more():
    phi = Model("m", linear(2, 3, 2)).parametrisation.phi
    one = lie_dimension(phi, reached=np.array([[1, 0, 0, 0]]))
    assert one.at_least == 1
    every = lie_dimension(phi, reached=np.eye(4, dtype=np.int64))
    assert every.at_least == lie_dimension(phi).at_least


monomials = st.tuples(*[st.integers(0, 2)] * 3).filter(any)
polynomials = st.dictionaries(monomials, st.integers(-3, 3).filter(bool), min_size=1, max_size=3)


@settings(max_examples=25, deadline=None)
@given(st.lists(polynomials, min_size=1, max_size=2))
def test_on_random_maps_the_search_and_the_bound_agree_with_sympy(drawn):
    phi = [sum(c * x**i * y**j * z**k for (i, j, k), c in terms.items()) for terms in drawn]
    used = [s for s in (x, y, z) if any(f.has(s) for f in phi)]
    model = Model("m", parameters=used, phi=phi)
    seen = model.parametrisation.phi
    found = polynomial_laws(seen)
    # every quadratic law, by SymPy, from an ansatz with unknown coefficients
    ansatz = [sp.prod(p) for d in (1, 2) for p in combinations_with_replacement(used, d)]
    unknown = sp.symbols(f"c:{len(ansatz)}")
    h = sum(c * m for c, m in zip(unknown, ansatz, strict=True))
    slopes = [sp.Poly(sum(sp.diff(h, p) * sp.diff(f, p) for p in used), *used) for f in phi]
    equations = [e for slope in slopes for e in slope.coeffs() if e != 0]
    wanted = len(ansatz) - (sp.Matrix([[sp.diff(e, c) for c in unknown] for e in equations]).rank() if equations else 0)
    assert found.exhaustive
    assert found.found == wanted
    for law in found.independent:
        assert conserved(expression(law, model.symbols), components(model), model.symbols)
    lie = lie_dimension(seen)
    assert len(found.independent) <= len(used) - lie.at_least
    if len(phi) == 1:
        assert lie.at_least == 1


def test_gradients_and_hessians_along_a_curve_are_those_of_sympy():
    phi = [2 * x**2 * y * z + y, x * z**3]
    model = Model("m", parameters=[x, y, z], phi=phi)
    fields = GradientFields(model.parametrisation.phi)
    t, theta = sp.Symbol("t"), model.symbols
    curve = np.array([[3, 1, 4], [1, 5, 9], [2, 6, 5]])
    controls = np.array([[2, 7, 1], [8, 2, 8]])
    path = {p: sum(int(c) * t**k for k, c in enumerate(row)) for p, row in zip(theta, curve, strict=True)}
    # components are scaled so that one is not the multiple of another; take them as they are
    shown = components(model)
    mixed = sum(sum(int(c) * t**k for k, c in enumerate(row)) * f for row, f in zip(controls, shown, strict=True))

    def last(expr):
        return int(sp.Poly(expr.xreplace(path), t).coeff_monomial(t**2)) % PRIME

    assert fields.combined(curve, controls).tolist() == [last(sp.diff(mixed, p)) for p in theta]
    wanted = [[last(sp.diff(mixed, p, q)) for q in theta] for p in theta]
    assert fields.hessian(curve, controls).tolist() == wanted
    assert fields.gradients(curve).tolist() == [[last(sp.diff(f, p)) for f in shown] for p in theta]


def test_modular_arithmetic():
    generator = np.random.default_rng(0)
    a, b = generator.integers(0, PRIME, size=(3, 70)), generator.integers(0, PRIME, size=(70, 2))
    exact = [[sum(int(p) * int(q) for p, q in zip(row, column, strict=True)) % PRIME for column in b.T] for row in a]
    assert product(a, b).tolist() == exact
    assert times(np.array([[1, 2, 3]]), np.array([[PRIME - 1, 0, 5]])).tolist() == [[PRIME - 1, PRIME - 2, 2]]
    for value in (Fraction(3, 7), Fraction(-22, 9), Fraction(0), Fraction(30000)):
        assert rational(value.numerator * pow(value.denominator, -1, PRIME) % PRIME) == value
    span = Span(3)
    assert [span.add(np.array([row])) for row in ([1, 2, 3], [2, 4, 6], [0, 1, 0])] == [1, 0, 1]
    found = short_basis([[Fraction(1), Fraction(1, 2), Fraction(0)], [Fraction(1), Fraction(0), Fraction(1, 3)]])
    assert all(2 * abs(row[0]) + abs(row[1]) + abs(row[2]) <= 6 for row in found)


def test_candidates_that_hold_modulo_the_prime_only_are_no_laws():
    # modulo the prime phi is x y, which conserves x^2 - y^2
    model = Model("m", parameters=[x, y], phi=[x * y + PRIME * x**2])
    found = polynomial_laws(model.parametrisation.phi)
    assert found.independent == ()
    assert not found.exhaustive


def test_one_point_gives_fewer_equations_than_fields():
    # with a bottleneck the squares of 5-5-5-2-5 need more points than unknowns / fields
    found = polynomial_laws(Model("m", linear(5, 5, 5, 2, 5)).parametrisation.phi)
    assert found.exhaustive
    assert len(found.independent) == 15 + 15 + 3


def test_a_false_law_is_no_law():
    model = Model("m", [Linear(2, 2), Activation(0, 0, 1), Linear(2, 1)])
    squares = Polynomial({(k, k): Fraction(1) for k in range(6)})
    assert not model.parametrisation.phi.conserves(squares)
