"""Letters for the parts of a formula that stand for one value; of means, sums and integrals, that they are linear.

Two parts that are written alike are the same letter; so are the means of what reads alike.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import sympy as sp

from ....language.printing.notation import PLACE
from ....language.reading import CannotRead, Partial
from ....language.vectors import as_number, frobenius
from ....language.vectors import norm as euclidean
from ..files.tokens import argument, between_commas, in_words, joined, words
from ..notation.applications import Ambiguous
from ..notation.entrywise_seen import KIND as BY_ENTRIES
from ..notation.gradients import DERIVATIVES, PARTIAL, check_numbers
from ..notation.gradients import sizes as sizes_of
from ..notation.offsets import moved, offsets, plus
from ..notation.powers_seen import KIND as OF_ONE
from ..notation.shorthand import as_means
from ..notation.term_ends import summed
from ..notation.unit import DETERMINANT, NAME, Unit
from ..notation.units import INDICATOR, OTIMES
from .determinants import determinant
from .diagonals import diagonal
from .entrywise_functions import ByEntries, of_a_vector
from .extremes import Extreme, extreme
from .hadamard import of_two, product
from .hilbert import Spaces, inner, norm
from .indicators import contrary
from .integrals import constants_below, in_order, numbers_before, of_a_derivative
from .kronecker import kronecker, put_in, worked_out
from .logarithms import one_way, split
from .norms import apart, in_one_trace, side_by_side
from .of_one_matrix import OfOne, of_one_matrix
from .rowwise import range_of
from .signs_inside import of_means_and_sums
from .standing_still import _below_sums, is_free, is_still, matrices_in, moving, outside, stays, trace_behind
from .terms_apart import numbers_apart

if TYPE_CHECKING:
    from ..letters.setting import Setting

KRONECKER = Unit("otimes", OTIMES, (), ())
MOST_UNITS = 3_000
LARGEST = 60
"""Operations in what is multiplied out below a mean."""
_PLAIN = re.compile(r"\\(?:mathbb|operatorname|mathcal|mathbf|mathrm|boldsymbol|langle|rangle)|[\\{}\s~#]")
_LETTER = re.compile(re.escape(NAME) + r"_\{(\d+)\}")
_LINEAR = frozenset({"mean", "sum", "integral"})
_GIVEN = frozenset({"|", r"\mid", r"\vert", r"\middle", ";"})
r"""What may stand before what is given, in ``\mathbb{E}[x \mid y]``, and so hold for more than the term before it."""
_UNSURE = frozenset({"mean", "sum", "integral", "number", "argument", "diagonal", PARTIAL})
"""Kinds of which more is known than that they are linear: a mean of what is odd is 0, a supremum forgets a sign.

