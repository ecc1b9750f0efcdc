r"""The general solution of the scalar network: the shape of its clock, and what decides where it stops.

Position paper, Theorem I.1 with remarks I.2 and I.3, section 7; thesis 6.3.1 and Table 6.1.  The solution itself and
the lines of its proof are in lazy-rich, from which the letters are taken: S the target, S_0 and Sigma_0 the initial
function and the initial weights over Z, ``R = sqrt(Sigma_0^2 - S_0^2 + S^2)``, gamma the clock and gamma_+- its rest
points.

Remark I.2 lost its formulas.  For S > S_0 the clock is a piece of a logistic curve, centred at the height
``S/(Sigma_0 + S_0)``; it starts at 1, so that it is concave for all t > 0 exactly if that height is at most 1, that is,
``S <= Sigma_0 + S_0``, and has one inflection otherwise.  For S < S_0 it is a piece of a coth curve.

One initialisation escapes the theorem's proof and both remarks: a_i = -b_i for every i, where Sigma_0 + S_0 = 0 and the
clock is an exponential without end.
"""

from __future__ import annotations

import sympy as sp

from ..language.claims import Claim, Erratum
from ..language.flows import GradientFlow
from ..language.sources import position_paper, thesis
from ..language.statements import Chain, Identity, Inequality, Limit, Link, Rate
from ..language.symbols import natural, positive, real, time
from .chapters import Chapter
from .lazy_rich.clock import (
    S_0,
    R,
    Sigma_0,
    a,
    b,
    bounds,
    discriminant,
    gamma_minus,
    gamma_plus,
    generic,
    network,
    root_name,
    solution,
)
from .lazy_rich.clock import riccati as clock_equation
from .lazy_rich.clock import s as entry
from .lazy_rich.general_solution import (
    clock_velocity,
    gamma_limit,
    general_solution,
    integrated,
    plus_above_one,
    plus_below_one,
)
from .lazy_rich.lazy_or_rich import lower_bound, ntk_order
from .lazy_rich.letters import S, Z
from .lazy_rich.modes import aligned_growth

t = time()
PROOF = "re-derived from the text around it"
REMARK = "its condition lost, found again"
remark = [position_paper("Remark I.2", REMARK)]
g = real("gamma")
decay = sp.exp(-2 * R * t / Z)
centre = S / (Sigma_0 + S_0)
below = [*generic, S_0 < S]
above = [*generic, S_0 > S]
names = {root_name: R}

# -- The starts that the proof leaves out ----------------------------------------------------------------------------

quadratic = (Sigma_0 + S_0) * g**2 - 2 * S * g - (Sigma_0 - S_0)

always_factors = Claim(
    "general-solutions/factors-always-as-printed",
    title="The quadratic of the clock has a leading coefficient for every start, so that it always factors, as printed",
    statement=Inequality(Sigma_0 + S_0, ">", 0),
    hypotheses=bounds,
    source=[position_paper("Theorem I.1", PROOF), thesis("6.14")],
    erratum=Erratum(
        "hypothesis",
        "'So we can always factor the quadratic': where $a_i(0) = -b_i(0)$ for every $i$, $Sigma_0 + S_0 = 0$, it is "
        "no quadratic and its roots (93) divide by zero.",
        "(93) to (98), (6.14) as a number and both remarks need $Sigma_0 + S_0 > 0$. The solution (73) to (75), "
        "(6.10) to (6.12), and 'always monotone' survive without it.",
        printed="so we can always factor the quadratic in as",
        mark="always",
        right=r"so for $\Sigma_0 + \mathcal{S}_0 > 0$ we can factor the quadratic in $\gamma$ as",
        sentence=True,
        damage="The name after 'in' was lost in extraction; (92) is restored, not read.",
    ),
    note="The word 'always' is printed; the formula (92) was restored. Theorem and section speak of any "
    "initialisation. Read in the extended reals, $gamma_+ = 2S/0 = infinity$ is the right limit. The claim is about "
    "the leading coefficient of (90).",
)

