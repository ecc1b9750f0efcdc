"""The binomial theorem: ``sum_{k=0..n} C(n, k) x^k y^(n - k) = (x + y)^n``, also with a polynomial in k in the term.

With ``k (k - 1) ... (k - i + 1)`` in it, the sum is ``n (n - 1) ... (n - i + 1) x^i (x + y)^(n - i)``: so it is by
differentiating i times in x.  For i > n both are 0, if x + y is not.  All this holds with 0^0 = 1, as a sum has it.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from ..sign_sets import NONNEGATIVE

Sign = Callable[[sp.Expr], frozenset[int]]
_DEGREE = 4


def closed(expr: sp.Expr, sign: Sign) -> sp.Expr:
    """`expr` with such sums in closed form, those inside of other sums excepted; `sign` derives signs."""
    if isinstance(expr, sp.Sum):
        found = _value(expr, sign)
        return expr if found is None else found
    if not expr.args or not expr.has(sp.Sum) or isinstance(expr, (sp.Product, sp.Integral, sp.Derivative, sp.Subs)):
        return expr
    args = [closed(part, sign) if isinstance(part, sp.Expr) else part for part in expr.args]
    return expr if tuple(args) == expr.args else expr.func(*args)


def _value(one: sp.Sum, sign: Sign) -> sp.Expr | None:
    """The sum over k from 0, or from 1, to n; None where it is not of this kind."""
    if len(one.limits) != 1:
        return None
    k, lower, n = one.limits[0]
    if lower not in (0, 1) or not (n.is_integer and n.is_nonnegative) or not one.function.has(sp.binomial(n, k)):
        return None
    total = sp.S.Zero
    for term in sp.Add.make_args(sp.expand_mul(one.function)):
        found = _of_term(term, k, n, sign)
        if found is None:
            return None
        total += found
    return total if lower == 0 else total - one.function.xreplace({k: sp.S.Zero})


def _of_term(term: sp.Expr, k: sp.Expr, n: sp.Expr, sign: Sign) -> sp.Expr | None:
    number, x, y = sp.S.One, sp.S.One, sp.S.One
    factors = list(sp.Mul.make_args(term))
    if sp.binomial(n, k) not in factors:
        return None
    factors.remove(sp.binomial(n, k))
    for factor in factors:
        base, exponent = (sp.E, factor.args[0]) if isinstance(factor, sp.exp) else factor.as_base_exp()
        if not factor.has(k) or (factor.is_polynomial(k) and not exponent.has(k)):
            number *= factor
            continue
        slope = sp.diff(exponent, k)
        rest = sp.expand(exponent - slope * k)
        if base.has(k) or slope.has(k) or not (base.is_positive or (slope.is_Integer and rest.is_integer)):
            return None
        if slope.is_negative and not base.is_positive:
            y, rest = y * base**-slope, sp.expand(rest + slope * n)
        else:
            x *= base**slope
        if not (base.is_positive or rest.is_nonnegative):
            return None
        number *= base**rest
    return _with_polynomial(number, k, n, x, y, sign)


def _with_polynomial(number: sp.Expr, k: sp.Expr, n: sp.Expr, x: sp.Expr, y: sp.Expr, sign: Sign) -> sp.Expr | None:
    """``sum_k p(k) C(n, k) x^k y^(n - k)``."""
    index = sp.Dummy("k")
    rest, total = sp.Poly(number.xreplace({k: index}), index), sp.S.Zero
    if rest.degree() > _DEGREE:
        return None
    whole = sp.expand(x + y)
    for i in range(rest.degree(), -1, -1):
        lead = rest.nth(i)
        if lead != 0 and i and 0 in sign(whole) and not sign(n - i) <= NONNEGATIVE:
            return None
        falling = sp.Mul(*(n - j for j in range(i)))
        total += lead * falling * x**i * whole ** (n - i)
        rest -= sp.Poly(lead * sp.expand(sp.Mul(*(index - j for j in range(i)))), index)
    return total