So of a gradient at a point with a star, where it may be 0. A sum over a range of numbers is what is in it.
"""
_RANGE = re.compile(r"\\sum_\{\s*\\?[A-Za-z]+\s*=\s*[01]\s*\}\^")


@dataclass
class Units:
    """The parts of a file that stand for one value.

    Attributes:
        numbers: of each part, by its text.
        letters: internal names, by what they stand for.
        shown: what each internal name stands for.
        unsure: internal names of those that a line may rest on more than is known here.
        depth: how many parts are being read, each in the one before.
        testing: what is being tried.
        spaces: what is known of norms and inner products.
        inside: kind, head and inside of each mean and sum of a number, by its internal name.
        matrices: the same of each mean of a matrix.
        bodies: the same of each mean, sum and integral, of numbers and of matrices.
        extremes: the operator, what it runs over and what it is of, of each least or largest value.
        taken_out: of each, and of each place where one is taken, the letters that were taken out of it, which must not
            hang on what it runs over, and the letters of that.
        hessians: internal names of matrices of second derivatives, which are symmetric.
        odots: the factors of each product by entries.
        krons: those of each product of Kronecker.
        beside: by the text of such a product, what of its factors need not have a value.
        stacked: whether ``u \\otimes v`` of two columns is a column; None if that is not known.
        columns: whether such a one was met.
        diagonals: of each diagonal matrix itself, and the vector that it is made of, or None if it is of numbers.
        not_negative: internal names of those of numbers that are not negative.
        of_one: each exponential or power of a matrix.
        by_entries: each function of a vector.
        entries: what each letter for an entry is one of, of which no more is known; see `one_entry`.
        running: the letter that runs for an index of several tokens, ``t'``.
        parameters: of each vector that is written at one, the letter that stands for its parameters.
    """

    numbers: dict[str, int] = field(default_factory=dict)
    letters: dict[str, str] = field(default_factory=dict)
    shown: dict[str, str] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)
    depth: int = 0
    testing: tuple[str, ...] = ()
    spaces: Spaces = field(default_factory=Spaces)
    inside: dict[str, tuple[str, str, Any]] = field(default_factory=dict)
    matrices: dict[str, tuple[str, str, Any]] = field(default_factory=dict)
    bodies: dict[str, tuple[str, str, Any]] = field(default_factory=dict)
    extremes: dict[str, tuple[str, str, Any]] = field(default_factory=dict)
    taken_out: dict[str, tuple[frozenset[Any], frozenset[str]]] = field(default_factory=dict)
    hessians: set[str] = field(default_factory=set)
    odots: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    krons: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    beside: dict[str, tuple[Partial, ...]] = field(default_factory=dict)
    stacked: bool | None = None
    columns: bool = False
    diagonals: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    not_negative: set[str] = field(default_factory=set)
    of_one: dict[str, OfOne] = field(default_factory=dict)
    by_entries: dict[str, ByEntries] = field(default_factory=dict)
    entries: dict[str, Any] = field(default_factory=dict)
    running: dict[str, str] = field(default_factory=dict)
    parameters: dict[str, str] = field(default_factory=dict)

    def internal(self, latex: str, unit: Unit) -> str:
        """An internal name for what is written so."""
        if latex not in self.letters:
            plain = _PLAIN.sub("", latex)
            found, number = plain[:60], 1
            while found in self.shown:
                number += 1
                found = f"{plain[:60]}~{number}"
            self.letters[latex], self.shown[found] = found, latex
            unsure = unit.kind in _UNSURE and not (unit.kind == "sum" and _RANGE.match(unit.head))
            if unsure or (unit.kind in DERIVATIVES and {"*", r"\star"} & set(unit.whole)):
                self.unsure.add(found)
        return self.letters[latex]

    def as_written(self, text: str) -> str:
        """A text with what was written in the place of the letters for its parts."""
        texts = {number: written for written, number in self.numbers.items()}
        return _LETTER.sub(lambda found: texts.get(int(found[1]), found[0]), text)

    def number(self, text: str) -> int:
        """The number of a part."""
        if len(self.numbers) >= MOST_UNITS:
            raise Ambiguous(f"more than {MOST_UNITS} values of which nothing is known")
        return self.numbers.setdefault(text, len(self.numbers))


def letter(setting: Setting, unit: Unit) -> list[str]:
    """The tokens that stand for a part, whose value is entered among the meanings."""
    if unit.kind in DERIVATIVES and NAME in unit.whole:  # at a product by entries, ``\nabla f(u \odot v)``
        inside, all_of_it = (words(setting.units.as_written(joined(part))) for part in (unit.inside, unit.whole))
        unit = replace(unit, inside=tuple(inside), whole=tuple(all_of_it))
    whole = joined(unit.whole)
    if OTIMES in unit.whole and setting.units.stacked is not None:
        whole += " as a column" if setting.units.stacked else " as a matrix"
    if unit.kind == PARTIAL:
        check_numbers(setting, unit)
        if indices := [token for token in unit.whole if token in setting.names.ranges or token in unit.indices]:
            return _entries(setting, unit, indices)
    if unit.indices:
        return _entry(setting, unit)
    latex = rf"{NAME}_{{{setting.units.number(whole)}}}"
    if latex not in setting.meanings:
        setting.meanings[latex] = _value(setting, unit, whole)
        if getattr(setting.meanings[latex], "is_Matrix", False):
            setting.names.matrices.add(latex)
    return words(latex)


def _value(setting: Setting, unit: Unit, whole: str) -> Any:
    if unit.head == r"\langle" and not setting.presumes and _is_number(setting, unit.inside[: unit.inside.index(",")]):
        raise Ambiguous(rf"{whole[:80]}: \langle a, b \rangle of numbers can be read as a pair, and as a product")
    if unit.head == r"\langle" and (found := _of_vectors(setting, unit)) is not None:
        return found
    if unit.kind == "norm" and (found := _of_a_vector(setting, unit)) is not None:
        return found
    if unit.kind == "norm" or unit.head == r"\langle":
        made = (norm if unit.kind == "norm" else inner)(setting, unit, lambda latex, sign: _named(setting, latex, sign))
        if made is not None:
            return made
    if unit.kind == "argument":
        try:
            like = setting.read(joined(unit.inside))
        except CannotRead as problem:
            raise Ambiguous(f"{whole[:80]}: {problem}") from None
        found = extreme(setting, unit, partial(is_free, setting))
        made = _letter(
            setting, unit, found.text if found else whole, like.free_symbols, getattr(like, "shape", None) or None
        )
        return _taken_free(setting, made, found)
    if unit.kind == "diagonal":
        return diagonal(setting, unit, partial(_letter, setting, unit))
    if unit.kind == OF_ONE:
        return of_one_matrix(setting, unit, partial(_letter, setting, unit))
    if unit.kind == BY_ENTRIES:
        return of_a_vector(setting, unit, partial(_letter, setting, unit))
    if unit.kind == "odot":
        return product(setting, unit, partial(_letter, setting, unit))
    if unit.kind == KRONECKER.kind:
        value, setting.units.beside[whole] = kronecker(setting, unit, partial(_letter, setting, unit))
        return value
    if unit.kind in DERIVATIVES:
        shape, letters = sizes_of(setting, unit)
        made = _letter(setting, unit, whole, letters, shape)
        if shape is None and setting.time in letters:
            made = sp.Function(str(made.name), real=True)(setting.time)
        if unit.kind == "hessian" and shape is not None:
            setting.units.hessians.add(str(made.name))
        return made
    if unit.kind == DETERMINANT:
        found = determinant(setting, unit)
        return found if found is not None else _value(setting, replace(unit, kind="number"), whole)
    if unit.kind == "number" and INDICATOR.fullmatch(unit.head):
        whole = joined([r"\leq" if token in (r"\le", r"\leqslant") else token for token in unit.whole])
    if unit.kind == "number" and (other := contrary(setting, unit)) is not None:
        return 1 - setting.meanings[joined(letter(setting, other))]
    if (spread := as_means(unit)) is not None and setting.presumes:
        with contextlib.suppress(CannotRead):
            alone = len(between_commas(list(unit.inside))) == 1 and unit.head.replace(" ", "").find("ov}") > 0
            if getattr(found := setting.read(spread), "is_Matrix", False) == alone:
                return found
    if unit.kind not in _LINEAR:
        sizes = _sizes_of(setting, unit) if unit.kind == "value" else ()
        shape = (*sizes, sp.Integer(1))[:2] if sizes else None
        if unit.kind == "number" and (found := extreme(setting, unit, partial(is_free, setting))) is not None:
            made = _taken_free(setting, _letter(setting, unit, found.text, (), None), found)
            setting.units.extremes[str(made.name)] = found.kind
            return found.before + found.factor * made
        return _letter(setting, unit, whole, (), shape)
    try:
        inside = setting.read(joined(unit.inside))
    except CannotRead as problem:
        if unit.kind != "mean" or _may_be_a_matrix(setting, unit):
            raise Ambiguous(f"{whole[:80]}: {problem}") from None
        made = _letter(setting, unit, whole, (), None)
        setting.guessed[made] = f"{whole[:60]} a number"
        return made
    return linear(setting, unit, inside)


def _sizes_of(setting: Setting, unit: Unit) -> tuple[Any, ...]:
    """The sizes of a value of a function; none of a number."""
    value = setting.names.functions.declared[unit.head]
    alone = value.entrywise and len(between_commas(unit.inside)) == 1
    return value.sizes_at([setting.read(joined(unit.inside))] if alone else [])


def _taken_free(setting: Setting, made: Any, found: Extreme | None) -> Any:
    """A letter for an extreme; which letters were taken not to hang on what it runs over is kept."""
    if found is not None:
        free, runs = setting.units.taken_out.get(str(made.name), (frozenset(), frozenset()))
        setting.units.taken_out[str(made.name)] = free | found.free, runs | found.runs
    return made


def by_entries(setting: Setting, one: Any, other: Any) -> Any:
    """The product entry by entry of two matrices of one shape, as ``\\odot`` is read between them."""
    return of_two(setting, one, other, partial(_letter, setting, Unit("odot", "", (), ())))


def factor_by_factor(setting: Setting, expr: Any) -> Any:
    """An expression with products of Kronecker in it worked out."""
    return worked_out(setting, expr, partial(_letter, setting, KRONECKER))


def obligations(setting: Setting, partials: Sequence[Partial], shown: str) -> tuple[Partial, ...]:
    """What need not have a value, with that of factors: a product of Kronecker is invertible if its factors are."""
    found: list[Partial] = []
    for one in partials:
        of = one.expr.arg if isinstance(one.expr, sp.Inverse) else None
        parts = setting.units.krons.get(str(getattr(of, "name", "")), ())
        square = parts and all(part.shape[0] == part.shape[1] for part in parts)
        found += [replace(one, expr=sp.Inverse(part)) for part in parts] if square else [one]
    return (*found, *beside(setting, shown))


def factors_put_in(setting: Setting, expr: Any, put: Mapping[Any, Any], rules: Sequence[tuple[Any, Any]]) -> Any:
    """An expression with matrices replaced, in the factors of its products of Kronecker as well, and by rules there."""
    return put_in(setting, expr, put, rules, partial(_letter, setting, KRONECKER))


def beside(setting: Setting, shown: str) -> list[Partial]:
    """What need not have a value of the factors of the products of Kronecker that stand in a formula."""
    if not setting.units.beside:
        return []
    texts = {number: written for written, number in setting.units.numbers.items()}
    here = [texts.get(int(number), "") for number in _LETTER.findall(shown)]
    return [part for text in here for part in setting.units.beside.get(text, ())]


def _of_vectors(setting: Setting, unit: Unit) -> Any:
    r"""``\langle f, \mathbb{E}[x] \rangle`` of what are vectors, as ``f^\top \mathbb{E}[x]``; None if they are not."""
    if unit.whole[-1] != r"\rangle" or not {r"\mathbb", r"\sum"} & set(unit.inside):
        return None
    sides = between_commas(unit.inside)
    with contextlib.suppress(CannotRead):
        one, other = (setting.read(joined(side)) for side in sides)
        shapes = [getattr(side, "shape", ()) for side in (one, other)]
        if shapes[0] == shapes[1] and shapes[0][1:] == (1,):
            return as_number(sp.Transpose(one).doit() * other)
    return None


def _of_a_vector(setting: Setting, unit: Unit) -> Any:
    r"""``\|x - \mathbb{E}[x]\|`` of what is read as a vector, as the root of its square; None if it is none."""
    of_matrices = unit.head in (r"\|_{F}", r"\|_{\mathrm{F}}")
    if not (of_matrices or unit.head in (r"\|_{}", r"\|_{2}")) or not {r"\mathbb", r"\int", r"\sum"} & set(unit.inside):
        return None
    with contextlib.suppress(CannotRead):
        vector = setting.read(joined(unit.inside))
        bodies = [setting.units.bodies.get(str(s.name), ("",)) for s in getattr(vector, "free_symbols", ())]
        whole = getattr(vector, "shape", ())[1:] == (1,) or (of_matrices and getattr(vector, "is_Matrix", False))
        if whole and all(kind != "integral" for kind, *_ in bodies):
            return (frobenius if of_matrices else euclidean)(vector)
    return None


def _is_number(setting: Setting, tokens: tuple[str, ...]) -> bool:
    try:
        return not getattr(setting.read(joined(tokens)), "is_Matrix", False)
    except CannotRead:
        return False


def _named(setting: Setting, latex: str, positive: bool) -> Any:
    name = setting.units.internal(latex, Unit("norm", "", (), ()))
    setting.notation[name] = latex
    return sp.Symbol(name, real=True, nonnegative=True) if positive else sp.Symbol(name, real=True)


def _may_be_a_matrix(setting: Setting, unit: Unit) -> bool:
    inside = _without_norms(unit.inside)
    bold = re.search(r"\\(?:mathbf|boldsymbol|nabla|top)(?![A-Za-z])", f" {joined(inside)} ")
    held = any(_holds(inside, in_words(name)) for name in setting.names.matrices)
    return bool(bold) or held


def _without_norms(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Tokens without what stands in norms and inner products, which are numbers whatever it is."""
    found: list[str] = []
    norms, products = False, 0
    for token in tokens:
        norms ^= token == r"\|"
        products += (token == r"\langle") - (token == r"\rangle")
        if not norms and products <= 0:
            found.append(token)
    return tuple(found)


