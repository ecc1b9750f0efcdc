r"""Entries of matrices, ``x_i``, ``(A x)_i``: lines that speak of matrices and of their entries."""

from __future__ import annotations

import random
from typing import Any

import pytest
import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.hadamard import HadamardProduct

from layerproof.tools.latex_lines import Limiting, Status, read_text, run
from layerproof.tools.latex_lines.proposing.entries_seen import entries_seen
from layerproof.tools.latex_lines.values.entries import NotInCoordinates, at, in_coordinates, misplaced

from . import papers

HEADER = (
    "% symbols: n, d natural; A, B matrix n x n; S symmetric matrix n x n; D diagonal matrix n x n; X matrix n x d; "
    "x, y vector n; w vector d; i, j, k index 1..n; l index 1..d; a real; s positive number\n"
)
TRUE = [
    r"(A^\top)_{ij} = A_{ji}",
    r"(AB)_{ij} = \sum_k A_{ik} B_{kj}",
    r"[A + 2 B]_{ij} = A_{ij} + 2 B_{ij}",
    r"(Xw)_i = \sum_l X_{il} w_l",
    r"x^\top A x = \sum_{i,j} A_{ij} x_i x_j",
    r"x^\top A^2 x = \sum_{i,j,k} x_i A_{ij} A_{jk} x_k",
    r"\operatorname{tr}(AB) = \sum_{i,j=1}^n A_{ij} B_{ji}",
    r"\operatorname{tr} A^\top = \sum_i A_{ii}",
    r"\|X\|_F^2 = \sum_{i=1}^n \sum_{l=1}^d X_{il}^2",
    r"\|x - y\|^2 = \sum_i (x_i - y_i)^2",
    r"\langle x, y \rangle = \sum_i x_i y_i",
    r"\|Xw - y\|^2 = \sum_{i=1}^n (\sum_{l=1}^d X_{il} w_l - y_i)^2",
    r"(X X^\top)_{ij} = \sum_l X_{il} X_{jl}",
    r"|x_i| \le \|x\|",
    r"x_i^2 \le \|x\|^2",
    r"S_{ij} = S_{ji}",
    r"x^\top S y = \sum_{i,j} S_{ij} x_j y_i",
    r"(D x)_i = D_{ii} x_i",
    r"\frac{\partial}{\partial x_i} (x^\top A x) = \sum_j (A_{ij} + A_{ji}) x_j",
    r"\frac{\partial \|x\|^2}{\partial x_i} = 2 x_i",
    r"\frac{\partial (Ax)_j}{\partial x_i} = A_{ji}",
    r"\frac{\partial (x^\top S x)}{\partial x_i} = 2 (S x)_i",
    r"\mathbf{1}_n^\top x = \sum_i x_i",
    r"\mathbf{1}_n^\top \mathbf{1}_n = n",
    r"\mathbb{1}_n^\top A \mathbf{1}_n = \sum_{i,j} A_{ij}",
    r"(\mathbf{1}_n)_i = 1",
    r"(I - \frac{1}{n} \mathbf{1}_n \mathbf{1}_n^\top)^2 = I - \frac{1}{n} \mathbf{1}_n \mathbf{1}_n^\top",
    r"(I - \frac{1}{n} \mathbf{1}_n \mathbf{1}_n^\top) \mathbf{1}_n = 0",
    r"\mathbf{1}_n x^\top A = (A^\top x \mathbf{1}_n^\top)^\top",
    r"[a]_+ - [-a]_+ = a",
    r"(x_i)_{+}^2 = x_i (x_i)_+",
]
FALSE = [
    r"A_{ij} = A_{ji}",
    r"(A^\top)_{ij} = A_{ij}",
    r"(AB)_{ij} = \sum_k A_{ik} B_{jk}",
    r"(A + B)_{ij} = A_{ij} + B_{ji}",
    r"x^\top A x = \sum_{i,j} A_{ij} x_i^2",
    r"x^\top A x = \sum_i A_{ii} x_i^2",
    r"\operatorname{tr}(AB) = \sum_{i,j=1}^n A_{ij} B_{ij}",
    r"\sum_i A_{ii} = \operatorname{tr} A^2",
    r"\|x - y\|^2 = \sum_i (x_i^2 - y_i^2)",
    r"\|x\| = \sum_i |x_i|",
    r"(X X^\top)_{ij} = \sum_l X_{il}^2",
    r"A_{ii} = a",
    r"\frac{\partial (x^\top A x)}{\partial x_i} = 2 (A x)_i",
    r"\frac{\partial (x^\top A x)}{\partial x_i} = 0",
    r"\frac{\partial \|x\|^2}{\partial x_i} = 0",
    r"\frac{\partial (Ax)_j}{\partial x_i} = A_{ij}",
    r"\mathbf{1}_n^\top \mathbf{1}_n = 1",
    r"\mathbf{1}_n^\top \mathbf{1}_n = d",
    r"\mathbf{1}_n \mathbf{1}_n^\top = I",
    r"\mathbf{1}_n x^\top = x \mathbf{1}_n^\top",
    r"(I + \frac{1}{n} \mathbf{1}_n \mathbf{1}_n^\top)^2 = I + \frac{1}{n} \mathbf{1}_n \mathbf{1}_n^\top",
    r"[a]_+ + [-a]_+ = a",
]
NOT_JUDGED = [
    r"S_{ij} = 0",  # wrong, but what is known of S is not used against it
    r"A = A_{ij}",  # one writes so
    r"x_l = 0",  # l runs to d
    r"x_{i+1} = x_i",
    r"x_1 = 0",  # n may be 0
    r"X_i = 0",  # a row
    r"\sum_{i=1}^d x_i = 0",
    r"(X w)_l = 0",
    r"(A^{-1})_{ij} = 1 / A_{ij}",
    r"\nabla_x x_i = 0",
    r"\nabla_x \sum_i x_i^2 = 0",
    r"\frac{dA}{ds} = 0",
    r"(A)_+ = 0",
    r"\mathbf{1}_n = 1",
]


