"""Symmetries of networks and what they conserve under gradient flow.

Slides "Linear networks", "A rescale symmetry" and "Conserved quantities" of the talk.  A loss that does not change
under a family of transformations ``theta -> psi(theta, alpha)``, with ``psi(theta, 0) = theta``, has a gradient that is
orthogonal to the tangent ``d psi/d alpha`` at alpha = 0; so is, along gradient flow, the velocity of the parameters.
The slide concludes that ``<theta, d psi/d alpha>`` is conserved, for every symmetry "satisfying a mild assumption",
which it does not write down.

1. *The rescale symmetry* ``(A, W) -> (A G^{-1}, G W)`` of two layers of any size, for every loss of the product A W.
2. *The statement in general*, and the assumption: ``<theta, (d^2 psi/d alpha d theta) grad L> = 0``.  For linear
   symmetries, ``d psi/d alpha = M theta``, it holds when M is symmetric.  Symmetries without it are given.
3. *Examples*: translation, scale, rescaling of single neurons, depth, and activations that are homogeneous.

Gradient flow is ``d theta/dt = -grad L``, all parameters with the same learning rate, in units where it is one.
"""

from __future__ import annotations

import sympy as sp

from ..language.claims import Claim, Step
from ..language.flows import GradientFlow
from ..language.matrices import (
    Equal,
    MatrixFlow,
    Velocity,
    group,
    half_mean_square,
    identity,
    matrix,
    random_vector,
    trace,
    written,
)
from ..language.sources import kunin_slides
from ..language.statements import Conserved, Identity, Inequality, Rate
from ..language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from ..language.symbols import families, index, natural, positive, real, time, total, trajectories
from .chapters import Chapter

LINEAR = kunin_slides("Linear networks")
RESCALE = kunin_slides("A rescale symmetry")
NOETHER = kunin_slides("Conserved quantities")


t = time()
c, h, d = natural("c k d")  # outputs, hidden neurons, inputs

# -- 1. Two layers of any size -------------------------------------------------------------------------------------

A, W = matrix("A", c, h), matrix("W", h, d)
A2, W2 = matrix("A'", c, h), matrix("W'", h, d)
x, y = random_vector("x", d), random_vector("y", c)
v1, v2 = matrix("x_1", d, 1), matrix("x_2", d, 1)
G, Ginv = matrix("G", h, h), matrix("G^{-1}", h, h)
F, Finv = matrix("F", h, h), matrix("F^{-1}", h, h)
M = matrix("M", h, h)
N = matrix("N", c, d)
INVERSE = Equal(Ginv * G, identity(h))
INVERSE_F = Equal(Finv * F, identity(h))

mean_square = MatrixFlow(half_mean_square(A * W * x, y), (A, W))
any_loss = MatrixFlow(trace(N.T * A * W), (A, W))
ANY_LOSS = (
    "For every differentiable loss of the product $A W$: $N$ stands for its derivative by the product at the present "
    "instant; to first order, which is all that a gradient sees, the loss is $tr(N^T A W)$."
)

linear_in_input = Claim(
    "symmetry/linear-in-the-input",
    title="A linear network is linear in its input",
    statement=MatrixIdentity(A * W * group(written(v1, v2)), written(A * W * v1, A * W * v2)),
    source=LINEAR,
)

not_linear_in_parameters = Claim(
    "symmetry/not-linear-in-the-parameters",
    title="A linear network is not linear in its parameters",
    statement=MatrixIdentity(group(written(A, A2)) * group(written(W, W2)) * v1, written(A * W * v1, A2 * W2 * v1)),
    source=LINEAR,
    expected="REFUTED",
    note="The slide says so too: 'linear in input $x$, but nonlinear in parameters'. The sum of two sets of "
    "parameters does not give the sum of the networks.",
)

