"""Sentences as HTML: everything is escaped, and names such as ``S_0``, ``kappa`` or ``x^2`` become mathematics."""

from __future__ import annotations

import re
from collections.abc import Callable

from markupsafe import Markup, escape

from layerproof.derivations.kernel.printing.notation import GREEK, name_in_latex

from .mathml import mathml

Linker = Callable[[str], str | None]
"""The address of a claim's page, by its id; None if it has no page."""

_WORD = rf"(?:{'|'.join(sorted(GREEK, key=len, reverse=True))})"
_NAME = r"[A-Za-z]+(?:_(?:\{[^{}\s]*\}|[A-Za-z0-9]+|[-+*](?![A-Za-z0-9(])))+~?'?"
_ID = r"[a-z0-9][a-z0-9.-]*(?:/[a-z0-9](?:[a-z0-9.'+-]*[a-z0-9'+])?)+"
_RAISED = r"\^(?:\([^()]+\)|\[[^\[\]\s]+\]|\{[^{}\s]+\}|[-+]?[A-Za-z0-9]+(?:_[A-Za-z0-9]+)?|[+*](?=[\s,;.):\]]|$))"
_TOKEN = re.compile(
    "|".join(
        rf"(?P<{kind}>{pattern})"
        for kind, pattern in {
            "code": r"``[^`]+``|`[^`]+`",
            "id": rf"(?<![\w/(^]){_ID}(?![\w/^])",
            "power": rf"(?:\b{_NAME}|\b{_WORD}\b|\b[A-Za-z]){_RAISED}",
            "raised": rf"(?<=[|)\]\d]){_RAISED}",
            "name": rf"\b{_NAME}",
            "greek": rf"(?<![A-Za-z_]){_WORD}(?![A-Za-z_])(?:'(?!\w))?",
            "differential": r"\bd[A-Zbcfgiklmnprstuvwxyz]\b(?!')",
            "times": r"(?<![a-z]{3})(?<=[\w)]) x (?=[\w(])",
            # a single letter is a symbol, unless it is a word, part of a number of an equation, or of a longer word
            "letter": r"(?<![A-Za-z_'’.-])[b-zB-HJ-Z](?![\w’]|'\w|\.[A-Za-z0-9])(?:'(?!\w))?",
            "article": r"(?<![\w'])[aAI](?= ?[=<>*+/^)\]|](?!\w))|(?<=[=<>*+/(\[|] )a\b(?= [-=<>*+/,)])|(?<=[=*+/] )[AI]\b",
            "sign": r"<=|>=|!=|->|\+/?-(?!\d)|(?<!\w)-\+|(?<=\s)-(?=\s)|(?<=[\s(=,|])-(?=[\w(|])|^-(?=\w)|\bsqrt\b(?=\()",
        }.items()
    )
)
_SIGNS = {"+-": "±", "+/-": "±", "-+": "∓", "<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "-": "−", "sqrt": "√"}
_LARGE = {"sum": r"\sum", "prod": r"\prod", "int": r"\int", "lim": r"\lim"}


def sentence(text: str, link: Linker | None = None) -> Markup:
    """A sentence of a claim: names, powers and single letters as mathematics, ids of claims as links."""
    found, place = Markup(), 0
    for match in _TOKEN.finditer(text):
        found += escape(text[place : match.start()]) + _shown(match, link)
        place = match.end()
    return found + escape(text[place:])


def capital(text: str) -> str:
    """The text with a capital at its start, unless it starts with a symbol or a name."""
    first = re.match(r"[a-z]+(?=[\s,:;.'-])|[a-z]+$", text)
    keep = first is None or len(first[0]) == 1 and first[0] != "a" or first[0] in GREEK
    return text if keep else text[0].upper() + text[1:]


def symbol(name: str) -> Markup:
    """A symbol as a method reports it: ``S_0``, or the entry ``a[1]`` of a family."""
    from layerproof.derivations.kernel.printing.typeset import with_indices

    base, bracket, rest = name.partition("[")
    shown = with_indices(name_in_latex(base, indexed=True), rest.rstrip("]")) if bracket else name_in_latex(base)
    return Markup(mathml(shown))


def value(text: object) -> Markup:
    """A value of a symbol: a rational number or a matrix of them as mathematics, anything else as it is."""
    if isinstance(text, float):
        return number(text)
    shown = str(text)
    if re.fullmatch(r"-?\d+(?:/\d+)?", shown):
        return Markup(mathml(_rational(shown)))
    entry = r"-?\d+(?:/\d+)?"
    if re.fullmatch(rf"\[\[{entry}(?:, {entry})*\](?:, \[{entry}(?:, {entry})*\])*\]", shown):
        rows = [" & ".join(map(_rational, row.split(", "))) for row in shown[2:-2].split("], [")]
        return Markup(mathml(r"\left(\begin{matrix}" + r" \\ ".join(rows) + r"\end{matrix}\right)"))
    return escape(shown.replace("+/-", "±")) if len(shown) < 400 else Markup("<code>{}</code>").format(shown)


def number(found: float) -> Markup:
    """A number to four digits, with a power of ten where that is shorter."""
    mantissa, e, exponent = f"{found:.4g}".partition("e")
    if not e:
        return Markup(mathml(mantissa))
    power = rf"10^{{{int(exponent)}}}"
    return Markup(mathml(power if mantissa == "1" else rf"{mantissa} \times {power}"))


def _bare(exponent: str) -> str:
    return exponent[1:-1] if exponent[0] in "({" else exponent


def _rational(text: str) -> str:
    over, slash, under = text.partition("/")
    sign = "-" if over.startswith("-") else ""
    return rf"{sign}\frac{{{over.lstrip('-')}}}{{{under}}}" if slash else text


def _shown(match: re.Match[str], link: Linker | None) -> Markup:
    whole = match[0]
    if match["code"]:
        return Markup("<code>{}</code>").format(whole.strip("`"))
    if match["id"]:
        address = link(whole) if link else None
        if address:
            return Markup('<a href="{}"><code>{}</code></a>').format(address, whole)
        before, slash, after = whole.partition("/")
        return sentence(before) + slash + sentence(after, link)
    if match["power"]:
        base, _, exponent = whole.partition("^")
        return Markup(mathml(f"{_named(base)}^{{{_inline(_bare(exponent))}}}"))
    if match["raised"]:
        return Markup(f"<sup>{mathml(_inline(_bare(whole[1:])))}</sup>")
    if match["differential"]:
        return Markup(mathml(rf"\mathrm{{d}} {whole[1]}"))
    if match["times"]:
        return Markup(" × ")
    if match["letter"] or match["article"]:
        return Markup(mathml(name_in_latex(whole)))
    if match["sign"]:
        return escape(_SIGNS[whole])
    return Markup(mathml(_named(whole)))


def _named(name: str) -> str:
    """A name in LaTeX; ``sum_k`` is a sum, ``dw_k`` a differential."""
    base, line, rest = name.partition("_")
    if base in _LARGE and line:
        return f"{_LARGE[base]}_{{{_inline(rest.strip('{}'))}}}"
    if line and len(base) == 2 and base[0] == "d":
        return rf"\mathrm{{d}} {name_in_latex(name[1:])}"
    return (
        name_in_latex(name.replace("~", ""))
        if "~" not in name
        else rf"\tilde{{{name_in_latex(name.replace('~', ''))}}}"
    )


def _inline(text: str) -> str:
    """A short formula of plain text, such as ``2 - kappa``, in LaTeX."""
    found, place = [], 0
    for match in re.finditer(rf"{_NAME}|[A-Za-z]+", text):
        found.append(_plain(text[place : match.start()]))
        word = match[0]
        small = word if len(word) == 1 else name_in_latex(word)
        apart = len(word) == 2 and "_" not in word and word not in GREEK  # two indices, or a product
        found.append(word if apart else small)
        place = match.end()
    return "".join([*found, _plain(text[place:])])


def _plain(text: str) -> str:
    return re.sub(r"([_#$%&{}])", r"\\\1", text.replace("\\", "")).replace("*", r"\ast ").replace("^", r"\hat{}")
