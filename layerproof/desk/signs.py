"""Formulas of plain text in signs, for terminals that have them: ``rho_k**2 <= 1`` as ``ρₖ² ≤ 1``."""

from __future__ import annotations

import re
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from ..language.marked import as_text, parts
from ..language.untex import NotRead, typed

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
    "sqrt(": "√(", "sum_{": "∑_{", "int_{": "∫_{", "prod_{": "∏_{", "sum_": "∑_", "int_": "∫_", "prod_": "∏_",
    "KroneckerDelta(": "δ(",
}  # fmt: skip
_TOKEN = re.compile(
    r"(?P<power>(?:\*\*|\^)(?:\([-+\w]{1,5}\)|(?:-?\d+|[a-zLT])\b)?)"
    r"|(?P<index>(?<=\w)(?<!\bE)\[[^\[\]]{1,3}\]|(?<=[^\W_])_(?:\d+|[a-z])(?![A-Za-z0-9_]))"
    rf"|(?P<greek>(?<![A-Za-z])(?:{_WORD})(?![A-Za-z]))"
    r"|(?P<sign><=|>=|!=|->|~=|<<|>>|\+-(?=[ \d])|\b(?:sqrt|KroneckerDelta)\(|\b(?:sum|int|prod)_\{?)"
    r"|(?P<infinity>\b(?:oo|infinity)\b)|(?P<times>(?<![\^{_])\*)"
)
_ACCENTS = {"hat": "\N{COMBINING CIRCUMFLEX ACCENT}", "bar": "\N{COMBINING MACRON}",
            "tilde": "\N{COMBINING TILDE}", "vec": "\N{COMBINING RIGHT ARROW ABOVE}",
            "dot": "\N{COMBINING DOT ABOVE}"}  # fmt: skip
_OPERATORS = {"partial": "∂", "nabla": "∇", "perp": "⊥", "dagger": "†", "odot": "⊙ ", "propto": "∝ "}
_OPERATOR = "|".join(_OPERATORS)
_ROWS = re.compile(r"\\begin\{(?P<name>cases|pmatrix|array)\}(?:\{[lcr]+\})?(?P<rows>.*?)\\end\{(?P=name)\}", re.DOTALL)
_SPELT = (
    (r"\\mathscr", r"\\mathcal"),
    (r"\\intercal", r"\\top"),
    (r"\\middle", ""),
    (r"\\right\.", r"\\right\\rbrace"),
    (r"\\pmod\{([^{}]*)\}", r"(\\mathrm{mod} \1)"),
    (r"\\underset\{(.*?)\}\{(\\arg\\min)\}", r"\2_{\1}"),
    (rf"\\({_OPERATOR})(?![A-Za-z])", r"\\mathrm{\1}"),
)
"""What formulas of the sources have, and sentences have not, in what both have."""


def knows_signs(out: Console) -> bool:
    """Whether a person looks, at a terminal that has the signs."""
    return out.is_terminal and out.encoding.lower().startswith("utf")


def in_signs(text: str) -> str:
    """A formula of plain text, or a sentence with such formulas, in signs."""
    return _TOKEN.sub(_sign, text)


def prose(sentence: str, written: Callable[[str], str] = str) -> str:
    """A sentence, with the formulas that are marked in it as a terminal writes them."""
    return "".join(written(as_text(part)) if marked else part for part, marked in parts(sentence))


def quoted(latex: str, wrong: str, out: Console) -> Text:
    """A line of a source, with the wrong place in it shown: in signs if a person looks, otherwise as typed."""
    line, place = latex, wrong
    if knows_signs(out):
        try:
            line, place = _displayed(latex), _displayed(wrong)
        except NotRead:
            line, place = latex, wrong
    text = Text(line)
    if place and (start := line.find(place)) >= 0:
        text.stylize("bold red", start, start + len(place))
    return text


def _displayed(latex: str) -> str:
    """A displayed formula in signs, with the rows of a matrix or of cases one after the other."""
    flat = _ROWS.sub(_flat, latex)
    for pattern, spelt in _SPELT:
        flat = re.sub(pattern, spelt, flat)
    plain = typed(re.sub(r"}(?=[A-Za-z0-9])", "} ", flat))
    accented = re.sub(r"\b(hat|bar|tilde|vec|dot)\((\w)\)", lambda match: match[2] + _ACCENTS[match[1]], plain)
    curled = re.sub(rf"\b({_OPERATOR}) ?", lambda match: _OPERATORS[match[1]], accented)
    return re.sub(r" (?=[.,;)\]])|(?<=[(\[]) ", "", in_signs(curled))


def _flat(match: re.Match[str]) -> str:
    between = ", " if match["name"] == "pmatrix" else " "
    rows = (between.join(cell.strip() or "0" for cell in row.split("&")) for row in match["rows"].split(r"\\"))
    inside = "; ".join(row.strip().rstrip(",") for row in rows)
    return {"cases": rf"\lbrace {inside} \rbrace", "pmatrix": f"({inside})", "array": inside}[match["name"]]


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
