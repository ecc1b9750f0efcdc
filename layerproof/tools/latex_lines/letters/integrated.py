r"""Integrals over what moves: ``t = \int_{c_0}^{c_f} \frac{dc}{2 c (s - c)}`` after ``\dot c = 2 c (s - c)``.

Below the integral c runs, and is no function of the time. Where something else that moves stands there, it may hang on
c as it does along the trajectory, and that is not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ....language.reading import CannotRead, Partial
from ..values.facts_inside import moves

if TYPE_CHECKING:
    from .setting import Setting


def with_letters_that_run(expr: Any, partials: Sequence[Partial], setting: Setting) -> tuple[Any, tuple[Partial, ...]]:
    """An expression, and what in it need not have a value, with a letter for each number that moves and is run over.

    Raises:
        CannotRead: if something else that moves stands below such an integral.
    """
    if setting.time is None or not isinstance(expr, sp.Basic):
        return expr, tuple(partials)
    run = {limit[0] for one in expr.atoms(sp.Integral) for limit in one.limits}
    put = {one: _letter(one, setting) for one in run if moves(setting, one)}
    if not put:
        return expr, tuple(partials)
    if any(len(one.limits) > 1 or one.function.has(sp.Integral) for one in expr.atoms(sp.Integral)):
        raise CannotRead("an integral over what moves, beside another that is below it or above it")
    over = {one: _over_letters(one.args, put, setting) for one in expr.atoms(sp.Integral)}
    return expr.xreplace(over), tuple(_below_letters(one, put) for one in partials)


def _letter(moving: AppliedUndef, setting: Setting) -> sp.Symbol:
    """A letter with the sign of what moves, that is printed as that."""
    name = moving.func.__name__
    setting.notation[f"{name}~"] = setting.printed(name)
    sorts = {sort: True for sort in ("positive", "nonnegative") if getattr(moving, f"is_{sort}")}
    return sp.Symbol(f"{name}~", real=True, **sorts)


def _over_letters(args: Sequence[Any], put: dict[Any, sp.Symbol], setting: Setting) -> sp.Integral:
    body, (variable, *ends) = args
    if variable not in put:
        return sp.Integral(*args)
    body = body.xreplace({variable: put[variable]})
    if others := sorted(str(one.func) for one in body.atoms(AppliedUndef) if moves(setting, one)):
        raise CannotRead(f"{others[0]} moves, and stands below an integral over what moves, too")
    return sp.Integral(body, (put[variable], *ends))


def _below_letters(partial: Partial, put: dict[Any, sp.Symbol]) -> Partial:
    here = {binder.variable: put[binder.variable] for binder in partial.binders if binder.variable in put}
    binders = tuple(replace(b, variable=here[b.variable]) if b.variable in here else b for b in partial.binders)
    return Partial(partial.expr.xreplace(here), binders) if here else partial
