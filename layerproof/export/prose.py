"""Sentences in LaTeX: what is special is escaped, and names such as ``S_0`` or ``kappa`` become mathematics."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import sympy as sp

from layerproof.language.printing import latex
from layerproof.language.printing.inline import pieces

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
    """`text` with what is special to TeX escaped; a letter that no font of ours has is named by its number."""
    return "".join(map(_escaped, text))


def _escaped(letter: str) -> str:
    if letter in _GREEK_LETTERS:
        return rf"$\{_GREEK_LETTERS[letter]}$"
    if letter in _SPECIAL:
        return _SPECIAL[letter]
    if letter.isascii():
        return letter if letter.isprintable() else " "
    decomposed = unicodedata.normalize("NFD", letter)
    has_font = (
        decomposed[0].isascii() and decomposed[0].isalpha() and unicodedata.normalize("NFC", decomposed) < "\u0180"
    )
    return letter if has_font else f"[U+{ord(letter):04X}]"


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
