"""Sentences in LaTeX: what is special is escaped, and names such as ``S_0`` or ``kappa`` become mathematics."""

from __future__ import annotations

import re
from typing import Any

import sympy as sp

from layerproof.derivations.kernel.printing import latex

from .inline import pieces

_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "'": "'", "≤": r"$\le$", "≥": r"$\ge$", "≈": r"$\approx$", "→": r"$\to$", "×": r"$\times$",
    "−": "--", "–": "--", "—": "---", "“": "``", "”": "''", "’": "'", "‘": "`", "…": r"\dots{}", "∞": r"$\infty$",
    "·": r"$\cdot$", "√": r"$\surd$", "²": r"$^2$", "³": r"$^3$", "¹": r"$^1$",
}  # fmt: skip
_GREEK_LETTERS = dict(
    zip(
        "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ",
        [
            "alpha",
            "beta",
            "gamma",
            "delta",
            "epsilon",
            "zeta",
            "eta",
            "theta",
            "iota",
            "kappa",
            "lambda",
            "mu",
            "nu",
            "xi",
            "pi",
            "rho",
            "sigma",
            "tau",
            "upsilon",
            "phi",
            "chi",
            "psi",
            "omega",
            "Gamma",
            "Delta",
            "Theta",
            "Lambda",
            "Xi",
            "Pi",
            "Sigma",
            "Phi",
            "Psi",
            "Omega",
        ],
        strict=True,
    )
)
_SIGNS = {"<=": r"$\le$", ">=": r"$\ge$", "->": r"$\to$", "!=": r"$\neq$"}
_CODE = re.compile(r"``([^`]+)``|`([^`]+)`")


def escaped(text: str) -> str:
    """`text` with what is special to TeX escaped; letters outside Latin and Greek are left to TeX."""
    return "".join(rf"$\{_GREEK_LETTERS[c]}$" if c in _GREEK_LETTERS else _SPECIAL.get(c, c) for c in text)


def sentence(text: str) -> str:
    """A sentence of a claim in LaTeX: formulas as mathematics, code upright, the rest escaped."""
    return "".join(_words(piece.text) if piece.formula is None else f"${piece.formula}$" for piece in pieces(text))


def written(expr: Any) -> str:
    """An expression, a relation or a hypothesis between dollar signs."""
    if isinstance(expr, sp.Basic):
        return f"${latex(expr)}$"
    return f"${expr.latex()}$" if hasattr(expr, "latex") else sentence(str(expr))


def _words(text: str) -> str:
    """Words with their code and their quotation marks."""
    found, place = [], 0
    for code in _CODE.finditer(text):
        found += [_quoted(text[place : code.start()]), rf"\texttt{{{escaped(code[1] or code[2])}}}"]
        place = code.end()
    return "".join([*found, _quoted(text[place:])])


def _quoted(text: str) -> str:
    shown = "".join(_SIGNS.get(part, escaped(part)) for part in re.split(r"(<=|>=|->|!=)", text))
    return re.sub(r"(^|[\s(])'(?=\S)", r"\1`", shown)
