"""5. Theorem 3.1: which of the interpolating solutions is reached."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Step
from ...language.flows import partial
from ...language.statements import Identity, Inequality, Limit, Rate
from ...language.symbols import families, positive, real, total
from .function_space import (
    OF_SIZE,
    D,
    D_now,
    M,
    M_inverse,
    M_positive,
    b,
    beta,
    delta,
    delta_now,
    on_sphere,
    outer_from_beta,
    size_b,
)
from .kernel import flow, inner_flow, inner_norm, residual
from .letters import THEOREM, X, a, i, j, k, l, m, w
from .time_scales import positive_outer

square = total(b[i] ** 2, i)
D_b = sp.sqrt(delta**2 + 4 * square)
Psi = (D_b - 2 * delta) * sp.sqrt(D_b + delta) / 3
some_function = [square > 0]
Psi_profile = (D - 2 * delta) * sp.sqrt(D + delta) / 3
LOST = (
    r"The slide's text ends in '$\psi_\delta = \sqrt{\sqrt{\delta^2 \ldots}}$'; the rest of the display is lost, and "
    r"is read as $sqrt(sqrt(delta^2 + 4 |beta_0|^2) - delta)$, which the theorem needs."
)

gradient_by_root = Claim(
    "single-neuron/potential-gradient",
    title="The gradient of the potential Psi_delta",
    statement=Identity(partial(Psi, b[j]), 2 * b[j] / sp.sqrt(D_b + delta)),
    hypotheses=some_function,
    source=THEOREM,
    note="For $beta$ other than zero and every $delta$.",
)

gradient_by_direction = Claim(
    "single-neuron/potential-slope",
    title="The slope of the potential points along beta and has the length sqrt(D - delta)",
    statement=Identity(sp.diff(Psi_profile, size_b), sp.sqrt(D - delta)),
    source=THEOREM,
    uses=[gradient_by_root],
    note=f"{OF_SIZE} $Psi$ depends on $n$ only. At $beta_0$ the gradient is $psi_delta beta_0/|beta_0|$. {LOST}",
)

wrong_psi = Claim(
    "single-neuron/potential-slope-with-the-other-sign",
    title="With sqrt(D + delta) for the lost end of psi_delta the gradient at the start does not fit",
    statement=Identity(sp.diff(Psi_profile, size_b), sp.sqrt(D + delta)),
    source=THEOREM,
    expected="REFUTED",
    note=f"Accuses no line: it shows which reading of the cut display is right. {LOST}",
)

now = {True: positive_outer, False: [a < 0, inner_norm > 0]}
potential_now = 2 * beta(j) / sp.sqrt(D_now + delta_now)

gradient_is_weight = Claim(
    "single-neuron/potential-gradient-is-the-weight",
    title="Along the flow the gradient of Psi is sqrt(2) times the inner weights",
    statement=Identity(potential_now, sp.sqrt(2) * w[j]),
    hypotheses=now[True],
    source=THEOREM,
    uses=[gradient_by_root, outer_from_beta],
    note="For $a > 0$.",
)

gradient_is_minus_weight = Claim(
    "single-neuron/potential-gradient-is-minus-the-weight",
    title="For a < 0 the gradient of Psi is minus sqrt(2) times the inner weights",
    statement=Identity(potential_now, -sp.sqrt(2) * w[j]),
    hypotheses=now[False],
    source=THEOREM,
    uses=[gradient_by_root, outer_from_beta],
    note="So it jumps where $a$ passes through zero, which needs $delta < 0$ or $w = 0$: this is why the theorem asks "
    "that $beta(t)$ is never zero.",
)

mirror_flow = Claim(
    "single-neuron/mirror-flow",
    title="The gradient of Psi moves within the row space of X",
    statement=Identity(flow.rate(potential_now), -sp.sqrt(D_now + delta_now) * total(X[m, j] * residual(m), m)),
    hypotheses=positive_outer,
    source=THEOREM,
    uses=[gradient_is_weight, inner_flow],
    note=r"For $a > 0$; the left side is the rate of one entry of $grad Psi(beta)$. Integrated: $grad "
    r"Psi(beta(infinity)) - psi_delta beta_0/|beta_0| = X^T nu$ with $\nu = -\int \sqrt{D + \delta}\, (X \beta - y)\, "
    r"dt$, the condition of the minimum under $X beta = y$.",
    steps=[
        Step("grad Psi(beta) = sqrt(2) w for a > 0", "the claims above"),
        Step("sqrt(2) dw/dt = -sqrt(2) a X^T (X beta - y)", "the flow"),
        Step("sqrt(2) a = sqrt(D + delta)", "a^2 = (D + delta)/2"),
        Step("grad Psi(beta(t)) - grad Psi(beta_0) lies in the row space of X", "integrate"),
        Step("grad Psi(beta_0) = psi_delta beta_0/|beta_0|", "the slope of Psi at |beta_0|"),
        Step("beta(infinity) is a minimum of a convex function on X beta = y", "stationarity and convexity"),
    ],
)

kernel_vector = families("z")

nullspace = Claim(
    "single-neuron/orthogonal-part-is-conserved",
    title="The component of the inner weights along a direction moves only as far as the data see that direction",
    statement=Rate(
        total(kernel_vector[i] * w[i], i),
        -a * total(residual(m) * total(X[m, i] * kernel_vector[i], i), m),
        flow,
    ),
    source=THEOREM,
    uses=[inner_flow],
    note="With $X z = 0$ it is conserved: the directions that the constraint $X beta = y$ leaves open are decided by "
    "the start.",
)

inverse = Claim(
    "single-neuron/preconditioner-inverse",
    title="The inverse of M",
    statement=Identity(total(M(j, k) * M_inverse(k, l), k), sp.KroneckerDelta(j, l)),
    hypotheses=on_sphere,
    source=THEOREM,
    uses=[M_positive],
    note=OF_SIZE,
)

radial_now = b[j] * b[k] / square

hessian_claim = Claim(
    "single-neuron/potential-hessian",
    title="The second derivatives of Psi are sqrt(D + delta) times the inverse of M",
    statement=Identity(
        partial(2 * b[j] / sp.sqrt(D_b + delta), b[k]),
        sp.sqrt(D_b + delta) * (2 / (D_b + delta) * (sp.KroneckerDelta(j, k) - radial_now) + radial_now / D_b),
    ),
    hypotheses=some_function,
    source=THEOREM,
    uses=[gradient_by_root, inverse],
    note="So $d/dt grad Psi = -sqrt(D + delta) (X^T X beta - X^T y)$: a mirror flow in warped time.",
)

convex_radially = Claim(
    "single-neuron/potential-is-convex-along-beta",
    title="Psi is strictly convex along beta",
    statement=Inequality(sp.diff(sp.sqrt(D - delta), size_b), ">", 0),
    source=THEOREM,
    uses=[gradient_by_direction],
    note=f"{OF_SIZE} The slope $sqrt(D - delta)$ rises with $n$.",
)

convex_across = Claim(
    "single-neuron/potential-is-convex-across-beta",
    title="Psi is strictly convex across beta",
    statement=Inequality(sp.sqrt(D - delta) / size_b, ">", 0),
    source=THEOREM,
    uses=[gradient_by_direction],
    note=f"{OF_SIZE} $A$ function of $n$ that rises and is convex in $n$ is convex in $beta$; at $beta = 0$ its slope "
    "is $sqrt(|delta| - delta)$, positive for $delta < 0$: a kink like the norm's. So the minimum is the only one, "
    "for every $delta$.",
)

n_start, cosine = positive("n_0"), real("c")
psi = sp.sqrt(sp.sqrt(delta**2 + 4 * n_start**2) - delta)
objective = Psi_profile - psi * cosine

objective_lazy = Claim(
    "single-neuron/objective-lazy",
    title="delta >> 0: the solution closest to the start is reached",
    statement=Limit(
        sp.sqrt(2 * delta) * (objective + delta * sp.sqrt(2 * delta) / 3),
        delta,
        sp.oo,
        size_b**2 - 2 * n_start * cosine,
    ),
    source=THEOREM,
    uses=[gradient_by_direction],
    note=r"With $n = |beta|$, $n_0 = |beta_0|$, $c = \beta^\top \beta_0/n_0$: $|\beta|^2 - 2 \beta^\top \beta_0$ is "
    r"$|beta - beta_0|^2$ up to a constant, as for linear regression.",
)

objective_delayed = Claim(
    "single-neuron/objective-delayed-rich",
    title="delta << 0: the solution whose direction deviates least, |beta| - beta.beta_0/|beta_0|, is reached",
    statement=Limit(objective / sp.sqrt(-2 * delta), delta, -sp.oo, size_b - cosine),
    source=THEOREM,
    uses=[gradient_by_direction],
    note=r"With $n = |beta|$ and $c = \beta^\top \beta_0/|\beta_0|$.",
)

potential_balanced = Claim(
    "single-neuron/potential-balanced",
    title="delta = 0: the potential is a power 3/2 of the norm",
    statement=Limit(Psi_profile, delta, sp.Integer(0), 2 * sp.sqrt(2) / 3 * size_b ** sp.Rational(3, 2)),
    source=THEOREM,
    uses=[gradient_by_direction],
)

start_forgotten = Claim(
    "single-neuron/start-is-forgotten",
    title="From a vanishing start with delta > 0 the solution of minimal norm is reached",
    statement=Limit(psi**2, n_start, sp.Integer(0), sp.Integer(0)),
    hypotheses=[delta > 0],
    source=THEOREM,
    uses=[gradient_by_direction],
    note="Stated for the square of $psi_delta$; for $delta = 0$ it is $2 |beta_0|$, which vanishes too. 'Encourage "
    "minimum norm' and 'preserve init': without $psi_delta$ only $Psi$ is left, which rises with $|beta|$.",
)

start_remembered = Claim(
    "single-neuron/start-is-remembered",
    title="For delta < 0 the direction of the start matters however small it is",
    statement=Limit(psi, n_start, sp.Integer(0), sp.sqrt(-2 * delta)),
    hypotheses=[delta < 0],
    source=THEOREM,
    uses=[gradient_by_direction],
)
