"""3b. A theorem of the chapter: a step of greedy low-rank learning is a step of alternating flows.

In the orthonormal basis of eigenvectors of ``-grad L(W)``, with eigenvalues of any sign, a column u has entries c_i.
"""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.statements import Identity, Inequality
from ...language.symbols import ForAll, families, index, positive, real, total
from ...language.theorems import AllOf, Combination, Follows, Given, Line, Summed, Theorem
from .letters import GREEDY, d

i, l, m = index("i", d), index("l", d), index("m", d)  # noqa: E741 - another eigenvector
lam, c = families("lambda c")
top, scale, N = real("Lambda s N")
epsilon = positive("epsilon")
delta = sp.KroneckerDelta

TOP = ForAll(i, lam[i] <= top)
LONG = sp.Eq(total(c[i] ** 2, i), N, evaluate=False)
utility = total(lam[i] * c[i] ** 2, i)

weaker = Line(Inequality((top - lam[i]) * c[i] ** 2, ">=", 0), given=[TOP], by=Combination((TOP, c[i] ** 2)))
all_weaker = Line(by=Summed(weaker, i), given=[TOP])
at_most_top = Line(Inequality(utility, "<=", top * total(c[i] ** 2, i)), given=[TOP], by=Combination(all_weaker))
IS_TOP = sp.Eq(lam[m], top, evaluate=False)
reached = Line(
    Identity(total(lam[i] * (scale * delta(i, m)) ** 2, i), top * scale**2),
    given=[IS_TOP],
    by=Combination((IS_TOP, scale**2)),
)
OF_ANOTHER = sp.Gt((top - lam[m]) * c[m] ** 2, 0, evaluate=False)
but_one = Line(
    Inequality((1 - delta(i, m)) ** 2 * (top - lam[i]) * c[i] ** 2, ">=", 0),
    given=[TOP],
    by=Combination((TOP, (1 - delta(i, m)) ** 2 * c[i] ** 2)),
)
all_but_one = Line(by=Summed(but_one, i), given=[TOP])
less = Line(
    Inequality(utility, "<", top * total(c[i] ** 2, i)),
    given=[TOP, OF_ANOTHER],
    by=Combination(OF_ANOTHER, all_but_one),
)

# What a new column does to l(W) = |M - W|^2 / 4, of which -2 grad l is the residual.

loss_there = total(lam[i] ** 2, i) / 4
loss = total((lam[i] * delta(i, l) - epsilon * c[i] * c[l]) ** 2, i, l) / 4
change = Claim(
    "alternating-flows/greedy-loss-with-a-column",
    title="What a new column changes: the loss falls by its utility, to leading order",
    statement=Identity(loss, loss_there - epsilon * utility / 2 + epsilon**2 * total(c[i] ** 2, i) ** 2 / 4),
    source=GREEDY,
)
NEAR = sp.Lt(epsilon * N**2, 2 * utility, evaluate=False)
descends = Line(
    Inequality(loss, "<", loss_there),
    given=[LONG, NEAR],
    by=Combination((NEAR, epsilon / 4), (LONG, -(epsilon**2) * (total(c[i] ** 2, i) + N) / 4)),
)
ENDED = top <= 0
square = Line(Inequality(total(c[i] ** 2, i), ">=", 0), by=Follows())
no_lower = Line(
    Inequality(loss, ">=", loss_there),
    given=[TOP, ENDED],
    by=Combination(
        (at_most_top, epsilon / 2),
        (ENDED, epsilon / 2 * total(c[i] ** 2, i)),
        (square, epsilon**2 * total(c[i] ** 2, i) / 4),
    ),
)

greedy_step = Theorem(
    "alternating-flows/greedy-step",
    title="The column of most utility is the top eigenvector, and one lowers the loss while its eigenvalue is positive",
    concludes=AllOf(
        Given([TOP], at_most_top.says),
        Given([IS_TOP], reached.says),
        Given(less.given, less.says),
        Given(descends.given, descends.says),
        Given(no_lower.given, no_lower.says),
    ),
    proof=[
        *(weaker, all_weaker, at_most_top, reached, but_one, all_but_one, less, descends),
        *(square, no_lower),
    ],
    source=GREEDY,
    uses=[change],
    note=r"$lambda_i$ are the eigenvalues of $-\nabla \mathcal{L}(W)$, of any sign and for any loss, $Lambda$ the "
    r"largest, $c$ a column in the basis of its eigenvectors, whose squared length is $N$. So the direction that "
    r"utility maximization finds is the top eigenvector, and no other; both algorithms then minimise the same "
    r"loss from there, and both end when $Lambda$ is not positive, as no column has utility. What a column does "
    r"to the loss is said of $|M - W|^2/4$, where $-2 \nabla l$ is $M - W$: $\epsilon u u^\top$ is added to $W$, "
    r"and $lambda_i$ are the eigenvalues of $M - W$.",
)
