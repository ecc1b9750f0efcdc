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
8. *Theorems.*  Propositions 2.5.1 and 2.5.2 of features, from the hypothesis that their operator is an MP-operator.

How the training set is written.  There are C classes of m samples each, n = C m.  A sample is the pair (y, r): the
r-th sample of class y.  A function of samples is one of (y, r); the indicator of class i is the Kronecker delta of y
and i, and an integral over q' is the mean over all pairs.  So C, m and the number p of features are general.  Part 1
holds for any distribution q: only (D.10) is used of it.  Where functions are rows of a matrix, they are divided by
sqrt(n), so that inner products of functions are those of rows; w is the row of C entries 1/sqrt(C), a unit vector.
"""

from __future__ import annotations

from ...language.misprints import Misprint
from ...language.sources import richness_paper, thesis
from ..chapters import Chapter
from . import (
    class_means,
    functions,
    last_layer,
    letters,
    linear_networks,
    mp_operator,
    rescaled_targets,
    simplex,
    theorems,
    translation,
    within_classes,
)

CHAPTER = Chapter(
    "neural-collapse",
    sources=(
        "thesis",
        "position-paper",
        "richness-paper",
    ),
    sections=(
        letters,
        functions,
        mp_operator,
        simplex,
        translation,
        class_means,
        within_classes,
        last_layer,
        linear_networks,
        rescaled_targets,
        theorems,
    ),
    notation={
        "f_i(x)": r"\hat{f}_{i}(x)",
        "f_i": r"\hat{f}_{i}",
        "f_j": r"\hat{f}_{j}",
        "|z - mu_i|^2": r"\|z - \mu_{i}\|^{2}",
        "|z - mu_j|^2": r"\|z - \mu_{j}\|^{2}",
        "|mu_i|^2": r"\|\mu_{i}\|^{2}",
        "|mu_j|^2": r"\|\mu_{j}\|^{2}",
        "f_j(x)": r"\hat{f}_{j}(x)",
        "f_j(x')": r"\hat{f}_{j}(x')",
        "h_i(x)": r"h_{i}(x)",
        "h_i(x)_k": r"h_{i}(x)_{k}",
        "h_i(x)_l": r"h_{i}(x)_{l}",
        "<f_i|f_j>": r"\langle \hat{f}_{i} | \hat{f}_{j} \rangle",
        "<1|f_j>": r"\langle \mathbf{1} | \hat{f}_{j} \rangle",
        "<1|C f_j - 1>": r"\langle \mathbf{1} | C\hat{f}_{j} - \mathbf{1} \rangle",
        "<1|u>": r"\langle \mathbf{1} | u \rangle",
        "<e|P[e]>": r"\langle e | P_{\mathcal{H}^{*}}[e] \rangle",
        "<e|f_i>": r"\langle e | f_{i}^{*} \rangle",
        "<e_k|P[e_k]>": r"\langle e_{k} | P_{\hat{\mathcal{H}}}[e_{k}] \rangle",
        "P[P[g]]": r"P_{\mathcal{H}^{*}}[P_{\mathcal{H}^{*}}[g]]",
        "P[g]": r"P_{\mathcal{H}^{*}}[g]",
        "P[u]": r"P_{\hat{\mathcal{H}}}[u]",
        "<g|P[h]>": r"\langle g | P_{\mathcal{H}^{*}}[h] \rangle",
        "<P[g]|h>": r"\langle P_{\mathcal{H}^{*}}[g] | h \rangle",
        "Q_k": r"Q_{k}^{*}",
        "Q_j": r"Q_{j}^{*}",
        "D_eff": r"D_{\mathrm{eff}}",
        "T_MP[f]": r"\mathcal{T}_{\mathrm{MP}}[f]",
        "T_MP[1]": r"\mathcal{T}_{\mathrm{MP}}[\mathbf{1}]",
        "T_MP[C f_j - 1]": r"\mathcal{T}_{\mathrm{MP}}[C\hat{f}_{j} - \mathbf{1}]",
        "<C f_i|C f_j - 1>": r"\langle C\hat{f}_{i} | C\hat{f}_{j} - \mathbf{1} \rangle",
        "<C f_i|T_MP[C f_j - 1]>": r"\langle C\hat{f}_{i} | \mathcal{T}_{\mathrm{MP}}[C\hat{f}_{j} - \mathbf{1}] "
        r"\rangle",
        "<1|T_MP[C f_j - 1]>": r"\langle \mathbf{1} | \mathcal{T}_{\mathrm{MP}}[C\hat{f}_{j} - \mathbf{1}] \rangle",
        "T[f_j](x)": r"\mathcal{T}[\hat{f}_{j}](x)",
        "T[C f_j - 1](x)": r"\mathcal{T}[C\hat{f}_{j} - \mathbf{1}](x)",
        "<f_i|T[f_j]>": r"\langle \hat{f}_{i} | \mathcal{T}[\hat{f}_{j}] \rangle",
        "<f_i|T[1]>": r"\langle \hat{f}_{i} | \mathcal{T}[\mathbf{1}] \rangle",
        "<C f_i|T[C f_j]>": r"\langle C\hat{f}_{i} | \mathcal{T}[C\hat{f}_{j}] \rangle",
        "<C f_i|T[C f_j - 1]>": r"\langle C\hat{f}_{i} | \mathcal{T}[C\hat{f}_{j} - \mathbf{1}] \rangle",
        "<C f_i - 1|T[C f_j - 1]>": r"\langle C\hat{f}_{i} - \mathbf{1} | \mathcal{T}[C\hat{f}_{j} - \mathbf{1}] "
        r"\rangle",
        "mu_g": r"\mu_{g}",
        "mu_i^T mu_j": r"\mu_{i}^{\top} \mu_{j}",
        "mu_i^T mu_g": r"\mu_{i}^{\top} \mu_{g}",
        "(mu_i - mu_g)^T (mu_j - mu_g)": r"(\mu_{i} - \mu_{g})^{\top} (\mu_{j} - \mu_{g})",
        "mu_i^T (mu_j - mu_g)": r"\mu_{i}^{\top} (\mu_{j} - \mu_{g})",
        "mu_g^T (mu_j - mu_g)": r"\mu_{g}^{\top} (\mu_{j} - \mu_{g})",
        "|mu_i - mu_g|^2": r"\|\mu_{i} - \mu_{g}\|_{2}^{2}",
        "|mu_j - mu_g|^2": r"\|\mu_{j} - \mu_{g}\|_{2}^{2}",
        "Phi(x)^T Phi(x')": r"\Phi(x)^{\top} \Phi(x')",
        "Phi(x)^T (mu_i - mu_g)": r"\Phi(x)^{\top} (\mu_{i} - \mu_{g})",
        "Phi(x)^T (mu_j - mu_g)": r"\Phi(x)^{\top} (\mu_{j} - \mu_{g})",
        "((h_i(x) - mu_i)^T (mu_j - mu_g))^2": r"\left((h_{i}(x) - \mu_{i})^{\top} (\mu_{j} - \mu_{g})\right)^{2}",
        "((Phi(x) - mu_i)^T (mu_j - mu_g))^2": r"\left((\Phi(x) - \mu_{i})^{\top} (\mu_{j} - \mu_{g})\right)^{2}",
        "((f_i(x) Phi(x) - mu_i)^T (mu_j - mu_g))^2": r"\left((\hat{f}_{i}(x) \Phi(x) - \mu_{i})^{\top} "
        r"(\mu_{j} - \mu_{g})\right)^{2}",
        "Tr(Sigma_W Sigma_b^T)": r"\mathrm{Tr}(\Sigma_{W} \Sigma_{b}^{\top})",
    },
    coverage={
        "thesis": {
            "2.1": "the definition of the target's entries, the indicators: every claim here writes them as deltas",
            "Figure 2.1": "a diagram of a network as a feature map and a linear last layer",
            "Figure 2.3": "its reference to Definition 1 is listed with the misprints",
            "Table 2.2": "every kappa in it is below 0.1 and every D_eff near C, as its caption says",
            "Figure C.3": "its title is listed with the misprints",
            "Figure 6.3": "alpha = 100 is above sqrt(p) = 16 as it says",
        },
        "richness-paper": {
            "30": "the hypothesis that the learned functions are indicators: every claim of parts 4 to 6 makes it",
        },
    },
    misprints=[
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
            "Sigma_b is symmetric, so that transposing it does nothing, and the condition of the works cited, "
            "and of the richness paper, has the pseudo-inverse; for an exact zero both say the same. (2.10) has the "
            "same T.",
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
            "The caption, and the text on Fig. 7.5, have epoch 5; the text on the figure has 30 and compares it "
            "with 200.",
        ),
        Misprint(
            thesis("Figure C.3"),
            "of the ResNet18 features for slower learning rate",
            "of the first 20 features",
            "The caption that follows is that of Fig. 7.5: a ResNet18 and an FCN, and no learning rate is named.",
        ),
    ],
)
