r"""Claims of the library written out as plain derivations: a header, and rows of an ``align``.

This is how an author would have typed them: what the library knows of a claim goes through LaTeX and back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from layerproof.language.claims import Claim
from layerproof.language.flows import GradientFlow
from layerproof.language.matrices import Diagonal, MatrixFlow, MatrixHypothesis, Named, RandomVector
from layerproof.language.printing import latex
from layerproof.language.printing.marks import Mean, Remainder, Slope
from layerproof.language.printing.notation import name_in_latex
from layerproof.language.printing.plain import shown_arguments
from layerproof.language.printing.typeset import with_indices
from layerproof.language.statements import (
    Asymptotic,
    Chain,
    Conserved,
    Expectation,
    Identity,
    Inequality,
    Integral,
    Limit,
    Rate,
    Solution,
    Statement,
)
from layerproof.language.statements.base import SIGNS
from layerproof.language.statements.matrices import MatrixConserved, MatrixIdentity, MatrixRate
from layerproof.language.symbols import Family


class NotWritten(ValueError):
    """The claim has no form as a plain derivation."""


@dataclass(frozen=True)
class Row:
    """One row: a left side (empty: it goes on), a relation, a right side, and what stands beside it."""

    left: Any
    relation: str
    right: Any
    beside: str = ""

    def latex(self) -> str:
        left = "" if self.left is None else latex(self.left)
        signs = {**SIGNS, "->": r"\to"}
        return rf"{left} &{signs[self.relation]} {latex(self.right)} {self.beside}".strip()


def rows_of(statement: Statement) -> list[Row]:
    """A statement as rows.

    Raises:
        NotWritten: if it is of a kind that has none.
    """
    match statement:
        case Identity() | MatrixIdentity():
            return [Row(statement.lhs, "=", statement.rhs)]
        case Inequality():
            return [Row(statement.lhs, statement.relation, statement.rhs)]
        case Chain():
            rows = [Row(None, link.relation, link.line) for link in statement.links]
            return [Row(statement.first, rows[0].relation, rows[0].right), *rows[1:]]
        case Rate():
            return [Row(Slope(statement.of, statement.flow.time), "=", statement.equals)]
        case MatrixRate():
            return [Row(*_one(statement))]
        case Conserved():
            return [Row(Slope(statement.quantity, statement.flow.time), "=", sp.Integer(0))]
        case MatrixConserved():
            (row,) = statement.rows()
            return [Row(row.left, "=", row.right)]
        case Limit():
            where = rf"\quad ({latex(statement.variable)} \to {latex(statement.to)})"
            if statement.side == "-" and statement.to is not sp.oo:
                raise NotWritten("a limit from below")
            return [Row(statement.expr, "->", statement.equals, where)]
        case Asymptotic():
            right = sp.Add(statement.leading, Remainder(statement.remainder), evaluate=False)
            where = rf"\quad ({latex(statement.variable)} \to {latex(statement.to)})"
            return [Row(statement.expr, "=", right, where)]
        case Expectation():
            variables = [v if isinstance(v, sp.Symbol) else sp.Symbol(v.name) for v, _ in statement.over]
            return [Row(Mean(statement.of, *variables), "=", statement.equals)]
        case Integral() if statement.plus == 0:
            return [Row(sp.Integral(statement.integrand, statement.over), "=", statement.equals)]
        case Solution():
            return list(_residuals(statement))
    raise NotWritten(type(statement).__name__)


def _one(statement: MatrixRate) -> tuple[Any, str, Any]:
    (row,) = statement.rows()
    return row.left, row.relation, row.right


def _residuals(statement: Solution) -> Iterator[Row]:
    """A closed form put into its equation, and its value at the beginning."""
    t = statement.flow.time
    for observable, closed, initial in statement.triples:
        yield Row(closed.subs(t, 0), "=", initial)
        rate = statement._rate_in_closed_form(observable)
        if rate is None:
            raise NotWritten("a rate that is no polynomial in the observable")
        yield Row(Slope(closed, t), "=", rate)


# --- the header -----------------------------------------------------------------------------------------------


def header(claims: Sequence[Claim], rows: Iterable[Row], more: Sequence[Any] = ()) -> list[str]:
    """The header that declares what claims and rows mention."""
    parts: list[Any] = list(more)
    for row in rows:
        parts += [side for side in (row.left, row.right) if isinstance(side, sp.Basic)]
    hypotheses: list[Any] = []
    for claim in claims:
        hypotheses += [h for h in claim.hypotheses if h not in hypotheses]
        parts += [e for e in claim.statement.expressions() if isinstance(e, sp.Basic)]
    for h in hypotheses:
        parts += [h] if isinstance(h, sp.Basic) else [s for pair in h.equations() for s in pair]
    flows = [f for c in claims if (f := getattr(c.statement, "flow", None)) is not None]
    diagonal = {h.matrix for h in hypotheses if isinstance(h, Diagonal)}
    hypotheses = [h for h in hypotheses if not isinstance(h, Diagonal)]
    if any(not isinstance(d, sp.MatrixSymbol) for d in diagonal):
        raise NotWritten("a diagonal product")
    lines = [f"% symbols: {item}" for item in _symbols(parts, flows, diagonal)]
    lines += [f"% define: {item}" for item in _definitions(parts)]
    for h in hypotheses:
        lines += [f"% hypotheses: {item}" for item in _hypothesis(h)]
    laws = {v: law for c in claims if isinstance(c.statement, Expectation) for v, law in c.statement.over}
    lines += [f"% random: {_name_of(v)} ~ {_law(law)}" for v, law in laws.items()]
    if flows:
        lines += [f"% flow: {item}" for item in _flow(flows[0])]
    return lines


def _symbols(parts: list[Any], flows: list[Any], diagonal: set[Any]) -> Iterator[str]:
    atoms: list[Any] = []
    for part in parts:
        atoms += list(sp.preorder_traversal(part))
    entries = [a for a in atoms if isinstance(a, AppliedUndef)]
    times = {x for e in entries for x in e.args if x not in shown_arguments(e)}
    times |= {f.time for f in flows if isinstance(f, GradientFlow)}
    for a in atoms:
        if isinstance(a, Slope):
            times.add(a.args[1])
    indices: dict[str, sp.Idx] = {}
    for a in atoms:
        if isinstance(a, sp.Idx) and a.lower is not None and indices.setdefault(str(a.label), a) != a:
            raise NotWritten(f"the index {a} has two ranges")
    labels = {i.label for i in indices.values()}
    names: dict[str, Any] = {}
    symbols = {a for a in atoms if isinstance(a, sp.Symbol) and not isinstance(a, sp.Idx)} - labels
    bound = {
        limit[0] for a in atoms if isinstance(a, (sp.Sum, sp.Integral, sp.Limit, sp.Product)) for limit in _limits(a)
    }
    for symbol in sorted(symbols - times - bound, key=str):
        if names.setdefault(symbol.name, symbol) != symbol:
            raise NotWritten(f"two symbols called {symbol.name}")
        yield f"{latex(symbol)} {_kind(symbol)}"
    for symbol in sorted(bound & symbols, key=str):
        if isinstance(symbol, sp.Symbol) and symbol.name not in names:
            yield f"{latex(symbol)} {_kind(symbol)}"
    for time in sorted(times, key=str):
        yield f"{latex(time)} time"
    for index in indices.values():
        yield f"{latex(index)} index {latex(index.lower)}..{latex(index.upper)}"
    seen: dict[str, Any] = {}
    for entry in sorted(entries, key=str):
        shown = shown_arguments(entry)
        moving = len(shown) < len(entry.args)
        name = entry.func.__name__
        known = seen.get(name)
        if known is not None:
            if known != (entry.func, len(shown), moving):
                raise NotWritten(f"two functions called {name}")
            continue
        seen[name] = (entry.func, len(shown), moving)
        kind = f"{_kind(entry)} trajectories" if moving else _kind(entry)
        if not shown:
            yield f"{name_in_latex(name)} {kind}"
            continue
        own = _own_indices(entry, entries, indices)
        family = with_indices(name_in_latex(name, indexed=True), ",".join(latex(i) for i in own))
        ranges = ", ".join(f"{latex(i)} = {latex(i.lower)}..{latex(i.upper)}" for i in own)
        yield f"{family} {kind} for {ranges}"
    letters = {a for a in atoms if isinstance(a, sp.MatrixSymbol)}
    if len({str(a.args[0]) for a in letters}) < len(letters):
        raise NotWritten("two matrices with one name")
    for letter in sorted(letters, key=str):
        kind = "random vector" if isinstance(letter, RandomVector) else "matrix"
        kind = "diagonal matrix" if letter in diagonal else kind
        size = latex(letter.shape[0]) + ("" if "matrix" not in kind else f" x {latex(letter.shape[1])}")
        yield f"{latex(letter)} {kind} {size}"


def _definitions(parts: list[Any]) -> Iterator[str]:
    """Matrices that have a name of their own, those first that others are made of."""
    named = {a for part in parts for a in sp.preorder_traversal(part) if isinstance(a, Named) and a.is_letter}
    named = {Named(a.args[0], a.args[1]) for a in named}
    for a in sorted(named, key=lambda n: (len(list(sp.preorder_traversal(n))), str(n))):
        yield f"{latex(a)} := {latex(a.args[1])}"


def _limits(expr: Any) -> list[Any]:
    return [expr.args[1:]] if isinstance(expr, sp.Limit) else list(expr.limits)


def _own_indices(entry: Any, entries: list[Any], indices: dict[str, Any]) -> list[Any]:
    """An index for each place of a family: one that stands there somewhere, else any."""
    found = []
    for place in range(len(shown_arguments(entry))):
        there = [
            shown_arguments(e)[place] for e in entries if e.func == entry.func
            and isinstance(shown_arguments(e)[place], sp.Idx) and shown_arguments(e)[place].lower is not None
        ]  # fmt: skip
        there = [i for i in there if i not in found] or there
        fallback = sp.Idx(sp.Symbol("i" * (place + 1), integer=True), (1, 5))
        found.append(sorted(there, key=str)[0] if there else fallback)
    if len(set(found)) < len(found):
        raise NotWritten("a family with one index twice")
    return found


def _kind(symbol: Any) -> str:
    if symbol.is_integer:
        return "natural" if symbol.is_positive else "integer"
    for kind in ("positive", "negative", "nonnegative", "nonpositive", "nonzero", "real"):
        if getattr(symbol, f"is_{kind}"):
            return f"{kind} number"  # no symbol of a claim is a function
    raise NotWritten(f"{symbol} has no domain")


def _hypothesis(h: Any) -> Iterator[str]:
    if isinstance(h, MatrixHypothesis):
        for left, right in h.equations():
            yield f"{latex(left)} = {latex(right)}"
    elif isinstance(h, sp.core.relational.Relational):
        yield latex(h)
    elif h not in (True, sp.true):
        raise NotWritten(f"the hypothesis {h}")


def _flow(flow: Any) -> Iterator[str]:
    yield f"loss = {latex(flow.loss)}"
    if isinstance(flow, MatrixFlow):
        yield "parameters " + ", ".join(latex(p) for p in flow.parameters)
        return
    atoms = [a for a in flow.loss.atoms(AppliedUndef)]
    shown = []
    for p in flow.parameters:
        if isinstance(p, Family):
            shown.append(latex(next(a for a in sorted(atoms, key=str) if a.func.__name__ == p.name)))
        else:
            shown.append(latex(p))
    yield "parameters " + ", ".join(shown)
    for expr in flow.invariant:
        yield f"on {latex(expr)} = 0"


def _law(law: Any) -> str:
    kind = type(law).__name__
    if kind == "Normal":
        return f"N({latex(law.mean)}, {latex(law.deviation**2)})"
    if kind == "Uniform":
        return f"U({latex(law.lower)}, {latex(law.upper)})"
    raise NotWritten(f"the distribution {law}")


def _name_of(variable: Any) -> str:
    if isinstance(variable, Family):
        raise NotWritten("a random family")
    return latex(variable)


def document(lines: Sequence[str], rows: Sequence[Row]) -> tuple[str, list[int]]:
    """The text of a file, and the number of the line of each row."""
    text = [*lines, r"\begin{align}"]
    numbers = []
    for k, row in enumerate(rows):
        numbers.append(len(text) + 1)
        text.append(row.latex() + (r" \\" if k + 1 < len(rows) else ""))
    text.append(r"\end{align}")
    return "\n".join(text) + "\n", numbers