degree_two = Claim(
    "symmetry/degree-in-the-parameters",
    title="With both layers doubled the network is multiplied by four: it is homogeneous of degree two",
    statement=MatrixIdentity(group(2 * A) * group(2 * W) * v1, 4 * A * W * v1),
    source=LINEAR,
)

action_keeps_network = Claim(
    "symmetry/rescaling-keeps-the-network",
    title="The network does not change when the layers are rescaled by an invertible matrix",
    statement=MatrixIdentity(group(A * Ginv) * group(G * W) * v1, A * W * v1),
    hypotheses=[INVERSE],
    source=RESCALE,
)

action_needs_inverse = Claim(
    "symmetry/rescaling-needs-the-inverse",
    title="The network changes when two matrices that rescale its layers are not inverse to each other",
    statement=MatrixIdentity(group(A * Ginv) * group(G * W) * v1, A * W * v1),
    expected="REFUTED",
    note="This is not an erratum: it shows that the hypothesis of symmetry/rescaling-keeps-the-network is needed.",
)

action_composes_first = Claim(
    "symmetry/rescaling-is-an-action",
    title="Two rescalings in turn are one: an action of GL_k on both layers",
    statement=MatrixIdentity(group(F * G) * W, F * group(G * W)),
    source=RESCALE,
    note="First $G$, then $F$: on the second layer their product $F G$ acts.",
)

action_composes_second = Claim(
    "symmetry/rescaling-is-an-action-outer",
    title="On the outer layer the inverse of the product of two rescalings acts",
    statement=MatrixIdentity(A * group(Ginv * Finv) * group(F * G), A),
    hypotheses=[INVERSE, INVERSE_F],
    source=RESCALE,
    uses=[action_composes_first],
    note="First $G$, then $F$: $A G^{-1} F^{-1}$, and $G^{-1} F^{-1}$ is the inverse of $F G$.",
)

gradient_property = Claim(
    "symmetry/gradient-property",
    title="The gradients of the two layers agree from the side of the hidden layer, for every loss of the product",
    statement=MatrixIdentity(A.T * Velocity(A), Velocity(W) * W.T, any_loss),
    source=RESCALE,
    note=f"{ANY_LOSS} Both velocities are minus the printed derivatives.",
    steps=[
        Step("dL/dA = N W^T, dL/dW = A^T N", "the chain rule, N = dL/d(A W)"),
        Step("A^T dL/dA = A^T N W^T = dL/dW W^T", "multiply"),
    ],
)

gradient_property_mse = Claim(
    "symmetry/gradient-property-mean-square",
    title="The gradients of the two layers agree for the mean square error",
    statement=MatrixIdentity(A.T * Velocity(A), Velocity(W) * W.T, mean_square),
    source=RESCALE,
    uses=[gradient_property],
    note="With half the mean square error derived, instead of a general loss.",
)

gram_outer = Claim(
    "symmetry/gram-rate-outer",
    title="The rate of change of the outer layer's Gram matrix",
    statement=MatrixRate(A.T * A, written(-A.T * N * W.T, -W * N.T * A), any_loss),
    source=RESCALE,
    uses=[gradient_property],
    note=ANY_LOSS,
)

gram_inner = Claim(
    "symmetry/gram-rate-inner",
    title="The inner layer's Gram matrix changes at the same rate as the outer layer's",
    statement=MatrixRate(W * W.T, written(-A.T * N * W.T, -W * N.T * A), any_loss),
    source=RESCALE,
    uses=[gradient_property],
    note=ANY_LOSS,
)

conserved = Claim(
    "symmetry/conserved-difference",
    title="The difference of the Gram matrices is conserved, for every loss of the product",
    statement=MatrixIdentity(
        written(A.T * Velocity(A), Velocity(A).T * A),
        written(Velocity(W) * W.T, W * Velocity(W).T),
        any_loss,
    ),
    source=RESCALE,
    uses=[gradient_property, gram_outer, gram_inner],
    note=f"{ANY_LOSS} The two sides are the rates of $A^T A$ and of $W W^T$. Both layers must have the same learning "
    "rate.",
)

