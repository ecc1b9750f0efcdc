"""5a, 5b. Modular addition: the task, the neurons, and why only the cross term has utility."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.statements import Identity, Inequality
from ...language.symbols import families, index, natural, positive, real, total
from .letters import MODULAR, THEOREM, alpha
from .utility import neuron_degree

# An encoding x[0], ..., x[p-1] of zero; a is encoded by its cyclic shift x_a[j] = x[j - a]. A neuron is
# f(a, b) = (<u, x_a> + <v, x_b>)^2 w, the label of (a, b) is x_{a+b}, and the initial residual is the label.

p, xi = natural("p xi")
p_any, steps_k, apart = natural("p"), natural("k"), sp.Symbol("m", integer=True)

argmax = Claim(
    "alternating-flows/modular-argmax",
    title="A cosine of the difference falls short of one by a square",
    statement=Identity(
        1 - sp.cos(2 * sp.pi * steps_k * apart / p_any), 2 * sp.sin(sp.pi * steps_k * apart / p_any) ** 2
    ),
    source=MODULAR,
    note="$m = a + b - c$. The slide's (damaged) line says that $a + b$ modulo $p$ maximises $cos(2 pi k (a + b - "
    "c)/p)$ over $c$: the square is zero only if $p$ divides $k m$, so $c = a + b$ is the only maximum when $k$ and "
    "$p$ have no common factor.",
)

common_factor = Claim(
    "alternating-flows/modular-argmax-common-factor",
    title="For p = 4 and k = 2 the cosine at a wrong answer is below one",
    statement=Inequality(sp.cos(2 * sp.pi * steps_k * 2 / 4), "<", 1),
    hypotheses=[sp.Eq(steps_k, 2)],
    expected="REFUTED",
    note="$c = a + b - 2$: why $k$ and $p$ must have no common factor. With $p$ prime, as usual in this task, every "
    "$k$ from 1 to $p - 1$ will do; this is not an erratum.",
)

u_mod, v_mod, w_mod, x_mod = families("u v w x")
jj, kk = index("j", p_any), index("j'", p_any)
ll = index("j''", p_any)
xa, xb = families("x_a x_b")

quadratic_degree = Claim(
    "alternating-flows/modular-neuron-degree",
    title="A quadratic neuron has degree three in its weights",
    statement=Identity(
        (total(alpha * u_mod[jj] * xa[jj], jj) + total(alpha * v_mod[kk] * xb[kk], kk)) ** 2 * (alpha * w_mod[ll]),
        alpha**3 * (total(u_mod[jj] * xa[jj], jj) + total(v_mod[kk] * xb[kk], kk)) ** 2 * w_mod[ll],
    ),
    source=MODULAR,
    uses=[neuron_degree],
    note="$kappa = 3$, so that a neuron that starts aligned with utility $U^*$ jumps at $tau = (1/|theta(0)| - 1)/(3 "
    "U^*)$, and frequencies are learned in decreasing order of $U^*$. From a start in another direction the norm "
    "grows while the direction still turns: integrated flows keep jump times that depend on it, however small the "
    "start, and a neuron may settle at a weaker frequency, whose cosine is a local maximum of the utility.",
)

hot = sp.Symbol("j", integer=True)

one_hot = Claim(
    "alternating-flows/modular-one-hot",
    title="In a one-hot encoding every frequency is as strong as every other",
    statement=Identity(
        sp.cos(2 * sp.pi * steps_k * hot / p_any) ** 2 + sp.sin(2 * sp.pi * steps_k * hot / p_any) ** 2, 1
    ),
    source=MODULAR,
    note=r"$|\hat x[k]|^2$ with the one at $j$: all utilities tie, all frequencies jump together, and there is no "
    r"saddle in between.",
)

# A line at p = 3 is the general case there: every encoding of mean zero is x[j] = (2/p) h cos(2 pi j/p + s_x), with
# h = |x^[1]| and s_x its phase.

h = positive("h")
s_u, s_v, s_w, s_x, s_any = real("s_u s_v s_w s_x s")


def cosine(amplitude: sp.Expr, phase: sp.Expr, size: int, frequency: int = 1) -> list[sp.Expr]:
    """``amplitude * cos(2 pi frequency a/size + phase)`` for a = 0, ..., size - 1."""
    return [amplitude * sp.cos(2 * sp.pi * frequency * sp.Integer(e_) / size + phase) for e_ in range(size)]


def response(weights: list[sp.Expr], encoding: list[sp.Expr], shift: int) -> sp.Expr:
    """``<weights, x_shift>``."""
    size = len(encoding)
    return sp.Add(*(weights[e_] * encoding[(e_ - shift) % size] for e_ in range(size)))


def summed_utility(first: list[sp.Expr], second: list[sp.Expr], out: list[sp.Expr], encoding: list[sp.Expr]) -> sp.Expr:
    """``sum_{a,b} <f(a, b), x_{a+b}>``: p^2 times the expectation over inputs."""
    size = len(encoding)
    left, right, label = ([response(ws, encoding, e_) for e_ in range(size)] for ws in (first, second, out))
    return sp.Add(*((left[e_] + right[o_]) ** 2 * label[(e_ + o_) % size] for e_ in range(size) for o_ in range(size)))


A3, B3, W3 = (sp.symbols(f"{name}_0:3", real=True) for name in "ABW")
AT_THREE = sp.Add(*((A3[e_] + B3[o_]) ** 2 * W3[(e_ + o_) % 3] for e_ in range(3) for o_ in range(3)))
"""The summed utility at p = 3 from the responses A_a = <u, x_a>, B_b = <v, x_b> and W_c = <w, x_c>."""


def responses_at_three(amplitude: sp.Expr, *phases: sp.Expr) -> list[sp.Eq]:
    """What the responses of cosines are at p = 3, for every encoding of mean zero."""
    encoding = cosine(2 * h / 3, s_x, 3)
    return [
        sp.Eq(name, response(cosine(amplitude, phase, 3), encoding, shift))
        for names, phase in zip((A3, B3, W3), phases, strict=True)
        for shift, name in enumerate(names)
    ]


EACH = sp.sqrt(sp.Rational(2, 3))  # sqrt(2/p) at p = 3
JOINT = sp.sqrt(sp.Rational(2, 9))  # sqrt(2/(3p)) at p = 3
P3 = (
    "At $p = 3$, where every encoding of mean zero is one cosine, $h = |x^[1]|$, $s_x$ its phase; $U$ is summed over "
    "inputs. $A_a = <u, x_a>$, $B_b = <v, x_b>$ and $W_c = <w, x_c>$ are the responses, which the hypotheses define."
)

# --- 5b. Only the cross term has utility ----------------------------------------------------------------------

A5, B5, W5 = (list(sp.symbols(f"{name}_0:5", real=True)) for name in "ABW")
pairs_5 = [(e_, o_) for e_ in range(5) for o_ in range(5)]

cross_term = Claim(
    "alternating-flows/modular-cross-term",
    title="With a mean of zero only the cross term of the square has utility",
    statement=Identity(
        sp.Add(*((A5[e_] + B5[o_]) ** 2 * W5[(e_ + o_) % 5] for e_, o_ in pairs_5)),
        2 * sp.Add(*(A5[e_] * B5[o_] * W5[(e_ + o_) % 5] for e_, o_ in pairs_5)),
    ),
    hypotheses=[sp.Eq(W5[4], -W5[0] - W5[1] - W5[2] - W5[3])],
    source=THEOREM,
    note="$p = 5$; $A_a = <u, x_a>$, $B_b = <v, x_b>$, $W_c = <w, x_c>$, whose sum over $c$ vanishes when the "
    "encoding's mean does.",
)

w5, x5 = (list(sp.symbols(f"{name}_0:5", real=True)) for name in "wx")

mean_response = Claim(
    "alternating-flows/modular-mean-response",
    title="The sum of a vector's responses is the product of both sums",
    statement=Identity(sp.Add(*(response(w5, x5, e_) for e_ in range(5))), sp.Add(*w5) * sp.Add(*x5)),
    source=THEOREM,
    note="$p = 5$. Zero for every $w$ when the encoding has mean zero.",
)

mean_x = real("mu")  # the sum of the encoding's entries

no_mean_printed = Claim(
    "alternating-flows/theorem-6-2-any-mean-printed",
    title="No constant vectors have more utility than the printed maximum, whatever the encoding's mean",
    statement=Inequality(4 * sp.sqrt(p) * mean_x**3, "<=", sp.sqrt(2 * p) * h**3),
    hypotheses=[p >= 3],
    source=THEOREM,
    erratum=Erratum(
        "hypothesis",
        r"The encoding must have mean zero. Frequencies run from 1 to $p - 1$ in the theorem, but nothing on the "
        r"slide says that frequency 0 is absent; with it, $u = v = w$ constant can have more utility than any cosine, "
        r"as for a one-hot encoding that is not centred (sum 1, $|\hat x[k]| = 1$).",
        "None for centred encodings.",
        printed=r"Let ξ be a frequency that maximizes $|\hat{x}[k]|$, $k = 1, \ldots, p-1$",
        mark=r"$k = 1, \ldots, p-1$",
        right=r"Let $\hat{x}[0] = 0$, and let ξ be a frequency that maximizes $|\hat{x}[k]|$, $k = 1, \ldots, p-1$",
        sentence=True,
    ),
    note=r"$u = v = w = (1, \ldots, 1)/\sqrt{p}$ respond with $mu/sqrt(p)$, $mu$ the sum of the encoding; $U$, summed "
    r"over inputs, is $p^2 (2 mu/sqrt(p))^2 mu/sqrt(p) = 4 sqrt(p) mu^3$.",
)

no_mean = Claim(
    "alternating-flows/theorem-6-2-mean-zero",
    title="For encodings with mean zero, constant vectors have no utility",
    statement=Inequality(4 * sp.sqrt(p) * mean_x**3, "<=", sp.sqrt(2 * p) * h**3),
    hypotheses=[p >= 3, sp.Eq(mean_x, 0)],
    source=THEOREM,
    corrects=no_mean_printed,
)

constant = [1 / sp.sqrt(5)] * 5
constant_utility = Claim(
    "alternating-flows/theorem-6-2-constant-vectors",
    title="The utility of constant vectors",
    statement=Identity(
        summed_utility(constant, constant, constant, x5),
        4 * sp.sqrt(5) * sp.Add(*x5) ** 3,
    ),
    source=THEOREM,
    note="$p = 5$, any encoding.",
)
