"""The faces of a kind of statement: registered once, by type; a kind that lacks one is told which."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from layerproof import Claim, Identity, Inequality, real
from layerproof.language.faces import Face, NoFace
from layerproof.language.statements.base import Statement
from layerproof.proving.coq import proofs, refutations, theorems
from layerproof.proving.coq.proofs import base, registered
from layerproof.proving.coq.proofs.base import NoProof
from layerproof.proving.coq.refutations import refutation_of
from layerproof.proving.coq.terms import Untranslatable
from layerproof.proving.coq.theorems import theorem_of

FACES = {
    "theorems": (theorems.STATES, theorems, theorems),
    "proofs": (base.PROOFS, registered, proofs),
    "refutations": (refutations.REFUTES, refutations, refutations),
}
x = real("x")


@dataclass(frozen=True)
class Odd(Identity):
    """A kind below one of ours, which may mean something else."""


def odd() -> Claim:
    return Claim("mine/odd", title="Odd", statement=Odd((x + 1) ** 2, x**2 + 2 * x + 1))


def test_a_face_is_registered_once_for_each_kind() -> None:
    face: Face = Face("picture", "my.pictures")
    assert face.register(Identity)(len) is len
    assert face.of(Identity((x + 1) ** 2, x**2 + 2 * x + 1)) is len
    with pytest.raises(ValueError, match="kind Identity have a picture already"):
        face.register(Inequality, Identity)
    with pytest.raises(TypeError, match="expected kinds of statement"):
        face.register(int)


def test_a_kind_below_another_has_no_face_of_it() -> None:
    face: Face = Face("picture", "my.pictures")
    face.register(Identity)(len)
    with pytest.raises(NoFace, match=re.escape("kind Odd have no picture: none is registered in my.pictures")):
        face.of(odd().statement)


def test_a_kind_without_a_theorem_or_a_refutation_is_told() -> None:
    with pytest.raises(Untranslatable, match=r"kind Odd have no theorem of Coq: .* layerproof\.proving\.coq\.theorems"):
        theorem_of(odd())
    with pytest.raises(NoProof, match=r"kind Odd have no refutation by Coq: .* layerproof\.proving\.coq\.refutations"):
        refutation_of(odd())


@pytest.mark.parametrize("name", FACES)
def test_every_module_that_registers_is_imported(name: str) -> None:
    _face, importing, package = FACES[name]
    (folder,) = package.__path__
    texts = {file.stem: file.read_text(encoding="utf-8") for file in Path(folder).glob("*.py")}
    registering = {stem for stem, text in texts.items() if re.search(r"^@[A-Z]+\.register\(", text, re.M)}
    assert registering
    assert registering <= set(vars(importing)), f"{name}: {registering - set(vars(importing))} are never imported"


def test_what_has_a_theorem_has_a_script_and_the_other_way_round() -> None:
    assert theorems.STATES.kinds == base.PROOFS.kinds
    assert set(refutations.REFUTES.kinds) <= set(theorems.STATES.kinds)


def test_every_kind_is_in_the_page_of_faces() -> None:
    """docs/architecture.md says which kinds have which face."""
    page = (Path(__file__).parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    said = {kind: marks for kind, marks in re.findall(r"^\| `(\w+)` \| ([yes |no]+) \|$", page, re.M)}
    for kind in kinds():
        marks = ["yes" if kind in face.kinds else "no" for face, _, _ in FACES.values()]
        assert said.get(kind.__name__) == " | ".join(marks), kind.__name__


def kinds() -> list[type[Statement]]:
    from layerproof.language import statements
    from layerproof.language.statements import matrices

    found = {v for m in (statements, matrices) for v in vars(m).values() if isinstance(v, type)}
    return sorted(
        (k for k in found if issubclass(k, Statement) and k is not Statement and not k.__abstractmethods__),
        key=lambda k: k.__name__,
    )
