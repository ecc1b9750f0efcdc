r"""Small changes that mend a wrong line: the moves that break a claim on purpose, the other way round.

The line's own LaTeX is changed, one token or two, so that the author sees the line as it was typed: a sign, a factor,
an exponent, an index, a symbol for another, a dropped term, a function for another.  A change is offered only if the
prover verifies the line with it.  Changes have a cost; only those of the lowest cost that works are offered.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp
from flint import arb
from sympy.core.function import AppliedUndef

from ..derivations.kernel.domain import Contradiction, Domain, IllPosed
from ..derivations.kernel.exact.balls import Evaluator, Point, Undefined, Unsupported
from ..derivations.kernel.exact.prover import Prover
from ..derivations.kernel.printing import latex, notation, text
from ..derivations.kernel.reading import CannotRead
from .lines import Question, ask
from .meaning import FLIPPED, NoStatement, relevant, resolved, resolved_hypotheses, scalar
from .spelling import plain
from .tokens import Unbalanced, argument, closing, joined, words

MOST = 2_000
SHOWN = 3
SIGNS_LATEX = {"<": "<", "<=": r"\le", ">": ">", ">=": r"\ge", "=": "=", "!=": r"\neq"}
_SWAPS = ((r"\sin", r"\cos"), (r"\sinh", r"\cosh"), (r"\tanh", r"\coth"), (r"\ln", r"\exp"), (r"\tan", r"\cot"))


@dataclass(frozen=True)
class Change:
    """A changed line: tokens, what was done, and how far it is from the line; a lower cost is simpler."""

    cost: int
    what: str
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class _Offer:
    """A change that was verified, and what it costs."""

    cost: int
    latex: str
    what: str
    plain: str


def mends(question: Question, printed: str, start: str | None, budget: float) -> dict[str, Any]:
    """The simplest changes that the prover verifies, as JSON.

    Args:
        question: the wrong line's.
        printed: its right side, in LaTeX.
        start: its left side, if it stands on this line too: it may be the one that is wrong.
        budget: seconds in all.
    """
    begun = time.perf_counter()
    end = begun + budget
    if not question.implied:  # what mends the line by itself
        question = replace(question, facts=(), wider=())
    with notation(question.setting.notation):
        found = (
            _relations(question, printed, end) or _sides(question, printed, start, end) or _conditions(question, end)
        )
    shown = [{"latex": offer.latex, "what": offer.what, "plain": offer.plain} for offer in found]
    return {"mends": shown, "seconds": time.perf_counter() - begun}


def _relations(question: Question, printed: str, end: float) -> list[_Offer]:
    """Another relation between the same two sides."""
    for relation in _other_relations(question.relation):
        if ask(replace(question, relation=relation), _left(end))["verdict"] == "VERIFIED":
            sign = SIGNS_LATEX[relation]
            return [_Offer(0, f"{sign} {printed}", f"the relation {sign}", text(question.right))]
    return []


def _sides(question: Question, printed: str, start: str | None, end: float) -> list[_Offer]:
    """Changes of the right side; or of the left one, if they are simpler."""
    sign = SIGNS_LATEX.get(question.relation, r"\to")
    right = _search(question, printed, end, lambda side: f"{sign} {side}")
    if start is None or question.relation not in FLIPPED or any(offer.cost <= 2 for offer in right):
        return right
    relation = FLIPPED[question.relation]
    flipped = replace(question, left=question.right, relation=relation, right=question.left, back=None)
    left = [
        replace(offer, cost=offer.cost + 1, what=f"{offer.what}, on the left")
        for offer in _search(flipped, start, end, lambda side: f"{side} {sign} {printed}")
    ]
    return left if left and (not right or left[0].cost < right[0].cost) else right


def _search(question: Question, printed: str, end: float, whole: Callable[[str], str]) -> list[_Offer]:
    """Changes of the right side, of the lowest cost at which one is verified; `whole` says how a line is shown."""
    sieve = _Sieve(question)
    seen = {question.right}
    found: list[_Offer] = []
    for change in sorted(_changes(question, printed, sieve), key=lambda c: c.cost):
        if (found and change.cost > found[0].cost) or len(found) >= SHOWN or time.perf_counter() > end:
            break
        shown = joined(change.tokens)
        try:
            right = question.setting.read(shown)
        except (CannotRead, ArithmeticError, ValueError, TypeError, AttributeError):
            continue
        if right in seen or not isinstance(right, sp.Basic):
            continue
        seen.add(right)
        if _says_nothing(right, question, change, printed) or not sieve.passes(right):
            continue
        if ask(replace(question, right=right), _left(end))["verdict"] == "VERIFIED":
            found.append(_Offer(change.cost, whole(shown), change.what, text(right)))
    return found


def _says_nothing(right: Any, question: Question, change: Change, printed: str) -> bool:
    """Whether a line with this right side only repeats its left side, or has lost all its symbols."""
    short = len([w for w in words(printed) if w.isalnum() or (w[0] == "\\" and w[1:].isalpha())]) <= 2
    if right == question.left and (change.cost > 2 or (change.cost > 1 and short)):
        return True
    return change.cost > 1 and bool(question.right.free_symbols) and not right.free_symbols


def _left(end: float) -> float:
    return max(0.5, min(10.0, end - time.perf_counter()))


def _other_relations(relation: str) -> Iterator[str]:
    if relation in ("<", ">"):
        yield relation + "="
    if relation in ("<", ">", "<=", ">="):
        yield {"<": ">", "<=": ">=", ">": "<", ">=": "<="}[relation]


class _Sieve:
    """A few points at which a changed line must agree before a proof is tried."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.points: list[tuple[Point, arb]] = []
        self.left: Any = None
        self.right: Any = None
        self.prover: Prover | None = None
        setting = question.setting
        try:
            self.left = resolved(question.left, setting)
            self.right = resolved(question.right, setting)
            hypotheses = resolved_hypotheses([*setting.hypotheses, *question.conditions], setting)
            self.scalar = not (question.implied or question.facts or question.tends or _beyond(self.left, self.right))
            if not self.scalar:
                return
            near = relevant(hypotheses, scalar(self.left, question.relation, self.right))
            self.prover = Prover(Domain.of([self.left, self.right], near))
            for point in self.prover.points(8):
                try:
                    self.points.append((point, self._value(point, self.left)))
                except (Undefined, Unsupported):
                    continue
        except (NoStatement, NotImplementedError, ValueError, Contradiction, IllPosed, AttributeError):
            self.scalar = False

    def _value(self, point: Point, expr: Any) -> arb:
        assert self.prover is not None
        return Evaluator(point, 128)(self.prover.prepared(expr))

    def passes(self, right: Any) -> bool:
        """Whether the line with this right side agrees at the points."""
        if not self.scalar or not self.points:
            return True
        try:
            right = resolved(right, self.question.setting)
        except (NoStatement, NotImplementedError, ValueError):
            return False
        agreed = 0
        for point, left in self.points:
            try:
                gap = left - self._value(point, right)
            except Undefined:
                continue
            except (Unsupported, ArithmeticError, TypeError, RecursionError):
                return False
            relation = self.question.relation
            if (
                (relation == "=" and not gap.contains(0))
                or (relation[0] == "<" and gap > 0)
                or (relation[0] == ">" and gap < 0)
            ):
                return False
            agreed += 1
        return agreed > 0