factors = Claim(
    "general-solutions/factors",
    title="The quadratic of the clock factors, unless the second layer starts as minus the first",
    statement=Identity(quadratic, (Sigma_0 + S_0) * (g - gamma_plus) * (g - gamma_minus)),
    hypotheses=generic,
    source=[position_paper("Theorem I.1", PROOF), position_paper("92", PROOF), thesis("6.14")],
    uses=[discriminant],
    corrects=always_factors,
    note="Like lazy-rich/factorisation, for a variable of either sign.",
    where=names,
)

factors_multiplied = Claim(
    "general-solutions/factors-multiplied-out",
    title="Multiplied out, the factorised quadratic of the clock needs no hypothesis",
    statement=Identity((Sigma_0 + S_0) * quadratic, ((Sigma_0 + S_0) * g - S - R) * ((Sigma_0 + S_0) * g - S + R)),
    hypotheses=bounds,
    uses=[factors],
    note="At $Sigma_0 + S_0 = 0$ both sides are zero: the first factor is $-2S$, the second 0.",
    where=names,
)

opposite = sp.Eq(S_0, -Sigma_0)
runaway = ((Sigma_0 + S) * sp.exp(2 * S * t / Z) - Sigma_0) / S

opposite_clock = Claim(
    "general-solutions/opposite-layers-clock",
    title="From opposite layers the clock is an exponential",
    statement=Identity(solution.subs(S_0, -Sigma_0), runaway),
    hypotheses=[Sigma_0 >= 0],
    source=[position_paper("75", "as in the thesis"), thesis("6.12")],
    uses=[general_solution],
    note="$a_i(0) = -b_i(0)$ for every $i$: (6.12) holds, (6.14) does not.",
)

opposite_limit = Claim(
    "general-solutions/opposite-layers-limit",
    title="From opposite layers the clock grows without bound",
    statement=Limit(runaway, t, sp.oo, sp.oo),
    hypotheses=[Sigma_0 >= 0],
    source=[thesis("6.14")],
    uses=[opposite_clock],
    note="The network tends to 0, not to $S$: lazy-rich/excluded-start.",
)

opposite_opposite_convex = Claim(
    "general-solutions/opposite-layers-convex",
    title="From opposite layers the clock is convex at all times",
    statement=Inequality(sp.diff(runaway, t, 2), ">", 0),
    hypotheses=[Sigma_0 >= 0],
    source=remark,
    uses=[opposite_clock],
    note="$S > S_0$, but no part of a sigmoid, neither concave nor with an inflection: the remark too needs $Sigma_0 "
    "+ S_0 > 0$.",
)

no_weights = Claim(
    "general-solutions/no-weights",
    title="From zero weights the clock is an exponential, and nothing moves",
    statement=Identity(solution, sp.exp(2 * S * t / Z)),
    hypotheses=[sp.Eq(Sigma_0, 0), sp.Eq(S_0, 0)],
    source=[thesis("6.12")],
    uses=[general_solution],
    note="$Sigma_0 = 0$ means $a = b = 0$: (6.10) and (6.11) stay zero whatever $gamma$ is.",
)

no_target = Claim(
    "general-solutions/no-target",
    title="Without a target, equal layers decay by a power law",
    statement=Limit(solution.subs(S_0, Sigma_0), S, sp.Integer(0), 1 / (1 + 2 * Sigma_0 * t / Z)),
    hypotheses=[Sigma_0 > 0],
    source=[position_paper("91", PROOF)],
    uses=[general_solution],
    note=(
        "This is why (91) needs $S > 0$: at $S = 0$ and $a = b$ both roots are 0, (95) vanishes, and no exponential "
        "is left."
    ),
)

at_the_target = Claim(
    "general-solutions/at-the-target",
    title="For a network that starts at its target the clock stands still",
    statement=Identity(solution, 1),
    hypotheses=[sp.Eq(S_0, S), Sigma_0 >= S],
    source=[position_paper("97", PROOF)],
    uses=[general_solution],
    note="$S = S_0$: both sides of (97) vanish, and the logarithm in (96) has no meaning.",
)

