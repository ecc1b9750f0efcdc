"""1e. A theorem of the chapter: after cost minimization the network is at a saddle, for any kappa above one.

The network, its samples and its outputs are any: of the dormant neuron all that is used is that its output has degree
kappa, so that at ``epsilon theta`` it is ``epsilon^kappa f``, and that of the others is in the residuals.
"""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Identity, Inequality, Limit
from ...language.symbols import families, index, natural, real, total
from ...language.theorems import AllOf, Combination, Follows, Given, Instance, Line, Summed, Theorem
from .letters import COST, epsilon, kappa

n, outputs = natural("n C")
m, c = index("m", n), index("c", outputs)
residuals, outcomes = families("r f")
scale = epsilon**kappa
utility = total(total(residuals[m, c] * outcomes[m, c], c), m) / n
size = total(total(outcomes[m, c] ** 2, c), m) / n
loss_there = total(total(residuals[m, c] ** 2, c), m) / (2 * n)
loss = total(total((residuals[m, c] - scale * outcomes[m, c]) ** 2, c), m) / (2 * n)
loss_reversed = total(total((residuals[m, c] + scale * outcomes[m, c]) ** 2, c), m) / (2 * n)
DEGREE = kappa > 1
USEFUL = sp.Gt(utility, 0, evaluate=False)
NEAR = sp.Lt(scale * size, 2 * utility, evaluate=False)

slope, bend = real("U Q")
flat = Claim(
    "alternating-flows/critical-for-any-degree",
    title="Above degree one a dormant neuron leaves the loss flat at the origin",
    statement=Limit(-slope * epsilon ** (kappa - 1) + bend * epsilon ** (2 * kappa - 1) / 2, epsilon, sp.S.Zero, 0),
    hypotheses=[DEGREE],
    source=COST,
)

quotient = Line(
    Identity((loss - loss_there) / epsilon, -utility * epsilon ** (kappa - 1) + size * epsilon ** (2 * kappa - 1) / 2),
    by=Follows(),
)
critical = Line(by=Instance(flat, {slope: utility, bend: size}), given=[DEGREE])
descends = Line(
    Inequality(loss, "<", loss_there),
    given=[NEAR],
    by=Combination((NEAR, scale / 2)),
)
one_square = Line(Inequality(outcomes[m, c] ** 2, ">=", 0), by=Follows())
at_sample = Line(by=Summed(one_square, c))
all_squares = Line(by=Summed(at_sample, m))
ascends = Line(
    Inequality(loss_reversed, ">", loss_there),
    given=[USEFUL],
    by=Combination((USEFUL, scale), (all_squares, scale**2 / (2 * n))),
)

saddle = Theorem(
    "alternating-flows/saddle-after-cost-minimization",
    title="A dormant neuron of any degree above one is at a critical point, which is a saddle if it has utility",
    concludes=AllOf(
        quotient.says,
        Given([DEGREE], critical.says),
        Given([NEAR], descends.says),
        Given([USEFUL], ascends.says),
    ),
    proof=[quotient, critical, descends, one_square, at_sample, all_squares, ascends],
    source=COST,
    note=r"$r$ are the residuals at $\theta_A^*$, of $n$ samples and $C$ outputs, $\epsilon^\kappa f$ those outputs of "
    r"the dormant neurons at $\epsilon \theta$, in any direction $\theta$. So the loss at $(\theta_A^*, \epsilon "
    r"\theta)$ has slope 0 at $\epsilon = 0$. If the utility, the mean of $f^T r$, is positive, it falls for small "
    r"$\epsilon$, and rises with the output weights reversed. By the active neurons its gradient is that of the "
    r"restricted loss, as the dormant ones give nothing at the origin.",
)
