"""11. The loss of the model, whole: between its bounds while skills are learned, and with both bottlenecks at once.

The laws of time and of parameters are each about one bottleneck.  That the loss of a model with both is their sum up to
a factor of two is where the compute law starts (4.39); how far its sums are from their integrals, (4.37) leaves open.
"""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.sources import thesis
from ...language.statements import Inequality, Integral, Limit
from ...language.symbols import ForAll, families, index, natural, positive, real, total
from ...language.theorems import (
    AllOf,
    Combination,
    Follows,
    Given,
    Instance,
    Line,
    SumByIntegral,
    Summed,
    Theorem,
)
from . import parameter_law_of_sums as missing_skills
from .letters import A, N, S, alpha, eta
from .multilinear import below
from .stage_like import beyond, kappa, saturated_loss
from .time_law import N_, boundary_last, frequency, in_model, rate_of_loss, skill_loss_at, tau
from .time_law_of_sums import at_skill, largest_term, most, odds, shape

# -- stages: which skills are learned, up to a share epsilon of their strength -----------------------------------------

epsilon, chance, strength = positive("epsilon"), positive("P"), real("R")
early, late = index("i", natural("n_e")), index("j", natural("n_l"))
P_early, R_early, P_late, R_late = families("P R P' R'")
LEARNED = [ForAll(early, R_early[early] >= (1 - epsilon) * S), ForAll(early, R_early[early] <= S)]
UNLEARNED = [ForAll(late, R_late[late] >= 0), ForAll(late, R_late[late] <= epsilon * S)]
LIKELY = [ForAll(early, P_early[early] > 0), ForAll(late, P_late[late] > 0)]
its_loss = chance * (S - strength) ** 2 / 2

learned_above = Claim(
    "scaling-laws/learned-skill-loses-little",
    title="A skill that lacks at most a share of its target has at most the square of that share of its loss",
    statement=Inequality(its_loss, "<=", chance * epsilon**2 * S**2 / 2),
    hypotheses=[strength >= (1 - epsilon) * S, strength <= S],
    source=thesis("Section 4.2.4"),
)

unlearned_above = Claim(
    "scaling-laws/unlearned-skill-loses-at-most-all",
    title="A skill that is hardly learned has at most its loss at strength zero",
    statement=Inequality(its_loss, "<=", chance * S**2 / 2),
    hypotheses=[strength >= 0, strength <= epsilon * S, epsilon <= 1],
    source=thesis("Section 4.2.4"),
)

unlearned_below = Claim(
    "scaling-laws/unlearned-skill-loses-nearly-all",
    title="A skill that is hardly learned keeps nearly all of its loss at strength zero",
    statement=Inequality(its_loss, ">=", chance * (1 - epsilon) ** 2 * S**2 / 2),
    hypotheses=[strength >= 0, strength <= epsilon * S, epsilon <= 1],
    source=thesis("Section 4.2.4"),
)

AN_EARLY = {chance: P_early[early], strength: R_early[early]}
A_LATE = {chance: P_late[late], strength: R_late[late]}
no_loss = Line(Inequality(its_loss, ">=", 0), by=Follows())
early_above, early_below = Line(by=Instance(learned_above, AN_EARLY)), Line(by=Instance(no_loss, AN_EARLY))
late_above, late_below = Line(by=Instance(unlearned_above, A_LATE)), Line(by=Instance(unlearned_below, A_LATE))
earlies_above, earlies_below = Line(by=Summed(early_above, early)), Line(by=Summed(early_below, early))
lates_above, lates_below = Line(by=Summed(late_above, late)), Line(by=Summed(late_below, late))
stage_loss = total(P_early[early] * (S - R_early[early]) ** 2 / 2, early) + total(
    P_late[late] * (S - R_late[late]) ** 2 / 2, late
)
of_unlearned = total(P_late[late] * S**2 / 2, late)
at_most = Line(
    Inequality(stage_loss, "<=", of_unlearned + epsilon**2 * S**2 / 2 * total(P_early[early], early)),
    by=Combination(earlies_above, lates_above),
)
at_least = Line(
    Inequality(stage_loss, ">=", (1 - epsilon) ** 2 * of_unlearned), by=Combination(earlies_below, lates_below)
)

loss_in_stages = Theorem(
    "scaling-laws/loss-between-stages",
    title="Between stages the loss is that of the skills to come, up to the share that stages leave open",
    hypotheses=[epsilon <= 1, *LEARNED, *UNLEARNED, *LIKELY],
    concludes=AllOf(at_most.says, at_least.says),
    proof=[
        *(no_loss, early_above, earlies_above, early_below, earlies_below),
        *(late_above, lates_above, late_below, lates_below, at_most, at_least),
    ],
    source=thesis("Section 4.2.4"),
    uses=[saturated_loss],
    note="Stage-like training, which the section assumes: the skills before $k$ are learned up to $epsilon S$, those "
    "from $k$ on not beyond $epsilon S$. As $epsilon$ vanishes both bounds tend to the sum of $P_s(j) S^2/2$ over the "
    "skills from $k$ on, here counted from 1 and primed.",
)

# -- the rate of the loss: three terms at once -------------------------------------------------------------------------

L_k = skill_loss_at(frequency, at=tau)

