"""5b. How near the estimates from samples are to what they estimate, (1.33), (1.34), Algorithm 1; and (1.15), (1.7).

What the sources cite for them is cited here too, with what it says: Mercer's theorem, the completeness of the Hermite
polynomials, and how far eigenvalues and eigenvectors of a matrix move with the matrix.
"""

from __future__ import annotations

import sympy as sp

from ...language.claims import Cited, Claim
from ...language.matrices import SemiOrthogonal, group, matrix, trace
from ...language.sources import richness_paper, thesis
from ...language.statements import Asymptotic, Identity, Inequality, Limit
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import ForAll, families, index, natural, positive, real, total
from ...language.theorems import Combination, Follows, Line, Summed, Theorem
from .benign_overfitting import tail_trace
from .functions import expansion_coefficients, q, x, y
from .letters import N, both, n, p
from .operator import LETTERS, MERCER, ORTHONORMAL, E, Phi_, R, T, eigenfunctions
from .samples import eigenfunctions_sample, eigenvalues_sample, ratio_of_sums

_MERCER = "Mercer, Philosophical Transactions A 209, 1909"

mercer = Claim(
    "linear-models/mercer",
    title="The operator has orthonormal eigenfunctions, which diagonalise it",
    statement=MatrixIdentity(E * T * E.T, R * R),
    cited=[Cited("Mercer's theorem", _MERCER, says=MERCER), Cited("Mercer's theorem", _MERCER, says=ORTHONORMAL)],
    source=both("1.15", 2),
    uses=[eigenfunctions],
    note=f"{LETTERS} That there are such functions is cited, as in the thesis; from it follows $<e_k|T[e_l]> = rho_k "
    "delta_kl$, and with linear-models/eigenfunctions $T[e_k] = rho_k e_k$.",
)

# (1.7): the partial sums of the expansion, for any orthogonal functions.

size = natural("n")
term = index("k", size)
basis_norm, expansion, polynomial = families("h c b")
norm, error = positive("F epsilon")
left_over = norm - total(basis_norm[term] * expansion[term] ** 2, term)
distance = (
    norm
    - 2 * total(polynomial[term] * basis_norm[term] * expansion[term], term)
    + total(basis_norm[term] * polynomial[term] ** 2, term)
)

best = Claim(
    "linear-models/partial-sums-are-closest",
    title="A combination of orthogonal functions is further from a function than its partial sum, by a sum of squares",
    statement=Identity(distance - left_over, total(basis_norm[term] * (polynomial[term] - expansion[term]) ** 2, term)),
    source=thesis("1.7"),
    uses=[expansion_coefficients],
    note="$F = <f|f>$, $h_k = <H_k|H_k>$ and $c_k = <f|H_k>/h_k$ for the $n$ polynomials of degree below $n$. The "
    "squared distance of $f$ from $sum_k b_k H_k$, less that from $sum_k c_k H_k$.",
)

NORMS = ForAll(term, basis_norm[term] > 0)
one_more = Line(
    Inequality(basis_norm[term] * (polynomial[term] - expansion[term]) ** 2, ">=", 0), given=[NORMS], by=Follows()
)
all_more = Line(by=Summed(one_more, term), given=[NORMS])
NEAR = sp.Le(distance, error, evaluate=False)
near = Line(
    Inequality(left_over, "<=", error),
    given=[NORMS, NEAR],
    by=Combination(NEAR, all_more),
)

complete = Theorem(
    "linear-models/expansion-is-complete",
    title="The partial sums of the expansion in Hermite polynomials come as close to the function as one wishes",
    concludes=near.says,
    hypotheses=[NORMS],
    cited=[
        Cited(
            "completeness of the Hermite polynomials",
            "Szego, Orthogonal Polynomials, Theorem 5.7.1",
            says=NEAR,
        )
    ],
    proof=[one_more, all_more, near],
    source=thesis("1.7"),
    uses=[best],
    note="For every $epsilon > 0$ there is, by what is cited, a polynomial of some degree below $n$ whose squared "
    "distance from $f$ is at most $epsilon$; so is that of the partial sum of (1.7) up to $n$, and of every longer "
    "one, since the polynomial may be taken to have further coefficients that are zero. The sum is meant in this "
    "sense, in the mean square under the Gaussian.",
)

# Means over n samples.

f_, g_ = families("f g")
mean_f, mean_g = total(q[x] * f_[x], x), total(q[y] * g_[y], y)
sample, other_sample = index("i", n), index("i'", n)
spread = positive("v")

independent_draws = Claim(
    "linear-models/independent-draws-are-uncorrelated",
    title="What is computed at one draw is uncorrelated with what is computed at another",
    statement=Identity(total(q[x] * q[y] * (f_[x] - mean_f) * (g_[y] - mean_g), x, y), 0),
    hypotheses=[sp.Eq(total(q[x], x), 1)],
    source=[thesis("1.33"), thesis("1.34"), thesis("Algorithm 1")],
)

