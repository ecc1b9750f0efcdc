r"""Deep linear networks: exact solutions, end-to-end dynamics, and the order in which modes are learned.

A subject beside the four sources, derived here from the losses: Saxe, McClelland and Ganguli (2014), Arora, Cohen and
Hazan (2018), Arora et al. (2019), Tarmoun et al. (2021), Fukumizu (1998), Braun et al. (2022).  Results are cited by
what they say; no equation is numbered from memory.

The network is ``x -> W_2 W_1 x``, or ``W_3 W_2 W_1 x``, on white inputs, so that half of the mean square error is
``|W - A|^2 / 2`` with the correlation A of outputs and inputs, up to a constant.
"""

from __future__ import annotations

import sympy as sp

from ..language.claims import Claim
from ..language.determinants import det
from ..language.flows import GradientFlow
from ..language.matrices import (
    Diagonal,
    Equal,
    MatrixFlow,
    SemiOrthogonal,
    Symmetric,
    Velocity,
    group,
    identity,
    matrix,
    trace,
    written,
    zero,
)
from ..language.matrix_functions import Invertible, accumulated, expm, inverse, sqrtm
from ..language.sources import paper
from ..language.statements import Conserved, Identity, Inequality, Limit, Rate, Solution
from ..language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from ..language.statements.matrix_solutions import MatrixSolution
from ..language.symbols import families, index, natural, positive, product, real, time, trajectories
from ..language.theorems import AllOf, Along, Combination, Compared, Follows, Given, Line, Theorem
from .chapters import Chapter

t = time()

# -- One mode of two layers (Saxe et al.) ----------------------------------------------------------------------------

a, b = trajectories("a b")
s, u_0, u_f = positive("s u_0 u_f")
mode = GradientFlow((s - a * b) ** 2 / 2, (a, b), t)
SAXE = "saxe-2014"

mode_rate = Claim(
    "deep-linear-networks/mode-rate",
    title="The strength of a balanced mode obeys a logistic equation",
    statement=Rate(a * b, 2 * a * b * (s - a * b), mode.on(a - b)),
    source=paper(SAXE, "the dynamics of a mode's strength"),
)

mode_solution = Claim(
    "deep-linear-networks/mode-solution",
    title="The time course of a mode's strength",
    statement=Solution(
        mode.on(a - b), of=a * b, equals=s * sp.exp(2 * s * t) / (sp.exp(2 * s * t) - 1 + s / u_0), initially=u_0
    ),
    source=paper(SAXE, "the time course of a mode's strength"),
    uses=[mode_rate],
)

course = s * u_0 * sp.exp(2 * s * t) / (s + u_0 * (sp.exp(2 * s * t) - 1))
duration = sp.log(u_f * (s - u_0) / (u_0 * (s - u_f))) / (2 * s)

mode_time = Claim(
    "deep-linear-networks/mode-time",
    title="The time that a mode takes from one strength to another",
    statement=Identity(course.subs(t, duration), u_f),
    hypotheses=[u_0 < u_f, u_f < s],
    source=paper(SAXE, "the time scale of a mode"),
    uses=[mode_solution],
)

mode_limit = Claim(
    "deep-linear-networks/mode-limit",
    title="A mode tends to its singular value",
    statement=Limit(course, t, sp.oo, s),
    source=paper(SAXE, "the time course of a mode's strength"),
    uses=[mode_solution],
)

mode_clock = Claim(
    "deep-linear-networks/mode-clock",
    title="The time course of a mode solved for time: its log-odds run at the rate 2 s",
    statement=Conserved(sp.log(a * b / (s - a * b)) / (2 * s) - t, mode.on(a - b)),
    hypotheses=[a * b > 0, a * b < s],
    source=paper(SAXE, "the time scale of a mode"),
    uses=[mode_rate],
    note="An implicit solution: what is conserved is a function of the strength, less the time.",
)

# -- Imbalance (Tarmoun et al.) --------------------------------------------------------------------------------------

TARMOUN = "tarmoun-2021"

imbalance = Claim(
    "deep-linear-networks/imbalance",
    title="The imbalance of two layers is conserved",
    statement=Conserved(a**2 - b**2, mode),
    source=paper(TARMOUN, "the imbalance is conserved"),
)

