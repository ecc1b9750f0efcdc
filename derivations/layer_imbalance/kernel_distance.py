"""The kernel distance (G.2), and every scale at zero imbalance."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.matrices import group, matrix, trace
from ...language.sources import position_paper
from ...language.statements import Identity, Inequality, Limit, Rate
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import families, index, natural, positive, real, total
from .balance import lam, p, rho, size, w1
from .letters import AGAIN
from .limits import balanced, balanced_solution
from .one_mode import ends_at_one

bend = 2 * (rho - 2 * w1**2) * 2 * w1**2 * (rho - w1**2)

inflection = Claim(
    "layer-imbalance/sigmoid-bends-at-half",
    title="At zero imbalance the curve of a singular value bends at half of its target",
    statement=Rate(2 * w1**2 * (rho - w1**2), bend, balanced),
    source=[position_paper("Section G.2", None)],
    uses=[balanced_solution],
    note="The second derivative of $s = w_1^2$ is $2 (rho - 2 s) ds/dt$.",
)

concave_from_half = Claim(
    "layer-imbalance/large-scale-is-concave",
    title="From half of the target on the approach is concave: there is no sigmoid left",
    statement=Inequality(2 * (rho - 2 * size) * 2 * size * (rho - size), "<=", 0),
    hypotheses=[2 * size >= rho, size <= rho],
    source=[position_paper("Section G.2", None)],
    uses=[inflection],
    note="'From sigmoidal to exponential as the scale increases', at $lambda = 0$.",
)

# -- The kernel distance (G.2) ---------------------------------------------------------------------------------------

z = real("x")  # an input, and a second one
z_prime = real("x'")
u1, u2 = real("w_1 w_2")
output = z * u1 * u2
output_prime = z_prime * u1 * u2

scalar_kernel = Claim(
    "layer-imbalance/scalar-kernel",
    title="The tangent kernel of the scalar network is the sum of squares",
    statement=Identity(
        sp.diff(output, u1) * sp.diff(output_prime, u1) + sp.diff(output, u2) * sp.diff(output_prime, u2),
        z * z_prime * (u1**2 + u2**2),
    ),
    source=[position_paper("Section G.2", None)],
    note="Along the flow $u_1^2 + u_2^2 = sqrt(lambda^2 + 4 s^2)$: the rate at which the singular value moves.",
)

n = natural("n")
i, j = index("i", n), index("j", n)
K, M = families("K M")  # the entries of two kernels

lagrange = Claim(
    "layer-imbalance/kernel-distance-range",
    title="The squared inner product falls short of the product of squared norms by a sum of squares",
    statement=Identity(
        total(K[i] ** 2, i) * total(M[j] ** 2, j) - total(K[i] * M[i], i) * total(K[j] * M[j], j),
        total((K[i] * M[j] - K[j] * M[i]) ** 2, i, j) / 2,
    ),
    source=[position_paper("Section G.2", AGAIN)],
    note="So the kernel distance $1 - <K_0, K_t>/(|K_0| |K_t|)$ is at least 0, and 0 only for proportional kernels.",
)

F, G = matrix("F", n, p), matrix("G", n, p)

kernels_agree = Claim(
    "layer-imbalance/kernel-distance-below-one",
    title="The inner product of two tangent kernels is a squared norm",
    statement=MatrixIdentity(trace((F * F.T) * (G * G.T)), trace(group(F.T * G).T * group(F.T * G))),
    source=[position_paper("Section G.2", AGAIN)],
    note="$K_0 = F F^T$ and $K_t = G G^T$, the rows of $F$ and $G$ being gradients at the inputs: the inner product "
    "is not negative, so that the kernel distance is at most 1.",
)

scale = positive("k")


def distance(first: tuple[sp.Expr, ...], second: tuple[sp.Expr, ...]) -> sp.Expr:
    """The kernel distance of two kernels with the same eigenvectors, by their eigenvalues."""
    inner = sp.Add(*(a * b for a, b in zip(first, second, strict=True)))
    return 1 - inner / sp.sqrt(sp.Add(*(a**2 for a in first))) / sp.sqrt(sp.Add(*(b**2 for b in second)))


k1, k2, m1, m2 = positive("k_1 k_2 m_1 m_2")

blind_to_scale = Claim(
    "layer-imbalance/kernel-distance-scale",
    title="The kernel distance is invariant under a common factor",
    statement=Identity(distance((scale * k1, scale * k2), (m1, m2)), distance((k1, k2), (m1, m2))),
    source=[position_paper("Section G.2", AGAIN)],
    note="So for one scalar mode it is always 0, lazy or rich: the scalar case of G.1 cannot show the regimes of "
    "Figure 6; two modes can.",
)

s1, s2, r1, r2 = positive("s_1 s_2 rho_1 rho_2")


def two_modes(first: sp.Expr, second: sp.Expr, imbalance: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """The kernel's eigenvalues of two modes with one input and one output each, at a common imbalance."""
    return sp.sqrt(imbalance**2 + 4 * first**2), sp.sqrt(imbalance**2 + 4 * second**2)


