"""5d. Why nothing does better than cosines."""

from __future__ import annotations

from typing import TypeAlias

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Identity, Inequality
from ...language.symbols import ForAll, families, index, natural, nonnegative, positive, real, total
from ...language.theorems import AllOf, Combination, Follows, Given, Instance, Line, Summed, Theorem
from .cosines import summed_value
from .letters import THEOREM
from .modular_addition import h, p

# In Fourier space the summed utility is at most (2/p) h^3 sum_k |u^||v^||w^|, h the largest |x^[k]|; for odd p and real
# vectors k and p - k have the same size, so that the sum is 2 sum A_k B_k C_k over k = 1, ..., (p-1)/2 with
# sum A_k^2 = sum B_k^2 = sum C_k^2 = p/2.

Pair: TypeAlias = tuple[sp.Expr, sp.Expr]  # the parts of a complex number

A_k, B_k, C_k, largest = nonnegative("A_k B_k C_k C")

one_frequency = Claim(
    "alternating-flows/one-frequency-bound",
    title="A frequency's share of the utility is at most the largest third factor times the mean of two squares",
    statement=Inequality(A_k * B_k * C_k, "<=", largest * (A_k**2 + B_k**2) / 2),
    hypotheses=[C_k <= largest],
    source=THEOREM,
    note=r"Summed: $\sum A B C \le C p/2$ with $C \le \sqrt{p/2}$, since $\sum C_k^2 = p/2$; equality only if one "
    r"frequency holds all.",
)

bound_value = Claim(
    "alternating-flows/one-frequency-bound-value",
    title="The bound on one frequency's share is at most the printed value",
    statement=Inequality(2 / p * h**3 * 2 * (largest * (p / 2)), "<=", sp.sqrt(2 * p) * h**3),
    hypotheses=[largest**2 <= p / 2],
    source=THEOREM,
    uses=[one_frequency, summed_value],
    note="So the cosines are maximisers among triples of unit vectors.",
)

size_1, size_2, size_3 = nonnegative("a b c")

equal_sizes = Claim(
    "alternating-flows/equal-norms-are-best",
    title="A unit vector theta does best with its three parts equally long",
    statement=Inequality(27 * size_1 * size_2 * size_3, "<=", (size_1 + size_2 + size_3) ** 3),
    hypotheses=[size_1 <= size_2, size_2 <= size_3],
    source=THEOREM,
    uses=[bound_value],
    note="Squared norms $a$, $b$, $c$ of $u$, $v$, $w$ with sum 1: $|u||v||w| <= 3^(-3/2)$. The order is no loss of "
    "generality.",
)

# The maximum, and who shares it, in the coordinates of the discrete Fourier transform: for k = 1, ..., (p-1)/2
# u_k = sqrt(2/p) sum_a u[a] exp(-2 pi i k a/p), and U_0 is the length of what the mean has, so that |u|^2 is the sum of
# their squares.  The dominant frequency has capital letters, the others m indices; w_k is turned by the phase of x^[k].

m = natural("m")
k, l, j = index("k", m), index("l", m), index("j", m)  # noqa: E741 - frequencies beside the dominant one
G = positive("G")
N_u, N_v, N_w = positive("N_u N_v N_w")  # squared lengths
scale_u, scale_v = sp.sqrt(N_v * N_w / N_u), sp.sqrt(N_u * N_w / N_v)
most = G * sp.sqrt(N_u * N_v * N_w)
U_0, V_0, W_0 = nonnegative("U_0 V_0 W_0")  # the lengths of the means' parts
U_1, U_2, V_1, V_2, W_1, W_2 = real("U_1 U_2 V_1 V_2 W_1 W_2")
g, u_1, u_2, v_1, v_2, w_1, w_2 = families("g u_1 u_2 v_1 v_2 w_1 w_2")


def aligned(u: Pair, v: Pair, w: Pair) -> sp.Expr:
    """The real part of u v w^*, of complex numbers."""
    return (u[0] * v[0] - u[1] * v[1]) * w[0] + (u[0] * v[1] + u[1] * v[0]) * w[1]


def size(z: Pair) -> sp.Expr:
    """The squared length of a complex number."""
    return z[0] ** 2 + z[1] ** 2


