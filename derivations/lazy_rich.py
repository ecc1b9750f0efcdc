r"""Lazy and rich dynamics: the scalar linear network, solved.

Thesis chapter 6, (6.1) to (6.14), and the position paper's appendix I, whose proof of the general solution, equations
78 to 98, is followed line by line (their forms were restored, see the sources of the claims).

The network ``f(x) = (x/Z) sum_i a_i b_i`` of width p learns ``f*(x) = S x``, S > 0, under the loss (3.2), *half* the
mean square error: ``L = E[x^2] (theta - S)^2 / 2`` with ``theta = (1/Z) sum_i a_i b_i``.  Sections 6.2 and 6.3 carry
no ``E[x^2]``, that is, they measure time in units where it is one; so do the claims below unless they say otherwise.
Z is positive.
"""

from __future__ import annotations

import sympy as sp

from .kernel.claims import Claim, Erratum, Step
from .kernel.flows import GradientFlow
from .kernel.misprints import Misprint
from .kernel.sources import position_paper, thesis
from .kernel.statements import Asymptotic, Chain, Conserved, Identity, Inequality, Limit, Link, Rate, Solution
from .kernel.symbols import families, index, natural, positive, real, time, total, trajectories

t = time()
S, Z = positive("S Z")

# -- Aligned and anti-aligned modes (6.2): a_i = b_i on one family, a_k = -b_k on the other --------------------------

n_plus, n_minus = natural("n_+ n_-")
i, j = index("i", n_plus), index("j", n_plus)
k, l = index("k", n_minus), index("l", n_minus)  # noqa: E741 - the index of the anti-aligned family
a_plus, b_plus, a_minus, b_minus = families("a_+ b_+ a_- b_-", t)

theta = (total(a_plus[i] * b_plus[i], i) + total(a_minus[k] * b_minus[k], k)) / Z
delta_theta = (total(a_plus[i] * b_plus[i], i) - total(a_minus[k] * b_minus[k], k)) / Z
aligned_weight = total(a_plus[i] ** 2, i)
anti_aligned_weight = total(a_minus[k] ** 2, k)

sign_flow = GradientFlow((theta - S) ** 2 / 2, (a_plus, b_plus, a_minus, b_minus), t)
modes = sign_flow.on(b_plus[j] - a_plus[j], b_minus[l] + a_minus[l])

mode_source = [thesis("6.2"), position_paper("16")]

aligned_rate = Claim(
    "lazy-rich/aligned-rate",
    title="The weight of the aligned modes grows while the target is not reached",
    statement=Rate(aligned_weight, -2 / Z * (theta - S) * aligned_weight, modes),
    source=mode_source,
    note="With E[x^2] = 1, which the section does not state; see lazy-rich/mode-rates-any-variance.",
)

anti_aligned_rate = Claim(
    "lazy-rich/anti-aligned-rate",
    title="The weight of the anti-aligned modes decays at the same relative rate",
    statement=Rate(anti_aligned_weight, 2 / Z * (theta - S) * anti_aligned_weight, modes),
    source=mode_source,
)

m = positive("m")  # E[x^2]
any_variance = GradientFlow(m * (theta - S) ** 2 / 2, (a_plus, b_plus, a_minus, b_minus), t).on(
    b_plus[j] - a_plus[j], b_minus[l] + a_minus[l]
)

mode_rates_printed = Claim(
    "lazy-rich/mode-rates-printed",
    title="The rate of the aligned modes for inputs of any variance, as printed",
    statement=Rate(aligned_weight, -2 / Z * (theta - S) * aligned_weight, any_variance),
    source=[thesis("6.2")],
    erratum=Erratum(
        "hypothesis",
        "Under the loss (3.2) the rate carries the factor E[x^2], as (3.6) does; the section assumes E[x^2] = 1 "
        "without saying so.",
        "(6.3), (6.4), (6.12) inherit it. Only the unit of time changes: nothing at t = 0 or t = infinity does.",
    ),
)

mode_rates = Claim(
    "lazy-rich/mode-rates-any-variance",
    title="The rate of the aligned modes for inputs of any variance",
    statement=Rate(aligned_weight, -2 * m / Z * (theta - S) * aligned_weight, any_variance),
    source=mode_source,
    corrects=mode_rates_printed,
)

theta_rate = Claim(
    "lazy-rich/theta-rate",
    title="The network moves at a speed set by the difference between modes",
    statement=Rate(theta, -2 * delta_theta / Z * (theta - S), modes),
    source=[thesis("6.3"), position_paper("17")],
    uses=[aligned_rate, anti_aligned_rate],
)

delta_theta_rate = Claim(
    "lazy-rich/delta-theta-rate",
    title="The difference between modes moves at a speed set by the network",
    statement=Rate(delta_theta, -2 * theta / Z * (theta - S), modes),
    source=[thesis("6.4"), position_paper("18")],
    uses=[aligned_rate, anti_aligned_rate],
)

hyperbola = Claim(
    "lazy-rich/hyperbola",
    title="The network and the difference between modes move along a hyperbola",
    statement=Conserved(delta_theta**2 - theta**2, modes),
    uses=[theta_rate, delta_theta_rate],
    note="From (6.3) and (6.4); it makes (6.9) the counterpart of (6.8).",
)

