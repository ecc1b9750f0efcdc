"""4. Steps of finite size: what they add to a conserved norm, where decay balances it, and how fast directions turn."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.statements import Asymptotic, Identity, Induction, Inequality, Limit, Rate, Recurrence, Solution
from ...language.symbols import families, index, natural, positive, real, total, trajectories
from ...language.theorems import Combination, Line, Summed, Theorem
from .letters import ADAPTIVE, ANGLE, DISCRETE, EQUATION, EQUILIBRIUM, NOETHER, eta, gamma, n, t

i = index("i", n)
w, g, v = families("w g v")
size, push = total(w[i] ** 2, i), total(g[i] ** 2, i)
ORTHOGONAL = sp.Eq(total(w[i] * g[i], i), 0, evaluate=False)
stepped = w[i] - eta * g[i]
with_decay = (1 - eta * gamma) * w[i] - eta * g[i]
FOR_SCALE = "The gradient of a loss that does not change with the scale of $w$ is orthogonal to $w$."

grows = Claim(
    "conservation-laws/step-of-a-norm",
    title="A step adds eta^2 times the squared gradient to the squared norm of normalised weights",
    statement=Identity(total(stepped**2, i), size + eta**2 * push),
    hypotheses=[ORTHOGONAL],
    source=DISCRETE,
    note=f"{FOR_SCALE} Exact, where the flow would keep the norm.",
)

decays = Claim(
    "conservation-laws/step-of-a-norm-with-decay",
    title="With weight decay a step first multiplies the squared norm by (1 - eta gamma)^2",
    statement=Identity(total(with_decay**2, i), (1 - eta * gamma) ** 2 * size + eta**2 * push),
    hypotheses=[ORTHOGONAL],
    source=DISCRETE,
    uses=[grows],
)

along = Claim(
    "conservation-laws/step-along-the-weights",
    title="Along the weights a step only decays, so that it turns them by the arctangent of what it adds",
    statement=Identity(total(with_decay * w[i], i), (1 - eta * gamma) * size),
    hypotheses=[ORTHOGONAL],
    source=ANGLE,
)

shift = Claim(
    "conservation-laws/step-of-a-translation",
    title="A translation's law is kept by every step: it is linear in the weights",
    statement=Identity(total(w[i] - eta * g[i], i), total(w[i], i)),
    hypotheses=[sp.Eq(total(g[i], i), 0, evaluate=False)],
    source=DISCRETE,
    note="Where the loss does not change as all weights are moved by one amount, the gradient sums to zero.",
)

a, b, c = families("a b c")
of_factors = Claim(
    "conservation-laws/step-of-a-rescaling",
    title="A difference of squares moves by eta^2 times that of the squared gradients",
    statement=Identity(
        total((a[i] - eta * c[i]) ** 2, i) - total((b[i] - eta * g[i]) ** 2, i),
        total(a[i] ** 2, i) - total(b[i] ** 2, i) + eta**2 * (total(c[i] ** 2, i) - total(g[i] ** 2, i)),
    ),
    hypotheses=[sp.Eq(total(a[i] * c[i], i), total(b[i] * g[i], i), evaluate=False)],
    source=DISCRETE,
    note="$c$ and $g$ are the gradients by $a$ and $b$, which a rescaling makes equal along them.",
)

squared_push = Claim(
    "conservation-laws/squared-gradient",
    title="The square of a derivative is not negative",
    statement=Inequality(g[i] ** 2, ">=", 0),
    source=DISCRETE,
)

pushes = Line(by=Summed(squared_push, i))
longer = Line(Inequality(total(stepped**2, i), ">=", size), by=Combination((pushes, eta**2)))

never_shrinks = Theorem(
    "conservation-laws/norm-never-shrinks",
    title="Without weight decay no step of any size shortens normalised weights",
    concludes=longer.says,
    hypotheses=[ORTHOGONAL],
    proof=[pushes, longer],
    source=[DISCRETE, EQUATION],
    note=f"{FOR_SCALE} The flow keeps their length: so steps of finite size break the law in one direction only.",
)

# -- The norm by itself: the gradient is G over the norm; r is the squared norm, q = eta gamma -------------------------

r, G, r_1 = positive("r G r_1")
q = positive("q")
BELOW = q < 1


def next_size(at: sp.Expr) -> sp.Expr:
    """The squared norm after a step with the gradient G/|w|, and the decay q = eta gamma."""
    return (1 - q) ** 2 * at + eta**2 * G**2 / at


settled = eta * G / sp.sqrt(q * (2 - q))

equilibrium = Claim(
    "conservation-laws/equilibrium-of-the-norm",
    title="Decay and steps balance at one squared norm, eta G over the root of q (2 - q)",
    statement=Identity(next_size(settled), settled),
    hypotheses=[BELOW],
    source=EQUILIBRIUM,
    note=r"$q = \eta \gamma$, and $G$ is the norm of the gradient times that of the weights, which depends on their "
    "direction alone.",
)

only_one = Claim(
    "conservation-laws/only-equilibrium",
    title="No other squared norm is at equilibrium between decay and steps",
    statement=Identity(r**2 * q * (2 - q), eta**2 * G**2),
    hypotheses=[sp.Eq(next_size(r), r), BELOW],
    source=EQUILIBRIUM,
    uses=[equilibrium],
)

attracts = Claim(
    "conservation-laws/equilibrium-attracts",
    title="The equilibrium of the norm attracts: a step multiplies a small distance from it by 2 (1 - q)^2 - 1",
    statement=Identity(sp.diff(next_size(r), r).subs(r, settled), 2 * (1 - q) ** 2 - 1),
    hypotheses=[BELOW],
    source=EQUILIBRIUM,
)

contraction = Claim(
    "conservation-laws/equilibrium-contracts",
    title="The factor 2 (1 - q)^2 - 1 of a small distance from the equilibrium is less than one in size",
    statement=Inequality((2 * (1 - q) ** 2 - 1) ** 2, "<", 1),
    hypotheses=[BELOW],
    source=EQUILIBRIUM,
    uses=[attracts],
)

lower = Claim(
    "conservation-laws/norm-after-a-step",
    title="After one step, from wherever it starts, the squared norm is at least 2 (1 - q) eta G",
    statement=Inequality(next_size(r), ">=", 2 * (1 - q) * eta * G),
    hypotheses=[BELOW],
    source=EQUILIBRIUM,
    note="Where weights are small their gradient is large. Equality is at $r = eta G/(1 - q)$.",
)

falls = Claim(
    "conservation-laws/norm-falls-above",
    title="Above the equilibrium a step shortens the weights",
    statement=Inequality(next_size(r), "<", r),
    hypotheses=[BELOW, r**2 * q * (2 - q) > eta**2 * G**2],
    source=EQUILIBRIUM,
    uses=[equilibrium],
)

rises = Claim(
    "conservation-laws/norm-rises-below",
    title="Below the equilibrium a step lengthens the weights",
    statement=Inequality(next_size(r), ">", r),
    hypotheses=[BELOW, r**2 * q * (2 - q) < eta**2 * G**2],
    source=EQUILIBRIUM,
    uses=[equilibrium],
)

turned = Claim(
    "conservation-laws/angle-at-equilibrium",
    title="At the equilibrium every step turns the weights by one angle, of the cosine 1 - q",
    statement=Identity((1 - q) * settled / sp.sqrt(settled * next_size(settled)), 1 - q),
    hypotheses=[BELOW],
    source=ANGLE,
    uses=[along, equilibrium],
    note="Whatever the gradient: step size and weight decay alone say how fast directions turn.",
)

small_angle = Claim(
    "conservation-laws/small-angle",
    title="To first order the sine of the angle of a step at equilibrium is the root of 2 eta gamma",
    statement=Asymptotic(sp.sqrt(q * (2 - q)), sp.sqrt(2 * q), q ** sp.Rational(3, 2), q, sp.Integer(0)),
    source=ANGLE,
    uses=[turned],
)

# -- The flow that steps of a small size follow ------------------------------------------------------------------------

size_, square_ = trajectories("r y")
corrected = GradientFlow(gamma * size_**2 - eta * G**2 * sp.log(size_), (size_,), t)
averaged = GradientFlow(2 * gamma * square_**2 - 2 * eta * G**2 * square_, (square_,), t)
limit = eta * G**2 / (2 * gamma)

fourth_power = Claim(
    "conservation-laws/fourth-power-of-the-norm",
    title="To first order in the step size the fourth power of the norm averages the squared gradients",
    statement=Rate(size_**2, -4 * gamma * size_**2 + 2 * eta * G**2, corrected),
    hypotheses=[size_ > 0],
    source=[EQUATION, ADAPTIVE],
    note=r"$dr/dt = -2 \gamma r + \eta G^2/r$ for the squared norm $r$; $G^2$ is the squared gradient on the sphere. "
    "So normalised weights have an adaptive step size.",
)

fourth_power_course = Claim(
    "conservation-laws/course-of-the-fourth-power",
    title="For a constant gradient the fourth power of the norm goes exponentially to its equilibrium",
    statement=Solution(
        averaged, of=square_, equals=limit + (r_1**2 - limit) * sp.exp(-4 * gamma * t), initially=r_1**2
    ),
    source=[EQUATION, ADAPTIVE],
    uses=[fourth_power],
    note="$y = r^2$, the fourth power of the norm.",
)

against_flow = Claim(
    "conservation-laws/equilibrium-of-the-flow",
    title="The flow's equilibrium is that of the steps as their size vanishes",
    statement=Limit(limit / (settled.subs(q, eta * gamma) ** 2), eta, sp.Integer(0), sp.Integer(1)),
    source=EQUATION,
    uses=[fourth_power_course, equilibrium],
)

# -- Momentum ----------------------------------------------------------------------------------------------------------

beta, p_0, v_0 = real("beta p_0 v_0")
s = natural("s")
position = families("c")

translation_with_momentum = Claim(
    "conservation-laws/translation-with-momentum",
    title="With momentum beta a conserved sum goes on for as long as its first step's momentum lasts",
    statement=Induction(
        of=position[s],
        equals=p_0 + v_0 * (1 - beta**s) / (1 - beta),
        n=s,
        sequence=Recurrence(position[s], position[s] + beta * (position[s] - position[s - 1]), (p_0, p_0 + v_0)),
    ),
    hypotheses=[sp.Ne(beta, 1)],
    source=NOETHER,
    note="From rest it stays as it is.",
)

inertia = positive("m")

kinetic = Claim(
    "conservation-laws/norm-with-momentum",
    title="With momentum the norm of normalised weights is driven by their kinetic energy",
    statement=Identity(
        inertia * total(2 * v[i] ** 2 + 2 * w[i] * (-v[i] - g[i]) / inertia, i) + total(2 * w[i] * v[i], i),
        2 * inertia * total(v[i] ** 2, i),
    ),
    hypotheses=[ORTHOGONAL],
    source=NOETHER,
    note=r"Along $m \ddot w + \dot w = -g$, where $v = \dot w$: the left side is $m$ times the second derivative of "
    "$|w|^2$, and its first. So a symmetry of the loss that the kinetic energy has not is broken, and norms grow.",
)