def turned(u: Pair, v: Pair, w: Pair, scale: sp.Expr = scale_u) -> Pair:
    """The parts of scale u^* - v w^*."""
    return scale * u[0] - v[0] * w[0] - v[1] * w[1], scale * u[1] + v[1] * w[0] - v[0] * w[1]


def apart(u: Pair, v: Pair, w: Pair, scale: sp.Expr = scale_u) -> sp.Expr:
    """What is lost of the mean of scale |u|^2 and |v w|^2/scale: |scale u^* - v w^*|^2/scale."""
    return size(turned(u, v, w, scale)) / scale


U, V, W = (U_1, U_2), (V_1, V_2), (W_1, W_2)
u, v, w = (u_1[k], u_2[k]), (v_1[k], v_2[k]), (w_1[k], w_2[k])
there = scale_u * size(u) + scale_v * size(v)
here = scale_u * size((u_1[j], u_2[j])) + scale_v * size((v_1[j], v_2[j]))
utility = G * aligned(U, V, W) + total(g[k] * aligned(u, v, w), k)

LONG_U = sp.Eq(U_0**2 + size(U) + total(size(u), k), N_u, evaluate=False)
LONG_V = sp.Eq(V_0**2 + size(V) + total(size(v), k), N_v, evaluate=False)
LONG_W = sp.Eq(W_0**2 + size(W) + total(size(w), k), N_w, evaluate=False)
STRENGTHS, DOMINANT = ForAll(k, g[k] >= 0), ForAll(k, g[k] < G)
LENGTHS = [LONG_U, LONG_V, LONG_W, STRENGTHS, DOMINANT]

beside = Line(Inequality((1 - sp.KroneckerDelta(k, l)) ** 2 * size((w_1[l], w_2[l])), ">=", 0), by=Follows())
all_beside = Line(by=Summed(beside, l))
main_size = Line(Inequality(W_0**2 + size(W), ">=", 0), by=Follows())
sum_of_sizes = Line(Inequality(W_0**2 + total(size(w), k), ">=", 0), by=Follows())
one_of_w = Line(
    Inequality(size(w), "<=", N_w), given=[LONG_W], by=Combination((all_beside, 1), (main_size, 1), (LONG_W, -1))
)
main_of_w = Line(Inequality(size(W), "<=", N_w), given=[LONG_W], by=Combination((sum_of_sizes, 1), (LONG_W, -1)))
main_bound = Line(
    Inequality(2 * aligned(U, V, W), "<=", scale_u * size(U) + scale_v * size(V) - apart(U, V, W)),
    given=[LONG_W],
    by=Combination((main_of_w, size(V) / scale_u)),
)
one_apart = Line(Inequality(apart(u, v, w), ">=", 0), by=Follows())
one_bound = Line(
    Inequality(2 * g[k] * aligned(u, v, w), "<=", g[k] * there),
    given=[LONG_W, STRENGTHS],
    by=Combination((one_apart, g[k]), (one_of_w, g[k] * size(v) / scale_u)),
)
all_bounds = Line(by=Summed(one_bound, k), given=[LONG_W, STRENGTHS])
dominant = Line(Inequality(G, ">", g[k]), given=[DOMINANT], by=Combination((DOMINANT, 1)))
weaker = Line(
    Inequality((1 - sp.KroneckerDelta(k, j)) ** 2 * (G - g[k]) * there, ">=", 0),
    given=[DOMINANT],
    by=Combination((dominant, (1 - sp.KroneckerDelta(k, j)) ** 2 * there)),
)
all_weaker = Line(by=Summed(weaker, k), given=[DOMINANT])
whole = Line(Inequality((G - g[k]) * there, ">=", 0), given=[DOMINANT], by=Combination((dominant, there)))
all_whole = Line(by=Summed(whole, k), given=[DOMINANT])
off = scale_u * U_0**2 + scale_v * V_0**2 + apart(U, V, W)
lost = G * off + (G - g[j]) * here
defect = Line(
    Inequality(2 * utility, "<=", 2 * most - lost),
    given=LENGTHS,
    by=Combination((main_bound, G), (all_bounds, 1), (all_weaker, 1), (LONG_U, -G * scale_u), (LONG_V, -G * scale_v)),
)
each_off = [Line(Inequality(part**2, ">=", 0), by=Follows()) for part in (U_0, V_0, *turned(U, V, W))]
squares = Line(
    Inequality(off, ">=", 0),
    by=Combination(*zip(each_off, (scale_u, scale_v, 1 / scale_u, 1 / scale_u), strict=True)),
)
greatest = Line(
    Inequality(utility, "<=", most),
    given=LENGTHS,
    by=Combination(
        *((main_bound, G / 2), (all_bounds, sp.Rational(1, 2)), (all_whole, sp.Rational(1, 2)), (squares, G / 2)),
        *((LONG_U, -G * scale_u / 2), (LONG_V, -G * scale_v / 2)),
    ),
)

