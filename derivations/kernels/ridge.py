"""1. Ridge regression: two forms of one solution, and what a larger ridge does."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.matrices import Equal, MatrixHypothesis, group, identity, matrix, trace, written
from ...language.statements import Identity, Inequality, Limit
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import ForAll, families, index, positive, real, total
from ...language.theorems import Combination, Line, Minimum, Summed, Theorem, Vanishing
from .letters import GCV, RIDGE, d, n
from .letters import ridge as l

# -- Matrices: X holds n inputs in its rows, A = (X^T X + l I)^-1 and G = (X X^T + l I)^-1 ----------------------------

X, A, G = matrix("X", n, d), matrix("A", d, d), matrix("G", n, n)
y, w, v = matrix("y", n, 1), matrix("w", d, 1), matrix("v", d, 1)
I_n, I_d = identity(n), identity(d)
with_ridge, kernel_with_ridge = group(written(X.T * X, l * I_d)), group(written(X * X.T, l * I_n))
INVERSES: list[MatrixHypothesis] = [Equal(A * with_ridge, I_d), Equal(kernel_with_ridge * G, I_n)]
DUAL: list[MatrixHypothesis] = [Equal(G * kernel_with_ridge, I_n), Equal(kernel_with_ridge * G, I_n)]

push_through = Claim(
    "kernels/push-through",
    title="The inverse with features, times X^T, is X^T times the inverse with the kernel",
    statement=MatrixIdentity(A * X.T, X.T * G),
    hypotheses=INVERSES,
    source=RIDGE,
    note="$A = (X^T X + l I)^-1$ and $G = (X X^T + l I)^-1$. So the prediction needs inner products of inputs only.",
)

dual_solves = Claim(
    "kernels/dual-solution",
    title="The kernel's solution X^T G y solves the normal equations",
    statement=MatrixIdentity(with_ridge * X.T * G * y, X.T * y),
    hypotheses=DUAL[1:],
    source=RIDGE,
    uses=[push_through],
)

residual = Claim(
    "kernels/ridge-residual",
    title="The residual of ridge regression is l G y",
    statement=MatrixIdentity(written(y, -X * X.T * G * y), l * G * y),
    hypotheses=DUAL[1:],
    source=RIDGE,
    uses=[dual_solves],
)

least_value = Claim(
    "kernels/ridge-least-value",
    title="The squared residual and l times the squared norm add up to l y^T G y",
    statement=MatrixIdentity(
        written(
            group(written(y, -X * X.T * G * y)).T * group(written(y, -X * X.T * G * y)),
            l * group(X.T * G * y).T * group(X.T * G * y),
        ),
        l * y.T * G * y,
    ),
    hypotheses=[*DUAL, Equal(G.T, G)],
    source=RIDGE,
    uses=[residual],
)


def objective(at: sp.MatrixExpr) -> tuple[sp.MatrixExpr, sp.MatrixExpr]:
    """The squared residual, and l times the squared norm."""
    return group(written(y, -X * at)).T * group(written(y, -X * at)), l * at.T * at


completed_square = Claim(
    "kernels/completed-square",
    title="Away from the solution the objective grows by the squared change of the outputs and l times that of w",
    statement=MatrixIdentity(
        written(*objective(w)),
        written(
            *objective(v),
            group(X * group(written(w, -v))).T * group(X * group(written(w, -v))),
            l * group(written(w, -v)).T * group(written(w, -v)),
        ),
    ),
    hypotheses=[Equal(with_ridge * v, X.T * y)],
    source=RIDGE,
    note="$v$ solves the normal equations. Both of what is added are squares: so $v$ is the only minimiser.",
)

degrees_by_kernel = Claim(
    "kernels/degrees-of-freedom-by-kernel",
    title="The trace of the hat matrix is n less l times the trace of the kernel's inverse",
    statement=MatrixIdentity(trace(X * X.T * G), n - l * trace(G)),
    hypotheses=DUAL[1:],
    source=GCV,
    uses=[push_through],
)

degrees_by_features = Claim(
    "kernels/degrees-of-freedom-by-features",
    title="The trace of the hat matrix is d less l times the trace of the inverse with features",
    statement=MatrixIdentity(trace(X * A * X.T), d - l * trace(A)),
    hypotheses=INVERSES[:1],
    source=GCV,
)

# -- One direction of the eigenbasis: a singular value s, a label y, a weight w --------------------------------------

s_1, more = positive("s_1 epsilon")
target, weight = real("y_1 w_1")
one_mode = (target - s_1 * weight) ** 2 + l * weight**2
shrunk = s_1 * target / (s_1**2 + l)

norm_falls = Claim(
    "kernels/ridge-norm-falls",
    title="A larger ridge makes every weight smaller",
    statement=Inequality((s_1 * target / (s_1**2 + l + more)) ** 2, "<", shrunk**2),
    hypotheses=[sp.Ne(target, 0)],
    source=RIDGE,
)

residual_grows = Claim(
    "kernels/ridge-residual-grows",
    title="A larger ridge makes every residual larger",
    statement=Inequality((target - s_1**2 * target / (s_1**2 + l + more)) ** 2, ">", (target - s_1 * shrunk) ** 2),
    hypotheses=[sp.Ne(target, 0)],
    source=RIDGE,
)

ridgeless = Claim(
    "kernels/ridgeless-limit",
    title="As the ridge vanishes the weight tends to the one that fits",
    statement=Limit(shrunk, l, sp.Integer(0), target / s_1),
    source=RIDGE,
)

# -- Any inputs: v solves the normal equations -----------------------------------------------------------------------

i, j, k_ = index("i", d), index("j", d), index("k", n)
b, best, inputs, labels = families("w v X y")


def output(weights: sp.Expr) -> sp.Expr:
    """The output of weights, at the index j, at the sample k."""
    return total(inputs[k_, j] * weights, j)


def ridge_objective(weights: sp.Expr) -> sp.Expr:
    """The squared residual and l times the squared norm, of weights at the index j."""
    return total((labels[k_] - output(weights)) ** 2, k_) + l * total(weights**2, j)


change = b[i] - best[i]
NORMAL = ForAll(i, sp.Eq(l * best[i], total(inputs[k_, i] * (labels[k_] - output(best[j])), k_), evaluate=False))
AS_LEAST = sp.Eq(ridge_objective(b[j]), ridge_objective(best[j]), evaluate=False)

square = Claim(
    "kernels/squared-change",
    title="The square of a change of weights is not negative",
    statement=Inequality(change**2, ">=", 0),
    source=RIDGE,
)

square_of_outputs = Claim(
    "kernels/squared-change-of-outputs",
    title="The square of a change of the outputs is not negative",
    statement=Inequality(output(b[j] - best[j]) ** 2, ">=", 0),
    source=RIDGE,
)

squares = Line(by=Summed(square, i))
output_squares = Line(by=Summed(square_of_outputs, k_))
weighted = Line(Identity(change * NORMAL.relation.lhs, change * NORMAL.relation.rhs), by=Combination((NORMAL, change)))
crossed = Line(by=Summed(weighted, i))
no_less = Line(
    Inequality(ridge_objective(b[j]), ">=", ridge_objective(best[j])),
    by=Combination((squares, l), output_squares, (crossed, 2)),
)
no_change = Line(
    Inequality(l * total((b[i] - best[i]) ** 2, i), "<=", 0),
    given=[AS_LEAST],
    by=Combination((AS_LEAST, -1), (crossed, 2), output_squares),
)
the_same = Line(Identity(b[i], best[i]), given=[AS_LEAST], by=Vanishing(no_change, weight=l, over=i))

ridge_minimiser = Theorem(
    "kernels/ridge-minimiser",
    title="The solution of the normal equations is the only minimiser of the ridge objective",
    concludes=Minimum(ridge_objective(b[j]), {b[i]: best[i]}, unique=True),
    hypotheses=[NORMAL],
    proof=[squares, output_squares, weighted, crossed, no_less, no_change, the_same],
    source=RIDGE,
    note="For every number of samples and features, and every $X$. The normal equations, $l v = X^T (y - X v)$, are a "
    "hypothesis, and need no inverse.",
)
