"""Every printed formula says how it is read: proved to say the same as a claim, or why not."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache

import pytest
import sympy as sp
from late import late

from layerproof import Claim, Conserved, Identity, Inequality, Stationary, derivations, positive
from layerproof.derivations.coverage import Entry, entries
from layerproof.derivations.printed.definitions import APART, DEFINES
from layerproof.derivations.printed.equations import PRINTED
from layerproof.derivations.printed.lines import DOCUMENTS, label_of, printed_lines, standing_at
from layerproof.desk.coverage import as_json
from layerproof.desk.readings import Reading, of_entry, of_formula, of_label, of_sources
from layerproof.desk.report import _readings
from layerproof.language.theorems import AllOf
from layerproof.language.theorems.theorem import Joined

with late():
    from layerproof.derivations.emergence.few_shots import balance
    from layerproof.derivations.lazy_rich import modes


@cache
def library() -> list[Claim]:
    return [claim for subject in derivations.subjects() for claim in derivations.load(subject)]


@cache
def found(document: str) -> dict[str, Reading]:
    """How each formula of a document is read, by its own label."""
    return {
        own: of_formula(entry, own)
        for entry in entries(library())
        if entry.document == document
        for own in standing_at(document, entry.label)
    }


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_line_says_how_it_is_read(document: str) -> None:
    assert found(document).keys() == printed_lines(document).keys()
    for label, reading in found(document).items():
        assert reading.claim if reading.how == "proved" else reading.why, label
        assert str(reading).endswith((".", "B.37), (B.39)", "checked against them")), str(reading)
        assert "expected a number" not in str(reading), label


@pytest.mark.parametrize(
    ("document", "proved", "unread", "number"), [("thesis", 193, 31, 282), ("kunin-slides", 35, 12, 75)]
)
def test_the_counts_do_not_get_worse(document: str, proved: int, unread: int, number: int) -> None:
    counted = Counter(reading.how for reading in found(document).values())
    assert counted["proved"] >= proved
    assert counted["unread"] <= unread
    assert sum(counted.values()) == number


def test_what_defines_is_not_declared_to_be_read() -> None:
    assert not {*DEFINES, *APART} & {printed.label for _, printed in PRINTED}
    assert {*DEFINES, *APART} <= {own for document in DOCUMENTS for own in printed_lines(document)}


# What is said of lines that are not read is typed; the line itself, or the claims at its label, must show it.

FLOW = re.compile(r"\\frac\{d\w+\}\{dt\} = -.*\\frac\{(d|\\partial)")
CONDITION = re.compile(r"(\\rightarrow 0|< \\infty|= 0|> 0|\\neq 0)\W*$")
NAME = re.compile(
    r"(?:\\hat\{\\mathcal\{\w+\}\}|\\(?:mathcal|mathscr|hat|widetilde)\{\w+\}|\\langle.*?\\rangle|\\?[A-Za-z]+\d*)"
    r"(?:[_^](?:\{(?:[^{}]|\{[^{}]*\})*\}|\\?\w|\*))*"
)
SEVERAL = {
    "1.2": "an integral is what an expectation is",
    "1.3": "an integral is what an expectation is",
    "NTK of the minimal model, 2": "two quantities vanish at the saddle",
}
FACTORS = {"A.30", "AGF for linear networks, 4"}
"""Where names are given to the factors of a matrix."""


def form(line: str) -> str:
    """How a line defines: gradient flow, a condition, a map, what an algorithm does, or a name on its left alone."""
    if r"\leftarrow" in line:
        return "step"
    if r"\mapsto" in line:
        return "map"
    if FLOW.match(line):
        return "flow"
    if CONDITION.search(line):
        return "condition"
    first = line.split(r" \quad")[0]
    if ":=" in first or re.match(r"\w \\sim", first):  # a letter is drawn from a distribution
        return "name"
    left, _, right = first.partition("=")
    found = NAME.match(left.strip())
    assert found, f"no name: {left}"
    assert re.fullmatch(r"(\([^=]*\))?", left.strip()[found.end() :].strip()), f"more than a name: {left}"
    assert not re.search(rf"(?<![A-Za-z\\]){re.escape(found[0])}(?![A-Za-z^(_])", right), f"it is on both sides: {line}"
    return "name"


def equalities(line: str) -> int:
    """How often a line says that something is equal, or less, outside of braces and parentheses."""
    depth, found = 0, 0
    for sign in re.split(r" \\quad|\\begin", line)[0]:
        depth += (sign in "{([") - (sign in "})]")
        found += sign in "=<" and depth == 0
    return found


@pytest.mark.parametrize(
    ("document", "forms"),
    [("thesis", {"condition": 4, "flow": 5}), ("kunin-slides", {"condition": 3, "map": 1, "step": 7})],
)
def test_what_defines_a_name_has_the_form_of_a_definition(document: str, forms: Mapping[str, int]) -> None:
    lines = printed_lines(document)
    untold = {e.label: e.reasons for e in entries(library()) if e.document == document and e.reasons}
    others = {label for label, reasons in untold.items() if re.match("(the )?definition of", "; ".join(reasons))}
    defined = ({*DEFINES, *others} & lines.keys()) - FACTORS
    counted = Counter(form(lines[own]) for own in defined)
    assert {name: number for name, number in counted.items() if name != "name"} == forms
    assert {own for own in defined if equalities(lines[own]) > 1} <= {*SEVERAL}, "a second equality is to be proved"


@pytest.mark.parametrize("line", ["a + b = c", "a = a b", r"a_k = b a_k + 1", r"\frac{a}{b} = c"])
def test_what_defines_nothing_is_found(line: str) -> None:
    with pytest.raises(AssertionError):
        form(line)


def at(own: str) -> list[Claim]:
    """The claims where a formula stands."""
    (document,) = [document for document in DOCUMENTS if own in printed_lines(document)]
    place = (document, label_of(own))
    return [claim for claim in library() if place in {(s.document, s.label) for s in claim.sources}]


def supposed(own: str, *ways: str) -> bool:
    """Whether a claim at the label has the equation among its hypotheses."""
    return any(str(hypothesis) in ways for claim in at(own) for hypothesis in claim.hypotheses)


def stated(own: str, *texts: str) -> bool:
    """Whether a claim at the label has each of these in what it states."""
    lines = ["\n".join(claim.lines()) for claim in at(own)]
    return all(any(text in line for line in lines) for text in texts)


def bounded_by_integral(label: str) -> bool:
    """Whether a sum is bounded from above and from below by an integral and something more."""
    joined = [claim.statement.concludes for claim in at(label) if isinstance(claim.statement, Joined)]
    parts = [part for whole in joined if isinstance(whole, AllOf) for part in whole.parts]
    bounds = [part for part in parts if isinstance(part, Inequality)]
    return {"<=", ">="} <= {b.relation for b in bounds if b.lhs.has(sp.Sum) and b.rhs.has(sp.Integral)}


def conserves(label: str, quantity: sp.Expr) -> bool:
    return any(isinstance(claim.statement, Conserved) and claim.statement.quantity == quantity for claim in at(label))


def powers_of_compute() -> bool:
    """Whether both powers of (4.43) stand in one stationary point."""
    (point,) = [claim.statement.at for claim in at("4.43") if isinstance(claim.statement, Stationary)]
    letters = {s.name: s for _, value in point for s in value.free_symbols}
    c, alpha = letters["C"], letters["alpha"]
    found = {letter.name: sp.simplify(c * sp.log(value).diff(c)) for letter, value in point}
    return found == {"T": (alpha + 1) / (alpha + 2), "N": 1 / (alpha + 2)}


def vanishes(label: str) -> bool:
    """Whether the value is 0, with three classes and two inputs of each."""
    (claim,) = at(label)
    assert isinstance(claim.statement, Identity)
    return bool(sp.expand(claim.statement.rhs.replace(sp.Sum, added)) == 0)


def added(summand: sp.Expr, *limits: sp.Tuple) -> sp.Expr:
    for index, first, last in limits:
        summand = sp.Add(*(summand.subs(index, k) for k in range(first, {"C": 3, "m": 2}[last.name] + 1)))
    return summand


HOLDS: Mapping[str, Callable[[], bool]] = {
    "1.6": lambda: any(str(claim.statement).startswith("E[exp(") for claim in at("1.6")),
    "1.7": lambda: not any(e.has(sp.oo) for claim in at("1.7") for e in claim.statement.expressions()),
    "3.16": lambda: supposed("3.16", "X*W_1*W_2 = Y", "Y = X*W_1*W_2"),
    "4.21": lambda: bounded_by_integral("4.21"),
    "4.30": lambda: bounded_by_integral("4.30"),
    "4.37": lambda: bounded_by_integral("4.37"),
    "4.43": powers_of_compute,
    "6.8": lambda: conserves("6.8", modes.a_plus[modes.j] ** 2 / (modes.theta + modes.delta_theta)),
    "6.9": lambda: conserves("6.9", modes.a_minus[modes.l] ** 2 * (modes.theta + modes.delta_theta)),
    "A.7": lambda: supposed("A.7", "w*U*S*V = Y"),
    "B.38": lambda: any(balance in claim.uses for claim in at("B.38")) and not supposed("B.38", "B_0"),
    "D.31": lambda: vanishes("D.31"),
    "D.32": lambda: vanishes("D.32"),
    "D.33": lambda: vanishes("D.33"),
    "Exact solutions": lambda: supposed("Exact solutions", "X.T*X = I"),
    "Saddle-to-Saddle Dynamics, 3": lambda: all(
        supposed("Saddle-to-Saddle Dynamics, 3", end) for end in ("gamma >= 1 - 1/L", "gamma < 1")
    ),
    "Theorem 3.1, 1": lambda: stated("Theorem 3.1, 1", "is least under sum_{j=1..d}(X[m,j]*beta[j]) = "),
    "Theorem 3.1, 4": lambda: printed_lines("kunin-slides")["Theorem 3.1, 4"].endswith(r"\sqrt{\sqrt{\delta^2}}"),
    "Alternating Gradient Flows, 1": lambda: stated(
        "Alternating Gradient Flows, 1", "alpha**(kappa - 1)*a[i]*sigma[i]"
    ),
    "Jump time, 1": lambda: stated("Jump time, 1", "**(-1/(kappa - 2)) = 1"),
    "Cost minimization, 3": lambda: stated("Cost minimization, 3", "epsilon**(kappa - 1)*g -> 0"),
    "AGF for linear networks, 2": lambda: supposed("AGF for linear networks, 2", "E[x*x.T] = I"),
    "AGF for linear networks, 6": lambda: stated("AGF for linear networks, 6", "<= N*sigma/2", "< N*sigma/2"),
    "Saddle-to-saddle algorithm, 4": lambda: stated("Saddle-to-saddle algorithm, 4", "(S_i + 1)/dL > 0"),
    "Saddle-to-saddle algorithm, 6": lambda: stated(
        "Saddle-to-saddle algorithm, 6", "is least under (S[i] - 1)*beta[i]"
    ),
    "Theorem 6.2, 5": lambda: any("s_u + s_v - s_x" in str(h) for c in at("Theorem 6.2, 5") for h in c.hypotheses),
}


@pytest.mark.parametrize("label", APART)
def test_why_a_line_is_read_as_no_claim_is_so(label: str) -> None:
    assert HOLDS[label](), APART[label]


_UNDECLARED = "since what the source means by it is not declared"


def claim(line: str) -> Claim:
    x = positive("x")
    return Claim("own/line", title=line, statement=Identity(x + 1, 2))


@pytest.mark.parametrize(
    ("line", "how", "why"),
    [
        ("x + 1 = 2", "proved", ""),
        ("x - 1 = 2", "unread", "its left side reads as x - 1; the claim has x + 1."),
        ("y = 2", "unread", f"the reading stops at `y` at the start, {_UNDECLARED}."),
        ("x & : 1 = 2", "unread", f"the reading stops at `:` after `x &`, {_UNDECLARED}."),
        ("x + 1", "unread", "it is an expression, with no relation that could be proved."),
        ("x + [ 1 = 2", "unread", "the reading stops at `=` after `x + [ 1`, where it expects `]`."),
    ],
)  # fmt: skip
def test_where_a_line_is_not_read_the_machine_says_why(line: str, how: str, why: str) -> None:
    assert of_label(claim(line), "99.1", line) == Reading(how, why, "own/line")


def test_the_reading_stands_in_the_json() -> None:
    sigmoid = next(c for c in derivations.load("feedback") if c.id == "feedback/sigmoid")
    assert _readings(sigmoid)[0] | {"reason": None} == {
        "document": "thesis", "label": "3.9", "formula": printed_lines("thesis")["3.9"], "reading": "proved",
        "reason": None, "claim": "feedback/sigmoid",
    }  # fmt: skip
    (data,) = as_json([Entry("thesis", "3.2", None, (sigmoid,))])["documents"]["thesis"]["3.2"]["printed"]
    assert (data["reading"], data["reason"]) == ("definition", "the loss")


def test_of_several_formulas_a_claim_shows_those_that_it_states() -> None:
    flows = {claim.id: claim for claim in derivations.load("alternating-flows")}
    lines = standing_at("kunin-slides", "Utility")
    of_theorem = of_sources(flows["alternating-flows/utility-dynamics"])
    assert [(label, line, reading.how) for _, label, line, reading in of_theorem] == [
        ("Utility", lines["Utility, 2"], "proved"),
        ("Utility", lines["Utility, 3"], "proved"),
    ]
    of_another = [(line, reading.how) for _, _, line, reading in of_sources(flows["alternating-flows/slow-norm"])]
    assert of_another == [*zip(lines.values(), ("definition", "unread", "unread"), strict=True)]


def test_of_several_formulas_an_erratum_is_about_those_that_it_quotes() -> None:
    entry = next(e for e in entries(library()) if e.label == "AGF for linear networks")
    read = {own: of_formula(entry, own) for own in standing_at(entry.document, entry.label)}
    wrong = {own for own, reading in read.items() if reading.claim.endswith("-printed")}
    assert wrong == {"AGF for linear networks, 9", "AGF for linear networks, 10"}
    assert [*read.values()] == [reading for _, reading in of_entry(entry)]


def test_a_reason_that_is_that_of_every_claim_names_none() -> None:
    entry = next(e for e in entries(library()) if e.label == "AGF for linear networks")
    assert str(of_formula(entry, "AGF for linear networks, 2")) == (
        "Not read: it is a hypothesis of the claims about white inputs."
    )
