"""3. Greedy low-rank learning."""

from __future__ import annotations

import sympy as sp

from ...language.claims import Claim, Erratum
from ...language.matrices import Equal, MatrixFlow, Symmetric, group, identity, matrix, written, zero
from ...language.statements import Inequality
from ...language.statements.matrices import MatrixIdentity, MatrixRate
from ...language.symbols import positive, real
from .critical_points import L_star
from .letters import GREEDY, d, epsilon
from .linear_networks import learned

# L(U) = l(U U^T) with l(W) = |M - W|^2 / 4 as the instance, M symmetric: -2 grad l(W) = M - W.

M, factor = matrix("M", d, d), matrix("U", d, learned)
pseudo = matrix("U^+", learned, d)
fit_error = group(written(M, -factor * factor.T))
factor_flow = MatrixFlow(sp.Trace(fit_error * fit_error.T) / 4, (factor,))
CRITICAL = Equal(M * factor, factor * factor.T * factor)

factor_rate = Claim(
    "alternating-flows/greedy-flow",
    title="The factor of a symmetric matrix moves by minus the gradient of the loss by the matrix",
    statement=MatrixRate(factor, fit_error * factor, factor_flow),
    hypotheses=[Symmetric(M)],
    source=GREEDY,
    note=r"$d\mathcal{U}/dt = -2 \nabla l(\mathcal{U} \mathcal{U}^\top)\, \mathcal{U}$, with $l(W) = |M - W|^2/4$.",
)

greedy_printed = Claim(
    "alternating-flows/greedy-product-printed",
    title="The stage ends where the learned columns see no gradient: W = U U^+ as printed",
    statement=MatrixIdentity(group(written(M, -factor * pseudo)) * factor, zero(d, learned)),
    hypotheses=[Symmetric(M), CRITICAL, Equal(pseudo * factor, identity(learned))],
    source=GREEDY,
    erratum=Erratum(
        "extraction",
        "$W_r$ is printed as $U_r U_r^+$, the projection on the columns of $U_r$; it is the product $U_r U_r^T$ (the "
        "transpose sign was probably read as a plus).",
        "None: the algorithm's other lines use $W_r = U_r U_r^T$.",
        printed=r"W_r \leftarrow U_r(\infty) U_r^{+}(\infty)",
        mark=r"U_r^{+}(\infty)",
        right=r"W_r \leftarrow U_r(\infty) U_r^{\mathsf{T}}(\infty)",
        damage="The plus may be a transpose sign misread in extraction.",
    ),
    note="$U^+ U = I$: $U$ has independent columns. $U$ is a critical point of its loss.",
)

greedy_product = Claim(
    "alternating-flows/greedy-product",
    title="The stage ends where the learned columns see no gradient: W = U U^T",
    statement=MatrixIdentity(fit_error * factor, zero(d, learned)),
    hypotheses=[CRITICAL],
    source=GREEDY,
    uses=[factor_rate],
    corrects=greedy_printed,
)

top, lam, share = real("lambda_1 lambda_i c_i")

top_eigenvector = Claim(
    "alternating-flows/greedy-top-eigenvector",
    title="The top eigenvector of minus the gradient maximises the utility of a symmetric neuron",
    statement=Inequality(lam * share**2, "<=", top * share**2),
    hypotheses=[lam <= top],
    source=GREEDY,
    note="One eigenvalue's share of $u^T (-grad L) u$, $c_i$ the coordinate of $u$; summed, the utility is at most "
    "$lambda_1 |u|^2$. 'The AGF framework is this algorithm, once you replace the top eigenvector by maximizing "
    "utility.'",
)

top_pos = positive("lambda_1")

greedy_escapes = Claim(
    "alternating-flows/greedy-perturbation-descends",
    title="While the top eigenvalue is positive, the new column lowers the loss",
    statement=Inequality(L_star - epsilon * top_pos + epsilon**2 / 2, "<", L_star),
    hypotheses=[epsilon < 2 * top_pos],
    source=GREEDY,
    note="The column $sqrt(epsilon) u_r$ adds $epsilon u_r u_r^T$ to $W$; with $l = |M - W|^2/2$ and unit $u_r$ the "
    "loss changes by $-epsilon lambda_1 + epsilon^2/2$.",
)

top_nonpositive = sp.Symbol("lambda_1", real=True, nonpositive=True)

greedy_stops = Claim(
    "alternating-flows/greedy-stops",
    title="When the top eigenvalue is not positive, no new column lowers the loss",
    statement=Inequality(L_star - epsilon * top_nonpositive + epsilon**2 / 2, ">", L_star),
    source=GREEDY,
    note="The condition of the loop.",
)