mean_of_draws = Claim(
    "linear-models/variance-of-a-mean-over-samples",
    title="The mean over n independent samples has 1/n times the variance of one",
    statement=Identity(
        total(spread * sp.KroneckerDelta(sample, other_sample), sample, other_sample) / n**2, spread / n
    ),
    source=[thesis("1.33"), thesis("1.34"), thesis("Algorithm 1")],
    uses=[independent_draws],
    note="$v$ is the variance of what is computed at one sample; at two different ones it is uncorrelated.",
)

a, b = index("a", p), index("b", p)
entry = total(q[x] * Phi_[a, x] * Phi_[b, x], x)
gram_spread = total(q[x] * total(Phi_[a, x] ** 2, a) ** 2, x) - total(entry**2, a, b)

gram_of_one = Claim(
    "linear-models/variance-of-the-gram-matrix",
    title="The entries of Phi Phi^T at one sample vary by the mean fourth power of the features' norm",
    statement=Identity(total(total(q[x] * (Phi_[a, x] * Phi_[b, x]) ** 2, x) - entry**2, a, b), gram_spread),
    source=[thesis("1.33"), thesis("Algorithm 1")],
    uses=[mean_of_draws],
    note="The sum over all entries of their variances: $E|Phi|^4 - sum_k rho_k^2$. Divided by $n$ it is the mean of "
    "the squared distance $|C_n - C|^2$ of the mean $C_n = phi phi^T/n$ over $n$ samples from $C = E[Phi Phi^T]$, "
    "whose eigenvalues are the $rho_k$.",
)

# The eigenvalues and eigenvectors of C_n.  A letter s runs over the sets of n samples, with the chance P[s].

sets = index("s", natural("M"))
chance, moved, found, shift, intensities = families("P F rhohat d rho")
intensity, largest, variance, gap = positive("rho_k rho_1 V g")
CHANCES = ForAll(sets, chance[sets] >= 0)
MEAN = sp.Le(total(chance[sets] * moved[sets], sets), variance / n, evaluate=False)
WEYL = ForAll(sets, sp.Le((found[sets] - intensity) ** 2, moved[sets], evaluate=False))
NOTHING_ELSE = (
    "$s$ runs over the sets of $n$ samples, which have the chance $P_s$, and $F_s$ is the squared distance of $C_n = "
    "phi phi^T/n$ from $C$, with the mean $V/n$ by linear-models/variance-of-the-gram-matrix."
)

one_value = Line(
    Inequality(chance[sets] * (found[sets] - intensity) ** 2, "<=", chance[sets] * moved[sets]),
    given=[CHANCES, WEYL],
    by=Combination((WEYL, chance[sets])),
)
all_values = Line(by=Summed(one_value, sets), given=[CHANCES, WEYL])
values_near = Line(
    Inequality(total(chance[sets] * (found[sets] - intensity) ** 2, sets), "<=", variance / n),
    given=[CHANCES, WEYL, MEAN],
    by=Combination(all_values, MEAN),
)

estimated_eigenvalues = Theorem(
    "linear-models/sample-eigenvalues-converge",
    title="The eigenvalues found on n samples differ from those of the operator by order 1/sqrt(n)",
    concludes=values_near.says,
    hypotheses=[CHANCES, MEAN],
    cited=[Cited("Weyl's inequality", "Horn and Johnson, Matrix Analysis, Theorem 4.3.1", says=WEYL)],
    proof=[one_value, all_values, values_near],
    source=[thesis("1.33"), thesis("Algorithm 1"), richness_paper("Algorithm 1", restored="re-derived")],
    uses=[gram_of_one, eigenvalues_sample],
    note=f"{NOTHING_ELSE} $rhohat_s$ is the $k$-th eigenvalue of $C_n$, which is $s_k^2/n$. So it tends to $rho_k$, in "
    "the mean square, at the rate $1/n$.",
)

mode = index("j", p)
squared_move = positive("F")
MOVED = sp.Le(total(shift[mode] ** 2, mode), 8 * squared_move / gap**2, evaluate=False)
LARGEST = ForAll(mode, sp.Le(intensities[mode], largest, evaluate=False))

one_mode = Line(
    Inequality(intensities[mode] * shift[mode] ** 2, "<=", largest * shift[mode] ** 2),
    given=[LARGEST],
    by=Combination((LARGEST, shift[mode] ** 2)),
)
all_modes = Line(by=Summed(one_mode, mode), given=[LARGEST])
functions_near = Line(
    Inequality(total(intensities[mode] * shift[mode] ** 2, mode), "<=", 8 * largest * squared_move / gap**2),
    given=[LARGEST, MOVED],
    by=Combination(all_modes, (MOVED, largest)),
)