# -- The shape of the clock (Remark I.2) -----------------------------------------------------------------------------

lower_root = Claim(
    "general-solutions/lower-root",
    title="The lower rest point of the clock is not positive",
    statement=Inequality(gamma_minus, "<=", 0),
    hypotheses=generic,
    source=[position_paper("Theorem I.1", PROOF), *remark],
    uses=[factors],
    note="$R >= S$. So the clock, which starts at 1, is always on the side of $gamma_+$; the root is zero where $a = "
    "b$.",
    where=names,
)

middle = Claim(
    "general-solutions/centre",
    title="The centre of the clock's curve lies halfway between its rest points",
    statement=Identity((gamma_plus + gamma_minus) / 2, centre),
    hypotheses=generic,
    source=remark,
    uses=[factors],
    where=names,
)

kappa = (gamma_plus - 1) / (1 - gamma_minus)
logistic = gamma_minus + (gamma_plus - gamma_minus) / (1 + kappa * decay)

logistic_form = Claim(
    "general-solutions/logistic-form",
    title="The clock as a logistic curve between its rest points",
    statement=Identity(solution, logistic),
    hypotheses=below,
    source=remark,
    uses=[integrated],
    where=names,
)

logistic_weight = Claim(
    "general-solutions/logistic-weight",
    title="Below the target the coefficient of the logistic form is positive, so that the clock is a sigmoid",
    statement=Inequality(kappa, ">", 0),
    hypotheses=below,
    source=remark,
    uses=[plus_above_one, lower_root],
    where=names,
)

moment, coefficient, upper, lower, rate = real("t"), positive("kappa"), real("gamma_+"), real("gamma_-"), positive("r")
fall = sp.exp(-rate * moment)
whole_curve = lower + (upper - lower) / (1 + coefficient * fall)

image_above = Claim(
    "general-solutions/image-above",
    title="The clock's sigmoid tends to the upper rest point for large times",
    statement=Limit(whole_curve, moment, sp.oo, upper),
    hypotheses=[lower < upper],
    source=remark,
    uses=[logistic_form, logistic_weight],
    note="$kappa = (gamma_+ - 1)/(1 - gamma_-)$ and $r = 2R/Z$; the graph of the clock is the piece from $t = 0$ on.",
)

image_below = Claim(
    "general-solutions/image-below",
    title="The clock's sigmoid comes from the lower rest point at large negative times",
    statement=Limit(whole_curve, moment, -sp.oo, lower),
    hypotheses=[lower < upper],
    source=remark,
    uses=[logistic_form, logistic_weight],
)

velocity = -quadratic / Z

curvature = Claim(
    "general-solutions/curvature",
    title="The curve of the clock bends at its centre",
    statement=Identity(sp.diff(velocity, g) * velocity, -2 * (Sigma_0 + S_0) / Z * (g - centre) * velocity),
    hypotheses=generic,
    source=remark,
    uses=[clock_equation],
    note="The second derivative of the clock by (90) and the chain rule, on the left.",
)

speed = positive("v")  # of the clock

concave = Claim(
    "general-solutions/concave",
    title="Below the target the clock is concave if the target is at most the weights and the function",
    statement=Inequality(-2 * (Sigma_0 + S_0) / Z * (g - centre) * speed, "<", 0),
    hypotheses=[*generic, g > 1, Sigma_0 + S_0 >= S],
    source=remark,
    uses=[curvature, clock_velocity],
    note="'Concave for all $t > 0$ if': $S <= Sigma_0 + S_0$. Then the clock is above 1 for $t > 0$; its speed is $v "
    "> 0$.",
)

convex_at_first = Claim(
    "general-solutions/convex-at-first",
    title="With a larger target the clock starts convex",
    statement=Inequality(-2 * (Sigma_0 + S_0) / Z * (1 - centre) * speed, ">", 0),
    hypotheses=[*generic, Sigma_0 + S_0 < S],
    source=remark,
    uses=[curvature, clock_velocity],
    note="'And only if': at $t = 0$ the clock is at 1, below its centre.",
)