def _holds(tokens: tuple[str, ...], name: tuple[str, ...]) -> bool:
    return any(tokens[k : k + len(name)] == name for k in range(len(tokens) - len(name) + 1))


def linear(setting: Setting, unit: Unit, inside: Any) -> Any:
    """A mean, a sum or an integral, number by number and term by term."""
    runs = _below_sums(tuple(words(unit.head))) if unit.kind == "sum" else frozenset()
    inside = as_number(inside)
    if getattr(inside, "is_Matrix", False):
        inside = sp.expand(inside) if isinstance(inside, (sp.MatAdd, sp.MatMul)) else inside
        terms = inside.args if isinstance(inside, sp.MatAdd) else (inside,)
        made = [
            _of_matrices(setting, unit, part, rest, runs)
            for number, rest in map(numbers_apart, terms) for part in sp.Add.make_args(_multiplied_out(number))
        ]  # fmt: skip
        return made[0] if len(made) == 1 else sp.MatAdd(*made)
    inside = apart(inside) if inside.has(sp.Trace) else inside
    expr = sp.expand(inside) if inside.is_Add or (inside.count_ops() <= LARGEST and not _is_large(inside)) else inside
    expr, positive = split(expr)
    expr = sp.expand(expr) if positive else expr
    terms = [outside(setting, one_way(term), runs) for term in sp.Add.make_args(expr)]
    if unit.kind == "integral":
        terms = [numbers_before(setting, unit.head, number * rest) for number, rest in terms]
    terms = [_without_means(setting, unit, *term) for term in terms] if unit.kind == "mean" else terms
    found = sp.Add(*(_of_number(setting, unit, number, rest, runs) for number, rest in terms))
    if said := ", ".join(f"{letter} > 0" for letter in sorted(positive, key=str)):
        _guess(setting, found, said)
    return found


