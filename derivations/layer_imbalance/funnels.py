"""Funnel networks (G.3)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.flows import GradientFlow
from ...language.matrices import Equal, group, matrix, written, zero
from ...language.sources import position_paper
from ...language.statements import Conserved, Identity, Limit
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import families, index, natural, positive, real, total, trajectories
from .balance import W1, W2, c, d, lam, p, stays_balanced
from .letters import t

# The smallest funnel: d inputs, one hidden neuron w, one output weight a.  The smallest anti-funnel is its mirror.

a_ = trajectories("a")
w = families("w", t)
beta = families("beta")
e, f = index("i", d), index("j", d)
funnel_flow = GradientFlow(total((a_ * w[e] - beta[e]) ** 2, e) / 2, (a_, w), t)

funnel_imbalance = Claim(
    "layer-imbalance/funnel-imbalance",
    title="The imbalance of the smallest funnel network is conserved",
    statement=Conserved(a_**2 - total(w[e] ** 2, e), funnel_flow),
    source=[position_paper("Section G.3", None)],
    uses=[stays_balanced],
    note="$f(x) = a w^T x$ with white inputs learns $beta^T x$: $lambda = a^2 - |w|^2$, positive (upstream) where the "
    "later layer is heavier.",
)

unread = matrix("v", d, 1)
target = matrix("beta", d, c)

funnel_obstruction = Claim(
    "layer-imbalance/funnel-must-turn-its-first-layer",
    title="A target outside of the first layer's columns is out of the second layer's reach",
    statement=MatrixIdentity(unread.T * group(written(W1 * W2, -target)), -unread.T * target),
    hypotheses=[Equal(unread.T * W1, zero(1, p))],
    source=[position_paper("Section G.3", None)],
    note="For $d > p$ there is a direction $v$ of the input that the first layer does not read. However $W_2$ moves, "
    "the error keeps $v^T beta$: a funnel whose first layer is heavy must turn that layer.",
)

h0, h1 = real("a a'")
g0, g1 = families("w w'")

funnel_inner = Claim(
    "layer-imbalance/funnel-kernel-product",
    title="The inner product of two tangent kernels of the smallest funnel",
    statement=Identity(
        total(
            (h0**2 * sp.KroneckerDelta(e, f) + g0[e] * g0[f]) * (h1**2 * sp.KroneckerDelta(e, f) + g1[e] * g1[f]), e, f
        ),
        d * h0**2 * h1**2
        + h0**2 * total(g1[e] ** 2, e)
        + h1**2 * total(g0[e] ** 2, e)
        + total(g0[e] * g1[e], e) * total(g0[f] * g1[f], f),
    ),
    source=[position_paper("Section G.3", None)],
    note="On white inputs the kernel $x^T (a^2 I + w w^T) x'$ is the matrix $a^2 I + w w^T$.",
)

b, cosine = positive("b"), real("c")  # |beta|, and the cosine between w(0) and beta
later_end, earlier_end = (lam + sp.sqrt(lam**2 + 4 * b**2)) / 2, (sp.sqrt(lam**2 + 4 * b**2) - lam) / 2
inputs = natural("d")
rest = positive("q")  # the square of the lighter layer at the start


def norm(later: sp.Expr, earlier: sp.Expr) -> sp.Expr:
    """The norm of ``a^2 I + w w^T`` with a^2 = `later` and |w|^2 = `earlier`."""
    return sp.sqrt(inputs * later**2 + 2 * later * earlier + earlier**2)


def moved(later: sp.Expr, earlier: sp.Expr) -> sp.Expr:
    """The kernel distance of the smallest funnel between a start and the end of training."""
    inner = inputs * later * later_end + later * earlier_end + later_end * earlier + earlier * earlier_end * cosine**2
    return 1 - inner / norm(later, earlier) / norm(later_end, earlier_end)


ANGLE = [inputs >= 2, cosine >= -1, cosine <= 1]
FUNNEL = (
    "$d$ inputs, one hidden neuron, one output. Training ends at $a w = beta$ with the initial imbalance: $a^2$ and "
    "$|w|^2$ are $(sqrt(lambda^2 + 4 |beta|^2) +- lambda)/2$. At the start the lighter layer has the square $q$, and "
    "$c$ is the cosine between $w(0)$ and $beta$."
)

funnel_end = Claim(
    "layer-imbalance/funnel-end",
    title="Where the smallest funnel ends, a^2 |w|^2 = |beta|^2",
    statement=Identity(later_end * earlier_end, b**2),
    uses=[funnel_imbalance],
    note="That $a^2 - |w|^2 = lambda$ needs no proof: as they are written, the two differ by $lambda$.",
)

funnel_printed = Claim(
    "layer-imbalance/funnel-downstream-printed",
    title="Funnel networks enter the lazy regime with downstream initialisation, as printed",
    statement=Limit(moved(rest, rest - lam), lam, -sp.oo, sp.Integer(0)),
    hypotheses=ANGLE,
    source=[position_paper("Section G.3", None)],
    erratum=Erratum(
        "slip",
        "The words downstream and upstream are exchanged: by section 6.2 ('upstream - heavier later layers') and (14) "
        "funnel networks are lazy as $lambda -> +infinity$, upstream, and anti-funnel networks as $lambda -> "
        "-infinity$, downstream.",
        "None beyond the sentence: the intuition given for it, that the wide input lets a heavy first layer gather "
        "enough gradient to move, is right, and so is 'upstream' in sections 6.2 and 6.3.",
        printed="funnel networks enters the lazy regime as (downstream initialization), while anti-funnel networks "
        "do so as (upstream initialization)",
        mark="(downstream initialization)",
        right=r"funnel networks enter the lazy regime as $\lambda \rightarrow \infty$ (upstream initialization), "
        r"while anti-funnel networks do so as $\lambda \rightarrow -\infty$ (downstream initialization)",
        sentence=True,
        damage="The limits of $lambda$ after both 'as' were lost in extraction and are not restored.",
    ),
    note=f"{FUNNEL} The signs of $lambda$ in the sentence were lost in extraction; its two words were not. The slides "
    "say the same of this network: delayed rich for $delta << 0$, which they call downstream.",
)

funnel_lazy = Claim(
    "layer-imbalance/funnel-upstream",
    title="Funnel networks enter the lazy regime with upstream initialisation",
    statement=Limit(moved(lam + rest, rest), lam, sp.oo, sp.Integer(0)),
    hypotheses=ANGLE,
    source=[position_paper("Section G.3", None)],
    uses=[funnel_inner, funnel_end],
    corrects=funnel_printed,
    note=FUNNEL,
)

funnel_rich = Claim(
    "layer-imbalance/funnel-downstream",
    title="With downstream initialisation the kernel of a funnel network turns towards the target",
    statement=Limit(moved(rest, rest - lam), lam, -sp.oo, 1 - cosine**2),
    hypotheses=ANGLE,
    source=[position_paper("Section G.3", None)],
    uses=[funnel_inner, funnel_end, funnel_obstruction],
    note=f"{FUNNEL} 'Significant change in the NTK after training', in the limit opposite to the lazy one.",
)

anti_funnel_lazy = Claim(
    "layer-imbalance/anti-funnel-downstream",
    title="Anti-funnel networks enter the lazy regime with downstream initialisation",
    statement=Limit(moved(lam + rest, rest).subs(lam, -lam), lam, -sp.oo, sp.Integer(0)),
    hypotheses=ANGLE,
    source=[position_paper("Section G.3", None)],
    uses=[funnel_lazy],
    note="One input, one hidden neuron, $d$ outputs: the kernel is $w^2 I + v v^T$ with $lambda = |v|^2 - w^2$, the "
    "mirror of the funnel.",
)
