r"""One spelling for what people write in many ways, so that `reading` need know one only.

``\dot x_i`` and ``\frac{dx_i}{dt}``, ``x(t)`` for ``x``, ``\frac12``, ``\lvert x\rvert``, ``\sum_i`` over a declared
index.  What can be read in two ways (``a/bc``, ``\sin 2x``, ``\frac{d}{dt} ab``) is refused: a guess might accuse a
right line.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field

from ..files.source import foreign
from ..files.tokens import Unbalanced, argument, between_commas, closing, depths, in_words, joined, words
from . import conditions
from .adjoints import raised, turned
from .applications import Ambiguous, check_applications, check_inverses
from .at_times import at_any_time, powers_last, rates_at_times
from .averages import averages
from .brackets import OVER_RANGES, measured, separated, ungrouped
from .derivatives import derivatives
from .determinants import determinants
from .differentials import upright
from .differentials_first import differentials_last
from .dotted import of_vectors
from .double_factorials import double_factorials
from .entrywise_seen import signs_in_exponents
from .fonts import apart, indices_out
from .functions import Functions, check_bound_names, entries_of_values, take_values
from .gradients import bare_rates
from .lattice import of_two
from .naming_sets import ACCENTS, FONTS
from .negative_powers import of_inverses
from .operands import (
    STOPS,
    after_factor,
    check_arguments,
    check_products,
    of_numbers,
    of_products,
    of_signs,
    of_sums,
)
from .quotients import quotients
from .rates_of_gradients import rates_of_gradients
from .scores import at_their_argument, scores
from .shorthand import written_out
from .slanting import acronyms, operators, orders, slanted_letters
from .still_values import still_values
from .unit import NAME, Known
from .units import cut
from .weighted import written_out as with_weights

_DROPPED = re.compile(
    r"\\(?:left|right|middle|[bB]igg?[lrm]?|displaystyle|textstyle|scriptstyle|limits|nolimits|quad|qquad|thinspace|"
    r"negthinspace|allowbreak|mathstrut|strut|notag|nonumber|hfill|tiny|scriptsize|footnotesize|small|normalsize|large|"
    r"[,;:! ])|~|&"
)
_BETWEEN = frozenset({r"\middle", r"\bigm", r"\Bigm", r"\biggm", r"\Biggm"})
_BARS = frozenset({"|", r"\|", r"\vert", r"\Vert"})
_SAME = {
    r"\lvert": "|", r"\rvert": "|", r"\vert": "|", r"\dfrac": r"\frac", r"\tfrac": r"\frac", r"\cfrac": r"\frac",
    r"\nicefrac": r"\frac", r"\sfrac": r"\frac",
    r"\lbrack": "[", r"\rbrack": "]", r"\lparen": "(", r"\rparen": ")", r"\text": r"\mathrm", r"\textrm": r"\mathrm",
    r"\textup": r"\mathrm", r"\textnormal": r"\mathrm", r"\log": r"\ln", r"\intercal": r"\top",
    r"\tr": r"\operatorname{tr}", r"\Tr": r"\operatorname{tr}", r"\det": r"\operatorname{det}",
    r"\bm": r"\boldsymbol", r"\pmb": r"\boldsymbol", r"\Vert": r"\|", r"\lVert": r"\|", r"\rVert": r"\|",
    r"\sech": r"\operatorname{sech}", r"\cdotp": r"\cdot",
}  # fmt: skip
UPRIGHT = {"tr": "tr", "Tr": "tr", "det": "det", "sgn": "sgn", "sign": "sgn", "erf": "erf", "sech": "sech",
            "arsinh": "arsinh", "arcosh": "arcosh", "artanh": "artanh", "arctanh": "artanh", "arcsinh": "arsinh",
            "arccosh": "arcosh"}  # fmt: skip


@dataclass
class Names:
    """What the spelling of a formula depends on.

    Attributes:
        times: the names of times, as tokens joined.
        moving: the names of trajectories, as tokens; of a family, without its indices.
        families: the number of indices of each family, by its name as tokens.
        entries: that of each matrix whose entries are read, in the same way.
        ranges: the range of each declared index, in LaTeX.
        declared: every declared name, as tokens joined.
        numbers: those that can only be numbers: before a bracket they multiply it.
        matrices: those of matrices.
        oblong: those of matrices and vectors that are not square, of which there are no powers.
        functions: those of functions, and their values.
        line: all sides of the chain that is read, and its relations; empty outside of chains.
        still: those of matrices and vectors that are declared to be constant in time.
        sizes: of matrices and vectors, rows and columns.
    """

    times: set[str] = field(default_factory=set)
    moving: list[tuple[str, ...]] = field(default_factory=list)
    families: dict[tuple[str, ...], int] = field(default_factory=dict)
    entries: dict[tuple[str, ...], int] = field(default_factory=dict)
    ranges: dict[str, tuple[str, str]] = field(default_factory=dict)
    declared: set[str] = field(default_factory=set)
    numbers: set[str] = field(default_factory=set)
    matrices: set[str] = field(default_factory=set)
    oblong: set[str] = field(default_factory=set)
    functions: Functions = field(default_factory=Functions)
    line: str = ""
    still: set[str] = field(default_factory=set)
    sizes: dict[str, tuple[str, str]] = field(default_factory=dict)

    def shaped(self) -> list[tuple[str, ...]]:
        """The names of vectors and matrices, and of functions that give such, as tokens."""
        valued = [name for name, value in self.functions.declared.items() if value.may_be_a_matrix]
        return [in_words(name) for name in (*self.matrices, *valued)]


def spelled(text: str, names: Names, known: Known | None = None) -> str:
    """`text` as the grammar of `reading` wants it.

    Args:
        text: in LaTeX.
        names: what it depends on.
        known: how parts that stand for one value are cut out; None if they are not.

    Raises:
        Ambiguous: if it can be read in two ways.
        Unbalanced: if its braces do not match.
    """
    if character := foreign(text):
        raise Ambiguous(f"holds {character}; formulas are written in ASCII")
    if NAME in text:
        raise Ambiguous(f"holds {NAME}, which is no name")
    tokens = signs_in_exponents(of_two(raised(plain(words(text), names), names.matrices, names.declared)))
    tokens = of_inverses(tokens, names.matrices, names.declared, names.functions.declared)
    if names.times:
        tokens = powers_last(tokens, names.times, [*names.moving, *map(in_words, names.matrices)])
        tokens = rates_at_times(tokens, names.times)
    if "!" in tokens:
        tokens = double_factorials(tokens, names.functions)
    if r"\int" in tokens:
        tokens = differentials_last(tokens, names.declared)
    if r"\prod" in tokens:
        tokens = of_numbers(tokens, names.shaped())
    tokens = of_signs(tokens)
    endless = {index for index, (_, last) in names.ranges.items() if last == r"\infty"}
    tokens = written_out(tokens, names.ranges, names.declared, endless)
    if r"\operatorname" in tokens:
        tokens = determinants(tokens, names.matrices)
    if known is not None:
        if known.paper:
            if r"\nabla" in tokens and r"\ln" in tokens:
                tokens = scores(tokens, names.functions.declared)
            tokens = at_any_time(averages(tokens), names.times, names.matrices)
            tokens = still_values(tokens, names.still, names.sizes)
            valued = [in_words(n) for n, v in names.functions.declared.items() if v.may_be_a_matrix]
            tokens = entries_of_values(tokens, valued)
            if names.times:
                numbers = [name for name, value in names.functions.declared.items() if not value.sizes]
                tokens = bare_rates(tokens, numbers, names.times)
                tokens = rates_of_gradients(tokens, numbers, names.times, known.reads)
            if r"\nabla" in tokens:
                tokens = at_their_argument(tokens, names.functions.declared)
            if _all_ranged(plain(words(names.line), names), names.ranges):
                tokens = _with_ranges(tokens, names.ranges)
        tokens = of_vectors(tokens, [*names.shaped(), *names.families], known.reads)
        tokens = quotients(tokens, known)
        tokens = with_weights(tokens, names.line, known.weights, known.reads)
        if known.whole and conditions.stand_in(tokens):
            around = plain(words(names.line), names)
            tokens = conditions.over_ranges(tokens, names.ranges, around, known.reads)
        tokens = cut(tokens, known)
    check_products(tokens)
    tokens = derivatives(of_sums(of_products(tokens)), names)
    tokens = upright(tokens, names.declared)
    tokens = _dots(tokens)
    tokens = _at_time(tokens, names)
    tokens = _sums(tokens, names)
    check_applications(tokens, names)
    tokens = measured(tokens)
    take_values(tokens, names.functions)
    check_bound_names(tokens, [n for n in names.declared if in_words(n) not in names.entries | names.families])
    check_inverses(tokens, names)
    _check_slashes(tokens, names)
    check_arguments(tokens, names.functions)
    return joined(tokens)


def plain(tokens: Sequence[str], names: Names | None = None) -> list[str]:
    """Tokens without sizes and spaces, with braces wherever TeX allows to leave them out."""
    names = names or Names()
    found: list[str] = []
    for k, token in enumerate(tokens):
        if _DROPPED.fullmatch(token):
            continue
        between = k > 0 and tokens[k - 1] in _BETWEEN and token in _BARS  # D(p \middle\| q), E[x \middle| y]
        same = r"\mid" if between else _SAME.get(token, token)
        if token in names.declared:
            same = token
        found += words(same) if "{" in same else [same]
    found = slanted_letters(operators(orders(of_ones(found), names), names))
    found = _braced(ungrouped(_upright(_switched(_braces(_bars(found))))))
    found = acronyms(found, names)
    found = _indices_first(_turned(apart(indices_out(found), names.declared)))
    if ":" in found or ";" in found:
        found = separated(found)
    if "T" not in names.declared or "T" in names.matrices:  # no matrix is an exponent
        found = [r"\top" if token == "T" and _is_transposed(found, k) else token for k, token in enumerate(found)]
    else:
        found = turned(found, names.oblong)
    return _indices(found, names)


def _is_transposed(tokens: list[str], k: int) -> bool:
    r"""Whether the T at k is all of an exponent, and not where a sum or an integral ends, ``\sum_{t = 1}^{T}``."""
    if tokens[k - 2 : k] != ["^", "{"] or tokens[k + 1 : k + 2] != ["}"]:
        return False
    end = k - 3
    if end >= 0 and tokens[end] == "}":
        level = 1
        while level and end > 0:
            end -= 1
            level += (tokens[end] == "}") - (tokens[end] == "{")
    if end > 1 and tokens[end - 1] == "_":
        end -= 2
    return tokens[end] not in OVER_RANGES


def of_ones(tokens: list[str]) -> list[str]:
    r"""``1_n`` as ``\mathbf{1}_n``: a vector of ones, or an indicator."""
    found: list[str] = []
    for k, token in enumerate(tokens):
        ones = (
            token == "1"
            and tokens[k + 1 : k + 2] == ["_"]
            and found[-1:] not in (["_"], ["^"])
            and (found[-2:] not in (["_", "{"], ["^", "{"]))
        )
        found += [r"\mathbf", "{", "1", "}"] if ones else [token]
    return found


def _bars(tokens: list[str]) -> list[str]:
    r"""``||x||`` as ``\|x\|``, where all bars stand in pairs."""
    places = [k for k, token in enumerate(tokens) if token == "|"]
    pairs = list(zip(places[::2], places[1::2], strict=False))
    if not places or len(places) % 4 or any(two != one + 1 for one, two in pairs):
        return tokens
    seconds = {two for _, two in pairs}
    return [r"\|" if token == "|" else token for k, token in enumerate(tokens) if k not in seconds]


def _braces(tokens: list[str]) -> list[str]:
    r"""``\max\{a, b\}`` and ``2 \{a + b\}`` with parentheses; a set, ``\{x : x > 0\}``, is left."""
    found = list(tokens)
    for k, token in enumerate(tokens):
        if token != r"\{":
            continue
        try:
            end = closing(tokens, k)
        except Unbalanced:
            return tokens
        inside = tokens[k + 1 : end]
        level = depths(inside)
        own = {token for token, at in zip(inside, level, strict=True) if at == 0}
        if not inside or {":", r"\mid", "|", "=", r"\in", r"\dots", r"\ldots", ";"} & own:
            continue
        if tokens[end + 1 : end + 2] == ["^"] and "," not in own and {"+", "-"} & own:  # no set has a power
            found[k], found[end] = "(", ")"
            continue
        listed = "," in own and tokens[k - 1 : k] not in ([r"\max"], [r"\min"])
        if listed or k == 0:
            continue
        if len(inside) > 1 and tokens[k - 1] not in ("_", "^", "}"):
            found[k], found[end] = "(", ")"
    return found


_SWITCHES = {r"\bf": r"\mathbf", r"\rm": r"\mathrm", r"\it": r"\mathit", r"\sf": r"\mathsf", r"\cal": r"\mathcal",
             r"\bfseries": r"\mathbf"}  # fmt: skip


def _switched(tokens: list[str]) -> list[str]:
    r"""``{\bf x}`` as ``\mathbf{x}``, and a row of underbraces as what stands above them."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        token = tokens[k]
        if token == "{" and (place := _over(tokens, k)) is not None:
            end = closing(tokens, k)
            sides = [_switched(tokens[k + 1 : place]), _switched(tokens[place + 1 : end])]
            found += ["{", r"\frac", "{", *sides[0], "}", "{", *sides[1], "}", "}"]
            k = end + 1
            continue
        if token == "{" and tokens[k + 1 : k + 2] and tokens[k + 1] in _SWITCHES:
            end = closing(tokens, k)
            found += [_SWITCHES[tokens[k + 1]], "{", *_switched(tokens[k + 2 : end]), "}"]
            k = end + 1
            continue
        if token == r"\arg" and tokens[k + 1 : k + 2] in ([r"\min"], [r"\max"]):
            found += [r"\operatorname", "{", *f"arg{tokens[k + 1][1:]}", "}"]
            k += 2
            continue
        if token == r"\underset":
            under, k = argument(tokens, k + 1)
            over, k = argument(tokens, k)
            word = "".join(over)
            head = [r"\operatorname", "{", *over, "}"] if word in ("argmin", "argmax") else _switched(over)
            found += [*head, "_", "{", *under, "}"]
            continue
        if token in _COLOURS and tokens[k + 1 : k + 2] in (["{"], ["["]):
            k = closing(tokens, k + 1) + 1 if tokens[k + 1] == "[" else k + 1  # \color[HTML]{..}
            _, k = argument(tokens, k)
            if token != r"\color":
                inside, k = argument(tokens, k)
                inside = _switched(inside)  # as it looks: only an exponent or an index is one whole
                found += ["{", *inside, "}"] if found[-1:] in (["^"], ["_"]) else inside
            continue
        if token in (r"\raisebox", r"\scalebox"):
            _, k = argument(tokens, k + 1)
            inside, k = argument(tokens, k)
            found += _switched(inside)
            continue
        if token == r"\boldsymbol" and tokens[k + 1 : k + 4] in (["{", "+", "}"], ["{", r"\dagger", "}"]):
            found.append(tokens[k + 2])
            k += 4
            continue
        if token in (r"\underbrace", r"\overbrace"):
            inside, k = argument(tokens, k + 1)
            beside = found[-1:] and re.fullmatch(r"[A-Za-z]", found[-1]) and inside[:1] not in (["("], ["["])
            found += [*([r"\cdot"] if beside else []), "(", *_switched(inside), ")"]
            if tokens[k : k + 1] in (["_"], ["^"]):
                _, k = argument(tokens, k + 1)
            continue
        found.append(token)
        k += 1
    return found