def _guess(setting: Setting, expr: Any, said: str) -> None:
    """Mark the letters of an expression with what is taken for granted of it, beside what is guessed of them."""
    for letter in sorted(expr.free_symbols, key=str):
        setting.guessed[letter] = "; ".join(dict.fromkeys(filter(None, (setting.guessed.get(letter), said))))


def _without_means(setting: Setting, unit: Unit, number: Any, rest: Any) -> tuple[Any, Any]:
    """A term with means under the same law before it: they are not random any more."""
    held = {s for s in rest.free_symbols if setting.units.inside.get(str(s.name), ("", ""))[:2] == ("mean", unit.head)}
    still = [f for f in sp.Mul.make_args(rest) if held and f.free_symbols and f.free_symbols <= held]
    return number * sp.Mul(*still), sp.Mul(*(f for f in sp.Mul.make_args(rest) if f not in still))


def _of_number(setting: Setting, unit: Unit, number: Any, rest: Any, runs: frozenset[str]) -> Any:
    r"""Of a term that is a number; ``\sum_i a_i y^\top x_i`` is ``y^\top \sum_i a_i x_i``."""
    if unit.kind == "mean" and (made := _known_inside(setting, unit, rest)) is not None:
        return number * made
    rest = side_by_side(in_one_trace(rest), lambda vector: stays(setting, vector, runs)) if runs else rest
    traces = [factor for factor in sp.Mul.make_args(rest) if isinstance(factor, sp.Trace)]
    if runs and len(traces) == 1 and isinstance(traces[0].args[0], sp.MatMul):
        factors = list(traces[0].args[0].args)
        for k in range(len(factors)):
            turned = [*factors[k:], *factors[:k]]
            still = [stays(setting, factor, runs) for factor in turned]
            first = still.index(False) if False in still else 0
            if first and not any(still[first:]):
                made = one_side_up(setting, unit, rest / traces[0], turned[first:])
                return number * sp.Trace(sp.MatMul(*turned[:first], made))
    return of_term(setting, unit, number, rest, None)


