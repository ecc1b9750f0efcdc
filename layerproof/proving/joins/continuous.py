"""Continuous: a continuous function of quantities that tend somewhere tends to its value there.

Sound: sums, products, quotients, powers with fixed exponents, and the elementary functions are continuous wherever they
are defined, one-sidedly at an end of it; along the trajectory the function is defined at each time, as it is said to
be equal to something, and it is defined where its arguments tend to: as it is written, also where a part of it is seen
no more once they are put in, as in ``q/p`` where p tends to x and q to ``z x``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.smooth import jump_in
from ...language.statements import Identity
from ...language.theorems.flowing import Continuous
from ...language.theorems.rules import Line
from ...language.theorems.sequents import relation_of
from ...language.theorems.trajectories import Along, Tends
from .obligations import Broken, Defined, Obligation, as_written
from .trajectories import constant, is_constant, of_no_time, same_trajectories


def check(rule: Continuous, line: Line, given: tuple[Any, ...], assumed: tuple[Any, ...]) -> Iterator[Obligation]:
    """Each argument tends somewhere, the function is continuous there, and what is said to tend is that function."""
    said, function = line.says, rule.function
    if not isinstance(said, Tends):
        raise Broken(f"got {said}; expected what something Tends to along a flow")
    of_no_time(said, given)
    if not rule.of:
        raise Broken("expected what tends somewhere")
    moving, ends = {}, {}
    for letter, premise in rule.of:
        tends = same_trajectories(premise, said, given)
        if not isinstance(tends, Tends) or not isinstance(letter, sp.Symbol) or letter in moving:
            raise Broken(f"got {letter} for {tends}; expected a letter of its own for what tends somewhere")
        moving[letter], ends[letter] = tends.expr, tends.to
    _is_continuous(function, set(moving))
    if not is_constant(said, function):
        raise Broken(f"{function} moves by itself; expected letters and constants")
    along = function.xreplace(moving)
    why = "that the function, as it is written, is defined at all times"
    yield from as_written((function,), lambda e: e.xreplace(moving), given, why)
    if rule.same is None:
        if said.expr != along:
            raise Broken(f"{said.expr} is not {along} as written; name the line that says so")
        yield Obligation(Defined((along,)), given, "that the function is defined at all times")
    else:
        found = same_trajectories(rule.same, said, given)
        relation = relation_of(found.says) if isinstance(found, Along) else None
        if relation is None or relation.sign != "=" or {relation.left, relation.right} != {said.expr, along}:
            raise Broken(f"got {found}; expected that {said.expr} = {along} at all times")
    fixed, end = constant(said, given), function.xreplace(ends)
    why = "that the function is defined where its arguments tend to"
    yield from as_written((function,), lambda e: e.xreplace(ends), fixed, f"{why}, as it is written")
    yield Obligation(Defined((end, said.to)), fixed, why)
    if end != said.to:
        yield Obligation(Identity(said.to, end), fixed, "the value of the function there")


def _is_continuous(function: sp.Expr, letters: set[Any]) -> None:
    for letter in letters:
        if (name := jump_in(function, letter)) is not None:
            raise Broken(f"{function} contains {name}, which may jump")
    for node in sp.preorder_traversal(function):
        if not node.free_symbols & letters:
            continue
        if isinstance(node, (sp.Sum, sp.Product, sp.Integral, sp.Derivative, AppliedUndef)):
            raise Broken(f"{node} is not known to be continuous")
        if isinstance(node, sp.Pow) and node.exp.free_symbols & letters:
            raise Broken(f"the exponent in {node} moves")
