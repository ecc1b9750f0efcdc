"""Expressions in LaTeX: each as an author would type it."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from layerproof.export.fragments import printed, rows
from layerproof.language.claims import Claim
from layerproof.language.matrices import Named, RandomVector, Velocity
from layerproof.language.printing import latex, notation, text
from layerproof.language.printing.marks import AtTime, Mean, Remainder, Slope
from layerproof.language.printing.typeset import beside
from layerproof.language.reading import Reader
from layerproof.language.statements import Identity
from layerproof.language.symbols import families, fresh_index, index, natural, positive, real, time, trajectories
from layerproof.running.canonical import canonical
from layerproof.running.loading import Library

t = time()
x, y, z, S, m, r0, D, T, eta, alpha = positive("x y z S m r_0 D T eta alpha")
p, q = real("p q")
n, d = natural("n d")
a, b = trajectories("a b")
i, j = index("i", n), index("j", n)
w, c = families("w", t), families("c")
A, B = sp.MatrixSymbol("A", n, n), sp.MatrixSymbol("B", n, n)
s = sp.Symbol

TABLE: list[tuple[Any, str]] = [
    (1 - x, r"1 - x"),
    (x - 1, r"x - 1"),
    (-x - y, r"-x - y"),
    (y - x, r"y - x"),
    (1 + sp.exp(x), r"1 + e^{x}"),
    ((p + q) / 2, r"\frac{p + q}{2}"),
    ((p - q) / 2 + 1, r"\frac{p - q}{2} + 1"),
    (p / 2 + q / 3, r"\frac{p}{2} + \frac{q}{3}"),
    (x * (p + q) / 2, r"\frac{x (p + q)}{2}"),
    (x**2 / 2 * sp.exp(-y), r"\frac{x^{2}}{2} e^{-y}"),
    ((p - q) ** 2 / 2, r"\frac{1}{2} (p - q)^{2}"),
    ((p + q) / 2 * sp.sqrt(x), r"\frac{p + q}{2} \sqrt{x}"),
    ((p - q) / (2 * sp.sqrt(x)), r"\frac{p - q}{2 \sqrt{x}}"),
    (sp.exp(-2 * S * m * t), r"e^{-2 S m t}"),
    (S / (1 + (S / r0 - 1) * sp.exp(-2 * S * m * t)), r"\frac{S}{1 + (S/r_{0} - 1) e^{-2 S m t}}"),
    ((p + q) * sp.exp(x) / (1 - sp.exp(x)), r"\frac{p + q}{1 - e^{x}} e^{x}"),
    (x / (2 * (p + q)), r"\frac{x}{2 (p + q)}"),
    (x / (2 * p + 2 * q), r"\frac{x}{2 (p + q)}"),
    (sp.sqrt(x * y), r"\sqrt{x y}"),
    (sp.sqrt(x) * sp.sqrt(y), r"\sqrt{x y}"),
    (sp.sqrt(x**2 + y**2), r"\sqrt{x^{2} + y^{2}}"),
    (1 / sp.sqrt(x), r"\frac{1}{\sqrt{x}}"),
    (x ** sp.Rational(1, 4), r"x^{1/4}"),
    (x ** (-alpha), r"x^{-\alpha}"),
    (x ** (-(alpha + 1)), r"x^{-(\alpha + 1)}"),
    (x ** (alpha / (alpha + 1)), r"x^{\alpha/(\alpha + 1)}"),
    (sp.exp(-x / y), r"e^{-x/y}"),
    (sp.exp(-(x + y) / (2 * z)), r"e^{-(x + y)/(2 z)}"),
    (x / y / z, r"\frac{x}{y z}"),
    ((1 / x + 1 / y) / z, r"\frac{1/y + 1/x}{z}"),
    (x / (y / z + 1), r"\frac{x}{1 + y/z}"),
    (sp.log(x / y), r"\ln\left(\frac{x}{y}\right)"),
    (sp.log(x) ** 2, r"\ln^{2}(x)"),
    (sp.tanh(p) ** 2, r"\tanh^{2}(p)"),
    (sp.asinh(x / y), r"\operatorname{arsinh}\left(\frac{x}{y}\right)"),
    (sp.Abs(p), r"|p|"),
    (sp.Abs(p / q), r"\left|\frac{p}{q}\right|"),
    (sp.Max(p, q), r"\max(p, q)"),
    (sp.sign(p), r"\operatorname{sgn}(p)"),
    (2**x * 3, r"3 \cdot 2^{x}"),
    (x * 2**y, r"2^{y} x"),
    (eta * S * T * D * x ** (-alpha), r"\eta D S x^{-\alpha} T"),
    ((x + y) * t, r"(x + y) t"),
    (x * t * sp.exp(y), r"x t e^{y}"),
    (-p * (q - 1), r"-p (q - 1)"),
    (-(p + q), r"-p - q"),
    (p * (-q - 1), r"-p (q + 1)"),
    (sp.Sum(w[i] ** 2, (i, 1, n)), r"\sum_{i=1}^{n} w_{i}^{2}"),
    (sp.Sum(c[i] * w[i] - p, (i, 1, n)) / 2, r"\frac{1}{2} \sum_{i=1}^{n} (c_{i} w_{i} - p)"),
    (x * sp.Sum(c[i], (i, 1, n)) ** 2, r"x \left(\sum_{i=1}^{n} c_{i}\right)^{2}"),
    (sp.Sum(w[i] * sp.Sum(w[j], (j, 1, n)), (i, 1, n)), r"\sum_{i=1}^{n} w_{i} \sum_{j=1}^{n} w_{j}"),
    (sp.Product(c[i], (i, 1, n)), r"\prod_{i=1}^{n} c_{i}"),
    (sp.Integral(x * sp.exp(-x), (x, 0, sp.oo)), r"\int_{0}^{\infty} x e^{-x} \,\mathrm{d} x"),
    (sp.Limit(sp.log(x) / x, x, 0, "+"), r"\lim_{x \to 0^{+}} \frac{\ln(x)}{x}"),
    (sp.Limit(x - 1, x, sp.oo, "-"), r"\lim_{x \to \infty} (x - 1)"),
    (Slope(a, t), r"\frac{\mathrm{d} a}{\mathrm{d} t}"),
    (Slope(a**2, t), r"\frac{\mathrm{d} a^{2}}{\mathrm{d} t}"),
    (Slope(a**2 - b**2, t), r"\frac{\mathrm{d}}{\mathrm{d} t} (a^{2} - b^{2})"),
    (Slope(a * b, t), r"\frac{\mathrm{d}}{\mathrm{d} t} (a b)"),
    (Slope(sp.Sum(w[i], (i, 1, n)), t), r"\frac{\mathrm{d}}{\mathrm{d} t} \sum_{i=1}^{n} w_{i}"),
    (Slope(sp.log(a), t), r"\frac{\mathrm{d}}{\mathrm{d} t} \ln(a)"),
    (AtTime(a, t, sp.Integer(0)), r"a(0)"),
    (AtTime(a * b, t, sp.Integer(0)), r"\left.a b\right|_{t=0}"),
    (Remainder(1 / x**2), r"\mathcal{O}\left(\frac{1}{x^{2}}\right)"),
    (Mean(x**2, x), r"\mathbf{E}_{x}[x^{2}]"),
    (sp.KroneckerDelta(i, j), r"\delta_{ij}"),
    (s("W_1'"), r"W_{1}'"),
    (s("Wtilde_1"), r"\tilde{W}_{1}"),
    (s("U^+"), r"U^{+}"),
    (s("K^-1"), r"K^{-1}"),
    (s("S_b^+"), r"S_{b}^{+}"),
    (s("gamma_+"), r"\gamma_{+}"),
    (s("f*"), r"f^{\ast}"),
    (s("Sigma_0"), r"\Sigma_{0}"),
    (s("c_eff"), r"c_{\mathrm{eff}}"),
    (s("Delta_theta_0"), r"\Delta\theta_{0}"),
    (s("gamma_-"), r"\gamma_{-}"),
    (s("f*") ** 2, r"(f^{\ast})^{2}"),
    (s("w'") ** 2, r"(w')^{2}"),
    (A.T * B - B.T * A, r"A^{\top} B - B^{\top} A"),
    (A.I * B, r"A^{-1} B"),
    ((A * B).T, r"B^{\top} A^{\top}"),
    (2 * A - B, r"2 A - B"),
    (-A * B, r"-A B"),
    (x / y * A, r"\frac{x}{y} A"),
    ((A + B) * A, r"(A + B) A"),
    (sp.Trace(A * B), r"\operatorname{tr}(A B)"),
    (sp.Trace(A) ** 2, r"(\operatorname{tr}(A))^{2}"),
    (Velocity(A), r"\frac{\mathrm{d} A}{\mathrm{d} t}"),
    (Velocity(A.T), r"\frac{\mathrm{d} A^{\top}}{\mathrm{d} t}"),
    (Velocity(A * B), r"\frac{\mathrm{d}}{\mathrm{d} t} (A B)"),
    (A**2, r"A^{2}"),
    (sp.Identity(n) - A, r"I - A"),
    ((p + q) / D - x, r"\frac{p + q}{D} - x"),
    (p / D - q / D, r"\frac{p - q}{D}"),
    (x * (sp.exp(y) - 1) / (z * (p**2 + q**2)), r"\frac{x (e^{y} - 1)}{z (p^{2} + q^{2})}"),
    (sp.Rational(-3, 4) * x, r"-\frac{3 x}{4}"),
    (1 - x / y, r"1 - \frac{x}{y}"),
    (1 / x - 1, r"\frac{1}{x} - 1"),
    (sp.pi * x / 2, r"\frac{\pi x}{2}"),
    (x**2 + 2 * x * y + y**2, r"x^{2} + 2 x y + y^{2}"),
    (sp.Add(1, Remainder(x)), r"1 + \mathcal{O}(x)"),
    (sp.cos(2 * sp.pi * x / n), r"\cos\left(\frac{2 \pi x}{n}\right)"),
    (sp.sqrt(1 / (p**2 + 1)), r"\frac{1}{\sqrt{p^{2} + 1}}"),
    (sp.Sum(-x * w[i], (i, 1, n)), r"\sum_{i=1}^{n} (-x w_{i})"),
    (sp.zeta(2, n), r"\zeta\left(2, n\right)"),
    (sp.gamma(alpha + 1), r"\Gamma\left(\alpha + 1\right)"),
    (sp.Derivative(sp.Function("f")(x), x, x), r"\frac{\mathrm{d}^{2} f_{x}}{\mathrm{d} x^{2}}"),
    (sp.Eq(x, y), "x = y"),
    (x > y, "x > y"),
]


@pytest.mark.parametrize(("expr", "wanted"), TABLE, ids=[wanted for _, wanted in TABLE])
def test_as_an_author_would_type_it(expr: Any, wanted: str) -> None:
    assert latex(expr) == wanted


def test_a_notation_holds_for_its_block_only() -> None:
    with notation({"x": r"\mathcal{R}_{0}", "c": r"\mathcal{P}_{s}(#)", "m": r"\mathbf{E}[x_{#}^{2}]"}):
        assert latex(x * c[i]) == r"\mathcal{R}_{0} \mathcal{P}_{s}(i)"
        assert latex(m**2) == r"\mathbf{E}[x^{2}]^{2}"
        assert latex(x**2) == r"\mathcal{R}_{0}^{2}"
    assert latex(x) == "x"


def test_an_index_stands_before_those_that_a_name_has() -> None:
    u = families("u_0'")
    assert latex(u[i]) == "u_{i,0}'"
    assert latex(families("M")[i, j]) == "M_{i,j}"


def test_groups_of_matrices_keep_their_parentheses() -> None:
    group = Named("", A * B)
    assert latex(group * A) == "(A B) A"
    assert latex(group.T) == r"(A B)^{\top}"
    assert latex(sp.Trace(group)) == r"\operatorname{tr}(A B)"
    assert latex(group) == "A B"
    assert latex(Velocity(A * B) * A) == r"\frac{\mathrm{d}}{\mathrm{d} t} (A B) A"


def test_random_vectors_print_their_name() -> None:
    assert latex(RandomVector("x", n)) == "x"


# The general solution (6.10) to (6.12), (3.13), (4.17), (5.5), (B.39) and the single neuron's solutions.
FAMOUS: dict[str, list[str]] = {
    "lazy-rich/gamma-printed": [
        r"a_{j} = \frac{a_{j}(0) + b_{j}(0)}{2} \sqrt{\gamma} + \frac{a_{j}(0) - b_{j}(0)}{2 \sqrt{\gamma}}",
        r"b_{j} = \frac{a_{j}(0) + b_{j}(0)}{2} \sqrt{\gamma} - \frac{a_{j}(0) - b_{j}(0)}{2 \sqrt{\gamma}}",
        r"\gamma = \frac{R + S - \mathcal{S}_{0} + \Sigma_{0} + \mathcal{E} (R - S + "
        r"\mathcal{S}_{0} - \Sigma_{0})}{R - S + \mathcal{S}_{0} + \Sigma_{0} + \mathcal{E} (R + S "
        r"- \mathcal{S}_{0} - \Sigma_{0})}",
        r"\mathcal{E} = e^{-4 R t/Z}",
        r"R = \sqrt{S^{2} - \mathcal{S}_{0}^{2} + \Sigma_{0}^{2}}",
    ],
    "lazy-rich/general-solution": [
        r"a_{j} = \frac{a_{j}(0) + b_{j}(0)}{2} \sqrt{\gamma} + \frac{a_{j}(0) - b_{j}(0)}{2 \sqrt{\gamma}}",
        r"b_{j} = \frac{a_{j}(0) + b_{j}(0)}{2} \sqrt{\gamma} - \frac{a_{j}(0) - b_{j}(0)}{2 \sqrt{\gamma}}",
        r"\gamma = \frac{R + S - \mathcal{S}_{0} + \Sigma_{0} + \mathcal{E} (R - S + "
        r"\mathcal{S}_{0} - \Sigma_{0})}{R - S + \mathcal{S}_{0} + \Sigma_{0} + \mathcal{E} (R + S "
        r"- \mathcal{S}_{0} - \Sigma_{0})}",
        r"\mathcal{E} = e^{-2 R t/Z}",
        r"R = \sqrt{S^{2} - \mathcal{S}_{0}^{2} + \Sigma_{0}^{2}}",
    ],
    "feedback/stage-like-printed": [
        r"\epsilon < 1",
        r"\epsilon = \frac{1}{1 + \frac{(\mathbf{E}[x_{i+1}^{2}] - \mathbf{E}[x_{i}^{2}]) (S/r_{0} - "
        r"1)}{\mathbf{E}[x_{i}^{2}] + \mathbf{E}[x_{i+1}^{2}]}}",
    ],
    "scaling-laws/loss-of-all-resources": [
        r"\mathcal{L} = \frac{S^{2}}{2} \sum_{k=1}^{N} \frac{\mathcal{P}_{s}(k)}{(1 + "
        r"(S/\mathcal{R}_{k}(0) - 1)^{-1} e^{2 \eta S d_{k} T/D})^{2}} + \frac{S^{2}}{2} "
        r"\sum_{k'=1}^{n_{l}} \mathcal{P}_{s}'(k')",
        r"\mathcal{L} = \sum_{k'=1}^{n_{l}} \frac{S^{2} \mathcal{P}_{s}'(k')}{2} + \sum_{k=1}^{N} "
        r"\frac{\mathcal{P}_{s}(k)}{2} \left(S - \frac{S}{1 + (S/\mathcal{R}_{k}(0) - 1) e^{-2 \eta "
        r"S d_{k} T/D}}\right)^{2}",
        r"\mathcal{R}_{k}(0) = \frac{S}{1 + e^{z_{k}}}",
    ],
    "emergence/few-samples-printed": [
        r"\lim_{t \to \infty} \mathcal{R}_{k} = S \left(1 - \sqrt{1 - \frac{d_{k}}{D_{c}}}\right)",
        r"\mathcal{R}_{k} = \frac{S d_{k}}{D_{c} \left(1 + (S d_{k}/(D_{c} \mathcal{R}_{0}) - 1) e^{-2 \eta S "
        r"\sqrt{D_{c} d_{k}} t/D}\right)}",
        r"d_{k} = m",
    ],
    "emergence/limit-of-a-is-a-root": [
        r"(a^{2})^{2} - p^{2} = a^{2} (a_{0}^{2} - b_{0}^{2})",
        r"a^{2} = \frac{a_{0}^{2} - b_{0}^{2}}{2} + \sqrt{p^{2} + \frac{1}{4} (a_{0}^{2} - b_{0}^{2})^{2}}",
    ],
    "single-neuron/solution-upstream": [
        r"a = \frac{A}{\sqrt{h}}",
        r"v = \frac{V_{s}}{s \sqrt{h}}",
        r"u_{r'} = \frac{u_{r',0}}{\sqrt{h}}",
        r"a(0) = a_{0}",
        r"v(0) = v_{0}",
        r"u_{r'}(0) = u_{r',0}",
        r"h = 1 - \frac{P_{0}^{2} \mu_{-} (e^{(D + \delta) t} - 1)}{s^{2} (\delta^{2} + 4 s^{2})} "
        r"+ \frac{4 P_{0} Q_{0} (e^{\delta t} - 1)}{\delta (\delta^{2} + 4 s^{2})} - "
        r"\frac{Q_{0}^{2} \mu_{+} (e^{(\delta - D) t} - 1)}{s^{2} (\delta^{2} + 4 s^{2})}",
        r"A = \frac{P_{0} e^{\mu_{+} t} + Q_{0} e^{\mu_{-} t}}{D}",
        r"V_{s} = -\frac{P_{0} \mu_{-} e^{\mu_{+} t} + Q_{0} \mu_{+} e^{\mu_{-} t}}{D}",
        r"P_{0} = a_{0} \mu_{+} + s v_{0}",
        r"Q_{0} = -a_{0} \mu_{-} - s v_{0}",
        r"\mu_{+} = \frac{D + \delta}{2}",
        r"\mu_{-} = \frac{\delta - D}{2}",
        r"D = \sqrt{\delta^{2} + 4 s^{2}}",
    ],
    "single-neuron/solution-balanced": [
        r"a = \frac{a_{0} \cosh(s t) + v_{0} \sinh(s t)}{\sqrt{1 + \frac{a_{0} v_{0} (\cosh(2 s t) "
        r"- 1)}{s} + (a_{0}^{2} - v_{0}^{2}) t + \frac{(a_{0}^{2} + v_{0}^{2}) \sinh(2 s t)}{2 "
        r"s}}}",
        r"v = \frac{a_{0} \sinh(s t) + v_{0} \cosh(s t)}{\sqrt{1 + \frac{a_{0} v_{0} (\cosh(2 s t) "
        r"- 1)}{s} + (a_{0}^{2} - v_{0}^{2}) t + \frac{(a_{0}^{2} + v_{0}^{2}) \sinh(2 s t)}{2 "
        r"s}}}",
        r"u_{r'} = \frac{u_{r',0}}{\sqrt{1 + \frac{a_{0} v_{0} (\cosh(2 s t) - 1)}{s} + (a_{0}^{2} "
        r"- v_{0}^{2}) t + \frac{(a_{0}^{2} + v_{0}^{2}) \sinh(2 s t)}{2 s}}}",
        r"a(0) = a_{0}",
        r"v(0) = v_{0}",
        r"u_{r'}(0) = u_{r',0}",
    ],
}


@pytest.fixture(scope="module")
def library() -> dict[str, Claim]:
    return {claim.id: claim for claim in Library().all()}


@pytest.mark.parametrize("name", FAMOUS)
def test_famous_formulas(name: str, library: dict[str, Claim]) -> None:
    claim = library[name]
    with printed(claim):
        shown, names = rows(claim)
        assert [row.latex() for row in (*shown, *names)] == FAMOUS[name]


def test_terms_that_differ_in_bound_indices_alone_have_one_order() -> None:
    def twins() -> sp.Expr:
        first, second = (fresh_index(i, sp.Integer(1), n) for _ in range(2))
        one, other = (sp.Sum(w[k], (k, 1, n)) for k in (first, second))
        return (one - S) * x + (other - S) * y + (one - S) ** 2

    made = [twins() for _ in range(20)]
    for printer in (text, latex, canonical):
        assert len({printer(expr) for expr in made}) == 1, printer


def test_beside_a_letter_e_an_exponential_is_a_function() -> None:
    e = real("e")
    powers = [
        (sp.exp(x) * e**2, r"e^{2} \exp(x)"),
        (e / (1 + sp.exp(x**2 / 2)), r"\frac{e}{1 + \exp(x^{2}/2)}"),
        (sp.E + e, r"\exp(1) + e"),
    ]
    for expr, wanted in powers:
        shown = latex(expr)
        assert sorted(shown.split(" + ")) == sorted(wanted.split(" + "))
        assert Reader([expr]).expression(shown) == expr
    with beside([e]):
        assert latex(sp.exp(x)) == r"\exp(x)"
    assert latex(sp.exp(x)) == "e^{x}"
    claim = Claim("own/error", title="An error", statement=Identity(e, sp.exp(x)))
    with printed(claim):
        assert [row.latex() for row in claim.statement.rows()] == [r"e = \exp(x)"]