def _known_inside(setting: Setting, unit: Unit, rest: Any) -> Any:
    r"""A mean of what holds means: those of its law are not random, and ``E[E[x | y]] = E[x]``; None if it is none."""
    units = setting.units
    kind, head, body = units.inside.get(str(getattr(rest, "name", "")), ("", "", None))
    if kind == "mean" and "|" not in unit.head and head.startswith(f"{unit.head}|"):
        given = head[len(unit.head) + 1 :]
        if all(joined(one) in setting.meanings for one in between_commas(words(given))):  # no event
            return _of_number(setting, unit, sp.Integer(1), body, frozenset())
    still = {s for s in matrices_in(rest) if units.bodies.get(str(s.name), ("", ""))[:2] == ("mean", unit.head)}
    return of_a_trace(setting, unit, rest, still) if still else None


def one_side_up(setting: Setting, unit: Unit, within: Any, factors: list[Any]) -> Any:
    r"""The letter of a product, or the other side up: ``\sum_i x_i^\top`` is ``(\sum_i x_i)^\top``."""
    back = [sp.Transpose(factor).doit() for factor in reversed(factors)]
    up, other = (sum(isinstance(f, sp.Transpose) for f in way) for way in (factors, back))
    turned = (other, str(back)) < (up, str(factors))
    way = back if turned else factors
    middle = sp.MatMul(within, *way) if len(way) > 1 or within != 1 else way[0]
    made = of_term(setting, unit, sp.Integer(1), middle, middle.shape)
    return sp.Transpose(made) if turned else made