share = a_plus[j] / sp.sqrt(aligned_weight)
some_aligned = [aligned_weight > 0]

share_product_rule = Claim(
    "lazy-rich/share-product-rule",
    title="The product rule for a mode's share of the aligned weight",
    statement=Rate(
        share,
        a_plus[j] * modes.rate(1 / sp.sqrt(aligned_weight)) + modes.rate(a_plus[j]) / sp.sqrt(aligned_weight),
        modes,
    ),
    hypotheses=some_aligned,
    source=[thesis("6.5")],
)

share_terms_printed = Claim(
    "lazy-rich/share-terms-printed",
    title="The first term of the product rule, as printed",
    statement=Identity(a_plus[j] * modes.rate(1 / sp.sqrt(aligned_weight)), share),
    hypotheses=some_aligned,
    source=[thesis("6.6")],
    erratum=Erratum(
        "slip",
        "Both terms lack the factor (theta - S)/Z that (6.2) and the flow give them; the sentence below says "
        "that they were used.",
        "None: the terms cancel with the factor as without it, and (6.7) holds.",
    ),
    note="As an equality of the two lines (6.5) and (6.6) is true, both being zero; term by term, as the text "
    "derives it, it is not.",
)

share_terms = Claim(
    "lazy-rich/share-terms",
    title="The first term of the product rule",
    statement=Identity(a_plus[j] * modes.rate(1 / sp.sqrt(aligned_weight)), modes.restrict(theta - S) / Z * share),
    hypotheses=some_aligned,
    source=[thesis("6.6")],
    uses=[aligned_rate],
    corrects=share_terms_printed,
)

share_conserved = Claim(
    "lazy-rich/share-conserved",
    title="Each aligned mode keeps its share of the aligned weight",
    statement=Conserved(share, modes),
    hypotheses=some_aligned,
    source=[thesis("6.7")],
    uses=[share_product_rule, share_terms],
)

aligned_growth = Claim(
    "lazy-rich/aligned-growth",
    title="An aligned mode grows with the sum of the network and the difference between modes",
    statement=Conserved(a_plus[j] ** 2 / (theta + delta_theta), modes),
    hypotheses=some_aligned,
    source=[thesis("6.8")],
    uses=[share_conserved],
    note="(6.8) says that the quotient keeps its initial value; theta + Delta theta = (2/Z) sum of a_i^2 over "
    "aligned modes, so some mode must be aligned.",
)

anti_aligned_decay = Claim(
    "lazy-rich/anti-aligned-decay",
    title="An anti-aligned mode decays with the reciprocal of the same sum",
    statement=Conserved(a_minus[l] ** 2 * (theta + delta_theta), modes),
    source=[thesis("6.9")],
    uses=[hyperbola],
    note="Correct as printed, though it looks inverted: Delta theta - theta, which the anti-aligned weight "
    "follows, is inverse to theta + Delta theta on the hyperbola.",
)

# -- The greedy case (6.2.1) ---------------------------------------------------------------------------------------

theta_0, difference = real("theta Delta_theta")
between = [theta_0 >= 0, theta_0 < S, difference > 0]

theta_increases = Claim(
    "lazy-rich/theta-increases",
    title="The network moves up while below the target",
    statement=Inequality(-2 * difference / Z * (theta_0 - S), ">", 0),
    hypotheses=between,
    source=[thesis("Section 6.2.1")],
    uses=[theta_rate],
)

difference_increases = Claim(
    "lazy-rich/difference-increases",
    title="So does the difference between modes",
    statement=Inequality(-2 * theta_0 / Z * (theta_0 - S), ">=", 0),
    hypotheses=between,
    source=[thesis("Section 6.2.1")],
    uses=[delta_theta_rate],
)

difference_at_start = positive("Delta_theta_0")

difference_ends_above_target = Claim(
    "lazy-rich/difference-ends-above-target",
    title="The difference between modes ends above the target, however small it was",
    statement=Inequality(sp.sqrt(difference_at_start**2 + S**2), ">", S),
    source=[thesis("Section 6.2.1")],
    uses=[hyperbola],
    note="From theta(0) = 0 to theta = S on the hyperbola. 'theta(0), Delta theta << S' in the section "
    "is meant at t = 0 for both.",
)

Z_any = real("Z")
p_modes = natural("p")

positive_start_printed = Claim(
    "lazy-rich/positive-difference-printed",
    title="The difference between modes is positive at the start, for every rescaling Z",
    statement=Inequality(p_modes / Z_any, ">", 0),
    hypotheses=[sp.Ne(Z_any, 0)],
    source=[thesis("6.1")],
    erratum=Erratum(
        "hypothesis",
        "(6.1) introduces Z as any real number; for Z < 0 the modes that grow are those with a b < 0, Delta theta(0) = "
        "p/Z is negative and gamma tends to the other root. Z > 0 is needed.",
        "Theorem 1's sentence on monotonicity, Sigma_0 >= 0 in 6.3.1 and the limit (6.14) use Z > 0; 6.2.1 to 6.2.3 "
        "set Z to 1 or sqrt(p), and (6.2) to (6.12) hold for either sign.",
    ),
    note="With all |a_i b_i| = 1 and theta(0) = 0, Delta theta(0) = p/Z.",
)