later_half = Claim(
    "general-solutions/inflection-condition",
    title="The distance of the start of the clock from its centre",
    statement=Identity((gamma_plus - 1) - (1 - gamma_minus), 2 * (S - Sigma_0 - S_0) / (Sigma_0 + S_0)),
    hypotheses=generic,
    source=remark,
    uses=[middle],
    note="So $kappa > 1$ just where $S > Sigma_0 + S_0$: only then is the time in the next claim positive.",
    where=names,
)

inflection = Claim(
    "general-solutions/inflection",
    title="With a larger target the clock bends once, at its centre",
    statement=Identity(
        whole_curve - (upper + lower) / 2,
        (upper - lower) / 2 * (1 - coefficient * fall) / (1 + coefficient * fall),
    ),
    hypotheses=[lower < upper],
    source=remark,
    uses=[curvature, later_half, logistic_form],
    note="Zero at $t = (Z/(2 R)) log(kappa)$ only, which is later than the start where $kappa > 1$.",
)

q = real("q")

tanh_or_coth = Claim(
    "general-solutions/tanh-or-coth",
    title="The clock as a hyperbolic tangent about its centre",
    statement=Identity(
        lower + (upper - lower) / (1 - q),
        (upper + lower) / 2 + (upper - lower) / 2 * (1 + q) / (1 - q),
    ),
    hypotheses=[sp.Ne(q, 1)],
    source=remark,
    uses=[logistic_form],
    note="$q = -kappa e^(-2 R t/Z)$: negative below the target, where $(1 + q)/(1 - q)$ is a tanh; between 0 and 1 "
    "above it, where it is a coth.",
)

phase = positive("x")

coth_form = Claim(
    "general-solutions/coth",
    title="Above the target the clock's quotient is a hyperbolic cotangent",
    statement=Identity((1 + sp.exp(-2 * phase)) / (1 - sp.exp(-2 * phase)), sp.cosh(phase) / sp.sinh(phase)),
    source=remark,
    note="$q = e^(-2x)$ with $x = R t/Z$ plus a constant: a dilation and translation of coth, for $S < S_0$.",
)

coth_range = Claim(
    "general-solutions/coth-range",
    title="Above the target the coefficient lies between minus one and zero: the lower bound",
    statement=Inequality(gamma_plus - gamma_minus, ">", 0),
    hypotheses=above,
    source=remark,
    uses=[plus_below_one, lower_root],
    note="$1 + kappa = (gamma_+ - gamma_-)/(1 - gamma_-) > 0$, and $kappa < 0$ since $gamma_+ < 1$.",
    where=names,
)

half_width = Claim(
    "general-solutions/half-width",
    title="The upper rest point of the clock lies above its centre",
    statement=Chain(
        gamma_plus - centre,
        (Link("=", R / (Sigma_0 + S_0), "half the distance of the roots"), Link(">", sp.Integer(0), "R >= S > 0")),
    ),
    hypotheses=generic,
    source=remark,
    uses=[middle],
    where=names,
)

convex = Claim(
    "general-solutions/convex",
    title="Above the target the clock is convex while it runs down",
    statement=Inequality(-2 * (Sigma_0 + S_0) / Z * (g - centre) * (-speed), ">", 0),
    hypotheses=[*generic, (Sigma_0 + S_0) * g > S],
    source=remark,
    uses=[curvature, clock_velocity, half_width],
    note="For $S < S_0$ its velocity is $-v$, and it stays above $gamma_+$, which is above the centre.",
)

# -- What decides between lazy and rich (Remark I.3, section 7, Table 6.1) -------------------------------------------

ratio_remark = [position_paper("Remark I.3", PROOF)]

root_bound = Claim(
    "general-solutions/root-bound",
    title="The root sqrt(S^2 - S_0^2 + Sigma_0^2) is at least the target",
    statement=Inequality(R, ">=", S),
    hypotheses=bounds,
    source=ratio_remark,
    note="The first of the two reasons of the remark; it uses $Sigma_0 >= |S_0|$.",
)

