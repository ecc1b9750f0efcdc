"""The letters of the statements in `false.txt` and `true.txt`, and how these are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sympy as sp
from sympy import *  # noqa: F403 - the statements are read in this module's names

from layerproof.language.claims import Claim
from layerproof.language.distributions import Bernoulli, Finite, Normal, Rademacher, Uniform  # noqa: F401
from layerproof.language.flows import GradientFlow
from layerproof.language.matrices import (  # noqa: F401
    Diagonal,
    Equal,
    Expect,
    MatrixFlow,
    Orthogonal,
    SemiOrthogonal,
    Symmetric,
    identity,
    matrix,
    random_vector,
    trace,
    zero,
)
from layerproof.language.matrix_functions import (  # noqa: F401
    Invertible,
    PositiveDefinite,
    PositiveSemidefinite,
    inverse,
)
from layerproof.language.statements import (  # noqa: F401
    Asymptotic,
    Chain,
    Conserved,
    Expectation,
    Identity,
    Induction,
    Inequality,
    Integral,
    Limit,
    Link,
    Rate,
    Recurrence,
    Series,
    Solution,
    Stationary,
    Substitution,
)
from layerproof.language.statements.matrices import (  # noqa: F401
    MatrixConserved,
    MatrixIdentity,
    MatrixRate,
)
from layerproof.language.statements.matrix_order import MatrixInequality  # noqa: F401
from layerproof.language.symbols import (  # noqa: F401
    ForAll,
    families,
    index,
    natural,
    nonnegative,
    positive,
    real,
    time,
    total,
    trajectories,
)

F = sp.Rational
half = F(1, 2)
d = sp.diff
oo, pi, e = sp.oo, sp.pi, sp.E
t = time()
s = sp.Symbol("t", real=True)  # a letter that is printed like the time, and is not the time
x, y, z, alpha = real("x y z alpha")
u, v, w = positive("u v w")
r, S = positive("r S")
g, h = nonnegative("g h")
n, p, q = natural("n p q")
k = sp.Symbol("k", integer=True)
m = sp.Symbol("m", integer=True, nonnegative=True)
a, b, c = trajectories("a b c")
X, Z = families("X Z")
P, Q = families("P Q", t)
i, j, l = (index(name, n) for name in "ijl")  # noqa: E741
delta = sp.KroneckerDelta
H = sp.Function("H", real=True)
f = sp.Function("f", real=True)
A, B, C, D = (matrix(name, n, n) for name in "ABCD")
W, V, Y = matrix("W", n, p), matrix("V", p, n), matrix("Y", n, n)
vu, vv = matrix("u_1", n, 1), matrix("v_1", n, 1)
alone = MatrixFlow(trace((A - Y).T * (A - Y)) / 2, (A,))
balanced = MatrixFlow(trace((W * V - Y).T * (W * V - Y)) / 2, (W, V))
pair = GradientFlow((a * b - S) ** 2 / 2, (a, b), t)
layers = GradientFlow((sp.Product(P[l], (l, 1, n)) - S) ** 2 / 2, (P,), t)
many = GradientFlow((total(P[i] * Q[i], i) - S) ** 2 / 2, (P, Q), t)
step = sp.Piecewise((1, x < 1), (2, True))
sigmoid = S / (1 + (S / r - 1) * sp.exp(-2 * S * t))


def flow(loss: sp.Expr) -> GradientFlow:
    """The flow of the trajectories that are in a loss."""
    return GradientFlow(loss, tuple(moving for moving in (a, b, c) if loss.has(moving)), t)


def solves(loss: sp.Expr, closed: Any, start: Any) -> Solution:
    """That `closed` is a(t) along the flow of `loss`, which moves a alone, from `start`."""
    return Solution(flow(loss), a, sp.sympify(closed), sp.sympify(start))


def order(expr: Any, leading: Any, remainder: Any, to: Any = 0) -> Asymptotic:
    """An order in x."""
    return Asymptotic(expr, leading, remainder, x, to)


def falls(first: Any, *lines: Any) -> Chain:
    """A chain: relation, line, relation, line."""
    return Chain(first, tuple(Link(lines[at], sp.sympify(lines[at + 1])) for at in range(0, len(lines), 2)))


def steps(of: Any, following: Any, initial: Any, **rest: Any) -> Induction:
    """That H(m) is `of`, where H(m + 1) is `following` and H(0) is `initial`."""
    return Induction(H(m), sp.sympify(of), m, Recurrence(H(m), sp.sympify(following), initial), **rest)


@dataclass(frozen=True)
class Line:
    """A line of the corpus: a statement, as text, with its hypotheses, and the group that it stands in.

    Attributes:
        truth: whether it holds.
        undecided: whether the group is of statements that cannot be refuted, as they are undefined somewhere.
    """

    text: str
    group: str
    truth: bool
    undecided: bool

    @property
    def thin(self) -> bool:
        """Whether numbers are not asked: never here, though many false ones fail only where numbers do not look."""
        return False

    def claim(self) -> Claim:
        """The claim; raises ValueError where the verifier refuses to make it."""
        statement, _, given = self.text.partition(" given ")
        hypotheses = eval(f"({given},)", globals()) if given else ()
        return Claim("corpus/line", title=self.text, statement=eval(statement, globals()), hypotheses=hypotheses)


def read(truth: bool) -> Iterator[Line]:
    """The lines of a corpus: ``## group: why`` begins a group, ``(undefined)`` after its name marks it."""
    group, undecided = "", False
    for text in (
        (Path(__file__).parent / ("true.txt" if truth else "false.txt")).read_text(encoding="utf-8").splitlines()
    ):
        if text.startswith("## "):
            group = text[3:].partition(":")[0]
            undecided = group.endswith("(undefined)")
        elif text and not text.startswith("#"):
            yield Line(text, group, truth, undecided)
