r"""How more of the equations of chapters 4 and 5 and of appendices B, C and D are read: integrals, means and cases.

As in ``equations.py``, which has the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...language.printed import LEFT, RIGHT, Printed

_INTEGRANDS = "The integrands."
_NO_INTEGRAL: Mapping[str, str] = {r"\int_1^{\infty}": "", "dk": ""}
_SUMMED = r"\sum_{j=1}^{d_{k}}"
_ERROR = r"\sum_{l''=1}^{D_{c}} (a_{k} B_{l'',k} - \frac{S}{\sqrt{D_{c}}}) e_{l'',j}"
_BY_A = rf"(\frac{{1}}{{d_{{k}}}} {_SUMMED} (\sum_{{l=1}}^{{D_{{c}}}} B_{{l,k}} e_{{l,j}}) ({_ERROR}))"
_BY_B = rf"(\frac{{1}}{{d_{{k}}}} {_SUMMED} a_{{k}} e_{{l,j}} ({_ERROR}))"
_RELU = r"(\frac{u}{2} + \frac{|u|}{2})"
_SQUARE = r"\left(\sum_{k=1}^{p} B_{k,j} V_{k,y,r}\right)^{2}"
_CELLS: Mapping[str, str] = {
    r"\mathbf{E}_{X|I=k} [": r"\frac{1}{D_{c}} \sum_{x=1}^{D_{c}} (",
    "]": ")",
    "e_{k,l}": r"\sqrt{D_{c}} \delta_{lx}",
    "e_{k,l'}": r"\sqrt{D_{c}} \delta_{l'x}",
}

PRINTED: Sequence[tuple[str, Printed]] = (
    # --- 4 ---------------------------------------------------------------------------------------------------------
    (
        "scaling-laws/exclusive-supports",
        Printed(
            label="4.3",
            names={
                "g_k(i, x)g_{k'}(i, x)": LEFT,
                r"\delta_{i,k}": r"\sum_{i=1}^{n_{s}} h_{i} \delta_{ik}",
                r"\delta_{k,k'}": r"\delta_{kk'}",
            },
            case="Summed over i with any weights h_i.",
        ),
    ),
    (
        "scaling-laws/loss-of-skills",
        Printed(
            label="4.6",
            read=r"\mathcal{L} = \sum_{k=1}^{n_s} \mathcal{P}_s(I = k) \mathcal{L}_k",
            names={
                r"\mathcal{L}": LEFT,
                r"\sum_{k=1}^{n_s}": r"\sum_{i=1}^{n_{s}}",
                r"\mathcal{P}_s(I = k)": r"\mathcal{P}_{s}(i)",
                r"\mathcal{L}_k": r"\frac{1}{2 B} \sum_{x=1}^{B} (f_{i,x}^{\ast} - f_{i,x})^{2}",
            },
            case="B inputs of equal weight for each skill.",
        ),
    ),
    (
        "scaling-laws/skill-loss",
        Printed(
            label="4.8",
            names={
                r"\mathcal{L}_k(T)": LEFT,
                r"\mathbf{E}_X [f(I = k, X)^2]": r"\frac{1}{B} \sum_{x=1}^{B} f_{x,k}^{2}",
                r"\mathcal{R}_k(f_T)": r"\frac{1}{B} \sum_{x=1}^{B} (-1)^{M_{x}} f_{x,k}",
            },
            case="B inputs of equal weight, at each of which the skill is 1 or -1.",
        ),
    ),
    (
        "scaling-laws/time-law-from-stages",
        Printed(
            label="4.16",
            names={
                r"\frac{\Delta\mathcal{L}}{\mathcal{L}}": LEFT,
                r"\frac{\Delta T}{T}": r"+ \mathcal{O}(k^{-1})",
            },
            case="Divided by Delta T/T, and up to terms of order 1/k.",
        ),
    ),
    (
        "scaling-laws/loss-of-all-resources",
        Printed(
            label="4.17",
            names={
                r"\mathcal{L}": LEFT,
                r"\mathcal{P}_s(k)": r"\mathcal{P}_{s}(k)",
                r"\mathcal{R}_k(0)": r"\frac{S}{e^{z_{k}} + 1}",
                r"\sum_{k=N+1}^{n_s} \mathcal{P}_s(k)": r"\sum_{k'=1}^{n_{l}} \mathcal{P}_{s}'(k')",
            },
            case="Strengths that start between 0 and S, and n_l skills beyond the first N.",
        ),
    ),
    (
        "scaling-laws/data-difference",
        Printed(label="4.31", names={**_NO_INTEGRAL, r"\Delta \mathcal{L}": RIGHT}, case=_INTEGRANDS),
    ),
    ("scaling-laws/data-difference", Printed(label="4.32", head=LEFT, names=_NO_INTEGRAL, case=_INTEGRANDS)),
    (
        "scaling-laws/data-law",
        Printed(
            label="4.34",
            head=LEFT,
            names={r"\frac{\Delta D}{D}": r"\frac{1}{D} + \mathcal{O}(D^{-2})"},
            case="One more sample, and up to terms of order 1/D^2.",
        ),
    ),
    (
        "scaling-laws/parameter-integral",
        Printed(
            label="4.36",
            read=r"\frac{S^2}{2} \int_{N+1}^{\infty} A k^{-(\alpha+1)} dk \propto (N+1)^{-\alpha}",
            names={
                r"\frac{S^2}{2} \int_{N+1}^{\infty}": r"\int_{N+1}^{\infty} \frac{S^{2}}{2}",
                "dk": r"\,\mathrm{d} k",
                r"\propto": r"= \frac{A S^{2}}{2 \alpha}",
            },
            case="The factor of proportionality is A S^2/(2 alpha).",
        ),
    ),
    (
        "scaling-laws/compute-constraint",
        Printed(label="4.42", names={"NT": LEFT, "- C = 0": "= C"}, case="At the best division of compute."),
    ),
    (
        "scaling-laws/compute-law",
        Printed(
            label="4.44",
            names={
                r"\mathcal{L} \propto": LEFT + r"= (\alpha + 2) (\alpha + 1)^{-(\alpha + 1)/(\alpha + 2)}",
            },
            case="At the best division of compute, with the factor of proportionality.",
        ),
    ),
    # --- 5 ---------------------------------------------------------------------------------------------------------
    (
        "emergence/cells-have-the-properties",
        Printed(
            label="5.4",
            read=r"\mathbf{E}_{X|I=k} [e_{k,l} e_{k,l'}] = \delta_{ll'}",
            names=_CELLS,
            case="Basis functions that are constant on one of D_c cells and zero on the others.",
        ),
    ),
    (
        "emergence/cells-have-the-properties",
        Printed(
            label="5.8",
            read=r"\mathbf{E}_{X|I=k} [e_{k,l} e_{k,l'}] = \delta_{ll'}",
            names=_CELLS,
            case="As (5.4), with N_c cells.",
        ),
    ),
    (
        "emergence/cells-have-the-properties",
        Printed(
            label="C.6",
            read=r"\mathbf{E}_{X|I=k} [e_{k,l} e_{k,l'}] = \delta_{ll'}",
            names=_CELLS,
            case="As (5.4).",
        ),
    ),
    # --- B ---------------------------------------------------------------------------------------------------------
    (
        "scaling-laws/loss-decouples",
        Printed(
            label="B.4",
            read=(
                r"\frac{1}{2D} \sum_{j=1}^D (S - a_{i^{(j)}} b_{i^{(j)}})^2 "
                r"= \frac{1}{2D} \sum_{k=1}^{n_s} d_k (S - a_k b_k)^2"
            ),
            names={
                r"\sum_{j=1}^D (S - a_{i^{(j)}} b_{i^{(j)}})^2": (
                    r"\sum_{k=1}^{n_{s}} \sum_{s=1}^{n} 1_{k,s} (S - \mathcal{R}_{k})^{2}"
                ),
                "2D": "2n",
                "d_k": r"(\sum_{s=1}^{n} 1_{k,s})",
                "a_k b_k": r"\mathcal{R}_{k}",
            },
            case="1_{k,s} is 1 where the sample s is of the skill k.",
        ),
    ),
    (
        "emergence/observed-skill-has-no-loss",
        Printed(
            label="B.13",
            head=r"\mathcal{L}_k(\infty) =",
            read=r"0 & : k \leq N",
            names={r"\mathcal{L}_k(\infty)": LEFT, r"& : k \leq N": ""},
            case="The case k <= N.",
        ),
    ),
    (
        "emergence/observed-skill-is-learned",
        Printed(
            label="B.14",
            head=r"\mathcal{R}_k(\infty) =",
            read=r"S & : k \leq N",
            names={r"\mathcal{R}_k(\infty)": LEFT, r"& : k \leq N": ""},
            case="The case k <= N.",
        ),
    ),
    (
        "emergence/loss-rate-by-the-chain-rule",
        Printed(
            label="B.27",
            names={
                r"\frac{d\mathcal{L}_k}{dt}": LEFT,
                r"\frac{d\mathcal{L}_k}{da_k}": _BY_A,
                r"\frac{da_k}{dt}": rf"(- \eta \frac{{d_{{k}}}}{{D}} {_BY_A})",
                r"\sum_i^{D_c}": r"\sum_{l=1}^{D_{c}}",
                r"\frac{d\mathcal{L}_k}{dB_{k,i}}": _BY_B,
                r"\frac{dB_{k,i}}{dt}": rf"(- \eta \frac{{d_{{k}}}}{{D}} {_BY_B})",
            },
            case="The derivatives of the loss, and the rates, are written out.",
        ),
    ),
    (
        "emergence/loss-rate-by-entries",
        Printed(
            label="B.28",
            head=LEFT,
            read=(
                r"= -\eta \frac{d_k}{D} \left(\frac{d\mathcal{L}_k}{da_k} \frac{d\mathcal{L}_k}{da_k} + \sum_i^{D_c} "
                r"\frac{d\mathcal{L}_k}{dB_{k,i}} \frac{d\mathcal{L}_k}{dB_{k,i}} \right)"
            ),
            names={
                r"\frac{d\mathcal{L}_k}{da_k}": _BY_A,
                r"\sum_i^{D_c}": r"\sum_{l=1}^{D_{c}}",
                r"\frac{d\mathcal{L}_k}{dB_{k,i}}": _BY_B,
            },
            case="The equality, with the derivatives of the loss written out.",
        ),
    ),
    (
        "emergence/partly-expressible-skill-strength",
        Printed(
            label="B.48",
            head=RIGHT + " =",
            read=r"\sum_{l=1}^r \frac{S}{\sqrt{N_c}} \mathbf{E}_X [e_{k,l}(k, X) g_k(k, X)]",
            names={r"\mathbf{E}_X [e_{k,l}(k, X) g_k(k, X)]": r"\frac{1}{\sqrt{N_{c}}}"},
            case="The overlap of a basis function with the skill is 1/sqrt(N_c), by (5.8).",
        ),
    ),
    # --- C ---------------------------------------------------------------------------------------------------------
    (
        "scaling-laws/finite-n-rate",
        Printed(
            label="C.2",
            head=LEFT + " =",
            read=r"-\frac{\alpha}{(\alpha + 1)} \frac{\mathcal{L} + \mathcal{L}_C}{T}",
            names={r"\mathcal{L}_C": r"\frac{S^{2} A N^{-\alpha}}{2 \alpha}"},
            case="With the value that the line gives L_C.",
        ),
    ),
    (
        "emergence/first-mode",
        Printed(
            label="C.10",
            names={
                r"w_1 \sigma(W_1^T x + b_1)": LEFT,
                r"f^{(1)}(x) =": "",
                r"\sigma(x_2 - x_1 - x_3)": _RELU,
            },
            case="The second equality; u is x_2 - x_1 - x_3.",
        ),
    ),
    (
        "emergence/first-mode",
        Printed(
            label="C.11",
            head=LEFT,
            read=r"= -2\alpha^2 h_1(x)",
            names={"h_1(x)": _RELU},
            case="u is x_2 - x_1 - x_3.",
        ),
    ),
    (
        "emergence/modes-add-up",
        Printed(
            label="C.14",
            names={
                r"\mathcal{R}": LEFT,
                r"\sum_{q=1}^3 \mathcal{R}^{(q)}": (
                    r"\frac{\alpha^{2}}{4 S} + \frac{\beta^{2}}{8 S} + \frac{\gamma^{2}}{8 S}"
                ),
            },
            case="The three strengths are those of (C.13).",
        ),
    ),
    # --- D ---------------------------------------------------------------------------------------------------------
    (
        "neural-collapse/nc1-trace",
        Printed(
            label="D.25",
            head=LEFT,
            names={
                r"\sum_{i,j} \sum_{x \in A_i}": r"\sum_{y=1}^{C} \sum_{j=1}^{C} \sum_{r=1}^{m}",
                r"\text{Tr}": "",
                r"\left((\Phi(x) - \mu_i)^T (\mu_j - \mu_g) \right)^2": _SQUARE,
            },
            case="C classes of m inputs each; V and B are the differences in the brackets.",
        ),
    ),
)
