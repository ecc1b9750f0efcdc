"""2. The minimum projection operator: eigenspaces, effective dimension, and the alignment with it."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.matrices import Equal, Orthogonal, SemiOrthogonal, group, identity, matrix, trace, written
from ...language.quantities import quantity
from ...language.sources import richness_paper, thesis
from ...language.statements import Identity, Inequality
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import families, index, natural, positive, total
from .functions import H, K, N, class_measure, g, indicators_partition, of_sample, projection_idempotent
from .letters import (
    AS_THESIS,
    X1,
    X2,
    C,
    X,
    a1,
    a2,
    delta,
    expect,
    i,
    indicator,
    inner,
    j,
    j2,
    minimum_projection,
    mp_kernel,
    one,
    p,
    projected,
)

u_ = families("u")

mp_kernel_form = Claim(
    "neural-collapse/mp-kernel",
    title="The MP-operator is the integral operator with the kernel a_1 + a_2 C [same class]",
    statement=Identity(
        expect(quantity("Phi(x)^T Phi(x')", mp_kernel(X, X1)) * of_sample(u_)(*X1), X1),
        a1 * quantity("<1|u>", inner(one, of_sample(u_), X1)) + a2 * quantity("P[u]", projected(of_sample(u_))(*X)),
    ),
    source=[thesis("2.8"), richness_paper("3", AS_THESIS)],
    note="For every function $u$. So a feature operator is an MP-operator, for learned functions that are indicators, "
    "exactly when $Phi(x)^T Phi(x') = a_1 + a_2 C sum_i f_i(x) f_i(x')$ on the training set.",
)

eigenvalue_of_constant = Claim(
    "neural-collapse/eigenvalue-of-the-constant",
    title="The constant is an eigenfunction of the MP-operator, with the eigenvalue a_1 + a_2",
    statement=Identity(quantity("T_MP[1]", minimum_projection(one)(*X)), a1 + a2),
    source=[thesis("Definition 1"), richness_paper("Definition 1")],
    uses=[indicators_partition, class_measure],
)

combination = families("c")
eigenvalue_of_others = Claim(
    "neural-collapse/eigenvalue-of-the-others",
    title="In the learned function space the MP-operator multiplies by a_2, and adds a_1 times the mean",
    statement=Identity(
        quantity("T_MP[f]", minimum_projection(lambda y, r: total(combination[i] * delta(y, i), i))(*X)),
        a2 * total(combination[i] * delta(X[0], i), i) + a1 * total(combination[i], i) / C,
    ),
    source=[thesis("Definition 1"), richness_paper("Definition 1"), thesis("Section 2.5.1")],
    note="For $sum_i c_i f_i$; its mean is $sum_i c_i / C$. So $a_2$ is the eigenvalue of all that is orthogonal to "
    "the constant: an isotropic rescaling, except along the constant.",
)

kernel_of_mp = Claim(
    "neural-collapse/nothing-outside",
    title="The MP-operator removes what is orthogonal to the learned function space",
    statement=Identity(minimum_projection(lambda y, r: g[y, r] - projected(of_sample(g), j2, X2)(y, r))(*X), 0),
    source=[thesis("Definition 1"), richness_paper("Definition 1")],
    uses=[projection_idempotent],
    note="Hence there are two nontrivial eigenspaces.",
)

rank_of_mp = Claim(
    "neural-collapse/rank-of-the-projection",
    title="The trace of the projection onto the learned function space is the number of classes",
    statement=Identity(expect(total(C * indicator(j)(*X) ** 2, j)), C),
    source=[thesis("Section 2.3.1")],
    note="The trace of an integral operator is the mean of its kernel at $x' = x$; of a projection, its rank.",
)

# Functions as rows again: o is the constant, a unit row; w = (1, ..., 1)/sqrt(C), so that o = w H if H = sqrt(C) f.

o, w = matrix("o", 1, N), matrix("w", 1, C)
T_MP = written(a1 * o.T * o, a2 * H.T * H)
HOLDS_CONSTANT = (SemiOrthogonal(H), SemiOrthogonal(w), Equal(o, w * H))
WITH_CONSTANT = (
    "Functions are rows: $H$ is an orthonormal basis of the learned function space, $o$ the constant, and $o = w H$ "
    "with a unit row $w$ says that the constant lies in the space."
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
    note=f"{WITH_CONSTANT} $lambda_1$ is the eigenvalue on the constant, $lambda_2$ the other: $a_2 = lambda_2$ and "
    "$a_1 = lambda_1 - lambda_2$.",
)

equivalence_printed = Claim(
    "neural-collapse/definition-printed",
    title="An operator with these two eigenspaces has the form (2.8) with a positive a_1",
    statement=Inequality(on_constant - on_others, ">", 0),
    hypotheses=[sp.Ne(on_constant, on_others)],
    source=[thesis("Definition 1")],
    erratum=Erratum(
        "hypothesis",
        "The two forms of the definition are called equivalent, but (2.8) with $a_1 > 0$ also demands that the "
        "constant has the larger eigenvalue, $a_1 + a_2 > a_2$.",
        "None: the propositions and the CKA use (2.8), and hold for any $a_1 > -a_2$.",
        printed=r"where a_1, a_2 are positive scalars, and $P_{\hat{\mathcal{H}}}$ denotes the orthogonal projection "
        r"onto $\hat{\mathcal{H}}$.",
        mark="a_1, a_2 are positive scalars",
        right=r"where $a_1 > -a_2$, $a_2 > 0$ and $a_1 \neq 0$ are scalars, and $P_{\hat{\mathcal{H}}}$ denotes the "
        r"orthogonal projection onto $\hat{\mathcal{H}}$.",
        sentence=True,
    ),
    uses=[two_eigenspaces],
    note="$a_1$ is the difference of the eigenvalues; both are positive and differ.",
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
        "With $a_1 = 0$ the MP-operator is $a_2$ times the projection, and a projection only for $a_2 = 1$.",
        "None: the eigenvalues are equal, and the CKA does not see the scale. Section 3.1 of the richness paper "
        "says 'up to a constant scale'.",
        printed=r"the MP-operator is a projection operator $P_{\hat{\mathcal{H}}}$ onto the learned function space "
        r"$\hat{\mathcal{H}}$.",
        mark="is a projection operator",
        right=r"the MP-operator is $a_2$ times a projection operator $P_{\hat{\mathcal{H}}}$ onto the learned "
        r"function space $\hat{\mathcal{H}}$.",
        sentence=True,
    ),
    note="Functions are rows: $H$ is an orthonormal basis of the learned function space, so that $P = H^T H$.",
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
    note="False in general, which shows that the constant must lie in the learned function space. This is not an "
    "erratum: Section 2.5.1 and the richness paper's Section B.3 say that it does.",
)

Z = group(written(identity(N), -o.T * o))
UNIT = SemiOrthogonal(o)

centring_projects = Claim(
    "neural-collapse/centring-projects",
    title="Centring twice is centring once",
    statement=MatrixIdentity(Z * Z, Z),
    hypotheses=[UNIT],
    source=[thesis("2.9"), richness_paper("7", AS_THESIS)],
    note="The constant 1 has the norm 1, as $q$ is a probability; the constant vector must be a unit vector too.",
)

centred_mp = Claim(
    "neural-collapse/centred-mp",
    title="Centring removes a_1 from the MP-operator and leaves a_2 as a factor",
    statement=MatrixIdentity(Z * group(T_MP) * Z, a2 * Z * H.T * H * Z),
    hypotheses=[UNIT],
    source=[thesis("2.9"), richness_paper("7", AS_THESIS), richness_paper("Section B.3")],
    note="Whether or not the constant is learned. With the scale invariance of the CKA it follows that the CKA with "
    "an MP-operator does not depend on $a_1$ and $a_2$.",
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
    note="False in general: the richness paper's Section B.3 is right to suppose that the learned function space "
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
    note="$f Z f^T$ is a number, the variance of $f$. So a regression has one feature besides the constant.",
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
    note=r"Hence $\kappa = 1 - \mathrm{CKA}$ is 0 if the features' operator is an MP-operator, whatever $a_1$ and "
    r"$a_2$ are.",
)

cka_scale_other = Claim(
    "neural-collapse/cka-ignores-scales",
    title="The CKA is invariant under scaling of an operator",
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
    note=r"Lagrange's identity; its right-hand side is a sum of squares, so that $|A|^2 |B|^2 \ge (\operatorname{tr} "
    r"A B)^2$ for symmetric operators.",
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
    note="The right-hand side is a sum of squares. $phi$ and $psi$ stand for the centred features.",
)

shift = matrix("v", p, 1)
cka_shift = Claim(
    "neural-collapse/cka-ignores-shifts",
    title="A vector added to all features is removed by centring",
    statement=MatrixIdentity(group(written(phi, shift * o)) * Z, phi * Z),
    hypotheses=[UNIT],
    source=[thesis("2.9"), richness_paper("7", AS_THESIS)],
)