conserved_mse = Claim(
    "symmetry/conserved-difference-mean-square",
    title="The difference of the Gram matrices is conserved for the mean square error",
    statement=MatrixConserved(written(A.T * A, -W * W.T), mean_square),
    source=RESCALE,
    uses=[gradient_property_mse, conserved],
)

conserved_sum = Claim(
    "symmetry/sum-is-not-conserved",
    title="The sum of the Gram matrices is not conserved",
    statement=MatrixIdentity(
        written(A.T * Velocity(A), Velocity(A).T * A),
        written(-Velocity(W) * W.T, -W * Velocity(W).T),
        any_loss,
    ),
    expected="REFUTED",
    note="This is not an erratum: the sign in the conserved quantity matters.",
)

decay = MatrixFlow(trace(N.T * A * W) + trace(A.T * A) / 2 + trace(W * W.T) / 2, (A, W))

weight_decay = Claim(
    "symmetry/weight-decay",
    title="Under weight decay, which breaks the symmetry, the conserved difference decays",
    statement=MatrixRate(written(A.T * A, -W * W.T), -2 * group(written(A.T * A, -W * W.T)), decay),
    source=RESCALE,
    uses=[conserved],
    note="With half the sum of squares of all weights added to the loss: the quantity decays as $exp(-2t)$, toward "
    "balanced layers.",
)

minima_form_orbits = Claim(
    "symmetry/minima-form-orbits",
    title="A rescaled minimum is a minimum: the loss is constant on orbits",
    statement=MatrixIdentity(
        half_mean_square(group(A * Ginv) * group(G * W) * x, y),
        half_mean_square(A * W * x, y),
    ),
    hypotheses=[INVERSE],
    source=RESCALE,
    uses=[action_keeps_network],
    note="'Minima of the loss are on smooth submanifolds': each minimum lies on its orbit, which is smooth, as the "
    "orbits of matrix groups are. The set of all minima may consist of several orbits that meet, see "
    "symmetry/minima-that-cross.",
)

p = natural("p")
i, j = index("i", p), index("j", p)
w_, u_ = families("w u")
a_ = real("a")

minima_smooth = Claim(
    "symmetry/minima-are-smooth",
    title="For one neuron and a target that is not zero all minima together are a smooth submanifold",
    statement=Inequality(a_**2 * total(u_[i] ** 2, i) + total(w_[i] * u_[i], i) ** 2, ">", 0),
    hypotheses=[sp.Ne(a_, 0), total(u_[i] ** 2, i) > 0],
    source=RESCALE,
    note=r"The map $(a, w) -> a w$ has the derivative $J$, and $u^\top J J^\top u = a^2 |u|^2 + (w^\top u)^2$ is what "
    r"is shown to be positive for every $u$ other than zero: $J$ is onto. Where $a w$ equals a target other than "
    r"zero, $a$ is not zero.",
)

minima_cross = Claim(
    "symmetry/minima-that-cross",
    title="For the target zero the minima of one neuron cross at the origin",
    statement=Inequality(a_**2, ">", 0),
    source=RESCALE,
    expected="REFUTED",
    note="This is not an erratum. The minima are the lines $a = 0$ and $w = 0$; at the minimum $(a, 0)$ the squared "
    "length of the derivative of $a w$ is $a^2$, which vanishes at the crossing. There all minima together are no "
    "smooth submanifold, though each line is one.",
)

tangent = Claim(
    "symmetry/rescaling-tangent",
    title="The velocity is orthogonal to the tangent of the rescaling by exp(alpha M), for every M",
    statement=MatrixIdentity(
        trace(Velocity(A).T * A * M),
        trace(Velocity(W).T * M * W),
        any_loss,
    ),
    source=[RESCALE, NOETHER],
    uses=[gradient_property],
    note="At $alpha = 0$ the tangent of $(A exp(-alpha M), exp(alpha M) W)$ is $(-A M, M W)$. It is the gradient "
    "property, traced against $M^T$.",
)

