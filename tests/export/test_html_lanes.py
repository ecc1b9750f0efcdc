"""The graph of claims as a drawing."""

from __future__ import annotations

from itertools import combinations

import sympy as sp

from layerproof import Claim, Erratum, Identity
from layerproof.derivations import load
from layerproof.export.html.lanes import Node, _lanes, _packed, drawing, linked

x = sp.Symbol("x", real=True)


def claim(name: str, **rest: object) -> Claim:
    return Claim(f"own/{name}", title=name, statement=Identity((x + 1) ** 2, x**2 + 2 * x + 1), **rest)  # type: ignore[arg-type]


def test_a_claim_stands_below_all_that_it_rests_on() -> None:
    claims = load("lazy-rich")
    order = [c.id for c in linked(list(reversed(claims)))]
    assert len(order) == len(set(order))
    for one in claims:
        for other in (*one.uses, *([one.corrects] if one.corrects else [])):
            if one.id in order:
                assert order.index(other.id) < order.index(one.id)


def test_claims_that_stand_alone_are_left_out() -> None:
    first, alone = claim("first"), claim("alone")
    assert [c.id for c in linked([first, alone, claim("second", uses=[first])])] == ["own/first", "own/second"]


def test_every_arrow_is_drawn_once_and_no_two_lanes_lie_on_each_other() -> None:
    claims = linked(load("single-neuron"))
    rows = {c.id: k for k, c in enumerate(claims)}
    lanes = _packed(_lanes(claims, rows))
    drawn = sorted((lane.first, target, lane.dashed) for lane in lanes for target in lane.targets)
    arrows = [(rows[u.id], rows[c.id], False) for c in claims for u in c.uses]
    arrows += [(rows[c.corrects.id], rows[c.id], True) for c in claims if c.corrects]
    assert drawn == sorted(arrows)
    for one, other in combinations(lanes, 2):
        if one.column == other.column:
            assert one.last < other.first or other.last < one.first


def test_a_long_chain_is_no_deep_recursion() -> None:
    chain = [claim("0")]
    for k in range(1, 3000):
        chain.append(claim(str(k), uses=[chain[-1]]))
    assert len(linked([chain[-1], *chain])) == 3000


def test_what_corrects_a_line_is_joined_to_it_by_a_dashed_lane() -> None:
    wrong = claim("wrong", erratum=Erratum("slip", "a slip"))
    right = claim("right", corrects=wrong)
    svg = drawing(linked([wrong, right]), lambda c: Node(c.id, None, "good", "<b>"), "What & where")
    assert 'class="lane c0 dashed"' in svg
    assert "own/wrong is corrected by own/right" in svg
    assert "<b>" not in svg
    assert 'aria-label="What &amp; where"' in svg