product_rate = Claim(
    "deep-linear-networks/product-rate",
    title="A mode moves at the sum of squares of its layers, times its distance from the target",
    statement=Rate(a * b, (a**2 + b**2) * (s - a * b), mode),
    source=paper(TARMOUN, "the rate of the product"),
)

rate_by_imbalance = Claim(
    "deep-linear-networks/rate-by-imbalance",
    title="The sum of squares is fixed by the imbalance and the product",
    statement=Identity((a**2 + b**2) ** 2, (a**2 - b**2) ** 2 + 4 * (a * b) ** 2),
    source=paper(TARMOUN, "the rate of convergence by the imbalance"),
    uses=[imbalance, product_rate],
)

imbalance_accelerates = Claim(
    "deep-linear-networks/imbalance-accelerates",
    title="The rate of a mode is at least the size of its imbalance",
    statement=Inequality((a**2 + b**2) ** 2, ">=", (a**2 - b**2) ** 2),
    source=paper(TARMOUN, "the rate of convergence by the imbalance"),
    uses=[rate_by_imbalance],
    note="So the error of a mode whose layers differ decays at least exponentially, however small its product.",
)

# -- Three scalar layers (Saxe et al., Arora et al.) -----------------------------------------------------------------

c = trajectories("c")
deep = GradientFlow((s - a * b * c) ** 2 / 2, (a, b, c), t)
equal = deep.on(a - b, b - c)

deep_balance = Claim(
    "deep-linear-networks/three-layers-imbalance",
    title="Neighbouring layers of three keep their imbalance",
    statement=Conserved(b**2 - c**2, deep),
    source=paper("arora-2018", "balanced layers stay balanced"),
)

deep_rate = Claim(
    "deep-linear-networks/three-layers-rate",
    title="Three equal layers: a mode of strength u moves at the rate of three times u to the four thirds",
    statement=Rate(a * b * c, 3 * a**4 * (s - a**3), equal),
    source=[paper(SAXE, "the dynamics at depth N"), paper("arora-2019", "the dynamics of singular values")],
    uses=[deep_balance],
    note="$u = a^3$, so that $a^4 = u^(2 - 2/3)$: depth 3 of $N u^(2 - 2/N)$.",
)

root = positive("sigma")  # the cube root of the target
deep_to_root = GradientFlow((root**3 - a * b * c) ** 2 / 2, (a, b, c), t)

deep_clock = Claim(
    "deep-linear-networks/three-layers-clock",
    title="Three equal layers have no closed form, but a clock: a function of their weight that runs with time",
    statement=Conserved(
        -1 / (root**3 * a)
        + (
            sp.log(a**2 + a * root + root**2) / 2
            - sp.log(root - a)
            - sp.sqrt(3) * sp.atan((2 * a + root) / (sp.sqrt(3) * root))
        )
        / (3 * root**4)
        - t,
        deep_to_root.on(a - b, b - c),
    ),
    hypotheses=[a > 0, a < root],
    source=paper(SAXE, "the dynamics at depth N"),
    uses=[deep_rate],
    note=r"For small weights it is $-1/(\sigma^3 a)$: they take a time of the order of the inverse of their size to "
    "grow.",
)

# -- Layers of any number (Arora et al.) ------------------------------------------------------------------------------

layers = natural("L")
layer, other_layer = index("l", layers), index("l'", layers)
scalars = families("a", t)
through = product(scalars[layer], layer)
chain = GradientFlow((s - through) ** 2 / 2, (scalars,), t)

any_depth_imbalance = Claim(
    "deep-linear-networks/layers-keep-their-imbalance",
    title="Any two of L scalar layers keep the difference of their squares",
    statement=Conserved(scalars[layer] ** 2 - scalars[other_layer] ** 2, chain),
    source=paper("arora-2018", "balanced layers stay balanced"),
    note="So balanced layers stay balanced, whatever their number.",
)

any_depth_rate = Claim(
    "deep-linear-networks/layers-grow-alike",
    title="The squares of all L layers grow at one rate",
    statement=Rate(scalars[other_layer] ** 2, 2 * through * (s - through), chain),
    source=paper("arora-2018", "balanced layers stay balanced"),
    uses=[any_depth_imbalance],
)

