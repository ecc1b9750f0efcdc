r"""How the formulas of the talk are read: single neurons, symmetries and alternating flows.

What is printed stands in ``kunin-slides.tex``; as in ``equations.py``, which has those of the thesis.  The talk writes
vectors and matrices, the claims have entries: ``X^{\mathsf{T}} X a w - X^{\mathsf{T}} y`` is a sum over samples.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...language.printed import LEFT, RIGHT, Printed

_ERROR = r"(a \sum_{l=1}^{d} X_{m,l} w_{l} - y_{m})"
_GRADIENT = r"\left(X^{\mathsf{T}} X a w - X^{\mathsf{T}} y \right)"
_TRANSPOSED: Mapping[str, str] = {r"A^{\mathsf{T}}": r"A^{\top}", r"W^{\mathsf{T}}": r"W^{\top}"}
_DELTA, _NORM_SQUARED = r"a^{2} - \sum_{k=1}^{d} w_{k}^{2}", r"a^{2} \sum_{k=1}^{d} w_{k}^{2}"
_GAP = rf"\sqrt{{({_DELTA})^{{2}} + 4 {_NORM_SQUARED}}}"
_RATED_ERROR = r"(p_{a} a \sum_{l=1}^{d} p_{w} X_{m,l} w_{l} - y_{m})"
_END = r"a_{1}^{2} - \sum_{i=1}^{d} w_{i,1}^{2}"
_END_GAP = rf"\sqrt{{({_END})^{{2}} + 4 \sum_{{i=1}}^{{d}} \beta_{{i}}^{{2}}}}"
_START_SIZE = r"a_{0}^{2} \sum_{i=1}^{d} w_{i,0}^{2}"
_SIZE = r"\sum_{i=1}^{n + 1} \theta_{i}^{2}"
_ALONG = r"\sum_{j=1}^{n + 1} h_{j} \theta_{j}"
_NORM = rf"\sqrt{{{_SIZE}}}"
_JUMP = r"\frac{1/\epsilon^{2} + \sqrt{1/\epsilon^{4} - 4 D P}}{2 P}"

_DIRECTION = Printed(
    label="Utility, 2",
    names={
        r"\frac{\theta_i}{\|\theta_i\|}": rf"\frac{{\theta_{{i}}}}{{{_NORM}}}",
        r"\|\theta_i\|": _NORM,
        r"\mathbf{P}_{\theta_i}^{\perp}\nabla_{\theta}\hat{\mathcal{U}}_i": (
            rf"(h_{{i}} - \frac{{\theta_{{i}}}}{{{_SIZE}}} {_ALONG})"
        ),
    },
    case="An entry; h is the gradient at the unit vector.",
)
_GROWTH = Printed(
    label="Utility, 3",
    names={r"\|\theta_i\|": _NORM, r"\hat{\mathcal{U}}_i": rf"(U_{{0}} + \frac{{1}}{{{_NORM}}} {_ALONG})"},
    case="The utility at the present instant, to first order in the direction.",
)

ACCUMULATED: Mapping[str, str] = {
    r"\mathcal{S}_{i}(t+\tau^{*})": LEFT,
    r"\mathcal{U}_{i}^{*}(t)": r"\mathcal{U}",
    r"\tau^{*}": r"\tau",
    "c_{i}(t)": "c_{i}",
}
"""The names of the accumulated utility of diagonal networks."""


def _wave(label: str, vector: str, index: str) -> tuple[str, Printed]:
    """One of the vectors of Theorem 6.2, a cosine."""
    return (
        "alternating-flows/cosines-are-unit-vectors",
        Printed(
            label=label,
            then=rf"\sum_{{a=0}}^{{p - 1}} {vector}_*[{index}]^2 = 1",
            names={rf"\frac{{\xi}}{{p}}{index}": r"\frac{\xi}{p} a + s"},
            case="With the phase that the display has lost; the claim is that it is a unit vector.",
        ),
    )


PRINTED: Sequence[tuple[str, Printed]] = (
    # --- symmetry --------------------------------------------------------------------------------------------------
    (
        "symmetry/gradient-property",
        Printed(
            label="A rescale symmetry, 2",
            names={
                **_TRANSPOSED,
                r"\frac{\partial \mathscr{L}}{\partial A}": r"(-\frac{\mathrm{d} A}{\mathrm{d} t})",
                r"\frac{\partial \mathscr{L}}{\partial W}": r"(-\frac{\mathrm{d} W}{\mathrm{d} t})",
            },
            factor="-1",
            case="The derivatives are minus the velocities.",
        ),
    ),
    (
        "symmetry/conserved-difference-mean-square",
        Printed(label="A rescale symmetry, 3", names=_TRANSPOSED, case="For the mean square error."),
    ),
    (
        "symmetry/rescaling-generator",
        Printed(
            label="Conserved quantities",
            names={
                r"\frac{1}{t}": r"\frac{\mathrm{d}}{\mathrm{d} t}",
                r"\left\langle \theta,\partial_{\alpha}\psi\right\rangle": (
                    r"(\operatorname{tr}(W^{\top} M W) - \operatorname{tr}(A^{\top} A M))"
                ),
            },
            case="The rescaling of two layers by exp(alpha M), with the letters d of d/dt, which are lost.",
        ),
    ),
    # --- single neuron ---------------------------------------------------------------------------------------------
    (
        "single-neuron/outer-flow",
        Printed(
            label="Minimal model, 2",
            read=rf"\dot{{a}} = -w^{{\mathsf{{T}}}} {_GRADIENT}",
            names={
                r"\dot{a}": r"\frac{\mathrm{d} a}{\mathrm{d} t}",
                r"w^{\mathsf{T}}": r"\sum_{i=1}^{d} w_{i}",
                _GRADIENT: rf"\sum_{{m=1}}^{{n}} X_{{m,i}} {_ERROR}",
            },
        ),
    ),
    (
        "single-neuron/inner-flow",
        Printed(
            label="Minimal model, 3",
            read=rf"\dot{{w}} = -a {_GRADIENT}",
            names={
                r"\dot{w}": r"\frac{\mathrm{d} w_{j}}{\mathrm{d} t}",
                _GRADIENT: rf"\sum_{{m=1}}^{{n}} X_{{m,j}} {_ERROR}",
            },
            case="An entry.",
        ),
    ),
    (
        "single-neuron/conservation",
        Printed(
            label="Minimal model, 4",
            then=r"\frac{d}{dt} \delta = 0",
            names={"a_0": "a", r"\|w_0\|^2": r"\sum_{i=1}^{d} w_{i}^{2}"},
            case="That delta stays what it is at the start is read as: its rate is 0.",
        ),
    ),
    (
        "single-neuron/kernel",
        Printed(
            label="NTK of the minimal model, 1",
            names={
                "K": LEFT,
                r"X(": r"\sum_{i=1}^{d} \sum_{j=1}^{d} x_{i} (",
                r"\mathbf{I}_d": r"\delta_{ij}",
                r"ww^{\mathsf{T}}": "w_{i} w_{j}",
                r")X^{\mathsf{T}}": ") x_{j}'",
            },
            case="An entry, of two inputs.",
        ),
    ),
    (
        "single-neuron/kernel-from-preconditioner",
        Printed(
            label="A function space perspective, 2",
            names={
                "K": RIGHT,
                r"XMX^{\dagger}": (
                    r"\sum_{i=1}^{d} \sum_{j=1}^{d} X_{m,i} "
                    rf"(\frac{{{_GAP} + {_DELTA}}}{{2}} \delta_{{ij}} + "
                    rf"\frac{{{_GAP} - ({_DELTA})}}{{2}} \frac{{a w_{{i}} a w_{{j}}}}{{{_NORM_SQUARED}}}) X_{{m',j}}"
                ),
            },
            case="An entry.",
        ),
    ),
    (
        "single-neuron/norm-rate-balanced",
        Printed(
            label="Separation of timescales, 1",
            names={
                r"\|\dot{\beta}\|": r"\frac{d}{dt} a^{2}",
                r"\propto": rf"= -2 (\sum_{{i=1}}^{{d}} \frac{{w_{{i}}}}{{a}} \sum_{{m=1}}^{{n}} X_{{m,i}} {_ERROR})",
                r"\|\beta\|": "a^{2}",
            },
            case="The rate of the norm, which is a^2 for delta = 0; the factor is minus twice the gradient along beta.",
        ),
    ),
    (
        "single-neuron/lazy-preconditioner",
        Printed(
            label="Separation of timescales, 2",
            names={"M": LEFT, r"\approx": "=", r"\mathbf{I}_d": r"+ \mathcal{O}(\frac{1}{\delta})"},
            case="The factor of the identity.",
        ),
    ),
    (
        "single-neuron/balanced-flow",
        Printed(
            label="Separation of timescales, 3",
            then=rf"\frac{{d}}{{dt}} \beta_j = -\sum_{{k=1}}^{{d}} M \sum_{{m=1}}^{{n}} X_{{m,k}} {_RATED_ERROR}",
            names={
                r"\sqrt{\eta_a \eta_w}": "p_{a} p_{w}",
                r"\|\beta\|": r"p_{a} p_{w} a^{2}",
                r"\mathbf{I}_d": r"\delta_{jk}",
                r"\beta\beta^{-1}": r"p_{a}^{2} p_{w}^{2} a^{2} w_{j} w_{k}",
                r"\|\beta\|^2": r"(p_{a}^{2} p_{w}^{2} a^{2} \sum_{i=1}^{d} w_{i}^{2})",
                r"\beta_j": r"(p_{a} p_{w} a w_{j})",
            },
            case="The claim has the flow with this M; |beta| is p_a p_w a^2 for delta = 0.",
        ),
    ),
    (
        "single-neuron/delayed-preconditioner",
        Printed(
            label="Separation of timescales, 4",
            names={
                "M": LEFT,
                r"\approx": "=",
                r"|\delta|": r"-\delta",
                r"\frac{\beta \beta^{\dagger}}{\|\beta\|^2}": r"+ \mathcal{O}(\frac{1}{\delta})",
            },
            case="The factor of the projection onto beta, of a negative delta.",
        ),
    ),
    (
        "single-neuron/potential-slope",
        Printed(
            label="Theorem 3.1, 3",
            then=rf"\frac{{d}}{{dn}} \Psi_{{\delta}}(\beta) = {RIGHT}",
            names={r"\|\beta\|": "n"},
            case="The claim has the slope of this, as a function of the norm n.",
        ),
    ),
    (
        "single-neuron/theorem-3-1",
        Printed(
            label="Theorem 3.1, 2",
            read=r"\Psi_{\delta}(\beta) - \psi_{\delta} \frac{\beta_0}{\|\beta_0\|} {}^{\mathsf{T}}\beta",
            head="F =",
            then=rf"F \ge {RIGHT}",
            names={
                r"\Psi_{\delta}(\beta)": rf"\frac{{1}}{{3}} ({_END_GAP} - 2 ({_END})) \sqrt{{{_END_GAP} + {_END}}}",
                r"\psi_{\delta}": rf"\sqrt{{\sqrt{{({_END})^{{2}} + 4 {_START_SIZE}}} - ({_END})}}",
                r"\frac{\beta_0}{\|\beta_0\|} {}^{\mathsf{T}}\beta": (
                    rf"\frac{{1}}{{\sqrt{{{_START_SIZE}}}}} \sum_{{j=1}}^{{d}} a_{{0}} w_{{j,0}} \beta_{{j}}"
                ),
            },
            case="The claim has that no other beta with X beta = y has less of this, or as little.",
        ),
    ),
    # --- alternating flows -----------------------------------------------------------------------------------------
    (
        "alternating-flows/residual-in-the-limit",
        Printed(
            label="Alternating Gradient Flows, 6",
            names={r"r(x; \Theta)": r"\lim_{\epsilon \to 0^{+}} (y - f \epsilon^{\kappa})", r"\to": "=", "y(x)": "y"},
            case="The weights are epsilon Theta, of a vanishing epsilon.",
        ),
    ),
    ("alternating-flows/direction-rate-of-any-utility", _DIRECTION),
    ("alternating-flows/norm-rate-of-any-utility", _GROWTH),
    ("alternating-flows/utility-dynamics", _DIRECTION),
    ("alternating-flows/utility-dynamics", _GROWTH),
    (
        "alternating-flows/jump-power",
        Printed(
            label="Jump time, 2",
            read=r"-\frac{\|\theta_{i}(0)\|^{2-\kappa} - 1}{2-\kappa}",
            head="S =",
            then=r"(\rho_{0}^{2 - \kappa} - (\kappa - 2) S)^{-1/(\kappa - 2)} = 1",
            names={r"\|\theta_{i}(0)\|": r"\rho_{0}"},
            case="The case kappa > 2: with this accumulated utility the norm is one.",
        ),
    ),
    (
        "alternating-flows/jump-continuous-in-kappa",
        Printed(
            label="Jump time, 2",
            read=r"-\log \|\theta_{i}(0)\|",
            head=LEFT + "=",
            names={r"\|\theta_{i}(0)\|": r"\rho_{0}"},
            case="The case kappa = 2, as the limit of the other.",
        ),
    ),
    (
        "alternating-flows/linear-utility",
        Printed(
            label="AGF for linear networks, 3",
            read=(
                r"\mathbb{E}_{x}\left[\left\langle a_{i}w_{i}^{\mathsf{T}}x, r(x)\right\rangle\right] = "
                r"a_{i}^{\mathsf{T}}\mathbb{E}_{x}\left[yx^{\mathsf{T}}\right]w_{i}"
            ),
            names={
                r"\mathbb{E}_{x}\left[\left\langle a_{i}w_{i}^{\mathsf{T}}x, r(x)\right\rangle\right]": (
                    r"\sum_{m=1}^{c} (a_{m} \sum_{k=1}^{d} w_{k} x_{k}) y_{m}"
                ),
                r"a_{i}^{\mathsf{T}}\mathbb{E}_{x}\left[yx^{\mathsf{T}}\right]w_{i}": (
                    r"\sum_{m=1}^{c} \sum_{k=1}^{d} a_{m} y_{m} x_{k} w_{k}"
                ),
            },
            case="At one sample, the first equality.",
        ),
    ),
    (
        "alternating-flows/mean-is-product",
        Printed(
            label="AGF for linear networks, 3",
            read=(
                r"a_{i}^{\mathsf{T}}\mathbb{E}_{x}\left[yx^{\mathsf{T}}\right]w_{i} = "
                r"a_{i}^{\mathsf{T}}Y^{\mathsf{T}}Xw_{i}"
            ),
            names={
                r"a_{i}^{\mathsf{T}}": "",
                "w_{i}": "",
                r"\mathbb{E}_{x}\left[yx^{\mathsf{T}}\right]": r"\frac{1}{n} \sum_{s=1}^{n} Y_{s,m} X_{s,k}",
                r"Y^{\mathsf{T}}X": r"\sum_{s=1}^{n} \frac{Y_{s,m}}{\sqrt{n}} \frac{X_{s,k}}{\sqrt{n}}",
            },
            case="The second equality, an entry of the matrices between the weights, with rows over the root of n.",
        ),
    ),
    (
        "alternating-flows/linear-largest-utility",
        Printed(
            label="AGF for linear networks, 5",
            read=r"a_i^{T} Y^{T} X w_i",
            head="F =",
            then=r"F \le \frac{N \sigma}{2}",
            names={"a_i^{T} Y^{T} X w_i": r"\sum_{j=1}^{d} w_{j} \sum_{i=1}^{c} (1 - h_{i}) a_{i} C_{i,j}"},
            case="The claim has the largest value, of weights of squared length N; h is 1 for what was learned.",
        ),
    ),
    (
        "alternating-flows/linear-before-the-jump",
        Printed(
            label="AGF for linear networks, 7",
            then=r"e^{-\ell} e^{\mathcal{S}_i(t)} < 1",
            names={r"\kappa \mathcal{U}_i^*": r"2 \cdot \frac{\sigma_{1}}{2}"},
            case="kappa = 2 and the largest utility; the claim is that the norm is below one until then.",
        ),
    ),
    (
        "alternating-flows/linear-jump-estimate",
        Printed(
            label="AGF for linear networks, 8",
            then=rf"\lim_{{\epsilon \to 0^{{+}}}} \frac{{\ln({_JUMP})}}{{2 \sigma_1 \tau_i}} = 1",
            names={r"\|\theta_i(0)\|": r"\epsilon", r"\sigma_1": "s"},
            free=("s",),
            case="The claim is that the exact jump time, over this one, tends to 1 as the start vanishes.",
        ),
    ),
    (
        "alternating-flows/diagonal-first-stage",
        Printed(
            label="AGF for diagonal linear networks, 3",
            read=r"u = \alpha \mathbf{1}",
            names={"u": "u(0)", r"\mathbf{1}": ""},
            case="A coordinate, its first factor; of the second the claim has v(0) = 0.",
        ),
    ),
    (
        "alternating-flows/diagonal-increment",
        Printed(
            label="AGF for diagonal linear networks, 5",
            names=ACCUMULATED,
            case="As the increment during the stage.",
        ),
    ),
    (
        "alternating-flows/leaves-the-wall",
        Printed(
            label="Saddle-to-saddle algorithm, 5",
            read=r"S \leftarrow S - \tau^* \nabla \mathcal{L}(\beta)",
            then="S < 1",
            names={"S": "1", r"\tau^*": r"\tau", r"\nabla \mathcal{L}(\beta)": "dL"},
            case="A coordinate at S = 1 with a positive gradient; the claim is that it goes below.",
        ),
    ),
    (
        "alternating-flows/modular-argmax",
        Printed(
            label="Modular addition",
            read=r"\cos \left(2\pi k \frac{a+b-c}{p} \right)",
            head="C =",
            then=rf"1 - C = {RIGHT}",
            names={"a+b-c": "m"},
            case="The claim is that it falls short of 1, which it is for c = a + b, by a square.",
        ),
    ),
    _wave("Theorem 6.2, 3", "v", "b"),
    _wave("Theorem 6.2, 4", "w", "c"),
)
