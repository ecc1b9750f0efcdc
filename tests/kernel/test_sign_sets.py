"""Sets of signs: what products, powers and sums make of them, against the numbers -1, 0 and 1 themselves."""

from __future__ import annotations

import itertools

import pytest
import sympy as sp

from layerproof.proving import sign_sets
from layerproof.proving.sign_sets import Sign, SignSet, of_number, opposite, raised, times, total

SETS: list[SignSet] = [
    frozenset(chosen) for size in (1, 2, 3) for chosen in itertools.combinations(Sign, size)
]  # all that say that there is a value
SIZES = (sp.Rational(1, 3), 1, 7)


def values(signs: SignSet) -> list[sp.Rational]:
    """Numbers with these signs, of several sizes."""
    return [sp.Rational(sign * size) for sign in signs for size in SIZES]


def signs_of(numbers: list[sp.Rational]) -> SignSet:
    return frozenset().union(*map(of_number, numbers))


@pytest.mark.parametrize(("one", "other"), [*itertools.product(SETS, SETS)])
def test_a_product_has_the_signs_of_the_products(one: SignSet, other: SignSet) -> None:
    assert times(one, other) == signs_of([a * b for a in values(one) for b in values(other)])


@pytest.mark.parametrize("signs", SETS)
def test_powers_and_opposites_have_the_signs_of_theirs(signs: SignSet) -> None:
    assert opposite(signs) == signs_of([-a for a in values(signs)])
    for power in (1, 2, 3, 4):
        assert raised(signs, power) == signs_of([a**power for a in values(signs)])


@pytest.mark.parametrize(("one", "other"), [*itertools.product(SETS, SETS)])
def test_a_sum_has_the_signs_of_the_sums_or_any(one: SignSet, other: SignSet) -> None:
    found = signs_of([a + b for a in values(one) for b in values(other)])
    assert total([one, other]) == (sign_sets.ANY if one | other >= sign_sets.NONZERO else found)
    assert total([one]) == one


def test_a_sum_of_nothing_is_zero() -> None:
    assert total([]) == sign_sets.ZERO


def test_the_sets_that_have_a_name_hold_signs_and_nothing_else() -> None:
    named = [value for name, value in vars(sign_sets).items() if name.isupper()]
    assert len(named) == 7
    assert {*named} == {*SETS}
    assert all(isinstance(sign, Sign) for signs in named for sign in signs)
