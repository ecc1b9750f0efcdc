"""The verifier on random statements of known truth, and the parts of that test.

    pytest -m fuzz --fuzz-seed N --fuzz-count N

puts N statements to the exact prover, each tenth to numbers, and each hundredth to Coq where it is installed; without
options it is the run that CI makes.  ``python -m fuzz --help``, in the folder of the tests, does the same by hand.
"""

from __future__ import annotations

import shutil
from fractions import Fraction

import pytest
import sympy as sp

from layerproof.language.statements import Identity

from .arithmetic import NotRational, holds, matrix_value, value
from .choices import Choices, shrunk
from .judging import MAKERS, drawn, fuzz, judge
from .stated import HEADER, Stated
from .words import POINT, A, B

CHUNK = 25
x, y = sp.symbols("x y", real=True)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The statements in chunks: none of them takes long."""
    if "first" in metafunc.fixturenames:
        count = metafunc.config.getoption("fuzz_count")
        metafunc.parametrize("first", range(0, count, CHUNK))


@pytest.mark.fuzz
def test_none_is_judged_wrongly(first: int, pytestconfig: pytest.Config) -> None:
    seed, count = pytestconfig.getoption("fuzz_seed"), pytestconfig.getoption("fuzz_count")
    numbers = range(first, min(first + CHUNK, count))
    tally = fuzz(seed, numbers, every_coq=100 if shutil.which("coqc") else 0)
    print(tally)
    assert not tally.faults, "\n".join(tally.faults)


@pytest.mark.parametrize("start", range(0, 90, 30))
def test_none_of_a_few_is_judged_wrongly(start: int) -> None:
    tally = fuzz(1, range(start, start + 30))
    assert not tally.faults, "\n".join(tally.faults)


def test_values_by_fractions() -> None:
    here = {x: Fraction(-1, 2), y: Fraction(3)}
    assert value(sp.Abs(x) * y**2 - sp.Max(x, y), here) == Fraction(3, 2)
    assert value(sp.Piecewise((1, x < 0), (y, True)), here) == 1
    assert holds(x < y, here)
    assert not holds(sp.Eq(x, y), here)
    with pytest.raises(NotRational):
        value(1 / (x + sp.Rational(1, 2)), here)
    assert matrix_value(A * B - B * A, POINT) == [[6, 0], [0, -6]]


def test_a_record_is_shrunk_while_it_stays_wrong() -> None:
    assert sum(shrunk([3, 9, 0, 7, 2, 8], lambda record: sum(record) >= 12)) == 12
    best = shrunk([3, 9, 0, 7, 2, 8], lambda record: max(record, default=0) >= 4)
    assert best == [4]


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.__name__)
def test_each_maker_makes_true_and_false_ones(maker: object) -> None:
    """And the Python that is printed makes the same kind of statement."""
    truths = set()
    for number in range(12):
        stated = maker(Choices(f"maker/{number}"))  # type: ignore[operator]
        truths.add(stated.truth)
        names: dict[str, object] = {}
        try:
            statement = stated.claim().statement
        except ValueError:
            continue
        exec(HEADER + stated.source(), names)
        assert type(names["statement"]) is type(statement)
        assert names["hypotheses"] == stated.hypotheses
    assert truths == {True, False}


def test_the_same_name_draws_the_same_statement() -> None:
    for number in range(20):
        stated, record = drawn(f"again/{number}")
        assert drawn("", record)[0].source() == stated.source()


def test_a_wrong_verdict_is_a_fault() -> None:
    right = {"lhs": (x + y) ** 2, "rhs": x**2 + 2 * x * y + y**2}
    assert not judge(Stated(Identity, right, True, "")).fault
    assert judge(Stated(Identity, right, False, "labelled wrongly")).fault.startswith("exact says VERIFIED")
    wrong = {**right, "rhs": x**2 + y**2}
    assert not judge(Stated(Identity, wrong, False, "")).fault
    assert judge(Stated(Identity, wrong, True, "labelled wrongly")).fault.startswith("exact says REFUTED")
