"""The same for a claim in Python: which link of a chain is wrong, and what mends it."""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ...language.claims import Claim
from ...language.flows import GradientFlow
from ...language.matrices import MatrixFlow
from ...language.printing import latex, notation
from ...language.printing.notation import name_in_latex
from ...language.printing.plain import shown_arguments
from ...language.statements.base import Row
from ...language.subjects import notation_of
from .files.parts import Equation, Step
from .files.tokens import joined, words
from .findings.report import Findings
from .judging.chains import Chain
from .judging.checking import after_errors, check
from .judging.questions import Limiting, Line, Question
from .letters.setting import Setting
from .notation.spelling import plain
from .slips.excuses import mend


def explain(claim: Claim, *, limiting: Limiting | None = None, mending: bool = True) -> Findings:
    """The first wrong link of a claim's derivation, with its witness, and the small change that mends it.

    Args:
        claim: whose statement is a chain, or is displayed as relations: an identity, an inequality, a rate.
        limiting: how hard to try.
        mending: whether to look for small changes.

    Raises:
        ValueError: if the statement is of a kind that is no chain of relations.
    """
    limiting = limiting or Limiting()
    rows = [*claim.statement.rows()]
    if any(row.tends or not row.relation for row in rows):
        raise ValueError(f"{claim.id} is no chain of relations: {type(claim.statement).__name__}")
    with notation(notation_of(claim.subject)):
        setting = setting_of(claim)
        chains, lines = _chains(rows, setting)
        tasks = check(chains, limiting)
        after_errors(tasks, limiting)
        if mending:
            mend(tasks, limiting)
    return Findings(claim.id, lines, unit="link")


def _chains(rows: list[Row], setting: Setting) -> tuple[list[Chain], list[Line]]:
    chains: list[Chain] = []
    lines: list[Line] = []
    for number, row in enumerate(rows, start=1):
        right, shown = sp.sympify(row.right), latex(row.right)
        step = Step(row.relation, shown, number, 0, row.latex(), remark=row.remark)
        line = Line(0, number, row.latex(), row.relation, shown)
        lines.append(line)
        if row.left is not None:
            chains.append(Chain(Equation(0, latex(row.left), number), sp.sympify(row.left)))
        question = Question(None, row.relation, right, setting)
        chains[-1].steps.append((step, right, question, line))
    return chains, lines


def setting_of(claim: Claim) -> Setting:
    """The names of a claim's symbols, as they print."""
    setting = Setting(hypotheses=list(claim.hypotheses))
    flow = getattr(claim.statement, "flow", None)
    if isinstance(flow, (GradientFlow, MatrixFlow)):
        setting.flow = flow
        setting.time = getattr(flow, "time", None)
    parts = [*claim.statement.expressions(), *(h for h in claim.hypotheses if isinstance(h, sp.Basic))]
    for expr in parts:
        for atom in sp.preorder_traversal(expr):
            _name(atom, setting)
    if setting.time is not None:
        setting.names.times.add(latex(setting.time))
    return setting


def _name(atom: Any, setting: Setting) -> None:
    if isinstance(atom, AppliedUndef) and shown_arguments(atom):
        setting.families.append(atom)
        base = words(joined(plain(words(name_in_latex(atom.func.__name__)))))
        setting.names.numbers.add(joined(base))
        setting.names.families[tuple(base)] = len(shown_arguments(atom))
        return
    if isinstance(atom, AppliedUndef):
        shown = name_in_latex(atom.func.__name__)
    elif isinstance(atom, sp.Idx) and isinstance(atom.label, sp.Symbol):
        shown = name_in_latex(atom.label.name)
        setting.names.ranges[shown] = (latex(atom.lower), latex(atom.upper))
    elif isinstance(atom, sp.MatrixSymbol):
        shown = name_in_latex(str(atom.args[0]))
    elif isinstance(atom, sp.Symbol):
        shown = name_in_latex(atom.name)
    else:
        return
    key = joined(plain(words(shown)))
    if isinstance(atom, (sp.Symbol, sp.Idx)):
        setting.names.numbers.add(key)  # a symbol of a claim is no function
    if not isinstance(setting.meanings.get(key), sp.Idx):
        setting.meanings[key] = atom
    setting.names.declared.add(key)
