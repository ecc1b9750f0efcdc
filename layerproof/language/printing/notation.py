"""Names: how a symbol called ``Sigma_0`` or ``a_+`` is printed in LaTeX.

A chapter may say how its source prints a symbol, ``notation={"S_0": r"\\mathcal{S}_{0}"}``; `notation` puts that to
use while its claims are printed.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from functools import lru_cache

PLACE = "#"
"""Where a notation has the indices of a family: ``{"m": r"\\mathbf{E}[x_{#}^{2}]"}``."""

_chosen: ContextVar[Mapping[str, str]] = ContextVar("layerproof_notation", default={})  # noqa: B039 - never changed

_GREEK = """
alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau upsilon
phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
"""
GREEK = frozenset(_GREEK.split())
ACCENTS = ("tilde", "hat", "bar", "dot")
_SIGNS = {"*": r"\ast", "perp": r"\perp", "inf": r"\infty", "oo": r"\infty"}


@contextlib.contextmanager
def notation(names: Mapping[str, str]) -> Iterator[None]:
    """Print the symbols and functions called so as `names` says, inside the block."""
    token = _chosen.set({**_chosen.get(), **names})
    try:
        yield
    finally:
        _chosen.reset(token)


def name_in_latex(name: str, *, indexed: bool = False) -> str:
    """A symbol's name in LaTeX: ``a_k`` as ``a_{k}``, ``Sigma_0`` as ``\\Sigma_{0}``, ``Wtilde_1`` with its tilde.

    A notation's place for indices is kept if the name is `indexed`, and left out if it has none.
    """
    shown = _chosen.get().get(name) or _translated(name)
    return shown if indexed else re.sub(r"_\{#\}|\(#\)|#", "", shown)


@lru_cache(maxsize=4096)
def _translated(name: str) -> str:
    found = re.fullmatch(r"(?P<base>[^_^']+)(?:_(?P<sub>[^^']+))?(?P<primes>'*)(?:\^(?P<sup>.+))?", name)
    if not found:
        return _escaped(name)
    base, sub, sup = found["base"], found["sub"] or "", found["sup"] or ""
    if base.endswith("*"):
        base, sup = base.rstrip("*"), "*"
    pieces = [piece for piece in sub.strip("{}").split("_") if piece]
    if base in ("Delta", "delta") and pieces and pieces[0] in GREEK:  # a difference of what follows
        base, pieces = f"{base}_{pieces[0]}", pieces[1:]
    shown = _base(base)
    if pieces:
        shown += f"_{{{','.join(map(_part, pieces))}}}"
    shown += found["primes"]
    return shown + (f"^{{{_part(sup.strip('{}'))}}}" if sup else "")


def _base(base: str) -> str:
    if "_" in base:
        return "".join(_part(piece) for piece in base.split("_"))
    for accent in ACCENTS:
        if base.endswith(accent) and len(base) > len(accent):
            return rf"\{accent}{{{_base(base[: -len(accent)])}}}"
    return _part(base)


def _part(piece: str) -> str:
    """One piece of a name: a letter, a Greek letter, digits, a sign, an expression, or a word in upright type."""
    if piece in _SIGNS:
        return _SIGNS[piece]
    if piece in GREEK or piece == "ell":
        return "\\" + piece
    if len(piece) <= 1 or re.fullmatch(r"[-+0-9]+|[A-Za-z][-+][0-9]+|d[A-Z]", piece):
        return piece
    if found := re.fullmatch(r"([A-Za-z]+?)(\d+)", piece):
        return f"{_part(found[1])}_{{{found[2]}}}"
    return _escaped(piece)


def _escaped(word: str) -> str:
    plain = re.sub(r"([_#$%&{}])", r"\\\1", word.replace("\\", r"\backslash "))
    return rf"\mathrm{{{plain}}}"


def with_indices(name: str, indices: str) -> str:
    """A name with indices before those that it has: ``a_{0}`` with ``j`` is ``a_{j,0}``.

    A notation may say with ``#`` where they go: ``\\mathbf{E}[x_{#}^{2}]``.
    """
    if PLACE in name:
        return name.replace(PLACE, indices)
    base, caret, sup = name.partition("^")
    primes = len(base) - len(base.rstrip("'"))
    base = base[: len(base) - primes]
    if found := re.fullmatch(r"(.*)_\{([^{}]*(?:\{[^{}]*\})?[^{}]*)\}", base):
        base, indices = found[1], f"{indices},{found[2]}"
    return f"{base}_{{{indices}}}{chr(39) * primes}{caret}{sup}"
