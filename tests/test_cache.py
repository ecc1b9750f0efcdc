"""What is kept is found again, only by the same question, and never when damaged."""

from __future__ import annotations

import copy
import errno
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import sympy as sp

from layerproof import Claim, GradientFlow, Identity, families, index, natural, positive, real, total, trajectories
from layerproof import time as time_symbol
from layerproof.ground import files
from layerproof.running import batches, cache, keeping
from layerproof.running.cache import Cache, directory, fingerprint
from layerproof.running.canonical import Unstable, canonical
from layerproof.running.loading import Selection
from layerproof.running.pieces import Kind, Piece, Settings
from layerproof.running.processes import Pool
from layerproof.running.runner import Run


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


def refuse(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_writing_leaves_the_old_or_the_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "out.json"
    files.write_atomically(file, "old")
    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="No space"):
        files.write_atomically(file, "new")
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


def test_a_file_of_another_question_is_the_same_as_none(tmp_path: Path) -> None:
    store = Cache(tmp_path)
    store.put("ab12", {"verdict": "REFUTED"})
    store.put("cd34", {"verdict": "VERIFIED"})
    shutil.copy(tmp_path / "cd" / "cd34.json", tmp_path / "ab" / "ab12.json")
    assert store.get("ab12") is None
    assert store.get("cd34") == {"verdict": "VERIFIED"}


def test_a_fifo_a_folder_and_nests_are_the_same_as_none(tmp_path: Path) -> None:
    store = Cache(tmp_path)
    (tmp_path / "ab").mkdir()
    os.mkfifo(tmp_path / "ab" / "ab12.json")
    (tmp_path / "ab" / "ab13.json").mkdir()
    (tmp_path / "ab" / "ab14.json").write_text("[" * 10**6)
    (tmp_path / "ab" / "ab15.json").symlink_to("/dev/zero")
    for key in ("ab12", "ab13", "ab14", "ab15"):
        assert store.get(key) is None


def test_a_folder_that_others_can_write_to_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAYERPROOF_CACHE", str(tmp_path / "cache"))
    folder, problem = cache.trusted()
    assert folder is not None
    assert not problem
    assert folder.stat().st_mode & 0o077 == 0
    folder.chmod(0o777)
    nothing, problem = cache.trusted()
    assert nothing is None
    assert "others can write to it" in problem
    assert f"chmod go-w '{folder}'" in problem


def test_a_folder_of_another_user_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAYERPROOF_CACHE", str(tmp_path / "cache"))
    cache.trusted()
    monkeypatch.setattr(os, "getuid", lambda: (tmp_path / "cache").stat().st_uid + 1)
    assert cache.trusted()[0] is None
    assert "belongs to another user" in cache.trusted()[1]


def test_a_file_that_others_can_write_is_the_same_as_none(tmp_path: Path) -> None:
    store = Cache(tmp_path)
    store.put("ab12", {"answer": 1})
    (file,) = tmp_path.rglob("*.json")
    assert store.get("ab12") == {"answer": 1}
    file.chmod(0o666)
    assert store.get("ab12") is None


