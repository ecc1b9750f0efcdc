"""Terms of Coq that are the same but for the names of what they bind."""

from __future__ import annotations

import pytest

from layerproof.proving.coq.gallina import Gallina, Num, Var, app, fun
from layerproof.proving.coq.proofs.likeness import alike

i, j, k = Var("i"), Var("j"), Var("k")


def total(index: str, term: Gallina, high: Gallina = k) -> Gallina:
    return app("tsum", Num(1), high, fun(index, term))


ALIKE = [
    (total("i", app("f", i)), total("j", app("f", j))),
    (total("i", total("j", app("f", i, j))), total("j", total("i", app("f", j, i)))),
    (total("i", total("i", app("f", i))), total("i", total("j", app("f", j)))),
    (app("plus", total("i", i), total("i", i)), app("plus", total("i", i), total("j", j))),
    (total("i", app("f", i, k)), total("j", app("f", j, k))),
]
DIFFERENT = [
    (total("i", app("f", i)), total("j", app("f", i))),
    (total("i", total("j", app("f", i, j))), total("i", total("j", app("f", j, i)))),
    (app("plus", j, total("i", i)), app("plus", i, total("i", i))),  # i is free, and is bound elsewhere
    (total("i", app("f", i)), total("i", app("f", i), high=j)),
    (total("v0", app("f", Var("v0"), Var("v1"))), total("v1", app("f", Var("v1"), Var("v0")))),
    (app("f", i), app("g", i)),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_of_bound_variables_do_not_matter(one: Gallina, other: Gallina) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_everything_else_does(one: Gallina, other: Gallina) -> None:
    assert not alike(one, other)
    assert not alike(other, one)
