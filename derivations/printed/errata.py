r"""How the lines of the errata are read: their names in the notation of the claims, and why some are not read."""

from __future__ import annotations

from collections.abc import Mapping

from ...language.printed import LEFT, RIGHT, Printed
from .slides import ACCUMULATED

_K = {"i": "k"}
_TWO_TERMS = r"(\Sigma + k^{-(\alpha + 1)})"
_SKILL = (
    r"\frac{S^{2}}{2 \left(1 + \frac{k^{-\nu} e^{2 \eta A S k^{-(\alpha + 1)} T}}{S/\mathcal{R}_{0} - 1}\right)^{2}}"
)
_NOW, _NEXT = r"\mathbf{E}[x_i^2]", r"\mathbf{E}[x_{i+1}^2]"
_ERROR = r"\left(\vec{B}_k a_k - \frac{\vec{S}}{\sqrt{D_c}} \right)"
_ROOT = r"\sqrt{\sum_{i=1}^{n_{+}} a_{i,+}^{2}}"
_THETA = r"\frac{\sum_{i=1}^{n_{+}} a_{i,+} b_{i,+} + \sum_{k=1}^{n_{-}} a_{k,-} b_{k,-}}{Z}"
_FORM = r"\operatorname{tr}((a^{\top} B^{\top} - S u^{\top}) \Phi \Phi^{\top} (B a - S u))"
_NORM = r"\sqrt{a^{2} + \sum_{k=1}^{d} w_{k}^{2}}"

