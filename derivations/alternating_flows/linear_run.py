"""2b. Theorems of the chapter: every step of a linear network's run, whatever is learned before it.

In a basis of left singular vectors the rows of ``C = Y^T X`` are orthogonal, their squared lengths the squared singular
values; inputs have any coordinates.  ``h`` is 1 for what is learned and 0 for what is not.
"""

from __future__ import annotations

import sympy as sp

from ...language.statements import Identity, Inequality
from ...language.symbols import ForAll, families, index, natural, positive, real, total
from ...language.theorems import AllOf, Combination, Follows, Given, Instance, Line, Summed, Theorem
from .letters import LINEAR, d

OUTPUTS, r = natural("c"), natural("r")
i, l, m = index("i", OUTPUTS), index("i'", OUTPUTS), index("m", OUTPUTS)  # noqa: E741 - another output
j, k, q = index("j", d), index("k", r), index("q", r)
C, lam, h, P, B, a, w = families("C lambda h P B a w")
delta = sp.KroneckerDelta
half = sp.Rational(1, 2)

SINGULAR = ForAll((i, l), sp.Eq(total(C[i, j] * C[l, j], j), lam[i] * delta(i, l), evaluate=False))
LEARNED = ForAll(i, sp.Eq(h[i] ** 2, h[i], evaluate=False))
rows = Line(Identity(total(C[i, j] * C[l, j], j), lam[i] * delta(i, l)), by=Combination(SINGULAR))
known = Line(Identity(h[i] ** 2, h[i]), given=[LEARNED], by=Combination(LEARNED))

# -- cost minimization: no product of an orthonormal frame of r columns with anything fits better ----------------------

threshold = real("tau")
ORTHONORMAL = ForAll((k, q), sp.Eq(total(P[i, k] * P[i, q], i), delta(k, q), evaluate=False))
SO_MANY = sp.Eq(total(h[i], i), r, evaluate=False)
LARGEST = [ForAll(i, h[i] * (lam[i] - threshold) >= 0), ForAll(i, (1 - h[i]) * (threshold - lam[i]) >= 0)]
FIT = [ORTHONORMAL, SO_MANY, *LARGEST]
error = total((C[i, j] - total(P[i, k] * B[k, j], k)) ** 2, i, j)
left_over = total((1 - h[i]) * lam[i], i)

frame = Line(
    Identity(B[k, j] * B[q, j] * total(P[i, k] * P[i, q], i), B[k, j] * B[q, j] * delta(k, q)),
    given=[ORTHONORMAL],
    by=Combination((ORTHONORMAL, B[k, j] * B[q, j])),
)
frame_of_one = Line(by=Summed(frame, q), given=[ORTHONORMAL])
frame_of_both = Line(by=Summed(frame_of_one, k), given=[ORTHONORMAL])
frames = Line(by=Summed(frame_of_both, j), given=[ORTHONORMAL])
projection = Line(
    Identity(P[i, k] * P[l, k] * total(C[i, j] * C[l, j], j), P[i, k] * P[l, k] * lam[i] * delta(i, l)),
    by=Combination((rows, P[i, k] * P[l, k])),
)
projection_of_one = Line(by=Summed(projection, l))
projection_of_both = Line(by=Summed(projection_of_one, i))
projections = Line(by=Summed(projection_of_both, k))
size = Line(by=Instance(rows, {l: i}))
sizes = Line(by=Summed(size, i))

inner = Line(
    Identity(P[i, k] * P[i, q] * total(P[m, k] * P[m, q], m), P[i, k] * P[i, q] * delta(k, q)),
    given=[ORTHONORMAL],
    by=Combination((ORTHONORMAL, P[i, k] * P[i, q])),
)
inner_of_one = Line(by=Summed(inner, q), given=[ORTHONORMAL])
inners = Line(by=Summed(inner_of_one, k), given=[ORTHONORMAL])
share = total(P[i, k] ** 2, k)  # of the i-th singular vector that lies in the frame
orthonormal = Line(Identity(total(P[i, k] * P[i, q], i), delta(k, q)), given=[ORTHONORMAL], by=Combination(ORTHONORMAL))
one_column = Line(by=Instance(orthonormal, {q: k}), given=[ORTHONORMAL])
columns = Line(by=Summed(one_column, k), given=[ORTHONORMAL])