generator_conserved = Claim(
    "symmetry/rescaling-generator",
    title="Each one-parameter group of rescalings conserves its own quantity",
    statement=MatrixRate(trace(W.T * M * W) - trace(A.T * A * M), sp.Integer(0), any_loss),
    source=[RESCALE, NOETHER],
    uses=[tangent],
    note=r"This is $\langle \theta, d\psi/d\alpha \rangle$: for every $M$, symmetric or not; all of them together say "
    r"that $A^T A - W W^T$ is conserved.",
)

turn = group(written(M, -M.T))

trivial_generator = Claim(
    "symmetry/antisymmetric-generators-are-trivial",
    title="The conserved quantity of an antisymmetric generator is zero",
    statement=MatrixIdentity(trace(W.T * turn * W) - trace(A.T * A * turn), sp.Integer(0)),
    uses=[generator_conserved],
    note="$M - M^T$ is any antisymmetric matrix. Rotations of the hidden layer: the $k(k-1)/2$ of them have conserved "
    "quantities that are always zero; the $k(k+1)/2$ symmetric generators give the entries of the symmetric matrix "
    "$A^T A - W W^T$.",
)

h2 = natural("k_2")
B1, B2, B3 = matrix("W_1", h, d), matrix("W_2", h2, h), matrix("W_3", c, h2)
deep = MatrixFlow(half_mean_square(B3 * B2 * B1 * x, y), (B1, B2, B3))

deep_lower = Claim(
    "symmetry/deep-lower-pair",
    title="In a linear network of three layers the lower pair has its own conserved quantity",
    statement=MatrixConserved(written(B2.T * B2, -B1 * B1.T), deep),
    source=RESCALE,
    uses=[conserved],
    note="'Something all linear network analysis share': each pair of neighbouring layers has the rescale symmetry.",
)

deep_upper = Claim(
    "symmetry/deep-upper-pair",
    title="In a linear network of three layers the upper pair has its own conserved quantity",
    statement=MatrixConserved(written(B3.T * B3, -B2 * B2.T), deep),
    source=RESCALE,
    uses=[conserved],
)

# -- 2. The statement in general -----------------------------------------------------------------------------------

n_all = natural("m")  # the number of parameters
theta, g, v = matrix("theta", n_all, 1), matrix("g", n_all, 1), matrix("v", n_all, 1)
K, J = matrix("P", n_all, n_all), matrix("J", n_all, n_all)
at_instant = MatrixFlow(trace(g.T * theta), (theta,))
along_symmetry = MatrixFlow(trace(g.T * theta) + trace(g.T * J.T * v), (theta, v))
GRADIENT = "$g$ is the gradient of any loss at the present instant, so that the velocity of $theta$ is $-g$."
TANGENT = (
    GRADIENT + r" $v = d\psi/d\alpha$ at $alpha = 0$ is a function of $theta$ with the derivative $J = \partial^2 "
    r"\psi/\partial \alpha\, \partial \theta$, so that its velocity is $-J g$; the flow of the statement says just "
    r"that."
)
LOST = (
    r"The slide's display reads '$1/t\, \langle \theta, \ldots \rangle = 0$': the letters $d$ of $d/dt$ are lost "
    r"in extraction."
)

