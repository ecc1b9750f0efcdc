"""The reader of LaTeX: its grammar, what it refuses, and that it reads back what the printer prints."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
import sympy as sp
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from layerproof.language.matrices import ExpectMatrix, RandomVector, Velocity
from layerproof.language.printing import latex, notation
from layerproof.language.printing.marks import AtTime, Mean, Remainder, Slope
from layerproof.language.reading import LONGEST, CannotRead, Reader
from layerproof.language.symbols import families, index, natural, positive, real, time, trajectories
from layerproof.proving.exact.agreement import agree

t = time()
x, y, z = positive("x y z")
r = real("r")
n, m = natural("n m")
a, b = trajectories("a b")
i, j = index("i", n), index("j", n)
w = families("w", t)
v = families("v_0")
A, B = sp.MatrixSymbol("A", n, n), sp.MatrixSymbol("B", n, n)
NAMES = Reader([x + y + z + r + n + m + a * b, w[i] * w[j], v[i] * v[j], A * B])


READ = [
    ("x + y - z", x + y - z),
    ("-x^2 y", -(x**2) * y),
    (r"\frac{x + y}{2}", (x + y) / 2),
    (r"x/(y z)", x / (y * z)),
    ("x/y/z", x / y / z),
    ("2 x y/z", 2 * x * y / z),
    (r"x \cdot 2 \times y * z", 2 * x * y * z),
    (r"x^23", 3 * x**2),
    (r"x^{23}", x**23),
    (r"\sqrt[3]{x}", x ** sp.Rational(1, 3)),
    (r"\ln x + \ln\left(x y\right)", sp.log(x) + sp.log(x * y)),
    (r"\tanh^{2}(r)", sp.tanh(r) ** 2),
    (r"\operatorname{arsinh}(r) \operatorname{sgn}(r)", sp.asinh(r) * sp.sign(r)),
    (r"e^{-2 x t}", sp.exp(-2 * x * t)),
    (r"\exp\Bigl(-x\Bigr)", sp.exp(-x)),
    (r"|r| + |r - x|", sp.Abs(r) + sp.Abs(r - x)),
    (r"\max(r, x)", sp.Max(r, x)),
    (r"\sum_{i=1}^{n} w_{i}^{2}", sp.Sum(w[i] ** 2, (i, 1, n))),
    (r"\sum_{i=1}^{n} w_{i} \sum_{j=1}^{n} w_{j}", sp.Sum(w[i] * sp.Sum(w[j], (j, 1, n)), (i, 1, n))),
    (r"w_{i} v_{j,0}", w[i] * v[j]),
    (r"\delta_{ij}", sp.KroneckerDelta(i, j)),
    (r"\lim_{x \to 0^{+}} \frac{\ln x}{x}", sp.Limit(sp.log(x) / x, x, 0, "+")),
    (r"\int_{0}^{y} x \,\mathrm{d} x", sp.Integral(x, (x, 0, y))),
    (r"\frac{\mathrm{d} a}{\mathrm{d} t}", Slope(a, t)),
    (r"\frac{\mathrm{d}}{\mathrm{d} t} (a b)", Slope(a * b, t)),
    (r"\frac{\mathrm{d}}{\mathrm{d} t} \ln(a)", Slope(sp.log(a), t)),
    ("a(0)", AtTime(a, t, 0)),
    (r"\left.a b\right|_{t=0}", AtTime(a * b, t, 0)),
    (r"\mathcal{O}(x^2)", Remainder(x**2)),
    (r"\mathbf{E}_{x}[x^{2}]", Mean(x**2, x)),
    (r"A^{\top} B - 2 I", A.T * B - 2 * sp.Identity(n)),
    (r"(A B)^\top", (A * B).T),
    (r"\operatorname{tr}(A^{-1} B)", sp.Trace(A.I * B)),
    (r"\infty", sp.oo),
    (r"1 - \pi", 1 - sp.pi),
]


@pytest.mark.parametrize(("text", "meant"), READ, ids=[text for text, _ in READ])
def test_grammar(text: str, meant: Any) -> None:
    reader = Reader([x, y, z, r, n, a * b, w[i] * w[j], v[i] * v[j], A * B, sp.Identity(n)])
    found = reader.expression(text)
    assert found == meant or agree(found, meant)


@pytest.mark.parametrize(
    ("text", "sign"), [("x = y", "="), (r"x \le y", "<="), (r"x \geq y", ">="), ("x < y", "<"), (r"x \neq y", "!=")]
)
def test_relations(text: str, sign: str) -> None:
    assert NAMES.relation(text) == (x, sign, y)


def test_the_longest_name_counts() -> None:
    """a_{0} is one symbol where it is declared, and not a times something with an index."""
    one, other = sp.symbols("a_0 a")
    assert Reader([one, other]).expression("a a_{0}") == one * other
    with pytest.raises(CannotRead, match="a declared name"):
        Reader([other]).expression("a_{0}")


def test_a_family_with_indices_of_its_own_is_told_from_one_without() -> None:
    """``w_{j,0}`` is the entry j of w_0, and ``w_{j}`` that of w."""
    w_0 = families("w_0")
    reader = Reader([w[i], w_0[i]])
    assert reader.expression("w_{i,0} w_{i}") == w_0[i] * w[i]


def test_a_notation_puts_the_index_where_it_says() -> None:
    with notation({"w": r"\mathbf{E}[x_{#}^{2}]", "y": r"\mathcal{S}_{0}"}):
        shown = latex(y * w[i] ** 2)
        assert shown == r"\mathcal{S}_{0} \mathbf{E}[x_{i}^{2}]^{2}"
        assert Reader([y, w[i]]).expression(shown) == y * w[i] ** 2


def test_velocities_and_means_of_matrices() -> None:
    u = RandomVector("u", n)
    reader = Reader([A * B, u])
    assert reader.expression(r"\frac{\mathrm{d} A}{\mathrm{d} t}") == Velocity(A)
    assert reader.expression(r"\mathbf{E}[u u^{\top}]") == ExpectMatrix(u * u.T)


REFUSED = [
    ("", "empty formula"),
    ("  \t ", "empty formula"),
    ("x +", "got the end after 'x \\+'; expected a number, a declared name or a function"),
    ("x}", "got '}' after 'x'; expected the end"),
    ("{x", "expected '}'"),
    (r"\left(x + y", "expected '\\)'"),
    (r"\frac{x}", "expected '{'"),
    ("q + x", "got 'q' at the start"),
    ("x = y", "expected the end"),
    ("x^x^x", "got '\\^'"),
    ("|x", "expected '\\|'"),
    (r"\sin", "the end"),
    (r"\max(x,", "the end"),
    (r"\unknown{x}", "unknown"),
    (r"\operatorname{system}(x)", "operatorname"),
    ("1/0", "division by zero"),
    (r"\frac{x}{1 - 1}", "division by zero"),
    ("0^{-1}", "0 to the power -1"),
    (r"\ln(0)", "divides by zero"),
    ("A + x", "matrix and a number"),
    ("x^{A}", "matrix as an exponent"),
    (r"\sum_{i=1}", "expected"),
    (r"\sgn(x, y)", "sgn"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[text or "nothing" for text, _ in REFUSED])
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(CannotRead, match=message):
        NAMES.expression(text)


HOSTILE = {
    "10 MB": lambda: "x" * 10_000_000,  # made when it is read: every fork of this process would carry it
    "a thousand parentheses": "(" * 1000 + "x" + ")" * 1000,
    "a thousand braces": "{" * 1000 + "x" + "}" * 1000,
    "a thousand fractions": r"\frac{1}{" * 1000 + "x" + "}" * 1000,
    "a thousand logarithms": r"\ln " * 1000 + "x",
    "a thousand limits": r"\lim_{x \to 0} " * 1000 + "x",
    "a thousand derivatives": r"\frac{\mathrm{d}}{\mathrm{d} t} " * 500 + "a",
    "a thousand sums": r"\sum_{i=1}^{n} " * 1000 + "x",
    "a thousand indices": "w_{" * 1000 + "i" + "}" * 1000,
    "a tower of nines": "9^{9^{9^9}}",
    "a tower below one": "9^{-9^{9^9}}",
    "a tower over e": "e^{9^{9^9}}",
    "a tower over a letter": "x^{9^{9^9}}",
    "a power of a power": "(2^{999})^{999}",
    "a power of a sum": r"(1 + \sqrt{2})^{99999}",
    "a root of a tower": r"\sqrt{9^{9^{9}}}",
    "a factorial": r"\Gamma(10^{9})",
    "a long number": "9" * 10_000,
    "a long decimal": "0." + "9" * 10_000,
    "a file": r"\input{/etc/passwd}",
    "a shell": r"\write18{ls}",
    "an import": "__import__('os').system('ls')",
    "an attribute": "x.__class__",
    "a lambda": "(lambda: 0)()",
    "a look-alike": "\u0430 + x",
    "an invisible sign": "x\u2062y",
    "another alphabet's digits": "\u0663 x",
    "a definition": r"\def\x{\x}\x",
    "an unending minus": "-" * 10_000 + "x",
    "unending powers": "x^" * 5_000 + "x",
    "unending indices": "x_" * 5_000 + "x",
    "many arguments": r"\max(" + ",".join(["x"] * 3_000) + ")",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_input_is_refused(kind: str) -> None:
    """With a message; that it ends at all is the other half of the test."""
    text = HOSTILE[kind]
    with pytest.raises(CannotRead, match=r"\w{3}") as refusal:
        NAMES.expression(text() if callable(text) else text)
    assert len(str(refusal.value)) < 300


def test_a_look_alike_is_called_by_its_name() -> None:
    with pytest.raises(CannotRead, match=r"U\+0430 CYRILLIC SMALL LETTER A"):
        NAMES.expression("\u0430")


@pytest.mark.parametrize(
    "text",
    ["+".join(["x"] * 9000), "x" * LONGEST, "(x+y)" * 3000, "x/" * 9000 + "x", r"\ln 2 " * 3000, r"\sqrt{2}" * 2000],
    ids=["sum", "letters", "product", "quotient", "logarithms", "roots"],
)
def test_long_formulas_are_read(text: str) -> None:
    assert isinstance(NAMES.expression(text), sp.Expr)


def test_nested_indices_are_read_once() -> None:
    """Two families of one name used to read every index twice, and so 2^depth times."""
    u = sp.Function("u")
    reader = Reader([u(i), u(i, j)])
    assert isinstance(reader.expression("u_{" * 40 + "i" + "}" * 40), sp.Expr)


def test_a_failed_reading_leaves_no_index_behind() -> None:
    reader = Reader([x])
    with pytest.raises(CannotRead):
        reader.expression(r"\sum_{k=1}^{3} (k")
    with pytest.raises(CannotRead, match="got 'k'"):
        reader.expression("k")


letters = st.sampled_from([x, y, z, r, a, b, w[i], w[j], v[i], n])
numbers = st.sampled_from([sp.Integer(k) for k in (-3, -2, -1, 1, 2, 3)] + [sp.Rational(1, 2), sp.Rational(-3, 4)])


def _grown(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    exponents = st.sampled_from([2, 3, -1, -2, sp.Rational(1, 2), sp.Rational(-1, 2), sp.Rational(2, 3)])
    return st.one_of(
        st.tuples(parts, parts).map(lambda p: p[0] + p[1]),
        st.tuples(parts, parts).map(lambda p: p[0] - p[1]),
        st.tuples(parts, parts).map(lambda p: p[0] * p[1]),
        st.tuples(parts, parts).map(lambda p: p[0] / (1 + p[1] ** 2)),
        st.tuples(parts, parts, parts).map(lambda p: p[0] * p[1] - p[2]),
        st.tuples(letters, exponents).map(lambda p: sp.Abs(p[0]) ** p[1] if p[0].is_positive is None else p[0] ** p[1]),
        st.tuples(parts, exponents).map(lambda p: (2 + p[0] ** 2) ** p[1]),
        parts.map(lambda p: sp.exp(-2 * p)),
        parts.map(lambda p: sp.log(1 + p**2)),
        parts.map(sp.tanh),
        parts.map(sp.cos),
        parts.map(sp.Abs),
        parts.map(lambda p: x ** (-p)),
        parts.map(lambda p: sp.Sum(p, (i, 1, n))),
        parts.map(lambda p: sp.Product(p, (j, 1, n))),
        parts.map(lambda p: Slope(p, t)),
    )


expressions = st.recursive(st.one_of(letters, numbers), _grown, max_leaves=9)


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(expressions)
def test_what_is_printed_reads_back(expr: Any) -> None:
    if expr.has(sp.zoo, sp.nan, sp.oo, sp.re, sp.im):
        return
    assume(all(abs(number) < 1000 for number in expr.atoms(sp.Integer)))  # the reader refuses powers that are too large
    shown = latex(expr)
    read = Reader([expr]).expression(shown)
    assert agree(read, _rebuilt(expr)), f"{expr} prints as {shown}, which reads as {read}"


def _rebuilt(expr: Any) -> Any:
    """`expr` as SymPy makes it of its parts: hypothesis finds some, ``||r||`` among them, that it left half done."""
    return expr.func(*map(_rebuilt, expr.args)) if expr.args else expr


@pytest.mark.parametrize(
    ("expr", "shown"),
    [
        (sp.Sum(x / 2 - y, (i, 1, n)), r"\sum_{i=1}^{n} \left(\frac{x}{2} - y\right)"),
        (sp.Integral(x / 2 - y, (x, 0, 1)), r"\int_{0}^{1} \left(\frac{x}{2} - y\right) \,\mathrm{d} x"),
        (sp.Sum((x - y) / 2, (i, 1, n)), r"\sum_{i=1}^{n} \frac{x - y}{2}"),
        (Slope(1 / x, t), r"\frac{\mathrm{d}}{\mathrm{d} t} \left(\frac{1}{x}\right)"),
    ],
    ids=str,
)
def test_what_stands_behind_a_sign_of_summation_is_enclosed(expr: Any, shown: str) -> None:
    assert latex(expr) == shown


words = st.recursive(
    st.sampled_from([A, B, A.T, sp.Identity(n)]),
    lambda parts: st.one_of(
        st.tuples(parts, parts).map(lambda p: p[0] * p[1]),
        st.tuples(parts, parts).map(lambda p: p[0] + p[1]),
        st.tuples(parts, parts).map(lambda p: p[0] - 2 * p[1]),
        parts.map(lambda p: p.T),
        parts.map(lambda p: -x * p / y),
    ),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(words)
def test_words_of_matrices_read_back(word: Any) -> None:
    shown = latex(word)
    read = Reader([word, x * y]).expression(shown)
    assert agree(read, word), f"{word} prints as {shown}, which reads as {read}"


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(alphabet=r"xyzrabnw_{}^()[]|\,.;0123456789+-*/= fracsqtuminlepd'&", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Never another exception."""
    with contextlib.suppress(CannotRead):
        NAMES.expression(text)