lazy_limit = Claim(
    "layer-imbalance/kernel-distance-imbalanced",
    title="As the imbalance grows the kernel of two modes stops moving",
    statement=Limit(distance(two_modes(s1, s2, lam), two_modes(r1, r2, lam)), lam, sp.oo, sp.Integer(0)),
    source=[position_paper("Section G.2", AGAIN), position_paper("Section G.3", None)],
    uses=[scalar_kernel, ends_at_one],
    note="Between the start $s$ and the end $rho$ of training.",
)

lazy_limit_below = Claim(
    "layer-imbalance/kernel-distance-imbalanced-downstream",
    title="As the imbalance grows towards the earlier layer the kernel of two modes stops moving too",
    statement=Limit(distance(two_modes(s1, s2, lam), two_modes(r1, r2, lam)), lam, -sp.oo, sp.Integer(0)),
    source=[position_paper("Section G.3", None)],
    uses=[scalar_kernel, ends_at_one],
    note="'In any direction', for a square network.",
)


def square(first: sp.Expr, second: sp.Expr, imbalance: sp.Expr) -> tuple[sp.Expr, ...]:
    """The kernel's eigenvalues of an aligned square network with two modes: first layer of one, second of another."""
    e1, e2 = two_modes(first, second, imbalance)
    return tuple((a - imbalance) / 2 + (b + imbalance) / 2 for a in (e1, e2) for b in (e1, e2))


square_limit = Claim(
    "layer-imbalance/kernel-distance-square",
    title="As the imbalance grows the kernel of a square network with two modes stops moving",
    statement=Limit(distance(square(s1, s2, lam), square(r1, r2, lam)), lam, sp.oo, sp.Integer(0)),
    source=[position_paper("Section G.2", AGAIN), position_paper("Section 6.1", None)],
    uses=[scalar_kernel, ends_at_one],
    note="The kernel $x^T W_1 W_1^T x' I + x^T x' W_2^T W_2$ of aligned layers has the eigenvalues $w_1^2 + w_2^2$, "
    "with $w_1$ from one mode and $w_2$ from the same or the other.",
)

rich_at_any_scale = Claim(
    "layer-imbalance/rich-at-any-scale",
    title="At zero imbalance the kernel moves by the same distance from every scale",
    statement=Identity(
        distance(two_modes(scale * s1, scale * s2, sp.Integer(0)), two_modes(r1, r2, sp.Integer(0))),
        distance((s1, s2), (r1, r2)),
    ),
    source=[position_paper("Section G.2", None), position_paper("Section 6.1", None)],
    uses=[blind_to_scale, scalar_kernel],
    note="One minus the cosine of the angle between the initial and the final singular values: rich representations "
    "'at any scale when $lambda = 0$'.",
)
