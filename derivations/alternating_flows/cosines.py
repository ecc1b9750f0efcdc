"""5c. Cosines, and the utility that they have (Theorem 6.2)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.statements import Identity, Inequality, Series
from ...language.symbols import families, index, real, total
from .letters import THEOREM
from .modular_addition import (
    AT_THREE,
    EACH,
    JOINT,
    P3,
    cosine,
    cross_term,
    h,
    p,
    responses_at_three,
    s_any,
    s_u,
    s_v,
    s_w,
    s_x,
    summed_utility,
    xi,
)

# cos(omega a) and sin(omega a) with omega = 2 pi xi/p, as families c[a], s[a]: only their moments are needed.

cs, sn = families("c s")
e1, e2 = index("a", p), index("b", p)
C1, S1 = total(cs[e1], e1), total(sn[e1], e1)
C2, S2, CS = total(cs[e1] ** 2, e1), total(sn[e1] ** 2, e1), total(cs[e1] * sn[e1], e1)
omega, th = real("omega theta")
phase_a, phase_b, phase_c = real("alpha beta gamma")


def shifted(e_: sp.Idx, phase: sp.Expr) -> sp.Expr:
    """``cos(omega a + phase)`` by the addition theorem."""
    return cs[e_] * sp.cos(phase) - sn[e_] * sp.sin(phase)


def response_by_moments(cc: sp.Expr, ss: sp.Expr, mixed: sp.Expr) -> sp.Expr:
    """``sum_j cos(omega j + alpha) cos(omega j - theta)`` from the second moments."""
    return (
        cc * sp.cos(phase_a) * sp.cos(th)
        + mixed * (sp.cos(phase_a) * sp.sin(th) - sp.sin(phase_a) * sp.cos(th))
        - ss * sp.sin(phase_a) * sp.sin(th)
    )


def cross_by_moments(cc: sp.Expr, ss: sp.Expr, mixed: sp.Expr) -> sp.Expr:
    """``sum_{a,b} cos(A + alpha) cos(B + beta) cos(A + B + gamma)`` from the second moments."""
    c_a, s_a = cc * sp.cos(phase_a) - mixed * sp.sin(phase_a), mixed * sp.cos(phase_a) - ss * sp.sin(phase_a)
    c_b, s_b = cc * sp.cos(phase_b) - mixed * sp.sin(phase_b), mixed * sp.cos(phase_b) - ss * sp.sin(phase_b)
    return sp.cos(phase_c) * (c_a * c_b - s_a * s_b) - sp.sin(phase_c) * (s_a * c_b + c_a * s_b)


wave_sum = sp.cos(phase_c) * (cs[e1] * cs[e2] - sn[e1] * sn[e2]) - sp.sin(phase_c) * (sn[e1] * cs[e2] + cs[e1] * sn[e2])
MOMENTS = (
    r"$c_a = cos(2 pi xi a/p)$, $s_a = sin(2 pi xi a/p)$; at any $p$. Their moments are $\sum c^2 = \sum s^2 = p/2$ "
    r"and $\sum c s = 0$ when $p$ does not divide $2 xi$."
)

number = sp.Symbol("a", integer=True)
frequency = sp.pi * xi / p  # half of omega
whole_wave = sp.cos(2 * frequency * number + s_any)

telescope = Claim(
    "alternating-flows/cosines-telescope",
    title="A cosine is a difference of sines half a step apart",
    statement=Identity(
        2 * sp.sin(omega / 2) * sp.cos(omega * number + s_any),
        sp.sin(omega * number + omega / 2 + s_any) - sp.sin(omega * number - omega / 2 + s_any),
    ),
    source=THEOREM,
)

waves_vanish = Claim(
    "alternating-flows/cosines-sum-to-zero",
    title="A wave of a frequency that p does not divide has sum zero",
    statement=Series(
        1 + whole_wave,
        (number, 0, p - 1),
        "=",
        p,
        by=-number - sp.sin(2 * frequency * number - frequency + s_any) / (2 * sp.sin(frequency)),
    ),
    hypotheses=[sp.Ne(sp.sin(frequency), 0)],
    source=THEOREM,
    uses=[telescope],
    note="One is added to each term, and $p$ to the sum. $sin(pi xi/p) = 0$ only if $p$ divides $xi$. At any $p$.",
)

second_moment = Claim(
    "alternating-flows/cosines-are-unit-vectors",
    title="With the printed amplitude a cosine vector is a unit vector, unless p divides twice its frequency",
    statement=Series(
        2 / p * whole_wave**2,
        (number, 0, p - 1),
        "=",
        sp.Integer(1),
        by=2
        / p
        * (-number / 2 - sp.sin(4 * frequency * number - 2 * frequency + 2 * s_any) / (4 * sp.sin(2 * frequency))),
    ),
    hypotheses=[sp.Ne(sp.sin(frequency), 0), sp.Ne(sp.cos(frequency), 0)],
    source=THEOREM,
    uses=[waves_vanish],
    note=r"$\cos^2$ is a half and half a wave of twice the frequency. So the second moments of cosine and sine are "
    r"$p/2$ and the mixed one is zero, for odd $p$ at every frequency from 1 to $p - 1$.",
)

other_frequency = Claim(
    "alternating-flows/cosines-other-frequency",
    title="Waves of different frequencies do not respond to each other",
    statement=Identity(
        sp.cos(omega * number + phase_a) * sp.cos(th * number + phase_b),
        sp.cos(omega * number + th * number + phase_a + phase_b) / 2
        + sp.cos(omega * number - th * number + phase_a - phase_b) / 2,
    ),
    source=THEOREM,
    uses=[waves_vanish],
    note="Both waves have sum zero unless $p$ divides the sum or the difference of the frequencies: a neuron at $xi$ "
    "sees of the encoding only frequency $xi$.",
)

responses = Claim(
    "alternating-flows/cosine-response",
    title="The response of a cosine to a shifted cosine, by moments",
    statement=Identity(
        total(shifted(e1, phase_a) * (cs[e1] * sp.cos(th) + sn[e1] * sp.sin(th)), e1), response_by_moments(C2, S2, CS)
    ),
    source=THEOREM,
    uses=[other_frequency],
    note=MOMENTS,
)

responses_value = Claim(
    "alternating-flows/cosine-response-value",
    title="The response of a unit cosine to the shifted encoding is again a cosine",
    statement=Identity(
        sp.sqrt(2 / p) * (2 * h / p) * response_by_moments(p / 2, p / 2, sp.Integer(0)),
        sp.sqrt(2 / p) * h * sp.cos(phase_a + th),
    ),
    source=THEOREM,
    uses=[responses, second_moment],
    note=r"$\langle u, x_a \rangle = \sqrt{2/p}\,|\hat x[\xi]| \cos(2 \pi \xi a/p + s_u - s_x)$, with $theta = 2 pi "
    r"xi a/p - s_x$.",
)

crosses = Claim(
    "alternating-flows/cosine-cross-term",
    title="The cross term of three waves, by moments",
    statement=Identity(
        total(shifted(e1, phase_a) * shifted(e2, phase_b) * wave_sum, e1, e2), cross_by_moments(C2, S2, CS)
    ),
    source=THEOREM,
    uses=[cross_term],
    note=MOMENTS,
)

crosses_value = Claim(
    "alternating-flows/cosine-cross-term-value",
    title="The cross term is a quarter of the cosine of the phases' balance",
    statement=Identity(cross_by_moments(p / 2, p / 2, sp.Integer(0)), p**2 / 4 * sp.cos(phase_a + phase_b - phase_c)),
    source=THEOREM,
    uses=[crosses, second_moment],
    note="With $alpha = s_u - s_x$, $beta = s_v - s_x$, $gamma = s_w - s_x$ the balance is $s_u + s_v - s_w - s_x$: "
    "largest when it is 0 mod $2 pi$, the printed phase condition.",
)

summed_value = Claim(
    "alternating-flows/theorem-6-2-summed-value",
    title="Summed over inputs, three unit cosines in phase have the printed utility",
    statement=Identity(
        2 * (sp.sqrt(2 / p) * h) ** 3 * cross_by_moments(p / 2, p / 2, sp.Integer(0)),
        sp.sqrt(2 * p) * h**3 * sp.cos(phase_a + phase_b - phase_c),
    ),
    source=THEOREM,
    uses=[responses_value, crosses_value],
    note="Twice the cross term; at any $p$, each of $u$, $v$, $w$ a unit vector, the sum over the $p^2$ inputs in "
    "place of $E_x$.",
)

utility_at_three = Claim(
    "alternating-flows/theorem-6-2-utility",
    title="The summed utility of unit cosines with any phases",
    statement=Identity(AT_THREE, sp.sqrt(6) * h**3 * sp.cos(s_u + s_v - s_w - s_x)),
    hypotheses=responses_at_three(EACH, s_u, s_v, s_w),
    source=THEOREM,
    uses=[cross_term],
    note=f"{P3} In full, with the squares.",
)

phases_printed = Claim(
    "alternating-flows/theorem-6-2-phases-printed",
    title="Cosines without phases, as displayed, attain the maximum",
    statement=Identity(AT_THREE, sp.sqrt(6) * h**3),
    hypotheses=responses_at_three(EACH, *[sp.Integer(0)] * 3),
    source=THEOREM,
    erratum=Erratum(
        "extraction",
        "The displayed $u_*$, $v_*$, $w_*$ have no phases; the sentence below the display names them, $s_u$, $s_v$, "
        "$s_w$, and a condition on them. Without phases the utility is the maximum times $cos(s_x)$.",
        "None: the condition on the phases is right.",
        printed=r"u_*[a] = \sqrt{\frac{2}{p}} \cos\left(2\pi \frac{\xi}{p}a\right)",
        mark=r"\frac{\xi}{p}a",
        right=r"u_*[a] = \sqrt{\frac{2}{p}} \cos\left(2\pi \frac{\xi}{p}a + s_u\right)",
        damage="The phases are lost from the display; the sentence below it names them.",
    ),
    note=f"{P3} $sqrt(2p) h^3$ with $p = 3$.",
)

phases = Claim(
    "alternating-flows/theorem-6-2-phases",
    title="Cosines with phases s_u + s_v = s_w + s_x attain the maximum",
    statement=Identity(AT_THREE, sp.sqrt(6) * h**3),
    hypotheses=responses_at_three(EACH, s_u, s_v, s_u + s_v - s_x),
    source=THEOREM,
    uses=[utility_at_three],
    corrects=phases_printed,
    note=P3,
)


def squared_norm(amplitude: sp.Expr, size: int, frequency: int = 1) -> sp.Expr:
    """The squared norm of one cosine vector."""
    return sp.Add(*(entry**2 for entry in cosine(amplitude, s_any, size, frequency)))


each_unit = Claim(
    "alternating-flows/theorem-6-2-each-unit",
    title="With the printed amplitude each of the three vectors is a unit vector",
    statement=Identity(squared_norm(sp.sqrt(sp.Rational(2, 5)), 5), 1),
    source=THEOREM,
    uses=[second_moment],
    note="$p = 5$, the slide's example.",
)

unit_printed = Claim(
    "alternating-flows/theorem-6-2-unit-vector-printed",
    title="theta_* = (u_*, v_*, w_*) with the printed amplitude is a unit vector",
    statement=Identity(sp.Add(*(entry**2 for phase in (s_u, s_v, s_w) for entry in cosine(EACH, phase, 3))), 1),
    source=THEOREM,
    erratum=Erratum(
        "convention",
        "With amplitude $sqrt(2/p)$ each of $u$, $v$, $w$ is a unit vector, so that $|theta_*| = sqrt(3)$; the unit "
        "vectors $theta_*$ of the theorem, over which the utility is maximised, need $sqrt(2/(3 p))$.",
        "The maximal value is that of three unit vectors too; the shape of the maximisers and the phases are right.",
        printed=r"u_*[a] = \sqrt{\frac{2}{p}} \cos\left(2\pi \frac{\xi}{p}a\right)",
        mark=r"\sqrt{\frac{2}{p}}",
        right=r"u_*[a] = \sqrt{\frac{2}{3p}} \cos\left(2\pi \frac{\xi}{p}a + s_u\right)",
        damage="The phases are lost from the display; the sentence below it names them.",
    ),
    note="$p = 3$. If 'unit vectors' says that each of the three is one, the amplitude is right.",
)

unit = Claim(
    "alternating-flows/theorem-6-2-unit-vector",
    title="The maximiser of Theorem 6.2 is a unit vector with amplitude $\\sqrt{2/(3p)}$",
    statement=Identity(sp.Add(*(entry**2 for phase in (s_u, s_v, s_w) for entry in cosine(JOINT, phase, 3))), 1),
    source=THEOREM,
    corrects=unit_printed,
    note="$p = 3$.",
)

value_printed = Claim(
    "alternating-flows/theorem-6-2-value-printed",
    title="The maximal normalized utility, as printed",
    statement=Identity(AT_THREE / 9, sp.sqrt(6) * h**3),
    hypotheses=responses_at_three(JOINT, s_u, s_v, s_u + s_v - s_x),
    source=THEOREM,
    erratum=Erratum(
        "convention",
        r"$\sqrt{2p}\,|\hat x[\xi]|^3$ is the sum over the $p^2$ inputs, for $u$, $v$, $w$ a unit vector each. With "
        r"the slides' own utility, an expectation over inputs at a unit vector $theta$, it is $\sqrt{2/(27 "
        r"p^3)}\,|\hat x[\xi]|^3$.",
        "A common factor $1/(3 sqrt(3) p^2)$ in all utilities, and its inverse in all jump times; no order of jumps "
        "changes.",
        printed=r"\mathcal{U}_* = \sqrt{2p} |\hat{x}[\xi]|^3.",
        mark=r"\sqrt{2p}",
        right=r"\mathcal{U}_* = \sqrt{\frac{2}{27p^3}} |\hat{x}[\xi]|^3.",
    ),
    note=f"{P3} Here $U$ is divided by $p^2 = 9$.",
)

value = Claim(
    "alternating-flows/theorem-6-2-value",
    title="The maximal normalized utility, in expectation and at a unit vector",
    statement=Identity(AT_THREE / 9, sp.sqrt(sp.Rational(2, 27 * 3**3)) * h**3),
    hypotheses=responses_at_three(JOINT, s_u, s_v, s_u + s_v - s_x),
    source=THEOREM,
    uses=[phases, unit],
    corrects=value_printed,
    note=r"$\sqrt{2/(27 p^3)}\,|\hat x[\xi]|^3$ with $p = 3$.",
)

value_any_p = Claim(
    "alternating-flows/theorem-6-2-value-any-p",
    title="The normalized utility of cosines, at any p",
    statement=Identity(
        2 * (sp.sqrt(2 / (3 * p)) * h) ** 3 * cross_by_moments(p / 2, p / 2, sp.Integer(0)) / p**2,
        sp.sqrt(2 / (27 * p**3)) * h**3 * sp.cos(phase_a + phase_b - phase_c),
    ),
    source=THEOREM,
    uses=[summed_value],
    note="Degree three in $theta$: $3^(-3/2)$ for the norm, $p^(-2)$ for the mean. The cosine is of the balance of "
    "phases.",
)

even_printed = Claim(
    "alternating-flows/theorem-6-2-even-p-printed",
    title="For every p and every frequency from 1 to p - 1 the printed vectors are unit vectors",
    statement=Identity(squared_norm(sp.sqrt(sp.Rational(2, 4)), 4, 2), 1),
    source=THEOREM,
    erratum=Erratum(
        "hypothesis",
        r"$p$ must be odd. For even $p$ the frequency $p/2$ is among $1, \ldots, p - 1$, and there the printed cosine "
        r"has squared norm $2 cos(s)^2$; its maximal utility is larger than the printed one by $sqrt(2)$.",
        "For odd $p$, such as the slide's 5 and any odd prime, nothing.",
        printed=r"Let ξ be a frequency that maximizes $|\hat{x}[k]|$, $k = 1, \ldots, p-1$",
        mark=r"$k = 1, \ldots, p-1$",
        right=r"Let p be odd, and let ξ be a frequency that maximizes $|\hat{x}[k]|$, $k = 1, \ldots, p-1$",
        sentence=True,
    ),
    note="$p = 4$, $xi = 2$.",
)

odd = Claim(
    "alternating-flows/theorem-6-2-odd-p",
    title="For odd p and every frequency from 1 to p - 1 the printed vectors are unit vectors",
    statement=Identity(squared_norm(sp.sqrt(sp.Rational(2, 5)), 5, 2), 1),
    source=THEOREM,
    uses=[second_moment],
    corrects=even_printed,
    note=r"$p = 5$, $xi = 2$. In general $sum_a cos(4 pi xi a/p + 2s)$ vanishes unless $p$ divides $2 xi$, which an "
    r"odd $p$ does not for $\xi = 1, \ldots, p - 1$.",
)

alternating = [sp.Rational(1, 2) * (-1) ** e_ for e_ in range(4)]

even_value = Claim(
    "alternating-flows/theorem-6-2-even-p-value",
    title="At frequency p/2 alternating unit vectors have more than the printed utility",
    statement=Inequality(
        summed_utility(alternating, alternating, alternating, [h * entry / 2 for entry in alternating]),
        ">",
        sp.sqrt(8) * h**3,
    ),
    source=THEOREM,
    note="$p = 4$, an encoding $h (-1)^j/4$ with $x^[2] = h$, $U$ summed over inputs: $2 sqrt(p) h^3$ against "
    "$sqrt(2p) h^3$. So for even $p$ a weaker frequency $p/2$ can win.",
)