noether_rate = Claim(
    "symmetry/rate-of-the-noether-quantity",
    title="The rate of <theta, d psi/d alpha>: a term that the symmetry removes and one that it need not remove",
    statement=MatrixRate(trace(theta.T * v), -trace(g.T * v) - trace(theta.T * J * g), along_symmetry),
    source=NOETHER,
    note=f"{TANGENT} Differentiating $L(psi(theta, alpha)) = L(theta)$ by $alpha$ gives $g^T v = 0$, the first term. "
    "The second vanishes exactly when $theta^T J g = 0$: this is the 'mild assumption' that the slide mentions. "
    f"{LOST}",
    steps=[
        Step("0 = d/d alpha L(psi(theta, alpha)) = <grad L, v>", "the loss is invariant"),
        Step(
            r"$\langle d\theta/dt, v \rangle = 0$",
            "gradient flow, projected onto the vector field that generates the symmetry",
        ),
        Step(
            r"$d/dt \langle \theta, v \rangle = \langle d\theta/dt, v \rangle + \langle \theta, J d\theta/dt \rangle$",
            "the product rule and the chain rule",
        ),
        Step("d/dt <theta, v> = -<theta, J grad L>", "which the assumption says is zero"),
    ],
)

linear_generator = Claim(
    "symmetry/symmetric-generator",
    title="For a symmetric generator M the rate of <theta, M theta> is twice the projected velocity: it vanishes",
    statement=MatrixRate(
        trace(theta.T * group(written(K, K.T)) * theta),
        -2 * trace(g.T * group(written(K, K.T)) * theta),
        at_instant,
    ),
    source=NOETHER,
    uses=[noether_rate],
    note=f"{GRADIENT} $M = P + P^T$ is any symmetric matrix; the loss is invariant under $exp(alpha M)$, so that $g^T "
    "M theta = 0$. So the assumption holds for every symmetric linear symmetry, such as scale and rescale.",
)

any_generator = Claim(
    "symmetry/linear-generator",
    title="For any linear symmetry the transposed generator decides what is conserved",
    statement=MatrixRate(
        trace(theta.T * K * theta),
        -trace(g.T * K * theta) - trace(g.T * K.T * theta),
        at_instant,
    ),
    source=NOETHER,
    uses=[noether_rate],
    note=f"{GRADIENT} Here $M = P$. The first term vanishes by the symmetry. $<theta, M theta>$ is conserved exactly "
    "when the second does, for instance when the loss has the transposed symmetry too, $exp(alpha M^T)$.",
)

rotation_trivial = Claim(
    "symmetry/rotations-give-zero",
    title="For an antisymmetric generator the quantity is zero whatever the parameters are",
    statement=MatrixIdentity(trace(theta.T * group(written(K, -K.T)) * theta), sp.Integer(0)),
    source=NOETHER,
    uses=[any_generator],
    note="'Every continuous symmetry has a corresponding conserved quantity' is true for rotations, but says nothing.",
)

translation_generator = Claim(
    "symmetry/constant-generator",
    title="For a translation in the direction v the rate of <theta, v> is the projected velocity: it vanishes",
    statement=MatrixRate(trace(theta.T * v), -trace(g.T * v), at_instant),
    source=NOETHER,
    uses=[noether_rate],
    note=f"{GRADIENT} $psi = theta + alpha v$ has $J = 0$, so that the assumption holds.",
)

# Translation, scale and rescale of any network, for every loss that has the symmetry, to first order at an instant.

every, each = index("i", n_all), index("k", natural("n"))
parameters, others = families("theta phi", t)
slopes, directions = families("h v")
squared, squared_others = total(parameters[every] ** 2, every), total(others[each] ** 2, each)
shift = total(directions[every] * parameters[every], every)
direction_squared = total(directions[every] ** 2, every)
unmoved = GradientFlow(
    total(slopes[every] * (parameters[every] - directions[every] * shift / direction_squared), every), (parameters,), t
)
normed = GradientFlow(
    total(slopes[every] * parameters[every], every) / sp.sqrt(squared) + total(directions[each] * others[each], each),
    (parameters, others),
    t,
)
crossed = GradientFlow(
    total(slopes[every] * parameters[every], every) * sp.sqrt(squared_others)
    + total(directions[each] * others[each], each) * sp.sqrt(squared),
    (parameters, others),
    t,
)

