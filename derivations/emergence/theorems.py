"""7. A theorem of the chapter: Lemma 1 with Corollary B.1.1, for all skills at once."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.sources import thesis
from ...language.statements import Chain, Identity, Limit, Link, Solution
from ...language.symbols import ForAll, families, positive, real
from ...language.theorems import AllOf, Given, Instance, Line, Theorem
from .letters import S, eta, t
from .multilinear import D, a_all, b_all, counts, decoupled, i

start = families("r")  # a_k(0) = b_k(0), so that R_k(0) is its square
R_0, seen = positive("R_0"), real("d")
STARTS = [ForAll(i, start[i] > 0), ForAll(i, start[i] ** 2 < S)]
OBSERVED, UNOBSERVED = counts[i] >= 1, sp.Eq(counts[i], 0)


def strength_of(initial: sp.Expr, samples: sp.Expr) -> sp.Expr:
    """(B.1), for a skill with this strength at the start and this many of the D samples."""
    return S / (1 + (S / initial - 1) * sp.exp(-2 * eta * S * samples / D * t))


def loss_of(initial: sp.Expr, samples: sp.Expr) -> sp.Expr:
    """(B.2), for the same skill."""
    return S**2 / (2 * (1 + sp.exp(2 * eta * S * samples / D * t) / (S / initial - 1)) ** 2)


strength = strength_of(start[i] ** 2, counts[i])
loss = loss_of(start[i] ** 2, counts[i])
layer = start[i] * sp.sqrt(S) / sp.sqrt(start[i] ** 2 + (S - start[i] ** 2) * sp.exp(-2 * eta * S * counts[i] / D * t))

all_layers = Claim(
    "emergence/all-skills-solved",
    title="The parameters of all skills together, from starts with equal layers",
    statement=Solution(decoupled, (a_all[i], b_all[i]), (layer, layer), (start[i], start[i])),
    hypotheses=STARTS,
    source=[thesis("Lemma 1"), thesis("B.1")],
    note="Any numbers $d_k$ of samples of the skills, and any starts between 0 and $S$, skill by skill.",
)

all_products = Claim(
    "emergence/strength-of-equal-layers",
    title="The product of the two parameters of a skill is the sigmoid of its strength",
    statement=Identity(layer * layer, strength),
    hypotheses=STARTS,
    source=[thesis("Lemma 1"), thesis("B.1")],
    uses=[all_layers],
)

all_between = Claim(
    "emergence/all-strengths-stay-between",
    title="Every skill strength stays between zero and the target scale",
    statement=Chain(sp.S.Zero, (Link("<", strength), Link("<", S))),
    hypotheses=STARTS,
    source=thesis("Lemma 1"),
)

all_losses = Claim(
    "emergence/all-skill-losses",
    title="Every skill loss as a function of time",
    statement=Identity((S - strength) ** 2 / 2, loss),
    hypotheses=STARTS,
    source=[thesis("Lemma 1"), thesis("B.2")],
)

all_learned = Claim(
    "emergence/every-observed-skill-is-learned",
    title="Every skill that is observed is learned in the end",
    statement=Limit(strength, t, sp.oo, S),
    hypotheses=[*STARTS, OBSERVED],
    source=[thesis("B.12"), thesis("Corollary B.1.1")],
)

all_without_loss = Claim(
    "emergence/every-observed-skill-has-no-loss",
    title="The loss of every skill that is observed vanishes in the end",
    statement=Limit(loss, t, sp.oo, 0),
    hypotheses=[*STARTS, OBSERVED],
    source=[thesis("B.11"), thesis("Corollary B.1.1")],
)

without_samples = Claim(
    "emergence/strength-without-samples",
    title="Without samples a skill's strength does not change",
    statement=Identity(strength_of(R_0, seen), R_0),
    hypotheses=[R_0 < S, sp.Eq(seen, 0)],
    source=thesis("B.12"),
)

loss_without_samples = Claim(
    "emergence/loss-without-samples",
    title="Without samples a skill's loss does not change",
    statement=Identity(loss_of(R_0, seen), (S - R_0) ** 2 / 2),
    hypotheses=[R_0 < S, sp.Eq(seen, 0)],
    source=thesis("B.11"),
)

stays = Line(by=Instance(without_samples, {R_0: start[i] ** 2, seen: counts[i]}), given=[UNOBSERVED])
loss_stays = Line(by=Instance(loss_without_samples, {R_0: start[i] ** 2, seen: counts[i]}), given=[UNOBSERVED])

every_skill = Theorem(
    "emergence/every-skill",
    title="Each skill of the multilinear model is learned independently if it is observed, and otherwise not at all",
    concludes=AllOf(
        all_layers.statement,
        all_between.statement,
        all_losses.statement,
        Given(OBSERVED, AllOf(all_learned.statement, all_without_loss.statement)),
        Given(UNOBSERVED, AllOf(stays.says, loss_stays.says)),
    ),
    hypotheses=STARTS,
    where={sp.Symbol("R", real=True): strength},
    proof=[all_layers, all_between, all_losses, all_learned, all_without_loss, stays, loss_stays],
    source=[thesis("Lemma 1"), thesis("Corollary B.1.1"), thesis("B.1"), thesis("B.2"), thesis("B.11"), thesis("B.12")],
    note="The flow is that of all parameters on $D$ samples, $d_k$ of skill $k$; $k$ runs over the skills in the "
    "model. The strength $R$ is $a_k b_k$. For a skill that is not in the model see "
    "emergence/missing-skill-has-full-loss.",
)