positive_start = Claim(
    "lazy-rich/positive-difference",
    title="The difference between modes is positive at the start",
    statement=Inequality(p_modes / Z, ">", 0),
    source=[thesis("6.1"), thesis("Section 6.2.1")],
    corrects=positive_start_printed,
)

half, surplus = natural("n"), sp.Symbol("q", integer=True)

even_width_printed = Claim(
    "lazy-rich/even-width-printed",
    title="With signs drawn at random and an even width the network starts at zero",
    statement=Identity(((half + surplus) - (half - surplus)) / Z, 0),
    hypotheses=[surplus <= half, surplus >= -half],
    source=[thesis("Section 6.2.2")],
    erratum=Erratum(
        "hypothesis",
        "'theta(0) = 0 (or p even)': an even p = 2n is necessary but not sufficient; with n + q aligned modes "
        "theta(0) = 2q/Z.",
        "6.2.1 and 6.2.2 need as many aligned as anti-aligned modes (a symmetrised start), not an even width.",
    ),
)

even_width = Claim(
    "lazy-rich/even-width",
    title="With as many aligned as anti-aligned modes the network starts at zero",
    statement=Identity(((half + surplus) - (half - surplus)) / Z, 0),
    hypotheses=[sp.Eq(surplus, 0)],
    source=[thesis("Section 6.2.2")],
    corrects=even_width_printed,
)

# -- The general solution (Theorem 1; position paper, Theorem I.1) --------------------------------------------------

p = natural("p")  # the width
r, s = index("i", p), index("j", p)
a, b = families("a b", t)
a_0, b_0 = families("a_0 b_0")  # initial values
Sigma_0, S_0 = real("Sigma_0 S_0")
network = total(a[r] * b[r], r) / Z
flow = GradientFlow((network - S) ** 2 / 2, (a, b), t)

definitions = [
    sp.Eq(S_0, total(a_0[s] * b_0[s], s) / Z),
    sp.Eq(Sigma_0, total(a_0[s] ** 2 + b_0[s] ** 2, s) / (2 * Z)),
]
bounds = [Sigma_0 >= S_0, -Sigma_0 <= S_0]
generic = [Sigma_0 >= S_0, -Sigma_0 < S_0]
R = sp.sqrt(Sigma_0**2 - S_0**2 + S**2)


def gamma(factor: sp.Expr) -> sp.Expr:
    """(6.12) with ``exp(-factor * R t / Z)``."""
    decay = sp.exp(-factor * R * t / Z)
    return (Sigma_0 - S_0 + S + R + (-Sigma_0 + S_0 - S + R) * decay) / (
        Sigma_0 + S_0 - S + R + (-Sigma_0 - S_0 + S + R) * decay
    )


gamma_plus = (S + R) / (Sigma_0 + S_0)
gamma_minus = (S - R) / (Sigma_0 + S_0)
solution = gamma(sp.Integer(2))

clock_name, decay_name, root_name = positive("gamma e R")


def spelled(factor: int) -> dict[sp.Symbol, sp.Expr]:
    """Names for the long expressions of (6.12), for print."""
    rate = sp.Integer(factor)
    return {clock_name: gamma(rate), decay_name: sp.exp(-rate * R * t / Z), root_name: R}


restored = "re-derived from the text around it"


def layers(g: sp.Expr, e: sp.Idx) -> tuple[sp.Expr, sp.Expr]:
    """(6.10) and (6.11): the entries of both layers, for a value g of gamma."""
    grown, shrunk = (a_0[e] + b_0[e]) / 2 * sp.sqrt(g), (a_0[e] - b_0[e]) / 2 / sp.sqrt(g)
    return grown + shrunk, grown - shrunk


norm_above = Claim(
    "lazy-rich/norm-above-function",
    title="The initial function is bounded by the initial weights from above",
    statement=Inequality(total(a_0[s] ** 2 + b_0[s] ** 2, s) / (2 * Z) - total(a_0[s] * b_0[s], s) / Z, ">=", 0),
    source=[thesis("Section 6.3.1"), position_paper("Remark I.3", restored)],
    note="a^2 + b^2 >= 2ab, summed: S_0 <= Sigma_0.",
)

norm_below = Claim(
    "lazy-rich/norm-below-function",
    title="The initial function is bounded by the initial weights from below",
    statement=Inequality(total(a_0[s] ** 2 + b_0[s] ** 2, s) / (2 * Z) + total(a_0[s] * b_0[s], s) / Z, ">=", 0),
    source=[thesis("Section 6.3.1")],
    note="-S_0 <= Sigma_0, with equality only where every a_i = -b_i.",
)

entry_flow_a = Claim(
    "lazy-rich/entry-flow",
    title="The gradient flow of one entry of the first layer",
    statement=Rate(a[s], -b[s] / Z * (network - S), flow),
    source=[position_paper("78", restored)],
)

