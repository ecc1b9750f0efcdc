r"""Neural collapse: features of a balanced classification task, the minimum projection operator, and what it implies.

Thesis chapter 2, (2.1) to (2.19), appendix D, (D.1) to (D.34), and section 3.5.2 with (3.16); the richness paper's
definition 1, section B.3 and appendix D, (26) to (56); the position paper's appendix F, (61) to (68).  What is proved:

1. *Functions.*  Indicators of a balanced partition are orthogonal; quality and utilization, and their ranges.
2. *The operator.*  The minimum projection (MP) operator ``a_1 |1><1| + a_2 P``: eigenspaces, effective dimension,
   and the centred kernel alignment (CKA) with it.
3. *Simplex.*  An orthonormal basis seen without its mean is a simplex equiangular tight frame.
4. *Translation.*  Inner products of class means are matrix elements of the feature operator.
5. *MP implies NC.*  Proposition 2.5.3, then NC2, NC1 (line by line), and that features of one class coincide.
6. *The last layer.*  NC3 and NC4 with the least weights; what fails for others; what NC does not imply.
7. *Linear networks.*  Balanced layers that fit the labels collapse; orthogonality needs white inputs.

How the training set is written.  There are C classes of m samples each, n = C m.  A sample is the pair (y, r): the
r-th sample of class y.  A function of samples is one of (y, r); the indicator of class i is the Kronecker delta of y
and i, and an integral over q' is the mean over all pairs.  So C, m and the number p of features are general.  Part 1
holds for any distribution q: only (D.10) is used of it.  Where functions are rows of a matrix, they are divided by
sqrt(n), so that inner products of functions are those of rows; w is the row of C entries 1/sqrt(C), a unit vector.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import sympy as sp

from .kernel.claims import Claim, Erratum, Step
from .kernel.matrices import Equal, Orthogonal, SemiOrthogonal, Symmetric, group, identity, matrix, trace, written
from .kernel.misprints import Misprint
from .kernel.sources import position_paper, richness_paper, thesis
from .kernel.statements import Identity, Inequality, Limit
from .kernel.statements.matrices import MatrixIdentity
from .kernel.symbols import families, index, natural, positive, real, total

AS_THESIS = "as in the thesis"
REDERIVED = "re-derived"
Function: TypeAlias = Callable[[sp.Expr, sp.Expr], sp.Expr]  # of a sample (y, r)
Sample: TypeAlias = tuple[Any, Any]

delta = sp.KroneckerDelta
C, m, p = natural("C m p")  # classes, samples of each class, features
n = C * m
X: Sample = (index("y", C), index("r", m))
X1: Sample = (index("y'", C), index("r'", m))
X2: Sample = (index("y''", C), index("r''", m))
i, j, j1, j2 = index("i", C), index("j", C), index("j'", C), index("j''", C)
k, l = index("k", p), index("l", p)  # noqa: E741 - the index of a second feature
a1, a2 = positive("a_1 a_2")


def expect(values: sp.Expr, sample: Sample = X) -> sp.Expr:
    """The mean over the training set: the integral over its empirical distribution."""
    return total(values, *sample) / n


def indicator(label: sp.Expr) -> Function:
    """The indicator of a class: entry `label` of the target, and of a learned function that fits it."""
    return lambda y, r: delta(y, label)


def one(y: sp.Expr, r: sp.Expr) -> sp.Expr:
    """The constant function."""
    return sp.S.One


def centred(label: sp.Expr) -> Function:
    """``C f_j - 1``."""
    return lambda y, r: C * delta(y, label) - 1


def scaled(label: sp.Expr) -> Function:
    """``C f_i``."""
    return lambda y, r: C * delta(y, label)


def inner(u: Function, v: Function, sample: Sample = X) -> sp.Expr:
    """``<u|v>``."""
    return expect(u(*sample) * v(*sample), sample)


def projected(u: Function, label: sp.Idx = j1, sample: Sample = X1) -> Function:
    """``P[u]``, the projection (2.3) onto the span of the indicators, whose squared norm is 1/C."""
    return lambda y, r: total(C * indicator(label)(y, r) * inner(indicator(label), u, sample), label)


def minimum_projection(u: Function, label: sp.Idx = j1, sample: Sample = X1) -> Function:
    """``T_MP[u]`` by (2.8)."""
    return lambda y, r: a1 * inner(one, u, sample) + a2 * projected(u, label, sample)(y, r)


def product(u: Function, v: Function) -> sp.Expr:
    """``E[u Phi]^T E[v Phi]`` for features with the kernel of an MP-operator; u = C f_i gives the mean of class i."""
    return expect(u(*X2) * expect(mp_kernel(X2, X1) * v(*X1), X1), X2)


def mp_kernel(x: Sample, x1: Sample) -> sp.Expr:
    """``Phi(x)^T Phi(x')`` when the feature operator is an MP-operator."""
    return a1 + a2 * C * delta(x[0], x1[0])


# --- 1. Functions ---------------------------------------------------------------------------------------------

indicators_orthogonal = Claim(
    "neural-collapse/indicators-orthogonal",
    title="Indicators of a balanced partition are orthogonal, of squared norm 1/C",
    statement=Identity(inner(indicator(i), indicator(j)), delta(i, j) / C),
    source=[thesis("2.2"), thesis("D.10"), richness_paper("36", AS_THESIS)],
    note="So that at least C orthogonal functions are needed to express the target.",
)

indicators_partition = Claim(
    "neural-collapse/indicators-partition",
    title="Indicators of a partition add up to the constant function",
    statement=Identity(total(indicator(i)(*X), i), one(*X)),
    source=[thesis("D.10"), richness_paper("36", AS_THESIS)],
    note="So that the constant lies in the learned function space of a network that fits the training set.",
)

class_measure = Claim(
    "neural-collapse/class-measure",
    title="Each class has measure 1/C",
    statement=Identity(inner(one, indicator(j)), 1 / C),
    source=[thesis("D.10"), richness_paper("36", AS_THESIS)],
)

orthogonal_to_constant = Claim(
    "neural-collapse/orthogonal-to-the-constant",
    title="C f_j - 1 is orthogonal to the constant function",
    statement=Identity(inner(one, centred(j)), 0),
    source=[thesis("D.11"), richness_paper("37", REDERIVED)],
    uses=[class_measure],
)

e, g, h = families("e g h")


def of_sample(family: Any) -> Function:
    """Any function on the training set."""
    return lambda y, r: family[y, r]


quality = Claim(
    "neural-collapse/quality",
    title="The quality of a feature is the sum of its squared overlaps with the target's entries",
    statement=Identity(
        inner(of_sample(e), projected(of_sample(e))) / C,
        total(inner(of_sample(e), indicator(i)) ** 2, i),
    ),
    source=[thesis("2.3"), thesis("2.4"), richness_paper("5", AS_THESIS)],
    uses=[indicators_orthogonal],
    note="For any function e. (2.4) adds this up over the first k features.",
)

projection_idempotent = Claim(
    "neural-collapse/projection-idempotent",
    title="Projecting twice is projecting once",
    statement=Identity(projected(projected(of_sample(g), j2, X2))(*X), projected(of_sample(g))(*X)),
    source=[thesis("2.3"), richness_paper("5", AS_THESIS)],
    uses=[indicators_orthogonal],
)

projection_symmetric = Claim(
    "neural-collapse/projection-symmetric",
    title="The projection onto the target function space is symmetric",
    statement=Identity(
        inner(of_sample(g), projected(of_sample(h))),
        inner(projected(of_sample(g)), of_sample(h)),
    ),
    source=[thesis("2.3"), richness_paper("5", AS_THESIS)],
)

projection_keeps = Claim(
    "neural-collapse/projection-keeps-the-target",
    title="The projection keeps every combination of the target's entries",
    statement=Identity(projected(lambda y, r: total(g[i] * delta(y, i), i))(*X), total(g[i] * delta(X[0], i), i)),
    source=[thesis("2.3"), richness_paper("5", AS_THESIS)],
    uses=[indicators_orthogonal],
)

# Functions as rows: E holds the first k eigenfunctions, G the C functions sqrt(C) f_i, both orthonormal; H an
# orthonormal basis of the learned function space.  There are N samples; N need not be C m.

K, N = natural("k N")
E, G, H = matrix("E", K, N), matrix("G", C, N), matrix("H", C, N)
ROWS = "Functions are rows: E of the first k eigenfunctions, G of sqrt(C) f_i, each set orthonormal."
LEARNED = "Functions are rows: E of the eigenfunctions, H of an orthonormal basis of the learned function space."

quality_shortfall = Claim(
    "neural-collapse/quality-shortfall",
    title="What the cumulative quality lacks to one is the part of the target that the features miss",
    statement=MatrixIdentity(
        C - trace(E * G.T * G * E.T),
        trace(group(written(G, -G * E.T * E)) * group(written(G, -G * E.T * E)).T),
    ),
    hypotheses=[SemiOrthogonal(E), SemiOrthogonal(G)],
    source=[thesis("2.4"), richness_paper("5", AS_THESIS)],
    uses=[quality],
    note=f"{ROWS} The trace on the left is C times the cumulative quality; the right-hand side is a sum of squares, "
    "so that the cumulative quality is at most 1 (Bessel). It is at least 0, being a sum of squares itself.",
)

overlaps = families("o")
up_to_k = index("j", K)

cumulative_printed = Claim(
    "neural-collapse/cumulative-index-printed",
    title="The cumulative quality of the first k features, with the printed index",
    statement=Identity(
        total(total(overlaps[K, i] ** 2, i), up_to_k),
        total(overlaps[up_to_k, i] ** 2, up_to_k, i),
    ),
    source=[thesis("2.4"), thesis("2.5")],
    erratum=Erratum(
        "slip",
        "The sums run over j, but the summand is printed with the index k: as it stands the cumulative quality is k "
        "times the quality of the k-th feature. The second equality of (2.4), and (1.32), have the right index.",
    ),
    note="o_ji is <e_j|f_i>, so that Q_j is the sum of o_ji^2 over i. (2.5) has the same index for the utilization.",
)

cumulative = Claim(
    "neural-collapse/cumulative-index",
    title="The cumulative quality adds up the qualities of the first k features",
    statement=Identity(
        total(total(overlaps[up_to_k, i] ** 2, i), up_to_k),
        total(overlaps[up_to_k, i] ** 2, up_to_k, i),
    ),
    source=[thesis("2.4"), thesis("2.5"), richness_paper("5", AS_THESIS)],
    uses=[quality],
    corrects=cumulative_printed,
)

share = families("c")
some_share = [total(share[l] ** 2, l) > 0]
ONE_ENTRY = (
    "For a learned function space of one dimension, spanned by f = sum_k c_k e_k: then P is |f><f| / <f|f>, and "
    "<e_k|P[e_k]> = c_k^2 / sum_l c_l^2."
)

utilization_printed = Claim(
    "neural-collapse/utilization-printed",
    title="All features together use the whole learned function, with the printed square",
    statement=Identity(total((share[k] ** 2 / total(share[l] ** 2, l)) ** 2, k), 1),
    hypotheses=some_share,
    source=[thesis("2.5")],
    erratum=Erratum(
        "slip",
        "The matrix element of a projection is squared; (2.3) divides the same matrix element by the dimension without "
        "a square, and for a scalar function (1.31) has no second square either.",
        "The range 0 to 1 and D_eff at an MP-operator survive, as 0 and 1 are their own squares; but "
        "Pi(p) = 1, stated below the equation, fails as soon as one eigenfunction lies only partly in the space.",
    ),
    note=ONE_ENTRY,
)

utilization_sum = Claim(
    "neural-collapse/utilization-adds-up-to-one",
    title="All features together use the whole learned function",
    statement=Identity(total(share[k] ** 2 / total(share[l] ** 2, l), k), 1),
    hypotheses=some_share,
    source=[thesis("2.5"), richness_paper("5", AS_THESIS)],
    corrects=utilization_printed,
    note=f"{ONE_ENTRY} Without the square.",
)

utilization_sum_any_dimension = Claim(
    "neural-collapse/utilization-adds-up-to-one-in-any-dimension",
    title="The cumulative utilization of all features is one, for any number of classes",
    statement=MatrixIdentity(trace(E * H.T * H * E.T), C),
    hypotheses=[SemiOrthogonal(H), Equal(H * E.T * E, H)],
    source=[thesis("2.5"), richness_paper("5", AS_THESIS)],
    corrects=utilization_printed,
    note=f"{LEARNED} The hypothesis H E^T E = H says that the learned function is a combination of the features.",
)

utilization_needs_span = Claim(
    "neural-collapse/utilization-of-a-function-with-a-bias",
    title="The cumulative utilization of all features is one for every learned function",
    statement=MatrixIdentity(trace(E * H.T * H * E.T), C),
    hypotheses=[SemiOrthogonal(H), SemiOrthogonal(E)],
    expected="REFUTED",
    note=f"{LEARNED} Shown to be false, so that the learned function must lie in the span of the features: with a bias "
    "(D.1) it does if the constant is one of their combinations, as observed. It accuses no line.",
)

overlap = real("q")

square_in_range = Claim(
    "neural-collapse/square-stays-in-range",
    title="The square of an overlap between 0 and 1 is at most the overlap",
    statement=Inequality(overlap**2, "<=", overlap),
    hypotheses=[overlap >= 0, overlap <= 1],
    source=[thesis("2.5")],
    note="So that even with the printed square the cumulative utilization stays between 0 and 1.",
)

# Effective dimension.


def effective_dimension(intensity: sp.Expr, first: sp.Idx, second: sp.Idx) -> sp.Expr:
    """(1.16), the exponential of the entropy, of equal intensities."""
    part = intensity / total(intensity, second)
    return sp.exp(-total(part * sp.log(part), first))


level = positive("rho")
dimension_printed = Claim(
    "neural-collapse/dimension-of-a-projection-printed",
    title="A projection with C equal eigenvalues has the effective dimension 10, as printed",
    statement=Identity(effective_dimension(level, i, j), 10),
    source=[thesis("Section 2.3.1")],
    erratum=Erratum(
        "slip",
        "The sentence is about C equal eigenvalues and C eigenfunctions, but gives both effective dimensions as 10, "
        "the number of classes of the data sets in the figures.",
        "None: (2.7) has C.",
    ),
)

dimension = Claim(
    "neural-collapse/dimension-of-a-projection",
    title="A projection with C equal eigenvalues has the effective dimension C",
    statement=Identity(effective_dimension(level, i, j), C),
    source=[thesis("Section 2.3.1"), thesis("2.7")],
    corrects=dimension_printed,
    note="Of the intensities, and of the utilizations 1/C of the C eigenfunctions that span the learned functions.",
)

h_first, h_second = index("i", C - 1), index("j", C - 1)
dimension_without_first = Claim(
    "neural-collapse/dimension-without-the-first",
    title="Without the first intensity and with a dimension instead, the effective dimension of an MP-operator is C",
    statement=Identity(1 + effective_dimension(a2, h_first, h_second), C),
    hypotheses=[C >= 2],
    source=[thesis("2.6"), thesis("2.7"), richness_paper("9", AS_THESIS)],
    note="Whatever the constant's eigenvalue is: this is why (2.6) treats it separately. The other C - 1 are a_2.",
)

part = real("x")
entropy_term = Claim(
    "neural-collapse/entropy-terms-are-not-negative",
    title="No term of the entropy is negative",
    statement=Inequality(-part * sp.log(part), ">=", 0),
    hypotheses=[part > 0, part <= 1],
    source=[thesis("Table 2.1")],
    note="So that (1.16) is at least 1 and (2.6) at least 2: the values 1.6 and 1.2 of D_eff(rho) in the table are by "
    "(1.16), as the footnote to the table says.",
)

# --- 2. The minimum projection operator -----------------------------------------------------------------------

u_ = families("u")

mp_kernel_form = Claim(
    "neural-collapse/mp-kernel",
    title="The MP-operator is the integral operator with the kernel a_1 + a_2 C [same class]",
    statement=Identity(expect(mp_kernel(X, X1) * of_sample(u_)(*X1), X1), minimum_projection(of_sample(u_))(*X)),
    source=[thesis("2.8"), richness_paper("3", AS_THESIS)],
    note="For every function u. So a feature operator is an MP-operator, for learned functions that are indicators, "
    "exactly when Phi(x)^T Phi(x') = a_1 + a_2 C sum_i f_i(x) f_i(x') on the training set.",
)

eigenvalue_of_constant = Claim(
    "neural-collapse/eigenvalue-of-the-constant",
    title="The constant is an eigenfunction of the MP-operator, with the eigenvalue a_1 + a_2",
    statement=Identity(minimum_projection(one)(*X), a1 + a2),
    source=[thesis("Definition 1"), richness_paper("Definition 1")],
    uses=[indicators_partition, class_measure],
)

combination = families("c")
eigenvalue_of_others = Claim(
    "neural-collapse/eigenvalue-of-the-others",
    title="In the learned function space the MP-operator multiplies by a_2, and adds a_1 times the mean",
    statement=Identity(
        minimum_projection(lambda y, r: total(combination[i] * delta(y, i), i))(*X),
        a2 * total(combination[i] * delta(X[0], i), i) + a1 * total(combination[i], i) / C,
    ),
    source=[thesis("Definition 1"), richness_paper("Definition 1"), thesis("Section 2.5.1")],
    note="For sum_i c_i f_i; its mean is sum_i c_i / C. So a_2 is the eigenvalue of all that is orthogonal to the "
    "constant: an isotropic rescaling, except along the constant.",
)

kernel_of_mp = Claim(
    "neural-collapse/nothing-outside",
    title="The MP-operator removes what is orthogonal to the learned function space",
    statement=Identity(minimum_projection(lambda y, r: g[y, r] - projected(of_sample(g), j2, X2)(y, r))(*X), 0),
    source=[thesis("Definition 1"), richness_paper("Definition 1")],
    uses=[projection_idempotent],
    note="So that there are two nontrivial eigenspaces.",
)

rank_of_mp = Claim(
    "neural-collapse/rank-of-the-projection",
    title="The trace of the projection onto the learned function space is the number of classes",
    statement=Identity(expect(total(C * indicator(j)(*X) ** 2, j)), C),
    source=[thesis("Section 2.3.1")],
    note="The trace of an integral operator is the mean of its kernel at x' = x; of a projection, its rank.",
)

# Functions as rows again: o is the constant, a unit row; w = (1, ..., 1)/sqrt(C), so that o = w H if H = sqrt(C) f.

o, w = matrix("o", 1, N), matrix("w", 1, C)
T_MP = written(a1 * o.T * o, a2 * H.T * H)
HOLDS_CONSTANT = (SemiOrthogonal(H), SemiOrthogonal(w), Equal(o, w * H))
WITH_CONSTANT = (
    "Functions are rows: H is an orthonormal basis of the learned function space, o the constant, and o = w H with a "
    "unit row w says that the constant lies in the space."
)

on_constant, on_others = positive("lambda_1 lambda_2")
two_eigenspaces = Claim(
    "neural-collapse/definition-by-eigenspaces",
    title="An operator with two eigenspaces, the constant and the rest of the learned functions, has the form (2.8)",
    statement=MatrixIdentity(
        written(on_constant * o.T * o, on_others * group(written(H.T * H, -o.T * o))),
        written((on_constant - on_others) * o.T * o, on_others * H.T * H),
    ),
    source=[thesis("Definition 1"), thesis("2.8"), richness_paper("Definition 1")],
    note=f"{WITH_CONSTANT} lambda_1 is the eigenvalue on the constant, lambda_2 the other: a_2 = lambda_2 and "
    "a_1 = lambda_1 - lambda_2.",
)

equivalence_printed = Claim(
    "neural-collapse/definition-printed",
    title="An operator with these two eigenspaces has the form (2.8) with a positive a_1",
    statement=Inequality(on_constant - on_others, ">", 0),
    hypotheses=[sp.Ne(on_constant, on_others)],
    source=[thesis("Definition 1")],
    erratum=Erratum(
        "hypothesis",
        "The two forms of the definition are called equivalent, but (2.8) with a_1 > 0 also demands that the "
        "constant has the larger eigenvalue, a_1 + a_2 > a_2.",
        "None: the propositions and the CKA use (2.8), and hold for any a_1 > -a_2.",
    ),
    uses=[two_eigenspaces],
    note="a_1 is the difference of the eigenvalues; both are positive and differ.",
)

equivalence = Claim(
    "neural-collapse/definition",
    title="With the larger eigenvalue on the constant the two forms of the definition agree",
    statement=Inequality(on_constant - on_others, ">", 0),
    hypotheses=[on_constant > on_others],
    source=[thesis("Definition 1"), richness_paper("Definition 1")],
    uses=[eigenvalue_of_constant, eigenvalue_of_others, kernel_of_mp],
    corrects=equivalence_printed,
)

largest_eigenvalue = Claim(
    "neural-collapse/constant-has-the-largest-eigenvalue",
    title="The constant is the first eigenfunction of the MP-operator",
    statement=Inequality(a1 + a2, ">", a2),
    source=[thesis("Section 2.5.1"), richness_paper("Section D.2")],
    uses=[eigenvalue_of_constant, eigenvalue_of_others],
)

only_projection_printed = Claim(
    "neural-collapse/mp-without-constant-printed",
    title="Without the constant's part the MP-operator is a projection, as printed",
    statement=MatrixIdentity(group(a2 * H.T * H) * group(a2 * H.T * H), a2 * H.T * H),
    hypotheses=[SemiOrthogonal(H)],
    source=[thesis("Section 2.3.1")],
    erratum=Erratum(
        "convention",
        "With a_1 = 0 the MP-operator is a_2 times the projection, and a projection only for a_2 = 1.",
        "None: the eigenvalues are equal, and the CKA does not see the scale. Section 3.1 of the richness paper "
        "says 'up to a constant scale'.",
    ),
    note="Functions are rows: H is an orthonormal basis of the learned function space, so that P = H^T H.",
)

only_projection = Claim(
    "neural-collapse/mp-without-constant",
    title="Without the constant's part the MP-operator is a projection up to its scale",
    statement=MatrixIdentity(group(a2 * H.T * H) * group(a2 * H.T * H), a2 * group(a2 * H.T * H)),
    hypotheses=[SemiOrthogonal(H)],
    source=[thesis("Section 2.3.1"), richness_paper("Section 3.1")],
    corrects=only_projection_printed,
)

constant_inside = Claim(
    "neural-collapse/eigenvalue-if-the-constant-is-learned",
    title="The constant is an eigenfunction of the MP-operator if it lies in the learned function space",
    statement=MatrixIdentity(group(T_MP) * o.T, (a1 + a2) * o.T),
    hypotheses=HOLDS_CONSTANT,
    source=[thesis("Definition 1"), richness_paper("Definition 1")],
    note=f"{WITH_CONSTANT} For any learned function, at any time of training.",
)

constant_outside = Claim(
    "neural-collapse/eigenvalue-if-the-constant-is-not-learned",
    title="The constant is an eigenfunction of the MP-operator of every learned function",
    statement=MatrixIdentity(group(T_MP) * o.T, (a1 + a2) * o.T),
    hypotheses=[SemiOrthogonal(H), SemiOrthogonal(o)],
    expected="REFUTED",
    note="Shown to be false, so that the constant must lie in the learned function space. It accuses no line: Section "
    "2.5.1 and the richness paper's Section B.3 say that it does.",
)

Z = group(written(identity(N), -o.T * o))
UNIT = SemiOrthogonal(o)

centring_projects = Claim(
    "neural-collapse/centring-projects",
    title="Centring twice is centring once",
    statement=MatrixIdentity(Z * Z, Z),
    hypotheses=[UNIT],
    source=[thesis("2.9"), richness_paper("7", AS_THESIS)],
    note="The constant 1 has the norm 1, as q is a probability; the constant vector must be a unit vector too.",
)

centred_mp = Claim(
    "neural-collapse/centred-mp",
    title="Centring removes a_1 from the MP-operator and leaves a_2 as a factor",
    statement=MatrixIdentity(Z * group(T_MP) * Z, a2 * Z * H.T * H * Z),
    hypotheses=[UNIT],
    source=[thesis("2.9"), richness_paper("7", AS_THESIS), richness_paper("Section B.3")],
    note="Whether or not the constant is learned. With the scale invariance of the CKA it follows that the CKA with an "
    "MP-operator does not depend on a_1 and a_2.",
)

centred_mp_value = Claim(
    "neural-collapse/centred-projection",
    title="The centred projection is the projection without the constant",
    statement=MatrixIdentity(Z * H.T * H * Z, written(H.T * H, -o.T * o)),
    hypotheses=HOLDS_CONSTANT,
    source=[richness_paper("Section B.3")],
    uses=[centred_mp],
    note=WITH_CONSTANT,
)

centred_mp_projects = Claim(
    "neural-collapse/centred-projection-projects",
    title="The centred projection is a projection",
    statement=MatrixIdentity(group(Z * H.T * H * Z) * group(Z * H.T * H * Z), Z * H.T * H * Z),
    hypotheses=HOLDS_CONSTANT,
    source=[richness_paper("Section B.3")],
    uses=[centred_mp_value],
    note=WITH_CONSTANT,
)

centred_without_constant = Claim(
    "neural-collapse/centred-projection-without-the-constant",
    title="The centred projection is a projection whether or not the constant is learned",
    statement=MatrixIdentity(group(Z * H.T * H * Z) * group(Z * H.T * H * Z), Z * H.T * H * Z),
    hypotheses=[SemiOrthogonal(H), UNIT],
    expected="REFUTED",
    note="Shown to be false: the richness paper's Section B.3 is right to suppose that the learned function space "
    "contains the constant.",
)

centred_mp_trace = Claim(
    "neural-collapse/centred-projection-rank",
    title="The centred projection has the rank C - 1",
    statement=MatrixIdentity(trace(Z * H.T * H * Z), C - 1),
    hypotheses=HOLDS_CONSTANT,
    source=[richness_paper("Section B.3")],
    uses=[centred_mp_projects],
    note=WITH_CONSTANT,
)

f_row = matrix("f", 1, N)
centred_scalar = Claim(
    "neural-collapse/centred-projection-of-one-function",
    title="For a scalar output the centred projection is a multiple of a projection in any case",
    statement=MatrixIdentity(
        group(Z * f_row.T * f_row * Z) * group(Z * f_row.T * f_row * Z),
        Z * f_row.T * group(f_row * Z * f_row.T) * f_row * Z,
    ),
    hypotheses=[UNIT],
    source=[thesis("Section 3.5.3"), richness_paper("Section D.3")],
    note="f Z f^T is a number, the variance of f. So a regression has one feature besides the constant.",
)

# The CKA, between the centred operators' entries a[u, v] and b[u, v].

size = natural("N")
first, second = families("a b")
row, col, row1, col1 = index("u", size), index("v", size), index("u'", size), index("v'", size)
scale = positive("s")


def alignment(x: Callable[..., sp.Expr], y: Callable[..., sp.Expr]) -> sp.Expr:
    """(2.9), of two centred operators given by their entries: Tr(A B^T) and Frobenius norms."""
    both = total(x(row, col) * y(row, col), row, col)
    return both / sp.sqrt(total(x(row, col) ** 2, row, col)) / sp.sqrt(total(y(row, col) ** 2, row, col))


cka_scale = Claim(
    "neural-collapse/cka-of-itself",
    title="The CKA of an operator with a positive multiple of itself is one",
    statement=Identity(alignment(lambda u, v: first[u, v], lambda u, v: scale * first[u, v]), 1),
    hypotheses=[total(first[row, col] ** 2, row, col) > 0],
    source=[thesis("2.9"), richness_paper("7", AS_THESIS), thesis("Definition 2"), richness_paper("4", AS_THESIS)],
    uses=[centred_mp],
    note="So that kappa = 1 - CKA is 0 if the features' operator is an MP-operator, whatever a_1 and a_2 are.",
)

cka_scale_other = Claim(
    "neural-collapse/cka-ignores-scales",
    title="The CKA does not see the scale of an operator",
    statement=Identity(
        alignment(lambda u, v: first[u, v], lambda u, v: scale * second[u, v]),
        alignment(lambda u, v: first[u, v], lambda u, v: second[u, v]),
    ),
    hypotheses=[total(first[row, col] ** 2, row, col) > 0, total(second[row, col] ** 2, row, col) > 0],
    source=[richness_paper("Section B.3"), thesis("2.9"), richness_paper("7", AS_THESIS)],
)

phi, turn = matrix("phi", p, N), matrix("R", p, p)
cka_rotation = Claim(
    "neural-collapse/features-may-be-rotated",
    title="A rotation of the features leaves their operator, and so the CKA, as it is",
    statement=MatrixIdentity(group(turn * phi).T * group(turn * phi), phi.T * phi),
    hypotheses=[Orthogonal(turn)],
    source=[thesis("2.9"), richness_paper("7", AS_THESIS)],
)

cka_at_most_one = Claim(
    "neural-collapse/cka-at-most-one",
    title="The CKA is at most one",
    statement=Identity(
        total(first[row, col] ** 2, row, col) * total(second[row, col] ** 2, row, col)
        - total(first[row, col] * second[row, col], row, col) ** 2,
        total((first[row, col] * second[row1, col1] - first[row1, col1] * second[row, col]) ** 2, row, col, row1, col1)
        / 2,
    ),
    source=[thesis("2.9"), richness_paper("7", AS_THESIS), richness_paper("4", AS_THESIS)],
    note="Lagrange's identity; its right-hand side is a sum of squares, so that |A|^2 |B|^2 >= Tr(A B)^2 for symmetric "
    "operators.",
)

other_features = matrix("psi", K, N)
cka_not_negative = Claim(
    "neural-collapse/cka-not-negative",
    title="The CKA of two feature operators is not negative",
    statement=MatrixIdentity(
        trace(phi.T * phi * other_features.T * other_features),
        trace(group(phi * other_features.T) * group(phi * other_features.T).T),
    ),
    source=[thesis("2.9"), richness_paper("7", AS_THESIS), richness_paper("4", AS_THESIS)],
    note="The right-hand side is a sum of squares. phi and psi stand for the centred features.",
)

shift = matrix("v", p, 1)
cka_shift = Claim(
    "neural-collapse/cka-ignores-shifts",
    title="A vector added to all features is removed by centring",
    statement=MatrixIdentity(group(written(phi, shift * o)) * Z, phi * Z),
    hypotheses=[UNIT],
    source=[thesis("2.9"), richness_paper("7", AS_THESIS)],
)

# --- 3. The simplex -------------------------------------------------------------------------------------------

corner = [lambda q, c=c: delta(q, c) - 1 / C for c in (i, j)]  # the c-th basis vector without its mean, entry q
q_ = index("q", C)

simplex_products = Claim(
    "neural-collapse/simplex-products",
    title="Basis vectors without their mean have the inner products of a simplex",
    statement=Identity(total(corner[0](q_) * corner[1](q_), q_), delta(i, j) - 1 / C),
    source=[thesis("Section 2.5.1"), richness_paper("Section D.2"), thesis("2.11")],
    note="The projection of e_i onto the complement of (1/C, ..., 1/C), the mean of all basis vectors, is e_i less it.",
)

simplex_sum = Claim(
    "neural-collapse/simplex-sum",
    title="The corners of the simplex add up to zero",
    statement=Identity(total(corner[0](q_), i), 0),
    source=[thesis("Section 2.5.1")],
    note="So that they span C - 1 dimensions at most.",
)

simplex_side = Claim(
    "neural-collapse/simplex-sides",
    title="Any two corners of the simplex are equally far apart",
    statement=Identity(total((corner[0](q_) - corner[1](q_)) ** 2, q_), 2 * (1 - delta(i, j))),
    source=[thesis("Section 2.5.1")],
    note="For C = 3 an equilateral triangle.",
)

simplex_angle = Claim(
    "neural-collapse/simplex-angles",
    title="Unit vectors to the corners of the simplex have the products of (D.7)",
    statement=Identity(
        total(corner[0](q_) * corner[1](q_), q_)
        / sp.sqrt(total(corner[0](q_) ** 2, q_))
        / sp.sqrt(total(corner[1](q_) ** 2, q_)),
        (C * delta(i, j) - 1) / (C - 1),
    ),
    hypotheses=[C >= 2],
    source=[thesis("D.7"), position_paper("66"), richness_paper("27", AS_THESIS)],
    uses=[simplex_products],
)

three = index("q", sp.Integer(3))
vector_printed = Claim(
    "neural-collapse/third-vector-printed",
    title="The entries of the third vector of the example add up to zero, as printed",
    statement=Identity(sp.Rational(2, 3) - sp.Rational(1, 3) - sp.Rational(2, 3), 0),
    source=[thesis("Section 2.5.1")],
    erratum=Erratum(
        "slip",
        "The last entry of the third vector is printed as -2/3; it is -1/3, or the vector would not lie in the "
        "complement of (1/3, 1/3, 1/3) and the triangle would not be equilateral.",
    ),
    note="The text may have been damaged in extraction; the other two vectors are right.",
)

vector = Claim(
    "neural-collapse/third-vector",
    title="The entries of the third vector of the example add up to zero",
    statement=Identity(total(delta(three, 1) - sp.Rational(1, 3), three), 0),
    source=[thesis("Section 2.5.1"), richness_paper("Section D.2")],
    corrects=vector_printed,
    note="The projection of (1, 0, 0) has the entries delta_q1 - 1/3: 2/3, -1/3, -1/3.",
)

complement = group(written(identity(C), -w.T * w))
simplex_rank = Claim(
    "neural-collapse/simplex-dimension",
    title="The simplex of C corners lies in C - 1 dimensions",
    statement=MatrixIdentity(trace(complement), C - 1),
    hypotheses=[SemiOrthogonal(w)],
    source=[thesis("Section 2.5.1"), richness_paper("Section D.2")],
    note="The trace of the projection onto the complement of w.",
)

Q = matrix("Q", C, p)
simplex_anywhere = Claim(
    "neural-collapse/simplex-from-any-frame",
    title="Any orthonormal vectors, projected at the complement of their mean, form a simplex",
    statement=MatrixIdentity(complement * Q * group(complement * Q).T, complement),
    hypotheses=[SemiOrthogonal(w), SemiOrthogonal(Q)],
    source=[thesis("Figure 2.5"), richness_paper("Section D.2"), position_paper("Section 5.2", None)],
    note="The rows of Q are C orthonormal vectors in p dimensions. Section 5.2 calls a simplex 'orthogonal vectors'; "
    "they are so before the projection.",
)

# --- 4. Translation -------------------------------------------------------------------------------------------

# Any features Phi_k(x), and the feature operator T[u](x) = E[Phi(x)^T Phi(x') u(x')] of (1.13).

Phi = families("Phi")


def feature(q: sp.Expr, sample: Sample) -> sp.Expr:
    """Entry q of the feature vector of a sample."""
    return Phi[(q, *sample)]


def operator(u: Function, sample: Sample = X1) -> Function:
    """``T[u]``."""
    return lambda y, r: expect(total(feature(k, (y, r)) * feature(k, sample), k) * u(*sample), sample)


def class_mean(label: sp.Expr, q: sp.Expr, copy: sp.Idx = X2[1]) -> sp.Expr:
    """Entry q of the mean feature of a class by (D.2): C/n times the sum over its samples."""
    return C / n * total(feature(q, (label, copy)), copy)


def global_mean(q: sp.Expr, sample: Sample = X2) -> sp.Expr:
    """Entry q of the mean of the class means by (D.3)."""
    return total(class_mean(sample[0], q, sample[1]), sample[0]) / C


FEATURES = "For any features; the claim is on sums over the training set."

mean_as_integral = Claim(
    "neural-collapse/class-mean",
    title="The class mean is C times the mean of the feature times the indicator",
    statement=Identity(class_mean(i, k), C * expect(indicator(i)(*X) * feature(k, X))),
    source=[
        thesis("2.12"),
        thesis("2.13"),
        thesis("D.2"),
        position_paper("62"),
        richness_paper("31", AS_THESIS),
    ],
    note=f"{FEATURES} h_i = f_i Phi is the class feature map (2.12); the printed 1/A_i is one over the measure of A_i.",
)

global_as_integral = Claim(
    "neural-collapse/global-mean",
    title="The mean of the class means is the mean feature",
    statement=Identity(global_mean(k), expect(feature(k, X))),
    source=[thesis("2.14"), thesis("D.3"), position_paper("63"), richness_paper("32", AS_THESIS)],
    uses=[mean_as_integral, indicators_partition],
    note=f"{FEATURES} So the constant function maps to the global mean.",
)

k_in, l_in = families("mu beta")
within = families("V")
within_as_mean = Claim(
    "neural-collapse/within-class-covariance",
    title="The within-class covariance is a mean over the training set",
    statement=Identity(
        total((feature(k, (i, X[1])) - k_in[k, i]) * (feature(l, (i, X[1])) - k_in[l, i]), i, X[1]) / n,
        total(
            expect(
                indicator(i)(*X)
                * (indicator(i)(*X) * feature(k, X) - k_in[k, i])
                * (indicator(i)(*X) * feature(l, X) - k_in[l, i])
            ),
            i,
        ),
    ),
    source=[thesis("D.4"), position_paper("64"), richness_paper("33", AS_THESIS)],
    note="One entry of the matrix; mu stands for the class means. On samples of class i, h_i(x) = Phi(x).",
)

product_of_means = Claim(
    "neural-collapse/product-of-class-means",
    title="The inner product of class means as a double integral of features",
    statement=Identity(
        total(class_mean(i, k) * class_mean(j, k), k),
        C**2 * total(expect(indicator(i)(*X) * feature(k, X)) * expect(indicator(j)(*X1) * feature(k, X1), X1), k),
    ),
    source=[thesis("2.15"), thesis("D.14")],
    uses=[mean_as_integral],
    note=FEATURES,
)

product_by_operator = Claim(
    "neural-collapse/product-of-class-means-by-the-operator",
    title="The inner product of class means is C^2 times a matrix element of the feature operator",
    statement=Identity(
        total(class_mean(i, k) * class_mean(j, k), k),
        C**2 * expect(indicator(i)(*X) * operator(indicator(j))(*X)),
    ),
    source=[thesis("2.16"), thesis("2.17"), thesis("D.15"), thesis("D.16"), thesis("D.17")],
    uses=[product_of_means],
    note=FEATURES,
)

matrix_element_printed = Claim(
    "neural-collapse/product-of-class-means-printed",
    title="The inner product of class means, last line as printed",
    statement=Identity(total(class_mean(i, k) * class_mean(j, k), k), inner(indicator(i), operator(indicator(j)))),
    source=[thesis("2.18")],
    erratum=Erratum(
        "slip",
        "The factor C^2 of the line before is dropped.",
        "None: the same derivation in appendix D keeps it (D.17), and the proofs use that.",
    ),
    note=FEATURES,
)

matrix_element = Claim(
    "neural-collapse/product-of-class-means-last-line",
    title="The inner product of class means is the matrix element of C f_i and C f_j",
    statement=Identity(total(class_mean(i, k) * class_mean(j, k), k), inner(scaled(i), operator(scaled(j)))),
    source=[thesis("2.18"), thesis("D.17")],
    uses=[product_by_operator],
    corrects=matrix_element_printed,
    note=FEATURES,
)

product_with_global = Claim(
    "neural-collapse/product-with-the-global-mean",
    title="The inner product of a class mean with the global mean as a double integral of features",
    statement=Identity(
        total(class_mean(i, k) * global_mean(k), k),
        C * total(expect(indicator(i)(*X) * feature(k, X)) * expect(feature(k, X1), X1), k),
    ),
    source=thesis("D.18"),
    uses=[mean_as_integral, global_as_integral],
    note=FEATURES,
)

product_with_global_by_operator = Claim(
    "neural-collapse/product-with-the-global-mean-by-the-operator",
    title="The inner product of a class mean with the global mean is C times a matrix element",
    statement=Identity(total(class_mean(i, k) * global_mean(k), k), C * inner(indicator(i), operator(one))),
    source=[thesis("D.19"), thesis("D.20"), thesis("D.21")],
    uses=[product_with_global],
    note=FEATURES,
)


def off_centre(label: sp.Expr, q: sp.Expr) -> sp.Expr:
    """Entry q of a class mean without the global mean."""
    return class_mean(label, q) - global_mean(q)


centred_products = Claim(
    "neural-collapse/product-of-centred-means",
    title="Inner products of centred class means are matrix elements of C f_i - 1 and C f_j - 1",
    statement=Identity(total(off_centre(i, k) * off_centre(j, k), k), inner(centred(i), operator(centred(j)))),
    source=thesis("D.22"),
    uses=[product_by_operator, product_with_global_by_operator],
    note=FEATURES,
)

mean_with_centred = Claim(
    "neural-collapse/class-mean-with-centred-mean",
    title="The inner product of a class mean with a centred one",
    statement=Identity(total(class_mean(i, k) * off_centre(j, k), k), inner(scaled(i), operator(centred(j)))),
    source=[thesis("D.28"), richness_paper("43", REDERIVED)],
    uses=[product_by_operator, product_with_global_by_operator],
    note=FEATURES,
)

feature_with_centred = Claim(
    "neural-collapse/feature-with-centred-mean",
    title="The inner product of a feature vector with a centred class mean is the operator's value",
    statement=Identity(total(feature(k, X) * off_centre(j, k), k), operator(centred(j))(*X)),
    source=[
        thesis("D.29"),
        richness_paper("38", AS_THESIS),
        richness_paper("39", AS_THESIS),
        richness_paper("40", AS_THESIS),
    ],
    uses=[mean_as_integral, global_as_integral],
    note=f"{FEATURES} As a function of x.",
)

# --- 5. The MP-operator implies NC1 and NC2 -------------------------------------------------------------------

mp_on_centred = Claim(
    "neural-collapse/mp-on-centred-indicators",
    title="C f_j - 1 is an eigenfunction of the MP-operator, with the eigenvalue a_2",
    statement=Identity(minimum_projection(centred(j))(*X), a2 * centred(j)(*X)),
    source=[thesis("D.11"), richness_paper("41", AS_THESIS), richness_paper("42", AS_THESIS)],
    uses=[orthogonal_to_constant, eigenvalue_of_others],
)

elements_printed = Claim(
    "neural-collapse/matrix-elements-printed",
    title="Matrix elements of the MP-operator, as printed",
    statement=Identity(inner(scaled(i), minimum_projection(centred(j))), a2 * (delta(i, j) - 1 / C)),
    source=[thesis("2.19"), thesis("Proposition 2.5.3")],
    erratum=Erratum(
        "slip",
        "The right-hand side lacks a factor C, as its own proof shows: (D.12) ends with a_2 (C delta_ij - 1).",
        "None: (D.23) and (D.30) have the factor, and NC1 and NC2 do not depend on it.",
    ),
    note="Both places that print the proposition print it so.",
)

elements = Claim(
    "neural-collapse/matrix-elements",
    title="Matrix elements of the MP-operator between classes",
    statement=Identity(inner(scaled(i), minimum_projection(centred(j))), a2 * (C * delta(i, j) - 1)),
    source=[thesis("2.19"), thesis("Proposition 2.5.3"), thesis("D.12")],
    uses=[mp_on_centred, indicators_orthogonal, class_measure],
    corrects=elements_printed,
    steps=[
        Step("<C f_i | T[C f_j - 1]> = a_2 <C f_i | C f_j - 1>", "(D.11)"),
        Step("= a_2 (C^2 <f_i|f_j> - C <f_i|1>)", "linearity"),
        Step("= a_2 (C delta_ij - 1)", "(D.10)"),
    ],
)

elements_middle = Claim(
    "neural-collapse/matrix-elements-middle",
    title="Matrix elements of the MP-operator: the line before the last",
    statement=Identity(inner(scaled(i), minimum_projection(centred(j))), a2 * inner(scaled(i), centred(j))),
    source=thesis("D.12"),
    uses=[mp_on_centred],
)

constant_element = Claim(
    "neural-collapse/matrix-element-with-the-constant",
    title="The MP-operator does not mix centred indicators with the constant",
    statement=Identity(inner(one, minimum_projection(centred(j))), 0),
    source=[thesis("2.19"), thesis("Proposition 2.5.3"), thesis("D.13")],
    uses=[mp_on_centred, orthogonal_to_constant],
)

MP_FEATURES = (
    "Phi(x)^T Phi(x') is a_1 + a_2 C [same class] on the training set, which says that the feature operator is an "
    "MP-operator and that the network's outputs there are the indicators."
)

lemma = Claim(
    "neural-collapse/feature-with-centred-mean-mp",
    title="The inner product of a feature vector with a centred class mean is a_2 (C f_j - 1)",
    statement=Identity(expect(mp_kernel(X, X1) * centred(j)(*X1), X1), a2 * (C * indicator(j)(*X) - 1)),
    source=[richness_paper("Lemma 1"), richness_paper("35", REDERIVED), thesis("D.29")],
    uses=[mp_kernel_form, feature_with_centred, mp_on_centred],
    note=MP_FEATURES,
)

corollary = Claim(
    "neural-collapse/class-mean-with-centred-mean-mp",
    title="The inner product of a class mean with a centred one is a_2 (C delta_ij - 1)",
    statement=Identity(product(scaled(i), centred(j)), a2 * (C * delta(i, j) - 1)),
    source=[
        richness_paper("Corollary 1"),
        *(richness_paper(str(number), REDERIVED) for number in (43, 44, 45)),
        thesis("D.28"),
    ],
    uses=[mean_with_centred, elements, lemma],
    note=MP_FEATURES,
)

global_orthogonal = Claim(
    "neural-collapse/global-mean-orthogonal",
    title="The global mean is orthogonal to every centred class mean",
    statement=Identity(product(one, centred(j)), 0),
    source=[richness_paper(str(number), REDERIVED) for number in (53, 54, 55)],
    uses=[corollary],
    note=MP_FEATURES,
)

global_as_average = Claim(
    "neural-collapse/global-mean-orthogonal-by-average",
    title="The products with centred class means add up to zero over classes",
    statement=Identity(total(a2 * (C * delta(i, j) - 1), i) / C, 0),
    source=[richness_paper("55", REDERIVED)],
    uses=[corollary],
)

second_condition = Claim(
    "neural-collapse/nc2",
    title="NC2: centred class means form a simplex",
    statement=Identity(product(centred(i), centred(j)), C * a2 * (delta(i, j) - 1 / C)),
    source=[
        thesis("2.11"),
        thesis("Proposition 2.5.2"),
        thesis("D.23"),
        richness_paper("56", REDERIVED),
        richness_paper("Proposition 2"),
    ],
    uses=[centred_products, corollary, global_orthogonal],
    note=f"{MP_FEATURES} With (2.19) as printed the factor C would be missing here.",
)

normalised_condition = Claim(
    "neural-collapse/nc2-normalised",
    title="NC2 for unit vectors",
    statement=Identity(
        product(centred(i), centred(j))
        / sp.sqrt(product(centred(i), centred(i)))
        / sp.sqrt(product(centred(j), centred(j))),
        (C * delta(i, j) - 1) / (C - 1),
    ),
    hypotheses=[C >= 2],
    source=[thesis("D.7"), position_paper("66"), richness_paper("27", AS_THESIS)],
    uses=[second_condition],
    note=MP_FEATURES,
)

# NC1, line by line.  V_k(x) stands for entry k of h_i(x) - mu_i and B_k(j) for entry k of mu_j - mu_g.

across = families("B")
factor = total(within[(k, *X)] * across[k, j], k)
trace_of_product = total(total(within[(k, *X)] * within[(l, *X)], *X) * total(across[l, j] * across[k, j], j), k, l)

trace_as_squares = Claim(
    "neural-collapse/nc1-trace",
    title="The trace of the product of both covariances is a sum of squares",
    statement=Identity(trace_of_product, total(factor**2, *X, j)),
    source=[thesis("2.10"), thesis("D.24"), thesis("D.25")],
    note="V and B stand for h_i(x) - mu_i and mu_j - mu_g, any vectors; each sample belongs to one class.",
)

trace_with_prefactors = Claim(
    "neural-collapse/nc1-trace-of-covariances",
    title="The trace of the product of both covariances, with their prefactors",
    statement=Identity(
        total(total(within[(k, *X)] * within[(l, *X)], *X) / n * (total(across[l, j] * across[k, j], j) / C), k, l),
        total(factor**2, *X, j) / (n * C),
    ),
    source=[
        thesis("D.5"),
        richness_paper("34", AS_THESIS),
        *(richness_paper(str(number), REDERIVED) for number in (46, 47, 48)),
    ],
    uses=[trace_as_squares],
    note="Sigma_W by (D.4) and Sigma_b by (D.5); V and B stand for h_i(x) - mu_i and mu_j - mu_g.",
)

mu = families("mu")
in_class = total((feature(k, (i, X[1])) - mu[k, i]) * across[k, j], k)
by_indicator = total((indicator(i)(*X) * feature(k, X) - mu[k, i]) * across[k, j], k)
ANY_MEANS = "For any features; mu stands for the class means and B for the centred ones, any vectors."

integral_printed = Claim(
    "neural-collapse/nc1-integral-printed",
    title="The sum over samples as an integral, as printed",
    statement=Identity(total(in_class**2, i, j, X[1]), total(expect(indicator(i)(*X) * by_indicator**2), i, j)),
    source=[thesis("D.26")],
    erratum=Erratum(
        "slip",
        "A sum over n samples becomes an integral over their distribution, which is a mean: a factor n is lost.",
        "(D.27) and (D.31) to (D.33) inherit it as values of NC1; the result, 0, does not depend on it.",
    ),
    note=ANY_MEANS,
)

integral = Claim(
    "neural-collapse/nc1-integral",
    title="The sum over samples is n times an integral",
    statement=Identity(total(in_class**2, i, j, X[1]), n * total(expect(indicator(i)(*X) * by_indicator**2), i, j)),
    source=[thesis("D.26")],
    uses=[trace_as_squares],
    corrects=integral_printed,
    note=ANY_MEANS,
)

indicator_dropped = Claim(
    "neural-collapse/nc1-indicator-dropped",
    title="Inside the integral the class feature map is the feature map",
    statement=Identity(
        total(expect(indicator(i)(*X) * by_indicator**2), i, j),
        total(expect(indicator(i)(*X) * total((feature(k, X) - mu[k, i]) * across[k, j], k) ** 2), i, j),
    ),
    source=thesis("D.27"),
    uses=[integral],
    note=ANY_MEANS,
)

deviation = Claim(
    "neural-collapse/nc1-deviation",
    title="A feature's deviation from a class mean, along a centred class mean",
    statement=Identity(
        expect(mp_kernel(X, X1) * centred(j)(*X1), X1) - product(scaled(i), centred(j)),
        a2 * C * (indicator(j)(*X) - delta(i, j)),
    ),
    source=thesis("D.30"),
    uses=[lemma, corollary],
    note=f"{MP_FEATURES} It vanishes on class i.",
)

value = a2**2 * C**2 * total(expect(indicator(i)(*X) * (indicator(j)(*X) - delta(i, j)) ** 2), i, j)
expanded = (
    a2**2 * C**2 * total(expect(indicator(i)(*X) * (indicator(j)(*X) * (1 - 2 * delta(i, j)) + delta(i, j))), i, j)
)
summed = a2**2 * C * total(delta(i, j) * (2 - 2 * delta(i, j)), i, j)

deviation_squared = Claim(
    "neural-collapse/nc1-deviation-squared",
    title="The deviations squared and averaged over each class",
    statement=Identity(total(expect(indicator(i)(*X) * (a2 * C * (indicator(j)(*X) - delta(i, j))) ** 2), i, j), value),
    source=[thesis("D.31"), richness_paper("49", REDERIVED), richness_paper("50", AS_THESIS)],
    uses=[indicator_dropped, deviation],
    note="The right-hand side of (D.31), from (D.27) and (D.30).",
)

square_expanded = Claim(
    "neural-collapse/nc1-square-expanded",
    title="The square expanded, as indicators and deltas are their own squares",
    statement=Identity(value, expanded),
    source=[thesis("D.32"), richness_paper("50", AS_THESIS), richness_paper("51", AS_THESIS)],
    uses=[deviation_squared],
)

integral_done = Claim(
    "neural-collapse/nc1-integrated",
    title="The integrals done",
    statement=Identity(expanded, summed),
    source=[thesis("D.33"), richness_paper("51", AS_THESIS)],
    uses=[square_expanded, indicators_orthogonal],
)

deviations_vanish = Claim(
    "neural-collapse/nc1-zero",
    title="The sum vanishes, as a delta is its own square",
    statement=Identity(summed, 0),
    source=[thesis("D.34"), richness_paper("52", AS_THESIS)],
    uses=[integral_done],
)

first_condition = Claim(
    "neural-collapse/nc1",
    title="NC1: within-class deviations are orthogonal to centred class means",
    statement=Identity(
        total(
            indicator(i)(*X) * (expect(mp_kernel(X, X1) * centred(j)(*X1), X1) - product(scaled(i), centred(j))) ** 2,
            *X,
            i,
            j,
        ),
        0,
    ),
    source=[thesis("2.10"), thesis("Proposition 2.5.1"), richness_paper("Proposition 1"), thesis("D.6")],
    uses=[trace_as_squares, deviation, deviations_vanish],
    note=MP_FEATURES,
)

distance_to_mean = Claim(
    "neural-collapse/distance-to-the-class-mean",
    title="The squared distance of a feature vector from its class mean, by inner products of features",
    statement=Identity(
        total((feature(k, (i, X[1])) - class_mean(i, k)) ** 2, k),
        total(feature(k, (i, X[1])) ** 2, k)
        - 2 * total(total(feature(k, (i, X[1])) * feature(k, (i, X1[1])), k), X1[1]) / m
        + total(total(feature(k, (i, X1[1])) * feature(k, (i, X2[1])), k), X1[1], X2[1]) / m**2,
    ),
    uses=[mean_as_integral],
    note=FEATURES,
)

here, there, again = (i, X[1]), (i, X1[1]), (i, X2[1])
features_coincide = Claim(
    "neural-collapse/features-of-a-class-coincide",
    title="Features of one class coincide exactly if the feature operator is an MP-operator",
    statement=Identity(
        mp_kernel(here, here)
        - 2 * total(mp_kernel(here, there), X1[1]) / m
        + total(mp_kernel(there, again), X1[1], X2[1]) / m**2,
        0,
    ),
    source=[thesis("Proposition 2.5.1"), richness_paper("Proposition 1")],
    uses=[distance_to_mean, mp_kernel_form],
    note=f"{MP_FEATURES} So not only a trace vanishes: the within-class covariance itself does. In general NC1 as "
    "printed allows deviations orthogonal to all class means; features of an MP-operator span no further directions.",
)

# The condition on covariances.  S_b^+ is the pseudo-inverse of S_b.

Sb, Sb_plus = matrix("S_b", p, p), matrix("S_b^+", p, p)
PENROSE = (
    Equal(Sb * Sb_plus * Sb, Sb),
    Equal(Sb_plus * Sb * Sb_plus, Sb_plus),
    Equal((Sb * Sb_plus).T, Sb * Sb_plus),
    Equal((Sb_plus * Sb).T, Sb_plus * Sb),
    Symmetric(Sb),
)

dagger_from_product = Claim(
    "neural-collapse/pseudo-inverse-has-the-same-range",
    title="The pseudo-inverse of a symmetric matrix has no larger range",
    statement=MatrixIdentity(Sb * Sb_plus * Sb_plus, Sb_plus),
    hypotheses=PENROSE,
    source=[richness_paper("Proposition 1"), richness_paper("26", AS_THESIS)],
    note="So that Sigma_W Sigma_b = 0 implies Sigma_W Sigma_b^+ = Sigma_W Sigma_b (Sigma_b^+)^2 = 0.",
)

product_from_dagger = Claim(
    "neural-collapse/range-of-the-pseudo-inverse",
    title="A symmetric matrix has no larger range than its pseudo-inverse",
    statement=MatrixIdentity(Sb_plus * Sb * Sb, Sb),
    hypotheses=PENROSE,
    source=[richness_paper("Proposition 1"), richness_paper("26", AS_THESIS)],
    note="So that Sigma_W Sigma_b^+ = 0 implies Sigma_W Sigma_b = 0: where NC1 is exact, both forms say the same.",
)

R1, R2 = matrix("V", p, N), matrix("B", p, C)
trace_decides = Claim(
    "neural-collapse/trace-of-a-product-of-covariances",
    title="The trace of a product of covariances is a squared norm",
    statement=MatrixIdentity(trace(R1 * R1.T * R2 * R2.T), trace(group(R1.T * R2).T * group(R1.T * R2))),
    source=[richness_paper("46", REDERIVED), thesis("2.10")],
    note="With Sigma_W = V V^T and Sigma_b = B B^T: a trace of zero makes V^T B zero, and so Sigma_W Sigma_b = "
    "V (V^T B) B^T. 'Positive semidefinite' is what the step from the trace to the product needs.",
)

shrink = positive("s")
vanishing_product = Claim(
    "neural-collapse/shrinking-features-product",
    title="Features that shrink without collapsing: the product of covariances vanishes",
    statement=Limit(shrink * (shrink + shrink**2), shrink, 0, 0),
    source=[thesis("D.6"), position_paper("65")],
    note="In one dimension, with Sigma_W = s and Sigma_b = s + s^2.",
)

vanishing_quotient = Claim(
    "neural-collapse/shrinking-features-quotient",
    title="A vanishing product of covariances implies a vanishing quotient",
    statement=Limit(shrink / (shrink + shrink**2), shrink, 0, 0),
    uses=[vanishing_product],
    expected="REFUTED",
    note="Shown to be false: as a limit, Sigma_W Sigma_b^T -> 0 is weaker than the condition Sigma_W Sigma_b^+ -> 0 of "
    "the works cited. The printed T may be a dagger lost in extraction; it accuses no line.",
)

# --- 6. The last layer ----------------------------------------------------------------------------------------

dual_weights = Claim(
    "neural-collapse/last-layer-of-centred-means",
    title="The weights (mu_i - mu_g)/(a_2 C) with the biases 1/C give the indicators",
    statement=Identity(expect(mp_kernel(X, X1) * centred(i)(*X1), X1) / (a2 * C) + 1 / C, indicator(i)(*X)),
    source=[thesis("D.1"), thesis("D.8"), position_paper("61"), position_paper("67"), richness_paper("28", AS_THESIS)],
    uses=[lemma],
    note=f"{MP_FEATURES} So a last layer that is dual to the features exists: NC3 is possible.",
)

# The simplex B = (I - w^T w) Q: C orthonormal rows Q, projected.  I - w^T w is a projection, so that B^T B =
# Q^T (I - w^T w) Q is the projection onto the span of the simplex.

W = matrix("W", C, p)
SIMPLEX = (SemiOrthogonal(w), SemiOrthogonal(Q), C >= 2)
FITS = Equal(W * Q.T * complement, complement)
FRAME = (
    "The rows of B = (I - w^T w) Q are the centred class means over sqrt(a_2 C), those of W the weights times "
    "sqrt(a_2 C). With biases 1/C the outputs are the indicators if W B^T = I - w^T w. Nothing but the "
    "length of w is used."
)

dual = Claim(
    "neural-collapse/nc3",
    title="NC3: weights that fit and lie in the span of the centred means are the centred means",
    statement=MatrixIdentity(W, complement * Q),
    hypotheses=[*SIMPLEX, FITS, Equal(W * Q.T * complement * Q, W)],
    source=[thesis("D.8"), position_paper("67"), richness_paper("28", AS_THESIS), position_paper("Section F.2", None)],
    uses=[dual_weights, simplex_anywhere],
    note=f"{FRAME} Weights of least norm have no part orthogonal to the centred means, W B^T B = W: this is what "
    "gradient flow from zero, weight decay, or least squares grant.",
)

dual_of_any = Claim(
    "neural-collapse/nc3-of-any-last-layer",
    title="NC1 and NC2 imply NC3 for every last layer that fits",
    statement=MatrixIdentity(W, complement * Q),
    hypotheses=[*SIMPLEX, FITS],
    expected="REFUTED",
    note=f"{FRAME} Shown to be false: a vector orthogonal to all centred means may be added to a weight. Section 2.5.2 "
    "says that NC3 and NC4 follow from NC1 and NC2 by a cited theorem; what that theorem supposes of the last layer "
    "is not repeated there, and the position paper says it in words (Section F.2). It accuses no line.",
)

no_bias_weights = Claim(
    "neural-collapse/last-layer-without-a-bias",
    title="Without a bias other weights in the span of the features give the indicators",
    statement=Identity(
        expect(mp_kernel(X, X1) * (C * delta(X1[0], i) - a1 / (a1 + a2)), X1) / (a2 * C), indicator(i)(*X)
    ),
    uses=[mp_kernel_form],
    note=f"{MP_FEATURES} The weights are (mu_i - a_1/(a_1 + a_2) mu_g)/(a_2 C), those of least norm without a bias.",
)

no_bias_not_dual = Claim(
    "neural-collapse/last-layer-without-a-bias-is-not-dual",
    title="Without a bias each weight of least norm has a part along the global mean",
    statement=Identity(product(one, lambda y, r: C * delta(y, i) - a1 / (a1 + a2)) / (a2 * C), 1 / C),
    source=thesis("D.8"),
    uses=[no_bias_weights, global_orthogonal],
    note=f"{MP_FEATURES} A centred class mean has none: NC3 as in (D.8) needs the bias of (D.1).",
)

equal_norms = Claim(
    "neural-collapse/products-of-class-means-mp",
    title="All class means have one length and one angle",
    statement=Identity(product(scaled(i), scaled(j)), a1 + a2 * C * delta(i, j)),
    source=[thesis("2.17"), thesis("D.17")],
    uses=[product_by_operator, mp_kernel_form],
    note=MP_FEATURES,
)

shape_printed = Claim(
    "neural-collapse/output-shape-printed",
    title="w_i Phi(x) with columns w_i and Phi(x): the columns of one are as many as the rows of the other",
    statement=Identity(1, p),
    source=[thesis("D.9")],
    erratum=Erratum(
        "slip",
        "The appendix takes w_i and Phi(x) as columns of p entries, whose product w_i Phi(x) is not defined for p > 1; "
        "w_i^T Phi(x) is meant, as in (D.1).",
    ),
    note="The statement is about sizes.",
)

point, centre, bias = families("z mu b")


def output(label: sp.Expr) -> sp.Expr:
    """``w_i^T Phi + b`` with ``w_i = (mu_i - mu_g)/(a_2 C)``, at any feature vector z."""
    return total((centre[k, label] - total(centre[k, j2], j2) / C) * point[k], k) / (a2 * C) + 1 / C


nearest = Claim(
    "neural-collapse/nc4",
    title="NC4: at any point, outputs are ordered as the distances from the class means",
    statement=Identity(
        total((point[k] - centre[k, j]) ** 2 - centre[k, j] ** 2, k)
        - total((point[k] - centre[k, i]) ** 2 - centre[k, i] ** 2, k),
        2 * a2 * C * (output(i) - output(j)),
    ),
    source=[thesis("D.9"), position_paper("68"), richness_paper("29", AS_THESIS)],
    uses=[dual_weights, equal_norms],
    corrects=shape_printed,
    note="For any feature vector z, on the training set or not, with the last layer of NC3. The class means have one "
    "length, so that the left-hand side is the difference of squared distances.",
)

# What NC does not imply: features e_y + v of class y, in p = C dimensions.

offset = families("v")


def shifted_mean(label: sp.Expr, q: sp.Expr) -> sp.Expr:
    """Entry q of the class mean; all features of a class are equal to it."""
    return delta(q, label) + offset[q]


shifted_global = total(shifted_mean(j1, q_), j1) / C
shifted_simplex = Claim(
    "neural-collapse/shifted-features-form-a-simplex",
    title="Orthonormal class features with a vector added to all of them meet NC2",
    statement=Identity(
        total((shifted_mean(i, q_) - shifted_global) * (shifted_mean(j, q_) - shifted_global), q_), delta(i, j) - 1 / C
    ),
    source=thesis("Section 2.5.3"),
    uses=[cka_shift],
    note="They meet NC1 too, as all features of a class are equal.",
)

shifted_not_mp = Claim(
    "neural-collapse/nc-does-not-imply-mp",
    title="NC1 and NC2 make the global mean orthogonal to the centred class means",
    statement=Identity(total(shifted_global * (shifted_mean(j, q_) - shifted_global), q_), 0),
    uses=[shifted_simplex, global_orthogonal],
    expected="REFUTED",
    note="Shown to be false, so that the MP condition is stricter than NC even on the training set, as Section 2.5.3 "
    "says. The centred operators agree: kappa is 0 here too.",
)

# --- 7. Linear networks ---------------------------------------------------------------------------------------

# X W_1 W_2 = Y (3.16) with balanced layers, W_1^T W_1 = W_2 W_2^T.  W_2^+ is the pseudo-inverse of W_2, of rank c.

d, c, samples = natural("d c n")
Xd, Y = matrix("X", samples, d), matrix("Y", samples, c)
W1, W2, W2_plus = matrix("W_1", d, p), matrix("W_2", p, c), matrix("W_2^+", c, p)
FIT = Equal(Y, Xd * W1 * W2)
BALANCED = Equal(W1.T * W1, W2 * W2.T)
INVERSE = (Equal(W2_plus * W2, identity(c)), Equal((W2 * W2_plus).T, W2 * W2_plus))
NETWORK = [thesis("3.16"), position_paper("13")]

rank_of_last = Claim(
    "neural-collapse/last-layer-has-rank-c",
    title="Layers that fit the labels have a last layer of rank c",
    statement=MatrixIdentity(group(Y.T * Xd * W1) * W2, identity(c)),
    hypotheses=[Equal(Xd * W1 * W2, Y), SemiOrthogonal(Y.T)],
    source=NETWORK,
    note="W_2 has a left inverse, and so full column rank; p >= c is needed for that. Labels are scaled so that "
    "Y^T Y = I: for one-hot labels of balanced classes Y^T Y = (n/c) I. The same line shows that X W_1 has rank c at "
    "least.",
)

rank_of_first = Claim(
    "neural-collapse/first-layer-has-rank-c",
    title="Balanced layers: the first layer sees only the range of the last",
    statement=MatrixIdentity(W1.T * W1 * W2 * W2_plus, W1.T * W1),
    hypotheses=[BALANCED, *INVERSE],
    source=NETWORK,
    uses=[rank_of_last],
    note="W_2 W_2^+ is the projection onto the range of W_2. So W_1^T W_1 (I - W_2 W_2^+) = 0 and with it "
    "W_1 (I - W_2 W_2^+) = 0: W_1 and X W_1 have rank c at most. The printed min(n, p) of a general X W_1 also needs "
    "p and n to be at most d, or is min(n, d, p).",
)

features_by_class = Claim(
    "neural-collapse/linear-network-features",
    title="Features of one class coincide: X W_1 is the label matrix times the pseudo-inverse of the last layer",
    statement=MatrixIdentity(Xd * W1, Y * W2_plus),
    hypotheses=[FIT, Equal(W1 * W2 * W2_plus, W1)],
    source=NETWORK,
    uses=[rank_of_first],
    note="The row of a sample of class i is the i-th row of W_2^+: exact collapse, NC1, for any inputs X.",
)

feature_products = Claim(
    "neural-collapse/linear-network-feature-products",
    title="Inner products of the collapsed features",
    statement=MatrixIdentity(group(Xd * W1) * group(Xd * W1).T, Y * W2_plus * W2_plus.T * Y.T),
    hypotheses=[FIT, Equal(W1 * W2 * W2_plus, W1)],
    source=NETWORK,
    uses=[features_by_class],
)

feature_products_inverse = Claim(
    "neural-collapse/linear-network-class-products",
    title="The inner products of class features are the inverse of those of the last layer's columns",
    statement=MatrixIdentity(W2_plus * W2_plus.T * W2.T * W2, identity(c)),
    hypotheses=INVERSE,
    source=NETWORK,
    uses=[feature_products],
    note="So the class features are orthogonal exactly if W_2^T W_2 is diagonal.",
)

white_products = Claim(
    "neural-collapse/linear-network-white-inputs",
    title="For white inputs the last layer's columns have products whose square is that of the labels",
    statement=MatrixIdentity((W2.T * W2) ** 2, Y.T * Y),
    hypotheses=[FIT, BALANCED, SemiOrthogonal(Xd.T)],
    source=NETWORK,
    uses=[rank_of_first],
    note="X^T X = I: white inputs, up to the factor n, or unconstrained features X = I. For balanced one-hot labels "
    "Y^T Y = (n/c) I; W_2^T W_2 is positive, and so it is sqrt(n/c) I: the class features are orthogonal and of one "
    "length, and a simplex without their mean.",
)

orthogonal_features = Claim(
    "neural-collapse/linear-network-orthogonal-features",
    title="If the last layer's columns are orthonormal, so are the class features",
    statement=MatrixIdentity(group(Xd * W1) * group(Xd * W1).T, Y * Y.T),
    hypotheses=[FIT, Equal(W1 * W2 * W2.T, W1), SemiOrthogonal(W2.T)],
    source=NETWORK,
    uses=[white_products, feature_products],
    note="Two samples of different classes have orthogonal labels, and so orthogonal features. In units in which "
    "W_2^T W_2 = I; then W_2^+ = W_2^T.",
)

b11, b12, b22 = real("b_11 b_12 b_22")
square_layer = sp.Matrix([[b11, b12], [b12, b22]])
class_features = square_layer.inv()
general_inputs = Claim(
    "neural-collapse/linear-network-general-inputs",
    title="For any inputs a balanced network that fits two classes has orthogonal class features",
    statement=Identity((class_features * class_features.T)[0, 1], 0),
    hypotheses=[b11 > 0, b11 * b22 > b12**2],
    expected="REFUTED",
    note="Both layers equal to a positive matrix b, 2 x 2, are balanced and fit Y if X = Y b^-2; the class features "
    "are the rows of b^-1. Shown to be false, so that orthogonality rests on white inputs, which Section 3.5.1 assumes "
    "and the summary 3.6 repeats. It accuses no line; that features collapse holds for any inputs.",
)

# --- 8. Rescaled targets (6.4.1) ------------------------------------------------------------------------------

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
        "The lazier model is said to have alpha < 1; dividing targets by such an alpha scales them up and makes the "
        "dynamics richer. The figure's caption has alpha = 100.",
    ),
    note="By gamma_+ of (6.14): the smaller it is, the lazier the dynamics.",
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