outputs, upper, middle, lower, inputs = natural("c q p d o")
slope = matrix("N", outputs, inputs)
above, below = matrix("A", outputs, upper), matrix("B", lower, inputs)
next_layer, this_layer = matrix("W_2", upper, middle), matrix("W_1", middle, lower)
any_chain = MatrixFlow(trace(slope.T * above * next_layer * this_layer * below), (this_layer, next_layer))

any_neighbours = Claim(
    "deep-linear-networks/neighbours-keep-their-imbalance",
    title="Two neighbours among any number of layers keep the difference of their Gram matrices, for every loss",
    statement=MatrixIdentity(Velocity(next_layer.T * next_layer), Velocity(this_layer * this_layer.T), any_chain),
    source=paper("arora-2018", "balanced layers stay balanced"),
    note="$A$ and $B$ are the products of the layers above and below, $N$ the derivative of the loss by the product "
    "of all layers: to first order, which is all that a rate sees, the loss is $tr(N^T A W_2 W_1 B)$ for these "
    "two.",
)

above_two, c_0, reached = natural("m"), positive("c_0"), positive("f")
depth = above_two + 2
weaker, letter = positive("s_2"), real("z")
balanced = trajectories("c")
one_of_balanced = GradientFlow((s - balanced**depth) ** 2 / (2 * depth), (balanced,), t)
OF_START = {balanced: c_0}
GROWING, UNFINISHED = sp.Gt(balanced, 0, evaluate=False), sp.Le(balanced**depth, reached * s, evaluate=False)

any_depth_strength = Claim(
    "deep-linear-networks/rate-of-balanced-layers",
    title="L balanced layers: a mode of strength u moves at the rate of L times u to the power 2 - 2/L",
    statement=Rate(balanced**depth, depth * balanced ** (2 * depth - 2) * (s - balanced**depth), one_of_balanced),
    hypotheses=[GROWING],
    source=[paper(SAXE, "the dynamics at depth N"), paper("arora-2019", "the dynamics of singular values")],
    uses=[any_depth_imbalance, any_depth_rate],
    note="$c$ is each of the $L = m + 2$ layers, and $u = c^L$; the loss is divided by $L$, as the derivative by one "
    "layer is the $L$-th part of that by $c$.",
)

no_faster = Line(Inequality(-above_two * (s - balanced**depth), ">=", -above_two * s), given=[GROWING], by=Follows())
stays_small = Line(
    Along(one_of_balanced, OF_START, Inequality(balanced**-above_two, ">=", c_0**-above_two - above_two * s * t)),
    given=[GROWING],
    by=Compared(no_faster, (letter, -above_two * s)),
)
no_slower = Line(
    Inequality(-above_two * (s - balanced**depth), "<=", -above_two * (1 - reached) * s),
    given=[UNFINISHED],
    by=Combination((UNFINISHED, above_two)),
)
is_learned = Line(
    Along(
        one_of_balanced,
        OF_START,
        Inequality(balanced**-above_two, "<=", c_0**-above_two - above_two * (1 - reached) * s * t),
    ),
    given=[GROWING, UNFINISHED],
    by=Compared(no_slower, (letter, -above_two * (1 - reached) * s)),
)
by_then = c_0**-above_two / (above_two * (1 - reached) * s)

greedy_at_any_depth = Theorem(
    "deep-linear-networks/modes-in-turn-at-any-depth",
    title="L balanced layers learn the strongest mode first: when it is learned, weaker ones are near their start",
    concludes=AllOf(
        Given([GROWING], stays_small.says),
        Given([GROWING, UNFINISHED], is_learned.says),
        Given(
            [reached < 1],
            Identity(
                c_0**-above_two - above_two * weaker * by_then, c_0**-above_two * (1 - weaker / ((1 - reached) * s))
            ),
        ),
    ),
    proof=[
        *(no_faster, stays_small, no_slower, is_learned),
        Line(
            Identity(
                c_0**-above_two - above_two * weaker * by_then, c_0**-above_two * (1 - weaker / ((1 - reached) * s))
            ),
            given=[reached < 1],
            by=Follows(),
        ),
    ],
    source=[paper(SAXE, "the dynamics at depth N"), paper("arora-2019", "the dynamics of singular values")],
    uses=[any_depth_strength],
    note="$L = m + 2$ layers, three at least, that are equal and positive; $s$ is the singular value. The layers to "
    "the power $-m$ fall at most at the rate $m s$, and at least at $m (1 - f) s$ before the share $f$ is "
    "learned, which is so before the time $c_0^-m/(m (1 - f) s)$. At this time a mode with $s_2 < (1 - f) s$ "
    "has, by the first part with $s_2$, grown by a factor that does not depend on the start: the smaller the "
    "start, the more one mode after the other.",
)