estimated_eigenfunctions = Theorem(
    "linear-models/sample-eigenfunctions-converge",
    title="The eigenfunctions found on n samples are near those of the operator where the eigenvalues are apart",
    concludes=functions_near.says,
    hypotheses=[LARGEST],
    cited=[
        Cited(
            "a variant of the theorem of Davis and Kahan",
            "Yu, Wang and Samworth, Biometrika 102, 2015, Corollary 1",
            says=MOVED,
        )
    ],
    proof=[one_mode, all_modes, functions_near],
    source=[thesis("1.33"), thesis("Algorithm 1"), richness_paper("Algorithm 1", restored="re-derived")],
    uses=[gram_of_one, eigenfunctions_sample],
    note="$F$ is the squared distance of $C_n$ from $C$, of which linear-models/variance-of-the-gram-matrix gives the "
    "mean, $V/n$; so the mean of the left-hand side falls at the rate $1/n$. $g$ is the distance of $rho_k$ from the "
    "other eigenvalues, and $d_j$ the part of $u_k - u_k^C$ along the $j$-th eigenvector of $C$, where $u_k$ is that "
    "of $C_n$, with the sign that makes it the nearer. $u_k^T Phi$ is the root of the eigenvalue times $e_k$, on the "
    "samples and of the operator; the left-hand side is the squared distance of these two functions, which is $(u_k - "
    "u_k^C)^T C (u_k - u_k^C)$ as $C = E[Phi Phi^T]$.",
)

# (1.34): the quotient of three means.

product_mean = real("A")
own_mean, target_mean, unit = positive("B C h")
product_off, own_off, target_off = real("a b c")
estimate = (product_mean + unit * product_off) ** 2 / ((own_mean + unit * own_off) * (target_mean + unit * target_off))
LARGE_NUMBERS = Cited("law of large numbers", "Durrett, Probability: Theory and Examples, Theorem 2.4.1")

quality_converges = Claim(
    "linear-models/estimate-of-quality-converges",
    title="The estimate of the quality tends to the quality as its three means do",
    statement=Limit(estimate, unit, sp.S.Zero, product_mean**2 / (own_mean * target_mean)),
    cited=[LARGE_NUMBERS],
    source=thesis("1.34"),
    uses=[ratio_of_sums, mean_of_draws],
    note="$A = <e_k|f>$, $B = <e_k|e_k>$ and $C = <f|f>$ are the integrals of (1.34), and $A + h a$, $B + h b$, $C + h "
    "c$ the means over the test samples. With $h = 1/sqrt(n)$ the $a$, $b$, $c$ have the variances of one sample, for "
    "every $n$, by linear-models/variance-of-a-mean-over-samples; that $h a$, $h b$ and $h c$ vanish almost surely is "
    "cited.",
)

positive_product = positive("A")

quality_rate = Claim(
    "linear-models/estimate-of-quality-errs-by-the-root-of-n",
    title="The error of the estimate of the quality is of the order of the errors of the means",
    statement=Asymptotic(
        estimate.xreplace({product_mean: positive_product}),
        positive_product**2 / (own_mean * target_mean),
        unit,
        unit,
        sp.S.Zero,
    ),
    source=thesis("1.34"),
    uses=[ratio_of_sums, mean_of_draws],
    note="That is, of the order $1/sqrt(n)$. The notation is that of linear-models/estimate-of-quality-converges; the "
    "sign of $e_k$ is chosen so that $A > 0$.",
)

# 1.6.1: the tail's kernel.

tail = natural("m")
tail_functions = matrix("E", tail, N)
c_tail = positive("c")

tail_off_diagonal = Claim(
    "linear-models/tail-kernel-off-the-diagonal",
    title="At two samples the tail's kernel has the mean square (p-d) r^2, small against the squared diagonal",
    statement=MatrixIdentity(
        trace(group(c_tail * tail_functions.T * tail_functions) * group(c_tail * tail_functions.T * tail_functions)),
        c_tail**2 * tail,
    ),
    hypotheses=[SemiOrthogonal(tail_functions)],
    source=[thesis("Section 1.6.1")],
    uses=[tail_trace],
    note="$m = p - d$ functions with the eigenvalue $r$, here $c$. The trace is the mean of $K(x, x')^2$ over two "
    "independent draws, by $E^T E$ with the roots of the frequencies in its entries; the diagonal's mean is $c m$, so "
    "that the mean square off the diagonal is its $m$-th part. The squared distance of the kernel matrix on $n$ "
    "samples from its diagonal is on average the share $(n - 1)/(p - d)$ of the squared length of that multiple of "
    "the identity.",
)

l, l2 = index("l", tail), index("l'", tail)  # noqa: E741 - as in the thesis
fourth = positive("u")

tail_diagonal = Claim(
    "linear-models/tail-kernel-diagonal-varies",
    title="On the diagonal the relative variance of the tail's kernel falls as 1/m, if squares are uncorrelated",
    statement=Identity(
        total(c_tail**2 * (1 + fourth * sp.KroneckerDelta(l, l2)), l, l2) - (c_tail * tail) ** 2,
        c_tail**2 * tail * fourth,
    ),
    source=[thesis("Section 1.6.1")],
    uses=[tail_trace, tail_off_diagonal],
    note="The variance of $K(x, x) = c sum_l e_l(x)^2$ where $E[e_l^2 e_l'^2] - 1$ is $u delta_ll'$; for the sines of "
    "the figures, where $e_l^2 = 1 - cos(4 pi l x)$, it is with $u = 1/2$. So for $p - d$ much larger than $n$ the "
    "tail's kernel matrix is nearly $(p - d) r$ times the identity.",
)
