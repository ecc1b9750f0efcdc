"""Claims, symmetries, words and errors."""

from __future__ import annotations

import json
import re

import pytest
import sympy as sp

from layerproof.language.statements import Identity
from layerproof.proving.evidence import prove
from layerproof.proving.trials import challenge
from layerproof.tools.laws import (
    Attention,
    Convolution,
    Diagonal,
    Linear,
    Model,
    ReLU,
    Skip,
    Symmetry,
    TooLarge,
    Weight,
    collecting,
    laws,
    report,
)
from layerproof.tools.laws.noether import generator

from .architectures import linear, rectified

a, b, c = sp.symbols("a b c")


def test_laws_are_claims_that_the_exact_prover_verifies():
    found = report([Model("two layers", linear(2, 2, 2)), Model("rectified", rectified(2, 2, 1, bias=True))])
    assert [claim.id for claim in found.claims] == [f"laws/two-layers/{k}" for k in (1, 2, 3)] + [
        f"laws/rectified/{k}" for k in (1, 2)
    ]
    assert {id: e.verdict.value for one in found.models for id, e in one.evidence.items()} == {
        claim.id: "VERIFIED" for claim in found.claims
    }
    assert found.unproved == ()
    assert found.complete


def test_the_claim_is_about_the_flow_of_every_loss():
    claim = laws(Model("m", parameters=[a, b], phi=[a * b])).claims[0]
    assert "g_1" in str(claim.statement.flow.loss)
    assert "^{2}" in claim.statement.latex()
    # the multiplier is a function of time that is no parameter: a quantity that only constant losses conserve is not
    assert {e.func.__name__ for e in claim.statement.flow.parameters} == {"a", "b"}


def test_mutants_of_a_law_are_refuted():
    claim = laws(Model("m", linear(2, 2, 1))).claims[0]
    found = challenge(claim)
    assert found.made >= 2
    assert found.killed == found.made


def test_a_symmetry_with_a_symmetric_generator_gives_its_law():
    model = Model("product", parameters=[a, b], phi=[a * b])
    symmetry = Symmetry(model, {a: a, b: -b}, name="rescaling")
    assert symmetry.holds
    assert symmetry.kind == "symmetric"
    invariance, law = symmetry.claims()
    assert (invariance.id, law.id) == ("laws/product/rescaling-invariance", "laws/product/rescaling-law")
    assert prove(invariance).verdict.value == prove(law).verdict.value == "VERIFIED"


def test_a_rotation_gives_no_law():
    model = Model("m", parameters=[a, b, c], phi=[(a**2 + b**2) * c])
    symmetry = Symmetry(model, {"a": b, "b": -a}, name="turning")
    assert symmetry.holds
    assert symmetry.kind == "antisymmetric"
    assert not symmetry.quantity
    assert isinstance(symmetry.claims()[1].statement, Identity)
    assert [prove(claim).verdict.value for claim in symmetry.claims()] == ["VERIFIED", "VERIFIED"]


def test_a_generator_of_neither_kind_gives_no_law_and_the_claim_is_refuted():
    # phi = (2 a + b) b is invariant under a -> a + (a + b), b -> b - b: the matrix is not symmetric
    model = Model("skewed", parameters=[a, b], phi=[(2 * a + b) * b])
    symmetry = Symmetry(model, {a: a + b, b: -b}, name="skew")
    assert symmetry.holds
    assert symmetry.kind == "neither"
    invariance, consequence = symmetry.claims()
    assert prove(invariance).verdict.value == "VERIFIED"
    assert consequence.expected.value == prove(consequence).verdict.value == "REFUTED"


def test_what_is_no_symmetry_is_refuted():
    model = Model("product", parameters=[a, b], phi=[a * b])
    symmetry = Symmetry(model, {a: a, b: b}, name="scale")
    assert not symmetry.holds
    assert prove(symmetry.claims()[0]).verdict.value == "REFUTED"
    assert "scale: no symmetry" in report([model]).text()
    assert report([model]).unproved == ("laws/product/scale-invariance",)


def test_a_translation_gives_a_linear_law():
    model = Model("difference", parameters=[a, b], phi=[(a - b) ** 2])
    symmetry = Symmetry(model, {a: 1, b: 1}, name="shift")
    assert symmetry.holds
    assert [prove(claim).verdict.value for claim in symmetry.claims()] == ["VERIFIED", "VERIFIED"]
    assert laws(model).summary() == ["a + b"]


def test_a_symmetry_of_weights_is_given_by_its_factors():
    model = Model("m", linear(2, 2, 3))
    shear = sp.Matrix([[0, 1], [1, 0]])
    symmetry = Symmetry(model, {"W_1": (shear, None), "W_2": (None, -shear)})
    assert symmetry.holds
    assert symmetry.kind == "symmetric"
    law = symmetry.quantity
    assert model.parametrisation.phi.conserves(law)
    assert not Symmetry(model, {"W_1": (shear, None), "W_2": (None, shear)}).holds


