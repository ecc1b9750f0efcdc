"""Formulas in the signs of mathematics, and pages of claims that fit a terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.text import Text

from layerproof.derivations import load
from layerproof.desk.kinds import _SAYS, said
from layerproof.desk.show import _indented, page
from layerproof.desk.signs import in_signs, quoted
from layerproof.language.verdicts import Method, Verdict
from layerproof.running.catalogue import texts_of
from layerproof.running.loading import Library
from layerproof.running.results import Result


@pytest.mark.parametrize(
    ("plain", "signs"),
    [
        ("rho_k**2 <= 1", "ρₖ² ≤ 1"),
        ("eta**2*p**2/m**2 < eta*q/m - 2", "η²·p²/m² < η·q/m - 2"),
        ("sum_{i=1..m}(u[i]*v[i]) != 0", "∑_{i=1..m}(uᵢ·vᵢ) ≠ 0"),
        ("E[x]**2 -> oo", "E[x]² → ∞"),
        ("k**(-alpha - 1)", "k^(-α - 1)"),
        ("exp(-2*S*m*t) + sqrt(D_c)", "exp(-2·S·m·t) + √(D_c)"),
        ("Phi[k,i] - mu[k,i]", "Φ[k,i] - μ[k,i]"),
        ("u_i'*theta_0", "uᵢ'·θ₀"),
        ("eta is a positive real number, the alphabet none.", "η is a positive real number, the alphabet none."),
    ],
)
def test_signs(plain: str, signs: str) -> None:
    assert in_signs(plain) == signs


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        (r"\frac{x}{p}a + \mathcal{B}^2", "x/p a + B²"),
        (r"f^*(x) \to \hat{f}(x)", "f^*(x) → f\u0302(x)"),
        (r"\frac{\partial L}{\partial t} = \sum_k^p a_k", "(∂L)/(∂t) = ∑_kᵖ aₖ"),
        (r"R = \begin{cases} S d_k & : d_k < D \\ S & : d_k \geq D \end{cases}", "R = { S dₖ : dₖ < D; S : dₖ ≥ D }"),
        (r"X = \begin{pmatrix} 0 & 1 \\ a & b \end{pmatrix}", "X = (0, 1; a, b)"),
        (r"\dot{a} \propto (u \odot v)^{\intercal} \nabla_{\theta} L", "a\u0307 ∝ (u ⊙ v)ᵀ ∇_θ L"),
        (
            r"\inf \left\{ t \ \middle| \ S = \left\{ \begin{array}{ll} a & b, \\ c & d. \end{array} \right. \right\}",
            "inf { t | S = { a b; c d. } }",
        ),
        (r"\underset{b \in B}{\arg\min} b \equiv 0 \pmod{p}", "arg min_{b in B} b == 0 (mod p)"),
        (r"\unknown{x}", r"\unknown{x}"),
    ],
)
def test_a_line_of_a_source_in_signs(latex: str, shown: str) -> None:
    """What a person sees; where LaTeX is not read, the line as it is typed, as it is where nobody looks."""
    looked = Console(file=io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), force_terminal=True)
    assert quoted(latex, "", looked).plain == shown
    assert quoted(latex, "", Console(file=io.StringIO())).plain == latex


def test_the_wrong_place_stays_marked_in_signs() -> None:
    looked = Console(file=io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), force_terminal=True)
    (span,) = quoted(r"e^{-2 \eta \mathcal{B}^2 T}", r"\mathcal{B}^2", looked).spans
    line = quoted(r"e^{-2 \eta \mathcal{B}^2 T}", r"\mathcal{B}^2", looked).plain
    assert (line, line[span.start : span.end]) == ("e^(-2 η B² T)", "B²")


def test_kinds_are_said_in_words() -> None:
    """Of every kind of the library, and without the names that its author writes."""
    kinds = {texts_of(claim).kind for claim in Library().all()}
    for kind in kinds:
        assert "`" not in said(kind), kind
        assert kind.partition(": ")[0] in _SAYS, kind
    assert said("Mine: what my docstring says.") == "Mine: what my docstring says."


def shown(id: str, width: int, *, terminal: bool) -> str:
    (claim,) = (claim for claim in load(id.split("/")[0]) if claim.id == id)
    result = Result(claim, "here", True, (), (Method.EXACT,), Verdict.UNDECIDED)
    file = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    page(result, [result], [claim], Console(file=file, width=width, force_terminal=terminal, color_system=None))
    file.seek(0)
    return file.read()


@pytest.mark.parametrize("width", [40, 80, 140])
def test_a_page_fits_the_terminal(width: int) -> None:
    said = shown("edge-of-stability/catapult", width, terminal=True)
    assert max(map(len, said.splitlines())) <= width
    assert "uᵢ'" in said
    assert "η" in said
    assert "edge-of-stability/catapult-factor-grows" in "".join(said.split())


def test_a_long_line_goes_on_below_its_own_beginning() -> None:
    out = Console(file=io.StringIO(), width=40, force_terminal=True, color_system=None)
    out.print(_indented(Text("    " + "word " * 20)))
    assert isinstance(out.file, io.StringIO)
    lines = out.file.getvalue().rstrip().splitlines()
    assert len(lines) > 2
    assert all(line.startswith("      word") for line in lines)


def test_what_goes_to_a_file_is_plain() -> None:
    said = shown("edge-of-stability/catapult", 80, terminal=False)
    assert "η" not in said
    assert "eta*q/m < 4." in said


def test_hypotheses_of_the_theorem_are_not_repeated_in_its_proof() -> None:
    said = shown("edge-of-stability/catapult", 140, terminal=False).partition("Proof")[2]
    assert "if" not in said.partition("Found")[0].replace("differ", "").split()
    assert "eta*q/m < 4" not in said
