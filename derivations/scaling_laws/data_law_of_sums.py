"""9. The data law as a theorem: the expected loss of infinitely many skills, with its constant and with bounds.

As in the time law, the sum over skills differs from its integral by no more than the largest term, of order 1/D.  The
integral lies between gamma integrals, since ``(1 - v)^D`` is at most ``exp(-D v)``, and not much less for small v.
"""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.sources import thesis
from ...language.statements import Identity, Inequality, Integral, Limit, Substitution
from ...language.symbols import positive, real
from ...language.theorems import (
    Added,
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
from .data_law import beta_substitution, chance, draws, expected_integrand, seen, summand_is_small
from .letters import A, S, alpha
from .stage_like import kappa
from .time_law import frequency, power

v, count, w = chance, draws, positive("w")
term = expected_integrand(count)
loss = series(term, (kappa, 1, sp.oo))
most = S**2 / (2 * (count + 1))
prefactor = S**2 / (2 * (alpha + 1)) * A ** (1 / (alpha + 1))
beta = v ** (power - 1) * (1 - v) ** count
gamma, gamma_two = w ** (power - 1) * sp.exp(-w), w ** (power + 1) * sp.exp(-w)
law, slip = v ** (power - 1) * sp.exp(-count * v), v ** (power + 1) * sp.exp(-count * v)
TO_A, EVERY = (v, 0, A), (v, 0, sp.oo)
incomplete = integral(beta, TO_A)
constant = integral(gamma, (w, 0, sp.oo))
constant_two = integral(gamma_two, (w, 0, sp.oo))
HERE = kappa >= 1

# -- lemmas ------------------------------------------------------------------------------------------------------------

y, J, K = real("y J K")

exponential = Claim(
    "scaling-laws/exponential-above-its-tangent",
    title="The exponential lies above its tangent at 0",
    statement=Inequality(sp.exp(y), ">=", 1 + y),
)

logarithm_below = Claim(
    "scaling-laws/logarithm-below",
    title="The logarithm of 1 + s is at most s",
    statement=Inequality(sp.log(1 + seen), "<=", seen),
)

logarithm_above = Claim(
    "scaling-laws/logarithm-above",
    title="The logarithm of 1 + s is at least s/(1 + s)",
    statement=Inequality(sp.log(1 + seen), ">=", seen / (1 + seen)),
)

power_integral = Claim(
    "scaling-laws/power-integral",
    title="The integral of a power from 0",
    statement=Integral(v ** (power - 1), TO_A, A**power / power),
    note="With $p = alpha/(alpha+1) < 1$ the integrand grows without bound at 0, and has an integral.",
)

exponential_tail = Claim(
    "scaling-laws/exponential-tail",
    title="The integral of an exponential from A to infinity",
    statement=Integral(
        A ** (power - 1) * sp.exp(-count * v), (v, A, sp.oo), A ** (power - 1) * sp.exp(-count * A) / count
    ),
)

exponential_integral = Claim(
    "scaling-laws/exponential-integral",
    title="The integral of exp(-w) from 1 to infinity",
    statement=Integral(sp.exp(-w), (w, 1, sp.oo), sp.exp(-1)),
)

half_tail = Claim(
    "scaling-laws/half-exponential-tail",
    title="The integral of exp(-w/2) from 1 to infinity",
    statement=Integral(8 * sp.exp(-w / 2), (w, 1, sp.oo), 16 * sp.exp(-sp.Rational(1, 2))),
)

square_below = Claim(
    "scaling-laws/square-below-exponential",
    title="The square of w is at most eight times exp(w/2)",
    statement=Inequality(w**2, "<=", 8 * sp.exp(w / 2)),
)

into_gamma = Claim(
    "scaling-laws/gamma-integral",
    title="In the variable w = D v the samples leave the integrand as a power",
    statement=Substitution(law, EVERY, into=count ** (-power) * gamma, onto=(w, 0, sp.oo), by=count * v),
)

into_gamma_two = Claim(
    "scaling-laws/gamma-integral-of-the-correction",
    title="In the variable w = D v the samples leave the bound on exp(-D v) - (1 - v)^D as a power",
    statement=Substitution(slip, EVERY, into=count ** (-power - 2) * gamma_two, onto=(w, 0, sp.oo), by=count * v),
)

upper_limit = Claim(
    "scaling-laws/data-law-upper-bound",
    title="The upper bound of the expected loss, times the power of D, tends to a constant",
    statement=Limit(prefactor * J + count**power * most, count, sp.oo, prefactor * J),
    note="$J$ stands for the gamma integral.",
)

lower_limit = Claim(
    "scaling-laws/data-law-lower-bound",
    title="The lower bound of the expected loss, times the power of D, tends to the same constant",
    statement=Limit(
        prefactor * (J - count**power * A ** (power - 1) * sp.exp(-count * A) / count - K / (1 - A) / count)
        - count**power * most,
        count,
        sp.oo,
        prefactor * J,
    ),
    hypotheses=[A < 1],
    note="$J$ and $K$ stand for integrals.",
)

# -- (1 - v)^D and exp(-D v) -------------------------------------------------------------------------------------------

odds = v / (1 - v)
log_below = Line(by=Instance(logarithm_below, {seen: odds}), given=[v < 1])
log_above = Line(by=Instance(logarithm_above, {seen: odds}), given=[v < 1])
up = Line(by=Instance(exponential, {y: -count * (v + sp.log(1 - v))}), given=[v < 1])
down = Line(by=Instance(exponential, {y: count * (v + sp.log(1 - v))}), given=[v < 1])
at_most_exponential = Line(
    Inequality(beta, "<=", law), given=[v < 1], by=Combination((up, beta), (log_above, count * beta))
)
not_much_less = Line(
    Inequality(beta + count / (1 - v) * slip, ">=", law),
    given=[v < 1],
    by=Combination((down, law), (log_below, count * law)),
)
below_exponential = Line(by=Instance(at_most_exponential), given=[v < A])
correction = count / (1 - A)
near = Line(by=Instance(not_much_less), given=[v < A])
steeper = Line(Inequality(1 / (1 - v), "<=", 1 / (1 - A)), given=[v < A], by=Follows())
not_below = Line(
    Inequality(beta + correction * slip, ">=", law), given=[v < A], by=Combination(near, (steeper, count * slip))
)

# -- the gamma integrals have values -----------------------------------------------------------------------------------

powers = Line(by=Instance(power_integral, {A: 1}))
small = Line(Inequality(gamma, "<=", w ** (power - 1)), by=Follows())
small_two = Line(Inequality(gamma_two, "<=", w ** (power - 1)), given=[w < 1], by=Follows())
not_negative = Line(Inequality(gamma, ">=", 0), by=Follows())
not_negative_two = Line(Inequality(gamma_two, ">=", 0), by=Follows())
large = Line(Inequality(gamma, "<=", sp.exp(-w)), given=[w > 1], by=Follows())
squared = Line(Inequality(w ** (power + 1), "<=", w**2), given=[w > 1], by=Follows())
large_two = Line(
    Inequality(gamma_two, "<=", 8 * sp.exp(-w / 2)),
    given=[w > 1],
    by=Combination((squared, sp.exp(-w)), (square_below, sp.exp(-w))),
)
near_zero = Line(by=Integrated(small, (w, 0, 1), least=not_negative))
far = Line(by=Integrated(large, (w, 1, sp.oo), least=not_negative))
whole = Line(by=Split(gamma, (w, 0, sp.oo), 1, parts=True))
near_zero_two = Line(by=Integrated(small_two, (w, 0, 1), least=not_negative_two))
far_two = Line(by=Integrated(large_two, (w, 1, sp.oo), least=not_negative_two))
whole_two = Line(by=Split(gamma_two, (w, 0, sp.oo), 1, parts=True))
gamma_exists: list[Line | Claim] = [
    powers,
    exponential_integral,
    half_tail,
    small,
    small_two,
    not_negative,
    not_negative_two,
    large,
    squared,
    large_two,
    near_zero,
    far,
    whole,
    near_zero_two,
    far_two,
    whole_two,
]

started = Line(Inequality(gamma, ">=", sp.exp(-1) * w ** (power - 1)), given=[w < 1], by=Follows())
at_least = Line(by=Integrated(started, (w, 0, 1)))
not_less = Line(by=Integrated(not_negative, (w, 1, sp.oo)))
positive_constant = Line(
    Inequality(constant, ">=", sp.exp(-1) / power), by=Combination(whole, at_least, not_less, (powers, sp.exp(-1)))
)

# -- the integral lies between them ------------------------------------------------------------------------------------

to_gamma = Line(Identity(integral(law, EVERY), count ** (-power) * constant), by=Combination(into_gamma))
to_gamma_two = Line(
    Identity(integral(slip, EVERY), count ** (-power - 2) * constant_two), by=Combination(into_gamma_two)
)
split = Line(by=Split(law, EVERY, A))
split_two = Line(by=Split(slip, EVERY, A))
law_positive = Line(Inequality(law, ">=", 0), by=Follows())
slip_positive = Line(Inequality(slip, ">=", 0), by=Follows())
beta_positive = Line(Inequality(beta, ">=", 0), given=[v < A], by=Follows())
tail = Line(by=Integrated(law_positive, (v, A, sp.oo)))
tail_two = Line(by=Integrated(slip_positive, (v, A, sp.oo)))
less = Line(by=Integrated(below_exponential, TO_A, least=beta_positive))
upper = Line(
    Inequality(incomplete, "<=", count ** (-power) * constant), by=Combination(less, split, tail, (to_gamma, -1))
)
steep = Line(Inequality(law, "<=", A ** (power - 1) * sp.exp(-count * v)), given=[v > A], by=Follows())
small_tail = Line(by=Integrated(steep, (v, A, sp.oo)))
added = Line(by=Added((beta, correction * slip), TO_A))
more = Line(by=Integrated(not_below, TO_A))
lower = Line(
    Inequality(
        incomplete,
        ">=",
        count ** (-power) * constant
        - A ** (power - 1) * sp.exp(-count * A) / count
        - correction * count ** (-power - 2) * constant_two,
    ),
    by=Combination(
        more,
        (added, -1),
        (split_two, correction),
        (tail_two, correction),
        (to_gamma_two, -correction),
        (split, -1),
        to_gamma,
        small_tail,
        (exponential_tail, -1),
    ),
)

# -- the sum and its integral ------------------------------------------------------------------------------------------

largest = Line(by=Instance(summand_is_small, {seen: frequency / (1 - frequency)}), given=[HERE])
small_term = Line(
    Inequality(term, "<=", most),
    given=[HERE],
    by=Combination((largest, S**2 / 2 * (1 - frequency) ** (count + 1) / (count + 1))),
)
shape = (
    S**2 / 2 * (1 - frequency) ** (count - 1) * (alpha + 1) * frequency / kappa,
    (count + 1) * frequency - 1,
)
as_beta = Line(Identity(integral(term, (kappa, 1, sp.oo)), prefactor * incomplete), by=Combination(beta_substitution))
from_above = Line(by=SumByIntegral(term, (kappa, 1, sp.oo), small_term, shape))
from_below = Line(by=SumByIntegral(term, (kappa, 1, sp.oo), small_term, shape, above=False))
at_most = Line(Inequality(loss, "<=", prefactor * incomplete + most), by=Combination(from_above, (as_beta, -1)))
no_less = Line(Inequality(loss, ">=", prefactor * incomplete - most), by=Combination(from_below, as_beta))

# -- the limit ---------------------------------------------------------------------------------------------------------

to_upper = Line(by=Instance(upper_limit, {J: constant}))
to_lower = Line(by=Instance(lower_limit, {J: constant, K: constant_two}))
scaled_above = Line(
    Inequality(count**power * loss, "<=", to_upper.says.expr),
    by=Combination((at_most, count**power), (upper, prefactor * count**power)),
)
scaled_below = Line(
    Inequality(count**power * loss, ">=", to_lower.says.expr),
    by=Combination((no_less, count**power), (lower, prefactor * count**power)),
)
in_the_limit = Line(
    Limit(count**power * loss, count, sp.oo, prefactor * constant),
    by=Squeezed(scaled_below, scaled_above, to_lower, to_upper),
)

data_law_of_sums = Theorem(
    "scaling-laws/data-law-of-infinitely-many-skills",
    title="The expected loss of infinitely many skills is a constant times D^(-alpha/(alpha+1)), with its bounds",
    concludes=AllOf(
        *(from_above.says, from_below.says, at_most.says, no_less.says, in_the_limit.says, positive_constant.says)
    ),
    hypotheses=[A < 1],
    proof=[
        log_below,
        log_above,
        up,
        down,
        at_most_exponential,
        not_much_less,
        below_exponential,
        near,
        steeper,
        not_below,
        *gamma_exists,
        started,
        at_least,
        not_less,
        positive_constant,
        to_gamma,
        to_gamma_two,
        split,
        split_two,
        law_positive,
        slip_positive,
        beta_positive,
        tail,
        tail_two,
        less,
        upper,
        exponential_tail,
        steep,
        small_tail,
        added,
        more,
        lower,
        largest,
        small_term,
        as_beta,
        from_above,
        from_below,
        at_most,
        no_less,
        to_upper,
        to_lower,
        scaled_above,
        scaled_below,
        in_the_limit,
    ],
    source=[thesis("4.30"), thesis("4.34"), thesis("Table 4.1")],
    note="Half the sum over all skills $k$ of $P_s(k) S^2 (1 - P_s(k))^D$: the power is the chance that skill $k$ is "
    "not in $D$ samples, so that this is the expectation over data sets (4.29). The first two lines are (4.30), with "
    "what the integral over $k$ is off by. The constant is a value of the gamma "
    "function, and positive, so that the exponent is this one and no other.",
)