entry_flow_b = Claim(
    "lazy-rich/entry-flow-b",
    title="The gradient flow of one entry of the second layer",
    statement=Rate(b[s], -a[s] / Z * (network - S), flow),
    source=[position_paper("78", restored)],
)

sum_rate = Claim(
    "lazy-rich/sum-rate",
    title="The sum of the layers grows at a rate that all modes share",
    statement=Rate(a[s] + b[s], -(network - S) / Z * (a[s] + b[s]), flow),
    source=[position_paper("79", restored)],
    uses=[entry_flow_a, entry_flow_b],
)

difference_rate = Claim(
    "lazy-rich/difference-rate",
    title="Their difference decays at the same rate",
    statement=Rate(a[s] - b[s], (network - S) / Z * (a[s] - b[s]), flow),
    source=[position_paper("79", restored)],
    uses=[entry_flow_a, entry_flow_b],
)

elapsed = trajectories("I")  # the integral of theta - S from 0 to t
clock = sp.exp(-2 * elapsed / Z)  # the gamma of equation 80


def ticking(expr: sp.Expr) -> sp.Expr:
    """The rate of an expression along the flow, with the clock's own rate, dI/dt = theta - S, put in."""
    return flow.rate(expr).subs(sp.Derivative(elapsed, t), network - S)


gamma_rate = Claim(
    "lazy-rich/gamma-rate",
    title="The common clock of all modes",
    statement=Identity(ticking(clock), 2 / Z * (S - network) * clock),
    source=[position_paper("81", restored), position_paper("85", restored)],
    note="gamma = exp(-(2/Z) I), dI/dt = theta - S, I(0) = 0, so gamma(0) = 1; (85) is the same with theta "
    "written out.",
)

sum_by_clock = Claim(
    "lazy-rich/sum-by-clock",
    title="The sum of the layers follows the root of the clock",
    statement=Identity(ticking((a[s] + b[s]) / sp.sqrt(clock)), 0),
    source=[position_paper("82", restored)],
    uses=[sum_rate, gamma_rate],
    note="(a_i + b_i) gamma^(-1/2) keeps its initial value a_i(0) + b_i(0).",
)

difference_by_clock = Claim(
    "lazy-rich/difference-by-clock",
    title="Their difference follows the reciprocal of the root of the clock",
    statement=Identity(ticking((a[s] - b[s]) * sp.sqrt(clock)), 0),
    source=[position_paper("83", restored)],
    uses=[difference_rate, gamma_rate],
)

g = positive("gamma")

half_sums = Claim(
    "lazy-rich/half-sums",
    title="Half the sum and half the difference give both layers",
    statement=Chain(
        layers(g, s)[0] + layers(g, s)[1],
        (Link("=", (a_0[s] + b_0[s]) * sp.sqrt(g), "the sum of (6.10) and (6.11) is (82); their difference is (83)"),),
    ),
    source=[position_paper("84", restored)],
    uses=[sum_by_clock, difference_by_clock],
)

theta_by_clock = Claim(
    "lazy-rich/theta-by-clock",
    title="The network as a function of the clock",
    statement=Chain(
        total(layers(g, s)[0] * layers(g, s)[1], s) / Z,
        (
            Link(
                "=",
                total((layers(g, s)[0] + layers(g, s)[1]) ** 2 - (layers(g, s)[0] - layers(g, s)[1]) ** 2, s) / (4 * Z),
                "4ab = (a + b)^2 - (a - b)^2 (86)",
            ),
            Link(
                "=",
                total((a_0[s] + b_0[s]) ** 2 * g - (a_0[s] - b_0[s]) ** 2 / g, s) / (4 * Z),
                "(82) and (83), giving (87)",
            ),
            Link("=", ((Sigma_0 + S_0) * g - (Sigma_0 - S_0) / g) / 2, "the definitions (6.13), giving (88)"),
        ),
    ),
    hypotheses=definitions,
    source=[position_paper("86", restored), position_paper("87", restored), position_paper("88", restored)],
    uses=[half_sums],
)

riccati = Claim(
    "lazy-rich/riccati",
    title="The clock obeys a Riccati equation with constant coefficients",
    statement=Identity(
        2 / Z * (S - ((Sigma_0 + S_0) * g - (Sigma_0 - S_0) / g) / 2) * g,
        -((Sigma_0 + S_0) * g**2 - 2 * S * g - (Sigma_0 - S_0)) / Z,
    ),
    source=[position_paper("90", restored)],
    uses=[gamma_rate, theta_by_clock],
)

discriminant = Claim(
    "lazy-rich/discriminant",
    title="Its quadratic has real roots",
    statement=Chain(
        S**2 + (Sigma_0 + S_0) * (Sigma_0 - S_0),
        (Link("=", S**2 + Sigma_0**2 - S_0**2, "expand"), Link(">", sp.Integer(0), "S > 0 and |S_0| <= Sigma_0")),
    ),
    hypotheses=bounds,
    source=[position_paper("91", restored)],
    uses=[norm_above, norm_below],
    where={root_name: R},
)