# -- End to end (Arora et al.) ---------------------------------------------------------------------------------------

d, p, q, k = natural("d p q k")
W1, W2, A = matrix("W_1", p, d), matrix("W_2", k, p), matrix("A", k, d)
error = written(W2 * W1, -A)
two = MatrixFlow(trace(group(error) * group(error).T) / 2, (W1, W2))
BALANCED = Equal(W2.T * W2, W1 * W1.T)
END = "arora-2018"

end_to_end = Claim(
    "deep-linear-networks/end-to-end",
    title="Two layers move the whole matrix by its gradient between two preconditioners",
    statement=MatrixRate(W2 * W1, written(-group(error) * W1.T * W1, -W2 * W2.T * group(error)), two),
    source=paper(END, "the end-to-end dynamics"),
)

balance = Claim(
    "deep-linear-networks/balance",
    title="Two layers keep the difference of their Gram matrices",
    statement=MatrixConserved(written(W2.T * W2, -W1 * W1.T), two),
    source=[paper(END, "balanced layers stay balanced"), paper("braun-2022", "balanced weights stay balanced")],
)

left_root = Claim(
    "deep-linear-networks/left-preconditioner",
    title="Of balanced layers the left preconditioner is a square root of W W^T",
    statement=MatrixIdentity(group(W2 * W2.T) ** 2, group(W2 * W1) * group(W2 * W1).T),
    hypotheses=[BALANCED],
    source=paper(END, "the end-to-end dynamics"),
    uses=[balance, end_to_end],
)

right_root = Claim(
    "deep-linear-networks/right-preconditioner",
    title="Of balanced layers the right preconditioner is a square root of W^T W",
    statement=MatrixIdentity(group(W1.T * W1) ** 2, group(W2 * W1).T * group(W2 * W1)),
    hypotheses=[BALANCED],
    source=paper(END, "the end-to-end dynamics"),
    uses=[balance, end_to_end],
)

whole = group(W2 * W1)

end_to_end_alone = Claim(
    "deep-linear-networks/end-to-end-of-the-product-alone",
    title="Two balanced layers move their product by an equation in the product alone, with square roots",
    statement=MatrixRate(
        W2 * W1,
        written(-group(error) * sqrtm(whole.T * whole), -sqrtm(whole * whole.T) * group(error)),
        two,
    ),
    hypotheses=[BALANCED],
    source=paper(END, "the end-to-end dynamics"),
    uses=[left_root, right_root],
    note=r"With $W = W_2 W_1$: $dW/dt = -(W - A) (W^\top W)^{1/2} - (W W^\top)^{1/2} (W - A)$. The layers enter by "
    "their product only, whatever the width between them.",
)

S1, S2, B = matrix("W_1", d, d), matrix("W_2", d, d), matrix("A", d, d)
square_error = written(S2 * S1, -B)
two_square = MatrixFlow(trace(group(square_error) * group(square_error).T) / 2, (S1, S2))

volume = Claim(
    "deep-linear-networks/determinant-of-square-layers",
    title="The logarithm of the volume that two square layers map the unit cube to moves at the sum of two traces",
    statement=MatrixRate(
        sp.log(det(S2 * S1) ** 2) / 2,
        -trace(inverse(S1) * S2.T * group(square_error)) - trace(inverse(S2) * group(square_error) * S1.T),
        two_square,
    ),
    hypotheses=[Invertible(S1), Invertible(S2)],
    source=paper(END, "the end-to-end dynamics"),
    uses=[end_to_end],
    note="As long as both layers are invertible. One layer alone has one trace, of its inverse times the error.",
)

V1, V2, V3 = matrix("W_1", p, d), matrix("W_2", q, p), matrix("W_3", k, q)

