"""What is kept is found again, only by the same question, and never when damaged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import sympy as sp

from layerproof import Claim, GradientFlow, Identity, families, index, natural, positive, real, total, trajectories
from layerproof import time as time_symbol
from layerproof.cache import Cache, directory, fingerprint, write_atomically
from layerproof.canonical import Unstable, canonical
from layerproof.pieces import Kind, Piece, Settings


def test_kept_and_found(tmp_path: Path) -> None:
    Cache(tmp_path).put("ab12", {"answer": [1, "λ", None]})
    assert Cache(tmp_path).get("ab12") == {"answer": [1, "λ", None]}
    assert Cache(tmp_path).get("ab13") is None
    assert Cache(None).get("ab12") is None


@pytest.mark.parametrize("damage", ["cut", "empty", "other value", "binary", "no object"])
def test_a_damaged_file_is_the_same_as_none(tmp_path: Path, damage: str) -> None:
    store = Cache(tmp_path)
    store.put("ab12", {"verdict": "UNDECIDED"})
    (file,) = tmp_path.rglob("*.json")
    whole = file.read_text()
    broken = {
        "cut": whole[: len(whole) // 2].encode(),
        "empty": b"",
        "other value": whole.replace("UNDECIDED", "VERIFIED").encode(),
        "binary": b"\xff\xfe\x00",
        "no object": b"[]",
    }
    file.write_bytes(broken[damage])
    assert store.get("ab12") is None
    store.put("ab12", {"verdict": "UNDECIDED"})
    assert store.get("ab12") == {"verdict": "UNDECIDED"}


def test_a_disk_that_refuses_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    store = Cache(tmp_path / "cache")
    store.put("ab12", {})
    assert "cannot be kept" in store.problem


def test_writing_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    write_atomically(file, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(file, "new \ud800")
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


def test_the_place_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LAYERPROOF_CACHE", str(tmp_path / "here"))
    assert directory() == tmp_path / "here"
    monkeypatch.delenv("LAYERPROOF_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert directory().name == "layerproof"


def test_the_fingerprint_follows_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "somepackage"
    package.mkdir()
    (package / "__init__.py").write_text("x = 1")
    monkeypatch.syspath_prepend(tmp_path)
    before = fingerprint(("somepackage",), ())
    (package / "__init__.py").write_text("x = 2")
    fingerprint.cache_clear()
    assert fingerprint(("somepackage",), ()) != before


x = sp.Symbol("x")
DIFFERENT = [
    (sp.Symbol("x", positive=True), sp.Symbol("x", real=True)),
    (sp.Symbol("x", nonnegative=True), sp.Symbol("x", positive=True)),
    (sp.Function("f", real=True)(x), sp.Function("f")(x)),
    (families("f")[x], trajectories("f", x) + 1),
    (Identity(x, x + 1), Identity(x + 1, x)),
    (index("i", natural("p")), index("i", natural("q"))),
    ((x, ()), ((), x)),
    (1, True),
    ("1", 1),
]


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_meanings_have_different_texts(one: object, other: object) -> None:
    assert canonical(one) != canonical(other)


def test_dummies_are_numbered_by_appearance() -> None:
    def pair() -> sp.Expr:
        u, v = sp.Dummy("u", real=True), sp.Dummy("u", real=True)
        return sp.Tuple(u, v, u)

    assert canonical(pair()) == canonical(pair())
    u, v = sp.Dummy("u", real=True), sp.Dummy("u", real=True)
    assert canonical(sp.Tuple(u, v, v)) != canonical(sp.Tuple(u, v, u))


def test_what_has_no_stable_text_is_refused() -> None:
    with pytest.raises(Unstable, match="function"):
        canonical((x, lambda: 1))

    class Mine(sp.Function):
        pass

    with pytest.raises(Unstable, match="Mine"):
        canonical(Mine(x))


PROGRAM = """
from layerproof import Claim, Conserved, GradientFlow, families, index, natural, positive, time, total
from layerproof.derivations.kernel.flows import fresh_indices
from layerproof.pieces import Kind, Piece, Settings
t, p = time(), natural("p")
w = families("w", t)
i = index("i", p)
S, zeta, alpha = positive("S zeta alpha")
flow = GradientFlow(loss=fresh_indices((S - zeta * alpha * total(w[i]**2, i))**2), parameters=(w,), time=t)
claim = Claim("own/x", title="", statement=Conserved(total(w[i]**4, i) + S*zeta*alpha, flow), hypotheses=[S < alpha])
print(Piece(claim, Kind.EXACT).key(Settings()))
"""


def test_the_key_is_the_same_in_every_run() -> None:
    keys = set()
    for seed in ("0", "1", "42"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
        )
        keys.add(done.stdout.strip())
    assert len(keys) == 1
    assert len(keys.pop()) == 64


def test_the_key_holds_all_that_matters() -> None:
    t = time_symbol()
    a, b = trajectories("a b", t)
    S, r = positive("S r")
    q = real("q")

    def key(kind: Kind = Kind.EXACT, settings: Settings | None = None, **changes: object) -> str | None:
        given: dict[str, object] = {"statement": Identity(S + r, r + S), "hypotheses": [r < S], **changes}
        claim = Claim(str(given.pop("id", "own/x")), title=str(given.pop("title", "")), **given)  # type: ignore[arg-type]
        return Piece(claim, kind).key(settings or Settings())

    def flow_of(loss: sp.Expr) -> GradientFlow:
        return GradientFlow(loss=loss, parameters=(a, b), time=t)

    from layerproof import Conserved

    distinct = [
        key(),
        key(hypotheses=[]),
        key(hypotheses=[r <= S]),
        key(statement=Identity(S + r, r - S)),
        key(statement=Identity(S + q, q + S)),
        key(Kind.MUTANTS),
        key(Kind.NUMERIC),
        key(Kind.NUMERIC, id="own/y"),
        key(Kind.NUMERIC, Settings(draws=5)),
        key(Kind.NUMERIC, Settings(seed=5)),
        key(Kind.TRAINED),
        key(Kind.TRAINED, Settings(scale="paper")),
        key(statement=Conserved(a - b, flow_of(a * b))),
        key(statement=Conserved(a - b, flow_of(2 * a * b))),
        key(statement=Conserved(a - b, flow_of(a * b).on(a - b))),
    ]
    assert None not in distinct
    assert len(set(distinct)) == len(distinct)
    assert key(id="own/y") == key(title="another title") == key()
    assert key(statement=Identity(total(families("u")[index("i", 3)], index("i", 3)), 0)) is not None


def test_what_is_kept_is_plain_json(tmp_path: Path) -> None:
    Cache(tmp_path).put("ab12", {"answer": 1})
    (file,) = tmp_path.rglob("*.json")
    assert json.loads(file.read_text())["value"] == {"answer": 1}
