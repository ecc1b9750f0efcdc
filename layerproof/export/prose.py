"""Sentences in LaTeX: what is special is escaped, and names such as ``S_0`` or ``kappa`` become mathematics."""

from __future__ import annotations

import re
from typing import Any

import sympy as sp

from layerproof.derivations.kernel.printing import latex
from layerproof.derivations.kernel.printing.notation import GREEK, name_in_latex

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
_NAME = r"[A-Za-z]+(?:_(?:\{[^{}\s]*\}|[A-Za-z0-9]+|[+*]))+'?"
_TOKEN = re.compile(
    rf"(?P<code>``[^`]+``|`[^`]+`)|(?P<power>(?:{_NAME}|\b[A-Za-z])\^(?:\([^()\s]+\)|\{{[^{{}}\s]+\}}|-?[A-Za-z0-9]+))"
    rf"|(?P<raised>(?<=\))\^(?:\([^()\s]+\)|\{{[^{{}}\s]+\}}|-?[A-Za-z0-9]+))|(?P<sign><=|>=|->|!=)"
    rf"|(?P<name>\b{_NAME})|(?P<greek>\b(?:{'|'.join(sorted(GREEK, key=len, reverse=True))})\b)"
)


def escaped(text: str) -> str:
    """`text` with what is special to TeX escaped; letters outside Latin and Greek are left to TeX."""
    return "".join(rf"$\{_GREEK_LETTERS[c]}$" if c in _GREEK_LETTERS else _SPECIAL.get(c, c) for c in text)


def sentence(text: str) -> str:
    """A sentence of a claim in LaTeX: names and powers as mathematics, code upright, the rest escaped."""
    found, place = [], 0
    for match in _TOKEN.finditer(text):
        found.append(escaped(text[place : match.start()]))
        found.append(_shown(match))
        place = match.end()
    return "".join([*found, escaped(text[place:])])


def written(expr: Any) -> str:
    """An expression, a relation or a hypothesis between dollar signs."""
    if isinstance(expr, sp.Basic):
        return f"${latex(expr)}$"
    return f"${expr.latex()}$" if hasattr(expr, "latex") else sentence(str(expr))


def _shown(match: re.Match[str]) -> str:
    whole = match[0]
    if match["code"]:
        inside = whole.strip("`")
        return sentence(inside) if _TOKEN.fullmatch(inside) else rf"\texttt{{{escaped(inside)}}}"
    if match["sign"]:
        return _SIGNS[whole]
    if match["power"] or match["raised"]:
        base, _, exponent = whole.partition("^")
        inner = exponent.strip("(){}")
        name = re.fullmatch(rf"{_NAME}|[A-Za-z]+", inner)
        return f"${name_in_latex(base) if base else ''}^{{{name_in_latex(inner) if name else inner}}}$"
    return f"${name_in_latex(whole)}$"
