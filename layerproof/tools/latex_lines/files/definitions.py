r"""The commands by which an author defines others, and by which a file asks for more: as `macros` carries them out.

LaTeX's own, those of ``xparse``, and the brackets of ``mathtools``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from .macros import ACTING, OPTIONAL, STAR, Argument, Expander, Macro, Missing, Piece, Work, flat, pieces, taking


def _command(to: Expander, piece: Piece) -> None:
    to.star()
    name = to.name()
    takes = _signature(to)
    macro = Macro(flat(to.argument()), takes)
    if piece.text == r"\providecommand" and name in to.macros:
        return
    to.define(name, macro, again=piece.text != r"\newcommand")


def _signature(to: Expander) -> tuple[Argument, ...]:
    r"""The arguments of ``\newcommand``: how many, and what stands for the first if it is left out."""
    count = to.optional()
    default = to.optional() if count is not None else None
    text = "".join(p.text for p in count or ()).strip() or "0"
    if not text.isdigit() or int(text) > 9:
        raise Missing
    return taking(int(text), None if default is None else flat(default))


def _def(to: Expander, piece: Piece) -> None:
    name = to.token().text
    if name[0] != "\\":
        raise Missing
    pattern = to.before_brace()
    body = flat(to.argument())
    count = pattern.count("#")
    if pattern != "".join(f"#{k}" for k in range(1, count + 1)):
        to.define(name, Macro(refusal=rf"{name} is defined by a \def that takes its arguments by a pattern"))
        return
    to.define(name, Macro(body, taking(count)))


def _let(to: Expander, piece: Piece) -> None:
    name = to.token().text
    to.mark("=")
    if name[0] != "\\":
        raise Missing
    other = to.token()
    known = to.macros.get(other.text)
    to.macros[name] = known if known is not None else Macro((replace(other, kept=True),))


def _operator(to: Expander, piece: Piece) -> None:
    to.star()
    name = to.name()
    body = to.argument()
    plain = [p for p in body if p.text.strip()]
    if plain and plain[0].is_word and plain[0].text not in (r"\textup", r"\mathrm", r"\text", r"\textrm"):
        to.define(name, Macro(flat(body)))  # \mathbb{E}
        return
    word = re.sub(r"\\[A-Za-z]+|[^A-Za-z]", "", "".join(p.text for p in body))
    to.define(name, Macro(pieces(rf"\operatorname{{{word or 'operator'}}}")))


# --- brackets --------------------------------------------------------------------------------------------------------


def _brackets(to: Expander, piece: Piece) -> None:
    name = to.name()
    left, right = flat(to.argument()), flat(to.argument())
    to.define(name, Macro((*left, *pieces(" #1"), *right), taking(1), sized=True))


def _brackets_around(to: Expander, piece: Piece) -> None:
    r"""``\DeclarePairedDelimiterX\name[2]{left}{right}{body}``; with ``XPP`` also what stands before and after."""
    name = to.name()
    takes = _signature(to) or taking(1)
    before = flat(to.argument()) if piece.text.endswith("XPP") else ()
    left, right = flat(to.argument()), flat(to.argument())
    after = flat(to.argument()) if piece.text.endswith("XPP") else ()
    body = tuple(p for p in flat(to.argument()) if p.text not in (r"\delimsize", r"\nonscript"))
    to.define(name, Macro((*before, *left, *pieces(" "), *body, *right, *after), takes, sized=True))


# --- arguments of many kinds -----------------------------------------------------------------------------------------


def _document_command(to: Expander, piece: Piece) -> None:
    name = to.name()
    takes = _specified(to.argument())
    body = flat(to.argument())
    if piece.text == r"\ProvideDocumentCommand" and name in to.macros:
        return
    if takes is None:
        to.define(name, Macro(refusal=f"{name} takes its arguments in a way that is not read"))
        return
    to.define(name, Macro(body, takes), again=piece.text != r"\NewDocumentCommand")


def _specified(given: Sequence[Piece]) -> tuple[Argument, ...] | None:
    r"""The arguments of ``\NewDocumentCommand``: ``m``, ``o``, ``O{..}``, ``s``, ``d()``, ``g`` and their kin."""
    rest = "".join(p.text for p in given if p.text[0] != "%")
    found: list[Argument] = []
    while rest := rest.lstrip(" \t\n+!"):
        kind, rest = rest[0], rest[1:].lstrip()
        marks = {"o": "[]", "O": "[]", "g": "{}", "G": "{}", "s": "*"}.get(kind, "")
        if kind in "tdDrR":
            size = 1 if kind == "t" else 2
            marks, rest = rest[:size], rest[size:].lstrip()
        default = None
        if kind in "ODGR":
            inside = re.match(r"\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}", rest)
            if inside is None:
                return None
            default, rest = pieces(inside[1]), rest[inside.end() :]
        if kind == "m":
            found.append(Argument())
        elif kind in "st" and marks:
            found.append(replace(STAR, marks=marks))
        elif kind in "oOdDgGrR" and len(marks) == 2 and "\\" not in marks:
            found.append(replace(OPTIONAL, marks=marks, default=default))
        else:
            return None
    return tuple(found) if len(found) <= 9 else None


# --- environments, and what is left out ------------------------------------------------------------------------------


def _environment(to: Expander, piece: Piece) -> None:
    to.star()
    name = to.text()
    takes = _signature(to)
    begin, end = flat(to.argument()), flat(to.argument())
    if ACTING.search("".join(p.text for p in (*begin, *end))):
        return
    if any(p.text == "\\begin" for p in begin) or takes:
        to.environments[name] = Macro(begin, takes), Macro(end)


def _left_out(to: Expander, piece: Piece) -> None:
    r"""``\iffalse .. \fi``: a comment."""
    depth = 1

    def ends(part: Piece) -> bool:
        nonlocal depth
        depth += (part.text.startswith("\\if") and part.text != "\\iff") - (part.text == "\\fi")
        return depth == 0

    to.drop(ends)


def _toggle(to: Expander, piece: Piece) -> None:
    r"""``\newtoggle{journal}``, which is false, ``\toggletrue``, ``\togglefalse`` and ``\settoggle{journal}{true}``."""
    name = _word(to)
    if piece.text == r"\providetoggle" and name in to.toggles:
        return
    to.toggles[name] = _word(to) == "true" if piece.text == r"\settoggle" else piece.text == r"\toggletrue"


def _if_toggle(to: Expander, piece: Piece) -> None:
    to.choose(to.toggles.get(_word(to), False) == (piece.text == r"\iftoggle"))


def _word(to: Expander) -> str:
    return "".join(p.text for p in to.argument()).strip()


# --- files -----------------------------------------------------------------------------------------------------------


def _input(to: Expander, piece: Piece) -> None:
    to.read(piece, to.line(), (".tex", ""))


def _import(to: Expander, piece: Piece) -> None:
    to.star()
    folder, name = to.text(), to.text()
    to.read(piece, f"{folder.rstrip('/')}/{name}", (".tex", ""))


def _styles(to: Expander, piece: Piece) -> None:
    to.optional()
    for name in to.text().split(",")[:50]:
        to.use(name.strip())


def _end_of_file(to: Expander, piece: Piece) -> None:
    to.close(piece.file)


DEFINITIONS: dict[str, Work] = {
    r"\newcommand": _command, r"\renewcommand": _command, r"\providecommand": _command,
    r"\DeclareRobustCommand": _command, r"\def": _def, r"\let": _let, r"\DeclareMathOperator": _operator,
    r"\DeclarePairedDelimiter": _brackets, r"\DeclarePairedDelimiterX": _brackets_around,
    r"\DeclarePairedDelimiterXPP": _brackets_around,
    r"\NewDocumentCommand": _document_command, r"\RenewDocumentCommand": _document_command,
    r"\ProvideDocumentCommand": _document_command, r"\DeclareDocumentCommand": _document_command,
    r"\newenvironment": _environment, r"\renewenvironment": _environment, r"\iffalse": _left_out,
    r"\input": _input, r"\include": _input, r"\subfile": _input, r"\import": _import, r"\subimport": _import,
    **dict.fromkeys((r"\newtoggle", r"\providetoggle", r"\toggletrue", r"\togglefalse", r"\settoggle"), _toggle),
    r"\iftoggle": _if_toggle, r"\nottoggle": _if_toggle,
    r"\usepackage": _styles, r"\RequirePackage": _styles, r"\endinput": _end_of_file,
}  # fmt: skip
"""By the command, what it does."""
