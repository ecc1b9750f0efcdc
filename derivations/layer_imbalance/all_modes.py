"""Theorem G.2 for all modes at once: aligned layers of any sizes, of one imbalance."""

from __future__ import annotations

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.sources import position_paper
from ...language.statements import Identity, Rate
from ...language.symbols import ForAll, families, index, natural, total
from ...language.theorems import AllOf, Instance, Line, Theorem
from .aligned_layers import aligned_function, aligned_start
from .balance import lam, rho, s_0
from .letters import RECALLED, t
from .one_mode import Sigma, grown, layers_solution, shrunk, singular_value, u_0, value

SOURCE = [position_paper("69", RECALLED), position_paper("Theorem G.2", RECALLED)]

modes = natural("m")
i = index("i", modes)
first, last = families("w_1 w_2", t)
strength, start = families("rho u_0")  # rho_i, and w_1i(0) + w_2i(0)
POSITIVE = [ForAll(i, strength[i] > 0), ForAll(i, start[i] > 0)]
AT_MODE = {rho: strength[i], u_0: start[i]}
flow = GradientFlow(total((first[i] * last[i] - strength[i]) ** 2, i) / 2, (first, last), t)

first_by_itself = Claim(
    "layer-imbalance/modes-are-decoupled",
    title="In the singular bases each mode's entry of the first layer moves by that mode alone",
    statement=Rate(first[i], last[i] * (strength[i] - first[i] * last[i]), flow),
    source=SOURCE,
    uses=[aligned_function, aligned_start],
    note="The loss of aligned layers of any sizes, less what no mode touches.",
)

last_by_itself = Claim(
    "layer-imbalance/modes-are-decoupled-last",
    title="In the singular bases each mode's entry of the last layer moves by that mode alone",
    statement=Rate(last[i], first[i] * (strength[i] - first[i] * last[i]), flow),
    source=SOURCE,
    uses=[aligned_function, aligned_start],
)

of_squares, from_start = (u_0**2 + lam**2 / u_0**2) / 4, (u_0**2 - lam**2 / u_0**2) / 4
IN_ENTRIES = {Sigma: of_squares, s_0: from_start}

product = Claim(
    "layer-imbalance/product-of-the-entries",
    title="The product of the closed forms of both entries is the singular value of (69)",
    statement=Identity((grown - shrunk) * (grown + shrunk), value.xreplace(IN_ENTRIES)),
    source=SOURCE,
    uses=[layers_solution, singular_value],
    note="$s(0) = (u_0^2 - lambda^2/u_0^2)/4$, and $Sigma$ has the other sign.",
)

each_mode = Line(by=Instance(layers_solution, AT_MODE), given=POSITIVE)
of_mode = Line(by=Instance(product, AT_MODE), given=POSITIVE)

all_modes = Theorem(
    "layer-imbalance/theorem-g-2",
    title="Every singular value of aligned layers moves from its start to its target by its own transition function",
    concludes=AllOf(first_by_itself.statement, last_by_itself.statement, each_mode.says, of_mode.says),
    hypotheses=POSITIVE,
    proof=[first_by_itself, last_by_itself, each_mode, of_mode],
    source=SOURCE,
    note=r"For any number of modes with strengths $rho_i$, which have one imbalance $lambda$, of either sign or none; "
    r"$u_0[i]$ is the sum of the two entries of mode $i$ at the start. The third part is the scalar flow to which each "
    r"mode comes down, the fourth (69): $s_i(0)$ is $(u_0[i]^2 - \lambda^2/u_0[i]^2)/4$, and the left-hand side the "
    r"product of the two entries of the third. The singular values are those of $W_2 W_1$ by "
    "layer-imbalance/aligned-function.",
)