any_translation = Claim(
    "symmetry/translation-of-any-network",
    title="Every loss that is invariant under translations along v conserves <theta, v>",
    statement=Rate(shift, sp.Integer(0), unmoved),
    hypotheses=[direction_squared > 0],
    source=NOETHER,
    uses=[translation_generator],
    note="Such a loss is a function of what is left of $theta$ beside $v$; $h$ is its derivative at the instant. With "
    "$v$ one on a group of parameters and zero elsewhere: their sum.",
)

any_scale = Claim(
    "symmetry/scale-of-any-network",
    title="Every loss that is invariant under scaling of a group of parameters conserves their squared norm",
    statement=Rate(squared, sp.Integer(0), normed),
    hypotheses=[squared > 0],
    source=NOETHER,
    uses=[linear_generator],
    note="Such a loss is a function of $theta/|theta|$, and of the other parameters $phi$; $h$ and $v$ are its "
    "derivatives at the instant.",
)

any_rescale = Claim(
    "symmetry/rescaling-of-any-two-groups",
    title="If one group may grow as another shrinks, the loss conserves the difference of their squared norms",
    statement=Rate(squared - squared_others, sp.Integer(0), crossed),
    hypotheses=[squared > 0, squared_others > 0],
    source=NOETHER,
    uses=[linear_generator],
    note=r"Such a loss is a function of $|\phi| \theta$ and $|\theta| \phi$; $h$ and $v$ are its derivatives at the "
    "instant.",
)

# Symmetries without the assumption.

px, py = trajectories("x y")
residual = (2 * px + py) * py - 1
skewed = GradientFlow(residual**2 / 2, (px, py), t)

skewed_tangent = Claim(
    "symmetry/skewed-tangent",
    title="A loss of (2x + y) y has the rescale symmetry in skewed coordinates",
    statement=Identity((px + py) * skewed.velocity(px) - py * skewed.velocity(py), sp.Integer(0)),
    source=NOETHER,
    note="$2x + y$ grows by $exp(alpha)$ and $y$ shrinks by it; the generator $(x, y) -> (x + y, -y)$ is linear and "
    "not symmetric.",
)

skewed_not_conserved = Claim(
    "symmetry/skewed-rescaling-does-not-conserve",
    title="The quantity <theta, M theta> of a skewed rescaling is not conserved",
    statement=Conserved(px * (px + py) - py**2, skewed),
    source=NOETHER,
    expected="REFUTED",
    note="This is not an erratum: the slide's footnote excludes it by 'a mild assumption'. It shows that an "
    "assumption is needed even for linear symmetries, and that it depends on the coordinates.",
)

skewed_rate = Claim(
    "symmetry/skewed-rescaling-rate",
    title="The quantity <theta, M theta> of a skewed rescaling moves by the term of the transposed generator",
    statement=Rate(px * (px + py) - py**2, -2 * residual * (px**2 + px * py - py**2), skewed),
    source=NOETHER,
    uses=[any_generator, skewed_tangent],
    note="$-<M^T theta, grad L>$ with $M^T theta = (x, x - y)$.",
)

bent_residual = px - py**2 - 1
bent = GradientFlow(bent_residual**2 / 2, (px, py), t)

bent_tangent = Claim(
    "symmetry/bent-tangent",
    title="A loss of x - y^2 does not change along parabolas",
    statement=Identity(2 * py * bent.velocity(px) + bent.velocity(py), sp.Integer(0)),
    source=NOETHER,
    note="$psi = (x + 2 alpha y + alpha^2, y + alpha)$, with the tangent $(2y, 1)$: a symmetry that is not linear.",
)

bent_not_conserved = Claim(
    "symmetry/bent-symmetry-does-not-conserve",
    title="The quantity <theta, d psi/d alpha> of a bent symmetry is not conserved",
    statement=Conserved(2 * px * py + py, bent),
    source=NOETHER,
    expected="REFUTED",
    note="This is not an erratum: as symmetry/skewed-rescaling-does-not-conserve.",
)

