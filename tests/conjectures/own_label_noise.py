"""Label noise: what a gradient step sees on the average, and what it shakes by."""

from layerproof import (
    Claim,
    Conserved,
    Erratum,
    Expectation,
    Finite,
    GradientFlow,
    Inequality,
    Normal,
    Stationary,
    diff,
    nonnegative,
    positive,
    real,
    time,
    trajectories,
)

a, b, S, noise = real("a b S epsilon")
sigma = nonnegative("sigma")
noisy = (a * b - S - noise) ** 2 / 2
clean = (a * b - S) ** 2 / 2
GAUSSIAN = {noise: Normal(0, sigma)}

mean_loss = Claim(
    "label-noise/mean-loss",
    title="Label noise adds half its variance to the loss",
    statement=Expectation(noisy, clean + sigma**2 / 2, GAUSSIAN),
)
Claim(
    "label-noise/mean-gradient",
    title="On the average the gradient is that of the clean loss",
    statement=Expectation(diff(noisy, a), diff(clean, a), GAUSSIAN),
)
shaking = Claim(
    "label-noise/squared-gradient",
    title="At a minimum the gradients still shake, by the variance times the squared norm of the layers",
    statement=Expectation(
        (diff(noisy, a) ** 2 + diff(noisy, b) ** 2).subs(S, a * b), sigma**2 * (a**2 + b**2), GAUSSIAN
    ),
)
Claim(
    "label-noise/squared-gradient-guess",
    title="At a minimum the gradients vanish",
    statement=Expectation((diff(noisy, a) ** 2 + diff(noisy, b) ** 2).subs(S, a * b), 0, GAUSSIAN),
    erratum=Erratum("slip", "Their mean vanishes, their square does not."),
)

# Among all minima, a b = S, the balanced one shakes least: the direction in which label noise pushes.
x, target = positive("x S_+")
Claim(
    "label-noise/flattest-minimum",
    title="Of all minima the balanced one shakes least",
    statement=Inequality(x**2 + (target / x) ** 2, ">=", 2 * target),
    uses=[shaking],
)

# The law survives in the mean flow: the flow of the expected loss.
t = time()
u, v = trajectories("u v")
flow = GradientFlow(loss=(u * v - S) ** 2 / 2 + sigma**2 / 2, parameters=(u, v), time=t)
Claim(
    "label-noise/law-of-the-mean-flow",
    title="The flow of the expected loss keeps the difference of squares",
    statement=Conserved(u**2 - v**2, flow),
    uses=[mean_loss],
)

# Labels flipped with probability q: the best constant prediction for the label y is shrunk.
y, flip, f = real("y s f")
q = positive("q")
FLIPS = {flip: Finite({1: 1 - q, -1: q})}
flipped_loss = Claim(
    "label-noise/flipped-loss",
    title="The expected loss under flipped labels",
    statement=Expectation((f - flip * y) ** 2 / 2, (f**2 - 2 * (1 - 2 * q) * f * y + y**2) / 2, FLIPS),
    hypotheses=[q < 1],
)
Claim(
    "label-noise/flipped-minimum",
    title="Its minimum is the label times 1 - 2q",
    statement=Stationary((f**2 - 2 * (1 - 2 * q) * f * y + y**2) / 2, {f: (1 - 2 * q) * y}, kind="minimum"),
    hypotheses=[q < 1],
    uses=[flipped_loss],
)
Claim(
    "label-noise/flipped-minimum-guess",
    title="Its minimum is the label times 1 - q",
    statement=Stationary((f**2 - 2 * (1 - 2 * q) * f * y + y**2) / 2, {f: (1 - q) * y}, kind="minimum"),
    hypotheses=[q < 1],
    erratum=Erratum("slip", "A flip does not take the label away, it turns it round: it counts twice."),
)