excess, shortfall = h[i] * (lam[i] - threshold), (1 - h[i]) * (threshold - lam[i])
turned = total((delta(i, m) - total(P[i, k] * P[m, k], k)) ** 2, m)  # 1 - share, of an orthonormal frame
inner_of_mode = Line(
    Identity(excess * (1 - share), excess * turned), given=[ORTHONORMAL], by=Combination((inners, -excess))
)
inner_of_modes = Line(by=Summed(inner_of_mode, i), given=[ORTHONORMAL])
projected = total((B[k, j] - total(P[i, k] * C[i, j], i)) ** 2, k, j)
defect = Line(
    Identity(error, left_over + projected + total(excess * turned + shortfall * share, i)),
    given=[ORTHONORMAL, SO_MANY],
    by=Combination(
        *(frames, (projections, -1), sizes, inner_of_modes),
        *((SO_MANY, threshold), (columns, -threshold)),
    ),
)
square = Line(Inequality((B[k, j] - total(P[i, k] * C[i, j], i)) ** 2, ">=", 0), by=Follows())
squares_of_row = Line(by=Summed(square, j))
squares = Line(by=Summed(squares_of_row, k))
of_learned = Line(
    Inequality(excess * (delta(i, m) - total(P[i, k] * P[m, k], k)) ** 2, ">=", 0),
    given=[LARGEST[0]],
    by=Combination((LARGEST[0], (delta(i, m) - total(P[i, k] * P[m, k], k)) ** 2)),
)
of_all_learned = Line(by=Summed(of_learned, m), given=[LARGEST[0]])
of_others = Line(Inequality(shortfall * share, ">=", 0), given=[LARGEST[1]], by=Combination((LARGEST[1], share)))
mode = Line(
    Inequality(excess * turned + shortfall * share, ">=", 0),
    given=LARGEST,
    by=Combination(of_all_learned, of_others),
)
modes = Line(by=Summed(mode, i), given=LARGEST)
no_better = Line(Inequality(error, ">=", left_over), given=FIT, by=Combination(defect, squares, modes))

# -- what is learned fits as well, and what is left of the correlation has the other singular vectors ------------------

residual = (1 - h[i]) * C[i, j]
left_rows = Line(
    Identity(total(residual * residual.subs(i, l), j), (1 - h[i]) * lam[i] * delta(i, l)),
    given=[LEARNED],
    by=Combination((rows, (1 - h[i]) * (1 - h[l])), (known, lam[i] * delta(i, l))),
)
left_row = Line(by=Instance(left_rows, {l: i}), given=[LEARNED])
left_sizes = Line(by=Summed(left_row, i), given=[LEARNED])
fits = Line(
    Identity(total((C[i, j] - h[i] * C[i, j]) ** 2, i, j), left_over), given=[LEARNED], by=Combination(left_sizes)
)

# -- utility maximization: the residual's largest singular value bounds it, and its singular pairs alone reach it ------

sigma, N = positive("sigma N")
UNLEARNED = ForAll(i, (1 - h[i]) * lam[i] <= sigma**2)
LONG = sp.Eq(total(a[i] ** 2, i) + total(w[j] ** 2, j), N, evaluate=False)
by_output = total(a[i] * residual, i)  # the residual's correlation, seen by the output weights
utility = total(by_output * w[j], j)
weighted = Line(
    Identity(a[i] * a[l] * left_rows.says.lhs, a[i] * a[l] * left_rows.says.rhs),
    by=Combination((left_rows, a[i] * a[l])),
)
weighted_of_one = Line(by=Summed(weighted, l))
weighted_of_both = Line(by=Summed(weighted_of_one, i))
apart = Line(Inequality((by_output - sigma * w[j]) ** 2, ">=", 0), by=Follows())
all_apart = Line(by=Summed(apart, j))
weaker = Line(
    Inequality((sigma**2 - (1 - h[i]) * lam[i]) * a[i] ** 2, ">=", 0),
    given=[UNLEARNED],
    by=Combination((UNLEARNED, a[i] ** 2)),
)
all_weaker = Line(by=Summed(weaker, i), given=[UNLEARNED])
MAXIMISE = [UNLEARNED, LONG]
greatest = Line(
    Inequality(utility, "<=", sigma * N / 2),
    given=MAXIMISE,
    by=Combination(
        (all_apart, 1 / (2 * sigma)),
        (weighted_of_both, -1 / (2 * sigma)),
        (all_weaker, 1 / (2 * sigma)),
        (LONG, -sigma / 2),
    ),
)

scale = real("s")
TOP = sp.Eq((1 - h[m]) * lam[m], sigma**2, evaluate=False)
top_row = Line(by=Instance(left_rows, {i: m, l: m}))
pair_w = scale * (1 - h[m]) * C[m, j] / sigma
reached = Line(
    Identity(total(total(scale * delta(i, m) * residual, i) * pair_w, j), sigma * (2 * scale**2) / 2),
    given=[TOP],
    by=Combination((top_row, scale**2 / sigma), (TOP, scale**2 / sigma)),
)
its_length = Line(
    Identity(total((scale * delta(i, m)) ** 2, i) + total(pair_w**2, j), 2 * scale**2),
    given=[TOP],
    by=Combination((top_row, scale**2 / sigma**2), (TOP, scale**2 / sigma**2)),
)