weights_bound = Claim(
    "general-solutions/weights-bound",
    title="The sum of the initial weights and the initial function is at most twice the weights",
    statement=Inequality(Sigma_0 + S_0, "<=", 2 * Sigma_0),
    hypotheses=bounds,
    source=ratio_remark,
    note="The second of the two reasons that the remark gives.",
)

bound_attained = Claim(
    "general-solutions/bound-attained",
    title="For equal layers the clock stops at the ratio of target to weights itself",
    statement=Identity(gamma_plus, S / Sigma_0),
    hypotheses=[sp.Eq(S_0, Sigma_0), Sigma_0 > 0],
    source=ratio_remark,
    uses=[lower_bound],
    note="$a = b$: the bound of the remark is attained.",
)

k = positive("k")

ratio_decides = Claim(
    "general-solutions/ratio-decides",
    title="Where the clock stops depends on ratios only",
    statement=Identity(gamma_plus.subs({S: k * S, Sigma_0: k * Sigma_0, S_0: k * S_0}, simultaneous=True), gamma_plus),
    hypotheses=generic,
    source=[position_paper("Section 7.1", None)],
    uses=[gamma_limit],
    note="$S/Sigma_0$, and $S_0/Sigma_0$ as well; from $S_0 = 0$ the weight-to-target ratio alone.",
    where=names,
)

upper_bound = Claim(
    "general-solutions/ratio-bounds-from-above",
    title="From a function that is not negative, large weights leave the clock near one",
    statement=Chain(
        gamma_plus,
        (
            Link("<=", (2 * S + Sigma_0) / (Sigma_0 + S_0), "R <= Sigma_0 + S"),
            Link("<=", 1 + 2 * S / Sigma_0, "S_0 >= 0"),
        ),
    ),
    hypotheses=[S_0 >= 0, Sigma_0 > S_0],
    source=[position_paper("Section 7.1", None)],
    uses=[gamma_limit],
    note="The direction that Remark I.3 does not give: a large weight-to-target ratio makes the dynamics lazy. For "
    "$Sigma_0 = S_0$ see the equality before.",
    where=names,
)

ratio_is_not_all = Claim(
    "general-solutions/ratio-is-not-all",
    title="From a negative function the clock may run far at any weight-to-target ratio",
    statement=Inequality(gamma_plus, "<=", 1 + 2 * S / Sigma_0),
    hypotheses=[*generic, Sigma_0 > 0],
    expected="REFUTED",
    source=[position_paper("Section 7.1", None)],
    note="Near $a = -b$, $Sigma_0 + S_0$ is small whatever the weights are. So the sentence that the ratio of target "
    "to weights determines $gamma_+$ is not true of every start, as it reads under 'General initialization'; it is "
    "true where $S_0$ is of smaller order than $Sigma_0$, as with NTK and target downscaling.",
    where=names,
)

weights, target, inputs, outputs = positive("w T x o")  # the four scales of Table 6.1
proportion = target / (inputs * outputs * weights**2)


def growth(ratio: sp.Expr) -> sp.Expr:
    """gamma_+ at S_0 = 0, as a function of S/Sigma_0."""
    return ratio + sp.sqrt(1 + ratio**2)


growth_of_ratio = Claim(
    "general-solutions/growth-of-ratio",
    title="From a network that starts at zero the ratio of target to weights decides where the clock stops",
    statement=Identity(gamma_plus.subs(S_0, 0), growth(S / Sigma_0)),
    hypotheses=[Sigma_0 > 0],
    source=[thesis("Section 6.3.1"), position_paper("Section 7.1", None)],
    uses=[gamma_limit],
)

TABLE = (
    "In the toy model $S$ is target over input scale, and $Sigma_0$ the output scale times the squared weight scale."
)
TABLE_SOURCE = [thesis("Table 6.1"), thesis("Section 6.3.1"), position_paper("Section 7.2", None)]

weight_downscaling = Claim(
    "general-solutions/weight-downscaling",
    title="Weight downscaling makes the dynamics richer",
    statement=Inequality(sp.diff(growth(proportion), weights), "<", 0),
    source=TABLE_SOURCE,
    uses=[growth_of_ratio],
    note=TABLE,
)

