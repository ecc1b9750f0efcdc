"""Cross-entropy in one dimension, on separable data: no minimum is reached, and weights grow as log t."""

from layerproof import (
    Asymptotic,
    Claim,
    Conserved,
    Erratum,
    GradientFlow,
    Inequality,
    Limit,
    Rational,
    Solution,
    diff,
    exp,
    log,
    oo,
    positive,
    real,
    sqrt,
    time,
    trajectories,
)

t = time()
w = trajectories("w")
logistic = GradientFlow(loss=log(1 + exp(-w)), parameters=(w,), time=t)

# The margin m is a number here: what the loss does, wherever the weight is.
m = real("m")
Claim(
    "cross-entropy/no-minimum",
    title="The loss falls at every weight: there is no finite minimum",
    statement=Inequality(diff(log(1 + exp(-m)), m), "<", 0),
)
Claim(
    "cross-entropy/infimum",
    title="The infimum is zero",
    statement=Limit(log(1 + exp(-m)), m, oo, 0),
)

# Where the flow is after time t: w + e^w grows with the clock.  From w = 0 it is t + 1.
clock = Claim(
    "cross-entropy/clock",
    title="w + exp(w) - t is conserved",
    statement=Conserved(w + exp(w) - t, logistic),
)
Claim(
    "cross-entropy/solution-guess",
    title="From zero, w = log(1 + t)",
    statement=Solution(logistic, of=w, equals=log(1 + t), initially=0),
    erratum=Erratum("slip", "It solves the flow of exp(-w); here the first step is half as fast."),
)
s = positive("s")  # a weight on the way, reached at the time s + e^s - 1
moment = s + exp(s) - 1
Claim(
    "cross-entropy/not-faster",
    title="From zero, exp(w) <= 1 + t",
    statement=Inequality(exp(s), "<=", 1 + moment),
    uses=[clock],
)
Claim(
    "cross-entropy/not-slower",
    title="From zero, 2 exp(w) >= 1 + t: within log 2 of log(1 + t)",
    statement=Inequality(2 * exp(s), ">=", 1 + moment),
    uses=[clock],
)
Claim(
    "cross-entropy/below-log",
    title="The first of these once more: w <= log(1 + t)",
    statement=Inequality(s, "<=", log(1 + moment)),
    uses=[clock],
)
Claim(
    "cross-entropy/grows-as-log",
    title="Late, log t = w + O(w exp(-w)): the weight grows as log t",
    statement=Asymptotic(log(moment), s, s * exp(-s), s, oo),
    uses=[clock],
)
Claim(
    "cross-entropy/loss-as-one-over-t",
    title="The loss falls as 1/t",
    statement=Limit(moment * log(1 + exp(-s)), s, oo, 1),
    uses=[clock],
)
Claim(
    "cross-entropy/grows-as-root-guess",
    title="The weight grows as the square root of t",
    statement=Limit(s / sqrt(moment), s, oo, Rational(1, 2)),
    erratum=Erratum("slip", "It grows as log t."),
)

# The exponential loss has the logarithm itself; two layers keep their law under any loss of their product.
start = real("w_0")
exponential = GradientFlow(loss=exp(-w), parameters=(w,), time=t)
Claim(
    "cross-entropy/exponential-loss",
    title="Under the exponential loss w = log(t + exp(w_0))",
    statement=Solution(exponential, of=(w,), equals=(log(t + exp(start)),), initially=(start,)),
)
a, b = trajectories("a b")
layers = GradientFlow(loss=log(1 + exp(-a * b)), parameters=(a, b), time=t)
Claim(
    "cross-entropy/two-layers",
    title="Two layers keep the difference of their squares under the logistic loss",
    statement=Conserved(a**2 - b**2, layers),
)