def of_a_trace(setting: Setting, unit: Unit, inside: Any, still: set[Any]) -> Any:
    r"""A mean of one trace with the matrices of it that are not random outside, ``E[u^\top g] = u^\top E[g]``."""
    if not isinstance(inside, sp.Trace) or not isinstance(inside.arg, sp.MatMul) or not still:
        return None
    factors = list(inside.arg.args)
    if all(is_still(factor, still) for factor in factors):
        return inside
    for k in range(len(factors)):
        turned = [*factors[k:], *factors[:k]]
        begin, end = moving(turned, still)
        if begin is not None and end == len(turned) and begin > 0:
            made = one_side_up(setting, unit, sp.Integer(1), turned[begin:])
            return sp.Trace(sp.MatMul(*turned[:begin], made))
    return None


def _of_matrices(setting: Setting, unit: Unit, number: Any, rest: Any, runs: frozenset[str]) -> Any:
    r"""``\sum_i A x_i b`` as ``A (\sum_i x_i) b``."""
    number, within = outside(setting, number, runs)
    if unit.kind == "integral":
        before_it, within = numbers_before(setting, unit.head, within)
        number *= before_it
    factors = list(rest.args) if isinstance(rest, sp.MatMul) else [rest]
    if runs and (split := trace_behind(setting, within, rest, runs)) is not None:
        within, more = split
        factors += more
    before: list[Any] = []
    after: list[Any] = []
    means = {s for s in matrices_in(rest) if setting.units.bodies.get(str(s.name), ())[:2] == ("mean", unit.head)}
    still = means if unit.kind == "mean" else set()
    if unit.kind == "integral":
        still = constants_below(setting, unit.head, rest)
    ends = range_of(unit.head, setting) if unit.kind == "sum" and within == 1 else None
    if ends is not None and all(stays(setting, factor, runs) for factor in factors):
        return sp.MatMul(number * ends[1], *factors)
    if unit.kind == "mean" and still and within == 1 and all(is_still(factor, still) for factor in factors):
        return sp.MatMul(number, *factors)
    while len(factors) > 1 and (stays(setting, factors[0], runs) if runs else is_still(factors[0], still)):
        before.append(factors.pop(0))
    while len(factors) > 1 and (stays(setting, factors[-1], runs) if runs else is_still(factors[-1], still)):
        after.insert(0, factors.pop())
    made = one_side_up(setting, unit, within, factors)
    return sp.MatMul(number, *before, made, *after) if before or after or number != 1 else made


