r"""How the equations of chapters 1 and 2 and of appendices A, C and D are read as the claims that state them.

As in ``equations.py``, which has the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...language.printed import LEFT, RIGHT, Printed

_T = {
    "W_1^T": r"W_{1}^{\top}",
    "W_2^T": r"W_{2}^{\top}",
    "U^T": r"U^{\top}",
    "R^T": r"R^{\top}",
    "V^T": r"V^{\top}",
    "x^T": r"x^{\top}",
    "y^T": r"y^{\top}",
    "UU^T": r"U U^{\top}",
}
_TILDE = {
    **_T,
    r"\widetilde{W}_1^T": r"(U W_{1} R^{\top})^{\top}",
    r"\widetilde{W}_2^T": r"(R W_{2} V^{\top})^{\top}",
    r"\widetilde{W}_1": r"(U W_{1} R^{\top})",
    r"\widetilde{W}_2": r"(R W_{2} V^{\top})",
    r"\frac{d\widetilde{W}_1}{dt}": r"\frac{\mathrm{d}}{\mathrm{d} t} (U W_{1} R^{\top})",
    r"\frac{d\widetilde{W}_2}{dt}": r"\frac{\mathrm{d}}{\mathrm{d} t} (R W_{2} V^{\top})",
}
_SINGULAR = {**_T, r"\hat{w}": "w", "w^T": "w", "I_p": "I", r"\eta": r"\frac{\eta}{n}", "YV^T": r"Y V^{\top}"}
_ENTRIES = {
    "w_{ij}^{(1)}": "w_{i,j,1}",
    "w_{jk}^{(2)}": "w_{j,k,2}",
    "w_{i'j'}^{(1)}": "w_{i',j',1}",
    "w_{j'k}^{(2)}": "w_{j',k,2}",
    r"\sum_{i,j}": r"\sum_{i=1}^{d} \sum_{j=1}^{p}",
    r"\sum_{i',j'}": r"\sum_{i'=1}^{d} \sum_{j'=1}^{p}",
    r"\sum_k": r"\sum_{k=1}^{c}",
    r"\sum_i": r"\sum_{i=1}^{d}",
    r"\sum_{i',j',k}": r"\sum_{k=1}^{c} \sum_{i'=1}^{d} \sum_{j'=1}^{p}",
}

PRINTED: Sequence[tuple[str, Printed]] = (
    (
        "linear-models/mode-rate",
        Printed(
            label="1.25",
            head=LEFT,
            names={
                r"\rho_k": "R^{2}",
                r"\langle e_k|f\rangle": r"E \Phi^{\top} w",
                r"\langle e_k|f^*\rangle": r"E f^{\ast}",
            },
            case="All k at once.",
        ),
    ),
    (
        "linear-models/learned-function",
        Printed(
            label="1.26",
            head=RIGHT + " =",
            read=r"\sum_{k=1}^p \langle e_k|f^*\rangle (1 - e^{-\eta \rho_k t}) e_k(x)",
            names={r"\langle e_k|f^*\rangle": "S_{k}", "e_k(x)": "e_{k,x}"},
        ),
    ),
    (
        "linear-models/intensity",
        Printed(
            label="1.29",
            head=LEFT + " =",
            read=r"\sum_{j=1}^p \langle \Phi_j | e_k \rangle^2",
            names={r"\langle \Phi_j | e_k \rangle": r"\left(\sum_{x=1}^{N} \Phi_{j,x} e_{k,x} q_{x}\right)"},
        ),
    ),
    ("neural-collapse/indicators-orthogonal", Printed(label="2.2", head=LEFT, read=r"= \frac{1}{C} \delta_{ij}")),
    ("neural-collapse/matrix-element-with-the-constant", Printed(label="2.19", head=LEFT, read="= 0")),
    (
        "linear-models/columns-of-o-orthonormal",
        Printed(label="A.6", head=LEFT, names={r"\delta_{ij}": "I"}, case="All i and j at once."),
    ),
    ("linear-models/interpolating-parameters", Printed(label="A.8", names=_SINGULAR)),
    (
        "linear-models/training-flow-by-singular-values",
        Printed(
            label="A.10",
            names=_SINGULAR,
            case="The loss of the claim is a mean over the samples, so that eta stands for eta/n there.",
        ),
    ),
    (
        "linear-models/training-flow-outside",
        Printed(
            label="A.11",
            names={**_SINGULAR, r"\frac{dw}{dt} (I_p - UU^T)": LEFT},
            case="The loss of the claim is a mean over the samples, so that eta stands for eta/n there.",
        ),
    ),
    ("linear-models/outside-is-conserved", Printed(label="A.12", head=LEFT)),
    (
        "feedback/expected-gradient",
        Printed(
            label="A.16", head=LEFT, names={"= -b_i": "= b_{k}", "i": "k"}, case="Without the signs on both sides."
        ),
    ),
    (
        "feedback/product-rule",
        Printed(
            label="A.17",
            names={
                r"\frac{d(a_i b_i)}{dt}": LEFT,
                r"\frac{da_i}{dt}": r"(-b_{k} \mathbf{E}[x_{k}^{2}] (a_{k} b_{k} - S_{k}))",
                r"\frac{db_i}{dt}": r"(-a_{k} \mathbf{E}[x_{k}^{2}] (a_{k} b_{k} - S_{k}))",
                "i": "k",
            },
            case="The rates of the layers are those of (A.16).",
        ),
    ),
    (
        "feedback/sigmoid-product",
        Printed(
            label="A.20",
            names={
                r"\mathbf{E}[x_i^2]": r"\mathbf{E}[x^{2}]",
                "S_i": "S",
                "a_i(0)b_i(0)": "r_{0}",
                "a_i(t)b_i(t)": "a b",
            },
        ),
    ),
    (
        "linear-networks/summand-loss",
        Printed(
            label="A.23",
            head=RIGHT + " =",
            read=(
                r"\frac{1}{2} \mathbf{E} \left[\sum_k \left(\sum_{i,j} x_i w_{ij}^{(1)} "
                r"w_{jk}^{(2)} - y_k \right) \left(\sum_{i',j'} x_{i'} w_{i'j'}^{(1)} "
                r"w_{j'k}^{(2)} - y_k \right) \right]"
            ),
            names={**_ENTRIES, r"\mathbf{E} \left[": "(", "]": ")"},
            case="Inside the mean, for one sample.",
        ),
    ),
    (
        "linear-networks/first-layer-entry",
        Printed(
            label="A.24",
            names={
                **_ENTRIES,
                r"\frac{\partial \mathcal{L}}{\partial w_{ij}^{(1)}} = \mathbf{E} \left[": LEFT + " = -(",
                "]": ")",
            },
            case="Inside the mean, for one sample: the entry moves by minus the derivative.",
        ),
    ),
    (
        "linear-networks/first-layer-gradient",
        Printed(
            label="A.26",
            names={**_T, r"\frac{\partial \mathcal{L}}{\partial W_1} =": LEFT + " = -"},
            case="The layer moves by minus the derivative.",
        ),
    ),
    (
        "linear-networks/second-layer-entry",
        Printed(
            label="A.27",
            names={
                **_ENTRIES,
                r"\frac{\partial \mathcal{L}}{\partial w_{jk}^{(2)}} = \mathbf{E} \left[": LEFT + " = -(",
                "]": ")",
            },
            case="Inside the mean, for one sample: the entry moves by minus the derivative.",
        ),
    ),
    (
        "linear-networks/second-layer-gradient",
        Printed(
            label="A.28",
            names={**_T, r"\frac{\partial \mathcal{L}}{\partial W_2} =": LEFT + " = -"},
            case="The layer moves by minus the derivative.",
        ),
    ),
    (
        "linear-networks/layers-share-a-gradient",
        Printed(label="A.29", read=r"W_1^T \frac{dW_1}{dt} = \frac{dW_2}{dt} W_2^T", names=_T),
    ),
    ("linear-networks/conservation", Printed(label="A.29", read=r"\frac{d}{dt} (W_1^T W_1 - W_2 W_2^T) = 0", names=_T)),
    (
        "linear-networks/balanced-start",
        Printed(
            label="A.31",
            names={
                "W_1^T": r"(U^{\top} A R)^{\top}",
                "W_2^T": r"(R^{\top} A V)^{\top}",
                "W_1": r"(U^{\top} A R)",
                "W_2": r"(R^{\top} A V)",
            },
            case="At the aligned start.",
        ),
    ),
    (
        "linear-networks/first-layer-velocity",
        Printed(
            label="A.33", read=r"\frac{dW_1}{dt} = -\mathbf{E}[x x^T] W_1 W_2 W_2^T + \mathbf{E}[x y^T] W_2^T", names=_T
        ),
    ),
    (
        "linear-networks/first-layer-velocity-white",
        Printed(label="A.33", head=r"\frac{dW_1}{dt}", read="= -W_1 W_2 W_2^T + U^T P V W_2^T", names=_T),
    ),
    (
        "linear-networks/first-layer-in-singular-bases-grouped",
        Printed(
            label="A.34",
            read=(
                r"\frac{d(U W_1 R^T)}{dt} = -(U W_1 R^T)(R W_2 V^T)(V W_2^T R^T) + (U U^T) P (V "
                "W_2^T R^T)"
            ),
            names={**_T, r"\frac{d(U W_1 R^T)}{dt}": r"\frac{\mathrm{d}}{\mathrm{d} t} (U W_{1} R^{\top})"},
        ),
    ),
    ("linear-networks/first-layer-in-singular-bases", Printed(label="A.35", head=LEFT, names=_TILDE)),
    ("linear-networks/second-layer-in-singular-bases", Printed(label="A.36", names=_TILDE)),
    (
        "linear-networks/balanced-in-singular-bases",
        Printed(
            label="A.37",
            read=(
                r"\widetilde{W}_1^T \widetilde{W}_1 - \widetilde{W}_2 \widetilde{W}_2^T = R(W_1^T "
                "W_1 - W_2 W_2^T) R^T"
            ),
            names=_TILDE,
        ),
    ),
    (
        "linear-networks/balance-in-singular-bases-vanishes",
        Printed(label="A.37", names={**_TILDE, "= R(W_1^T W_1 - W_2 W_2^T) R^T": ""}),
    ),
    ("linear-networks/mode-equation", Printed(label="A.38", names={r"\alpha_i": r"\alpha", r"\rho_i": r"\rho"})),
    (
        "linear-networks/mode-strength-rate",
        Printed(
            label="A.39",
            read=r"\frac{d\alpha_i^2}{dt} = -2\alpha_i^2(\alpha_i^2 - \rho_i)",
            names={
                r"\frac{d\alpha_i^2}{dt}": r"\frac{\mathrm{d}}{\mathrm{d} t} \alpha^{2}",
                r"\alpha_i": r"\alpha",
                r"\rho_i": r"\rho",
            },
        ),
    ),
    (
        "linear-networks/product-of-layers",
        Printed(label="A.40", read="W_1 W_2 = U^T A(t)^2 V", names={**_T, "A(t)": "A"}),
    ),
    (
        "scaling-laws/linear-strength",
        Printed(label="C.4", read=r"w_k(T) = S(1 - e^{-\eta \frac{d_k}{D} T})", names={"w_k(T)": "w_{k}"}),
    ),
    ("neural-collapse/nc2-normalised", Printed(label="D.7", head=LEFT + " =", read=r"\frac{C\delta_{ij} - 1}{C - 1}")),
    (
        "neural-collapse/indicators-orthogonal",
        Printed(
            label="D.10",
            read=r"\langle \hat{f}_i | \hat{f}_j \rangle = \frac{1}{C}\delta_{ij}",
            names={r"\langle \hat{f}_i | \hat{f}_j \rangle": LEFT},
        ),
    ),
    (
        "neural-collapse/class-measure",
        Printed(
            label="D.10",
            read=r"\langle \mathbf{1} | \hat{f}_j \rangle = \frac{1}{C}",
            names={r"\langle \mathbf{1} | \hat{f}_j \rangle": LEFT},
        ),
    ),
    (
        "neural-collapse/indicators-partition",
        Printed(
            label="D.10",
            read=r"\sum_i^C \hat{f}_i = \mathbf{1}",
            names={r"\sum_i^C \hat{f}_i": r"\sum_{i=1}^{C} \delta_{iy}", r"\mathbf{1}": "1"},
        ),
    ),
    (
        "neural-collapse/mp-on-centred-indicators",
        Printed(
            label="D.11",
            names={r"T_{MP}[C\hat{f}_j - \mathbf{1}]": LEFT, r"\hat{f}_j": r"\delta_{jy}", r"\mathbf{1}": "1"},
        ),
    ),
    ("neural-collapse/matrix-elements", Printed(label="D.12", head=LEFT, read=r"= a_2(C\delta_{ij} - 1)")),
    ("neural-collapse/matrix-element-with-the-constant", Printed(label="D.13", head=LEFT, read="= 0")),
    ("neural-collapse/nc2", Printed(label="D.23", head=LEFT)),
    (
        "neural-collapse/nc1-deviation",
        Printed(label="D.30", names={r"(\Phi(x) - \mu_i)^T (\mu_j - \mu_g)": LEFT, r"\hat{f}_j(x)": r"\delta_{jy}"}),
    ),
    ("neural-collapse/nc1-zero", Printed(label="D.34", head=LEFT)),
)
