r"""What an operator or a function without brackets applies to.

``\sin 2x`` can be read in two ways, ``\log \sum_i x_i`` in one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ....language.known_functions import OPERATORS
from ....language.printing.notation import GREEK
from ..files.tokens import argument, closing, holds, in_words, joined
from .applications import Ambiguous
from .functions import Functions

_NAMES = "ln log exp sin cos tan cot sinh cosh tanh coth arcsin arccos arctan"
FUNCTIONS = frozenset(rf"\{name}" for name in _NAMES.split(" "))
STOPS = frozenset(
    {"+", "-", "=", "<", ">", "}", ")", "]", ",", "|", "/", "^", r"\cdot", r"\times", "", r"\}", "!", "."}
)
_REACH = frozenset({r"\sum", r"\prod", r"\int"})
"""What reaches to the end of its term."""
_ENDS = frozenset(
    {"+", "-", "=", "<", ">", "}", ")", "]", ",", r"\}", r"\le", r"\leq", r"\ge", r"\geq", r"\ne", r"\neq", r"\mid"}
)
"""What ends a term."""


def of_sums(tokens: Sequence[str]) -> list[str]:
    r"""``\ln \sum_i x_i`` as ``\ln (\sum_i x_i)``: a sum reaches to the end of its term."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        found.append(tokens[k])
        k += 1
        if found[-1] in FUNCTIONS and tokens[k : k + 1] and tokens[k] in _REACH and (end := end_of_term(tokens, k)):
            found += ["(", *of_sums(tokens[k:end]), ")"]
            k = end
    return found


def of_signs(tokens: Sequence[str]) -> list[str]:
    r"""``\sum_i -x_i`` as ``\sum_i (-x_i)``: a sign right behind a range belongs to the terms."""
    found: list[str] = []
    k = 0
    while k < len(tokens):
        found.append(tokens[k])
        k += 1
        if found[-1] != r"\sum":
            continue
        while k < len(tokens) and tokens[k] in ("_", "^"):
            after = argument(tokens, k + 1)[1]
            found += tokens[k:after]
            k = after
        if tokens[k : k + 1] == ["-"] and (end := end_of_term(tokens, k + 1)):
            found += ["(", "-", *of_signs(tokens[k + 1 : end]), ")"]
            k = end
    return found


def of_products(tokens: Sequence[str]) -> list[str]:
    r"""``\operatorname{tr} A B`` as ``\operatorname{tr}(A B)``: the trace of a matrix beside another one is no number.

    Raises:
        Ambiguous: if what follows is not all factors of a product.
    """
    found: list[str] = []
    k = 0
    while k < len(tokens):
        if tuple(tokens[k : k + 5]) != _TRACE or tokens[k + 5 : k + 6] in (["("], ["["], ["{"]):
            found.append(tokens[k])
            k += 1
            continue
        begin = k + len(_TRACE)
        end = end_of_term(tokens, begin)
        if end and end > after_factor(tokens, begin):
            inside = tokens[begin:end]
            if {r"\operatorname", "/", r"\cdot", r"\times", r"\odot", "|", *FUNCTIONS, *_REACH} & set(inside):
                raise Ambiguous(r"what the trace is taken of is not clear: put it in brackets, \operatorname{tr}(..)")
            found += [*_TRACE, "(", *inside, ")"]
            k = end
        else:
            found += _TRACE
            k = begin
    return found


def of_numbers(tokens: Sequence[str], shaped: Collection[tuple[str, ...]]) -> list[str]:
    r"""``\prod_{i<t} (1 - h_i) x`` as ``(\prod_{i<t} (1 - h_i)) x`` if x is a vector or a matrix: of numbers it is one.

    A factor that holds the index itself, ``\prod_i h_i x_i``, stays below the product. A number without it may stand
    there too, ``\prod_i x_i \theta``, or behind the product: there it does after a dot, ``\prod_i x_i \cdot \theta``,
    and where it binds the index once more, ``\prod_i x_i (\sum_i y_i)``.

    Args:
        tokens: of a formula, with braces around each index and exponent.
        shaped: names of vectors and matrices, as tokens.

    Raises:
        Ambiguous: if a number without the index ends a product, after a factor with it.
    """
    found: list[str] = []
    k = 0
    while k < len(tokens):
        end = _end_of_product(tokens, k, shaped) if tokens[k] == r"\prod" else None
        if end is None:
            found.append(tokens[k])
            k += 1
            continue
        found += [*([r"\cdot"] if _ends_a_factor(found) else []), "(", *tokens[k:end], ")"]
        k = end
    return found