three_terms = Claim(
    "scaling-laws/rate-of-the-loss-in-three-terms",
    title="The rate of the loss: the terms of the rarest and of the first skill, and the loss itself",
    statement=Integral(
        A * kappa ** (-(alpha + 1)) * sp.diff(L_k, tau),
        (kappa, 1, N),
        -(A * N ** (-alpha) * L_k.subs(kappa, N) - A * L_k.subs(kappa, 1)) / ((alpha + 1) * tau),
        antiderivative=-A * kappa ** (-alpha) * L_k / ((alpha + 1) * tau),
        plus=-alpha / ((alpha + 1) * tau) * A * kappa ** (-(alpha + 1)) * L_k,
    ),
    hypotheses=[below, N > 1],
    source=[thesis("4.23"), thesis("4.24")],
    uses=[rate_of_loss],
)

first_term = Claim(
    "scaling-laws/order-of-the-first-skill",
    title="The term of the first skill is of order exp(-4 eta A S T)/T",
    statement=Limit(
        A * skill_loss_at(A, at=tau) / ((alpha + 1) * tau) * tau * sp.exp(4 * eta * A * S * tau),
        tau,
        sp.oo,
        A * S**2 * odds**2 / (2 * (alpha + 1)),
    ),
    hypotheses=[below],
    source=thesis("4.24"),
)

rate_in_three_terms = Theorem(
    "scaling-laws/rate-of-the-loss",
    title="The rate of the loss is a term of order N^-alpha/T, one exponentially small, and the loss over T",
    hypotheses=[below],
    concludes=AllOf(Given(N > 1, three_terms.statement), boundary_last.statement, first_term.statement),
    proof=[three_terms, boundary_last, first_term],
    source=thesis("4.24"),
    note="With its repair: the exponential is $exp(-4 eta A S T)$. The integral over $k$ that is left is the loss "
    "(4.21), times $-alpha/((alpha+1) T)$.",
)

# -- both bottlenecks --------------------------------------------------------------------------------------------------


def frequent(skill: sp.Expr) -> sp.Expr:
    """``P_s(k)``."""
    return A * skill ** (-(alpha + 1))


def learning(skill: sp.Expr) -> sp.Expr:
    """What a skill that is being learned adds to the loss."""
    return frequent(skill) * skill_loss_at(frequent(skill), at=tau)


lacking = N_ + beyond  # a skill that the model lacks
in_time = total(learning(in_model), in_model) + total(learning(lacking), beyond)
in_parameters = total(frequent(lacking) * S**2 / 2, beyond)
of_model = total(learning(in_model), in_model) + in_parameters

not_more = Line(Inequality(learning(lacking), "<=", frequent(lacking) * S**2 / 2), by=Follows())
all_not_more = Line(by=Summed(not_more, beyond))
own = Line(Inequality(learning(in_model), ">=", 0), by=Follows())
all_own = Line(by=Summed(own, in_model))
others = Line(Inequality(learning(lacking), ">=", 0), by=Follows())
all_others = Line(by=Summed(others, beyond))
half_the_sum = Line(
    Inequality(of_model, ">=", (in_time + in_parameters) / 2),
    by=Combination((all_not_more, sp.Rational(1, 2)), (all_own, sp.Rational(1, 2))),
)

both_bottlenecks = Theorem(
    "scaling-laws/loss-with-both-bottlenecks",
    title="The loss at a time with N parameters is at most the sum of the two laws' losses, and at least half of it",
    hypotheses=[below],
    concludes=AllOf(Inequality(of_model, "<=", in_time + in_parameters), half_the_sum.says),
    proof=[not_more, all_not_more, own, all_own, others, all_others, half_the_sum],
    source=[thesis("4.39"), thesis("Table 4.1")],
    note="For every number of skills, $N$ in the model and $n_l$ beyond. The first is the loss of all at the time "
    "$T$, whose law is $T^(-alpha/(alpha+1))$, the second that of the skills beyond $N$, whose law is $N^-alpha$; for "
    "infinitely many skills see the theorems on the two laws. The printed sum is so the loss up to constants.",
)

# -- sums and integrals ------------------------------------------------------------------------------------------------

LEARNING = (kappa, 1, N_)
term = frequency * L_k
small_term = Line(Inequality(term, "<=", most), by=Combination((largest_term, most / (odds + sp.exp(at_skill)) ** 2)))
peak = (term * (alpha + 1) / kappa, shape[1])
sum_above = Line(by=SumByIntegral(term, LEARNING, small_term, peak))
sum_below = Line(by=SumByIntegral(term, LEARNING, small_term, peak, above=False))

share_left = 2 * L_k / S**2

sums_by_integrals = Theorem(
    "scaling-laws/loss-by-integrals",
    title="The two sums of the loss with N parameters differ from their integrals by no more than the largest term",
    hypotheses=[below],
    concludes=AllOf(sum_above.says, sum_below.says, missing_skills.at_most.says, missing_skills.no_less.says),
    proof=[
        *(largest_term, small_term, sum_above, sum_below),
        *(missing_skills.largest, missing_skills.as_power, missing_skills.above, missing_skills.below),
        *(missing_skills.at_most, missing_skills.no_less),
    ],
    source=[thesis("4.37"), thesis("4.38"), thesis("4.21")],
    where={
        sp.Symbol("ell_k", positive=True): share_left.subs(kappa, sp.Symbol("k", integer=True, positive=True)),
        sp.Symbol("ell(k)", positive=True): share_left.subs(kappa, sp.Symbol("k", real=True)),
    },
    note="The sum over the skills of the model differs by at most $S q^2/(4 eta T)$, $q = S/R_0 - 1$, that over the "
    "infinitely many beyond $N$ by its first term. $ell_k$ in the sum, and $ell(k)$ in the integral, is $2 L_k/S^2$, "
    "the share of the loss of skill $k$ that is left.",
)