factorisation = Claim(
    "lazy-rich/factorisation",
    title="The quadratic factors",
    statement=Identity(
        (Sigma_0 + S_0) * g**2 - 2 * S * g - (Sigma_0 - S_0),
        (Sigma_0 + S_0) * (g - gamma_plus) * (g - gamma_minus),
    ),
    hypotheses=generic,
    source=[position_paper("92", restored), position_paper("93", restored)],
    uses=[discriminant],
    note="For Sigma_0 + S_0 = 0, that is a_i(0) = -b_i(0) for every i, the quadratic is linear and has one root "
    "only; the proof excludes this silently.",
    where={root_name: R},
)

upper, lower = real("gamma_+ gamma_-")  # the roots, under their names
off_the_roots = [lower < upper, sp.Ne(g, upper), sp.Ne(g, lower)]

partial_fractions = Claim(
    "lazy-rich/partial-fractions",
    title="Partial fractions",
    statement=Identity(
        1 / ((g - upper) * (g - lower)),
        (1 / (g - upper) - 1 / (g - lower)) / (upper - lower),
    ),
    hypotheses=off_the_roots,
    source=[position_paper("94", restored)],
    note="Away from the roots, where the clock stays unless it starts there (S = S_0).",
)

root_gap = Claim(
    "lazy-rich/root-gap",
    title="The distance of the roots",
    statement=Identity(gamma_plus - gamma_minus, 2 * R / (Sigma_0 + S_0)),
    hypotheses=generic,
    source=[position_paper("95", restored)],
    where={root_name: R},
)

log_ratio_rate = Claim(
    "lazy-rich/log-ratio-rate",
    title="The logarithm of the ratio of distances to the roots is linear in time",
    statement=Chain(
        -(Sigma_0 + S_0) / Z * (g - upper) * (g - lower) * (1 / (g - upper) - 1 / (g - lower)),
        (
            Link(
                "=", -(Sigma_0 + S_0) * (upper - lower) / Z, "the factored equation (90, 92) and partial fractions (94)"
            ),
        ),
    ),
    hypotheses=off_the_roots,
    source=[position_paper("96", restored)],
    uses=[riccati, factorisation, partial_fractions],
    note="The left side is d/dt log((gamma - gamma_+)/(gamma - gamma_-)) with (90) put in.",
)

log_ratio_value = Claim(
    "lazy-rich/log-ratio-value",
    title="Its slope is 2R/Z",
    statement=Identity(-(Sigma_0 + S_0) * (gamma_plus - gamma_minus) / Z, -2 * R / Z),
    hypotheses=generic,
    source=[position_paper("96", restored)],
    uses=[log_ratio_rate, root_gap],
    note="The exponent of (6.12) as printed is twice that.",
    where={root_name: R},
)

gamma_printed = Claim(
    "lazy-rich/gamma-printed",
    title="The general solution with the printed exponent",
    statement=Solution(
        flow,
        of=(a[s], b[s]),
        equals=layers(gamma(sp.Integer(4)), s),
        initially=(a_0[s], b_0[s]),
    ),
    hypotheses=[*definitions, *bounds],
    source=[thesis("6.12"), thesis("Theorem 1")],
    erratum=Erratum(
        "convention",
        "The exponent is 4R/Z where the loss (3.2), half the mean square, gives 2R/Z; 4R/Z belongs to the loss "
        "without the half. "
        "The same section's (6.3) and (6.4) use the half.",
        "Only the unit of time is affected, by a factor of two: (6.10), (6.11), (6.13), (6.14) and the limits survive.",
    ),
    note="The proof in the paper, as restored, gives 2R/Z in (96). The paper's loss (72) was lost: had it no half, its "
    "(75) would be right, so that nothing is held against the paper.",
    where=spelled(4),
)

general_solution = Claim(
    "lazy-rich/general-solution",
    title="The general solution of the scalar linear network",
    statement=Solution(flow, of=(a[s], b[s]), equals=layers(solution, s), initially=(a_0[s], b_0[s])),
    hypotheses=[*definitions, *bounds],
    source=[
        thesis("6.10"),
        thesis("6.11"),
        thesis("6.12"),
        thesis("Theorem 1"),
        position_paper("73"),
        position_paper("74"),
        position_paper("75"),
        position_paper("Theorem I.1"),
    ],
    uses=[norm_above, norm_below, half_sums, theta_by_clock, riccati, log_ratio_value],
    corrects=gamma_printed,
    steps=[
        Step("d/dt (a_i +- b_i) = -+ (theta - S)/Z (a_i +- b_i)", "the flow (78), added and subtracted (79)"),
        Step("a_i +- b_i = (a_i(0) +- b_i(0)) gamma^(+-1/2)", "with gamma = exp(-(2/Z) int (theta - S)) (80 to 83)"),
        Step(
            "theta = ((Sigma_0 + S_0) gamma - (Sigma_0 - S_0)/gamma)/2", "4ab = (a+b)^2 - (a-b)^2 and (6.13) (86 to 88)"
        ),
        Step("d gamma/dt = -((Sigma_0 + S_0) gamma^2 - 2 S gamma - (Sigma_0 - S_0))/Z", "put theta into (81) (90)"),
        Step("d/dt log((gamma - gamma_+)/(gamma - gamma_-)) = -2R/Z", "factor, partial fractions (92 to 96)"),
        Step(
            "(gamma - gamma_+)/(gamma - gamma_-) = (1 - gamma_+)/(1 - gamma_-) exp(-2Rt/Z)",
            "integrate from gamma(0) = 1 (97); solve for gamma",
        ),
    ],
    note="For every initialisation, those with Sigma_0 + S_0 = 0 included, and every width p.",
    where=spelled(2),
)

