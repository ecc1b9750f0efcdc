r"""Logarithms below means, sums and integrals in one form: ``\ln(a/b)`` is ``\ln a - \ln b``, and ``-\ln(b/a)``.

Of a and b it must be known that they are positive, or taken: a density is, wherever a paper writes its logarithm.
"""

from __future__ import annotations

from typing import Any

import sympy as sp


def split(expr: Any) -> tuple[Any, frozenset[Any]]:
    """An expression with logarithms of products of letters apart, and the letters that are taken for positive."""
    taken: set[Any] = set()

    def parts(found: Any) -> Any:
        factors = [factor.as_base_exp() for factor in sp.Mul.make_args(found.args[0])]
        plain = all(power.is_Integer and (base.is_Symbol or base.is_positive) for base, power in factors)
        if len(factors) < 2 or not plain:
            return found
        taken.update(base for base, _ in factors if not base.is_positive)
        return sp.Add(*(power * sp.log(base) for base, power in factors))

    return expr.replace(lambda e: isinstance(e, sp.log), parts), frozenset(taken)


def one_way(expr: Any) -> Any:
    r"""An expression in which ``\ln(a/b)`` and ``-\ln(b/a)`` are the same, whatever a and b are."""

    def turned(found: Any) -> Any:
        over, under = quotients[found]
        return -sp.log(under / over) if sp.default_sort_key(under) < sp.default_sort_key(over) else sp.log(over / under)

    apart = {e: sp.fraction(sp.together(e.args[0])) for e in expr.atoms(sp.log)}
    quotients = {e: (over, under) for e, (over, under) in apart.items() if over != 1 and under != 1}
    return expr.xreplace({e: turned(e) for e in quotients})
