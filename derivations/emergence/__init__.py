r"""Emergence in the multitask sparse parity problem: when each skill is learned, in time, data and parameters.

Thesis chapter 5 with its proofs in Appendix B, the three-neuron network of Appendix C.4, and what the position paper
takes over in its (11) and (60).  The chapter has ten parts.

1. *The multilinear model* (Lemma 1).  The loss of ``f = sum_k a_k b_k g_k`` splits into one term a skill; each skill
   strength is a sigmoid in ``(d_k/D) T``; a skill is learned if it is observed (Corollary B.1.1) and in the model
   (Corollary B.1.2).
2. *Time emergence* (5.1, 5.2): basis functions shrunk by a constant.
3. *Data emergence* (5.3-5.5, Lemmas 2 and 3, Proposition B.1.1): D_c basis functions a skill.
4. *Parameter emergence* (5.6-5.9, Proposition B.1.2): only r of N_c basis functions of a skill.
5. *A network of three neurons* on all inputs of three bits (C.7-C.18).
6. *Figures and tables*: what a skill strength says about the loss.
7. *A theorem*: Lemma 1 with Corollary B.1.1 for all skills at once.
8. *A second theorem*: the partly expressible skill converges from any start.
9. *One skill* from any start: where it ends, and when it is learned.
10. *Any samples*: what is learned from them, from any start.

How the printed things are read.  The loss is half the mean square (4.5), on D samples (B.3) or on average; the
learning rate is printed, so that every flow here is the flow of the learning rate times the loss.  The D_c basis
functions of a skill at a random input with I = k form the random vector e; by (5.4) ``E[e e^T] = I`` and
``g_k = u^T e`` where u has D_c entries ``1/sqrt(D_c)``, a unit vector.  So ``f = a B^T e`` has the skill strength
``u^T B a``, and averages over inputs become words in u and B.  The feature matrix Phi (B.15) has one column a sample.
Five claims with ``expected="REFUTED"`` and no erratum are counterexamples: they show that a hypothesis is needed that
the thesis states elsewhere, or that a formula quoted from another theory is an estimate; they accuse no line.
"""

from __future__ import annotations

from ...language.misprints import Misprint
from ...language.sources import thesis
from ..chapters import Chapter
from . import (
    any_samples,
    any_start,
    bounded_layers,
    convergence,
    exact_learner,
    few_shots,
    figures,
    letters,
    limit_point,
    missing_basis,
    multilinear,
    second_derivative,
    shrunk_basis,
    small_weights,
    theorems,
    three_neurons,
)

_GAP = r"(B_{k} a_{k} - S u)"

