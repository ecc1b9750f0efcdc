"""Models whose laws are known."""

from __future__ import annotations

import random

import pytest
import sympy as sp

from layerproof.tools.laws import (
    Activation,
    Attention,
    Convolution,
    Diagonal,
    Linear,
    Model,
    Power,
    ReLU,
    Skip,
    Weight,
    laws,
)
from layerproof.tools.laws.claims import expression

from .architectures import linear, rectified


def two_layer_count(n: int, r: int, m: int) -> int:
    """Marcotte, Gribonval, Peyre, Proposition 4.2 and its corollary: the laws of W_2 W_1 with r hidden neurons."""
    if n + m >= r:
        return r * (r + 1) // 2
    return (n + m) * (2 * r + 1 - n - m) // 2


@pytest.mark.parametrize(
    "widths", [(1, 1, 1), (2, 3, 2), (3, 4, 2), (5, 2, 4), (2, 5, 2), (1, 4, 2), (1, 5, 1), (2, 6, 1)]
)
def test_two_linear_layers_have_the_count_of_the_paper(widths):
    found = laws(Model("m", linear(*widths)))
    assert found.at_least == found.at_most == two_layer_count(*widths)


def test_the_laws_of_two_linear_layers_are_the_entries_of_the_imbalance():
    model = Model("m", linear(3, 2, 4))
    first = sp.Matrix(2, 3, model.symbols[:6])
    second = sp.Matrix(4, 2, model.symbols[6:])
    imbalance = second.T * second - first * first.T
    wanted = {sp.expand(imbalance[i, j]) for i in range(2) for j in range(i, 2)}
    assert {sp.expand(expression(h, model.symbols)) for h in laws(model).laws.independent} == wanted


def random_widths(seed: int) -> tuple[int, ...]:
    draw = random.Random(seed)
    return tuple(draw.randint(2, 5) for _ in range(draw.randint(2, 4) + 1))