def test_a_user_without_a_home_has_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("HOME", "LAYERPROOF_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert str(os.getuid()) in directory().name


NOTHING = object()
WRONG_PARTS = [None, 0, -1, 1.5, True, "x", [], [[]], {}, {"x": []}, "VERIFIED", NOTHING]
SOUND: dict[Kind, dict[str, object]] = {
    Kind.EXACT: {
        "evidence": {
            "method": "exact", "verdict": "REFUTED", "how": "", "seconds": 0.1, "reason": None,
            "witness": {"symbols": {"x": "1"}, "residual": "1", "part": ""}, "tolerance": None, "draws": None,
            "details": {},
        },
    },
    Kind.MUTANTS: {"mutants": {"made": 2, "killed": 1, "survived": [], "equivalent": ["x"], "undecided": []}},
    Kind.NECESSITY: {"necessity": [{"hypothesis": "x > 0", "witness": None}]},
    Kind.PINS: {"unpinned": ["alpha/(alpha + 1)"]},
    Kind.COQ: {
        "hurried": False,
        "formal": {"name": "x", "says": "True", "proof": "Proof. trivial. Qed.", "requires": ["Base"], "refutes": False,
                   "goals": [], "witness": ""},
        "evidence": {
            "method": "coq", "verdict": "VERIFIED", "how": "Coq", "seconds": 0.1, "reason": None, "witness": None,
            "tolerance": None, "draws": None, "details": {},
        },
    },
}  # fmt: skip


@pytest.mark.parametrize("kind", SOUND)
def test_evidence_of_another_form_is_the_same_as_none(kind: Kind, own_cache: Path) -> None:
    """A checksum that is right does not help: each part is replaced by what it should not be, or left out."""
    if kind is Kind.COQ and batches.missing():
        pytest.skip("the key of what Coq says is its version")
    chance = random.Random(0)
    kept = {**SOUND[kind], "seconds": 0.2, "budget": 30.0}
    assert keeping.is_sound(kind, json.loads(json.dumps(kept)))
    claim = Claim("own/x", title="", statement=Identity(x * (x + 1), x**2 + x))
    piece, store = Piece(claim, kind, ("proof",)), Cache(own_cache)
    key = str(piece.key(Settings()))
    run = Run(Selection([claim], {claim.id: ""}), methods=[Kind.EXACT], store=store, jobs=1)
    nothing = copy.deepcopy(run._found[id(claim)])
    with Pool(1) as pool:
        for _ in range(300):
            broken = json.loads(json.dumps(kept))
            for _ in range(chance.randint(1, 3)):
                _break(broken, chance)
            store.put(key, broken)
            run._found[id(claim)] = copy.deepcopy(nothing)
            run._recall(piece, pool)  # raises nothing
            if not keeping.is_sound(kind, broken):
                assert run._found[id(claim)].from_cache == 0
            run._conclude()


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 5))])
def test_a_file_of_other_bytes_is_the_same_as_none(tmp_path: Path, seed: int) -> None:
    """Bits are flipped, bytes lost and doubled, files joined and exchanged: what was kept is found, or nothing."""
    chance, store = random.Random(seed), Cache(tmp_path)
    sound = list(SOUND.values())
    kept = {cache.digest(str(n)): {**sound[n % len(sound)], "seconds": n / 8, "budget": 30.0} for n in range(12)}
    for key, value in kept.items():
        store.put(key, value)
    written = {key: (file, file.read_bytes()) for key in kept if (file := store._file(key)) is not None}
    none = 0
    for _ in range(250):
        key, other = chance.sample(list(kept), 2)
        file, whole = written[key]
        changed = bytearray(whole)
        place, end = sorted(chance.sample(range(len(whole) + 1), 2))
        match chance.randrange(5):
            case 0:
                changed[place] ^= 1 << chance.randrange(8)
            case 1:
                del changed[place:end]
            case 2:
                changed[place:place] = changed[place:end]
            case 3:
                changed[place:] = written[other][1][place:]
            case 4:
                changed = bytearray(written[other][1])
        file.write_bytes(changed)
        found = store.get(key)
        none += found is None
        assert found in (None, json.loads(json.dumps(kept[key])))
        file.write_bytes(whole)
    assert none > 230
    assert all(store.get(key) == json.loads(json.dumps(value)) for key, value in kept.items())


def _break(value: object, chance: random.Random) -> None:
    """Replace a part of `value`, somewhere in it, by something else."""
    if not isinstance(value, (dict, list)) or not value:
        return
    key = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))
    if isinstance(value[key], (dict, list)) and value[key] and chance.random() < 0.7:
        _break(value[key], chance)
        return
    other = chance.choice(WRONG_PARTS)
    if other is NOTHING:
        del value[key]
    else:
        value[key] = copy.deepcopy(other)


def test_the_place_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LAYERPROOF_CACHE", str(tmp_path / "here"))
    assert directory() == tmp_path / "here"
    monkeypatch.delenv("LAYERPROOF_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert directory().name == "layerproof"


def test_the_fingerprint_is_of_the_sources_and_of_the_libraries_they_import(monkeypatch: pytest.MonkeyPatch) -> None:
    modules = ("layerproof.proving.exact.deciding",)
    before = fingerprint(modules)
    fingerprint.cache_clear()
    assert fingerprint(modules) == before
    monkeypatch.setattr(cache, "version_of", lambda library: "2" if library == "python-flint" else "1")
    fingerprint.cache_clear()
    one = fingerprint(modules)
    monkeypatch.setattr(cache, "version_of", lambda library: "1")
    fingerprint.cache_clear()
    assert fingerprint(modules) != one
    monkeypatch.undo()
    fingerprint.cache_clear()


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
from layerproof.language.flows import fresh_indices
from layerproof.running.pieces import Kind, Piece, Settings
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
        given: dict[str, object] = {"statement": Identity(S * (S + r), S**2 + r * S), "hypotheses": [r < S], **changes}
        claim = Claim(str(given.pop("id", "own/x")), title=str(given.pop("title", "")), **given)  # type: ignore[arg-type]
        return Piece(claim, kind).key(settings or Settings())

    def flow_of(loss: sp.Expr) -> GradientFlow:
        return GradientFlow(loss=loss, parameters=(a, b), time=t)

    from layerproof import Conserved

    distinct = [
        key(),
        key(hypotheses=[]),
        key(hypotheses=[r <= S]),
        key(statement=Identity(S * (S + r), S**2 - r * S)),
        key(statement=Identity(S * (S + q), S**2 + q * S)),
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
