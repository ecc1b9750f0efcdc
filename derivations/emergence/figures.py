"""6. Figures and tables: what a skill strength says about the loss."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.sources import thesis
from ...language.statements import Identity, Inequality
from ...language.symbols import real
from .letters import S

strength, second_moment = real("R F_2")
any_loss = (S**2 + second_moment - 2 * S * strength) / 2
SCHWARZ = "$F_2$ is $E[f^2]$ at $I = k$; it is at least $R_k^2$, since $E[(f - R_k g_k)^2] = F_2 - R_k^2$."

full_strength_for_any_function = Claim(
    "emergence/full-strength-means-no-loss",
    title="A skill strength of S means that the skill loss is zero, for any function",
    statement=Identity(any_loss.subs(strength, S), 0),
    hypotheses=[second_moment >= S**2],
    source=thesis("Figure 5.1"),
    expected="REFUTED",
    note=f"{SCHWARZ} For a model expanded in the skill functions, of which the caption speaks, it does (4.10). A "
    "network's output at $I = k$ may contain functions orthogonal to $g_k$ besides; it accuses no line.",
)

full_strength = Claim(
    "emergence/loss-is-at-least-that-of-the-strength",
    title="Whatever the function, the skill loss is at least what (4.10) makes of its strength",
    statement=Inequality(any_loss, ">=", (S - strength) ** 2 / 2),
    hypotheses=[second_moment >= strength**2],
    source=[thesis("Figure 5.1"), thesis("Section 5.2")],
    note=f"{SCHWARZ} So a loss of zero needs $R_k = S$, and the converse holds if $f$ is a multiple of $g_k$.",
)

impossible_strength = Claim(
    "emergence/strength-of-four-and-a-half",
    title="A skill strength of 4.5 S would need a skill loss above twelve times that of no output at all",
    statement=Inequality(any_loss.subs(strength, 9 * S / 2), ">=", sp.Rational(49, 4) * S**2 / 2),
    hypotheses=[second_moment >= (9 * S / 2) ** 2],
    source=thesis("Table 5.1"),
    uses=[full_strength],
    note=f"{SCHWARZ} So the entry 4.5 for $k = 2$ cannot be the $R_k/S$ of a trained network.",
)
