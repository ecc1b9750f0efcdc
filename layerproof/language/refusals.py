"""What a claim may not say: each reason says what was got, what was expected, and how to write it.

A statement of one of these sorts would mean different things to different readers (a person, the exact prover, the
numbers, Coq), or nothing at all.  So it is refused when it is made, and no method ever sees it:

* a symbol, or an applied function, that is not real;
* what cannot be printed: a name with a character that a terminal would obey, a number of thousands of digits;
* two different symbols, trajectories or matrices of one name, or a matrix with the name of a moment;
* a hypothesis that is no relation, or of which nothing is left when it arrives;
* a bound letter that is assumed to be more than its range says, of which SymPy may have made use;
* a hypothesis at a free index that is not free in the statement, which might be about one entry or about every entry;
* an abbreviation whose name is free in the claim, so that in print two things would have one name;
* a statement whose sides are the same when they arrive: there is nothing left to prove, whatever was written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from ..ground.readable import obeyed
from .printing import text
from .quantities import Quantity
from .ranges import presuming
from .symbols import ForAll, free_indices

if TYPE_CHECKING:
    from .statements import Statement

OF_MATRICES = (
    "SymPy simplifies what it is given before anyone can ask where it is defined; an inverse is written inverse(A), "
    "with the hypothesis Invertible(A) where none follows"
)
WRITTEN = (
    "SymPy simplifies what it is given before anyone can ask where it is defined; write the side as text, "
    "as_written('x/x', x), or derive it from LaTeX, and it is read as it stands"
)
ARRIVED_TRUE = (
    "a hypothesis arrives as true: SymPy simplifies what it is given before anyone can ask where it is defined, and "
    "nothing is left of it; leave it out if the domains of its letters give it, and else write what it asks for, such "
    "as Ne(x, 0), or its side as text, as_written('1/x', x)"
)

LARGEST = 14_000
"""Bits of a number; Python writes out no whole number of more than 4,300 digits, which are 14,284 bits."""


def refusals(statement: Statement, hypotheses: Iterable[Any], where: Mapping[Any, Any]) -> Iterator[str]:
    """Why a claim cannot be made, one reason each; none if it can."""
    hypotheses = tuple(hypotheses)
    yield from _no_relations(hypotheses)
    if any(h is True or h == sp.true for h in hypotheses):
        yield ARRIVED_TRUE
    relations = [h for h in hypotheses if isinstance(h, sp.Basic)]
    said = [e for e in statement.expressions() if isinstance(e, sp.Basic)]
    yield from _not_real([*said, *relations])
    yield from _not_printable([*said, *relations, *where, *where.values()])
    yield from _two_of_one_name(statement, [*said, *_matrices_assumed(hypotheses), *relations])
    yield from _presuming([*said, *relations])
    yield from _in_two_readings(statement, relations)
    yield from _names_that_are_free([*said, *relations], where)
    if (nothing := statement.says_nothing()) is not None:
        remedy = OF_MATRICES if statement.is_about_matrices else WRITTEN
        yield f"{nothing}: there is nothing left to prove.  {remedy}"


@dataclass(frozen=True)
class _Met:
    """What stands in an expression, by its sort."""

    symbols: frozenset[Any] = frozenset()
    matrices: frozenset[Any] = frozenset()
    entries: frozenset[Any] = frozenset()
    quantities: frozenset[Any] = frozenset()
    numbers: frozenset[Any] = frozenset()
    indices: frozenset[Any] = frozenset()
    binders: frozenset[Any] = frozenset()


_SORTS = (
    sp.Symbol, sp.MatrixSymbol, AppliedUndef, Quantity, sp.Rational, sp.Idx, (sp.Sum, sp.Product, sp.Integral)
)  # fmt: skip


@lru_cache(maxsize=4096)
def _met(expr: sp.Basic) -> _Met:
    """It in one walk: a claim is asked about the same expressions in several ways, and chapters share them."""
    parts = set(sp.preorder_traversal(expr))
    return _Met(*(frozenset(part for part in parts if isinstance(part, sort)) for sort in _SORTS))


def _not_printable(expressions: Iterable[Any]) -> Iterator[str]:
    """Names with characters that a terminal, a browser or TeX would obey; numbers that Python does not write out."""
    for expr in expressions:
        met = _met(expr) if isinstance(expr, sp.Basic) else _Met()
        for atom in (*met.symbols, *met.matrices, *met.entries, *met.quantities, *met.numbers):
            if isinstance(atom, sp.Rational):
                if max(abs(atom.p), atom.q).bit_length() > LARGEST:
                    yield f"a number has more than {LARGEST * 3 // 10} digits; write it as a power, or give it a name"
                continue
            name = atom.func.__name__ if isinstance(atom, AppliedUndef) else str(atom.name)
            if odd := next(obeyed(name), None):
                yield f"the name {name!a} has the character {odd!a}; expected a readable name"


def _no_relations(hypotheses: Iterable[Any]) -> Iterator[str]:
    for hypothesis in hypotheses:
        if isinstance(hypothesis, (bool, Relational, ForAll)) or hypothesis in (sp.true, sp.false):
            continue
        if isinstance(hypothesis, sp.And):
            yield from _no_relations(hypothesis.args)
        elif not hasattr(hypothesis, "equations"):
            yield (
                f"got hypothesis {hypothesis!r}; expected a relation such as r_0 < S, Eq(m, 1), Ne(x, 0) or "
                "ForAll(i, s[i] > 0), or an assumption on matrices such as Symmetric(A)"
            )


def _not_real(expressions: Iterable[sp.Basic]) -> Iterator[str]:
    """Symbols that may be infinite or complex; one without any assumption has no domain, and is left undecided."""
    found: dict[str, str] = {}
    for expr in expressions:
        for symbol in _met(expr).symbols:
            if symbol.is_extended_real is not None and symbol.is_real is not True:
                found[str(symbol)] = f"make it with real('{symbol}'), positive('{symbol}') or natural('{symbol}')"
        for entry in _met(expr).entries:
            if entry.is_real is not True:
                name = entry.func.__name__
                found[text(entry)] = f"make it with Function('{name}', real=True), families('{name}') or trajectories"
    for name, remedy in sorted(found.items()):
        yield f"got {name}, which is not known to be a real number; {remedy}"


def _two_of_one_name(statement: Statement, expressions: Iterable[sp.Basic]) -> Iterator[str]:
    """What prints alike and is not the same: ``real("t")`` beside ``time()``, a symbol a beside a trajectory a.

    Indices that are bound, or run over ranges of their own, are nobody else's; ``S[i]`` does not print as ``S``.
    """
    found: dict[str, dict[Any, str]] = {}
    for expr in expressions:
        for thing, name, said in _named_things(expr):
            found.setdefault(name, {}).setdefault(thing, said)
    flow = getattr(statement, "flow", None)
    if (time := getattr(flow, "time", None)) is not None:
        found.setdefault(time.name, {}).setdefault(time, _said_of(time))
    for name, things in sorted(found.items()):
        if len(things) > 1:
            one, other = sorted(things.values())[:2]
            yield (
                f"got two different things named {name}: {one}, and {other}; expected one name for each: make it once "
                "and use it everywhere, or rename one of them"
            )
        if re.match(r"E\[", name) and any(isinstance(thing, sp.MatrixSymbol) for thing in things):
            yield f"got a matrix named {name}, which is what a moment is called; take another name for the matrix"


def _presuming(expressions: Iterable[sp.Basic]) -> Iterator[str]:
    """Sums, products and integrals over letters that SymPy knows more of than their range says."""
    for expr in expressions:
        for letter, more in presuming(expr):
            make = f"real('{letter}')" if expr.has(sp.Integral) else f"Symbol('{letter}', integer=True)"
            yield (
                f"{letter} is bound, and is assumed to have {more}, which its range does not give; SymPy has made use "
                f"of that: make it {make}, or take a range that gives it"
            )


def _matrices_assumed(hypotheses: Iterable[Any]) -> Iterator[sp.Basic]:
    for hypothesis in hypotheses:
        if hasattr(hypothesis, "said"):
            yield from hypothesis.said


def _named_things(expr: sp.Basic) -> Iterator[tuple[Any, str, str]]:
    """Symbols that are free, functions and matrices: each with its name, and with words that tell it from others."""
    met = _met(expr)
    labels = {i.label for i in met.indices}
    bound = {limit[0] for node in met.binders for limit in node.limits}
    for symbol in met.symbols - labels - bound:
        yield symbol, symbol.name, _said_of(symbol)
    for entry in met.entries:
        indices = [argument for argument in entry.args if argument.is_integer]
        name = f"{entry.func.__name__}[{','.join('_' * len(indices))}]" if indices else entry.func.__name__
        of = ", ".join(str(argument) for argument in entry.args if not argument.is_integer)
        known = ", ".join(f"{key}={value}" for key, value in sorted(_given(entry.func).items()))
        yield (
            (entry.func, len(entry.args)),
            name,
            f"a function{f' of {of}' if of else ''} ({known or 'no assumptions'})",
        )
    for letter in met.matrices:
        if isinstance(letter.args[0], (str, sp.Symbol, sp.core.symbol.Str)):
            yield letter, str(letter.name), f"a matrix, {letter.shape[0]} x {letter.shape[1]}"


def _given(made: Any) -> dict[str, Any]:
    return dict(getattr(made, "_kwargs", None) or {})


def _said_of(symbol: sp.Symbol) -> str:
    known = ", ".join(f"{key}={value}" for key, value in sorted(symbol._assumptions_orig.items()))
    kind = "a symbol" if type(symbol) is sp.Symbol else f"a {type(symbol).__name__}"
    return f"{kind} ({known or 'no assumptions'})"


def _in_two_readings(statement: Statement, hypotheses: Iterable[sp.Basic]) -> Iterator[str]:
    known = {i for expr in _own(statement) for i in free_indices(expr)}
    for hypothesis in hypotheses:
        for index in sorted(free_indices(hypothesis) - known, key=str):
            shown = text(hypothesis)
            yield (
                f"the hypothesis {shown} is at the index {index.name}, which is not free in the statement, and can be "
                f"read in two ways: for every {index.name}, which is written ForAll({index.name}, {shown}); or for one "
                "entry alone, whose index must then stand in the statement"
            )


def _own(statement: Statement) -> Iterator[sp.Basic]:
    """The expressions of a statement without those of its flow, where indices are the flow's own."""

    def visit(value: Any) -> Iterator[sp.Basic]:
        if isinstance(value, sp.Basic):
            yield value
        elif isinstance(value, (tuple, list)):
            for item in value:
                yield from visit(item)
        elif hasattr(value, "line"):
            yield value.line

    for item in fields(statement):  # type: ignore[arg-type]
        if item.name != "flow":
            yield from visit(getattr(statement, item.name))


def _names_that_are_free(expressions: Iterable[sp.Basic], where: Mapping[Any, Any]) -> Iterator[str]:
    names = {str(s) for expr in expressions for s in expr.free_symbols} if where else set()
    called = Counter(map(str, where))
    for name in where:
        if called[str(name)] > 1:
            yield f"two expressions have the name {name}: in print nobody could tell them apart"
        if str(name) in names:
            yield (
                f"where gives {name} a meaning, but {name} is free in the claim: in print two things would have one "
                "name; take another name for the abbreviation"
            )
