r"""Sums over conditions, ``\sum_{i \ne j}`` and its relatives: over what they run, and what is left alone."""

from __future__ import annotations

import operator
from collections.abc import Sequence

import pytest
import sympy as sp
from sympy.core.function import AppliedUndef

from layerproof.tools.latex_lines import Limiting, Status, read_text, run
from layerproof.tools.latex_lines.files.tokens import words
from layerproof.tools.latex_lines.letters.header import declare
from layerproof.tools.latex_lines.letters.setting import Setting
from layerproof.tools.latex_lines.notation.conditions import Condition, condition

from . import papers

HEADER = "% symbols: w_{i} real for i = 1..n; v_{k} real for k = 1..m; i, j index 1..n\n"
SQUARES, MIXED = r"\sum_i w_i^2", r"(\sum_i w_i)^2 - \sum_i w_i^2"

TRUE = [
    rf"\sum_{{i \ne j}} w_i w_j = {MIXED}",
    rf"\sum_{{i < j}} w_i w_j = \frac{{1}}{{2}} ({MIXED})",
    rf"\sum_{{i, j : i \neq j}} w_i w_j = {MIXED}",
    rf"\sum_{{i \neq j}}^n w_i w_j = {MIXED}",
    rf"\sum_{{1 \le i \neq j \le n}} w_i w_j = {MIXED}",
    r"\sum_{1 \le i < j \le n} (w_i - w_j)^2 = n \sum_i w_i^2 - (\sum_i w_i)^2",
    rf"\sum_i \sum_{{j \ne i}} w_i w_j = {MIXED}",
    rf"\sum_{{i=1}}^n \sum_{{\substack{{j=1 \\ j \ne i}}}}^n w_i w_j = {MIXED}",
    r"\sum_{j \ne i} w_j = \sum_j w_j - w_i",
    r"\sum_{i=1, i \ne j}^{n} w_i = \sum_i w_i - w_j",
    r"w_j \sum_{i \ne j} w_i = w_j \sum_i w_i - w_j^2",
    r"\sum_i w_i \sum_{j \ne i} w_j = \sum_i \sum_{j \ne i} w_i w_j",
    r"\sum_{j : j \ne i} 1 = n - 1",
    r"\sum_i \sum_{j > i} w_j = \sum_j (j - 1) w_j",
    r"\sum_i \sum_{i < j} w_j = \sum_j (j - 1) w_j",
    r"\sum_{j > i} w_i w_j = w_i \sum_j w_j - w_i \sum_{j \le i} w_j",
    r"w_i \prod_{j \ne i} w_j = \prod_j w_j",
    r"\sum_{i \ge j} w_i w_j = \sum_{i \le j} w_i w_j",
]
FALSE = [
    r"\sum_{i \ne j} w_i w_j = (\sum_i w_i)^2",
    rf"\sum_{{i < j}} w_i w_j = {MIXED}",
    rf"\sum_{{i \le j}} w_i w_j = \frac{{1}}{{2}} ({MIXED})",
    r"\sum_{j \ne i} w_j = \sum_j w_j",
    r"\sum_i \sum_{j \ne i} w_i^2 = n \sum_i w_i^2",
    r"\sum_{j : j \ne i} 1 = n",
    r"\sum_{i \ne j} (w_i + w_j) = 2n \sum_i w_i",
    r"\sum_{i < j} (w_i - w_j) = 0",
    r"w_i \sum_{j \ne i} w_j = w_i \sum_j w_j - w_i",
]
LEFT_ALONE = [
    r"\sum_{i \ne j} 1 = n - 1",  # of i alone it is right
    r"\sum_{i \ne j} w_i w_j \le (n - 1) \sum_i w_i^2",  # a bound at each j, or of both
    r"\sum_{i \ne j} w_i w_j = w_i w_j",  # both stand beside it
    r"\sum_{i \ne k} w_i = 0",  # k has another range
    r"\sum_{j \ne i}^{n - 1} w_j = 0",
]


@pytest.fixture(scope="module")
def found() -> dict[str, Status]:
    return papers.judged(HEADER, ([*TRUE, *FALSE], LEFT_ALONE))


@pytest.mark.parametrize("row", TRUE)
def test_a_true_line(found: dict[str, Status], row: str) -> None:
    assert found[row] is Status.VERIFIED


