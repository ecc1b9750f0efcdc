r"""How the numbered equations that hold are read as the claims that state them, in the order of the thesis.

What is printed stands in ``thesis.tex``; here are the names.  An equation that several claims share stands with the
claim that says most of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...language.printed import LEFT, Printed

_K = {"i": "k"}
_MODE = {r"\mathbf{E}[x_i^2]": r"\mathbf{E}[x^{2}]", "S_i": "S", "a_i(0)b_i(0)": "r_{0}"}
_EARLY = r"\frac{1}{2 \mathbf{E}[x^{2}] S} \ln\left(\frac{S/r_{0} - 1}{1/\epsilon - 1}\right)"
_SIGMOID = r"\frac{1}{1 + \left(\frac{S}{a_i(0)b_i(0)} - 1\right) e^{-2 S \mathbf{E}[x_i^2]"
_SKILL = {r"\mathcal{R}_k(T)": "(a_{k} b_{k})", r"\mathcal{R}_k(0)": r"\mathcal{R}_{0}"}
_LOSS = (
    r"(\frac{S^{2}}{2 \left(1 + \left(\frac{S}{\mathcal{R}_{0}} - 1\right)^{-1} "
    r"e^{2 \eta A k^{-(\alpha + 1)} S T}\right)^{2}})"
)
_ALIGNED, _OPPOSED = r"\sum_{i=1}^{n_{+}} a_{i,+} b_{i,+}", r"\sum_{k=1}^{n_{-}} a_{k,-} b_{k,-}"
_THETA = {
    r"\theta": rf"\left(\frac{{{_ALIGNED} + {_OPPOSED}}}{{Z}}\right)",
    r"\Delta\theta": rf"\left(\frac{{{_ALIGNED} - {_OPPOSED}}}{{Z}}\right)",
}
_ROOT = r"\sqrt{S^{2} - \mathcal{S}_{0}^{2} + \Sigma_{0}^{2}}"
_DECAY = rf"e^{{-2 {_ROOT} t/Z}}"
_OVER = (
    rf"\Sigma_{{0}} - \mathcal{{S}}_{{0}} + S + {_ROOT} + (-\Sigma_{{0}} + \mathcal{{S}}_{{0}} - S + {_ROOT}) {_DECAY}"
)
_UNDER = (
    rf"\Sigma_{{0}} + \mathcal{{S}}_{{0}} - S + {_ROOT} + (-\Sigma_{{0}} - \mathcal{{S}}_{{0}} + S + {_ROOT}) {_DECAY}"
)
_GAMMA = rf"(\frac{{{_OVER}}}{{{_UNDER}}})"
_JOINED = {r"\vec{B}_k": "B", "B_k": "B", r"\frac{\vec{S}}{\sqrt{D_c}}": "S u", r"\Phi^T": r"\Phi^{\top}"}

PRINTED: Sequence[tuple[str, Printed]] = (
    # --- 3 -----------------------------------------------------------------------------------------------------
    (
        "feedback/flow",
        Printed(label="3.6", read=r"\frac{da_i}{dt} = -b_i \mathbf{E}[x_i^2] (a_i b_i - S_i)", names=_K),
    ),
    (
        "feedback/flow-of-b",
        Printed(label="3.6", read=r"\frac{db_i}{dt} = -a_i \mathbf{E}[x_i^2] (a_i b_i - S_i)", names=_K),
    ),
    ("feedback/linear-model-flow", Printed(label="3.7", names=_K)),
    (
        "feedback/conservation",
        Printed(
            label="3.8",
            read=r"a_i^2 - b_i^2 = \mathcal{C}_i",
            names={r"a_i^2 - b_i^2 = \mathcal{C}_i": r"\frac{d}{dt}(a_k^2 - b_k^2) = 0"},
            case="That C_i is a constant is read as: its rate is 0.",
        ),
    ),
    ("feedback/sigmoid", Printed(label="3.9", names={**_MODE, "a_i(t)b_i(t)": "a b"})),
    ("feedback/exponential", Printed(label="3.10", names={**_MODE, r"\theta_i(t)": r"\theta"}, factor="S")),
    (
        "feedback/eigenfunctions",
        Printed(
            label="3.11",
            read=r"\mathcal{T}[x_i] = \mathbf{E}[x_i^2] a_i^2 x'_i",
            names={r"\mathcal{T}[x_i]": LEFT, "x'_i": "x_{k}'", "i": "k"},
        ),
    ),
    (
        "feedback/emergent-time",
        Printed(
            label="3.12",
            read=(
                r"\tau_i^{(e)}(\epsilon) = \frac{1}{2\mathbf{E}[x_i^2]S} \ln \left(\frac{\frac{S}{a_i(0)b_i(0)} - 1}"
                r"{\frac{1}{\epsilon} - 1} \right)"
            ),
            then=_SIGMOID + r" \tau_i^{(e)}(\epsilon)}} = \epsilon",
            names={**_MODE, r"\mathbf{E}[x_i^2]": "m"},
            free=("m",),
            case="The claim is what defines this time: (3.9) is epsilon there.",
        ),
    ),
    (
        "feedback/saturation-time",
        Printed(
            label="3.12",
            read=(
                r"\tau_i^{(s)}(\epsilon) = \frac{1}{\mathbf{E}[x_i^2]S} \ln \left(\frac{1}{\epsilon} - 1 \right)"
            ),
            then=_SIGMOID + r" (\tau_i^{(e)}(\epsilon) + \tau_i^{(s)}(\epsilon))}} = 1 - \epsilon",
            names={**_MODE, r"\tau_i^{(e)}(\epsilon)": _EARLY},
            case="The claim is what defines this time: (3.9) goes from epsilon to 1 - epsilon in it.",
        ),
    ),
    (
        "linear-networks/mode-sigmoid",
        Printed(
            label="3.15",
            names={r"\alpha_i^2(t)": r"\alpha \beta", r"\rho_i": r"\rho", r"\alpha_i^2(0)": "s_{0}"},
            factor=r"\rho",
        ),
    ),
    # --- 4 -----------------------------------------------------------------------------------------------------
    (
        "scaling-laws/strength",
        Printed(
            label="4.11",
            read=(
                r"\frac{\mathcal{R}_k(T)}{S} = \frac{1}{1 + \left(\frac{S}{\mathcal{R}_k(0)} - 1\right) "
                r"e^{-2\eta \frac{d_k}{D} ST}}"
            ),
            names=_SKILL,
        ),
    ),
    (
        "scaling-laws/skill-loss-in-time",
        Printed(label="4.18", names={**_SKILL, r"\mathcal{L}_k": LEFT}),
    ),
    (
        "scaling-laws/skill-loss-with-infinite-data",
        Printed(label="4.19", names={**_SKILL, r"\mathcal{L}_k": LEFT}),
    ),
    ("scaling-laws/time-and-skill-derivatives", Printed(label="4.20", names={r"\mathcal{L}_k": _LOSS})),
    (
        "scaling-laws/lagrange-time",
        Printed(
            label="4.40",
            head=LEFT,
            read=r"-\frac{\alpha}{\alpha+1} T^{-\alpha/(\alpha+1)-1} + \lambda N",
            names={r"-\frac{\alpha}{\alpha+1}": r"= -\frac{\alpha}{\alpha+1}"},
            case="The claim is that this is the derivative of the Lagrangian, which vanishes.",
        ),
    ),
    (
        "scaling-laws/lagrange-parameters",
        Printed(
            label="4.41",
            head=LEFT,
            read=r"-\alpha N^{-(\alpha+1)} + \lambda T",
            names={r"-\alpha N": r"= -\alpha N"},
            case="The claim is that this is the derivative of the Lagrangian, which vanishes.",
        ),
    ),
    # --- 5 -----------------------------------------------------------------------------------------------------
    (
        "emergence/partly-expressible-skill-limit",
        Printed(
            label="5.9",
            read=r"S \frac{r}{N_c} & : k = q",
            head=r"\mathcal{R}_k(\infty) =",
            names={r"\mathcal{R}_k(\infty)": LEFT, "& : k = q": ""},
            case="The case k = q.",
        ),
    ),
    # --- 6 -----------------------------------------------------------------------------------------------------
    (
        "lazy-rich/aligned-rate",
        Printed(
            label="6.2",
            names={
                r"\sum_{i \in \mathcal{I}_\pm} \frac{da_i^2}{dt}": r"\frac{d}{dt} \sum_{i=1}^{n_{+}} a_{i,+}^{2}",
                r"\sum_{i \in \mathcal{I}_\pm} a_i^2": r"\sum_{i=1}^{n_{+}} a_{i,+}^{2}",
                r"\mp": "-",
                **_THETA,
            },
            case="The upper signs, for inputs of variance 1.",
        ),
    ),
    (
        "lazy-rich/anti-aligned-rate",
        Printed(
            label="6.2",
            head="0 +",
            names={
                r"0 + \sum_{i \in \mathcal{I}_\pm} \frac{da_i^2}{dt}": r"\frac{d}{dt} \sum_{k=1}^{n_{-}} a_{k,-}^{2}",
                r"\sum_{i \in \mathcal{I}_\pm} a_i^2": r"\sum_{k=1}^{n_{-}} a_{k,-}^{2}",
                r"\mp": "",
                **_THETA,
            },
            case="The lower signs, for inputs of variance 1.",
        ),
    ),
    ("lazy-rich/theta-rate", Printed(label="6.3", names=_THETA)),
    ("lazy-rich/delta-theta-rate", Printed(label="6.4", names=_THETA)),
    (
        "lazy-rich/general-solution",
        Printed(
            label="6.10",
            names={
                "a_i(t)": "a_{j}", "a_i(0)": "a_{j}(0)", "b_i(0)": "b_{j}(0)",
                r"\gamma(t)^{1/2}": rf"\sqrt{{{_GAMMA}}}",
                r"\gamma(t)^{-1/2}": rf"\frac{{1}}{{\sqrt{{{_GAMMA}}}}}",
            },
            case="gamma is that of (6.12) with its exponent repaired.",
        ),
    ),
    (
        "lazy-rich/gamma-limit",
        Printed(
            label="6.14",
            read=r"\gamma(\infty) = \frac{S + \sqrt{\Sigma_0^2 - \mathcal{S}_0^2 + S^2}}{\Sigma_0 + \mathcal{S}_0}",
            names={r"\gamma(\infty)": LEFT},
        ),
    ),
    # --- B -----------------------------------------------------------------------------------------------------
    ("emergence/strength-solved", Printed(label="B.10", names={**_SKILL, "T": "t"})),
    (
        "emergence/rate-of-an-entry-of-b",
        Printed(
            label="B.20",
            names={
                "B_{k,l}": "B_{l,k}", "B_{k,l'}": "B_{l',k}", "e_{k,l}(k, x^{(j)})": "e_{l,j}",
                "e_{k,l'}(k, x^{(j)})": "e_{l',j}",
            },
        ),
    ),
    ("emergence/rate-of-b-as-a-vector", Printed(
        label="B.21",
        names={**_JOINED, r"-\frac{\eta a_k}{D} \Phi \Phi^T \left(B_k a_k - \frac{\vec{S}}{\sqrt{D_c}} \right)": (
            r"-\frac{\eta}{D} \Phi \Phi^{\top} (B a - S u) a^{\top}"
        )},
        case="The scale a_k is a matrix of one entry, which stands on the right.",
    )),
)  # fmt: skip