left_cube = Claim(
    "deep-linear-networks/three-layers-preconditioner",
    title="Of three balanced layers the last preconditioner is a cube root of W W^T",
    statement=MatrixIdentity(group(V3 * V3.T) ** 3, group(V3 * V2 * V1) * group(V3 * V2 * V1).T),
    hypotheses=[Equal(V1 * V1.T, V2.T * V2), Equal(V2 * V2.T, V3.T * V3)],
    source=paper(END, "the end-to-end dynamics"),
)

# -- The matrix Riccati equation (Fukumizu, Braun et al.) ------------------------------------------------------------

RICCATI = "braun-2022"

riccati_corner = Claim(
    "deep-linear-networks/riccati-corner",
    title="The Gram matrix of the first layer: one block of the Riccati equation",
    statement=MatrixRate(
        W1.T * W1,
        written(A.T * W2 * W1, W1.T * W2.T * A, -2 * group(W1.T * W1) ** 2),
        two,
    ),
    hypotheses=[BALANCED],
    source=paper(RICCATI, "the matrix Riccati equation"),
    uses=[balance],
    note=r"With $Q = (W_1, W_2^T)$: $d(Q^\top Q)/dt = F Q^\top Q + Q^\top Q F - (Q^\top Q)^2$, block by block. Of "
    r"balanced layers the square's corner is $(W_1^T W_1)^2 + W^T W = 2 (W_1^T W_1)^2$.",
)

riccati_side = Claim(
    "deep-linear-networks/riccati-side",
    title="The network's own block of the Riccati equation",
    statement=MatrixRate(
        W2 * W1,
        written(A * W1.T * W1, W2 * W2.T * A, -W2 * W1 * W1.T * W1, -W2 * W2.T * W2 * W1),
        two,
    ),
    source=paper(RICCATI, "the matrix Riccati equation"),
    uses=[end_to_end],
)

# -- Exact solutions for every size (Fukumizu, Braun et al.) ----------------------------------------------------------

FUKUMIZU = "fukumizu-1998"
n, m = natural("n m")
Q, Q_0, F, X = matrix("Q", n, p), matrix("Q_0", n, p), matrix("F", n, n), matrix("X", n, n)
E = expm(t * F)
grown = accumulated(expm(2 * t * F))
factors = MatrixFlow(trace(group(written(Q * Q.T, -2 * F)) ** 2) / 8, (Q,))

factor_rate = Claim(
    "deep-linear-networks/factor-rate",
    title="The factor of a symmetric matrix moves by the Riccati flow",
    statement=MatrixRate(Q, written(F * Q, -Q * Q.T * Q / 2), factors),
    hypotheses=[Symmetric(F)],
    source=paper(RICCATI, "the matrix Riccati equation"),
)

riccati_solution = Claim(
    "deep-linear-networks/riccati-solution",
    title="The solution of the matrix Riccati equation, for every size and every start",
    statement=MatrixSolution(
        factors,
        start={Q: Q_0},
        of=Q * Q.T,
        equals=E * Q_0 * inverse(written(identity(p), Q_0.T * grown * Q_0)) * Q_0.T * E,
        obeys={X: written(F * X, X * F, -(X**2))},
    ),
    hypotheses=[Symmetric(F)],
    source=[
        paper(FUKUMIZU, "the solution of the matrix Riccati equation"),
        paper(RICCATI, "the solution of the matrix Riccati equation"),
    ],
    uses=[factor_rate],
    note="$F$ need not be invertible: the integral of $e^{2 s F}$ stands for $(e^{2 t F} - I) F^{-1} / 2$.",
)

S_0 = matrix("Q_0", n, n)
whole = E * S_0 * inverse(written(identity(n), S_0.T * grown * S_0)) * S_0.T * E

riccati_decay = Claim(
    "deep-linear-networks/riccati-decay",
    title="From an invertible start the inverse of the solution forgets it exponentially, and exactly so",
    statement=MatrixIdentity(
        written(inverse(whole), -inverse(F) / 2),
        expm(-t * F) * group(written(inverse(S_0 * S_0.T), -inverse(F) / 2)) * expm(-t * F),
    ),
    hypotheses=[Symmetric(F), Invertible(F), Invertible(S_0)],
    source=paper(RICCATI, "the limit of the solution"),
    uses=[riccati_solution],
    note="So of a positive definite $F$ the solution tends to $2 F$, each pair of modes at the sum of its two rates.",
)