# Less, where a mean, another frequency or a phase is out of place: of u and v, and by conjugation of w.

OTHERWISE = sp.Gt(off + here, 0, evaluate=False)
less = Line(
    Inequality(utility, "<", most),
    given=[*LENGTHS, OTHERWISE],
    by=Combination((defect, sp.Rational(1, 2)), (OTHERWISE, (G - g[j]) / 2), (squares, g[j] / 2)),
)
CONJUGATED = {V_0: W_0, W_0: V_0, N_v: N_w, N_w: N_v, U_2: -U_2, V_1: W_1, V_2: W_2, W_1: V_1, W_2: V_2}
CONJUGATED_FAMILIES = {u_2[k]: -u_2[k], v_1[k]: w_1[k], v_2[k]: w_2[k], w_1[k]: v_1[k], w_2[k]: v_2[k]}
conjugate = (U_1, -U_2)
scale_w = sp.sqrt(N_u * N_v / N_w)
off_of_w = scale_u * U_0**2 + scale_w * W_0**2 + apart(conjugate, W, V)
OTHERWISE_OF_W = sp.Gt(
    off_of_w + scale_u * size((u_1[j], u_2[j])) + scale_w * size((w_1[j], w_2[j])), 0, evaluate=False
)
conjugated = Line(by=Instance(less, CONJUGATED | CONJUGATED_FAMILIES), given=[*LENGTHS, OTHERWISE_OF_W])
less_of_w = Line(Inequality(utility, "<", most), given=[*LENGTHS, OTHERWISE_OF_W], by=Combination((conjugated, 1)))

phase_u, phase_v = real("alpha beta")
waves = [(sp.cos(phase), sp.sin(phase)) for phase in (phase_u, phase_v, phase_u + phase_v)]
reached = Line(Identity(G * aligned(*waves), G), by=Follows())

maximum = Theorem(
    "alternating-flows/theorem-6-2",
    title="Among unit vectors exactly the dominant cosines in phase attain the largest utility",
    concludes=AllOf(
        Given(LENGTHS, greatest.says),
        Given([*LENGTHS, OTHERWISE], less.says),
        Given([*LENGTHS, OTHERWISE_OF_W], less.says),
        reached.says,
    ),
    proof=[
        *(beside, all_beside, main_size, sum_of_sizes, one_of_w, main_of_w, main_bound, one_apart, one_bound),
        *(
            all_bounds,
            dominant,
            weaker,
            all_weaker,
            whole,
            all_whole,
            defect,
            *each_off,
            squares,
            greatest,
            less,
            conjugated,
        ),
        *(less_of_w, reached),
    ],
    source=THEOREM,
    note=r"For every odd $p$ from 5 on, in coordinates: $u_k = sqrt(2/p) sum_a u[a] exp(-2 pi i k a/p)$, $U$ is that "
    r"of the dominant frequency, $U_0$ the length of what the mean has, and $w_k$ is turned by the phase of $\hat "
    r"x[k]$. $N_u$ is the squared length of $u$, one for a unit vector. The utility summed over inputs is $\sum_k "
    r"\sqrt{2p}\,|\hat x[k]|^3 \operatorname{Re}(u_k v_k w_k^*)$ and $G = sqrt(2 p) h^3$, by "
    r"alternating-flows/parseval and alternating-flows/convolution-of-waves. It is $G$ for unit waves of any phases "
    r"$alpha$ and $beta$ of $u$ and $v$, with $alpha + beta$ for $w$. It is less where a mean or another frequency $j$ "
    r"has anything, or where $V W^*$ is not $U^*$, that is, where $W$ is not $U V$. For "
    r"$p = 3$ see alternating-flows/theorem-6-2-at-three.",
)
