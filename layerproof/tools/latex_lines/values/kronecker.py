r"""Products of Kronecker, ``A \otimes B``: a letter for each, linear in every factor.

``(A \otimes B)(C \otimes D) = A C \otimes B D`` where sizes conform, transposes, inverses and traces go by
factors, ``I_m \otimes I_n`` is ``I_{m n}``, and a factor that is a number goes before the rest.

``u \otimes v`` of two columns may be ``u v^\top`` and the column of all ``u_i v_j``: the sizes of its line say which.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.matrices.expressions.special import OneMatrix

from ....language.printing import latex, notation
from ....language.reading import CannotRead, Partial
from ....language.vectors import as_number, is_single
from ..files.tokens import joined
from ..notation.applications import Ambiguous
from ..notation.sizes import ANY_SIZE
from ..notation.unit import Unit
from ..notation.units import ENTRYWISE, OTIMES
from .terms_apart import numbers_apart, terms_apart

if TYPE_CHECKING:
    from ..letters.setting import Setting

MOST_TERMS = 40
MOST_ROUNDS = 6
Letter = Callable[[str, set[Any], Any], Any]


TWO = r"u \otimes v of two columns can be read as u v^\top and as the column of all u_i v_j"


def kronecker(setting: Setting, unit: Unit, letter: Letter) -> tuple[Any, tuple[Partial, ...]]:
    """The value of a term that holds such a product, and what of its factors need not have a value.

    Args:
        setting: in which its factors are read.
        unit: the term.
        letter: makes a letter for a text, of a shape, that is guessed as far as some others are.
    """
    shown = joined(unit.whole)
    factors: list[Any] = []
    partials: list[Partial] = []
    for tokens in _parts(unit.inside):
        if tokens == ["1"]:
            raise Ambiguous(rf"{shown[:80]}: 1 beside \otimes may be a number and an identity: write I_n")
        if (factor := _identity(setting, tokens)) is None:
            try:
                factor, written = setting.read_written(joined(tokens))
            except CannotRead as problem:
                raise Ambiguous(f"{shown[:80]}: {problem}") from None
            partials += written
        if isinstance(factor, sp.Basic) and factor.has(ANY_SIZE):
            raise Ambiguous(f"{shown[:80]}: the size of an identity beside \\otimes is not said: write I_n")
        factors.append(factor)
    columns = [f for f in factors if getattr(f, "is_Matrix", False) and f.shape[1] == 1 and f.shape[0] != 1]
    if len(columns) > 1 and len(columns) == len([f for f in factors if not is_single(f)]):
        if len(columns) > 2 or setting.units.stacked is None:
            setting.units.columns = True
            raise Ambiguous(f"{shown[:80]}: {TWO}")
        if not setting.units.stacked:
            one, other = columns
            numbers = [as_number(f) for f in factors if not any(f is c for c in columns)]
            return sp.MatMul(*numbers, one, sp.Transpose(other).doit()), tuple(partials)
    return of_factors(setting, factors, letter), tuple(partials)


def _parts(tokens: Sequence[str]) -> Iterator[list[str]]:
    """What stands between the signs of the product.

    Raises:
        Ambiguous: if a product entry by entry stands beside them.
    """
    part: list[str] = []
    level = 0
    for token in [*tokens, OTIMES]:
        level += (token in ("{", "(", "[", r"\langle")) - (token in ("}", ")", "]", r"\rangle"))
        if level == 0 and token in ENTRYWISE:
            raise Ambiguous(rf"{joined(tokens)[:80]}: whether {token} or \otimes binds first is not clear")
        if token == OTIMES and level == 0:
            yield part
            part = []
        else:
            part.append(token)


def _identity(setting: Setting, tokens: Sequence[str]) -> Any:
    """``I_{n}`` that stands alone as a factor, with n a natural number, and I no letter; None if it is no such."""
    for font in (["I"], [r"\mathbf", "{", "I", "}"], [r"\boldsymbol", "{", "I", "}"]):
        n = len(font)
        if list(tokens[:n]) == font and list(tokens[n : n + 2]) == ["_", "{"] and tokens[-1] == "}":
            name, size = joined(tokens), setting.meanings.get(joined(tokens[n + 2 : -1]))
            own = setting.meanings.get(name, sp.Identity(ANY_SIZE))
            whole = isinstance(size, sp.Symbol) and not isinstance(size, sp.Idx) and size.is_integer
            if not whole or size is None or not size.is_positive or not isinstance(own, sp.Identity):
                return None
            return sp.Identity(size)
    return None


def of_factors(setting: Setting, factors: Sequence[Any], letter: Letter) -> Any:
    """The product of Kronecker of matrices and numbers, linear in each.

    Raises:
        Ambiguous: if it has too many terms.
    """
    number, matrices = sp.Integer(1), []
    for factor in factors:
        if getattr(factor, "is_Matrix", False) and not is_single(factor):
            matrices.append(list(_terms(setting, factor)))
        else:
            number *= _number(factor)
    if not matrices:
        return number
    shape = _shape([f for f in factors if getattr(f, "is_Matrix", False)])
    found: list[Any] = []
    for chosen in itertools.islice(itertools.product(*matrices), MOST_TERMS + 1):
        if len(found) == MOST_TERMS:
            raise Ambiguous(f"more than {MOST_TERMS} products of Kronecker")
        parts = [part for _, parts in chosen for part in parts]
        whole = sp.Mul(number, *(own for own, _ in chosen))
        found.append(sp.MatMul(whole, _of_words(setting, parts, letter)).doit(deep=False))
    found = [term for term in found if not isinstance(term, sp.ZeroMatrix)]
    return sp.ZeroMatrix(*shape) if not found else found[0] if len(found) == 1 else sp.MatAdd(*found)


def _terms(setting: Setting, matrix: Any) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """The terms of a factor: the number in each, and the factors of its product of Kronecker, mostly one."""
    for number, rest in terms_apart(matrix):
        own, word = _ones_apart(rest)
        known = setting.units.krons.get(str(getattr(word, "name", "")), (word,))
        yield number * own, known


def _ones_apart(word: Any) -> tuple[Any, Any]:
    r"""A product with vectors of ones multiplied out, ``\mathbf{1}_n^\top \mathbf{1}_n = n``."""
    factors = [f.doit() for f in word.args] if isinstance(word, sp.MatMul) else [word.doit(deep=False)]
    number: Any = sp.Integer(1)
    found: list[Any] = []
    for factor in factors:
        if found and isinstance(factor, OneMatrix) and isinstance(found[-1], OneMatrix):
            number *= factor.shape[0]
            found[-1] = OneMatrix(found[-1].shape[0], factor.shape[1])
        else:
            found.append(factor)
    return number, found[0] if len(found) == 1 else sp.MatMul(*found)


def _number(value: Any) -> Any:
    """A number, or what is one by one as the number that it holds."""
    if not is_single(value):
        return value
    total = sp.Integer(0)
    for number, rest in terms_apart(value):
        own, word = _ones_apart(rest)
        one = isinstance(word, (OneMatrix, sp.Identity))
        total += number * own * (1 if one else as_number(word))
    return total


def _shape(matrices: Sequence[Any]) -> tuple[Any, Any]:
    rows, columns = (sp.expand(sp.Mul(*(m.shape[k] for m in matrices))) for k in (0, 1))
    return rows, columns


def _of_words(setting: Setting, parts: Sequence[Any], letter: Letter) -> Any:
    """The product of Kronecker of products of letters."""
    if any(isinstance(part, sp.ZeroMatrix) for part in parts):
        return sp.ZeroMatrix(*_shape(parts))
    found: list[Any] = []
    number = sp.Integer(1)
    for part in parts:
        if is_single(part):
            number *= _number(part)
        elif found and (both := _as_one(found[-1], part)) is not None:
            own, found[-1] = _ones_apart(both)
            number *= own
        else:
            found.append(part)
    if not found:
        return number * sp.Identity(1)
    if len(found) == 1:
        return found[0] if number == 1 else sp.MatMul(number, found[0])
    text = f"{OTIMES}[{', '.join(map(_text, found))}]"
    made = letter(text, set().union(*(part.free_symbols for part in found)), _shape(found))
    setting.units.krons[str(made.name)] = tuple(found)
    with notation(setting.notation):
        setting.notation[str(made.name)] = rf" {OTIMES} ".join(map(_in_brackets, found))
    return made if number == 1 else sp.MatMul(number, made)


def _in_brackets(part: Any) -> str:
    shown = latex(part)
    return f"({shown})" if isinstance(part, sp.MatAdd) else str(shown)


def _as_one(one: Any, other: Any) -> Any:
    r"""Two factors side by side that are one: identities, ones, and a column beside a row, ``u \otimes v^\top``."""
    for kind in (sp.Identity, OneMatrix):
        if isinstance(one, kind) and isinstance(other, kind):
            rows, columns = _shape([one, other])
            return sp.Identity(rows) if kind is sp.Identity else OneMatrix(rows, columns)
    if one.shape[1] == 1 and other.shape[0] == 1:
        return sp.MatMul(one, other).doit()
    if one.shape[0] == 1 and other.shape[1] == 1:
        return sp.MatMul(other, one).doit()
    return None


def _text(part: Any) -> str:
    """A factor in words, with the sizes of what prints without."""
    unsized = {
        one: sp.MatrixSymbol(f"{type(one).__name__}({one.shape[0]}, {one.shape[1]})", *one.shape)
        for one in part.atoms(sp.Identity, OneMatrix, sp.ZeroMatrix)
    }
    return str(sp.sstr(part.xreplace(unsized)))


def worked_out(setting: Setting, expr: Any, letter: Letter) -> Any:
    """An expression with its products, transposes, inverses and traces of such letters taken factor by factor."""
    if not setting.units.krons or not holds_one(expr, setting):
        return expr
    if isinstance(expr, (sp.MatrixSymbol, sp.Symbol)):
        return expr
    made = [worked_out(setting, part, letter) for part in expr.args]
    of = made if isinstance(expr, sp.MatAdd) else made[:1]
    whole = isinstance(expr, (sp.MatrixExpr, sp.Trace)) and not isinstance(expr, sp.MatMul)
    if whole and not all(getattr(part, "is_Matrix", False) for part in of):
        return _of_numbers(expr, made)
    if isinstance(expr, sp.Transpose):
        return _transposed(setting, made[0], letter)
    if isinstance(expr, sp.Inverse):
        return _inverse(setting, made[0], letter)
    if isinstance(expr, sp.MatPow) and made[1].is_Integer and 1 < made[1] <= 6:
        return _product(setting, [made[0]] * int(made[1]), letter)
    if isinstance(expr, sp.MatMul):
        return _product(setting, made, letter)
    if isinstance(expr, sp.Trace):
        return _trace(setting, made[0])
    if isinstance(expr, sp.Pow) and made[1] == sp.Rational(1, 2):
        return _root(made[0])
    return expr if all(a is b for a, b in zip(made, expr.args, strict=True)) else expr.func(*made)


def _of_numbers(expr: Any, made: Sequence[Any]) -> Any:
    """What is one by one, of which a part was worked out as a number."""
    if isinstance(expr, sp.MatAdd):
        return sp.Add(*map(_number, made))
    if isinstance(expr, sp.MatPow):
        return made[0] ** made[1]
    if isinstance(expr, (sp.Trace, sp.Transpose)):
        return made[0]
    raise Ambiguous("a product of Kronecker that is a number stands where a matrix is meant")


def put_in(
    setting: Setting, expr: Any, put: Mapping[Any, Any], rules: Sequence[tuple[Any, Any]], letter: Letter
) -> Any:
    """An expression with matrices replaced, in the factors of such products as well.

    Args:
        setting: in which it was read.
        expr: the expression.
        put: matrices, and what each is.
        rules: products that are said to be something else, which are replaced in such factors alone.
        letter: as for `kronecker`.
    """
    if not isinstance(expr, sp.Basic):
        return expr
    changed = dict(put)
    for matrix in expr.atoms(sp.MatrixSymbol):
        parts = _factors(setting, matrix) or ()
        there = [_by_rules(part.xreplace(dict(put)).doit(), rules) for part in parts]
        if there != list(parts):
            changed[matrix] = of_factors(setting, there, letter)
    return worked_out(setting, expr.xreplace(changed), letter)


def _by_rules(matrix: Any, rules: Sequence[tuple[Any, Any]]) -> Any:
    """A matrix with products in it replaced as some rules say."""
    for _ in range(MOST_ROUNDS):
        terms = [(number, _by_a_rule(_letters(word), rules)) for number, word in terms_apart(matrix)]
        if all(changed is None for _, changed in terms):
            return matrix
        words = [
            sp.MatMul(number, word if changed is None else changed).doit()
            for (number, changed), (_, word) in zip(terms, terms_apart(matrix), strict=True)
        ]
        matrix = words[0] if len(words) == 1 else sp.MatAdd(*words)
    return matrix


def _letters(word: Any) -> list[Any]:
    factors = word.args if isinstance(word, sp.MatMul) else (word,)
    return [base for f in factors for base in ([f.base] * int(f.exp) if _is_power(f) else [f])]


def _is_power(factor: Any) -> bool:
    return isinstance(factor, sp.MatPow) and factor.exp.is_Integer and factor.exp > 1


def _by_a_rule(word: Sequence[Any], rules: Sequence[tuple[Any, Any]]) -> Any:
    """A word with the first part of it replaced that a rule is about; None if none is."""
    for one, other in rules:
        looked_for = _letters(one)
        for k in range(len(word) - len(looked_for) + 1):
            if list(word[k : k + len(looked_for)]) == looked_for:
                return sp.MatMul(*word[:k], other, *word[k + len(looked_for) :]).doit()
    return None


def holds_one(expr: Any, setting: Setting) -> bool:
    """Whether a product of Kronecker stands in an expression."""
    matrices = expr.atoms(sp.MatrixSymbol) if isinstance(expr, sp.Basic) else ()
    return any(str(matrix.name) in setting.units.krons for matrix in matrices)


def _factors(setting: Setting, matrix: Any) -> tuple[Any, ...] | None:
    """The factors of the product of Kronecker that a letter stands for; None if it stands for none."""
    return setting.units.krons.get(str(getattr(matrix, "name", "")))


def _each_term(matrix: Any, of: Callable[[Any], Any]) -> Any:
    """A linear operation carried out on the terms of a matrix, whose numbers stand before it."""
    found = [number * of(rest) for number, rest in terms_apart(matrix)]
    if not getattr(found[0], "is_Matrix", False):
        return sp.Add(*found)
    return found[0] if len(found) == 1 else sp.MatAdd(*found)


def _transposed(setting: Setting, matrix: Any, letter: Letter) -> Any:
    def of(word: Any) -> Any:
        factors = list(reversed(word.args)) if isinstance(word, sp.MatMul) else [word]
        turned = []
        for factor in factors:
            parts = _factors(setting, factor)
            each = None if parts is None else [sp.Transpose(part).doit() for part in parts]
            turned.append(sp.Transpose(factor).doit() if each is None else of_factors(setting, each, letter))
        return _product(setting, turned, letter)

    return _each_term(matrix, of)


def _inverse(setting: Setting, matrix: Any, letter: Letter) -> Any:
    number, rest = numbers_apart(matrix)
    parts = _factors(setting, rest)
    if parts is None or not all(part.shape[0] == part.shape[1] for part in parts):
        return sp.Inverse(matrix)
    return of_factors(setting, [1 / number, *(sp.Inverse(part).doit() for part in parts)], letter)


def _product(setting: Setting, factors: Sequence[Any], letter: Letter) -> Any:
    """A product, with products of Kronecker side by side multiplied factor by factor."""
    several = [list(terms_apart(f)) if getattr(f, "is_Matrix", False) else [(f, None)] for f in factors]
    if math.prod(map(len, several)) > MOST_TERMS:
        return sp.MatMul(*factors).doit(deep=False)
    found = [_word(setting, chosen, letter) for chosen in itertools.product(*several)]
    return found[0] if len(found) == 1 else sp.MatAdd(*found).doit(deep=False)


def _word(setting: Setting, flat: Sequence[tuple[Any, Any]], letter: Letter) -> Any:
    """The product of numbers and of words."""
    numbers = sp.Mul(*(number for number, _ in flat))
    words = [w for _, rest in flat if rest is not None for w in (rest.args if isinstance(rest, sp.MatMul) else (rest,))]
    k = 0
    while k + 1 < len(words):
        if (both := _multiplied(setting, words[k], words[k + 1], letter)) is None:
            k += 1
            continue
        own, rest = numbers_apart(both)
        numbers *= own
        words[k : k + 2] = rest.args if isinstance(rest, sp.MatMul) else [rest]
        k = max(k - 1, 0)
    return sp.MatMul(numbers, *words).doit(deep=False)


def _multiplied(setting: Setting, one: Any, other: Any, letter: Letter) -> Any:
    """The product of two of which one is a product of Kronecker, block by block; None if sizes do not conform so."""
    first, second = (_factors(setting, m) for m in (one, other))
    if (first is None and second is None) or isinstance(one, sp.MatAdd) or isinstance(other, sp.MatAdd):
        return None
    if isinstance(one, sp.Identity) or isinstance(other, sp.Identity):
        return None
    blocks = _blocks(list(first or (one,)), list(second or (other,)))
    if blocks is None:
        return None
    made: list[Any] = []
    for left, right in blocks:
        if not left or not right:
            made += left or right
        elif len(left) == 1 == len(right):
            made.append(sp.MatMul(left[0], right[0]).doit())
        elif all(isinstance(part, sp.Identity) for part in left):
            made += right
        elif all(isinstance(part, sp.Identity) for part in right):
            made += left
        else:
            return None
    return of_factors(setting, made, letter)


def _blocks(first: list[Any], second: list[Any]) -> list[tuple[list[Any], list[Any]]] | None:
    """The factors of two that are multiplied with each other: as many columns as rows in each block."""
    found: list[tuple[list[Any], list[Any]]] = []
    while first or second:
        left, right = first[:1], second[:1]
        if left and left[0].shape[1] == 1:
            right = []
        elif right and right[0].shape[0] == 1:
            left = []
        first, second = first[len(left) :], second[len(right) :]
        while (gap := sp.cancel(_inner(left, 1) / _inner(right, 0))) != 1:
            if gap > 1 if gap.is_number else sp.denom(gap) == 1:
                if not second:
                    return None
                right.append(second.pop(0))
            elif gap < 1 if gap.is_number else sp.numer(gap) == 1:
                if not first:
                    return None
                left.append(first.pop(0))
            else:
                return None
        found.append((left, right))
    return found


def _inner(parts: Sequence[Any], side: int) -> Any:
    return sp.Mul(*(part.shape[side] for part in parts))


def _trace(setting: Setting, matrix: Any) -> Any:
    def of(word: Any) -> Any:
        parts = _factors(setting, word)
        if parts is None or not all(part.shape[0] == part.shape[1] for part in parts):
            return sp.Trace(word) if parts is not None else _of_a_trace(word)
        return sp.Mul(*map(_of_a_trace, parts))

    return _each_term(matrix, of)


def _of_a_trace(matrix: Any) -> Any:
    return matrix.shape[0] if isinstance(matrix, (sp.Identity, OneMatrix)) else sp.Trace(matrix)


def _root(number: Any) -> Any:
    r"""The root of a product of numbers that are not negative, ``\operatorname{tr}(A^\top A)``, as that of each."""
    factors = sp.Mul.make_args(number)
    if all(factor.is_nonnegative or _is_of_a_square(factor) for factor in factors):
        return sp.Mul(*(sp.sqrt(factor) for factor in factors))
    return sp.sqrt(number)


def _is_of_a_square(number: Any) -> bool:
    if not isinstance(number, sp.Trace):
        return False
    word = list(number.arg.args) if isinstance(number.arg, sp.MatMul) else [number.arg]
    turned = [sp.Transpose(f).doit() for f in reversed(word)]
    return len(word) % 2 == 0 and word == turned