@pytest.fixture(scope="module")
def found() -> dict[str, Status]:
    return papers.judged(HEADER, ([*TRUE, *FALSE], *([row] for row in NOT_JUDGED)))


@pytest.mark.parametrize("row", TRUE)
def test_a_true_line(found: dict[str, Status], row: str) -> None:
    assert found[row] is Status.VERIFIED


@pytest.mark.parametrize("row", FALSE)
def test_a_false_line(found: dict[str, Status], row: str) -> None:
    assert found[row] is Status.REFUTED


@pytest.mark.parametrize("row", NOT_JUDGED)
def test_what_is_not_clear_is_not_judged(found: dict[str, Status], row: str) -> None:
    assert found[row] in (Status.UNDECIDED, Status.UNREAD)


def statuses(header: str, body: str) -> list[Status]:
    text = f"{header}\\begin{{align}}\n{body}\n\\end{{align}}\n"
    lines = run(read_text(text), limiting=Limiting(budget=8), mending=False, identities=True).lines
    return [line.status for line in lines]


def test_a_chain_goes_from_matrices_to_entries_and_back() -> None:
    body = (
        r"\|Ax - y\|^2 &= \sum_i ((Ax)_i - y_i)^2 \\ &= \sum_i (Ax)_i^2 - 2 \sum_i (Ax)_i y_i + \sum_i y_i^2 \\"
        r"&= x^\top A^\top A x - 2 y^\top A x + \|y\|^2 \\ &= x^\top A A^\top x - 2 y^\top A x + \|y\|^2"
    )
    assert statuses(HEADER, body) == [*[Status.VERIFIED] * 3, Status.REFUTED]


