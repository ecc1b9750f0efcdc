"""What rests on what, and that a claim resting on a false one says so."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from layerproof import Claim, Erratum, Identity, positive
from layerproof.desk import cli
from layerproof.desk.graph import Graph, as_dot, listing
from layerproof.running.loading import Library

x, y = positive("x y")
SQUARE = Identity((x + y) ** 2, x**2 + 2 * x * y + y**2)


def claim(name: str, *uses: Claim, erratum: Erratum | None = None) -> Claim:
    return Claim(f"x/{name}", title=f'a "{name}"', statement=SQUARE, uses=uses, erratum=erratum)


FALSE = claim("false", erratum=Erratum("slip", "wrong"))
FIRST = claim("first")
SECOND = claim("second", FIRST, FALSE)
THIRD = claim("third", SECOND, FIRST)
GRAPH = Graph([THIRD, SECOND, FIRST, FALSE])


def test_the_basis_is_found_nearest_first() -> None:
    assert [c.id for c in GRAPH.basis(THIRD)] == ["x/second", "x/first", "x/false"]
    assert GRAPH.basis(FIRST) == []


def test_the_heirs_are_found_nearest_first() -> None:
    assert [c.id for c in GRAPH.heirs(FIRST)] == ["x/third", "x/second"]
    assert GRAPH.users(SECOND) == [THIRD]


def test_a_claim_resting_on_a_false_one_says_so() -> None:
    assert GRAPH.unsound(THIRD) == [FALSE]
    assert GRAPH.unsound(FIRST) == []


def test_the_drawing_has_every_arrow_and_escapes_titles() -> None:
    drawing = as_dot(GRAPH, [SECOND])
    assert '"x/third" -> "x/second";' in drawing
    assert '"x/second" -> "x/false";' in drawing
    assert '\\"first\\"' in drawing
    assert drawing.count("crimson") == 1


def test_no_true_claim_of_the_library_rests_on_a_false_one() -> None:
    everything = Library().all()
    graph = Graph(everything)
    assert [c.id for c in everything if not c.erratum and c.expected == "VERIFIED" and graph.unsound(c)] == []


def test_no_claim_of_the_library_rests_on_itself() -> None:
    graph = Graph(Library().all())
    assert [
        c.id for c in Library().all() if any(other.id == c.id for used in c.uses for other in graph.basis(used))
    ] == []


def test_the_command_prints_what_a_claim_rests_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["graph", "lazy-rich/general-solution"]) == 0
    out = capsys.readouterr().out
    assert "lazy-rich/riccati" in out
    assert "rest on it" in out


def test_without_a_name_the_command_prints_three_claims_a_subject(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["graph"]) == 0
    lines = capsys.readouterr().out.splitlines()
    claims = Library().all()
    heirs = {claim.id: len(Graph(claims).heirs(claim)) for claim in claims if claim.subject == "feedback"}
    assert f"feedback  {len(heirs)} claims" in "\n".join(lines)
    most = max(heirs, key=heirs.__getitem__)
    assert f"{heirs[most]}  rest on  {most}" in "\n".join(lines)
    assert len(lines) < 5 * len({claim.subject for claim in claims})


def test_the_command_writes_a_drawing(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["graph", "lazy-rich/general-solution", "--dot", "-"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("digraph")
    assert out.rstrip().endswith("}")


@pytest.mark.parametrize(("width", "line"), [(40, " x/second\n  x/first\n"), (80, "├── x/second\n│   ├── x/first\n")])
def test_no_id_is_broken_however_narrow_the_screen(width: int, line: str) -> None:
    out = Console(width=width, file=io.StringIO())
    long = claim("a-name-that-is-longer-than-forty-columns-can-hold")
    listing(GRAPH, [claim("top", SECOND, long)], out)
    assert isinstance(out.file, io.StringIO)
    assert line in out.file.getvalue()
    assert f" {long.id}\n" in out.file.getvalue()
