r"""How the equations about the operator of the features are read, in chapters 1 and 2 and appendices A.1 and D.

As in ``equations.py``, which has the others.  An integral over the inputs is a sum over N points with weights q; where
there are classes, over m inputs of each of C classes, with weights 1/(C m).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...language.printed import LEFT, RIGHT, Printed

_POINTS = "N points with weights q."
_INPUTS: Mapping[str, str] = {
    r"\int_{\mathcal{X}}": r"\sum_{x=1}^{N}",
    "dx": "",
    "q(x)": "q_{x}",
    "f(x)": "f_{x}",
    r"\Phi_k(x)": r"\Phi_{k,x}",
    r"\Phi_k(x')": r"\Phi_{k,x'}",
}
_ERROR = r"(\sum_{j=1}^{p} \Phi_{j,x} w_{j} - f_{x}^{\ast})"
_RATE: Mapping[str, str] = {
    **_INPUTS,
    r"\int_{\mathcal{X}} (f(x) - f^*(x))": rf"\sum_{{x=1}}^{{N}} {_ERROR}",
    r"\sum_k^p": r"\sum_{k=1}^{p}",
    r"\frac{df}{dw_k}(x)": r"\Phi_{k,x}",
    r"\mathcal{T}[f - f^*]": rf"(\sum_{{k=1}}^{{p}} \Phi_{{k,x'}} \sum_{{x=1}}^{{N}} {_ERROR} \Phi_{{k,x}} q_{{x}})",
}
_TRANSPOSED: Mapping[str, str] = {
    r"\frac{1}{\sqrt{\rho_i \rho_j}}": "R^{-1}",
    r"\langle e_i |": "E",
    r"| e_j \rangle": r"E^{\top} R^{-1}",
    r"\langle e_i | \Phi_k \rangle": r"(E \Phi^{\top})",
    r"\langle \Phi_k | e_j \rangle": r"(\Phi E^{\top}) R^{-1}",
    r"\sum_{k=1}^p": "",
    r"\left(\sum_{k=1}^p |\Phi_k\rangle \langle \Phi_k| \right)": r"(\Phi^{\top} \Phi)",
    r"\mathcal{T}": "T",
}
_COLUMNS = "All i and j at once; the root of rho_j stands on the right."
_POINT, _OTHER = r"\frac{1}{C m} \sum_{y=1}^{C} \sum_{r=1}^{m}", r"\frac{1}{C m} \sum_{y'=1}^{C} \sum_{r'=1}^{m}"
_KERNEL = r"(\sum_{k=1}^{p} \Phi_{k,y,r} \Phi_{k,y',r'})"


def _applied(to: str) -> str:
    """The operator of the features applied to a function of the class of an input."""
    return f"({_OTHER} {to} {_KERNEL})"


_OF_ONE, _OF_INDICATOR, _OF_CENTRED = _applied(""), _applied(r"\delta_{jy'}"), _applied(r"(C \delta_{jy'} - 1)")
_CLASSES: Mapping[str, str] = {
    r"\left(\int_{\mathcal{X}} \hat{f}_i(x)": rf"\sum_{{k=1}}^{{p}} \left({_POINT} \delta_{{iy}}",
    r"\right)^T": r"\right)",
    r"\int_{\mathcal{X}} \hat{f}_i(x)": rf"{_POINT} \delta_{{iy}}",
    r"\int_{\mathcal{X}}": _POINT,
    r"\int_{\mathcal{X}} \Phi(x)^T \Phi(x')": rf"{_OTHER} {_KERNEL}",
    r"\int_{\mathcal{X}} \hat{f}_j(x')": _OTHER + r"\delta_{jy'}",
    r"\int_{\mathcal{X}} \Phi(x')": _OTHER + r"\Phi_{k,y',r'}",
    r"\hat{f}_j(x')": r"\delta_{jy'}",
    r"\Phi(x)^T \Phi(x')": _KERNEL,
    r"\Phi(x)": r"\Phi_{k,y,r}",
    r"\Phi(x')": r"\Phi_{k,y',r'}",
    "q(x)": "", "q'(x)": "", "q(x')": "", "q'(x')": "", "dx": "", "dx'": "",
    r"\mathcal{T}[\hat{f}_j](x)": _OF_INDICATOR,
    r"T[\hat{f}_j](x)": _OF_INDICATOR,
    r"T[\mathbf{1}](x)": _OF_ONE,
    r"\langle \hat{f}_i, T[\hat{f}_j] \rangle": rf"({_POINT} \delta_{{iy}} {_OF_INDICATOR})",
    r"\langle \hat{f}_i, T[\mathbf{1}] \rangle": rf"({_POINT} \delta_{{iy}} {_OF_ONE})",
    r"\langle C \hat{f}_i - \mathbf{1}, T[C \hat{f}_j - \mathbf{1}] \rangle": (
        rf"({_POINT} (C \delta_{{iy}} - 1) {_OF_CENTRED})"
    ),
    r"\langle C \hat{f}_i | T[C \hat{f}_j - \mathbf{1}] \rangle": (
        rf"({_POINT} C \delta_{{iy}} {_OF_CENTRED})"
    ),
    r"T[C \hat{f}_j - \mathbf{1}](x)": _OF_CENTRED,
    r"\mu_i^T \mu_j": LEFT, r"\mu_i^T \mu_g": LEFT,
    r"\hat{f}_i(x)": r"\delta_{iy}",
    r"\hat{f}_j(x)": r"\delta_{jy}",
}  # fmt: skip
_OF_CLASSES = "C classes of m inputs each."
_MEANS: Mapping[str, str] = {
    r"\mu_i": RIGHT,
    r"\mu_g": RIGHT,
    r"\frac{C}{n} \sum_{x^{(j)} \in A_i} \Phi(x^{(j)})": r"\frac{1}{m} \sum_{r''=1}^{m} \Phi_{k,i,r''}",
    r"\sum_i \mu_i": r"\sum_{y''=1}^{C} \frac{1}{m} \sum_{r''=1}^{m} \Phi_{k,y'',r''}",
}
_NC1: Mapping[str, str] = {
    **_CLASSES,
    r"\sum_{i,j}": r"\sum_{i=1}^{C} \sum_{j=1}^{C}",
    r"\sum_{i,j} \int_{\mathcal{X}}": rf"\sum_{{i=1}}^{{C}} \sum_{{j=1}}^{{C}} {_POINT}",
    r"\sum_{i,j} \int_{\mathcal{X}} \hat{f}_i(x)": rf"\sum_{{i=1}}^{{C}} \sum_{{j=1}}^{{C}} {_POINT} \delta_{{iy}}",
}


def _one_line(id: str, label: str, *, head: str = LEFT, read: str = "", names: Mapping[str, str] = _CLASSES,
              case: str = _OF_CLASSES) -> tuple[str, Printed]:  # fmt: skip
    return f"neural-collapse/{id}", Printed(label=label, head=head, read=read, names=names, case=case)


PRINTED: Sequence[tuple[str, Printed]] = (
    # --- 1 and A.1 -------------------------------------------------------------------------------------------------
    (
        "linear-models/operator-in-brackets",
        Printed(label="1.13", names={**_INPUTS, r"\mathcal{T}[f](x')": RIGHT}, case=_POINTS),
    ),
    (
        "linear-models/operator-in-brackets",
        Printed(
            label="1.14",
            names={
                r"\mathcal{T}": LEFT,
                r"|\Phi_k\rangle": r"\Phi_{k,x'}",
                r"\langle \Phi_k|": r"(\sum_{x=1}^{N} \Phi_{k,x} f_{x} q_{x})",
            },
            case="Applied to a function f on N points with weights q.",
        ),
    ),
    ("linear-models/function-rate", Printed(label="1.17", names={**_RATE, r"\frac{df}{dt}": LEFT}, case=_POINTS)),
    (
        "linear-models/operator-from-feature-vectors",
        Printed(
            label="1.18",
            names={
                **_INPUTS,
                r"\mathcal{T}[f](x')": RIGHT,
                r"\Phi(x)^T \Phi(x')": r"(\sum_{k=1}^{p} \Phi_{k,x} \Phi_{k,x'})",
            },
            case=_POINTS,
        ),
    ),
    ("linear-models/function-rate-by-gradients", Printed(label="1.20", head=LEFT, names=_RATE, case=_POINTS)),
    ("linear-models/function-rate-by-features", Printed(label="1.21", head=LEFT, names=_RATE, case=_POINTS)),
    ("linear-models/function-rate", Printed(label="1.22", head=LEFT, names=_RATE, case=_POINTS)),
    (
        "linear-models/mode-rate-by-inner-product",
        Printed(
            label="1.24",
            head=LEFT,
            names={r"\langle e_k|": "E", r"\mathcal{T}[f - f^*]": r"T (\Phi^{\top} w - f^{\ast})", r"\rangle": ""},
            case="All k at once.",
        ),
    ),
    (
        "linear-models/theta",
        Printed(
            label="1.28",
            read=r"\sum_{k=1}^p w_k \Phi_k(x) = \sum_{k=1}^p \theta_k \sqrt{\rho_k} e_k(x)",
            names={
                r"\sum_{k=1}^p": "",
                "w_k": r"w^{\top}",
                r"\Phi_k(x)": r"\Phi",
                r"\theta_k": r"(O^{\top} w)^{\top}",
                r"\sqrt{\rho_k}": "R",
                "e_k(x)": "E",
            },
            case="Products of matrices for the sums, with the theta of (1.27); the roots of rho are a diagonal matrix.",
        ),
    ),
    (
        "linear-models/columns-of-o",
        Printed(label="A.2", names={**_TRANSPOSED, r"O_{\cdot i}^T O_{\cdot j}": LEFT}, case=_COLUMNS),
    ),
    ("linear-models/columns-of-o-by-features", Printed(label="A.3", head=LEFT, names=_TRANSPOSED, case=_COLUMNS)),
    ("linear-models/columns-of-o-by-operator", Printed(label="A.4", head=LEFT, names=_TRANSPOSED, case=_COLUMNS)),
    (
        "linear-models/columns-of-o-by-eigenvalues",
        Printed(
            label="A.5",
            head=LEFT,
            names={r"\sqrt{\frac{\rho_j}{\rho_i}}": "R^{-1}", r"\langle e_i |": "E", r"e_j \rangle": r"E^{\top} R"},
            case=_COLUMNS,
        ),
    ),
    # --- 2 ---------------------------------------------------------------------------------------------------------
    _one_line(
        "quality",
        "2.3",
        head="",
        read=r"\frac{\langle e_k | P_{\mathcal{H}^*}[e_k] \rangle}{C} = \sum_{i=1}^C \langle e_k | f_i^* \rangle^2",
        names={
            r"\langle e_k | P_{\mathcal{H}^*}[e_k] \rangle": (
                rf"{_POINT} e_{{y,r}} \sum_{{j'=1}}^{{C}} \delta_{{j'y}} "
                r"\frac{1}{m} \sum_{y'=1}^{C} \sum_{r'=1}^{m} e_{y',r'} \delta_{j'y'}"
            ),
            r"\langle e_k | f_i^* \rangle": rf"\left({_POINT} e_{{y,r}} \delta_{{iy}}\right)",
        },
    ),
    _one_line(
        "dimension-of-a-projection",
        "2.7",
        head="",
        read=r"D_{eff}(\rho) \approx C",
        names={r"D_{eff}(\rho) \approx": rf"{LEFT} ="},
        case="Exact where C eigenvalues are equal and no others.",
    ),
    _one_line(
        "mp-kernel",
        "2.8",
        head="",
        read=r"\mathcal{T}_{MP}[u] = a_1 \langle \mathbf{1}, u \rangle \mathbf{1} + a_2 P_{\hat{\mathcal{H}}}(u)",
        names={
            r"\mathcal{T}_{MP}[u]": LEFT,
            r"\langle \mathbf{1}, u \rangle \mathbf{1}": rf"({_OTHER} u_{{y',r'}})",
            r"P_{\hat{\mathcal{H}}}(u)": (
                r"\sum_{j'=1}^{C} \delta_{j'y} \frac{1}{m} \sum_{y'=1}^{C} \sum_{r'=1}^{m} u_{y',r'} \delta_{j'y'}"
            ),
        },
    ),
    (
        "neural-collapse/nc2",
        Printed(
            label="2.11",
            names={r"(\mu_i - \mu_g)^T(\mu_j - \mu_g) \propto": rf"\frac{{{LEFT}}}{{C a_{{2}}}} ="},
            factor="C a_{2}",
            case="The factor of proportionality is C a_2.",
        ),
    ),
    _one_line("class-mean", "2.13", read=r"= C \int_{\mathcal{X}} \hat{f}_i(x)\Phi(x)q'(x)dx"),
    _one_line("global-mean", "2.14", read=r"= \int_{\mathcal{X}} \Phi(x)q'(x)dx"),
    _one_line("product-of-class-means", "2.15", head=""),
    _one_line("product-of-class-means-by-the-operator", "2.16"),
    _one_line("product-of-class-means-by-the-operator", "2.17"),
    # --- D ---------------------------------------------------------------------------------------------------------
    _one_line("class-mean", "D.2", head="", names=_MEANS),
    _one_line("global-mean", "D.3", head="", names=_MEANS),
    _one_line(
        "within-class-covariance",
        "D.4",
        head="",
        names={
            r"\Sigma_W": RIGHT,
            r"\frac{1}{n} \sum_i^C \sum_{x^{(j)} \in A_i}": r"\frac{1}{C m} \sum_{i=1}^{C} \sum_{r=1}^{m}",
            r"(h_i(x^{(j)}) - \mu_i)": r"(\Phi_{k,i,r} - \mu_{k,i})",
            r"(h_i(x^{(j)}) - \mu_i)^T": r"(\Phi_{l,i,r} - \mu_{l,i})",
        },
        case="The entry k, l; an input x of class i has h_i(x) = Phi(x).",
    ),
    _one_line("product-of-class-means", "D.14", head=""),
    _one_line("product-of-class-means-by-the-operator", "D.15"),
    _one_line("product-of-class-means-by-the-operator", "D.16"),
    _one_line("product-of-class-means-by-the-operator", "D.17"),
    _one_line("product-with-the-global-mean", "D.18", head=""),
    _one_line("product-with-the-global-mean-by-the-operator", "D.19"),
    _one_line("product-with-the-global-mean-by-the-operator", "D.20"),
    _one_line("product-with-the-global-mean-by-the-operator", "D.21"),
    _one_line(
        "product-of-centred-means", "D.22", head="", names={**_CLASSES, r"(\mu_i - \mu_g)^T(\mu_j - \mu_g)": LEFT}
    ),
    _one_line(
        "nc1-indicator-dropped",
        "D.27",
        head=RIGHT + " =",
        read=r"\sum_{i,j} \int_{\mathcal{X}} \hat{f}_i(x) \left((\Phi(x) - \mu_i)^T (\mu_j - \mu_g) \right)^2 q(x) dx",
        names={**_NC1, r"(\Phi(x) - \mu_i)^T (\mu_j - \mu_g)": r"\sum_{k=1}^{p} (\Phi_{k,y,r} - \mu_{k,i}) B_{k,j}"},
        case="C classes of m inputs each; B is the difference in the second brackets.",
    ),
    _one_line("class-mean-with-centred-mean", "D.28", head="", names={**_CLASSES, r"\mu_i^T (\mu_j - \mu_g)": LEFT}),
    _one_line("feature-with-centred-mean", "D.29", head="", names={**_CLASSES, r"\Phi(x)^T (\mu_j - \mu_g)": LEFT}),
)
