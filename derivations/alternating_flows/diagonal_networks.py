"""4a to 4c. Diagonal linear networks: accumulated utility, and the limit of a vanishing initialisation."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.flows import GradientFlow, partial
from ...language.statements import Conserved, Identity, Inequality, Integral, Limit, Rate, Solution
from ...language.symbols import families, index, nonnegative, positive, real, total, trajectories
from .letters import DIAGONAL, SADDLES, d, t
from .linear_networks import X, n, s
from .utility import norm_rate

# The slide's loss, |y - (u . v)^T X^T|^2 / 2, is a sum over the n samples; X is n x d, so that X_{si} is the i-th input
# of the s-th sample.

s_, k_ = index("s'", n), index("k'", d)
i_ = index("i", d)
u_, v_, beta_ = families("u v beta", t)
y_s = families("y")


def diagonal_residual(sample: sp.Idx) -> sp.Expr:
    """``r_s = y_s - sum_k u_k v_k X_{sk}``."""
    return y_s[sample] - total(u_[k_] * v_[k_] * X[sample, k_], k_)


diagonal_flow = GradientFlow(total(diagonal_residual(s) ** 2, s) / 2, (u_, v_), t)
map_residual = y_s[s] - total(beta_[k_] * X[s, k_], k_)
map_slope = partial(total(map_residual**2, s) / 2, beta_[i_])  # dL/d beta_i
map_slope = map_slope.replace(
    lambda e: getattr(e, "func", None) == beta_[i_].func, lambda e: u_[e.args[0]] * v_[e.args[0]]
)
pulled = total(X[s, i_] * diagonal_residual(s), s)  # sum_s X_{si} r_s

diagonal_rate = Claim(
    "alternating-flows/diagonal-flow",
    title="The gradient flow of a diagonal network: the first factor",
    statement=Rate(u_[i_], v_[i_] * pulled, diagonal_flow),
    source=DIAGONAL,
)

diagonal_rate_v = Claim(
    "alternating-flows/diagonal-flow-second",
    title="The gradient flow of a diagonal network: the second factor",
    statement=Rate(v_[i_], u_[i_] * pulled, diagonal_flow),
    source=DIAGONAL,
)

diagonal_conservation = Claim(
    "alternating-flows/diagonal-conservation",
    title="The difference of the squares of a coordinate's factors is conserved",
    statement=Conserved(u_[i_] ** 2 - v_[i_] ** 2, diagonal_flow),
    source=DIAGONAL,
    uses=[diagonal_rate, diagonal_rate_v],
    note="From $u = alpha 1$, $v = 0$ it stays $alpha^2$, in every coordinate.",
)

utility_printed = Claim(
    "alternating-flows/diagonal-utility-printed",
    title="The utility of a coordinate, with the indices as printed",
    statement=Identity(
        total(u_[i_] * v_[s] * X[i_, s] * diagonal_residual(s), s) / n, -u_[i_] * v_[i_] * map_slope / n
    ),
    source=DIAGONAL,
    erratum=Erratum(
        "slip",
        "$v_j$ carries the index of the sample; it is $v_i$. And $X_ij$ has its indices reversed: $j$ runs over the "
        "$n$ samples, which are the rows of the slide's $X$ (its loss has $X^T$ on the right of a row).",
        "None: the second expression of the line, $-u_i v_i dL/dbeta_i$, has the right index.",
        printed=r"\hat{\mathcal{U}}_i(u_i, v_i; r) = \frac{1}{n} \sum_{j=1}^n u_i v_j X_{ij} r_j = -u_i v_i "
        r"\nabla_{\beta_i} \mathscr{L}(\beta_\theta)",
        mark="v_j X_{ij}",
        right=r"\hat{\mathcal{U}}_i(u_i, v_i; r) = \frac{1}{n} \sum_{j=1}^n u_i v_i X_{ji} r_j = -u_i v_i "
        r"\nabla_{\beta_i} \mathscr{L}(\beta_\theta)",
    ),
    note="The factor $1/n$ is put on both sides here; see diagonal-utility-mean-printed for it.",
)

utility_mean_printed = Claim(
    "alternating-flows/diagonal-utility-mean-printed",
    title="The mean over samples under the slide's own loss, with repaired indices",
    statement=Identity(total(u_[i_] * v_[i_] * X[s, i_] * diagonal_residual(s), s) / n, -u_[i_] * v_[i_] * map_slope),
    source=DIAGONAL,
    erratum=Erratum(
        "convention",
        "The utility is a mean over $n$ samples, and equal to $-u_i v_i dL/dbeta_i$ only if the loss is a mean too; "
        "the slide's loss $|y - (u . v)^T X^T|^2 / 2$ is a sum.",
        "A factor $n$ in the utility, and so in the jump times, depending on which side one takes; no order of jumps "
        "changes.",
        printed=r"\hat{\mathcal{U}}_i(u_i, v_i; r) = \frac{1}{n} \sum_{j=1}^n u_i v_j X_{ij} r_j = -u_i v_i "
        r"\nabla_{\beta_i} \mathscr{L}(\beta_\theta)",
        mark=r"\frac{1}{n}",
        right=r"\hat{\mathcal{U}}_i(u_i, v_i; r) = \frac{1}{n} \sum_{j=1}^n u_i v_i X_{ji} r_j = -\frac{1}{n} u_i "
        r"v_i \nabla_{\beta_i} \mathscr{L}(\beta_\theta)",
    ),
)

utility_sum = Claim(
    "alternating-flows/diagonal-utility",
    title="The utility of a coordinate under the printed loss: a sum over samples",
    statement=Identity(total(u_[i_] * v_[i_] * X[s, i_] * diagonal_residual(s), s), -u_[i_] * v_[i_] * map_slope),
    source=DIAGONAL,
    corrects=utility_mean_printed,
)

utility_mean = Claim(
    "alternating-flows/diagonal-utility-of-the-mean",
    title="The utility of a coordinate under the mean squared error: a mean over samples",
    statement=Identity(
        total(u_[i_] * v_[i_] * X[s, i_] * diagonal_residual(s), s) / n, -u_[i_] * v_[i_] * map_slope / n
    ),
    source=DIAGONAL,
    corrects=utility_printed,
    note="$dL/dbeta_i / n$ is the gradient of the loss that is divided by $n$. The hat over the utility says "
    "'normalized', that is $u_i v_i$ at a unit vector $(u_i, v_i)$.",
)

# --- 4b. One coordinate against a fixed residual --------------------------------------------------------------

# g = -dL/dbeta_i >= 0 during a stage; U* = g/2 is the maximal utility.

g, a_init, tau = positive("g alpha tau")
x_start = real("x")  # half of the slide's c_i(t)
u_one, v_one = trajectories("u v")
stage = GradientFlow(-g * u_one * v_one, (u_one, v_one), t)
u_real, v_real = real("u v")

diagonal_maximum = Claim(
    "alternating-flows/diagonal-utility-bound",
    title="The utility of a coordinate is at most half the gradient's size",
    statement=Inequality(g * u_real * v_real, "<=", g / 2 * (u_real**2 + v_real**2)),
    source=DIAGONAL,
    note="With equality for $u = v$, so that $U^* = |dL/dbeta_i|/2$; for a gradient of the other sign $u = -v$.",
)

first_stage = Claim(
    "alternating-flows/diagonal-first-stage",
    title="From the printed initialisation both factors are hyperbolic functions",
    statement=Solution(
        stage,
        of=(u_one, v_one),
        equals=(a_init * sp.cosh(g * t), a_init * sp.sinh(g * t)),
        initially=(a_init, sp.Integer(0)),
    ),
    source=DIAGONAL,
    uses=[diagonal_rate, diagonal_rate_v],
    note="$u = alpha$, $v = 0$ at the start.",
)

any_stage = Claim(
    "alternating-flows/diagonal-any-stage",
    title="At every stage both factors are hyperbolic functions, whose argument continues from its last value",
    statement=Solution(
        stage,
        of=(u_one, v_one),
        equals=(a_init * sp.cosh(x_start + g * t), a_init * sp.sinh(x_start + g * t)),
        initially=(a_init * sp.cosh(x_start), a_init * sp.sinh(x_start)),
    ),
    source=DIAGONAL,
    uses=[first_stage],
    note="$t$ is the time since the stage began; $x = c_i/2$ has accumulated minus the gradient over the stages "
    "before.",
)

norm_in_stage = Claim(
    "alternating-flows/diagonal-norm",
    title="The norm of a coordinate's two factors",
    statement=Identity(
        (a_init * sp.cosh(x_start + g * tau)) ** 2 + (a_init * sp.sinh(x_start + g * tau)) ** 2,
        a_init**2 * sp.cosh(2 * x_start + 2 * g * tau),
    ),
    source=DIAGONAL,
    uses=[any_stage],
    note="$|theta_i|^2 = alpha^2 cosh(2x)$; in particular $|theta_i(0)| = alpha$, and $S = log(|theta|/alpha)$ for "
    "$kappa = 2$.",
)

map_in_stage = Claim(
    "alternating-flows/diagonal-coefficient",
    title="The coefficient of a dormant coordinate",
    statement=Identity((a_init * sp.cosh(x_start)) * (a_init * sp.sinh(x_start)), a_init**2 / 2 * sp.sinh(2 * x_start)),
    source=DIAGONAL,
    uses=[any_stage],
)

U_star, c_i = positive("U"), real("c_i")


def accumulated(argument: sp.Expr) -> sp.Expr:
    """``S = log(|theta|/alpha)`` with ``x = argument / 2``, so that ``c = argument``."""
    return sp.log(sp.cosh(argument / 2) ** 2 + sp.sinh(argument / 2) ** 2) / 2


accumulates = Claim(
    "alternating-flows/diagonal-accumulates",
    title="The logarithm of the norm accumulates twice the normalized utility",
    statement=Rate(sp.log(u_one**2 + v_one**2) / 2, 2 * (g * u_one * v_one / (u_one**2 + v_one**2)), stage),
    hypotheses=[u_one**2 + v_one**2 > 0],
    source=DIAGONAL,
    uses=[norm_rate],
    note=r"$dS/dt = \kappa \hat{\mathcal{U}}$ with $\kappa = 2$ and $\hat{\mathcal{U}} = g u v/|\theta|^2$.",
)

first_accumulated = Claim(
    "alternating-flows/diagonal-accumulated-first",
    title="The accumulated utility during the first stage",
    statement=Identity(accumulated(4 * U_star * tau), sp.log(sp.cosh(4 * U_star * tau)) / 2),
    source=DIAGONAL,
    uses=[norm_in_stage, diagonal_maximum],
    note="The printed line with $c_i = 0$, $g = 2 U^*$: there it is right.",
)

moment = real("t'")

increment = Claim(
    "alternating-flows/diagonal-increment",
    title="The increment of the accumulated utility during a stage",
    statement=Integral(
        2 * (U_star * sp.tanh(4 * U_star * moment + c_i)),
        (moment, 0, tau),
        sp.log(sp.cosh(4 * U_star * tau + c_i) / sp.cosh(c_i)) / 2,
        antiderivative=sp.log(sp.cosh(4 * U_star * moment + c_i)) / 2,
    ),
    source=DIAGONAL,
    uses=[any_stage, accumulates],
    note=r"The printed right-hand side as what it is: the integral of $\kappa \hat{\mathcal{U}}$ over the stage, "
    r"$\kappa = 2$, with $\hat{\mathcal{U}} = g u v/|\theta|^2 = \mathcal{U}^* \tanh(4 \mathcal{U}^* t' + c_i)$ for "
    "$g = 2 U^*$.",
)

normalized_in_stage = Claim(
    "alternating-flows/diagonal-normalized-utility",
    title="The normalized utility of a coordinate during a stage",
    statement=Identity(
        2 * U_star * sp.cosh(c_i / 2) * sp.sinh(c_i / 2) / (sp.cosh(c_i / 2) ** 2 + sp.sinh(c_i / 2) ** 2),
        U_star * sp.tanh(c_i),
    ),
    source=DIAGONAL,
    uses=[any_stage],
    note="$g u v/|theta|^2$ with $g = 2 U^*$; it rises to $U^*$ as the coordinate's direction aligns.",
)

accumulated_printed = Claim(
    "alternating-flows/diagonal-accumulated-printed",
    title="The accumulated utility at a later stage, as printed",
    statement=Identity(accumulated(4 * U_star * tau + c_i), sp.log(sp.cosh(4 * U_star * tau + c_i) / sp.cosh(c_i)) / 2),
    source=DIAGONAL,
    erratum=Erratum(
        "consequential",
        r"The right-hand side is the increment $S_i(t + tau) - S_i(t)$, not $S_i(t + tau)$: with $S_i$ the integral "
        r"of the utility from time 0, as defined, $S_i(t) = \log(\cosh c_i(t))/2$ is missing. At $tau = 0$ it gives "
        r"$S_i(t) = 0$.",
        "Jump times of coordinates that wait through several stages would come out too late; with $S_i(t)$ added they "
        "are right, as in the table of the slide.",
        printed=r"\mathcal{S}_{i}(t+\tau^{*}) = \frac{1}{2} \log \left(\frac{\cosh(4\mathcal{U}_{i}^{*}(t)\tau^{*} + "
        r"c_{i}(t))}{\cosh(c_{i}(t))} \right)",
        mark=r"\mathcal{S}_{i}(t+\tau^{*})",
        right=r"\mathcal{S}_{i}(t+\tau^{*}) = \mathcal{S}_{i}(t) + \frac{1}{2} \log "
        r"\left(\frac{\cosh(4\mathcal{U}_{i}^{*}(t)\tau^{*} + c_{i}(t))}{\cosh(c_{i}(t))} \right)",
    ),
    note="It holds if $S_i$ is counted anew in each stage, but then the jump is not at $S_i = -log(|theta_i(0)|)$.",
)

accumulated_later = Claim(
    "alternating-flows/diagonal-accumulated",
    title="The accumulated utility at a later stage",
    statement=Identity(
        accumulated(4 * U_star * tau + c_i),
        accumulated(c_i) + sp.log(sp.cosh(4 * U_star * tau + c_i) / sp.cosh(c_i)) / 2,
    ),
    source=DIAGONAL,
    uses=[any_stage, norm_in_stage, first_accumulated, increment],
    corrects=accumulated_printed,
)

accumulated_total = Claim(
    "alternating-flows/diagonal-accumulated-total",
    title="The total accumulated utility",
    statement=Identity(accumulated(c_i), sp.log(sp.cosh(c_i)) / 2),
    source=DIAGONAL,
    uses=[accumulated_later],
    note="$c_i(t + tau) = c_i(t) + 4 U^* tau$: only the sum of the stages counts.",
)

reversed_stage = Claim(
    "alternating-flows/diagonal-reversed-stage",
    title="A stage in which the gradient has changed its sign takes the accumulated utility back",
    statement=Solution(
        GradientFlow(g * u_one * v_one, (u_one, v_one), t),
        of=(u_one, v_one),
        equals=(a_init * sp.cosh(x_start - g * t), a_init * sp.sinh(x_start - g * t)),
        initially=(a_init * sp.cosh(x_start), a_init * sp.sinh(x_start)),
    ),
    source=DIAGONAL,
    uses=[any_stage],
    note="$c_i$ then falls by $4 U^* tau$. The slide does not say what $c_i$ is; with $U^*$ a maximum, and so not "
    "negative, the formula asks for a $c_i$ with the sign of $-dL/dbeta_i$, negative where a coordinate turns.",
)

# --- 4c. The limit of a vanishing initialisation --------------------------------------------------------------

X_ = positive("x")  # the argument x of a coordinate
large = positive("Lambda")  # log(1/alpha)

limit_threshold = Claim(
    "alternating-flows/limit-jump",
    title="At its jump the accumulated gradient of a coordinate is log(1/alpha), to leading order",
    statement=Limit(X_ / (sp.log(sp.cosh(2 * X_)) / 2), X_, sp.oo, sp.Integer(1)),
    source=SADDLES,
    uses=[accumulated_total],
    note="The jump is at $log(cosh 2x)/2 = log(1/alpha)$: in units of $log(1/alpha)$ the accumulated gradient reaches "
    "1, the condition $S_i = +-1$ of the algorithm.",
)

limit_gap = Claim(
    "alternating-flows/limit-gap",
    title="The correction to the accumulated gradient at a jump does not shrink with alpha",
    statement=Limit(X_ - sp.log(sp.cosh(2 * X_)) / 2, X_, sp.oo, sp.log(2) / 2),
    source=SADDLES,
    uses=[limit_threshold],
    note="Hence at finite $alpha$ jump times differ from the algorithm's by the fraction $log(2)/(2 log(1/alpha))$: a "
    "table that agrees to seven digits compares the limit.",
)

strength = nonnegative("S")

below_jump = Claim(
    "alternating-flows/limit-dormant",
    title="A coordinate with |S| < 1 is at the origin in the limit",
    statement=Limit(sp.exp(-2 * large) * sp.cosh(2 * strength * large), large, sp.oo, sp.Integer(0)),
    hypotheses=[strength < 1],
    source=SADDLES,
    uses=[norm_in_stage],
    note="$|theta_i|^2 = alpha^2 cosh(2 S log(1/alpha))$, $Lambda = log(1/alpha)$.",
)

at_jump = Claim(
    "alternating-flows/limit-at-jump",
    title="At |S| = 1 the norm of a coordinate is of order one",
    statement=Limit(sp.exp(-2 * large) * sp.cosh(2 * large), large, sp.oo, sp.Rational(1, 2)),
    source=SADDLES,
    uses=[norm_in_stage],
)

coefficient_dormant = Claim(
    "alternating-flows/limit-coefficient",
    title="A neuron that is dormant does not contribute to the network before |S| = 1",
    statement=Limit(sp.exp(-2 * large) * sp.sinh(2 * strength * large) / 2, large, sp.oo, sp.Integer(0)),
    hypotheses=[strength < 1],
    source=SADDLES,
    uses=[map_in_stage],
    note="$beta_i = 0$ for $S_i$ in $(-1, 1)$, the algorithm's constraint.",
)
