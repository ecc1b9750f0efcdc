"""layerproof: the verifier for the theory of layerwise linear networks.

``from layerproof import Claim, Identity, positive, thesis`` and the like give a claim's author what is needed.
Every name is imported when it is first asked for, so that ``import layerproof`` itself costs nothing.
"""

from __future__ import annotations

import importlib
from typing import Any

from . import moved

__version__ = "0.2.0"

_WHERE = {
    ".tools.closed_forms": ("solve",),
    ".proving.search": ("falsify",),
    ".language.claims": ("Cited", "Claim", "Erratum", "Step"),
    ".language.distributions": ("Bernoulli", "Finite", "Normal", "Rademacher", "Uniform"),
    ".language.flows": ("GradientFlow",),
    ".language.matrices": (
        "Diagonal",
        "Equal",
        "Expect",
        "MatrixFlow",
        "Orthogonal",
        "SemiOrthogonal",
        "Symmetric",
        "Velocity",
        "Whitened",
        "half_mean_square",
        "identity",
        "matrix",
        "random_vector",
        "trace",
        "zero",
    ),
    ".language.determinants": ("det",),
    ".language.gaussian": ("gaussian_matrix",),
    ".language.matrix_functions": (
        "Invertible",
        "PositiveDefinite",
        "PositiveSemidefinite",
        "accumulated",
        "expm",
        "inverse",
        "pinv",
        "sqrtm",
    ),
    ".language.quantities": ("quantity",),
    ".language.sources": ("Source", "kunin_slides", "paper", "position_paper", "richness_paper", "thesis"),
    ".language.statements": (
        "Asymptotic",
        "Chain",
        "Conserved",
        "Expectation",
        "Identity",
        "Induction",
        "Inequality",
        "Integral",
        "Limit",
        "Link",
        "Rate",
        "Recurrence",
        "Series",
        "Solution",
        "Statement",
        "Stationary",
        "Substitution",
    ),
    ".language.statements.matrices": ("MatrixConserved", "MatrixIdentity", "MatrixRate"),
    ".language.statements.matrix_order": ("MatrixInequality",),
    ".language.statements.matrix_solutions": ("MatrixSolution",),
    ".language.symbols": (
        "ForAll",
        "families",
        "index",
        "natural",
        "nonnegative",
        "positive",
        "product",
        "real",
        "time",
        "total",
        "trajectories",
    ),
    ".language.theorems": (
        "Added",
        "AllOf",
        "Along",
        "Approaches",
        "AtEnd",
        "ByInduction",
        "Cases",
        "Combination",
        "Compared",
        "Continuous",
        "Exists",
        "Follows",
        "Given",
        "InTheLimit",
        "Instance",
        "Integrated",
        "Kept",
        "Line",
        "Minimum",
        "OfEnds",
        "Reached",
        "Split",
        "Squeezed",
        "StaysPositive",
        "SumByIntegral",
        "Summed",
        "Tends",
        "Theorem",
        "Throughout",
        "Vanishing",
        "integral",
        "series",
    ),
    ".language.written": ("as_written",),
    ".language.verdicts": ("Evidence", "Method", "Verdict", "Witness"),
    ".running.session": ("check",),
    "sympy": (
        "Abs",
        "Eq",
        "Max",
        "Min",
        "Ne",
        "Rational",
        "acosh",
        "asinh",
        "atan",
        "atanh",
        "cos",
        "cosh",
        "diff",
        "exp",
        "log",
        "oo",
        "pi",
        "sign",
        "sin",
        "sinh",
        "sqrt",
        "tanh",
    ),
}
moved.install()

_MODULE_OF = {name: module for module, names in _WHERE.items() for name in names}

__all__ = ["__version__", *sorted(_MODULE_OF)]  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    """Import `name` from where it lives.  Raises AttributeError, with the nearest names, if there is none."""
    if name not in _MODULE_OF:
        if name[:1].isupper():  # a kind of statement that another package adds; a module of ours is not asked for
            kind = importlib.import_module(".running.plugins", __name__).kind(name)
            if kind is not None:
                return kind

        near = importlib.import_module(".ground.nearest", __name__).nearest(name, _MODULE_OF)
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
    # Not kept here: whoever reloads a module, as notebooks do, must not be left with two classes of one name.
    return getattr(importlib.import_module(_MODULE_OF[name], __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
