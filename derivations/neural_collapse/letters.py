"""Letters of the chapter on neural collapse: functions of samples, means over them, the MP-operator's kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import sympy as sp

from ...language.symbols import index, natural, positive, total

AS_THESIS = "as in the thesis"
REDERIVED = "re-derived"
Function: TypeAlias = Callable[[sp.Expr, sp.Expr], sp.Expr]  # of a sample (y, r)
Sample: TypeAlias = tuple[Any, Any]

delta = sp.KroneckerDelta
C, m, p = natural("C m p")  # classes, samples of each class, features
n = C * m
X: Sample = (index("y", C), index("r", m))
X1: Sample = (index("y'", C), index("r'", m))
X2: Sample = (index("y''", C), index("r''", m))
i, j, j1, j2 = index("i", C), index("j", C), index("j'", C), index("j''", C)
k, l = index("k", p), index("l", p)  # noqa: E741 - the index of a second feature
a1, a2 = positive("a_1 a_2")


def expect(values: sp.Expr, sample: Sample = X) -> sp.Expr:
    """The mean over the training set: the integral over its empirical distribution."""
    return total(values, *sample) / n


def indicator(label: sp.Expr) -> Function:
    """The indicator of a class: entry `label` of the target, and of a learned function that fits it."""
    return lambda y, r: delta(y, label)


def one(y: sp.Expr, r: sp.Expr) -> sp.Expr:
    """The constant function."""
    return sp.S.One


def centred(label: sp.Expr) -> Function:
    """``C f_j - 1``."""
    return lambda y, r: C * delta(y, label) - 1


def scaled(label: sp.Expr) -> Function:
    """``C f_i``."""
    return lambda y, r: C * delta(y, label)


def inner(u: Function, v: Function, sample: Sample = X) -> sp.Expr:
    """``<u|v>``."""
    return expect(u(*sample) * v(*sample), sample)


def projected(u: Function, label: sp.Idx = j1, sample: Sample = X1) -> Function:
    """``P[u]``, the projection (2.3) onto the span of the indicators, whose squared norm is 1/C."""
    return lambda y, r: total(C * indicator(label)(y, r) * inner(indicator(label), u, sample), label)


def minimum_projection(u: Function, label: sp.Idx = j1, sample: Sample = X1) -> Function:
    """``T_MP[u]`` by (2.8)."""
    return lambda y, r: a1 * inner(one, u, sample) + a2 * projected(u, label, sample)(y, r)


def product(u: Function, v: Function) -> sp.Expr:
    """``E[u Phi]^T E[v Phi]`` for features with the kernel of an MP-operator; u = C f_i gives the mean of class i."""
    return expect(u(*X2) * expect(mp_kernel(X2, X1) * v(*X1), X1), X2)


def mp_kernel(x: Sample, x1: Sample) -> sp.Expr:
    """``Phi(x)^T Phi(x')`` when the feature operator is an MP-operator."""
    return a1 + a2 * C * delta(x[0], x1[0])