@pytest.mark.parametrize(
    ("hypotheses", "line", "status"),
    [
        ("x_i > 0", r"a + |x_i| &= a + x_i", Status.VERIFIED),
        ("x_i > 0", r"a + |y_i| &= a + y_i", Status.REFUTED),
        ("A B = I", r"a + \sum_k A_{ik} B_{kj} &= a + \delta_{ij}", Status.UNDECIDED),  # it holds
        ("A B = I", r"a + \sum_k S_{ik} D_{kj} &= a + \delta_{ij}", Status.UNDECIDED),  # S is symmetric
        ("A B = I", r"a + x_i &= a + y_i", Status.REFUTED),  # which has nothing to do with it
        ("A x = y", r"a + x_i &= a + y_i", Status.UNDECIDED),
    ],
)
def test_what_is_given_of_whole_matrices_is_not_used_for_entries(hypotheses: str, line: str, status: Status) -> None:
    assert statuses(f"{HEADER}% hypotheses: {hypotheses}\n", line) == [status]


def test_nothing_is_refuted_by_matrices_where_their_entries_are_restricted() -> None:
    line = r"a + x^\top x &= a + \|x\| \, \sum_i x_i"
    assert statuses(f"{HEADER}% hypotheses: \\sum_i x_i = \\|x\\|\n", line) != [Status.REFUTED]
    assert statuses(HEADER, line) == [Status.REFUTED]
    assert statuses(f"{HEADER}% hypotheses: x_i > 0\n", r"a + \|x\| &= a + |a| \|x\|") == [Status.REFUTED]


def test_what_is_declared_itself_is_no_entry() -> None:
    header = "% symbols: n, d natural; x vector d; x_{i} positive for i = 1..n\n"
    assert statuses(header, r"|x_i| &= x_i \\ &= -x_i") == [Status.VERIFIED, Status.REFUTED]
    header = "% symbols: n natural; x vector n; x_{i} positive for i = 1..n\n"
    assert statuses(header, r"\|x\|^2 &= \sum_i x_i^2 \\ &= 0")[0] is Status.UNDECIDED


def test_the_inverse_of_a_transpose() -> None:
    header = "% symbols: n natural; A invertible matrix n x n; B matrix n x n\n"
    assert statuses(header, r"A^{-\top} &= (A^{-1})^\top \\ &= A^{-1}") == [Status.VERIFIED, Status.REFUTED]
    assert statuses(header, r"B^{-\top} &= (B^{-1})^\top") == [Status.UNDECIDED]  # which may not be there


def test_entries_of_what_moves_are_not_read() -> None:
    header = (
        "% symbols: n natural; W, M matrix n x n; i, j index 1..n\n"
        "% flow: loss = \\frac{1}{2} \\|W - M\\|_F^2; parameters W\n"
    )
    assert statuses(header, r"\frac{d}{dt} W_{ij} &= 0") == [Status.UNREAD]
    assert statuses(header, r"\frac{d}{dt} M_{ij} &= 0") == [Status.UNREAD]
    header = "% symbols: n natural; x vector n; i index 1..n; t time\n"
    assert statuses(header, r"\frac{d}{dt} x_i^2 &= 0") == [Status.UNREAD]
    assert statuses(header, r"\frac{d}{dt} x_i^2 &= 2 x_i \dot{x}_i")[0] is not Status.REFUTED


# --- coordinates, against the numbers themselves ---------------------------------------------------------------------

n, d = sp.symbols("n d", integer=True, positive=True)
A, B, X = (sp.MatrixSymbol(name, n, size) for name, size in (("A", n), ("B", n), ("X", d)))
u, v, w = sp.MatrixSymbol("u", n, 1), sp.MatrixSymbol("v", n, 1), sp.MatrixSymbol("w", d, 1)
FUNCTIONS: dict[Any, Any] = {m: sp.Function(str(m.name), real=True) for m in (A, B, X, u, v, w)}
WHOLE = [
    sp.Trace(A * B.T * A),
    sp.Trace(A + 3 * sp.Identity(n)),
    sp.Trace(X.T * A * X),
    u.T * A * v,
    u.T * u * (v.T * v),
    sp.Trace(X * w * u.T),
    sp.Trace(HadamardProduct(A, B) * A),
    sp.Trace(u.T * v) * sp.Trace(A) ** 2,
    sp.sqrt(sp.Trace(X.T * X)),
    u.T * A**3 * u,
]