J1, J2 = matrix("J_1", d + k, d), matrix("J_2", d + k, k)
B1, B2 = matrix("B_1", p, d), matrix("B_2", k, p)
Y = matrix("X", d + k, d + k)
FRAME = [
    SemiOrthogonal(J1.T),
    SemiOrthogonal(J2.T),
    Equal(J1.T * J2, zero(d, k)),
    Equal(J1 * J1.T + J2 * J2.T, identity(d + k)),
]
stacked, first = group(J1 * W1.T + J2 * W2), group(J1 * B1.T + J2 * B2)
lifted = group(J1 * A.T * J2.T + J2 * A * J1.T)
L, lifted_grown = expm(t * lifted), accumulated(expm(2 * t * lifted))

stacked_rate = Claim(
    "deep-linear-networks/stacked-rate",
    title="Two balanced layers, stacked, move by the Riccati flow",
    statement=MatrixRate(stacked, written(lifted * stacked, -stacked * stacked.T * stacked / 2), two),
    hypotheses=[*FRAME, BALANCED],
    source=[paper(FUKUMIZU, "two layers as one matrix"), paper(RICCATI, "two layers as one matrix")],
    uses=[balance],
    note=r"$J_1$ and $J_2$ put inputs and outputs side by side, so that the stack is $(W_1^\top; W_2)$.",
)

balanced_solution = Claim(
    "deep-linear-networks/balanced-solution",
    title="The exact solution of two layers of any widths from every balanced start",
    statement=MatrixSolution(
        two,
        start={W1: B1, W2: B2},
        of=stacked * stacked.T,
        equals=L * first * inverse(written(identity(p), first.T * lifted_grown * first)) * first.T * L,
        obeys={Y: written(lifted * Y, Y * lifted, -(Y**2))},
    ),
    hypotheses=[*FRAME, BALANCED, Equal(B2.T * B2, B1 * B1.T)],
    source=[paper(FUKUMIZU, "the exact solution"), paper(RICCATI, "the exact solution from balanced weights")],
    uses=[stacked_rate, riccati_solution],
)

network_block = Claim(
    "deep-linear-networks/network-block",
    title="The network is one block of the stack times its transpose",
    statement=MatrixIdentity(J2.T * stacked * stacked.T * J1, W2 * W1),
    hypotheses=FRAME,
    source=paper(RICCATI, "two layers as one matrix"),
    uses=[balanced_solution],
)

# -- Layers of unequal size: lambda-balanced (Dominé et al.) ----------------------------------------------------------

DOMINE = "domine-2025"
lam = real("lambda")
LAMBDA = Equal(W2.T * W2, written(W1 * W1.T, lam * identity(p)))
tilted = group(written(J1 * A.T * J2.T, J2 * A * J1.T, -lam / 2 * J1 * J1.T, lam / 2 * J2 * J2.T))

lambda_corner = Claim(
    "deep-linear-networks/lambda-balanced-corner",
    title="Of lambda-balanced layers the Gram matrix of the first obeys the Riccati equation with a term in lambda",
    statement=MatrixRate(
        W1.T * W1,
        written(A.T * W2 * W1, W1.T * W2.T * A, -2 * group(W1.T * W1) ** 2, -2 * lam * W1.T * W1),
        two,
    ),
    hypotheses=[LAMBDA],
    source=paper(DOMINE, "lambda-balanced weights"),
    uses=[balance],
)

lambda_end = Claim(
    "deep-linear-networks/lambda-balanced-end",
    title="The Gram matrix of lambda-balanced layers is a root of a quadratic equation in what the network gives",
    statement=MatrixIdentity(written(group(W1.T * W1) ** 2, lam * W1.T * W1), group(W2 * W1).T * group(W2 * W1)),
    hypotheses=[LAMBDA],
    source=paper(DOMINE, "the limiting behaviour"),
    note="So where the network ends at its target, of every size and rank, $lambda$ and the target say what the "
    "layers' Gram matrices are.",
)

