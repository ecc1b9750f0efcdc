"""Sentences as HTML: everything is escaped, and names such as ``S_0``, ``kappa`` or ``x^2`` become mathematics."""

from __future__ import annotations

import re
from collections.abc import Callable

from markupsafe import Markup, escape

from layerproof.language.marked import is_marked, parts
from layerproof.language.printing.inline import marked_formula, pieces
from layerproof.language.printing.notation import GREEK, name_in_latex

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
            "panel": r"(?:(?<![\w\]])|(?<=[0-9A-D]\.\d))\([a-h]\)(?!\^)",
            "number": r"(?<![\w.])\d+(?:\.\d+)?e-?\d+\b",
            # E[i], P[i] and T[i] are means and operators, so that only the entries of other families are
            "entry": r"(?<![\w/])[A-DF-OQ-SU-Za-z](?:_[A-Za-z0-9]+)?\[[i-n](?:,[i-n])*\](?!\^)",
            "power": rf"(?:\b{_NAME}|\b{_WORD}\b|\b[A-Za-z]){_RAISED}",
            "raised": rf"(?<=[|)\]\d]){_RAISED}",
            "name": rf"\b{_NAME}",
            "greek": rf"(?<![A-Za-z_]){_WORD}(?![A-Za-z_])(?:'(?!\w))?",
            "differential": r"\bd[A-Zbcfgiklmnprstuvwxyz]\b(?!')",
            "times": r"(?<![a-z]{3})(?<=[\w)]) x (?=[\w(])",
            # a single letter is a symbol, unless it is a word, part of a number of an equation, or of a longer word
            "letter": r"(?<![A-Za-z_'’.-])(?<!ppendix )(?<!hapter )[b-zB-HJ-Z](?![\w’]|'\w|\.[A-Za-z0-9])(?:'(?!\w))?",
            "article": (
                r"(?<![\w'.])[aAI](?= ?[=<>*+/^]| - |[)\]|])|(?<=[=*+/] )[AI]\b"
                r"|(?<=[=<>*+/(\[|] )a(?= (?:[A-Za-z]\b|[A-Za-z]_|[-+=/*<>(])|[,;)]|$)"
            ),
            "sign": (
                r"(?<=[\w)\]])\*(?=[\w(])|<=|>=|!=|->|\+/?-(?!\d)|(?<!\w)-\+|(?<=\s)-(?=\s)|(?<=[\s(=,|])-(?=[\w(|])|^-(?=\w)|\bsqrt\b(?=\()"
            ),
        }.items()
    )
)
_SIGNS = {"*": "·", "+-": "±", "+/-": "±", "-+": "∓", "<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "-": "−", "sqrt": "√"}
_RATIONAL = r"-?\d+(?:/\d+)?"
_LARGE = {"sum": r"\sum", "prod": r"\prod", "int": r"\int", "lim": r"\lim"}


def sentence(text: str, link: Linker | None = None) -> Markup:
    """A sentence of a claim: what is marked as mathematics, or else names, powers and single letters; ids as links."""
    if is_marked(text):
        return joined(
            Markup("").join(
                Markup(mathml(marked_formula(part))) if marked else _linked(part, link) for part, marked in parts(text)
            )
        )
    found, place, text = Markup(), 0, text.replace("**", "^").replace(r"\$", "$")
    for match in _TOKEN.finditer(text):
        found += escape(text[place : match.start()]) + _shown(match, link)
        place = match.end()
    return joined(found + escape(text[place:]))


def titled(text: str) -> Markup:
    """A title, whose formulas are found whole, as in LaTeX: ``T^(-alpha/(alpha+1))`` is one power."""
    found = (Markup(mathml(piece.formula)) if piece.formula else sentence(piece.text) for piece in pieces(text))
    return joined(Markup("").join(found))


def _linked(text: str, link: Linker | None) -> Markup:
    """Words with links at the ids of claims, and what stands between backquotes as code."""
    found, place = Markup(), 0
    for match in _TOKEN.finditer(text):
        if match["id"] or match["code"]:
            found += escape(text[place : match.start()]) + _shown(match, link)
            place = match.end()
    return found + escape(text[place:])


def joined(shown: Markup) -> Markup:
    """No line ends between mathematics and the bracket or the punctuation beside it."""

    def kept(match: re.Match[str]) -> str:
        whole = match[0]
        alone = whole.startswith("<math>") and whole.endswith("</math>") and whole.count("<math>") == 1
        return whole if alone or "<math>" not in whole else f'<span class="k">{whole}</span>'

    return Markup(re.sub(r"(?:<math>(?:(?!</math>).)*</math>|&[a-z#0-9]+;|[()\[\]|,.;:!])+", kept, shown))


def capital(text: str) -> str:
    """The text with a capital at its start, unless it starts with a symbol or a name."""
    first = re.match(r"[a-z]+(?=[\s,:;.'-])|[a-z]+$", text)
    keep = first is None or (len(first[0]) == 1 and first[0] != "a") or first[0] in GREEK
    return text if keep else text[0].upper() + text[1:]


def symbol(name: str) -> Markup:
    """A symbol as a method reports it: ``S_0``, or the entry ``a[1]`` of a family."""
    from layerproof.language.printing.notation import with_indices

    base, bracket, rest = name.partition("[")
    shown = with_indices(name_in_latex(base, indexed=True), rest.rstrip("]")) if bracket else name_in_latex(base)
    return Markup(mathml(shown))


def value(text: object) -> Markup:
    """A value as a method reports it: a rational number, a ball or a matrix as mathematics, anything else as it is."""
    if isinstance(text, float):
        return number(text)
    shown = re.sub(rf"\[\[({_RATIONAL})\]\]", r"\1", str(text))  # a matrix of one entry
    if re.fullmatch(rf"{_RATIONAL}|-?\d+\.\d+", shown):
        return Markup(mathml(_rational(shown)))
    if ball := re.fullmatch(r"\[?(-?[\d.]+(?:e[-+]?\d+)?) \+/- ([\d.]+(?:e[-+]?\d+)?)\]?", shown):
        return Markup(mathml(rf"{_scientific(ball[1])} \pm {_scientific(ball[2])}"))
    if re.fullmatch(rf"\[\[{_RATIONAL}(?:, {_RATIONAL})*\](?:, \[{_RATIONAL}(?:, {_RATIONAL})*\])*\]", shown):
        rows = [" & ".join(map(_rational, row.split(", "))) for row in shown[2:-2].split("], [")]
        return Markup(mathml(r"\left(\begin{matrix}" + r" \\ ".join(rows) + r"\end{matrix}\right)"))
    return escape(shown)


def number(found: float) -> Markup:
    """A number to four digits, with a power of ten where that is shorter."""
    return Markup(mathml(_scientific(f"{found:.4g}")))


def _scientific(text: str) -> str:
    mantissa, e, exponent = text.partition("e")
    if not e:
        return mantissa
    power = rf"10^{{{int(exponent)}}}"
    return power if mantissa in ("1", "1.00") else rf"{mantissa} \times {power}"


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
    if match["panel"]:
        return Markup(whole)
    if match["number"]:
        return Markup(mathml(_scientific(whole)))
    if match["power"]:
        base, _, exponent = whole.partition("^")
        raised = _inline(_bare(exponent)).replace("+-", r"\pm ")
        return Markup(mathml(f"{_named(base)}^{{{raised}}}"))
    if match["raised"]:
        return Markup(f"<sup>{mathml(_inline(_bare(whole[1:])))}</sup>")
    if match["entry"]:
        return symbol(whole)
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
    plain = name_in_latex(f"{base}tilde_{rest.strip('~')}" if name.endswith("~") else name.replace("~", ""))
    return re.sub(r"\\mathrm\{(?!in)([i-nprs]{2})\}", r"\1", plain)  # two indices and not a word


def _inline(text: str) -> str:
    """A short formula of plain text, such as ``2 - kappa``, in LaTeX; a lone ``T`` transposes."""
    if text == "T":
        return r"\top"
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