def _ends_a_factor(tokens: Sequence[str]) -> bool:
    """Whether tokens end with a factor of a product: a letter with its indices, and no sum with its range."""
    k = len(tokens)
    while k and tokens[k - 1] == "}":
        level = 0
        while k and (level or tokens[k - 1] == "}"):
            k -= 1
            level += (tokens[k] == "}") - (tokens[k] == "{")
            if not level:
                break
        if not k or tokens[k - 1] not in ("_", "^"):
            return bool(k)
        k -= 1
    token = tokens[k - 1] if k else ""
    return token.isalnum() or token in (")", "]") or token.lstrip("\\") in GREEK


def _end_of_product(tokens: Sequence[str], k: int, shaped: Collection[tuple[str, ...]]) -> int | None:
    """Where the factors below a product at `k` end, if that is before the end of its term."""
    below: list[str] = []
    begin = k + 1
    while begin < len(tokens) and tokens[begin] in ("_", "^"):
        inside, after = argument(tokens, begin + 1)
        below = inside if tokens[begin] == "_" else below
        begin = after
    orders = [place for place, token in enumerate(below) if token in _ORDERS]
    running = set(below[orders[0] + 1 : orders[1]] if len(orders) == 2 else below[: orders[0]] if orders else below)
    last, k = begin, begin  # the place after the last factor with the index
    while k < len(tokens) and tokens[k] not in _ENDS and tokens[k] not in _REACH:
        after = after_factor(tokens, k)
        if any(holds(tokens[k:after], name) for name in shaped):
            return k if k > begin and not running & set(tokens[k : end_of_term(tokens, k)]) else None
        last = after if _holds(tokens[k:after], running) else last
        k = after
    if begin < last < k and (k == len(tokens) or tokens[k] in _ENDS):
        if tokens[last] not in (r"\cdot", r"\times") and not running & set(tokens[last:k]):
            product, rest = (joined(tokens[a:b]) for a, b in ((begin, last), (last, k)))
            where = f"below the product of {product[:40]} or behind it"
            raise Ambiguous(f"whether {rest[:40]} stands {where} is not clear: use brackets")
        return last
    return None


def _holds(tokens: Sequence[str], running: Collection[str]) -> bool:
    """Whether an index stands in tokens, but below a sum or a product that binds it again."""
    k = 0
    while k < len(tokens):
        if tokens[k] in _REACH and tokens[k + 1 : k + 2] == ["_"]:
            below, after = argument(tokens, k + 2)
            k = (end_of_term(tokens, after) or len(tokens)) if set(running) & set(below) else after
        elif tokens[k] in running:
            return True
        else:
            k += 1
    return False


_ORDERS = ("=", "<", ">", r"\le", r"\leq", r"\ge", r"\geq", r"\in", r"\ne", r"\neq")
_TRACE = (r"\operatorname", "{", "t", "r", "}")


def check_products(tokens: Sequence[str]) -> None:
    r"""``\prod_i a_i \prod_j b_j`` might be one product below the other, or two: what stands below one needs brackets.

    Raises:
        Ambiguous: if one stands after a factor.
    """
    for k, token in enumerate(tokens):
        if token != r"\prod":
            continue
        k += 1
        level, factors = 0, 0
        while k < len(tokens) and not (level == 0 and tokens[k] in _ENDS):
            if tokens[k] in _REACH and level == 0:
                if factors:
                    raise Ambiguous(
                        f"whether {tokens[k]} stands below the product before it is not clear: use brackets"
                    )
                k += 1
            elif tokens[k] in ("_", "^") and not factors:
                _, k = argument(tokens, k + 1)
            else:
                level += (tokens[k] in ("(", "[", "{", r"\{")) - (tokens[k] in (")", "]", "}", r"\}"))
                factors += 1
                k += 1


def operand(tokens: Sequence[str], k: int, functions: Functions, shown: str) -> int:
    """The place after what a derivative before `k` applies to: a bracket, a factor, a sum, a term from a number on.

    Args:
        tokens: of a formula.
        k: the place after the derivative.
        functions: those that are declared.
        shown: the derivative as it is written.

    Raises:
        Ambiguous: if a factor follows that may stand below it or beside it.
    """
    if k >= len(tokens):
        raise Ambiguous(f"{shown} stands before nothing")
    if (tokens[k] in _REACH or _is_number(tokens, k)) and (end := end_of_term(tokens, k)):
        return end
    value = k
    while value < len(tokens) and tokens[value] in FUNCTIONS:
        value = argument(tokens, value + 2)[1] if tokens[value + 1 : value + 2] == ["^"] else value + 1
    end = _after_value(tokens, value, functions) or after_factor(tokens, k)
    following = tokens[end] if end < len(tokens) else ""
    if following not in STOPS or following in ("/", "^", r"\cdot", r"\times"):
        raise Ambiguous(f"what {shown} applies to is not clear: put it in parentheses, {shown} (...)")
    return end