CHAPTER = Chapter(
    "emergence",
    sources=(
        "thesis",
        "position-paper",
    ),
    sections=(
        letters,
        multilinear,
        shrunk_basis,
        few_shots,
        bounded_layers,
        limit_point,
        exact_learner,
        missing_basis,
        three_neurons,
        small_weights,
        figures,
        theorems,
        second_derivative,
        convergence,
        any_start,
        any_samples,
    ),
    notation={
        "R_0": r"\mathcal{R}_{0}",
        "R_k": r"\mathcal{R}_{k}",
        "a^2": r"a^{2}",
        "|dL_k/da_k|^2": r"\left|\frac{\mathrm{d} \mathcal{L}_{k}}{\mathrm{d} a_{k}}\right|^{2}",
        "|dL_k/dB_k|^2": r"\left|\frac{\mathrm{d} \mathcal{L}_{k}}{\mathrm{d} B_{k}}\right|^{2}",
        "(dL_k/da_k)^2": r"\left(\frac{\mathrm{d} \mathcal{L}_{k}}{\mathrm{d} a_{k}}\right)^{2}",
        "(dL_k/dB_k,l)^2": r"\left(\frac{\mathrm{d} \mathcal{L}_{k}}{\mathrm{d} B_{k,l}}\right)^{2}",
        "|Phi.T*(B_k*a_k - S*u)|^2": rf"\left|\Phi^{{\top}} {_GAP}\right|^{{2}}",
        "|Sigma*U.T*(B_k*a_k - S*u)|^2": rf"\left|\Sigma U^{{\top}} {_GAP}\right|^{{2}}",
        "|U*U.T*(B_k*a_k - S*u)|^2": rf"\left|U U^{{\top}} {_GAP}\right|^{{2}}",
        "|T*U.T*(B_k*a_k - S*u)|^2": rf"\left|T U^{{\top}} {_GAP}\right|^{{2}}",
        "|B|^2": r"|B|^{2}",
        "|B_0|^2": r"|B_{0}|^{2}",
        "|U*U.T*S*u|^2": r"|U U^{\top} S u|^{2}",
        "|U*U.T*u|^2": r"|U U^{\top} u|^{2}",
        "|U*U.T*B_0|^2": r"|U U^{\top} B_{0}|^{2}",
        "|(I - U*U.T)*B_0|^2": r"|(I - U U^{\top}) B_{0}|^{2}",
        "L_k": r"\mathcal{L}_{k}",
        "L": r"\mathcal{L}",
        "Ldot": r"\dot{\mathcal{L}}",
        "L_inf": r"\mathcal{L}_{\infty}",
        "dL_k/da_k": r"\frac{\mathrm{d} \mathcal{L}_{k}}{\mathrm{d} a_{k}}",
        "dL_k/dB_k,l": r"\frac{\mathrm{d} \mathcal{L}_{k}}{\mathrm{d} B_{k,l}}",
        "dB_k,l/dt": r"\frac{\mathrm{d} B_{k,l}}{\mathrm{d} t}",
        "da_k/dt": r"\frac{\mathrm{d} a_{k}}{\mathrm{d} t}",
        "db_k/dt": r"\frac{\mathrm{d} b_{k}}{\mathrm{d} t}",
        "E[e_l(k)*e_l'(k)]": r"\mathbf{E}_{I,X}[e_{k,l}(k, X) e_{k,l'}(k, X)]",
        "E[e_l(I)*e_l'(I)]": r"\mathbf{E}_{I,X}[e_{k,l}(I, X) e_{k,l'}(I, X)]",
    },
    coverage={
        "thesis": {
            "Section C.4": "that the third mode takes about twice the time of the others",
            "B.3": "the definition of the loss on D samples, from which every flow here with an eta/(2 D) is derived",
            "B.15": "the definition of the feature matrix, used by the claims on matrices",
            "B.40": "the sentence that the flow converges to its one accumulation point; see (B.37), (B.39)",
            "Figure 5.2": "values fitted to experiments; the errata of (5.2) and (5.5) say what is fitted",
        },
    },
    misprints=[
        Misprint(
            thesis("Corollary B.1.2"),
            "Then R_k for the k-th skill at T, D -> infinity is",
            "Then L_k for the k-th skill ...",
            "(B.13) is the skill loss; the strength is (B.14), with the cases the other way round.",
        ),
        Misprint(
            thesis("B.28"),
            "L_k in (B.27) to (B.36)",
            "the mean over the d_k samples, as distinct from the L_k of (4.6) and (B.42)",
            "(B.28) and (B.30) hold for the loss on the samples, whose limit is 0 by (B.36); (B.42) is that on "
            "all inputs.",
        ),
        Misprint(
            thesis("Section B.1.6"),
            "(1 - U U^T) dB_k/dt = 0, so (1 - U U^T) B_k a_k is bounded",
            "a_k^2 - |U U^T B_k|^2 is constant and |U U^T B_k a_k| is bounded, so both are",
            "the product is bounded only once a_k is; emergence/layers-are-bounded goes the other way round.",
        ),
        Misprint(
            thesis("Section C.3"),
            "footnote 2: except the data scaling law experiment",
            "except the data emergence experiment",
            "the section describes no scaling law experiment, and finite data for the data emergence.",
        ),
        Misprint(
            thesis("Section B"),
            "Derivation for chapters 2 and 3",
            "Derivation for chapters 4 and 5",
            "The appendix derives the multilinear model of chapter 4 and its extensions in chapter 5.",
        ),
        Misprint(
            thesis("Lemma 1"),
            "the setup in Section 4.2.2; Section 4.2.3 in Corollary B.1.2 and Proposition B.1.2",
            "the setup in Section 4.2",
            "The same three equations are cited with both; (4.1) is in 4.2.1, (4.4) and (4.5) in 4.2.2, none in 4.2.3.",
        ),
        Misprint(
            thesis("B.2"),
            "R_k(0) with a bar",
            "R_k(0)",
            "The bar occurs nowhere else and (B.1) has none.",
        ),
        Misprint(
            thesis("Section B.1.1"),
            "g_i(i, j) and g_k(i, j) below the display after (B.3)",
            "g_i(i, x) and g_k(i, x)",
            "The arguments of g_k are the skill and the bits (4.2); j numbers samples here.",
        ),
        Misprint(
            thesis("Section B.1.6"),
            "accumulation points of L_k(t), twice, before (B.40)",
            "accumulation points of (a_k(t), B_k(t))",
            "Regions a > 0 and a < 0 are regions of the parameters; L_k(t) is a decreasing number and has one limit "
            "anyway.",
        ),
        Misprint(
            thesis("Table 5.1"),
            "4.5 for k = 2 in the first run",
            "a number below one, such as 0.45 or 0.95",
            "The table lists R_k/S; at 4.5 the skill loss would exceed that of no output twelve times, "
            "and the column is not marked as an outlier.",
        ),
        Misprint(
            thesis("Section C.3"),
            "standard deviation of 0.001",
            "0.01, or the table's 0.01 means 0.001",
            "The table in the same section gives the initialization standard deviation as 0.01.",
        ),
        Misprint(
            thesis("Section C.4"),
            "h_q(x) often depends on the parameter, and the dynamics are no longer decoupled",
            "the h_q overlap, and the dynamics are not decoupled",
            "With the shared weights (C.9) and positive parameters, each h_q is a function of the input alone.",
        ),
        Misprint(
            thesis("C.7"),
            "s for the entries of Y",
            "S",
            "The target is the parity function scaled by S; s is not defined.",
        ),
    ],
)