def test_each_quadratic_law_is_that_of_a_symmetry():
    model = Model("m", [Convolution(4), Convolution(4)])
    symbols = model.symbols
    for law in laws(model).laws.independent:
        matrix = generator(law)
        field = {symbols[i]: sum(v * symbols[k] for (row, k), v in matrix.items() if row == i) for i, _ in matrix}
        symmetry = Symmetry(model, field)
        assert symmetry.holds
        assert symmetry.quantity == law


def test_models_are_collected_in_order():
    with collecting() as made:
        Model("one", linear(1, 1))
        with pytest.raises(ValueError, match="sizes do not fit"):
            Model("bad", [Linear(1, 2), Linear(3, 1)])
        Model("two", [Diagonal(2)])
    assert [model.name for model in made] == ["one", "two"]


def test_the_table_and_the_json():
    found = report([Model("two layers", linear(2, 3, 2)), Model("tall", parameters=[a, b], phi=[a**2 + b**2])])
    text = found.text()
    assert text.splitlines()[0].split() == ["model", "parameters", "dim", "Lie", "laws", "at", "most"]
    assert "two layers          12        6     6        6  complete" in text
    assert "every entry of W_2^T W_2 - W_1 W_1^T (symmetric, 3 x 3): 6 laws" in text
    assert "nothing is conserved" not in text.split("tall (")[0]
    assert "at least 0, at most 1 (2 parameters - dimension 1 of the Lie algebra = 1)" in text
    data = json.loads(json.dumps(found.as_json()))
    assert data["complete"] is False
    first = data["models"][0]
    assert (first["at_least"], first["at_most"], first["complete"]) == (6, 6, True)
    assert first["laws"][0]["quantity"] == "W_2_11**2 + W_2_21**2 - W_1_11**2 - W_1_12**2"
    assert first["laws"][0]["verdict"] == "VERIFIED"
    assert first["laws"][0]["latex"].startswith("W_{2,11}^{2}")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: report([]), "found no model; expected at least one Model"),
        (lambda: report([Model("m", linear(1, 1)), Model("M", linear(1, 1))]), "two models of one name"),
        (lambda: laws(Model("m", linear(1, 1)), degree=0), "got the degree 0; expected a positive integer"),
        (lambda: Model("m", []), "has no layers"),
        (lambda: Model("m", [ReLU()]), "no layer has weights"),
        (lambda: Model("m", [Linear(2, 3), Linear(2, 2)]), "layer 2, Linear(2, 2), takes 2 numbers, but gets 3"),
        (lambda: Model("m", [Skip(Linear(2, 3))]), "adds 2 numbers to 3"),
        (lambda: Model("m", [Linear(0, 3)]), "got 0 for the inputs of a linear layer; expected a positive integer"),
        (lambda: Model("m", [Linear(2, 3), "relu"]), "got 'relu' as a layer"),
        (lambda: Model("m", [Linear(3, 3, weight=Weight("W", 2, 3))]), "the weight is 2 x 3"),
        (lambda: Model("m", [Convolution(3, 4)]), "the filter is of length 4, the signal of 3"),
        (
            lambda: Model("m", [Linear(weight=Weight("W", 2, 2)), Linear(weight=Weight("W", 2, 2))]),
            "two weights of the",
        ),
        (lambda: Model("m", Attention(0, 2)), "got 0 for the width of a token"),
        (lambda: Model("m"), "expected either layers, or parameters and phi"),
        (lambda: Model("!", linear(1, 1)), "expected a text with a letter"),
        (lambda: Model("m", parameters=[a, b], phi=[sp.exp(a) * b]), "expected a polynomial"),
        (lambda: Model("m", parameters=[a, b], phi=[a * b * c]), "phi has c, no parameter"),
        (lambda: Model("m", parameters=[a, b], phi=[a**2]), "nothing depends on b"),
        (lambda: Model("m", parameters=[a, a], phi=[a**2]), "given twice"),
        (lambda: Model("m", phi=[a**2]), "phi is given without its parameters"),
        (lambda: ReLU(leak=1), "no rectifier"),
        (lambda: Symmetry(Model("m", linear(1, 1)), {"v": 1}), "has no parameter 'v'; it has W_1_1"),
        (lambda: Symmetry(Model("m", parameters=[a, b], phi=[a * b]), {a: a * b}), "of degree 2"),
        (lambda: Symmetry(Model("m", linear(2, 2)), {"W_1": (sp.eye(3), None)}), "is 3 x 3; expected 2 x 2"),
    ],
)
def test_bad_input_is_one_clear_error(make, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        make()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Model("m", [Linear(20, 20)]), "400 parameters, and time grows as their cube; the limit is 250"),
        (lambda: Model("m", linear(12, 12, 12, 12)), "after layer 3, .* there are 20736 terms"),
        (lambda: Model("m", linear(20, 20, 20, 20)), "there are up to 160000 terms"),
        (lambda: laws(Model("m", linear(5, 5, 5)), degree=4), "monomials of degree up to 4 in 50 parameters"),
    ],
)
def test_what_is_too_large_is_refused_with_its_cost(make, message):
    with pytest.raises(TooLarge, match=message):
        make()
