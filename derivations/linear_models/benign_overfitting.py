"""6. Benign overfitting, (1.36) to (1.39): a tail that fits the noise, and the time scales on n samples."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.flows import GradientFlow
from ...language.matrices import Equal, MatrixFlow, SemiOrthogonal, group, identity, matrix, trace, written
from ...language.quantities import quantity
from ...language.sources import thesis
from ...language.statements import Chain, Identity, Inequality, Limit, Link, Solution
from ...language.statements.matrices import MatrixIdentity, MatrixRate
from ...language.symbols import index, natural, positive, real, total, trajectories
from .function_space import w
from .learnability import kappa
from .letters import N, eta, n, p, t

few, tail = natural("d m")  # the first d features; the other m = p - d
first_ones, others = index("k", few), index("l", tail)

conditions_printed = Claim(
    "linear-models/benign-conditions-as-printed",
    title="The learnabilities of the benign setup, with the printed conditions, sum to n",
    statement=Identity(total(sp.Integer(1), first_ones) + total(sp.Integer(1), others), n),
    hypotheses=[few <= n, n < few + tail],
    source=[thesis("1.36")],
    erratum=Erratum(
        "slip",
        "The cases of $L_k$ are printed for $d <= n$ and $d > n$; they must be for $k <= d$ and $k > d$. With $d <= "
        "n$ the printed line makes every $L_k$ one, and their sum $p$ instead of $n$.",
        "None: the sentence above it has the right conditions.",
        printed=r"\rho_k = \begin{cases} 1, & k \leq d \\ n/(p-d), & k > d \end{cases} \quad L_k \approx "
        r"\begin{cases} 1, & d \leq n \\ (n-d)/(p-d), & d > n \end{cases}",
        mark=r"d \leq n",
        right=r"\rho_k = \begin{cases} 1, & k \leq d \\ n/(p-d), & k > d \end{cases} \quad L_k \approx "
        r"\begin{cases} 1, & k \leq d \\ (n-d)/(p-d), & k > d \end{cases}",
    ),
    note="As $d << n$, the printed first case applies to every $k$.",
)

conditions = Claim(
    "linear-models/benign-conditions",
    title="The learnabilities of the benign setup, one for k <= d and (n-d)/(p-d) beyond, sum to n",
    statement=Identity(
        total(sp.Integer(1), first_ones) + total((n - few) / tail, others),
        n,
    ),
    source=[thesis("1.36")],
    corrects=conditions_printed,
    note="$m = p - d$.",
)

d_, m_, n_, c_tail = positive("d m n c")  # d, p - d, n; the tail's kernel on a sample
KAPPA = "$kappa$ solves $d/(1 + kappa) + (p - d) r/(r + kappa) = n$, the second equation of (1.35), $m = p - d$."


def kappa_of(size: sp.Expr, tail_size: sp.Expr, tail_weight: sp.Expr, first_: sp.Expr) -> sp.Expr:
    """The positive kappa for `first_` eigenvalues 1 and `tail_size` eigenvalues `tail_weight`, on `size` samples."""
    linear = size * (1 + tail_weight) - first_ - tail_size * tail_weight
    constant = size * tail_weight - first_ * tail_weight - tail_size * tail_weight
    return (-linear + sp.sqrt(linear**2 - 4 * size * constant)) / (2 * size)


printed_kappa = quantity("kappa", kappa_of(n_, m_, n_ / m_, d_))
repaired_kappa = kappa_of(n_, m_, 1 / m_, d_)

benign_kappa = Claim(
    "linear-models/benign-kappa-of-printed-eigenvalues",
    title="The kappa of the printed eigenvalues",
    statement=Identity(d_ / (1 + printed_kappa) + m_ * (n_ / m_) / (n_ / m_ + printed_kappa), n_),
    hypotheses=[d_ < n_, n_ < m_],
    source=[thesis("1.36"), thesis("1.35")],
    note=f"{KAPPA} Here $r = n/(p - d)$.",
)

large = positive("n")
printed_kappa_at_large = quantity("kappa", kappa_of(large, large**2, 1 / large, d_))
repaired_kappa_at_large = quantity("kappa", kappa_of(large, large**2, 1 / large**2, d_))

benign_printed = Claim(
    "linear-models/benign-learnability-as-printed",
    title="With tail eigenvalues n/(p-d) the first learnabilities tend to one for d << n << p",
    statement=Limit(1 / (1 + printed_kappa_at_large), large, sp.oo, sp.Integer(1)),
    source=[thesis("1.36")],
    erratum=Erratum(
        "consequential",
        "The $p - d$ tail eigenvalues $n/(p - d)$ sum to $n$, which makes $kappa$ tend to one and the learnability of "
        "the first $d$ features to one half. It is near one if they sum to much less than $n$, as with $1/(p - d)$.",
        "The setup of 1.6.1 and 1.6.2 and the time scale of signal fitting inherit it: half of the signal is fitted "
        "by the tail. With eigenvalues $1/(p - d)$ the learnabilities of (1.36) and the qualitative account survive.",
        printed=r"\rho_k = \begin{cases} 1, & k \leq d \\ n/(p-d), & k > d \end{cases} \quad L_k \approx "
        r"\begin{cases} 1, & d \leq n \\ (n-d)/(p-d), & d > n \end{cases}",
        mark="n/(p-d)",
        right=r"\rho_k = \begin{cases} 1, & k \leq d \\ 1/(p-d), & k > d \end{cases} \quad L_k \approx "
        r"\begin{cases} 1, & k \leq d \\ (n-d)/(p-d), & k > d \end{cases}",
    ),
    note=f"{KAPPA} The limit is taken with $p - d = n^2$ and any fixed $d$; for $d = 5$, $n = 100$, $p = 2000$ see "
    "the numbers.",
)

benign_half = Claim(
    "linear-models/benign-learnability-is-half",
    title="With tail eigenvalues n/(p-d) the first learnabilities tend to one half",
    statement=Limit(1 / (1 + printed_kappa_at_large), large, sp.oo, sp.Rational(1, 2)),
    source=[thesis("1.36")],
    uses=[benign_kappa],
    note=KAPPA,
)

benign_kappa_bound = Claim(
    "linear-models/benign-kappa-bound",
    title="With the printed eigenvalues, a kappa below 1 - n/(p-d) makes the learnabilities sum to more than n",
    statement=Inequality(d_ / (1 + kappa) + m_ * (n_ / m_) / (n_ / m_ + kappa), ">", n_),
    hypotheses=[kappa <= 1 - n_ / m_, n_ < m_],
    source=[thesis("1.36")],
    note="So $kappa$ is larger than that, for every $d$.",
)

benign_bound = Claim(
    "linear-models/benign-learnability-bound",
    title="With the printed eigenvalues no learnability exceeds 1/(2 - n/(p-d))",
    statement=Inequality(1 / (1 + kappa), "<", 1 / (2 - n_ / m_)),
    hypotheses=[kappa > 1 - n_ / m_, n_ < m_],
    source=[thesis("1.36")],
    uses=[benign_kappa_bound],
    note="Near one half for $n << p - d$, for every $d$ and $n$.",
)

FIGURE = {d_: sp.Integer(5), n_: sp.Integer(100), m_: sp.Integer(1995)}

benign_numbers = Claim(
    "linear-models/benign-learnability-in-the-figure",
    title="With the printed eigenvalues and the figure's d = 5, n = 100, p = 2000, the signal's learnability is 0.506",
    statement=Chain(
        sp.Rational(506, 1000),
        (Link("<", 1 / (1 + printed_kappa.subs(FIGURE))), Link("<", sp.Rational(507, 1000))),
    ),
    source=[thesis("Figure 1.3")],
    uses=[benign_kappa],
)

REPAIRED = sp.Eq(d_ / (1 + kappa) + 1 / (1 / m_ + kappa), n_)

benign_repaired = Claim(
    "linear-models/benign-learnability",
    title="With tail eigenvalues 1/(p-d) the first learnabilities tend to one for d << n << p",
    statement=Limit(1 / (1 + repaired_kappa_at_large), large, sp.oo, sp.Integer(1)),
    source=[thesis("1.36")],
    corrects=benign_printed,
    note=f"{KAPPA} The limit is taken with $p - d = n^2$; a bound for all sizes is the next claim.",
)

benign_repaired_bound = Claim(
    "linear-models/benign-learnability-lower-bound",
    title="With tail eigenvalues 1/(p-d) the first learnabilities exceed 1 - 1/(n-d+1)",
    statement=Inequality(1 / (1 + kappa), ">", 1 - 1 / (n_ - d_ + 1)),
    hypotheses=[REPAIRED, n_ > d_],
    source=[thesis("1.36")],
    uses=[benign_repaired],
    corrects=benign_printed,
    note="$kappa < 1/(n - d) - 1/(p - d)$. For $d = 5$ and $n = 100$ the learnability is above 0.989, for every $p$.",
)

benign_tail = Claim(
    "linear-models/benign-tail-learnability",
    title="With tail eigenvalues 1/(p-d) the others share what the first leave of n",
    statement=Identity((1 / m_) / (1 / m_ + kappa), (n_ - d_ / (1 + kappa)) / m_),
    hypotheses=[REPAIRED],
    source=[thesis("1.36")],
    uses=[benign_repaired_bound],
    note="$(n - d)/(p - d)$ up to $d (1 - L)/(p - d)$: the printed value, in the limit.",
)

# On n samples: the time scales.

design, labels = matrix("E", n, few), matrix("y", n, 1)
kernel_ = matrix("K", n, n)
features_at = matrix("phi", p, n)
sample_flow = MatrixFlow(
    eta * trace(group(features_at.T * w - labels).T * group(features_at.T * w - labels)) / (2 * n), (w,)
)

residual_rate = Claim(
    "linear-models/residual-on-samples",
    title="On n samples the residual decays by the kernel matrix over n",
    statement=MatrixRate(
        features_at.T * w - labels,
        -eta / n * features_at.T * features_at * group(features_at.T * w - labels),
        sample_flow,
    ),
    source=[thesis("1.12"), thesis("Section 1.6.1")],
    note="$L_emp$ has the factor $1/(2 n)$. The speeds are the eigenvalues of $phi^T phi/n$ on the samples, not those "
    "of (1.26).",
)

tail_functions = matrix("E", tail, N)

tail_trace = Claim(
    "linear-models/tail-kernel-on-the-diagonal",
    title="The tail's kernel has the mean (p-d) r on its diagonal",
    statement=MatrixIdentity(c_tail * trace(tail_functions * tail_functions.T), c_tail * tail),
    hypotheses=[SemiOrthogonal(tail_functions)],
    source=[thesis("Section 1.6.1")],
    note="$p - d = m$ orthonormal functions with one eigenvalue, here $c$. Off the diagonal, $E[e_k(x) e_k(x')] = "
    "E[e_k]^2$ vanishes for functions of mean zero: for $p >> n$ the tail's kernel matrix is $(p - d) r$ times the "
    "identity.",
)

time_scale_printed = Claim(
    "linear-models/time-scale-as-printed",
    title="On n samples the noise is fitted at the rate n/(p-d)",
    statement=Identity(total(n / tail, others) / n, n / tail),
    hypotheses=[n < tail],
    source=[thesis("Section 1.6.1")],
    erratum=Erratum(
        "hypothesis",
        "The time $(p - d)/n$ is one over the tail's eigenvalue, the rate (1.26) of infinite data. On $n$ samples the "
        "tail fits noise at the mean rate $(p - d) r/n$, which is one for $r = n/(p - d)$: as fast as the first $d$ "
        "features.",
        "There is no time at which only the first $d$ features are learned. With eigenvalues $1/(p - d)$ the rate is "
        "$1/n$, and the phases separate in $1 << eta t << n$.",
        printed=r"In the time scale of $1 \ll \eta t \ll (p - d)/n$, GF will initially learn only the first d "
        "features because of the large intensity difference",
        mark="(p - d)/n",
        right=r"In the time scale of $1 \ll \eta t \ll n$, with $\rho_k = 1/(p - d)$ for $k > d$, GF will initially "
        "learn only the first d features because of the large intensity difference",
        sentence=True,
    ),
    note="The mean eigenvalue of the tail's kernel matrix over $n$: its diagonal is the sum of $p - d$ eigenvalues.",
)

time_scale = Claim(
    "linear-models/time-scale",
    title="On n samples the tail of eigenvalues 1/(p-d) fits noise at the rate 1/n",
    statement=Identity(total(1 / tail, others) / n, 1 / n),
    source=[thesis("Section 1.6.1")],
    uses=[residual_rate, tail_trace],
    corrects=time_scale_printed,
    note="The first $d$ features keep the rate one, so that the signal is fitted in $1 << eta t << n$.",
)

head_tail_equilibrium = Claim(
    "linear-models/signal-against-tail-kernel",
    title="Along the first d features the kernel matrix is n plus the tail's",
    statement=MatrixIdentity(
        group(written(design * design.T, c_tail * identity(n))) * design, written(n * design, c_tail * design)
    ),
    hypotheses=[Equal(design.T * design, n * identity(few))],
    source=[thesis("Section 1.6.1")],
    uses=[tail_trace],
    note="$E$ holds the first $d$ eigenfunctions at the $n$ samples, orthogonal as for $d << n$, and the tail adds "
    "$c$ times the identity, $c = (p - d) r$. So a share $n/(n + c)$ of the signal is learned by the first $d$ "
    "features.",
)

theta_head, theta_tail = trajectories("theta tau")
S_signal = positive("S")
signal_flow = GradientFlow(
    eta * (sp.sqrt(n_) * (theta_head - S_signal) + sp.sqrt(c_tail) * theta_tail) ** 2 / (2 * n_),
    (theta_head, theta_tail),
    t,
)
signal_growth = 1 - sp.exp(-eta * (1 + c_tail / n_) * t)

signal_solution = Claim(
    "linear-models/signal-fitting",
    title="Signal fitting: the first features and the tail learn together, in the proportion n to c",
    statement=Solution(
        signal_flow,
        of=(theta_head, theta_tail),
        equals=(
            S_signal * n_ / (n_ + c_tail) * signal_growth,
            S_signal * sp.sqrt(c_tail * n_) / (n_ + c_tail) * signal_growth,
        ),
        initially=(sp.Integer(0), sp.Integer(0)),
    ),
    source=[thesis("Section 1.6.1")],
    uses=[head_tail_equilibrium, residual_rate],
    note="One direction of the signal: $theta$ its coefficient in the first $d$ features, $tau$ in the tail, $c = (p "
    "- d) r$. With the printed eigenvalues $c = n$, and one half is learned; with $1/(p - d)$, $c = 1$ and $n/(n + "
    "1)$ is.",
)

noise = real("nu")
noise_flow = GradientFlow(eta * (sp.sqrt(c_tail) * theta_tail - noise) ** 2 / (2 * n_), (theta_tail,), t)

noise_solution = Claim(
    "linear-models/noise-fitting",
    title="Noise fitting: what the first features cannot fit, the tail fits at the rate c/n",
    statement=Solution(
        noise_flow,
        of=(theta_tail,),
        equals=(noise / sp.sqrt(c_tail) * (1 - sp.exp(-eta * c_tail * t / n_)),),
        initially=(sp.Integer(0),),
    ),
    source=[thesis("Section 1.6.1")],
    uses=[residual_rate, tail_trace],
    note="A direction of the samples that is orthogonal to the first $d$ features. $c = n$ with the printed "
    "eigenvalues, $c = 1$ with $1/(p - d)$.",
)
