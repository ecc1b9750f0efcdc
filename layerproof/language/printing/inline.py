r"""Formulas within sentences: ``W_1^T W_1 - W_2 W_2^T = 0 for t > 0`` has two.

Notes and titles are plain text.  Here they are cut into words and formulas, and the formulas put into LaTeX, token by
token.  Where an author has marked the formulas, ``for $t > 0$``, these are the formulas and nothing is guessed.  In a
text without a mark, what is not clearly a formula stays text: ``a`` is an article unless something beside it says
otherwise, and ``(A.16)`` is a reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from layerproof.language.marked import is_latex, is_marked, parts
from layerproof.language.printing.notation import GREEK, name_in_latex

_GREEK = "|".join(sorted(GREEK - {"beta"}, key=len, reverse=True)) + "|beta(?! (?:integral|function|distribution))"
_LETTER = rf"(?:{_GREEK}|ell|infinity|[A-Za-z])"
_SUB = r"(?:_(?:\{[^{}\s]*\}|\([^()\s]+\)|[A-Za-z0-9]+(?:[+-][0-9]+(?![\w.]))?|[+*]|-(?=[),\s])))"
_FUNCTIONS = {
    "ln": r"\ln", "log": r"\ln", "exp": r"\exp", "sin": r"\sin", "cos": r"\cos", "tan": r"\tan", "sinh": r"\sinh",
    "cosh": r"\cosh", "tanh": r"\tanh", "max": r"\max", "min": r"\min", "det": r"\det", "sqrt": r"\sqrt",
    **{name: rf"\operatorname{{{name}}}" for name in ("tr", "diag", "rank", "arsinh", "artanh", "sgn", "vec", "mod")},
}  # fmt: skip
_SIGNS = {
    "<=": r"\le", ">=": r"\ge", "->": r"\to", "!=": r"\neq", "*": r"\cdot", "~": r"\sim", "<": "<", ">": ">",
    "~=": r"\approx", ".": r"\cdot", "<<": r"\ll", ">>": r"\gg", "+-": r"\pm",
}  # fmt: skip
_INDICES = re.compile(r"[ijklmnpqrs]{2,3}'?")
_ARTICLES = ("a", "A", "I")
_AFTER_A_NAME = re.compile(
    r"\s+(?:and|or|is|are|has|to|of|at|by|with|in|for|follows?|grows?|stays?|falls?)\b|[.,;:)\]]|$"
)

_TOKEN = re.compile(
    rf"""
    (?P<text>``[^`]+``|`[^`]+`
        |\b(?:Appendix|Section|Figure|Theorem|Proposition|Lemma|Corollary|Table|Part|Chapter|Equation|Eqs?\.?|Case)\s+
            [A-Z0-9][A-Za-z0-9.]*(?:\([a-z]\))?
        |(?<![\w)\]])\((?:[A-Z]\.)?\d+(?:\.\d+)*[a-z]?\)
        |\b(?:i\.e|e\.g|cf|vs|et\ al)\.
        |\b[A-Z]\.\d[\d.]*|(?<!\w)[A-Z]\.\ (?=[A-Z][a-z]+\b[,.])
        |\b\d+\.\d+\([a-z]\))
    |(?P<slope>\bd(?:{_LETTER}{_SUB}?(?:\^\d)?)?/d{_LETTER}{_SUB}?\b)
    |(?P<operator>\|\w+><\w+\|)|(?P<differential>\bd[A-Z]{_SUB}?\b)
    |(?P<function>\b(?:{"|".join(_FUNCTIONS)})(?=\()|\b(?:ln|sin|cos|tan|sinh|cosh|tanh|tr)(?=\ (?:{_LETTER}\b|\d)))
    |(?P<grad>\bgrad\b(?=\s?[A-Z(]))
    |(?P<sum>\b(?:sum|prod){_SUB})
    |(?P<name>\b(?:[A-Za-z]+|1){_SUB}+(?:~|'(?![A-Za-z]))?|(?<![A-Za-z_`.\\])(?<!\w['’])(?<![\w.]\d){_LETTER}(?:~|'(?=[),\]=\s_^]))?{_SUB}?(?![\w’]|'[a-z]|\.[A-Za-z0-9]))
    |(?P<number>(?<![\w.])\d+(?:,\d{{3}})*(?:\.\d+)?(?![\w.]*[A-Za-z]\w)(?!\.\d))
    |(?P<power>\^(?:\{{[^{{}}]*\}}|-?\((?:[^()]|\([^()]*\))*\)|-?[A-Za-z0-9]+|[+*]|\[\d\]))
    |(?P<bracket><(?=\S)(?=[^<>]*[|,][^<>]*>)|(?<=[\w)\]])>(?![=\s]*\d)(?=\S|\s|$))
    |(?P<open>[(\[])|(?P<close>[)\]])|(?P<bar>\|)
    |(?P<sign><=|>=|<<|>>|->|!=|~=|\+-|[=+*/<>]|-|(?<=\s)\.(?=\s))|(?P<comma>,)|(?P<bang>!)
    |(?P<space>\s+)|(?P<word>[A-Za-z]+(?:[-'’][A-Za-z]+)*)|(?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_OPERANDS = ("slope", "differential", "operator", "function", "grad", "sum", "name", "number")
_WITHIN = (*_OPERANDS, "power", "bracket", "open", "close", "bar", "sign", "comma", "bang", "space")

_RAISED_BY = {
    "power": ("power", "bar", "bracket", "name", "number", "close", "bang", "operator"),
    "bang": ("name", "number", "close"),
}
"""What may stand before a power, and before an exclamation mark."""


@dataclass(frozen=True)
class Piece:
    """A piece of a sentence; `formula` is it in LaTeX, without dollar signs, or None for words."""

    text: str
    formula: str | None = None


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    place: int


_PANEL = re.compile(r"((?<![^\s;,])\([a-h]\)(?=[\s:;,]))")


def pieces(sentence: str) -> Iterator[Piece]:
    """The words and the formulas of a sentence, in order; their texts joined give the sentence, less its marks.

    The letter of a panel, ``(a)`` between spaces, is a word.
    """
    if is_marked(sentence):
        yield from (Piece(part, marked_formula(part) if marked else None) for part, marked in parts(sentence))
        return
    for number, part in enumerate(_PANEL.split(sentence.replace(r"\$", "$"))):
        if number % 2:
            yield Piece(part)
        elif part:
            yield from _pieces(part)


def _pieces(sentence: str) -> Iterator[Piece]:
    done = 0
    for run in _runs(list(_tokens(sentence))):
        start, end = run[0].place, run[-1].place + len(run[-1].text)
        if start > done:
            yield Piece(sentence[done:start])
        yield Piece(sentence[start:end], _latex(run))
        done = end
    if done < len(sentence):
        yield Piece(sentence[done:])


def _tokens(sentence: str) -> Iterator[_Token]:
    """The tokens; ``d x p`` has a cross between the sizes, and ``<e|f>`` angles."""
    depth = 0
    for match in _TOKEN.finditer(sentence):
        kind, text = str(match.lastgroup), match[0]
        if kind == "bracket" and text == "<":
            depth += 1
        elif text == ">" and kind in ("bracket", "sign"):
            kind, depth = ("bracket", depth - 1) if depth else ("sign", 0)
        if (
            kind == "name"
            and text == "x"
            and re.search(r"(?<![\w)])(?:[a-z]|\d+|[A-Za-z]_\w) $", sentence[: match.start()])
        ):
            kind = (
                "sign"
                if re.match(r" (?:[a-z]|\d+|[A-Za-z]_\w)(?![\w^*/=(])(?! [=+-])", sentence[match.end() :])
                else kind
            )
        yield _Token(kind, text, match.start())


def _runs(found: list[_Token]) -> Iterator[list[_Token]]:
    """The runs of tokens that are formulas."""
    start = 0
    while start < len(found):
        if found[start].kind not in _WITHIN:
            start += 1
            continue
        end = start
        while end < len(found) and found[end].kind in _WITHIN:
            end += 1
        after = "".join(token.text for token in found[end : end + 4])
        before = "".join(token.text for token in found[max(0, start - 3) : start])
        yield from _formulas(found[start:end], before, after)
        start = end


def _formulas(run: list[_Token], before: str, after: str) -> Iterator[list[_Token]]:
    """The formulas in a run that may have loose brackets and commas in it."""
    at = _breach(run)
    if at is not None:
        left, right = run[:at], run[at + 1 :]
        yield from _formulas(left, before, run[at].text + "".join(t.text for t in right) + after)
        yield from _formulas(right, before + "".join(t.text for t in left) + run[at].text, after)
        return
    first, last = 0, len(run)
    while first < last and not _begins(run, first):
        first += 1
    while first < last and not _ends(run[last - 1]):
        last -= 1
    before += "".join(t.text for t in run[:first])
    after = "".join(t.text for t in run[last:]) + after
    run = run[first:last]
    if _breach(run) is not None:
        yield from _formulas(run, before, after)
        return
    if _is_article(run, before, after):
        yield from _formulas(run[1:], before + run[0].text, after)
    elif any(t.kind in _OPERANDS[:-1] for t in run) or _is_sum(run):
        yield run


def _breach(run: Sequence[_Token]) -> int | None:
    """Where a run must be cut: at a bracket without its partner, a comma outside brackets, a power of nothing."""
    opened: list[int] = []
    bars: list[int] = []
    for k, token in enumerate(run):
        before = run[k - 1].kind if k else ""
        if token.kind == "open" or (token.kind == "bracket" and token.text == "<"):
            opened.append(k)
        elif token.kind == "close" or token.kind == "bracket":
            if not opened:
                return k
            opened.pop()
        elif (token.kind == "comma" and not opened) or before not in _RAISED_BY.get(token.kind, (before,)):
            return k
        elif token.kind == "bar" and not (opened and run[opened[-1]].text == "<"):
            bars.append(k)
        elif token.text == "sqrt" and "open" not in [t.kind for t in run[k + 1 : k + 2]]:
            return k
    if opened:
        return opened[0]
    return bars[-1] if len(bars) % 2 else None


def _begins(run: Sequence[_Token], k: int) -> bool:
    token, following = run[k], run[k + 1].kind if k + 1 < len(run) else ""
    if token.text == "-":
        return following in (*_OPERANDS, "open", "bracket", "bar") and (k == 0 or run[k - 1].kind == "space")
    return token.kind in (*_OPERANDS, "open", "bar") or (token.kind == "bracket" and token.text == "<")


def _ends(token: _Token) -> bool:
    if token.kind in ("function", "grad"):
        return False
    return token.kind in (*_OPERANDS, "power", "close", "bar", "bang", "bracket")


def _is_article(run: Sequence[_Token], before: str, after: str) -> bool:
    """Whether a run begins with an article, or with a capital that is one."""
    if not run or run[0].text not in _ARTICLES:
        return False
    begins = not before.strip() or before.rstrip()[-1] in ".:'‘“(\u2026"
    if len(run) == 1:
        return not _AFTER_A_NAME.match(after) if run[0].text == "a" else begins
    follows = run[2].kind if len(run) > 2 and run[1].kind == "space" else ""
    if run[0].text == "A" and not begins:
        return False
    return follows in _OPERANDS and run[2].text != "b" and bool(re.match(r"\s+[A-Za-z]{2}|-[a-z]", after))


def _is_sum(run: Sequence[_Token]) -> bool:
    """Whether a run of numbers is arithmetic and not a date, a range or a list."""
    return any(t.kind in ("power", "bang") or (t.kind == "sign" and t.text not in "-.") for t in run)


def _latex(run: Sequence[_Token]) -> str:
    """A run in LaTeX."""
    shown: list[str] = []
    closing: list[str] = []
    k = 0
    while k < len(run):
        token = run[k]
        if token.kind == "function" and token.text == "sqrt":
            shown.append(r"\sqrt{")
            closing.append("}")
            k += 1  # its parenthesis
        elif token.kind == "name" and token.text == "e" and k + 1 < len(run) and run[k + 1].kind == "power":
            shown.append("e")  # whatever else a chapter calls e
        elif token.kind == "name" and token.text == "E" and k + 1 < len(run) and run[k + 1].text == "[":
            shown.append(r"\mathbf{E}")
        elif token.kind == "open":
            shown.append(token.text)
            closing.append("")
        elif token.kind == "close":
            shown.append(closing.pop() or token.text)
        else:
            shown.append(_shown(token))
        k += 1
    return re.sub(r"\s+(?=[\s^!,)\]])|(?<=[(\[])\s+", "", " ".join(shown)).strip()


def _shown(token: _Token) -> str:
    text = token.text
    match token.kind:
        case "name":
            return _name(text)
        case "number":
            return text.replace(",", "{,}")
        case "slope":
            over, _, under = text.partition("/")
            power = re.search(r"\^\d$", over)
            over = over[: power.start()] if power else over
            return rf"\mathrm{{d}} {_name(over[1:])}{power[0] if power else ''}/\mathrm{{d}} {_name(under[1:])}"
        case "sum":
            return f"\\{text.partition('_')[0]}_{{{formula(text.partition('_')[2].strip('{}'))}}}"
        case "function":
            return _FUNCTIONS[text]
        case "differential":
            return rf"\mathrm{{d}} {_name(text[1:])}"
        case "operator":
            left, right = text.strip("|").split("><")
            return rf"|{_name(left)} \rangle\langle {_name(right)}|"
        case "grad":
            return r"\nabla"
        case "power":
            return _power(text[1:])
        case "bracket":
            return r"\langle" if text == "<" else r"\rangle"
        case "sign":
            return r"\times" if text == "x" else _SIGNS.get(text, text)
        case _:
            return text


def marked_formula(text: str) -> str:
    """What an author has marked as a formula, in LaTeX: as it is if it is LaTeX."""
    return text if is_latex(text) else formula(text)


def is_formula(text: str) -> bool:
    """Whether all of a text is read as a formula: no word in it, and each bracket with its partner."""
    found, depth = _whole(text), 0
    for token in found:
        depth += (token.kind == "open") - (token.kind == "close")
        if token.kind not in _WITHIN or depth < 0 or (token.kind == "power" and not _is_exponent(token.text[1:])):
            return bool(_INDICES.fullmatch(text))
    return depth == 0 and bool(found) and _breach(found) != 0


def _is_exponent(exponent: str) -> bool:
    inside = _inside(exponent)
    return inside in ("T", "top", "+", "*", "-") or exponent[0] == "[" or is_formula(inside.removeprefix("-"))


def _whole(text: str) -> list[_Token]:
    """The tokens of a text that is a formula: a prime at its end is no quotation mark."""
    return list(_tokens(f"{text} "))[:-1] if text.endswith("'") else list(_tokens(text))


def formula(text: str) -> str:
    """A text that is a formula as a whole, in LaTeX; a word in it is set upright."""
    if _INDICES.fullmatch(text):
        return text
    found = _whole(text)
    if any(token.kind not in _WITHIN for token in found) or _breach(found) == 0:
        return text if re.fullmatch(r"[-+*/=.\w' ]", text) else rf"\mathrm{{{re.sub(r'[^A-Za-z0-9+-]', ' ', text)}}}"
    return _latex(found)


def _inside(exponent: str) -> str:
    return exponent[1:-1] if exponent[0] in "({" else exponent.lstrip("-") if exponent[1:2] == "(" else exponent


def _power(exponent: str) -> str:
    inside = _inside(exponent)
    if inside in ("T", "top"):
        return r"^{\top}"
    if exponent[0] == "[":
        return f"^{{{exponent}}}"
    if inside in ("+", "*"):
        return "^{+}" if inside == "+" else r"^{\ast}"
    sign = "-" * (exponent[0] == "-" and exponent[1:2] == "(")
    return f"^{{{formula(sign + inside).replace('- ', '-')}}}"


def _name(name: str) -> str:
    """A name in LaTeX: ``W_1~`` has a tilde, ``delta_ij`` two indices."""
    if not name:
        return ""
    if found := re.fullmatch(r"(\w+)_\(([^()]*)\)", name):
        return f"{name_in_latex(found[1])}_{{{found[2]}}}"
    if name.endswith("~"):
        base, underscore, sub = name[:-1].partition("_")
        name = f"{base}tilde{underscore}{sub}"
    base, underscore, sub = name.partition("_")
    if name == "infinity":
        return r"\infty"
    if base == "1":
        return f"1_{{{sub.strip('{}')}}}"
    if underscore and (_INDICES.fullmatch(sub) or re.search(r"[+-]", sub[1:])):
        return f"{name_in_latex(base)}_{{{sub.strip('{}')}}}"
    return name_in_latex(name)