unhalved = GradientFlow((network - S) ** 2, (a, b), t)

gamma_unhalved = Claim(
    "lazy-rich/gamma-without-the-half",
    title="The printed exponent belongs to the mean square error without the half",
    statement=Solution(unhalved, of=(a[s], b[s]), equals=layers(gamma(sp.Integer(4)), s), initially=(a_0[s], b_0[s])),
    hypotheses=[*definitions, *bounds],
    source=[thesis("Theorem 1"), position_paper("75")],
    note="Why (6.12) is a factor of convention and not of algebra.",
    where=spelled(4),
)

integrated = Claim(
    "lazy-rich/ratio-of-distances",
    title="The ratio of distances to the roots decays exponentially",
    statement=Identity(
        (solution - gamma_plus) * (1 - gamma_minus),
        (1 - gamma_plus) * (solution - gamma_minus) * sp.exp(-2 * R * t / Z),
    ),
    hypotheses=generic,
    source=[position_paper("97", restored)],
    uses=[log_ratio_value],
    note="Multiplied out, so that it covers S = S_0, where both sides vanish.",
    where=spelled(2),
)

gamma_limit = Claim(
    "lazy-rich/gamma-limit",
    title="The clock stops at gamma_+",
    statement=Limit(solution, t, sp.oo, gamma_plus),
    hypotheses=generic,
    source=[thesis("6.14"), position_paper("77"), position_paper("19"), position_paper("98", restored)],
    uses=[general_solution],
    note="Needs Sigma_0 + S_0 > 0, which the theorem does not say; see lazy-rich/excluded-start.",
    where=spelled(2),
)

theta_limit = Claim(
    "lazy-rich/theta-limit",
    title="At gamma_+ the target is reached",
    statement=Identity(((Sigma_0 + S_0) * gamma_plus - (Sigma_0 - S_0) / gamma_plus) / 2, S),
    hypotheses=generic,
    source=[thesis("Section 6.2.1")],
    uses=[gamma_limit, theta_by_clock],
    where={root_name: R},
)

excluded_clock = Claim(
    "lazy-rich/excluded-start",
    title="From a(0) = -b(0) the clock never stops and the network ends at zero, not at the target",
    statement=Limit(
        (-2 * Sigma_0 / solution).subs(S_0, -Sigma_0).subs(sp.sqrt(S**2), S) / 2,
        t,
        sp.oo,
        sp.Integer(0),
    ),
    hypotheses=[Sigma_0 > 0],
    source=[thesis("6.14")],
    uses=[general_solution, theta_by_clock],
    note="The initialisations that the theorem excludes silently: Sigma_0 + S_0 = 0, the stable manifold of the "
    "saddle at the origin.",
    where=spelled(2),
)

decay = sp.exp(-2 * R * t / Z)
solution_velocity = 8 * R**2 * (S - S_0) * decay / (Z * sp.denom(solution) ** 2)

clock_velocity = Claim(
    "lazy-rich/gamma-velocity",
    title="The speed of the clock has the sign of the distance to the target",
    statement=Identity(sp.diff(solution, t), solution_velocity),
    hypotheses=bounds,
    source=[thesis("Theorem 1"), position_paper("Theorem I.1")],
    uses=[general_solution],
    where=spelled(2),
)

increasing = Claim(
    "lazy-rich/gamma-increasing",
    title="Below the target the clock runs forward",
    statement=Inequality(solution_velocity, ">", 0),
    hypotheses=[*bounds, S_0 < S],
    source=[thesis("Theorem 1"), position_paper("Theorem I.1")],
    uses=[clock_velocity],
    where=spelled(2),
)

decreasing = Claim(
    "lazy-rich/gamma-decreasing",
    title="Above the target the clock runs backward",
    statement=Inequality(solution_velocity, "<", 0),
    hypotheses=[*bounds, S_0 > S],
    source=[thesis("Theorem 1"), position_paper("Theorem I.1")],
    uses=[clock_velocity],
    where=spelled(2),
)

gamma_starts_at_one = Claim(
    "lazy-rich/gamma-starts-at-one",
    title="The clock starts at one",
    statement=Limit(solution, t, sp.Integer(0), sp.Integer(1)),
    hypotheses=bounds,
    source=[thesis("Theorem 1"), position_paper("Theorem I.1")],
    where=spelled(2),
)

plus_above_one = Claim(
    "lazy-rich/gamma-plus-above-one",
    title="The final value exceeds one when the network starts below the target",
    statement=Inequality(gamma_plus, ">", 1),
    hypotheses=[*generic, S_0 < S],
    source=[position_paper("98", restored)],
    where={root_name: R},
)

