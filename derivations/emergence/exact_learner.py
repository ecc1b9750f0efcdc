"""3f. An exact D_c-shot learner, against (5.5) and the theory of kernel regression."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.flows import GradientFlow
from ...language.matrices import Equal, identity, trace
from ...language.quantities import quantity
from ...language.sources import thesis
from ...language.statements import Identity, Inequality, Limit, Solution
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import families, index, natural, positive, total
from .few_shots import D_c, U, a_k, basis_overlap, d_obs, l, l2, u
from .letters import S, delta, eta, t
from .limit_point import UNIT, limit_loss, limit_strength, strength_word, v_inf
from .multilinear import R_0, D, a, b

# 3f. An exact D_c-shot learner.  The basis functions e_l = sqrt(D_c) g_k on the l-th of D_c equally likely cells of
# inputs, and zero elsewhere, have the properties (5.4).  A sample then shows one of them; m cells are seen, n times
# each.

m, n = natural("m n")
b_k = families("b_k", t)
cell, in_cell = index("l", m), index("x", D_c)
seen = GradientFlow(eta * n * total((S - sp.sqrt(D_c) * a_k * b_k[cell]) ** 2, cell) / (2 * D), (a_k, b_k), t).on(
    b_k[cell] - a_k / sp.sqrt(m)
)
CELLS = (
    "The exact learner whose basis functions are $sqrt(D_c) g_k$ on one of $D_c$ equally likely cells of inputs each; "
    "$m$ cells are seen, $n$ times each. $b_k$ are the entries of $B_k$ for the cells seen, which start as "
    "$a_k/sqrt(m)$; the others start as zero."
)


def basis(name: str, at: sp.Expr) -> sp.Expr:
    """A basis function of the exact learner, up to its sign."""
    return quantity(name, sp.sqrt(D_c) * delta(at, in_cell))


cells_have_properties = Claim(
    "emergence/cells-have-the-properties",
    title="The basis functions of the exact learner are orthonormal",
    statement=Identity(total(basis("e_l", l) * basis("e_l'", l2), in_cell) / D_c, delta(l, l2)),
    source=[thesis("5.4"), thesis("5.8"), thesis("C.6")],
    note=f"{CELLS} The average over inputs is one over cells. At an input one $e_l/sqrt(D_c)$ is $g_k$ and the others "
    "are zero, so that they add up to $g_k$. (5.8) has $N_c$ for $D_c$.",
)


def cell_sigmoid(times: sp.Expr) -> sp.Expr:
    """The skill strength when m cells are seen this many times each."""
    top = S * m / D_c
    return top / (1 + (top / R_0 - 1) * sp.exp(-2 * eta * times * sp.sqrt(D_c * m) * S * t / D))


cell_scale = sp.sqrt(cell_sigmoid(n) * sp.sqrt(D_c / m))  # a_k, as the strength is sqrt(m/D_c) a_k^2 on the set

cells_solved = Claim(
    "emergence/cells-solved",
    title="An exact D_c-shot learner: the squared scale is a sigmoid",
    statement=Solution(
        seen,
        (a_k, b_k[cell]),
        (cell_scale, cell_scale / sp.sqrt(m)),
        (sp.sqrt(R_0 * sp.sqrt(D_c / m)), sp.sqrt(R_0 * sp.sqrt(D_c / m)) / sp.sqrt(m)),
    ),
    hypotheses=[S * m / D_c > R_0, m <= D_c],
    note=CELLS,
)

cells_strength = Claim(
    "emergence/cells-strength",
    title="The skill strength of the exact learner is a sigmoid that ends at the share of the cells seen",
    statement=Identity(cell_scale * total(cell_scale / sp.sqrt(m), cell) / sp.sqrt(D_c), cell_sigmoid(n)),
    hypotheses=[S * m / D_c > R_0, m <= D_c],
    uses=[cells_solved, strength_word, cells_have_properties],
    note=CELLS,
)

few_samples_printed = Claim(
    "emergence/few-samples-printed",
    title="The skill strength from fewer than D_c samples, as printed, for one sample in each of m cells",
    statement=Limit(quantity("R_k", cell_sigmoid(1)), t, sp.oo, S * (1 - sp.sqrt(1 - quantity("d_k", m) / D_c))),
    hypotheses=[S * m / D_c > R_0, m < D_c],
    source=[thesis("5.5"), thesis("B.26"), thesis("Proposition B.1.1")],
    uses=[cells_strength],
    erratum=Erratum(
        kind="consequential",
        wrong="$S (1 - sqrt(1 - d_k/D_c))$ comes from putting (B.42) into (4.10) outside of the domain of (4.10); the "
        "skill strength is $S d_k/D_c$: exactly here, and in general to the approximation in which (B.42) is the "
        "loss, since $S (S - R_k)/2$ is the loss (4.8).",
        consequence="The solid lines of Figures 5.1(b) and 5.2(b) lie below the model's skill strength, at half of it "
        "for small $d_k$, and $D_c = 800$ was fitted with them. (B.42), the loss, survives, and so does (5.9), where "
        "the same projection is computed by (4.7).",
        printed=r"\mathcal{R}_k(\infty) = \begin{cases} S \left(1 - \sqrt{1 - d_k/D_c}\right) & : d_k < D_c \\ S & : "
        r"d_k \geq D_c. \end{cases}",
        mark=r"S \left(1 - \sqrt{1 - d_k/D_c}\right)",
        right=r"\mathcal{R}_k(\infty) = \begin{cases} S d_k/D_c & : d_k < D_c \\ S & : d_k \geq D_c. \end{cases}",
    ),
    note=CELLS,
)

few_samples = Claim(
    "emergence/few-samples",
    title="The skill strength from fewer than D_c samples, for one sample in each of m cells",
    statement=Limit(quantity("R_k", cell_sigmoid(1)), t, sp.oo, S * quantity("d_k", m) / D_c),
    hypotheses=[S * m / D_c > R_0, m < D_c],
    source=[thesis("5.5"), thesis("B.26"), thesis("Proposition B.1.1")],
    uses=[cells_strength, limit_loss],
    corrects=few_samples_printed,
    note=CELLS,
)

repeats_printed = Claim(
    "emergence/enough-samples-printed",
    title="With D_c samples or more the skill strength is S, as printed, for samples that all fall into one cell",
    statement=Limit(quantity("R_k", cell_sigmoid(n).subs(m, 1)), t, sp.oo, S),
    hypotheses=[S / D_c > R_0, D_c >= 2, n >= D_c],
    source=[thesis("5.5"), thesis("B.26"), thesis("Proposition B.1.1")],
    uses=[cells_strength],
    erratum=Erratum(
        kind="hypothesis",
        wrong="$D_c$ samples or more need not span $D_c$ directions: the columns of $Phi$ may repeat or depend on "
        "each other, and with finitely many inputs this has a positive probability for every number of samples. $Phi$ "
        "must have rank $D_c$; the proof treats $d_k < D_c$ only, as Lemma 2 supposes.",
        consequence="None for samples in general position.",
        printed=r"\mathcal{R}_k(\infty) = \begin{cases} S \left(1 - \sqrt{1 - d_k/D_c}\right) & : d_k < D_c \\ S & : "
        r"d_k \geq D_c. \end{cases}",
        mark=r"d_k \geq D_c",
        right=r"\mathcal{R}_k(\infty) = \begin{cases} S d_k/D_c & : \text{rank}(\Phi) = d_k < D_c \\ S & : "
        r"\text{rank}(\Phi) = D_c. \end{cases}",
    ),
    note=CELLS,
)

all_directions = Claim(
    "emergence/enough-directions-learn-the-skill",
    title="If the samples span all D_c directions, the skill strength is S",
    statement=MatrixIdentity(trace(u.T * v_inf), S),
    hypotheses=[Equal(U * U.T, identity(D_c)), UNIT],
    source=[thesis("5.5"), thesis("B.26")],
    uses=[limit_strength],
    corrects=repeats_printed,
    note="The second case of (5.5), with the hypothesis that it needs.",
)

understated = Claim(
    "emergence/few-samples-understated",
    title="The printed skill strength lies below the right one, for every number of samples below D_c",
    statement=Inequality(S * (1 - sp.sqrt(1 - d_obs / D_c)), "<", S * d_obs / D_c),
    hypotheses=[d_obs < D_c],
    source=[thesis("5.5"), thesis("Section 5.3.2")],
    uses=[few_samples],
    note="The text finds the networks more abrupt than the printed curve for few samples; the model's own curve, a "
    "straight line, is less abrupt still.",
)

# The loss from the theory of kernel regression.

level, ridge = positive("lambda kappa")
learnability = level / (level + ridge)

ridgeless = Claim(
    "emergence/learnability",
    title="Equal eigenvalues without ridge: every learnability is d_k/D_c",
    statement=Identity(learnability.subs(ridge, level * (D_c - d_obs) / d_obs), d_obs / D_c),
    hypotheses=[d_obs < D_c],
    source=thesis("Section B.1.6"),
    note="The theory's constant $kappa$ solves: $d_k$ is the sum of $lambda/(lambda + kappa)$ over the $D_c$ "
    "eigenvalues.",
)

kappa_solves = Claim(
    "emergence/learnabilities-add-up",
    title="The learnabilities d_k/D_c of D_c functions add up to the number of samples",
    statement=Identity(total(learnability.subs(ridge, level * (D_c - d_obs) / d_obs), l), d_obs),
    hypotheses=[d_obs < D_c],
    source=thesis("Section B.1.6"),
    uses=[ridgeless],
)

overfitting = Claim(
    "emergence/overfitting-coefficient",
    title="The overfitting coefficient for equal eigenvalues without ridge",
    statement=Identity(d_obs / (d_obs - total((d_obs / D_c) ** 2, l)), 1 / (1 - d_obs / D_c)),
    hypotheses=[d_obs < D_c],
    source=thesis("Section B.1.6"),
    uses=[ridgeless],
    note="The theory's $d$ over $d$ less the sum of squared learnabilities.",
)

theory_loss = Claim(
    "emergence/loss-from-few-samples",
    title="The loss from fewer than D_c samples, by the theory of kernel regression",
    statement=Identity(
        quantity("L_k", total((1 - d_obs / D_c) ** 2 * (S / sp.sqrt(D_c)) ** 2, l) / (1 - d_obs / D_c) / 2),
        S**2 / 2 * (1 - d_obs / D_c),
    ),
    hypotheses=[d_obs < D_c],
    source=thesis("B.42"),
    uses=[overfitting, basis_overlap],
    note="Half the overfitting coefficient times the sum of (1 - learnability)^2 times squared eigencoefficients.",
)

average_strength = quantity("R_k", total(d_obs / D_c * (S / sp.sqrt(D_c)) / sp.sqrt(D_c), l))

theory_strength = Claim(
    "emergence/strength-from-few-samples",
    title="The theory of kernel regression gives the skill strength S d_k/D_c: each coefficient times its learnability",
    statement=Identity(average_strength, S * d_obs / D_c),
    hypotheses=[d_obs < D_c],
    source=[thesis("5.5"), thesis("B.26")],
    uses=[ridgeless, few_samples],
)

theory_agrees = Claim(
    "emergence/loss-and-strength-agree",
    title="The loss and the skill strength of the theory are tied by L_k = S (S - R_k)/2",
    statement=Identity(S * (S - average_strength) / 2, S**2 / 2 * (1 - d_obs / D_c)),
    hypotheses=[d_obs < D_c],
    source=thesis("B.42"),
    uses=[theory_loss, theory_strength, limit_loss],
)

theory_estimates = Claim(
    "emergence/loss-from-few-samples-is-an-estimate",
    title="For independent samples of the exact learner the average loss is (B.42)",
    statement=Identity(S**2 / 2 * (1 - 1 / D_c) ** d_obs, S**2 / 2 * (1 - d_obs / D_c)),
    hypotheses=[d_obs < D_c],
    expected="REFUTED",
    source=thesis("B.42"),
    uses=[cells_strength],
    note="A cell is missed by $d_k$ independent samples with probability $(1 - 1/D_c)^(d_k)$, and the loss is $S^2/2$ "
    "times the share of cells missed. The two agree for one sample, and to first order in $d_k/D_c$. It accuses no "
    "line: (B.42) is quoted from a theory of averages over features in general position, which is an estimate for "
    "other features.",
)

shots, odds = positive("d y")

estimate_below = Claim(
    "emergence/loss-from-few-samples-is-a-lower-bound",
    title="(B.42) is a lower bound of the exact learner's loss: repeated samples teach nothing",
    statement=Inequality((1 + odds) ** (-shots), ">=", 1 - shots * odds / (1 + odds)),
    hypotheses=[shots >= 1],
    source=thesis("B.42"),
    uses=[cells_strength],
    note="$(1 - 1/D_c)^d >= 1 - d/D_c$, Bernoulli's inequality, written with $y = 1/(D_c - 1)$.",
)

opposite = GradientFlow(eta * (S - a * b) ** 2 / 2, (a, b), t).on(b + a)

small_is_not_enough = Claim(
    "emergence/small-initialisation-is-not-enough",
    title="From layers of opposite sign the skill strength decays to zero, however small they are",
    statement=Solution(opposite, a * b, S / (1 - (S / R_0 + 1) * sp.exp(2 * eta * S * t)), -R_0),
    source=[thesis("Section 5.2.2"), thesis("Proposition B.1.1")],
    note="One basis function that is seen in every sample. 'Sufficiently small initialization' in section 5.2.2 is "
    "therefore not enough for (5.5); the proposition adds the hypothesis, that $a_k$ stays away from zero. No line is "
    "accused.",
)

opposite_limit = Claim(
    "emergence/opposite-layers-learn-nothing",
    title="From layers of opposite sign, even a skill that is observed is not learned",
    statement=Limit(S / (1 - (S / R_0 + 1) * sp.exp(2 * eta * S * t)), t, sp.oo, 0),
    source=thesis("Section 5.2.2"),
    uses=[small_is_not_enough],
)
