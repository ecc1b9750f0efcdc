"""What the words round a display name as its reason: ``where we used (3)``, ``by the convexity of f``.

A step that rests on such a reason is no claim of algebra. What is named is not read, so the step is neither proved nor
wrong: it is stated, with its reason, and with what the reason would have to give.
"""

from __future__ import annotations

import re
from typing import Any

import sympy as sp

from ....language.printing import text
from .displays import Display

BEFORE, AFTER = 250, 350
MOST_TERMS = 6
_REASON = re.compile(
    r"\b(?:by|from|using|uses?|used|due to|because of|thanks to|follows? from|follow|apply(?:ing)?|since|as|via|"
    r"implies|invoking|recall(?:ing)?)\b[^.]{0,60}?(?:\\(?:eq|c|C|auto|page)?ref\s*\{[^}]*\}|\b(?:lemma|theorem|proposition|"
    r"assumptions?|assumed|corollary|definition|hypothesis|convex(?:ity)?|concav(?:e|ity)|smooth(?:ness)?|lipschitz\w*|"
    r"bounded(?:ness)?|inequality|optimality|minimi[sz]er|independen(?:t|ce)|unbiased(?:ness)?|orthogonal(?:ity)?|"
    r"jensen|h.lder|markov|gr.nwall|induction|monoton(?:e|ic|icity)|fact|taylor|expansion|chain rule|product rule|"
    r"integrat(?:ion|ing) by parts|symmetry|construction|linearity|tower|duality|continuity|reproducing|bayes(?:'s?)?|"
    r"stationarity|triangle|cauchy|young|pinsker|chernoff|hoeffding|woodbury)\b)",
    re.IGNORECASE,
)
_PARAGRAPH = re.compile(r"\n\s*\n|\\(?:begin|end)\s*\{(?!array|cases)|\\(?:sub)*section")


def reasons(text_of_file: str, found: list[tuple[int, Display]]) -> dict[int, str]:
    """The reason that is named in the paragraph round each display, by its number; those without one are left out.

    Args:
        text_of_file: without comments.
        found: displays with their numbers, in order.
    """
    named: dict[int, str] = {}
    for k, (block, display) in enumerate(found):
        end = display.start + len(display.body)
        last = found[k - 1][1].start + len(found[k - 1][1].body) if k else 0
        following = found[k + 1][1].start if k + 1 < len(found) else len(text_of_file)
        before = text_of_file[max(last, display.start - BEFORE) : display.start]
        before = re.sub(r"\\begin\s*\{[A-Za-z]+\*?\}\s*$|\\\[\s*$|\$\$\s*$", "", before)
        after = re.sub(
            r"^\s*(?:\\end\s*\{[A-Za-z]+\*?\}|\\\]|\$\$)", "", text_of_file[end : min(following, end + AFTER)]
        )
        before, after = _PARAGRAPH.split(before)[-1], _PARAGRAPH.split(after)[0]
        reason = _REASON.search(after) if re.match(r"\W*(?:where|by|since|because|as|using|here)\b", after) else None
        reason = reason or next(iter(reversed(list(_REASON.finditer(before)))), None)
        if reason is not None:
            named[block] = " ".join(reason[0].split())
    return named


_ABOVE = re.compile(r"\\(?:overset|stackrel)\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*\{?\s*(?:=|<|>|\\(?:le|ge|leq|geq)\b)")
_NAMED = re.compile(r"\\(?:eq|c|C|auto)?ref\s*\{|\\(?:text|mathrm|textrm|mbox)\s*\{\s*(?!def)[A-Za-z][^{}]{1,}")


def above(source: str) -> str:
    r"""What stands above a sign of a row as its reason, ``\overset{\text{Jensen}}{\le}``; a label alone is none."""
    found = next((text for text in _ABOVE.findall(source) if _NAMED.search(text)), "")
    return " ".join(found.split())


def needed(left: Any, relation: str, right: Any) -> str:
    """What has to hold for a line to, without the factors of which the sign is known; empty if that is long."""
    if relation not in ("<", "<=", ">", ">=", "=") or getattr(left, "is_Matrix", False):
        return ""
    larger, smaller = (left, right) if relation in (">", ">=", "=") else (right, left)
    rest = sp.Integer(1)
    for factor, power in sp.factor_list(sp.numer(sp.together(larger - smaller)))[1]:
        if not (factor.is_positive or (factor.is_nonnegative and relation in ("<=", ">="))):
            rest *= factor**power
    whole = sp.expand(rest)
    over = sp.denom(sp.together(larger - smaller))
    constant = sp.factor_list(sp.numer(sp.together(larger - smaller)))[0]
    if len(sp.Add.make_args(whole)) > MOST_TERMS or (relation != "=" and not over.is_positive):
        return ""
    sign = "=" if relation == "=" else ">" if relation in ("<", ">") else ">="
    return f"{text(whole if relation == '=' or constant > 0 else -whole)} {sign} 0"
