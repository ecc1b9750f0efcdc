"""Signs derived for random expressions under random hypotheses, held against values at random points."""

from __future__ import annotations

import math
import random

import pytest
import sympy as sp
from flint import fmpq_mpoly

from layerproof.language.symbols import nonnegative, positive, real
from layerproof.proving.domain import Contradiction, Domain
from layerproof.proving.exact.prover import Prover
from layerproof.proving.exact.signs import Signs
from layerproof.proving.exact.tower import Tower
from layerproof.proving.sign_sets import SignSet

u, v = positive("u v")
x, y = real("x y")
g = nonnegative("g")
SYMBOLS = (u, v, x, y, g)
HYPOTHESES = ((), (v < u,), (x >= y,), (x + y > 0,), (u + v < 1,), (x <= g, x >= -g), (u * v > 1,), (x < y, y < g))
TRIED, LOOKED_AT = 60, 200


def grown(source: random.Random, depth: int) -> sp.Expr:
    if depth == 0:
        return source.choice([*SYMBOLS, sp.Integer(source.randint(-3, 3)), sp.Rational(source.randint(1, 3), 2)])
    inner, other = grown(source, depth - 1), grown(source, depth - 1)
    ways = (
        lambda: inner + other,
        lambda: inner * other,
        lambda: inner - other,
        lambda: inner**2,
        lambda: sp.sqrt(inner**2 + source.randint(0, 2)),
        lambda: sp.sqrt(sp.Abs(inner)),
        lambda: sp.exp(inner),
        lambda: sp.log(1 + inner**2),
        lambda: sp.Abs(inner),
        lambda: inner / (1 + other**2),
    )
    return source.choice(ways)()


def drawn(source: random.Random) -> list[float]:
    spread = [abs(source.gauss(0, 1)) * 10 ** source.uniform(-1, 1) + 1e-9 for _ in range(2)]
    return [*spread, source.gauss(0, 2), source.gauss(0, 2), abs(source.gauss(0, 2)) * source.choice((0, 1, 1, 1))]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))])
def test_no_derived_sign_is_wrong(seed: int) -> None:
    source = random.Random(seed)
    derived = 0
    for _ in range(TRIED):
        expr, hypotheses = grown(source, source.choice((2, 3))), source.choice(HYPOTHESES)
        try:
            signs = Prover(Domain.of([expr, *hypotheses], hypotheses)).sign(expr)
        except Contradiction:
            continue
        if len(signs) == 3:
            continue
        derived += 1
        value = sp.lambdify(SYMBOLS, [expr, *hypotheses], "math")
        for _ in range(LOOKED_AT):
            at = drawn(source)
            try:
                found, *hold = value(*at)
            except (OverflowError, ZeroDivisionError, ValueError):
                continue
            if all(hold) and math.isfinite(found) and abs(found) > 1e-7:
                assert math.copysign(1, found) in signs, f"{expr} under {hypotheses} at {at}: {found}"
    assert derived > TRIED // 4


def test_what_was_cut_short_is_not_tried_again_and_nothing_is_lost_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A derivation is cut short where a question is open, or deep: what is remembered of it holds nowhere else."""
    source = random.Random(7)
    asked = [(grown(source, 3), source.choice(HYPOTHESES)) for _ in range(TRIED)]

    def found() -> tuple[list[object], int]:
        said, tried = list[object](), 0
        derive = Signs._derive

        def counted(self: Signs, tower: Tower, poly: fmpq_mpoly) -> SignSet:
            nonlocal tried
            tried += 1
            return derive(self, tower, poly)

        with monkeypatch.context() as patch:
            patch.setattr(Signs, "_derive", counted)
            for expr, hypotheses in asked:
                try:
                    said.append(Prover(Domain.of([expr, *hypotheses], hypotheses)).sign(expr))
                except Contradiction as problem:
                    said.append(str(problem))
        return said, tried

    said, tried = found()
    with monkeypatch.context() as patch:
        patch.setattr(Signs, "_known", lambda self, key: None)
        patch.setattr("layerproof.proving.exact.signs._WORK", 10**6)
        all_said, all_tried = found()
    assert said == all_said
    assert tried < all_tried


def test_what_was_cut_short_within_one_question_is_derived_within_another() -> None:
    """Of a b > 0, b c > 0 and c > 0: asked within that of b, the sign of a is open; afterwards it is not."""
    a, b, c = x**3 - y - 1, y**3 - x * g - 2, g**3 + x * y + 5
    signs = Signs(Domain.of([a, b, c], (a * b > 0, b * c > 0, c > 0)))
    tower = Tower(signs)
    second, first = (tower.element(expr).num for expr in (b, a))
    assert [tower.sign(second), tower.sign(first)] == [{1}, {1}]