plus_below_one = Claim(
    "lazy-rich/gamma-plus-below-one",
    title="It is below one when the network starts above the target",
    statement=Inequality(gamma_plus, "<", 1),
    hypotheses=[*generic, S_0 > S],
    source=[position_paper("98", restored)],
    where={root_name: R},
)

# -- What decides between lazy and rich (6.2.1 to 6.2.3, 6.3.1) -----------------------------------------------------

lower_bound = Claim(
    "lazy-rich/weight-to-target-bound",
    title="The ratio of target to weights bounds the growth from below",
    statement=Chain(
        gamma_plus,
        (Link(">=", 2 * S / (Sigma_0 + S_0), "R >= S"), Link(">=", S / Sigma_0, "S_0 <= Sigma_0")),
    ),
    hypotheses=generic,
    source=[thesis("Section 6.3.1"), position_paper("Remark I.3", restored)],
    uses=[norm_above, norm_below],
    note="The display below (6.14). It prints the target as a calligraphic S without index (text extraction is "
    "the likelier cause). The reasons it "
    "gives, Sigma_0 >= 0 and Sigma_0 >= S_0, do not suffice: R >= S also uses Sigma_0 >= -S_0.",
    where={root_name: R},
)

scale, cosine = positive("epsilon"), real("c")

small_weights = Claim(
    "lazy-rich/small-initialisation",
    title="With vanishing weights the growth is unbounded: the rich limit",
    statement=Limit(
        gamma_plus.subs({Sigma_0: scale, S_0: scale * cosine}),
        scale,
        sp.Integer(0),
        sp.oo,
    ),
    hypotheses=[cosine <= 1, cosine > -1],
    source=[thesis("Section 6.3.1"), thesis("Section 6.2.1")],
    uses=[gamma_limit],
    note="Sigma_0 = epsilon and S_0 = c epsilon. Aligned modes dominate when Sigma_0 << S; that each |a_i b_i| "
    "<< S is not enough, since Sigma_0 grows with the width.",
)

target_downscaling = Claim(
    "lazy-rich/target-downscaling",
    title="With a vanishing target the weights do not move: a lazy limit",
    statement=Limit(gamma_plus.subs(S_0, 0), S, sp.Integer(0), sp.Integer(1)),
    hypotheses=[Sigma_0 > 0],
    source=[thesis("Section 6.2.2"), thesis("Section 6.3.1")],
    uses=[gamma_limit],
)

target_order = Claim(
    "lazy-rich/target-downscaling-order",
    title="They move by the ratio of target to weights",
    statement=Asymptotic(gamma_plus.subs(S_0, 0), 1 + S / Sigma_0, S**2, S, sp.Integer(0)),
    hypotheses=[Sigma_0 > 0],
    source=[thesis("Section 6.2.2")],
)

distance, theta_start = trajectories("theta"), real("theta_0")
frozen = positive("D")  # Delta theta, held fixed
frozen_flow = GradientFlow(frozen / Z * (distance - S) ** 2, (distance,), t)

linear_dynamics = Claim(
    "lazy-rich/linear-dynamics",
    title="With the difference between modes held fixed the network saturates exponentially",
    statement=Solution(
        frozen_flow,
        of=(distance,),
        equals=(S + (theta_start - S) * sp.exp(-2 * frozen * t / Z),),
        initially=(theta_start,),
    ),
    source=[thesis("Section 6.2.2"), thesis("Section 6.2.3")],
    uses=[theta_rate],
    note="(6.3) with constant Delta theta = D is the flow of the loss D (theta - S)^2 / Z: the linear dynamics (3.7).",
)

slow_difference = Claim(
    "lazy-rich/target-downscaling-feedback",
    title="The feedback on the difference between modes is of second order in the target",
    statement=Inequality(-2 * theta_0 * (theta_0 - S), "<=", S**2 / 2),
    hypotheses=[theta_0 >= 0, theta_0 <= S],
    source=[thesis("Section 6.2.2")],
    uses=[delta_theta_rate],
    note="The right-hand side of (6.4) with Z = 1.",
)

ntk_limit = Claim(
    "lazy-rich/ntk-limit",
    title="With growing weights the growth factor tends to one: the NTK limit",
    statement=Limit(gamma_plus, Sigma_0, sp.oo, sp.Integer(1)),
    hypotheses=[Sigma_0 > 0],
    source=[thesis("Section 6.3.1"), thesis("Section 6.2.3")],
    uses=[gamma_limit],
    note="Z = sqrt(p) makes Sigma_0 grow like sqrt(p) while S_0 stays of order one.",
    where={root_name: R},
)

n = positive("p")
start = real("s_0")

ntk_order = Claim(
    "lazy-rich/ntk-order",
    title="Each weight moves by order one over the root of the width",
    statement=Asymptotic(
        gamma_plus.subs({Sigma_0: sp.sqrt(n), S_0: start}), 1 + (S - start) / sp.sqrt(n), 1 / n, n, sp.oo
    ),
    source=[thesis("Section 6.2.3")],
    uses=[gamma_limit],
    note="For |a_i| = |b_i| = 1: Sigma_0 = p/Z = sqrt(p).",
)

