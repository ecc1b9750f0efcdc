"""The data: skills and their functions, (4.1) to (4.8)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.quantities import quantity
from ...language.sources import thesis
from ...language.statements import Identity, Inequality
from ...language.symbols import families, index, natural, total
from .letters import A, S, alpha, delta, step

n_s, B = natural("n_s B")  # skills, and strings of skill bits: B = 2^n_b
i, j, k, k_prime = index("i", n_s), index("j", n_s), index("k", n_s), index("k'", n_s)
x = index("x", B)
P, h, c, g = families("P h c g")  # frequencies of skills; any test function; any coefficients; a skill function
f, f_star = families("f f*")  # outputs of a model and targets, at skill i and bits x
f_k = families("f_k")  # outputs of a model at skill k, as a function of the bits
M_function = sp.Function("M", integer=True)


def parity(at: sp.Expr) -> sp.Expr:
    """``(-1)^(sum of the relevant bits)``: 1 or -1."""
    return (-1) ** M_function(at)


def skill(at: sp.Expr, of: sp.Expr, name: str = "g_k") -> sp.Expr:
    """A skill function (4.2) at one input of skill `at`."""
    return quantity(name, delta(at, of) * parity(at))


def target(at: sp.Expr) -> sp.Expr:
    """The target (4.4) at one input of skill `at`."""
    return total(S * skill(at, k), k)


def expectation(term: sp.Expr) -> sp.Expr:
    """The mean over uniform skill bits."""
    return total(term, x) / B


own_skill = quantity("g_k", parity(x))  # at one of its own inputs

frequencies_sum_to_one = sp.Eq(total(P[i], i), 1)

joint_distribution = Claim(
    "scaling-laws/joint-distribution",
    title="The product of the two distributions is a distribution",
    statement=Identity(total(quantity("P_s(i)", A * i ** (-(alpha + 1))) * quantity("P_b(x)", 1 / B), i, x), 1),
    hypotheses=[sp.Eq(A * total(j ** (-(alpha + 1)), j), 1)],
    source=thesis("4.1"),
    note="The hypothesis is the definition of $A$ below (4.1). $B = 2^(n_b)$ strings of skill bits are equally likely.",
)

frequency_falls = Claim(
    "scaling-laws/frequencies-fall",
    title="Later skills are rarer",
    statement=Inequality((1 + step) ** (-(alpha + 1)), "<", 1),
    source=thesis("4.1"),
    note="With $h = 1/k$ it says $P_s(k+1) < P_s(k)$, so that the first $N$ skill functions are the $N$ most frequent "
    "ones.",
)

exclusive = Claim(
    "scaling-laws/exclusive-supports",
    title="Skill functions have mutually exclusive supports",
    statement=Identity(
        total(h[i] * (skill(i, k) * skill(i, k_prime, "g_k'")), i),
        total(h[i] * delta(i, k) * delta(k, k_prime), i),
    ),
    source=[thesis("4.2"), thesis("4.3")],
    note="Tested against any function $h$ of the skill, which makes it hold at every skill and every $x$: $g_k$ is "
    "written as a $delta$ times a parity, and a parity squares to 1.",
)

target_is_one_parity = Claim(
    "scaling-laws/target-is-one-parity",
    title="On the inputs of a skill the target is S times the parity of its bits",
    statement=Identity(quantity("f*", target(i)), S * parity(i)),
    source=[thesis("4.4"), thesis("Table 4.2")],
    note="The column $y$ of the table; that its four rows are right is tested with the library.",
)

target_norm = Claim(
    "scaling-laws/target-norm",
    title="The target scale is the norm of the target",
    statement=Identity(total(P[i] * quantity("|f*|^2", target(i) ** 2), i), S**2),
    hypotheses=[frequencies_sum_to_one],
    source=thesis("4.4"),
    uses=[target_is_one_parity],
    note="$E[f^* f^*] = S^2$, below (4.4): the norm is the root of it.",
)

loss_of_skills = Claim(
    "scaling-laws/loss-of-skills",
    title="The loss is the mean of the skill losses, weighted by frequency",
    statement=Identity(
        quantity("L", total(P[i] / B * (f_star[i, x] - f[i, x]) ** 2, i, x) / 2),
        total(P[i] * quantity("L_i", expectation((f_star[i, x] - f[i, x]) ** 2) / 2), i),
    ),
    source=[thesis("4.5"), thesis("4.6")],
)

any_output = quantity("f_k", total(c[k_prime] * delta(k_prime, k) * own_skill, k_prime))

strength_is_coefficient = Claim(
    "scaling-laws/strength-is-coefficient",
    title="The skill strength is the coefficient of the skill function",
    statement=Identity(
        quantity(
            "R_k", expectation(own_skill * quantity("f_k", total(c[k_prime] * delta(k_prime, k) * own_skill, k_prime)))
        ),
        c[k],
    ),
    source=thesis("4.7"),
    note="$E_X[g_k f]$ at $I = k$, for $f = sum_l c_l g_l$.",
)

skill_loss = Claim(
    "scaling-laws/skill-loss",
    title="The skill loss by the skill strength and the norm of the learned function",
    statement=Identity(
        quantity("L_k", expectation((S * own_skill - f_k[x]) ** 2) / 2),
        sp.Mul(
            sp.Rational(1, 2),
            S**2
            + quantity("E[f_k^2]", expectation(f_k[x] ** 2))
            - 2 * S * quantity("R_k", expectation(own_skill * f_k[x])),
            evaluate=False,
        ),
    ),
    source=thesis("4.8"),
    note="$R_k(f_T)$ is the skill strength (4.7) of the function $f_T$.",
)

skill_loss_sign = Claim(
    "scaling-laws/skill-loss-sign",
    title="No skill loss is negative",
    statement=Inequality(expectation((S * g[x] - f_k[x]) ** 2) / 2, ">=", 0),
    source=thesis("Section 4.2.2"),
    note="A mean of squares. It is 0 if and only if $f = S g_k$ on the inputs of the skill: see "
    "scaling-laws/loss-vanishes-where-learned. Any real $g(x)$ will do.",
)
