"""3. Modes: each diagonal entry grows in a sigmoid (A.38-A.40, 3.15)."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum, Step
from ...language.flows import GradientFlow
from ...language.matrices import Diagonal, Equal, Orthogonal, SemiOrthogonal, group, identity, matrix, written
from ...language.matrix_functions import accumulated, expm, inverse
from ...language.sources import position_paper, thesis
from ...language.statements import Conserved, Rate, Solution
from ...language.statements.matrices import MatrixIdentity
from ...language.statements.matrix_solutions import MatrixSolution
from ...language.symbols import positive, trajectories
from .aligned_layers import CORRELATION, WHITE, A, P, U, V, column_space, first_layer_closed, second_layer_closed
from .gradient import HALF, W1, W2, both, c, conservation, d, flow, t
from .wide_layers import (
    ANY_WIDTH,
    ROWS_1,
    ROWS_2,
    SPAN_U_WIDE,
    T1,
    T2,
    R,
    cubic_matrix,
    layers_stay_equal,
    row_space_first,
    row_space_second,
)

# The i-th diagonal entries alpha, beta of the two layers follow the flow of (alpha beta - rho)^2 / 2: mode by mode,
# (A.35) and (A.36) say d(alpha)/dt = -beta (alpha beta - rho) and d(beta)/dt = -alpha (alpha beta - rho).

alpha, beta = trajectories("alpha beta")
rho, s0, alpha0 = positive("rho s_0 alpha_0")
mode_flow = GradientFlow(loss=(alpha * beta - rho) ** 2 / 2, parameters=(alpha, beta), time=t)
sigmoid = 1 / (1 + (rho / s0 - 1) * sp.exp(-2 * rho * t))
MODE = (
    "$alpha$ and $beta$ are the $i$-th diagonal entries of $W_1~$ and $W_2~$; mode by mode (A.35) and (A.36) are the "
    "gradient flow of $(alpha beta - rho)^2 / 2$."
)

mode_first = Claim(
    "linear-networks/mode-first-layer",
    title="One entry of the first layer's diagonal follows the flow of a mode",
    statement=Rate(alpha, -alpha * beta**2 + rho * beta, mode_flow),
    source=both(35),
    uses=[first_layer_closed],
    note=f"The diagonal of (A.35). {MODE}",
)

mode_second = Claim(
    "linear-networks/mode-second-layer",
    title="One entry of the second layer's diagonal follows the flow of a mode",
    statement=Rate(beta, -(alpha**2) * beta + rho * alpha, mode_flow),
    source=both(36),
    uses=[second_layer_closed],
    note=f"The diagonal of (A.36). {MODE}",
)

mode_balance = Claim(
    "linear-networks/mode-balance",
    title="The difference of a mode's squared entries is conserved",
    statement=Conserved(alpha**2 - beta**2, mode_flow),
    uses=[conservation],
    note="(A.29) for one mode: with it the squares stay equal, as (A.37) says.",
)

mode_difference = Claim(
    "linear-networks/mode-entries-stay-equal",
    title="The difference of a mode's entries moves in proportion to itself",
    statement=Rate(alpha - beta, (alpha * beta - rho) * (alpha - beta), mode_flow),
    uses=[mode_first, mode_second],
    note="So that entries that start equal stay equal.",
)

mode_equation = Claim(
    "linear-networks/mode-equation",
    title="A mode grows by a cubic equation",
    statement=Rate(alpha, -(alpha**3) + rho * alpha, mode_flow.on(alpha - beta)),
    source=both(38),
    uses=[mode_first, mode_difference, cubic_matrix],
    note=MODE,
)

mode_strength_rate = Claim(
    "linear-networks/mode-strength-rate",
    title="The strength of a mode obeys a logistic equation",
    statement=Rate(alpha**2, -2 * alpha**2 * (alpha**2 - rho), mode_flow.on(alpha - beta)),
    source=both(39),
    uses=[mode_equation],
    note=f"The left half of (A.39). {MODE}",
)

strength_as_printed = Claim(
    "linear-networks/mode-sigmoid-as-printed",
    title="The sigmoid with alpha_i the i-th entry of U W_1 W_2 V^T, as printed",
    statement=Solution(
        mode_flow.on(alpha - beta),
        of=alpha * beta,
        equals=sp.sqrt(rho / (1 + (rho / alpha0**2 - 1) * sp.exp(-2 * rho * t))),
        initially=alpha0,
    ),
    source=[thesis("3.15"), position_paper("12")],
    uses=[mode_equation],
    erratum=Erratum(
        kind="slip",
        wrong="The sentence below (3.15) defines $alpha_i$ as $u_i^T W_1 W_2 v_i$, which is the strength of the mode; "
        "but it is $alpha_i^2$, the product of both layers' entries, that equals $u_i^T W_1 W_2 v_i$, as (A.40) says.",
        consequence="None: Appendix A.2.3 defines $alpha_i$ as an entry of one layer, and (A.39) and (A.40) are right.",
        printed=r"where $\alpha_i := u_i^T W_1 W_2 v_i$, and u_i, ρ_i, v_i are the i^{th} left singular vector, "
        "singular value, and the right singular vector",
        mark=r"\alpha_i := u_i^T W_1 W_2 v_i",
        right=r"where $\alpha_i^2 := u_i^T W_1 W_2 v_i$, and u_i, ρ_i, v_i are the i^{th} left singular vector, "
        "singular value, and the right singular vector",
        sentence=True,
    ),
    note="With $alpha_i = u_i^T W_1 W_2 v_i$, here $alpha beta$, (3.15) says that its square is $rho$ times the "
    "sigmoid; it is positive, so that it is the root. (3.15) calls the decomposition $U P V$ and $u_i$ the columns of "
    "$U$; (A.30) calls it $U^T P V$ and has them as rows: a convention only.",
)

mode_sigmoid = Claim(
    "linear-networks/mode-sigmoid",
    title="Each mode of an aligned linear network saturates in a sigmoid",
    statement=Solution(mode_flow.on(alpha - beta), of=alpha * beta, equals=rho * sigmoid, initially=s0),
    source=[*both(39), thesis("3.15"), position_paper("12")],
    uses=[mode_strength_rate, mode_difference],
    corrects=strength_as_printed,
    note=f"{MODE} $alpha_i^2 = alpha beta = u_i^T W_1 W_2 v_i$, and $s_0$ is its value at time 0. {HALF}",
    steps=[
        Step("ds/dt = 2 s (rho - s) for s = alpha^2", "the left half of (A.39)"),
        Step("d/dt (rho/s - 1) = -2 rho (rho/s - 1)", "the equation of rho/s is linear"),
        Step("rho/s - 1 = (rho/s_0 - 1) exp(-2 rho t)", "and solved by an exponential"),
        Step("s/rho = 1 / (1 + (rho/s_0 - 1) exp(-2 rho t))", "the printed form"),
    ],
)

product = Claim(
    "linear-networks/product-of-layers",
    title="The network's map is diagonal in the singular bases, with the squares of the entries",
    statement=MatrixIdentity(W1 * W2, U.T * A**2 * V),
    hypotheses=[Equal(W1, U.T * A * R), Equal(W2, R.T * A * V), SemiOrthogonal(R)],
    source=both(40),
    uses=[layers_stay_equal, mode_sigmoid],
    note=f"{ANY_WIDTH} At each time $t$, with $A = A(t)$: that the layers have this form at all times is form-is-kept.",
)

undo_first = Claim(
    "linear-networks/first-layer-from-singular-bases",
    title="The first layer is recovered from the singular bases",
    statement=MatrixIdentity(U.T * T1 * R, W1),
    hypotheses=[SemiOrthogonal(U), SemiOrthogonal(R), ROWS_1, SPAN_U_WIDE],
    uses=[column_space, row_space_first],
    note="So that $W_1 = U^T A(t) R$ as long as $W_1~ = A(t)$: the step from (A.39) to (A.40).",
)

undo_second = Claim(
    "linear-networks/second-layer-from-singular-bases",
    title="The second layer is recovered from the singular bases",
    statement=MatrixIdentity(R.T * T2 * V, W2),
    hypotheses=[Orthogonal(V), SemiOrthogonal(R), ROWS_2],
    uses=[row_space_second],
    note="So that $W_2 = R^T A(t) V$ as long as $W_2~ = A(t)$.",
)

mode_strength = Claim(
    "linear-networks/mode-strength",
    title="The entries of U W_1 W_2 V^T are the squares alpha_i^2",
    statement=MatrixIdentity(U * group(W1 * W2) * V.T, A**2),
    hypotheses=[Equal(W1, U.T * A * R), Equal(W2, R.T * A * V), SemiOrthogonal(U), SemiOrthogonal(R), Orthogonal(V)],
    uses=[product],
    note="$u_i^T W_1 W_2 v_i = alpha_i^2$: the definition that (3.15) needs.",
)

# At all times: the layers keep this form, for every width.

A_0 = matrix("A_0", c, c)
M, G, H = matrix("M", d, c), matrix("G", d, d), matrix("H", c, c)
growth = expm(t * P)
strengths = growth * A_0 * inverse(written(identity(c), 2 * A_0 * accumulated(expm(2 * t * P)) * A_0)) * A_0 * growth
correlation = U.T * P * V

form_is_kept = Claim(
    "linear-networks/form-is-kept",
    title="A network that starts aligned is diagonal in the singular bases at every time",
    statement=MatrixSolution(
        flow,
        start={W1: U.T * A_0 * R, W2: R.T * A_0 * V},
        of=(W1 * W2, W1 * W1.T, W2.T * W2),
        equals=(U.T * strengths * V, U.T * strengths * U, V.T * strengths * V),
        obeys={
            M: written(correlation * H, G * correlation, -M * H, -G * M),
            G: written(correlation * M.T, M * correlation.T, -2 * M * M.T),
            H: written(correlation.T * M, M.T * correlation, -2 * M.T * M),
        },
    ),
    hypotheses=[
        *(WHITE, CORRELATION, SemiOrthogonal(U), SemiOrthogonal(R), Orthogonal(V)),
        *(Diagonal(P), Diagonal(A_0)),
    ],
    source=both(40),
    uses=[product, mode_sigmoid],
    note=ANY_WIDTH + r" The diagonal matrix $A^2$ of (A.40) is $e^{tP} A_0 \left(I + 2 A_0 \int_0^t e^{2sP} ds\, "
    r"A_0\right)^{-1} A_0 e^{tP}$: of a mode, $rho/(1 + (rho/alpha_0^2 - 1) e^(-2 rho t))$, the sigmoid of (A.39). "
    r"The network and the two Gram matrices obey three equations that mention nothing else.",
)