@pytest.mark.parametrize("seed", range(8))
def test_deep_linear_networks_have_no_more_than_the_imbalances(seed):
    widths = random_widths(seed)
    found = laws(Model("m", linear(*widths)))
    assert found.complete
    assert found.laws.found >= sum(r * (r + 1) // 2 for r in widths[1:-1])
    # independent ones: all of them, unless a hidden layer is wider than its neighbours together
    if all(widths[k] <= widths[k - 1] + widths[k + 1] for k in range(1, len(widths) - 1)):
        assert found.at_least == sum(r * (r + 1) // 2 for r in widths[1:-1])


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("widths", [(2, 3, 2), (1, 4, 1), (3, 2, 3, 2), (2, 3, 4, 2), (2, 2, 2, 2, 2)])
def test_rectified_networks_have_a_law_for_each_hidden_neuron(widths, bias):
    found = laws(Model("m", rectified(*widths, bias=bias)))
    assert found.at_least == found.at_most == sum(widths[1:-1])
    for k, said in enumerate(found.summary(), start=1):
        if widths == (2, 3, 4, 2):
            shift = f" - b_{k} b_{k}^T" if bias else ""
            assert said.startswith(f"each diagonal entry of W_{k + 1}^T W_{k + 1} - W_{k} W_{k}^T{shift}")


def test_real_inputs_excite_the_paths_of_a_rectified_network():
    found = laws(Model("m", rectified(2, 3, 2, bias=True)))
    assert found.excited is not None
    assert found.excited.bound == 3
    assert found.status == "complete"
    assert found.completeness()[1].startswith("complete for the network")


def test_more_is_conserved_where_neurons_share_their_gate():
    # one input and no bias: all neurons with weights of one sign switch together, and are a linear network
    found = laws(Model("m", rectified(1, 3, 1)))
    assert found.at_most == 3
    assert found.excited is not None
    assert found.excited.bound > 3
    assert found.status == "complete for the paths"
    assert found.completeness()[1].startswith("not shown for the network: 400 inputs do not excite all paths")


def test_a_leak_changes_no_law():
    layers = [Linear(2, 3, bias=True), ReLU(leak=sp.Rational(1, 10)), Linear(3, 2)]
    found = laws(Model("m", layers))
    assert found.at_least == found.at_most == 3
    assert found.excited is not None
    assert found.excited.bound == 3


@pytest.mark.parametrize(("depth", "size"), [(2, 1), (2, 3), (3, 2), (4, 3), (5, 2)])
def test_diagonal_networks_conserve_differences_of_squares(depth, size):
    found = laws(Model("m", [Diagonal(size) for _ in range(depth)]))
    assert found.at_least == found.at_most == (depth - 1) * size


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_circular_convolutions_conserve_one_power_a_frequency(size):
    # |FFT(w_2)|^2 - |FFT(w_1)|^2 at each frequency up to n/2
    found = laws(Model("m", [Convolution(size), Convolution(size)]))
    assert found.at_least == found.at_most == size // 2 + 1


def test_short_filters_conserve_the_difference_of_their_norms_only():
    found = laws(Model("m", [Convolution(7, 3), Convolution(7, 2), Convolution(7, 2)]))
    assert found.at_least == found.at_most == 2


@pytest.mark.parametrize(("dim", "head", "heads", "values"), [(3, 2, 1, False), (4, 2, 1, True), (3, 2, 2, True)])
def test_attention_conserves_the_imbalance_of_each_product(dim, head, heads, values):
    found = laws(Model("m", Attention(dim, head, heads=heads, values=values)))
    assert found.at_least == found.at_most == heads * (2 if values else 1) * head * (head + 1) // 2


def test_attention_with_tied_query_and_key_conserves_nothing():
    found = laws(Model("m", Attention(4, 2, tied=True)))
    assert found.at_least == 0


def test_a_skip_connection_keeps_the_laws_of_the_block():
    plain, skipped = laws(Model("m", linear(3, 2, 3))), laws(Model("m", [Skip(*linear(3, 2, 3))]))
    assert plain.laws.independent == skipped.laws.independent
    assert skipped.complete


def test_a_skip_inside_of_a_network_ties_the_layers_around_it():
    found = laws(Model("m", [Linear(3, 3), Skip(*linear(3, 2, 3)), Linear(3, 2)]))
    assert found.complete
    assert found.at_least == 9  # 12 without the skip
    assert found.summary()[0].startswith("every entry of W_2^T W_2 + W_4^T W_4 - W_1 W_1^T - W_3 W_3^T")


def test_residual_layers_conserve_a_shifted_imbalance():
    found = laws(Model("m", [Skip(Linear(2, 2)), Skip(Linear(2, 2))]))
    assert found.at_least == found.at_most == 3
    assert any(len(m) == 1 for law in found.laws.independent for m in law.terms)


def test_a_skip_around_one_activation_of_two_leaves_no_law():
    found = laws(Model("m", [Linear(2, 2), Skip(Power(2)), Linear(2, 2)]))
    assert found.at_least == found.at_most == 0


def test_tied_weights_lose_the_law():
    weight = Weight("W", 2, 3)
    found = laws(Model("m", [Linear(weight=weight), Linear(weight=weight.T)]))
    assert found.at_least == found.at_most == 0


def test_where_laws_are_no_polynomials_both_bounds_are_given():
    # phi = (a^2 + b^2) c: the direction a/b is conserved too, which is no polynomial
    a, b, c = sp.symbols("a b c")
    found = laws(Model("m", parameters=[a, b, c], phi=[(a**2 + b**2) * c]))
    assert (found.at_least, found.at_most) == (1, 2)
    assert not found.complete
    assert "at least 1, at most 2" in found.completeness()[0]


def test_a_polynomial_activation_leaves_no_law_and_a_power_leaves_one_a_neuron():
    assert laws(Model("m", [Linear(2, 3), Activation(0, 1, 1), Linear(3, 2)])).at_most == 0
    found = laws(Model("m", [Linear(2, 3), Power(3), Linear(3, 2)]))
    assert found.at_least == found.at_most == 3
    assert found.summary() == ["each diagonal entry of 3 W_2^T W_2 - W_1 W_1^T: 3 laws"]


def test_a_law_of_degree_three_is_found_at_that_degree():
    a, b = sp.symbols("a b")
    cubic = Model("m", parameters=[a, b], phi=[a**2 * b - b**3 / 3])  # harmonic: its conjugate is conserved
    assert laws(cubic, degree=2).at_least == 0
    found = laws(cubic, degree=3)
    assert found.at_least == found.at_most == 1
    assert found.summary() == ["3*a*b**2 - a**3"]
