"""Questions in words: a flow by its name, observables, initial values and hypotheses as formulas.

Formulas are read by the LaTeX reader, with the names of the flow and nothing else; nothing is evaluated as code.
``a*b`` and ``a b`` are both read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.printing import text
from ...language.reading import CannotRead, Reader
from .found import Found
from .reductions import entries_of, start_of
from .solving import solve


def flows_in(names: Mapping[str, Any], claims: Iterable[Claim] = ()) -> dict[str, GradientFlow]:
    """The flows of a file: those that have a name in it, then those of its claims that have none, by the claim's id."""
    found = {name: value for name, value in names.items() if isinstance(value, GradientFlow)}
    for claim in claims:
        flow = getattr(claim.statement, "flow", None)
        if isinstance(flow, GradientFlow) and flow not in found.values():
            found[claim.id] = flow
    return found


def read_question(
    flow: GradientFlow,
    of: str | None = None,
    initially: Sequence[str] = (),
    hypotheses: Sequence[str] = (),
    names: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The arguments of `solve`, read from formulas.

    Args:
        flow: whose names may be used: its parameters and the symbols of its loss, and initial values such as ``a_0``.
        of: an observable, or parameters by commas.
        initially: values in the order of `of`.
        hypotheses: relations, such as ``r_0 < S``.
        names: further symbols of the file, by name.

    Raises:
        ValueError: for a formula that cannot be read; the message says which and where.
    """
    entries = entries_of(flow)
    starts = [start_of(entry, flow.time, ()) for entry in entries]
    symbols = {n: v for n, v in (names or {}).items() if isinstance(v, (sp.Symbol, AppliedUndef))}
    reader = Reader([*starts, *symbols.values(), flow.loss, *flow.invariant, *entries, flow.time])
    question: dict[str, Any] = {}
    if of is not None:
        parts = tuple(_read(reader, part, "--of") for part in of.split(","))
        question["of"] = parts if len(parts) > 1 else parts[0]
    if initially:
        question["initially"] = tuple(_read(reader, part, "--initially") for part in initially)
        if len(initially) == 1:
            question["initially"] = question["initially"][0]
    question["hypotheses"] = [_relation(reader, formula) for formula in hypotheses]
    return question


def _read(reader: Reader, formula: str, option: str) -> Any:
    try:
        return reader.expression(_braced(formula))
    except CannotRead as problem:
        raise ValueError(f"{option} {formula!r}: {problem}") from None


def _braced(formula: str) -> str:
    """``r_0`` as LaTeX prints it, ``r_{0}``."""
    return re.sub(r"_(\w+)", r"_{\1}", formula)


def _relation(reader: Reader, formula: str) -> Any:
    kinds = {"=": sp.Eq, "!=": sp.Ne, "<": sp.Lt, "<=": sp.Le, ">": sp.Gt, ">=": sp.Ge}
    for plain, latex in (("!=", r"\neq "), ("<=", r"\le "), (">=", r"\ge ")):
        formula = formula.replace(plain, latex)
    try:
        left, sign, right = reader.relation(_braced(formula))
    except CannotRead as problem:
        raise ValueError(f"--where {formula!r}: {problem}") from None
    return kinds[sign](left, right)


def report(flows: Mapping[str, GradientFlow], budget: float = 90.0, **question: Any) -> tuple[list[str], list[Found]]:
    """What is found for each flow, as lines of plain text, and as results.

    Args:
        flows: by name; a question about an observable makes sense for one flow only.
        budget: seconds for each flow.
        question: as `solve` takes it.
    """
    lines: list[str] = []
    results: list[Found] = []
    for name, flow in flows.items():
        found = solve(flow, **question, id=_claim_id(name), budget=budget)
        results.append(found)
        loss = f"{name}: gradient flow of {text(flow.loss)}"
        if flow.invariant:
            loss += " on " + ", ".join(f"{text(expr)} = 0" for expr in flow.invariant)
        lines += [*([""] if lines else []), loss, *found.lines()]
    return lines, results


def _claim_id(name: str) -> str:
    plain = re.sub(r"[^a-z0-9/.-]+", "-", name.lower()).strip("-/.")
    return f"found/{plain.replace('/', '-') or 'closed-form'}"


__all__ = ["flows_in", "read_question", "report"]