bent_rate = Claim(
    "symmetry/bent-symmetry-rate",
    title="The quantity of a bent symmetry moves by the term that the assumption removes",
    statement=Rate(2 * px * py + py, 4 * px * py * bent_residual, bent),
    source=NOETHER,
    uses=[noether_rate, bent_tangent],
    note="$-<theta, J grad L>$ with $J = [[0, 2], [0, 0]]$.",
)

bent_conserved = Claim(
    "symmetry/bent-symmetry-conserves-another-quantity",
    title="The flow of a bent symmetry does have a conserved quantity, of another form",
    statement=Conserved(py * sp.exp(2 * px), bent),
    source=NOETHER,
    uses=[bent_tangent],
    note="The velocity is orthogonal to the parabolas whatever the loss of $x - y^2$ is; what is constant along the "
    "curves orthogonal to them is conserved.",
)

round_flow = GradientFlow((px**2 + py**2 - 1) ** 2 / 2, (px, py), t)

angle_conserved = Claim(
    "symmetry/rotation-conserves-the-angle",
    title="A loss with rotation symmetry conserves the direction",
    statement=Conserved(py / px, round_flow),
    hypotheses=[sp.Ne(px, 0)],
    source=NOETHER,
    uses=[rotation_trivial],
    note=r"In contrast, $\langle \theta, d\psi/d\alpha \rangle$ is always zero.",
)

# -- 3. Examples ---------------------------------------------------------------------------------------------------

classes = natural("C")
k, k2 = index("k", classes), index("k'", classes)
logits = families("theta", t)
alpha = real("alpha")
cross_entropy = sp.log(total(sp.exp(logits[k2]), k2)) - logits[k]
softmax = GradientFlow(cross_entropy, (logits,), t)

translation_symmetry = Claim(
    "symmetry/translation",
    title="The probability of a class does not change when all logits are moved by the same amount",
    statement=Identity(
        sp.exp(logits[k] + alpha) / total(sp.exp(alpha) * sp.exp(logits[k2]), k2),
        sp.exp(logits[k]) / total(sp.exp(logits[k2]), k2),
    ),
    source=NOETHER,
    note="Stated for the probability of class $k$, the exponential of minus the loss; $k$ is the class of the sample.",
)

translation_tangent = Claim(
    "symmetry/translation-tangent",
    title="The velocities of the logits sum to zero",
    statement=Identity(total(softmax.velocity(logits[k2]), k2), sp.Integer(0)),
    source=NOETHER,
    uses=[translation_symmetry],
)

translation_conserved = Claim(
    "symmetry/translation-conserved",
    title="Translation symmetry conserves the sum of the parameters",
    statement=Conserved(total(logits[k2], k2), softmax),
    source=NOETHER,
    uses=[translation_tangent, translation_generator],
)

n_in = natural("d")
i, j = index("i", n_in), index("j", n_in)
w = families("w", t)
x_ = families("x")
target, factor = real("y"), positive("alpha")
square = total(w[i] ** 2, i)
normalised = total(w[i] * x_[i], i) / sp.sqrt(square)
scale_flow = GradientFlow((normalised - target) ** 2 / 2, (w,), t)
some_weight = [square > 0]

scale_symmetry = Claim(
    "symmetry/scale",
    title="A normalised neuron does not change when its weights are scaled",
    statement=Identity(
        total(factor * w[i] * x_[i], i) / sp.sqrt(total((factor * w[i]) ** 2, i)),
        normalised,
    ),
    hypotheses=some_weight,
    source=NOETHER,
    note="Batch normalisation is the example of the papers that the slide cites.",
)

