"""What a mean, a sum or an integral leaves alone: what is not random, or does not hold the index that runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ..files.tokens import argument, words
from ..notation.unit import NAME

if TYPE_CHECKING:
    from ..letters.setting import Setting


def is_still(factor: Any, still: set[Any]) -> bool:
    """Whether a factor is a matrix, or its transpose, that is one of those that are not random."""
    plain = isinstance(factor, (sp.MatrixSymbol, sp.Transpose))
    return plain and bool(matrices_in(factor)) and matrices_in(factor) <= still


def moving(factors: list[Any], still: set[Any]) -> tuple[int | None, int]:
    """Where the factors that may be random begin and end, if none that is not stands between them."""
    fixed = [is_still(factor, still) for factor in factors]
    if all(fixed) or not any(fixed):
        return None, 0
    begin = fixed.index(False)
    end = len(fixed) - fixed[::-1].index(False)
    return (None, 0) if any(fixed[begin:end]) else (begin, end)


def matrices_in(expr: Any) -> set[Any]:
    """The matrices in an expression."""
    return {s for s in getattr(expr, "free_symbols", ()) if isinstance(s, sp.MatrixSymbol)}


def _below_sums(tokens: tuple[str, ...]) -> frozenset[str]:
    """Every letter that stands below a sum: its index is one of them."""
    found: set[str] = set()
    for k, token in enumerate(tokens):
        if token == r"\sum" and tokens[k + 1 : k + 2] == ("_",):
            found |= {t.strip("\\") for t in argument(tokens, k + 2)[0] if t[-1].isalpha()}
    return frozenset(found)


def outside(setting: Setting, term: Any, runs: frozenset[str]) -> tuple[Any, Any]:
    """The factors of a term that a functional leaves alone, and the others: of a sum, all in which its index is not."""
    number, rest = term.as_coeff_Mul()
    if not runs:
        return number, rest
    factors = sp.Mul.make_args(rest)
    still = [factor for factor in factors if stays(setting, factor, runs)]
    return sp.Mul(number, *still), sp.Mul(*(factor for factor in factors if factor not in still))


def stays(setting: Setting, expr: Any, runs: frozenset[str]) -> bool:
    """Whether what is read of an expression does not hold an index that runs."""
    entries = expr.atoms(AppliedUndef)
    if expr.has(sp.Sum) or not all(_is_at_indices(setting, entry, runs) for entry in entries):
        return False
    expr = expr.xreplace({entry: sp.S.One for entry in entries})
    if expr.atoms(sp.Idx):
        return False
    written = {meaning: latex for latex, meaning in setting.meanings.items()}
    for one in expr.free_symbols:
        if (body := setting.units.bodies.get(str(one.name))) is not None:
            head = tuple(words(body[1]))
            within = runs - _below_sums(head)
            if within & {token.strip("\\") for token in head} or not stays(setting, body[2], within):
                return False
            continue
        latex = setting.units.as_written(setting.units.shown.get(str(one.name)) or written.get(one, ""))
        if not latex or NAME in latex or runs & {token.strip("\\") for token in words(latex)}:
            return False
    return True


def _is_at_indices(setting: Setting, entry: Any, runs: frozenset[str]) -> bool:
    r"""Whether a value is the entry ``\alpha_i`` of a family at an index that does not run."""
    shown = setting.units.shown.get(entry.func.__name__, "")
    return all(isinstance(arg, sp.Idx) and str(arg.label) not in runs for arg in entry.args) and not any(
        index in shown for index in runs
    )


def is_free(setting: Setting, expr: Any, runs: frozenset[str]) -> bool:
    r"""Whether an expression does not hold what runs: of a mean, ``\mathbb{E}_Q``, it is not known on what Q hangs."""
    opaque = any(str(getattr(one, "name", "")) in setting.units.shown for one in expr.free_symbols)
    return not opaque and stays(setting, expr, runs)


def trace_behind(setting: Setting, within: Any, rest: Any, runs: frozenset[str]) -> tuple[Any, list[Any]] | None:
    r"""``(w^\top x_i) x_i`` as ``x_i (x_i^\top w)``, so that w stays behind the sum: what is left, and factors."""
    traces = [f for f in sp.Mul.make_args(within) if isinstance(f, sp.Trace) and isinstance(f.arg, sp.MatMul)]
    if len(traces) != 1 or rest.shape[1] != 1:
        return None
    factors = list(traces[0].arg.args)
    back = [sp.Transpose(factor).doit() for factor in reversed(factors)]
    for way in (factors, back):
        for k in range(len(way)):
            turned = [*way[k:], *way[:k]]
            still = [stays(setting, factor, runs) for factor in turned]
            first = still.index(True) if True in still else 0
            if first and all(still[first:]) and turned[0].shape[0] == 1 == turned[-1].shape[1]:
                return within / traces[0], turned
    return None
