"""3d, 3e. Data emergence: the point that training tends to, and the skill strength there, (B.35) to (B.42)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.flows import GradientFlow
from ...language.matrices import Equal, Expect, Whitened, group, identity, matrix, random_vector, trace, zero
from ...language.quantities import quantity
from ...language.sources import thesis
from ...language.statements import Chain, Identity, Inequality, Link
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import nonnegative, positive, real
from .few_shots import (
    COLUMNS,
    SVD,
    D_c,
    Phi,
    Sigma,
    U,
    V,
    balance,
    d_obs,
    gap,
    outside_is_kept,
    skill_norm,
    u,
    vector_rate,
)
from .letters import S, eta, t
from .multilinear import D, a, d_k

# 3d. The limit point (a, B).  Here a is a number, not zero.

a_inf, a_start = positive("a_inf"), nonnegative("a_0")
z = matrix("z", D_c, 1)
error = group(gap)
B_inf, B_start = matrix("B_inf", D_c, 1), matrix("B_0", D_c, 1)
STATIONARY_NOTE = "$z$ is $B a - S/sqrt(D_c)$; as $a$ is not zero, $dB/dt = 0$ says that $Phi Phi^T z = 0$ (B.21)."

rank_missing = Claim(
    "emergence/stationary-point-as-printed",
    title="Where the gradient vanishes, U U^T (B a - S/sqrt(D_c)) does, as printed",
    statement=MatrixIdentity(U * U.T * z, zero(D_c, 1)),
    hypotheses=[*SVD, Equal(Phi * Phi.T * z, zero(D_c, 1)), d_obs < D_c],
    source=[thesis("B.35"), thesis("B.36")],
    erratum=Erratum(
        kind="hypothesis",
        wrong="$U$ is $D_c x d_k$ by Lemma 2, and then the two are equivalent only if $Phi$ has rank $d_k$; two equal "
        "samples of a skill, which $D$ draws from finitely many inputs may hold, give $Phi$ a smaller rank.",
        consequence="With $U$ of as many columns as the rank of $Phi$ everything to (B.41) holds; in (B.42) and "
        "(B.26) $d_k$ is then the rank, not the number of samples.",
        printed=r"UU^T \left(\vec{B}a - \frac{\vec{S}}{\sqrt{D_c}} \right) = 0.",
        mark="UU^T",
        right=r"UU^T \left(\vec{B}a - \frac{\vec{S}}{\sqrt{D_c}} \right) = 0, \quad U \in \mathbb{R}^{D_c \times "
        r"r}, \quad r = \text{rank}(\Phi).",
    ),
    note=STATIONARY_NOTE,
)

Inverse = matrix("Q", d_obs, d_obs)

rank_given = Claim(
    "emergence/stationary-point",
    title="If the feature matrix has rank d_k, U U^T (B a - S/sqrt(D_c)) vanishes where the gradient does",
    statement=MatrixIdentity(U * U.T * error, U * Inverse * Inverse * U.T * Phi * Phi.T * error),
    hypotheses=[*SVD, Equal(Inverse * Sigma, identity(d_obs))],
    source=[thesis("B.35"), thesis("B.36")],
    uses=[vector_rate],
    corrects=rank_missing,
    note="As $a$ is not zero, $dB/dt = 0$ says that $Phi Phi^T (B a - S u) = 0$ (B.21), and the right-hand side is a "
    "multiple of it. $Q$ is the inverse of $Sigma$, which exists if $Phi$ has rank $d_k$.",
)

stationary_converse = Claim(
    "emergence/stationary-point-converse",
    title="Where U U^T (B a - S/sqrt(D_c)) vanishes, the gradient does",
    statement=MatrixIdentity(Phi * Phi.T * error, Phi * Phi.T * (U * U.T * error)),
    hypotheses=[COLUMNS, Equal(Phi, U * Sigma * V)],
    source=thesis("B.35"),
    note="The left-hand side is the gradient, up to a factor (B.21), and the right-hand side a multiple of $U U^T (B a "
    "- S u)$.",
)

b_there = real("b")
at_zero_flow = GradientFlow(eta * d_k * (S - a * b_there) ** 2 / (2 * D), (a,), t)

at_zero = Claim(
    "emergence/stationary-point-needs-a",
    title="Where a = 0 the printed condition holds, whether the gradient vanishes or not",
    statement=Identity(at_zero_flow.velocity(a).subs(a, 0), 0),
    hypotheses=[d_k >= 1],
    expected="REFUTED",
    source=thesis("B.35"),
    note="One basis function, $B = b$: at $a = 0$ the left side of (B.35), which has the factor $a$, is zero, and "
    "$da/dt$ is not. It accuses no line: the proposition assumes that $a$ stays away from zero, and the sentence "
    "after (B.35) uses it.",
)

# What the limit point (a, B) satisfies: (B.36), and that B_k moves in the image of U only.

moved = matrix("w", d_obs, 1)

limit_vector = Claim(
    "emergence/limit-of-b",
    title="The limit of B_k, from its part inside the column space of U and its part outside",
    statement=MatrixIdentity(
        quantity("B", B_start + U * moved), S / a_inf * U * U.T * u + (B_start - U * U.T * B_start)
    ),
    hypotheses=[Equal(moved, S / a_inf * U.T * u - U.T * B_start)],
    source=thesis("B.37"),
    uses=[rank_given, outside_is_kept],
    note="$B_k$ has moved by some $U w$, because its velocity stays in the image of $U$; the hypothesis is (B.36) "
    "multiplied by $U^T$, $U^T (B_k(0) + U w) a = U^T S/sqrt(D_c)$, with $U^T U = I$.",
)

UNIT = Equal(u.T * u, identity(1))  # u has the entries 1/sqrt(D_c)
LIMIT = Equal(B_inf, S / a_inf * U * U.T * u + (B_start - U * U.T * B_start))

limit_norm = Claim(
    "emergence/norm-of-the-limit-of-b",
    title="The squared norm of the limit of B_k, by Pythagoras",
    statement=MatrixIdentity(
        quantity("|B|^2", trace(B_inf.T * B_inf)),
        quantity("|U*U.T*S*u|^2", S**2 * trace((U * U.T * u).T * (U * U.T * u))) / a_inf**2
        + quantity("|(I - U*U.T)*B_0|^2", trace(B_start.T * B_start) - trace(B_start.T * U * U.T * B_start)),
    ),
    hypotheses=[COLUMNS, LIMIT],
    source=thesis("B.38"),
    uses=[limit_vector, balance],
    note="The bracket is $|(I - U U^T) B_k(0)|^2$ (next claim). (B.38) is $a^2 - |B|^2 = a_k(0)^2 - |B_k(0)|^2$ "
    "(Lemma 3) with this in it.",
)

start_norm = Claim(
    "emergence/norm-of-the-start",
    title="The squared norm of the initial B_k splits into the parts inside and outside the column space of U",
    statement=MatrixIdentity(
        quantity("|(I - U*U.T)*B_0|^2", trace((B_start - U * U.T * B_start).T * (B_start - U * U.T * B_start))),
        quantity("|B_0|^2", trace(B_start.T * B_start))
        - quantity("|U*U.T*B_0|^2", trace((U * U.T * B_start).T * (U * U.T * B_start))),
    ),
    hypotheses=[COLUMNS],
    source=thesis("B.39"),
    note="So the part of $B_k(0)$ outside of the column space cancels in (B.38), and (B.39) contains only the one "
    "inside.",
)

target_norm, moving_start = nonnegative("p b_0")
surplus = a_start**2 - moving_start**2
a_inf_squared = quantity("a^2", sp.sqrt(target_norm**2 + surplus**2 / 4) + surplus / 2)
LETTERS = "$p$ is $|U U^T S/sqrt(D_c)|$, $b_0$ is $|U U^T B_k(0)|$."

limit_root = Claim(
    "emergence/limit-of-a-is-a-root",
    title="The printed limit of a^2 solves the quadratic equation",
    statement=Identity(a_inf_squared**2 - target_norm**2, surplus * a_inf_squared),
    source=thesis("B.39"),
    uses=[limit_norm, start_norm],
    note=LETTERS,
)

square = positive("A")

limit_unique = Claim(
    "emergence/limit-of-a-is-the-only-root",
    title="No other positive number solves the quadratic equation",
    statement=Identity(
        sp.sqrt(target_norm**2 + (square - target_norm**2 / square) ** 2 / 4) + (square - target_norm**2 / square) / 2,
        square,
    ),
    source=thesis("B.39"),
    uses=[limit_root],
    note="A positive root $A$ has $a_k(0)^2 - |U U^T B_k(0)|^2 = A - p^2/A$; put into (B.39) this gives $A$ back. So "
    "$a$ is one of two numbers, the square roots of $A$, as the text says.",
)

outside_printed = Claim(
    "emergence/outside-component-printed",
    title="The part of the limit outside the column space of U, as printed",
    statement=MatrixIdentity(a_inf * (B_inf - U * U.T * B_inf), a_start * (B_start - U * U.T * B_start)),
    hypotheses=[COLUMNS, LIMIT, UNIT],
    source=thesis("B.41"),
    erratum=Erratum(
        kind="slip",
        wrong="On the right $a_k(0)$ should be $a_k(infinity)$: $B_k$ keeps its part outside of the column space, "
        "$a_k$ does not keep its value.",
        consequence="None: the sentence after it bounds the expression with $a_k(infinity)$.",
        printed=r"(I - UU^T)\vec{B}_k(\infty)a_k(\infty) = (I - UU^T)\vec{B}_k(0)a_k(0)",
        mark="a_k(0)",
        right=r"(I - UU^T)\vec{B}_k(\infty)a_k(\infty) = (I - UU^T)\vec{B}_k(0)a_k(\infty)",
    ),
)

outside_component = Claim(
    "emergence/outside-component",
    title="The part of the limit of a_k B_k outside the column space of U, which the samples do not determine",
    statement=MatrixIdentity(a_inf * (B_inf - U * U.T * B_inf), a_inf * (B_start - U * U.T * B_start)),
    hypotheses=[COLUMNS, LIMIT],
    source=thesis("B.41"),
    uses=[limit_vector],
    corrects=outside_printed,
)

PROJECTED = [target_norm <= S]

bound_printed = Claim(
    "emergence/bound-of-a-printed",
    title="The limit of a_k is at most S + a_k(0), as the bound after (B.41) has it",
    statement=Inequality(a_inf_squared, "<=", (S + a_start) ** 2),
    hypotheses=PROJECTED,
    source=thesis("Section B.1.6"),
    erratum=Erratum(
        kind="consequential",
        wrong="$S$ should be $sqrt(S)$: $a_k$ is of the size of $sqrt(S)$, as $a_k B_k$ is of the size of $S$; for $S "
        "< 1$ the printed bound fails, for $S >= 1$ (the experiments have $S = 5$) it is larger than the right one.",
        consequence="In Proposition B.1.1 what must be negligible is $sqrt(S) B_k(0)$ outside of the column space.",
        printed="and this is bounded by $|(1 - UU^T)B_k(0)|(S + a_k(0))$",
        mark="(S + a_k(0))",
        right=r"and this is bounded by $|(1 - UU^T)B_k(0)|(\sqrt{S} + a_k(0))$",
        sentence=True,
    ),
    note=f"{LETTERS} Squared; $p <= S$ because $U U^T$ is a projection and the vector has norm $S$.",
)

bound_right = Claim(
    "emergence/bound-of-a",
    title="The limit of a_k^2 is at most S + a_k(0)^2, so that of a_k at most sqrt(S) + a_k(0)",
    statement=Chain(a_inf_squared, (Link("<=", S + a_start**2), Link("<=", (sp.sqrt(S) + a_start) ** 2))),
    hypotheses=PROJECTED,
    source=thesis("Section B.1.6"),
    uses=[limit_root],
    corrects=bound_printed,
    note=LETTERS,
)

interpolates = Claim(
    "emergence/limit-fits-the-samples",
    title="The limit of B_k a_k fits every sample",
    statement=MatrixIdentity(Phi.T * (S * U * U.T * u), Phi.T * (S * u)),
    hypotheses=[COLUMNS, Equal(Phi, U * Sigma * V)],
    source=thesis("Section B.1.6"),
    uses=[outside_component],
)

minimum_norm = Claim(
    "emergence/limit-has-minimum-norm",
    title="The limit of training is the shortest vector that fits the samples: the pseudo-inverse solution",
    statement=MatrixIdentity(
        trace((S * U * U.T * u + z).T * (S * U * U.T * u + z)),
        S**2 * trace((U * U.T * u).T * (U * U.T * u)) + trace(z.T * z),
    ),
    hypotheses=[COLUMNS, Equal(U.T * z, zero(d_obs, 1))],
    source=thesis("Section B.1.6"),
    uses=[interpolates],
    note="Every other vector that fits differs by some $z$ with $Phi^T z = 0$, that is $U^T z = 0$ if $Phi$ has full "
    "rank; its squared norm is larger by $|z|^2$.",
)

# 3e. What the limit says about the skill strength.  e is the random vector of the basis functions at I = k.

e = random_vector("e", D_c)
v = matrix("v", D_c, 1)
v_inf = S * U * U.T * u

strength_word = Claim(
    "emergence/skill-strength-in-the-basis",
    title="The skill strength of a function in the span of the basis functions",
    statement=MatrixIdentity(u.T * Expect(e * e.T) * v, u.T * v),
    hypotheses=[Whitened(e)],
    source=thesis("Section B.1.6"),
    note="(4.7) for $f = v^T e$: $g_k = u^T e$ by the third property (5.4), and $E[e e^T] = I$ by the first.",
)

loss_word_population = Claim(
    "emergence/skill-loss-in-the-basis",
    title="The loss of a function in the span of the basis functions",
    statement=MatrixIdentity(
        trace((S * u - v).T * Expect(e * e.T) * (S * u - v)) / 2,
        S**2 / 2 + trace(v.T * v) / 2 - S * trace(u.T * v),
    ),
    hypotheses=[Whitened(e), UNIT],
    source=thesis("Section B.1.6"),
    uses=[skill_norm],
    note="(4.8) for $f = v^T e$: $E[f^2] = |v|^2$ and $R_k = u^T v$. The loss (4.6) is $E[((S u - v)^T e)^2]/2$.",
)

limit_strength = Claim(
    "emergence/skill-strength-of-the-limit",
    title="In the limit the skill strength is S times the squared length of u projected on the samples",
    statement=MatrixIdentity(
        quantity("R_k", trace(u.T * v_inf)), S * quantity("|U*U.T*u|^2", trace((U * U.T * u).T * (U * U.T * u)))
    ),
    hypotheses=[COLUMNS],
    source=thesis("B.26"),
    uses=[strength_word, interpolates],
)

share = real("c")

wrong_relation = Claim(
    "emergence/loss-and-strength-of-the-limit-printed",
    title="The loss of the limit in terms of its skill strength, by (4.10) as the text has it",
    statement=Identity(S**2 * (1 - share) / 2, (S - S * share) ** 2 / 2),
    hypotheses=[share >= 0, share <= 1],
    source=thesis("Section B.1.6"),
    uses=[loss_word_population, limit_strength],
    erratum=Erratum(
        kind="consequential",
        wrong="(4.10), $L_k = (S - R_k)^2/2$, holds for functions along $g_k$ only; the extended model that has seen "
        "few samples is not one. By (4.8) its loss is $S (S - R_k)/2$.",
        consequence="(B.26) and (5.5), the skill strength below $D_c$ samples, and the solid lines of Figures 5.1(b) "
        "and 5.2(b). The loss (B.42) does not use (4.10).",
        printed="We obtain the result by using Eq. (4.10).",
        mark="Eq. (4.10)",
        right=r"By Eq. (4.8), $\mathcal{L}_k(\infty) = S(S - \mathcal{R}_k(\infty))/2$, we obtain "
        r"$\mathcal{R}_k(\infty) = S d_k/D_c$.",
        sentence=True,
    ),
    note="$c$ is $|U U^T u|^2$, so that the skill strength is $S c$ and the loss $S^2 (1 - c)/2$; (4.8) gives both.",
)

limit_loss = Claim(
    "emergence/skill-loss-of-the-limit",
    title="In the limit the skill loss and the skill strength are tied linearly",
    statement=MatrixIdentity(
        quantity("L_k", trace((S * u - v_inf).T * Expect(e * e.T) * (S * u - v_inf)) / 2),
        S**2 / 2 - S / 2 * quantity("R_k", trace(u.T * v_inf)),
    ),
    hypotheses=[COLUMNS, Whitened(e), UNIT],
    source=[thesis("B.42"), thesis("Section B.1.6")],
    uses=[loss_word_population, limit_strength],
    corrects=wrong_relation,
    note="$L_k = S (S - R_k)/2$: this, and not (4.10), is what turns (B.42) into a skill strength.",
)
