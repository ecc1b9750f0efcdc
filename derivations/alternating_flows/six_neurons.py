"""5e. Six neurons a frequency are enough, and fewer are not."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Identity, Inequality, Limit
from ...language.symbols import positive, real
from .cosines import phase_a, phase_b
from .letters import SIX

# On (a_1, a_2) = (cos A, sin A), (b_1, b_2) = (cos B, sin B) a neuron of one frequency is l^2 (p_j cos C + q_j sin C)
# with a linear form l. The dominant frequency is removed if sum p_j l_j^2 = Q_1 and sum q_j l_j^2 = Q_2 wherever
# a_1^2 + a_2^2 = b_1^2 + b_2^2 = 1, that is, up to multiples of D = a_1^2 + a_2^2 - b_1^2 - b_2^2: no other quadratic
# form vanishes there (its waves 2A, 2B, A + B, A - B must vanish, and its mean).

a1, a2, b1, b2 = real("a_1 a_2 b_1 b_2")
Q_1, Q_2 = a1 * b1 - a2 * b2, a1 * b2 + a2 * b1
ang_a, ang_b, ang_c = real("A B C")

target_form = Claim(
    "alternating-flows/six-target",
    title="The dominant wave is a combination of two quadratic forms",
    statement=Identity(
        sp.cos(ang_a + ang_b - ang_c),
        (sp.cos(ang_a) * sp.cos(ang_b) - sp.sin(ang_a) * sp.sin(ang_b)) * sp.cos(ang_c)
        + (sp.cos(ang_a) * sp.sin(ang_b) + sp.sin(ang_a) * sp.cos(ang_b)) * sp.sin(ang_c),
    ),
    source=SIX,
    note="$Q_1 cos C + Q_2 sin C$ with $Q_1 = a_1 b_1 - a_2 b_2$, $Q_2 = a_1 b_2 + a_2 b_1$.",
)

gauss = Claim(
    "alternating-flows/six-three-products",
    title="Both quadratic forms of six neurons are combinations of three products",
    statement=Identity(Q_2, (a1 + a2) * (b1 + b2) - a1 * b1 - a2 * b2),
    source=SIX,
    note="Gauss's three products for $(a_1 + i a_2)(b_1 + i b_2)$: $a_1 b_1$, $a_2 b_2$ and $(a_1 + a_2)(b_1 + b_2)$.",
)

polarisation = Claim(
    "alternating-flows/six-polarisation",
    title="Each of the three products is a difference of two squares",
    statement=Identity((a1 + b1) ** 2 / 4 - (a1 - b1) ** 2 / 4, a1 * b1),
    source=SIX,
    note="Hence six squares are enough.",
)


def square_difference(left: sp.Expr, right: sp.Expr) -> sp.Expr:
    """``left * right`` by the squares of two neurons."""
    return ((left + right) ** 2 - (left - right) ** 2) / 4


six_first = Claim(
    "alternating-flows/six-neurons-enough-cosine",
    title="Six neurons make the cosine form",
    statement=Identity(square_difference(a1, b1) - square_difference(a2, b2), Q_1),
    source=SIX,
    uses=[gauss, polarisation],
    note="The neurons $a_1 +- b_1$, $a_2 +- b_2$, $(a_1 + a_2) +- (b_1 + b_2)$; the last pair has weight zero here.",
)

six_second = Claim(
    "alternating-flows/six-neurons-enough-sine",
    title="The six neurons that make the cosine make the sine as well",
    statement=Identity(
        square_difference(a1 + a2, b1 + b2) - square_difference(a1, b1) - square_difference(a2, b2), Q_2
    ),
    source=SIX,
    uses=[gauss, polarisation],
)

six_phases = Claim(
    "alternating-flows/six-equal-neurons",
    title="Six equal neurons with phases spread in steps of 60 degrees make the dominant wave",
    statement=Identity(
        sp.Add(
            *(
                (sp.cos(ang_a + sp.pi * e_ / 3) + sp.cos(ang_b + 4 * sp.pi * e_ / 3)) ** 2
                * sp.cos(ang_c + 5 * sp.pi * e_ / 3)
                for e_ in range(6)
            )
        ),
        3 * sp.cos(ang_a + ang_b - ang_c),
    ),
    source=SIX,
    uses=[target_form],
    note="The $e$-th has $s_u = e pi/3$, $s_v = 4 e pi/3$ and $s_w = s_u + s_v$, so that each obeys the phase "
    "condition of Theorem 6.2 (measured from $s_x$); the other waves cancel.",
)

ratio = positive("r")


def neuron_wave(first_phase: sp.Expr, second_phase: sp.Expr) -> sp.Expr:
    """A neuron with amplitudes r and 1/r whose output phase is the sum of the others."""
    form = ratio * sp.cos(ang_a + first_phase) + sp.cos(ang_b + second_phase) / ratio
    return form**2 * sp.cos(ang_c + first_phase + second_phase)


one_neuron = Claim(
    "alternating-flows/six-waves-of-a-neuron",
    title="The waves that one neuron makes",
    statement=Identity(
        neuron_wave(phase_a, phase_b),
        (ratio**2 + ratio**-2) / 2 * sp.cos(ang_c + phase_a + phase_b)
        + ratio**2 / 4 * sp.cos(2 * ang_a + ang_c + 3 * phase_a + phase_b)
        + ratio**2 / 4 * sp.cos(2 * ang_a - ang_c + phase_a - phase_b)
        + ratio**-2 / 4 * sp.cos(2 * ang_b + ang_c + phase_a + 3 * phase_b)
        + ratio**-2 / 4 * sp.cos(2 * ang_b - ang_c + phase_b - phase_a)
        + sp.cos(ang_a + ang_b - ang_c) / 2
        + sp.cos(ang_a + ang_b + ang_c + 2 * phase_a + 2 * phase_b) / 2
        + sp.cos(ang_a - ang_b + ang_c + 2 * phase_a) / 2
        + sp.cos(ang_a - ang_b - ang_c - 2 * phase_b) / 2,
    ),
    source=SIX,
    note="The neuron's phases obey the phase condition, so that the wanted wave $A + B - C$ does not depend on them; "
    "the other eight must cancel between neurons.",
)

five_approach = Claim(
    "alternating-flows/five-neurons-approach",
    title="Five neurons with amplitudes r and 1/r make the dominant wave and one wave more, which is small for large r",
    statement=Identity(
        sp.Add(*(neuron_wave(2 * sp.pi * e_ / 5, 6 * sp.pi * e_ / 5) for e_ in range(5))),
        sp.Rational(5, 2) * sp.cos(ang_a + ang_b - ang_c) + sp.Rational(5, 4) / ratio**2 * sp.cos(2 * ang_b + ang_c),
    ),
    source=SIX,
    uses=[one_neuron],
    note="Phases in steps of 72 and 216 degrees. So five neurons never remove the frequency at finite weights, as the "
    "claims below show, but come as close as one likes with weights that grow without bound: 'cannot' is about finite "
    "weights, or about what training does.",
)

five_limit = Claim(
    "alternating-flows/five-neurons-error",
    title="The share that five neurons leave tends to zero",
    statement=Limit((sp.Rational(5, 4) / ratio**2) / sp.Rational(5, 2), ratio, sp.oo, sp.Integer(0)),
    source=SIX,
    uses=[five_approach],
    note="The amplitude of the wave too many over that of the wave wanted: $1/(2 r^2)$.",
)

# Fewer are not enough.  The combination z_1 (Q_1 + l_1 D) + z_2 (Q_2 + l_2 D) has the matrix below.

z_1, z_2, l_1, l_2 = real("z_1 z_2 lambda_1 lambda_2")
mu = z_1 * l_1 + z_2 * l_2
pencil = sp.Matrix(
    [
        [mu, 0, z_1 / 2, z_2 / 2],
        [0, mu, z_2 / 2, -z_1 / 2],
        [z_1 / 2, z_2 / 2, -mu, 0],
        [z_2 / 2, -z_1 / 2, 0, -mu],
    ]
)
point = sp.Matrix([a1, a2, b1, b2])

pencil_form = Claim(
    "alternating-flows/six-pencil",
    title="The combinations of both forms and of what vanishes on the data, as a matrix",
    statement=Identity(
        (point.T * pencil * point)[0, 0],
        z_1 * Q_1 + z_2 * Q_2 + mu * (a1**2 + a2**2 - b1**2 - b2**2),
    ),
    source=SIX,
    uses=[target_form],
)

pencil_determinant = Claim(
    "alternating-flows/six-pencil-determinant",
    title="The determinant of the pencil of two forms is the square of a positive definite form",
    statement=Identity(pencil.det(method="berkowitz"), (mu**2 + (z_1**2 + z_2**2) / 4) ** 2),
    source=SIX,
    uses=[pencil_form],
    note="So every real combination has rank four, whatever $lambda$. Four neurons cannot do that: for a real $(z_1, "
    "z_2)$ one of them drops out, and three squares have rank three at most.",
)

pencil_square = Claim(
    "alternating-flows/six-pencil-square",
    title="The square of the pencil of two forms is a multiple of the identity",
    statement=Identity(
        sp.Add(*((pencil**2)[row, row] * sp.Symbol(f"t_{row}", real=True) for row in range(4))),
        (mu**2 + (z_1**2 + z_2**2) / 4) * sp.Add(*(sp.Symbol(f"t_{row}", real=True) for row in range(4))),
    ),
    source=SIX,
    uses=[pencil_form],
    note="The diagonal, with a letter $t_row$ each; the entries beside it are in six-pencil-square-beside. An "
    "identity of polynomials, so for complex $z$ too: at the two complex $z$, not real, where $mu^2 + (z_1^2 + "
    "z_2^2)/4 = 0$, the square is zero, and so the rank at most two.",
)

pencil_beside = Claim(
    "alternating-flows/six-pencil-square-beside",
    title="Off the diagonal the square of the pencil is zero",
    statement=Identity(
        sp.Add(
            *(
                sp.Symbol(f"t_{row}{col}", real=True) * (pencil * pencil)[row, col]
                for row in range(4)
                for col in range(4)
                if row != col
            ),
            evaluate=False,
        ),
        0,
    ),
    source=SIX,
    uses=[pencil_form],
)

d1, d2, d3, d4, d5, t1, t2, t3, t4 = real("d_1 d_2 d_3 d_4 d_5 t_1 t_2 t_3 t_4")
five = sp.diag(d1, d2, d3, d4) + d5 * sp.Matrix([t1, t2, t3, t4]) * sp.Matrix([[t1, t2, t3, t4]])

five_minor = Claim(
    "alternating-flows/six-five-squares",
    title="A sum of five squares of four variables: determinant and minor",
    statement=Identity(
        five.det(method="berkowitz"),
        d4 * five[:3, :3].det(method="berkowitz") + d5 * t4**2 * d1 * d2 * d3,
    ),
    source=SIX,
    uses=[pencil_square, pencil_determinant],
    note="In coordinates where four of the forms are the variables and the fifth is $t$. At the complex $z$ all five "
    "coefficients $d_j$ are non-zero, since $p_j$, $q_j$ are real. Were the rank at most two, the determinant and all "
    "$3 x 3$ minors would vanish, so by this line all $t_j$, and then the determinant is $d_1 d_2 d_3 d_4$, not zero: "
    "five neurons are too few.",
)

N, rank = real("N R")

at_least_six = Claim(
    "alternating-flows/six-at-least",
    title="A frequency takes at least six neurons of its own",
    statement=Inequality(N, ">=", 6),
    hypotheses=[rank >= 4 - (N - 4), rank <= 2],
    source=SIX,
    uses=[pencil_square, pencil_determinant, five_minor],
    note="The count for every $N$ at once: a combination of $N$ squares with non-zero coefficients, restricted to a "
    "space of four dimensions, has rank at least $4 - (N - 4)$; at the complex $z$ it has at most two. Both bounds on "
    "the rank are hypotheses here. For neurons of this frequency only: that the slide's sentence leaves out, and "
    "neurons of several frequencies are not covered. And for odd $p$, so that no two of the waves $2A$, $2B$, $A + "
    "B$, $A - B$ fall together.",
)