variance = Claim(
    "lazy-rich/ntk-variance",
    title="Under the NTK scaling the initial function has variance one, at every width",
    statement=Identity(total(sp.KroneckerDelta(r, s), r, s) / sp.sqrt(p) ** 2, 1),
    source=[thesis("Section 6.3.1")],
    note="Var S_0 = Z^-2 sum_ij E[a_i a_j] E[b_i b_j] with independent entries of mean zero and variance one, Z "
    "= sqrt(p).",
)

ntk_start_printed = Claim(
    "lazy-rich/ntk-start-printed",
    title="Under the NTK scaling the initial function tends to zero",
    statement=Limit(n / sp.sqrt(n) ** 2, n, sp.oo, sp.Integer(0)),
    source=[thesis("Section 6.2.3")],
    erratum=Erratum(
        "slip",
        "'theta(0) -> 0': the variance of theta(0) = S_0 is one at every width, as 6.3.1 says itself beside its own "
        "'S_0 -> 0'; only its mean is zero.",
        "The conclusion survives: the right-hand side of (6.4) still vanishes, because of Z = sqrt(p), and "
        "gamma_+ -> 1 because "
        "Sigma_0 grows. 'theta <= S throughout' holds only if theta(0) <= S.",
    ),
    note="In mean square: E[theta(0)^2] = p/Z^2 with Z = sqrt(p).",
)

ntk_start = Claim(
    "lazy-rich/ntk-start",
    title="Under the NTK scaling the feedback on the difference between modes vanishes, wherever the network starts",
    statement=Limit(-2 * start * (start - S) / sp.sqrt(n), n, sp.oo, sp.Integer(0)),
    source=[thesis("Section 6.2.3")],
    uses=[delta_theta_rate, variance],
    corrects=ntk_start_printed,
)

larger_target = Claim(
    "lazy-rich/larger-target",
    title="A larger target makes the dynamics richer",
    statement=Inequality(sp.diff(gamma_plus, S), ">", 0),
    hypotheses=generic,
    source=[thesis("Section 6.3.1")],
    note="Downscaling the inputs by a factor is upscaling S by it.",
)

kappa = positive("kappa")

smaller_output = Claim(
    "lazy-rich/output-downscaling",
    title="Downscaling the output makes the dynamics richer",
    statement=Inequality(
        sp.diff(gamma_plus.subs({Sigma_0: Sigma_0 / kappa, S_0: S_0 / kappa}, simultaneous=True), kappa), ">", 0
    ),
    hypotheses=generic,
    source=[thesis("Section 6.3.1")],
    note="Z -> kappa Z divides Sigma_0 and S_0 by kappa; so does downscaling the initialisation, with "
    "kappa^(1/2) on each layer.",
)

NOTATION = {
    "a_0": r"a_{#}(0)",
    "b_0": r"b_{#}(0)",
    "S_0": r"\mathcal{S}_{0}",
    "m": r"\mathbf{E}[x^{2}]",
    "e": r"\mathcal{E}",
}
"""How the sources print these names."""

COVERAGE = {
    "thesis": {
        "6.1": "definition of the network and its target, used by every claim of this chapter",
        "Figure 6.1": "an illustration of two classifications of regimes",
        "Figure 6.2": "an illustration of aligned and anti-aligned modes: lazy-rich/aligned-growth and "
        "lazy-rich/anti-aligned-decay",
        "Figure 6.4": "an experiment: a transformer before and after it generalises; repeated by grokking/division",
        "Figure 6.5": "an experiment with the settings of Table 6.1, whose effect on the toy model is in "
        "general-solutions/table-values; repeated by grokking/table",
        "6.13": "definition of S_0 and Sigma_0, a hypothesis of lazy-rich/general-solution and "
        "lazy-rich/theta-by-clock",
    },
    "position-paper": {
        "15": "as thesis 6.1",
        "20": "as thesis 6.13",
        "71": "as thesis 6.1",
        "72": "definition of the loss, half the mean square; every flow here is derived from it",
        "76": "as thesis 6.13",
        "80": "definition of the clock gamma, used by lazy-rich/gamma-rate",
        "89": "as thesis 6.13",
    },
}
"""Equations that have no claim, by document and label, and why."""

MISPRINTS = [
    Misprint(
        thesis("Section 6.3.1"),
        "where we used ... Sigma_0 >= 0 and Sigma_0 >= S_0",
        "where we used Sigma_0 >= |S_0|",
        "the root is at least S only if Sigma_0 >= -S_0 as well: Sigma_0 = 1, S_0 = -3, S = 3 meet the stated reasons",
    ),
    Misprint(
        thesis("Section 6.2.1"),
        "theta(0), Delta theta << S",
        "theta(0), Delta theta(0) << S",
        "Delta theta grows with theta and ends above S (lazy-rich/difference-ends-above-target)",
    ),
    Misprint(
        thesis("Figure 6.2"),
        "modes (a_i b_i x_i in Eq. (6.1))",
        "modes (a_i b_i x in Eq. (6.1))",
        "the network (6.1) has one scalar input",
    ),
]
"""Slips that no machine can refute."""