target_upscaling = Claim(
    "general-solutions/target-upscaling",
    title="Target upscaling makes the dynamics richer",
    statement=Inequality(sp.diff(growth(proportion), target), ">", 0),
    source=TABLE_SOURCE,
    uses=[growth_of_ratio],
    note=TABLE,
)

input_downscaling = Claim(
    "general-solutions/input-downscaling",
    title="Input downscaling makes the dynamics richer",
    statement=Inequality(sp.diff(growth(proportion), inputs), "<", 0),
    source=TABLE_SOURCE,
    uses=[growth_of_ratio],
    note=TABLE,
)

output_downscaling = Claim(
    "general-solutions/output-downscaling",
    title="Output downscaling makes the dynamics richer",
    statement=Inequality(sp.diff(growth(proportion), outputs), "<", 0),
    source=TABLE_SOURCE,
    uses=[growth_of_ratio],
    note=TABLE,
)

table_values = Claim(
    "general-solutions/table-values",
    title="Every variant of the table is richer than its default",
    statement=Chain(
        growth(sp.Rational(3, 25)),
        (
            Link("<", growth(sp.Rational(6, 5)), "(c) target 30, and (e) output 1/10: both make the ratio 6/5"),
            Link("<", growth(sp.Integer(3)), "(b) weights 1: 3"),
            Link("<", growth(sp.Integer(12)), "(d) inputs 1/100: 12"),
        ),
    ),
    source=[thesis("Table 6.1")],
    uses=[growth_of_ratio],
    note=f"{TABLE} The default has weights 5 and target 3: the ratio $3/25$.",
)

m = positive("m")  # E[x^2]
any_variance = GradientFlow(m * (network - S) ** 2 / 2, (a, b), t)

input_variance = Claim(
    "general-solutions/input-variance",
    title="The variance of the input sets the speed of the layers, not where they end",
    statement=Rate(a[entry] + b[entry], m * (S - network) / Z * (a[entry] + b[entry]), any_variance),
    source=[thesis("Theorem 1"), thesis("Section 6.3.1")],
    uses=[general_solution],
    note="$E[x^2]$ multiplies every rate, so that (6.12) holds in the time $m t$. Downscaling the input makes $S$ "
    "larger and $E[x^2]$ smaller: the dynamics gets richer and slower.",
)

width = natural("p")
end = growth(S / sp.sqrt(width))

collective = Claim(
    "general-solutions/collective-change",
    title="The small changes of many features add up to the target",
    statement=Identity(width / 2 * (end - 1 / end) / sp.sqrt(width), S),
    source=[position_paper("Section 7.1", None), thesis("Section 6.2.3")],
    uses=[ntk_order, growth_of_ratio],
    note="$p/2$ aligned features $a b = 1$ go to $gamma_+$, $p/2$ anti-aligned ones from -1 to $-1/gamma_+$, with $Z "
    "= sqrt(p)$: each moves by order $p^(-1/2)$, together by $S$.",
)

same_growth = Claim(
    "general-solutions/aligned-modes-grow-by-the-clock",
    title="(6.8) and (6.14) give the aligned modes the same growth",
    statement=Identity((S + sp.sqrt(Sigma_0**2 + S**2)) / Sigma_0, gamma_plus),
    hypotheses=[sp.Eq(S_0, 0), Sigma_0 > 0],
    source=[thesis("6.8"), thesis("6.14")],
    uses=[aligned_growth],
    note="$theta(0) = 0$, $theta(infinity) = S$ and $Delta theta(0) = Sigma_0$; on the hyperbola $Delta "
    "theta(infinity)^2 = Delta theta(0)^2 + S^2$.",
)

CHAPTER = Chapter(
    "general-solutions",
    sources=(
        "thesis",
        "position-paper",
    ),
    notation={
        "a_0": r"a_{#}(0)",
        "b_0": r"b_{#}(0)",
        "S_0": r"\mathcal{S}_{0}",
        "m": r"\mathbf{E}[x^{2}]",
        "e": r"\mathcal{E}",
    },
)
