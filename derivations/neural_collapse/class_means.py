"""5. The MP-operator implies NC2: class means form a simplex."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum, Step
from ...language.quantities import quantity
from ...language.sources import position_paper, richness_paper, thesis
from ...language.statements import Identity
from ...language.symbols import total
from .functions import class_measure, indicators_orthogonal, orthogonal_to_constant
from .letters import (
    AS_THESIS,
    REDERIVED,
    X1,
    C,
    X,
    a2,
    centred,
    delta,
    expect,
    i,
    indicator,
    inner,
    j,
    minimum_projection,
    mp_kernel,
    one,
    product,
    scaled,
)
from .mp_operator import eigenvalue_of_others, mp_kernel_form
from .translation import centred_products, feature_with_centred, mean_with_centred

mp_on_centred = Claim(
    "neural-collapse/mp-on-centred-indicators",
    title="C f_j - 1 is an eigenfunction of the MP-operator, with the eigenvalue a_2",
    statement=Identity(
        quantity("T_MP[C f_j - 1]", minimum_projection(centred(j))(*X)),
        a2 * (C * quantity("f_j(x)", indicator(j)(*X)) - 1),
    ),
    source=[thesis("D.11"), richness_paper("41", AS_THESIS), richness_paper("42", AS_THESIS)],
    uses=[orthogonal_to_constant, eigenvalue_of_others],
)

element = quantity("<C f_i|T_MP[C f_j - 1]>", inner(scaled(i), minimum_projection(centred(j))))

elements_printed = Claim(
    "neural-collapse/matrix-elements-printed",
    title="Matrix elements of the MP-operator, as printed",
    statement=Identity(element, a2 * (delta(i, j) - 1 / C)),
    source=[thesis("2.19"), thesis("Proposition 2.5.3")],
    erratum=Erratum(
        "slip",
        "The right-hand side lacks a factor $C$, as its own proof shows: (D.12) ends with $a_2 (C delta_ij - 1)$.",
        "None: (D.23) and (D.30) have the factor, and NC1 and NC2 do not depend on it.",
        printed=r"\langle C\hat{f}_i | \mathcal{T}_{MP}[C\hat{f}_j - \mathbf{1}] \rangle = a_2(\delta_{ij} - C^{-1}) "
        r"\quad \langle \mathbf{1} | \mathcal{T}_{MP}[C\hat{f}_j - \mathbf{1}] \rangle = 0,",
        mark=r"a_2(\delta_{ij} - C^{-1})",
        right=r"\langle C\hat{f}_i | \mathcal{T}_{MP}[C\hat{f}_j - \mathbf{1}] \rangle = a_2(C\delta_{ij} - 1) "
        r"\quad \langle \mathbf{1} | \mathcal{T}_{MP}[C\hat{f}_j - \mathbf{1}] \rangle = 0,",
    ),
    note="Both places that print the proposition print it so.",
)

elements = Claim(
    "neural-collapse/matrix-elements",
    title="Matrix elements of the MP-operator between classes",
    statement=Identity(element, a2 * (C * delta(i, j) - 1)),
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
    statement=Identity(element, a2 * quantity("<C f_i|C f_j - 1>", inner(scaled(i), centred(j)))),
    source=thesis("D.12"),
    uses=[mp_on_centred],
)

constant_element = Claim(
    "neural-collapse/matrix-element-with-the-constant",
    title="The MP-operator does not mix centred indicators with the constant",
    statement=Identity(quantity("<1|T_MP[C f_j - 1]>", inner(one, minimum_projection(centred(j)))), 0),
    source=[thesis("2.19"), thesis("Proposition 2.5.3"), thesis("D.13")],
    uses=[mp_on_centred, orthogonal_to_constant],
)

MP_FEATURES = (
    "$Phi(x)^T Phi(x')$ is $a_1 + a_2 C$ for inputs of one class and $a_1$ for others, on the training set, which "
    "says that the feature operator is an MP-operator and that the network's outputs there are the indicators."
)

lemma = Claim(
    "neural-collapse/feature-with-centred-mean-mp",
    title="The inner product of a feature vector with a centred class mean is a_2 (C f_j - 1)",
    statement=Identity(
        quantity("Phi(x)^T (mu_j - mu_g)", expect(mp_kernel(X, X1) * centred(j)(*X1), X1)),
        a2 * (C * quantity("f_j(x)", indicator(j)(*X)) - 1),
    ),
    source=[richness_paper("Lemma 1"), richness_paper("35", REDERIVED), thesis("D.29")],
    uses=[mp_kernel_form, feature_with_centred, mp_on_centred],
    note=MP_FEATURES,
)

corollary = Claim(
    "neural-collapse/class-mean-with-centred-mean-mp",
    title="The inner product of a class mean with a centred one is a_2 (C delta_ij - 1)",
    statement=Identity(quantity("mu_i^T (mu_j - mu_g)", product(scaled(i), centred(j))), a2 * (C * delta(i, j) - 1)),
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
    statement=Identity(quantity("mu_g^T (mu_j - mu_g)", product(one, centred(j))), 0),
    source=[richness_paper(str(number), REDERIVED) for number in (53, 54, 55)],
    uses=[corollary],
    note=MP_FEATURES,
)

global_as_average = Claim(
    "neural-collapse/global-mean-orthogonal-by-average",
    title="The inner products of the global mean with centred class means add up to zero over classes",
    statement=Identity(total(a2 * (C * delta(i, j) - 1), i) / C, 0),
    source=[richness_paper("55", REDERIVED)],
    uses=[corollary],
)

centred_together = quantity("(mu_i - mu_g)^T (mu_j - mu_g)", product(centred(i), centred(j)))

second_condition = Claim(
    "neural-collapse/nc2",
    title="NC2: centred class means form a simplex",
    statement=Identity(centred_together, C * a2 * (delta(i, j) - 1 / C)),
    source=[
        thesis("2.11"),
        thesis("Proposition 2.5.2"),
        thesis("D.23"),
        richness_paper("56", REDERIVED),
        richness_paper("Proposition 2"),
    ],
    uses=[centred_products, corollary, global_orthogonal],
    note=f"{MP_FEATURES} With (2.19) as printed the factor $C$ would be missing here.",
)

normalised_condition = Claim(
    "neural-collapse/nc2-normalised",
    title="NC2 for unit vectors",
    statement=Identity(
        centred_together
        / sp.sqrt(quantity("|mu_i - mu_g|^2", product(centred(i), centred(i))))
        / sp.sqrt(quantity("|mu_j - mu_g|^2", product(centred(j), centred(j)))),
        (C * delta(i, j) - 1) / (C - 1),
    ),
    hypotheses=[C >= 2],
    source=[thesis("D.7"), position_paper("66"), richness_paper("27", AS_THESIS)],
    uses=[second_condition],
    note=MP_FEATURES,
)
