r"""What the commands of well-known styles stand for, and those that are mostly meant where nothing defines them.

A style that is no file of the author's, ``\usepackage{physics}``, is not read; what its commands stand for is told
here.  A name that the author defines is the author's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from string import ascii_letters, ascii_lowercase, ascii_uppercase

from .macros import OPTIONAL, Expander, Macro, Missing, Piece, Style, pieces, taking

_SIZES = (
    r"\big", r"\Big", r"\bigg", r"\Bigg", r"\bigl", r"\Bigl", r"\biggl", r"\Biggl",
)  # fmt: skip


def _plain(body: str, count: int = 0, *, sized: bool = False) -> Macro:
    return Macro(pieces(body), taking(count), sized=sized)


def _operator(word: str) -> Macro:
    return _plain(rf"\operatorname{{{word}}}")


def _letter(body: str) -> Style:
    """A letter; a command of this name that has an argument is another one, and stays."""

    def written(expander: Expander, piece: Piece) -> list[Piece]:
        return [replace(piece, kept=True)] if expander.stands_at_brace else list(pieces(body))

    return written


def _joined(*parts: str | list[Piece]) -> list[Piece]:
    made: list[Piece] = []
    for part in parts:
        made += pieces(part) if isinstance(part, str) else part
    return made


def _text(part: list[Piece]) -> str:
    return "".join(p.text for p in part).strip()


# --- physics ---------------------------------------------------------------------------------------------------------


def _size(to: Expander) -> None:
    if not to.mark("*"):
        to.word(_SIZES)


def _quantity(to: Expander, piece: Piece) -> list[Piece]:
    r"""``\qty(..)``, ``\qty[..]``, ``\qty{..}``, ``\qty|..|``: brackets as large as what they hold."""
    _size(to)
    for left, right in ("()", "[]", "||"):
        found = to.enclosed(left, right)
        if found is not None:
            return _joined(rf"\left{left} ", found, rf"\right{right} ")
    found = to.enclosed("{", "}")
    if found is None:
        raise Missing
    return _joined(r"\left\{ ", found, r"\right\} ")


def _around(left: str, right: str) -> Callable[[Expander, Piece], list[Piece]]:
    """Brackets around an argument in braces, or in round brackets."""

    def work(to: Expander, piece: Piece) -> list[Piece]:
        _size(to)
        inside = to.enclosed("(", ")")
        return _joined(left, to.argument() if inside is None else inside, right)

    return work


def _derivative(sign: str) -> Callable[[Expander, Piece], list[Piece]]:
    r"""``\dv[n]{f}{x}``, ``\dv{x}``, ``\pdv{f}{x}{y}``: in one pair of braces it is what is derived by."""

    def work(to: Expander, piece: Piece) -> list[Piece]:
        to.star()
        power = _power(to.optional())
        first = to.argument()
        second = to.enclosed("{", "}")
        if second is None:
            return _joined(rf"\frac{{{sign}{power}}}{{{sign} ", first, power, "}")
        third = to.enclosed("{", "}") if sign == r"\partial" else None
        if third is not None:
            return _joined(rf"\frac{{{sign}^{{2}} ", first, rf"}}{{{sign} ", second, rf" {sign} ", third, "}")
        return _joined(rf"\frac{{{sign}{power} ", first, rf"}}{{{sign} ", second, power, "}")

    return work


def _power(order: list[Piece] | None) -> str:
    """What is raised at an operator: the order in square brackets, if it is not the first."""
    return "" if order is None or _text(order) in ("", "1") else f"^{{{_text(order)}}}"


def _differential(to: Expander, piece: Piece) -> list[Piece]:
    power = _power(to.optional())
    inside = to.enclosed("{", "}")
    return _joined(rf"\,\mathrm{{d}}{power} ", inside or [])


def _commutator(sign: str) -> Callable[[Expander, Piece], list[Piece]]:
    def work(to: Expander, piece: Piece) -> list[Piece]:
        _size(to)
        one, other = (_factor(to.argument()) for _ in range(2))
        return _joined(r"\left( ", one, " ", other, f" {sign} ", other, " ", one, r"\right) ")

    return work


def _factor(part: list[Piece]) -> list[Piece]:
    """An argument as a factor: in brackets, if it is a sum."""
    return _joined(r"\left( ", part, r"\right) ") if any(sign in _text(part) for sign in "+-") else part


def _function(name: str) -> Callable[[Expander, Piece], list[Piece]]:
    r"""``\sin[2](x)``: a power stands in square brackets."""

    def work(to: Expander, piece: Piece) -> list[Piece]:
        order = to.enclosed("[", "]")
        name_ = [Piece(name, own=False, kept=True)]
        return name_ if order is None else _joined(name_, "^{", order, "}")

    return work


def _bold(to: Expander, piece: Piece) -> list[Piece]:
    to.star()
    return _joined(r"\mathbf{", to.argument(), "}")


def _bracket(to: Expander, piece: Piece) -> list[Piece]:
    _size(to)
    one = to.argument()
    other = to.enclosed("{", "}")
    return _joined(r"\langle ", one, ", ", one if other is None else other, r"\rangle ")


def _matrix(environment: str) -> Callable[[Expander, Piece], list[Piece]]:
    def work(to: Expander, piece: Piece) -> list[Piece]:
        edges = {"(": "pmatrix", "[": "bmatrix", "|": "vmatrix"}
        for left, right in ("()", "[]", "||", "{}"):
            found = to.enclosed(left, right)
            if found is not None:
                name = edges.get(left, environment)
                return _joined(rf"\begin{{{name}}} ", found, rf"\end{{{name}}} ")
        raise Missing

    return work


def _derived_by(to: Expander, piece: Piece) -> list[Piece]:
    r"""``\grad{f}``, ``\grad(f)``: the operator, and what it is of."""
    sign = {r"\grad": r"\nabla ", r"\gradient": r"\nabla ", r"\laplacian": r"\nabla^{2} "}[piece.text]
    inside = to.enclosed("{", "}")
    return _joined(sign, *(() if inside is None else ("{", inside, "}")))


_WORDS = {
    r"\qif": "if", r"\qthen": "then", r"\qelse": "else", r"\qotherwise": "otherwise", r"\qunless": "unless",
    r"\qgiven": "given", r"\qusing": "using", r"\qassume": "assume", r"\qsince": "since", r"\qlet": "let",
    r"\qfor": "for", r"\qall": "all", r"\qand": "and", r"\qor": "or", r"\qas": "as", r"\qin": "in",
}  # fmt: skip
_PHYSICS: dict[str, Style] = {
    **dict.fromkeys((r"\qty", r"\quantity"), _quantity),
    r"\pqty": _around(r"\left( ", r"\right) "), r"\bqty": _around(r"\left[ ", r"\right] "),
    r"\Bqty": _around(r"\left\{ ", r"\right\} "), r"\vqty": _around(r"\left| ", r"\right| "),
    **dict.fromkeys((r"\abs", r"\absolutevalue"), _around(r"\lvert ", r"\rvert ")),
    r"\norm": _around(r"\lVert ", r"\rVert "), r"\order": _around(r"\mathcal{O}\left( ", r"\right) "),
    **dict.fromkeys((r"\dv", r"\derivative"), _derivative(r"\mathrm{d}")),
    **dict.fromkeys((r"\pdv", r"\pderivative", r"\partialderivative"), _derivative(r"\partial")),
    **dict.fromkeys((r"\dd", r"\differential"), _differential),
    **dict.fromkeys((r"\comm", r"\commutator"), _commutator("-")),
    **dict.fromkeys((r"\acomm", r"\anticommutator"), _commutator("+")),
    **dict.fromkeys((r"\vb", r"\vectorbold"), _bold), r"\va": _plain(r"\vec{#1}", 1), r"\vu": _plain(r"\hat{#1}", 1),
    r"\vdot": _plain(r"\cdot "), **dict.fromkeys((r"\cross", r"\cp"), _plain(r"\times ")),
    **dict.fromkeys((r"\grad", r"\gradient", r"\laplacian"), _derived_by),
    **dict.fromkeys((r"\braket", r"\ip", r"\innerproduct"), _bracket),
    **dict.fromkeys((r"\ev", r"\expval", r"\expectationvalue"), _around(r"\langle ", r"\rangle ")),
    **{rf"\{name}": _function(rf"\{name}") for name in (
        "sin", "cos", "tan", "cot", "sinh", "cosh", "tanh", "coth", "arcsin", "arccos", "arctan",
    )},
    **dict.fromkeys((r"\tr", r"\Tr", r"\trace", r"\Trace"), _operator("tr")), r"\rank": _operator("rank"),
    r"\div": Macro(refusal=r"\div is a divergence in the style physics"),
    r"\mqty": _matrix("matrix"), r"\matrixquantity": _matrix("matrix"), r"\pmqty": _matrix("pmatrix"),
    r"\bmqty": _matrix("bmatrix"), r"\vmqty": _matrix("vmatrix"),
    r"\qq": _plain(r"\quad\text{#1}\quad ", 1, sized=True),
    **{name: _plain(rf"\quad\text{{{word}}}\quad ") for name, word in _WORDS.items()},
    **dict.fromkeys((r"\qc", r"\qcomma"), _plain(r",\quad ")),
}  # fmt: skip

# --- other styles ----------------------------------------------------------------------------------------------------

_ABS, _NORM = (_plain(body, 1, sized=True) for body in (r"\lvert #1\rvert ", r"\lVert #1\rVert "))
_COMMATH: dict[str, Style] = {
    r"\dif": _plain(r"\,\mathrm{d} "), r"\od": _derivative(r"\mathrm{d}"), r"\pd": _derivative(r"\partial"),
    r"\abs": _ABS, r"\norm": _NORM,
    r"\del": _plain(r"\left( #1\right) ", 1, sized=True), r"\sbr": _plain(r"\left[ #1\right] ", 1, sized=True),
    r"\cbr": _plain(r"\left\{ #1\right\} ", 1, sized=True), r"\set": _plain(r"\left\{ #1\right\} ", 1, sized=True),
}  # fmt: skip
_DERIVATIVE: dict[str, Style] = {
    r"\odv": _derivative(r"\mathrm{d}"), r"\pdv": _derivative(r"\partial"), r"\odif": _plain(r"\,\mathrm{d} #1", 1),
}  # fmt: skip
_DIFF: dict[str, Style] = {
    r"\diff": _derivative(r"\mathrm{d}"), r"\diffp": _derivative(r"\partial"), r"\dl": _plain(r"\,\mathrm{d} "),
}  # fmt: skip
_BRAKET: dict[str, Style] = {
    r"\braket": _plain(r"\langle #1\rangle ", 1), r"\set": _plain(r"\{ #1\} ", 1), r"\Set": _plain(r"\{ #1\} ", 1),
}  # fmt: skip

STYLES: dict[str, Mapping[str, Style]] = {
    "physics": _PHYSICS, "physics2": {r"\ab": _quantity}, "commath": _COMMATH, "derivative": _DERIVATIVE,
    "esdiff": _DIFF, "diffcoeff": _DIFF, "braket": _BRAKET,
}  # fmt: skip
"""By the name of a style, what its commands stand for."""

ALWAYS: dict[str, Style] = {
    r"\xspace": _plain(""), r"\mleft": _plain(r"\left"), r"\mright": _plain(r"\right"), r"\eqqcolon": _plain("=:"),
    r"\vcentcolon": _plain(":"), r"\mathopen": _plain(""), r"\mathclose": _plain(""),
}  # fmt: skip
"""Commands that mean one thing wherever they are defined."""

# --- what nothing defines --------------------------------------------------------------------------------------------

_INNER = (r"\inner", r"\innerproduct", r"\innerprod", r"\inprod", r"\iprod")
COMMON: dict[str, Macro] = {
    **dict.fromkeys((r"\norm", r"\Norm", r"\nrm"), _NORM),
    **dict.fromkeys((r"\abs", r"\Abs"), _ABS),
    **dict.fromkeys(_INNER, Macro(
        pieces(r"\IfNoValueTF{#2}{\langle #1\rangle }{\langle #1, #2\rangle }"),
        (*taking(1), replace(OPTIONAL, marks="{}")), sized=True,
    )),
    **{rf"\{letter}": _plain(rf"\mathbb{{{letter}}}") for letter in "ERNZ"},
    **{rf"\{word}": _operator(word) for word in (
        "Var", "Cov", "argmin", "argmax", "diag", "rank", "sign", "sgn", "softmax", "prox",
    )},
    **dict.fromkeys((r"\zero", r"\bzero", r"\vzero"), _plain(r"\mathbf{0}")),
    **dict.fromkeys((r"\one", r"\bone", r"\vone", r"\ones"), _plain(r"\mathbf{1}")),
    r"\eps": _plain(r"\epsilon "), r"\half": _plain(r"\frac{1}{2}"),
}  # fmt: skip
r"""What a command mostly stands for that is defined nowhere, as where the author's style is missing."""
_GREEK = (
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi",
    "pi", "rho", "sigma", "tau", "phi", "chi", "psi", "omega",
)  # fmt: skip
LETTERS: dict[str, Style] = {
    **{rf"\m{letter}": _letter(rf"\mathbf{{{letter}}}") for letter in ascii_uppercase},
    **{rf"\v{letter}": _letter(rf"\mathbf{{{letter}}}") for letter in ascii_lowercase},
    **{rf"\b{letter}": _letter(rf"\mathbf{{{letter}}}") for letter in ascii_letters if letter not in "fm"},
    **{rf"\c{letter}": _letter(rf"\mathcal{{{letter}}}") for letter in ascii_uppercase},
    **{rf"\v{letter}": _letter(rf"\boldsymbol{{\{letter}}}") for letter in _GREEK},
    **{rf"\m{letter}": _letter(rf"\boldsymbol{{\{letter}}}") for letter in (
        "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega",
    )},
}  # fmt: skip
r"""Letters of the field's common style, ``\mW``, ``\vx``, where nothing defines them: names, whatever their font is.

As commands with an argument, ``\vv{AB}``, they are others, and stay.
"""


def shows(macro: Macro) -> str:
    r"""What shows that a common command was written out: ``\lVert`` of a norm, the whole of one without arguments."""
    text = "".join(part.text for part in macro.body)
    return r"\langle" if r"\langle" in text else text.partition("#")[0].strip()