_EXPERIMENT = "a figure of experiments: nothing in it is derived"
COVERAGE: dict[str, dict[str, str]] = {
    "thesis": {
        "2.1": "the definition of the target's entries, the indicators: every claim here writes them as deltas",
        "Figure 2.1": "a diagram of a network as a feature map and a linear last layer",
        "Figure 2.2": f"{_EXPERIMENT}; repeated by features/heaviside",
        "Figure 2.3": f"{_EXPERIMENT}; repeated by richness/last-layer; its reference to Definition 1 is listed with "
        "the misprints",
        "Figure 2.4": _EXPERIMENT,
        "Table 2.2": "measured values; every kappa in it is below 0.1 and every D_eff near C, as its caption says",
        "Figure 3.5": f"{_EXPERIMENT}; repeated by collapse/random-labels",
        "Figure 3.6": f"{_EXPERIMENT}; repeated by collapse/scalar-target",
        "Figure C.3": f"{_EXPERIMENT}; its title is listed with the misprints",
        "Figure 6.3": f"{_EXPERIMENT}; repeated by richness/target-downscaling; alpha = 100 is above sqrt(p) = 16 as "
        "it says",
        "Figure 7.1": f"{_EXPERIMENT}; repeated by conditions/training-set-size",
        "Figure 7.2": f"{_EXPERIMENT}; repeated by conditions/learning-rate and conditions/weight-decay",
        "Figure 7.3": f"{_EXPERIMENT}; repeated by conditions/batch-normalisation",
        **{f"Figure 7.{number}": _EXPERIMENT for number in range(4, 8)},
    },
    "richness-paper": {
        "30": "the hypothesis that the learned functions are indicators: every claim of parts 4 to 6 makes it",
    },
}
"""Equations that have no claim, by document and label, and why."""

