r"""Scaling laws of the multilinear model on the multitask sparse parity problem.

Thesis chapter 4, (4.1) to (4.44), and appendices C.1 and C.2, (C.1) to (C.6).

Skill k is asked with frequency ``P_s(k) = A k^-(alpha+1)``; its function ``g_k`` is a parity, 1 or -1, on its own
inputs and 0 elsewhere.  The model ``f = sum_k a_k b_k g_k`` has the first N skill functions built in and learns by
gradient flow, with a learning rate eta, of *half* the mean square error (4.5).  The skills decouple, each saturates in
a sigmoid, and the loss is a power of time, data, parameters or compute.

How printed things are read.  A parity is ``(-1)^(M(x))`` with an integer ``M(x)``.  An expectation over skill bits is
the mean over the B bit strings.  Approximations: a line with O(...) is an asymptotic statement and its remainder is
proved; where a sum over skills is replaced by an integral, the difference of a summand that rises and then falls is at
most its largest value, and that value is bounded.  In the integrals k is a positive real number.
"""

from __future__ import annotations

from ...language.misprints import Misprint
from ...language.sources import thesis
from ..chapters import Chapter
from . import (
    data_law,
    data_law_of_sums,
    finitely_many,
    letters,
    linear_models,
    loss_of_the_model,
    multilinear,
    parameter_law_of_sums,
    parameters_and_compute,
    skills,
    stage_like,
    table_of_bits,
    theorems,
    time_law,
    time_law_of_sums,
)

CHAPTER = Chapter(
    "scaling-laws",
    sources=("thesis",),
    sections=(
        letters,
        skills,
        table_of_bits,
        multilinear,
        stage_like,
        time_law,
        data_law,
        parameters_and_compute,
        finitely_many,
        linear_models,
        theorems,
        time_law_of_sums,
        data_law_of_sums,
        parameter_law_of_sums,
        loss_of_the_model,
    ),
    notation={
        "R": r"\mathcal{R}_{#}",
        "R_k": r"\mathcal{R}_{k}",
        "R_k(0)": r"\mathcal{R}_{k}(0)",
        "R_0": r"\mathcal{R}_{0}",
        "P": r"\mathcal{P}_{s}(#)",
        "P'": r"\mathcal{P}_{s}'(#)",
        "L": r"\mathcal{L}",
        "L_i": r"\mathcal{L}_{i}",
        "L_k": r"\mathcal{L}_{k}",
        "L_1": r"\mathcal{L}_{1}",
        "L(u)": r"\mathcal{L}(u)",
        "L(T)": r"\mathcal{L}(T)",
        "L(T_0)": r"\mathcal{L}(T_{0})",
        "E_D[L]": r"\mathbf{E}_{D}[\mathcal{L}]",
        "E[f_k^2]": r"\mathbf{E}_{X}[f_{k}^{2}]",
        "P_observed(D)": r"\mathcal{P}_{\mathrm{observed}}(D)",
        "P_observed(i)": r"\mathcal{P}_{\mathrm{observed}}(i)",
        "P_observed(D+1)": r"\mathcal{P}_{\mathrm{observed}}(D + 1)",
        "tau_k": r"\tau_{k}^{(e)}(\epsilon)",
        "tau_k+1": r"\tau_{k+1}^{(e)}(\epsilon)",
        "tail": r"\int_{k}^{\infty} j^{-(\alpha + 1)} \,\mathrm{d} j",
        "Delta L/L": r"\frac{\Delta\mathcal{L}}{\mathcal{L}}",
        "Delta T/T": r"\frac{\Delta T}{T}",
        "Lagrangian": r"\Lambda",
        "T_opt": r"T^{\ast}",
        "N_opt": r"N^{\ast}",
        "f*": r"f^{\ast}",
        "|f*|^2": r"|f^{\ast}|^{2}",
        "(f* - f)^2": r"(f^{\ast} - f)^{2}",
        "P_s(i)": r"\mathcal{P}_{s}(i)",
        "P_s(k)": r"\mathcal{P}_{s}(k)",
        "P_b(x)": r"\mathcal{P}_{b}(x)",
        "P_s(I >= k)": r"\mathcal{P}_{s}(I \ge k)",
        "tail(k)": r"\sum_{j \ge k} j^{-(\alpha + 1)}",
        "ell(k)": r"\ell(k)",
        "L_C": r"\mathcal{L}_{C}",
        "L_0": r"\mathcal{L}_{0}",
    },
    coverage={
        "thesis": {
            "4.22": "that the derivative may be taken under the integral, and the limit of large N: the integrands are "
            "shown to be equal",
            "Figure 4.3": "the heights of the plateaus: see scaling-laws/parameter-law-of-infinitely-many-skills",
            "Figure 4.2": "simulations of the three laws against the exponents of Table 4.1",
        }
    },
    misprints=[
        Misprint(
            thesis("Section 4.2.4"),
            printed="the T, D, N scaling laws in the previous chapter",
            meant="the T, D, N scaling laws of Section 4.3",
            why="chapter 3 has no scaling laws; they are derived in the next section of the same chapter",
        ),
        Misprint(
            thesis("Section 4.5"),
            printed="we discuss this top in more detail",
            meant="we discuss this topic in more detail",
            why="a syllable is lost",
        ),
        Misprint(
            thesis("Section C.1"),
            printed="Finite data correction",
            meant="a correction for finitely many parameters N",
            why="the data are infinite in C.1; what is finite in (C.1), (C.2) and Figure C.1 is N",
        ),
        Misprint(
            thesis("Section C.2"),
            printed="Lemma 2 which states that the multilinear model finds the minimum norm solution",
            meant="Proposition B.1.1, whose proof shows it",
            why="Lemma 2 states that the gradient lies in the column space of U (B.16); that the pseudo-inverse "
            "solution is found stands after (B.41)",
        ),
        Misprint(
            thesis("Section C"),
            printed="Additional discussion for chapters 2 and 3",
            meant="chapters 4 and 5",
            why="it discusses the scaling laws of chapter 4 and the emergence of chapter 5",
        ),
    ],
)