tilted_rate = Claim(
    "deep-linear-networks/lambda-balanced-stack",
    title="Stacked, lambda-balanced layers move by the Riccati flow of a target tilted by lambda",
    statement=MatrixRate(stacked, written(tilted * stacked, -stacked * stacked.T * stacked / 2), two),
    hypotheses=[*FRAME, LAMBDA],
    source=paper(DOMINE, "lambda-balanced weights"),
    uses=[balance, riccati_solution],
    note="The tilted target is symmetric, and need not be invertible: with it for $F$, "
    "deep-linear-networks/riccati-solution is the course of the stack, from every start.",
)

# -- From aligned starts (Saxe et al.) ---------------------------------------------------------------------------------

U, V, R = matrix("U", k, m), matrix("V", d, m), matrix("R", p, m)
D, S = matrix("D", m, m), matrix("S", m, m)
M, G, H = matrix("P", k, d), matrix("G", d, d), matrix("H", k, k)
modes = expm(t * S)
aligned = modes * D * inverse(written(identity(m), 2 * D * accumulated(expm(2 * t * S)) * D)) * D * modes
COLUMNS = [SemiOrthogonal(U.T), SemiOrthogonal(V.T), SemiOrthogonal(R.T)]

aligned_solution = Claim(
    "deep-linear-networks/aligned-solution",
    title="Two layers that start aligned stay so, and all modes follow their courses at once",
    statement=MatrixSolution(
        two,
        start={W1: R * D * V.T, W2: U * D * R.T},
        of=(W2 * W1, W1.T * W1, W2 * W2.T),
        equals=(U * aligned * V.T, V * aligned * V.T, U * aligned * U.T),
        obeys={
            M: written(A * G, H * A, -M * G, -H * M),
            G: written(A.T * M, M.T * A, -2 * M.T * M),
            H: written(A * M.T, M * A.T, -2 * M * M.T),
        },
    ),
    hypotheses=[*COLUMNS, Diagonal(S), Diagonal(D), Equal(A, U * S * V.T)],
    source=paper(SAXE, "decoupled initial conditions"),
    uses=[mode_solution, end_to_end],
    note="The network and the two Gram matrices obey three equations that mention nothing else. Of each mode, with "
    "strength $u_0 = D^2$ at first, this is the time course of a mode's strength.",
)

decoder = matrix("W_2", d, p)
autoencoder = MatrixFlow(
    trace(group(written(decoder * W1, -identity(d))) * group(written(decoder * W1, -identity(d))).T) / 2, (W1, decoder)
)
N, Z = matrix("P", d, d), matrix("H", d, d)
kept = inverse(written(identity(m), D * accumulated(2 * sp.exp(2 * t) * identity(m)) * D))
coded = V * D * kept * D * V.T * sp.exp(2 * t)

autoencoder_solution = Claim(
    "deep-linear-networks/autoencoder-solution",
    title="A linear autoencoder of white inputs, from an aligned start: every mode at one speed",
    statement=MatrixSolution(
        autoencoder,
        start={W1: R * D * V.T, decoder: V * D * R.T},
        of=(decoder * W1, W1.T * W1, decoder * decoder.T),
        equals=(coded, coded, coded),
        obeys={
            N: written(G, Z, -N * G, -Z * N),
            G: written(N, N.T, -2 * N.T * N),
            Z: written(N, N.T, -2 * N * N.T),
        },
    ),
    hypotheses=[SemiOrthogonal(V.T), SemiOrthogonal(R.T), Diagonal(D)],
    source=paper(SAXE, "decoupled initial conditions"),
    uses=[aligned_solution],
)

# -- Where the loss is flat (Baldi and Hornik), and when the kernel turns ----------------------------------------------

Q, C, E = matrix("U", k, m), matrix("C", m, m), matrix("D", m, m)
first_layer = inverse(C) * Q.T * A
some_modes = group(written(Q * C * first_layer, -A))
SOME = [SemiOrthogonal(Q.T), Invertible(C), Diagonal(E), Equal(A * A.T * Q, Q * E)]
LANDSCAPE = paper("baldi-1989", "the critical points of linear networks, and that all but the minima are saddles")

