"""7. Linear networks: layers that fit the labels collapse if they are balanced, and nearly if they nearly are."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim
from ...language.matrices import Equal, SemiOrthogonal, group, identity, matrix, written, zero
from ...language.sources import position_paper, thesis
from ...language.statements import Identity
from ...language.statements.matrices import MatrixIdentity
from ...language.symbols import natural, real
from ..linear_networks.gradient import conservation
from .letters import p

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
    note="$W_2$ has a left inverse, and so full column rank; $p >= c$ is needed for that. Labels are scaled so that "
    "$Y^T Y = I$: for one-hot labels of balanced classes $Y^T Y = (n/c) I$. The same line shows that $X W_1$ has rank "
    "$c$ at least.",
)

rank_of_first = Claim(
    "neural-collapse/first-layer-has-rank-c",
    title="Balanced layers: the first layer sees only the range of the last",
    statement=MatrixIdentity(W1.T * W1 * W2 * W2_plus, W1.T * W1),
    hypotheses=[BALANCED, *INVERSE],
    source=NETWORK,
    uses=[rank_of_last],
    note="$W_2 W_2^+$ is the projection onto the range of $W_2$. So $W_1^T W_1 (I - W_2 W_2^+) = 0$ and with it $W_1 "
    "(I - W_2 W_2^+) = 0$: $W_1$ and $X W_1$ have rank $c$ at most. The printed $min(n, p)$ of a general $X W_1$ also "
    "needs $p$ and $n$ to be at most $d$, or is $min(n, d, p)$.",
)

features_by_class = Claim(
    "neural-collapse/linear-network-features",
    title="Features of one class coincide: X W_1 is the label matrix times the pseudo-inverse of the last layer",
    statement=MatrixIdentity(Xd * W1, Y * W2_plus),
    hypotheses=[FIT, Equal(W1 * W2 * W2_plus, W1)],
    source=NETWORK,
    uses=[rank_of_first],
    note="The row of a sample of class $i$ is the $i$-th row of $W_2^+$: exact collapse, NC1, for any inputs $X$.",
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
    note="So the class features are orthogonal exactly if $W_2^T W_2$ is diagonal.",
)

white_products = Claim(
    "neural-collapse/linear-network-white-inputs",
    title="For white inputs the last layer's columns have products whose square is that of the labels",
    statement=MatrixIdentity((W2.T * W2) ** 2, Y.T * Y),
    hypotheses=[FIT, BALANCED, SemiOrthogonal(Xd.T)],
    source=NETWORK,
    uses=[rank_of_first],
    note="$X^T X = I$: white inputs, up to the factor $n$, or unconstrained features $X = I$. For balanced one-hot "
    "labels $Y^T Y = (n/c) I$; $W_2^T W_2$ is positive, and so it is $sqrt(n/c) I$: the class features are orthogonal "
    "and of one length, and a simplex without their mean.",
)

orthogonal_features = Claim(
    "neural-collapse/linear-network-orthogonal-features",
    title="If the last layer's columns are orthonormal, so are the class features",
    statement=MatrixIdentity(group(Xd * W1) * group(Xd * W1).T, Y * Y.T),
    hypotheses=[FIT, Equal(W1 * W2 * W2.T, W1), SemiOrthogonal(W2.T)],
    source=NETWORK,
    uses=[white_products, feature_products],
    note="Two samples of different classes have orthogonal labels, and so orthogonal features. In units in which "
    "$W_2^T W_2 = I$; then $W_2^+ = W_2^T$.",
)

# Nearly balanced layers: E is the imbalance of the start, which the flow keeps.

E = matrix("E", p, p)
IMBALANCE = Equal(E, written(W1.T * W1, -W2 * W2.T))
not_read = written(identity(p), -W2 * W2_plus)  # the projection onto what the last layer does not read

features_in_parts = Claim(
    "neural-collapse/linear-network-features-in-parts",
    title=(
        "The features of any fit are the class features, of rank at most c, and a part that the "
        "last layer does not read"
    ),
    statement=MatrixIdentity(Xd * W1, written(Y * W2_plus, Xd * W1 * not_read)),
    hypotheses=[FIT],
    source=NETWORK,
    uses=[features_by_class],
    note="However the layers start. $Y W_2^+$ has one row for each class; the rest is bounded by the imbalance.",
)

Z = matrix("Z", p, p)

rest_by_imbalance = Claim(
    "neural-collapse/linear-network-rest",
    title="The part of the features that the last layer does not read has the Gram matrix of the imbalance there",
    statement=MatrixIdentity(group(W1 * Z).T * group(W1 * Z), Z.T * E * Z),
    hypotheses=[IMBALANCE, Equal(W2.T * Z, zero(c, p))],
    source=NETWORK,
    uses=[features_in_parts, conservation],
    note="$E$ is that of the start (A.29), and $Z$ the projection $I - W_2 W_2^+$ of the claim before, which is "
    "symmetric, so that $W_2^T Z = 0$. The squared norm of the rest is the trace of the right-hand side, no more than "
    "the eigenvalues of $E$ allow; where $E = 0$ the rest is zero, and $X W_1$ has rank $c$.",
)

unread, slack, imbalance = matrix("v", p, 1), matrix("T", p, p), real("epsilon")

weyl_bound = Claim(
    "neural-collapse/linear-network-weyl-bound",
    title="Directions that the last layer does not read are no longer in the first than the imbalance allows",
    statement=MatrixIdentity(
        (W1 * unread).T * (W1 * unread),
        written(imbalance * unread.T * unread, -(slack * unread).T * (slack * unread)),
    ),
    hypotheses=[
        IMBALANCE,
        Equal(W2.T * unread, zero(c, 1)),
        Equal(E, written(imbalance * identity(p), -slack.T * slack)),
    ],
    source=NETWORK,
    uses=[conservation],
    note="Weyl's bound for this sum of matrices: no eigenvalue of $E$ is above $epsilon$, so that $epsilon I - E$ is "
    "$T^T T$. Then $|W_1 v|^2 <= epsilon |v|^2$ for every $v$ with $W_2^T v = 0$; these fill $p - c$ dimensions, and "
    "so all singular values of $W_1$ but $c$ are at most $sqrt(epsilon)$, and those of $X W_1$ at most that times the "
    "norm of $X$.",
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
    note="Both layers equal to a positive matrix $b$, $2 x 2$, are balanced and fit $Y$ if $X = Y b^-2$; the class "
    "features are the rows of $b^-1$. False in general, which shows that orthogonality rests on white inputs, which "
    "Section 3.5.1 assumes and the summary 3.6 repeats. This is not an erratum; that features collapse holds for any "
    "inputs.",
)