APART = sp.Gt(total((by_output - sigma * w[j]) ** 2, j), 0, evaluate=False)
less = Line(
    Inequality(utility, "<", sigma * N / 2),
    given=[*MAXIMISE, APART],
    by=Combination(
        (APART, 1 / (2 * sigma)),
        (weighted_of_both, -1 / (2 * sigma)),
        (all_weaker, 1 / (2 * sigma)),
        (LONG, -sigma / 2),
    ),
)
OF_ANOTHER = sp.Gt((sigma**2 - (1 - h[m]) * lam[m]) * a[m] ** 2, 0, evaluate=False)
but_one = Line(
    Inequality((1 - delta(i, m)) ** 2 * (sigma**2 - (1 - h[i]) * lam[i]) * a[i] ** 2, ">=", 0),
    given=[UNLEARNED],
    by=Combination((UNLEARNED, (1 - delta(i, m)) ** 2 * a[i] ** 2)),
)
all_but_one = Line(by=Summed(but_one, i), given=[UNLEARNED])
less_of_another = Line(
    Inequality(utility, "<", sigma * N / 2),
    given=[*MAXIMISE, OF_ANOTHER],
    by=Combination(
        (OF_ANOTHER, 1 / (2 * sigma)),
        *((all_apart, 1 / (2 * sigma)), (weighted_of_both, -1 / (2 * sigma))),
        *((all_but_one, 1 / (2 * sigma)), (LONG, -sigma / 2)),
    ),
)

best_fit = Theorem(
    "alternating-flows/linear-best-fit",
    title="No linear network with r neurons fits better than the r largest singular pairs",
    concludes=AllOf(
        Given(defect.given, defect.says),
        Given(no_better.given, no_better.says),
        Given([LEARNED], fits.says),
    ),
    hypotheses=[SINGULAR],
    proof=[
        *(rows, frame, frame_of_one, frame_of_both, frames),
        *(projection, projection_of_one, projection_of_both, projections, size, sizes),
        *(inner, inner_of_one, inners, orthonormal, one_column, columns, inner_of_mode, inner_of_modes, defect),
        *(square, squares_of_row, squares, of_learned, of_all_learned, of_others, mode, modes, no_better),
        *(known, left_rows, left_row, left_sizes, fits),
    ],
    source=LINEAR,
    note=r"$Y^\top X$ is $C$, whose rows, in a basis of left singular vectors, are orthogonal; $lambda_i$ are the "
    r"squared singular values. A network of $r$ neurons is a product $P B$, $P$ with $r$ orthonormal columns "
    r"(every matrix of rank $r$ at most is one). $h$ is 1 for $r$ of the singular values, those of at least "
    r"$tau$, and 0 for those of at most $tau$. The loss, but for a constant and a factor, is at least the sum of "
    r"the others, and what it is above that is said: it vanishes only where $P B$ is $C$ on the largest singular "
    r"vectors and nothing beside, if $tau$ is between them and the others. That is what cost minimization "
    r"learns: $sum_i u_i sigma_i v_i^T$ of the $r$ largest.",
)

largest_utility = Theorem(
    "alternating-flows/linear-largest-utility",
    title="After any steps, unit weights have at most half the residual's largest singular value for utility",
    concludes=AllOf(
        left_rows.says,
        Given(MAXIMISE, greatest.says),
        Given([TOP], AllOf(reached.says, its_length.says)),
        Given([*MAXIMISE, APART], less.says),
        Given([*MAXIMISE, OF_ANOTHER], less.says),
    ),
    hypotheses=[SINGULAR, LEARNED],
    proof=[
        *(rows, known, left_rows, weighted, weighted_of_one, weighted_of_both, apart, all_apart, weaker, all_weaker),
        *(greatest, top_row, reached, its_length, less, but_one, all_but_one, less_of_another),
    ],
    source=LINEAR,
    uses=[best_fit],
    note="The run as it repeats: $h$ is 1 for what the steps so far have learned, none at first. The residual's "
    "correlation has the singular values that are left. Of $a$ and $w$ with $|a|^2 + |w|^2 = N$, which is 1 on "
    "the slide, the utility is at most $sigma N/2$, with $sigma$ the largest of them; a singular pair of it, "
    "equally shared, has that much. It is less where $sigma w$ is not the residual's correlation transposed "
    "times $a$, and where $a$ has anything of a smaller singular value: so the second pair follows the first, "
    "and so on, each with the fit of alternating-flows/linear-best-fit. By Cauchy's inequality; inputs need no "
    "basis.",
)
