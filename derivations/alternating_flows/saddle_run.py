"""4e. A stage of the saddle-to-saddle algorithm: which point its minimum is, for any data."""

from __future__ import annotations

import sympy as sp

from ...language.statements import Inequality
from ...language.symbols import ForAll, families, index, natural, total
from ...language.theorems import Combination, Follows, Line, Minimum, Summed, Theorem
from .letters import COST, SADDLES
from .saddle_to_saddle import constrained, leaves_wall, waiting_time

# beta_i >= 0 at the wall S_i = 1, beta_i <= 0 at S_i = -1, and beta_i = 0 between: for -1 <= S_i <= 1 that is
# (S_i - 1) beta_i >= 0 and (S_i + 1) beta_i >= 0.  A gradient that draws no coordinate through its wall, g_i >= 0 at 1,
# g_i <= 0 at -1 and any between, is mu_i (S_i - 1) + nu_i (S_i + 1) with mu_i, nu_i >= 0.

d, n = natural("d n")
i, m = index("i", d), index("m", n)
X, y, b, end, S, mu, nu = families("X y beta b S mu nu")

residual = total(X[m, i] * end[i], i) - y[m]
gradient = total(X[m, i] * residual, m)
loss = total((total(X[m, i] * b[i], i) - y[m]) ** 2, m) / 2
loss_at_end = total(residual**2, m) / 2

BELOW, ABOVE = ForAll(i, (S[i] - 1) * b[i] >= 0), ForAll(i, (S[i] + 1) * b[i] >= 0)
END_BELOW, END_ABOVE = ForAll(i, (S[i] - 1) * end[i] >= 0), ForAll(i, (S[i] + 1) * end[i] >= 0)
SIGNS = [ForAll(i, mu[i] >= 0), ForAll(i, nu[i] >= 0)]
WALLS = ForAll(i, sp.Eq(gradient, mu[i] * (S[i] - 1) + nu[i] * (S[i] + 1), evaluate=False))
AT_REST = ForAll(i, sp.Eq(gradient * end[i], 0, evaluate=False))

below = Line(Inequality(mu[i] * (S[i] - 1) * b[i], ">=", 0), given=[SIGNS[0], BELOW], by=Combination((BELOW, mu[i])))
above = Line(Inequality(nu[i] * (S[i] + 1) * b[i], ">=", 0), given=[SIGNS[1], ABOVE], by=Combination((ABOVE, nu[i])))
KNOWN = [*SIGNS, WALLS, AT_REST, BELOW, ABOVE]
outwards = Line(
    Inequality(gradient * (b[i] - end[i]), ">=", 0),
    given=KNOWN,
    by=Combination((WALLS, b[i]), (below, 1), (above, 1), (AT_REST, -1)),
)
all_outwards = Line(by=Summed(outwards, i), given=KNOWN)
square = Line(Inequality((total(X[m, i] * (b[i] - end[i]), i)) ** 2, ">=", 0), by=Follows())
squares = Line(by=Summed(square, m))
no_less = Line(
    Inequality(loss, ">=", loss_at_end),
    given=KNOWN,
    by=Combination((all_outwards, 1), (squares, sp.Rational(1, 2))),
)

end_below = Line(Inequality((S[i] - 1) * end[i], ">=", 0), given=[END_BELOW], by=Combination(END_BELOW))
end_above = Line(Inequality((S[i] + 1) * end[i], ">=", 0), given=[END_ABOVE], by=Combination(END_ABOVE))

stage_minimum = Theorem(
    "alternating-flows/saddle-to-saddle-stage",
    title="Where the gradient draws no coordinate through its wall, the loss is least of what the walls allow",
    concludes=Minimum(loss, {b[i]: end[i]}, [BELOW, ABOVE]),
    hypotheses=[*SIGNS, WALLS, AT_REST, END_BELOW, END_ABOVE],
    proof=[below, above, outwards, all_outwards, square, squares, no_less, end_below, end_above],
    source=[SADDLES, COST],
    uses=[waiting_time, constrained, leaves_wall],
    note="For any data $X$, $y$ and any number of coordinates, active or not. $S_i$ is between the walls, from -1 to "
    "1; the points allowed have $beta_i >= 0$ where $S_i = 1$, $beta_i <= 0$ where $S_i = -1$, and $beta_i = 0$ "
    "between. $b$ is where a stage's cost minimisation ends: its gradient vanishes at each coordinate that is not "
    "zero, and does not draw one that is at its wall and zero through the wall, or $S_i$ would leave it. That is the "
    r"printed $\operatorname{arg\,min}$.",
)