def _is_number(tokens: Sequence[str], k: int) -> bool:
    """Whether a number begins at a place: then it stands below the derivative as well, or there would be none."""
    if tokens[k] == r"\frac":
        over, middle = argument(tokens, k + 1)
        under, _ = argument(tokens, middle)
        return "".join([*over, *under]).isdigit()
    return tokens[k].isdigit()


def end_of_term(tokens: Sequence[str], k: int) -> int:
    """The place after the term that begins at `k`; 0 if that is not seen."""
    begin, barred = k, False
    while k < len(tokens) and (barred or tokens[k] not in _ENDS):
        if tokens[k] in ("(", "[", "{", r"\{"):
            k = closing(tokens, k)
        elif tokens[k] in ("|", r"\|"):
            barred = not barred
        k += 1
    return 0 if barred or k == begin else k


def after_factor(tokens: Sequence[str], k: int) -> int:
    """The place after the factor that begins at `k`: an atom with its indices and its exponent."""
    token = tokens[k]
    if token in FUNCTIONS or token in (r"\operatorname",):
        k += 1
        if token == r"\operatorname":
            _, k = argument(tokens, k)
        if tokens[k : k + 1] == ["^"]:
            _, k = argument(tokens, k + 1)
        return after_factor(tokens, k) if k < len(tokens) else k
    if token in ("(", "[", "{", r"\{"):
        end = closing(tokens, k) + 1
    elif token in ("|", r"\|"):
        end = next((j + 1 for j in range(k + 1, len(tokens)) if tokens[j] == token), len(tokens))
    elif token == r"\frac":
        _, end = argument(tokens, k + 1)
        _, end = argument(tokens, end)
    elif token == r"\sqrt":
        end = closing(tokens, k + 1) + 1 if tokens[k + 1 : k + 2] == ["["] else k + 1
        _, end = argument(tokens, end)
    elif token in (r"\dot", r"\ddot", r"\hat", r"\tilde", r"\bar", r"\mathrm", r"\mathbf", r"\mathcal", r"\mathbb"):
        _, end = argument(tokens, k + 1)
    else:
        end = k + 1
    while end < len(tokens) and tokens[end] in ("_", "^", "'"):
        end = end + 1 if tokens[end] == "'" else argument(tokens, end + 1)[1]
    return end


def check_arguments(tokens: list[str], functions: Functions) -> None:
    r"""``\sin 2 x`` might be ``\sin(2) x`` or ``\sin(2 x)``; ``\sin x \cos y`` is clear."""
    for k, token in enumerate(tokens):
        start = k + 1
        if token == r"\operatorname":
            word, start = argument(tokens, k + 1)
            token = f"\\operatorname{{{''.join(word)}}}"
            if "".join(word) not in OPERATORS or "".join(word) == "tr":  # of traces: `of_products`
                continue
        elif token not in FUNCTIONS:
            continue
        if tokens[start : start + 1] == ["^"]:
            _, start = argument(tokens, start + 1)
        if tokens[start : start + 1] == [r"\frac"]:
            after = after_factor(tokens, start)
            if after < len(tokens) and tokens[after] in _REACH:
                raise Ambiguous(f"what {token} applies to is not clear: put it in parentheses, {token}(...)")
        if start >= len(tokens) or tokens[start] in ("(", "[", "{", r"\frac", r"\sqrt", "|"):
            continue
        if tokens[start] in FUNCTIONS:
            continue
        end = _after_value(tokens, start, functions) or after_factor(tokens, start)
        following = tokens[end] if end < len(tokens) else ""
        if list(tokens[end : end + 4]) == [r"\mathrm", "{", "d", "}"]:  # of an integral
            continue
        if following not in (STOPS - {r"\cdot", r"\times", "/"}) and following not in FUNCTIONS:
            raise Ambiguous(f"what {token} applies to is not clear: put it in parentheses, {token}(...)")


def _after_value(tokens: Sequence[str], k: int, functions: Functions) -> int:
    """The place after the value of a declared function that begins at `k`; 0 if none does."""
    for name in functions.declared:
        key = in_words(name)
        end = k + len(key)
        if tuple(tokens[k:end]) == key and tokens[end : end + 1] in (["("], ["["]):
            return closing(tokens, end) + 1
    return 0
