r"""Our LaTeX as MathML that a browser lays out by itself: no script, no font of ours.

latex2mathml reads the formula; what it gives is then mended, since a browser goes by the letter of MathML Core:

- names of functions are operands and not operators, apart from their neighbours, and applied to what follows;
- an upright ``d`` and capital Greek letters are upright;
- parentheses, brackets and bars are paired, and what is in them is one row, so that an exponent is the pair's;
- a minus that has nothing at its left is a sign and not a subtraction;
- script letters and bold digits are characters of their own; a semicolon and an arrow of statements are no letters;
- limits go below ``lim``, accents are accents, an infinity is a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape, unescape
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert_to_element

APPLY = "\u2061"
"""The invisible sign between a function and its argument."""

WIDTH = 30
"""A formula of more letters may be broken between its terms."""

_UPRIGHT, _MEANT = "\ue000", "\ue001"
_THIN = ".167em"
_OPENING, _CLOSING = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}
_BARS = ("|", "‖")
_LIMITS = {"lim", "max", "min", "sup", "inf"}
_SCRIPTS = ("msub", "msup", "msubsup", "munder", "mover", "munderover")
_BESIDE = {"msub": "munder", "msup": "mover", "msubsup": "munderover"}
_ACCENTS = {"~": "~", "^": "^", "¯": "¯", "˙": "˙", "‾": "¯", "→": "→"}
_OPERANDS = {"∞", "⊤", "⊥", "∅", "∂", "∇", "…"}
_SIGNS = ("′", ";", "⟹", "⟺")
_ROWS = ("math", "mrow", "msqrt", "mtd", "mstyle", "mpadded")


@lru_cache(maxsize=65536)
def mathml(latex: str, *, display: bool = False, goes_on: bool = False) -> str:
    """A formula as a ``math`` element.

    Args:
        latex: without delimiters.
        display: whether sums and fractions have their full size.
        goes_on: whether it continues a formula, so that a sign that it begins with has a left side.
    """
    try:
        latex = re.sub(r"\\arg(?![a-z])", r"\\operatorname{arg}", latex)  # latex2mathml does not know it
        latex = latex.replace(r"\mathscr", r"\mathcal")  # a browser has no variant of a letter but the upright one
        marked = re.sub(r"\\mathrm\{([^{}]*)\}", rf"\\text{{{_UPRIGHT}\1}}", latex)
        row = _tidy(convert_to_element(marked, display="block" if display else "inline"))
    except Exception:  # a name that nobody foresaw, in a file of claims: whatever the converter makes of it, show it
        row = _made("mtext", latex)
    first = row[0] if row.tag == "mrow" and len(row) > 1 else row
    if goes_on and _text(first) in ("+", "−"):
        first.set("form", "infix")
    inside = "".join(map(_written, row)) if row.tag == "mrow" else _written(row)
    return f'<math displaystyle="true">{inside}</math>' if display else f"<math>{inside}</math>"


def meant(latex: str, style: str) -> str:
    """The formula as a group that `mathml` gives the class `style`."""
    return rf"{{\text{{{_MEANT}{style}}} {latex}}}"


def pieces(latex: str, width: int = WIDTH, *, display: bool = True) -> list[str]:
    """The formula as ``math`` elements between which a line may break: one, or one a term if it is wide."""
    found = _terms(latex) if letters(latex) > width else [latex]
    begins = [k == 0 or found[k - 1].endswith(("=", "<", ">", "arrow")) for k in range(len(found))]
    return [mathml(term, display=display, goes_on=not first) for term, first in zip(found, begins, strict=True)]


def letters(latex: str) -> int:
    """About how many letters wide a formula is."""
    one_above_other = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", lambda m: max(m[1], m[2], key=len), latex)
    plain = re.sub(r"\\(?:left|right|mathrm|mathbf|mathcal|operatorname|displaystyle|text|[,;! ])", "", one_above_other)
    return len(re.sub(r"[{}_^\s]", "", re.sub(r"\\[A-Za-z]+", "x", plain)))


def _terms(latex: str) -> list[str]:
    """Cut before each plus and minus that stands outside of everything, and after a comma or a wide space there."""
    found, depth, start, place = [], 0, 0, 0
    bars: list[str] = []
    fence = r"(?![a-zA-Z])\s*\\?."
    tokens = re.findall(rf"\\left{fence}|\\right{fence}|\\[A-Za-z]+|\\.|\|\||.", latex, flags=re.DOTALL)
    for k, token in enumerate(tokens):
        if re.match(r"\\left(?![a-zA-Z])", token) or token in (*_OPENING, r"\begin"):
            depth += 1
        elif re.match(r"\\right(?![a-zA-Z])", token) or token in (*_CLOSING, r"\end"):
            depth -= 1
        elif token in bars:
            bars.remove(token)
        elif token in ("|", r"\|", "||") and (token, bars) != ("||", ["|"]):  # which ends one and begins another
            bars.append(token)
        outside = depth == 0 and not bars
        if outside and token in "+-" and k > 1 and tokens[k - 1] == " " and latex[start:place].strip(" =<>"):
            found.append(latex[start:place])
            start = place
        place += len(token)
        if outside and token in (r"\ ", r"\quad"):
            found.append(latex[start:place])
            start = place
    found.append(latex[start:])
    return [term for part in found if (term := part.strip().removesuffix("\\").removesuffix(r"\quad").strip())]


# --- mending ---------------------------------------------------------------------------------------------------------


def _tidy(node: Element) -> Element:
    """The element mended; a row of one is that one."""
    children = [_tidy(child) for child in node]
    tag = "mrow" if node.tag == "math" else node.tag
    found = Element(tag, {key: value for key, value in node.attrib.items() if key not in ("xmlns", "display", "fence")})
    found.text = unescape(node.text or "")
    if tag in ("mi", "mo", "mn", "mtext"):
        return _leaf(found)
    if tag in _ROWS:
        if children and _text(children[0]).startswith(_MEANT):
            found.set("class", _text(children.pop(0)).removeprefix(_MEANT))
        children = _row(children)
        if tag == "mtd" and len(children) > 1 and _text(children[0]) == ":":  # before the condition of a case
            children[0] = _made("mo", ":", lspace="0", rspace=".28em")
        if tag == "mrow" and len(children) == 1 and "class" not in found.attrib:
            return children[0]
    elif tag == "mover" and len(children) == 2 and (accent := _ACCENTS.get(_text(children[1]))):
        found.set("accent", "true")
        children[1].text = accent
    elif tag in _BESIDE and _text(children[0]) in ("∑", "∏"):
        found.tag = _BESIDE[tag]
    elif tag in ("msub", "munder") and _text(children[0]) in _LIMITS:
        found.tag = "munder"
        children[0] = _made("mo", _text(children[0]), movablelimits="true", form="prefix", lspace="0", rspace=_THIN)
    found.extend(children)
    return found


def _leaf(leaf: Element) -> Element:
    text = leaf.text or ""
    if leaf.tag == "mtext" and text.startswith(_UPRIGHT):
        word = text.removeprefix(_UPRIGHT).replace("\\_", "_")
        return _made("mi", word, **({"mathvariant": "normal"} if len(word) == 1 else {}))
    if leaf.tag == "mo" and ((len(text) > 1 and text.isalpha()) or text in _OPERANDS):
        return _made("mi", text, **({"mathvariant": "normal"} if len(text) == 1 else {}))
    if leaf.tag == "mn" and leaf.get("mathvariant") == "bold":
        return _made("mn", "".join(chr(ord("𝟎") + int(digit)) if digit.isdigit() else digit for digit in text))
    if leaf.tag == "mi" and re.fullmatch("[Α-Ω]", text):
        leaf.set("mathvariant", "normal")
    if leaf.tag == "mi" and text in _SIGNS:
        return _made("mo", text)
    if leaf.tag == "mo":
        if leaf.get("stretchy") == "true":
            leaf.attrib.pop("stretchy")
            if text in _OPENING or text in _CLOSING:  # a browser knows their form and that they stretch
                leaf.attrib.pop("form", None)
            elif text == "|":
                leaf.set("stretchy", "true")
        if text == "/":
            leaf.attrib.update(lspace="0", rspace="0")
    return leaf


def _row(children: list[Element]) -> list[Element]:
    """The children of a row: fences paired, functions apart, signs known."""
    return list(_spaced(_paired([child for child in _flat(children) if not _is_empty(child)])))


def _flat(children: list[Element]) -> Iterator[Element]:
    """The children, with rows in them laid open unless they are between fences."""
    for child in children:
        if child.tag == "mrow" and not _is_fenced(child) and "class" not in child.attrib:
            yield from child
        else:
            yield child


def _paired(children: list[Element]) -> list[Element]:
    """Each pair of fences with what is between them as a row; an exponent of the closing one is the row's."""
    stack: list[tuple[str, list[Element]]] = [("", [])]
    for child in children:
        shut = child[0] if child.tag in _SCRIPTS else child
        mark = _text(shut) if shut.tag == "mo" else ""
        wanted, inside = stack[-1]
        if mark and mark == wanted and (mark not in _BARS or len(inside) > 1):
            stack.pop()
            if mark in _BARS:
                inside[0].set("form", "prefix")
                shut.set("form", "postfix")
            row = _made("mrow")
            row.extend(_spaced([*inside, shut]))
            if child is not shut:
                child[0] = row
            stack[-1][1].append(child if child is not shut else row)
        elif child.tag == "mo" and (mark in _OPENING or (mark in _BARS and not child.get("form"))):
            stack.append((_OPENING.get(mark, mark), [child]))
        else:
            inside.append(child)
    while len(stack) > 1:  # a fence without its other half
        _, rest = stack.pop()
        stack[-1][1].extend(rest)
    return stack[0][1]