scale_tangent = Claim(
    "symmetry/scale-tangent",
    title="The velocity of a normalised neuron is orthogonal to its weights",
    statement=Identity(total(w[i] * scale_flow.velocity(w[i]), i), sp.Integer(0)),
    hypotheses=some_weight,
    source=NOETHER,
    uses=[scale_symmetry],
)

scale_conserved = Claim(
    "symmetry/scale-conserved",
    title="Scale symmetry conserves the norm",
    statement=Conserved(square, scale_flow),
    hypotheses=some_weight,
    source=NOETHER,
    uses=[scale_tangent, linear_generator],
)

width = natural("k")
r, s = index("r", width), index("s", width)
a, b = families("a b", t)  # outer weights; inner weights b[r, i]
gate = families("sigma")  # the slope of a neuron's activation at the sample
hidden = total(a[r] * gate[r] * total(b[r, i] * x_[i], i), r)
per_neuron = GradientFlow((hidden - target) ** 2 / 2, (a, b), t)

neuron_symmetry = Claim(
    "symmetry/neuron-rescaling",
    title="A hidden neuron may be scaled up before its activation and down after it",
    statement=Identity(
        total((a[r] / factor) * gate[r] * total(factor * b[r, i] * x_[i], i), r),
        hidden,
    ),
    source=NOETHER,
    note="For ReLU and leaky ReLU: $gate_r$ is the slope of the activation at the sample, which a positive factor "
    "keeps.",
)

neuron_tangent = Claim(
    "symmetry/neuron-tangent",
    title="The velocity of a hidden neuron is orthogonal to the tangent of its own rescaling",
    statement=Identity(
        a[s] * per_neuron.velocity(a[s]),
        total(b[s, i] * per_neuron.velocity(b[s, i]), i),
    ),
    source=NOETHER,
    uses=[neuron_symmetry],
)

neuron_conserved = Claim(
    "symmetry/neuron-conserved",
    title="Each hidden neuron conserves the difference of its squared weights, at every width",
    statement=Conserved(a[s] ** 2 - total(b[s, i] ** 2, i), per_neuron),
    source=NOETHER,
    uses=[neuron_tangent, linear_generator],
    note="The subgroup of diagonal matrices $G$ with positive entries is left of $GL_k$ by an activation such as "
    "ReLU. The slopes are constant as long as no sample crosses a kink.",
)

outer = trajectories("a")
activated = outer * total(w[i] * x_[i], i) ** 3
cubic_flow = GradientFlow((activated - target) ** 2 / 2, (outer, w), t)

activation_degree = Claim(
    "symmetry/activation-of-degree-three",
    title="For the activation z^3 the quantity carries its degree: 3 a^2 - |w|^2",
    statement=Conserved(3 * outer**2 - square, cubic_flow),
    source=NOETHER,
    uses=[linear_generator],
    note="The symmetry is $(a, w) -> (alpha^(-3) a, alpha w)$.",
)

activation_degree_wrong = Claim(
    "symmetry/activation-of-degree-three-without-degree",
    title="With an activation of degree three the difference of squares, without the degree, is not conserved",
    statement=Conserved(outer**2 - square, cubic_flow),
    expected="REFUTED",
    note="This is not an erratum: the law of linear networks is not that of every activation.",
)

two, three, step, tgt = real("a w eta s")
slope = two * three - tgt

discrete = Claim(
    "symmetry/discrete-steps",
    title="A step of gradient descent of finite size changes the conserved quantity at second order",
    statement=Identity(
        (two - step * three * slope) ** 2 - (three - step * two * slope) ** 2,
        (two**2 - three**2) * (1 - step**2 * slope**2),
    ),
    source=NOETHER,
    uses=[neuron_conserved],
    note="For the loss $(a w - s)^2/2$: the law is one of gradient flow.",
)

CHAPTER = Chapter(
    "symmetry",
    sources=("kunin-slides",),
    coverage={
        "kunin-slides": {
            "A rescale symmetry": "that all minima together are a smooth submanifold, of more than one neuron",
        },
    },
)