def _beyond(*sides: Any) -> bool:
    """Whether a side is more than a number at a point."""
    return any(
        getattr(s, "is_Matrix", False) or s.has(sp.MatrixExpr, sp.Trace, sp.Limit, sp.Integral, sp.oo) for s in sides
    )


# --- the moves ------------------------------------------------------------------------------------------------


def _changes(question: Question, printed: str, sieve: _Sieve) -> Iterator[Change]:
    try:
        tokens = plain(words(printed), question.setting.names)
    except Unbalanced:
        return
    seen: set[tuple[str, ...]] = {tuple(tokens)}
    for number, change in enumerate(_moves(tokens, question, sieve)):
        if number > 20 * MOST or len(seen) > MOST:
            return
        if change.tokens not in seen:
            seen.add(change.tokens)
            yield change


def _moves(tokens: list[str], question: Question, sieve: _Sieve) -> Iterator[Change]:
    yield from _signs(tokens)
    yield from _numbers(tokens)
    yield from _exponents(tokens)
    yield from _symbols(tokens, question, sieve)
    yield from _structure(tokens)
    yield from _computed(tokens, sieve)


def _put(tokens: list[str], start: int, end: int, *new: str) -> tuple[str, ...]:
    return (*tokens[:start], *new, *tokens[end:])


def _starts(tokens: list[str]) -> Iterator[int]:
    """Where a term begins, outside of names and indices."""
    for k in range(len(tokens)):
        before = tokens[k - 1] if k else ""
        if k and before not in ("{", "(", "[", "+", "-", r"\{", "|"):
            continue
        if before == "{" and (
            tokens[k - 2] in ("_", r"\mathrm", r"\mathbf", r"\mathbb", r"\mathcal", r"\operatorname")
        ):
            continue
        if tokens[k] not in ("+", "-", "}", ")", "]") and not _in_range(tokens, k):
            yield k


