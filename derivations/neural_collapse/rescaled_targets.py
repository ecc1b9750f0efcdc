"""8. Rescaled targets, section 6.4.1."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.sources import thesis
from ...language.statements import Inequality
from ...language.symbols import positive

target, weight, downscale = positive("S Sigma_0 alpha")


def growth(strength: sp.Expr) -> sp.Expr:
    """``gamma_+`` of (6.14) for a network that starts at zero, S_0 = 0."""
    return (strength + sp.sqrt(weight**2 + strength**2)) / weight


lazier_printed = Claim(
    "neural-collapse/lazier-target-printed",
    title="Targets divided by alpha < 1 make the dynamics lazier, as printed",
    statement=Inequality(growth(target / downscale), "<", growth(target)),
    hypotheses=[downscale < 1],
    source=[thesis("Section 6.4.1")],
    erratum=Erratum(
        "slip",
        "The lazier model is said to have $alpha < 1$; dividing targets by such an $alpha$ scales them up and makes "
        "the dynamics richer. The figure's caption has $alpha = 100$.",
        printed=r"the lazier model ($\alpha < 1$) in the EF regime",
        mark=r"$\alpha < 1$",
        right=r"the lazier model ($\alpha > 1$) in the EF regime",
        sentence=True,
    ),
    note="By $gamma_+$ of (6.14): the smaller it is, the lazier the dynamics.",
)

lazier = Claim(
    "neural-collapse/lazier-target",
    title="Targets divided by alpha > 1 make the dynamics lazier",
    statement=Inequality(growth(target / downscale), "<", growth(target)),
    hypotheses=[downscale > 1],
    source=[thesis("Section 6.4.1")],
    corrects=lazier_printed,
)

# --- What has no claim ----------------------------------------------------------------------------------------
