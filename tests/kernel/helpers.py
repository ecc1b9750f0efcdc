"""Short ways to ask the prover."""

from __future__ import annotations

from typing import Any

import sympy as sp

from layerproof.language.claims import Question
from layerproof.language.statements import Statement
from layerproof.language.verdicts import Evidence
from layerproof.proving.domain import Domain
from layerproof.proving.evidence import prove
from layerproof.proving.exact.outcome import Proved
from layerproof.proving.exact.prover import Prover


def check(statement: Statement, *hypotheses: Any) -> Evidence:
    """The exact evidence about a statement."""
    return prove(Question("test/claim", title="", statement=statement, hypotheses=hypotheses))


def verdict(statement: Statement, *hypotheses: Any) -> str:
    """Its verdict alone."""
    return str(check(statement, *hypotheses).verdict)


def zero(expr: sp.Expr) -> bool:
    """Whether the normal form of an expression is 0."""
    return isinstance(Prover(Domain.of([expr], [])).prove_zero(expr), Proved)


def sign(expr: sp.Expr, *hypotheses: Any) -> set[int]:
    """The signs derived for an expression."""
    return set(Prover(Domain.of([expr], hypotheses)).sign(expr))