def explicit(expr: Any, values: dict[Any, sp.Matrix], sizes: dict[Any, int]) -> Any:
    """A number made of matrices, worked out with matrices of numbers."""
    if isinstance(expr, sp.Trace):
        return explicit(expr.arg, values, sizes).trace()
    if isinstance(expr, sp.MatrixSymbol):
        return values[expr]
    if isinstance(expr, sp.Identity):
        return sp.eye(sizes[expr.shape[0]])
    if isinstance(expr, HadamardProduct):
        one, other = (explicit(part, values, sizes) for part in expr.args)
        return one.multiply_elementwise(other)
    if isinstance(expr, sp.Transpose):
        return explicit(expr.arg, values, sizes).T
    if not expr.args:
        return expr
    if isinstance(expr, (sp.MatMul, sp.Mul)):
        found = sp.Integer(1)
        for part in expr.args:
            found = found * explicit(part, values, sizes)
        return found
    if isinstance(expr, (sp.MatAdd, sp.Add)):
        first, *rest = (explicit(part, values, sizes) for part in expr.args)
        for part in rest:
            first = first + part
        return first
    return explicit(expr.args[0], values, sizes) ** expr.args[1]


@pytest.mark.parametrize("whole", WHOLE, ids=str)
@pytest.mark.parametrize("sizes", [(1, 1), (1, 3), (2, 1), (3, 2)])
def test_coordinates_have_the_value_of_the_whole(whole: Any, sizes: tuple[int, int]) -> None:
    source = random.Random(str(whole))
    known = dict(zip((n, d), sizes, strict=True))
    values = {m: sp.Matrix(*(s.subs(known) for s in m.shape), lambda *_: source.randint(-3, 3)) for m in FUNCTIONS}

    def at_numbers(expr: Any) -> Any:
        if isinstance(expr, sp.Sum):
            *inner, (index, low, high) = expr.limits
            term = sp.Sum(expr.function, *inner) if inner else expr.function
            ends = range(int(low.subs(known)), int(high.subs(known)) + 1)
            return sp.Add(*(at_numbers(term.xreplace({index: sp.Integer(k)})) for k in ends))
        if isinstance(expr, AppliedUndef):
            matrix = next(m for m, f in FUNCTIONS.items() if f == expr.func)
            return values[matrix][tuple([*(int(k) - 1 for k in expr.args), 0][:2])]
        return expr.func(*map(at_numbers, expr.args)) if expr.args else expr

    expected = explicit(whole, values, known)
    expected = expected[0] if isinstance(expected, sp.MatrixBase) else expected
    assert sp.simplify(at_numbers(in_coordinates(whole, FUNCTIONS)) - expected) == 0


def test_what_has_no_coordinates_is_refused() -> None:
    for expr in (A, sp.Trace(A.inv()), sp.Determinant(A), sp.Trace(sp.MatrixSymbol("C", n, n))):
        with pytest.raises(NotInCoordinates):
            in_coordinates(expr, FUNCTIONS)
    i = sp.Idx("i", (1, n))
    assert at(A * u, [i], FUNCTIONS).has(sp.Sum)
    assert misplaced(u, [i]) == ""
    assert all(misplaced(matrix, indices) for matrix, indices in ((w, [i]), (A, [i]), (u, [sp.Integer(1)])))


def test_a_paper_s_entries_are_told_from_its_samples() -> None:
    said = {
        "A": "matrix n x n",
        "X": "symmetric matrix n x n",
        "x": "vector d",
        "z": "random vector n",
        "u": "vector n",
    }
    ranges = {"i": "n", "m": "d"}
    names = ["A_{ij}", "X_{i,j}", "x_{i}", "z_{i}", "A_{i}", "A_{op}", "x_{t}", "u_{i}", "c_{i}", "x_{m}"]
    assert entries_seen(names, said, ranges) == (
        {"A_{ij}", "X_{i,j}", "u_{i}", "x_{m}"}, {"i": "n", "j": "n", "m": "d"}
    )  # fmt: skip
    assert entries_seen(["x_{j}", "u_{j}"], said, {}) == (set(), {})  # one index over two sizes
