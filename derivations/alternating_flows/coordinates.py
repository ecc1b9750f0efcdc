"""5d. From vectors to the coordinates in which the maximum of Theorem 6.2 is shown; and p = 3, with one frequency."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Identity, Inequality
from ...language.symbols import families, index, natural, real, total
from ...language.theorems import AllOf, Combination, Follows, Given, Line, Theorem
from .cosines import other_frequency, second_moment, waves_vanish
from .largest_utility import (
    U_0,
    V_0,
    W_0,
    G,
    N_u,
    N_v,
    N_w,
    U,
    V,
    W,
    aligned,
    apart,
    each_off,
    maximum,
    most,
    off,
    scale_u,
    scale_v,
    size,
    squares,
)
from .letters import THEOREM
from .modular_addition import cross_term, p

# A vector is u[a] = u_0/sqrt(p) + sqrt(2/p) sum_k (u_k cos(2 pi k a/p) + u'_k sin(2 pi k a/p)), k = 1, ..., (p-1)/2,
# for odd p: p coordinates.  c[k, a] and s[k, a] are the cosine and the sine, of which the moments alone are used.

frequencies = natural("m")
k, l, q = index("k", frequencies), index("l", frequencies), index("q", frequencies)  # noqa: E741 - a second one
a, b = index("a", p), index("b", p)
c, s = families("c s")
u_c, u_s, v_c, v_s, w_c, w_s, g_c, g_s = families("u u' v v' w w' g g'")
mean = real("u_0")

Moment = Callable[[sp.Idx, sp.Idx], sp.Expr]


def moments(of: sp.Idx, other: sp.Idx) -> tuple[sp.Expr, sp.Expr, sp.Expr, sp.Expr]:
    """The sums over a of c c, s s, c s and s c at two frequencies."""
    return (
        total(c[of, a] * c[other, a], a),
        total(s[of, a] * s[other, a], a),
        total(c[of, a] * s[other, a], a),
        total(s[of, a] * c[other, a], a),
    )


def known(of: sp.Idx, other: sp.Idx) -> tuple[sp.Expr, sp.Expr, sp.Expr, sp.Expr]:
    """Their values: p/2 for one frequency and one sort of wave, and else 0."""
    same = p / 2 * sp.KroneckerDelta(of, other)
    return same, same, sp.Integer(0), sp.Integer(0)


def squared(values: Callable[[sp.Idx, sp.Idx], tuple[sp.Expr, ...]], firsts: tuple[sp.Expr, sp.Expr]) -> sp.Expr:
    """The squared length by the moments: the first ones, and the second ones at two frequencies."""
    cc, ss, mixed, _ = values(k, l)
    return (
        mean**2
        + 2 * mean * sp.sqrt(2) / p * total(u_c[k] * firsts[0] + u_s[k] * firsts[1], k)
        + 2 / p * total(u_c[k] * u_c[l] * cc + 2 * u_c[k] * u_s[l] * mixed + u_s[k] * u_s[l] * ss, k, l)
    )


entry = mean / sp.sqrt(p) + sp.sqrt(2 / p) * total(u_c[k] * c[k, a] + u_s[k] * s[k, a], k)
MOMENTS = (
    r"$c_ka = cos(2 pi k a/p)$ and $s_ka = sin(2 pi k a/p)$ for $k$ from 1 to $(p - 1)/2$ and odd $p$. Their sums over "
    r"$a$ are 0, those of $c_k c_l$ and $s_k s_l$ are $p/2$ for $k = l$ and else 0, those of $c_k s_l$ 0, by the "
    "claims used."
)

parseval = Claim(
    "alternating-flows/length-in-coordinates",
    title="The squared length of a vector of waves, by moments",
    statement=Identity(total(entry**2, a), squared(moments, (total(c[k, a], a), total(s[k, a], a)))),
    source=THEOREM,
    uses=[waves_vanish, second_moment, other_frequency],
    note=MOMENTS,
)

parseval_value = Claim(
    "alternating-flows/parseval",
    title="The squared length of a vector is the sum of the squares of its coordinates",
    statement=Identity(squared(known, (sp.Integer(0), sp.Integer(0))), mean**2 + total(u_c[k] ** 2 + u_s[k] ** 2, k)),
    source=THEOREM,
    uses=[parseval],
    note=f"{MOMENTS} So the coordinates are orthonormal, and as there are $p$ of them, every vector has them.",
)


def respond(values: Callable[[sp.Idx, sp.Idx], tuple[sp.Expr, ...]]) -> sp.Expr:
    """What a vector of waves responds to the encoding shifted by b, by the moments at two frequencies."""
    cc, ss, mixed, turned = values(k, q)
    even, odd = g_c[q] * c[q, b] - g_s[q] * s[q, b], g_c[q] * s[q, b] + g_s[q] * c[q, b]
    return total(u_c[k] * (even * cc + odd * mixed) + u_s[k] * (even * turned + odd * ss), k, q)


shifted = total(c[q, a] * (g_c[q] * c[q, b] - g_s[q] * s[q, b]) + s[q, a] * (g_c[q] * s[q, b] + g_s[q] * c[q, b]), q)

response = Claim(
    "alternating-flows/response-in-coordinates",
    title="The response of a vector of waves to a shifted encoding, by moments",
    statement=Identity(total(total(u_c[k] * c[k, a] + u_s[k] * s[k, a], k) * shifted, a), respond(moments)),
    source=THEOREM,
    uses=[waves_vanish, second_moment, other_frequency],
    note=f"{MOMENTS} The encoding is $x[a - b] = sum_q (g_q cos(2 pi q (a - b)/p) + g'_q sin(2 pi q (a - b)/p))$ with "
    "the angles resolved; a mean of $u$ meets none of the encoding.",
)

response_value = Claim(
    "alternating-flows/response-of-each-frequency",
    title="Each frequency of a vector responds to that frequency of the encoding alone",
    statement=Identity(
        respond(known),
        p
        / 2
        * total(
            (u_c[k] * g_c[k] + u_s[k] * g_s[k]) * c[k, b] + (u_s[k] * g_c[k] - u_c[k] * g_s[k]) * s[k, b],
            k,
        ),
    ),
    source=THEOREM,
    uses=[response],
    note="So the responses $A_b = <u, x_b>$ have the coordinates of $u$ times the encoding's strength at each "
    "frequency, turned by its phase: as complex numbers, $u_k$ times the conjugate of $g_k$.",
)


def triple(values: Callable[[sp.Idx, sp.Idx], tuple[sp.Expr, ...]]) -> sp.Expr:
    """The sum over both inputs of three vectors of waves, the third at the sum of the inputs, by the moments."""
    first, second = values(k, q), values(l, q)

    def of(parts: tuple[sp.Expr, sp.Expr], at: tuple[sp.Expr, ...]) -> tuple[sp.Expr, sp.Expr]:
        cc, ss, mixed, turned = at
        return parts[0] * cc + parts[1] * turned, parts[0] * mixed + parts[1] * ss

    (a_c, a_s), (b_c, b_s) = of((u_c[k], u_s[k]), first), of((v_c[l], v_s[l]), second)
    return total(w_c[q] * (a_c * b_c - a_s * b_s) + w_s[q] * (a_s * b_c + a_c * b_s), k, l, q)


at_sum = total(w_c[q] * (c[q, a] * c[q, b] - s[q, a] * s[q, b]) + w_s[q] * (s[q, a] * c[q, b] + c[q, a] * s[q, b]), q)

convolution = Claim(
    "alternating-flows/cross-term-in-coordinates",
    title="The cross term of three vectors of waves, by moments",
    statement=Identity(
        total(
            total(u_c[k] * c[k, a] + u_s[k] * s[k, a], k) * total(v_c[l] * c[l, b] + v_s[l] * s[l, b], l) * at_sum, a, b
        ),
        triple(moments),
    ),
    source=THEOREM,
    uses=[cross_term, waves_vanish, second_moment, other_frequency],
    note=f"{MOMENTS} $u$, $v$ and $w$ are the coordinates of the responses here; $cos(2 pi q (a + b)/p)$ and the sine "
    "with the angles resolved.",
)

convolution_value = Claim(
    "alternating-flows/convolution-of-waves",
    title="Each frequency contributes a triple product of its own to the cross term",
    statement=Identity(
        triple(known),
        p**2
        / 4
        * total(w_c[k] * (u_c[k] * v_c[k] - u_s[k] * v_s[k]) + w_s[k] * (u_s[k] * v_c[k] + u_c[k] * v_s[k]), k),
    ),
    source=THEOREM,
    uses=[convolution, response_value, parseval_value, maximum],
    note="The triple product is the real part of $u_k v_k w_k^*$. With twice the cross term and the responses of "
    r"alternating-flows/response-of-each-frequency it is $\sum_k \sqrt{2p}\,|\hat x[k]|^3$ times the triple product of "
    "unit coordinates: the utility of alternating-flows/theorem-6-2.",
)

# p = 3: one frequency, and none beside it.

LONG_U = sp.Eq(U_0**2 + size(U), N_u, evaluate=False)
LONG_V = sp.Eq(V_0**2 + size(V), N_v, evaluate=False)
LONG_W = sp.Eq(W_0**2 + size(W), N_w, evaluate=False)
LENGTHS = [LONG_U, LONG_V, LONG_W]
utility = G * aligned(U, V, W)
OTHERWISE = sp.Gt(off, 0, evaluate=False)

of_mean = Line(Inequality(W_0**2, ">=", 0), by=Follows())
main_of_w = Line(Inequality(size(W), "<=", N_w), given=[LONG_W], by=Combination(of_mean, (LONG_W, -1)))
main_bound = Line(
    Inequality(2 * aligned(U, V, W), "<=", scale_u * size(U) + scale_v * size(V) - apart(U, V, W)),
    given=[LONG_W],
    by=Combination((main_of_w, size(V) / scale_u)),
)
defect = Line(
    Inequality(2 * utility, "<=", 2 * most - G * off),
    given=LENGTHS,
    by=Combination((main_bound, G), (LONG_U, -G * scale_u), (LONG_V, -G * scale_v)),
)
greatest = Line(
    Inequality(utility, "<=", most),
    given=LENGTHS,
    by=Combination((defect, sp.Rational(1, 2)), (squares, G / 2)),
)
less = Line(
    Inequality(utility, "<", most),
    given=[*LENGTHS, OTHERWISE],
    by=Combination((defect, sp.Rational(1, 2)), (OTHERWISE, G / 2)),
)

maximum_at_three = Theorem(
    "alternating-flows/theorem-6-2-at-three",
    title="At p = 3 no unit vectors do better than cosines in phase, and none with a mean or out of phase do as well",
    concludes=AllOf(Given(LENGTHS, greatest.says), Given([*LENGTHS, OTHERWISE], less.says)),
    proof=[of_mean, main_of_w, main_bound, defect, *each_off, squares, greatest, less],
    source=THEOREM,
    uses=[convolution_value],
    note="In the coordinates of alternating-flows/theorem-6-2, of which there is one frequency.",
)
