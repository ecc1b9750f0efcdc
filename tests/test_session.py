"""From Python, and in a notebook: claims and results show themselves."""

from __future__ import annotations

import pytest

import layerproof
from layerproof import (
    Claim,
    GradientFlow,
    Identity,
    Verdict,
    families,
    index,
    natural,
    positive,
    time,
    total,
    trajectories,
)
from layerproof.running.loading import Library
from layerproof.running.pieces import Settings

x = positive("x_0")


def test_claims_are_checked_from_python(own_cache: object) -> None:
    right = Claim("own/square", title="A square", statement=Identity((x + 1) ** 2, x**2 + 2 * x + 1))
    wrong = Claim("own/slip", title="A <b>slip</b>", statement=Identity((x - 1) ** 2, x**2 + 1))
    found = layerproof.check(right, wrong, methods=["exact"], jobs=1, settings=Settings(budget=20))
    assert [result.verdict for result in found] == [Verdict.VERIFIED, Verdict.REFUTED]
    assert len(found) == 2
    assert found[0].claim is right
    assert repr(found).splitlines() == [
        "own/square  VERIFIED", "own/slip    REFUTED at x_0 = 1: left minus right = -2.00000000000"
    ]  # fmt: skip
    page = found._repr_html_()
    assert "A &lt;b&gt;slip&lt;/b&gt;" in page
    assert "at x_0 = 1: left minus right = -2" in page
    assert page.count("<tr") == 3
    assert r"(x_{0} + 1)^{2} &= " in page
    assert repr(found[1]) == "own/slip REFUTED at x_0 = 1: left minus right = -2.00000000000"
    assert "at x_0 = 1" in found[1]._repr_html_()
    assert found[1]._repr_html_().count("<tr") == 2


def test_words_name_claims_of_the_library(own_cache: object) -> None:
    (result,) = layerproof.check("feedback/sigmoid", methods=["exact"])
    assert result.verdict is Verdict.VERIFIED


def test_what_is_unknown_is_an_error() -> None:
    with pytest.raises(LookupError, match="sigmoidal"):
        layerproof.check("feedback/sigmoidal", methods=["exact"])
    with pytest.raises(ValueError, match="got method 'magic'; expected some of exact, numeric, trained"):
        layerproof.check("feedback/sigmoid", methods=["magic"])


def test_a_claim_shows_its_mathematics() -> None:
    (claim,) = (claim for claim in Library().all() if claim.id == "lazy-rich/general-solution")
    shown = claim._repr_latex_()
    assert shown.startswith("$$\\begin{aligned}")
    assert r"R &= \sqrt{S^{2} - \mathcal{S}_{0}^{2} + \Sigma_{0}^{2}}" in shown
    own = Claim("own/limit", title="", statement=Identity(x * (x + 1), x**2 + x))
    assert r"x_{0} (x_{0} + 1) &= x_{0}^{2} + x_{0}" in own._repr_latex_()


def test_a_flow_shows_its_loss_and_its_rates() -> None:
    t = time()
    a, b = trajectories("a b")
    w = families("w", t)
    n = natural("n")
    shown = GradientFlow((a * b - x) ** 2 / 2, (a, b), t).on(a - b)._repr_latex_()
    assert r"\mathcal{L} &= " in shown
    assert r"\frac{\mathrm{d}}{\mathrm{d} t} a &= -b (a b - x_{0})" in shown
    assert "a - b &= 0" in shown
    k = index("k", n)
    assert r"\frac{\mathrm{d}}{\mathrm{d} t} w_{k} &= " in GradientFlow(total(w[k] ** 2, k), (w,), t)._repr_latex_()