_COLOURS = frozenset({r"\textcolor", r"\color", r"\mathcolor"})


def _over(tokens: list[str], k: int) -> int | None:
    r"""The place of the ``\over`` of a group ``{a \over b}``; None if it has none, or several."""
    end = closing(tokens, k)
    inside = tokens[k + 1 : end]
    places = [j for j, token in enumerate(inside) if token == r"\over" and depths(inside)[j] == 0]
    return k + 1 + places[0] if len(places) == 1 else None


def _upright(tokens: list[str]) -> list[str]:
    r"""``\mathrm{tr}`` is the function, ``\mathrm{e}`` the number, ``W^T`` the transpose."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        if tokens[k] in (r"\mathrm", r"\operatorname", r"\operatorname*", r"\mathsf", r"\mathit"):
            inside, after = argument(tokens, k + 1)
            if r"\|" in inside:  # a font round what is no word changes nothing that is read
                found += _upright(inside)
                k = after
                continue
            word = "".join(inside)
            raised = found[-1:] == ["^"] or found[-2:] == ["^", "{"]
            if raised and word == "T":
                found.append(r"\top")
                k = after
                continue
            label = found[-1:] == ["_"] or found[-2:] in (["_", "{"], ["^", "{"])
            if word in UPRIGHT and not label:
                found += [r"\operatorname", "{", *UPRIGHT[word], "}"]
                k = after
                continue
            if word == "e" and tokens[k] == r"\mathrm":
                found.append("e")
                k = after
                continue
        found.append(tokens[k])
        k += 1
    return found


def _braced(tokens: list[str]) -> list[str]:
    found: list[str] = []
    k = 0
    while k < len(tokens):
        token = tokens[k]
        found.append(token)
        k += 1
        if token in ("_", "^", r"\sqrt") or token in ACCENTS or token in FONTS:
            if token == r"\sqrt" and tokens[k : k + 1] == ["["]:
                end = closing(tokens, k)
                found += tokens[k : end + 1]
                k = end + 1
            k = _wrap(tokens, k, found)
        elif token == r"\frac":
            k = _wrap(tokens, k, found)
            k = _wrap(tokens, k, found)
    return found


def _turned(tokens: list[str]) -> list[str]:
    r"""``v^{(k)\top}`` as ``v^{(k)}^{\top}``: a label, and a transpose; so ``W^{32 T}``, and ``W^{32^T}``."""
    tokens = _of_two_layers(tokens)
    found: list[str] = []
    for k, token in enumerate(tokens):
        alone = token == r"\top" and tokens[k - 3 : k - 1] == ["^", "{"] and tokens[k - 1].strip("\\").isalpha()
        after_label = tokens[k + 1 : k + 2] == ["}"] and (alone or tokens[k - 1] in (")", "*", r"\star"))
        if after_label and (token == r"\top" or (token == "T" and _is_raised(found))):
            found += ["}", "^", "{", r"\top"]
            continue
        found.append(token)
    return found


_TOWER = (["T"], [r"\top"], ["^", "{", "T", "}"], ["^", "{", r"\top", "}"])


def _of_two_layers(tokens: list[str]) -> list[str]:
    r"""``W^{32 T}`` and ``W^{32^T}`` as ``W^{32}^{\top}``: of a matrix between layers two digits are the label."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        end = closing(tokens, k + 1) if tokens[k] == "^" and tokens[k + 1 : k + 2] == ["{"] else -1
        label = end > 0 and len(tokens[k + 2]) == 2 and tokens[k + 2].isdigit()
        if label and found and _is_capital(found[-1]) and tokens[k + 3 : end] in _TOWER:
            found += ["^", "{", tokens[k + 2], "}", "^", "{", r"\top", "}"]
            k = end + 1
            continue
        found.append(tokens[k])
        k += 1
    return found


def _is_capital(token: str) -> bool:
    return len(token.strip("\\")) > 0 and token.strip("\\")[0].isupper() and (len(token) == 1 or token[0] == "\\")


def _is_raised(before: list[str]) -> bool:
    r"""Whether what ends here is a whole exponent, such as the ``(i)`` of ``v^{(i)T}``: else T is a factor."""
    start = len(before) - 1 if before[-1] != ")" else len(before) - 1 - before[::-1].index("(")
    return before[max(start - 2, 0) : start] == ["^", "{"]


_RAISED = re.compile(r"[23]|-\d|-?\d*/\d+|\\top|T|-?\\frac\{1\}\{\d\}")
_HAVE_ENDS = frozenset({r"\sum", r"\prod", r"\int", r"\bigcup", r"\|", "|", ")", "]"})


def _indices_first(tokens: list[str]) -> list[str]:
    r"""``x^{2}_{i}`` as ``x_{i}^{2}``, ``\sum^{n}_{i=1}`` as ``\sum_{i=1}^{n}``; a label above stays where it is."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        if tokens[k] == "^" and tokens[k + 1 : k + 2] == ["{"]:
            end = closing(tokens, k + 1) + 1
            moved = found[-1:] and (found[-1] in _HAVE_ENDS or _RAISED.fullmatch(joined(tokens[k + 2 : end - 1])))
            if moved and tokens[end : end + 2] == ["_", "{"]:
                last = closing(tokens, end + 1) + 1
                found += [*_indices_first(tokens[end:last]), *_indices_first(tokens[k:end])]
                k = last
                continue
        found.append(tokens[k])
        k += 1
    return found


def _wrap(tokens: list[str], k: int, found: list[str]) -> int:
    """Put the argument at `k` into braces, if it has none, and return the place after it."""
    if k >= len(tokens) or tokens[k] == "{":
        if k >= len(tokens):
            raise Unbalanced("an argument is missing at the end")
        end = closing(tokens, k)
        found += ["{", *_braced(tokens[k + 1 : end]), "}"]
        return end + 1
    token = tokens[k]
    if token.isdigit() and len(token) > 1:  # TeX takes one digit
        found += ["{", token[0], "}"]
        tokens[k] = token[1:]
        return k
    if token == r"\frac" or token in ACCENTS or token in FONTS:
        inside, end = [token], k + 1
        for _ in range(2 if token == r"\frac" else 1):
            end = _wrap(tokens, end, inside)
        found += ["{", *inside, "}"]
        return end
    if token in ("+", "-", "*", "'") or token[0] == "\\" or token.isalnum():
        found += ["{", token, "}"]
        return k + 1
    raise Unbalanced(f"'{token}' stands where an argument is expected")


def _indices(tokens: list[str], names: Names) -> list[str]:
    """``B_{ij}`` as ``B_{i,j}`` for a family of two indices."""
    for name, count in (names.entries | names.families).items():
        if count < 2:
            continue
        for k in range(len(tokens) - len(name)):
            if tuple(tokens[k : k + len(name)]) == name and tokens[k + len(name) : k + len(name) + 2] == ["_", "{"]:
                start = k + len(name) + 1
                end = closing(tokens, start)
                inside = tokens[start + 1 : end]
                own = joined([*name, *tokens[start - 1 : end + 1]]) in names.declared  # a name, and no entry
                if "," not in inside and len(inside) == count and not own:
                    apart = [t for token in inside for t in (token, ",")][:-1]
                    tokens = [*tokens[: start + 1], *apart, *tokens[end:]]
    return tokens


def _dots(tokens: list[str]) -> list[str]:
    r"""``\dot{x_{i}}`` as ``\dot{x}_{i}``."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        if tokens[k] == r"\dot" and "_" in (inside := argument(tokens, k + 1)[0]):
            place = inside.index("_")
            _, end = argument(inside, place + 1)
            if end == len(inside):
                found += [r"\dot", "{", *inside[:place], "}", *inside[place:]]
                k = argument(tokens, k + 1)[1]
                continue
        found.append(tokens[k])
        k += 1
    return found


def _at_time(tokens: list[str], names: Names) -> list[str]:
    """``x(t)`` as ``x``, for a trajectory ``x``."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        name = next((n for n in names.moving if tuple(tokens[k : k + len(n)]) == n), None)
        if name is None or tokens[k - 1 : k] in (["_"], ["^"]):
            found.append(tokens[k])
            k += 1
            continue
        end = k + len(name)
        if tokens[end : end + 1] == ["}"] and tokens[k - 2 : k] == [r"\dot", "{"]:
            end += 1
        if tokens[end : end + 1] == ["_"]:
            _, end = argument(tokens, end + 1)
        found += tokens[k:end]
        k = end
        if tokens[k : k + 1] == ["("]:
            close = closing(tokens, k)
            if joined(tokens[k + 1 : close]) in names.times:
                k = close + 1
    return found


def _all_ranged(tokens: Sequence[str], ranges: Container[str]) -> bool:
    """Whether of every sum without a range, in a whole line, it is known where its indices run."""
    for k, token in enumerate(tokens):
        if token in (r"\sum", r"\prod") and tokens[k + 1 : k + 2] == ["_"]:
            under, after = argument(tokens, k + 2)
            known = "=" in under or tokens[after : after + 1] == ["^"]
            if not known and not all(joined(name) in ranges for name in between_commas(under)):
                return False
    return True


def _with_ranges(tokens: list[str], ranges: Mapping[str, tuple[str, str]]) -> list[str]:
    r"""``\sum_{i}`` of declared indices with their ranges, where none is written."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        if tokens[k] in (r"\sum", r"\prod") and tokens[k + 1 : k + 2] == ["_"]:
            under, after = argument(tokens, k + 2)
            known = [ranges.get(joined(name)) for name in between_commas(under)]
            if all(known) and tokens[after : after + 1] != ["^"]:
                for name, ends in zip(between_commas(under), known, strict=True):
                    low, high = ends or ("", "")
                    found += [tokens[k], "_", "{", *name, "=", *words(low), "}", "^", "{", *words(high), "}"]
                k = after
                continue
        found.append(tokens[k])
        k += 1
    return found


def _sums(tokens: list[str], names: Names) -> list[str]:
    r"""``\sum_{i}`` with the range of the declared index ``i``."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        found.append(tokens[k])
        k += 1
        if found[-1] not in (r"\sum", r"\prod") or tokens[k : k + 1] != ["_"]:
            continue
        under, after = argument(tokens, k + 1)
        over: list[str] | None = None
        if tokens[after : after + 1] == ["^"]:
            over, after = argument(tokens, after + 1)
        each = _each(under)
        k = after
        for number, name in enumerate(each):
            if number:
                found.append(found[-1] if found[-1] in (r"\sum", r"\prod") else r"\sum")
            if "=" in name or over is not None:
                top = over if over is not None else []
                found += ["_", "{", *name, "}", *(["^", "{", *top, "}"] if top else [])]
                continue
            if (known := names.ranges.get(joined(name))) is None:
                raise Ambiguous(
                    f"the range of the sum over {joined(name)} is not known: declare the index, or write it"
                )
            found += ["_", "{", *name, "=", *words(known[0]), "}", "^", "{", *words(known[1]), "}"]
    return found


def _each(under: list[str]) -> list[list[str]]:
    r"""What stands below a sum, an index each: of ``i, j = 1`` both begin at 1."""
    pieces = between_commas(under)
    if "=" not in under or len(pieces) == 1:
        return pieces
    starts = [piece[piece.index("=") :] if "=" in piece else [] for piece in pieces]
    if starts[-1] and not any(starts[:-1]):
        return [piece if "=" in piece else [*piece, *starts[-1]] for piece in pieces]
    return pieces if all(starts) else [under]


# --- what can be read in two ways -----------------------------------------------------------------------------


def _check_slashes(tokens: list[str], names: Names) -> None:
    """``a/b c`` might be ``(a/b) c`` or ``a/(b c)``."""
    for k, token in enumerate(tokens):
        if token != "/" or k + 1 >= len(tokens):
            continue
        end = after_factor(tokens, k + 1)
        if tuple(tokens[k + 1 : end]) in names.moving and tokens[end : end + 1] == ["("]:  # u(0) is one factor
            end = closing(tokens, end) + 1
        following = tokens[end] if end < len(tokens) else ""
        if following not in STOPS and not following.startswith(r"\mathrm"):
            near = joined(tokens[max(0, k - 3) : end + 1])
            raise Ambiguous(f"'{near}' can be read in two ways: write \\frac{{..}}{{..}}, or parentheses")