def _in_range(tokens: list[str], k: int) -> bool:
    """Whether the bounds of a sum, a product or an integral begin here."""
    if tokens[k - 1 : k] != ["{"] or tokens[k - 2 : k - 1] != ["^"] or tokens[k - 3 : k - 2] != ["}"]:
        return False
    start = _opening(tokens, k - 3)
    return start is not None and start > 1 and tokens[start - 2] in (r"\sum", r"\prod", r"\int")


def _signs(tokens: list[str]) -> Iterator[Change]:
    for k, token in enumerate(tokens):
        if token not in "+-":
            continue
        binary = k > 0 and tokens[k - 1] not in ("{", "(", "[", r"\{")
        if binary:
            yield Change(
                1, f"{'-' if token == '+' else '+'} for {token}", _put(tokens, k, k + 1, "-+"["+-".index(token)])
            )
        elif token == "-":
            yield Change(1, "without the minus sign", _put(tokens, k, k + 1))
    for k in _starts(tokens):
        if k == 0 or tokens[k - 1] in ("{", "(", "["):
            yield Change(1, "a minus sign", _put(tokens, k, k, "-"))
    yield Change(1, "a minus sign before all of it", ("-", "(", *tokens, ")"))


def _numbers(tokens: list[str]) -> Iterator[Change]:
    half = (r"\frac", "{", "1", "}", "{", "2", "}")
    for k in _starts(tokens):
        yield Change(2, "a factor 2", _put(tokens, k, k, "2", *([r"\cdot"] if tokens[k].isdigit() else [])))
        yield Change(2, "a factor 1/2", _put(tokens, k, k, *half))
    for k, token in enumerate(tokens):
        if not token.isdigit():
            continue
        number = int(token)
        wanted = [2 * number, number + 1, number - 1] + ([number // 2] if number % 2 == 0 else [])
        for value in dict.fromkeys(w for w in wanted if w >= 0):
            yield Change(2, f"{value} for {number}", _put(tokens, k, k + 1, str(value)))
        yield Change(2, f"without the factor {number}", _put(tokens, k, k + 1))
    yield Change(2, "a factor 2 before all of it", ("2", "(", *tokens, ")"))
    yield Change(2, "a factor 1/2 before all of it", (*half, "(", *tokens, ")"))


def _exponents(tokens: list[str]) -> Iterator[Change]:
    for k, token in enumerate(tokens):
        if token == "^":
            try:
                _, end = argument(tokens, k + 1)
            except Unbalanced:
                continue
            yield Change(2, "without the exponent", _put(tokens, k, end))
            if tokens[k + 1] == "{":
                for extra in (("+", "1"), ("-", "1")):
                    yield Change(3, f"an exponent {extra[0]} 1", _put(tokens, end - 1, end - 1, *extra))
        elif token == r"\sqrt":
            inside, end = argument(tokens, k + 1) if tokens[k + 1 : k + 2] != ["["] else ([], 0)
            if inside:
                yield Change(3, "without the root", _put(tokens, k, end, "(", *inside, ")"))
        if _ends_atom(tokens, k):
            yield Change(2, "a square", _put(tokens, k + 1, k + 1, "^", "{", "2", "}"))
            yield Change(3, "a square root", _put(tokens, k + 1, k + 1, "^", "{", "1", "/", "2", "}"))
    yield Change(3, "a square root of all of it", (r"\sqrt", "{", *tokens, "}"))
    yield Change(3, "a square of all of it", ("(", *tokens, ")", "^", "{", "2", "}"))


def _ends_atom(tokens: list[str], k: int) -> bool:
    """Whether a factor that may take an exponent ends here."""
    token = tokens[k]
    following = tokens[k + 1] if k + 1 < len(tokens) else ""
    if following in ("_", "^", "'", "{"):
        return False
    if token in (")", "]"):
        return True
    if token == "}":
        start = _opening(tokens, k)
        return start is not None and tokens[start - 1] in ("_", r"\mathrm", r"\hat", r"\tilde", r"\bar") and start > 0
    return token.isalpha() or (token[0] == "\\" and token[1:].isalpha() and token not in _NOT_LETTERS)


_NOT_LETTERS = frozenset(
    [
        r"\frac",
        r"\sqrt",
        r"\sum",
        r"\prod",
        r"\int",
        r"\lim",
        r"\ln",
        r"\exp",
        r"\sin",
        r"\cos",
        r"\tan",
        r"\sinh",
        r"\cosh",
        r"\tanh",
        r"\cdot",
        r"\times",
        r"\mathrm",
        r"\mathbf",
        r"\mathbb",
        r"\operatorname",
        r"\mathcal",
        r"\top",
        r"\to",
        r"\le",
        r"\ge",
    ]
)


def _opening(tokens: list[str], end: int) -> int | None:
    depth = 0
    for k in range(end, -1, -1):
        depth += (tokens[k] == "}") - (tokens[k] == "{")
        if depth == 0:
            return k
    return None


def _symbols(tokens: list[str], question: Question, sieve: _Sieve) -> Iterator[Change]:
    """Another symbol, another index, an index that is missing, a symbol too many, a transpose."""
    setting = question.setting
    names = {tuple(words(name)): meaning for name, meaning in setting.meanings.items() if not name.startswith(r"\dot")}
    bases = {name: "family" for name in setting.names.families}
    near = _near(question.left, question.right, sieve.left, sieve.right)
    indices = [name for name, meaning in names.items() if isinstance(meaning, sp.Idx)]
    for k in range(len(tokens)):
        if k and tokens[k - 1] in (r"\mathrm", r"\operatorname", r"\mathbf", r"\mathbb"):
            continue
        name = max((n for n in names if tuple(tokens[k : k + len(n)]) == n), key=len, default=None)
        base = next((n for n in bases if tuple(tokens[k : k + len(n)]) == n), None)
        if base is not None and tokens[k + len(base) : k + len(base) + 1] == ["_"]:
            for other in bases:
                if other != base and setting.names.families[other] == setting.names.families[base]:
                    yield Change(2, f"{joined(other)} for {joined(base)}", _put(tokens, k, k + len(base), *other))
        if name is None:
            continue
        end = k + len(name)
        meaning = names[name]
        inside_index = _in_index(tokens, k)
        if not isinstance(meaning, sp.Idx):
            after = argument(tokens, end + 1)[1] if tokens[end : end + 1] == ["^"] else end
            yield Change(2, f"without {joined(name)}", _put(tokens, k, after))
        for other, value in names.items():
            if other != name and _alike(meaning, value) and (value in near or len(names) <= 12):
                what = "the index " if isinstance(meaning, sp.Idx) else ""
                yield Change(2, f"{what}{joined(other)} for {joined(name)}", _put(tokens, k, end, *other))
        if getattr(meaning, "is_Matrix", False):
            if tokens[end : end + 4] == ["^", "{", r"\top", "}"]:
                yield Change(2, f"without the transpose of {joined(name)}", _put(tokens, end, end + 4))
            else:
                what = f"the transpose of {joined(name)}"
                yield Change(2, what, _put(tokens, end, end, "^", "{", r"\top", "}"))
        if not inside_index and name in bases and tokens[end : end + 1] != ["_"]:
            for index in indices:
                yield Change(2, f"an index {joined(index)}", _put(tokens, end, end, "_", "{", *index, "}"))
    for k, token in enumerate(tokens):
        if token.isdigit() and _in_index(tokens, k):
            for index in indices:
                yield Change(2, f"the index {joined(index)} for {token}", _put(tokens, k, k + 1, *index))
    letters = [n for n, v in names.items() if v in near and not isinstance(v, sp.Idx)]
    for k in _starts(tokens):
        if _in_index(tokens, k):
            continue
        for letter in letters[:12]:
            yield Change(3, f"a factor {joined(letter)}", _put(tokens, k, k, *letter))
            if not getattr(names[letter], "is_Matrix", False):
                below = (r"\frac", "{", "1", "}", "{", *letter, "}")
                yield Change(3, f"a factor 1/{joined(letter)}", _put(tokens, k, k, *below))


def _near(*sides: Any) -> set[Any]:
    """The symbols of the line and of the one before it, as printed and as resolved."""
    found: set[Any] = set()
    for side in sides:
        if side is None:
            continue
        found |= side.free_symbols | side.atoms(AppliedUndef, sp.MatrixSymbol, sp.Idx)
        for index in side.atoms(sp.Idx):
            found |= {index.upper} if isinstance(index.upper, sp.Symbol) else set()
    return found


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, sp.Idx) or isinstance(other, sp.Idx):
        return isinstance(one, sp.Idx) and isinstance(other, sp.Idx)
    if getattr(one, "is_Matrix", False) or getattr(other, "is_Matrix", False):
        return bool(
            getattr(one, "is_Matrix", False) and getattr(other, "is_Matrix", False) and one.shape == other.shape
        )
    return True


def _in_index(tokens: list[str], k: int) -> bool:
    depth = 0
    for j in range(k - 1, -1, -1):
        depth += (tokens[j] == "}") - (tokens[j] == "{")
        if depth < 0:
            return j > 0 and tokens[j - 1] == "_"
    return False


def _structure(tokens: list[str]) -> Iterator[Change]:
    """A dropped term, a fraction upside down, a function for another, an exponential for a logarithm."""
    for k, token in enumerate(tokens):
        for one, other in _SWAPS:
            if token in (one, other):
                new = other if token == one else one
                yield Change(2, f"{new} for {token}", _put(tokens, k, k + 1, new))
        if token == r"\frac":
            over, middle = argument(tokens, k + 1)
            under, end = argument(tokens, middle)
            swapped = (r"\frac", "{", *under, "}", "{", *over, "}")
            yield Change(3, "the fraction upside down", _put(tokens, k, end, *swapped))
        if token in ("+", "-"):
            end = _term_end(tokens, k + 1)
            yield Change(3, f"without the term {joined(tokens[k:end])}", _put(tokens, k, end))
    for k in _starts(tokens):
        end = _term_end(tokens, k)
        if end < len(tokens) and tokens[end] in ("+", "-"):
            rest = end + 1 if tokens[end] == "+" else end
            yield Change(3, f"without the term {joined(tokens[k:end])}", _put(tokens, k, rest))


def _term_end(tokens: list[str], start: int) -> int:
    k = start
    while k < len(tokens) and tokens[k] not in ("+", "-", "}", ")", "]"):
        if tokens[k] in ("{", "(", "["):
            try:
                k = closing(tokens, k)
            except Unbalanced:
                return len(tokens)
        k += 1
    return k


def _computed(tokens: list[str], sieve: _Sieve) -> Iterator[Change]:
    """A missing term or factor, found as the difference or the quotient of the two sides."""
    if not sieve.scalar or sieve.left is None or sieve.question.relation != "=" or _beyond(sieve.left, sieve.right):
        return
    if any(side.has(sp.Sum, sp.Derivative) for side in (sieve.left, sieve.right)):
        gap = sp.expand(sieve.left - sieve.right)
        ratio = sp.S.One
    else:
        gap = sp.factor(sp.cancel(sp.together(sieve.left - sieve.right)))
        ratio = sp.factor(sp.cancel(sp.together(sieve.left / sieve.right))) if sieve.right != 0 else sp.S.One
    if ratio != 1 and ratio.count_ops() <= 4 and not ratio.is_Add:
        shown = words(latex(ratio))
        bare = tuple(tokens)
        if shown[:1] == ["-"] == list(bare[:1]) and not _is_sum(tokens[1:]):
            shown, bare = shown[1:], bare[1:]  # two minus signs
        before = ("(", *bare, ")") if _is_sum(list(bare)) or (shown and bare[:1] and bare[0].isdigit()) else bare
        yield Change(2 if ratio.is_Rational else 3, f"a factor {latex(ratio)}", (*shown, *before))
    if gap != 0 and gap.count_ops() <= 10 and not gap.is_Add:
        shown = words(latex(gap))
        sign = () if shown[:1] == ["-"] else ("+",)
        yield Change(3, f"the term {joined([*sign, *shown])}", (*tokens, *sign, *shown))


def _is_sum(tokens: list[str]) -> bool:
    return _term_end(tokens, 0) < len(tokens) or tokens[:1] == ["-"]


def _conditions(question: Question, end: float) -> list[_Offer]:
    """One more assumption on the sign of a symbol under which the line holds."""
    symbols = sorted(
        (s for s in question.left.free_symbols | question.right.free_symbols
         if isinstance(s, sp.Symbol) and s.is_real and not s.is_positive and not s.is_negative),
        key=str,
    )  # fmt: skip
    for symbol in symbols[:4]:
        for condition in (symbol >= 0, symbol > 0, sp.Ne(symbol, 0)):
            if condition in (True, sp.true) or time.perf_counter() > end:
                continue
            asked = replace(question, conditions=(*question.conditions, condition))
            if ask(asked, _left(end))["verdict"] == "VERIFIED":
                return [_Offer(0, latex(condition), f"it holds if {text(condition)}", text(condition))]
    return []
