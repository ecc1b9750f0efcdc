"""7. Theorems of the chapter: what its lines say together."""

from __future__ import annotations

import sympy as sp

from ...language.sources import thesis
from ...language.statements import Identity, Inequality
from ...language.symbols import ForAll
from ...language.theorems import (
    AllOf,
    Cases,
    Combination,
    Follows,
    Given,
    Instance,
    Line,
    Minimum,
    Summed,
    Theorem,
    Vanishing,
)
from .letters import N, S, alpha, step
from .parameters_and_compute import (
    C,
    along_constraint,
    best_parameters,
    best_time,
    compute_law,
    loss_of_both,
    minimum_above,
    minimum_below,
    w,
)
from .skills import expectation, f_k, g, skill_loss_sign, x
from .time_law import tau

BUDGET = sp.Eq(N * tau, C, evaluate=False)  # the compute of N parameters and time tau
share = (N / best_parameters) ** (alpha / (alpha + 1))

profile = Inequality((alpha + 1) * w + w ** (-(alpha + 1)), ">=", alpha + 2)
more = Line(profile, by=Instance(minimum_above, {step: w - 1}), given=[w > 1])
equal = Line(Identity(profile.lhs, profile.rhs), by=Follows(), given=[sp.Eq(w, 1)])
fewer = Line(profile, by=Instance(minimum_below, {step: 1 / w - 1}), given=[w < 1])
least = Line(profile, by=Cases({w > 1: more, sp.Eq(w, 1): equal, w < 1: fewer}))
here = Line(by=Instance(least, {w: share}))
there = Line(by=Instance(along_constraint, {w: share}))
value = best_time ** (-alpha / (alpha + 1)) + best_parameters ** (-alpha)

compute_is_least = Theorem(
    "scaling-laws/compute-law-is-least",
    title="However the compute is divided, the loss is at least that of the compute law, which is reached",
    concludes=AllOf(
        Minimum(loss_of_both, {tau: best_time, N: best_parameters}, [BUDGET]),
        compute_law.statement,
    ),
    proof=[
        Line(Inequality(best_time, ">", 0), by=Follows()),
        Line(Inequality(best_parameters, ">", 0), by=Follows()),
        more,
        equal,
        fewer,
        least,
        here,
        there,
        Line(
            Inequality(loss_of_both, ">=", value),
            given=[BUDGET],
            by=Combination(there, (here, best_parameters ** (-alpha))),
        ),
        compute_law,
    ],
    source=[thesis("4.39"), thesis("4.44"), thesis("Table 4.1")],
    note="The loss (4.39) without its constants, for all real $N > 0$ and $T > 0$ with $N T = C$. It does not assert "
    "that (4.39) is the loss of the model, up to bounds.",
)

# The loss of a skill: zero exactly where the skill is learned.

square = (S * g[x] - f_k[x]) ** 2
NO_LOSS = sp.Eq(expectation(square) / 2, 0, evaluate=False)
LEARNED = ForAll(x, sp.Eq(f_k[x], S * g[x], evaluate=False))

learned = Line(Identity(f_k[x], S * g[x]), given=[NO_LOSS], by=Vanishing(NO_LOSS, weight=1 / (2 * x.upper), over=x))
no_error = Line(Identity(square, 0), given=[LEARNED], by=Combination((LEARNED, f_k[x] - S * g[x])))
no_errors = Line(by=Summed(no_error, x), given=[LEARNED])
no_loss = Line(Identity(expectation(square) / 2, 0), given=[LEARNED], by=Combination((no_errors, 1 / (2 * x.upper))))

loss_vanishes = Theorem(
    "scaling-laws/loss-vanishes-where-learned",
    title="A skill loss is never negative, and is zero if and only if the skill is learned",
    concludes=AllOf(skill_loss_sign.statement, Given(NO_LOSS, learned.says), Given(LEARNED, no_loss.says)),
    proof=[skill_loss_sign, learned, no_error, no_errors, no_loss],
    source=thesis("Section 4.2.2"),
    note="Learned: $f = S g_k$ at all inputs of the skill, which are equally likely.",
)
