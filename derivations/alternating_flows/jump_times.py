"""1c. When a dormant neuron jumps."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.statements import Identity, Inequality, Limit, Rate, Solution
from ...language.symbols import positive, trajectories
from .letters import JUMP, kappa, t
from .utility import ACTIVE_SIDE, FIXED, dormant, norm, norm_rate, normalized

# Along a fixed direction the norm obeys d rho/dt = kappa rho^(kappa-1) U, from the loss -U rho^kappa; with utility that
# changes in time the same holds with S = int kappa U in place of kappa U t.

R = trajectories("rho")
U, rho_0 = positive("U rho_0")
radial = GradientFlow(-U * R**kappa, (R,), t)
radial_2 = GradientFlow(-U * R**2, (R,), t)
ALONG = "A special case: along a direction of constant utility $U$; in general $S(t)$ stands for $kappa U t$."

log_rate = Claim(
    "alternating-flows/jump-quadratic-rate",
    title="For kappa = 2 the logarithm of the norm accumulates the utility",
    statement=Rate(sp.log(R), 2 * U, radial_2),
    hypotheses=[R > 0],
    source=JUMP,
    uses=[norm_rate],
    note=ALONG,
)

power_rate = Claim(
    "alternating-flows/jump-power-rate",
    title="For other kappa a power of the norm accumulates the utility",
    statement=Rate(R ** (2 - kappa) / (2 - kappa), kappa * U, radial),
    hypotheses=[R > 0, sp.Ne(kappa, 2)],
    source=JUMP,
    uses=[norm_rate],
    note=ALONG,
)

turning_rate = Claim(
    "alternating-flows/jump-power-rate-of-any-direction",
    title="Along the flow of a dormant neuron a power of the norm accumulates kappa times its normalized utility",
    statement=Rate(norm ** (2 - kappa) / (2 - kappa), kappa * normalized, dormant),
    hypotheses=[*ACTIVE_SIDE, sp.Ne(kappa, 2)],
    source=JUMP,
    uses=[norm_rate],
    note="So that $|theta|^(2-kappa)/(2-kappa)$ grows by $S(t)$, the integral of $kappa U(theta/|theta|)$, while the "
    f"direction turns; for $kappa = 2$ it is $log(|theta|)$, see alternating-flows/log-norm-rate. {FIXED}",
)

quadratic_growth = Claim(
    "alternating-flows/jump-quadratic-growth",
    title="For kappa = 2 the norm grows exponentially",
    statement=Solution(radial_2, of=(R,), equals=(rho_0 * sp.exp(2 * U * t),), initially=(rho_0,)),
    source=JUMP,
    uses=[log_rate],
    note=ALONG,
)

S, log_start = positive("S ell")  # the accumulated utility, and minus the logarithm of the initial norm

quadratic_before = Claim(
    "alternating-flows/jump-quadratic-before",
    title="For kappa = 2 the norm is below one until the accumulated utility reaches minus the log of the initial norm",
    statement=Inequality(sp.exp(-log_start) * sp.exp(S), "<", 1),
    hypotheses=[log_start > S],
    source=JUMP,
    uses=[quadratic_growth],
    note="$log(|theta(t)|) = log(|theta(0)|) + S(t)$, $ell = -log(|theta(0)|)$.",
)

quadratic_jump = Claim(
    "alternating-flows/jump-quadratic",
    title="For kappa = 2 the norm is above one when the accumulated utility has passed it",
    statement=Inequality(sp.exp(-log_start) * sp.exp(S), ">", 1),
    hypotheses=[log_start < S],
    source=JUMP,
    uses=[quadratic_growth],
    note="With jump-quadratic-before: the printed value is the infimum.",
)

threshold = -(rho_0 ** (2 - kappa) - 1) / (2 - kappa)

power_jump = Claim(
    "alternating-flows/jump-power",
    title="For kappa > 2 the norm is one when the accumulated utility reaches the printed threshold",
    statement=Identity((rho_0 ** (2 - kappa) - (kappa - 2) * threshold) ** (-1 / (kappa - 2)), 1),
    hypotheses=[kappa > 2],
    source=JUMP,
    uses=[power_rate],
    note="$|theta(t)|^(2-kappa) = |theta(0)|^(2-kappa) - (kappa - 2) S(t)$.",
)

power_growth = Claim(
    "alternating-flows/jump-power-growth",
    title="For kappa > 2 the norm grows hyperbolically, up to a finite time",
    statement=Identity(
        sp.diff((rho_0 ** (2 - kappa) - (kappa - 2) * kappa * U * t) ** (-1 / (kappa - 2)), t),
        kappa * ((rho_0 ** (2 - kappa) - (kappa - 2) * kappa * U * t) ** (-1 / (kappa - 2))) ** (kappa - 1) * U,
    ),
    hypotheses=[kappa > 2, (kappa - 2) * kappa * U * t < rho_0 ** (2 - kappa)],
    source=JUMP,
    uses=[power_rate],
    note=f"The closed form satisfies $drho/dt = kappa rho^(kappa-1) U$ until it blows up. {ALONG}",
)

jump_continuous = Claim(
    "alternating-flows/jump-continuous-in-kappa",
    title="The two thresholds agree as kappa tends to 2",
    statement=Limit(threshold, kappa, sp.Integer(2), -sp.log(rho_0)),
    source=JUMP,
    uses=[quadratic_jump, power_jump],
)

jump_positive = Claim(
    "alternating-flows/jump-threshold-positive",
    title="The threshold is positive for a neuron that starts inside of the unit ball",
    statement=Inequality(threshold, ">", 0),
    hypotheses=[kappa > 2, rho_0 < 1],
    source=JUMP,
    uses=[power_jump],
)

jump_positive_2 = Claim(
    "alternating-flows/jump-threshold-positive-quadratic",
    title="For kappa = 2 as well the threshold is positive for a start inside the unit ball",
    statement=Inequality(-sp.log(rho_0), ">", 0),
    hypotheses=[rho_0 < 1],
    source=JUMP,
)

jump_late = Claim(
    "alternating-flows/jump-threshold-diverges",
    title="With vanishing initialisation the jump of a neuron with kappa > 2 takes ever longer",
    statement=Limit(rho_0 ** (kappa - 2) * threshold, rho_0, sp.Integer(0), 1 / (kappa - 2)),
    hypotheses=[kappa > 2],
    source=JUMP,
    note="The threshold is of order $|theta(0)|^(2-kappa)$; for $kappa = 2$ it is the logarithm.",
)

no_plateau = Claim(
    "alternating-flows/jump-threshold-below-two",
    title="For kappa < 2 the threshold stays finite",
    statement=Limit(threshold, rho_0, sp.Integer(0), 1 / (2 - kappa)),
    hypotheses=[kappa < 2],
    source=JUMP,
    note=(
        "This is why the slide lists $kappa = 2$ and $kappa > 2$ only: below, a vanishing initialisation brings no "
        "plateau."
    ),
)
