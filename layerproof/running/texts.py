"""A claim in words: its statement, its hypotheses, its flow and its derivation, as they are printed.

This is what takes time of a page; `catalogue` keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ..language.claims import Claim
from ..language.printing import text
from ..language.statements import Chain
from ..language.theorems.rules import Line
from ..language.theorems.theorem import Joined
from .spans import Spans, Texts


def texts(claim: Claim) -> Texts:
    """All that is printed of a claim, and that SymPy prints."""
    lines = claim.lines()
    return Texts(
        kind=kind(claim),
        statement=tuple(statement(claim, lines)),
        lines=tuple(lines),
        flow=tuple(flow_of(claim)),
        hypotheses=tuple(hypotheses(claim)),
        derivation=tuple(derivation(claim)),
    )


def kind(claim: Claim) -> str:
    """The kind of statement, and what it says in one sentence; empty if its class does not say."""
    if isinstance(claim.statement, Joined):
        return "Theorem: joined from claims, line by line; each join is checked."
    said = (type(claim.statement).__doc__ or "").replace("``", "").strip().splitlines()
    return f"{type(claim.statement).__name__}: {said[0]}" if said else ""


def statement(claim: Claim, lines: Sequence[str]) -> Iterator[Spans]:
    """The statement, a chain line by line with its reasons, and what its abbreviations stand for.

    `lines` are the claim's own, which take time to print.
    """
    if not isinstance(claim.statement, Chain):
        yield from (((line, ""),) for line in lines)
    elif isinstance(shown := claim.abbreviated, Chain):
        yield ("   ", ""), (text(shown.first), "")
        for link in shown.links:
            reason = f"   {link.reason}" if link.reason else ""
            yield (f"{link.relation:>2} ", "dim"), (text(link.line), ""), (reason, "italic dim")
        yield from (((line, ""),) for line in claim.legend())


def derivation(claim: Claim) -> Iterator[Spans]:
    """The derivation line by line, each with its reason; of a theorem, its proof."""
    for position, given, line, reason in proof(claim):
        if given is not None:
            yield ((f"{_where(given)}:", ""),)
        yield (f"{position}. ", "dim"), (str(line.says), ""), (f"   {reason}", "italic dim")
    for number, step in enumerate(claim.steps, start=1):
        yield (f"{number}. ", "dim"), (text(step.line), ""), (f"   {step.reason}", "italic dim")


def proof(claim: Claim) -> Iterator[tuple[int, tuple[Any, ...] | None, Line, str]]:
    """The lines of a theorem's proof, with their numbers and their reasons; nothing for another claim.

    What a line assumes beside the theorem's hypotheses is told where it changes, and is None where it does not.
    """
    shown, before = claim.abbreviated, ()
    for position, line, reason in shown.numbered() if isinstance(shown, Joined) else ():
        assumed = {str(abbreviated(claim, h)) for h in claim.hypotheses}
        given = tuple(h for h in line.given if str(h) not in assumed)
        yield position, given if given != before else None, line, reason
        before = given


def _where(given: Sequence[Any]) -> str:
    return f"If {', '.join(map(text, given))}" if given else "Under the hypotheses alone"


def abbreviated(claim: Claim, expr: Any) -> Any:
    """An expression with the names of the claim for what they stand for."""
    return claim._abbreviate(expr) if claim.where and isinstance(expr, sp.Basic) else expr


def flow_of(claim: Claim) -> Iterator[str]:
    """The loss that a flow descends, in which parameters, and on which set; nothing for a claim about no flow."""
    flow = getattr(claim.statement, "flow", None)
    loss = getattr(flow, "loss", None)
    if loss is not None:
        yield f"loss = {text(loss)}"
        names = [
            getattr(p, "name", None) or getattr(p.func, "__name__", str(p)) for p in getattr(flow, "parameters", ())
        ]
        if names:
            yield f"in the parameters {', '.join(map(str, names))}; each moves by minus the loss's derivative"
    for expr in getattr(flow, "invariant", ()):
        yield f"on the set where {text(expr)} = 0"


def hypotheses(claim: Claim, written: Callable[[object], str] = text) -> Iterator[str]:
    """The hypotheses in sentences: the domains of the symbols, then the relations among them.

    `written` gives the form of an expression: as plain text, or as LaTeX between dollar signs.
    """
    domains: dict[str, list[str]] = {}
    expressions = [*claim.statement.expressions(), *(h for h in claim.hypotheses if isinstance(h, sp.Basic))]
    symbols = {
        s for e in expressions for s in e.free_symbols if isinstance(s, sp.Symbol) and not isinstance(s, sp.Dummy)
    }
    for symbol in sorted(symbols, key=lambda s: (s.name.lower(), s.name)):
        domains.setdefault(_domain(symbol), []).append(written(symbol))
    for domain, names in domains.items():
        plural = len(names) > 1
        yield f"{_and(names)} {'are' if plural else 'is'} {domain if plural else _singular(domain)}."
    yield from _functions(expressions, written)
    for hypothesis in claim.hypotheses:
        yield f"{written(abbreviated(claim, hypothesis))}."


def _functions(expressions: Sequence[sp.Basic], written: Callable[[object], str]) -> Iterator[str]:
    """The trajectories and the families, each a real function of what it depends on."""
    kinds: dict[str, set[str]] = {}
    for entry in {entry for expr in expressions for entry in expr.atoms(AppliedUndef)}:
        indexed = any(not (isinstance(x, sp.Symbol) and x.is_nonnegative) or isinstance(x, sp.Idx) for x in entry.args)
        moving = any(isinstance(x, sp.Symbol) and x.is_nonnegative and not x.is_integer for x in entry.args)
        what = "real functions of time" if moving else "real numbers"
        kinds.setdefault(f"the entries of {{}} are {what}" if indexed else f"{{}} are {what}", set()).add(
            written(sp.Symbol(entry.func.__name__))
        )
    for sentence, names in sorted(kinds.items()):
        single = len(names) == 1 and sentence.startswith("{}")
        shown = sentence.replace("are real functions", "is a real function") if single else sentence
        shown = shown.format(_and(sorted(names)))
        yield shown[0].upper() * shown.startswith("the ") + shown[shown.startswith("the ") :] + "."


def _domain(symbol: sp.Symbol) -> str:
    if symbol.is_integer:
        return "positive whole numbers" if symbol.is_positive else "whole numbers"
    if symbol.is_positive:
        return "positive real numbers"
    if symbol.is_nonnegative:
        return "real numbers that are not negative"
    if symbol.is_real:
        return "real numbers"
    return "symbols without a domain"


def _singular(domain: str) -> str:
    singular = (
        domain.replace("numbers that are", "number that is").replace("numbers", "number").replace("symbols", "symbol")
    )
    return f"a {singular}"


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