def _spaced(children: list[Element]) -> Iterator[Element]:
    before: Element | None = None
    for k, child in enumerate(children):
        after = children[k + 1] if k + 1 < len(children) else None
        if _text(child) in ("−", "+") and before is not None and not _is_operand(before):
            child.set("form", "prefix")
        if not _is_function(child):
            yield child
        else:
            if before is not None and _is_operand(before):
                yield _made("mspace", width=_THIN)
            yield child
            if after is not None and _text(after) not in (APPLY, "=", "+", "−", ",", "/"):
                yield _made("mo", APPLY)
                if not _is_fenced(after):
                    yield _made("mspace", width=_THIN)
        before = child


def _is_function(node: Element) -> bool:
    base = node[0] if node.tag in _SCRIPTS and len(node) else node
    return base.tag == "mi" and len(_text(base)) > 1 and _text(base).isalpha() and base.get("mathvariant") is None


def _is_operand(node: Element) -> bool:
    """Whether a plus or minus after it has a left side."""
    if node.tag in _SCRIPTS:
        return _is_operand(node[0])
    return node.tag not in ("mo", "mspace", "mtext") or _text(node) in ("!", "′") or _text(node) in _CLOSING


def _is_fenced(row: Element) -> bool:
    if row.tag in _SCRIPTS:
        return _is_fenced(row[0])
    return row.tag == "mrow" and len(row) > 1 and (_is_fence(row[0]) or _is_fence(row[-1]))


def _is_fence(node: Element) -> bool:
    return node.tag == "mo" and (_text(node) in _OPENING or _text(node) in _CLOSING or _text(node) in ("|", "⌊", "⌋"))


def _is_empty(node: Element) -> bool:
    return node.tag in ("mo", "mrow") and not len(node) and not node.text


def _text(node: Element) -> str:
    return node.text or ""


def _made(tag: str, text: str = "", **attributes: str) -> Element:
    made = Element(tag, attributes)
    made.text = text
    return made


def _written(node: Element) -> str:
    attributes = "".join(f' {key}="{escape(value)}"' for key, value in node.attrib.items())
    inside = escape(_text(node), quote=False) + "".join(map(_written, node))
    return f"<{node.tag}{attributes}>{inside}</{node.tag}>" if inside else f"<{node.tag}{attributes}/>"
