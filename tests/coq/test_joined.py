"""Theorems by Coq, with their joins: what holds is proved line by line, and no broken join is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from layerproof import (
    AllOf,
    Cases,
    Claim,
    Combination,
    Eq,
    Follows,
    ForAll,
    Given,
    Identity,
    Inequality,
    Instance,
    Limit,
    Line,
    Minimum,
    Ne,
    Rational,
    Squeezed,
    Summed,
    Theorem,
    Vanishing,
    families,
    index,
    natural,
    positive,
    real,
    total,
)
from layerproof.language.claims import Question
from layerproof.language.verdicts import Verdict
from layerproof.proving.coq.checking import Found, Wish, check, lemmas_in, theorem
from layerproof.proving.coq.guard import check_proof, check_statement
from layerproof.proving.coq.theorems import theorem_of
from layerproof.running.loading import Library

from .broken import broken
from .needs import coq
from .not_proved import NOT_PROVED

x, y, z = real("x y z")
p, q = positive("p q")
n = natural("n")
i, j = index("i", n), index("j", n)
X, Y = families("X Y")


def lemma(statement: Any, *hypotheses: Any, name: str = "lemma") -> Claim:
    """A claim to start from."""
    return Claim(f"own/{name}", title="A lemma", statement=statement, hypotheses=hypotheses)


def joined(concludes: Any, proof: list[Any], *hypotheses: Any) -> Theorem:
    """A theorem."""
    return Theorem("own/theorem", title="A theorem", concludes=concludes, proof=proof, hypotheses=hypotheses)


SQUARE = lemma(Inequality((x - y) ** 2, ">=", 0))
SQUARES = lemma(Inequality((X[i] - Y[i]) ** 2, ">=", 0), name="squares")
LARGE = lemma(Inequality(x**2, ">", 1), x > 1, name="large")
SUM = Eq(x + y, z)
EVERY = ForAll(i, Eq(X[i], Y[i], evaluate=False))
EVERY_PAIR = ForAll((i, j), X[i] * X[j] >= Y[i] * Y[j])
ENTRY = Line(Identity(X[i], Y[i]), by=Combination(EVERY))
NOTHING = Eq(total((X[i] - Y[i]) ** 2, i), 0, evaluate=False)
LEAST = Line(
    Inequality(x**2 + y**2, ">=", z**2 / 2),
    given=[SUM],
    by=Combination((SQUARE, Rational(1, 2)), (SUM, (x + y + z) / 2)),
)
FAR = Line(Inequality((x - y) ** 2 + (x - y) ** 4, ">=", 0), given=[Ne(x, y)], by=Follows())
NEAR = Line(FAR.says, given=[Eq(x, y)], by=Follows())
WEIGHED = Line(
    Inequality(p * x**2 + q, ">", p),
    given=[x > 1],
    by=Combination((LARGE, p), (lemma(Inequality(q, ">", 0), name="q"), 1)),
)

CLOSE = lemma(Inequality(p * x, "<=", p * (1 + x**2)), name="close")
CLOSE_BELOW = lemma(Inequality(p * x, ">=", -p * (1 + x**2)), name="close-below")
TO_ZERO = lemma(Limit(p * (1 + x**2), p, sp.S.Zero, 0), name="to-zero")
TO_ZERO_BELOW = lemma(Limit(-p * (1 + x**2), p, sp.S.Zero, 0), name="to-zero-below")
SQUEEZED = Line(Limit(p * x, p, sp.S.Zero, 0), by=Squeezed(CLOSE_BELOW, CLOSE, TO_ZERO_BELOW, TO_ZERO))
ROOT_OF_BOTH = sp.sqrt(sp.sqrt(x**2 + 4 * p) + x) * sp.sqrt(sp.sqrt(x**2 + 4 * p) - x)
TWO_ROOTS = Line(Identity(ROOT_OF_BOTH, 2 * sp.sqrt(p)), by=Follows())

HOLD = {
    "instance": joined(
        Inequality(p - 2 * sp.sqrt(p) * sp.sqrt(q) + q, ">=", 0),
        [Line(by=Instance(SQUARE, {x: sp.sqrt(p), y: sp.sqrt(q)}))],
    ),
    "an instance whose hypothesis is shown": joined(
        Inequality((p + 1) ** 2, ">", 1), [Line(by=Instance(LARGE, {x: p + 1}))]
    ),
    "an instance at a family": joined(
        Inequality((X[i] - X[i] ** 2) ** 2, ">=", 0), [Line(by=Instance(SQUARES, {Y[i]: X[i] ** 2}))]
    ),
    "a hypothesis about every entry, at another one": joined(
        Identity(X[j], Y[j]), [ENTRY, Line(by=Instance(ENTRY, {i: j}))], EVERY
    ),
    "a hypothesis about every entry, at the line's own": joined(
        Inequality(1 / X[i], ">", 0),
        [Line(by=Instance(lemma(Inequality(1 / p, ">", 0), name="inverse"), {p: X[i]}))],
        ForAll(i, X[i] > 0),
    ),
    "a theorem as a premise": joined(
        Inequality(p**2 + 4, ">=", (p + 2) ** 2 / 2),
        [Line(by=Instance(joined(Given([SUM], LEAST.says), [LEAST]), {x: p, y: 2, z: p + 2}))],
    ),
    "a hypothesis about every pair, at one index": joined(
        Inequality(X[i] ** 2, ">=", Y[i] ** 2), [Line(by=Instance(EVERY_PAIR, {j: i}))], EVERY_PAIR
    ),
    "combination": joined(Minimum(x**2 + y**2, {x: z / 2, y: z / 2}, [SUM]), [LEAST]),
    "a strict combination": joined(Given([x > 1], WEIGHED.says), [WEIGHED]),
    "summed": joined(Inequality(total((X[i] - Y[i]) ** 2, i), ">=", 0), [Line(by=Summed(SQUARES, i))]),
    "squares that vanish": joined(
        Identity(X[i], Y[i]), [Line(Identity(X[i], Y[i]), by=Vanishing(NOTHING, over=i))], NOTHING
    ),
    "squeezed": joined(SQUEEZED.says, [SQUEEZED]),
    "a product of roots is a third": joined(TWO_ROOTS.says, [TWO_ROOTS]),
    "said the other way round": joined(
        Given([SUM], Inequality(z**2, "<=", 2 * x**2 + 2 * y**2)),
        [LEAST, Line(Inequality(2 * x**2 + 2 * y**2, ">=", z**2), given=[SUM], by=Combination((LEAST, 2)))],
    ),
    "cases": joined(FAR.says, [FAR, NEAR, Line(FAR.says, by=Cases({Eq(x, y): NEAR, Ne(x, y): FAR}))]),
}
NONE: dict[str, Callable[[], Theorem]] = {
    "outside of the domain": lambda: joined(
        Inequality(1 / (x - 1), ">", 0), [Line(by=Instance(lemma(Inequality(1 / p, ">", 0)), {p: x - 1}))]
    ),
    "a lemma that is false": lambda: joined(
        Inequality(x**2, ">", 0), [Line(Inequality(x**2, ">", 0), by=Follows(lemma(Inequality(x**2, ">", 0))))]
    ),
    "a negative multiplier": lambda: joined(
        Inequality(y, ">", x), [Line(Inequality(y, ">", x), by=Combination((x > y, -1)))], x > y
    ),
    "a case is missing": lambda: joined(FAR.says, [FAR, NEAR, Line(FAR.says, by=Cases({x > y: FAR, Eq(x, y): NEAR}))]),
    "squeezed between bounds that are exchanged": lambda: joined(
        SQUEEZED.says, [Line(SQUEEZED.says, by=Squeezed(CLOSE, CLOSE_BELOW, TO_ZERO, TO_ZERO_BELOW))]
    ),
    "squeezed towards another value": lambda: joined(
        Limit(p * x, p, sp.S.Zero, 1),
        [Line(Limit(p * x, p, sp.S.Zero, 1), by=Squeezed(CLOSE_BELOW, CLOSE, TO_ZERO_BELOW, TO_ZERO))],
    ),
    "a product of roots has a sign": lambda: joined(
        Identity(ROOT_OF_BOTH, -2 * sp.sqrt(p)), [Line(Identity(ROOT_OF_BOTH, -2 * sp.sqrt(p)), by=Follows())]
    ),
    "no line says it": lambda: joined(Inequality(x**2 + 1, ">", 0), [SQUARE]),
    "hypotheses that contradict each other": lambda: joined(
        Identity(x, 5),
        [Line(Identity(x, 5), by=Combination((Eq(x, 1), -3), (Eq(x, 2), 4)))],
        Eq(x, 1, evaluate=False),
        Eq(x, 2, evaluate=False),
    ),
}
"""Theorems that are false, or not joined."""


@pytest.fixture(scope="module")
def found() -> dict[str, Found]:
    """What Coq says of those that hold."""
    return dict(zip(HOLD, check([Wish(made) for made in HOLD.values()]), strict=True))


@coq
@pytest.mark.slow
@pytest.mark.parametrize("name", HOLD)
def test_what_is_joined_is_proved(name: str, found: dict[str, Found]) -> None:
    evidence = found[name].evidence
    assert evidence.verdict is Verdict.VERIFIED, evidence.reason


@coq
@pytest.mark.slow
def test_no_broken_join_is_proved() -> None:
    made = [(name, mutant) for name, whole in HOLD.items() for mutant in broken(whole, 12)]
    results = check([Wish(mutant) for _, mutant in made])
    assert len(made) >= 60
    passed = [f"{name}: {mutant.title}" for (name, mutant), r in zip(made, results, strict=True) if r.formal]
    assert passed == []


@coq
@pytest.mark.slow
def test_what_is_not_joined_is_not_proved() -> None:
    results = check([Wish(make()) for make in NONE.values()])
    assert [name for name, result in zip(NONE, results, strict=True) if result.formal] == []
    assert all(result.evidence.reason for result in results)


def test_a_theorem_says_each_part_of_its_conclusion_as_a_claim_would_be_stated() -> None:
    made = joined(AllOf(SQUARE.statement, Given([SUM], LEAST.says)), [SQUARE, LEAST])
    parts = [
        theorem_of(Question("own/part", title="", statement=part.says, hypotheses=part.given)).proposition()
        for part in made.statement.sequents()
    ]
    assert len(parts) == 2
    assert theorem_of(made).proposition() == "  " + "\n  /\\ ".join(f"({part})" for part in parts)


def test_its_script_proves_and_does_nothing_else() -> None:
    formal = theorem(HOLD["cases"])
    check_statement(formal.says)
    check_proof(formal.proof)
    assert formal.lemmas == lemmas_in(HOLD["cases"]) == 4


@coq
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("a lemma that is false", "the claim own/lemma"),
        ("outside of the domain", "line 1"),
        ("no line says it", "part 1 of the conclusion: no line says it"),
    ],
)
def test_it_is_said_which_line_has_no_proof(name: str, reason: str) -> None:
    (result,) = check([Wish(NONE[name]())])
    assert reason in (result.evidence.reason or "")


COPIES, PARTS = 1, 6
"""Broken copies of each, and the tests that they are divided among; the third and fourth take Coq far longer."""

LONG = "single-neuron/theorem-3-1"
"""A copy of it takes Coq minutes; what is broken in it is the same as in shorter ones."""


@coq
@pytest.mark.whole
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(PARTS))
def test_no_broken_copies_of_theorems_are_proved(part: int) -> None:
    theorems = {claim.id: claim for claim in Library().all() if isinstance(claim, Theorem)}
    names = sorted(theorems.keys() - NOT_PROVED.keys() - {LONG})[part::PARTS]
    made = [mutant for name in names for mutant in broken(theorems[name], COPIES)]
    assert len(made) >= len(names)
    ruled = zip(made, check([Wish(mutant) for mutant in made]), strict=True)
    assert [f"{mutant.id}: {mutant.title}" for mutant, result in ruled if result.formal] == []
