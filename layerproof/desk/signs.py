"""Formulas of plain text in signs, for terminals that have them: ``rho_k**2 <= 1`` as ``ρₖ² ≤ 1``."""

from __future__ import annotations

import re
from collections.abc import Callable

from rich.console import Console

from ..language.marked import as_text, parts

_RAISED = dict(zip("0123456789+-()nijklmtxabcdpLTrs", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿⁱʲᵏˡᵐᵗˣᵃᵇᶜᵈᵖᴸᵀʳˢ", strict=True))
_LOWERED = dict(zip("0123456789+-aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
_LETTERS = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi "
    "omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
)
_NAMES = dict(zip(_LETTERS.split(), "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ", strict=True))
_WORD = "|".join(sorted(_NAMES, key=len, reverse=True))
_SIGNS = {
    "<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "~=": "≈", "<<": "≪", ">>": "≫", "+-": "±",
    "sqrt(": "√(", "sum_{": "∑_{", "int_{": "∫_{", "prod_{": "∏_{",
    "KroneckerDelta(": "δ(",
}  # fmt: skip
_TOKEN = re.compile(
    r"(?P<power>(?:\*\*|\^)(?:\([-+\w]{1,5}\)|(?:-?\d+|[a-zLT])\b)?)"
    r"|(?P<index>(?<=\w)(?<!\bE)\[[^\[\]]{1,3}\]|(?<=[^\W_])_(?:\d+|[a-z])(?![A-Za-z0-9_]))"
    rf"|(?P<greek>(?<![A-Za-z])(?:{_WORD})(?![A-Za-z]))"
    r"|(?P<sign><=|>=|!=|->|~=|<<|>>|\+-(?=[ \d])|\b(?:sqrt|KroneckerDelta)\(|\b(?:sum|int|prod)_\{)"
    r"|(?P<infinity>\b(?:oo|infinity)\b)|(?P<times>\*)"
)


def knows_signs(out: Console) -> bool:
    """Whether a person looks, at a terminal that has the signs."""
    return out.is_terminal and out.encoding.lower().startswith("utf")


def in_signs(text: str) -> str:
    """A formula of plain text, or a sentence with such formulas, in signs."""
    return _TOKEN.sub(_sign, text)


def prose(sentence: str, written: Callable[[str], str] = str) -> str:
    """A sentence, with the formulas that are marked in it as a terminal writes them."""
    return "".join(written(as_text(part)) if marked else part for part, marked in parts(sentence))


def _sign(match: re.Match[str]) -> str:
    whole = match[0]
    if match["power"]:
        power = whole.removeprefix("**").removeprefix("^")
        exponent = power.removeprefix("(").removesuffix(")") or "^"
        return "".join(map(_RAISED.__getitem__, exponent)) if set(exponent) <= _RAISED.keys() else f"^{power}"
    if match["index"]:
        lowered = whole.strip("[]_")
        return "".join(map(_LOWERED.__getitem__, lowered)) if set(lowered) <= _LOWERED.keys() else whole
    if match["greek"]:
        return _NAMES[whole]
    if match["sign"]:
        return _SIGNS[whole]
    return "∞" if match["infinity"] else "·"
