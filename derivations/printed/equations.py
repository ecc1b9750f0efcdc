r"""How the formulas that hold are read as the claims that state them.

What is printed stands in ``thesis.tex``; here are the names, for chapters 3 to 6 and appendix B, in ``operators.py``
and ``skills.py`` for more, and in ``appendices.py`` for the others.  The talk has ``kunin-slides.tex``, and its names
are in ``slides.py``.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...language.printed import LEFT, Printed
from . import appendices, operators, skills, slides

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
_NOW, _NEXT = r"\mathbf{E}[x_{i}^{2}]", r"\mathbf{E}[x_{i+1}^{2}]"
_ODDS = rf"\frac{{(S/r_{{0}} - 1)^{{({_NOW} - {_NEXT})/({_NOW} + {_NEXT})}}}}{{v}}"
_ENTRY = {
    "B_{k,l}": "B_{l,k}",
    "B_{k,l'}": "B_{l',k}",
    "e_{k,l}(k, x^{(j)})": "e_{l,j}",
    "e_{k,l'}(k, x^{(j)})": "e_{l',j}",
}
_JOINED = {r"\vec{B}_k": "B", "B_k": "B", r"\frac{\vec{S}}{\sqrt{D_c}}": "S u", r"\Phi^T": r"\Phi^{\top}"}
_VECTOR = {**_JOINED, "UU^T": r"U U^{\top}", r"\vec{B}_k^T": r"B^{\top}"}

_CHAPTERS: Sequence[tuple[str, Printed]] = (
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
            read=(r"\tau_i^{(s)}(\epsilon) = \frac{1}{\mathbf{E}[x_i^2]S} \ln \left(\frac{1}{\epsilon} - 1 \right)"),
            then=_SIGMOID + r" (\tau_i^{(e)}(\epsilon) + \tau_i^{(s)}(\epsilon))}} = 1 - \epsilon",
            names={**_MODE, r"\tau_i^{(e)}(\epsilon)": _EARLY},
            case="The claim is what defines this time: (3.9) goes from epsilon to 1 - epsilon in it.",
        ),
    ),
    (
        "feedback/stage-like-inequality",
        Printed(
            label="3.14",
            read=r"\tau_i^{(s)}(\epsilon) < \tau_{i+1}^{(e)}(\epsilon) - \tau_i^{(e)}(\epsilon)",
            names={
                r"\tau_i^{(s)}(\epsilon)": rf"\frac{{1}}{{{_NOW} S}} \ln({_ODDS})",
                r"\tau_{i+1}^{(e)}(\epsilon)": rf"\frac{{1}}{{2 {_NEXT} S}} \ln(\frac{{S/r_{{0}} - 1}}{{{_ODDS}}})",
                r"\tau_i^{(e)}(\epsilon)": rf"\frac{{1}}{{2 {_NOW} S}} \ln(\frac{{S/r_{{0}} - 1}}{{{_ODDS}}})",
            },
            case="The times are those of (3.12), and 1/epsilon - 1 is (S/r_0 - 1)^c/v with v > 1.",
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
        "scaling-laws/product-is-strength",
        Printed(
            label="4.10",
            read=r"a_k(T) b_k(T) = \mathcal{R}_k(T)",
            names={"a_k(T)": "a_{k}", "b_k(T)": "b_{k}", r"\mathcal{R}_k(T)": LEFT},
        ),
    ),
    (
        "scaling-laws/skill-loss-by-strength",
        Printed(
            label="4.10",
            read=r"\mathcal{L}_k(T) = \frac{1}{2} (S - \mathcal{R}_k(T))^2",
            names={r"\mathcal{L}_k(T)": LEFT, r"\mathcal{R}_k(T)": "(a_{k} b_{k})"},
        ),
    ),
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
    ("scaling-laws/relative-loss-of-the-sum", Printed(label="4.13", head=LEFT)),
    (
        "scaling-laws/emergent-interval",
        Printed(
            label="4.14",
            read=(
                r"\frac{\tau_{k+1}^{(e)}(\epsilon) - "
                r"\tau_k^{(e)}(\epsilon)}{\tau_k^{(e)}(\epsilon)} = \frac{(k+1)^{\alpha+1} - "
                r"k^{\alpha+1}}{k^{\alpha+1}}"
            ),
            names={r"\frac{\tau_{k+1}^{(e)}(\epsilon) - \tau_k^{(e)}(\epsilon)}{\tau_k^{(e)}(\epsilon)}": LEFT},
        ),
    ),
    ("scaling-laws/emergent-interval-leading", Printed(label="4.15", head=LEFT)),
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
        "scaling-laws/rate-of-loss",
        Printed(
            label="4.22",
            read=(
                r"\int_1^N Ak^{-(\alpha+1)} \frac{d\mathcal{L}_k}{dT} dk = - \lim_{N \rightarrow "
                r"\infty} \frac{1}{(\alpha+1)T} \int_1^N Ak^{-\alpha} \frac{d\mathcal{L}_k}{dk} dk"
            ),
            names={r"\int_1^N": "", "dk": "", r"\lim_{N \rightarrow \infty}": "", r"\mathcal{L}_k": _LOSS},
            case="The integrands.",
        ),
    ),
    (
        "scaling-laws/one-shot",
        Printed(
            label="4.26",
            head=r"\mathcal{L}_k =",
            read="0 & : d_k > 0",
            names={r"\mathcal{L}_k": LEFT, "& : d_k > 0": ""},
            case="The case d_k > 0.",
        ),
    ),
    (
        "scaling-laws/one-shot-unseen",
        Printed(
            label="4.26",
            head=r"\mathcal{L}_k =",
            read=r"(S - \mathcal{R}_k(0))^2/2",
            names={r"\mathcal{L}_k": LEFT, r"\mathcal{R}_k(0)": r"\mathcal{R}_{0}"},
            case="The case d_k = 0.",
        ),
    ),
    (
        "scaling-laws/probability-of-observation-after-any-number",
        Printed(label="4.27", names={r"P_{\text{observed}}(k|D)": LEFT, r"\mathcal{P}_s(k)": r"\mathcal{P}_{s}"}),
    ),
    (
        "scaling-laws/expected-loss",
        Printed(
            label="4.29",
            head=LEFT,
            names={
                r"\sum_{k=1}^{\infty}": r"\sum_{i=1}^{n_{s}}",
                "k^": "i^",
                r"\mathcal{P}_s(k)": r"\mathcal{P}_{s}(i)",
                "D": "n",
            },
            case="A finite number of skills, n_s.",
        ),
    ),
    (
        "scaling-laws/expected-loss",
        Printed(
            label="4.28",
            names={
                r"\mathbf{E}_D [\mathcal{L}]": LEFT,
                r"\sum_{k=1}^{\infty}": r"\sum_{i=1}^{n_{s}}",
                r"\mathcal{P}_s(k)": r"A i^{-(\alpha+1)}",
                r"P_{\text{observed}}(k)": r"(1 - (1 - \mathcal{P}_{s}(i))^n)",
            },
            case="A finite number of skills, n_s.",
        ),
    ),
    (
        "scaling-laws/missing-skill",
        Printed(
            label="4.35", head=r"\mathcal{L}_k =", read="S^2/2", names={r"\mathcal{L}_k": LEFT}, case="The case k > N."
        ),
    ),
    (
        "scaling-laws/built-in-skill",
        Printed(
            label="4.35",
            head=r"\mathcal{L}_k =",
            read=r"0 & : k \leq N",
            names={r"\mathcal{L}_k": LEFT, r"& : k \leq N": ""},
            case="The case k <= N.",
        ),
    ),
    (
        "scaling-laws/compute-second-term",
        Printed(
            label="4.38",
            head=LEFT + " =",
            read=r"\frac{S^2 A}{2\alpha} N^{-\alpha}",
            case="The second term, the integral over the skills beyond N in (4.37).",
        ),
    ),
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
    ("lazy-rich/share-conserved", Printed(label="6.7", head=LEFT)),
    (
        "lazy-rich/general-solution",
        Printed(
            label="6.10",
            names={
                "a_i(t)": "a_{j}",
                "a_i(0)": "a_{j}(0)",
                "b_i(0)": "b_{j}(0)",
                r"\gamma(t)^{1/2}": rf"\sqrt{{{_GAMMA}}}",
                r"\gamma(t)^{-1/2}": rf"\frac{{1}}{{\sqrt{{{_GAMMA}}}}}",
            },
            case="gamma is that of (6.12) with its exponent repaired.",
        ),
    ),
    (
        "lazy-rich/general-solution",
        Printed(
            label="6.11",
            names={
                "b_i(t)": "b_{j}",
                "a_i(0)": "a_{j}(0)",
                "b_i(0)": "b_{j}(0)",
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
    ("emergence/strength-solved", Printed(label="B.1", names={**_SKILL, "T": "t"})),
    (
        "emergence/skill-loss-solved",
        Printed(
            label="B.2", names={r"\mathcal{L}_k(T)": LEFT, r"\bar{\mathcal{R}}_k(0)": r"\mathcal{R}_{0}", "T": "t"}
        ),
    ),
    ("emergence/rate-of-a", Printed(label="B.6", head=LEFT, names={"k": "i"})),
    ("emergence/rate-of-b", Printed(label="B.7", names={"k": "i"})),
    (
        "emergence/strength-rate-product-rule",
        Printed(
            label="B.8",
            head=LEFT,
            read=r"= -\eta \frac{d_k}{D} (b_k^2 + a_k^2) (a_k b_k - S)",
            case="The second expression.",
        ),
    ),
    ("emergence/strength-rate", Printed(label="B.9", head=LEFT, names={r"\mathcal{R}_k": "(a_{k} b_{k})"})),
    ("emergence/strength-solved", Printed(label="B.10", names={**_SKILL, "T": "t"})),
    (
        "emergence/observed-skill-has-no-loss",
        Printed(
            label="B.11",
            head=r"\mathcal{L}_k(\infty) =",
            read="0 & : d_k > 0",
            names={r"\mathcal{L}_k(\infty)": LEFT, "& : d_k > 0": ""},
            case="The case d_k > 0.",
        ),
    ),
    (
        "emergence/unobserved-skill-keeps-its-loss",
        Printed(
            label="B.11",
            head=r"\mathcal{L}_k(\infty) =",
            read=r"(S - \mathcal{R}_k(0))^2 / 2",
            names={r"\mathcal{L}_k(\infty)": LEFT, r"\mathcal{R}_k(0)": r"\mathcal{R}_{0}"},
            case="The case d_k = 0.",
        ),
    ),
    (
        "emergence/observed-skill-is-learned",
        Printed(
            label="B.12",
            head=r"\mathcal{R}_k(\infty) =",
            read="S & : d_k > 0",
            names={r"\mathcal{R}_k(\infty)": LEFT, "& : d_k > 0": ""},
            case="The case d_k > 0.",
        ),
    ),
    (
        "emergence/unobserved-skill-stays",
        Printed(
            label="B.12",
            head=r"\mathcal{R}_k(\infty) =",
            read=r"\mathcal{R}_k(0) & : d_k = 0",
            names={r"\mathcal{R}_k(\infty)": LEFT, r"\mathcal{R}_k(0)": r"\mathcal{R}_{0}", "& : d_k = 0": ""},
            case="The case d_k = 0.",
        ),
    ),
    (
        "emergence/gradient-stays-in-the-image",
        Printed(label="B.16", names={**_VECTOR, r"\frac{d\vec{B}_k}{dt}": r"\frac{\mathrm{d} B}{\mathrm{d} t}"}),
    ),
    (
        "emergence/loss-in-the-basis",
        Printed(
            label="B.19",
            head=LEFT + " =",
            read=(
                r"\sum_{j_k=1}^{d_k} \left(\sum_{l=1}^{D_c} \left(\frac{S}{\sqrt{D_c}} - a_k "
                r"B_{k,l} \right) e_{k,l}(k, x^{(j_k)}) \right)^2"
            ),
            names={"B_{k,l}": "B_{l,k}", "e_{k,l}(k, x^{(j_k)})": "e_{l,j}", "j_k": "j"},
            case="The sum over the samples of one skill.",
        ),
    ),
    (
        "emergence/rate-of-an-entry-of-b",
        Printed(
            label="B.20",
            names={
                "B_{k,l}": "B_{l,k}",
                "B_{k,l'}": "B_{l',k}",
                "e_{k,l}(k, x^{(j)})": "e_{l,j}",
                "e_{k,l'}(k, x^{(j)})": "e_{l',j}",
            },
        ),
    ),
    (
        "emergence/rate-of-b-as-a-vector",
        Printed(
            label="B.21",
            names={
                **_JOINED,
                r"-\frac{\eta a_k}{D} \Phi \Phi^T \left(B_k a_k - \frac{\vec{S}}{\sqrt{D_c}} \right)": (
                    r"-\frac{\eta}{D} \Phi \Phi^{\top} (B a - S u) a^{\top}"
                ),
            },
            case="The scale a_k is a matrix of one entry, which stands on the right.",
        ),
    ),
    ("emergence/rate-of-the-scale-a", Printed(label="B.22", names=_ENTRY)),
    (
        "emergence/rate-of-a-as-a-product",
        Printed(label="B.23", names={**_VECTOR, r"\frac{da_k}{dt}": r"\frac{\mathrm{d} a}{\mathrm{d} t}", "a_k": "a"}),
    ),
    (
        "emergence/a-times-its-rate",
        Printed(
            label="B.24",
            names={
                **_VECTOR,
                r"a_k \frac{da_k}{dt}": LEFT,
                r"-\frac{\eta a_k}{D} \vec{B}_k^T": r"-\frac{\eta}{D} a B^{\top}",
                "a_k": "a",
            },
        ),
    ),
    (
        "emergence/a-and-b-grow-together",
        Printed(
            label="B.25",
            head=LEFT,
            names={
                r"\vec{B}_k^T \frac{d\vec{B}_k}{dt}": r"\operatorname{tr}(B^{\top} \frac{\mathrm{d} B}{\mathrm{d} t})"
            },
        ),
    ),
    (
        "emergence/limit-of-b",
        Printed(
            label="B.37",
            head=LEFT + " =",
            read=r"UU^T \frac{\vec{S}}{\sqrt{D_c}} a^{-1} + (I - UU^T)\vec{B}_k(0)",
            names={
                r"UU^T \frac{\vec{S}}{\sqrt{D_c}} a^{-1}": r"\frac{S}{a_{\infty}} U U^{\top} u",
                r"(I - UU^T)\vec{B}_k(0)": r"(B_{0} - U U^{\top} B_{0})",
            },
        ),
    ),
    (
        "emergence/limit-of-a-is-a-root",
        Printed(
            label="B.39",
            then="(a^2)^2 - p^2 = a^2 (a_{0}^2 - b_{0}^2)",
            names={
                r"\left| UU^T \frac{\vec{S}}{\sqrt{D_c}} \right|^2": "p^{2}",
                "a_k(0)^2": "a_{0}^{2}",
                r"|UU^T \vec{B}_k(0)|^2": "b_{0}^{2}",
            },
            case="The claim is that this solves the quadratic equation that (B.38) gives.",
        ),
    ),
    ("emergence/loss-from-few-samples", Printed(label="B.42", names={r"\mathcal{L}_k(\infty)": LEFT})),
    (
        "emergence/partly-expressible-skill-limit",
        Printed(
            label="B.44",
            head=r"\mathcal{R}_k(\infty) =",
            read=r"S \frac{r}{N_c}",
            names={r"\mathcal{R}_k(\infty)": LEFT},
            case="The case k = q.",
        ),
    ),
    (
        "emergence/partly-expressible-skill-at-finite-data",
        Printed(
            label="B.45",
            names={
                (
                    r"-\frac{\eta a_k}{D} \Phi \Phi^T \left(\vec{B}_k a_k - "
                    r"\frac{\vec{S}}{\sqrt{N_c}} \right)"
                ): r"-\frac{\eta}{D} \Phi \Phi^{\top} (B a - S u) a^{\top}",
                r"\vec{B}_k": "B",
            },
            case="The scale a_k is a matrix of one entry, which stands on the right.",
        ),
    ),
    (
        "emergence/kernel-limit",
        Printed(
            label="B.46",
            head=LEFT,
            read=r"= \mathcal{P}(k) \delta_{l,l'}",
            names={r"\mathcal{P}(k)": "P_{k}", r"\delta_{l,l'}": r"\delta_{ll'}"},
        ),
    ),
    (
        "emergence/rate-for-partly-expressible-skill",
        Printed(label="B.47", names={"B_{k,l}": "b_{l,q}", r"\mathcal{P}(k)": "P", "a_k": "a_{q}"}),
    ),
    ("emergence/partly-expressible-skill-strength", Printed(label="B.49", head=LEFT)),
)

PRINTED: Sequence[tuple[str, Printed]] = (
    *_CHAPTERS,
    *appendices.PRINTED,
    *operators.PRINTED,
    *skills.PRINTED,
    *slides.PRINTED,
)