flat_below = Claim(
    "deep-linear-networks/critical-points-by-the-first-layer",
    title="Layers that learn some of the singular pairs, in any basis between them, do not move the first layer",
    statement=MatrixIdentity(group(Q * C).T * some_modes, zero(m, d)),
    hypotheses=SOME,
    source=LANDSCAPE,
)

flat_above = Claim(
    "deep-linear-networks/critical-points-by-the-last-layer",
    title="Layers that learn some of the singular pairs do not move the last layer: the point is critical",
    statement=MatrixIdentity(some_modes * group(first_layer).T, zero(k, m)),
    hypotheses=SOME,
    source=LANDSCAPE,
)

flat_loss = Claim(
    "deep-linear-networks/loss-of-a-critical-point",
    title="What is lost at a critical point are the squares of the singular values that are not learned",
    statement=MatrixIdentity(trace(some_modes * some_modes.T), trace(A * A.T) - trace(E)),
    hypotheses=SOME,
    source=LANDSCAPE,
    uses=[flat_below, flat_above],
)

x, y, g, h = matrix("u", k, 1), matrix("v", k, 1), matrix("a", d, 1), matrix("b", d, 1)
squared, larger, z = positive("p q r")
rest = matrix("N", k, d)
turned = group((1 - z**2) / (1 + z**2) * x + 2 * z / (1 + z**2) * y)
whole_map = written(x * g.T, y * h.T, rest)

turned_loss = Claim(
    "deep-linear-networks/loss-of-a-turned-pair",
    title="Turning a learned pair towards another exchanges shares of their squares, as a sine and a cosine say",
    statement=MatrixIdentity(
        trace(group(turned * turned.T * A - A) * group(turned * turned.T * A - A).T),
        trace(A * A.T)
        - (1 - z**2) ** 2 / (1 + z**2) ** 2 * trace(g.T * g)
        - 4 * z**2 / (1 + z**2) ** 2 * trace(h.T * h),
    ),
    hypotheses=[
        *(SemiOrthogonal(x.T), SemiOrthogonal(y.T), Equal(x.T * y, zero(1, 1)), Equal(g.T * h, zero(1, 1))),
        *(Equal(A, whole_map), Equal(x.T * rest, zero(1, d)), Equal(y.T * rest, zero(1, d))),
    ],
    source=LANDSCAPE,
    note="$r$ is the tangent of half the angle; $u a^T$ and $v b^T$ are two singular pairs of $A$.",
)

saddle = Claim(
    "deep-linear-networks/critical-points-are-saddles",
    title="Turned towards a larger singular value by any angle, however small, a learned pair lowers the loss",
    statement=Inequality(
        (1 - z**2) ** 2 / (1 + z**2) ** 2 * squared + 4 * z**2 / (1 + z**2) ** 2 * larger, ">", squared
    ),
    hypotheses=[larger > squared],
    source=LANDSCAPE,
    uses=[turned_loss],
)

size, learned = positive("alpha f")
weak = positive("s_2")
SILENT = paper("atanasov-2022", "the kernel aligns before the loss falls")
behind = weak / (1 + (weak / size - 1) * ((1 - learned) / (learned * (s / size - 1))) ** (weak / s))

silent = Claim(
    "deep-linear-networks/kernel-turns-before-the-loss-falls",
    title="From a vanishing start the kernel is the target's while no more than any given part is learned",
    statement=Limit(learned * s / (learned * s + size), size, sp.Integer(0), sp.Integer(1)),
    hypotheses=[learned < 1],
    source=SILENT,
    uses=[mode_solution],
    note="A direction without a target keeps the size $alpha$ of its start in the tangent kernel; the mode's is $f s$ "
    "when the part $f$ of it is learned.",
)

weaker_waits = Claim(
    "deep-linear-networks/weaker-mode-waits",
    title="From a vanishing start a weaker mode is still at zero when any given part of a stronger one is learned",
    statement=Limit(behind, size, sp.Integer(0), sp.Integer(0)),
    hypotheses=[learned < 1, weak < s],
    source=SILENT,
    uses=[mode_solution, mode_time],
)

CHAPTER = Chapter(
    "deep-linear-networks",
    sources=(SAXE, "baldi-1989", "atanasov-2022", TARMOUN, END, "arora-2019", FUKUMIZU, RICCATI, DOMINE),
)
