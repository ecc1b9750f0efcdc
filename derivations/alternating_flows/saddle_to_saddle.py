"""4d. The saddle-to-saddle algorithm: coordinates jump, wait at a wall, and return."""

from __future__ import annotations

from ...language.claims import Claim
from ...language.statements import Inequality
from ...language.symbols import positive, real
from .diagonal_networks import tau
from .letters import COST, SADDLES

S_i = real("S_i")
slope_i = real("dL")  # the i-th entry of the gradient

waiting_time = Claim(
    "alternating-flows/waiting-time",
    title="A coordinate between the walls waits a positive time for its jump",
    statement=Inequality((1 + S_i) / slope_i, ">", 0),
    hypotheses=[S_i > -1, S_i < 1, slope_i > 0],
    source=SADDLES,
    note="$tau_i$ with $S_i - tau_i dL = -1$; for a negative gradient the wall is +1 and $tau_i = (1 - S_i)/|dL|$.",
)

pos_slope, coefficient, curve = positive("dL beta h")

constrained = Claim(
    "alternating-flows/constrained-minimum",
    title="A coordinate on the wall S = +1 with a positive gradient stays at zero",
    statement=Inequality(pos_slope * coefficient + curve * coefficient**2 / 2, ">", 0),
    source=SADDLES,
    note="The loss at $beta_i > 0$ less its value at $beta_i = 0$: the minimum over $beta_i >= 0$ is at 0, and the "
    "gradient there is not negative. Where $beta_i > 0$ at the minimum the gradient vanishes, and $S_i$ stays on the "
    "wall.",
)

leaves_wall = Claim(
    "alternating-flows/leaves-the-wall",
    title="A coordinate on the wall whose gradient changes sign leaves the wall inwards",
    statement=Inequality(1 - tau * pos_slope, "<", 1),
    source=SADDLES,
    uses=[constrained],
    note=r"$S_i \leftarrow S_i - \tau^* dL$. It is dormant again, and next meets the wall $S_i = -1$; '$tau_i > 0$' "
    r"excludes the wall that it is on.",
)

h_11, h_12, h_22, b_1, b_2 = positive("h_11 h_12 h_22 b_1 b_2")  # L = beta^T h beta/2 - b^T beta
returning = [h_11 * h_22 > h_12**2, b_2 < b_1, b_1 * h_22 < b_2 * h_12]

first_is_first = Claim(
    "alternating-flows/returning-coordinate-is-first",
    title="The coordinate that later returns to zero jumps first",
    statement=Inequality(1 / b_1, "<", 1 / b_2),
    hypotheses=returning,
    source=[SADDLES, COST],
    note="Two coordinates, $L = beta^T h beta/2 - b^T beta$, gradients $-b$ at the start, jumps at $1/b_i$ in units "
    "of $log(1/alpha)$. Such $h$, $b$ exist: $h = [[4, 3/2], [3/2, 1]]$, $b = (6/5, 1)$.",
)

second_follows = Claim(
    "alternating-flows/returning-coordinate-second-follows",
    title="The second coordinate is drawn on while the first alone is active",
    statement=Inequality(b_2 - h_12 * (b_1 / h_11), ">", 0),
    hypotheses=returning,
    source=[SADDLES, COST],
    uses=[first_is_first],
    note="Minus the gradient at $beta = (b_1/h_11, 0)$: $S_2$ rises to +1 and the second coordinate jumps.",
)

first_would_be_negative = Claim(
    "alternating-flows/returning-coordinate-hits-zero",
    title="With both coordinates active the free minimum has a negative first coordinate",
    statement=Inequality((b_1 * h_22 - b_2 * h_12) / (h_11 * h_22 - h_12**2), "<", 0),
    hypotheses=returning,
    source=[SADDLES, COST],
    uses=[second_follows],
    note="Hence the minimum over $beta_1 >= 0$ has $beta_1 = 0$.",
)

first_returns = Claim(
    "alternating-flows/returning-coordinate",
    title="An active neuron can become dormant again",
    statement=Inequality(h_12 * (b_2 / h_22) - b_1, ">", 0),
    hypotheses=returning,
    source=[SADDLES, COST],
    uses=[first_would_be_negative, leaves_wall],
    note="The gradient at $beta = (0, b_2/h_22)$ by the first coordinate is positive: $S_1$ leaves the wall +1.",
)