@pytest.mark.parametrize("row", FALSE)
def test_a_false_line(found: dict[str, Status], row: str) -> None:
    assert found[row] is Status.REFUTED


@pytest.mark.parametrize("row", LEFT_ALONE)
def test_what_is_not_clear_is_not_judged(found: dict[str, Status], row: str) -> None:
    assert found[row] in (Status.UNDECIDED, Status.UNREAD)


def test_a_step_is_read_with_the_whole_chain() -> None:
    """In a chain that begins with `w_j` j is one index, also in the steps in which it stands nowhere else."""
    last = {r"\sum_{i \ne j} w_i w_j": Status.VERIFIED, MIXED: Status.REFUTED}
    for right, status in last.items():
        rows = rf"w_j S &= w_j + \sum_{{i \ne j}} w_i w_j - w_j \\ &= {right}"
        text = f"{HEADER}% symbols: S real\n\\begin{{align}}\n{rows}\n\\end{{align}}\n"
        assert run(read_text(text), limiting=Limiting(budget=8), mending=False).lines[-1].status is status


@pytest.mark.parametrize(
    ("under", "over", "read"),
    [
        (r"i \neq j", "", Condition("i", r"\ne", "j")),
        (r"i : i < j", "", Condition("i", "<", "j", both=False)),
        (r"j, i < j", "", Condition("j", ">", "i", both=False)),
        (r"i, j : i \le j", "", Condition("i", r"\le", "j", both=True)),
        (r"1 \leq i < j \leq n", "", Condition("i", "<", "j", True, ("1", "n"))),
        (r"\substack{i = 1 \\ i \ne j}", "n", Condition("i", r"\ne", "j", False, ("1", "n"))),
        (r"i \in S", "", None),
        (r"i \ne j \ne k", "", None),
        (r"i \ne j, i < k", "", None),
        (r"i = 1", "n", None),
        (r"w_i > 0", "", None),
        (r"i, j, k : i \ne j", "", None),
        (r"k : i \ne j", "", None),
    ],
)
def test_what_stands_below_a_sum(under: str, over: str, read: Condition | None) -> None:
    assert condition(words(under), words(over)) == read


def value(text: str, w: Sequence[int]) -> sp.Expr:
    """A formula in entries of w, worked out term by term by SymPy for this w; of j, by name, where it is left free."""
    setting = Setting()
    for item in HEADER.partition("symbols: ")[2].split(";"):
        declare(setting, "symbols", item)
    expr = setting.read(text)
    (entry,) = {type(e) for e in expr.atoms(AppliedUndef)}

    def at(expr: sp.Expr) -> sp.Expr:
        if isinstance(expr, sp.Sum):
            *inner, (index, low, high) = expr.limits
            (low, high), term = map(at, (low, high)), sp.Sum(expr.function, *inner) if inner else expr.function
            return sp.Add(*(at(term.xreplace({index: sp.Integer(k)})) for k in range(int(low), int(high) + 1)))
        if isinstance(expr, entry) and expr.args[0].is_Integer:
            return sp.Integer(w[int(expr.args[0]) - 1])
        return expr.func(*map(at, expr.args)) if expr.args and not isinstance(expr, sp.Idx) else expr

    return at(expr.xreplace({setting.meanings["n"]: sp.Integer(len(w))}))


@pytest.mark.parametrize("sign", ["<", r"\le", r"\ne", ">", r"\geq"])
def test_pairs_are_counted_as_the_condition_says(sign: str) -> None:
    """Against the terms themselves, one by one, for some sizes."""
    holds = {"<": operator.lt, r"\le": operator.le, r"\ne": operator.ne, ">": operator.gt, r"\geq": operator.ge}[sign]
    for w in ([3], [2, -5], [7, 1, -4, 2]):
        pairs = [(a, b) for a in range(len(w)) for b in range(len(w)) if holds(a, b)]
        assert value(rf"\sum_{{i, j : i {sign} j}} w_i w_j^2", w) == sum(w[a] * w[b] ** 2 for a, b in pairs)
        assert value(rf"\sum_j \sum_{{i {sign} j}} w_i w_j^2", w) == sum(w[a] * w[b] ** 2 for a, b in pairs)
        assert value(rf"\sum_i w_i \sum_{{i {sign} j}} w_j^2", w) == sum(w[a] * w[b] ** 2 for a, b in pairs)
