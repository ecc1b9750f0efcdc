"""5f. Fewer than six neurons of one frequency do not remove it."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Cited, Claim
from ...language.matrices import Equal, group, identity, matrix, written, zero
from ...language.statements import Identity, Inequality
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import natural, positive, real
from ...language.theorems import Combination, Line, Theorem
from .letters import SIX
from .six_neurons import l_1, l_2, pencil_beside, pencil_square, target_form

# N neurons with the linear forms t_n, the rows of the N x 4 matrix T, and the weights p_n, q_n on the diagonals of P
# and Q: T^T P T = M_1 and T^T Q T = M_2, where z_1 M_1 + z_2 M_2 is the pencil of six_neurons.  Its square is a
# multiple of the identity, f(z): M_1^2 = a, M_2^2 = b and M_1 M_2 + M_2 M_1 = 2 c.

ang_a, ang_b = real("A B")
s_11, s_12, s_22, s_13, s_14, s_23, s_24, s_33, s_34, s_44 = real("s_11 s_12 s_22 s_13 s_14 s_23 s_24 s_33 s_34 s_44")
cos_a, sin_a, cos_b, sin_b = sp.cos(ang_a), sp.sin(ang_a), sp.cos(ang_b), sp.sin(ang_b)
any_form = (
    s_11 * cos_a**2
    + 2 * s_12 * cos_a * sin_a
    + s_22 * sin_a**2
    + s_33 * cos_b**2
    + 2 * s_34 * cos_b * sin_b
    + s_44 * sin_b**2
    + 2 * (s_13 * cos_a * cos_b + s_14 * cos_a * sin_b + s_23 * sin_a * cos_b + s_24 * sin_a * sin_b)
)

forms_as_waves = Claim(
    "alternating-flows/six-forms-as-waves",
    title="A quadratic form on the data is its mean and four waves",
    statement=Identity(
        any_form,
        (s_11 + s_22 + s_33 + s_44) / 2
        + (s_11 - s_22) / 2 * sp.cos(2 * ang_a)
        + s_12 * sp.sin(2 * ang_a)
        + (s_33 - s_44) / 2 * sp.cos(2 * ang_b)
        + s_34 * sp.sin(2 * ang_b)
        + (s_13 - s_24) * sp.cos(ang_a + ang_b)
        + (s_14 + s_23) * sp.sin(ang_a + ang_b)
        + (s_13 + s_24) * sp.cos(ang_a - ang_b)
        + (s_23 - s_14) * sp.sin(ang_a - ang_b),
    ),
    source=SIX,
    uses=[target_form],
    note="For odd $p$ from 5 on the waves are orthogonal over all $a$ and $b$, so that the form vanishes on the data "
    "only if all nine amplitudes do: then it is a multiple of $a_1^2 + a_2^2 - b_1^2 - b_2^2$.",
)

squared_length = Claim(
    "alternating-flows/six-pencil-is-definite",
    title="The square of the pencil is the identity times a positive definite form",
    statement=Inequality(
        (l_1**2 + sp.Rational(1, 4)) * (l_2**2 + sp.Rational(1, 4)) - (l_1 * l_2) ** 2, ">=", sp.Rational(1, 16)
    ),
    source=SIX,
    uses=[pencil_square, pencil_beside],
    note="The multiple is $(z_1 lambda_1 + z_2 lambda_2)^2 + (z_1^2 + z_2^2)/4$, with the "
    "coefficients $a = lambda_1^2 + 1/4$, $b = lambda_2^2 + 1/4$ and $c = lambda_1 lambda_2$: this is $a b - c^2$.",
)

neurons, d = natural("N d")  # d = 4 for the forms of a frequency
T = matrix("T", neurons, d)
P, Q = matrix("P", neurons, neurons), matrix("Q", neurons, neurons)
M_1, M_2 = matrix("M_1", d, d), matrix("M_2", d, d)
a_, b_, c_ = positive("a"), positive("b"), real("c")
FORMS = [Equal(T.T * P * T, M_1), Equal(T.T * Q * T, M_2)]
CLIFFORD = [
    Equal(M_1 * M_1, a_ * identity(d)),
    Equal(M_2 * M_2, b_ * identity(d)),
    Equal(M_1 * M_2 + M_2 * M_1, 2 * c_ * identity(d)),
]
G = written(a_ * Q * T, -P * T * M_1 * M_2)
LETTERS = (
    "$T$ holds the linear forms of $N$ neurons as rows, $P$ and $Q$ their weights; $T^T P T = M_1$ and $T^T Q T = M_2$ "
    "are what they make of the cosine and of the sine, as forms of $d = 4$ variables. $G = a Q T - P T M_1 M_2$."
)

in_the_kernel = Claim(
    "alternating-flows/six-columns-in-the-kernel",
    title="Combinations of the neurons' weights that are orthogonal to all columns of their forms",
    statement=MatrixIdentity(T.T * group(G), zero(d, d)),
    hypotheses=[*FORMS, CLIFFORD[0]],
    source=SIX,
    note=f"{LETTERS} $T^T G = a M_2 - M_1^2 M_2 = 0$.",
)

recovered = Claim(
    "alternating-flows/six-forms-from-the-kernel",
    title="From these combinations alone the neurons' forms are found again",
    statement=MatrixIdentity(
        written(a_ * Q * group(G), -2 * c_ * P * group(G), P * group(G) * M_1 * M_2, 2 * a_ * c_ * P * Q * T),
        written(a_ * a_ * Q * Q * T, a_ * b_ * P * P * T),
    ),
    hypotheses=[*CLIFFORD, Equal(P * Q, Q * P)],
    source=SIX,
    uses=[in_the_kernel],
    note=f"{LETTERS} As they are diagonal, $P Q = Q P$, and with the last term on the other side the right-hand side "
    "is $a W T$ with the diagonal $W = a Q^2 - 2 c P Q + b P^2$, whose entries are positive, but for neurons without "
    "weight, as $a b > c^2$. So $T$ is a sum of two products with $G$: its rank is at most twice that of $G$.",
)

rank_of_forms, rank_of_kernel, count = real("r_T"), real("r_G"), real("N")
FULL = sp.Ge(rank_of_forms, 4, evaluate=False)
TWICE = sp.Le(rank_of_forms, 2 * rank_of_kernel, evaluate=False)
NULLITY = sp.Le(rank_of_kernel, count - rank_of_forms, evaluate=False)
HORN = "Horn and Johnson, Matrix Analysis, 0.4.5 and 0.2.3"
six_needed = Line(
    Inequality(count, ">=", 6),
    given=[FULL, TWICE, NULLITY],
    by=Combination((NULLITY, 1), (TWICE, sp.Rational(1, 2)), (FULL, sp.Rational(3, 2))),
)

fewer_than_six = Theorem(
    "alternating-flows/fewer-than-six-neurons",
    title="To remove a frequency takes at least six neurons of that frequency",
    concludes=six_needed.says,
    cited=[
        Cited("rank of a product", HORN, says=FULL),
        Cited("rank of a sum", HORN, says=TWICE),
        Cited("rank and nullity", HORN, says=NULLITY),
    ],
    proof=[six_needed],
    source=SIX,
    uses=[forms_as_waves, squared_length, in_the_kernel, recovered],
    note="$N$ neurons with weight. $r_T$ and $r_G$ are the ranks of $T$ and of $G = a Q T - P T M_1 M_2$. What is "
    "cited of ranks gives: $r_T >= 4$, as $T^T P T = M_1$ has the inverse $M_1/a$; $r_T <= 2 r_G$ by "
    "alternating-flows/six-forms-from-the-kernel; $r_G <= N - r_T$, as the columns of $G$ are in the kernel of $T^T$ "
    "by alternating-flows/six-columns-in-the-kernel. For odd $p$ from 5 on, and neurons of this frequency only: of "
    "neurons that carry other frequencies too it is not true.",
)