def trace_of_means(setting: Setting, matrix: Any) -> Any:
    r"""``\operatorname{tr} \mathbb{E}[x x^\top]`` as ``\mathbb{E}[\|x\|^2]``; None if no term is a mean."""
    terms = [numbers_apart(term) for term in (matrix.args if isinstance(matrix, sp.MatAdd) else (matrix,))]
    terms = [(number, rest.arg if isinstance(rest, sp.Transpose) else rest) for number, rest in terms]
    bodies = [setting.units.bodies.get(str(getattr(rest, "name", "")), ("", "", None)) for _, rest in terms]
    if all(kind != "mean" for kind, *_ in bodies):
        return None
    found = [
        number * (linear(setting, Unit(kind, head, (), ()), sp.Trace(body)) if kind == "mean" else sp.Trace(rest))
        for (number, rest), (kind, head, body) in zip(terms, bodies, strict=True)
    ]
    return sp.Add(*found)


def _multiplied_out(number: Any) -> Any:
    """A number before a matrix as a sum, if that is short, with its traces in one way."""
    number = apart(number) if number.has(sp.Trace) else number
    return sp.expand(number) if number.count_ops() <= LARGEST and not _is_large(number) else number


def _is_large(expr: Any) -> bool:
    return any(p.exp.is_number and abs(p.exp) > 6 for p in expr.atoms(sp.Pow))


def of_term(setting: Setting, unit: Unit, number: Any, rest: Any, shape: Any) -> Any:
    """A number times the letter for a mean, a sum or an integral of the rest, of a shape if it is a matrix."""
    if rest == 1 and unit.kind == "mean":
        return number
    if rest == 1 and unit.kind == "sum" and (ends := range_of(unit.head, setting)) is not None:
        return number * ends[1]
    if rest == 1 and unit.kind == "sum" and (size := _of_a_set(setting, unit.head)) is not None:
        return number * size
    if unit.kind == "integral" and (whole := of_a_derivative(setting, unit.head, rest)) is not None:
        return number * whole
    if unit.kind == "integral" and shape is None and (nested := in_order(setting, unit.head, rest)) is not None:
        inner = linear(setting, Unit("integral", nested.inner, (), ()), nested.body)
        whole = linear(setting, Unit("integral", nested.outer, (), ()), inner)
        if nested.granted:
            _guess(setting, whole, nested.granted)
        return number * whole
    shown = f"{unit.head}[{sp.sstr(rest)}]"
    sign = of_means_and_sums(setting, unit, rest) if shape is None else ""
    made = _letter(setting, unit, shown, getattr(rest, "free_symbols", set()), shape, sign)
    setting.units.bodies[str(made.name)] = (unit.kind, unit.head, rest)
    if shape is None and unit.kind in ("mean", "sum"):
        setting.units.inside[str(made.name)] = (unit.kind, unit.head, rest)
    elif unit.kind == "mean":
        setting.units.matrices[str(made.name)] = (unit.kind, unit.head, rest)
    return number * made


def _of_a_set(setting: Setting, head: str) -> Any:
    r"""How many terms a sum over ``h \in H`` has, ``|H|``; None if it runs over something else."""
    tokens = words(head)
    under = argument(tokens, 2)[0] if tokens[:2] == [r"\sum", "_"] else []
    if r"\in" not in under or under.index(r"\in") != 1:
        return None
    size = setting.meanings.get(joined(under[2:]))
    return sp.Abs(size) if isinstance(size, sp.Symbol) and not isinstance(size, sp.Idx) else None