READ: Mapping[str, Printed] = {
    # --- linear models ---------------------------------------------------------------------------------------------
    "linear-models/positive-eigenvalues-as-printed": Printed(
        read=r"O_{ij} = \frac{1}{\sqrt{\rho_j}} \langle \Phi_i|e_j\rangle.",
        names={"O_{ij}": "o", r"\langle \Phi_i|e_j\rangle": "g"},
        free=("o", "g"),
        divides=r"\rho_j",
        case="Two features: the line divides by the root of each eigenvalue, and the claim is that the smaller one is "
        "positive.",
    ),
    "linear-models/sample-eigenvalues-as-printed": Printed(
        then=r"\frac{1}{n} \Phi \Phi^{\top} U = U \rho_k",
        names={"s_k": "S", r"\Phi": r"\phi"},
        case="All k at once, with the singular values as the diagonal matrix S: the claim is the equation that makes "
        "the assigned numbers eigenvalues.",
    ),
    "linear-models/sample-eigenfunctions-as-printed": Printed(
        then=r"\frac{1}{n} e_k(x) e_k(x)^{\top} = I",
        names={r"u_k^T \Phi(x) / s_k": r"S^{-1} U^{\top} \phi"},
        case="All k and all samples at once; the claim is that these functions are orthonormal over the samples.",
    ),
    "linear-models/learnability-as-printed": Printed(
        read=r"= \frac{\rho_k}{\rho_k + \kappa}",
        head="L_k",
        names={"L_k": LEFT, r"\rho_k": r"\rho_{1}"},
        case="Two features and one sample, where the mean that defines L_1 is the left side of the claim.",
    ),
    "linear-models/benign-conditions-as-printed": Printed(
        read=r"L_k \approx \begin{cases} 1, & d \leq n \\ (n-d)/(p-d), & d > n \end{cases}",
        then=r"\sum_{k=1}^{d} L_k|d \leq n + \sum_{l=1}^{m} L_k|d \leq n = n",
        case="The case d <= n, in which the claim sums the printed values over all p = d + m features.",
    ),
    "linear-models/benign-learnability-as-printed": Printed(
        then=(
            r"\lim_{n \to \infty} \frac{\rho_k|k \leq d}{\rho_k|k \leq d + \frac{1}{2 n} (-B + "
            r"\sqrt{B^{2} - 4 n (n (\rho_k|k > d) - d (\rho_k|k > d) - (p-d) (\rho_k|k > d))})} = L_k|d \leq n"
        ),
        names={"B": r"(n (1 + \frac{n}{n^{2}}) - d - n)", "p-d": "n^{2}"},
        case="p - d = n^2; the claim puts the printed eigenvalues into (1.35), solved for kappa, and has the printed "
        "learnability as the limit.",
    ),
    "linear-models/parameters-row-or-column-as-printed": Printed(
        names={
            r"\hat{w}": "w", r"\hat{w}^T": r"w^{\top}", "YV^T": r"Y V^{\top}", "UU^T": r"U U^{\top}",
            "U^T": r"U^{\top}", "I_p": "I", "S^{-1}": "S",
        },
        sizes={"w": ("p", "1"), "Y": ("1", "n"), "V": ("n", "n"), "S": ("n", "n"), "U": ("p", "n"), "I": ("p", "p")},
        free=("n",),
        case="The sizes of both sides, w being a column as in (A.7).",
    ),
    "linear-models/training-flow-as-printed": Printed(
        names={"w^T": "w", r"\Phi(X)^T": r"\Phi^{\top}", r"\Phi(X)": r"\Phi"},
        case="The claim has the parameters as a row.",
    ),
    # --- neural collapse -------------------------------------------------------------------------------------------
    "neural-collapse/cumulative-index-printed": Printed(
        read=r"\sum_{j=1}^k Q_k^* = \sum_{j=1}^k \sum_{i=1}^C \langle e_j | f_i^* \rangle^2",
        names={"Q_k^*": r"\sum_{i=1}^{C} o_{k,i}^{2}", r"\langle e_j | f_i^* \rangle": "o_{j,i}"},
    ),
    "neural-collapse/utilization-printed": Printed(
        read=r"\hat{Q}_k = \frac{\langle e_k | P_{\hat{\mathcal{H}}}[e_k] \rangle^2}{\dim(\hat{\mathcal{H}})}",
        then=r"\sum_{k=1}^p \hat{Q}_k = 1",
        names={
            r"\langle e_k | P_{\hat{\mathcal{H}}}[e_k] \rangle": r"\frac{c_{k}^{2}}{\sum_{l=1}^{p} c_{l}^{2}}",
            r"\dim(\hat{\mathcal{H}})": "1",
        },
        case="One learned function; the claim is that the utilizations add up to 1, as the text says.",
    ),
    "neural-collapse/third-vector-printed": Printed(
        names={"[": "", ",": "", "]": "= 0"},
        case="The claim is that the entries of the printed vector add up to 0, as the text says of all three.",
    ),
    "neural-collapse/product-of-class-means-printed": Printed(
        head=r"\mu_i^T \mu_j",
        names={
            r"\mu_i^T \mu_j": LEFT,
            r"\langle \hat{f}_i | \mathcal{T}[\hat{f}_j] \rangle": (
                r"\frac{1}{C m} \sum_{y=1}^{C} \sum_{r=1}^{m} \delta_{iy} \frac{1}{C m} \sum_{y'=1}^{C} "
                r"\sum_{r'=1}^{m} \delta_{jy'} \sum_{k=1}^{p} \Phi_{k,y,r} \Phi_{k,y',r'}"
            ),
        },
    ),
    "neural-collapse/matrix-elements-printed": Printed(
        read=r"\langle C\hat{f}_i | \mathcal{T}_{MP}[C\hat{f}_j - \mathbf{1}] \rangle = a_2(\delta_{ij} - C^{-1})",
        names={r"\langle C\hat{f}_i | \mathcal{T}_{MP}[C\hat{f}_j - \mathbf{1}] \rangle": LEFT},
    ),
    "neural-collapse/nc1-integral-printed": Printed(
        head=r"\sum_{i,j} \sum_{x \in X_i} \left((\Phi(x) - \mu_i)^T (\mu_j - \mu_g)\right)^2",
        names={
            r"\sum_{i,j} \sum_{x \in X_i} \left((\Phi(x) - \mu_i)^T (\mu_j - \mu_g)\right)^2": LEFT,
            r"\sum_{i,j} \int_{\mathcal{X}}": (
                r"\sum_{i=1}^{C} \sum_{j=1}^{C} \frac{1}{C m} \sum_{y=1}^{C} \sum_{r=1}^{m}"
            ),
            r"\hat{f}_i(x)": r"\delta_{iy}",
            r"(\hat{f}_i(x) \Phi(x) - \mu_i)^T (\mu_j - \mu_g)": (
                r"\sum_{k=1}^{p} (\Phi_{k,y,r} \delta_{iy} - \frac{1}{m} \sum_{s=1}^{m} \Phi_{k,i,s}) "
                r"(\frac{1}{m} \sum_{s=1}^{m} \Phi_{k,j,s} - \frac{1}{C m} \sum_{z=1}^{C} \sum_{s=1}^{m} "
                r"\Phi_{k,z,s})"
            ),
            "q(x) dx": "",
        },
        case="The distribution of the samples: C classes with m samples each.",
    ),
    "neural-collapse/output-shape-printed": Printed(
        names={
            r"\arg \max_i": "", r"\Phi(x)": "z", "w_i": "w", "w_i^T": r"w^{\top}",
            r"+ b_i \rightarrow \arg \min_i \|\Phi(x) - \mu_i\|_2": "",
        },
        sizes={"w": ("p", "1"), "z": ("p", "1")},
        case="The sizes of the product, w_i and Phi(x) being columns of p entries.",
    ),
    # --- feedback --------------------------------------------------------------------------------------------------
    "feedback/gradient-sum-to-p": Printed(
        head=f"-{LEFT}",
        names={**_K, r"\mathbf{E}": ""},
        case="Inside the mean, for one input x.",
        factor="-1",
    ),
    "feedback/product-rate-printed": Printed(head=r"\frac{d}{dt}(a_i b_i)", names=_K),
    "feedback/balanced-rate-printed": Printed(head=r"\frac{d}{dt}(a_i b_i)", names=_K),
    "feedback/stage-like-printed": Printed(
        then=r"\epsilon < 1",
        names={"a_i(0)b_i(0)": "r_{0}"},
        case="The claim is that the line gives a share, epsilon below 1, while the stronger mode is learned first.",
    ),
    "feedback/stage-like-as-exponent": Printed(
        then=(
            rf"\frac{{1}}{{{_NOW} S}} \ln(\frac{{1}}{{\epsilon}} - 1) = "
            rf"\frac{{1}}{{2 {_NEXT} S}} \ln(\frac{{S/r_0 - 1}}{{1/\epsilon - 1}}) - "
            rf"\frac{{1}}{{2 {_NOW} S}} \ln(\frac{{S/r_0 - 1}}{{1/\epsilon - 1}})"
        ),
        names={
            "a_i(0)b_i(0)": "r_0",
            rf"\right) \frac{{{_NEXT} - {_NOW}}}{{{_NEXT} + {_NOW}}}": (
                rf")^{{\frac{{{_NEXT} - {_NOW}}}{{{_NEXT} + {_NOW}}}}}"
            ),
        },
        case="The ratio is taken for an exponent; the claim is what defines epsilon, that by the times (3.12) one mode "
        "is saturated just when the next emerges.",
    ),
    # --- linear networks -------------------------------------------------------------------------------------------
    "linear-networks/first-layer-entry-expanded-as-printed": Printed(
        head=r"-\frac{d w_{ij}^{(1)}}{dt}",
        names={
            r"\mathbf{E}": "",
            r"\sum_{i',j',k}": r"\sum_{i'=1}^{d} \sum_{j'=1}^{p} \sum_{k=1}^{c} (",
            "w_{ij}^{(1)}": "w_{i,j,1}",
            "w_{i'j'}^{(1)}": "w_{i',j',1}",
            "w_{j'k}^{(2)}": "w_{j',k,2}",
            "w_{jk}^{(2)}": "w_{j,k,2}",
            "y_k w_{jk}^{(2)}": "y_{k} w_{j,k,2} )",
        },
        factor="-1",
        case="Inside the mean, for one sample; the sum extends to both terms.",
    ),
    # --- scaling laws ----------------------------------------------------------------------------------------------
    "scaling-laws/relative-loss-of-a-skill-printed": Printed(
        read=(
            r"\approx \frac{\mathcal{P}_s(I = k)}{\sum_{j=k}^{\infty} \mathcal{P}_s(I = j)} = "
            r"-\frac{k^{-(\alpha+1)}}{\sum_{j=k}^{\infty} j^{-(\alpha+1)}}"
        ),
        names={
            r"\approx": "",
            r"\mathcal{P}_s(I = k)": r"k^{-(\alpha + 1)}",
            r"\sum_{j=k}^{\infty} \mathcal{P}_s(I = j)": _TWO_TERMS,
            r"\sum_{j=k}^{\infty} j^{-(\alpha+1)}": _TWO_TERMS,
        },
        case="Sigma is the sum over the later skills.",
    ),
    "scaling-laws/time-and-skill-derivatives-printed": Printed(
        names={r"\mathcal{L}_k": f"({_SKILL})"}, case="The loss of a skill that starts at k^(-nu) of the first."
    ),
    "scaling-laws/boundary-of-the-first-skill-printed": Printed(
        head=LEFT,
        names={
            r"- \lim_{N \rightarrow \infty} \mathcal{O}\left(N^{-\alpha} \frac{1}{T}\right) +": "",
            r"\mathcal{L}": r"c T^{-\alpha/(\alpha + 1)}",
        },
        case="The boundary term at N, which vanishes, is left out.",
    ),
    "scaling-laws/data-last-line-printed": Printed(
        head=LEFT,
        names={
            r"\approx": "=", r"\mathbf{E}_D [\mathcal{L}]": "E_{D}", r"\Delta \mathcal{L}": "(E_{D+1} - E_{D})",
        },
        case="The sign of approximation is the one of the line before, and this line follows exactly.",
    ),
    "scaling-laws/data-ratio-printed": Printed(
        read=r"\frac{\Delta\mathcal{L}}{\mathbf{E}_D[\mathcal{L}]} = -\frac{\alpha}{1+(\alpha+1)D}",
        names={r"\mathbf{E}_D[\mathcal{L}]": "E_{D}", r"\Delta\mathcal{L}": "E_{D+1} - E_{D}"},
    ),
    "scaling-laws/antiderivative-term-printed": Printed(
        read=(
            r"\frac{1}{2(\alpha + 1)} \frac{S^2 A}{\left(1 + \frac{1}{S/\mathcal{R}_k(0)-1} "
            r"e^{2\eta S A k^{-(\alpha+1)T}}\right)^2} \frac{k^{-\alpha}}{T}"
        ),
        head=f"{RIGHT} =",  # the claim has the sides exchanged
        names={r"\mathcal{R}_k(0)": r"\mathcal{R}_{0}"},
        case="The antiderivative at k, against the one that the line before gives.",
    ),
    # --- emergence -------------------------------------------------------------------------------------------------
    "emergence/strength-rate-product-rule-printed": Printed(
        read=r"\frac{d\mathcal{R}_k}{dt} = -\eta \frac{da_k}{dt} b_k + a_k \frac{db_k}{dt}",
        names={
            r"\mathcal{R}_k": "(a_{k} b_{k})",
            r"\frac{da_k}{dt}": r"\frac{\eta d_{k}}{D} b_{k} (S - a_{k} b_{k})",
            r"\frac{db_k}{dt}": r"\frac{\eta d_{k}}{D} a_{k} (S - a_{k} b_{k})",
        },
        case="The rates of a_k and b_k are those of the lines before.",
    ),
    "emergence/time-emergence-printed": Printed(
        names={
            r"\mathcal{R}_k(T)": "B a_{k} b_{k}", r"\mathcal{R}_k(0)": r"\mathcal{R}_{0}", r"\mathcal{P}_s(k)": "P",
            r"\mathcal{B}": "B", "T": "t",
        },
        factor="S",
    ),
    "emergence/total-loss-as-printed": Printed(
        names={r"\mathcal{L}_D": LEFT, r"\left(f^*(i^{(j)}, x^{(j)}) - f(i^{(j)}, x^{(j)}) \right)^2": "F_{j}"},
    ),
    "emergence/loss-as-a-norm-printed": Printed(
        read=(
            r"\mathcal{L}_k = \left| \Phi \left(\vec{B}_k a_k - \frac{\vec{S}}{\sqrt{D_c}} \right) \right|^2"
        ),
        names={
            r"\mathcal{L}_k": LEFT,
            r"\left| \Phi \left(\vec{B}_k a_k - \frac{\vec{S}}{\sqrt{D_c}} \right) \right|^2": _FORM,
        },
        case="The loss is written out; u is the vector of D_c entries 1/sqrt(D_c).",
    ),
    "emergence/feature-matrix-fits-as-printed": Printed(
        names={
            r"\mathcal{L}_k = \left|": "", rf"\right|^2 \geq \sigma^2 \left| UU^T {_ERROR} \right|^2": "",
            r"\mathcal{L}_k = \frac{1}{2d_k} \left|": "",
            rf"\right|^2 \geq \frac{{\sigma^2}}{{2d_k}} \left| UU^T {_ERROR} \right|^2": "",
            r"\Phi": "F", r"\Phi^T": r"F^{\top}", r"\vec{B}_k a_k": "B", r"\frac{\vec{S}}{\sqrt{D_c}}": "u",
        },
        sizes={"F": ("D_c", "d_k"), "B": ("D_c", "1"), "u": ("D_c", "1")},
        case="The sizes of the product, Phi being D_c x d_k as in (B.15).",
    ),
    "emergence/stationary-point-as-printed": Printed(
        names={r"\left(\vec{B}a - \frac{\vec{S}}{\sqrt{D_c}} \right)": "z", "U^T": r"U^{\top}"},
    ),
    "emergence/outside-component-printed": Printed(
        names={
            r"(I - UU^T)\vec{B}_k(\infty)": r"(B_{\infty} - U U^{\top} B_{\infty})",
            r"(I - UU^T)\vec{B}_k(0)": r"(B_{0} - U U^{\top} B_{0})",
            r"a_k(\infty)": r"a_{\infty}", "a_k(0)": "a_{0}",
        },
    ),
    "emergence/few-samples-printed": Printed(
        read=r"S \left(1 - \sqrt{1 - d_k/D_c}\right)",
        head=r"\mathcal{R}_k(\infty) =",
        names={r"\mathcal{R}_k(\infty)": LEFT, "d_k": "m"},
        case="The first case, m samples of the skill.",
    ),
    "emergence/enough-samples-printed": Printed(
        read=r"S & : d_k \geq D_c",
        head=r"\mathcal{R}_k(\infty) =",
        names={r"\mathcal{R}_k(\infty)": LEFT, r"& : d_k \geq D_c": ""},
        case="The second case, for n samples that are all alike.",
    ),
    "emergence/kernel-limit-printed": Printed(
        read=r"\mathbf{E}_{I,X} [e_{k,l}(k, X) e_{k,l'}(k, X)] = \mathcal{P}(k) \delta_{l,l'}",
        names={
            r"\mathbf{E}_{I,X} [e_{k,l}(k, X) e_{k,l'}(k, X)]": r"\sum_{i=1}^{n_{s}} P_{i} \delta_{ll'}",
            r"\mathcal{P}(k)": "P_{k}",
        },
        case="The features of skill k are evaluated at k, whatever I is, and are orthonormal over X.",
    ),
    "emergence/modes-add-up-printed": Printed(
        then=rf"{LEFT} = \mathcal{{R}}^{{(q)}}",
        names={"Y^T f^{(q)}(X)": r"S (2 \alpha^{2} + \beta^{2} + \gamma^{2})"},
        case="Summed over q, where the products Y^T f^(q)(X) are S times 2 alpha^2, beta^2 and gamma^2; the claim is "
        "that the strengths add up to the skill strength (4.7).",
    ),
    "emergence/alpha-rate-printed": Printed(),
    "emergence/beta-rate-printed": Printed(),
    "emergence/gamma-rate-printed": Printed(),
    "emergence/c-rate-printed": Printed(),
    # --- lazy and rich ---------------------------------------------------------------------------------------------
    "lazy-rich/mode-rates-printed": Printed(
        names={
            r"\sum_{i \in \mathcal{I}_\pm} \frac{da_i^2}{dt}": (
                r"\frac{\mathrm{d}}{\mathrm{d} t} \sum_{i=1}^{n_{+}} a_{i,+}^{2}"
            ),
            r"\sum_{i \in \mathcal{I}_\pm} a_i^2": r"\sum_{i=1}^{n_{+}} a_{i,+}^{2}",
            r"\mp": "-",
            r"\theta": _THETA,
        },
        case="The upper signs.",
    ),
    "lazy-rich/share-terms-printed": Printed(
        read=r"= \frac{a_j}{\sqrt{\sum_{i \in \mathcal{I}_+} a_i^2}}",
        head=LEFT,
        names={"a_j": "a_{j,+}", r"\sqrt{\sum_{i \in \mathcal{I}_+} a_i^2}": _ROOT},
        case="The first term of the line.",
    ),
    "lazy-rich/gamma-printed": Printed(
        then=(
            r"a_j = \frac{a_j(0) + b_j(0)}{2} \sqrt{\gamma(t)} + \frac{a_j(0) - b_j(0)}{2 \sqrt{\gamma(t)}}"
        ),
        case="The claim is that this gamma, put into (6.11), solves the flow.",
    ),
    # --- alternating flows -----------------------------------------------------------------------------------------
    "alternating-flows/weighted-sum-printed": Printed(
        label="Alternating Gradient Flows, 4",
        names={
            r"f(x; \Theta)": LEFT, r"\sum_{i=1}^{H}": "", r"\|\theta_i\|": _NORM,
            r"f_i \left(x; \Theta\right)": r"a (\sum_{k=1}^{d} w_{k} x_{k})^{\kappa - 1}",
        },
        case="One neuron.",
    ),
    "alternating-flows/rank-one-fit-printed": Printed(
        label="AGF for linear networks, 9",
        then=(
            r"\frac{1}{2} \sum_{j=1}^{2} \sum_{k=1}^{2} (\sigma_1 \delta_{j1} \delta_{k1} + "
            r"\sigma_2 \delta_{j2} \delta_{k2} - f(x; \Theta))^{2} < \frac{1}{2} (\sigma_1^{2} + \sigma_2^{2})"
        ),
        names={"u_1": r"\delta_{j1}", "v_i^T x": r"\delta_{k2}", "v_1^T x": r"\delta_{k1}"},
        case="i = 2 of two modes, entries in the singular bases; the claim is that this map has less loss than none.",
    ),
    "alternating-flows/new-utility-printed": Printed(
        label="AGF for linear networks, 10",
        head=f"{LEFT} =",
        names={
            r"X^{\mathsf{T}}X": r"\mathbf{E}[x x^{\top}]", "u_1": "U_{1}", r"\sigma_1": r"\Sigma_{1}",
            r"v_1^{\mathsf{T}}": r"V_{1}^{\top}",
        },
        case="The left side is the correlation of the residual with the inputs, which the line gives.",
    ),
    "alternating-flows/greedy-product-printed": Printed(
        label="Greedy Low-Rank Learning, 7",
        then=r"(M - W_r) U_r(\infty) = 0",
        names={
            r"U_r(\infty)": r"\mathcal{U}", r"U_r^{+}(\infty)": "U^{+}",
            r"U_r^{\mathsf{T}}(\infty)": r"\mathcal{U}^{\top}",
        },
        case="The claim is that the gradient at this product vanishes on the columns that were learned.",
    ),
    "alternating-flows/diagonal-utility-printed": Printed(
        label="AGF for diagonal linear networks, 4",
        read=r"\frac{1}{n} \sum_{j=1}^n u_i v_j X_{ij} r_j = -u_i v_i \nabla_{\beta_i} \mathscr{L}(\beta_\theta)",
        names={
            "j": "s", "v_j": "v_{s}", "X_{ij}": "X_{i,s}",
            "r_j": r"(y_{s} - \sum_{k'=1}^{d} X_{s,k'} u_{k'} v_{k'})",
            r"\nabla_{\beta_i} \mathscr{L}(\beta_\theta)": (
                r"(-\frac{1}{n} \sum_{s=1}^{n} X_{s,i} (y_{s} - \sum_{k'=1}^{d} X_{s,k'} u_{k'} v_{k'}))"
            ),
        },
    ),
    "alternating-flows/diagonal-utility-mean-printed": Printed(
        label="AGF for diagonal linear networks, 4",
        read=r"\frac{1}{n} \sum_{j=1}^n u_i v_j X_{ij} r_j = -u_i v_i \nabla_{\beta_i} \mathscr{L}(\beta_\theta)",
        names={
            "j": "s", "v_j X_{ij}": "v_{i} X_{s,i}",
            "r_j": r"(y_{s} - \sum_{k'=1}^{d} X_{s,k'} u_{k'} v_{k'})",
            r"\nabla_{\beta_i} \mathscr{L}(\beta_\theta)": (
                r"(-\sum_{s=1}^{n} X_{s,i} (y_{s} - \sum_{k'=1}^{d} X_{s,k'} u_{k'} v_{k'}))"
            ),
        },
        case="With the indices repaired, for the loss that is a sum and not a mean.",
    ),
    "alternating-flows/diagonal-accumulated-printed": Printed(
        label="AGF for diagonal linear networks, 5",
        names=ACCUMULATED,
        case="From an accumulated utility of 0.",
    ),
    "alternating-flows/theorem-6-2-phases-printed": Printed(
        label="Theorem 6.2, 2",
        then=(
            r"\sum_{b=0}^{2} \sum_{c=0}^{2} (\sum_{a=0}^{2} u_*[a] x[a-b] + \sum_{a=0}^{2} u_*[a] x[a-c])^{2} "
            r"\sum_{a=0}^{2} u_*[a] x[a-b-c] = \sqrt{2p} h^{3}"
        ),
        names={
            r"\xi": "1", "2p": "6", "p": "3",
            **{f"x[{k}]": rf"\frac{{2}}{{3}} h \cos(\frac{{2 \pi}}{{3}} ({k}) + s_x)" for k in ("a-b", "a-c", "a-b-c")},
        },
        case="p = 3, where xi = 1 and every encoding of mean zero is one cosine; v_* and w_* are printed alike. The "
        "claim is that the utility reaches the value of the theorem.",
    ),
    "alternating-flows/theorem-6-2-unit-vector-printed": Printed(
        label="Theorem 6.2, 2",
        then=r"3 \sum_{a=0}^{2} u_*[a]^2 = 1",
        names={r"\xi": "1", "p": "3"},
        case="p = 3, where xi = 1; v_* and w_* are printed alike, and the phases that the display has lost change no "
        "norm.",
    ),
    "alternating-flows/theorem-6-2-value-printed": Printed(
        label="Theorem 6.2, 6",
        names={r"\mathcal{U}_*": LEFT, "2p": "6", r"|\hat{x}[\xi]|": "h"},
        case="p = 3, at the vectors of the theorem with its phases.",
    ),
    # --- formulas within sentences ---------------------------------------------------------------------------------
    "linear-models/theta-as-printed": Printed(
        read=r"\theta = Ow",
        then=r"w^{\top} \Phi = \theta^{\top} R E",
        case="The claim is that these parameters give the same function, by the eigenfunctions.",
    ),
    "neural-collapse/dimension-of-a-projection-printed": Printed(
        read=r"D_{eff}(\rho) = 10", names={r"D_{eff}(\rho)": LEFT}, case="The first of the two."
    ),
    "linear-networks/hidden-width-as-printed": Printed(
        read=r"R \in \mathbb{R}^{c \times c}",
        head="p =",
        names={r"R \in \mathbb{R}^": "", r"c \times": ""},
        case="The number of columns of R, which are as many as hidden neurons.",
    ),
    "linear-networks/mode-sigmoid-as-printed": Printed(
        read=r"\alpha_i := u_i^T W_1 W_2 v_i",
        then=r"\alpha_i = \sqrt{\frac{\rho}{1 + \left(\frac{\rho}{\alpha_0^2} - 1\right) e^{-2 \rho t}}}",
        names={"u_i^T W_1 W_2 v_i": r"\alpha \beta"},
        case="The claim is that the square of this is rho times the sigmoid, which is what (3.15) says.",
    ),
    "emergence/bound-of-a-printed": Printed(
        read="(S + a_k(0))",
        head=rf"{LEFT} \le",
        names={"a_k(0))": "a_0)^{2}"},
        case="The factor that bounds a_k, squared.",
    ),
    "emergence/beta-starts-at-printed": Printed(
        read=r"\approx 4S", head=rf"{LEFT} = \eta", names={r"\approx": ""}, case="The value, as a rate in units of eta."
    ),
    "emergence/gamma-starts-at-printed": Printed(
        read=r"\approx 2S", head=rf"{LEFT} = \eta", names={r"\approx": ""}, case="The value, as a rate in units of eta."
    ),
    "lazy-rich/ntk-start-printed": Printed(
        read=r"\theta(0) \rightarrow 0", names={r"\theta(0) \rightarrow": f"{LEFT} ="}, case="In mean square."
    ),
}  # fmt: skip
