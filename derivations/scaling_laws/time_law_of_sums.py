"""8. The time law as a theorem: the loss of infinitely many skills, with its constant and with bounds at every time.

The loss is a sum over skills, whose term rises and then falls, so that it differs from its integral by no more than the
largest term, which is of order 1/T.  The integral is T^(-alpha/(alpha+1)) times one whose upper end alone depends on T.
"""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.sources import thesis
from ...language.statements import Identity, Inequality, Limit
from ...language.symbols import real
from ...language.theorems import (
    AllOf,
    Combination,
    Follows,
    Instance,
    Integrated,
    Line,
    Split,
    Squeezed,
    SumByIntegral,
    Theorem,
    integral,
    series,
)
from .letters import A, S, alpha, eta
from .multilinear import R_0, below
from .stage_like import kappa
from .time_law import (
    converges_at_infinity,
    converges_at_zero,
    loss_in_k,
    power,
    rate_theta,
    rise_and_fall,
    skill_loss_in_u,
    substitution,
    tau,
    u,
)

odds = S / R_0 - 1
at_skill = rate_theta * tau * kappa ** (-(alpha + 1))  # u of skill k
profile = u ** (-1 / (alpha + 1)) * skill_loss_in_u(u)
most = S * odds**2 / (4 * eta * tau)
prefactor = A / (alpha + 1) * rate_theta ** (-power)
reached = rate_theta * tau  # u of the first skill
late = sp.Ge(tau, 1 / rate_theta)

loss = series(loss_in_k, (kappa, 1, sp.oo))
over_skills = integral(loss_in_k, (kappa, 1, sp.oo))
whole = integral(profile, (u, 0, sp.oo))
up_to_first = integral(profile, (u, 0, reached))
beyond_first = integral(profile, (u, reached, sp.oo))

# -- the integral over u has a value, which is positive ----------------------------------------------------------------

unlearnt = Line(Inequality(profile, "<=", S**2 / 2 * u ** (-1 / (alpha + 1))), by=Follows())
positive_profile = Line(Inequality(profile, ">=", 0), by=Follows())
near_zero = Line(by=Integrated(unlearnt, (u, 0, 1), least=positive_profile))
bounded = Line(Inequality(profile, "<=", S**2 * odds**2 / 2 * sp.exp(-2 * u)), given=[u > 1], by=Follows())
tail_value = Line(by=Instance(converges_at_infinity, {tau: 1 / rate_theta}))
from_one = Line(by=Integrated(bounded, (u, 1, sp.oo), least=positive_profile))
constant = Line(by=Split(profile, (u, 0, sp.oo), 1, parts=True))

started = Line(Inequality(profile, ">=", skill_loss_in_u(1) * u ** (-1 / (alpha + 1))), given=[u < 1], by=Follows())
at_least = Line(by=Integrated(started, (u, 0, 1)))
not_less = Line(by=Integrated(positive_profile, (u, 1, sp.oo)))
positive_constant = Line(
    Inequality(whole, ">=", (alpha + 1) / alpha * skill_loss_in_u(1)),
    by=Combination(constant, at_least, not_less, (converges_at_zero, skill_loss_in_u(1))),
)

# -- the sum, its integral, and the power of T -------------------------------------------------------------------------

largest_term = Line(by=Instance(rise_and_fall, {u: at_skill}))
small_term = Line(
    Inequality(loss_in_k, "<=", most),
    by=Combination((largest_term, most / (odds + sp.exp(at_skill)) ** 2)),
)
shape = (
    loss_in_k * (alpha + 1) / kappa,
    2 * at_skill * sp.exp(at_skill) / (odds + sp.exp(at_skill)) - 1,
)
split = Line(by=Split(profile, (u, 0, sp.oo), reached))
as_power = Line(Identity(over_skills, prefactor * tau ** (-power) * up_to_first), by=Combination(substitution))
from_above = Line(by=SumByIntegral(loss_in_k, (kappa, 1, sp.oo), small_term, shape))
from_below = Line(by=SumByIntegral(loss_in_k, (kappa, 1, sp.oo), small_term, shape, above=False))
at_most = Line(
    Inequality(loss, "<=", prefactor * tau ** (-power) * up_to_first + most),
    by=Combination(from_above, (as_power, -1)),
)
no_less = Line(
    Inequality(loss, ">=", prefactor * tau ** (-power) * up_to_first - most),
    by=Combination(from_below, as_power),
)

# -- the limit ---------------------------------------------------------------------------------------------------------

tail_not_negative = Line(by=Integrated(positive_profile, (u, reached, sp.oo)))
bounded_late = Line(
    Inequality(profile, "<=", S**2 * odds**2 / 2 * sp.exp(-2 * u)), given=[u > reached, late], by=Follows()
)
small_tail = Line(
    by=Integrated(bounded_late, (u, reached, sp.oo)),
    given=[late],
)
J = real("J")
scaled_most = most * tau ** (power)
tail_bound = S**2 * odds**2 / 4 * sp.exp(-4 * eta * A * S * tau)

upper_limit = Claim(
    "scaling-laws/time-law-upper-bound",
    title="The upper bound of the loss, times the power of time, tends to a constant",
    statement=Limit(prefactor * J + scaled_most, tau, sp.oo, prefactor * J),
    note="$J$ stands for the integral over $u$.",
)

lower_limit = Claim(
    "scaling-laws/time-law-lower-bound",
    title="The lower bound of the loss, times the power of time, tends to the same constant",
    statement=Limit(prefactor * (J - tail_bound) - scaled_most, tau, sp.oo, prefactor * J),
)

to_upper = Line(by=Instance(upper_limit, {J: whole}))
to_lower = Line(by=Instance(lower_limit, {J: whole}))
scaled_above = Line(
    Inequality(tau**power * loss, "<=", to_upper.says.expr),
    by=Combination((at_most, tau**power), (split, prefactor), (tail_not_negative, prefactor)),
)
scaled_below = Line(
    Inequality(tau**power * loss, ">=", to_lower.says.expr),
    given=[late],
    by=Combination(
        (no_less, tau**power), (split, -prefactor), (small_tail, prefactor), (converges_at_infinity, -prefactor)
    ),
)
in_the_limit = Line(
    Limit(tau**power * loss, tau, sp.oo, prefactor * whole),
    by=Squeezed(scaled_below, scaled_above, to_lower, to_upper),
)

time_law_of_sums = Theorem(
    "scaling-laws/time-law-of-infinitely-many-skills",
    title="The loss of infinitely many skills is a constant times T^(-alpha/(alpha+1)), with bounds at every time",
    concludes=AllOf(at_most.says, no_less.says, in_the_limit.says, positive_constant.says),
    hypotheses=[below],
    where={sp.Symbol("L", real=True): loss, sp.Symbol("q", real=True): odds},
    proof=[
        unlearnt,
        positive_profile,
        converges_at_zero,
        near_zero,
        bounded,
        tail_value,
        from_one,
        constant,
        started,
        at_least,
        not_less,
        positive_constant,
        largest_term,
        small_term,
        split,
        as_power,
        from_above,
        from_below,
        at_most,
        no_less,
        tail_not_negative,
        bounded_late,
        converges_at_infinity,
        small_tail,
        to_upper,
        to_lower,
        scaled_above,
        scaled_below,
        in_the_limit,
    ],
    source=[thesis("4.21"), thesis("4.25"), thesis("Table 4.1")],
    note="Half the sum over all skills $k$ of $P_s(k) (S - R_k)^2$, with $P_s(k) = A k^-(alpha+1)$, from one start "
    "for all skills. The constant is positive, so that the exponent is this one and no other.",
)