def _letter(setting: Setting, unit: Unit, latex: str, letters: Any, shape: Any, sign: str = "") -> Any:
    name = setting.units.internal(latex, unit)
    setting.notation[name] = latex
    if shape is not None:
        made: Any = sp.MatrixSymbol(name, *shape)
    else:
        sign = "nonnegative" if unit.kind == "norm" else sign
        made = sp.Symbol(name, real=True, **({sign: True} if sign else {}))
    why = sorted({setting.guessed[s] for s in letters if s in setting.guessed})
    if unit.kind in ("value", *DERIVATIVES) and unit.head in setting.guessed:
        why.append(setting.guessed[unit.head])
    if why:
        setting.guessed[made] = "; ".join(why)
    return made


def _entries(setting: Setting, unit: Unit, indices: Sequence[str]) -> list[str]:
    r"""A derivative of one letter by another, with every index that has a range: one that runs, and one that is free.

    So what is stated of ``\frac{\partial y_i}{\partial z_j}`` holds below ``\sum_i`` as well.
    """
    text = joined([PLACE if token in indices else token for token in unit.whole])
    number = setting.units.number(text)
    name = setting.units.internal(text, unit)
    setting.notation[name] = rf"{NAME}_{{{number},{PLACE}}}"
    entry = sp.Function(name, real=True)(*(sp.Idx(sp.Symbol(f"i_{k}", integer=True)) for k in range(len(indices))))
    setting.families.append(entry)
    return words(rf"{NAME}_{{{number},{','.join(indices)}}}")


def _entry(setting: Setting, unit: Unit) -> list[str]:
    """A part in which indices of a sum stand: an entry of a family of its own."""
    if len(unit.indices) > 1:
        raise Ambiguous(f"{joined(unit.whole)[:80]}: a value at two indices that run is not read")
    (index,) = unit.indices
    if unit.kind in ("argument", "diagonal", BY_ENTRIES):
        raise Ambiguous(f"{joined(unit.whole)[:80]}: at an index that runs, what is no number is not read")
    if unit.kind in _LINEAR and _may_be_a_matrix(setting, unit):
        raise Ambiguous(f"{joined(unit.whole)[:80]}: at an index that runs, what is no number is not read")
    if unit.kind in DERIVATIVES or (unit.kind == "value" and _sizes_of(setting, unit)):
        raise Ambiguous(f"{joined(unit.whole)[:80]}: a vector at an index that runs is not read")
    if unit.kind == "mean" and not _GIVEN & set(unit.inside) and len(parts := summed(unit.inside)) > 1:
        return ["(", *(token for sign, part in parts for token in (sign, *letter(setting, _mean_of(unit, part)))), ")"]
    whole, at = _from_nought(unit.whole, index)
    text = joined([PLACE if token == index else token for token in whole])
    number = setting.units.number(text)
    name = setting.units.internal(text, unit)
    setting.notation[name] = rf"{NAME}_{{{number},{PLACE}}}"
    signs = {"nonnegative": True} if unit.kind == "norm" else {}
    entry = sp.Function(name, real=True, **signs)(sp.Idx(sp.Symbol("i", integer=True)))
    setting.families.append(entry)
    if unit.kind in _LINEAR:
        setting.guessed[entry.func] = f"{joined(unit.whole)[:60]} a number"
    if unit.kind == "value" and unit.head in setting.guessed:
        setting.guessed[entry.func] = setting.guessed[unit.head]
    return words(rf"{NAME}_{{{number},{joined(at)}}}")


def _mean_of(unit: Unit, part: Sequence[str]) -> Unit:
    """The mean, as one is written, of a part of what is inside."""
    n = len(unit.inside)
    begin = next(k for k in range(len(unit.whole)) if unit.whole[k : k + n] == unit.inside)
    whole = (*unit.whole[:begin], *part, *unit.whole[begin + n :])
    return replace(unit, inside=tuple(part), whole=whole, indices=tuple(i for i in unit.indices if i in part))


def _from_nought(whole: Sequence[str], index: str) -> tuple[list[str], list[str]]:
    r"""A part at the index itself, ``f(x_k)`` for ``f(x_{k + 1})``, and where it is taken: both are of one family."""
    shifts = offsets(joined(whole), index)
    least = min(shifts) if shifts else 0
    at_nought = moved(joined(whole), index, index, -least)
    return (words(at_nought), plus(index, least)) if least and at_nought else (list(whole), [index])
