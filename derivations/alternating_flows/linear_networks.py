"""2. Linear networks: utility is a bilinear form, and learning deflates the correlation."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.flows import GradientFlow
from ...language.matrices import (
    Diagonal,
    Equal,
    Expect,
    SemiOrthogonal,
    Whitened,
    group,
    identity,
    matrix,
    random_vector,
    written,
    zero,
)
from ...language.matrix_functions import PositiveDefinite
from ...language.statements import Identity, Inequality, Limit, Rate, Solution
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import families, index, natural, nonnegative, positive, real, total, trajectories
from .jump_times import log_start, quadratic_before, quadratic_jump, rho_0
from .letters import AT_SAMPLE, LINEAR, Matrix, d, epsilon, k, t, x

LABELS = natural("c")
m = index("m", LABELS)
a_out, y_out = families("a y")
w_in = families("w")

bilinear = Claim(
    "alternating-flows/linear-utility",
    title="The utility of a linear neuron is a bilinear form in its two weights",
    statement=Identity(
        total((a_out[m] * total(w_in[k] * x[k], k)) * y_out[m], m), total(a_out[m] * (y_out[m] * x[k]) * w_in[k], m, k)
    ),
    source=LINEAR,
    note=f"$<a w^T x, y> = a^T (y x^T) w$. {AT_SAMPLE}",
)

n = natural("n")
s = index("s", n)
X, Y = families("X Y")

mean_is_product = Claim(
    "alternating-flows/mean-is-product",
    title="With rows scaled by the root of the number of samples the expectation is the matrix product",
    statement=Identity(total(Y[s, m] * X[s, k], s) / n, total((Y[s, m] / sp.sqrt(n)) * (X[s, k] / sp.sqrt(n)), s)),
    source=LINEAR,
    note="$E[y x^T] = Y^T X$ when the rows of $X$ and $Y$ are samples over $sqrt(n)$, which also makes $X^T X = I_d$ "
    "say that the input is white; or when $E_x$ stands for the sum over samples.",
)

unscaled_rows = Claim(
    "alternating-flows/mean-is-product-of-unscaled-rows",
    title="The expectation is the product of matrices whose rows are the samples",
    statement=Identity(total(Y[s, m] * X[s, k], s) / n, total(Y[s, m] * X[s, k], s)),
    expected="REFUTED",
    note="With samples as rows the utility and $sigma_1$ carry $1/n$, and the jump time $n$. The slide does not say "
    "how it scales $X$; this is not an erratum.",
)

# Coordinates in the singular bases: alpha_i = u_i . a, beta_i = v_i . w, utility sum_i sigma_i alpha_i beta_i.

sigma, sigma_1, gap = nonnegative("sigma_i sigma_1 gap")
al, be = real("alpha beta")

rayleigh_gap = Claim(
    "alternating-flows/rayleigh-gap",
    title="The amount by which a mode's share of the utility falls short of its bound",
    statement=Identity(
        sigma_1 / 2 * (al**2 + be**2) - sigma * al * be,
        sigma / 2 * (al - be) ** 2 + (sigma_1 - sigma) / 2 * (al**2 + be**2),
    ),
    source=LINEAR,
    note="Summed over the modes, with $|a|^2 + |w|^2 = 1$: the utility lacks this sum to $sigma_1/2$. It is zero only "
    "if $alpha_i = beta_i$ in every mode with $sigma_i > 0$ and both vanish where $sigma_i < sigma_1$: $(a, w)$ is a "
    "multiple of $(u_1, v_1)$ when the top singular value is simple.",
)

rayleigh = Claim(
    "alternating-flows/rayleigh-bound",
    title="A mode's share of the utility is at most half the top singular value times its share of the norm",
    statement=Inequality(sigma * al * be, "<=", sigma_1 / 2 * (al**2 + be**2)),
    hypotheses=[sigma <= sigma_1],
    source=LINEAR,
    uses=[rayleigh_gap],
)

rayleigh_maximum = Claim(
    "alternating-flows/rayleigh-maximum",
    title="The top singular pair, equally shared, attains half the top singular value",
    statement=Identity(sigma_1 * al * be / (al**2 + be**2), sigma_1 / 2),
    hypotheses=[sp.Eq(be, al), al > 0],
    source=LINEAR,
    uses=[rayleigh],
    note="$a = u_1/sqrt(2)$, $w = v_1/sqrt(2)$, so that $U^* = sigma_1/2$ and $kappa U^* = sigma_1$.",
)

A_, B_ = trajectories("alpha beta")
s1, s2 = positive("sigma_1 sigma_2")
mode_flow = GradientFlow(-s1 * A_ * B_, (A_, B_), t)

aligned_growth = Claim(
    "alternating-flows/linear-aligned-growth",
    title="An aligned linear neuron grows exponentially at the top singular value",
    statement=Solution(
        mode_flow,
        of=(A_, B_),
        equals=(rho_0 / sp.sqrt(2) * sp.exp(s1 * t), rho_0 / sp.sqrt(2) * sp.exp(s1 * t)),
        initially=(rho_0 / sp.sqrt(2), rho_0 / sp.sqrt(2)),
    ),
    source=LINEAR,
    uses=[rayleigh_maximum],
    note="Its norm is $rho_0 exp(sigma_1 t)$: $S(t) = kappa U^* t = sigma_1 t$.",
)

linear_before = Claim(
    "alternating-flows/linear-before-the-jump",
    title="A neuron of a linear network has not jumped before the estimated time",
    statement=Inequality(sp.exp(-log_start) * sp.exp(s1 * t), "<", 1),
    hypotheses=[t < log_start / s1],
    source=LINEAR,
    uses=[aligned_growth, quadratic_before],
    note="$tau = -log(|theta(0)|)/sigma_1 = ell/sigma_1$, exact for a neuron that starts aligned.",
)

linear_jump = Claim(
    "alternating-flows/linear-jump",
    title="A neuron of a linear network has jumped after the estimated time",
    statement=Inequality(sp.exp(-log_start) * sp.exp(s1 * t), ">", 1),
    hypotheses=[t > log_start / s1],
    source=LINEAR,
    uses=[aligned_growth, quadratic_jump],
)

sum_grows = Claim(
    "alternating-flows/linear-sum-grows",
    title="The part of a neuron along the top singular pair grows",
    statement=Rate(A_ + B_, s1 * (A_ + B_), mode_flow),
    source=LINEAR,
)

difference_decays = Claim(
    "alternating-flows/linear-difference-decays",
    title="The part of a neuron against the top singular pair decays",
    statement=Rate(A_ - B_, -s1 * (A_ - B_), mode_flow),
    source=LINEAR,
)

P, D = positive("P D")  # (alpha + beta)^2 / 2 and (alpha - beta)^2 / 2 of the unit direction at the start
jump_power = (1 / epsilon**2 + sp.sqrt(1 / epsilon**4 - 4 * P * D)) / (2 * P)  # exp(2 sigma_1 tau)

exact_jump = Claim(
    "alternating-flows/linear-exact-jump",
    title="The exact jump time of a neuron of one mode that starts in any direction",
    statement=Identity(epsilon**2 * (P * jump_power + D / jump_power), 1),
    hypotheses=[4 * P * D * epsilon**4 < 1],
    source=LINEAR,
    uses=[sum_grows, difference_decays],
    note="The squared norm is $epsilon^2 (P E + D / E)$ with $E = exp(2 sigma_1 t)$; the claim says that the given "
    "$E$ makes it one.",
)

estimate = Claim(
    "alternating-flows/linear-jump-estimate",
    title="The estimated jump time is exact in the limit of a vanishing initialisation",
    statement=Limit(sp.log(jump_power) / (-2 * sp.log(epsilon)), epsilon, sp.Integer(0), sp.Integer(1)),
    source=LINEAR,
    uses=[exact_jump, linear_jump],
    note="$tau$ over $-log(epsilon)/sigma_1$: in what sense $S(t)$ is about $kappa U^* t$.",
)

others_dormant = Claim(
    "alternating-flows/linear-others-stay-dormant",
    title="At the jump of the top mode every other mode is still at the origin",
    statement=Limit(
        epsilon * sp.exp(s2 * (-sp.log(epsilon) / s1), evaluate=False), epsilon, sp.Integer(0), sp.Integer(0)
    ),
    hypotheses=[s2 < s1],
    source=LINEAR,
    uses=[linear_jump],
    note="It has grown to $epsilon^(1 - sigma_i/sigma_1)$ only.",
)

fit_printed = Claim(
    "alternating-flows/rank-one-fit-printed",
    title="Cost minimization lowers the loss: the fit with v_i as printed, i = 2",
    statement=Inequality((s1**2 + (0 - s1) ** 2 + s2**2) / 2, "<", (s1**2 + s2**2) / 2),
    source=LINEAR,
    erratum=Erratum(
        "extraction",
        "The fit after the first step is printed $u_1 sigma_1 v_i^T x$; the right singular vector is $v_1$, as in the "
        "matrix of the next line.",
        "None: the next line has $v_1$.",
        printed=r"f(x; \Theta) = u_1 \sigma_1 v_i^T x",
        mark="v_i^T",
        right=r"f(x; \Theta) = u_1 \sigma_1 v_1^T x",
        damage="The index $i$ may be a 1 misread in extraction.",
    ),
    note="Two modes, squared errors of the entries of the map in the singular bases: the printed map has $sigma_1$ at "
    "(1, 2), where nothing is to be learned, and the loss rises.",
)

fit = Claim(
    "alternating-flows/rank-one-fit",
    title="Cost minimization lowers the loss: the fit of the top singular pair",
    statement=Inequality(((s1 - s1) ** 2 + s2**2) / 2, "<", (s1**2 + s2**2) / 2),
    source=LINEAR,
    corrects=fit_printed,
)

q = nonnegative("q")

rank_one_minimum = Claim(
    "alternating-flows/rank-one-minimum",
    title="No neuron does better than the top singular pair",
    statement=Inequality(q**2 / 2 - sigma_1 * q, ">=", -(sigma_1**2) / 2),
    source=LINEAR,
    uses=[rayleigh],
    note="$q = |a||w|$: the loss less its value at zero is $q^2/2$ less the utility, and the utility at most $sigma_1 "
    "q$; equality at $q = sigma_1$.",
)

c = natural("c")
xv, yd, yc = random_vector("x", d), random_vector("y", d), random_vector("y", c)
learned = natural("r")  # the number of learned pairs; the slide's u_1, v_1 for r = 1
Ud, Uc, V = matrix("U_1", d, learned), matrix("U_1", c, learned), matrix("V_1", d, learned)
Sigma = matrix("Sigma_1", learned, learned)


def new_correlation(target: Matrix, left: Matrix) -> Matrix:
    """``E[r x^T]`` with the residual ``r = y - U_1 Sigma_1 V_1^T x``."""
    return Expect(group(written(target, -left * Sigma * V.T * xv)) * xv.T)


deflated_printed = Claim(
    "alternating-flows/new-utility-printed",
    title="The matrix of the new utility, as printed with X^T X",
    statement=MatrixIdentity(new_correlation(yd, Ud), written(Expect(xv * xv.T), -Ud * Sigma * V.T)),
    hypotheses=[Whitened(xv), SemiOrthogonal(Ud.T), SemiOrthogonal(V.T), Diagonal(Sigma), PositiveDefinite(Sigma)],
    source=LINEAR,
    erratum=Erratum(
        "slip",
        "The new utility is printed with $X^T X - u_1 sigma_1 v_1^T$; the residual's correlation is $Y^T X$ minus "
        "that. $X^T X$ is the identity here, and its shape does not fit unless outputs are as many as inputs.",
        "None: the sentence below deflates the singular pairs of $Y^T X$.",
        printed=r"X^{\mathsf{T}}X - u_1 \sigma_1 v_1^{\mathsf{T}},",
        mark=r"X^{\mathsf{T}}X",
        right=r"Y^{\mathsf{T}}X - u_1 \sigma_1 v_1^{\mathsf{T}},",
    ),
    note="As many outputs as inputs, so that the printed shapes fit; $r$ learned pairs at once, $r = 1$ on the slide.",
)

deflated = Claim(
    "alternating-flows/new-utility",
    title="The matrix of the new utility is the correlation less what was learned",
    statement=MatrixIdentity(new_correlation(yc, Uc), written(Expect(yc * xv.T), -Uc * Sigma * V.T)),
    hypotheses=[Whitened(xv)],
    source=LINEAR,
    corrects=deflated_printed,
    note="Any number of outputs, $r$ learned pairs at once.",
)

deflated_any_input = Claim(
    "alternating-flows/new-utility-for-any-inputs",
    title="Without white inputs, too, the new utility is the deflated correlation",
    statement=MatrixIdentity(new_correlation(yc, Uc), written(Expect(yc * xv.T), -Uc * Sigma * V.T)),
    expected="REFUTED",
    note="The slide assumes white inputs; this shows that it must. This is not an erratum.",
)

C = matrix("C", c, d)  # Y^T X
others = natural("q")
U2, V2, Sigma2 = matrix("U_2", c, others), matrix("V_2", d, others), matrix("Sigma_2", others, others)
deflation = group(written(C, -Uc * Sigma * V.T))

deflation_forgets = Claim(
    "alternating-flows/deflation-forgets",
    title="The deflated matrix vanishes in the learned directions",
    statement=MatrixIdentity(deflation * V, zero(c, learned)),
    hypotheses=[Equal(C * V, Uc * Sigma), Equal(V.T * V, identity(learned))],
    source=LINEAR,
    uses=[deflated],
    note="$C = Y^T X$, $C v_i = sigma_i u_i$ for the learned pairs.",
)

deflation_keeps = Claim(
    "alternating-flows/deflation-keeps",
    title="The remaining singular pairs are those of the deflated matrix",
    statement=MatrixIdentity(deflation * V2, U2 * Sigma2),
    hypotheses=[Equal(C * V2, U2 * Sigma2), Equal(V.T * V2, zero(learned, others))],
    source=LINEAR,
    uses=[deflated],
    note="So the second pair is now on top, and 'it repeats recursively'. Right singular vectors; the left ones "
    "follow.",
)

deflation_keeps_left = Claim(
    "alternating-flows/deflation-keeps-left",
    title="The left singular vectors of the deflated matrix",
    statement=MatrixIdentity(deflation.T * U2, V2 * Sigma2),
    hypotheses=[Equal(C.T * U2, V2 * Sigma2), Equal(Uc.T * U2, zero(learned, others))],
    source=LINEAR,
    uses=[deflated],
)
