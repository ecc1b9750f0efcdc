"""4. Eigenfunctions as features, (1.27), (1.28), A.1; their intensity, quality, utilisation, (1.29) to (1.32)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum, Step
from ...language.matrices import Diagonal, Equal, Orthogonal, group, matrix, named, written, zero
from ...language.sources import richness_paper, thesis
from ...language.statements import Identity, Inequality
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import ForAll, families, nonnegative, positive, real, total
from .function_space import e_, w
from .functions import cauchy_schwarz, f_, inner, q, x, y
from .letters import N, both, p
from .operator import LETTERS, MERCER, ORTHONORMAL, ROOTS, E, I_p, Phi, Phi_, R, R_inv, T, eigenfunctions, j, k

first_norm, second_norm = positive("a c")  # <Phi_1|Phi_1>, <Phi_2|Phi_2>
overlap = real("b")  # <Phi_1|Phi_2>
smaller_eigenvalue = (first_norm + second_norm) / 2 - sp.sqrt((first_norm - second_norm) ** 2 / 4 + overlap**2)

positive_eigenvalues_printed = Claim(
    "linear-models/positive-eigenvalues-as-printed",
    title="The eigenvalues that the change of basis divides by are positive, for any two features",
    statement=Inequality(smaller_eigenvalue, ">", 0),
    hypotheses=[overlap**2 <= first_norm * second_norm],
    source=[thesis("1.27"), thesis("A.1")],
    erratum=Erratum(
        "hypothesis",
        "By (1.15) an eigenvalue may be zero, and it is whenever the features are linearly dependent; then $O_ij = "
        "<Phi_i|e_j>/sqrt(rho_j)$ is $0/0$ and its column is not defined.",
        "(1.27) to (1.29) and A.1 hold for linearly independent features. For dependent ones the expansion of $Phi$ "
        "survives, with any columns that complete $O$ to an orthogonal matrix.",
        printed=r"\Phi_i(x) = \sum_j O_{ij} \sqrt{\rho_j} e_j(x), \quad O_{ij} = \frac{1}{\sqrt{\rho_j}} \langle "
        r"\Phi_i|e_j\rangle.",
        mark=r"\frac{1}{\sqrt{\rho_j}}",
        right=r"\Phi_i(x) = \sum_j O_{ij} \sqrt{\rho_j} e_j(x), \quad O_{ij} = \frac{1}{\sqrt{\rho_j}} \langle "
        r"\Phi_i|e_j\rangle, \quad \rho_j > 0.",
    ),
    note="Two features with squared norms $a$, $c$ and inner product $b$, which Cauchy-Schwarz bounds: the smaller "
    "eigenvalue of their Gram matrix.",
)

positive_eigenvalues = Claim(
    "linear-models/positive-eigenvalues",
    title="Linearly independent features have positive eigenvalues",
    statement=Inequality(smaller_eigenvalue, ">", 0),
    hypotheses=[overlap**2 < first_norm * second_norm],
    source=[*both("1.27", 13), thesis("A.1")],
    uses=[cauchy_schwarz],
    corrects=positive_eigenvalues_printed,
    note="A special case: two features. Cauchy-Schwarz is strict when neither feature is a multiple of the other.",
)

O_ = named("O", Phi * E.T * R_inv)
COLUMNS = f"{LETTERS} $O = Phi E^T R^-1$ has the entries of (1.27); $rho_k > 0$, so that $R$ has an inverse."

columns_gram = Claim(
    "linear-models/columns-of-o",
    title="The inner products of the columns of O, by the features' inner products with eigenfunctions",
    statement=MatrixIdentity(O_.T * O_, R_inv * group(E * Phi.T) * group(Phi * E.T) * R_inv),
    hypotheses=ROOTS,
    source=[thesis("A.2"), thesis("A.1")],
    uses=[positive_eigenvalues],
    note=COLUMNS,
)

columns_gram_sum = Claim(
    "linear-models/columns-of-o-by-features",
    title="The sum over features of kets and bras stands between the eigenfunctions",
    statement=MatrixIdentity(O_.T * O_, R_inv * E * group(Phi.T * Phi) * E.T * R_inv),
    hypotheses=ROOTS,
    source=[thesis("A.3")],
    uses=[columns_gram],
    note=COLUMNS,
)

columns_gram_operator = Claim(
    "linear-models/columns-of-o-by-operator",
    title="The sum over features in the inner products of the columns of O is the integral operator",
    statement=MatrixIdentity(O_.T * O_, R_inv * E * T * E.T * R_inv),
    hypotheses=ROOTS,
    source=[thesis("A.4")],
    uses=[columns_gram_sum],
    note=COLUMNS,
)

columns_gram_eigen = Claim(
    "linear-models/columns-of-o-by-eigenvalues",
    title="In the inner products of the columns of O the operator returns the eigenvalue",
    statement=MatrixIdentity(O_.T * O_, R_inv * group(E * E.T) * R),
    hypotheses=[*ROOTS, ORTHONORMAL, MERCER],
    source=[thesis("A.5")],
    uses=[columns_gram_operator, eigenfunctions],
    note=f"{COLUMNS} Entry $i$, $j$ is $sqrt(rho_j/rho_i) <e_i|e_j>$.",
)

columns_orthonormal = Claim(
    "linear-models/columns-of-o-orthonormal",
    title="The columns of O are orthonormal",
    statement=MatrixIdentity(O_.T * O_, I_p),
    hypotheses=[*ROOTS, ORTHONORMAL, MERCER],
    source=[thesis("A.6"), richness_paper("Section C.1")],
    uses=[columns_gram_eigen],
    note=f"{COLUMNS} $O$ is square, so that $O O^T = I$ follows; A.1 names the two the other way round.",
    steps=[
        Step(
            r"$O_{\cdot i}^T O_{\cdot j} = \sum_k \langle e_i | \Phi_k \rangle "
            r"\langle \Phi_k | e_j \rangle / \sqrt{\rho_i \rho_j}$",
            "(A.1)",
        ),
        Step("= <e_i|T|e_j> / sqrt(rho_i rho_j)", "(1.14)"),
        Step("= sqrt(rho_j/rho_i) <e_i|e_j> = delta_ij", "T e_j = rho_j e_j, and the e are orthonormal"),
        Step("O^T O = I gives O O^T = I", "for a square matrix a left inverse is a right inverse"),
    ],
)

span_remainder = Claim(
    "linear-models/features-in-span",
    title="Nothing of the features lies outside of the span of the eigenfunctions",
    statement=MatrixIdentity(
        written(Phi.T * Phi, -Phi.T * Phi * E.T * E, -E.T * E * Phi.T * Phi, E.T * E * Phi.T * Phi * E.T * E),
        zero(N, N),
    ),
    hypotheses=[ORTHONORMAL, MERCER],
    source=both("1.27", 13),
    note=f"{LETTERS} The left-hand side is $D^T D$ with $D = Phi - Phi E^T E$, so that $D = 0$.",
)

IN_SPAN = Equal(Phi * E.T * E, Phi)

change_of_basis = Claim(
    "linear-models/change-of-basis",
    title="The features are an orthogonal matrix times the weighted eigenfunctions",
    statement=MatrixIdentity(Phi, O_ * R * E),
    hypotheses=[*ROOTS, IN_SPAN],
    source=both("1.27", 13),
    uses=[span_remainder, columns_orthonormal, positive_eigenvalues],
    note=COLUMNS,
)

Ortho = matrix("O", p, p)
CHANGE = Equal(Phi, Ortho * R * E)
ORTHO = Orthogonal(Ortho)

features_norm = Claim(
    "linear-models/features-norm-preserved",
    title="The change of basis preserves the norm of the feature vector, at every input",
    statement=MatrixIdentity(T, group(R * E).T * group(R * E)),
    hypotheses=[CHANGE, ORTHO],
    source=[thesis("Section 1.5.2")],
    uses=[change_of_basis],
    note="On the diagonal: $sum_k Phi_k(x)^2 = sum_k rho_k e_k(x)^2$.",
)

theta_printed = Claim(
    "linear-models/theta-as-printed",
    title="The parameters in the eigenfunction basis are O times the parameters",
    statement=MatrixIdentity(w.T * Phi, group(Ortho * w).T * R * E),
    hypotheses=[CHANGE, ORTHO, Diagonal(R), ORTHONORMAL],
    source=[thesis("Section 1.5.2")],
    erratum=Erratum(
        "slip",
        "$theta = O w$ should be $theta = O^T w$: with $Phi_i = sum_j O_ij sqrt(rho_j) e_j$ the coefficient of "
        "$sqrt(rho_j) e_j$ is $sum_i w_i O_ij$. As a row, $theta$ would be $w O$.",
        "None: $O^T$ is orthogonal as well, so that $|theta| = |w|$ and all that follows survive.",
        printed=r"Note that because $\theta = Ow$, the norm of the parameters is conserved",
        mark=r"$\theta = Ow$",
        right=r"Note that because $\theta = O^Tw$, the norm of the parameters is conserved",
        sentence=True,
    ),
)

theta_repaired = Claim(
    "linear-models/theta",
    title="The parameters in the eigenfunction basis are the transposed O times the parameters",
    statement=MatrixIdentity(w.T * Phi, group(Ortho.T * w).T * R * E),
    hypotheses=[CHANGE],
    source=[*both("1.28", 14), thesis("Section 1.5.2")],
    uses=[change_of_basis],
    corrects=theta_printed,
)

norm_preserved = Claim(
    "linear-models/parameter-norm-preserved",
    title="The change of basis preserves the norm of the parameters",
    statement=MatrixIdentity(group(Ortho.T * w).T * group(Ortho.T * w), w.T * w),
    hypotheses=[ORTHO],
    source=[thesis("Section 1.5.2"), richness_paper("Section C.1")],
    uses=[theta_repaired],
)

intensity = Claim(
    "linear-models/intensity",
    title="The intensity is the sum of the features' squared inner products with the eigenfunction",
    statement=Identity(
        total(q[y] * e_[k, y] * total(Phi_[j, x] * Phi_[j, y] * e_[k, x] * q[x], j, x), y),
        total(inner(Phi_[j, x], e_[k, x]) ** 2, j),
    ),
    source=[thesis("1.29")],
    note="$<e_k|T[e_k]>$, for any function $e_k$; it is $rho_k$ when $e_k$ is a normalised eigenfunction.",
)

intensity_is_eigenvalue = Claim(
    "linear-models/intensity-is-eigenvalue",
    title="For an eigenfunction, the sum of the features' squared inner products is its eigenvalue",
    statement=MatrixIdentity(group(Phi * E.T).T * group(Phi * E.T), R * R),
    hypotheses=[ORTHONORMAL, MERCER],
    source=[thesis("1.29")],
    uses=[intensity, eigenfunctions],
    note=f"{LETTERS} On the diagonal.",
)

one_function = families("e")
weight = positive("rho")
NORMALISED = [
    ForAll(x, q[x] >= 0),
    sp.Eq(total(q[x], x), 1),
    sp.Eq(total(q[x] * one_function[x] ** 2, x), 1),
]
feature_square = total(q[x] * (sp.sqrt(weight) * one_function[x]) ** 2, x)

intensity_norm_printed = Claim(
    "linear-models/intensity-is-norm-as-printed",
    title="The intensity is the norm of the feature along its eigenfunction",
    statement=Identity(sp.sqrt(feature_square), weight),
    hypotheses=NORMALISED,
    source=[thesis("Section 1.5.3"), richness_paper("Section C.1")],
    erratum=Erratum(
        "slip",
        "The feature is $sqrt(rho_k) e_k$, whose norm is $sqrt(rho_k)$; the intensity $rho_k$ is its square.",
        "None: the example beside it (a variance of 2, intensity 2) has the square.",
        printed="the feature intensity is the norm of the feature vector along e_k",
        mark="the norm",
        right="the feature intensity is the squared norm of the feature vector along e_k",
        sentence=True,
    ),
    note=r"The norm is the root of $<f|f>$, as (1.34) writes $\|f\|_2^2$ for $<f|f>$.",
)

intensity_norm = Claim(
    "linear-models/intensity-is-squared-norm",
    title="The intensity is the squared norm of the feature along its eigenfunction",
    statement=Identity(feature_square, weight),
    hypotheses=NORMALISED[-1:],
    source=[thesis("Section 1.5.3"), richness_paper("Section C.1")],
    uses=[intensity_is_eigenvalue],
    corrects=intensity_norm_printed,
)

lam = real("lambda")
example = sp.Matrix([[sp.Rational(3, 2), sp.Rational(1, 2)], [sp.Rational(1, 2), sp.Rational(3, 2)]])

example_eigenvalues = Claim(
    "linear-models/example-eigenvalues",
    title="The Gaussian example has the eigenvalues 2 and 1",
    statement=Identity((example - lam * sp.eye(2)).det(), (lam - 2) * (lam - 1)),
    source=[thesis("Section 1.5.3")],
    note="The characteristic polynomial of the printed covariance, which is the features' Gram matrix, as their mean "
    "is zero.",
)

function_column = matrix("f", N, 1)

projection_remainder = Claim(
    "linear-models/cumulative-quality-below-one",
    title="The squared norm of a function minus that of its coefficients is the squared norm of the remainder",
    statement=MatrixIdentity(
        written(function_column.T * function_column, -group(E * function_column).T * group(E * function_column)),
        group(written(function_column, -E.T * E * function_column)).T
        * group(written(function_column, -E.T * E * function_column)),
    ),
    hypotheses=[ORTHONORMAL],
    source=[thesis("1.30"), thesis("1.31"), thesis("1.32"), richness_paper("Section 3.2")],
    note="$E f$ has the entries $<e_k|f>$. So the sum of $<e_k|f>^2$ over any orthonormal functions is at most "
    "$<f|f>$: each quality and utilisation, and both cumulative ones, lie between 0 and 1.",
)

coefficients = matrix("c", p, 1)

utilisation_complete = Claim(
    "linear-models/cumulative-utilisation-complete",
    title="All features together carry the whole learned function of a linear model",
    statement=MatrixIdentity(
        group(E * E.T * coefficients).T * group(E * E.T * coefficients),
        group(E.T * coefficients).T * group(E.T * coefficients),
    ),
    hypotheses=[ORTHONORMAL],
    source=[thesis("1.32")],
    uses=[projection_remainder],
    note="For $f = sum_k c_k e_k$ the sum of $<e_k|f>^2$ is $<f|f>$: the cumulative utilisation of all $p$ features "
    "is 1.",
)

c_ = families("c")
outside = nonnegative("r")  # the squared norm of what the features cannot express

cumulative_grows = Claim(
    "linear-models/quality-not-negative",
    title="A quality is not negative, so that the cumulative quality grows with the number of features",
    statement=Inequality(c_[k] ** 2 / (c_[k] ** 2 + outside), ">=", 0),
    hypotheses=[outside > 0],
    source=[thesis("1.30"), thesis("1.32")],
    note="$r > 0$ is what the other directions hold of $<f|f>$.",
)

scale = real("s")

quality_scale = Claim(
    "linear-models/quality-free-of-scale",
    title="Quality and utilisation do not depend on the scale of the function",
    statement=Identity(
        inner(e_[k, x], scale * f_[x]) ** 2 / inner(scale * f_[x], scale * f_[x]),
        inner(e_[k, x], f_[x]) ** 2 / inner(f_[x], f_[x]),
    ),
    hypotheses=[inner(f_[x], f_[x]) > 0, sp.Ne(scale, 0)],
    source=[thesis("1.30"), thesis("1.31")],
)