MISPRINTS: list[Misprint] = [
    Misprint(
        richness_paper("Section D.1"),
        "Using Corollaries 1 and 55",
        "using Corollary 1 and Eq. (55)",
        "55 is an equation of the proof above it",
    ),
    Misprint(
        richness_paper("Section B.4"),
        "the first eigenfunction is always a constant function",
        "is the constant function if the operator is an MP-operator, and was in the experiments",
        "Section D.2 says only this; for one feature x under N(0, 1) the first eigenfunction is x",
    ),
    Misprint(
        thesis("Section 3.5.2"),
        "rank c instead of min(n, p)",
        "rank c instead of min(n, d, p)",
        "X is n x d; with few inputs, d < min(n, p), the rank is at most d (Section 3.5.1 has min(d, p) for W_1)",
    ),
    Misprint(
        richness_paper("Section A"),
        "LABEL:{eq:cka_mp}",
        "Eq. 7",
        "The glossary's reference for the centred kernel alignment was not resolved; it is defined by Eq. 7.",
    ),
    Misprint(
        thesis("Figure 2.3"),
        "kappa_CKA from Definition 1",
        "Definition 2",
        "Definition 1 is the MP-operator; the scalar measure is in Definition 2.",
    ),
    Misprint(
        thesis("Section 2.4"),
        "the criteria in Definition 1 is also met for epsilon = 0.1",
        "Definition 2",
        "The criterion with epsilon is in Definition 2.",
    ),
    Misprint(
        thesis("2.13"),
        "1/A_i",
        "one over the measure of A_i, which is C",
        "A_i is a set of inputs; the next expression has C in its place.",
    ),
    Misprint(
        thesis("2.16"),
        "the outer integral without dx",
        "dx after the inner integral's dx'",
        "(D.15) prints the same line with both.",
    ),
    Misprint(
        thesis("D.6"),
        "Sigma_W Sigma_b^T",
        "Sigma_W times the pseudo-inverse of Sigma_b",
        "Sigma_b is symmetric, so that transposing it does nothing, and the condition of the works cited, and of the "
        "richness paper, has the pseudo-inverse; for an exact zero both say the same. (2.10) has the same T.",
    ),
    Misprint(
        thesis("D.14"),
        "class mean function Eq. (2.15)",
        "Eq. (2.13)",
        "(2.13) writes the class mean by the indicator; (2.15) is the line that is derived here.",
    ),
    Misprint(
        thesis("D.29"),
        "from Eq. (2.15) and Eq. (2.14)",
        "Eq. (2.13) and Eq. (2.14)",
        "The line follows from both means; (2.15) has no mean by itself.",
    ),
    Misprint(
        thesis("Section 7.4"),
        "In Fig. 7.7, we observe the evolution of the first 20 features",
        "Fig. 7.5",
        "Fig. 7.5 shows the first 20 features over epochs; Fig. 7.7 shows individual metrics of other networks.",
    ),
    Misprint(
        thesis("Figure 7.4"),
        "deviates from the MF regime after epoch 5 (caption); after epoch 30 (text)",
        "one of the two",
        "The caption, and the text on Fig. 7.5, have epoch 5; the text on the figure has 30 and compares it with 200.",
    ),
    Misprint(
        thesis("Figure C.3"),
        "of the ResNet18 features for slower learning rate",
        "of the first 20 features",
        "The caption that follows is that of Fig. 7.5: a ResNet18 and an FCN, and no learning rate is named.",
    ),
]
"""Slips that no machine can refute."""
